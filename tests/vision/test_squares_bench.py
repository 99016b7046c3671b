"""The bench of boards without stickers runs, and judges what it says it judges."""

from __future__ import annotations

from random import Random

import chess
import cv2
import numpy as np

from bench._board_photos import BoardPhoto, field_of, photo_moves, reached
from bench._boards import SIDES, BoardScene, Conditions
from bench.squares_bench import Outcome, photographed, played, shown
from vision._pixels import as_image
from vision.calibration.mat import Calibration


def a_photo() -> BoardPhoto:
    """A board from 30 degrees, straightened as the photographs are: 64 px a square, two squares of rim."""
    board = chess.Board("4k3/2p3p1/8/8/8/8/1P3P2/4K3 w - - 0 1")
    scene = BoardScene(Conditions(tilt_deg=30.0, wobble=0.05), 5)
    scene.put(board)
    known = scene.calibration()
    to_px = np.asarray([[1.28, 0.0, 128 - 80 * 1.28], [0.0, 1.28, 128 - 80 * 1.28], [0.0, 0.0, 1.0]])
    picture = cv2.warpPerspective(scene.picture(), to_px @ known.to_mm, (768, 768))
    pieces = {(7 - at // 8, at % 8): SIDES[0 if p.color else 1] for at, p in board.piece_map().items()}
    return BoardPhoto("drawn", as_image(picture), Calibration(np.linalg.inv(to_px), to_px, None, known.pose), pieces)


def test_moves_made_of_a_pictures_own_pixels_are_read():
    photo = a_photo()
    told = photographed(photo, 4, 3)
    assert told is not None
    assert len(told) == 4
    assert {outcome.make for outcome in told} == {"photo drawn"}
    assert "wrong" not in {outcome.result for outcome in told}
    assert [outcome.result for outcome in told].count("right") >= 3


def test_a_pasted_move_changes_the_squares_of_the_move():
    photo = a_photo()
    for move in photo_moves(photo, 3, Random(2)):
        assert move.pieces == {at: s for at, s in photo.pieces.items() if at != move.was} | {
            move.now: photo.pieces[move.was]
        }
        off = np.abs(move.picture.astype(float) - photo.picture).mean(axis=2)
        change = {at: off[(at[0] + 2) * 64 :, (at[1] + 2) * 64 :][16:60, 16:48].mean() for at in np.ndindex(8, 8)}
        assert {move.was, move.now} <= set(sorted(change, key=lambda at: -change[at])[:6])


def test_a_piece_of_any_kind_reaches_what_is_not_in_another_ones_way():
    there = {(4, 4): "white", (4, 6): "black", (3, 4): "white"}
    found = {field_of(at) for at in reached((4, 4), there)}
    assert {"f4", "g4", "d3", "a8", "f6", "g5"} <= found
    assert not {"h4", "e5", "e6", "e4"} & found


def test_some_moves_are_made_read_and_judged():
    told = played(1, 2, 7)
    assert [outcome.make for outcome in told] == ["plastic"] * 2
    assert {outcome.result for outcome in told} <= {"right", "asked"}
    assert all(outcome.errors <= 2 for outcome in told)


def test_the_rates_are_those_of_the_outcomes():
    outcomes = [
        Outcome("quiet", "wood", 0, 1, "right", "asked"),
        Outcome("capture", "wood", 2, 3, "wrong", "wrong"),
        Outcome("quiet", "plastic", 0, 0, "asked", "asked"),
        Outcome("quiet", "plastic", 1, 0, "right", "right"),
    ]
    after, wood = ["50.00%", "25.00%", "25.00%"], ["50.00%", "0.00%", "50.00%"]
    rows = {line.split()[0]: line.split()[1:] for line in shown(outcomes, 3)[2:]}
    assert "3 boards were not found" in shown(outcomes, 3)[0]
    assert rows["all"] == ["4", "1.172%", "1.56%", "50.00%", *after, "|", "25.00%", "50.00%", "25.00%"]
    assert rows["wood"] == ["2", "1.562%", "3.12%", "50.00%", *wood, "|", "0.00%", "50.00%", "50.00%"]
    assert rows["capture"][-1] == "100.00%"
    assert set(rows) == {"all", "wood", "plastic", "quiet", "capture"}
