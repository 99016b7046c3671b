"""The free escape from check, taking in passing to escape, and when it is mate (CD-065 to CD-070)."""

from __future__ import annotations

import pytest

from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    do,
    fen,
    finish_turn,
    game,
    kind,
    kinds,
    left,
    number,
    pile,
    play,
    reason,
    result,
    use,
    winners,
)

OPEN_FILE = "4r2k/8/8/8/8/8/P5B1/4K1N1 w"
"""The rook on e8 gives check. Knight to e2, bishop to e4 or the king's step aside end it; the pawn cannot."""
FREE = {f"escape:{move}" for move in ("e1:d1", "e1:d2", "e1:f1", "e1:f2", "g1:e2", "g2:e4")}
WORDS = {"draw", "resign"}
# -- freely ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-065", "CD-C06")
def test_without_a_usable_card_any_chess_move_that_ends_the_check_is_free() -> None:
    match = game(OPEN_FILE, hands={0: "pawn copper copper copper rook"})
    assert allowed(match, 0) == FREE | WORDS
    told = do(match, 0, "escape:g2:e4")
    assert kinds(told)[:2] == ["escapes", "moved"]
    assert "laid" not in kinds(told)
    assert fen(match) == "4r2k/8/8/8/4B3/8/P7/4K1N1"


@pytest.mark.rules("CD-066", "CD-067", "CD-010")
def test_after_a_free_escape_the_hand_is_kept_and_nothing_else_happens() -> None:
    match = game(OPEN_FILE, hands={0: "pawn copper silver", 1: "copper"}, decks={0: "queen queen"})
    told = do(match, 0, "escape:e1:f2")
    assert kinds(told) == ["escapes", "moved", "keeps_hand", "turn_begins"]
    assert pile(match, "hand/0") == ["copper", "pawn", "silver"]
    assert [left(match, key) for key in ("deck/0", "discard/0", "play/0")] == [2, 0, 0]
    assert (kind(match), asked(match), number(match, "buys")) == ("action", [1], 1)
    finish_turn(match, 1)
    assert (kind(match), asked(match)) == ("action", [0])  # a normal turn, with the same hand
    assert pile(match, "hand/0") == ["copper", "pawn", "silver"]
    assert allowed(match, 0) == {"play:pawn", "stop", *WORDS}
    use(match, 0, "stop", "buy:silver")
    assert pile(match, "discard/0") == ["copper", "pawn", "silver", "silver"]


@pytest.mark.rules("CD-066")
def test_a_double_step_to_escape_lets_the_opponent_take_in_passing() -> None:
    match = game("8/8/8/8/K6r/8/4P3/7k w", hands={0: "copper", 1: "pawn"})
    do(match, 0, "escape:e2:e4")
    assert match.state["passing"] == ("e4",)


@pytest.mark.rules("CD-065", "CD-070")
def test_a_free_escape_may_capture_and_give_check() -> None:
    match = game("4k3/8/8/8/8/8/6PP/R3r2K w", hands={0: "copper"})
    told = do(match, 0, "escape:a1:e1")
    assert kinds(told) == ["escapes", "took", "check", "keeps_hand", "turn_begins"]
    assert pile(match, "captured/0") == ["black_rook"]
    assert (kind(match), asked(match)) == ("answer_check", [1])


@pytest.mark.rules("CD-070", "CD-100", "CD-068")
@pytest.mark.parametrize("ban", ["any_later_play", "by_pawn_or_knight", "whole_turn"])
@pytest.mark.parametrize(
    ("at", "escape"),
    [("R3r1k1/5ppp/8/8/8/8/8/4K3 w", "escape:a8:e8"), ("6rk/5qpp/8/6N1/8/8/8/5K2 w", "escape:g5:f7")],
    ids=["rook", "knight"],
)
def test_a_free_escape_may_give_mate(at: str, escape: str, ban: str) -> None:
    match = game(at, hands={0: "copper"}, settings={"stacked_mate": ban})
    told = do(match, 0, escape)
    assert kinds(told)[-1] == "checkmate"
    assert (winners(match), result(match)) == ([0], "mated")


