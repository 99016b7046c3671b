"""Notes in the journal who sits where in the running match, whenever that has changed."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.journal.journal import JournalError, MatchId
from companion.journal.rosters import Rosters, Seated
from companion.values.person import Person

log = logging.getLogger("companion.attendance")


class Attendance:
    """Used by the referee's thread. A player who has left before the end still has played: the name stays until
    somebody else takes the seat."""

    def __init__(self, rosters: Rosters, people: Callable[[], tuple[Person, ...]], given: int):
        """`given`: so many seats, the first ones, have names of their own in the settings."""
        self._rosters = rosters
        self._people = people
        self._given = given
        self._match: MatchId | None = None
        self._noted: dict[int, Seated] = {}

    def note(self, match: MatchId) -> None:
        """Keeps who sits at this match now. A journal that cannot be written is no harm: the match goes on."""
        try:
            if match != self._match:
                self._noted = {one.seat: one for one in self._rosters.players(match)}
                self._match = match
            seats = enumerate(self._people())
            changed = [one for n, person in seats if (one := self._now(n, person)) != self._noted.get(n)]
            if changed:
                self._rosters.note(match, changed)
                self._noted |= {one.seat: one for one in changed}
        except JournalError as error:
            log.error("who sits at match %s is not noted: %s", match, error)

    def _now(self, seat: int, person: Person) -> Seated:
        """Who is to be noted at a seat. A phone's name goes first; without one a name that was noted stays."""
        before = self._noted.get(seat)
        if person.joined:
            return Seated(seat, person.name)
        if before is not None and before.name and not before.bot:
            return before
        return Seated(seat, person.name if seat < self._given else "", person.bot)
