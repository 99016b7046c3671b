"""The newest frame of a camera that has its own thread: older ones are dropped, and silence is noticed."""

from __future__ import annotations

import threading

from vision.cameras._packed import Packed, PackedFrame
from vision.types import Clock, Frame, Image, VisionError
from words import Sentence


class Newest:
    """Handed from the thread that fetches frames to the one that looks at them. Safe from both.

    `silent_s`: how long a camera may give nothing before `take` raises VisionError.
    """

    def __init__(self, name: str, clock: Clock, silent_s: float) -> None:
        self._name = name
        self._clock = clock
        self._silent_s = silent_s
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._number = 0
        self._alive_s = clock()
        self._fault = ""
        self.ended = False

    def put(self, image: Image | Packed, small: Image | None = None) -> None:
        """A new frame, taken now; one that nobody has taken is dropped."""
        with self._news:
            self._number += 1
            self._alive_s = self._clock()
            if isinstance(image, Packed):
                self._frame = PackedFrame(image, self._alive_s, self._number)
            else:
                self._frame = Frame(image, self._alive_s, self._number, small=small)
            self._news.notify_all()

    def alive(self) -> None:
        """The camera has no frame to give yet, and is well."""
        with self._news:
            self._alive_s = self._clock()

    def fail(self, sentence: str) -> None:
        """The camera is lost: `take` raises this from now on. The first sentence stands."""
        with self._news:
            self._fault = self._fault or sentence
            self._news.notify_all()

    def end(self) -> None:
        """Nobody wants frames any more."""
        with self._news:
            self.ended = True
            self._frame = None
            self._news.notify_all()

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame that was not taken yet; None when none comes in that time.

        Raises VisionError when the camera is lost or has been silent for too long.
        """
        with self._news:
            self._news.wait_for(lambda: self._frame is not None or self.ended or bool(self._fault), timeout_s)
            frame, self._frame = self._frame, None
            if frame is not None or self.ended:
                return frame
            if self._fault:
                raise VisionError(self._fault)
            if self._clock() - self._alive_s > self._silent_s:
                raise VisionError(
                    "The {name} gives no pictures any more; check its cable. The companion keeps trying.",
                    name=self._name,
                )
            return None


def is_stuck(thread_name: str) -> bool:
    """Whether a camera thread of this name was given up and still hangs in its driver: a second one would hang too,
    and threads would pile up."""
    return any(thread.name == thread_name for thread in threading.enumerate())


def stuck_sentence(name: str) -> Sentence:
    """What is said while the driver holds a thread."""
    return Sentence(
        "The {name} hangs in its driver; unplug it, wait ten seconds and plug it in again, or restart the machine.",
        name=name,
    )
