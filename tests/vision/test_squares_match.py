"""Which position it was: by what is likely, not by what is sure."""

from __future__ import annotations

import math

import pytest

from vision import BoardSeen, Occupant, PositionMatch, rank_positions
from vision.types import FieldChange

FIELDS = ("a", "b", "c", "d")


def seen(**shares: tuple[float, float, float]) -> BoardSeen:
    """Probabilities of "", "light" and "dark" for some fields; the others are surely empty."""
    cells = {}
    for field in FIELDS:
        scores = dict(zip(("", "light", "dark"), shares.get(field, (0.98, 0.01, 0.01)), strict=True))
        cells[field] = Occupant(max(scores, key=lambda side: scores[side]), scores)
    unsure = frozenset(field for field, occupant in cells.items() if max(occupant.scores.values()) < 0.9)
    return BoardSeen(cells, unsure, 0.0)


def test_the_likeliest_position_comes_first_and_is_clear():
    match = rank_positions(seen(a=(0.02, 0.97, 0.01)), {"on a": {"a": "light"}, "on b": {"b": "light"}, "none": {}})
    assert match.is_clear
    assert match.ranked[0].names == ("on a",)
    assert match.best is match.ranked[0]
    assert match.best.log_likelihood == pytest.approx(math.log(0.97) + 3 * math.log(0.98))


def test_a_field_that_nobody_asks_about_may_be_unsure():
    board = seen(a=(0.02, 0.97, 0.01), d=(0.4, 0.3, 0.3))
    assert "d" in board.unsure
    assert rank_positions(board, {"one": {"a": "light"}, "two": {"b": "light"}}).is_clear


def test_a_field_on_which_they_differ_must_be_clear():
    board = seen(a=(0.5, 0.45, 0.05))
    match = rank_positions(board, {"one": {"a": "light"}, "two": {}})
    assert not match.is_clear
    assert match.best is not None
    assert match.best.names == ("two",)
    assert rank_positions(board, {"one": {"a": "light"}, "two": {"a": "dark", "b": "dark"}}).is_clear


def test_candidates_that_look_alike_stand_together():
    match = rank_positions(seen(a=(0.01, 0.01, 0.98)), {1: {"a": "dark"}, 2: {"a": "dark", "b": ""}, 3: {}})
    assert match.best is not None
    assert match.best.names == (1, 2)
    assert match.is_clear


def test_what_fits_no_candidate_is_not_clear_and_says_where():
    match = rank_positions(seen(c=(0.01, 0.98, 0.01)), {"one": {"a": "light"}, "two": {"b": "light", "d": "dark"}})
    assert not match.is_clear
    assert match.best is not None
    assert match.best.against == {"a", "c"}


def test_no_single_field_outweighs_everything():
    impossible = seen(a=(1.0, 0.0, 0.0), b=(0.0, 1.0, 0.0), c=(0.0, 1.0, 0.0))
    match = rank_positions(impossible, {"near": {"a": "dark", "b": "light", "c": "light"}, "far": {}})
    assert match.best is not None
    assert match.best.names == ("near",)
    assert all(math.isfinite(ranked.log_likelihood) for ranked in match.ranked)


def test_without_candidates_there_is_no_match():
    match: PositionMatch[str] = rank_positions(seen(), {})
    assert match.best is None
    assert not match.is_clear


def after(
    otherwise: dict[str, float], looks: dict[str, tuple[float, float, float]], behind: dict[str, str], **was: str
) -> BoardSeen:
    """A picture after another one: how much otherwise each field looks, and which one is behind which."""
    board = seen(**looks)
    changes = {
        name: FieldChange(
            was.get(name, ""), occupant.scores, otherwise.get(name, -4.0), frozenset(behind.get(name, ""))
        )
        for name, occupant in board.cells.items()
    }
    return BoardSeen(board.cells, board.unsure, 1.0, changes)


def test_a_field_that_looks_otherwise_is_one_of_those_of_the_move():
    """A dark piece on a dark field looks much like nothing; but the field does not look as it did."""
    looks = {"a": (0.6, 0.05, 0.35), "b": (0.6, 0.05, 0.35)}
    moves = {"to b": {"b": "dark"}, "to c": {"c": "dark"}, "": {"a": "dark"}}
    match = rank_positions(after({"a": 3.0, "b": 3.0}, looks, {}, a="dark"), moves)
    assert match.is_clear
    assert match.best is not None
    assert match.best.names == ("to b",)
    assert not rank_positions(seen(**looks), moves).is_clear


def test_a_field_that_looks_as_it_did_is_none_of_those_of_the_move():
    looks = {"b": (0.1, 0.1, 0.8)}
    moves = {"to b": {"b": "dark"}, "": {"a": "dark"}}
    assert not rank_positions(after({"a": 3.0}, looks, {}, a="dark"), moves).is_clear


@pytest.mark.parametrize("is_behind", [True, False])
def test_what_is_done_before_a_field_explains_how_it_looks(is_behind: bool):
    looks = {"a": (0.98, 0.01, 0.01), "b": (0.01, 0.01, 0.98), "c": (0.02, 0.08, 0.9)}
    otherwise = {"a": 3.0, "b": 3.0, "c": 3.0}
    moves = {"to b": {"b": "dark"}, "to c": {"c": "dark"}, "": {"a": "dark"}}
    match = rank_positions(after(otherwise, looks, {"c": "b"} if is_behind else {}, a="dark"), moves)
    assert match.is_clear is is_behind
    assert match.best is not None
    assert not is_behind or match.best.names == ("to b",)


def test_behind_a_piece_that_has_left_all_can_be_seen():
    """The piece went from a to c or to b, which it hid before; b now looks as if one stood there."""
    looks = {"a": (0.98, 0.01, 0.01), "b": (0.01, 0.01, 0.98)}
    otherwise = {"a": 3.0, "b": 3.0}
    moves = {"to b": {"b": "dark"}, "to c": {"c": "dark"}, "": {"a": "dark"}}
    match = rank_positions(after(otherwise, looks, {"b": "a"}, a="dark"), moves)
    assert match.is_clear
    assert match.best is not None
    assert match.best.names == ("to b",)
