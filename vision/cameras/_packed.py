"""Frames as a camera packed them: small and grey at once, in full only when somebody looks closer.

A table at rest needs no more than the motion gate's small picture, and to unpack a JPEG at a quarter or an eighth, in
grey, takes a fraction of the time that the whole of it takes.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import cv2
import numpy as np

from vision._header import encoded_size
from vision._pixels import as_image, resized
from vision.types import Frame, Image

_LEAST_PX = 16  # a broken transfer comes as a picture of one row
_LEAST_SMALL_PX = 320  # what moves must be seen in the small picture
_REDUCED = {8: cv2.IMREAD_REDUCED_GRAYSCALE_8, 4: cv2.IMREAD_REDUCED_GRAYSCALE_4, 2: cv2.IMREAD_REDUCED_GRAYSCALE_2}


@dataclass(frozen=True, eq=False)
class Packed:
    """A JPEG from a camera (its bytes as a row of numbers), its size when unpacked, and a small grey picture of it."""

    data: Image
    size_px: tuple[int, int]
    small: Image
    is_colour: bool

    @classmethod
    def of(cls, data: Image, is_colour: bool) -> Packed | None:
        """None when it is no picture, or a torn one."""
        size = encoded_size(data.tobytes())
        if size is None or min(size) < _LEAST_PX:
            return None
        times = next((times for times in _REDUCED if size[0] // times >= _LEAST_SMALL_PX), 1)
        small = _unpacked(data, _REDUCED.get(times, cv2.IMREAD_GRAYSCALE))
        if small is None:
            return None
        # the decoder rounds up: the last row and column may stand for less than a whole pixel of ours
        return cls(data, size, small[: size[1] // times, : size[0] // times], is_colour)

    def image(self) -> Image:
        """The whole picture (BGR or grey). Where the rest of it turns out to be torn, the small one enlarged: nothing
        is read in it."""
        whole = _unpacked(self.data, cv2.IMREAD_COLOR if self.is_colour else cv2.IMREAD_GRAYSCALE)
        return resized(self.small, self.size_px[0] / self.small.shape[1]) if whole is None else whole


class PackedFrame(Frame):
    """A frame whose `image` is unpacked when it is first asked for, and kept. May be asked from any thread."""

    def __init__(self, packed: Packed, taken_s: float, number: int) -> None:
        for name, value in (("taken_s", taken_s), ("number", number), ("small", packed.small)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_packed", packed)
        object.__setattr__(self, "_unpacking", threading.Lock())

    def __getattr__(self, name: str) -> Image:
        """Called for what is not there yet, which is the image alone."""
        if name != "image":
            raise AttributeError(name)
        with self._unpacking:
            if name not in self.__dict__:
                object.__setattr__(self, name, self._packed.image())
        return as_image(self.__dict__[name])

    @property
    def size_px(self) -> tuple[int, int]:
        """See Frame; without unpacking."""
        return self._packed.size_px

    @property
    def jpeg(self) -> bytes:
        """The picture as the camera packed it."""
        return self._packed.data.tobytes()

    _packed: Packed
    _unpacking: threading.Lock


def _unpacked(data: Image, how: int) -> Image | None:
    try:
        pixels = cv2.imdecode(np.asarray(data), how)
    except cv2.error:
        return None
    return None if pixels is None else as_image(pixels)
