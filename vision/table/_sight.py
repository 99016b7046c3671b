"""From raw tags to sightings, and between pixels, cells and remembered places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision._pixels import Box, grown
from vision.calibration.height import code_mm, places_of
from vision.calibration.mat import Calibration
from vision.faces.at_table import Believed, CardSeen, FacesAtTable
from vision.faces.beside_stickers import BesideStickers, Stickered
from vision.faces.changed import Changed
from vision.faces.flat import CardSize, Corners
from vision.faces.reader import Named, Unsure
from vision.reading.decoders import RawTag
from vision.registry import TagRegistry
from vision.spots import outline_of, spot_at
from vision.sticker import STICKER_MM
from vision.table._memory import Lying
from vision.table._where import CODE_SHARE, Body, centre_px, outline_px, side_px
from vision.table.gate import GateView, Mask, Place
from vision.types import CARD_SHAPE, Image, MatLayout, NamelessCard, Point, Sighting, Spot, Tag

_WHOLE_STICKER = 0.75  # of a sticker's side, from its middle: it may be turned, and has been nudged perhaps
_ALL_OF_STICKER = 1.1  # the same with room to find it in
_CODE_REACH = 0.375  # of a sticker's side: from its middle nearly to the edge of the code
_MIDDLE = 0.3  # of a code's side
_OVERLAP = 0.75  # of a code's side: two codes that are both to be read lie farther apart
_SAME_CARD_MM = 1.5  # a card that is told anew so close to where it lay has not moved


def mean(corners_px: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean of some pixels."""
    return sum(x for x, _ in corners_px) / len(corners_px), sum(y for _, y in corners_px) / len(corners_px)


def sightings_of(
    raws: Sequence[RawTag],
    calibration: Calibration | None,
    taken_s: float,
    stickers_mm: Sequence[float | None],
    image: Image | None = None,
) -> list[Sighting]:
    """Decoded codes as sightings: in millimetres where there is a calibration. With the sizes of their stickers and the
    picture, their heights above the mat are allowed for."""
    if not raws:
        return []
    quads = np.array([raw.corners_px for raw in raws], np.float64)
    places: Sequence[Point | None] = [None] * len(raws)
    if calibration is not None:
        codes_mm = [code_mm(raw.payload, mm) for raw, mm in zip(raws, stickers_mm, strict=True)]
        places = places_of([raw.corners_px for raw in raws], calibration, codes_mm, image)
        angles = calibration.angles_deg(quads)
    else:
        along = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
        angles = np.degrees(np.arctan2(along[:, 1], along[:, 0])) % 360.0
    return [
        Sighting(raw.payload, raw.corners_px, at, angle_deg, taken_s, raw.reader)
        for raw, at, angle_deg in zip(raws, places, angles.tolist(), strict=True)
    ]


BY_FACE = "face"
"""The reader of a sighting that no sticker gave."""


def sighting_by_face(corners: Corners, tag: Tag, calibration: Calibration, taken_s: float) -> Sighting:
    """A card that was told by its look, as its tag would be sighted if it were on it. `corners` in pixels, clockwise
    from the top left one of the card."""
    shape, half = tag.shape or CARD_SHAPE, CODE_SHARE * (tag.sticker_mm or STICKER_MM) / 2
    places = calibration.places(corners.astype(np.float64))
    along = places[1] - places[0] + places[2] - places[3]
    angle = math.atan2(along[1], along[0])
    turn = np.array([(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))])
    aside = np.array([shape.right_mm - shape.left_mm, shape.down_mm - shape.up_mm]) / 2
    at = places.mean(axis=0) - aside @ turn
    code = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ turn + at
    pixels = tuple((float(x), float(y)) for x, y in calibration.pixels(code))
    angle_deg = math.degrees(angle) % 360.0
    return Sighting(tag.payload, pixels, Point(float(at[0]), float(at[1])), angle_deg, taken_s, BY_FACE)


