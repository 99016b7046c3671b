"""The difference between what the rules expect on the table and what the camera sees: things to do with the hands."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from enum import Enum

from companion.players.racks import RackPlace
from companion.reading.bags import bag_at
from companion.reading.on_table import Mark, OnTable, beneath, explained
from rules.engine.types import PUBLIC, PieceId, Pile, Shape, State
from vision.types import NamelessCard


class Chore(Enum):
    """What is to be done."""

    LAY = "lay"  # bring a piece to a spot, it was not seen on the table
    MOVE = "move"  # from one spot to another
    TAKE_OFF = "take_off"  # a piece lies on the mat that is held in a hand
    PUT_AWAY = "put_away"  # a piece lies on the mat that belongs into a bag or box
    EMPTY = "empty"  # all that lies on some spots belongs into a bag or box
    GATHER = "gather"  # collect all cards of a deck and shuffle them
    TURN = "turn"  # a piece lies open where it should lie face-down
    TURN_UP = "turn_up"  # what lies face-down there should lie open
    CLEAR = "clear"  # something stands on a field of the board that should be empty
    STAND = "stand"  # a figure should stand on a field of the board, or another one than does
    SET_UP = "set_up"  # very many fields of the board differ
    COUNT = "count"  # a stack may be lower or higher than the notes say: look


@dataclass(frozen=True)
class Todo:
    """One thing to do. `spot` is where the piece should lie, `from_spot` where it lies, `pile` the bag or box that it
    belongs into. `deck` is set for GATHER, whose `spot` is that of its closed stack. EMPTY and SET_UP have all their
    spots in `from_spots`, COUNT the notes' number. `rack`: the place in a rack from which the card comes."""

    chore: Chore
    piece: PieceId | None = None
    deck: str = ""
    from_spot: str | None = None
    spot: str | None = None
    pile: str = ""
    from_spots: tuple[str, ...] = ()
    count: int = 0
    rack: RackPlace | None = None

    @property
    def places(self) -> tuple[str, ...]:
        """Where hands are to go: to where something should lie, or else to where something lies."""
        return (self.spot,) if self.spot is not None else tuple(s for s in (self.from_spot, *self.from_spots) if s)


def fields_of(todos: Iterable[Todo]) -> tuple[str, ...]:
    """The fields of the board that something is to be done about."""
    found: list[str] = []
    for todo in todos:
        if todo.chore in (Chore.CLEAR, Chore.STAND, Chore.SET_UP):
            found += [cell for cell in (todo.spot, todo.from_spot, *todo.from_spots) if cell is not None]
    return tuple(found)


@dataclass(frozen=True)
class Stacks:
    """What is known of pieces that lie on each other: those whose copies nobody tells apart, the spots whose topmost
    piece was just taken, pieces that were said to be laid on a stack and not seen to come, the spots from which pieces
    went back to a hand, the decks that no camera reads, and of those that it does the pieces without a sticker (`bare`)
    and the decks without any on their backs: nothing of these is waited for."""

    alike: frozenset[PieceId] = frozenset()
    bared: Container[str] = field(default_factory=frozenset)
    missing: frozenset[PieceId] = frozenset()
    returned: Container[str] = field(default_factory=frozenset)
    figures: frozenset[str] = frozenset()
    bare: frozenset[PieceId] = frozenset()
    backless: frozenset[str] = frozenset()


NO_STACKS = Stacks()


