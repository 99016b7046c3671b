"""What the cards may be that a seat holds and has not shown."""

from __future__ import annotations

from rules.engine.game import Game
from rules.engine.types import UNSEEN, PieceId, Pile, Seat, Shape, State


def nameable(game: Game, seen: State, seat: Seat) -> tuple[tuple[PieceId, int], ...]:
    """What the pieces in the hand that this seat has not shown may be, in decks whose copies nobody tells apart: one of
    each kind, and how many there may be. Where every card is one of a kind a photo is quicker than so long a list."""
    unseen = [s.deck for p in _held(seen, seat) for s in p.slots if s.piece is UNSEEN and s.deck in game.box.alike]
    own = None if game.box.own is None or not unseen else game.box.own(seen, seat)
    found: dict[str, tuple[PieceId, int]] = {}
    for deck in dict.fromkeys(unseen):
        for piece in seen.unaccounted(deck):
            if own is None or piece in own:
                first, count = found.get(piece.kind, (piece, 0))
                found[piece.kind] = (first, min(count + 1, len(unseen)))
    return tuple(found.values())


def unnamed(seen: State, seat: Seat) -> int:
    """How many cards in the hand this seat has not shown."""
    return sum(pile.unseen for pile in _held(seen, seat))


def _held(seen: State, seat: Seat) -> list[Pile]:
    return [p for p in seen.piles.values() if p.owner == seat and p.shape is Shape.HAND]