def sticker_px(
    calibration: Calibration | None, layout: MatLayout | None, width_px: int, sticker_mm: float = STICKER_MM
) -> float:
    """About how wide a sticker is in the picture, by the scale in the mat's middle; a guess without calibration."""
    if calibration is None or layout is None:
        return 0.06 * width_px
    return sticker_mm * calibration.px_per_mm(Point(layout.width_mm / 2, layout.height_mm / 2))


def sticker_sizes(registry: TagRegistry) -> tuple[float, ...]:
    """The sides of the stickers that may lie on the table, largest first; ours where nobody said."""
    return tuple(sorted({tag.sticker_mm or STICKER_MM for tag in registry.values()} or {STICKER_MM}, reverse=True))


def box_around(item: Lying, width_px: int, height_px: int) -> Box:
    """The box around a remembered tag in which it would be read if it still lay there."""
    return _box(item, _ALL_OF_STICKER, width_px, height_px)


def boxes_around_cut(lying: Sequence[Lying], boxes: Sequence[Box], width_px: int, height_px: int) -> list[Box]:
    """Boxes around the remembered tags that lie partly in the boxes and wholly in none: a code that is cut cannot be
    read, which would look as if it had been taken."""
    more = []
    for item in lying:
        own = _box(item, _WHOLE_STICKER, width_px, height_px)
        touched = [box for box in boxes if _touch(own, box)]
        if touched and not any(_holds(box, own) for box in touched):
            more.append(box_around(item, width_px, height_px))
    return more


def near_boxes(items: Sequence[Lying], boxes: Sequence[Box] | None, grow_px: float) -> list[Lying]:
    """Those of the items whose piece comes within `grow_px` of one of the boxes (None: all)."""
    if boxes is None or not items:
        return list(items)
    left, above, right, below = np.array([item.body.bounds_px for item in items], np.float64).T[..., None]
    x, y, wide, high = np.array(boxes, np.float64).reshape(-1, 4).T
    is_across = (left < x + wide + grow_px) & (x - grow_px < right)
    is_near = (is_across & (above < y + high + grow_px) & (y - grow_px < below)).any(axis=1)
    return [items[number] for number in np.flatnonzero(is_near).tolist()]


def _box(item: Lying, stickers: float, width_px: int, height_px: int) -> Box:
    body = item.body
    x, y = body.centre_px
    reach = math.ceil(stickers * body.sticker_mm * body.px_per_mm)
    return grown((round(x), round(y), 1, 1), reach, width_px, height_px)


def _touch(one: Box, other: Box) -> bool:
    is_across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return is_across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def _holds(outer: Box, inner: Box) -> bool:
    is_across = outer[0] <= inner[0] and inner[0] + inner[2] <= outer[0] + outer[2]
    return is_across and outer[1] <= inner[1] and inner[1] + inner[3] <= outer[1] + outer[3]


def place_cells(view: GateView, item: Lying) -> Place:
    """The cells of the gate on which a remembered tag's code lies."""
    body = item.body
    return view.around(*body.centre_px, _CODE_REACH * body.sticker_mm * body.px_per_mm)


def apart(sightings: Sequence[Sighting], believed: Sequence[Lying]) -> list[Sighting]:
    """The sightings without those that overlap another one, which cannot be: two codes were made out of one. Kept is
    the one whose payload is believed there already, else the one that was not only recognised but decoded."""
    if len(sightings) < 2:
        return list(sightings)
    corners = np.array([s.corners_px for s in sightings], np.float64)
    centres, sides = corners.mean(axis=1), np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1)
    across, down = (np.abs(np.subtract.outer(places, places)) for places in centres.T)
    gaps = np.maximum(across, down)
    near = np.argwhere(np.triu(gaps < _OVERLAP * np.minimum(sides[:, None], sides[None]), 1)).tolist()
    dropped: set[int] = set()
    for one, other in near:
        first, second = sightings[one], sightings[other]
        if first.payload != second.payload and one not in dropped and other not in dropped:
            dropped.add(other if _trust(first, believed) >= _trust(second, believed) else one)
    return [s for n, s in enumerate(sightings) if n not in dropped]


