"""A deck is learned from straightened pictures of its cards: what a registration needs between pictures and looks, and
what cannot be told apart is known before play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision._pixels import as_image, colour
from vision.faces._fit import RIM_PX, STRIDE_PX, WINDOW_PX, Fit, fitted
from vision.faces.flat import COARSE, EDGE_PX, PX_PER_MM, CardSize, Corners, Flat, flat_of, flattened
from vision.faces.looks import SAME, Look, Looks, as_look
from vision.faces.reader import LEAST_PRINT, SHAPE
from vision.types import Image, Side

_NEAREST: Final = 8
_FROM_AFAR: Final = 0.85
_DIFFERS: Final = 30.0  # grey levels
_QUALITY: Final = 80


@dataclass(frozen=True)
class Alike:
    """Two looks, by their numbers, that differ in less than a tenth of their print. `place_mm`: the part of the card in
    which they differ most: left, top, width and height, from its top left corner; None: they differ nowhere."""

    one: int
    other: int
    place_mm: tuple[float, float, float, float] | None


def framed(picture: Image, size: CardSize) -> Flat:
    """A straightened picture (BGR) of a card, from edge to edge, as a reader is given it: with an edge around it."""
    wide, high = size.size_px
    if (picture.shape[1] > picture.shape[0]) != (wide > high):
        picture = as_image(np.rot90(picture))
    small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    return flat_of(as_image(cv2.copyMakeBorder(small, *(EDGE_PX,) * 4, cv2.BORDER_REPLICATE)))


def laid_look(picture: Image, corners: Corners, size: CardSize) -> Look:
    """What lies at these corners of a picture (clockwise from the top left one) as a look, for people to see."""
    return as_look("", flattened(colour(picture), corners, size).inside(), Side.FRONT)


def turned(look: Look) -> Look:
    """The same look the other way up."""
    grey, hue = (np.ascontiguousarray(plane[::-1, ::-1]) for plane in (look.grey, look.hue))
    return Look(look.piece, look.side, grey, hue)


def shown(look: Look) -> bytes:
    """A look as a picture for people, as WebP."""
    high, wide = look.grey.shape
    hue: Any = cv2.resize(look.hue, (look.hue.shape[1] * COARSE, look.hue.shape[0] * COARSE))
    lab = np.dstack([look.grey, hue[:high, :wide]])
    packed = cv2.imencode(".webp", cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])[1]
    return packed.tobytes()


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
