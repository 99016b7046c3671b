"""Photographs of real boards: found by their pattern from a roughly measured table, and moves on them."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

import cv2
import numpy as np
import pytest

from bench._board_photos import OWN_PHOTOS, RawBoard, board_photos, raw_boards
from bench._boards import board_mat
from bench.squares_bench import photographed
from vision._pixels import as_image
from vision.calibration.board import AS_DRAWN, BoardFit
from vision.calibration.mat import Calibration, Matrix
from vision.squares import find_checker, follow_checker, grid_of
from vision.types import Point

GRID = grid_of(board_mat())
NAMES = ("1", "3", "5", "8", "10", "12")


@lru_cache(maxsize=1)
def boards() -> dict[str, RawBoard]:
    return {board.name: board for board in raw_boards(OWN_PHOTOS)}


def roughly(board: RawBoard, seed: int, corner_mm: float, shift_mm: float, turn_deg: float) -> Calibration:
    """A table on which the board lies so far from where it is drawn, with corners that were measured so wrong."""
    random, middle = Random(seed), board_mat().width_mm / 2
    turn, way, far = (
        math.radians(random.uniform(-turn_deg, turn_deg)),
        random.uniform(0, 6.3),
        random.uniform(0, shift_mm),
    )
    drawn = np.array([(middle + x, middle + y) for x, y in ((-200, -200), (200, -200), (200, 200), (-200, 200))])
    off = np.array([[random.uniform(-corner_mm, corner_mm) for _ in "xy"] for _ in drawn])
    bent = cv2.getPerspectiveTransform(drawn.astype(np.float32), (drawn + off).astype(np.float32))
    left = np.array([(math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))])
    move = np.eye(3)
    move[:2, :2] = left
    move[:2, 2] = middle - left @ (middle, middle) + (far * math.cos(way), far * math.sin(way))
    to_px: Matrix = np.asarray(board.calibration.to_px @ bent @ move, np.float64)
    return Calibration(np.asarray(np.linalg.inv(to_px), np.float64), to_px)


def middles_px(calibration: Calibration, fit: BoardFit) -> np.ndarray:
    at = [fit.point(Point(x, y)) for x, y in GRID.middles.tolist()]
    return calibration.pixels(np.array([(place.x_mm, place.y_mm) for place in at]))


@pytest.mark.parametrize("name", NAMES)
def test_a_real_board_is_found_on_a_table_that_was_measured_roughly(name: str):
    """Wrong by up to 10 mm at each corner, up to 30 mm away, turned by up to 12 degrees."""
    board = boards()[name]
    known = find_checker(board.picture, GRID, board.calibration)
    assert known is not None
    assert not known.is_quarter_turned
    places = board.calibration.places(middles_px(board.calibration, known.fit))
    assert np.abs(places - GRID.middles).max() < 16, "the marks are drawn by hand, but no field is off by a third"
    for seed in (1, 2):
        rough = roughly(board, seed, 10.0, 30.0, 12.0)
        found = find_checker(board.picture, GRID, rough)
        assert found is not None
        assert not found.is_quarter_turned
        seen = board.calibration.places(middles_px(rough, found.fit))
        assert np.linalg.norm(seen - places, axis=1).max() < 9
        again = follow_checker(board.picture, GRID, rough, found.fit)
        assert again is not None
        assert np.linalg.norm(middles_px(rough, again.fit) - middles_px(rough, found.fit), axis=1).max() < 4


def test_no_board_is_found_where_all_is_grey_or_beside_it():
    board = boards()["12"]
    assert find_checker(as_image(np.full_like(board.picture, 128)), GRID, board.calibration) is None
    beside = BoardFit(1.0, 0.0, 0.0, -520.0)
    assert find_checker(board.picture, GRID, board.calibration, beside) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_board_that_is_known_well_is_not_bent_more_than_it_is(name: str):
    """What is found from the right place differs from the marks only by what a hand draws wrong."""
    board = boards()[name]
    found = find_checker(board.picture, GRID, board.calibration, AS_DRAWN)
    assert found is not None
    assert found.seen > 0.7
    assert abs(found.fit.scale - 1.0) < 0.03


@pytest.mark.dear
@pytest.mark.parametrize("name", ["8", "10"])
def test_moves_on_a_real_board_are_clear(name: str):
    """On the first a tall piece hides what is behind it, on the second black pieces stand on black fields."""
    (photo,) = (photo for photo in board_photos(OWN_PHOTOS) if photo.name == name)
    told = photographed(photo, 8, 1)
    assert told is not None
    assert [outcome.result for outcome in told] == ["right"] * 8
