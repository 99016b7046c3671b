"""What seats write down for themselves: nothing of it ever reaches the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.journal.journal import Journal, MatchId
from companion.values.notices import Notice
from web.pages.seat.views import NOTES_LENGTH


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
