"""A board in words, for the pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.telling.sheet_words import drawable, in_a_row, sign_views
from companion.telling.voice import Voice
from rules.engine.mat import BoardState, Field, Wall
from rules.engine.types import ALL, PUBLIC, UNSEEN, Card, PieceId, Seat, Slot, State
from web import views as ports


def board_view(voice: Voice, board: BoardState, seen: State, reader: Seat = PUBLIC) -> ports.BoardView:
    """A board in words; where its fields lie is told in distances between two of them, as they lie for this reader."""
    turn = -1 if reader in board.turned else 1
    slots = {slot.piece: slot for pile in seen.piles.values() for slot in pile.slots}
    return ports.BoardView(
        sides=board.grid.sides,
        fields=tuple(_laid(voice, board, at, slots, turn) for at in board.fields),
        factions=tuple(
            ports.SideView(code, voice.words.word(code, voice.names), look.shape, look.tint, look.pattern)
            for code, look in board.sides.items()
        ),
        last=board.last,
        alarm=board.alarm,
        walls=tuple(
            ports.WallView(wall.one, wall.other, wall.kind, _wall(voice, wall), wall.open) for wall in board.walls
        ),
    )


def _wall(voice: Voice, wall: Wall) -> str:
    return voice.say("pile", "wall", {"wall": voice.words.word(wall.kind, voice.names), "open": wall.open})


def _laid(voice: Voice, board: BoardState, at: Field, slots: Mapping[Card, Slot], turn: int) -> ports.FieldView:
    """A field, with what of the rest of the board its words depend on."""
    x, y = (round(n * turn, 3) + 0.0 for n in board.grid.centre(at.cell))  # no minus before a zero
    top = at.pieces[-1] if at.pieces else None
    slot = slots[top] if isinstance(top, PieceId) else None
    walls = tuple((w.other if w.one == at.cell else w.one, w) for w in board.walls if at.cell in (w.one, w.other))
    return _field(voice, at, slot, (x, y), at.cell in board.alarm, walls)


def _walls(voice: Voice, met: Iterable[tuple[str, Wall]]) -> str:
    """What stands between a field and those beside it; empty for nothing."""
    told = tuple(voice.say("pile", "wall_to", {"wall": _wall(voice, wall), "cell": other}) for other, wall in met)
    return voice.words.word(told, voice.names) if told else ""


@lru_cache(maxsize=2048)
def _field(
    voice: Voice,
    at: Field,
    slot: Slot | None,
    centre: tuple[float, float],
    is_alarm: bool,
    met: tuple[tuple[str, Wall], ...],
) -> ports.FieldView:
    """A field in words; `slot`: its topmost piece. Most fields stay as they are from one answer to the next."""
    ground, marker, side = (
        voice.words.word(code, voice.names) if code else "" for code in (at.ground, at.marker, at.side)
    )
    stack, told = None, ""
    if at.pieces:
        top, height = at.pieces[-1], len(at.pieces)
        face, own = None, False
        if slot is not None and isinstance(top, PieceId):
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
        "alarm": is_alarm,
        "walls": _walls(voice, met),
    }
    label = voice.say("pile", "field", facts)
    icon = drawable(at.ground)
    x, y = centre
    return ports.FieldView(
        name=at.cell,
        x=x,
        y=y,
        label=label,
        kind=at.ground,
        ground=ground,
        marker=at.marker,
        stack=stack,
        icon=icon,
        title=title,
        signs=signs,
    )
