"""A card laid flat: what is compared always has the same few pixels a millimetre."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
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
FULL: Final = 246
"""Of 255: a camera shows nothing brighter."""
_BRIGHT_SHARE: Final = 0.01  # of a card, from which on that matters
_APART_PX: Final = 3
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
    the pixels of the grey one on which nothing lies; None: all. `bright`: the picture itself (BGR), where a part of it
    is brighter than a camera shows."""

    grey: Floats
    hue: Floats
    open: Mask | None = None
    bright: Image | None = None

    def turned(self) -> Flat:
        """The other way up."""
        grey, hue = (np.ascontiguousarray(plane[::-1, ::-1]) for plane in (self.grey, self.hue))
        open_ = None if self.open is None else np.ascontiguousarray(self.open[::-1, ::-1])
        bright = None if self.bright is None else as_image(np.ascontiguousarray(self.bright[::-1, ::-1]))
        return Flat(grey, hue, open_, bright)

    def inside(self) -> Flat:
        """Without the edge of what lies around the card."""
        few = EDGE_PX // COARSE
        inner = np.s_[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
        open_ = None if self.open is None else self.open[inner]
        bright = None if self.bright is None else self.bright[inner]
        return Flat(self.grey[inner], self.hue[few:-few, few:-few], open_, bright)


def flattened(picture: Image, corners: Corners, size: CardSize, open_: Mask | None = None) -> Flat:
    """The card with these corners in a picture (BGR), with an edge of EDGE_PX of what lies around it. `open_`: the
    pixels of the picture in which the card itself is seen, if something lies on it."""
    wide, high = size.size_px
    turn = _onto(corners, size)
    shape = (wide + 2 * EDGE_PX, high + 2 * EDGE_PX)
    flat = cv2.warpPerspective(picture, turn, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    found = flat_of(as_image(flat))
    bright = as_image(flat) if too_bright(as_image(flat[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX])) else None
    if open_ is None:
        return replace(found, bright=bright)
    seen = cv2.warpPerspective(as_image(open_ * 255), turn, shape, flags=cv2.INTER_LINEAR)
    return replace(found, open=np.asarray(seen > _WHOLE), bright=bright)


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


def too_bright(picture: Image) -> bool:
    """Whether a part of a picture (BGR) is as bright as can be, in one of its colours at least."""
    few = picture[::_APART_PX, ::_APART_PX]
    return float((few >= FULL).any(axis=2).mean()) > _BRIGHT_SHARE


def flat_of(picture: Image) -> Flat:
    """A picture (BGR) that is flat already."""
    lab: Any = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    coarse = (picture.shape[1] // COARSE, picture.shape[0] // COARSE)
    hue = cv2.resize(lab[:, :, 1:], coarse, interpolation=cv2.INTER_AREA)
    return Flat(lab[:, :, 0].astype(np.float32), hue.astype(np.float32) - 128)
