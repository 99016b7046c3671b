"""The referee and what lies on the table: what is unlawful, odd or face down, and that no secret leaves it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.referee.inbox import DeviceBack, PeopleChanged
from hardware.types import ButtonRole, Fault, LightState
from rules.engine.entries import Position
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion._tables import evening as evening, hiding as hiding
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, HIDING, Evening, pieces
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD, setup
from tests.toy import changed
from vision.types import ChangeKind, Presence, Side, TableChange, Tag
from web.pages.host.views import HostAct
from web.views import Role, Session

REASON = "a correction"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        yield opened


# ---- unlawful on the table ------------------------------------------------------------------------------------------


def test_an_unlawful_card_is_told_with_a_private_reason_on_its_own_phone_only(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    card = evening.lay("BLU-6", "trick/1")
    assert evening.match.version == 1
    assert evening.spoken[-1] == "P2, that cannot be played now."
    for reader in (-1, 0):
        assert "your own page says why" in evening.packet(reader).notice
        assert "follow" not in evening.bytes_of(reader).lower()
    assert "You have Red and must follow." in evening.packet(1).notice
    evening.take(card)
    assert evening.packet().notice == ""
    assert evening.packet(1).notice == ""


def test_an_unlawful_card_is_told_with_its_reason_when_everybody_can_know_it() -> None:
    shown = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5:shown", "BLU-6:shown")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, shown)
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    assert evening.spoken[-1] == "P2: Follow Red."
    assert "must follow" in evening.packet().notice
    assert "must follow" in evening.packet(0).notice


def test_it_is_told_once_however_long_it_lies_there(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    said = len(evening.spoken)
    evening.see()
    evening.wait(30)
    evening.referee.handle(PeopleChanged())
    assert len(evening.spoken) == said


def test_a_card_out_of_turn_is_read_when_its_turn_comes(evening: Evening) -> None:
    evening.lay("RED-5", "trick/1")
    assert evening.match.version == 0
    assert evening.packet().notice
    evening.lay("RED-1", "trick/0")
    assert evening.match.version == 2
    assert evening.packet().notice == ""


def test_a_card_out_of_turn_that_is_unlawful_when_its_turn_comes_is_told_again(evening: Evening) -> None:
    evening.lay("BLU-6", "trick/1")
    evening.lay("RED-1", "trick/0")
    assert evening.match.version == 1
    assert "must follow" in evening.packet(1).notice


def test_a_card_that_cannot_be_there_is_not_noted(evening: Evening) -> None:
    blind = Position({"hand/0": ("?", "?"), "hand/1": ("RED-5", "?")}, phase="trick", turn=0)
    table = Evening(HIGH_CARD, blind)
    table.lay("RED-5", "trick/0")  # it is in the other hand
    assert table.match.version == 0
    assert "RED-5" in table.match.state.pile("hand/1")
    assert table.packet().notice


def test_two_cards_at_once_are_told_once_and_settled_when_one_is_taken_away(evening: Evening) -> None:
    evening.now_s += 1
    both = [
        Presence(Tag(evening.front(p), p, Side.FRONT), None, 0.0, "trick/0", evening.now_s, evening.now_s)
        for p in ("RED-1", "BLU-2")
    ]
    evening.lying = both
    evening.see(
        *(TableChange(ChangeKind.PLACED, b.tag.payload, b.tag, b.spot, None, None, evening.now_s) for b in both)
    )
    assert evening.match.version == 0
    assert evening.spoken == ["More than one card lies there."]
    assert "P1's place" in evening.packet().notice
    evening.see()
    assert len(evening.spoken) == 1
    evening.take(both[1])
    assert evening.match.version == 1
    assert evening.packet().notice == ""


def test_single_photographs_without_a_mat_play_a_card() -> None:
    evening = Evening(HIGH_CARD, HANDS, calibrated=False)
    evening.lay("RED-1", None)
    evening.lay("RED-5", None)
    assert evening.match.version == 2


# ---- odd tags and devices -------------------------------------------------------------------------------------------


def test_an_unknown_and_a_doubled_tag(evening: Evening) -> None:
    evening.see(TableChange(ChangeKind.UNKNOWN, "PIZZA", None, None, None, None, 1.0))
    assert "PIZZA" in evening.packet().notice
    assert evening.outlet.board is not None
    assert evening.outlet.board.unknown_tags == ("PIZZA",)
    tag = Tag(evening.front("RED-1"), "RED-1", Side.FRONT)
    evening.see(TableChange(ChangeKind.DOUBLED, tag.payload, tag, None, None, None, 1.0))
    assert "Red 1" in evening.packet().notice
    assert "two places" in evening.packet().notice
    back = Tag("MARKED", "RED-2", Side.BACK)
    evening.see(TableChange(ChangeKind.DOUBLED, back.payload, back, None, None, None, 1.0))
    assert "two places" in evening.packet().notice
    assert "Red 2" not in evening.bytes_of(), "a back that has a code of its own still tells no card"
    evening.tap(0, "play:RED-1")
    assert evening.packet().notice == ""


def test_a_dead_device_is_told_and_the_game_goes_on(evening: Evening) -> None:
    evening.referee.handle(Fault("camera", "The camera is gone."))
    assert evening.packet().notice == "The camera is gone."
    evening.referee.handle(DeviceBack("camera"))
    assert evening.packet().notice == "The camera works again."
    assert evening.tap(0, "play:RED-1").ok


# ---- face-down ------------------------------------------------------------------------------------------------------


def test_a_face_down_card_asks_its_owner_s_phone_only(hiding: Evening) -> None:
    hiding.lay_back("place/0")
    assert hiding.match.version == 0
    assert sorted(hiding.keys(0)) == ["hide:?", "hide:BLU-2", "hide:RED-1"]
    assert "Which one" in hiding.packet(0).notice
    assert hiding.lights[0] is LightState.BLINK
    assert "RED-1" not in hiding.bytes_of() + hiding.bytes_of(1) + hiding.said
    assert hiding.tap(0, "hide:RED-1").ok
    assert hiding.match.state.pile("place/0").pieces == pieces("RED-1")
    hiding.see()
    assert hiding.match.version == 1
    assert hiding.packet(0).notice == ""
    assert "Red 1" not in hiding.bytes_of(1) + hiding.bytes_of() + hiding.said


def test_taking_the_face_down_card_back_ends_the_question(hiding: Evening) -> None:
    card = hiding.lay_back("place/0")
    hiding.take(card)
    assert hiding.packet(0).notice == ""
    assert hiding.packet().notice == ""
    assert hiding.lights[0] is LightState.ON


def test_the_button_of_the_seat_says_that_nobody_shall_know(hiding: Evening) -> None:
    hiding.lay_back("place/0")
    hiding.press(ButtonRole.SEAT, 0)
    assert hiding.disk.entries == [Answer(Seat(0), "hide:?")]
    assert hiding.match.state.pile("place/0").unseen == 1
    hiding.see()
    assert hiding.match.version == 1  # the card is not read once more


def test_another_seat_s_button_does_not(hiding: Evening) -> None:
    hiding.lay_back("place/0")
    hiding.press(ButtonRole.SEAT, 1)
    assert hiding.match.version == 0


def test_without_a_phone_the_card_stays_without_a_name() -> None:
    table = Evening(HIDDEN_CARD, HIDING, phones=lambda seat: False)
    table.lay_back("place/0")
    assert table.disk.entries == [Answer(Seat(0), "hide:?")]


def test_of_a_face_down_card_that_may_not_lie_there_all_others_hear_what_they_would_of_any(hiding: Evening) -> None:
    reds = Position({"hand/0": ("RED-1", "RED-2"), "hand/1": ("?", "?")}, {"banned": "RED"}, "hide", 0)
    table = Evening(HIDDEN_CARD, reds)
    for one in (hiding, table):
        one.lay_back("place/0")
    assert table.match.version == 0
    assert table.spoken[-1] == hiding.spoken[-1] == "P1, which one is it?"
    assert table.packet().notice == hiding.packet().notice
    assert table.lights == hiding.lights
    assert "none of your cards may lie there" in table.packet(0).notice
    shown = [one.packet(0).public_notice or one.packet(0).notice for one in (hiding, table)]
    assert shown[0] == shown[1], "who looks at the page with its hand hidden reads what stands there for any hand"
    asked = table.packet(0).question
    assert asked is not None
    assert [bool(option.why_not) for option in asked.options] == [True, True]
    for leak in ("RED-1", "Red 1", "nothing but Red", "none of your cards"):
        assert leak not in table.bytes_of() + table.bytes_of(1) + table.said


def test_taking_and_moving_are_answers(hiding: Evening) -> None:
    hiding.tap(0, "hide:RED-1")
    hiding.tap(1, "hide:RED-5")
    coin = next(p for p in hiding.lying if p.tag.piece == "COIN")
    version = hiding.match.version
    hiding.take(coin)
    assert hiding.match.state.result is not None
    assert hiding.match.state.result.winners == (Seat(0),)
    hiding.host(HostAct.UNDO)
    hiding.lay("COIN", "goal")
    assert hiding.match.state.result is not None
    assert hiding.match.state.result.winners == (Seat(1),)
    assert hiding.match.version == version + 3


# ---- secrets --------------------------------------------------------------------------------------------------------


def test_no_private_card_reaches_anybody_else(caplog: pytest.LogCaptureFixture, journal: Journal) -> None:
    """Seat 1 holds two cards that are named nowhere else; a whole trick with every nuisance goes by."""
    caplog.set_level(logging.DEBUG)
    secret = ("RED-5", "Red 5", "BLU-6", "Blu 6")
    evening = Evening(HIGH_CARD)
    heard: list[str] = []

    def listen() -> None:
        pages = Doorway(evening, journal).pages
        heard.extend((evening.bytes_of(), evening.bytes_of(0), evening.said, str(evening.lights)))
        host = pages.host.host_view(Session(Role.HOST))
        heard.append(str(replace(host, pieces=(), adoptable=())))  # the game's lists of pieces name all of them
        assert any(s in evening.bytes_of(1) for s in secret) or evening.match.version == 0

    listen()
    evening.dealt(hand_0=pieces("RED-1", "BLU-2"), hand_1=pieces("RED-5", "BLU-6"))
    listen()
    evening.lay("RED-1", "trick/0")
    listen()
    evening.lay_back("trick/1")
    evening.wait(30)
    listen()
    evening.tap(1, "play:BLU-6")
    evening.tap(0, "play:BLU-6", evening.match.version)
    evening.show_hand(1, evening.front("RED-5"))
    listen()
    evening.press(ButtonRole.UNDO)
    listen()
    everything = " ".join(heard) + caplog.text
    assert [s for s in secret if s in everything] == []


def test_a_card_that_was_tapped_is_laid_when_the_match_has_gone_on() -> None:
    evening = Evening(changed(HIGH_CARD, setup=partial(setup, top_only=True)), HANDS)
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    late = evening.lay("RED-1", "trick/0")
    assert (evening.packet().notice, evening.match.version) == ("", 2)
    evening.take(late)
    evening.lay("BLU-2", "trick/0")
    assert "It is not your turn" in evening.packet().notice
