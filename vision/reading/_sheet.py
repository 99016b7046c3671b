"""The busy places of a large picture on one sheet: what is calm between them holds no code and takes time to read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from vision._pixels import Box, cropped
from vision._threads import CORES, side_by_side
from vision.deck._atlas import shelves
from vision.reading.decoders import RawTag, by_zxing
from vision.types import Image

_WORTH = 0.5  # of the picture; more than that is read as quickly where it is
_DIVIDED_PX = 200_000  # so large a sheet is read sooner in parts


def read_together(pixels: Image, boxes: Sequence[Box], whole: Box) -> list[RawTag]:
    """What zxing-cpp reads in these boxes of a grey picture, with corners in pixels of the picture; in all of `whole`
    where the boxes take most of it."""
    area = sum(w * h for _, _, w, h in boxes)
    if area > _WORTH * whole[2] * whole[3]:
        return by_zxing(np.ascontiguousarray(cropped(pixels, whole)), (whole[0], whole[1]))
    if not boxes:
        return []
    parts = CORES if area > _DIVIDED_PX else 1
    sheets = [boxes[first::parts] for first in range(min(parts, len(boxes)))]
    return [tag for read in side_by_side(partial(_on_a_sheet, pixels), sheets) for tag in read]


def _on_a_sheet(pixels: Image, boxes: Sequence[Box]) -> list[RawTag]:
    places, width, height = shelves([(w, h) for _, _, w, h in boxes])
    sheet = np.full((height, width), 255, np.uint8)
    for (x, y), box in zip(places, boxes, strict=True):
        sheet[y : y + box[3], x : x + box[2]] = cropped(pixels, box)
    read = by_zxing(sheet)
    middles = np.array([tag.corners_px for tag in read], np.float64).reshape(-1, 4, 2).mean(axis=1)
    start = np.array(places, np.float64)
    inside = middles[:, None] - start
    is_in = ((inside >= 0) & (inside < np.array(boxes, np.float64)[:, 2:])).all(axis=2)
    shift = np.array(boxes, np.float64)[:, :2] - start
    found = []
    for tag, is_its, box in zip(read, is_in.any(axis=1).tolist(), is_in.argmax(axis=1).tolist(), strict=True):
        if is_its:
            across, down = shift[box].tolist()
            corners = tuple((x + across, y + down) for x, y in tag.corners_px)
            found.append(RawTag(tag.payload, corners, tag.reader))
    return found
