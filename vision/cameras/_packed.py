"""Frames as a camera packed them: small and grey at once, in full only when somebody looks closer.

A table at rest needs no more than the motion gate's small picture, and to unpack a JPEG at a quarter or an eighth, in
grey, takes a fraction of the time that the whole of it takes.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision._header import encoded_size
from vision._pixels import as_image, resized
from vision.types import Frame, Image

_LEAST_PX = 16  # a broken transfer comes as a picture of one row
_LEAST_SMALL_PX = 320  # what moves must be seen in the small picture
_HEADER_BYTES = 65_536  # these tell the size
_USUAL = 16  # pictures in a row of a table at rest
_UNSEEN_S = 0.24  # so long it may go unseen, if its pictures take as much as they did
_SIZE_SLACK = 0.001  # of the size; noise makes them differ by half of that, a small token by three times as much
_REDUCED = {8: cv2.IMREAD_REDUCED_GRAYSCALE_8, 4: cv2.IMREAD_REDUCED_GRAYSCALE_4, 2: cv2.IMREAD_REDUCED_GRAYSCALE_2}


@dataclass(frozen=True, eq=False)
class Packed:
    """A JPEG from a camera (its bytes as a row of numbers), and its size when unpacked."""

    data: Image
    size_px: tuple[int, int]
    is_colour: bool

    @classmethod
    def of(cls, data: Image, is_colour: bool) -> Packed | None:
        """None when it is no picture."""
        size = encoded_size(data.ravel()[:_HEADER_BYTES].tobytes())
        return None if size is None or min(size) < _LEAST_PX else cls(data, size, is_colour)

    def small(self) -> Image:
        """A small grey picture. Where it is torn, all black: then nothing can be told from it."""
        width, height = self.size_px
        times = next((times for times in _REDUCED if width // times >= _LEAST_SMALL_PX), 1)
        small = _unpacked(self.data, _REDUCED.get(times, cv2.IMREAD_GRAYSCALE))
        if small is None:
            return np.zeros((height // times, width // times), np.uint8)
        # the decoder rounds up: the last row and column may stand for less than a whole pixel of ours
        return small[: height // times, : width // times]

    def image(self) -> Image:
        """The whole picture (BGR or grey). Where it is torn, the small one enlarged: nothing is read in it."""
        whole = _unpacked(self.data, cv2.IMREAD_COLOR if self.is_colour else cv2.IMREAD_GRAYSCALE)
        return resized(small := self.small(), self.size_px[0] / small.shape[1]) if whole is None else whole


class PackedFrame(Frame):
    """A frame whose `image` and `small` are unpacked when they are first asked for, and kept. May be asked from any
    thread."""

    def __init__(self, packed: Packed, taken_s: float, number: int) -> None:
        for name, value in (("taken_s", taken_s), ("number", number), ("_packed", packed)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_unpacking", threading.Lock())

    @property
    def image(self) -> Image:
        """See Frame."""
        return self._made("image", self._packed.image)

    @property
    def small(self) -> Image:
        """See Frame; in grey."""
        return self._made("small", self._packed.small)

    def _made(self, name: str, unpack: Callable[[], Image]) -> Image:
        with self._unpacking:
            if name not in self.__dict__:
                self.__dict__[name] = unpack()
        return as_image(self.__dict__[name])

    @property
    def size_px(self) -> tuple[int, int]:
        """See Frame; without unpacking."""
        return self._packed.size_px

    @property
    def packed_bytes(self) -> int:
        """How much it takes as the camera packed it."""
        return self._packed.data.size

    @property
    def jpeg(self) -> bytes:
        """The picture as the camera packed it."""
        return self._packed.data.tobytes()

    _packed: Packed
    _unpacking: threading.Lock


class UsualSizes:
    """Tells by its size alone whether a packed picture may stay packed: those of a table at rest take about as much as
    each other, and a card or a hand changes that. Never for long: what changes no size is seen a little later."""

    def __init__(self) -> None:
        self._sizes: deque[int] = deque(maxlen=_USUAL)
        self._seen_s = -math.inf

    def see(self, frame: Frame, is_at_rest: bool) -> None:
        """This frame was looked at."""
        self._seen_s = frame.taken_s
        if not is_at_rest:
            self._sizes.clear()
        elif isinstance(frame, PackedFrame):
            self._sizes.append(frame.packed_bytes)

    def hold(self, frame: Frame) -> bool:
        """Whether this frame need not be looked at."""
        if not isinstance(frame, PackedFrame) or len(self._sizes) < _USUAL or frame.taken_s >= self._seen_s + _UNSEEN_S:
            return False
        slack = _SIZE_SLACK * self._sizes[0]
        return min(self._sizes) - slack <= frame.packed_bytes <= max(self._sizes) + slack


def _unpacked(data: Image, how: int) -> Image | None:
    try:
        pixels = cv2.imdecode(np.asarray(data), how)
    except cv2.error:
        return None
    return None if pixels is None else as_image(pixels)
