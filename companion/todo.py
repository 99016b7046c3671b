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
    TURN = "turn"  # a piece lies open where it should lie face-down
    TURN_UP = "turn_up"  # what lies face-down there should lie open


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
        for piece in visible(pile):
            wanted[piece] = pile
    for piece, pile in wanted.items():
        item = lying.get(piece)
        if item is None:
            if not _may_be_covered(pile, public, lying):
                hidden = _hides(pile, piece, public, items)
                found.append(Todo(Chore.TURN_UP if hidden else Chore.LAY, piece, spot=pile.spot))
        elif item.spot != pile.spot:
            found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=pile.spot))
    found += _face_down_missing(public, items)
    to_turn = {(p.spot, piece) for piece, p in wanted.items() if piece not in lying}  # probably what lies there hidden
    found += [
        Todo(Chore.TAKE_OFF, from_spot=item.spot)
        for item in items
        if item.piece is None and item.mark in read and item.spot is not None and not explained(item, public)
        if not any(spot == item.spot and piece in public.decks.get(item.deck, ()) for spot, piece in to_turn)
    ]
    gather: dict[str, None] = {}
    known = public.known()
    for piece, item in lying.items():
        if piece in wanted or any(item.is_under(other) for other in items):
            continue
        if piece in known and public.pile(known[piece]).spot is not None:
            continue  # covered in a stack of known cards
        spot = _stack_of(full, piece)
        if spot in (None, item.spot) and _lies_wrong_side_up(item, public, items):
            found.append(Todo(Chore.TURN, piece, spot=item.spot))
        elif spot is not None:
            if spot != item.spot:
                found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=spot))
        elif _in_closed_stack(public, item.deck):
            gather[item.deck] = None
        else:
            found.append(Todo(Chore.TAKE_OFF, piece, from_spot=item.spot))
    return (*(Todo(Chore.GATHER, deck=d) for d in gather), *found)


def _hides(pile: Pile, piece: PieceId, public: State, items: Iterable[OnTable]) -> bool:
    """Whether the back that lies on a place for one card is most likely this piece's."""
    backs = [i for i in items if i.piece is None and i.spot == pile.spot]
    return pile.shape is Shape.SLOT and any(piece in public.decks.get(i.deck, ()) for i in backs)


def _face_down_missing(public: State, items: tuple[OnTable, ...]) -> list[Todo]:
    """Places for one card where a face-down card should lie and nothing lies."""
    covered = {item.spot for item in items}
    return [
        Todo(Chore.LAY, spot=pile.spot)
        for pile in public.piles.values()
        if pile.shape is Shape.SLOT and pile.spot is not None and pile.spot not in covered
        if any(not s.face_up for s in pile.slots)
    ]


def visible(pile: Pile) -> tuple[PieceId, ...]:
    """The cards of a pile that should be seen lying open: of a stack only the top one."""
    if pile.spot is None:
        return ()
    slots = pile.slots[-1:] if pile.shape is Shape.STACK else pile.slots
    return tuple(s.piece for s in slots if isinstance(s.piece, PieceId) and s.face_up)


def _stack_of(full: State, piece: PieceId) -> str | None:
    """The spot of the stack that this piece lies in, under others or face-down."""
    place = full.where(piece)
    pile = None if place is None else full.pile(place)
    if pile is None or pile.shape is not Shape.STACK:
        return None
    return pile.spot if (pile.top_only and PUBLIC in pile.readers) or not pile.face_up else None


def _may_be_covered(pile: Pile, public: State, lying: Container[PieceId]) -> bool:
    """Whether a card that is not seen may lie under the card of another pile on the same spot."""
    return pile.shape is Shape.STACK and any(
        piece in lying
        for other in public.piles.values()
        if other.spot == pile.spot and other.key != pile.key
        for piece in visible(other)
    )


def _lies_wrong_side_up(item: OnTable, public: State, items: Iterable[OnTable]) -> bool:
    """Whether a place for one card should show a back of this deck where this piece lies open."""
    if item.spot is None or any(i.piece is None and (i.spot, i.deck) == (item.spot, item.deck) for i in items):
        return False
    places = [pile for pile in public.piles.values() if pile.spot == item.spot and pile.shape is Shape.SLOT]
    return any(s.deck == item.deck and not s.face_up for pile in places for s in pile.slots)


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
