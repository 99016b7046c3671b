"""The busy places of a large picture are read together, and told where they are in the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.reading._busy import busy_map
from vision.reading._sheet import read_together
from vision.reading.decoders import RawTag, by_zxing
from vision.reading.reader import _open
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


def test_a_large_sheet_is_read_in_parts_and_nothing_is_left_out():
    row = np.hstack([table()] * 4)
    boxes = [
        (x - 8 + 640 * n, y - 8, SIDE + 16, SIDE + 16) for n in range(4) for x, y in CODES.values()
    ]  # fmt: skip
    read = read_together(row, boxes, (0, 0, 640 * 4, 480))
    places = sorted((tag.payload, int(min(x for x, _ in tag.corners_px)) // 640) for tag in read)
    assert places == sorted((payload, n) for n in range(4) for payload in CODES)


def laid(picture: Image, payload: str, middle: tuple[float, float], module_px: float, angle_deg: float) -> RawTag:
    """Draws a sticker, and gives its code as a reader would tell it."""
    code = np.where(sticker_modules(payload), 235, 20).astype(np.uint8)
    side, quiet = len(code) - 1, 4
    turn = math.radians(angle_deg)
    axes = module_px * np.array([(math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))])
    shift = np.array(middle) - axes @ np.array([side / 2, side / 2])
    move = np.hstack([axes, shift[:, None]])
    drawn = cv2.warpAffine(code, move, picture.shape[::-1], borderValue=120, flags=cv2.INTER_AREA)
    inside = cv2.warpAffine(np.full_like(code, 255), move, picture.shape[::-1], flags=cv2.INTER_NEAREST)
    picture[inside > 0] = drawn[inside > 0]
    ends = ((quiet, quiet), (side - quiet, quiet), (side - quiet, side - quiet), (quiet, side - quiet))
    return RawTag(payload, tuple(tuple(axes @ np.array(end) + shift) for end in ends), "drawn")


@pytest.mark.parametrize("times", [1.0, 1.6, 2.2])
@pytest.mark.parametrize("angle_deg", [0, 20, 45])
def test_a_code_beside_one_that_was_read_is_not_passed_over(times: float, angle_deg: float):
    """Whichever way it lies there, and however much smaller it is."""
    small_px = 2.0
    away = small_px * 29 * (1 + times) / 2
    for towards in range(0, 360, 30):
        picture = np.full((480, 480), 120, np.uint8)
        turn = math.radians(towards)
        middle = 240 + 1.1 * away * math.cos(turn), 240 + 1.1 * away * math.sin(turn)
        small = laid(picture, "CARD002", middle, small_px, towards)
        large = laid(picture, "CARD001", (240.0, 240.0), small_px * times, angle_deg)
        busy = busy_map(picture, small_px)
        x, y = np.mean(small.corners_px, axis=0)
        assert any(left < x < left + w and top < y < top + h for left, top, w, h in _open(busy, [large]))
        assert _open(busy, [large, small]) == []
