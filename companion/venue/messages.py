"""What tables send, as closed values: whatever does not fit is refused in one piece (docs/venue.md)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.settings.mqtt import TOPIC

VERSION: Final = 1
_CLOCKS_AGREE: Final = timedelta(minutes=2)
_OLDEST: Final = timedelta(days=400)
"""A table whose clock goes wrong and that was away for longer has had it set meanwhile."""
_FIRST: Final = datetime(2024, 1, 1, tzinfo=UTC)
"""Before any table's first match: an earlier end is of a clock that had not been set yet."""

NAME_LENGTH: Final = 60
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Title = Annotated[str, Meta(max_length=100)]
State = Literal["free", "gathering", "playing", "paused", "over", "ill"]
Number = Annotated[int, Meta(ge=-(10**12), le=10**12)]


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A table that asks for a credential, with the organiser's one-time code."""

    v: Literal[1]
    code: Annotated[str, Meta(max_length=40)]
    name: Name


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is. `topic`: what its own begin with in a broker; empty without one; `takes`: its
    host lets matches be laid out; `laid`: the name of the one that is laid out there;
    `version`: of its companion; `ill`: the kinds of its devices that have failed."""

    v: Literal[1]
    name: Name
    state: State
    title: Title = ""
    topic: Annotated[str, Meta(max_length=200, pattern=TOPIC)] = ""
    takes: bool = False
    version: Annotated[str, Meta(max_length=40)] = ""
    ill: Annotated[list[Annotated[str, Meta(pattern=r"^[a-z_]{1,20}\Z")]], Meta(max_length=9)] = []
    laid: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""


class LiveSeat(msgspec.Struct, frozen=True):
    """One seat of a table in the broker."""

    taken: bool


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """What a table says of itself to a broker (docs/mqtt.md), as far as the venue shows it."""

    v: Literal[1]
    state: State
    title: Title
    seats: Annotated[list[LiveSeat], Meta(max_length=100)]
    counts: Annotated[dict[str, Annotated[str, Meta(max_length=100)]], Meta(max_length=100)]


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """One seat at the end of a match."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    name: Name
    bot: bool
    score: Number | None
    place: Annotated[int, Meta(ge=1, le=100)] | None


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a match came to."""

    game: Annotated[str, Meta(min_length=1, max_length=60)]
    title: Title
    version: Annotated[str, Meta(max_length=40)]
    given_up: bool
    seats: Annotated[list[SeatResult], Meta(min_length=1, max_length=100)]


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """One revision of a result. `result` is empty unless the state is `ended`."""

    v: Literal[1]
    match: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    revision: Annotated[int, Meta(ge=1, lt=2**31)]
    state: Literal["ended", "open", "withdrawn"]
    begun: datetime
    ended: datetime
    now: datetime
    result: msgspec.Raw

    def read(self) -> Result | None:
        """The result; None where there is none to have. msgspec.DecodeError when it is not as it has to be."""
        if self.state != "ended":
            return None
        found = msgspec.json.decode(self.result, type=Result)
        if len({one.seat for one in found.seats}) < len(found.seats):
            raise msgspec.ValidationError("a seat that comes twice")
        return found


def times(sent: Sent, received: datetime) -> tuple[datetime, datetime]:
    """When the match began and ended, by the venue's clock: a table's may go wrong by years, and says at sending what
    it shows. An end that cannot be is taken for the time at which it was heard of."""
    try:
        off = received - _aware(sent.now)
        off = timedelta() if abs(off) <= _CLOCKS_AGREE else off
        begun, ended = _aware(sent.begun) + off, _aware(sent.ended) + off
    except OverflowError:
        return received, received
    if not (received - _OLDEST if off else _FIRST) <= ended <= received + _CLOCKS_AGREE:
        lasted = ended - begun
        ended = received
        begun = ended - lasted if timedelta() <= lasted < timedelta(days=30) else ended
    return min(begun, ended), ended


def _aware(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
