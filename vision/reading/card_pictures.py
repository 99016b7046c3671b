"""Pictures of cards: somebody's picture made small, and the cards in a photograph cut out and straightened."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision._header import encoded_size
from vision._pixels import as_image, grey, resized
from vision.reading.photo import open_coloured, read_tags_hard
from vision.types import Image, VisionError

SIDE_PX: Final = 480
"""The longer side of a small picture."""
MOST_BYTES: Final = 40_000
"""So large is the file of one at most."""
MOST_CARDS: Final = 24
"""So many cards are looked for in one photograph."""

_QUALITIES: Final = (80, 65, 50, 35, 20)
_LOOKED_AT_PX: Final = 1200  # the outline of a card is seen in a picture as small as this, and its print less
_LEAST_SHARE: Final = 0.008  # of the photograph, for one card
_MOST_SHARE: Final = 0.92
_FULL: Final = 0.88  # so much of its four corners' area an outline fills: a card's corners are round
_LONGEST: Final = 2.4  # a card is at most so many times as long as wide
_MIDDLE: Final = (0.15, 0.85)  # this part of a side is straight
_NEAR: Final = 0.08  # of a side's length: what lies farther off is no part of it
_LEAST_POINTS: Final = 20
_LEAST_TURN: Final = 0.5  # sine of the angle between two sides
_LIGHTER: Final = (-0.3, 0.0, 0.3, 0.5, 0.7, 0.85)  # between what is light in a picture and white
_RIM_PX: Final = 4.0  # who lies nearer to the rim of the picture may be cut off by it
_BESIDE_PX: Final = 4.0  # so far on either side of an edge
_EDGE: Final = 12.0  # colours of a card and its ground differ by at least this in Lab
_EDGED: Final = 0.6  # along so much of each side
_SAME: Final = 0.8  # outlines of one card differ by less
_ALIKE: Final = 0.3  # cards in one photograph are at least so large as the middle one of them

Corners = npt.NDArray[np.float32]
"""Four corners in the photograph, clockwise from the top left one."""


@dataclass(frozen=True, eq=False)
class CardPicture:
    """A card of a photograph: its small picture, and what the stickers on it say."""

    content: bytes
    payloads: tuple[str, ...] = ()


def small_picture(data: bytes) -> bytes:
    """A picture that somebody sends as a WebP of few bytes: turned as its camera noted, and without anything that was
    written beside its pixels. VisionError as `open_photo` raises it."""
    return _packed(open_coloured(data, SIDE_PX))


def is_small_picture(data: bytes) -> bool:
    """Whether these are the bytes of a picture as `small_picture` makes them: a stranger's file may be anything."""
    size = encoded_size(data) if data[:4] == b"RIFF" and len(data) <= MOST_BYTES else None
    return size is not None and 0 < max(size) <= SIDE_PX


def cards_in(data: bytes) -> tuple[CardPicture, ...]:
    """The cards that lie apart from one another in a photograph, in reading order. VisionError as `open_photo` raises
    it, or where there is none."""
    image, found = _seen(data)
    tags = read_tags_hard(image)
    cards = []
    for whole in found:
        inside = tuple(dict.fromkeys(tag.payload for tag in tags if _holds(whole, tag.corners_px)))
        cards.append(CardPicture(_packed(_cut_out(image, whole)), inside))
    return tuple(cards)


def straight_cards(data: bytes) -> tuple[Image, ...]:
    """The same as straightened pictures (BGR) from edge to edge, without what is on them being read."""
    image, found = _seen(data)
    return tuple(_cut_out(image, whole) for whole in found)


def straight_cards_of(image: Image) -> tuple[Image, ...]:
    """The same of a picture (BGR); none where there is no card in it."""
    return tuple(_cut_out(image, whole) for whole in _found(image))


# -- inside ------------------------------------------------------------------------------------------------------------


def _seen(data: bytes) -> tuple[Image, list[Corners]]:
    image = open_coloured(data, 2 * _LOOKED_AT_PX)
    found = _found(image)
    if not found:
        raise VisionError(
            "No card was found in this picture. Lay the cards apart from one another on a plain ground of another "
            "colour, with all edges in view, and hold the camera straight above them."
        )
    return image, found


def _found(image: Image) -> list[Corners]:
    factor = min(1.0, _LOOKED_AT_PX / max(image.shape[:2]))
    found = _in_reading_order(_outlines(resized(image, factor) if factor < 1 else image))
    return [corners / factor for corners in found[:MOST_CARDS]]


