"""Bishop and King cards: a move, or a trade, or a captured piece that comes back (CD-026 to CD-035)."""

from __future__ import annotations

import pytest

from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    draw,
    facts,
    fen,
    finish_turn,
    game,
    held,
    kind,
    kinds,
    left,
    men,
    pile,
    play,
    reason,
    refused,
    use,
)

KINGS = "4k3/8/8/8/8/8/8/4K3 w"
FULL_HAND = "bishop copper pawn silver rook knight bishop king queen"

known_or_not = pytest.mark.parametrize("known", [True, False])

# -- Bishop ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-026")
@known_or_not
def test_a_bishop_card_moves_a_bishop(known: bool) -> None:
    match = game("4k3/8/8/8/8/4P3/3P4/2B1K3 w", **held("bishop", known))
    use(match, 0, "play:bishop")
    assert allowed(match, 0) == {"move:c1:b2", "move:c1:a3", "back"}
    use(match, 0, "move:c1:a3")
    assert fen(match) == "4k3/8/8/8/8/B3P3/3P4/4K3"
    assert kind(match) == "buy"


@pytest.mark.rules("CD-027", "CD-028", "CD-029")
@pytest.mark.parametrize(
    ("card", "gains"),
    [
        ("copper", {"silver", "rook", "knight"}),
        ("pawn", {"silver", "rook", "knight"}),
        ("silver", {"bishop", "king"}),
        ("rook", {"bishop", "king"}),
        ("knight", {"bishop", "king"}),
        ("bishop", {"queen"}),
        ("king", {"queen"}),
    ],
)
@known_or_not
def test_what_a_card_may_be_traded_for(card: str, gains: set[str], known: bool) -> None:
    match = game(KINGS, **held(FULL_HAND, known))
    use(match, 0, "play:bishop", f"trade:{card}")
    if len(gains) > 1:
        assert (kind(match), allowed(match, 0)) == ("gain", {f"gain:{one}" for one in gains})
        use(match, 0, f"gain:{min(gains)}")
    assert kind(match) == "buy", "a single card that fits comes by itself"
    assert pile(match, "discard/0") == [min(gains)]


@pytest.mark.rules("CD-029")
@known_or_not
def test_a_queen_is_traded_for_nothing(known: bool) -> None:
    match = game(KINGS, **held("bishop queen copper", known))
    use(match, 0, "play:bishop")
    assert reason(match, 0, "trade:queen") == ("trade_cost_mismatch", "CD-029")
    refused(match, 0, "trade:queen")
    refused(match, 0, "trade:queen", irregular=True)
    assert "trade:copper" in allowed(match, 0)


@pytest.mark.rules("CD-027")
@known_or_not
def test_another_card_of_the_hand_is_trashed_never_the_bishop_itself(known: bool) -> None:
    match = game("4k3/8/8/8/8/8/8/2B1K3 w", **held("bishop copper", known), discards={0: "pawn"}, decks={0: "silver"})
    use(match, 0, "play:bishop")
    expected = {"trade:copper"} if known else {"trade:copper", "trade:silver"}  # which of both is unseen in the hand
    assert allowed(match, 0, "trade") == expected
    use(match, 0, "trade:copper", "gain:rook")
    assert pile(match, "play/0") == ["bishop"]


@pytest.mark.rules("CD-027")
@known_or_not
def test_with_a_bishop_card_alone_in_hand_there_is_nothing_to_trade(known: bool) -> None:
    match = game(KINGS, **held("bishop", known))
    assert reason(match, 0, "play:bishop") == ("nothing_to_move", "CD-020")


@pytest.mark.rules("CD-027", "CD-020")
def test_a_second_bishop_card_may_be_traded() -> None:
    match = game(KINGS, hands={0: "bishop bishop"})
    play(match, 0, "bishop", "trade:bishop")
    assert pile(match, "discard/0") == ["queen"]


@pytest.mark.rules("CD-027", "CD-020")
def test_the_only_unseen_card_is_no_other_card_when_it_is_the_bishop() -> None:
    match = game(KINGS, hands={0: "queen ?"}, unseen={0: "bishop"}, decks={0: "copper"})
    assert reason(match, 0, "play:bishop") == ("nothing_to_move", "CD-020"), "besides it there is just the Queen"
    match = game(KINGS, hands={0: "queen ? ?"}, unseen={0: "bishop copper"}, decks={0: "pawn"})
    assert reason(match, 0, "play:bishop") == ("", "")


