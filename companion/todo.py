"""The difference between what the rules expect on the table and what the camera sees: things to do with the hands."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from enum import Enum

from companion.interpret import Mark, OnTable, explained
from rules.engine.types import PUBLIC, PieceId, Pile, Shape, State


class Chore(Enum):
    """What is to be done."""

    LAY = "lay"  # bring a piece to a spot, it was not seen on the table
    MOVE = "move"  # from one spot to another
    TAKE_OFF = "take_off"  # a piece lies on the mat that is held in a hand
    GATHER = "gather"  # collect all cards of a deck and shuffle them


@dataclass(frozen=True)
class Todo:
    """One thing to do. `deck` is set for GATHER; `spot` is where the piece should lie, `from_spot` where it lies."""

    chore: Chore
    piece: PieceId | None = None
    deck: str = ""
    from_spot: str | None = None
    spot: str | None = None


def todo_list(
    public: State, table: Iterable[OnTable], full: State, read: Container[Mark] = frozenset()
) -> tuple[Todo, ...]:
    """Everything that differs, in a steady order. From the public state; `full` is asked only where a card that
    everybody sees lying open belongs, if it belongs under an open stack. `read` are the lying-theres that have been
    answers: a back among them that the state no longer knows is to be taken away."""
    items = tuple(table)
    lying = {item.piece: item for item in items if item.piece is not None}
    found: list[Todo] = []
    wanted: dict[PieceId, Pile] = {}
    for pile in public.piles.values():
        for piece in _visible(pile):
            wanted[piece] = pile
    for piece, pile in wanted.items():
        item = lying.get(piece)
        if item is None:
            found.append(Todo(Chore.LAY, piece, spot=pile.spot))
        elif item.spot != pile.spot:
            found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=pile.spot))
    found += _face_down_missing(public, items)
    found += [
        Todo(Chore.TAKE_OFF, from_spot=item.spot)
        for item in items
        if item.piece is None and item.mark in read and item.spot is not None and not explained(item, public)
    ]
    gather: dict[str, None] = {}
    known = public.known()
    for piece, item in lying.items():
        if piece in wanted or any(item.is_under(other) for other in items):
            continue
        if piece in known and public.pile(known[piece]).spot is not None:
            continue  # covered in a stack of known cards
        spot = _open_stack_of(full, piece)
        if spot is not None:
            if spot != item.spot:
                found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=spot))
        elif _in_closed_stack(public, item.deck):
            gather[item.deck] = None
        else:
            found.append(Todo(Chore.TAKE_OFF, piece, from_spot=item.spot))
    return (*(Todo(Chore.GATHER, deck=d) for d in gather), *found)


def _face_down_missing(public: State, items: tuple[OnTable, ...]) -> list[Todo]:
    """Places for one card where a face-down card should lie and nothing lies."""
    covered = {item.spot for item in items}
    return [
        Todo(Chore.LAY, spot=pile.spot)
        for pile in public.piles.values()
        if pile.shape is Shape.SLOT and pile.spot is not None and pile.spot not in covered
        if any(not s.face_up for s in pile.slots)
    ]


def _visible(pile: Pile) -> tuple[PieceId, ...]:
    if pile.spot is None:
        return ()
    slots = pile.slots[-1:] if pile.shape is Shape.STACK else pile.slots
    return tuple(s.piece for s in slots if isinstance(s.piece, PieceId) and s.face_up)


def _open_stack_of(full: State, piece: PieceId) -> str | None:
    """The spot of the open stack that this piece lies in, covered by others."""
    place = full.where(piece)
    pile = None if place is None else full.pile(place)
    return pile.spot if pile is not None and pile.top_only and PUBLIC in pile.readers else None


def _in_closed_stack(public: State, deck: str) -> bool:
    """Whether cards of this deck that nobody can name lie in a closed stack: then one on view belongs there."""
    if any(s.deck == deck for p in public.piles.values() if p.shape is Shape.HAND for s in p.slots):
        return False  # nobody gives a hand back because of one card that lies wrong
    total = len(public.decks[deck])
    closed = sum(
        s.deck == deck
        for p in public.piles.values()
        if p.shape is Shape.STACK and not p.top_only and not p.face_up
        for s in p.slots
    )
    return 2 * closed >= total
