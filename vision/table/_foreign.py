"""A poster full of codes that are not ours: read once, then left alone as long as it looks the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision._pixels import Box, as_image
from vision.table._memory import Lying
from vision.table.gate import GateView
from vision.types import Image, Sighting

_WORTH = 8  # so few codes are read again more quickly than painted over
_SAME = 8.0  # grey levels: mean difference of a place between two looks
_PAINT = 128

_Part = tuple[slice, slice]


@dataclass(frozen=True, eq=False)
class _Code:
    sighting: Sighting
    part: _Part  # of the small picture
    looks: Image


class ForeignCodes:
    """Where foreign codes lie, and what those places looked like when they were read."""

    def __init__(self) -> None:
        self._codes: tuple[_Code, ...] = ()

    def forget(self) -> None:
        """The camera moved, or other codes are ours now: everything has to be read again."""
        self._codes = ()

    def remember(self, view: GateView, strangers: Sequence[Lying]) -> None:
        """The unknown tags that are believed after a look; what was read in it is known by its looks from now on."""
        known = {code.sighting.corners_px: code for code in self._codes}
        codes = []
        for item in strangers:
            code = known.get(item.sighting.corners_px)
            if code is None and item.sighting.taken_s == view.frame.taken_s:
                part = _part(view, item.sighting)
                code = _Code(item.sighting, part, view.small[part].copy())
            codes += [] if code is None else [code]
        self._codes = tuple(codes)

    def painted_over(self, view: GateView, boxes: Sequence[Box] | None) -> tuple[Image, tuple[Sighting, ...]]:
        """The frame's picture with all codes painted over that look as before, and those codes as seen now. `boxes`:
        what is going to be read of it (None: everything)."""
        image = view.frame.image
        if len(self._codes) < _WORTH:
            return image, ()
        same = [code for code in self._codes if _is_in(code, boxes) and _looks_same(view, code)]
        if len(same) < _WORTH:
            return image, ()
        image = image.copy()
        paint = (_PAINT,) * (1 if image.ndim == 2 else 3)
        for code in same:
            corners = np.array(code.sighting.corners_px, np.float64)
            cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), paint)
        return image, tuple(replace(code.sighting, taken_s=view.frame.taken_s) for code in same)


def _is_in(code: _Code, boxes: Sequence[Box] | None) -> bool:
    x, y = code.sighting.corners_px[0]
    return boxes is None or any(left <= x < left + w and top <= y < top + h for left, top, w, h in boxes)


def _part(view: GateView, sighting: Sighting) -> _Part:
    """The pixels of the small picture on which a code lies."""
    across, down = zip(*sighting.corners_px, strict=True)
    scale = view.small_px
    first_row, first_column = max(0, int(min(down) / scale)), max(0, int(min(across) / scale))
    last_row, last_column = math.ceil(max(down) / scale), math.ceil(max(across) / scale)
    return slice(first_row, max(first_row + 1, last_row)), slice(first_column, max(first_column + 1, last_column))


def _looks_same(view: GateView, code: _Code) -> bool:
    now = view.small[code.part]
    if now.shape != code.looks.shape or now.size == 0:
        return False
    return float(as_image(cv2.absdiff(now, code.looks)).mean()) < _SAME
