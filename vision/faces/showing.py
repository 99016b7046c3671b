"""Between pictures of single cards and looks: what a registration by showing needs."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision._pixels import as_image
from vision.faces.flat import COARSE, EDGE_PX, CardSize, Flat, flat_of
from vision.faces.looks import Look
from vision.types import Image

_QUALITY = 80


def framed(picture: Image, size: CardSize) -> Flat:
    """A straightened picture (BGR) of a card, from edge to edge, as a reader is given it: with an edge around it."""
    wide, high = size.size_px
    if (picture.shape[1] > picture.shape[0]) != (wide > high):
        picture = as_image(np.rot90(picture))
    small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    return flat_of(as_image(cv2.copyMakeBorder(small, *(EDGE_PX,) * 4, cv2.BORDER_REPLICATE)))


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
