"""Playing a card that moves a chessman: Pawn, Knight, Rook, Queen (section 2.3 of the rule list)."""

from __future__ import annotations

import pytest

from rules.engine.questions import Answer
from rules.engine.types import Refusal, Seat
from rules.games.chess_deckbuilder.names import owned_by
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    by_hand,
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
    number,
    offered,
    pile,
    play,
    reason,
    refused,
    use,
)

known_or_not = pytest.mark.parametrize("known", [True, False])

# -- no play without an effect -----------------------------------------------------------------------------------------


@pytest.mark.rules("CD-020")
@known_or_not
def test_without_a_legal_move_a_card_is_not_played_for_its_bonus(known: bool) -> None:
    match = game(**held("rook queen bishop king pawn", known), decks={0: "copper copper"})
    assert allowed(match, 0, "play") == {"play:pawn", "play:bishop"}, "at the start a Bishop card can trade"
    for card in ("rook", "queen", "king"):
        assert reason(match, 0, f"play:{card}") == ("nothing_to_move", "CD-020")
        assert refused(match, 0, f"play:{card}").code == "nothing_to_move"
        refused(match, 0, f"play:{card}", irregular=True)
    assert left(match, "deck/0") == 2


@pytest.mark.rules("CD-020")
@pytest.mark.parametrize(
    ("card", "board"),
    [
        ("pawn", "4k3/8/8/8/8/p7/P7/4K3 w"),
        ("knight", "4k3/4r3/8/8/8/4N3/8/4K3 w"),
        ("rook", "4k3/8/8/8/8/8/PK6/RN6 w"),
        ("queen", "4k3/8/8/b7/8/2Q5/3PP3/3NKN2 w"),
    ],
)
def test_a_blocked_or_pinned_piece_makes_its_card_useless(card: str, board: str) -> None:
    match = game(board, hands={0: f"{card} copper"})
    if card == "queen":
        assert allowed(match, 0, "play") == {"play:queen"}, "it may move along the pin"
        return
    assert allowed(match, 0, "play") == set()
    assert not by_hand(match, 0)
    assert reason(match, 0, f"play:{card}") == ("nothing_to_move", "CD-020")


# -- Pawn --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-021")
@known_or_not
def test_a_pawn_card_makes_any_legal_move_of_an_own_pawn(known: bool) -> None:
    match = game("4k3/8/8/3pP3/8/2p4p/1P5P/4K3 w", **held("pawn copper", known), passing="d5")
    use(match, 0, "play:pawn")
    assert allowed(match, 0) == {"move:b2:b3", "move:b2:b4", "take:b2:c3", "move:e5:e6", "take:e5:d6", "back"}


@pytest.mark.rules("CD-021")
@pytest.mark.parametrize(
    ("deed", "after", "told"),
    [
        ("move:b2:b3", "4k3/8/8/3pP3/8/1Pp4p/7P/4K3", "moved"),
        ("move:b2:b4", "4k3/8/8/3pP3/1P6/2p4p/7P/4K3", "moved"),
        ("take:b2:c3", "4k3/8/8/3pP3/8/2P4p/7P/4K3", "took"),
        ("take:e5:d6", "4k3/8/3P4/8/8/2p4p/1P5P/4K3", "took_en_passant"),
    ],
)
def test_what_a_pawns_move_leaves_on_the_board(deed: str, after: str, told: str) -> None:
    match = game("4k3/8/8/3pP3/8/2p4p/1P5P/4K3 w", hands={0: "pawn"}, passing="d5")
    events = play(match, 0, "pawn", deed)
    assert fen(match) == after
    assert kinds(events) == ["laid", told]
    assert men(match, "captured/0") == ("p" if deed.startswith("take") else "")
    assert (kind(match), number(match, "actions")) == ("action", 1)


@pytest.mark.rules("CD-021", "CD-006")
def test_black_moves_down_the_board() -> None:
    match = game("4k3/3p4/4P3/8/8/8/8/4K3 b", hands={1: "pawn"})
    use(match, 1, "play:pawn")
    assert allowed(match, 1) == {"move:d7:d6", "move:d7:d5", "take:d7:e6", "back"}
    events = use(match, 1, "take:d7:e6")
    assert facts(events, "took") == [{"seat": 1, "man": "man_pawn", "cell": "d7", "to": "e6", "victim": "man_pawn"}]
    assert men(match, "captured/1") == "P"


@pytest.mark.rules("CD-022")
def test_two_pawn_cards_move_one_pawn_twice() -> None:
    match = game("4k3/8/8/8/8/8/PP6/4K3 w", hands={0: "pawn pawn"})
    play(match, 0, "pawn", "move:a2:a4")
    play(match, 0, "pawn", "move:a4:a5")
    assert fen(match) == "4k3/8/8/P7/8/8/1P6/4K3"


@pytest.mark.rules("CD-022")
def test_two_pawn_cards_move_two_pawns() -> None:
    match = game("4k3/8/8/8/8/8/PP6/4K3 w", hands={0: "pawn pawn"})
    play(match, 0, "pawn", "move:a2:a4")
    play(match, 0, "pawn", "move:b2:b3")
    assert fen(match) == "4k3/8/8/8/P7/1P6/8/4K3"


