"""A match that the venue calls to this table: laid out for whom it is, when its host lets that be and nobody plays."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from companion.doors.shelf_door import ShelfDoor
from companion.journal.journal import Journal, JournalError
from companion.journal.outbox import KEPT_CALLS
from companion.journal.people import utc_now
from companion.machine.shutdown import Ending
from companion.outbox.sender import Called
from companion.people.seating import NAME_LENGTH
from companion.values.notices import Notice
from rules import games
from web.pages.lobby.views import GamePick
from web.views import Role, Session

log = logging.getLogger("companion.outbox")
_BY_VENUE = Session(Role.HOST)


LOOKING_S: Final = 90.0
"""How long people have to look at the end of their match before the next one is laid out."""
APART_S: Final = 120.0
"""How long after one match at the earliest the next one is laid out, whatever a venue calls; and how long after one
that could not be laid out the next one is looked at."""
_HOUR_S: Final = 3600.0  # in which no more than `KEPT_CALLS` are laid out


@dataclass(kw_only=True)
class CalledMatches:
    """Implements `companion.outbox.sender.Calls`."""

    shelf: ShelfDoor
    journal: Journal
    number: Callable[[], int | None]  # of the match on the table
    clock: Callable[[], float]
    now: Callable[[], datetime] = utc_now
    _laid: str = ""  # what this service has laid out, and now ends for
    _refused: str = ""  # what cannot be laid out here is said once
    _refused_s: float | None = None
    _over_s: float | None = None  # since when the match is over, as far as it was seen

    def takes(self) -> bool:
        """Whether the host lets matches be laid out."""
        return self.shelf.office.book.config.venue.matches

    def laid(self) -> str:
        """The name under which the match on the table was called; empty where it was not."""
        called = self.journal.outbox.called()
        return called.uid if called is not None and called.match == self.number() else self._laid

    def lay_out(self, called: Called) -> bool:
        """Lays it out, and frees all seats for those whom it names; False where it does not go just now."""
        if self._laid or not self.takes() or not self._is_free() or not self._is_due(called.match):
            return False
        pick = GamePick(called.game, len(called.people), called.options)
        why: Notice | str | None = Notice("pick_no_game")
        if called.game in games.slugs():
            why = self.shelf.chosen(pick, self.shelf.replies.voice(_BY_VENUE), anew=True)
        if why is not None:
            log.warning("the match that the venue calls cannot be laid out here: %s", type(why).__name__)
            self._refused, self._refused_s = called.match, self.clock()
            self.shelf.tell(Notice("venue_no_match"))
            return False
        people = [_seat_name(name) for name in called.people]
        try:
            self.journal.outbox.call(called.match, called.game, people, self.now().timestamp())
        except JournalError:
            return False
        self._laid = called.match
        for seat in self.shelf.seating.held_seats:
            self.shelf.seating.free_seat(seat)
        self.shelf.tell(Notice("pick_done", {"game": games.about(called.game).title}))
        self.shelf.end(Ending.PICKED)
        return True

    def _is_due(self, name: str) -> bool:
        """Whether another match may be laid out already, and it is not the one on the table, one that was played here
        or the one that could not be laid out."""
        if name in (self.laid(), self._refused) or self.journal.outbox.is_played(name):
            return False
        if self._refused_s is not None and self.clock() - self._refused_s < APART_S:
            return False
        last, now_s = self.journal.outbox.called(), self.now().timestamp()
        ages = [now_s - at_s for at_s in (() if last is None else last.at_s)]
        recent = [age for age in ages if 0.0 <= age < _HOUR_S]  # the clock may have been put back
        return len(recent) < KEPT_CALLS and all(age >= APART_S for age in recent)

    def _is_free(self) -> bool:
        """Whether nobody sits there, or all have seen how their match ended."""
        board = self.shelf.replies.board
        if not board.is_over:
            self._over_s = None
            return board.around.gathering and not any(one.joined for one in board.around.people)
        if self._over_s is None:
            self._over_s = self.clock()
        return self.clock() - self._over_s >= LOOKING_S  # who plays without a phone looks at it too


def _seat_name(name: str) -> str:
    """As long as a name at a table may be, in one line that can be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:NAME_LENGTH].strip()
