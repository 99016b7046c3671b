"""Where do cards lie that came to the table? Outlines of their known size, at the known scale of a calibrated table, in
the place that changed alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import cv2
import numpy as np

from vision._pixels import Box, as_image, cropped
from vision.faces.flat import CardSize, Corners, Floats, Places
from vision.types import Image

ToMm = Callable[[Places], Places]
"""Takes pixels of a picture (N x 2) to millimetres on the table."""

_SOFT_PX: Final = 1.2
_CLOSE_MM: Final = 2.5
_CLOSE_PARTS_MM: Final = 14.0  # apart lie the parts in which a card differs from another on which it lies
_LOW_LEVELS: Final = (16.0, 10.0, 7.0)
_OFF: Final = 0.07  # a card is as large as it should be but for this
_LEVELS: Final = (28.0, 16.0, 45.0, 10.0)  # of the change, in Lab: shadows are weaker than cards
_FEW: Final = 6000  # pixels are enough to find the light by
_DARK: Final = 15
_BRIGHT: Final = 248
_STILL: Final = 12.0  # grey levels: less is no change
_LEAST_PIXELS: Final = 200
_LEAST_SHARE: Final = 0.82  # of its rectangle, that an outline fills
_SHORT: Final = 0.05  # an outline may be so much smaller than the card
_FRAYED: Final = 0.14  # the same where its rim is of the colour of what it lies on
_LEAST_FRAYED: Final = 0.6
_FRAYED_MM: Final = 2.5  # where such a card lies is not known better: its print says it
_NEAR_MM: Final = 2.5  # the edge of a card is looked for on either side of where it is thought to be
MIDDLE: Final = (0.12, 0.88)  # this part of a side is straight
_STRAIGHT_MM: Final = 1.8  # an outline is straight that leaves a line by less: corners are round
_SIDE_MM: Final = 18.0  # so much of both sides is seen at a corner that says where a card lies
_SIDE_OF_PART_MM: Final = 13.0
_ROUND_MM: Final = 8.0  # by so much a corner of a part may be cut off
_SQUARE: Final = 0.1  # cosine of the angle at a corner, at most
_WITHIN: Final = 0.9  # of what changed lies on the card
_LEAST_MM2: Final = 500.0
_MOST_PLACES: Final = 6  # tried for one outline
APART_MM: Final = 1.5  # places that are nearer to each other are one


def mean_of(pictures: Sequence[Image]) -> Image:
    """Pictures of one still place as one with less noise."""
    if len(pictures) == 1:
        return pictures[0]
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return as_image(np.rint(total / len(pictures)))


def changed_cards(now: Image, before: Image, size: CardSize, to_mm: ToMm, place: Box | None = None) -> list[Corners]:
    """The corners of the cards that lie free where a picture (BGR) differs from the one before: clockwise, from one end
    of a short side when the card is upright (which of the two ends is top is for the print to say).

    Where only a part of a card differs, since it lies on something of its own colour, and no outline is whole: the
    places where one may lie, by the corners that are seen. The print tells which of them is true, if any."""
    if place is not None:
        inside = changed_cards(cropped(now, place), cropped(before, place), size, moved_by(to_mm, place))
        return [corners + np.array(place[:2], np.float32) for corners in inside]
    change = change_of(now, before)
    px_per_mm = px_per_mm_at(to_mm, now.shape[1] / 2, now.shape[0] / 2)
    outlines = outlines_of(change, px_per_mm, _CLOSE_MM, _LEVELS)
    whole = _whole(outlines, change, size, to_mm, px_per_mm)
    if whole:
        return whole
    parts = outlines_of(change, px_per_mm, _CLOSE_PARTS_MM, _LOW_LEVELS)
    found = _whole(parts, change, size, to_mm, px_per_mm) + by_corners(outlines, size, to_mm, px_per_mm)
    for outline in (*outlines, *parts):
        corners = _card(outline, size, to_mm, _FRAYED, _LEAST_FRAYED)
        if corners is not None and all(apart_px(corners, other) > _FRAYED_MM * px_per_mm for other in found):
            found.append(corners)
    return found


def laid(on_card: Places, places: Places, size: CardSize, near: Corners, to_mm: ToMm) -> Corners:
    """The corners of a card of this size in a picture, which are `near` these, as it lies if some points of it (mm from
    its top left corner) are at these places of the table (mm)."""
    middle, at = on_card.mean(axis=0), places.mean(axis=0)
    u, _, v = np.linalg.svd((on_card - middle).T @ (places - at))
    turn = u @ np.diag((1.0, float(np.sign(np.linalg.det(u @ v))))) @ v
    wide, high = size.width_mm, size.height_mm
    box = (np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) - middle) @ turn + at
    found = _pixels(np.asarray(box, np.float32), near.astype(np.float64), to_mm)
    return near if found is None else found


# -- inside ------------------------------------------------------------------------------------------------------------


def moved_by(to_mm: ToMm, place: Box) -> ToMm:
    return lambda pixels: to_mm(pixels + np.array(place[:2], np.float64))


def change_of(now: Image, before: Image) -> Floats:
    one, other = (cv2.GaussianBlur(picture, (0, 0), _SOFT_PX) for picture in (now, before))
    other = _exposed(as_image(other), as_image(one))
    lab_one, lab_other = (cv2.cvtColor(each, cv2.COLOR_BGR2LAB).astype(np.float32) for each in (one, other))
    return np.asarray(np.linalg.norm(lab_one - lab_other, axis=2), np.float32)


def _exposed(before: Image, now: Image) -> Image:
    """The picture before, as it would be if the camera had been set as it is now: one that sets its light itself makes
    the whole table darker when a white card comes."""
    old, new = (_few_of(picture) for picture in (before, now))
    usable = ((old > _DARK) & (old < _BRIGHT) & (new < _BRIGHT)).all(axis=1)
    old, new = old[usable], new[usable]
    if len(old) < _LEAST_PIXELS:
        return before
    gain = np.median(new / old, axis=0)
    for _ in range(3):
        still = (np.abs(new - gain * old) < _STILL).all(axis=1)
        gain = (new[still] * old[still]).sum(axis=0) / np.maximum(1, (old[still] ** 2).sum(axis=0))
    if int(still.sum()) <= int((np.abs(new - old) < _STILL).all(axis=1).sum()):
        return before
    expected = cv2.LUT(before, as_image(np.clip(np.arange(256)[None, :, None] * gain, 0, 255)))
    lit = (before > _BRIGHT).any(axis=2)  # nobody knows how bright it really was there
    expected[lit] = np.maximum(expected[lit], now[lit])
    return as_image(expected)


def _few_of(picture: Image) -> Floats:
    step = max(1, round(math.sqrt(picture.shape[0] * picture.shape[1] / _FEW)))
    return picture[::step, ::step].reshape(-1, 3).astype(np.float32)


def _whole(outlines: Sequence[Any], change: Floats, size: CardSize, to_mm: ToMm, px_per_mm: float) -> list[Corners]:
    """The cards of which an outline is whole."""
    found: list[Corners] = []
    for outline in outlines:
        corners = _card(outline, size, to_mm)
        if corners is not None and not any(_same(corners, other) for other in found):
            found.append(sharp(corners, change, px_per_mm))
    return [_stiff(corners, size, to_mm) for corners in found if _fits(to_mm(corners.astype(np.float64)), size)]


def _stiff(corners: Corners, size: CardSize, to_mm: ToMm) -> Corners:
    """The nearest place that a card of this size can have: one of its sides may have been taken for another line."""
    short, long = sorted((size.width_mm, size.height_mm))
    card = np.array([(0, 0), (short, 0), (short, long), (0, long)])
    return laid(card, to_mm(corners.astype(np.float64)), CardSize(short, long), corners, to_mm)


def outlines_of(
    change: Floats, px_per_mm: float, close_mm: float, levels: Sequence[float], hidden: Image | None = None
) -> list[Any]:
    """The outlines of what differs, by several limits, each with its gaps closed; without what is hidden."""
    close, open_ = (np.ones((max(3, round(mm * px_per_mm) | 1),) * 2, np.uint8) for mm in (close_mm, _CLOSE_MM))
    found: list[Any] = []
    for level in levels:
        mask = cv2.morphologyEx(as_image((change > level) * 255), cv2.MORPH_CLOSE, close)
        if hidden is not None:
            mask = cv2.bitwise_and(mask, cv2.bitwise_not(hidden))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, open_)
        found += cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return found


def by_corners(
    outlines: Sequence[Any], size: CardSize, to_mm: ToMm, px_per_mm: float, is_one: bool = True
) -> list[Corners]:
    """Where a card may lie of which only a part is seen. `is_one`: all of an outline is of the same card."""
    found: list[Corners] = []
    near = APART_MM * px_per_mm
    for outline in outlines:
        if cv2.contourArea(outline) < _LEAST_MM2 * px_per_mm**2:
            continue
        pixels = outline.reshape(-1, 2).astype(np.float64)
        for box in _at_corners(to_mm(pixels).astype(np.float32), size, is_one):
            seen = _pixels(box, pixels, to_mm)
            corners = None if seen is None else upright(seen)
            if corners is not None and not any(apart_px(corners, other) < near for other in found):
                found.append(corners)
    return found


def _at_corners(outline: Floats, size: CardSize, is_one: bool) -> list[Floats]:
    """The rectangles as large as a card that have a corner where an outline (mm) has one, those of which more is seen
    first."""
    short, long = sorted((size.width_mm, size.height_mm))
    shape = np.asarray(cv2.approxPolyDP(outline[:, None], _STRAIGHT_MM, True).reshape(-1, 2), np.float32)
    hull, area = cv2.convexHull(outline), cv2.contourArea(outline)
    found: list[tuple[float, Floats]] = []
    for at, one, other in _right_angles(shape, _SIDE_MM if is_one else _SIDE_OF_PART_MM, 0.0 if is_one else _ROUND_MM):
        seen = float(np.linalg.norm(one)), float(np.linalg.norm(other))
        along, across = _axes(one / seen[0], other / seen[1], seen[0] > seen[1])
        for wide, high in ((short, long), (long, short)):
            box = np.array([at, at + wide * along, at + wide * along + high * across, at + high * across], np.float32)
            is_within = not is_one or cv2.intersectConvexConvex(box, hull)[0] >= _WITHIN * area
            is_short = seen[0] < (1 + _OFF) * wide and seen[1] < (1 + _OFF) * high
            if is_within and (is_short or not is_one):
                found.append((sum(seen), box))
    most = _MOST_PLACES if is_one else 4 * _MOST_PLACES
    return [box for _, box in sorted(found, key=lambda each: -each[0])[:most]]


def _right_angles(shape: Floats, least: float, cut: float) -> Iterator[tuple[Floats, Floats, Floats]]:
    """The corners of an outline whose sides are at right angles and long enough, each with both sides as seen from it.
    `cut`: by so much a corner may be cut off, as that of a card is round."""
    ends = [(shape[n - 1], shape[n]) for n in range(len(shape))]
    long = [(a, b) for a, b in ends if float(np.linalg.norm(b - a)) >= least]
    for n, (c, d) in enumerate(long):
        a, b = long[n - 1]
        u, v = b - a, d - c
        turn = float(u[0] * v[1] - u[1] * v[0])
        size = float(np.linalg.norm(u) * np.linalg.norm(v))
        if abs(float(u @ v)) > _SQUARE * size or float(np.linalg.norm(c - b)) > cut:
            continue
        far = float((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / turn
        at = np.asarray(a + far * u, np.float32)
        yield at, a - at, d - at


def _axes(one: Floats, other: Floats, by_first: bool) -> tuple[Floats, Floats]:
    """Two directions at right angles: of the longer side, which is known better, and across it."""
    along = one if by_first else other
    across = np.array([-along[1], along[0]], np.float32)
    if float(across @ (other if by_first else one)) < 0:
        across = -across
    return (along, across) if by_first else (across, along)


def apart_px(one: Corners, other: Corners) -> float:
    """How far the corners of two cards are apart at most, either way up."""
    return min(float(np.abs(np.roll(one, turn, axis=0) - other).max()) for turn in (0, 2))


def px_per_mm_at(to_mm: ToMm, x: float, y: float) -> float:
    a, b, c = to_mm(np.array([(x, y), (x + 10, y), (x, y + 10)]))
    return 10 / max(1e-6, float(np.sqrt(abs(np.linalg.det(np.stack([b - a, c - a]))))))


def _card(
    outline: Any, size: CardSize, to_mm: ToMm, short_of: float = _SHORT, least: float = _LEAST_SHARE
) -> Corners | None:
    """The corners of an outline that is as large as a card, or so much (a share of its sides) smaller."""
    hull = cv2.convexHull(outline).reshape(-1, 2).astype(np.float64)
    if len(hull) < 4:
        return None
    places = to_mm(hull).astype(np.float32)
    middle, (wide, high), angle = cv2.minAreaRect(places)
    if wide > high:
        wide, high, angle = high, wide, angle + 90
    short, long = sorted((size.width_mm, size.height_mm))
    grown = 2.0  # a blurred edge lies a little outside
    if not all(-short_of * one < seen - one < _OFF * one + grown for seen, one in ((wide, short), (high, long))):
        return None
    if cv2.contourArea(places) < least * wide * high:
        return None
    box = cv2.boxPoints((middle, (short, long), angle))
    pixels = _pixels(box, hull, to_mm)
    return None if pixels is None else upright(pixels)


def _pixels(box: Any, hull: Places, to_mm: ToMm) -> Corners | None:
    """The pixels of places in mm, by the places of the outline's pixels around them."""
    around = cv2.boundingRect(hull.astype(np.float32))
    x, y, w, h = around
    few = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float32)
    back = cv2.getPerspectiveTransform(to_mm(few.astype(np.float64)).astype(np.float32), few)
    return np.asarray(cv2.perspectiveTransform(np.asarray(box, np.float32)[None], back)[0], np.float32)


