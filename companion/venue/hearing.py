"""What the tables say of themselves to a broker, as it is now: kept in memory alone, and gone with the line.

A table names its topic when it tells the venue how it is (docs/venue.md); nobody else's is listened to.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.settings.config import ConfigError
from companion.venue.messages import Live

log = logging.getLogger("companion.venue")
_ADDRESS: Final = re.compile(r"(mqtts?)://(?:([^\s/@:]+)@)?([^\s/@:]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?/?")
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_MOST_BYTES: Final = 20_000
_TOPIC_BYTES: Final = 1_000
_ALIVE_S: Final = 20
_WAITS_S: Final = (1, 30)


@dataclass(frozen=True)
class Broker:
    """Where the broker is: `mqtt://USER@HOST:PORT`, or `mqtts://` where the way is encrypted. `ca`: the file with the
    certificate that its own goes back to, empty: as the system has it."""

    address: str
    password: str = field(default="", repr=False)
    ca: str = ""


@dataclass(frozen=True)
class Heard:
    """What was heard of one table: whether the broker says that it is there, since when (None: from before the venue
    listened), and how it is. `is_fresh`: something came as it happened, and not only what the broker had kept."""

    online: bool | None = None
    since: datetime | None = None
    live: Live | None = None
    is_fresh: bool = False


class Hearing:
    """The line to a broker. Safe from any thread; nothing here waits. `start` and `close` are called once."""

    def __init__(self, broker: Broker, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """ConfigError for an address or a certificate that cannot be."""
        scheme, user, host, self._port = _place(broker.address)
        self._host, self._now = host, now
        self._lock = threading.Lock()
        self._followed: frozenset[str] = frozenset()
        self._heard: dict[str, Heard] = {}
        self._is_up = False
        self._refused = ""
        self._client = paho.Client(
            CallbackAPIVersion.VERSION2, client_id=f"venue-{uuid4().hex[:12]}", protocol=paho.MQTTv5
        )
        self._client.reconnect_delay_set(*_WAITS_S)
        self._client.on_connect, self._client.on_disconnect = self._connected, self._gone
        self._client.on_message = self._told
        if user:
            self._client.username_pw_set(user, broker.password or None)
        if scheme == "mqtts":
            if broker.ca and not Path(broker.ca).is_file():
                raise ConfigError(f"The file {broker.ca} of --broker-ca is not there; name the broker's certificate.")
            try:
                self._client.tls_set(ca_certs=broker.ca or None)
            except (OSError, ValueError) as error:
                raise ConfigError(f"The certificate {broker.ca} of --broker-ca cannot be read: {error}.") from error

    def start(self) -> None:
        """Begins to try; a broker that is not there yet is waited for."""
        wishes = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        wishes.MaximumPacketSize = _MOST_BYTES + _TOPIC_BYTES  # the broker keeps what is larger to itself
        self._client.connect_async(self._host, self._port, keepalive=_ALIVE_S, properties=wishes)
        self._client.loop_start()

    def close(self) -> None:
        """Ends."""
        self._client.on_disconnect = None
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_up(self) -> bool:
        """Whether the broker answers."""
        return self._is_up

    @property
    def is_refused(self) -> bool:
        """Whether it answers that this venue may not come in."""
        return self._refused != ""

    def follow(self, topics: Collection[str]) -> None:
        """From now on listens to these tables and to no other."""
        wanted = frozenset(topics)
        with self._lock:
            new, old = wanted - self._followed, self._followed - wanted
            self._followed = wanted
            for topic in old:
                self._heard.pop(topic, None)
            if self._is_up:  # within the lock: what goes out is in the order of what was wanted
                self._listen(new)
                if old:
                    self._client.unsubscribe([f"{topic}/{one}" for topic in old for one in ("online", "table")])

    def of(self, topic: str) -> Heard:
        """What is known of one table now."""
        with self._lock:
            return self._heard.get(topic, Heard())

    # -- paho's thread -----------------------------------------------------------------------------------------------

    def _listen(self, topics: Collection[str]) -> None:
        if topics:
            self._client.subscribe(
                [(f"{topic}/{one}", SubscribeOptions(qos=1)) for topic in sorted(topics) for one in ("online", "table")]
            )

    def _connected(self, client: object, data: object, flags: object, code: ReasonCode, more: object) -> None:
        if code.is_failure:
            if self._refused != str(code):  # once: it is tried again and again
                self._refused = str(code)
                log.error("the broker refuses the venue (%s): check --broker and --broker-password", code)
            return
        self._refused = ""
        with self._lock:
            self._heard, self._is_up = {}, True
            self._listen(self._followed)

    def _gone(self, client: object, data: object, flags: object, code: ReasonCode, more: object) -> None:
        with self._lock:
            was, self._is_up, self._heard = self._is_up, False, {}
        if was:
            log.warning("the broker is gone: how the tables are comes from themselves, once a minute")

    def _told(self, client: object, data: object, message: paho.MQTTMessage) -> None:
        topic, _slash, what = message.topic.rpartition("/")
        payload = bytes(message.payload[: _MOST_BYTES + 1])
        with self._lock:
            if topic not in self._followed:
                return
            before = self._heard.get(topic, Heard())
            if what == "online":
                since = None if message.retain else self._now()
                changes: dict[str, Any] = {"online": payload == b"online", "since": since}
            elif (live := _read(payload)) is not None:
                changes = {"live": live}
            else:
                return
            self._heard[topic] = replace(before, is_fresh=before.is_fresh or not message.retain, **changes)


def _read(payload: bytes) -> Live | None:
    """How a table is; None for what is none of ours, or of a later version."""
    if len(payload) > _MOST_BYTES:
        return None
    try:
        return msgspec.json.decode(payload, type=Live)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _place(address: str) -> tuple[str, str, str, int]:
    found = _ADDRESS.fullmatch(address)
    port = 0 if found is None else int(found[4] or _PORTS[found[1]])
    if found is None or not 0 < port < 65536:
        raise ConfigError(
            "The address that --broker gives is like mqtt://hall@192.168.1.20 or mqtts://hall@broker.example:8883; "
            "the password stands in the file that --broker-password names."
        )
    return found[1], found[2] or "", found[3].strip("[]"), port
