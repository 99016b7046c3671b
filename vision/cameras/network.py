"""A camera in the network: pictures over http (MJPEG) or rtsp, by OpenCV's FFmpeg.

Its name and password never stand in its address as it is shown: they are put in where it is opened, and nowhere else.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlsplit

import cv2

from vision.cameras._newest import Newest, is_stuck, stuck_sentence
from vision.cameras.device import picture_of
from vision.types import Clock, Frame, VisionError
from words import Sentence

SCHEMES: Final = ("http", "https", "rtsp")
_SILENT_S: Final = 6.0
_OPEN_MS: Final = 6000
_READ_MS: Final = 5000
_WAITS_S: Final = 10.0  # for the whole of opening: FFmpeg also looks what kind of stream it is
_AT_ONCE: Final = "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay"  # what is late is of no use
_OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"


@dataclass(frozen=True)
class Login:
    """Who is let in to a camera; empty: whoever asks."""

    user: str = ""
    password: str = field(default="", repr=False)


NOBODY: Final = Login()


class NetworkSource:
    """The camera at `address`. `{user}` and `{password}` in it are where the login goes; else it goes before the host.

    A thread of its own keeps the newest picture. A camera that ends, hangs or refuses makes `read` raise VisionError,
    and whoever reads opens it again.
    """

    def __init__(
        self,
        address: str,
        login: Login = NOBODY,
        clock: Clock = time.monotonic,
        fps: float = 0.0,
        colour: bool = True,
        silent_s: float = _SILENT_S,
    ) -> None:
        """Raises VisionError when there is no camera, or it lets nobody in."""
        self.name = f"camera {shown(address)}"
        self.ended = False
        if is_stuck(self.name):
            raise VisionError(stuck_sentence(self.name))
        self._pause_s = 0.9 / fps if fps > 0 else 0.0
        self._colour = colour
        self._clock = clock
        self._newest = Newest(self.name, clock, silent_s)
        self._tried = threading.Event()
        self._is_open = False
        whole = with_login(address, login)
        self._thread = threading.Thread(target=self._grab, args=(whole,), name=self.name, daemon=True)
        self._thread.start()
        self._tried.wait(_WAITS_S)
        if not self._is_open:
            self.close()
            raise VisionError(
                Sentence(
                    "The {name} gives no pictures; look at its address, whether it is on and in this network, and at "
                    "camera.user and camera.password.",
                    name=self.name,
                )
            )
        self._newest.alive()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest picture that has not been given out. Raises VisionError when the camera has ended or is silent."""
        return self._newest.take(timeout_s)

    def close(self) -> None:
        """Ends the source. The line is closed by its own thread, which alone may touch it."""
        self.ended = True
        self._newest.end()
        self._thread.join(1.0)

    def _grab(self, whole: str) -> None:
        os.environ.setdefault(_OPTIONS, _AT_ONCE)
        waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
        capture: Any = cv2.VideoCapture(whole, cv2.CAP_FFMPEG, waits)
        self._is_open = bool(capture.isOpened())
        self._tried.set()
        due_s = self._clock()
        while self._is_open and not self.ended:
            if not capture.grab():
                self._newest.fail(
                    Sentence("The {name} has ended its pictures; it is tried again by itself.", name=self.name)
                )
                break
            if (now_s := self._clock()) < due_s:
                self._newest.alive()
            elif (picture := picture_of(capture, self._colour)) is not None:
                due_s = now_s + self._pause_s
                self._newest.put(picture)
        capture.release()


def shown(address: str) -> str:
    """The address as people may read it: without a login, and without what stands behind a question mark."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def with_login(address: str, login: Login) -> str:
    """The address as the camera wants it."""
    user, password = quote(login.user, safe=""), quote(login.password, safe="")
    if "{user}" in address or "{password}" in address:
        return address.replace("{user}", user).replace("{password}", password)
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{user}:{password}@{rest}" if login.user else address
