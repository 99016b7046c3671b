"""Whether what lies on the table, or was taken from it, is the gesture of an option."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reading.look_alikes import look_alikes, same
from companion.reading.on_table import OnTable
from rules.engine.match import Match
from rules.engine.questions import Gesture, Laid, Moved, Option, Stood, Taken
from rules.engine.types import UNSEEN, Card, PieceId, Shape, State

_HELD = ""
"""Where pieces come from that nobody sees: hands and bags."""


@dataclass(frozen=True)
class Scene:
    """The whole table as it lies, and what everybody knows of it. `alike` are the pieces whose copies nobody tells
    apart."""

    items: tuple[OnTable, ...]
    public: State
    alike: frozenset[PieceId] = frozenset()

    @classmethod
    def of(cls, match: Match, items: tuple[OnTable, ...]) -> Scene:
        """The table at which this match is played."""
        public = match.seen(None)
        return cls(items, public, look_alikes(public, match.game.box.alike))


def fits(option: Option, item: OnTable, scene: Scene) -> bool:
    """Whether a piece lying like this is one of the option's gestures."""
    return any(_fits(way, item, scene) for way in option.ways)


def is_taken(option: Option, spot: str, item: OnTable, scene: Scene) -> bool:
    """Whether this piece having been taken from the spot is one of the option's gestures."""
    taken = [way.piece for way in option.ways if isinstance(way, Taken) and way.spot == spot]
    return any(piece is UNSEEN or same(piece, item.piece, scene.alike) for piece in taken)


def _fits(gesture: Gesture, item: OnTable, scene: Scene) -> bool:
    match gesture:
        case Laid(spot, piece, face_up, deck):
            if item.piece is None:
                return not face_up and piece is UNSEEN and deck in ("", item.deck) and item.spot == spot
            return face_up and _is_it(piece, item, scene) and (item.anywhere or item.spot == spot)
        case Moved(piece, from_spot, to_spot):
            return item.spot == to_spot and _has_left(piece, from_spot, item, scene)
        case Taken(spot, piece):  # taken off its place, and laid down beside everything
            is_beside = item.spot is None and not item.anywhere and item.piece in scene.alike
            return is_beside and _has_left(piece, spot, item, scene) and _source(item.piece, scene.public) != _HELD
        case Stood():  # pieces without stickers are read as a whole board (`board_gestures`)
            return False


def _is_it(piece: Card, item: OnTable, scene: Scene) -> bool:
    """Whether an item is this piece; of look-alikes, whether it is one of them that comes from the same place."""
    if item.piece not in scene.alike:
        return piece == item.piece
    return same(piece, item.piece, scene.alike) and _source(piece, scene.public) == _source(item.piece, scene.public)


def _has_left(piece: Card, from_spot: str, item: OnTable, scene: Scene) -> bool:
    """Whether an item is the piece that lay on a spot; of look-alikes, whether none lies there any more."""
    if item.piece not in scene.alike:
        return piece == item.piece
    source = _source(item.piece, scene.public)
    return (
        same(piece, item.piece, scene.alike)
        and source in (_HELD, _source(piece, scene.public))
        and not any(i.spot == from_spot and same(i.piece, piece, scene.alike) for i in scene.items)
    )


def _source(piece: Card | None, public: State) -> str:
    """The pile that a piece comes from, as far as everybody knows."""
    place = public.where(piece) if isinstance(piece, PieceId) else None
    return _HELD if place is None or public.pile(place).shape is Shape.HAND else place
