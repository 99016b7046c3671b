"""What a pawn on the last rank becomes, and what stands for it (CD-096, CD-097)."""

from __future__ import annotations

import pytest

from rules.games.chess_deckbuilder.men import StandIn
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
    kinds,
    men,
    notes,
    offered,
    pile,
    play,
    reason,
    refused,
    result,
    use,
    winners,
)

# -- the last rank -----------------------------------------------------------------------------------------------------

EDGE = "8/P3k3/8/8/8/8/p6P/4K2N w"


@pytest.mark.rules("CD-096", "CD-C08", "CD-014")
@pytest.mark.parametrize(("piece", "symbol"), [("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N")])
def test_a_pawn_on_the_last_rank_becomes_what_its_owner_wants(piece: str, symbol: str) -> None:
    match = game(EDGE, hands={0: "pawn pawn", 1: "copper"})
    play(match, 0, "pawn", "move:a7:a8")
    assert (kind(match), asked(match)) == ("last_rank", [0])
    assert {o.key for o in match.options(match.waiting[0])} == {"as:queen", "as:rook", "as:bishop", "as:knight"}
    told = do(match, 0, f"as:{piece}")
    assert facts(told, "promoted") == [{"seat": 0, "man": f"man_{piece}", "cell": "a8"}]
    do(match, 0, "spare")
    assert fen(match) == f"{symbol}7/4k3/8/8/8/8/p6P/4K2N"
    assert "white_pawn" in pile(match, "out")
    assert kind(match) == "action"  # the Pawn card's further action


@pytest.mark.rules("CD-096")
def test_black_promotes_on_the_first_rank_also_by_a_capture() -> None:
    match = game("4k3/8/8/8/8/8/6p1/4K2N b", hands={1: "pawn"})
    play(match, 1, "pawn", "take:g2:h1")
    use(match, 1, "as:knight", "spare")
    assert fen(match) == "4k3/8/8/8/8/8/8/4K2n"
    assert men(match, "captured/1") == "N"


@pytest.mark.rules("CD-097", "CD-096")
@pytest.mark.parametrize("thing", ["turned_rook", "marked_pawn"])
def test_without_such_a_piece_the_device_asks_what_stands_for_it(thing: str) -> None:
    match = game(EDGE, hands={0: "pawn queen", 1: "rook"})
    play(match, 0, "pawn", "move:a7:a8")
    do(match, 0, "as:queen")
    assert (kind(match), allowed(match, 0)) == ("stand_in", {"spare", "turned_rook", "marked_pawn"})
    told = do(match, 0, thing)
    assert facts(told, "stands_for") == [{"thing": f"thing_{thing}", "man": "man_queen", "cell": "a8"}]
    assert "stands_for" in notes(match)
    assert match.state["stand_ins"] == (StandIn("a8", "queen", thing),)
    play(match, 0, "queen", "move:a8:b8")
    assert match.state["stand_ins"] == (StandIn("b8", "queen", thing),)  # the note goes with it


@pytest.mark.rules("CD-097")
def test_a_real_spare_piece_needs_no_note() -> None:
    match = game(EDGE, hands={0: "pawn", 1: "copper"})
    play(match, 0, "pawn", "move:a7:a8")
    use(match, 0, "as:queen", "spare")
    assert "stands_for" not in notes(match)


@pytest.mark.rules("CD-097")
def test_a_captured_piece_comes_back_without_a_question() -> None:
    match = game(EDGE, hands={0: "pawn", 1: "copper"}, captured={1: "QQR"})
    play(match, 0, "pawn", "move:a7:a8")
    do(match, 0, "as:queen")
    assert kind(match) == "action"
    assert men(match, "captured/1") == "QR"


@pytest.mark.rules("CD-097")
def test_a_captured_stand_in_is_forgotten() -> None:
    match = game("r7/1P2k3/8/8/8/8/7P/4K3 w", hands={0: "pawn", 1: "king rook"})
    play(match, 0, "pawn", "move:b7:b8")
    use(match, 0, "as:queen", "marked_pawn")
    finish_turn(match, 0)
    play(match, 1, "rook", "take:a8:b8")
    assert match.state["stand_ins"] == ()
    assert men(match, "captured/1") == "Q"


@pytest.mark.rules("CD-096", "CD-C08")
def test_with_captured_pieces_only_there_are_just_those() -> None:
    two = game(EDGE, hands={0: "pawn", 1: "copper"}, captured={1: "RRNP"}, settings={"last_rank": "captured_only"})
    play(two, 0, "pawn", "move:a7:a8")
    assert allowed(two, 0) == {"as:rook", "as:knight"}
    do(two, 0, "as:rook")
    assert men(two, "captured/1") == "NPR"


@pytest.mark.rules("CD-096", "CD-C08")
def test_the_only_captured_piece_comes_by_itself() -> None:
    match = game(EDGE, hands={0: "pawn", 1: "copper"}, captured={1: "QP"}, settings={"last_rank": "captured_only"})
    told = play(match, 0, "pawn", "move:a7:a8")
    assert [row["man"] for row in facts(told, "promoted")] == ["man_queen"]
    assert fen(match) == "Q7/4k3/8/8/8/8/p6P/4K2N"
    usual = game(EDGE, hands={0: "pawn", 1: "copper"}, captured={1: "QP"})
    play(usual, 0, "pawn", "move:a7:a8")
    assert kind(usual) == "last_rank"


@pytest.mark.rules("CD-096")
def test_with_nothing_captured_the_step_is_refused_there() -> None:
    match = game(EDGE, hands={0: "pawn", 1: "copper"}, captured={1: "P"}, settings={"last_rank": "captured_only"})
    do(match, 0, "play:pawn")
    assert reason(match, 0, "move:a7:a8") == ("no_such_captured_piece", "CD-096")
    assert refused(match, 0, "move:a7:a8").code == "no_such_captured_piece"
    do(match, 0, "move:h2:h3")
    assert winners(match) is None


WAITING = {"last_rank": "wait_for_king_card"}


@pytest.mark.rules("CD-096", "CD-033", "CD-034")
def test_a_pawn_may_wait_there_for_a_king_card() -> None:
    match = game(
        EDGE, hands={0: "pawn pawn king", 1: "copper"}, captured={1: "QB"}, settings=WAITING, decks={0: "copper"}
    )
    told = play(match, 0, "pawn", "move:a7:a8")
    assert "promoted" not in kinds(told)
    assert (kind(match), fen(match)) == ("action", "P7/4k3/8/8/8/8/p6P/4K2N")
    assert not {k for k in by_hand(match, 0) if k.startswith("pawn:") and ":a8:" in k}
    do(match, 0, "play:king")
    assert "promote:a8" in allowed(match, 0)
    do(match, 0, "promote:a8")
    assert fen(match) == "B7/4k3/8/8/8/8/p6P/4K2N"  # never a queen
    assert men(match, "captured/1") == "Q"


@pytest.mark.rules("CD-096", "CD-097")
def test_a_pawn_that_waits_gives_no_check_and_does_not_move() -> None:
    match = game("P1k5/8/8/8/8/8/7P/4K3 w", hands={0: "pawn", 1: "pawn"}, settings=WAITING)
    assert by_hand(match, 0) == {"pawn:move:h2:h3", "pawn:move:h2:h4"}
    assert far_reason(match, 0, "far:a8:a7") == ("illegal_chess_move", "CD-040")
    assert offered(match, 0, "play:pawn") is not None
    assert result(match) == ""
