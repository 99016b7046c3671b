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
from vision.faces.reader import Named, Unsure
from vision.types import Image

_STRIP: Final = 0.3  # of a card is read where a third is seen
_BEYOND_MM: Final = 4.0
_MOSTLY: Final = 0.5
_ENDS: Final = 0.8  # of the outline of a strip: there it ends
_LEAST_SEEN: Final = 0.2  # of a card
_ALL_SEEN: Final = 0.97
_NEARLY_SEEN: Final = 0.88  # where the known cards of a fan end is not known to the millimetre
_MOST_WHOLE: Final = 6  # places that are tried for cards of which all is seen that no other card hides
_MOST_STRIPS: Final = 6  # the same where a strip is read
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
    strips: list[Part] = []
    beyond_px = _BEYOND_MM * px_per_mm
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
            is_whole = seen + covered >= _ALL_SEEN
            open_ = _in_picture(box & (there > 0), place, now) if seen < _ALL_SEEN else None
            likely = (seen + covered) * _bounded(corners, 4, there, beyond_px)
            found.append((likely, Part(corners + shift, open_, fits=open_ is not None and is_whole)))
            is_strip = seen + covered >= _NEARLY_SEEN
            for side in _open_sides(corners, there, hidden, beyond_px) if is_strip else ():
                strip = np.round(strip_of(corners, side, _STRIP)).astype(np.int32)
                along = cv2.fillConvexPoly(np.zeros_like(hidden), strip, 255) > 0
                strips.append(Part(corners + shift, _in_picture(along & (there > 0), place, now), side))
    likeliest = sorted(found, key=lambda each: -each[0])
    return [*(part for _, part in likeliest[:_MOST_WHOLE]), *strips[:_MOST_STRIPS]]


def strip_of(corners: Corners, side: int, share: float) -> Corners:
    """The part of a card along one of its sides that is so wide, as a share of the card."""
    a, b, c, d = (corners[(side + n) % 4] for n in range(4))
    return np.array([a, b, b + share * (c - b), a + share * (d - a)], np.float32)


def lies_at(answer: Named | Unsure, guessed: Corners, size: CardSize, to_mm: ToMm) -> Corners:
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


def _in_picture(inside: Mask, place: Box, picture: Image) -> Mask:
    """A mask of a place as one of the whole picture."""
    x, y, w, h = place
    found = np.zeros(picture.shape[:2], np.bool_)
    found[y : y + h, x : x + w] = inside
    return found


def _open_sides(corners: Corners, there: Image, hidden: Image, beyond_px: float) -> list[int]:
    """The sides of a card along which it may be seen alone, if what lies on it is not known: all around that part of it
    nothing lies that is not explained, and something does beyond the opposite side. Between two cards of a fan that are
    known, where several others lie, that may be known as well."""
    found = []
    for n in range(4):
        across = corners[(n + 2) % 4], corners[(n + 3) % 4]
        is_on = max(_share(plane, *across, beyond_px) for plane in (there, hidden)) > _MOSTLY
        is_seen = _share(there, corners[n], corners[(n + 1) % 4], -beyond_px) > _MOSTLY
        if (
            is_on
            and is_seen
            and _bounded(np.roll(strip_of(corners, n, _STRIP), 1, axis=0), 3, there, beyond_px) > _ENDS
        ):
            found.append(n)
    return found


def _bounded(corners: Corners, sides: int, there: Image, beyond_px: float) -> float:
    """The share of the first sides of a card, or of a part of one, beyond which nothing lies that is not explained."""
    ends = [(corners[n], corners[(n + 1) % 4]) for n in range(sides)]
    free = [(1 - _share(there, a, b, beyond_px), float(np.linalg.norm(b - a))) for a, b in ends]
    return sum(share * length for share, length in free) / max(1.0, sum(length for _, length in free))


def _share(plane: Image, start: Corners, end: Corners, beyond_px: float) -> float:
    """How much of a line beside a side, clockwise, of a card lies in a mask."""
    side = end - start
    out = np.array([side[1], -side[0]], np.float32) / max(1.0, float(np.linalg.norm(side)))
    places = start + np.linspace(*MIDDLE, 24, dtype=np.float32)[:, None] * side + beyond_px * out
    x, y = places[None, :, 0], places[None, :, 1]
    return float((cv2.remap(plane, x, y, cv2.INTER_NEAREST) > 0).mean())
