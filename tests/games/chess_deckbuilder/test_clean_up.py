"""Clean-up, draws and reshuffles (CD-085 to CD-089)."""

from __future__ import annotations

import pytest

from rules.engine.types import PieceId, Seat
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    begun,
    do,
    draw,
    facts,
    finish_turn,
    game,
    kind,
    kinds,
    left,
    pile,
    play,
    use,
    view,
)

QUIET = "4k3/8/8/8/8/8/4P3/R2QK1N1 w"
FIVE = "copper copper copper copper copper"


@pytest.mark.rules("CD-085", "CD-019", "CD-010")
def test_hand_and_played_cards_are_discarded_and_five_are_drawn() -> None:
    match = game(QUIET, hands={0: "pawn rook copper silver", 1: "copper"}, decks={0: f"{FIVE} {FIVE}"})
    play(match, 0, "pawn", "move:e2:e3")
    play(match, 0, "rook", "move:a1:a4")
    do(match, 0, "none")
    told = do(match, 0, "buy:silver")
    assert kinds(told)[-1] == "cleaned_up"
    assert pile(match, "discard/0") == ["copper", "pawn", "rook", "silver", "silver"]
    assert [left(match, key) for key in ("hand/0", "play/0", "deck/0")] == [0, 0, 10]
    assert (kind(match), asked(match)) == ("draw", [0])
    told = draw(match, 0)
    assert facts(told, "drew") == [{"seat": 0, "count": 5}]
    assert [left(match, key) for key in ("hand/0", "deck/0", "discard/0")] == [5, 5, 5]
    assert (kind(match), asked(match)) == ("action", [1])


@pytest.mark.rules("CD-085", "CD-C05")
def test_the_five_cards_of_the_clean_up_are_not_declined() -> None:
    match = game(QUIET, hands={0: "pawn", 1: "copper"}, decks={0: FIVE})
    use(match, 0, "stop", "end")
    assert allowed(match, 0) == {"drawn"}


@pytest.mark.rules("CD-086")
def test_a_deck_that_runs_out_in_the_middle_of_a_draw_is_made_anew() -> None:
    match = game(
        QUIET, hands={0: "pawn copper", 1: "copper"}, decks={0: "silver silver"}, discards={0: "queen king copper"}
    )
    use(match, 0, "stop", "end")
    told = draw(match, 0, "silver", "silver")
    assert facts(told, "drew") == [{"seat": 0, "count": 2}]
    assert facts(told, "reshuffled") == [{"seat": 0, "count": 5}]
    assert (kind(match), left(match, "deck/0"), left(match, "discard/0")) == ("draw", 5, 0)
    told = draw(match, 0, "queen", "?", "?")
    assert facts(told, "drew") == [{"seat": 0, "count": 3}]
    assert (left(match, "hand/0"), left(match, "deck/0")) == (5, 2)
    assert asked(match) == [1]


@pytest.mark.rules("CD-086", "CD-023")
def test_an_exactly_emptied_deck_is_reshuffled_only_when_a_card_is_needed() -> None:
    match = game(QUIET, hands={0: "knight pawn", 1: "copper"}, decks={0: "silver"}, discards={0: "copper"})
    told = play(match, 0, "knight", "move:g1:f3")
    told += draw(match, 0, "silver")
    assert "reshuffled" not in kinds(told)
    assert (left(match, "deck/0"), left(match, "discard/0")) == (0, 1)


@pytest.mark.rules("CD-086", "CD-088", "CD-024")
def test_a_reshuffle_in_the_action_phase_takes_neither_hand_nor_played_cards() -> None:
    match = game(
        QUIET, hands={0: "rook silver pawn", 1: "copper"}, decks={0: "copper"}, discards={0: "king queen bishop"}
    )
    play(match, 0, "rook", "move:a1:a4")
    draw(match, 0, "copper")
    assert pile(match, "play/0") == ["rook"]
    assert pile(match, "hand/0") == ["copper", "pawn", "silver"]
    told = draw(match, 0, "king")
    assert facts(told, "reshuffled") == [{"seat": 0, "count": 3}]
    assert [left(match, key) for key in ("deck/0", "discard/0", "hand/0")] == [2, 0, 4]


@pytest.mark.rules("CD-088", "CD-019", "CD-023")
def test_a_card_gained_this_turn_takes_part_in_a_reshuffle_of_the_turn() -> None:
    """A Bishop's trade ends the actions, so the draw that needs the new card is that of the clean-up."""
    match = game(QUIET, hands={0: "bishop copper", 1: "copper"}, decks={0: "pawn"}, supply={"silver": 0, "rook": 0})
    play(match, 0, "bishop", "trade:copper")
    use(match, 0, "end")
    draw(match, 0, "pawn")
    assert left(match, "deck/0") == 2  # the Bishop, which was in play, and the Knight
    draw(match, 0, "knight", "bishop")
    assert pile(match, "hand/0") == ["bishop", "knight", "pawn"]


