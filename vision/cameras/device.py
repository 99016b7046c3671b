"""A camera by V4L2: an own thread keeps only the newest frame, and a camera that falls silent is noticed."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision._pixels import as_image
from vision.cameras._newest import Newest, is_stuck, stuck_sentence
from vision.cameras._packed import Packed
from vision.cameras.v4l2 import refusal
from vision.types import Clock, Frame, Image, VisionError

_SILENT_S = 3.0
_OPEN_S = 12.0  # some cameras take seconds to agree on a size
_MJPEG = cv2.VideoWriter.fourcc(*"MJPG")
_LEAST_PX = 16  # a broken transfer comes as a picture of one row


class DeviceSource:
    """A V4L2 camera. `device` is a number or a path: /dev/video0, or better one below /dev/v4l/by-id, which stays the
    same when the camera comes back under another number.

    `fps`: so many pictures a second are looked at, 0: all that come. What the camera packs as JPEG is unpacked in full
    only when it is needed (see PackedFrame); `colour` False: only its brightness. `open_capture` makes the OpenCV
    capture (tests give their own). A driver may block the thread that reads for ever: that thread is then given up and
    `read` raises VisionError. As long as it hangs no second one is started.
    """

    def __init__(
        self,
        device: int | str,
        width: int = 1920,
        height: int = 1080,
        clock: Clock = time.monotonic,
        silent_s: float = _SILENT_S,
        open_capture: Any = None,
        open_s: float = _OPEN_S,
        fps: float = 0.0,
        colour: bool = True,
    ) -> None:
        """Raises VisionError when the device is missing, not allowed, busy, no camera, or hangs in its driver."""
        path = Path(f"/dev/video{device}" if isinstance(device, int) else device)
        self.name = f"camera {path}"
        self.ended = False
        node = path.resolve()  # a name below by-id leads to a number
        thread_name = f"camera {node}"
        if is_stuck(thread_name):
            raise VisionError(stuck_sentence(self.name))
        if open_capture is None and (why := refusal(path, self.name)):
            raise VisionError(why)
        self._open: Any = open_capture if open_capture is not None else _open_v4l2
        self._size = (width, height)
        self._pause_s = 0.9 / fps if fps > 0 else 0.0
        self._colour = colour
        self._clock = clock
        self._newest = Newest(self.name, clock, silent_s)
        self._tried = threading.Event()
        self._is_open = False
        self._thread = threading.Thread(
            target=self._grab, args=(device if isinstance(device, int) else str(node),), name=thread_name, daemon=True
        )
        self._thread.start()
        if not self._tried.wait(open_s):
            self.close()
            raise VisionError(stuck_sentence(self.name))
        if not self._is_open:
            self.close()
            raise VisionError(
                "The {name} cannot be opened; another program may be using it, or it is no camera.", name=self.name
            )
        self._newest.alive()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest frame that has not been given out; older ones are dropped.

        Raises VisionError when the camera has given no picture for `silent_s` seconds.
        """
        return self._newest.take(timeout_s)

    def close(self) -> None:
        """Ends the source. The device is released by its own thread, which alone may touch it."""
        self.ended = True
        self._newest.end()
        self._thread.join(1.0)

    def _grab(self, device: int | str) -> None:
        capture = self._open(device)
        self._is_open = bool(capture.isOpened())
        if self._is_open:
            capture.set(cv2.CAP_PROP_FOURCC, _MJPEG)  # raw pictures fill the USB bus
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            is_packed = int(capture.get(cv2.CAP_PROP_FOURCC)) == _MJPEG
            capture.set(cv2.CAP_PROP_CONVERT_RGB, 1.0 if self._colour and not is_packed else 0.0)
        self._tried.set()
        pause = threading.Event()
        due_s = self._clock()
        while self._is_open and not self.ended:
            if not capture.grab():
                pause.wait(0.05)  # a failing camera returns at once; do not spin
            elif (now_s := self._clock()) < due_s:
                self._newest.alive()  # a picture that comes too soon is not unpacked
            elif (picture := picture_of(capture, self._colour)) is None:
                pause.wait(0.05)
            else:
                due_s = now_s + self._pause_s
                self._newest.put(picture)
        capture.release()


def _open_v4l2(device: int | str) -> cv2.VideoCapture:
    return cv2.VideoCapture(device, cv2.CAP_V4L2)


def picture_of(capture: Any, is_colour: bool) -> Image | Packed | None:
    """The picture that was grabbed, grey or BGR with 8 bits, or as the camera packed it; None when it is of no use."""
    try:
        is_read, pixels = capture.retrieve()
        if not is_read or pixels is None or pixels.ndim < 2:
            return None
    except cv2.error:  # a torn picture
        return None
    if pixels.shape[0] == 1 and pixels.dtype == np.uint8:
        return Packed.of(as_image(pixels), is_colour)
    if min(pixels.shape[:2]) < _LEAST_PX:
        return None
    if pixels.dtype != np.uint8:
        pixels = pixels >> 8  # cameras for science give 16 bits
    if pixels.ndim == 3 and pixels.shape[2] != 3:
        pixels = pixels[:, :, 0]  # grey, or brightness and colour by turns (YUYV)
    return as_image(pixels)
