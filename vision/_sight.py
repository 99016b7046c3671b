"""From raw tags to sightings, and between pixels, cells and remembered places."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision._decoders import RawTag
from vision._pixels import Box, grown
from vision._where import centre_px, px_per_mm
from vision.gate import GateView, Mask
from vision.mat import Calibration
from vision.registry import TagRegistry
from vision.sticker import STICKER_MM
from vision.track import Lying
from vision.types import MatLayout, Point, Sighting

_WHOLE_STICKER = 0.75  # of a sticker's side, from its middle: it may be turned, and has been nudged perhaps


def mean(corners_px: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean of some pixels."""
    return sum(x for x, _ in corners_px) / len(corners_px), sum(y for _, y in corners_px) / len(corners_px)


def sighting_of(raw: RawTag, calibration: Calibration | None, taken_s: float) -> Sighting:
    """A decoded code as a sighting: in millimetres where there is a calibration."""
    corners = raw.corners_px
    if calibration is not None:
        at = calibration.point(*mean(corners))
        return Sighting(raw.payload, corners, at, calibration.angle_deg(corners), taken_s, raw.reader)
    dx = corners[1][0] + corners[2][0] - corners[0][0] - corners[3][0]
    dy = corners[1][1] + corners[2][1] - corners[0][1] - corners[3][1]
    return Sighting(raw.payload, corners, None, math.degrees(math.atan2(dy, dx)) % 360.0, taken_s, raw.reader)


def sticker_px(calibration: Calibration | None, layout: MatLayout | None, width_px: int) -> float:
    """About how wide a sticker is in the picture, by the scale in the mat's middle; a guess without calibration."""
    if calibration is None or layout is None:
        return 0.06 * width_px
    return STICKER_MM * calibration.px_per_mm(Point(layout.width_mm / 2, layout.height_mm / 2))


def sticker_sizes(registry: TagRegistry) -> tuple[float, ...]:
    """The sides of the stickers that may lie on the table, largest first; ours where nobody said."""
    return tuple(sorted({tag.sticker_mm or STICKER_MM for tag in registry.values()} or {STICKER_MM}, reverse=True))


def box_around(item: Lying, width_px: int, height_px: int) -> Box:
    """The box around a remembered tag in which it would be read if it still lay there."""
    x, y = centre_px(item.sighting)
    reach = math.ceil(1.1 * STICKER_MM * px_per_mm(item.sighting))
    return grown((round(x), round(y), 1, 1), reach, width_px, height_px)


def boxes_around_cut(lying: Sequence[Lying], boxes: Sequence[Box], width_px: int, height_px: int) -> list[Box]:
    """Boxes around the remembered tags that lie partly in the boxes and wholly in none: a code that is cut cannot be
    read, which would look as if it had been taken."""
    more = []
    for item in lying:
        x, y = centre_px(item.sighting)
        reach = math.ceil(_WHOLE_STICKER * STICKER_MM * px_per_mm(item.sighting))
        own = grown((round(x), round(y), 1, 1), reach, width_px, height_px)
        touched = [box for box in boxes if _touch(own, box)]
        if touched and not any(_holds(box, own) for box in touched):
            more.append(box_around(item, width_px, height_px))
    return more


def _touch(one: Box, other: Box) -> bool:
    is_across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return is_across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def _holds(outer: Box, inner: Box) -> bool:
    is_across = outer[0] <= inner[0] and inner[0] + inner[2] <= outer[0] + outer[2]
    return is_across and outer[1] <= inner[1] and inner[1] + inner[3] <= outer[1] + outer[3]


def place_cells(view: GateView, item: Lying) -> tuple[slice, slice]:
    """The cells of the gate on which a remembered tag's code lies."""
    return view.around(*centre_px(item.sighting), 9.0 * px_per_mm(item.sighting))


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


def is_same_place(one: Calibration, other: Calibration, layout: MatLayout) -> bool:
    """Whether two calibrations put the mat's corners at the same pixels, within two."""
    corners = [Point(x, y) for x in (0.0, layout.width_mm) for y in (0.0, layout.height_mm)]
    return all(math.dist(one.pixel(corner), other.pixel(corner)) < 2.0 for corner in corners)
