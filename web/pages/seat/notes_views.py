"""What a seat's own notes need: one text for each seat and match, which nobody else can ever read."""

from __future__ import annotations

from typing import Final, Protocol

from web.views import Reply, Session

NOTES_LENGTH: Final = 2000
"""How many characters the notes of one seat may have."""


class NotesPort(Protocol):
    """What the page may ask. Safe from any thread."""

    def seat_notes(self, session: Session) -> str: ...  # empty: none yet, or no seat
    def keep_seat_notes(self, session: Session, text: str) -> Reply: ...
