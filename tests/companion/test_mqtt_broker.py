"""A table at a real Mosquitto of the system's packages: what it hears, with its death, a wrong password and a flood."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from companion.mqtt import link
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Config
from companion.settings.mqtt import MqttConfig
from companion.settings.sections import CameraConfig
from hardware.types import SpeechSink
from rules.engine.types import PUBLIC
from tests.companion.high_card import HIGH_CARD
from tests.evenings.table import wait_until

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
TOPIC, LOGIN = "club/table4", ("table4", "open-sesame-7")
pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="the program mosquitto is not installed")


class Broker:
    """A broker of its own, that can be killed and started again with what it kept."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        keys, self._settings = folder / "keys", folder / "mosquitto.conf"
        keys.touch(0o600)
        for user, password in (LOGIN, ("hall", "watcher")):
            subprocess.run(["mosquitto_passwd", "-b", str(keys), user, password], check=True, capture_output=True)
        acl = folder / "acl"
        acl.write_text(f"user {LOGIN[0]}\ntopic {TOPIC}/#\ntopic write homeassistant/#\nuser hall\ntopic #\n")
        lines = (f"listener {self.port} 127.0.0.1", f"password_file {keys}", f"acl_file {acl}", "allow_anonymous false")
        kept = (
            "persistence true",
            f"persistence_location {folder}/",
            "autosave_interval 1",
            "autosave_on_changes true",
        )
        self._settings.write_text("\n".join((*lines, *kept, f"user {os.environ.get('USER') or 'root'}", "")))
        self.start()

    def start(self) -> None:
        assert MOSQUITTO is not None
        self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._settings)], stderr=subprocess.DEVNULL)
        wait_until(self._listens, what="the broker listens")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def _listens(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0


class Hall:
    """Somebody who looks at all tables."""

    def __init__(self, broker: Broker) -> None:
        self.heard: dict[str, str] = {}
        self.said: list[str] = []
        self.client = paho.Client(CallbackAPIVersion.VERSION2)
        self.client.username_pw_set("hall", "watcher")
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_message = self._hear
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()

    def _hear(self, client: object, data: object, message: paho.MQTTMessage) -> None:
        self.heard[message.topic] = message.payload.decode()
        if message.topic == f"{TOPIC}/said":
            self.said.append(json.loads(message.payload)["text"])

    def table(self) -> dict[str, Any]:
        found = json.loads(self.heard.get(f"{TOPIC}/table", "{}"))
        assert isinstance(found, dict)
        return found

    def is_online(self) -> bool:
        return self.heard.get(f"{TOPIC}/online") == "online"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    (folder := tmp_path / "broker").mkdir()
    found = Broker(folder)
    yield found
    found.kill()


@pytest.fixture
def hall(broker: Broker) -> Iterator[Hall]:
    found = Hall(broker)
    yield found
    found.client.loop_stop()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Service]]:
    """Opens a table at a broker."""
    monkeypatch.setattr(link, "_WAITS_S", (1, 1))
    opened: list[Service] = []

    def start(broker: Broker, **more: Any) -> Service:
        base = Config()
        given: dict[str, Any] = {"port": broker.port, "user": LOGIN[0], "password": LOGIN[1], "topic": TOPIC}
        config = replace(
            base,
            table=replace(base.table, players=2, seed=3, name="Table 4", names=("Zoë", "Ben")),
            camera=CameraConfig(source="none"),
            web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
            data=replace(base.data, directory=str(tmp_path / "data")),
            voice=replace(base.voice, sink=SpeechSink.OFF),
            mqtt=MqttConfig(broker="127.0.0.1", **(given | more)),
        )
        service = build(config, HIGH_CARD)
        opened.append(service)
        service.start()
        return service

    yield start
    for service in opened:
        service.stop()


def test_a_hall_sees_the_table_and_sends_it_into_a_pause(
    broker: Broker, hall: Hall, table: Callable[..., Service]
) -> None:
    service = table(broker, commands=True)
    wait_until(lambda: hall.table() and hall.is_online(), what="the table is there")
    assert hall.table()["state"] == "playing"
    assert "Zoë" not in "".join(hall.heard.values())
    found = json.loads(hall.heard["homeassistant/device/club_table4/config"])
    assert found["device"]["name"] == "Table 4"

    hall.client.publish(f"{TOPIC}/command/pause", "on", qos=1)
    wait_until(lambda: hall.table()["state"] == "paused", what="the pause")
    assert service.referee.running.paused
    hall.client.publish(f"{TOPIC}/command/pause", "off", qos=1)
    wait_until(lambda: hall.table()["state"] == "playing", what="going on")
    hall.client.publish(f"{TOPIC}/command/announce", "Round 2 begins at nine.", qos=1)
    screen = service.publisher
    assert screen.wait_for(lambda: screen.packet(PUBLIC).notice == "Round 2 begins at nine.", 60)
    wait_until(lambda: "nine" in hall.heard.get(f"{TOPIC}/answered", ""), what="the answer")
    assert "nine" not in str(hall.said), "it is said at the table; the hall knows it"
    service.stop()
    wait_until(lambda: not hall.is_online(), what="the good-bye")


def test_a_broker_that_is_killed_hears_everything_again_and_the_table_plays_on(
    broker: Broker, hall: Hall, table: Callable[..., Service]
) -> None:
    service = table(broker)
    wait_until(hall.table, what="the table is there")
    for _ in range(2):
        broker.kill()
        hall.heard.clear()
        assert service.publisher.packet(PUBLIC).question is not None, "nobody at the table notices"
        broker.start()
        wait_until(lambda: hall.table() and hall.is_online(), what="it is told again")


def test_a_wrong_password_is_logged_once_without_it_and_the_table_plays_on(
    broker: Broker, table: Callable[..., Service], caplog: pytest.LogCaptureFixture
) -> None:
    service = table(broker, password="wrong-9431")

    def complaints() -> list[str]:
        return [line for line in caplog.messages if "refuses this table" in line]

    wait_until(complaints, what="it is said in the log")
    assert "mqtt.password" in complaints()[0]
    assert "wrong-9431" not in caplog.text
    assert service.publisher.packet(PUBLIC).question is not None


def test_a_table_whose_power_is_cut_is_told_to_be_gone(
    broker: Broker, hall: Hall, table: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "_ALIVE_S", 2)
    service = table(broker)
    wait_until(hall.is_online, what="the table is there")
    line = service.link
    assert line is not None
    line._client.loop_stop()  # from now on it gives no sign of life
    wait_until(lambda: hall.heard[f"{TOPIC}/online"] == "offline", what="the last will")
