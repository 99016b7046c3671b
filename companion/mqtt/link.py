"""The line to the broker: it is held open, broken and taken up again without anybody at the table noticing."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.machine.fault_places import fault_facts
from companion.mqtt.discovery import discovery, discovery_topic
from companion.mqtt.messages import MOST_LETTERS, Answered, Said, said_of, status_of
from companion.mqtt.topics import OFF, ON, Topics, topics_of
from companion.settings.config import ConfigError
from companion.settings.mqtt import MqttConfig
from companion.telling.outlets import News, Way
from rules.outside import FAULTS
from web.door.limits import Bucket

log = logging.getLogger("companion.mqtt")
_KEPT_SAID: Final = 100  # what is announced while the line is slow; the oldest is dropped
_LOOK_S: Final = 5.0  # how often it is asked whether a device has failed meanwhile
_ALIVE_S: Final = 20  # after half as long again without a sign the broker tells that the table is gone
_WAITS_S: Final = (1, 60)  # between two tries, the first and the longest
_BURST, _REFILL_S = 5, 2.0  # of commands
_MOST_BYTES: Final = 1000  # of one


@dataclass(frozen=True)
class Orders:
    """What the broker may have done at the table; each gives a future of whether it was, and a sentence."""

    announce: Callable[[str], Future[tuple[bool, str]]]
    pause: Callable[[bool], Future[tuple[bool, str]]]


@dataclass
class _Waiting:
    """What is to be told next. Only the newest state of the table counts."""

    news: News | None = None
    said: deque[Said] = field(default_factory=lambda: deque(maxlen=_KEPT_SAID))
    is_new: bool = False
    ends: bool = False


class Link:
    """Tells the broker from a thread of its own what it was handed. `start` and `close` are called once; a `close`
    without a start is allowed."""

    def __init__(
        self, settings: MqttConfig, name: Callable[[], str], version: str, troubles: Callable[[], int], orders: Orders
    ):
        """`troubles`: how many devices have failed. ConfigError for a certificate that cannot be read."""
        self._settings, self._name, self._version = settings, name, version
        self._troubles, self._orders = troubles, orders
        self.topics: Topics = topics_of(settings)
        self.way = Way("mqtt", self._hear)
        self._changed = threading.Condition()
        self._waiting = _Waiting()
        self._sent: dict[str, bytes] = {}
        self._allowed = Bucket(_BURST, _REFILL_S, time.monotonic)
        self._refused = ""
        self._client = _client(settings, self.topics)
        self._client.on_connect, self._client.on_message = self._connected, self._ordered
        self._thread = threading.Thread(target=self._tell, name="companion-mqtt", daemon=True)

    def start(self) -> None:
        """Begins to try; a broker that is not there yet is waited for."""
        self._client.connect_async(self._settings.broker, self._settings.port, keepalive=_ALIVE_S)
        self._client.loop_start()
        self._thread.start()

    def close(self) -> None:
        """Says good-bye, as far as the line is open."""
        with self._changed:
            self._waiting.ends = True
            self._changed.notify_all()
        if not self._thread.is_alive():
            return
        self._thread.join(2.0)
        if self._client.is_connected():
            self._client.publish(self.topics.online, OFF, qos=1, retain=True).wait_for_publish(1.0)
        self._client.disconnect()
        self._client.loop_stop()

    # -- out ---------------------------------------------------------------------------------------------------------

    def _hear(self, news: News) -> None:
        """Takes news in the referee's thread, which does not wait for anything here."""
        with self._changed:
            self._waiting.news, self._waiting.is_new = news, True
            self._waiting.said.extend(said_of(news, with_names=self._settings.names))
            self._changed.notify_all()

    def _tell(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting.is_new or self._waiting.ends, _LOOK_S)
                if self._waiting.ends:
                    return
                news, self._waiting.is_new = self._waiting.news, False
                said = list(self._waiting.said)
                self._waiting.said.clear()
            if news is None or not self._client.is_connected():
                continue  # what was said meanwhile is of yesterday when the line stands again
            for one in said:
                self._client.publish(self.topics.said, msgspec.json.encode(one), qos=0)
            try:
                table = status_of(news.board, self._troubles(), with_names=self._settings.names)
            except FAULTS as error:  # what a game draws may fail
                log.error("the broker is not told how the table is %s", fault_facts(error))
            else:
                self._keep(self.topics.table, msgspec.json.encode(table))

    def _keep(self, topic: str, message: bytes) -> None:
        """Says what the broker keeps, when it is another than it has."""
        if self._sent.get(topic) != message:
            told = self._client.publish(topic, message, qos=1, retain=True)
            if told.rc == paho.MQTT_ERR_SUCCESS:
                self._sent[topic] = message

    def _connected(self, client: Any, data: object, flags: object, code: ReasonCode, more: object) -> None:
        if code.is_failure:
            if self._refused != str(code):  # once: it is tried again and again
                self._refused = str(code)
                log.error("The MQTT broker refuses this table (%s); check mqtt.user and mqtt.password.", code)
            return
        self._refused = ""
        log.info("the MQTT broker hears this table")
        if self._settings.commands:
            client.subscribe(f"{self.topics.commands}/+", qos=1)
        client.publish(self.topics.online, ON, qos=1, retain=True)
        if self._settings.home_assistant:
            found = discovery(self.topics, self._name(), self._version, with_commands=self._settings.commands)
            client.publish(discovery_topic(self.topics), json.dumps(found), qos=1, retain=True)
        with self._changed:
            self._sent.clear()
            self._waiting.is_new = self._waiting.news is not None
            self._changed.notify_all()

    # -- in ----------------------------------------------------------------------------------------------------------

    def _ordered(self, client: Any, data: object, message: paho.MQTTMessage) -> None:
        """A command; one that the broker kept for whoever comes is of another time."""
        command = message.topic.rpartition("/")[2]
        if message.retain or self._allowed.take("") > 0.0:
            return None
        text = message.payload[:_MOST_BYTES].decode("utf-8", "replace")
        match command, text.strip().lower():
            case "pause", ("on" | "off") as wanted:
                done = self._orders.pause(wanted == "on")
            case "announce", said if said and len(text) <= MOST_LETTERS and text.strip().isprintable():
                done = self._orders.announce(text.strip())
            case "announce", _:
                return self._answer(command, False, f"An announcement is one line of 1 to {MOST_LETTERS} letters.")
            case "pause", _:
                return self._answer(command, False, "Send on or off.")
            case _:
                return self._answer("", False, "The commands are pause and announce.")
        done.add_done_callback(lambda done: self._answer(command, *done.result()))
        return None

    def _answer(self, command: str, is_done: bool, sentence: str) -> None:
        answered = Answered(command=command, ok=is_done, sentence=sentence)
        self._client.publish(self.topics.answered, msgspec.json.encode(answered), qos=0)


def open_link(
    settings: MqttConfig, name: Callable[[], str], version: str, troubles: Callable[[], int], orders: Orders
) -> Link | None:
    """The line that the settings ask for; None without a broker. ConfigError for a certificate that cannot be read."""
    return Link(settings, name, version, troubles, orders) if settings.broker else None


def _client(settings: MqttConfig, topics: Topics) -> paho.Client:
    client = paho.Client(CallbackAPIVersion.VERSION2, client_id=topics.ident[:60])
    client.will_set(topics.online, OFF, qos=1, retain=True)
    client.reconnect_delay_set(*_WAITS_S)
    client.max_queued_messages_set(_KEPT_SAID)
    if settings.user:
        client.username_pw_set(settings.user, settings.password or None)
    if settings.tls:
        if settings.ca and not Path(settings.ca).is_file():
            raise ConfigError(f"The file {settings.ca} of mqtt.ca is not there; name the certificate of the broker.")
        try:
            client.tls_set(ca_certs=settings.ca or None)
        except (OSError, ValueError) as error:
            raise ConfigError(f"The certificate {settings.ca} of mqtt.ca cannot be read: {error}.") from error
    return client
