"""The seats' buttons as a doorbell: what the referee does about people who want a seat."""

from __future__ import annotations

from companion.people.joining import SEAT_WANTED, Joining
from companion.referee.followers import Follower
from companion.referee.running_match import RunningMatch
from rules.engine.types import Seat


class Doorbell(Follower):
    """Used by the referee's thread. Without `joining` nobody ever rings."""

    def __init__(self, running: RunningMatch, joining: Joining | None):
        self._running = running
        self.joining = joining

    def pressed(self, seat: Seat | None) -> bool:
        """Whether a press of this seat's button was meant for the door, also in a pause; then it answers nothing."""
        if self.joining is None or seat is None:
            return False
        match = self._running.match
        is_asked = seat in match.awaited and not self._running.paused
        return self.joining.pressed(seat, is_asked=is_asked)

    @property
    def blinking(self) -> frozenset[int]:
        """The seats whose button is waited for."""
        return frozenset() if self.joining is None else self.joining.blinking()

    @property
    def contested(self) -> frozenset[int]:
        """The seats with a phone that another one wants."""
        return frozenset() if self.joining is None else self.joining.contested()

    @property
    def held(self) -> frozenset[int]:
        """The seats that have a phone; one that was granted and not collected is free again by itself."""
        return frozenset() if self.joining is None else self.joining.seating.held_seats

    def follow(self) -> bool:
        """That somebody wants a seat is said as long as it is so."""
        notice = self._running.notice
        if notice is None or notice.code not in SEAT_WANTED or notice.facts["seat"] in self.contested:
            return False
        self._running.clear_notice()
        return True
