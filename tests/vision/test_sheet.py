"""The busy places of a large picture are read together, and told where they are in the picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading._sheet import read_together
from vision.reading.decoders import by_zxing
from vision.sticker import sticker_modules
from vision.types import Image

CODES = {"CARD001": (40, 60), "CARD002": (500, 30), "CARD003": (260, 300)}
SIDE = 100


def table() -> Image:
    picture = np.full((480, 640), 120, np.uint8)
    for payload, (x, y) in CODES.items():
        code = np.where(sticker_modules(payload), 235, 20).astype(np.uint8)
        picture[y : y + SIDE, x : x + SIDE] = cv2.resize(code, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    return picture


def corners(found) -> dict[str, np.ndarray]:
    return {tag.payload: np.array(tag.corners_px) for tag in found}


def test_codes_are_told_where_they_lie_in_the_picture():
    picture = table()
    boxes = [(x - 8, y - 8, SIDE + 16, SIDE + 16) for x, y in CODES.values()]
    there, here = corners(by_zxing(picture)), corners(read_together(picture, boxes, (0, 0, 640, 480)))
    assert set(here) == set(CODES)
    assert max(np.abs(there[payload] - here[payload]).max() for payload in CODES) < 0.75


def test_only_the_boxes_are_read_where_they_are_a_small_part():
    picture = table()
    x, y = CODES["CARD002"]
    read = read_together(picture, [(x - 8, y - 8, SIDE + 16, SIDE + 16)], (0, 0, 640, 480))
    assert set(corners(read)) == {"CARD002"}
    assert read_together(picture, [], (0, 0, 640, 480)) == []


def test_a_picture_that_is_busy_nearly_everywhere_is_read_as_it_is():
    assert set(corners(read_together(table(), [(0, 0, 640, 400)], (0, 0, 640, 480)))) == set(CODES)