@pytest.mark.rules("CD-027", "CD-015")
def test_a_trade_moves_nothing_and_ends_the_actions() -> None:
    match = game("4k3/8/8/8/8/8/8/2B1K3 w", hands={0: "bishop copper pawn"})
    events = play(match, 0, "bishop", "trade:copper")
    events += use(match, 0, "gain:knight")
    assert kinds(events) == ["laid", "trashed", "gained"]
    assert fen(match) == "4k3/8/8/8/8/8/8/2B1K3"
    assert (kind(match), asked(match)) == ("buy", [0])


@pytest.mark.rules("CD-030")
@known_or_not
def test_without_a_card_of_the_next_cost_nothing_is_trashed(known: bool) -> None:
    supply = {"silver": 0, "rook": 0, "knight": 0}
    match = game(KINGS, **held("bishop copper rook", known), supply=supply)
    trashed = pile(match, "trash")
    use(match, 0, "play:bishop")
    assert reason(match, 0, "trade:copper") == ("pile_empty", "CD-030")
    refused(match, 0, "trade:copper", irregular=True)
    assert allowed(match, 0, "trade") == {"trade:rook"}
    assert pile(match, "trash") == trashed


@pytest.mark.rules("CD-030", "CD-C03")
def test_with_one_pile_left_the_card_comes_by_itself() -> None:
    match = game(KINGS, hands={0: "bishop copper"}, supply={"silver": 0, "rook": 1, "knight": 0})
    events = play(match, 0, "bishop", "trade:copper")
    assert facts(events, "gained") == [{"seat": 0, "card": "rook", "left": 0}]
    assert left(match, "supply_rook") == 0


@pytest.mark.rules("CD-031")
@known_or_not
def test_the_trashed_card_is_gone_and_the_gained_one_is_on_the_discard_pile(known: bool) -> None:
    match = game(KINGS, **held("bishop pawn copper", known), discards={0: "silver"})
    before, mine = pile(match, "trash"), match.state["owned/0"]
    play(match, 0, "bishop", "trade:pawn")
    use(match, 0, "gain:knight")
    assert sorted([*before, "pawn"]) == pile(match, "trash")
    top = match.state.pile("discard/0").top
    assert str(top).startswith("knight#")
    now = match.state["owned/0"]
    assert isinstance(mine, tuple)
    assert isinstance(now, tuple)
    assert len(now) == len(mine)
    assert sorted(str(one).partition("#")[0] for one in now) == ["bishop", "copper", "knight", "silver"]
    assert left(match, "hand/0") == 1


@pytest.mark.rules("CD-031")
def test_a_gained_card_comes_with_the_next_shuffle() -> None:
    match = game(KINGS, hands={0: "bishop pawn"})
    play(match, 0, "bishop", "trade:pawn")
    use(match, 0, "gain:knight")
    events = use(match, 0, "end")
    assert facts(events, "reshuffled") == [{"seat": 0, "count": 2}], "Bishop and Knight, without the trashed Pawn"
    draw(match, 0, "bishop", "knight")
    assert pile(match, "hand/0") == ["bishop", "knight"]


@pytest.mark.rules("A-18", "CD-027")
def test_the_card_is_trashed_first_and_never_refills_a_pile() -> None:
    match = game(KINGS, hands={0: "bishop rook"}, supply={"rook": 0, "king": 0})
    events = play(match, 0, "bishop", "trade:rook")
    assert [e.kind for e in events if e.kind in ("trashed", "gained")] == ["trashed", "gained"]
    assert left(match, "supply_rook") == 0
    assert pile(match, "trash").count("rook") == 10
    assert pile(match, "discard/0") == ["bishop"]


# -- King --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-032")
@known_or_not
def test_a_king_card_moves_the_king(known: bool) -> None:
    match = game("3rk3/8/8/8/8/8/8/4K2R w K", **held("king", known))
    use(match, 0, "play:king")
    assert allowed(match, 0) == {"move:e1:e2", "move:e1:f1", "move:e1:f2", "move:e1:g1", "back"}
    use(match, 0, "move:e1:f2")
    assert fen(match) == "3rk3/8/8/8/8/8/5K2/7R"
    assert kind(match) == "buy"


