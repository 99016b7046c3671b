"""Who gives way where all places for streams are taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from web.door.limits import is_this_machine
from web.views import TooManyStreams

SCREENS_OF_AN_ADDRESS: Final = 2
"""Anybody can say that a page is a table screen: of one address so many are believed."""


class Rank(IntEnum):
    """Whose place counts more. A SCREEN is a table screen, for everybody who sits around it."""

    GUEST = 0
    SCREEN = 1
    PLAYER = 2


@dataclass(frozen=True)
class Caller:
    """Who wants a stream: the phone by its token, its address, and what it is here for."""

    phone: str
    address: str = ""
    rank: Rank = Rank.GUEST


@dataclass(frozen=True)
class Places:
    """How many streams there may be: all together, and of guests from one address, but for this machine's own."""

    limit: int
    of_an_address: int

    def who_gives_way(self, taken: Mapping[int, Caller], caller: Caller) -> int | None:
        """The stream, by its ticket, whose place `caller` gets; None when a place is free. `taken`: all streams, the
        oldest first. Raises `TooManyStreams` when nobody has to go for this one.

        A player's never, a guest's before a screen's. Among equals it is one of the address that has most of them, and
        only when the newcomer's has fewer even then: whoever opens every place that there is keeps nobody else out.
        """
        guests = {ticket: one for ticket, one in taken.items() if one.rank is not Rank.PLAYER}
        own = {ticket: one for ticket, one in guests.items() if one.address == caller.address}
        is_guest = caller.rank is not Rank.PLAYER
        if is_guest and len(own) >= self.of_an_address and not is_this_machine(caller.address):
            guests = own
        elif len(taken) < self.limit:
            return None
        held = Counter(one.address for one in guests.values())
        ranks = _believed(guests)
        # the first of equals is the oldest
        weakest = min(guests, key=lambda ticket: (ranks[ticket], -held[guests[ticket].address]), default=None)
        if weakest is None:
            raise TooManyStreams
        rank = _believed({**own, 0: caller})[0]
        has_fewer = held[caller.address] + 1 < held[guests[weakest].address]
        if rank > ranks[weakest] or (rank == ranks[weakest] and has_fewer):
            return weakest
        raise TooManyStreams


def _believed(taken: Mapping[int, Caller]) -> dict[int, Rank]:
    screens: Counter[str] = Counter()
    ranks = {}
    for ticket, one in taken.items():
        screens[one.address] += one.rank is Rank.SCREEN
        is_one_too_many = one.rank is Rank.SCREEN and screens[one.address] > SCREENS_OF_AN_ADDRESS
        ranks[ticket] = Rank.GUEST if is_one_too_many else one.rank
    return ranks
