"""What a seat's own page asks."""

from __future__ import annotations

from typing import Protocol

from web.views import Packets, Reply, Session


class SeatPort(Packets, Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def virtual_scene(self, session: Session) -> object | None: ...  # None: no virtual table in this match
    def answer(self, session: Session, key: str, version: int, request: str) -> Reply: ...
    def hand_photo(self, session: Session, picture: bytes) -> Reply: ...
    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply: ...  # pieces of `nameable`, with repeats
