"""What a table tells a broker: the messages, how Home Assistant finds it, and what comes in."""

from __future__ import annotations

import json
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from companion.mqtt.discovery import discovery, discovery_topic
from companion.mqtt.link import Link, Orders
from companion.mqtt.messages import Answered, Said, TableState, TableStatus, said_of, status_of
from companion.mqtt.topics import Topics, topics_of
from companion.people.device_health import DeviceHealth
from companion.settings.config import ConfigError
from companion.settings.mqtt import MqttConfig
from companion.values.notices import Notice
from hardware.types import Fault
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from web.pages.host.views import HostAct

TABLE = Topics("club/table4")
SCHEMA = Path(__file__).parents[2] / "docs/mqtt_schema.json"


def told(evening: Evening, *, with_names: bool = False, troubles: int = 0) -> TableStatus:
    assert evening.news is not None
    return status_of(evening.news.board, troubles, with_names=with_names)


def test_a_broker_hears_whose_turn_it_is_the_scores_and_the_end() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    before = told(evening)
    assert (before.state, before.game, before.winners) == (TableState.PLAYING, "high_card", None)
    assert [seat.asked for seat in before.seats] == [True, False]
    for seat, key in ((0, "play:RED-1"), (1, "play:RED-5"), (1, "play:BLU-6"), (0, "play:BLU-2")):
        assert evening.tap(seat, key).ok
    after = told(evening)
    assert (after.state, after.winners) == (TableState.OVER, [1])
    assert [set(seat.scores) for seat in after.seats] == [{"tricks"}] * 2


def test_names_go_out_only_where_they_may() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    assert evening.tap(0, "play:RED-1").ok
    assert evening.news is not None
    open_, kept = ([told(evening, with_names=w), *said_of(evening.news, with_names=w)] for w in (True, False))
    assert "P1" in str(open_)
    assert "P1" not in str(kept)
    assert "Player 1" in str(kept), "a sentence says who it was all the same"


def test_what_the_companion_says_of_the_table_itself_stays_there() -> None:
    """A sentence of it may name a copy, or quote a code that somebody laid down."""
    evening = Evening(HIGH_CARD, HANDS)
    evening.referee.handle(Notice("unknown_tag", {"payload": "WIFI:S:home;P:geheim"}, aloud=True))
    assert "I don't know that tag." in evening.said
    assert "that tag" not in evening.to_broker()
    assert "geheim" not in evening.to_broker()
    assert evening.tap(0, "play:RED-1").ok
    assert "Red 1" in evening.to_broker(), "what is played is said"


def test_a_table_is_paused_ill_or_played_at() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    assert told(evening, troubles=1).state is TableState.ILL
    assert evening.host(HostAct.PAUSE).ok
    assert told(evening).state is TableState.PAUSED
    assert evening.host(HostAct.RESUME).ok
    assert told(evening).state is TableState.PLAYING


def test_home_assistant_finds_one_device_whose_parts_have_names_of_their_own() -> None:
    found = discovery(TABLE, "Table 4", "0.1.0", with_commands=True)
    assert discovery_topic(TABLE) == "homeassistant/device/club_table4/config"
    assert found["device"]["identifiers"] == ["club_table4"]
    parts = found["components"]
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    for part in parts.values():
        needed = {"button": {"command_topic", "payload_press"}, "notify": {"command_topic"}}
        assert needed.get(part["platform"], {"state_topic", "value_template"}) <= set(part)
    shown = discovery(TABLE, "", "0.1.0", with_commands=False)["components"].values()
    assert not [part for part in shown if "command_topic" in part]


def test_topics_are_those_of_the_settings_or_named_after_the_machine() -> None:
    assert topics_of(MqttConfig(topic="club/table4")) == TABLE
    assert topics_of(MqttConfig()).base.startswith("tabletop/")


def test_a_certificate_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match=r"mqtt\.ca is not there"):
        Link(MqttConfig(broker="b", tls=True, ca="/nowhere.pem"), str, "1", int, NOBODY)


def test_the_schema_that_is_published_is_that_of_the_messages() -> None:
    schemas, components = msgspec.json.schema_components([TableStatus, Said, Answered])
    wanted = {"$schema": "https://json-schema.org/draft/2020-12/schema", "anyOf": list(schemas), "$defs": components}
    text = json.dumps(wanted, indent=1, sort_keys=True) + "\n"
    assert SCHEMA.read_text("utf-8") == text


# -- what comes in -----------------------------------------------------------------------------------------------------


def _done(answer: tuple[bool, str]) -> Future[tuple[bool, str]]:
    done = Future[tuple[bool, str]]()
    done.set_result(answer)
    return done


NOBODY = Orders(lambda text: _done((True, text)), lambda wanted: _done((True, "")))


class Ordered:
    """A line whose commands are noted."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.answered: list[tuple[str, bool]] = []

        def note(what: object) -> Future[tuple[bool, str]]:
            self.done.append(what)
            return _done((True, "Done."))

        self.link = Link(MqttConfig(broker="b", commands=True), str, "1", int, Orders(note, note))
        self.link._answer = self._answer  # type: ignore[method-assign]

    def _answer(self, command: str, is_done: bool, sentence: str) -> None:
        assert sentence.endswith(".")
        self.answered.append((command, is_done))

    def send(self, command: str, payload: bytes, *, kept: bool = False) -> None:
        message: Any = SimpleNamespace(topic=f"x/command/{command}", payload=payload, retain=kept)
        self.link._ordered(None, None, message)


def test_a_table_pauses_goes_on_and_announces() -> None:
    line = Ordered()
    line.send("pause", b"on")
    line.send("pause", b" OFF ")
    line.send("announce", "Runde 2 beginnt in fünf Minuten".encode())
    assert line.done == [True, False, "Runde 2 beginnt in fünf Minuten"]


@pytest.mark.parametrize(
    ("command", "payload"),
    [
        *(("pause", b"maybe"), ("announce", b""), ("announce", b"x" * 201), ("announce", b"two\nlines")),
        *(("undo", b"on"), ("announce", b"\x1b[2J"), ("pause", b"\xff" * 5000)),
    ],
)
def test_what_is_no_command_is_answered_and_does_nothing(command: str, payload: bytes) -> None:
    line = Ordered()
    line.send(command, payload)
    assert line.done == []
    assert [is_done for _, is_done in line.answered] == [False]


@pytest.mark.parametrize("may", [False, True])
def test_commands_are_listened_to_only_where_they_are_allowed(may: bool) -> None:
    client, subscribed = SimpleNamespace(publish=lambda *told, **more: None), list[str]()
    client.subscribe = lambda topic, **more: subscribed.append(topic)
    line = Link(MqttConfig(broker="b", topic="club/table4", commands=may), str, "1", int, NOBODY)
    line._connected(client, None, None, ReasonCode(PacketTypes.CONNACK), None)
    assert subscribed == (["club/table4/command/+"] if may else [])


def test_a_command_that_the_broker_kept_is_of_another_time() -> None:
    line = Ordered()
    line.send("pause", b"on", kept=True)
    assert (line.done, line.answered) == ([], [])


def test_a_flood_of_commands_is_passed_over() -> None:
    line = Ordered()
    for _ in range(500):
        line.send("pause", b"on")
    assert len(line.done) == 5


def test_a_table_without_a_voice_is_not_ill() -> None:
    health = DeviceHealth()
    health.failed(Fault("speaker", "There is no loudspeaker."))
    assert health.count() == 0
    health.failed(Fault("camera", "The camera is gone."))
    assert health.count() == 1
    health.back("camera")
    assert health.count() == 0