def todo_list(
    public: State,
    table: Iterable[OnTable],
    full: State,
    read: Container[Mark] = frozenset(),
    stacks: Stacks = NO_STACKS,
) -> tuple[Todo, ...]:
    """Everything that differs, in a steady order. From the public state; `full` is asked only where a card that
    everybody sees lying open belongs, if it belongs under an open stack. `read` are the lying-theres that have been
    answers: a back among them that the state no longer knows is to be taken away."""
    items = tuple(table)
    lying = {item.piece: item for item in items if item.piece is not None}
    unseen = stacks.bare.union(*(public.decks.get(deck, ()) for deck in stacks.figures))
    wanted = {piece: pile for pile in public.piles.values() for piece in visible(pile) if piece not in unseen}
    found = _missing(wanted, public, items, stacks)
    found += _face_down_missing(public, items, stacks)
    away = _Away(public, read, stacks.returned)
    to_turn = {(p.spot, piece) for piece, p in wanted.items() if piece not in lying}  # probably what lies there hidden
    for item in items:
        if item.piece is not None or item.mark not in read or item.spot is None or explained(item, public):
            continue
        if not any(spot == item.spot and piece in public.decks.get(item.deck, ()) for spot, piece in to_turn):
            found += away.back(item)
    gather: dict[str, str] = {}
    known, below = public.known(), beneath(items)
    for piece, item in lying.items():
        if piece in wanted or item.mark in below:
            continue
        pile = public.pile(known[piece]) if piece in known else None
        if pile is not None and pile.spot is not None:  # in a stack of known cards: covered, or lying elsewhere
            whole = (t.chore is Chore.MOVE and (t.from_spot, t.spot) == (item.spot, pile.spot) for t in found)
            if piece in stacks.alike and item.spot != pile.spot and not any(whole):
                found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=pile.spot))
            continue
        if piece in stacks.alike:
            found += away.piece(piece, item, pile)
            continue
        spot = _stack_of(full, piece)
        if spot in (None, item.spot) and _lies_wrong_side_up(item, public, items):
            found.append(Todo(Chore.TURN, piece, spot=item.spot))
        elif spot is not None:
            if spot != item.spot:
                found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=spot))
        elif (stack := _closed_stack(public, item.deck)) is not None:
            gather[item.deck] = stack
        else:
            found.append(Todo(Chore.TAKE_OFF, piece, from_spot=item.spot))
    found += _doubtful(public, items, stacks)
    return (*(Todo(Chore.GATHER, deck=d, spot=spot or None) for d, spot in gather.items()), *away.emptied(), *found)


def by_names(found: Iterable[Todo], cards: Iterable[NamelessCard]) -> tuple[tuple[Todo, ...], tuple[NamelessCard, ...]]:
    """What is left to do, and the cards that stay without a name, when each card that the camera cannot tell is the one
    that should lie where it lies, if it may be that one."""
    todos, left = [], list(cards)
    for todo in found:
        is_laid = todo.chore is Chore.LAY and todo.piece is not None
        card = next((c for c in left if is_laid and c.spot == todo.spot and todo.piece in c.may_be), None)
        if card is None:
            todos.append(todo)
        else:
            left.remove(card)
    return tuple(todos), tuple(left)


def _missing(wanted: dict[PieceId, Pile], public: State, items: tuple[OnTable, ...], stacks: Stacks) -> list[Todo]:
    """What should be seen lying open and is not, or not there."""
    lying = {item.piece: item for item in items if item.piece is not None}
    found: list[Todo] = []
    for piece, pile in wanted.items():
        item = lying.get(piece)
        if item is None and _another_shows(piece, pile, lying, stacks):
            continue
        if item is None:
            if not _may_be_covered(pile, public, lying):
                hidden = _hides(pile, piece, public, items)
                found.append(Todo(Chore.TURN_UP if hidden else Chore.LAY, piece, spot=pile.spot))
        elif item.spot != pile.spot:
            found.append(Todo(Chore.MOVE, piece, from_spot=item.spot, spot=pile.spot))
    return found


def _another_shows(piece: PieceId, pile: Pile, lying: dict[PieceId, OnTable], stacks: Stacks) -> bool:
    """Whether another copy of the same stack is seen there: which one lies on top does not matter."""
    if pile.shape is not Shape.STACK or piece not in stacks.alike or piece in stacks.missing:
        return False
    return any(p.kind == piece.kind and p in lying and lying[p].spot == pile.spot for p in pile)


def _doubtful(public: State, items: tuple[OnTable, ...], stacks: Stacks) -> list[Todo]:
    """Stacks whose height by the notes does not fit what is seen: a piece of it lies elsewhere while others are still
    there, or its topmost was taken and nothing came to light."""
    where = {item.piece: item.spot for item in items if item.piece in stacks.alike}
    found: list[Todo] = []
    for pile in public.piles.values():
        if pile.shape is not Shape.STACK or pile.spot is None or not any(p in stacks.alike for p in pile):
            continue
        spots = {where[p] for p in pile if p in where}
        if (pile.spot in spots and len(spots) > 1) or (not spots and pile.spot in stacks.bared):
            found.append(Todo(Chore.COUNT, spot=pile.spot, count=len(pile)))
    return found


