"""The few pixel operations that all modules share, with the loose types of OpenCV made exact."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.types import Image

Box = tuple[int, int, int, int]
"""x, y, width, height in whole pixels."""


def as_image(pixels: Any) -> Image:
    """The same pixels, typed as an 8 bit picture (copied only if they were of another type)."""
    return np.asarray(pixels, dtype=np.uint8)


def grey(image: Image) -> Image:
    """The picture in grey; a grey one is returned as it is."""
    return image if image.ndim == 2 else as_image(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


def colour(image: Image) -> Image:
    """The picture in BGR; a colour one is returned as it is."""
    return image if image.ndim == 3 else as_image(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))


def cropped(image: Image, box: Box) -> Image:
    """A view (not a copy) of the part inside the box."""
    x, y, w, h = box
    return image[y : y + h, x : x + w]


def grown(box: Box, by_px: int, width_px: int, height_px: int) -> Box:
    """The box made larger on every side, cut at the picture's edges."""
    x0, y0 = max(0, box[0] - by_px), max(0, box[1] - by_px)
    x1, y1 = min(width_px, box[0] + box[2] + by_px), min(height_px, box[1] + box[3] + by_px)
    return x0, y0, max(0, x1 - x0), max(0, y1 - y0)


def sharpened(image: Image, sigma_px: float, amount: float = 1.0) -> Image:
    """Unsharp masking: what a blur of `sigma_px` takes away is added `amount` times."""
    soft = cv2.GaussianBlur(image, (0, 0), sigma_px)
    return as_image(cv2.addWeighted(image, 1.0 + amount, soft, -amount, 0.0))


def resized(image: Image, factor: float) -> Image:
    """The picture scaled by `factor`; at least one pixel remains."""
    size = (max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))
    # averaging over an odd area is slow: as much as possible is done by halves, which are quick
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1] and not any(s % 2 for s in image.shape[:2]):
        image = means_of_four(image)
    return as_image(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC if factor > 1 else cv2.INTER_AREA))


def means_of_four(image: Image) -> Image:
    """The picture at half its size, each pixel the mean of four (the one reduction that has a quick way). An odd last
    row or column is left out: with it all pixels would be shares of nine, which takes ten times as long."""
    size = (max(1, image.shape[1] // 2), max(1, image.shape[0] // 2))
    if min(image.shape[:2]) > 1:
        image = image[: 2 * size[1], : 2 * size[0]]
    return as_image(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


@dataclass(frozen=True, eq=False)
class Halves:
    """A grey picture and its copies at a half, a quarter and so on, each made once and only when asked for."""

    whole: Image
    _smaller: list[Image] = field(default_factory=list)

    def at(self, times: int) -> Image:
        """The copy that was halved so many times."""
        while len(self._smaller) < times:
            self._smaller.append(means_of_four(self._smaller[-1] if self._smaller else self.whole))
        return self._smaller[times - 1] if times else self.whole
