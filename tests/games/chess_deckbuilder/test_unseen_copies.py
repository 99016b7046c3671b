"""A hand that the companion was not told, of whose kinds it knows some copies elsewhere: any other copy is as good."""

from __future__ import annotations

import pytest

from tests.games.chess_deckbuilder._match import do, game, pile, refused, use


@pytest.mark.parametrize("card", ["copper", "silver"])
def test_treasure_is_shown_although_a_copy_lies_covered_in_the_discard_pile(card: str) -> None:
    match = game(hands={0: "? ?", 1: "pawn"}, unseen={0: f"{card} {card}"}, discards={0: f"{card} pawn"})
    use(match, 0, "stop", f"show:{card}", f"show:{card}")
    assert pile(match, "play/0") == [card, card]
    assert pile(match, "discard/0") == sorted([card, "pawn"])


def test_a_card_is_played_although_a_copy_lies_covered_in_the_discard_pile() -> None:
    match = game(hands={0: "?", 1: "copper"}, unseen={0: "pawn"}, discards={0: "pawn copper"})
    use(match, 0, "play:pawn", "move:e2:e4")
    assert pile(match, "play/0") == ["pawn"]


def test_a_card_whose_copies_all_lie_elsewhere_cannot_be_in_the_hand() -> None:
    match = game(hands={0: "?", 1: "copper"}, unseen={0: "copper"}, discards={0: "pawn pawn copper"})
    assert refused(match, 0, "play:pawn").code == "cannot_be_there"
    do(match, 0, "stop")
