"""The referee's one inbox and the messages that camera, pins, phones and timers put into it."""

from __future__ import annotations

import queue
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum

from companion.referee.pacing import Tuning
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from hardware.types import Fault, Signal, TableSense
from rules.engine.types import Card, PieceId, Seat
from vision.types import TableReport
from web.pages.host.views import HostCommand


@dataclass(frozen=True)
class Tapped:
    """A phone's answer. `version` is what the phone showed; `request` makes a repeated tap harmless."""

    seat: Seat
    key: str
    version: int
    request: str
    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class HandShown:
    """The payloads read in a photo that a seat took of its own hand."""

    seat: Seat
    payloads: tuple[str, ...]
    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class HandNamed:
    """What a seat says that it holds, tapped in instead of shown: pieces, one of them several times for look-alikes."""

    seat: Seat
    pieces: tuple[str, ...]
    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class Dealt:
    """Hands did what the open question asks for: `key` answers it. Cards that went over a reader box are named, per
    pile. `version` is the table that it was done for, None when whoever tells it looks at no version."""

    cards: tuple[tuple[str, tuple[Card, ...]], ...]
    key: str = "dealt"
    version: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class BoxCard:
    """The reader box has read the front of one card that is being dealt. Nobody may learn which."""

    piece: PieceId = field(repr=False)


class BoxTrouble(Enum):
    """What lies on the reader box instead of one readable card."""

    SEVERAL = "several"
    UNKNOWN = "unknown"
    BACK = "back"


@dataclass(frozen=True)
class HostSaid:
    """A host's command."""

    command: HostCommand
    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class Consented:
    """What a seat says on its phone to the proposal of that number: it agrees or it does not."""

    seat: Seat
    number: int
    agrees: bool
    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class TakeBackAsked:
    """A seat wants its own last answer back. `version` is what its phone showed."""

    seat: Seat
    version: int
    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class StartAsked:
    """Everybody is here: whoever may start the match does."""

    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class PeopleChanged:
    """Somebody joined, left or was renamed: the packets carry new names."""


@dataclass(frozen=True)
class DeviceBack:
    """A device works again."""

    device: str


@dataclass(frozen=True)
class VoiceHeard:
    """Whether the loudspeaker can be heard is otherwise than before: phones speak in its place, or no longer."""

    is_audible: bool


@dataclass(frozen=True)
class Tick:
    """Time went by: patience may be over."""


@dataclass(frozen=True)
class Stop:
    """The referee ends after the messages before this one."""


@dataclass(frozen=True)
class Undrawn:
    """A page could not be drawn of what was told."""

    error: BaseException


Message = (
    Tapped
    | HandShown
    | HandNamed
    | HostSaid
    | Consented
    | TakeBackAsked
    | StartAsked
    | Dealt
    | BoxCard
    | BoxTrouble
    | TableReport
    | TableSense
    | Signal
    | Tuning
    | Undrawn
    | PeopleChanged
    | Notice
    | Fault
    | DeviceBack
    | VoiceHeard
    | Tick
    | Stop
)
"""What says all by itself stands here as it is: what lies on the reader box instead of one readable card, the camera's
report of a settled table, what another device senses there, what is done at the pins, times that were changed in the
settings, what everybody at the table has to hear of, and a device that stopped working, which is told once."""


class Inbox:
    """A queue that anybody may put into, never blocking, and one thread reads."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def put(self, message: Message) -> None:
        """Adds a message; never blocks."""
        self._queue.put(message)

    def get(self, timeout_s: float) -> Message | None:
        """The next message, or None when none came in that time."""
        try:
            return self._queue.get(timeout=timeout_s)
        except queue.Empty:
            return None
