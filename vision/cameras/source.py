"""Where frames come from besides the virtual table: a folder of pictures, a video file, a camera."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import cv2

from vision._pixels import as_image
from vision.cameras.csi import CsiSettings, CsiSource
from vision.cameras.device import DeviceSource
from vision.cameras.network import NOBODY, SCHEMES, Login, NetworkSource
from vision.cameras.recording import ReplaySource
from vision.reading.photo import MAX_PHOTO_PIXELS, open_photo
from vision.types import Clock, Frame, FrameSource, Image, VisionError

_MAX_BYTES = 200_000_000  # a picture without compression
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})


class FolderSource:
    """The pictures of a folder in natural order (2 before 10).

    `fps` 0: photographs, each a still table by itself, given out as fast as they are read. Above 0: frames of one
    table, at that pace. `loop`: begin again after the last. `skipped` names the files that could not be read.
    """

    def __init__(self, path: str | Path, fps: float = 0.0, loop: bool = False, clock: Clock = time.monotonic) -> None:
        """Raises VisionError when the folder is missing or holds no picture."""
        folder = Path(path)
        if not folder.is_dir():
            raise VisionError(
                "The folder of pictures {folder} does not exist; check the camera setting.", folder=folder
            )
        self._folder = folder
        # by their names: an evening of pictures has tens of thousands, and a path takes ten times as much
        names = (file.name for file in folder.iterdir() if file.suffix.lower() in _PICTURES)
        self._files = sorted(names, key=_natural)
        if not self._files:
            raise VisionError(
                "The folder {folder} holds no picture; put PNG, JPEG, WebP or BMP files there.", folder=folder
            )
        self.name = f"folder {folder}"
        self.ended = False
        self.skipped: list[str] = []
        self._pace = _Pace(fps, clock)
        self._loop = loop
        self._clock = clock
        self._next = 0
        self._number = 0
        self._given = 0  # pictures given out in this round

    def read(self, timeout_s: float) -> Frame | None:
        """The next picture; None after the last one."""
        if self.ended or not self._pace.wait(timeout_s):
            return None
        while not self.ended:
            if self._next >= len(self._files):
                if self._given == 0:
                    self.ended = True
                    raise VisionError(self._nothing())
                self.ended = not self._loop
                self._next, self._given = 0, 0
                continue
            name = self._files[self._next]
            self._next += 1
            pixels = _opened(self._folder / name)
            if pixels is not None:
                self._number += 1
                self._given += 1
                return Frame(pixels, self._clock(), self._number, name, self._pace.fps <= 0)
            if name not in self.skipped:
                self.skipped.append(name)
        return None

    def close(self) -> None:
        """Ends the source."""
        self.ended = True

    def _nothing(self) -> str:
        """Why no frame comes out of a folder that is full of pictures."""
        return (
            f"No picture of the {self.name} can be read, {self.skipped[0]} for one: "
            f"they are damaged, or have more than {MAX_PHOTO_PIXELS / 1e6:g} million pixels."
        )


class VideoSource:
    """A video file, frame by frame. `fps` 0: at the pace of the file; below 0: as fast as the frames are read."""

    def __init__(self, path: str | Path, fps: float = 0.0, clock: Clock = time.monotonic) -> None:
        """Raises VisionError when the file is missing or is no video."""
        if not Path(path).is_file():
            raise VisionError("The video file {path} does not exist; check the camera setting.", path=path)
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise VisionError("The file {path} cannot be played as a video; record it again as MJPG or MP4.", path=path)
        own_fps = float(self._video.get(cv2.CAP_PROP_FPS)) or 15.0
        self.name = f"video {path}"
        self.ended = False
        self._pace = _Pace(fps if fps != 0 else own_fps, clock)
        self._clock = clock
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None after the last one."""
        if self.ended or not self._pace.wait(timeout_s):
            return None
        is_read, pixels = self._video.read()
        if not is_read or pixels is None:
            self.ended = True
            return None
        self._number += 1
        return Frame(as_image(pixels), self._clock(), self._number)

    def close(self) -> None:
        """Ends the source and closes the file."""
        self.ended = True
        self._video.release()


def open_source(
    text: str,
    width: int = 1920,
    height: int = 1080,
    fps: float = 0.0,
    loop: bool = False,
    clock: Clock = time.monotonic,
    csi: CsiSettings | None = None,
    colour: bool = True,
    login: Login = NOBODY,
) -> FrameSource:
    """The source that a setting names: "folder:PATH", "video:PATH", "recording:PATH", "csi:0", "device:0", a path such
    as /dev/video0, or the address of a camera in the network (http, https, rtsp), where `login` lets us in.

    `width`, `height`: asked of a camera; `fps`: see FolderSource, VideoSource and DeviceSource (a recording keeps its
    own pace unless it is below 0); `loop`: of a folder; `csi`: for a camera on the ribbon cable; `colour`: of a USB
    camera's pictures. Raises VisionError with one sentence when the text names nothing of these or the thing cannot be
    opened.
    """
    kind, _, rest = text.strip().partition(":")
    if text.strip().startswith("/dev/"):
        return DeviceSource(text.strip(), width, height, clock, fps=fps, colour=colour)
    match kind:
        case _ if kind in SCHEMES and rest.startswith("//"):
            return NetworkSource(text.strip(), login, clock, fps, colour)
        case "folder" if rest:
            return FolderSource(rest, fps, loop, clock)
        case "video" if rest:
            return VideoSource(rest, fps, clock)
        case "recording" if rest:
            return ReplaySource(rest, fps, clock)
        case "device" if rest:
            device = int(rest) if rest.isdecimal() else rest
            return DeviceSource(device, width, height, clock, fps=fps, colour=colour)
        case "csi" if rest.isdecimal():
            return CsiSource(int(rest), width, height, csi or CsiSettings(fps), clock)
    raise VisionError(
        "The camera setting {text} is not understood; write csi:0, device:0, /dev/video0, http://..., rtsp://..., "
        "folder:PATH, video:PATH or recording:PATH.",
        text=repr(text),
    )


class _Pace:
    """Gives out frames at a steady pace; not at all when `fps` is 0 or less."""

    def __init__(self, fps: float, clock: Clock) -> None:
        self.fps = fps
        self._clock = clock
        self._due_s: float | None = None
        self._tick = threading.Event()  # never set: waiting on it is waiting for time

    def wait(self, timeout_s: float) -> bool:
        """Waits for the next frame's time; False when that is later than the timeout."""
        if self.fps <= 0:
            return True
        now = self._clock()
        due_s = self._due_s if self._due_s is not None else now
        if due_s - now > timeout_s:
            self._tick.wait(timeout_s)
            return False
        if due_s > now:
            self._tick.wait(due_s - now)
        self._due_s = max(due_s, now - 1 / self.fps) + 1 / self.fps
        return True


def _opened(file: Path) -> Image | None:
    """The picture in BGR; None when it is damaged or far too large, which its first bytes tell."""
    try:
        return open_photo(file.read_bytes(), max_bytes=_MAX_BYTES)
    except (OSError, VisionError):
        return None


def _natural(name: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part.lower()) for part in re.split(r"(\d+)", name) if part]
