"""What the eye was not sure of, at the real hub: decided by the rules, asked once, and not acted upon meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.doubt.weighing import can_be
from rules.engine.entries import Position
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Seat
from rules.games import game
from tests.companion.doubted import UnsureEye
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.companion.test_chesney_trouble import table as chesney_table
from tests.companion.test_turned_cards import LAID
from tests.companion.war_chest_table import (
    lying as coin_lying,
    position as war_chest_position,
    table as war_chest_table,
)
from web.pages.host.views import HostAct

UNSURE = "I am not sure what happened there."


def answers(evening: Evening) -> list[str]:
    return [entry.key for entry in evening.match.log if isinstance(entry, Answer)]


def spots(evening: Evening) -> list[tuple[str | None, str | None]]:
    """What the hub takes to lie where: pieces, None for a back."""
    return sorted(((i.piece, i.spot) for i in evening.running.watch.items), key=str)


# -- turned over, or another card laid where the back was taken --------------------------------------------------------


def turned_or_exchanged(evening: Evening, piece: str, spot: str, deck: str = "cards", odds: float = 0.6) -> int:
    """A back lies there; in one go it is a face."""
    eye = UnsureEye(evening)
    exchanged = (eye.gone(eye.back(deck), spot), eye.placed(eye.front(piece), spot))
    return eye.tells(eye.turned(eye.front(piece), spot), odds=odds, instead=[(exchanged, 1 - odds)])


def test_the_very_card_that_lay_there_was_turned() -> None:
    evening = Evening(LUCKY_DRAW, LAID)
    evening.lay_back("place/0")
    act = turned_or_exchanged(evening, "RED-1", "place/0", odds=0.1)
    assert evening.decided == [(act, 0)], "whatever the eye found likelier"
    assert answers(evening) == ["up:RED-1"]
    assert evening.spoken == [] or UNSURE not in evening.said


def test_a_card_that_is_in_a_hand_was_exchanged() -> None:
    evening = Evening(LUCKY_DRAW, LAID)
    evening.lay_back("place/0")
    act = turned_or_exchanged(evening, "BLU-1", "place/0", odds=0.9)
    assert evening.decided == [(act, 1)]
    assert answers(evening) == []
    assert UNSURE not in evening.said


def test_a_card_of_which_nobody_knows_where_it_was_may_have_been_turned() -> None:
    unknown = Position({"hand/0": ("BLU-1",), "place/0": ("?",), "place/1": ("?",)}, phase="turn", turn=0)
    evening = Evening(LUCKY_DRAW, unknown)
    back, eye = evening.lay_back("place/0"), UnsureEye(evening)
    exchanged = (eye.gone(eye.back("cards"), "place/0"), eye.placed(eye.front("RED-4"), "place/0"))
    assert can_be((eye.turned(eye.front("RED-4"), "place/0"),), (back,), evening.match)
    assert can_be(exchanged, (back,), evening.match)
    assert not can_be((eye.turned(eye.front("BLU-1"), "place/0"),), (back,), evening.match), "that one is in a hand"


# -- laid, or nothing --------------------------------------------------------------------------------------------------


def test_where_both_are_possible_it_is_asked_once_and_neither_is_acted_upon() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    act = eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.6, instead=[((), 0.4)])
    assert (answers(evening), evening.decided, spots(evening)) == ([], [], [])
    assert evening.spoken == [UNSURE]
    assert "pick it up and put it down again" in evening.packet().notice
    for _ in range(3):
        eye.see(())
        evening.wait(10.0)
    assert evening.spoken == [UNSURE], "once"
    assert evening.todo == [], "nobody is told to put right what nobody knows"
    assert evening.tap(0, "play:RED-1").ok
    assert evening.decided == [(act, 0)]
    assert answers(evening) == ["play:RED-1"]
    assert evening.packet().notice == ""
    eye.see(())
    assert answers(evening) == ["play:RED-1"]
    assert evening.todo == []


def test_what_people_say_instead_decides_it_the_other_way() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    act = eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.6, instead=[((), 0.4)])
    assert evening.tap(0, "play:BLU-2").ok
    assert evening.decided == [(act, 1)], "a card that is held yet lies nowhere"
    eye.see(())
    assert answers(evening) == ["play:BLU-2"]
    assert spots(evening) == [], "the eye believes it yet, and the hub knows better"


def test_the_one_that_the_rules_expect_is_taken_where_the_other_is_odd() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    foreign = (eye.placed(eye.front("BLU-5"), "trick/0"),)
    act = eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.5, instead=[(foreign, 0.5)])
    assert evening.decided == [(act, 0)]
    assert answers(evening) == ["play:RED-1"]
    assert UNSURE not in evening.said


def test_what_is_hardly_possible_is_not_asked() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    act = eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.97, instead=[((), 0.03)])
    assert (evening.decided, answers(evening)) == ([(act, 0)], ["play:RED-1"])


def test_two_plays_of_one_seat_are_asked_of_that_seat_on_its_phone() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    other = (eye.placed(eye.front("BLU-2"), "trick/0"),)
    act = eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.5, instead=[(other, 0.5)])
    assert evening.spoken == ["P1, that can mean more than one thing."]
    asking = evening.running.asking
    assert asking is not None
    assert asking.what.keys == ("play:RED-1", "play:BLU-2")
    assert answers(evening) == []
    assert evening.tap(0, "play:BLU-2").ok
    assert evening.decided == [(act, 1)]
    assert evening.running.asking is None
    eye.see(())
    assert (answers(evening), spots(evening)) == (["play:BLU-2"], [("BLU-2", "trick/0")])


def test_looking_again_settles_it_without_any_word() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    placed = eye.placed(eye.front("RED-1"), "trick/0")
    eye.tells(placed, odds=0.6, instead=[((), 0.4)])
    eye.corrects(placed.number)
    assert evening.packet().notice == ""
    eye.tells(eye.placed(eye.front("BLU-2"), "trick/0"))
    assert (answers(evening), evening.decided) == (["play:BLU-2"], [])


def test_what_else_happens_is_read_while_something_is_in_doubt() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    eye.tells(eye.placed(eye.front("BLU-3"), "won"), odds=0.6, instead=[((), 0.4)])
    eye.tells(eye.placed(eye.front("RED-1"), "trick/0"))
    assert answers(evening) == ["play:RED-1"]


def test_in_a_pause_nothing_is_asked_and_afterwards_it_is() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    assert evening.running.pause(True).ok
    eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.6, instead=[((), 0.4)])
    assert UNSURE not in evening.said
    assert evening.running.pause(False).ok
    eye.see(())
    assert UNSURE in evening.said


def test_after_the_end_nobody_is_asked() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    evening.host(HostAct.END_MATCH, reason="late")
    eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.6, instead=[((), 0.4)])
    assert (UNSURE in evening.said, evening.packet().notice) == (False, "")


def test_a_table_without_doubts_is_not_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.reading.watch.Watch.copied", None)
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    eye.tells(eye.placed(eye.front("RED-1"), "trick/0"))
    assert answers(evening) == ["play:RED-1"]


# -- what can be -------------------------------------------------------------------------------------------------------


def test_a_card_lies_in_one_place_only() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    eye.tells(eye.placed(eye.front("BLU-3"), None))
    placed, moved = eye.placed(eye.front("BLU-3"), "won"), eye.moved(eye.front("BLU-3"), None, "won")
    taken = eye.gone(eye.front("BLU-3"), None)
    lying = tuple(evening.lying)
    assert not can_be((placed,), lying, evening.match)
    assert can_be((moved,), lying, evening.match)
    assert can_be((taken, placed), lying, evening.match)


def test_a_back_can_only_come_where_there_is_one_left() -> None:
    all_lie = Position({"deck": ("?",) * 12}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, all_lie)
    eye = UnsureEye(evening)
    assert not can_be((eye.placed(eye.back("cards"), "deck"),), (), evening.match), "every card lies there already"
    assert can_be((eye.placed(eye.back("cards"), "trick/0"),), (), evening.match)


# -- three games -------------------------------------------------------------------------------------------------------

CHRONICLE = game("chronicle")
MEETING = Position(
    {
        "hand/0": ("POW-6", "WIS-8"),
        "hand/1": ("POW-7", "?"),
        "hand/2": ("POW-2", "LOV-3"),
        "hand/3": ("?", "?"),
    },
    {"leader": Seat(0), "meeting": 1},
    "meeting",
    0,
)


def meeting() -> tuple[Evening, UnsureEye]:
    """Chronicle: seat 0 has led POW-6, and seat 1 is to play."""
    evening = Evening(CHRONICLE, MEETING, seats=4)
    eye = UnsureEye(evening)
    eye.tells(eye.placed(eye.front("POW-6"), "meeting/0"))
    assert answers(evening) == ["play:POW-6:up"]
    evening.spoken.clear()
    return evening, eye


def test_chronicle_a_card_that_was_laid_or_only_held_over_the_table() -> None:
    evening, eye = meeting()
    act = eye.tells(eye.placed(eye.front("POW-7"), "meeting/1"), odds=0.55, instead=[((), 0.45)])
    assert answers(evening) == ["play:POW-6:up"]
    assert evening.said.count(UNSURE) == 1
    assert evening.tap(1, "play:POW-7:up").ok
    assert evening.decided == [(act, 0)]
    assert answers(evening)[-1] == "play:POW-7:up"


def test_chronicle_an_unlawful_card_is_less_likely_than_the_one_that_is_expected() -> None:
    evening, eye = meeting()
    theirs = (eye.placed(eye.front("WIS-8"), "meeting/1"),)  # seat 0 holds it
    act = eye.tells(eye.placed(eye.front("POW-7"), "meeting/1"), odds=0.4, instead=[(theirs, 0.6)])
    assert evening.decided == [(act, 0)]
    assert answers(evening)[-1] == "play:POW-7:up"


def test_chronicle_a_face_where_a_back_lay_is_another_card_when_it_is_known_to_be_in_a_hand() -> None:
    hands = {**MEETING.piles, "hand/1": ("?", "?")}
    evening = Evening(CHRONICLE, replace(MEETING, piles=hands), seats=4)
    eye = UnsureEye(evening)
    eye.tells(eye.placed(eye.front("POW-6"), "meeting/0"))
    evening.lay_back("meeting/1", "characters")
    played = answers(evening)
    assert played == ["play:POW-6:up", "play:?:down"]
    act = turned_or_exchanged(evening, "LOV-3", "meeting/1", "characters", odds=0.9)
    assert evening.decided == [(act, 1)], "seat 2 holds it, so it was not under that back"
    assert answers(evening) == played
    assert UNSURE not in evening.said


def test_war_chest_a_coin_that_is_gone_where_nothing_is_to_be_taken_was_covered() -> None:
    units = {"e4": ("archer#1:up",), "d3": ("swordsman#1:up",)}
    evening = war_chest_table(war_chest_position({0: ("swordsman#2", "pikeman#1")}, units))
    eye = UnsureEye(evening)
    coin = coin_lying(evening, "archer#1")
    act = eye.tells(eye.gone(coin.tag, coin.spot), odds=0.6, instead=[((), 0.4)])
    assert evening.decided == [(act, 1)]
    assert UNSURE not in evening.said
    evening.wait(10.0)
    assert evening.todo == [], "nobody is told to put back what lies there"


def test_war_chest_a_coin_laid_in_the_discard_or_still_in_the_hand_is_asked() -> None:
    evening = war_chest_table(war_chest_position({0: ("swordsman#1", "pikeman#1")}, {"d3": ("swordsman#2:up",)}))
    eye = UnsureEye(evening)
    spot = evening.match.state.pile("face_up/0").spot
    act = eye.tells(eye.placed(eye.front("swordsman#1"), spot), odds=0.6, instead=[((), 0.4)])
    assert evening.said.count(UNSURE) == 1
    assert evening.decided == []
    assert answers(evening) == []
    eye.tells(eye.gone(eye.front("swordsman#1"), spot))
    assert (answers(evening), evening.decided, evening.packet().notice) == ([], [], ""), "the eye knows by now"
    assert act == 1


def test_chesney_the_front_of_a_card_that_lies_elsewhere_was_never_under_this_back() -> None:
    evening = chesney_table()
    assert str(evening.match.state.where(PieceId("DRAGON-1"))) == "right/1"
    act = turned_or_exchanged(evening, "DRAGON-1", "right/0", "factions", odds=0.95)
    assert evening.decided == [(act, 1)]
    again = chesney_table()
    act = turned_or_exchanged(again, "BEAR-2", "right/0", "factions", odds=0.05)
    assert again.decided == [(act, 0)]
    assert UNSURE not in evening.said + again.said


def test_chesney_a_card_that_may_have_been_played_is_asked() -> None:
    evening = chesney_table()
    eye = UnsureEye(evening)
    act = eye.tells(eye.placed(eye.front("AMBUSH#1"), "play_area"), odds=0.5, instead=[((), 0.5)])
    assert evening.said.count(UNSURE) == 1
    assert answers(evening) == []
    assert evening.tap(0, "play:AMBUSH#1").ok
    assert evening.decided == [(act, 0)]


# -- nothing private ---------------------------------------------------------------------------------------------------


def public(evening: Evening) -> tuple[object, ...]:
    packet = evening.packet()
    return tuple(evening.spoken), packet.notice, tuple(evening.todo), dict(evening.lights), evening.bytes_of()


def hiding(swapped: bool) -> Evening:
    """Hidden Card; in the other world two cards of the two hands are exchanged, which only their seats know."""
    hands = {"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5", "BLU-6")}
    if swapped:
        hands = {"hand/0": ("RED-5", "BLU-2"), "hand/1": ("RED-1", "BLU-6")}
    return Evening(HIDDEN_CARD, replace(HIDING, piles=hands))


@pytest.mark.parametrize("odds", [0.3, 0.6, 0.99])
def test_a_doubt_about_a_hidden_card_is_the_same_whatever_it_is(odds: float) -> None:
    told = []
    for swapped in (False, True):
        evening = hiding(swapped)
        eye = UnsureEye(evening)
        spot = evening.match.state.pile("place/0").spot
        eye.tells(eye.placed(eye.back("cards"), spot), odds=odds, instead=[((), 1 - odds)])
        told.append((public(evening), evening.decided, evening.bytes_of(1)))
    assert told[0][:2] == told[1][:2]
    assert "hide:" not in str(told[0][0]), "no key that names a card"


@pytest.mark.parametrize("make", [chesney_table, lambda: meeting()[0]])
def test_the_question_names_no_card(make: object) -> None:
    evening = make()  # type: ignore[operator]
    eye = UnsureEye(evening)
    seat = int(evening.match.waiting[0])
    held = evening.match.state.pile(f"hand/{seat}").pieces
    spot = "play_area" if evening.game.slug == "chesney" else f"meeting/{seat}"
    tells = [(eye.placed(eye.front(piece), spot),) for piece in held[:2]]
    eye.tells(*tells[0], odds=0.5, instead=[(changes, 0.5) for changes in tells[1:]] or [((), 0.5)])
    assert answers(evening) == ([] if evening.game.slug == "chesney" else ["play:POW-6:up"])
    said = evening.said + evening.packet().notice
    assert said
    for piece in held:
        assert piece not in said
        assert evening.voice.faces[piece].title not in said
    for other in range(4):
        if other != seat:
            assert all(f'"{piece}"' not in evening.bytes_of(other) for piece in held)


# -- until the eye follows ---------------------------------------------------------------------------------------------


def test_what_was_decided_otherwise_counts_until_the_eye_believes_it_and_then_the_eye_counts() -> None:
    evening = Evening(LUCKY_DRAW, LAID)
    back = evening.lay_back("place/0")
    eye = UnsureEye(evening)
    under = (eye.placed(eye.front("BLU-1"), "place/0"),)  # laid over the back, which lies under it
    act = eye.tells(eye.turned(eye.front("BLU-1"), "place/0"), odds=0.9, instead=[(under, 0.1)])
    assert evening.decided == [(act, 1)]
    both = [(None, "place/0"), ("BLU-1", "place/0")]
    assert spots(evening) == sorted(both, key=str)
    eye.see(())
    assert spots(evening) == sorted(both, key=str)
    evening.lying.append(back)  # the memory follows
    eye.see(())
    assert spots(evening) == sorted(both, key=str), "once, not twice"
    evening.lying.pop()
    eye.see(())
    assert spots(evening) == [("BLU-1", "place/0")], "what it stops believing later counts"


def test_a_change_that_comes_after_ends_what_was_decided_for_the_eye() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    eye.tells(eye.placed(eye.front("RED-1"), "trick/0"), odds=0.02, instead=[((), 0.98)])
    assert spots(evening) == []
    eye.tells(eye.moved(eye.front("RED-1"), "trick/0", "won"))
    assert spots(evening) == [("RED-1", "won")]


def test_a_stranger_without_a_number_is_no_act() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    placed = replace(eye.placed(eye.front("RED-1"), "trick/0"), number=0)
    eye.tells(placed, odds=0.5, instead=[((), 0.5)])
    assert answers(evening) == ["play:RED-1"], "only the eye has doubts"