class _Away:
    """What lies on the mat and belongs into a bag or box, or back to a hand."""

    def __init__(self, public: State, read: Container[Mark], returned: Container[str]):
        self._public = public
        self._returned = returned
        self._read = read
        self._spots: dict[str, dict[str, None]] = {}  # what is to be emptied, by the pile that it goes into

    def piece(self, piece: PieceId, item: OnTable, pile: Pile | None) -> list[Todo]:
        """An open piece that the notes have in a box, in somebody's bag (it lay there as an answer once), or held."""
        if pile is not None and pile.shape is not Shape.HAND:
            return [Todo(Chore.PUT_AWAY, piece, from_spot=item.spot, pile=pile.key)]
        bag = self._bag(item) if item.mark in self._read else None
        if bag is None or item.spot is None:
            return [Todo(Chore.TAKE_OFF, piece, from_spot=item.spot)]
        if any(p.spot == item.spot and len(p) for p in self._public.piles.values()):
            return [Todo(Chore.PUT_AWAY, piece, from_spot=item.spot, pile=bag)]
        self._spots.setdefault(bag, {})[item.spot] = None
        return []

    def back(self, item: OnTable) -> list[Todo]:
        """A back where the notes have none any more."""
        bag = self._bag(item)
        if bag is None or item.spot is None:
            return [Todo(Chore.TAKE_OFF, from_spot=item.spot)]
        self._spots.setdefault(bag, {})[item.spot] = None
        return []

    def _bag(self, item: OnTable) -> str | None:
        """The bag into which it goes; None where pieces went back to a hand."""
        return None if item.spot in self._returned else bag_at(item.spot, item.deck, self._public)

    def emptied(self) -> list[Todo]:
        """One thing to do for each bag."""
        return [Todo(Chore.EMPTY, pile=bag, from_spots=tuple(spots)) for bag, spots in self._spots.items()]


def _hides(pile: Pile, piece: PieceId, public: State, items: Iterable[OnTable]) -> bool:
    """Whether the back that lies on a place for one card is most likely this piece's."""
    backs = [i for i in items if i.piece is None and i.spot == pile.spot]
    return pile.shape is Shape.SLOT and any(piece in public.decks.get(i.deck, ()) for i in backs)


def _face_down_missing(public: State, items: tuple[OnTable, ...], stacks: Stacks) -> list[Todo]:
    """Places for one card, and seats' own piles of look-alikes, where a back should lie and none does."""
    covered = {item.spot for item in items}
    decks = {deck for deck, pieces in public.decks.items() if not stacks.alike.isdisjoint(pieces)}
    return [
        Todo(Chore.LAY, spot=pile.spot)
        for pile in public.piles.values()
        if pile.spot is not None and pile.spot not in covered
        if pile.shape is Shape.SLOT or pile.owner is not None
        if any(
            not s.face_up and s.deck not in stacks.backless and (pile.shape is Shape.SLOT or s.deck in decks)
            for s in pile.slots
        )
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
    """Whether a card that is not seen may lie under the card of another pile on the same spot. Of these the game names
    the one that lies higher later."""
    if pile.shape is not Shape.STACK:
        return False
    keys = [other.key for other in public.piles.values() if other.spot == pile.spot]
    above = keys[keys.index(pile.key) + 1 :]
    return any(piece in lying for key in above for piece in public.pile(key))


def _lies_wrong_side_up(item: OnTable, public: State, items: Iterable[OnTable]) -> bool:
    """Whether a place for one card should show a back of this deck where this piece lies open."""
    if item.spot is None or any(i.piece is None and (i.spot, i.deck) == (item.spot, item.deck) for i in items):
        return False
    places = [pile for pile in public.piles.values() if pile.spot == item.spot and pile.shape is Shape.SLOT]
    return any(s.deck == item.deck and not s.face_up for pile in places for s in pile.slots)


def _closed_stack(public: State, deck: str) -> str | None:
    """The spot of the closed stack in which most cards of this deck lie that nobody can name: one on view belongs
    there. Empty for a stack that is on no spot; None where there is no such stack."""
    if any(s.deck == deck for p in public.piles.values() if p.shape is Shape.HAND for s in p.slots):
        return None  # nobody gives a hand back because of one card that lies wrong
    closed = [
        (sum(s.deck == deck for s in p.slots), p.spot or "")
        for p in public.piles.values()
        if p.shape is Shape.STACK and not p.top_only and not p.face_up
    ]
    is_most = 2 * sum(count for count, _ in closed) >= len(public.decks[deck])
    return max(closed)[1] if closed and is_most else None
