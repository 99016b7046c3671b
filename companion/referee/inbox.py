"""The referee's one inbox and the messages that camera, pins, phones and timers put into it."""

from __future__ import annotations

import queue
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum

from companion.referee.pacing import Tuning
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from hardware.types import Fault, Press, Release, TableSense, Tripped, Turn
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
class BoxOdd:
    """The reader box sees something that is not one card of the game."""

    trouble: BoxTrouble


@dataclass(frozen=True)
class Seen:
    """The camera reports a settled table."""

    report: TableReport


@dataclass(frozen=True)
class Sensed:
    """A device other than the camera tells what lies on the table, or what was rolled."""

    sense: TableSense


@dataclass(frozen=True)
class Pressed:
    """A button on the table."""

    press: Press


@dataclass(frozen=True)
class Signalled:
    """The die's button was let go, the dial turned, or dice were thrown into the tray."""

    signal: Release | Turn | Tripped


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
class StartAsked:
    """Everybody is here: whoever may start the match does."""

    reply: Future[Verdict] = field(compare=False)


@dataclass(frozen=True)
class Tuned:
    """The times that the referee goes by were changed in the settings."""

    tuning: Tuning


@dataclass(frozen=True)
class PeopleChanged:
    """Somebody joined, left or was renamed: the packets carry new names."""


@dataclass(frozen=True)
class Noticed:
    """Something outside the match that everybody at the table has to hear of."""

    notice: Notice


@dataclass(frozen=True)
class DeviceFailed:
    """A device stopped working; it is told once and the evening goes on."""

    fault: Fault


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


Message = (
    Tapped
    | HandShown
    | HandNamed
    | Dealt
    | BoxCard
    | BoxOdd
    | Seen
    | Sensed
    | Pressed
    | Signalled
    | HostSaid
    | Consented
    | StartAsked
    | Tuned
    | PeopleChanged
    | Noticed
    | DeviceFailed
    | DeviceBack
    | VoiceHeard
    | Tick
    | Stop
)


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
