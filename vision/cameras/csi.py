"""A camera on the Raspberry Pi's ribbon cable (CSI), by picamera2 in a child process.

The brightness plane of the large stream is the frame, as it lies in memory that both processes share; the camera's
own small stream comes along in colour for the motion gate. See docs/decisions/0008-csi-camera.md.
"""

from __future__ import annotations

import mmap
import os
import re
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import cv2
import numpy as np

from vision._pixels import as_image
from vision.cameras._newest import Newest, is_stuck, stuck_sentence
from vision.types import Clock, Frame, VisionError
from words import Sentence

SMALL_WIDTH_PX = 576
_SLOTS = 6  # frames that the eye, its picture for the screen, a recording and the camera hold at the same time
_SILENT_S = 4.0
_START_S = 30.0  # importing picamera2 takes seconds on a Pi
_PYTHON = ("/usr/bin/python3", "-I")
_CHILD = Path(__file__).with_name("_csi_child.py")
_LOST = "Camera frontend has timed out"  # what libcamera says when the sensor has stopped sending
_CHATTER = re.compile(r"(\[[^\]]*\]\s*)*(DEBUG|INFO)\b")  # how a line begins that tells of no fault, after its times
_LAST_WORDS_S = 1.0  # so long after a child's end its last words may take to come


@dataclass(frozen=True)
class CsiSettings:
    """How the camera is to look at the table."""

    fps: float = 8.0  # 0: as fast as it can
    mains_hz: int = 50  # lamps flicker with it: the exposure is a whole number of half periods
    lens: float | None = None  # where the lens is held, in dioptres (1 / metres); None: it focuses once at the start
    holds_light: bool = True  # False: the exposure follows what is seen all the time


@dataclass(frozen=True)
class _Sizes:
    width: int
    height: int
    small_width: int
    small_height: int

    @property
    def luma(self) -> int:
        return self.width * self.height

    @property
    def slot(self) -> int:
        return self.luma + self.small_width * self.small_height * 3 // 2


