"""The names of Chronicle's piles and how to look into them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Keys, PieceId, Seat, State, Table
from rules.games.chronicle.cards import Pack

CHARACTERS: Final = "characters"
HISTORIES: Final = "histories"
DISCARD: Final = "discard"


hand: Final = Keys[Seat]("hand")
"""The cards that a seat holds."""
meeting: Final = Keys[Seat]("meeting")
"""The place of a seat in the meeting."""
allies: Final = Keys[Seat]("allies")
"""The cards that a seat has taken."""
fame: Final = Keys[Seat]("fame")
"""The track of a seat's Fame."""
void: Final = Keys[Seat]("void")
"""The track of the suits that a seat is known to lack."""


def in_order(t: Table) -> Iterator[Seat]:
    """All seats in the order of play of this meeting."""
    return t.clockwise(leader(t))


def leader(t: Table) -> Seat:
    """Who leads the meeting; until somebody does, whoever's turn it is."""
    value = t["leader"]
    return Seat(value) if isinstance(value, int) else t.turn or Seat(0)


def others(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """The opponents of a seat, from the left."""
    return tuple(t.clockwise(seat))[1:]


def open_card(state: State, seat: Seat) -> PieceId | None:
    """The card that lies face-up in a seat's place of the meeting."""
    for slot in state.pile(meeting(seat)).slots:
        if slot.face_up and isinstance(slot.piece, PieceId):
            return slot.piece
    return None


def pieces_of(t: Table, track: str) -> tuple[PieceId, ...]:
    """The cards that a track lists."""
    value = t[track]
    return tuple(PieceId(v) for v in value) if isinstance(value, tuple | list) else ()


def turned_up(t: Table) -> tuple[PieceId, ...]:
    """The history cards turned up for this round, the first one first, without any that goes back to the pile."""
    back = pieces_of(t, "returning")
    return tuple(p for p in t.pile("history") if p not in back)


def in_force(t: Table, pack: Pack) -> tuple[PieceId, ...]:
    """All history cards in force, repeated ones included (CR-021)."""
    return (*turned_up(t), *pieces_of(t, "repeated"))
