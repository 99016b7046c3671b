"""The test of the buttons at a running table: everybody is told, no press is a move, and only a host begins it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.doors.replies import Replies
from companion.doors.wiring_door import WiringDoor
from companion.referee.inbox import Inbox
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, CameraConfig, Config
from companion.wiring.button_test import ButtonTest
from companion.wiring.suggest import suggested
from hardware import ButtonRole, FakeFingers, PinFactory, PinMap, Rig
from hardware.types import SpeechSink
from rules.engine.types import PUBLIC, Seat
from tests.companion.high_card import HIGH_CARD
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import JoinWish
from web.pages.wiring.views import ButtonsAct, ButtonsView, TriedKind
from web.views import Joined, Role, Session

DEADLINE_S = 60.0
HOST = Session(Role.HOST)
PINS = suggested(2).pins
WIRED: dict[str, Any] = {row.key: PINS[row.key][0] if row.is_single else PINS[row.key] for row in PINS.table}
TESTED = "The buttons are being tested."


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    base = Config()
    config = replace(
        base,
        table=replace(base.table, players=2, seed=3),
        camera=CameraConfig(source="none"),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        hardware=replace(base.hardware, pins=PinFactory.MOCK, **WIRED),
    )
    made = build(config, HIGH_CARD)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def fingers(service: Service) -> FakeFingers:
    """On the real clock, on which a chatter of milliseconds can take as long as two presses: they do not bounce."""
    return FakeFingers(service.rig.factory, service.rig.pins)


def notices(service: Service) -> list[str]:
    """What stands on the table screen and on each phone."""
    return [service.publisher.packet(reader).notice for reader in (PUBLIC, Seat(0), Seat(1))]


def wait_for_notice(service: Service, words: str) -> None:
    assert service.publisher.wait_for(lambda: all(words in text for text in notices(service)), DEADLINE_S)


def counts(view: ButtonsView) -> dict[str, int]:
    return {part.key: part.count for part in view.parts if part.count}


def test_while_it_is_open_a_press_is_shown_and_no_move(service: Service, fingers: FakeFingers) -> None:
    version = service.publisher.packet(PUBLIC).version
    assert service.pages.wiring.buttons_act(HOST, ButtonsAct.OPEN, "").ok
    wait_for_notice(service, TESTED)
    fingers.press(ButtonRole.CONFIRM, bounces=0)
    fingers.press(ButtonRole.UNDO, bounces=0)
    assert counts(service.pages.wiring.buttons_view(HOST)) == {"confirm_button": 1, "undo_button": 1}
    assert service.pages.wiring.buttons_act(HOST, ButtonsAct.CLOSE, "").ok
    wait_for_notice(service, "The buttons play again")
    assert service.publisher.packet(PUBLIC).version == version, "whatever was pressed before was worked in by now"

    fingers.press(ButtonRole.CONFIRM, bounces=0)  # the cards are dealt
    assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).version > version, DEADLINE_S)


def test_the_notice_stays_while_the_match_goes_on_by_phone(service: Service) -> None:
    version = service.publisher.packet(PUBLIC).version
    service.pages.wiring.buttons_act(HOST, ButtonsAct.OPEN, "")
    wait_for_notice(service, TESTED)
    token = service.pages.people.open_session()
    joined = service.pages.people.join(token.session, token.token, JoinWish("Ada", 0, service.joining.code))
    assert isinstance(joined, Joined)
    assert service.pages.match.answer(joined.session, "dealt", version, "one").ok
    assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).version > version, DEADLINE_S)
    wait_for_notice(service, TESTED)


def test_a_pause_is_still_told_as_a_pause(service: Service) -> None:
    service.pages.wiring.buttons_act(HOST, ButtonsAct.OPEN, "")
    wait_for_notice(service, TESTED)
    assert service.pages.host.host(HOST, HostCommand(HostAct.PAUSE)).ok
    assert service.publisher.wait_for(lambda: "paused" in service.publisher.packet(PUBLIC).status, DEADLINE_S)


def test_nobody_but_a_host_begins_a_test_or_lights_anything(service: Service) -> None:
    for session in (Session(Role.SPECTATOR), Session(Role.SEAT, 0)):
        for act in ButtonsAct:
            reply = service.pages.wiring.buttons_act(session, act, "seat_light_0")
            assert not reply.ok
    assert not service.button_test.is_open


def test_a_light_is_lit_for_the_host_alone_and_a_wrong_one_is_refused_in_words(service: Service) -> None:
    assert "The test is over." in service.pages.wiring.buttons_act(HOST, ButtonsAct.LIGHT, "seat_light_0").sentence
    service.pages.wiring.buttons_act(HOST, ButtonsAct.OPEN, "")
    assert service.pages.wiring.buttons_act(HOST, ButtonsAct.LIGHT, "die_light_2").ok
    assert [part.key for part in service.pages.wiring.buttons_view(HOST).parts if part.lit] == ["die_light_2"]
    assert not service.pages.wiring.buttons_act(HOST, ButtonsAct.LIGHT, "undo_button").ok


def test_the_pages_know_every_part_in_the_hosts_language(service: Service) -> None:
    view = service.pages.wiring.buttons_view(HOST)
    assert (view.is_open, view.simulated, view.problem) == (False, True, "")
    assert [part.key for part in view.parts] == [part.key for part in service.rig.parts()]
    assert {part.kind for part in view.parts} == set(TriedKind)
    (dial,), (a, b) = [part.where for part in view.parts if part.kind is TriedKind.DIAL], PINS["dial"]
    assert f"GPIO {a} (A), GPIO {b} (B), position" in dial, "its two wires can be told apart"
    sent = [*(part.label for part in view.parts), *service.pages.wiring.wiring_view(HOST).notes]
    assert {type(text) for text in sent} == {str}, "a sentence that remembers its facts cannot be sent"
    german = replace(HOST, language="de")
    wiring = service.pages.wiring.wiring_view(german)
    assert wiring.lines[0].part == "Sitz 1: Knopf"
    assert wiring.lines[0].setting == "seat_buttons (1)"
    svg = service.pages.wiring.wiring_picture(german)
    ElementTree.fromstring(svg)
    assert "GPIO 17 · Sitz 1: Knopf" in svg
    assert service.pages.wiring.buttons_view(german).parts[0].label == "Sitz 1: Knopf"


def test_wiring_that_could_not_be_opened_is_still_drawn_and_one_that_cannot_be_is_not() -> None:
    def clock() -> float:
        return 0.0

    rig = Rig(PinFactory.NONE, PinMap())
    test = ButtonTest(lambda: rig, clock, lambda notice: None)
    replies = Replies(Inbox(), lambda: None)
    assert [part.key for part in WiringDoor(replies, rig, test, clock, PinMap(undo_button=5)).wiring.parts] == [
        "undo_button"
    ]
    assert WiringDoor(replies, rig, test, clock, PinMap(undo_button=5, confirm_button=5)).wiring.parts == ()
    assert WiringDoor(replies, rig, test, clock).wiring.parts == ()


def test_the_end_of_the_service_ends_the_test(service: Service) -> None:
    service.pages.wiring.buttons_act(HOST, ButtonsAct.OPEN, "")
    service.stop()
    assert not service.button_test.is_open