def _trust(sighting: Sighting, believed: Sequence[Lying]) -> tuple[bool, bool]:
    x, y = centre_px(sighting)
    is_known = any(
        item.tag.payload == sighting.payload and math.dist(item.body.centre_px, (x, y)) < side_px(sighting) / 2
        for item in believed
    )
    return is_known, sighting.reader != "deck"


def is_one_of(code: RawTag | Sighting, sightings: Sequence[Sighting]) -> bool:
    """Whether this code is among the sightings already, at the same place."""
    at = mean(code.corners_px)
    return any(s.payload == code.payload and math.dist(centre_px(s), at) < _OVERLAP * side_px(s) / 2 for s in sightings)


def resting(view: GateView, sightings: Sequence[Sighting]) -> list[Sighting]:
    """Those of the sightings in whose middle nothing moves."""
    if not view.moving.any():
        return list(sightings)
    return [s for s in sightings if not view.moving[view.around(*centre_px(s), _MIDDLE * side_px(s))].any()]


def cells_of(view: GateView, places: Sequence[Spot], calibration: Calibration) -> Mask:
    """The cells that these places of the mat reach."""
    mask = np.zeros(view.moving.shape, np.uint8)
    for place in places:
        corners = np.array([(at.x_mm, at.y_mm) for at in outline_of(place)], np.float64)
        cells = np.round(calibration.pixels(corners) / view.cell_px - 0.5).astype(np.int32)
        cv2.fillConvexPoly(mask, cells, 1)
    return mask > 0


def looked_cells(view: GateView, boxes: Sequence[Box] | None) -> Mask:
    """The cells whose middles are in the boxes that were read (None: everything was)."""
    mask = np.zeros(view.moving.shape, np.bool_)
    if boxes is None:
        return ~mask
    for x, y, w, h in boxes:
        left, right = max(0, round(x / view.cell_px)), round((x + w) / view.cell_px)
        above, below = max(0, round(y / view.cell_px)), round((y + h) / view.cell_px)
        mask[above:below, left:right] = True
    return mask


