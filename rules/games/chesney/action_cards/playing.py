"""A card on its way: from the hand to the place where its effect is resolved, then to the Play Area (CH-ACT-GEN-01)."""

from __future__ import annotations

from typing import Final

from rules.engine import PieceId, Seat, Table
from rules.games.chesney.names import PLAY_AREA, RESERVE, hand
from rules.games.chesney.pieces import skill_kinds

IN_PLAY: Final = "in_play"
"""The card whose effect is being resolved: it lies in the Play Area; no new pile takes it (CH-DECK-02)."""


def use(t: Table, seat: Seat, piece: PieceId) -> None:
    """A hand card is played, face-up."""
    t.move(piece, IN_PLAY, frm=hand(seat))


def spent(t: Table, piece: PieceId) -> None:
    """Its effect is over, unless it lies elsewhere by now. Skill cards go back to the reserve (CH-CHAR-CARD-03)."""
    if piece in t.pile(IN_PLAY):
        t.move(piece, RESERVE if piece.kind in skill_kinds() else PLAY_AREA, frm=IN_PLAY)
