"""What a seat's own page asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from web.views import Face, OnTable, Reply, Session

NOTES_LENGTH: Final = 2000
"""How many characters the notes of one seat may have."""


@dataclass(frozen=True)
class HeldCard:
    """A card that its owner's phone films: its title when it is in the own hand, empty for any other, and its tag's
    corners in shares (0..1) of the picture."""

    title: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True)
class HandLook:
    """What one picture of that film says, for the seat that sent it alone: it is made from the packet of that seat.
    `reply` says what came of cards that were new, None when there was none."""

    reply: Reply | None
    cards: tuple[HeldCard, ...] = ()
    is_dark: bool = False


@dataclass(frozen=True, kw_only=True)
class HintView:
    """An option that the program would look at first, and what speaks for it: the most telling first."""

    key: str
    label: str
    face: Face | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class HintLook:
    """What came of asking for a hint, for the seat that asked alone: it is made from what that seat is handed. Without
    hints the reply says why. `version` is the table's that was thought about."""

    reply: Reply
    version: int
    hints: tuple[HintView, ...] = ()


class SeatPort(OnTable, Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def answer(self, session: Session, key: str, version: int, request: str) -> Reply: ...
    def hand_photo(self, session: Session, picture: bytes) -> Reply: ...
    def hand_look(self, session: Session, picture: bytes) -> HandLook: ...
    def hint(self, session: Session) -> HintLook: ...
    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply: ...  # pieces of `nameable`, with repeats
    def start(self, session: Session) -> Reply: ...  # the match, when everybody is here
    def consent(self, session: Session, agrees: bool, number: int) -> Reply: ...  # to the proposal of that number
    def take_back(self, session: Session, version: int) -> Reply: ...  # the own last answer, as of that version
    def seat_notes(self, session: Session) -> str: ...  # nobody else can ever read them; empty: none yet, or no seat
    def keep_seat_notes(self, session: Session, text: str) -> Reply: ...
