"""A photo of several kinds of own cards: each goes to the pile where one of its back is unknown, or none does."""

from __future__ import annotations

from companion.referee.showing import refusal_of, sort_shown
from rules.engine.entries import Header, Identify, Position
from rules.engine.match import Match
from rules.engine.types import Refusal, Seat
from tests.companion.evening import Evening, pieces
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.companion.war_chest_table import position, table as war_chest_table

BLIND = Position(
    {"hand/0": ("?", "RED-6"), "purse/0": ("?@coins",), "hand/1": ("?",), "place/0": ("?",), "place/1": ("?",)},
    phase="swear",
    turn=0,
)


def table() -> Evening:
    return Evening(LUCKY_DRAW, BLIND)


def show(evening: Evening, *named: str) -> tuple[bool, str]:
    reply = evening.show_hand(0, *(evening.front(name) for name in named))
    return reply.ok, reply.sentence


def test_cards_of_two_decks_go_to_the_hand_and_to_the_purse() -> None:
    evening = table()
    assert show(evening, "COIN-2", "BLU-1") == (True, "The companion now knows 2 cards in your hand.")
    assert "BLU-1" in evening.match.state.pile("hand/0")
    assert "COIN-2" in evening.match.state.pile("purse/0")


def test_a_card_lying_face_down_before_its_owner_comes_after_the_hand() -> None:
    evening = table()
    assert show(evening, "RED-6", "BLU-1", "BLU-2")[0]
    assert "BLU-1" in evening.match.state.pile("hand/0")
    assert "BLU-2" in evening.match.state.pile("place/0")
    for reader in (-1, 1):
        assert "BLU-2" not in evening.bytes_of(reader)


def test_one_card_too_many_and_nothing_is_noted() -> None:
    evening = table()
    ok, sentence = show(evening, "COIN-2", "BLU-1", "BLU-2", "BLU-3")
    assert not ok
    assert "Show only your own cards" in sentence
    assert evening.match.version == 0


def test_a_card_that_is_known_elsewhere_and_nothing_is_noted() -> None:
    evening = table()
    evening.show_hand(1, evening.front("BLU-1"))
    before = evening.match.version
    ok, _ = show(evening, "COIN-2", "BLU-1")
    assert not ok
    assert evening.match.version == before
    assert "COIN-2" not in evening.match.state.pile("purse/0")


def test_cards_that_are_known_already_may_be_shown_again() -> None:
    evening = table()
    assert show(evening, "COIN-2", "BLU-1", "BLU-2")[0]
    assert show(evening, "BLU-2", "COIN-2", "RED-6")[0]
    assert show(evening, "BLU-3") == (False, "Your hand has no unknown cards now. Nothing was noted.")


def test_the_sorting_alone() -> None:
    match = Match(LUCKY_DRAW, Header(LUCKY_DRAW.slug, 2, {}, BLIND))
    found = sort_shown(match.state, Seat(0), pieces("BLU-4", "COIN-1", "BLU-5"))
    assert found == (
        Identify("hand/0", pieces("BLU-4")),
        Identify("purse/0", pieces("COIN-1")),
        Identify("place/0", pieces("BLU-5")),
    )
    twice = (Identify("hand/0", pieces("BLU-4")), Identify("place/0", pieces("BLU-4")))
    assert isinstance(refusal_of(match, twice), Refusal)
    assert match.version == 0


HELD = {0: ("swordsman#1", "swordsman#2", "pikeman#1"), 1: ("archer#1", "cavalry#1", "scout#1")}


def coins(*, unseen: tuple[int, ...] = (0,)) -> Evening:
    return war_chest_table(position(HELD, {"f4": ("swordsman#3",)}, unseen=unseen))


def test_look_alikes_in_a_photo_are_free_copies_of_their_kind() -> None:
    evening = coins()
    assert show(evening, "swordsman#3", "swordsman#5", "pikeman#4")[0], "stickers that the notes have elsewhere"
    hand = evening.match.state.pile("hand/0")
    assert sorted(p.kind for p in hand.pieces) == ["pikeman", "swordsman", "swordsman"]
    assert "swordsman#3" in evening.match.state.pile("hex/f4")


def test_look_alikes_in_a_photo_are_first_those_that_are_known_to_be_held() -> None:
    evening = coins()
    assert show(evening, "swordsman#1")[0]
    assert show(evening, "swordsman#4", "pikeman#1")[0], "the same coin by another name"
    hand = evening.match.state.pile("hand/0")
    assert (sorted(p.kind for p in hand.pieces), hand.unseen) == (["pikeman", "swordsman"], 1)
    assert show(evening, "swordsman#4", "swordsman#2", "pikeman#1")[0]
    assert evening.match.state.pile("hand/0").unseen == 0


def test_too_many_of_a_kind_are_said_in_a_sentence_and_nothing_is_noted() -> None:
    evening = coins()
    done, sentence = show(evening, "swordsman#1", "swordsman#2", "swordsman#4")
    assert not done
    assert "3 × Swordsman" in sentence
    assert evening.match.state.pile("hand/0").unseen == 3
