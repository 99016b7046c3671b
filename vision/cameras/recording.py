"""Recording the table camera's frames, and replaying them as a camera."""

from __future__ import annotations

import os
import queue
import re
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np

from vision._header import encoded_size
from vision._pixels import as_image
from vision.cameras._recorded import INDEX, KEEP_FREE, RecordingFolder, read_index, recordings_in
from vision.cameras._worth import Worth
from vision.reading.photo import MAX_PHOTO_PIXELS
from vision.types import Clock, Frame, FrameSource, Image, VisionError

_CLOSE_S = 5.0  # how long the disk may take for what waits
_PICTURE = re.compile(r"[0-9]{6,}\.(jpg|png)")  # what may make room: nothing that people put beside it
_FILL_S = 0.125
_FILL_FAST = 6  # at full speed a long stillness is told by so many frames


class WhenFull(Enum):
    """What happens when a recording has reached its limit."""

    STOP = "stop"
    OLDEST = "oldest"  # the oldest pictures make room


@dataclass(frozen=True)
class RecordingSettings:
    """How much is kept. `quality` 0 keeps PNG, else JPEG of that quality; `every_s`: so often without a change."""

    quality: int = 92
    every_s: float = 2.0
    limit_bytes: int = 2_000_000_000
    when_full: WhenFull = WhenFull.STOP
    waiting: int = 2  # frames that wait for the disk; more are dropped


