"""A board without stickers is read from rendered pictures: sets, lights, hands, and what must not be told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

import chess
import cv2
import numpy as np
import pytest

from bench._boards import SETS, SIDES, BoardScene, Conditions, candidates, moved_fit, sides_of
from vision import BoardSeen, Lamp, Point, ScenePiece, SquaresReader, rank_positions
from vision.squares import FlatBoard, find_checker, flatten, grid_of
from vision.squares._looks import hidden_by

LIGHTS = {
    "day": Lamp(level=0.95, gradient=0.1),
    "evening": Lamp(level=0.55, gradient=0.45, angle_deg=20.0, tint=(0.72, 0.92, 1.0)),
    "shadow": Lamp(level=0.8, gradient=0.3, angle_deg=120.0, shade=0.45, shade_mm=110.0, shade_at=Point(520.0, 300.0)),
}


class Table:
    """A board before a camera, and the reader that looks at it."""

    def __init__(self, conditions: Conditions, seed: int = 3, board: chess.Board | None = None) -> None:
        self.board = chess.Board() if board is None else board
        self.scene = BoardScene(conditions, seed)
        self.scene.put(self.board)
        self.grid = grid_of(self.scene.layout)
        self.calibration = self.scene.calibration()
        self.fit = conditions.fit
        self.reader = SquaresReader(self.grid, SIDES)

    def flat(self) -> FlatBoard:
        found = flatten(self.scene.picture(), self.grid, self.calibration, self.fit)
        assert found is not None
        return found

    def learn(self, position: dict[str, str] | None = None) -> BoardSeen:
        return self.reader.learn(self.flat(), sides_of(self.board) if position is None else position, 0.0)

    def read(self) -> BoardSeen:
        return self.reader.read(self.flat(), 1.0)

    def wrong(self, seen: BoardSeen) -> dict[str, str]:
        truth = sides_of(self.board)
        return {name: side for name, side in seen.position.items() if side != truth.get(name, "")}

    def surely_wrong(self, seen: BoardSeen) -> set[str]:
        return set(self.wrong(seen)) - seen.unsure

    def play(self, move: str) -> tuple[BoardSeen, str]:
        """Makes a move, reads it and matches it; the move for which it was taken, or "asked"."""
        before, possible = sides_of(self.board), candidates(self.board)
        self.board.push_uci(move)
        self.scene.put(self.board)
        seen = self.read()
        match = rank_positions(seen, {"": before, **possible})
        assert match.best is not None
        self.reader.accept(sides_of(self.board))
        return seen, match.best.names[0] if match.is_clear else "asked"


@lru_cache(maxsize=8)
def _table(number: int, light: str) -> Table:
    """One table for each set and light; tests that change it take one of their own."""
    look, make = SETS[number]
    table = Table(Conditions(look, make, px_per_mm=1.5, tilt_deg=5.0 + 4 * number, lamp=LIGHTS[light], wobble=0.2))
    table.learn()
    return table


def walked(random: Random, moves: int) -> Iterator[chess.Board]:
    """Boards of a random game, every few moves one."""
    board = chess.Board()
    while True:
        for _ in range(moves):
            if board.is_game_over():
                board = chess.Board()
            board.push(random.choice(list(board.legal_moves)))
        yield board.copy(stack=False)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("number", [0, 1], ids=["wood", "plastic"])
def test_the_start_is_read_and_so_are_two_moves(number: int, light: str):
    look, make = SETS[number]
    table = Table(Conditions(look, make, px_per_mm=1.5, tilt_deg=8.0, lamp=LIGHTS[light], wobble=0.15), 20 + number)
    seen = table.learn()
    assert not table.wrong(seen)
    assert len(seen.cells) == 64
    assert all(sum(occupant.scores.values()) == pytest.approx(1.0) for occupant in seen.cells.values())
    for move in ("e2e4", "d7d5"):
        seen, taken = table.play(move)
        assert not table.surely_wrong(seen)
        assert taken == move


@pytest.mark.soak
@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("number", [0, 1, 2], ids=["wood", "plastic", "printed"])
def test_forty_random_positions_are_read(number: int, light: str):
    look, make = SETS[number]
    table = Table(Conditions(look, make, tilt_deg=10.0, lamp=LIGHTS[light]), 40 + number)
    table.learn()
    wrong = surely = 0
    for table.board in (board for board, _ in zip(walked(Random(number), 2), range(40), strict=False)):
        table.scene.put(table.board)
        seen = table.read()
        wrong, surely = wrong + len(table.wrong(seen)), surely + len(table.surely_wrong(seen))
        table.reader.accept(sides_of(table.board))
    assert surely <= 3
    assert wrong <= 12  # of 2,560 squares


def test_pieces_far_off_the_middle_and_turned_anyhow_are_on_their_square():
    table = Table(Conditions(*SETS[1], px_per_mm=1.5, tilt_deg=12.0, wobble=0.25), 8)
    seen = table.learn()
    assert not table.surely_wrong(seen)
    for move in ("g1f3", "b8c6", "f3e5", "c6e5"):
        _, taken = table.play(move)
        assert taken == move


def test_castling_en_passant_and_promotion_are_told_by_their_squares():
    board = chess.Board("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
    table = Table(Conditions(*SETS[0], px_per_mm=1.5, wobble=0.15), 5, board)
    table.learn()
    assert [table.play(move)[1] for move in ("e5d6", "e8g8", "e1c1")] == ["e5d6", "e8g8", "e1c1"]
    board.push_uci("f8e8")
    table.scene.put(board)
    table.read()
    table.reader.accept(sides_of(board))
    before, possible = sides_of(board), candidates(board)
    board.push_uci("b7b8q")
    table.scene.put(board)
    match = rank_positions(table.read(), {"": before, **possible})
    assert match.best is not None
    assert match.is_clear
    assert set(match.best.names) == {"b7b8q", "b7b8r", "b7b8b", "b7b8n"}, "which piece it became cannot be seen"


def test_nothing_is_told_when_nothing_changed():
    table = Table(Conditions(*SETS[0], px_per_mm=1.2, noise=4.0), 6)
    table.learn()
    truth = sides_of(table.board)
    for _ in range(100):
        seen = table.read()
        assert not table.wrong(seen)
        assert not seen.unsure
    assert {name: side for name, side in seen.position.items() if side} == truth


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.soak)], ids=["wood", "plastic"])
def test_a_slow_change_of_light_is_followed_and_a_shadow_is_no_piece(number: int):
    look, make = SETS[number]
    table = Table(Conditions(look, make, px_per_mm=1.5, lamp=Lamp(level=0.95)), 7)
    table.learn()
    for step in range(7):
        warm = 1.0 - 0.03 * step
        lamp = Lamp(0.95 - 0.05 * step, 0.2 + 0.03 * step, 225.0, (warm, 0.5 + 0.5 * warm, 1.0))
        table.scene.relight(lamp)
        assert not table.surely_wrong(table.read())
    for x, y in ((60.0, 280.0),):
        table.scene.relight(replace(lamp, shade=0.35, shade_mm=110.0, shade_at=Point(x, y)))
        assert not table.surely_wrong(table.read())
    assert table.play("d2d4")[1] == "d2d4"


def test_a_square_that_is_half_covered_is_unsure():
    table = Table(Conditions(*SETS[1], px_per_mm=1.5, wobble=0.1), 9)
    table.learn()
    at = next(spot for spot in table.scene.layout.spots if spot.name == "e5")
    for share in (0.35, 0.42, 0.5):
        # a sheet of paper, as light as the light pieces, hides so much of the square and all of its neighbour
        table.scene.lay(ScenePiece(900, None, None, at.x_mm - 55 + 50 * share, at.y_mm, 0.0, True, 9, 60.0, 46.0))
        seen = table.read()
        assert "e5" in seen.unsure


def test_what_is_missing_at_the_start_is_noticed():
    table = Table(Conditions(*SETS[0], px_per_mm=1.5, wobble=0.15), 10)
    expected = sides_of(table.board)
    table.board.remove_piece_at(chess.D2)
    table.board.set_piece_at(chess.D4, chess.Piece(chess.PAWN, chess.WHITE))
    table.scene.put(table.board)
    seen = table.learn(expected)
    assert {name for name, side in seen.position.items() if side != expected.get(name, "")} == {"d2", "d4"}
    assert not table.wrong(seen)
    assert table.play("e2e4")[1] == "e2e4", "what was right has been learned"


def test_the_wrong_colours_are_noticed():
    table = Table(Conditions(*SETS[0], px_per_mm=1.5), 11)
    swapped = {name: SIDES[1 - SIDES.index(side)] for name, side in sides_of(table.board).items()}
    seen = table.learn(swapped)
    assert not table.wrong(seen)
    assert not table.reader.has_learned


def test_it_reads_nothing_before_it_has_learned():
    table = _table(0, "day")
    with pytest.raises(RuntimeError):
        SquaresReader(table.grid, SIDES).read(table.flat(), 0.0)


# -- where the board lies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn_deg", [pytest.param(-7.0, marks=pytest.mark.soak), 4.0])
def test_a_board_without_markers_that_was_pushed_and_turned_is_found_by_its_pattern(turn_deg: float):
    fit = moved_fit(turn_deg, 15.0, -12.0, _table(1, "day").scene.layout)
    board = chess.Board("r2q1rk1/pp1bbppp/2np1n2/4p3/4P3/2NP1N2/PPPBBPPP/R2Q1RK1 w - - 0 9")
    table = Table(Conditions(*SETS[1], px_per_mm=1.5, tilt_deg=9.0, fit=fit), 12, board)
    found = find_checker(table.scene.picture(), table.grid, table.calibration)
    assert found is not None
    assert not found.is_quarter_turned
    assert found.seen > 0.8
    for spot in table.scene.layout.spots:
        here, there = (f.point(Point(spot.x_mm, spot.y_mm)) for f in (found.fit, fit))
        assert abs(complex(here.x_mm - there.x_mm, here.y_mm - there.y_mm)) < 3.0
    table.fit = found.fit
    assert not table.surely_wrong(table.learn())
    assert table.play("d3d4")[1] == "d3d4"


def test_a_board_that_is_turned_by_a_quarter_is_told_as_that():
    table = _table(2, "day")
    grid = replace(table.grid, dark=~table.grid.dark)
    found = find_checker(table.scene.picture(), grid, table.calibration)
    assert found is not None
    assert found.is_quarter_turned


def test_where_no_board_lies_none_is_found():
    table = _table(2, "day")
    empty = table.scene.picture()
    empty[:] = 120
    assert find_checker(empty, table.grid, table.calibration) is None


def test_a_scuffed_square_that_was_never_seen_empty_is_read_as_empty_when_its_piece_has_left():
    table = Table(Conditions(tilt_deg=38.0, px_per_mm=2.0), board=chess.Board("4k3/8/8/8/8/8/P3P2P/4K3 w - - 0 1"))
    clean = table.flat()
    grain = np.random.default_rng(4).normal(0.0, 1.0, clean.cells.shape[:3]).astype(np.float32)
    scuffs = np.stack([cv2.GaussianBlur(one, (0, 0), 1.5) for one in grain])[..., None] * 80.0

    def scuffed(board: FlatBoard) -> FlatBoard:
        is_bare = np.abs(board.cells - clean.cells).max(axis=3, keepdims=True) < 40
        return replace(board, cells=np.clip(board.cells + np.where(is_bare, scuffs, 0.0), 0, 255).astype(np.float32))

    table.reader.learn(scuffed(clean), sides_of(table.board), 0.0)
    table.board.push_uci("e2e4")
    table.scene.put(table.board)
    seen = table.reader.read(scuffed(table.flat()), 1.0)
    assert seen.cells["e2"].side == ""
    assert seen.cells["e4"].side == "white"


def test_a_field_behind_a_tall_piece_is_known_to_be_hidden_by_it():
    table = Table(Conditions(tilt_deg=40.0))
    over = hidden_by(table.flat(), table.grid)
    at = {name: number for number, name in enumerate(table.grid.names)}
    lean = table.flat().leans[at["e4"]]
    behind = chess.square_name(chess.E4 + (8 if lean[1] < 0 else -8))
    assert over[at[behind], at["e4"]]
    assert not over[at["e4"], at[behind]]
    assert not over[at["e4"], at["e4"]]
    straight = FlatBoard(table.flat().cells, np.zeros((64, 2), np.float32))
    assert not hidden_by(straight, table.grid).any()


def test_what_leans_over_a_field_is_not_taken_for_a_piece_on_it():
    """A queen that comes to stand before an empty field covers that field's picture."""
    table = Table(Conditions(tilt_deg=42.0), board=chess.Board("4k3/pp4pp/8/8/8/8/PP4PP/3QK3 w - - 0 1"))
    table.learn()
    seen, taken_for = table.play("d1d4")
    assert taken_for == "d1d4", table.wrong(seen)
