"""A phone that lies above the table: its browser sends pictures, and here they become frames like any camera's.

A phone sends a picture only when something on the table has changed and come to rest. The last one is given out again
and again while the phone says that it is alive, so that whoever compares pictures sees a table that lies still.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from vision._pixels import grey
from vision.reading.photo import checked_size, open_photo
from vision.types import Clock, Frame, Image, VisionError
from words import Sentence

ALIVE_S: Final = 6.0
"""A phone that has said nothing for so long sleeps, or is out of reach; it says something every two seconds."""
MOST_BYTES: Final = 12_000_000
MOST_PIXELS: Final = 17_000_000
"""A little more than the largest that phones film in; a picture of more would fill a small machine."""
_REPEAT_S: Final = 0.25
_AT_ONCE: Final = 4
"""So often a new picture is given out without a pause: the phone has waited already until it came to rest."""


class PhoneInbox:
    """Where the pages lay what a phone sends, and the eye finds it: the newest only. Safe from any thread."""

    def __init__(self, clock: Clock = time.monotonic, colour: bool = True) -> None:
        self.clock = clock
        self.colour = colour
        self.name = "phone"
        self._news = threading.Condition()
        self._picture: bytes | None = None
        self._heard_s: float | None = None
        self._is_wanted = True

    def offer(self, picture: bytes) -> None:
        """A picture; an older one that nobody has looked at is dropped. Raises VisionError with one sentence for what
        is no picture or has too many bytes or pixels, which its first bytes tell."""
        checked_size(picture, MOST_BYTES, MOST_PIXELS)
        with self._news:
            self._picture = picture
            self._heard_s = self.clock()
            self._is_wanted = False
            self._news.notify_all()

    def hear(self) -> None:
        """The phone is there and has nothing new to show."""
        with self._news:
            self._heard_s = self.clock()

    def leave(self) -> None:
        """The phone is the camera no longer."""
        with self._news:
            self._picture = self._heard_s = None
            self._is_wanted = True
            self._news.notify_all()

    def ask(self) -> None:
        """A picture is wanted also of a table that lies still."""
        with self._news:
            self._is_wanted = True

    @property
    def is_wanted(self) -> bool:
        """Whether the phone is to send a picture at once."""
        with self._news:
            return self._is_wanted

    @property
    def silent_s(self) -> float | None:
        """How long the phone has said nothing; None when there is none."""
        with self._news:
            return None if self._heard_s is None else self.clock() - self._heard_s

    @property
    def is_alive(self) -> bool:
        """Whether a phone is there."""
        silent_s = self.silent_s
        return silent_s is not None and silent_s <= ALIVE_S

    def take(self, timeout_s: float) -> bytes | None:
        """The newest picture that was not taken yet; None when none comes in that time."""
        with self._news:
            self._news.wait_for(lambda: self._picture is not None, timeout_s)
            picture, self._picture = self._picture, None
            return picture


class PhoneSource:
    """The frames of whichever phone is the camera. One that is not there yet is waited for without a word; one that was
    there and falls silent is told as any camera that fails."""

    def __init__(self, inbox: PhoneInbox) -> None:
        self.name = inbox.name
        self.ended = False
        self._inbox = inbox
        self._image: Image | None = None
        self._number = 0
        self._given = 0  # how often the picture was given out
        inbox.ask()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest picture, or the last one again; None when there is none yet.

        Raises VisionError when the phone has fallen silent."""
        picture = self._inbox.take(timeout_s if self._image is None else min(timeout_s, self._pause_s))
        if picture is not None:
            self._open(picture)
        self._given += 1
        if self._image is None or self.ended:
            return None
        if not self._inbox.is_alive:
            raise VisionError(
                Sentence(
                    "The phone that is the camera is silent; wake it, and look whether it is still in the Wi-Fi. "
                    "It goes on by itself."
                )
            )
        self._number += 1
        return Frame(self._image, self._inbox.clock(), self._number)

    @property
    def _pause_s(self) -> float:
        return 0.0 if self._given < _AT_ONCE else _REPEAT_S

    def close(self) -> None:
        """Ends the source; the phone may stay."""
        self.ended = True

    def _open(self, picture: bytes) -> None:
        try:
            pixels = open_photo(picture, MOST_BYTES, MOST_PIXELS)
        except VisionError:
            self._inbox.ask()  # it was damaged on the way: the next one will do
        else:
            self._given = 0
            self._image = pixels if self._inbox.colour else grey(pixels)
