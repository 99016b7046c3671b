"""Parts of a picture of which only some pixels are known."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.types import Image

Mask = npt.NDArray[np.bool_]
Place = tuple[slice, slice]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A part of the table as it was or would be, and where that is known."""

    box: Box
    image: Image
    is_known: Mask
    taken_s: float = 0.0


def shifted(shown: Shown, box: Box, warp: npt.NDArray[np.float64]) -> Shown:
    """What is shown after the camera moved by `warp` (3 x 3, pixels to pixels), in another box."""
    of = np.array([[1, 0, shown.box[0]], [0, 1, shown.box[1]], [0, 0, 1]], np.float64)
    to = np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1]], np.float64)
    whole, size = to @ warp @ of, (box[2] - box[0], box[3] - box[1])
    image = cv2.warpPerspective(shown.image, whole, size, borderMode=cv2.BORDER_REPLICATE)
    known = cv2.warpPerspective(shown.is_known.view(np.uint8), whole, size, flags=cv2.INTER_NEAREST)
    return Shown(box, as_image(image), known > 0, shown.taken_s)


def moved(shown: Shown, size: tuple[int, int], warp: npt.NDArray[np.float64]) -> Shown:
    """It where the camera sees it now, as far as that lies within a picture of that width and height."""
    (left, top, right, bottom), (width, height) = shown.box, size
    ends = np.array([[(left, top), (right, top), (right, bottom), (left, bottom)]], np.float64)
    low, high = (getattr(cv2.perspectiveTransform(ends, warp)[0], name)(axis=0) for name in ("min", "max"))
    left, top = (min(max(0, int(v)), most - 1) for v, most in zip(low, (width, height), strict=True))
    right, bottom = (math.ceil(v) for v in high)
    return shifted(shown, (left, top, min(width, max(left + 1, right)), min(height, max(top + 1, bottom))), warp)


def reduced(image: Image, factor: int) -> Image:
    """A copy that is so many times smaller each way."""
    if factor == 1:
        return image.copy()
    size = image.shape[1] // factor, image.shape[0] // factor
    whole = image[: size[1] * factor, : size[0] * factor]
    return as_image(cv2.resize(whole, size, interpolation=cv2.INTER_AREA))


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a pixel in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def shared(box: Box, other: Box) -> tuple[Place, Place]:
    """Where in each of two boxes that meet lies what they share."""
    left, top = max(box[0], other[0]), max(box[1], other[1])
    right, bottom = min(box[2], other[2]), min(box[3], other[3])
    one, two = (
        (slice(top - y, bottom - y), slice(left - x, right - x)) for x, y in ((box[0], box[1]), (other[0], other[1]))
    )
    return one, two


def part_of(shown: Shown, box: Box) -> Shown:
    """What is shown as far as it is in a box."""
    shape = (box[3] - box[1], box[2] - box[0])
    part = Shown(box, np.zeros((*shape, *shown.image.shape[2:]), np.uint8), np.zeros(shape, np.bool_))
    if meet(shown.box, box):
        to, of = shared(box, shown.box)
        part.image[to], part.is_known[to] = shown.image[of], shown.is_known[of]
    return part


def paint(shown: Shown, other: Shown, where: Mask) -> None:
    """Shows the other picture of the same part there."""
    cv2.copyTo(other.image, where.view(np.uint8), shown.image)
    shown.is_known[where] = other.is_known[where]


def at_cells(cells: Mask, cell_px: float, box: Box) -> Mask:
    """A mask of cells, of so many pixels a side, for the pixels of a part."""
    rows = np.minimum(((np.arange(box[1], box[3]) + 0.5) / cell_px).astype(int), cells.shape[0] - 1)
    columns = np.minimum(((np.arange(box[0], box[2]) + 0.5) / cell_px).astype(int), cells.shape[1] - 1)
    return np.asarray(cells[:, columns][rows])  # few rows get their columns, then whole rows are copied
