"""Character cards that are turned up and down (CH-ADV-02 to -11, CH-CHAR-GEN-05, -10, -11)."""

from __future__ import annotations

from rules.engine import PieceId, Seat, Table
from rules.games.chesney.characters.honours import shown_now
from rules.games.chesney.names import character


def turn_up_character(t: Table, seat: Seat, piece: PieceId) -> None:
    """A character is turned up, by Appear or by its condition: public from now on."""
    t.name(character(seat), piece)
    t.turn_face(character(seat), piece, True)
    t.tell("character_up", seat=seat, piece=piece)
    shown_now(t, seat)


def turn_down_character(t: Table, seat: Seat) -> None:
    """A character is turned down: views show a back (CH-CHAR-GEN-05). It can Appear again later (CH-ADV-04)."""
    (piece,) = t.pile(character(seat)).pieces
    t.cover(character(seat), piece)
    t.tell("character_down", seat=seat)


def count_use(t: Table, seat: Seat) -> int:
    """One more completed use of a skill in this round, which Wounded phases do not reset (CH-CHAR-HON-08, JC-61)."""
    t.add(f"used/{seat}", 1)
    return t.number(f"used/{seat}")
