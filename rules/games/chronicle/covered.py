"""Turning up a card that was played face-down (CR-052, CR-I05)."""

from __future__ import annotations

from rules.engine import PieceId, Play, Reveal, Seat, Table
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.names import meeting


def turn_up(t: Table, pack: Pack, seat: Seat, *, boundary: bool = False) -> Play:
    """Turns up the card that a seat played face-down, if it did. `boundary`: a phase of its own waits for it."""
    key = meeting(seat)
    if not any(not slot.face_up for slot in t.pile(key).slots):
        return
    if t.pile(key).unseen:
        piece = yield Reveal(kind="turn_up", pile=key, to_spot=key, boundary=boundary, facts={"seat": seat})
        t.name(key, piece)
    for piece in _covered(t, key):
        t.turn_face(key, piece, True)
        t.tell("turned_up", seat=seat, piece=piece)
        if pack.characters[piece].wild:
            t.tell("wild_was_covered", seat=seat, piece=piece)


def _covered(t: Table, key: str) -> list[PieceId]:
    return [s.piece for s in t.pile(key).slots if not s.face_up and isinstance(s.piece, PieceId)]
