"""Pictures that are drawn on again: a fresh one of many megabytes has to be cleared by the system each time."""

from __future__ import annotations

import sys

import numpy as np

from vision.types import Image

_MOST = 2  # the one that is looked at, and the one that is drawn
_OURS = 2  # references to a picture that nobody else has: the list's, and the one with which it is counted


class SparePictures:
    """Some pictures of one size. Used by one thread; its pictures may be looked at by any."""

    def __init__(self) -> None:
        self._made: list[Image] = []

    def picture(self, shape: tuple[int, ...]) -> Image:
        """A picture with anything on it, of which nobody else has any part."""
        self._made = [one for one in self._made if one.shape == shape]
        for number in range(len(self._made)):
            if sys.getrefcount(self._made[number]) <= _OURS:  # a part of a picture refers to the whole one
                return self._made[number]
        made = np.empty(shape, np.uint8)
        if len(self._made) < _MOST:
            self._made.append(made)
        return made
