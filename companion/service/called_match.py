"""A match that the venue calls to this table: laid out for whom it is, when its host lets that be and nobody plays."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.doors.shelf_door import ShelfDoor
from companion.journal.journal import Journal, JournalError
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


@dataclass
class CalledMatches:
    """Implements `companion.outbox.sender.Calls`."""

    shelf: ShelfDoor
    journal: Journal
    clock: Callable[[], float]
    _refused: set[str] = field(default_factory=set)  # what cannot be laid out here is said once
    _over_s: float | None = None  # since when the match is over, as far as it was seen

    def takes(self) -> bool:
        """Whether the host lets matches be laid out."""
        return self.shelf.office.book.config.venue.matches

    def laid(self) -> str:
        """The name of the match that was laid out last; empty for none."""
        called = self.journal.outbox.called()
        return "" if called is None else called.uid

    def lay_out(self, called: Called) -> bool:
        """Lays it out, and frees all seats for those whom it names; False where it does not go just now."""
        if called.match in self._refused or not self.takes() or not self._is_free():
            return False
        pick = GamePick(called.game, len(called.people), called.options)
        why: Notice | str | None = Notice("pick_no_game")
        if called.game in games.slugs() and len(called.people) in games.about(called.game).seats:
            for seat in self.shelf.seating.held_seats:
                self.shelf.seating.free_seat(seat)
            why = self.shelf.chosen(pick, self.shelf.replies.voice(_BY_VENUE))
        if why is not None:
            log.warning("the match that the venue calls cannot be laid out here: %s", type(why).__name__)
            self._refused.add(called.match)
            self.shelf.tell(Notice("venue_no_match"))
            return False
        try:
            self.journal.outbox.call(called.match, called.game, [_seat_name(name) for name in called.people])
        except JournalError:
            return False
        self.shelf.tell(Notice("pick_done", {"game": games.about(called.game).title}))
        self.shelf.end(Ending.PICKED)
        return True

    def _is_free(self) -> bool:
        """Whether nobody sits there, or all have seen how their match ended."""
        board = self.shelf.replies.board
        people = [one for one in board.around.people if one.joined]
        if not board.is_over:
            self._over_s = None
            return board.around.gathering and not people
        if self._over_s is None:
            self._over_s = self.clock()
        return not people or self.clock() - self._over_s >= LOOKING_S


def _seat_name(name: str) -> str:
    """As long as a name at a table may be, in one line that can be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:NAME_LENGTH].strip()