@pytest.mark.rules("CD-070", "CD-096")
@pytest.mark.parametrize("ban", ["any_later_play", "whole_turn"])
def test_a_free_escape_may_promote_and_mate(ban: str) -> None:
    """The pawn takes the rook that gives check and becomes a queen: mate, without any card."""
    match = game("4r1k1/3P1ppp/8/8/8/8/8/4K3 w", hands={0: "copper"}, settings={"stacked_mate": ban})
    do(match, 0, "escape:d7:e8")
    assert kind(match) == "last_rank"
    assert allowed(match, 0) == {"as:queen", "as:rook", "as:bishop", "as:knight"}
    use(match, 0, "as:queen", "spare")
    assert winners(match) == [0]


# -- in passing --------------------------------------------------------------------------------------------------------

ONLY_PASSING = "8/6QR/8/2N2k2/K4p2/8/4P3/8 w"
"""After e2-e4 the only legal move is to take that pawn in passing."""


@pytest.mark.rules("CD-068", "CD-069", "CD-094")
@pytest.mark.parametrize("reply", ["", "pawn"])
def test_taking_in_passing_may_save_from_mate(reply: str) -> None:
    match = game(ONLY_PASSING, hands={0: "pawn", 1: f"{reply} copper"})
    told = play(match, 0, "pawn", "move:e2:e4")
    assert kinds(told)[-1] == "check"
    finish_turn(match, 0)
    assert kind(match) == "answer_check"
    if reply:
        assert allowed(match, 1) == {"play:pawn", *WORDS}
        play(match, 1, "pawn", "take:f4:e3")
    else:
        assert allowed(match, 1) == {"escape:f4:e3", *WORDS}
        assert "took_en_passant" in kinds(do(match, 1, "escape:f4:e3"))
    assert fen(match) == "8/6QR/8/2N2k2/K7/4p3/8/8"
    assert pile(match, "captured/1") == ["white_pawn"]


@pytest.mark.rules("CD-044", "CD-094")
def test_a_stacked_double_step_that_can_be_taken_in_passing_is_no_mate() -> None:
    match = game(ONLY_PASSING, hands={0: "pawn", 1: "copper"}, played="knight")
    assert reason(match, 0, "play:pawn") == ("", "")
    play(match, 0, "pawn", "move:e2:e4")
    assert winners(match) is None


@pytest.mark.rules("CD-068", "CD-094")
def test_with_two_double_steps_each_may_be_the_one_that_saves() -> None:
    """e2-e4 gives check, b2-b4 follows: both may be taken in passing, but only one of them ends the check."""
    match = game("8/6QR/8/2N2k2/K1p2p2/8/1P2P3/8 w", hands={0: "pawn pawn", 1: "copper"})
    play(match, 0, "pawn", "move:b2:b4")
    play(match, 0, "pawn", "move:e2:e4")
    finish_turn(match, 0)
    assert match.state["passing"] == ("b4", "e4")
    assert allowed(match, 1) == {"escape:f4:e3", *WORDS}


# -- checkmate ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-068", "CD-069", "CD-100")
@pytest.mark.parametrize("hand", ["rook king queen bishop", "copper"])
def test_cards_do_not_decide_whether_it_is_mate(hand: str) -> None:
    match = game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w", hands={0: "rook", 1: hand})
    told = play(match, 0, "rook", "move:a1:a8")
    assert (winners(match), result(match)) == ([0], "mated")
    assert kinds(told)[-1] == "checkmate"


@pytest.mark.rules("CD-069", "CD-068")
def test_no_mate_where_a_move_for_which_no_card_is_held_would_help() -> None:
    match = game("1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w", hands={0: "rook", 1: "copper"})
    play(match, 0, "rook", "move:a1:a8")
    assert winners(match) is None
    finish_turn(match, 0)
    assert (kind(match), allowed(match, 1, "escape:")) == ("action", set())  # the rook on b8 stands between
    again = game("1r4k1/5ppp/8/8/8/8/5PPP/1R4K1 w", hands={0: "rook", 1: "copper"})
    play(again, 0, "rook", "take:b1:b8")
    assert winners(again) == [0]
    held = game("6k1/5ppp/8/8/8/1r6/5PPP/R5K1 w", hands={0: "rook", 1: "copper"})
    play(held, 0, "rook", "move:a1:a8")
    finish_turn(held, 0)
    assert allowed(held, 1) == {"escape:b3:b8", *WORDS}