class ByFace:
    """Cards without stickers as sightings of the tags that they would have."""

    def __init__(self, registry: TagRegistry) -> None:
        self._registry = registry
        self._faces = FacesAtTable(registry.looks)
        self._nameless: tuple[CardSeen, ...] = ()
        self._stickers = BesideStickers(registry.looks)

    def read(
        self, view: GateView, mask: Mask, seen: Sequence[Sighting], lying: Sequence[Lying], calibration: Calibration
    ) -> tuple[list[Sighting], Mask]:
        """What lies in the cells that were looked at, besides what was read of stickers (`seen`), and the cells that
        were not come to. `lying`: what was believed until now."""
        if not self._registry.looks:
            return [], np.zeros_like(mask)
        cells = mask & view.fresh & ~view.beside if view.moving.any() else mask & view.fresh
        changed = Changed(view.frame.image, cells, view.cell_px, calibration.places)
        again = self.again(view, lying, mask, calibration)
        explained = [Body(s, self._registry[s.payload]) for s in (*seen, *again) if s.payload in self._registry]
        self._check_stickers(view, [body for body in explained if body.sighting.reader != BY_FACE], calibration)
        old = [card for card in self._nameless if changed.share(card.corners, changed.cells) > 0]
        cards, later = self._faces.look(changed, [_corners(body, calibration) for body in explained])
        self._nameless = (
            *(card for card in self._nameless if card not in old),
            # half under an arm that moves it is looked at again when that has gone
            *(one for one in cards if not (isinstance(one.answer, Named) or changed.share(one.corners, view.moving))),
        )
        named = [self._sighting(card, lying, calibration, view.frame.taken_s) for card in cards]
        return [*again, *(sighting for sighting in named if sighting is not None)], later

    def again(self, view: GateView, lying: Sequence[Lying], mask: Mask, calibration: Calibration) -> list[Sighting]:
        """Those of the cards that were told by their looks, lie in these cells, and look as they did then."""
        found = []
        for item in lying:
            if item.sighting.reader != BY_FACE or not mask[place_cells(view, item)].any():
                continue
            if self._faces.is_again(view.frame.image, _believed(item, calibration)):
                found.append(replace(item.sighting, taken_s=view.frame.taken_s))
        return found

    def learn(self, view: GateView, mask: Mask, lying: Sequence[Lying], calibration: Calibration | None) -> None:
        """Takes over a look. `lying`: all that is believed after it."""
        if calibration is None or not self._registry.looks:
            return
        there = [_corners(item.body, calibration) for item in lying]
        named = [_believed(item, calibration) for item in lying if item.sighting.reader == BY_FACE]
        changed = Changed(view.frame.image, mask, view.cell_px, calibration.places)
        self._faces.learn(changed, [*there, *(card.corners for card in self._nameless)], named)

    def contradicted(self, lying: Sequence[Lying]) -> tuple[str, ...]:
        """The payloads of stickers on cards whose print is another card's."""
        return self._stickers.contradicted(item.tag.payload for item in lying)

    def _check_stickers(self, view: GateView, bodies: Sequence[Body], calibration: Calibration) -> None:
        cards = (
            Stickered(body.tag, _corners(body, calibration), np.array(body.sighting.corners_px, np.float32))
            for body in bodies
            if not body.tag.shared
        )
        self._stickers.check(view.frame.image, cards, calibration.places)

    def nameless(self, calibration: Calibration | None, spots: Sequence[Spot]) -> tuple[NamelessCard, ...]:
        """The cards that lie there and could not be told."""
        found = []
        for card in self._nameless:
            assert calibration is not None  # without one none was found
            x, y = (float(value) for value in card.corners.mean(axis=0))
            at = calibration.point(x, y)
            may_be = tuple(look.piece for look in card.answer.looks) if isinstance(card.answer, Unsure) else ()
            found.append(NamelessCard(at, spot_at(at, spots), may_be))
        return tuple(found)

    def _sighting(
        self, card: CardSeen, lying: Sequence[Lying], calibration: Calibration, taken_s: float
    ) -> Sighting | None:
        if not isinstance(card.answer, Named):
            return None
        look = card.answer.look
        tag = self._registry.of(look.piece, look.side)
        if tag is None:
            return None
        ways = [np.roll(card.corners, turn, axis=0) for turn in ((0, 2) if tag.shared else (0,))]
        new = [sighting_by_face(corners, tag, calibration, taken_s) for corners in ways]
        for item in lying:  # corners are not found to the hair: what lies where it lay has not moved
            if item.tag is tag and any(_gap(sighting, item.sighting) < _SAME_CARD_MM for sighting in new):
                return replace(item.sighting, taken_s=taken_s)
        return new[0]


def _gap(one: Sighting, other: Sighting) -> float:
    """How far the corners of a card's code lie apart at most, in millimetres."""
    far = np.linalg.norm(np.array(one.corners_px) - np.array(other.corners_px), axis=1).max()
    return float(far) / side_px(one) * CODE_SHARE * STICKER_MM


def _corners(body: Body, calibration: Calibration) -> Corners:
    return np.ascontiguousarray(outline_px(body, 0.0, calibration), np.float32)


def _believed(item: Lying, calibration: Calibration) -> Believed:
    return Believed(_corners(item.body, calibration), _size(item.tag), item.tag.piece, item.tag.side)


def _size(tag: Tag) -> CardSize:
    shape = tag.shape or CARD_SHAPE
    return CardSize(shape.left_mm + shape.right_mm, shape.up_mm + shape.down_mm)
