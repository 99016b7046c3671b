"""Which connections stay: room for everybody's next one, and deadlines, so that nobody who opens many and says little
keeps others out.

Waitress counts connections of all addresses together, accepts no more when they are many, and lets a connection be as
long as a byte comes now and then, by a clock that people set. Here each address has its share, whoever has not said
anything yet goes first when a new one comes, and time is the monotonic clock's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Final, Protocol

from web.door.limits import is_this_machine

HEADER_S: Final = 10.0
"""A whole header has to be here so long after its first byte; over https the greeting counts from the connection on."""
REQUEST_S: Final = 300.0
"""A whole request: the largest photo over the poorest Wi-Fi takes less."""
IDLE_S: Final = 30.0
"""A connection on which nothing is under way is closed after this."""
_SWEEP_S: Final = 1.0


class Standing(IntEnum):
    """Who has to go first. BUSY: an answer is on its way, or a body is being sent; KNOWN: of a player or the host."""

    IDLE = 0
    KNOWN = 1
    BUSY = 2
    KNOWN_BUSY = 3


class Connection(Protocol):
    """One connection, as far as it is judged here. Times are seconds of one monotonic clock."""

    will_close: bool  # it ends as soon as the server's loop comes by
    heard_s: float  # when something last went over it

    @property
    def address(self) -> str: ...

    @property
    def is_known(self) -> bool: ...

    @property
    def is_answered(self) -> bool: ...

    @property
    def is_busy(self) -> bool: ...

    @property
    def header_since_s(self) -> float | None: ...

    @property
    def request_since_s(self) -> float | None: ...


class Connections:
    """All connections of a server: at most `limit`, and `per_address` of strangers from one address; those of this
    machine itself, where a proxy may speak for everybody, are counted together only. Used by the server's loop only.

    Whoever is known, by a seat or as host, does not count among the strangers of an address.
    """

    def __init__(
        self, living: Callable[[], Iterable[Connection]], limit: int, per_address: int, clock: Callable[[], float]
    ) -> None:
        self._living = living
        self._limit = limit
        self._per_address = per_address
        self._clock = clock
        self._next_sweep_s = clock()

    def make_room(self, address: str) -> bool:
        """Whether there is a place for one more connection from there; where there was none, another one ends."""
        living = [one for one in tuple(self._living()) if not one.will_close]
        if not is_this_machine(address):
            own = [one for one in living if one.address == address and not one.is_known]
            if len(own) >= self._per_address:
                min(own, key=lambda one: (_standing(one), one.heard_s)).will_close = True
                return True
        if len(living) < self._limit:
            return True
        held = Counter(one.address for one in living)
        weakest = min(
            (one for one in living if _standing(one) is not Standing.KNOWN_BUSY),
            key=lambda one: (_standing(one), -held[one.address], one.heard_s),
            default=None,
        )
        if weakest is None:
            return False
        weakest.will_close = True
        return True

    def sweep(self) -> None:
        """Ends those whose time is over; looks once in a second."""
        now_s = self._clock()
        if now_s < self._next_sweep_s:
            return
        self._next_sweep_s = now_s + _SWEEP_S
        for one in tuple(self._living()):
            one.will_close = one.will_close or _is_over(one, now_s)


def _standing(one: Connection) -> Standing:
    if one.is_busy:
        return Standing.KNOWN_BUSY if one.is_known else Standing.BUSY
    return Standing.KNOWN if one.is_known else Standing.IDLE


def _is_over(one: Connection, now_s: float) -> bool:
    if one.header_since_s is not None and now_s - one.header_since_s > HEADER_S:
        return True
    if one.request_since_s is not None and now_s - one.request_since_s > REQUEST_S:
        return True
    return not one.is_answered and now_s - one.heard_s > IDLE_S