def upright(corners: Corners) -> Corners:
    """Clockwise, a short side first."""
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    first, second = (float(np.linalg.norm(corners[n + 1] - corners[n])) for n in (0, 1))
    return np.ascontiguousarray(np.roll(corners, 0 if first <= second else -1, axis=0), np.float32)


def sharp(corners: Corners, change: Floats, px_per_mm: float) -> Corners:
    """The corners where the edges of the card are: where the change rises most steeply across each side."""
    lines = []
    reach = _NEAR_MM * px_per_mm
    steps = np.linspace(-reach, reach, 2 * max(4, round(reach * 2)) + 1, dtype=np.float32)
    for n in range(4):
        start, side = corners[n], corners[(n + 1) % 4] - corners[n]
        out = np.array([side[1], -side[0]], np.float32) / max(1.0, float(np.linalg.norm(side)))
        part = np.linspace(*MIDDLE, 48, dtype=np.float32)[:, None]
        spots = (start + part * side)[:, None] + steps[None, :, None] * out
        rows = cv2.remap(change, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        fall = rows[:, :-2] - rows[:, 2:]
        best = fall.argmax(axis=1)
        strong = fall.max(axis=1) > max(4.0, 0.4 * float(np.median(fall.max(axis=1))))
        edge = spots[np.arange(len(best)), best + 1][strong]
        if len(edge) < 12:
            return corners
        lines.append(cv2.fitLine(edge.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    found = []
    for n in range(4):
        (ux, uy, x, y), (vx, vy, p, q) = lines[n - 1], lines[n]
        turn = float(ux * vy - uy * vx)
        if abs(turn) < 0.5:
            return corners
        far = float((p - x) * vy - (q - y) * vx) / turn
        found.append((x + far * ux, y + far * uy))
    return np.array(found, np.float32)


def _fits(places: Places, size: CardSize) -> bool:
    """Whether four corners are as far from one another as a card's, and at right angles."""
    sides = np.linalg.norm(np.roll(places, -1, axis=0) - places, axis=1)
    short, long = sorted((size.width_mm, size.height_mm))
    return bool((np.abs(sides / (short, long, short, long) - 1) < _OFF).all())


def _same(one: Corners, other: Corners) -> bool:
    return cv2.pointPolygonTest(other, tuple(float(v) for v in one.mean(axis=0)), False) >= 0
