"""What a seat's own page asks."""

from __future__ import annotations

from typing import Final, Protocol

from web.views import OnTable, Reply, Session

NOTES_LENGTH: Final = 2000
"""How many characters the notes of one seat may have."""


class SeatPort(OnTable, Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def answer(self, session: Session, key: str, version: int, request: str) -> Reply: ...
    def hand_photo(self, session: Session, picture: bytes) -> Reply: ...
    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply: ...  # pieces of `nameable`, with repeats
    def start(self, session: Session) -> Reply: ...  # the match, when everybody is here
    def consent(self, session: Session, agrees: bool, number: int) -> Reply: ...  # to the proposal of that number
    def take_back(self, session: Session, version: int) -> Reply: ...  # the own last answer, as of that version
    def seat_notes(self, session: Session) -> str: ...  # nobody else can ever read them; empty: none yet, or no seat
    def keep_seat_notes(self, session: Session, text: str) -> Reply: ...
