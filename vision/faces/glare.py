"""A lamp that shines back from a card: where it does, and so close around it that the print is seen through its haze,
nobody can tell what is printed there. What is printed white has an edge, and a haze has none."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision._pixels import as_image, grey
from vision.faces.flat import EDGE_PX, FULL, Flat, Mask

_LEAST_PX: Final = 60  # smaller spots are no lamp
_RING_PX: Final = 5
_STEEP: Final = 8.0  # grey levels a pixel, half of the way around a spot: more is no haze
_EDGE: Final = 40.0  # the same on the steepest fifth of that way, where other print is seen through the haze
_HAZE: Final = 1.7  # times its own size, around what is too bright to be seen
_MOST: Final = 0.7  # of a card


def beside_glare(card: Flat) -> Mask | None:
    """The pixels of a card, flat with its edge, on which no lamp shines; None if none does, or on most of it."""
    if card.bright is None or card.open is not None:
        return None
    lit = as_image((card.bright >= FULL).all(axis=2))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(lit, connectivity=8)
    plane = grey(card.bright).astype(np.float32)
    steep = cv2.magnitude(*(cv2.Sobel(plane, cv2.CV_32F, n, 1 - n, ksize=3, scale=1 / 8) for n in (1, 0)))
    hidden = np.zeros_like(lit)
    for n in range(1, count):
        if stats[n, 4] < _LEAST_PX:
            continue
        spot = as_image(labels == n)
        ring = cv2.dilate(spot, np.ones((_RING_PX, _RING_PX), np.uint8)) > spot
        half, fifth = np.percentile(steep[ring], (50, 80))
        if half > _STEEP or fifth > _EDGE:
            continue
        haze_px = round(_HAZE * float(np.sqrt(stats[n, 4] / np.pi)))
        hidden |= as_image(cv2.distanceTransform(as_image(labels != n), cv2.DIST_L2, 3) <= haze_px)
    share = float(hidden[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX].mean())
    return np.asarray(hidden == 0) if 0 < share < _MOST else None
