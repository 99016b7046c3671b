"""One protocol for those parts of the referee that follow the match, and how they come to rest together.

What one of them does, such as letting in an answer that was kept back, may be news for any other. So all are asked
again until none has anything more to do, and it does not matter in which order they stand, save that of two notices of
one moment the later one stays.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final, Protocol

log = logging.getLogger("companion.referee")
MOST_ROUNDS: Final = 20
"""No real evening needs more than a few."""


class Follower(Protocol):
    """Keeps some little state right as the match goes on. Used by the referee's thread."""

    def follow(self) -> bool:
        """Looks at the match as it is now and does what is due, also by the clock. Whether it did anything that another
        follower may have to know; asked again at once, it has nothing more to do."""
        ...

    @property
    def next_s(self) -> float | None:
        """In how many seconds `follow` will have something to do although nothing happens; None, as usual: never."""
        return None


class NeverSettlesError(RuntimeError):
    """Followers answer each other for ever. The text names them."""


class Followers:
    """Several followers, asked as one."""

    def __init__(self, *followers: Follower):
        self._followers = followers

    def __iter__(self) -> Iterator[Follower]:
        return iter(self._followers)

    def settle(self) -> bool:
        """Asks all of them until none does anything more; whether any did. NeverSettlesError if that never comes."""
        for rounds in range(MOST_ROUNDS):
            busy = [one for one in self._followers if one.follow()]
            if not busy:
                return rounds > 0
        names = ", ".join(type(one).__name__ for one in busy)
        log.error("followers never settle: %s", names)  # whoever catches the error leaves its text out of the log
        raise NeverSettlesError(names)

    @property
    def next_s(self) -> float | None:
        """In how many seconds the first of them will have something to do."""
        return min((due for due in (one.next_s for one in self._followers) if due is not None), default=None)
