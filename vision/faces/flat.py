"""A card laid flat: what is compared always has the same few pixels a millimetre."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.types import Image

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Corners = npt.NDArray[np.float32]
"""Four corners, clockwise from the top left one of the card as it is seen upright, in pixels of a picture."""

PX_PER_MM: Final = 2.5
COARSE: Final = 4
"""Colours have so many times fewer pixels a side than greys: they are seen less finely."""
EDGE_PX: Final = 8
"""So much of what lies around a card goes with it: its corners are not found to the pixel."""
_WHOLE: Final = 250  # of 255: nothing of another thing is in such a pixel


@dataclass(frozen=True)
class CardSize:
    """How large the cards of a deck are."""

    width_mm: float
    height_mm: float

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of a flat card, both divisible by COARSE."""
        wide, high = (COARSE * math.ceil(side * PX_PER_MM / COARSE) for side in (self.width_mm, self.height_mm))
        return wide, high


@dataclass(frozen=True, eq=False)
class Flat:
    """A picture of a card that lies flat: its grey, and its colours (Lab a and b around 0) with fewer pixels. `open`:
    the pixels of the grey one on which nothing lies; None: all."""

    grey: Floats
    hue: Floats
    open: Mask | None = None

    def turned(self) -> Flat:
        """The other way up."""
        grey, hue = (np.ascontiguousarray(plane[::-1, ::-1]) for plane in (self.grey, self.hue))
        return Flat(grey, hue, None if self.open is None else np.ascontiguousarray(self.open[::-1, ::-1]))

    def inside(self) -> Flat:
        """Without the edge of what lies around the card."""
        few = EDGE_PX // COARSE
        inner = np.s_[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
        return Flat(self.grey[inner], self.hue[few:-few, few:-few], None if self.open is None else self.open[inner])


def flattened(picture: Image, corners: Corners, size: CardSize, open_: Mask | None = None) -> Flat:
    """The card with these corners in a picture (BGR), with an edge of EDGE_PX of what lies around it. `open_`: the
    pixels of the picture in which the card itself is seen, if something lies on it."""
    wide, high = size.size_px
    turn = _onto(corners, size)
    shape = (wide + 2 * EDGE_PX, high + 2 * EDGE_PX)
    flat = cv2.warpPerspective(picture, turn, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if open_ is None:
        return flat_of(as_image(flat))
    seen = cv2.warpPerspective(as_image(open_ * 255), turn, shape, flags=cv2.INTER_LINEAR)
    return flat_of(as_image(flat), np.asarray(seen > _WHOLE))


def found_at(corners: Corners, size: CardSize, warp: Places, there: Places) -> Corners:
    """Where pixels of a look (`there`, N x 2) are seen in a picture, of a card that was laid flat by these corners:
    `warp` takes the look's pixels to those of the flat card."""
    back = np.linalg.inv(_onto(corners, size)) @ warp
    return np.asarray(cv2.perspectiveTransform(there[None], back)[0], np.float32)


def _onto(corners: Corners, size: CardSize) -> Places:
    wide, high = size.size_px
    inside = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) + (EDGE_PX - 0.5)
    turn = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), inside.astype(np.float32))
    return np.asarray(turn, np.float64)


def flat_of(picture: Image, open_: Mask | None = None) -> Flat:
    """A picture (BGR) that is flat already, and the pixels of it in which the card is seen (None: all)."""
    lab: Any = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    coarse = (picture.shape[1] // COARSE, picture.shape[0] // COARSE)
    hue = cv2.resize(lab[:, :, 1:], coarse, interpolation=cv2.INTER_AREA)
    return Flat(lab[:, :, 0].astype(np.float32), hue.astype(np.float32) - 128, open_)