@pytest.mark.rules("CD-088", "CD-089")
def test_a_card_bought_this_turn_may_be_drawn_at_once() -> None:
    match = game(QUIET, hands={0: "silver silver", 1: "copper"}, decks={0: "pawn"})
    use(match, 0, "stop", "buy:bishop")
    draw(match, 0, "pawn")
    draw(match, 0, "bishop", "silver", "silver")
    assert pile(match, "hand/0") == ["bishop", "pawn", "silver", "silver"]


@pytest.mark.rules("CD-087")
def test_with_deck_and_discard_empty_fewer_cards_are_drawn() -> None:
    match = game(QUIET, hands={0: "pawn copper", 1: "copper"}, decks={0: ""})
    use(match, 0, "stop", "end")
    told = draw(match, 0, "pawn", "copper")
    assert facts(told, "drew") == [{"seat": 0, "count": 2}]
    assert (left(match, "hand/0"), asked(match)) == (2, [1])


@pytest.mark.rules("CD-087", "CD-023", "CD-024")
@pytest.mark.parametrize(("card", "deed"), [("knight", "move:g1:f3"), ("rook", "move:a1:a4")])
def test_a_bonus_without_cards_to_draw_is_passed_over(card: str, deed: str) -> None:
    match = game(QUIET, hands={0: f"{card} pawn", 1: "copper"})
    told = play(match, 0, card, deed)
    assert "drew" not in kinds(told)
    assert kind(match) == ("action" if card == "knight" else "buy")
    short = game(QUIET, hands={0: "rook pawn", 1: "copper"}, decks={0: "copper"})
    play(short, 0, "rook", "move:a1:a4")
    assert facts(draw(short, 0), "drew") == [{"seat": 0, "count": 1}]
    assert kind(short) == "buy"


@pytest.mark.rules("CD-089", "CD-003")
def test_after_the_first_turn_the_deck_is_the_five_cards_and_what_was_bought() -> None:
    match = begun()
    assert [left(match, key) for key in ("deck/0", "discard/0", "hand/0")] == [0, 0, 5]
    told = use(match, 0, "stop", "buy:silver")
    assert facts(told, "reshuffled") == [{"seat": 0, "count": 6}]
    told = draw(match, 0, "silver", "copper", "copper", "pawn", "pawn")
    assert left(match, "deck/0") == 1
    told = use(match, 1, "stop", "end")
    assert facts(told, "reshuffled") == [{"seat": 1, "count": 5}]
    draw(match, 1)
    assert [left(match, key) for key in ("deck/1", "hand/1")] == [0, 5]


@pytest.mark.rules("CD-086", "CD-I05", "CD-I08")
def test_after_a_shuffle_nobody_knows_a_card_of_the_deck() -> None:
    match = game(QUIET, hands={0: "pawn copper silver", 1: "copper"})
    use(match, 0, "stop", "end")
    for reader in (-1, 0, 1):
        assert pile(match, "deck/0", reader) == ["?"] * 3
    assert pile(match, "deck/0") == ["?"] * 3


@pytest.mark.rules("CD-I08", "CD-085")
@pytest.mark.parametrize("is_open", [False, True])
def test_only_the_top_of_the_discard_is_shown_unless_agreed(is_open: bool) -> None:
    match = game(
        QUIET,
        hands={0: "silver silver", 1: "copper"},
        discards={0: "queen king"},
        decks={0: FIVE},
        settings={"open_discard": is_open},
    )
    use(match, 0, "stop", "end")
    cards = pile(match, "discard/0", -1)
    assert cards == (["king", "queen", "silver", "silver"] if is_open else ["?", "?", "?", "silver"])
    top = match.seen(Seat(1)).pile("discard/0").top
    assert isinstance(top, PieceId)
    assert top.kind == "silver"


@pytest.mark.rules("CD-I08", "CD-I05", "CD-085")
@pytest.mark.parametrize("reader", [-1, 1])
def test_in_which_order_the_hand_was_drawn_is_not_told(reader: int) -> None:
    """Everybody sees which cards are discarded, and no more."""
    worlds = [
        game(QUIET, hands={0: "", 1: "copper"}, decks={0: f"king pawn silver {FIVE}"}, phase="draw") for _ in "ab"
    ]
    orders = (("king", "pawn", "silver", "copper", "copper"), ("copper", "silver", "copper", "king", "pawn"))
    for match, order in zip(worlds, orders, strict=True):
        draw(match, 0, *order)
        finish_turn(match, 1)
        told = use(match, 0, "stop", "end")
        assert facts(told, "cleaned_up") == [{"seat": 0, "cards": ("copper", "copper", "pawn", "silver", "king")}]
    assert view(worlds[0], reader) == view(worlds[1], reader)


@pytest.mark.rules("CD-085", "CD-I03")
def test_an_unknown_hand_is_discarded_as_it_is() -> None:
    match = game(QUIET, hands={0: "? ? pawn", 1: "copper"}, unseen={0: "copper silver"}, decks={0: FIVE})
    use(match, 0, "stop", "end")
    assert left(match, "discard/0") == 3
    assert pile(match, "discard/0") == ["?", "?", "pawn"]
