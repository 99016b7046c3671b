"""What the host accepts although the rules refuse it is carried out whole (CD-092, CD-094)."""

from __future__ import annotations

import pytest

from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.games.chess_deckbuilder._match import far_reason, fen, game, kind, play, use


def accept(match: Match, seat: int, key: str) -> None:
    assert isinstance(match.submit(Answer(Seat(seat), key, irregular=True)), Accepted)


@pytest.mark.rules("CD-092")
def test_a_wrong_castling_moves_the_rook_too_and_the_turn_goes_on() -> None:
    match = game("4k3/8/8/8/8/8/8/4K2R w -", hands={0: "rook"})
    assert far_reason(match, 0, "far:e1:g1") == ("castling_rights", "CD-092")
    accept(match, 0, "far:e1:g1")
    assert fen(match) == "4k3/8/8/8/8/8/8/5RK1"
    assert (kind(match), match.state.turn, match.state["actions"]) == ("action", 0, 1)


@pytest.mark.rules("CD-094")
def test_taking_in_passing_too_late_takes_the_pawn() -> None:
    match = game("4k3/8/8/8/3pP3/8/8/4K3 b -", hands={1: "pawn"})
    assert far_reason(match, 1, "far:d4:e3") == ("en_passant_expired", "CD-094")
    accept(match, 1, "far:d4:e3")
    assert fen(match) == "4k3/8/8/8/8/4p3/8/4K3"


@pytest.mark.rules("CD-021")
def test_a_slanting_step_past_nobody_is_no_taking_in_passing() -> None:
    match = game("4k3/8/8/8/3p4/8/8/4K3 b -", hands={1: "pawn"})
    assert far_reason(match, 1, "far:d4:e3")[0] == "illegal_chess_move"


@pytest.mark.rules("CD-010")
def test_a_card_played_too_late_is_one_more_action() -> None:
    match = game(hands={0: "pawn copper"}, phase="buy", actions=0)
    accept(match, 0, "play:pawn")
    assert (kind(match), match.state["actions"]) == ("action", 1)
    play(match, 0, "pawn", "move:e2:e4")
    use(match, 0, "stop")
    assert kind(match) == "buy"
