"""A camera by V4L2: an own thread keeps only the newest frame, and a camera that falls silent is noticed."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import cv2

from vision._pixels import as_image
from vision.types import Clock, Frame, VisionError

_SILENT_S = 3.0


class DeviceSource:
    """A V4L2 camera. `device` is a number or a path such as /dev/video0.

    `open_capture` makes the OpenCV capture (tests give their own). An unplugged camera may block its reading thread
    for ever; that thread is then given up, and `read` raises VisionError.
    """

    def __init__(
        self,
        device: int | str,
        width: int = 1920,
        height: int = 1080,
        clock: Clock = time.monotonic,
        silent_s: float = _SILENT_S,
        open_capture: Any = None,
    ) -> None:
        """Raises VisionError when the device is missing, busy or gives no picture format."""
        self.name = f"camera /dev/video{device}" if isinstance(device, int) else f"camera {device}"
        self.ended = False
        self._clock = clock
        self._silent_s = silent_s
        path = Path(f"/dev/video{device}" if isinstance(device, int) else device)
        if open_capture is None and not path.exists():
            raise VisionError(f"The {self.name} is not there; plug it in or choose another camera in the settings.")
        capture = open_capture(device) if open_capture is not None else cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise VisionError(f"The {self.name} cannot be opened; another program may be using it, or it is no camera.")
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw pictures fill the USB bus
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._number = 0
        self._alive_s = clock()
        self._thread = threading.Thread(target=self._grab, name="camera", daemon=True)
        self._thread.start()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest frame that has not been given out; older ones are dropped.

        Raises VisionError when the camera has given no picture for `silent_s` seconds.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self.ended, timeout_s)
            frame, self._newest = self._newest, None
            if frame is None and not self.ended and self._clock() - self._alive_s > self._silent_s:
                raise VisionError(
                    f"The {self.name} gives no pictures any more; check its cable, it is tried again by itself."
                )
            return frame

    def close(self) -> None:
        """Ends the source. The device is released by its own thread, which alone may touch it."""
        with self._news:
            self.ended = True
            self._news.notify_all()
        self._thread.join(1.0)

    def _grab(self) -> None:
        pause = threading.Event()
        while not self.ended:
            is_read, pixels = self._capture.read()
            if not is_read or pixels is None:
                pause.wait(0.05)  # a failing camera returns at once; do not spin
                continue
            with self._news:
                self._number += 1
                self._alive_s = self._clock()
                self._newest = Frame(as_image(pixels), self._alive_s, self._number)
                self._news.notify_all()
        self._capture.release()
