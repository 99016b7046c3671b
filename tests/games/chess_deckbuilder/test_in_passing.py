"""Taking in passing after turns of several moves (CD-094, CD-095)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    by_hand,
    do,
    facts,
    far_reason,
    fen,
    finish_turn,
    game,
    kind,
    men,
    play,
    use,
)

# -- in passing --------------------------------------------------------------------------------------------------------

STEPS = "4k3/8/8/8/1p1p2p1/8/2P1PP2/4K3 w"
"""Black pawns on b4, d4, g4 beside which white ones may come to stand."""


def stepped(*moves: str, hand: str = "pawn pawn pawn", black: str = "pawn pawn knight") -> Match:
    """White moves these pawns in one turn, then it is Black's turn."""
    match = game(STEPS, hands={0: hand, 1: black})
    for move in moves:
        play(match, 0, "pawn", f"move:{move}")
    finish_turn(match, 0, "pawn", "pawn", "pawn")
    assert asked(match) == [1]
    return match


def in_passing(match: Match, seat: int = 1) -> set[str]:
    """The ways to take in passing that a seat has now."""
    rank = "3" if seat == 1 else "6"
    return {k.removeprefix("pawn:take:") for k in by_hand(match, seat) if k.startswith("pawn:take:") and k[-1] == rank}


@pytest.mark.rules("CD-094")
def test_every_pawn_that_made_a_double_step_may_be_taken() -> None:
    assert in_passing(stepped("c2:c4")) == {"b4:c3", "d4:c3"}
    assert in_passing(stepped("c2:c4", "e2:e4")) == {"b4:c3", "d4:c3", "d4:e3"}
    assert in_passing(stepped("c2:c4", "e2:e4", "f2:f4")) == {"b4:c3", "d4:c3", "d4:e3", "g4:f3"}
    assert in_passing(stepped("e2:e3")) == {"d4:e3"}  # an ordinary capture


@pytest.mark.rules("CD-094", "CD-021")
def test_the_pawn_beside_is_taken_and_goes_to_the_captor() -> None:
    match = stepped("c2:c4", "e2:e4")
    told = play(match, 1, "pawn", "take:d4:e3")
    assert fen(match) == "4k3/8/8/8/1pP3p1/4p3/5P2/4K3"
    assert (men(match, "captured/1"), men(match, "captured/0")) == ("P", "")
    assert facts(told, "took_en_passant")[0]["cell"] == "d4"


@pytest.mark.rules("CD-094")
def test_only_the_first_move_of_the_turn_takes_in_passing() -> None:
    match = stepped("c2:c4", "e2:e4")
    play(match, 1, "pawn", "take:b4:c3")
    assert in_passing(match) == set()  # the other one is out of reach now
    assert far_reason(match, 1, "far:d4:e3") == ("en_passant_expired", "CD-094")
    other = stepped("c2:c4")
    play(other, 1, "pawn", "move:g4:g3")
    assert in_passing(other) == set()


@pytest.mark.rules("CD-094")
def test_another_card_first_ends_it_too() -> None:
    match = game("4k1n1/8/8/8/1p6/8/2P5/4K3 w", hands={0: "pawn", 1: "knight pawn"})
    play(match, 0, "pawn", "move:c2:c4")
    finish_turn(match, 0)
    assert in_passing(match) == {"b4:c3"}
    play(match, 1, "knight", "move:g8:f6")
    assert in_passing(match) == set()
    assert "play:pawn" in allowed(match, 1)


@pytest.mark.rules("CD-094", "CD-047")
def test_a_card_that_was_taken_back_ends_nothing() -> None:
    match = stepped("c2:c4")
    use(match, 1, "play:pawn", "back")
    assert in_passing(match) == {"b4:c3", "d4:c3"}


@pytest.mark.rules("CD-095")
def test_a_pawn_that_moved_on_cannot_be_taken() -> None:
    assert in_passing(stepped("c2:c4", "c4:c5")) == set()
    assert in_passing(stepped("c2:c4", "c4:c5", "e2:e4")) == {"d4:e3"}
    single = stepped("c2:c3", "c3:c4")
    assert in_passing(single) == set()  # two single steps are no double step
    assert far_reason(single, 1, "far:b4:c3") == ("en_passant_expired", "CD-094")


@pytest.mark.rules("CD-095", "CD-033")
def test_a_pawn_replaced_by_a_king_card_cannot_be_taken() -> None:
    match = game(STEPS, hands={0: "pawn pawn king", 1: "pawn"}, captured={1: "N"})
    play(match, 0, "pawn", "move:c2:c4")
    play(match, 0, "pawn", "move:e2:e4")
    play(match, 0, "king", "promote:c4")
    finish_turn(match, 0)
    assert in_passing(match) == {"d4:e3"}


@pytest.mark.rules("CD-094")
def test_it_lapses_with_the_next_turn_whatever_that_brings() -> None:
    match = stepped("c2:c4")
    finish_turn(match, 1, "pawn", "pawn", "knight")  # without any move
    finish_turn(match, 0)
    assert in_passing(match) == set()
    assert far_reason(match, 1, "far:b4:c3") == ("en_passant_expired", "CD-094")


@pytest.mark.rules("CD-094", "CD-066")
def test_it_lapses_after_a_free_escape() -> None:
    match = game("4k3/8/8/8/1p6/8/2P5/R3K3 w", hands={0: "pawn pawn knight rook", 1: "copper copper pawn"})
    play(match, 0, "pawn", "move:c2:c4")
    play(match, 0, "rook", "move:a1:a8")
    finish_turn(match, 0)
    assert kind(match) == "answer_check"
    assert "escape:b4:c3" not in {o.key for o in match.options(match.waiting[0])}
    do(match, 1, "escape:e8:d7")
    finish_turn(match, 0)
    assert in_passing(match) == set()


@pytest.mark.rules("CD-094")
def test_the_opponents_old_step_is_not_taken_after_ones_own() -> None:
    match = stepped("c2:c4")
    play(match, 1, "pawn", "move:g4:g3")
    finish_turn(match, 1)
    finish_turn(match, 0)
    assert match.state["passing"] == ()


@pytest.mark.rules("CD-094", "CD-040")
def test_taking_in_passing_must_leave_the_own_king_safe() -> None:
    """Both pawns leave the rank on which the rook looks at the king."""
    match = game("8/8/8/8/k2p3R/8/4P3/4K3 w", hands={0: "pawn", 1: "pawn"})
    play(match, 0, "pawn", "move:e2:e4")
    finish_turn(match, 0)
    assert in_passing(match) == set()