def _packed(image: Image) -> bytes:
    factor = min(1.0, SIDE_PX / max(image.shape[:2]))
    while True:
        small = resized(image, factor) if factor < 1 else image
        for quality in _QUALITIES:
            packed = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, quality])[1]
            if len(packed) <= MOST_BYTES:
                return packed.tobytes()
        factor *= 0.7


def _outlines(image: Image) -> list[Corners]:
    """The four corners of each card that is whole in the picture."""
    high, wide = image.shape[:2]
    least, most = _LEAST_SHARE * high * wide, _MOST_SHARE * high * wide
    soft = cv2.GaussianBlur(image, (0, 0), 1.5)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    quads = [
        quad
        for mask in _masks(as_image(soft), lab)
        for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
        if least <= cv2.contourArea(outline) <= most and (quad := _four_corners(outline)) is not None
    ]
    inside = [q for q in quads if q.min() > _RIM_PX and (q.max(axis=0) < (wide - _RIM_PX, high - _RIM_PX)).all()]
    edged = [quad for quad in inside if _has_edges(quad, lab)]
    return [_tightest(one, edged) for one in _apart(sorted(edged, key=_area, reverse=True))]


def _has_edges(quad: Corners, lab: npt.NDArray[np.float32]) -> bool:
    """Whether the picture is another one on both sides of each side: the ground may have lines as well, but seldom four
    that go around something."""
    along = np.linspace(0.1, 0.9, 33, dtype=np.float32)[:, None]
    for n in range(4):
        start, side = quad[n], quad[(n + 1) % 4] - quad[n]
        out = np.array([side[1], -side[0]], np.float32) / max(1.0, float(np.linalg.norm(side))) * _BESIDE_PX
        line = start + along * side
        inner, outer = _at(lab, line - out), _at(lab, line + out)
        if np.mean(np.linalg.norm(inner - outer, axis=1) > _EDGE) < _EDGED:
            return False
    return True


def _at(lab: npt.NDArray[np.float32], places: Corners) -> npt.NDArray[np.float32]:
    x, y = np.rint(places).astype(int).T
    found: npt.NDArray[np.float32] = lab[np.clip(y, 0, lab.shape[0] - 1), np.clip(x, 0, lab.shape[1] - 1)]
    return found


def _tightest(one: Corners, quads: Sequence[Corners]) -> Corners:
    """Of outlines around the same card the one nearest to a rectangle: a shadow makes it larger on one side."""
    alike = [other for other in quads if _holds(one, [other.mean(axis=0)]) and _area(other) > _SAME * _area(one)]
    return min(alike, key=_skew)


def _skew(quad: Corners) -> float:
    """How far the corners are from right angles."""
    sides = [quad[(n + 1) % 4] - quad[n] for n in range(4)]
    units = [side / max(1.0, float(np.linalg.norm(side))) for side in sides]
    return max(abs(float(units[n] @ units[n - 1])) for n in range(4))