@pytest.mark.rules("CD-022")
def test_a_pawn_makes_its_double_step_from_its_first_square_only() -> None:
    match = game("4k3/8/8/8/8/8/PP6/4K3 w", hands={0: "pawn pawn"})
    play(match, 0, "pawn", "move:a2:a3")
    use(match, 0, "play:pawn")
    assert allowed(match, 0, "move") == {"move:a3:a4", "move:b2:b3", "move:b2:b4"}


# -- Knight and Rook ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-023")
@known_or_not
def test_a_knight_card_moves_a_knight_draws_one_and_gives_an_action(known: bool) -> None:
    match = game("4k3/8/8/8/8/8/8/4K1N1 w", **held("knight copper pawn", known), decks={0: "copper silver rook"})
    use(match, 0, "play:knight")
    assert allowed(match, 0) == {"move:g1:e2", "move:g1:f3", "move:g1:h3", "back"}
    use(match, 0, "move:g1:f3")
    assert (kind(match), asked(match)) == ("bonus_draw", [0])
    events = draw(match, 0)
    assert facts(events, "drew") == [{"seat": 0, "count": 1}]
    assert (left(match, "hand/0"), left(match, "deck/0")) == (3, 2)
    assert (kind(match), number(match, "actions")) == ("action", 1)


@pytest.mark.rules("CD-024")
@known_or_not
def test_a_rook_card_moves_a_rook_and_draws_two(known: bool) -> None:
    match = game("4k3/8/8/8/8/8/P7/R3K3 w", **held("rook copper", known), decks={0: "copper silver rook"})
    use(match, 0, "play:rook")
    assert allowed(match, 0) == {"move:a1:b1", "move:a1:c1", "move:a1:d1", "back"}
    use(match, 0, "move:a1:d1")
    assert facts(draw(match, 0), "drew") == [{"seat": 0, "count": 2}]
    assert (left(match, "hand/0"), left(match, "deck/0")) == (3, 1)
    assert (kind(match), number(match, "actions")) == ("buy", 0)


@pytest.mark.rules("CD-024", "CD-090")
def test_a_rook_card_castles_and_draws_two() -> None:
    match = game("4k3/8/8/8/8/8/8/R3K2R w KQ", hands={0: "rook"}, decks={0: "copper silver"})
    use(match, 0, "play:rook")
    assert {"move:e1:g1", "move:e1:c1"} <= allowed(match, 0)
    assert "move:e1:e2" not in allowed(match, 0)
    events = use(match, 0, "move:e1:g1")
    assert facts(events, "castled") == [{"seat": 0, "man": "man_king", "cell": "e1", "to": "g1"}]
    assert fen(match) == "4k3/8/8/8/8/8/8/R4RK1"
    draw(match, 0, "copper", "silver")
    assert pile(match, "hand/0") == ["copper", "silver"]
    assert kind(match) == "buy"


@pytest.mark.rules("CD-023", "CD-024")
@pytest.mark.parametrize(("card", "deed", "count"), [("knight", "move:g1:f3", 1), ("rook", "move:a1:b1", 2)])
def test_a_draw_goes_on_with_the_shuffled_discard_pile(card: str, deed: str, count: int) -> None:
    match = game("4k3/8/8/8/8/8/8/R3K1N1 w", hands={0: card}, discards={0: "copper silver silver"})
    play(match, 0, card, deed)
    assert allowed(match, 0) == {"shuffle", "none"}
    events = draw(match, 0)
    assert facts(events, "reshuffled") == [{"seat": 0, "count": 3}]
    assert (left(match, "hand/0"), left(match, "deck/0"), left(match, "discard/0")) == (count, 3 - count, 0)


@pytest.mark.rules("CD-025", "CD-C05", "CD-086")
def test_who_leaves_the_draw_need_not_shuffle_for_it() -> None:
    match = game("4k3/8/8/8/8/8/8/R3K1N1 w", hands={0: "rook"}, discards={0: "copper silver"})
    play(match, 0, "rook", "move:a1:b1")
    events = use(match, 0, "none")
    assert (facts(events, "reshuffled"), facts(events, "drew_nothing")) == ([], [{"seat": 0}])
    assert (kind(match), left(match, "discard/0"), left(match, "deck/0")) == ("buy", 2, 0)


@pytest.mark.rules("CD-023", "CD-I07")
def test_nobody_draws_a_card_that_the_opponent_owns() -> None:
    match = game("4k3/8/8/8/8/8/8/4K1N1 w", hands={0: "knight", 1: "?"}, unseen={1: "rook"}, decks={0: "copper pawn"})
    play(match, 0, "knight", "move:g1:f3")
    (rook,) = (card for card in owned_by(match.state, Seat(1)) if card.kind == "rook")
    outcome = match.submit(Answer(Seat(0), "drawn", (("hand/0", (rook,)),)))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "cannot_be_there"
    draw(match, 0, "pawn")


