"""A board in words, for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.engine.board import BoardState, Field
from rules.engine.types import ALL, PUBLIC, UNSEEN, Card, PieceId, Seat, Slot, State
from web import ports

if TYPE_CHECKING:
    from companion.view import Voice


def board_view(voice: Voice, board: BoardState, seen: State, reader: Seat = PUBLIC) -> ports.BoardView:
    """A board in words; where its fields lie is told in distances between two of them, as they lie for this reader."""
    turn = -1 if reader in board.turned else 1
    slots = {slot.piece: slot for pile in seen.piles.values() for slot in pile.slots}
    return ports.BoardView(
        board.grid.sides,
        tuple(_field(voice, board, at, slots, turn) for at in board.fields),
        tuple(
            ports.SideView(code, voice.words.word(code, voice.names), look.shape, look.tint, look.pattern)
            for code, look in board.sides.items()
        ),
        board.last,
        board.alarm,
    )


def _field(voice: Voice, board: BoardState, at: Field, slots: Mapping[Card, Slot], turn: int) -> ports.FieldView:
    x, y = (round(n * turn, 3) + 0.0 for n in board.grid.centre(at.cell))  # no minus before a zero
    ground, marker, side = (
        voice.words.word(code, voice.names) if code else "" for code in (at.ground, at.marker, at.side)
    )
    stack, told = None, ""
    if at.pieces:
        top, height = at.pieces[-1], len(at.pieces)
        face, own = None, False
        if isinstance(top, PieceId):
            slot = slots[top]
            face, own = voice.face(top, slot.deck), not slot.face_up and slot.readers != ALL
        stack = ports.StackView(face, height, at.side, None if at.owner is None else int(at.owner), own)
        piece = voice.words.word(UNSEEN if own else top, voice.names)
        facts = {"piece": piece, "side": side, "owner": at.owner, "height": height, "tall": height > 1}
        told = voice.say("pile", "field_stack", facts)
    facts = {"cell": at.cell, "ground": ground, "marker": marker, "stack": told, "alarm": at.cell in board.alarm}
    label = voice.say("pile", "field", facts)
    return ports.FieldView(at.cell, x, y, label, at.ground, ground, at.marker, stack)
