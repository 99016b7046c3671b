"""The last seconds of a camera's pictures, held in memory, so that they can be kept when something went wrong.

Nothing of it is on disk until somebody keeps it; it is gone with the program. What is kept is a recording like any
other, which `ReplaySource` gives again as a camera.
"""

from __future__ import annotations

import shutil
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from vision._pixels import resized
from vision.cameras._packed import PackedFrame
from vision.cameras._recorded import KEEP_FREE, RecordingFolder
from vision.cameras._worth import Worth
from vision.types import Frame, FrameSource, VisionError

_FEWEST: Final = 16  # so many pictures have to fit
_DENSE: Final = 6  # so many of the latest pictures stay, whatever they weigh


@dataclass(frozen=True)
class LookBackSettings:
    """How much is held: of how many seconds, and of how many bytes at most. `largest_px`: larger pictures are made
    smaller."""

    seconds: float = 30.0
    limit_bytes: int = 8_000_000
    largest_px: int = 2_400_000
    quality: int = 60
    every_s: float = 5.0  # so often without a change
    apart_s: float = 0.75  # no sooner while something moves
    look_s: float = 0.15  # a look whether something moves takes a good part of a millisecond


@dataclass(frozen=True)
class Held:
    """What is held now."""

    pictures: int = 0
    seconds: float = 0.0  # from the oldest to the latest
    size_bytes: int = 0


@dataclass(frozen=True)
class _Shot:
    packed: bytes
    taken_s: float
    number: int
    size: tuple[int, int]


class LookBack:
    """One camera's latest pictures, also over a camera that is opened again. Packed by a thread of its own: a picture
    that comes while it is busy is let go, never waited for. Safe from any thread."""

    def __init__(self, settings: LookBackSettings = LookBackSettings()) -> None:
        self._settings = settings
        self._worth = Worth(settings.every_s, settings.apart_s, settings.look_s)
        self._lock = threading.Lock()
        self._shots: deque[_Shot] = deque()
        self._bytes = 0
        self._source = ""
        self._packer = ThreadPoolExecutor(1, "companion-look-back")
        self._packing: Future[None] | None = None

    def watch(self, source: FrameSource) -> FrameSource:
        """The same camera; its pictures are held as they are read."""
        self._source = source.name
        self._packer.submit(int)  # its thread is there from the start, like the camera's own
        return _Watched(source, self)

    def add(self, frame: Frame) -> None:
        """Holds the frame, if it is worth it. One thread only."""
        if self._packing is not None and not self._packing.done():
            return
        if self._worth.is_kept(frame):
            self._packing = self._packer.submit(self._pack, frame)

    def settle(self) -> None:
        """Waits for the picture that is being packed."""
        if self._packing is not None:
            self._packing.result()

    @property
    def held(self) -> Held:
        """How much there is."""
        with self._lock:
            if not self._shots:
                return Held()
            return Held(len(self._shots), self._shots[-1].taken_s - self._shots[0].taken_s, self._bytes)

    def keep(self, root: Path) -> Path:
        """Writes what is held into a new folder below `root`, for this account alone, and gives that folder.
        VisionError with one sentence when there is nothing, or the disk does not take it."""
        self.settle()
        with self._lock:
            shots, size = tuple(self._shots), self._bytes
        if not shots:
            raise VisionError("There are no pictures yet that could be kept.")
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700)
            if shutil.disk_usage(root).free - size < KEEP_FREE:
                raise VisionError("The disk is nearly full, so the pictures were not kept.")
            folder = RecordingFolder(root, self._source, shots[0].taken_s)
            try:
                for shot in shots:
                    folder.add(shot.packed, ".jpg", shot.taken_s, shot.number, shot.size)
            finally:
                folder.close()
        except OSError as error:
            raise VisionError("The pictures could not be kept: {why}.", why=error.strerror or str(error)) from error
        return folder.path

    def close(self) -> None:
        """Lets everything go."""
        self._packer.shutdown(cancel_futures=True)
        with self._lock:
            self._shots.clear()
            self._bytes = 0

    def _pack(self, frame: Frame) -> None:
        settings, (packed, size) = self._settings, self._packed(frame)
        shot = _Shot(packed, frame.taken_s, frame.number, size)
        with self._lock:
            if self._shots and frame.taken_s < self._shots[-1].taken_s:  # another clock: a camera that began anew
                self._shots.clear()
                self._bytes = 0
            self._shots.append(shot)
            self._bytes += len(packed)
            while self._shots[0].taken_s < frame.taken_s - settings.seconds:
                self._bytes -= len(self._shots.popleft().packed)
            while self._bytes > settings.limit_bytes:
                self._thin_out()

    def _packed(self, frame: Frame) -> tuple[bytes, tuple[int, int]]:
        """The picture as a JPEG, and its size: as the camera packed it, where that is small enough."""
        settings, (width, height) = self._settings, frame.size_px
        factor = (settings.largest_px / (width * height)) ** 0.5
        if isinstance(frame, PackedFrame) and factor >= 1.0:
            packed = frame.jpeg
            if len(packed) * _FEWEST <= settings.limit_bytes:
                return packed, frame.size_px
        image = resized(frame.image, factor) if factor < 1.0 else frame.image
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, settings.quality])[1]
        return data.tobytes(), (image.shape[1], image.shape[0])

    def _thin_out(self) -> None:
        """Lets the picture go that is missed least: so the whole time stays covered, the latest part most densely."""
        shots = self._shots
        inner = range(1, len(shots) - _DENSE)
        least = min(inner, key=lambda n: shots[n + 1].taken_s - shots[n - 1].taken_s, default=0)
        self._bytes -= len(shots[least].packed)
        del shots[least]


class _Watched:
    """See `FrameSource`."""

    def __init__(self, source: FrameSource, look_back: LookBack) -> None:
        self._source, self._look_back = source, look_back
        self.name = source.name
        self.ended = False

    def read(self, timeout_s: float) -> Frame | None:
        frame = self._source.read(timeout_s)
        self.ended = self._source.ended
        if frame is not None:
            self._look_back.add(frame)
        return frame

    def close(self) -> None:
        self._source.close()
        self.ended = True
