"""A board in words, for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.sheet_words import drawable, in_a_row, sign_views
from rules.engine.board import BoardState, Field, Wall
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
        walls=tuple(
            ports.WallView(wall.one, wall.other, wall.kind, _wall(voice, wall), wall.open) for wall in board.walls
        ),
    )


def _wall(voice: Voice, wall: Wall) -> str:
    return voice.say("pile", "wall", {"wall": voice.words.word(wall.kind, voice.names), "open": wall.open})


def _walls(voice: Voice, board: BoardState, cell: str) -> str:
    """What stands between a field and those beside it; empty for nothing."""
    met = [(w.other if w.one == cell else w.one, w) for w in board.walls if cell in (w.one, w.other)]
    told = tuple(voice.say("pile", "wall_to", {"wall": _wall(voice, wall), "cell": other}) for other, wall in met)
    return voice.words.word(told, voice.names) if told else ""


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
    signs = sign_views(voice, at.signs)
    title = voice.words.word(at.title, voice.names) if at.title and at.title != at.cell else ""
    facts = {
        "cell": at.cell,
        "title": title,
        "ground": ground,
        "signs": in_a_row(voice, (sign.name for sign in signs)),
        "marker": marker,
        "stack": told,
        "alarm": at.cell in board.alarm,
        "walls": _walls(voice, board, at.cell),
    }
    label = voice.say("pile", "field", facts)
    icon = drawable(at.ground)
    return ports.FieldView(at.cell, x, y, label, at.ground, ground, at.marker, stack, icon, title, signs)
