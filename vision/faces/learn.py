"""A deck is learned from pictures of its cards: several lie in one, are taken apart, straightened, and held against
those that are known already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision._pixels import as_image, resized
from vision.faces._fit import RIM_PX, STRIDE_PX, WINDOW_PX, Fit, fitted
from vision.faces.find import sharp, upright
from vision.faces.flat import EDGE_PX, PX_PER_MM, CardSize, Corners, Floats, flat_of
from vision.faces.looks import SAME, Look, Looks
from vision.faces.reader import LEAST_PRINT, SHAPE, Answer, FaceReader
from vision.types import Image

_FINER: Final = 2  # times PX_PER_MM: a straightened picture
_WORKED_PX: Final = 1200  # the longer side of a photograph, as its cards are looked for
_LEVELS: Final = (14.0, 22.0, 34.0, 50.0)  # Lab: how far from the table's colours
_TABLE_COLOURS: Final = 4
_RIM: Final = 0.03  # of a photograph: here lies nothing but the table
_BENT: Final = 0.17  # so far the sides of a card may be from what they should be, as a camera sees them aslant
_STRAIGHT: Final = (0.1, 0.9)  # this part of a side
_BESIDE: Final = 0.03  # of a card, from its side
_LEAST_SHARE: Final = 0.9  # of its four corners' place, that an outline fills
_LEAST_CARD: Final = 0.004  # of the photograph
_UNLIKE: Final = 1.7  # times the area of the middle one: no card of this photograph
_NEAREST: Final = 8
_FROM_AFAR: Final = 0.85
_DIFFERS: Final = 30.0  # grey levels
_TOLD_PX: Final = 8.0


@dataclass(frozen=True, eq=False)
class Shown:
    """A card in a picture: its corners there (pixels, clockwise from its top left one, as far as can be said without
    knowing it), and itself straightened (BGR, from edge to edge), as `learned` takes it."""

    corners: Corners
    picture: Image


@dataclass(frozen=True)
class Alike:
    """Two looks, by their numbers, that differ in less than a tenth of their print. `place_mm`: the part of the card in
    which they differ most: left, top, width and height, from its top left corner; None: they differ nowhere."""

    one: int
    other: int
    place_mm: tuple[float, float, float, float] | None

    def is_told_at(self, px_per_mm: float) -> bool:
        """Whether a camera with so many pixels a millimetre sees enough of that part to tell the two apart. Where it
        does not, they need stickers."""
        return self.place_mm is not None and min(self.place_mm[2:]) * px_per_mm >= _TOLD_PX


def shown_in(photo: Image, size: CardSize) -> tuple[Shown, ...]:
    """The cards that lie apart from each other in a photograph (BGR) of a table of few colours, of which nothing else
    need be known: row by row from the top, each from the left."""
    factor = min(1.0, _WORKED_PX / max(photo.shape[:2]))
    small = resized(photo, factor)
    far = _far_from_table(small)
    found: list[tuple[float, Corners]] = []
    for level in _LEVELS:
        mask = cv2.morphologyEx(as_image((far > level) * 255), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            corners = _four(outline, size, _LEAST_CARD * far.size)
            if corners is not None:
                corners = sharp(corners, far, float(np.sqrt(cv2.contourArea(corners) / _mm2(size))))
                found.append((_step(corners, far), corners))
    cards: list[Corners] = []
    for _, corners in sorted(found, key=lambda each: -each[0]):
        if not any(_is_in(corners, other) for other in cards):
            cards.append(corners)
    return shown_at(photo, [corners / factor for corners in _in_rows(_as_large(cards))], size)


def shown_at(picture: Image, places: Iterable[Corners], size: CardSize) -> tuple[Shown, ...]:
    """The cards with these corners in a picture (BGR), each straightened."""
    wide, high = (_FINER * side for side in size.size_px)
    square = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    shown = []
    for corners in places:
        turn = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), square)
        shown.append(Shown(corners, as_image(cv2.warpPerspective(picture, turn, (wide, high), flags=cv2.INTER_AREA))))
    return tuple(shown)


def known_as(shown: Shown, reader: FaceReader, size: CardSize) -> Answer:
    """Which of the looks that are known already a card is. Named: it is shown once more. Unsure: it is one of them, or
    one that is much like them. Unknown: it is new, or not of this deck."""
    flat = cv2.resize(shown.picture, size.size_px, interpolation=cv2.INTER_AREA)
    edge = (EDGE_PX,) * 4
    return reader.named(flat_of(as_image(cv2.copyMakeBorder(flat, *edge, borderType=cv2.BORDER_REPLICATE))))


def is_plain(look: Look) -> bool:
    """Whether a look has too little print to be told by, as the back of a blank card has: such a card needs a
    sticker."""
    fit = fitted(look.flat, look.flat)
    return fit is None or float(fit.tells.sum()) < LEAST_PRINT


def look_alikes(looks: Looks) -> tuple[Alike, ...]:
    """The pairs of a deck that can hardly be told apart, or not at all: of each look those that are most like it from
    afar are laid on it."""
    near = looks.near(_NEAREST, _FROM_AFAR)
    laid = ((one, other, fitted(looks[other].flat, looks[one].flat)) for one, other in near)
    return tuple(
        Alike(one, other, _differing_mm(fit)) for one, other, fit in laid if fit is not None and fit.same >= SAME
    )


# -- inside ------------------------------------------------------------------------------------------------------------


def _differing_mm(fit: Fit) -> tuple[float, float, float, float] | None:
    """The part of a card in which two looks differ most."""
    there = np.zeros(fit.seen.grey.shape, np.uint8)
    for row, column in np.argwhere(fit.strange > SHAPE):
        top, left = RIM_PX + STRIDE_PX * row, RIM_PX + STRIDE_PX * column
        there[top : top + WINDOW_PX, left : left + WINDOW_PX] = 1
    off = np.abs(fit.seen.grey - fit.drawn.grey) * there
    count, parts, _, _ = cv2.connectedComponentsWithStats(there)
    if count < 2:
        return None
    most = max(range(1, count), key=lambda n: float(off[parts == n].sum()))
    differs = as_image(off * (parts == most) > min(_DIFFERS, 0.5 * float(off[parts == most].max())))
    left, top, wide, high = cv2.boundingRect(differs)
    return left / PX_PER_MM, top / PX_PER_MM, wide / PX_PER_MM, high / PX_PER_MM


def _far_from_table(photo: Image) -> Floats:
    """How far each pixel is from the colours of the rim, in Lab."""
    lab = cv2.cvtColor(cv2.GaussianBlur(photo, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(2, round(_RIM * min(photo.shape[:2])))
    around = np.ones(photo.shape[:2], bool)
    around[rim:-rim, rim:-rim] = False
    some = np.ascontiguousarray(lab[around][::7])
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 0.5)
    tables = cv2.kmeans(some, min(_TABLE_COLOURS, len(some)), None, stop, 1, cv2.KMEANS_PP_CENTERS)[2]  # type: ignore[call-overload]
    far: Any = None
    for table in tables:
        off = np.linalg.norm((lab - table) * (0.7, 1.0, 1.0), axis=2)  # shadows are darker
        far = off if far is None else np.minimum(far, off)
    return np.asarray(far, np.float32)


def _four(outline: Any, size: CardSize, least_px: float) -> Corners | None:
    """The corners of an outline, if it is as a card of this size may be seen aslant."""
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < least_px:
        return None
    four = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    if len(four) != 4 or cv2.contourArea(outline) < _LEAST_SHARE * area:
        return None
    corners = upright(four.astype(np.float32))
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    short, long = sorted((size.width_mm, size.height_mm))
    shape = float((sides[0] + sides[2]) / (sides[1] + sides[3]) / (short / long))
    return corners if abs(shape - 1) < _BENT else None


def _step(corners: Corners, far: Floats) -> float:
    """By how much a card differs from what lies around it, just at that of its sides where it is least."""
    middle, part = corners.mean(axis=0), np.linspace(*_STRAIGHT, 40, dtype=np.float32)[:, None, None]
    inside, outside = (middle + grown * (corners - middle) for grown in (1 - _BESIDE, 1 + _BESIDE))
    sides = [(1 - part) * each + part * np.roll(each, -1, axis=0) for each in (inside, outside)]
    values = [cv2.remap(far, side[..., 0], side[..., 1], cv2.INTER_LINEAR) for side in sides]
    return float((values[0] - values[1]).mean(axis=0).min())


def _mm2(size: CardSize) -> float:
    return size.width_mm * size.height_mm


def _is_in(corners: Corners, other: Corners) -> bool:
    return cv2.pointPolygonTest(other, tuple(float(v) for v in corners.mean(axis=0)), False) >= 0


def _as_large(found: Sequence[Corners]) -> list[Corners]:
    """Those that are about as large as most."""
    areas = [float(cv2.contourArea(corners)) for corners in found]
    middle = float(np.median(areas)) if areas else 0.0
    return [c for c, area in zip(found, areas, strict=True) if middle / _UNLIKE < area < middle * _UNLIKE]


def _in_rows(found: Sequence[Corners]) -> list[Corners]:
    """Row by row, and each card with its upper short side first."""
    upper = [c if c[:2, 1].mean() <= c[2:, 1].mean() else np.roll(c, 2, axis=0) for c in found]
    rows: list[list[Corners]] = []
    for corners in sorted(upper, key=lambda c: float(c[:, 1].mean())):
        y = float(corners[:, 1].mean())
        if rows and y - float(np.mean([c[:, 1].mean() for c in rows[-1]])) < 0.5 * float(np.ptp(corners[:, 1])):
            rows[-1].append(corners)
        else:
            rows.append([corners])
    return [corners for row in rows for corners in sorted(row, key=lambda c: float(c[:, 0].mean()))]
