"""Where may cards lie of which something is hidden: by other cards that are known, or by each other, as in a fan?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision._pixels import Box, as_image, cropped
from vision.faces.find import (
    APART_MM,
    MIDDLE,
    ToMm,
    apart_px,
    by_corners,
    change_of,
    laid,
    moved_by,
    outlines_of,
    px_per_mm_at,
)
from vision.faces.flat import CardSize, Corners, Mask, found_at
from vision.faces.reader import Named
from vision.types import Image

_STRIP: Final = 0.3  # of a card is read where a third is seen
_BEYOND_MM: Final = 4.0
_AFTER: Final = 0.95  # a strip is read after all that are whole
_LEAST_SEEN: Final = 0.2  # of a card
_ALL_SEEN: Final = 0.97
_MOST_PARTS: Final = 8  # places that are tried for cards that are partly hidden
_CLOSE_BAYS_MM: Final = 8.0  # where a card is of the colour of the table
_LEVELS_OF_PARTS: Final = (16.0, 10.0, 28.0)


@dataclass(frozen=True, eq=False)
class Part:
    """Where a card may lie of which something is hidden: its corners, and the pixels of the picture in which it is seen
    (None: all of it is, as of the uppermost card of a fan). `side`: the number of the side (from that corner to the
    next) along which it is seen, if what lies on it is not known: as the undermost card of a fan. `fits`: the rest
    of it lies under known cards."""

    corners: Corners
    open: Mask | None
    side: int | None = None
    fits: bool = False


def partly_seen(
    now: Image, before: Image, size: CardSize, to_mm: ToMm, covers: Sequence[Corners], place: Box
) -> list[Part]:
    """Where cards may lie that are hidden in part by `covers`, cards that are known to lie there, or by each other; the
    likeliest first. Each corner that is seen of what changed says where one may lie."""
    shift = np.array(place[:2], np.float32)
    one, other, moved = cropped(now, place), cropped(before, place), moved_by(to_mm, place)
    px_per_mm = px_per_mm_at(moved, one.shape[1] / 2, one.shape[0] / 2)
    change, hidden = change_of(one, other), as_image(np.zeros(one.shape[:2], np.uint8))
    for corners in covers:
        cv2.fillConvexPoly(hidden, np.round(corners - shift).astype(np.int32), 255)
    found: list[tuple[float, Part]] = []
    outlines = outlines_of(change, px_per_mm, _CLOSE_BAYS_MM, _LEVELS_OF_PARTS, hidden)
    for outline in outlines:
        there = np.zeros_like(hidden)
        cv2.drawContours(there, [outline], -1, 255, -1)
        for corners in by_corners([outline], size, moved, px_per_mm, is_one=False):
            if any(apart_px(corners, part.corners - shift) < APART_MM * px_per_mm for _, part in found):
                continue
            box = cv2.fillConvexPoly(np.zeros_like(hidden), np.round(corners).astype(np.int32), 255) > 0
            seen, covered = (float((plane[box] > 0).mean()) for plane in (there, hidden))
            if seen < _LEAST_SEEN:
                continue
            open_ = None
            if seen < _ALL_SEEN:
                open_ = np.zeros(now.shape[:2], np.bool_)
                open_[place[1] : place[1] + place[3], place[0] : place[0] + place[2]] = box & (there > 0)
            fits = open_ is not None and seen + covered >= _ALL_SEEN
            found.append((seen + covered, Part(corners + shift, open_, fits=fits)))
            side = _free_side(corners, there | hidden, px_per_mm) if seen + covered >= _ALL_SEEN else None
            if side is not None:
                strip = np.round(strip_of(corners, side, _STRIP) + shift).astype(np.int32)
                along = cv2.fillConvexPoly(np.zeros(now.shape[:2], np.uint8), strip, 1)
                found.append((_AFTER, Part(corners + shift, np.asarray(along > 0), side)))
    return [part for _, part in sorted(found, key=lambda each: -each[0])[:_MOST_PARTS]]


def strip_of(corners: Corners, side: int, share: float) -> Corners:
    """The part of a card along one of its sides that is so wide, as a share of the card."""
    a, b, c, d = (corners[(side + n) % 4] for n in range(4))
    return np.array([a, b, b + share * (c - b), a + share * (d - a)], np.float32)


def lies_at(answer: Named, guessed: Corners, size: CardSize, to_mm: ToMm) -> Corners:
    """The corners of a card that got a name at guessed ones, where what is seen of its print says that it lies."""
    if answer.fit is None:
        return guessed
    guessed = np.roll(guessed, 2, axis=0) if answer.is_turned else guessed
    open_ = answer.fit.seen.open
    x, y, w, h = (0, 0, *size.size_px) if open_ is None else cv2.boundingRect(as_image(open_ * 255))
    seen = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float64)
    places = to_mm(found_at(guessed, size, answer.fit.warp, seen).astype(np.float64))
    return laid((seen + 0.5) * (size.width_mm, size.height_mm) / size.size_px, places, size, guessed, to_mm)


# -- inside ------------------------------------------------------------------------------------------------------------


def _free_side(corners: Corners, taken: Image, px_per_mm: float) -> int | None:
    """The side of a card opposite the only one beyond which anything lies."""
    part = np.linspace(*MIDDLE, 24, dtype=np.float32)[:, None]
    beyond = []
    for n in range(4):
        start, side = corners[n], corners[(n + 1) % 4] - corners[n]
        out = np.array([side[1], -side[0]], np.float32) / max(1.0, float(np.linalg.norm(side)))
        spots = (start + part * side + _BEYOND_MM * px_per_mm * out)[None]
        beyond.append(float((cv2.remap(taken, spots[..., 0], spots[..., 1], cv2.INTER_NEAREST) > 0).mean()))
    other = [n for n in range(4) if beyond[n] > 0.5]
    return (other[0] + 2) % 4 if len(other) == 1 else None
