"""The busy places of a large picture on one sheet: what is calm between them holds no code and takes time to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision._pixels import Box, cropped
from vision.deck._atlas import shelves
from vision.reading.decoders import RawTag, by_zxing
from vision.types import Image

_WORTH = 0.5  # of the picture; more than that is read as quickly where it is


def read_together(pixels: Image, boxes: Sequence[Box], whole: Box) -> list[RawTag]:
    """What zxing-cpp reads in these boxes of a grey picture, with corners in pixels of the picture; in all of `whole`
    where the boxes take most of it."""
    if sum(w * h for _, _, w, h in boxes) > _WORTH * whole[2] * whole[3]:
        return by_zxing(np.ascontiguousarray(cropped(pixels, whole)), (whole[0], whole[1]))
    if not boxes:
        return []
    places, width, height = shelves([(w, h) for _, _, w, h in boxes])
    sheet = np.full((height, width), 255, np.uint8)
    for (x, y), box in zip(places, boxes, strict=True):
        sheet[y : y + box[3], x : x + box[2]] = cropped(pixels, box)
    found = []
    for tag in by_zxing(sheet):
        across, down = np.mean(tag.corners_px, axis=0)
        for (x, y), (left, top, wide, high) in zip(places, boxes, strict=True):
            if x <= across < x + wide and y <= down < y + high:
                corners = tuple((a - x + left, b - y + top) for a, b in tag.corners_px)
                found.append(replace(tag, corners_px=corners))
    return found
