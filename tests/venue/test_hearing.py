"""A venue that hears its tables at a real Mosquitto: how each is now, also while the broker or the database is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.settings.config import ConfigError
from companion.settings.mqtt import MqttConfig
from companion.values.own_version import own_version
from companion.venue import floor, hearing
from companion.venue.hearing import Broker as BrokerAt, Hearing
from companion.venue.running import Venue, VenueSettings, broker_at
from companion.venue.store import VenueGone
from tests.companion.test_mqtt_broker import LOGIN, MOSQUITTO, TOPIC, Broker, Hall
from tests.evenings.table import wait_until
from tests.venue.test_evening import HOST, pair, table_at
from web.pages.host.views import HostAct, HostCommand
from web.pages.venue.views import TableCard, TableTone

TABLE = """
import sys, paho.mqtt.client as paho
port, user, password, topic = sys.argv[1:]
client = paho.Client(paho.CallbackAPIVersion.VERSION2)
client.username_pw_set(user, password)
client.will_set(topic, "offline", qos=1, retain=True)
client.on_connect = lambda *_: client.publish(topic, "online", qos=1, retain=True)
client.connect("127.0.0.1", int(port))
client.loop_forever()
"""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    (folder := tmp_path / "broker").mkdir()
    found = Broker(folder)
    yield found
    found.kill()


@pytest.mark.skipif(MOSQUITTO is None, reason="the program mosquitto is not installed")
def test_a_venue_sees_how_a_table_is_and_says_when_the_broker_or_the_database_is_gone(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "_WAITS_S", (1, 1))
    monkeypatch.setattr(floor, "RESTS", timedelta())
    password = tmp_path / "password"
    password.write_text("watcher\n")
    at = broker_at(f"mqtt://hall@127.0.0.1:{broker.port}", str(password), "")
    assert "watcher" not in repr(at)
    venue = Venue(VenueSettings(folder=tmp_path / "venue", host="127.0.0.1", port=0, broker=at))
    venue.start()
    hall = Hall(broker)
    mqtt = MqttConfig(broker="127.0.0.1", port=broker.port, user=LOGIN[0], password=LOGIN[1], topic=TOPIC)
    service = table_at(venue, tmp_path, 4, mqtt)

    def card() -> TableCard:
        (one,) = venue.door.floor(HOST).cards
        return one

    def rule(act: HostAct) -> None:
        assert service.pages.host.host(HOST, HostCommand(act)).ok

    try:
        assert pair(venue, service).ok
        wait_until(lambda: card().seats == 2, what="the table's own word")
        assert (card().state, card().taken, card().tone) == ("playing", 0, TableTone.WELL)
        assert (card().version, card().ill) == (own_version(), ())
        rule(HostAct.PAUSE)
        wait_until(lambda: card().state == "paused", what="what is said then")

        broker.kill()
        wait_until(lambda: not venue.door.floor(HOST).is_heard, what="that the broker is gone")
        assert (card().seats, card().tone) == (None, TableTone.WELL), "as the table itself said last"
        broker.start()
        wait_until(lambda: card().seats == 2, what="that it is back")

        def gone() -> None:
            raise VenueGone("gone")

        with monkeypatch.context() as without:
            without.setattr(venue.book.store, "reading", gone)
            rule(HostAct.RESUME)
            wait_until(lambda: card().state == "playing", what="the broker's word alone")
            assert not venue.door.floor(HOST).is_kept
        assert venue.door.floor(HOST).is_kept
        service.stop()
        wait_until(lambda: card().tone is TableTone.GONE, what="its good-bye")
        assert venue.book.withdraw(card().number)
        assert card().tone is TableTone.OUT
    finally:
        service.stop()
        hall.client.loop_stop()
        venue.stop()


@pytest.mark.soak
@pytest.mark.skipif(MOSQUITTO is None, reason="the program mosquitto is not installed")
def test_a_broker_that_is_killed_fifty_times_is_heard_again_each_time(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "_WAITS_S", (1, 1))
    ear, hall = Hearing(BrokerAt(f"mqtt://hall@127.0.0.1:{broker.port}", "watcher")), Hall(broker)
    ear.start()
    ear.follow([TOPIC])

    def heard() -> str:
        live = ear.of(TOPIC).live
        return "" if live is None else live.counts.get("round", "")

    try:
        for number in range(50):
            told = {"v": 1, "state": "playing", "title": "Chess", "seats": [], "counts": {"round": str(number)}}
            hall.client.publish(f"{TOPIC}/table", json.dumps(told), qos=1, retain=True)
            wait_until(lambda now=str(number): heard() == now, what=f"round {number}")  # type: ignore[misc]
            broker.kill()
            wait_until(lambda: not ear.is_up, what="that it is gone")
            assert heard() == "", "what is not of now is not shown"
            broker.start()
            wait_until(lambda: ear.is_up and hall.client.is_connected(), what="that it is back")
    finally:
        hall.client.loop_stop()
        ear.close()


@pytest.mark.skipif(MOSQUITTO is None, reason="the program mosquitto is not installed")
def test_a_table_that_is_killed_is_gone_by_its_last_will_and_whoever_comes_later_knows_no_time(broker: Broker) -> None:
    at = BrokerAt(f"mqtt://hall@127.0.0.1:{broker.port}", "watcher")
    first, later = Hearing(at), Hearing(at)
    table = subprocess.Popen([sys.executable, "-c", TABLE, str(broker.port), *LOGIN, f"{TOPIC}/online"])
    try:
        first.start()
        first.follow({TOPIC})
        wait_until(lambda: first.of(TOPIC).online is True, what="that the table is there")
        table.kill()
        wait_until(lambda: first.of(TOPIC).online is False, what="its last will")
        assert (first.of(TOPIC).since is None, first.of(TOPIC).is_fresh) == (False, True)
        later.start()
        later.follow({TOPIC})
        wait_until(lambda: later.of(TOPIC).online is False, what="what the broker has kept")
        assert (later.of(TOPIC).since, later.of(TOPIC).is_fresh) == (None, False)
    finally:
        table.kill()
        table.wait()
        first.close()
        later.close()


@pytest.mark.skipif(MOSQUITTO is None, reason="the program mosquitto is not installed")
def test_a_message_that_is_too_large_does_not_leave_the_broker(broker: Broker) -> None:
    ear, hall, sizes = Hearing(BrokerAt(f"mqtt://hall@127.0.0.1:{broker.port}", "watcher")), Hall(broker), list[int]()
    ear._client.on_message = lambda _client, _data, message: sizes.append(len(message.payload))
    try:
        ear.start()
        ear.follow({TOPIC})
        wait_until(lambda: ear.is_up, what="the broker")
        for size in (100_000, 20_000):
            hall.client.publish(f"{TOPIC}/table", b"x" * size, qos=1, retain=True)
        wait_until(lambda: bool(sizes), what="the one that is not")
        assert set(sizes) == {20_000}
    finally:
        hall.client.loop_stop()
        ear.close()


@pytest.mark.parametrize("address", ["192.168.1.20", "http://a", "mqtt://u:p@host", "mqtt://host:99999", "mqtt://"])
def test_an_address_that_can_be_none_of_a_broker_is_one_sentence(address: str) -> None:
    with pytest.raises(ConfigError, match="--broker gives is like mqtt://"):
        Hearing(BrokerAt(address))


def test_a_password_or_a_certificate_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--broker-password cannot be read"):
        broker_at("mqtt://a", str(tmp_path / "none"), "")
    with pytest.raises(ConfigError, match="--broker-ca is not there"):
        Hearing(BrokerAt("mqtts://a", ca=str(tmp_path / "none")))
