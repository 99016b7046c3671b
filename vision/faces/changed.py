"""What is to be looked at of a picture of the table, in cells; and what of it may be cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision._pixels import Box, as_image
from vision.faces.find import ToMm
from vision.faces.flat import CardSize, Corners, Mask
from vision.faces.hidden import Part
from vision.types import Image

_BESIDE_MM: Final = 8.0  # so much around what has changed belongs to it
_LEAST_MM2: Final = 400.0  # what is smaller is no card
_COARSE: Final = 8
_WIDE_MM: Final = 95.0  # half the side of what tells the table where nobody has seen it bare


@dataclass(frozen=True, eq=False)
class Changed:
    """What is to be looked at in a picture: cells that have changed and rest, `cell_px` pixels a side."""

    picture: Image
    cells: Mask
    cell_px: float
    to_mm: ToMm

    def share(self, corners: Corners, of: Mask) -> float:
        """How much of a card's place these cells fill."""
        here = self.inside(corners)
        return float(of[here].mean()) if here.any() else 0.0

    def inside(self, corners: Corners) -> Mask:
        """The cells of a card's place."""
        mask = np.zeros(self.cells.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners / self.cell_px - 0.5).astype(np.int32), 1)
        return mask > 0

    def px_per_mm(self, corners: Corners) -> float:
        """The scale of the picture there."""
        area = float(cv2.contourArea(self.to_mm(corners.astype(np.float64)).astype(np.float32)))
        return float(np.sqrt(cv2.contourArea(corners) / max(area, 1e-6)))


def seen_cells(part: Part, changed: Changed) -> Mask:
    """The cells in whose middles a card is seen."""
    here = changed.inside(part.corners)
    if part.open is None:
        return here
    rows, columns = (
        np.minimum(((np.arange(count) + 0.5) * changed.cell_px).astype(int), side - 1)
        for count, side in zip(here.shape, part.open.shape, strict=True)
    )
    return np.asarray(here & part.open[rows[:, None], columns])


def without_crumbs(changed: Changed, cells: Mask) -> Mask:
    """The cells without the parts that are too small for a card."""
    high, wide = changed.picture.shape[:2]
    least = _LEAST_MM2 * (changed.px_per_mm(_square(wide, high)) / changed.cell_px) ** 2
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    large = stats[:, 4] >= least
    large[0] = False
    return np.asarray(large[labels])


def boxes_of(changed: Changed, cells: Mask, size: CardSize) -> list[Box]:
    """The parts that these cells make, each with as much around it as a card may reach of which it is a part."""
    high, wide = changed.picture.shape[:2]
    px_per_mm = changed.px_per_mm(_square(wide, high))
    reach, beside = max(size.width_mm, size.height_mm) * px_per_mm, _BESIDE_MM * px_per_mm
    steps = max(1, round(beside / 2 / changed.cell_px))
    joined = cv2.dilate(cells.astype(np.uint8), np.ones((2 * steps + 1,) * 2, np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    boxes: list[Box] = []
    for part in sorted(stats[1:count].tolist(), key=lambda part: -part[2] * part[3]):
        x, y, w, h = (value * changed.cell_px for value in part[:4])
        right, down = max(beside, reach - w), max(beside, reach - h)
        left, above = max(0, round(x - right)), max(0, round(y - down))
        ends = min(wide, round(x + w + right)), min(high, round(y + h + down))
        if not any(_holds(box, (x, y, w, h)) for box in boxes):
            boxes.append((left, above, ends[0] - left, ends[1] - above))
    return boxes


def as_around(picture: Image, changed: Changed) -> Image:
    """What the table may look like where nobody has seen it bare: as most of what is around."""
    high, wide = picture.shape[:2]
    small = cv2.resize(picture, (max(1, wide // _COARSE), max(1, high // _COARSE)), interpolation=cv2.INTER_AREA)
    reach = round(_WIDE_MM * changed.px_per_mm(_square(wide, high)) / _COARSE)
    smooth = cv2.medianBlur(small, 2 * max(1, reach) + 1)
    return as_image(cv2.resize(smooth, (wide, high), interpolation=cv2.INTER_LINEAR))


def pixels_of(cells: Mask, cell_px: float, size_px: tuple[int, int]) -> Image:
    """A mask of cells for the pixels of a picture of this width and height."""
    rows = np.minimum((np.arange(size_px[1]) / cell_px).astype(int), cells.shape[0] - 1)
    columns = np.minimum((np.arange(size_px[0]) / cell_px).astype(int), cells.shape[1] - 1)
    return as_image(cells[:, columns][rows])


def wider(corners: Corners, by_px: float) -> Corners:
    middle = corners.mean(axis=0)
    out = corners - middle
    return np.asarray(middle + out * (1 + by_px / np.maximum(1.0, np.abs(out).max())), np.float32)


# -- inside ------------------------------------------------------------------------------------------------------------


def _holds(box: Box, part: tuple[float, float, float, float]) -> bool:
    is_across = box[0] <= part[0] and part[0] + part[2] <= box[0] + box[2]
    return is_across and box[1] <= part[1] and part[1] + part[3] <= box[1] + box[3]


def _square(wide: int, high: int) -> Corners:
    """Some pixels in the middle of a picture, to tell the scale by."""
    return np.array([(0, 0), (9, 0), (9, 9), (0, 9)], np.float32) + np.array([wide / 2, high / 2], np.float32)
