"""Who is asked what, and what comes by itself (CD-C01 to CD-C09)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.packets import asked as asked_packet
from rules.engine.types import Seat
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    do,
    draw,
    facts,
    fen,
    game,
    kind,
    left,
    pile,
    play,
    reason,
    use,
)

QUIET = "4k3/8/8/8/8/8/4P3/R2QK1N1 w"


def button(match: Match) -> str:
    """The answer that a mere press of the button gives."""
    return match.question.confirm if match.question is not None else ""


@pytest.mark.rules("CD-C01", "CD-013")
@pytest.mark.parametrize("hand", ["copper copper", "pawn", "pawn knight queen"])
def test_which_card_or_none_is_always_asked(hand: str) -> None:
    """A turn without a usable card looks to everybody like any other."""
    match = game(QUIET, hands={0: hand, 1: "copper"})
    assert (kind(match), asked(match), button(match)) == ("action", [0], "stop")
    cards = {f"play:{card}" for card in hand.split() if card != "copper"}
    assert allowed(match, 0) == {*cards, "stop", "draw", "resign"}
    public = asked_packet(match, Seat(1))
    assert public is not None
    assert public.options == ()
    do(match, 0, "stop")
    assert kind(match) == "buy"


@pytest.mark.rules("CD-C01")
def test_copies_of_a_card_are_one_choice() -> None:
    match = game(QUIET, hands={0: "pawn pawn pawn", 1: "copper"})
    assert [o.key for o in match.options(Seat(0))].count("play:pawn") == 1


@pytest.mark.rules("CD-C02")
def test_the_only_move_is_made_by_hand_all_the_same() -> None:
    one = game("7k/8/8/8/p3p3/P3P3/8/4K3 w", hands={0: "pawn", 1: "copper"})
    assert reason(one, 0, "play:pawn")[0] == "nothing_to_move"
    alone = game("7k/8/8/8/4p3/P3P3/8/4K3 w", hands={0: "pawn", 1: "copper"})
    do(alone, 0, "play:pawn")
    assert (kind(alone), allowed(alone, 0)) == ("use_card", {"move:a3:a4", "back"})


@pytest.mark.rules("CD-C03", "CD-027", "CD-029")
def test_a_bishop_moves_or_trades_and_the_gain_is_chosen() -> None:
    match = game("4k3/8/8/8/8/8/8/B3K3 w", hands={0: "bishop copper silver queen", 1: "copper"}, decks={0: "pawn"})
    do(match, 0, "play:bishop")
    assert {"trade:copper", "trade:silver", "move:a1:h8"} <= allowed(match, 0)
    assert reason(match, 0, "trade:queen") == ("trade_cost_mismatch", "CD-029")
    do(match, 0, "trade:copper")
    assert (kind(match), allowed(match, 0)) == ("gain", {"gain:silver", "gain:rook", "gain:knight"})
    told = do(match, 0, "gain:rook")
    assert facts(told, "gained")[0]["card"] == "rook"
    assert (pile(match, "discard/0"), kind(match)) == (["rook"], "buy")


@pytest.mark.rules("CD-C03")
def test_the_only_card_that_fits_is_gained_without_asking() -> None:
    match = game(QUIET, hands={0: "bishop king", 1: "copper"}, decks={0: "pawn"})
    told = play(match, 0, "bishop", "trade:king")
    assert facts(told, "gained")[0]["card"] == "queen"
    assert kind(match) == "buy"
    scarce = game(QUIET, hands={0: "bishop copper", 1: "copper"}, decks={0: "pawn"}, supply={"silver": 0, "knight": 0})
    assert facts(play(scarce, 0, "bishop", "trade:copper"), "gained")[0]["card"] == "rook"


@pytest.mark.rules("CD-C04", "CD-033", "CD-034")
def test_a_king_moves_or_promotes_and_the_piece_is_chosen() -> None:
    match = game(QUIET, hands={0: "king", 1: "copper"}, captured={1: "RNQ"})
    do(match, 0, "play:king")
    assert {"move:e1:f1", "promote:e2"} <= allowed(match, 0)
    do(match, 0, "promote:e2")
    assert (kind(match), allowed(match, 0)) == ("promote_to", {"as:rook", "as:knight"})
    do(match, 0, "as:knight")
    assert fen(match) == "4k3/8/8/8/8/8/4N3/R2QK1N1"


@pytest.mark.rules("CD-C04")
def test_the_only_captured_piece_comes_back_without_asking() -> None:
    match = game(QUIET, hands={0: "king", 1: "copper"}, captured={1: "BQP"})
    play(match, 0, "king", "promote:e2")
    assert (kind(match), fen(match)) == ("buy", "4k3/8/8/8/8/8/4B3/R2QK1N1")


@pytest.mark.rules("CD-C05", "CD-025")
def test_the_bonus_is_drawn_unless_declined() -> None:
    match = game(QUIET, hands={0: "knight rook", 1: "copper"}, decks={0: "copper copper copper copper"})
    play(match, 0, "knight", "move:g1:f3")
    assert (kind(match), button(match), allowed(match, 0)) == ("bonus_draw", "drawn", {"drawn", "none"})
    do(match, 0, "none")
    assert (left(match, "deck/0"), kind(match)) == (4, "action")
    play(match, 0, "rook", "move:a1:a4")
    draw(match, 0)
    assert (left(match, "deck/0"), left(match, "hand/0")) == (2, 2)


@pytest.mark.rules("CD-C05", "CD-018")
def test_the_bonus_comes_after_the_move() -> None:
    match = game(QUIET, hands={0: "rook pawn", 1: "copper"}, decks={0: "copper copper copper copper"})
    do(match, 0, "play:rook")
    assert left(match, "hand/0") == 1
    do(match, 0, "move:a1:a4")
    assert (kind(match), fen(match)) == ("bonus_draw", "4k3/8/8/8/R7/8/4P3/3QK1N1")


@pytest.mark.rules("CD-C06", "CD-061")
def test_the_answer_to_a_check_is_made_by_hand() -> None:
    """Also when there is one way only."""
    match = game("7k/8/8/8/8/8/6PP/R3r2K w", hands={0: "rook", 1: "copper"})
    assert (kind(match), button(match)) == ("answer_check", "")
    do(match, 0, "play:rook")
    assert (kind(match), allowed(match, 0)) == ("use_card", {"take:a1:e1", "back"})
    free = game("7k/8/8/8/8/8/6PP/R3r2K w", hands={0: "copper", 1: "copper"})
    assert allowed(free, 0) == {"escape:a1:e1", "draw", "resign"}


@pytest.mark.rules("CD-C07", "CD-080")
def test_the_button_ends_buying() -> None:
    match = game(QUIET, hands={0: "silver silver", 1: "copper"}, decks={0: "pawn pawn pawn pawn pawn"}, phase="buy")
    assert (kind(match), button(match)) == ("buy", "end")
    assert "end" in allowed(match, 0)
    poor = game(QUIET, hands={0: "pawn", 1: "copper"}, phase="buy")
    assert (kind(poor), allowed(poor, 0)) == ("buy", {"end"})  # asked all the same: it would tell of the hand


@pytest.mark.rules("CD-C08", "CD-096")
def test_what_a_pawn_becomes_is_always_asked_in_the_standard_setting() -> None:
    match = game("8/P3k3/8/8/8/8/8/4K3 w", hands={0: "pawn", 1: "copper"}, captured={1: "Q"})
    use(match, 0, "play:pawn", "move:a7:a8")
    assert (kind(match), len(allowed(match, 0))) == ("last_rank", 4)


@pytest.mark.rules("CD-C09", "CD-102", "CD-103")
def test_either_may_offer_a_draw_or_resign_in_the_own_turn() -> None:
    match = game(QUIET, hands={0: "pawn", 1: "copper"})
    assert {"draw", "resign"} <= allowed(match, 0)
    use(match, 0, "stop", "end")
    draw(match, 0)
    assert asked(match) == [1]
    assert {"draw", "resign"} <= allowed(match, 1)
    do(match, 1, "draw")
    assert (asked(match), allowed(match, 0)) == ([0], {"accept", "refuse"})
