"""Hands that are tapped in: what may be named, copies of a kind, and what is no piece at all."""

from __future__ import annotations

from companion.reading.unnamed import nameable, unnamed
from companion.referee.showing import as_copies
from rules.engine.types import PUBLIC, Seat
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.games.war_chest._match import WAR_CHEST, battle


def test_a_piece_that_is_named_again_is_the_next_copy() -> None:
    match = battle(hands={0: "? ? ?"})
    assert as_copies(("swordsman#1", "swordsman#1", "pikeman#2"), match) == ("swordsman#1", "swordsman#2", "pikeman#1")
    assert as_copies(("swordsman#1",) * 6, match) == ()
    assert as_copies(("royal_wolf", "royal_wolf"), match) == ()
    assert as_copies(("dragon#1",), match) == ()


def test_only_own_coins_of_unknown_place_can_be_named() -> None:
    match = battle(board={"d4": "swordsman 2"}, hands={0: "pikeman ? ?", 1: "archer"}, face_down={0: "crossbowman"})
    found = {piece.kind: most for piece, most in nameable(WAR_CHEST, match.seen(Seat(0)), Seat(0))}
    assert found == {"pikeman": 1, "crossbowman": 1, "light_cavalry": 2, "royal_wolf": 1}
    assert unnamed(match.seen(Seat(0)), Seat(0)) == 2
    assert nameable(WAR_CHEST, match.seen(Seat(1)), Seat(1)) == ()
    assert nameable(WAR_CHEST, match.seen(PUBLIC), Seat(1)) != (), "what everybody may think, it is not known"


def test_where_every_card_is_one_of_a_kind_there_is_no_list() -> None:
    evening = Evening(HIGH_CARD)
    evening.dealt()
    evening.show_hand(1, evening.front("RED-1"))
    seen = evening.match.seen(Seat(0))
    assert unnamed(seen, Seat(0)) == 2
    assert nameable(HIGH_CARD, seen, Seat(0)) == ()
