"""Castling by a Rook or a King card (CD-090 to CD-093)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chess_deckbuilder._match import (
    by_hand,
    draw,
    facts,
    far_reason,
    fen,
    finish_turn,
    game,
    kind,
    kinds,
    left,
    play,
    use,
)

CASTLE = "4k3/p7/8/8/8/8/P7/R3K2R w KQ"
SHORT, LONG = "move:e1:g1", "move:e1:c1"


def castlings(match: Match, seat: int = 0) -> set[str]:
    """The castlings that a seat could make now, with the card for each."""
    ways = {"e1:g1", "e1:c1", "e8:g8", "e8:c8"}
    kings = {f"king:move:{way}" for way in ways} | {f"rook:move:{way}" for way in ways}
    return by_hand(match, seat) & kings


# -- castling ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-090", "CD-092", "CD-024")
@pytest.mark.parametrize(
    ("deed", "then"), [(SHORT, "4k3/p7/8/8/8/8/P7/R4RK1"), (LONG, "4k3/p7/8/8/8/8/P7/2KR3R")], ids=["short", "long"]
)
def test_a_rook_card_castles_and_draws_two(deed: str, then: str) -> None:
    match = game(CASTLE, hands={0: "rook pawn", 1: "copper"}, decks={0: "copper copper copper"})
    told = play(match, 0, "rook", deed)
    assert fen(match) == then
    assert [row["man"] for row in facts(told, "castled")] == ["man_king"]
    assert "moved" not in kinds(told)
    assert facts(draw(match, 0), "drew") == [{"seat": 0, "count": 2}]
    assert kind(match) == "buy"
    assert match.state["castling"] == ()


@pytest.mark.rules("CD-091", "CD-032")
def test_a_king_card_castles_too_and_draws_nothing() -> None:
    match = game(CASTLE, hands={0: "king pawn", 1: "copper"}, decks={0: "copper copper copper"})
    assert castlings(match) == {f"king:{SHORT}", f"king:{LONG}"}
    play(match, 0, "king", SHORT)
    assert fen(match) == "4k3/p7/8/8/8/8/P7/R4RK1"
    assert (kind(match), left(match, "deck/0")) == ("buy", 3)


@pytest.mark.rules("CD-091")
def test_without_that_setting_only_the_rook_card_castles() -> None:
    match = game(CASTLE, hands={0: "king rook"}, settings={"castle_with_king_card": False})
    assert castlings(match) == {f"rook:{SHORT}", f"rook:{LONG}"}


@pytest.mark.rules("CD-090", "CD-091")
@pytest.mark.parametrize("card", ["pawn", "knight", "bishop", "queen"])
def test_no_other_card_castles(card: str) -> None:
    match = game("4k3/8/8/8/8/2N5/P2B1Q2/R3K2R w KQ", hands={0: card})
    assert castlings(match) == set()


@pytest.mark.rules("CD-090", "CD-091")
def test_black_castles_on_its_own_side() -> None:
    match = game("r3k2r/8/8/8/8/8/P7/4K3 b kq", hands={1: "rook king"})
    assert castlings(match, 1) == {f"{card}:move:e8:{to}8" for card in ("rook", "king") for to in "cg"}
    play(match, 1, "king", "move:e8:c8")
    assert fen(match) == "2kr3r/8/8/8/8/8/P7/4K3"


@pytest.mark.rules("CD-092")
@pytest.mark.parametrize(
    ("at", "ways"),
    [
        ("4k3/8/8/8/8/8/P7/R3K2R w KQ", {"g1", "c1"}),
        ("4k3/8/8/8/8/8/P7/R3K2R w K", {"g1"}),
        ("4k3/8/8/8/8/8/P7/R3K2R w -", set()),
        ("4k3/8/8/8/8/8/P7/RN2KB1R w KQ", set()),  # not free
        ("4k3/8/8/8/8/8/P7/R2QK2R w KQ", {"g1"}),
        ("4kr2/8/8/8/8/8/P7/R3K2R w KQ", {"c1"}),  # through check
        ("3rk3/8/8/8/8/8/P7/R3K2R w KQ", {"g1"}),
        ("4k1r1/8/8/8/8/8/P7/R3K2R w KQ", {"c1"}),  # into check
        ("2r1k3/8/8/8/8/8/P7/R3K2R w KQ", {"g1"}),
        ("1r2k2r/8/8/8/8/8/P7/R3K2R w KQ", {"g1", "c1"}),  # the rook may be attacked, or pass an attacked square
    ],
)
def test_castling_needs_the_usual_conditions(at: str, ways: set[str]) -> None:
    match = game(at, hands={0: "rook king"})
    assert castlings(match) == {f"{card}:move:e1:{to}" for card in ("rook", "king") for to in ways}
    for to in {"g1", "c1"} - ways:
        code, rule = far_reason(match, 0, f"far:e1:{to}")
        assert (code, rule) in [("castling_rights", "CD-092"), ("illegal_chess_move", "CD-040")]


@pytest.mark.rules("CD-092")
def test_hands_that_castle_without_the_right_are_told_why() -> None:
    match = game("4k3/8/8/8/8/8/P7/R3K2R w Q", hands={0: "rook king"})
    assert far_reason(match, 0, "far:e1:g1") == ("castling_rights", "CD-092")


@pytest.mark.rules("CD-092")
@pytest.mark.parametrize(
    ("card", "there", "back", "left_over"),
    [
        ("king", "move:e1:e2", "move:e2:e1", set()),
        ("rook", "move:h1:h2", "move:h2:h1", {"c1"}),
        ("rook", "move:a1:b1", "move:b1:a1", {"g1"}),
    ],
)
def test_king_or_rook_that_have_moved_castle_no_more(card: str, there: str, back: str, left_over: set[str]) -> None:
    match = game(CASTLE, hands={0: "king rook", 1: "copper"})
    for deed in (there, back):
        play(match, 0, card, deed)
        finish_turn(match, 0, "king", "rook")
        finish_turn(match, 1)
    assert fen(match) == CASTLE.split()[0]
    assert castlings(match) == {f"{one}:move:e1:{to}" for one in ("rook", "king") for to in left_over}


@pytest.mark.rules("CD-092")
def test_other_kings_and_rooks_may_move() -> None:
    match = game("r3k2r/8/8/8/8/8/7P/R3K2R w KQkq", hands={0: "rook", 1: "rook king"})
    play(match, 0, "rook", "take:a1:a8")
    assert match.state["castling"] == ("h1", "h8")  # the rook that went and the one that was there


@pytest.mark.rules("CD-093", "CD-092")
def test_a_rook_brought_back_counts_as_moved() -> None:
    """The rook on h1 is captured, brought back for the pawn on h2 and goes to h1 again."""
    match = game(
        "4k3/8/8/3b4/8/8/7P/R3K2R b KQ", hands={0: "king rook rook", 1: "bishop copper"}, captured={0: "", 1: ""}
    )
    play(match, 1, "bishop", "take:d5:h1")
    finish_turn(match, 1)
    assert castlings(match) == {f"{card}:{LONG}" for card in ("rook", "king")}
    play(match, 0, "king", "promote:h2")
    finish_turn(match, 0, "king", "rook", "rook")
    finish_turn(match, 1)
    play(match, 0, "rook", "take:h2:h1")
    finish_turn(match, 0, "king", "rook", "rook")
    finish_turn(match, 1)
    assert fen(match) == "4k3/8/8/8/8/8/8/R3K2R"
    assert castlings(match) == {f"{card}:{LONG}" for card in ("rook", "king")}


@pytest.mark.rules("CD-093")
@pytest.mark.parametrize(("there", "right"), [("h8", "k"), ("a8", "q")])
def test_a_rook_that_a_pawn_became_in_the_corner_does_not_castle(there: str, right: str) -> None:
    """The pawn takes the rook that could castle, and becomes a rook of the other side; neither castles."""
    at = {"h8": "r3k2r/6P1/8/8/8/8/P7/4K3 w kq", "a8": "r3k2r/1P6/8/8/8/8/P7/4K3 w kq"}[there]
    match = game(at, hands={0: "pawn", 1: "king"})
    play(match, 0, "pawn", f"take:{'g7' if there == 'h8' else 'b7'}:{there}")
    use(match, 0, "as:rook", "spare")
    assert there not in match.state["castling"]  # type: ignore[operator]
    assert {"k": "h8", "q": "a8"}[right] == there


@pytest.mark.rules("CD-090", "CD-014")
def test_the_way_may_be_cleared_in_the_same_turn() -> None:
    match = game("4k3/8/8/8/8/8/P7/4K1NR w K", hands={0: "knight rook", 1: "copper"})
    assert castlings(match) == set()
    play(match, 0, "knight", "move:g1:f3")
    assert castlings(match) == {f"rook:{SHORT}"}
    play(match, 0, "rook", SHORT)
    assert fen(match) == "4k3/8/8/8/8/5N2/P7/5RK1"
