"""The pages' door to what a reader looks up and a seat writes down: nothing of it ever reaches the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.doors.lookup import Lookup
from companion.journal.journal import Journal, JournalError, MatchId
from companion.values.notices import Notice
from web.pages.lookup.views import GameBook, LookedUp
from web.pages.seat.notes_views import NOTES_LENGTH
from web.views import Session


@dataclass(frozen=True)
class SeatNotes:
    """What seats have written down for themselves in the match on the table. Safe from any thread."""

    journal: Journal
    match: Callable[[], MatchId | None]

    def read(self, seat: int) -> str:
        """The notes of a seat; empty when there are none. JournalError when they cannot be read."""
        match = self.match()
        return "" if match is None else self.journal.seat_note(match, seat)

    def keep(self, seat: int, text: str) -> Notice | None:
        """Keeps the notes of a seat, or says why not. JournalError when they cannot be written."""
        match = self.match()
        if match is None:
            return Notice("notes_no_match")
        if len(text) > NOTES_LENGTH:
            return Notice("notes_long", {"most": NOTES_LENGTH})
        self.journal.set_seat_note(match, seat, text)
        return None


@dataclass(frozen=True)
class Beside:
    """What lies beside the match for those who sit at it."""

    lookup: Lookup
    notes: SeatNotes


class SeatDoor:
    """Implements `web.pages.lookup.LookupPort` and reads notes for the port that is built on it."""

    def __init__(self, beside: Beside):
        self._beside = beside

    def book(self, session: Session) -> GameBook:
        """Every kind of piece and every rule."""
        return self._beside.lookup.book(session)

    def look_up(self, session: Session, typed: str) -> LookedUp:
        """What a sticker's code stands for."""
        return self._beside.lookup.look_up(session, typed)

    def seat_notes(self, session: Session) -> str:
        """What this session's own seat has written down."""
        return "" if session.seat is None else self._beside.notes.read(session.seat)

    def _kept(self, session: Session, text: str) -> Notice:
        if session.seat is None:
            return Notice("no_seat")
        try:
            return self._beside.notes.keep(session.seat, text) or Notice("notes_kept")
        except JournalError as error:
            return Notice("notes_not_saved", {"why": str(error)})