@pytest.mark.rules("CD-033", "CD-C04")
@pytest.mark.parametrize("cell", ["a2", "c4", "f6", "h7"])
@pytest.mark.parametrize("piece", ["R", "N", "B"])
def test_a_pawn_on_any_square_becomes_a_captured_piece(cell: str, piece: str) -> None:
    board = "1k6/7P/5P2/8/2P5/8/P7/4K3 w"
    match = game(board, hands={0: "king"}, captured={1: piece})
    use(match, 0, "play:king")
    assert allowed(match, 0, "promote") == {"promote:a2", "promote:c4", "promote:f6", "promote:h7"}
    events = use(match, 0, f"promote:{cell}")
    names = {"R": "man_rook", "N": "man_knight", "B": "man_bishop"}
    assert facts(events, "promoted_by_king") == [{"seat": 0, "man": names[piece], "cell": cell}]
    assert men(match, "captured/1") == "", "it came back"
    assert fen(match).count(piece) == 1
    assert kind(match) == "buy"


@pytest.mark.rules("CD-033", "CD-020")
def test_a_king_card_promotes_although_the_king_cannot_move() -> None:
    match = game("4k3/8/8/8/8/8/PP6/KB6 w", hands={0: "king"}, captured={1: "R"})
    use(match, 0, "play:king")
    assert allowed(match, 0) == {"promote:a2", "promote:b2", "back"}


@pytest.mark.rules("CD-033")
def test_the_pawn_leaves_the_game_for_good() -> None:
    match = game("1k6/8/8/8/8/8/P7/4K3 w", hands={0: "king king"}, captured={1: "RN"})
    out = men(match, "out")
    play(match, 0, "king", "promote:a2")
    assert (kind(match), allowed(match, 0)) == ("promote_to", {"as:rook", "as:knight"})
    use(match, 0, "as:knight")
    assert fen(match) == "1k6/8/8/8/8/8/N7/4K3"
    assert men(match, "out") == "".join(sorted(out + "P"))
    assert men(match, "captured/1") == "R"


@pytest.mark.rules("CD-034")
@pytest.mark.parametrize("captured", ["", "Q", "P", "QPP"])
@known_or_not
def test_neither_a_queen_nor_what_is_not_captured_comes_back(captured: str, known: bool) -> None:
    match = game("1k6/8/8/8/8/8/P7/4K3 w", **held("king", known), captured={1: captured, 0: "rnb"})
    use(match, 0, "play:king")
    code = "no_queen_promotion" if "Q" in captured else "no_such_captured_piece"
    assert reason(match, 0, "promote:a2") == (code, "CD-034")
    refused(match, 0, "promote:a2", irregular=True)
    assert allowed(match, 0, "move")


@pytest.mark.rules("CD-034")
def test_a_queen_beside_other_pieces_is_refused() -> None:
    match = game("1k6/8/8/8/8/8/P7/4K3 w", hands={0: "king"}, captured={1: "QBNRR"})
    play(match, 0, "king", "promote:a2")
    assert reason(match, 0, "as:queen") == ("no_queen_promotion", "CD-034")
    refused(match, 0, "as:queen", irregular=True)
    assert allowed(match, 0) == {"as:rook", "as:knight", "as:bishop"}


@pytest.mark.rules("CD-035")
def test_a_piece_that_came_back_is_captured_and_comes_back_again() -> None:
    match = game("r3k3/8/8/8/8/8/PP6/4K3 w", hands={0: "king king", 1: "rook"}, captured={1: "R"})
    play(match, 0, "king", "promote:a2")
    assert men(match, "captured/1") == ""
    finish_turn(match, 0, "king", "king")
    play(match, 1, "rook", "take:a8:a2")
    assert men(match, "captured/1") == "R"
    finish_turn(match, 1)
    play(match, 0, "king", "promote:b2")
    assert fen(match) == "4k3/8/8/8/8/8/rR6/4K3"


@pytest.mark.rules("CD-033")
def test_black_promotes_its_own_pawns() -> None:
    match = game("4k3/p7/8/8/8/8/P7/4K3 b", hands={1: "king"}, captured={0: "n", 1: "R"})
    use(match, 1, "play:king")
    assert allowed(match, 1, "promote") == {"promote:a7"}
    use(match, 1, "promote:a7")
    assert fen(match) == "4k3/n7/8/8/8/8/P7/4K3"