def _masks(soft: Image, lab: npt.NDArray[np.float32]) -> Iterator[Image]:
    """What differs from the ground, which lies along the edges of the photograph; what is lighter than most or than
    the places around it; then what edges go around."""
    high, wide = soft.shape[:2]
    edge = max(2, min(high, wide) // 40)
    border = np.concatenate([lab[:edge].reshape(-1, 3), lab[-edge:].reshape(-1, 3), lab[:, :edge].reshape(-1, 3)])
    away = np.linalg.norm(lab - np.median(border, axis=0), axis=2)
    off = as_image(np.clip(away * 2, 0, 255))
    level, _ = cv2.threshold(off, 0, 255, cv2.THRESH_OTSU)
    plain = grey(soft)
    light, _ = cv2.threshold(plain, 0, 255, cv2.THRESH_OTSU)
    close = np.ones((5, 5), np.uint8)
    block = min(high, wide) // 3 | 1
    around = as_image(cv2.boxFilter(plain, -1, (block, block)))
    levels = [(off, level), (off, 0.6 * level), *((plain, light + share * (255 - light)) for share in _LIGHTER)]
    masks = [values > limit for values, limit in levels]
    masks += [cv2.subtract(plain, around) > 12, cv2.subtract(around, plain) > 12]
    for mask in masks:
        yield as_image(cv2.morphologyEx(as_image(mask * 255), cv2.MORPH_CLOSE, close))
    for low in (20, 60):
        edges = cv2.Canny(plain, low, 3 * low)
        yield as_image(cv2.dilate(edges, np.ones((3, 3), np.uint8)))


def _four_corners(outline: Any) -> Corners | None:
    """The corners of an outline that goes around a card."""
    hull = cv2.convexHull(outline)
    full = cv2.contourArea(hull)
    if cv2.contourArea(outline) < _FULL * full or len(hull) < 4:
        return None
    quad = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    if len(quad) != 4 or full < _FULL * _area(quad):
        return None
    ordered = _clockwise(_along_sides(_clockwise(quad), outline.reshape(-1, 2).astype(np.float32)))
    sides = [float(np.linalg.norm(ordered[n] - ordered[n - 1])) for n in range(4)]
    opposite = all(0.6 < sides[n] / max(1.0, sides[n + 2]) < 1.7 for n in (0, 1))
    wide, high = sides[1] + sides[3], sides[0] + sides[2]
    return ordered if opposite and max(wide, high) <= _LONGEST * min(wide, high) else None


def _along_sides(quad: Corners, outline: Corners) -> Corners:
    """Corners where lines along the straight middles of the sides meet: the corners themselves are round, or stand out
    with a shadow."""
    lines = []
    for n in range(4):
        start, along = quad[n], quad[(n + 1) % 4] - quad[n]
        length = max(1.0, float(np.linalg.norm(along)))
        off = outline - start
        part = off @ along / length**2
        far = np.abs(off @ np.array([-along[1], along[0]])) / length
        near = outline[(part > _MIDDLE[0]) & (part < _MIDDLE[1]) & (far < _NEAR * length)]
        if len(near) < _LEAST_POINTS:
            return quad
        lines.append(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    found = [_meeting(lines[n - 1], lines[n]) for n in range(4)]
    return quad if any(one is None for one in found) else np.array(found, np.float32)


def _meeting(one: Any, other: Any) -> tuple[float, float] | None:
    """Where two lines meet; None where they hardly do."""
    (ux, uy, x, y), (vx, vy, p, q) = one, other
    turn = float(ux * vy - uy * vx)
    if abs(turn) < _LEAST_TURN:
        return None
    far = float((p - x) * vy - (q - y) * vx) / turn
    return float(x + far * ux), float(y + far * uy)


def _clockwise(quad: Corners) -> Corners:
    """From the corner that is nearest to the photograph's top left."""
    middle = quad.mean(axis=0)
    around = sorted(quad, key=lambda p: math.atan2(p[1] - middle[1], p[0] - middle[0]))
    first = min(range(4), key=lambda n: float(around[n][0] + around[n][1]))
    return np.array([around[(first + n) % 4] for n in range(4)], np.float32)


def _area(quad: Corners) -> float:
    return float(cv2.contourArea(quad))


def _apart(quads: Sequence[Corners]) -> list[Corners]:
    """Each card once, the largest outlines first: neither what is printed on a card nor the cloth under several."""
    alone = [one for one in quads if _count_inside(one, quads) < 2]
    kept: list[Corners] = []
    for one in alone:
        if not any(_holds(other, [one.mean(axis=0)]) or _holds(one, [other.mean(axis=0)]) for other in kept):
            kept.append(one)
    if not kept:
        return []
    usual = float(np.median([_area(one) for one in kept]))
    return [one for one in kept if _area(one) >= _ALIKE * usual]


def _count_inside(one: Corners, quads: Sequence[Corners]) -> int:
    """How many that lie apart from one another, each of some size beside it, lie in this one."""
    inside: list[Corners] = []
    for other in quads:
        smaller = 0.05 * _area(one) < _area(other) < 0.6 * _area(one)
        if smaller and _holds(one, other) and not any(_holds(known, [other.mean(axis=0)]) for known in inside):
            inside.append(other)
    return len(inside)


def _holds(quad: Corners, points: Any) -> bool:
    return all(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for x, y in points)


def _in_reading_order(quads: list[Corners]) -> list[Corners]:
    """Row by row from the top."""
    rows: list[list[Corners]] = []
    for quad in sorted(quads, key=lambda one: float(one[:, 1].mean())):
        middle, height = float(quad[:, 1].mean()), float(np.ptp(quad[:, 1]))
        if rows and abs(middle - float(rows[-1][0][:, 1].mean())) < height / 2:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda one: float(one[:, 0].mean()))]


def _cut_out(image: Image, corners: Corners) -> Image:
    """The card upright: one that lies across is turned."""
    width, height = (float(np.linalg.norm(corners[n] - corners[m])) for n, m in ((0, 1), (0, 3)))
    if width > height:
        corners, width, height = np.roll(corners, 1, axis=0), height, width
    factor = SIDE_PX / height
    size = (max(1, round(width * factor)), SIDE_PX)
    square = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    turn = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), square)
    return as_image(cv2.warpPerspective(image, turn, size, flags=cv2.INTER_AREA))
