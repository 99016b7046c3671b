"""What is said aloud, shown by the lights and kept for those who look."""

from __future__ import annotations

from dataclasses import replace

from companion.telling.tongues import only
from hardware.types import LightState, Urgency, Utterance
from rules.engine.types import Seat
from rules.engine.words import Names
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from web.pages.host.views import HostAct
from web.views import JoinView


def test_events_are_important_and_questions_replace_each_other() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    lines: list[Utterance] = []
    evening.speaker = lines.append
    evening.tap(0, "play:RED-1")
    assert [(x.text, x.urgency, x.topic) for x in lines] == [
        ("P1 plays Red 1.", Urgency.IMPORTANT, ""),
        ("P2.", Urgency.NORMAL, "question"),
    ]
    assert {x.made_s for x in lines} == {evening.now_s}


def test_each_event_and_question_is_said_once() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.tap(0, "play:RED-1")
    evening.referee.tell()
    evening.referee.tell()
    assert evening.spoken == ["P1 plays Red 1.", "P2."]


def test_packets_have_ids_that_never_come_back() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    ids = []
    for _ in range(5):
        evening.referee.tell()
        ids.append(evening.packet().id)
    assert len(set(ids)) == 5
    assert evening.packet(1).id == evening.packet().id


def test_the_table_screen_alone_shows_the_way_in() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    assert evening.packet().join == JoinView(urls=("http://t/join",))
    assert evening.packet().join_url == "http://t/join"
    assert (evening.packet(0).join, evening.packet(0).join_url) == (None, "")
    assert "http://t/" not in evening.bytes_of(0)


def test_the_board_keeps_the_public_story_by_entry() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.tap(0, "play:RED-1")
    evening.host(HostAct.UNDO)
    board = evening.outlet.board
    assert board is not None
    assert (1, "P1 plays Red 1.", True) in board.journal()


def test_everybody_who_is_asked_is_lit() -> None:
    evening = Evening(HIDDEN_CARD, HIDING, seats=2)
    evening.lay("COIN", "tray")
    assert evening.lights == {0: LightState.ON, 1: LightState.OFF}


def test_nothing_is_lit_after_the_end() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.host(HostAct.END_MATCH, reason="late")
    assert set(evening.lights.values()) == {LightState.OFF}
    assert evening.packet().status == "The game is over."


def test_narrowing_is_only_for_the_seat_that_is_asked() -> None:
    evening = Evening(HIDDEN_CARD, HIDING)
    evening.lay("COIN", "tray")
    evening.lay_back("place/0")
    whispers = [evening.outlet.handout(Seat(reader)) for reader in (-1, 0, 1)]
    assert [one is not None and one.whisper.meant is not None for one in whispers] == [False, True, False]
    assert evening.keys(1) == []
    assert "Which one is it" in evening.packet(0).notice
    for reader in (-1, 1):
        assert "Which one is it" not in evening.packet(reader).notice
    evening.tap(0, "hide:RED-1")
    assert "You laid Red 1." in evening.bytes_of(0)
    assert "You laid" not in evening.said + evening.bytes_of() + evening.bytes_of(1)


def test_words_stay_the_same_until_others_are_chosen_which_get_the_names_that_people_have() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    board = evening.outlet.board
    assert board is not None
    before = board.tongues
    evening.tap(0, "play:RED-1")
    assert evening.outlet.board is not None
    assert evening.outlet.board.tongues is before, "worded anew for nothing"
    german = only(replace(before.screens, names=Names(("?", "?"))), "de")
    evening.outlet.speak_as(german, long_wording=True)
    evening.host(HostAct.PAUSE)
    assert evening.outlet.board.tongues.table == "de"
    assert tuple(evening.outlet.board.tongues.screens.names.seats) == tuple(before.screens.names.seats)
