"""Codes that are known by their looks: what has been read, and looks as it did then, is not read again.

Ours are compared pixel by pixel in the picture itself, since another code in the same place looks alike from afar; a
poster full of codes that are not ours is left alone as long as the small picture of it stays the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision._pixels import Box, as_image, cropped, grey
from vision.table._memory import Lying
from vision.table.gate import GateView
from vision.types import Frame, Image, Sighting

_WORTH = 8  # so few codes are read again more quickly than painted over
_SAME = 8.0  # grey levels: mean difference of a place between two looks
_PAINT = 128
_ALIKE = 0.93  # correlation of a code's picture with that of before; near strangers among the codes reach 0.91
_ODD = 0.6  # of the contrast: so far may no place in it, of about a module, be off; with near strangers one is by 1.16

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
        same = [code for code in self._codes if _lies_in(code.sighting, boxes) and _looks_same(view, code)]
        if len(same) < _WORTH:
            return image, ()
        image = image.copy()
        paint = (_PAINT,) * (1 if image.ndim == 2 else 3)
        for code in same:
            corners = np.array(code.sighting.corners_px, np.float64)
            cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), paint)
        return image, tuple(replace(code.sighting, taken_s=view.frame.taken_s) for code in same)


class KnownCodes:
    """What codes looked like in the whole picture when they were read."""

    def __init__(self) -> None:
        self._looks: dict[tuple[str, tuple[tuple[float, float], ...]], Image] = {}

    def forget(self) -> None:
        """All of them have to be read again."""
        self._looks = {}

    def remember(self, frame: Frame, believed: Sequence[Sighting]) -> None:
        """The sightings that are believed after a look at this frame, older ones among them."""
        there = {(sighting.payload, sighting.corners_px): sighting for sighting in believed}
        new = [s for key, s in there.items() if key not in self._looks and s.taken_s == frame.taken_s]
        looks = {key: look for key, look in self._looks.items() if key in there}
        for sighting, box in zip(new, _boxes(new), strict=True):
            looks[sighting.payload, sighting.corners_px] = _cut(frame, box).copy()
        self._looks = looks

    def seen_again(
        self, frame: Frame, believed: Sequence[Sighting], boxes: Sequence[Box] | None
    ) -> tuple[Sighting, ...]:
        """Those of the codes in the boxes that are in plain view where they were, as seen now. None where everything is
        to be read (boxes None): that is what finds out what was read wrongly once."""
        if boxes is None:
            return ()
        return tuple(
            replace(sighting, taken_s=frame.taken_s)
            for sighting in believed
            if _lies_in(sighting, boxes) and self._looks_same(frame, sighting)
        )

    def _looks_same(self, frame: Frame, sighting: Sighting) -> bool:
        before = self._looks.get((sighting.payload, sighting.corners_px))
        now = None if before is None else _cut(frame, _boxes([sighting])[0])
        if before is None or now is None or now.shape != before.shape or now.size == 0:
            return False
        if float(cv2.matchTemplate(now, before, cv2.TM_CCOEFF_NORMED)[0, 0]) < _ALIKE:
            return False
        one, other = now.astype(np.float32), before.astype(np.float32)
        contrast = max(1.0, float(one.std()))
        odd = (one - one.mean()) / contrast - (other - other.mean()) / max(1.0, float(other.std()))
        return float(np.abs(cv2.blur(odd, (3, 3))).max()) < _ODD


def _boxes(sightings: Sequence[Sighting]) -> list[Box]:
    """The boxes around these codes in the picture; an empty one where a code reaches out of it."""
    corners = np.array([sighting.corners_px for sighting in sightings], np.float64).reshape(-1, 4, 2)
    least, most = np.floor(corners.min(axis=1)).astype(np.int64), np.ceil(corners.max(axis=1)).astype(np.int64)
    size = np.where(least.min(axis=1, keepdims=True) < 0, 0, most - least)
    return [(x, y, w, h) for x, y, w, h in np.concatenate([np.maximum(least, 0), size], axis=1).tolist()]


def _cut(frame: Frame, box: Box) -> Image:
    """The part of the picture, in grey, in a box."""
    return grey(cropped(frame.image, box)) if box[2] and box[3] else np.zeros((0, 0), np.uint8)


def _lies_in(sighting: Sighting, boxes: Sequence[Box] | None) -> bool:
    x, y = sighting.corners_px[0]
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