@pytest.mark.rules("CD-025", "CD-C05")
@pytest.mark.parametrize(("card", "deed", "then"), [("knight", "move:g1:f3", "action"), ("rook", "move:a1:b1", "buy")])
def test_nobody_has_to_draw(card: str, deed: str, then: str) -> None:
    match = game("4k3/8/8/8/8/8/8/R3K1N1 w", hands={0: f"{card} pawn"}, decks={0: "copper silver"})
    play(match, 0, card, deed)
    assert allowed(match, 0) == {"drawn", "none"}
    assert next(o.key for o in match.options(match.waiting[0])) == "drawn", "drawing is the first choice"
    events = use(match, 0, "none")
    assert facts(events, "drew_nothing") == [{"seat": 0}]
    assert (pile(match, "hand/0"), left(match, "deck/0")) == (["pawn"], 2)
    assert kind(match) == then, "the rest of the bonus is not lost"


@pytest.mark.rules("CD-025", "CD-085")
def test_the_draw_of_cleaning_up_is_no_choice() -> None:
    match = game("4k3/8/8/8/8/8/8/R3K1N1 w", hands={0: "copper"}, decks={0: "copper " * 5})
    use(match, 0, "stop", "end")
    assert allowed(match, 0) == {"drawn"}


# -- Queen -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-036")
@known_or_not
def test_a_queen_card_moves_the_queen_and_gives_a_second_buy(known: bool) -> None:
    match = game("7k/8/8/8/8/8/3P4/3QK3 w", **held("queen copper copper", known))
    use(match, 0, "play:queen")
    starts = {key.split(":")[1] for key in allowed(match, 0, "move")}
    assert starts == {"d1"}
    use(match, 0, "move:d1:a4")
    assert (kind(match), number(match, "buys")) == ("buy", 2)
    use(match, 0, "buy:pawn", "buy:pawn")
    assert (kind(match), asked(match)) != ("buy", [0]), "there is no third"


@pytest.mark.rules("CD-036")
def test_two_queens_on_the_board_may_both_be_moved_with_the_card() -> None:
    match = game("k7/8/8/8/7Q/8/8/3QK3 w", hands={0: "queen"})
    use(match, 0, "play:queen")
    assert {key.split(":")[1] for key in allowed(match, 0, "move")} == {"d1", "h4"}


@pytest.mark.rules("CD-036", "CD-015")
@pytest.mark.parametrize("card", ["pawn", "knight", "rook", "bishop", "king"])
def test_no_other_card_gives_a_second_buy(card: str) -> None:
    match = game("7k/8/8/8/8/4P3/8/RNB1K3 w", hands={0: f"{card} copper copper"})
    use(match, 0, f"play:{card}")
    use(match, 0, min(allowed(match, 0, "move")))
    if kind(match) == "action":
        use(match, 0, "stop")
    assert (kind(match), number(match, "buys")) == ("buy", 1)


# -- pieces that are gone ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-037")
@pytest.mark.parametrize("card", ["pawn", "knight", "rook", "queen"])
@known_or_not
def test_a_card_whose_piece_is_gone_cannot_be_played(card: str, known: bool) -> None:
    match = game("4k3/8/8/8/8/8/8/4K3 w", **held(f"{card} copper", known))
    assert allowed(match, 0, "play") == set()
    assert reason(match, 0, f"play:{card}") == ("nothing_to_move", "CD-020")
    assert offered(match, 0, "stop") is not None


@pytest.mark.rules("CD-037", "CD-028")
def test_a_bishop_card_still_trades_and_a_king_card_still_promotes() -> None:
    match = game("4k3/8/8/8/8/8/P6p/R6K w", hands={0: "bishop king copper"}, captured={1: "B"})
    assert allowed(match, 0, "play") == {"play:bishop", "play:king"}
    use(match, 0, "play:bishop")
    assert allowed(match, 0) == {"trade:copper", "trade:king", "back"}
    use(match, 0, "back", "play:king")
    assert "promote:a2" in allowed(match, 0)


@pytest.mark.rules("CD-037")
def test_a_captured_piece_takes_its_card_out_of_use() -> None:
    match = game("4k3/8/8/8/8/6n1/8/4K2N b", hands={0: "knight", 1: "knight"})
    play(match, 1, "knight", "take:g3:h1")
    assert men(match, "captured/1") == "N"
    finish_turn(match, 1)
    assert allowed(match, 0, "play") == set()


@pytest.mark.rules("CD-038", "CD-075")
@known_or_not
def test_a_queen_card_without_a_queen_is_still_worth_one(known: bool) -> None:
    match = game("4k3/8/8/8/8/8/8/4K3 w", **held("queen copper", known))
    use(match, 0, "stop")
    assert {"buy:pawn", "buy:copper"} <= allowed(match, 0)
    assert reason(match, 0, "buy:silver") == ("too_expensive", "CD-076")
    events = use(match, 0, *(["show:queen"] if not known else []), "buy:pawn")
    assert facts(events, "showed")[-1]["total"] == 2