class RecordingSource:
    """A camera whose frames are also written to a folder of its own below `directory`, by an own thread.

    The frames go on undelayed and unchanged: when the disk is slow, pictures are missing in the recording, not at the
    table. `report` is told one sentence when the recording ends early. Folders made for it have mode 700, files 600.
    """

    def __init__(
        self,
        source: FrameSource,
        directory: str | Path,
        settings: RecordingSettings = RecordingSettings(),
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Raises VisionError when the directory cannot be made or written; the source is closed then."""
        self._source = source
        self.name = source.name
        self.ended = False
        self._queue: queue.Queue[Frame | None] = queue.Queue(settings.waiting)
        self.dropped = 0
        try:
            self._writer = _Writer(Path(directory).expanduser(), source.name, settings)
        except OSError as error:
            source.close()
            raise VisionError(
                "Nothing can be recorded in {directory}: {why}; choose another folder in camera.record.",
                directory=directory,
                why=error.strerror,
            ) from error
        self._report = report
        self._thread = threading.Thread(target=self._write, name="recording", daemon=True)
        self._thread.start()

    def read(self, timeout_s: float) -> Frame | None:
        """The camera's next frame, see FrameSource."""
        frame = self._source.read(timeout_s)
        self.ended = self._source.ended
        if frame is not None and self._thread.is_alive():
            try:
                self._queue.put_nowait(frame)
            except queue.Full:
                self.dropped += 1
        return frame

    def close(self) -> None:
        """Ends the camera and the recording; what waits is still written."""
        self._source.close()
        self.ended = True
        try:
            self._queue.put(None, timeout=_CLOSE_S if self._thread.is_alive() else 0.0)
        except queue.Full:
            return  # the disk hangs, or has ended the recording
        self._thread.join(_CLOSE_S)

    def _write(self) -> None:
        try:
            while (frame := self._queue.get()) is not None:
                if sentence := self._writer.add(frame):
                    self._report(sentence)
                    return
        except OSError as error:
            self._report(f"The recording has ended: {error.strerror or error}. The evening goes on without it.")
        finally:
            self._writer.close()
            # frames that come from now on are not held for ever
            while not self._queue.empty():
                self._queue.get_nowait()


class _Writer:
    """One recording on disk. Its folder is made with the first frame, so that a camera without pictures leaves none."""

    def __init__(self, root: Path, source: str, settings: RecordingSettings) -> None:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(root, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
        self._root, self._source, self._settings = root, source, settings
        self._older: deque[Path] = deque(
            picture
            for one in recordings_in(root)
            for picture in sorted(one.iterdir())
            if _PICTURE.fullmatch(picture.name)
        )
        self._bytes = sum(file.stat().st_size for file in self._older)
        self._worth = Worth(settings.every_s)
        self._folder: RecordingFolder | None = None

    def add(self, frame: Frame) -> str:
        """Keeps the frame if it is worth it. A sentence when the recording has to end, else nothing."""
        if not self._worth.is_kept(frame):
            return ""
        suffix = ".png" if self._settings.quality == 0 else ".jpg"
        options = [] if self._settings.quality == 0 else [cv2.IMWRITE_JPEG_QUALITY, self._settings.quality]
        packed = cv2.imencode(suffix, frame.image, options)[1].tobytes()
        if sentence := self._make_room(len(packed)):
            return sentence
        if self._folder is None:
            self._folder = RecordingFolder(self._root, self._source, frame.taken_s)
        self._older.append(self._folder.add(packed, suffix, frame.taken_s, frame.number, frame.size_px))
        self._bytes += len(packed)
        return ""

    def close(self) -> None:
        """Closes the list."""
        if self._folder is not None:
            self._folder.close()

    def _make_room(self, more: int) -> str:
        limit = self._settings.limit_bytes
        while self._bytes + more > limit and self._settings.when_full is WhenFull.OLDEST and self._older:
            oldest = self._older.popleft()
            self._bytes -= oldest.stat().st_size if oldest.exists() else 0
            oldest.unlink(missing_ok=True)
        if self._bytes + more > limit:
            return f"The recording has reached its {limit / 1e6:g} MB and has ended; the evening goes on without it."
        if shutil.disk_usage(self._root).free - more < KEEP_FREE:
            return "The disk is nearly full, so the recording has ended; the evening goes on without it."
        return ""


class ReplaySource:
    """A recording as a camera, at the pace at which it was made; `fps` below 0: as fast as the frames are read.

    Between two pictures nothing has changed, so the first is given again meanwhile. `skipped` counts pictures that are
    missing or damaged and lines of the list that cannot be read.
    """

    def __init__(self, path: str | Path, fps: float = 0.0, clock: Clock = time.monotonic) -> None:
        """Raises VisionError when there is no recording, or none of its pictures is left. Of several recordings in the
        folder the latest is taken."""
        folder = Path(path).expanduser()
        found = recordings_in(folder) if folder.is_dir() else []
        if not found:
            raise VisionError(
                "There is no recording in {folder}: a folder with the file {index} is wanted.",
                folder=folder,
                index=INDEX,
            )
        self._folder = found[-1]
        _, kept, self.skipped = read_index(self._folder)
        self._kept = [item for item in kept if (self._folder / item.file).is_file()]
        self.skipped += len(kept) - len(self._kept)
        if not self._kept:
            raise VisionError("The recording {folder} holds no pictures any more.", folder=self._folder)
        self.name = f"recording {self._folder}"
        self.ended = False
        self._is_fast = fps < 0
        self._clock = clock
        self._start_s: float | None = None  # the clock's time of the first picture
        self._next = 0
        self._fills = 0
        self._number = 0
        self._latest: tuple[Image, float, str] | None = None
        self._tick = threading.Event()  # never set: waiting on it is waiting for time

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None after the last one. `taken_s` keeps the distances of the recording."""
        while not self.ended:
            if self._start_s is None:
                self._start_s = self._clock() - self._kept[0].at_s
            due_s = self._due_s()
            if not self._is_fast and (wait_s := due_s - self._clock()) > 0:
                self._tick.wait(min(wait_s, timeout_s))
                if wait_s > timeout_s:
                    return None
            frame = self._filled(due_s) if self._is_filling() else self._fresh(due_s)
            if frame is not None:
                return frame
        return None

    def close(self) -> None:
        """Ends the source."""
        self.ended = True

    def _recorded_s(self) -> float:
        """When the next picture was taken; at the end the last one stays in view a little."""
        if self._next < len(self._kept):
            return self._kept[self._next].at_s
        return self._kept[-1].at_s + _FILL_FAST * _FILL_S

    def _is_filling(self) -> bool:
        if self._latest is None or (self._is_fast and self._fills >= _FILL_FAST):
            return False
        return self._latest[1] + (self._fills + 1) * _FILL_S < self._recorded_s()

    def _due_s(self) -> float:
        assert self._start_s is not None
        if self._is_filling() and self._latest is not None:
            return self._start_s + self._latest[1] + (self._fills + 1) * _FILL_S
        return self._start_s + self._recorded_s()

    def _filled(self, taken_s: float) -> Frame:
        assert self._latest is not None
        self._fills += 1
        return self._frame(self._latest, taken_s)

    def _fresh(self, taken_s: float) -> Frame | None:
        if self._next >= len(self._kept):
            self.ended = True
            return None
        item = self._kept[self._next]
        self._next += 1
        image = _picture(self._folder / item.file)
        if image is None:
            self.skipped += 1
            return None
        self._latest, self._fills = (image, item.at_s, item.file), 0
        return self._frame(self._latest, taken_s)

    def _frame(self, of: tuple[Image, float, str], taken_s: float) -> Frame:
        self._number += 1
        return Frame(of[0], taken_s, self._number, of[2])


def _picture(file: Path) -> Image | None:
    """A picture of a recording; None when it is damaged or far too large."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    size = encoded_size(data)
    if size is None or size[0] * size[1] > MAX_PHOTO_PIXELS:
        return None
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_ANYCOLOR)
    except cv2.error:
        return None
    return None if pixels is None else as_image(pixels)