class CsiSource:
    """The camera number `camera` on the ribbon cable, at the size that comes nearest to the one asked.

    `python`: the command of the Python that has picamera2. `read` gives frames whose `image` is grey and lies in
    shared memory: it is not copied, and its place is used again when nobody holds it any more. A child that hangs or
    ends is killed and `read` raises VisionError; as long as the driver does not let it go no second one is started.
    """

    def __init__(
        self,
        camera: int,
        width: int = 1920,
        height: int = 1080,
        settings: CsiSettings = CsiSettings(),
        clock: Clock = time.monotonic,
        silent_s: float = _SILENT_S,
        python: Sequence[str] = _PYTHON,
        start_s: float = _START_S,
    ) -> None:
        """Raises VisionError when picamera2 or the camera is missing, busy, or does not start in `start_s`."""
        self.name = f"camera csi:{camera}"
        self.ended = False
        if is_stuck(self.name):
            raise VisionError(stuck_sentence(self.name))
        self._newest = Newest(self.name, clock, silent_s)
        self._answered = threading.Event()
        self._why = ""
        self._errors: deque[str] = deque(maxlen=5)
        self._is_ready = False
        self._memory = os.memfd_create("companion-camera")
        self._child, words = self._started(camera, width, height, settings, python)
        self._hearing = threading.Thread(target=self._hear_errors, name=f"{self.name} errors", daemon=True)
        self._hearing.start()
        self._thread = threading.Thread(target=self._listen, args=(words,), name=self.name, daemon=True)
        self._thread.start()
        self._answered.wait(start_s)
        if not self._is_ready:
            self.close()
            raise VisionError(self._why or Sentence("The {name} does not start; restart the machine.", name=self.name))
        self._newest.alive()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest frame that has not been given out; older ones are dropped.

        Raises VisionError when the camera is lost or has given no picture for `silent_s` seconds.
        """
        return self._newest.take(timeout_s)

    def close(self) -> None:
        """Ends the source and its child process."""
        self.ended = True
        self._newest.end()
        self._child.kill()
        self._thread.join(2.0)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _started(
        self, camera: int, width: int, height: int, settings: CsiSettings, python: Sequence[str]
    ) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
        width, height = width // 2 * 2, height // 2 * 2
        small = (min(width, SMALL_WIDTH_PX), round(min(width, SMALL_WIDTH_PX) * height / width / 2) * 2)
        hearing, saying = os.pipe()
        lens = -1.0 if settings.lens is None else settings.lens
        light = (settings.mains_hz, int(settings.holds_light), lens)
        numbers = (camera, width, height, *small, settings.fps, *light, _SLOTS, self._memory, saying)
        try:
            child = subprocess.Popen(
                [*python, str(_CHILD), *map(str, numbers)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(self._memory, saying),
                env={**os.environ, "LIBCAMERA_LOG_LEVELS": "*:WARN"},
                bufsize=0,
            )
        except OSError as error:
            os.close(hearing)
            os.close(self._memory)
            raise VisionError(
                "The {name} needs the system's own Python: {python} cannot be run.", name=self.name, python=python[0]
            ) from error
        finally:
            os.close(saying)
        return child, os.fdopen(hearing, "rb")

    def _listen(self, words: IO[bytes]) -> None:
        """The camera's thread: hears the child until it is gone, then reaps it."""
        shared: tuple[mmap.mmap, _Sizes] | None = None
        with words:
            for line in words:
                word, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
                if word == "ready":
                    sizes = _Sizes(*map(int, rest.split()))
                    shared = mmap.mmap(self._memory, _SLOTS * sizes.slot), sizes
                    self._is_ready = True
                    self._answered.set()
                elif word == "frame" and shared is not None:
                    self._take(*shared, int(rest))
                elif word == "wait":
                    self._newest.alive()
                elif word == "sorry":
                    self._why = self._sentence(*rest.split(" ", 1))
                    self._newest.fail(self._why)
        self._child.wait()  # a process that hangs in the driver keeps this thread, and so its name
        os.close(self._memory)
        if self._child.stdin is not None:
            self._child.stdin.close()
        if not self._why:
            self._hearing.join(_LAST_WORDS_S)  # why it ended may be told after it did
            self._why = self._sentence("ended", self._errors[-1] if self._errors else "")
        self._newest.fail(self._why)
        self._answered.set()

    def _take(self, memory: mmap.mmap, sizes: _Sizes, slot: int) -> None:
        plane = np.frombuffer(memory, np.uint8, sizes.slot, slot * sizes.slot)
        # every view keeps `plane` alive: when the last is gone, the child may write there again
        weakref.finalize(plane, _free, self._child, slot).atexit = False
        small = plane[sizes.luma :].reshape(sizes.small_height * 3 // 2, sizes.small_width)
        bgr = as_image(cv2.cvtColor(small, cv2.COLOR_YUV2BGR_I420))
        self._newest.put(plane[: sizes.luma].reshape(sizes.height, sizes.width), bgr)

    def _hear_errors(self) -> None:
        """Keeps the last words of the driver, which say more than an exception."""
        assert self._child.stderr is not None
        with self._child.stderr as errors:
            for line in errors:
                self._hear_error(line)

    def _hear_error(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").strip()
        if _LOST in text:
            self._newest.fail(
                f"The {self.name} has stopped sending pictures; check its ribbon cable at both ends, "
                "it is tried again by itself."
            )
        if text and not _CHATTER.match(text):
            self._errors.append(text)

    def _sentence(self, why: str, text: str = "") -> Sentence:
        name, detail = self.name, f" ({text.rstrip('.')[:160]})" if text else ""
        match why:
            case "missing":
                install = "sudo apt install -y --no-install-recommends python3-picamera2"
                return Sentence(
                    "The {name} needs picamera2, which the system's Python does not have; run {install}.",
                    name=name,
                    install=install,
                )
            case "absent":
                return Sentence(
                    "The {name} is not there; check its ribbon cable at both ends, and restart the machine.", name=name
                )
            case "busy":
                return Sentence(
                    "The {name} is in use by another program; end that one first{detail}.", name=name, detail=detail
                )
        return Sentence(
            "The {name} has failed{detail}; check its ribbon cable at both ends. The companion keeps trying.",
            name=name,
            detail=detail,
        )


def _free(child: subprocess.Popen[bytes], slot: int) -> None:
    try:
        if child.stdin is not None:
            child.stdin.write(b"free %d\n" % slot)
    except (OSError, ValueError):
        pass  # the child is gone, and its memory with it
