"""Copies that nobody tells apart: what the notes call a piece of which several look the same.

A sticker says which copy a coin is; to the rules one archer is as good as another, and the notes give the copies
names of their own. A copy that lies where the notes have one of its kind is that one, whatever its sticker says. All of
this is made from what everybody knows, so that no name on the table tells anything of a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from companion.reading.on_table import OnTable
from rules.engine.types import Card, PieceId, Pile, Shape, State

Names = Mapping[str, PieceId]
"""What the copies on the table were called so far, by payload."""


def look_alikes(state: State, alike: Iterable[str]) -> frozenset[PieceId]:
    """Every piece of the decks whose copies nobody tells apart."""
    return frozenset(piece for deck in alike for piece in state.decks.get(deck, ()))


def same(one: object, other: object, alike: frozenset[PieceId]) -> bool:
    """Whether two pieces are the same to everybody at the table."""
    if one == other:
        return True
    both = isinstance(one, PieceId) and isinstance(other, PieceId) and one in alike and other in alike
    return both and PieceId(str(one)).kind == PieceId(str(other)).kind


Room = Callable[[Pile, OnTable, int], bool]
"""Whether a stack has room for one more of a piece's kind by the notes, when so many of it are seen there."""


def named(
    items: Sequence[OnTable],
    public: State,
    alike: frozenset[PieceId],
    before: Names,
    room: Room = lambda pile, item, present: present == 0,
) -> tuple[OnTable, ...]:
    """The same items with the names that the notes use. `before` is what they were called until now: as long as that
    fits, it stays."""
    by_kind: dict[str, list[OnTable]] = {}
    for item in items:
        if item.thing is not None and item.thing in alike and not item.anywhere:
            by_kind.setdefault(item.thing.kind, []).append(item)
    if not by_kind:
        return tuple(items)
    known, names = public.known(), dict[str, PieceId]()
    copies_of: dict[tuple[str, str], list[PieceId]] = {}
    for deck in {some[0].deck for some in by_kind.values()}:
        for piece in public.decks[deck]:
            copies_of.setdefault((deck, piece.kind), []).append(piece)
    for kind, some in by_kind.items():
        copies = copies_of.get((some[0].deck, kind), [])
        names |= _Naming(some, copies, public, known, before, room).found
    return tuple(replace(i, piece=names[i.payload], sticker=i.thing) if i.payload in names else i for i in items)


def remembered(items: Iterable[OnTable], public: State, alike: frozenset[PieceId], before: Names) -> dict[str, PieceId]:
    """What to call them by next time: also those that were lifted, as long as the notes have them lying somewhere."""
    kept = {item.payload: item.piece for item in items if item.piece is not None and item.piece in alike}
    claimed, known = set(kept.values()), public.known() if before else {}
    for payload, piece in before.items():
        if payload not in kept and piece not in claimed and piece in known and public.pile(known[piece]).spot:
            kept[payload] = piece
    return kept


def taken_from(thing: PieceId, spot: str, public: State, alike: frozenset[PieceId], called: PieceId | None) -> PieceId:
    """What the notes call the copy that was taken from a spot: the topmost of its kind there."""
    if thing not in alike:
        return thing
    there = [p for pile in public.piles.values() if pile.spot == spot for p in pile if p.kind == thing.kind]
    return called if called in there else there[-1] if there else called or thing


def as_free(cards: Iterable[Card], free: Iterable[PieceId], alike: frozenset[PieceId]) -> tuple[Card, ...]:
    """Copies that come out of the dark (a bag, a deck), called by names that are `free`: their own, else the first of
    their kind. One too many keeps its own name, and the rules refuse it."""
    left = dict.fromkeys(free)
    found: list[Card] = []
    for card in cards:
        name = card
        if isinstance(card, PieceId) and card in alike and card not in left:
            name = next((p for p in left if p.kind == card.kind), card)
        if isinstance(name, PieceId):
            left.pop(name, None)
        found.append(name)
    return tuple(found)


class _Naming:
    """The copies of one kind that lie on the table, and a name for each payload. First what stays, then what is
    expected where it lies, then what it was called before; what is left has come from where nobody sees."""

    def __init__(
        self,
        items: Iterable[OnTable],
        copies: Sequence[PieceId],
        public: State,
        known: Mapping[PieceId, str],
        before: Names,
        room: Room,
    ):
        self._room = room
        self._public = public
        self._before = before
        places = {piece: public.pile(known[piece]) for piece in copies if piece in known}
        self._on_mat = {piece: pile.spot for piece, pile in places.items() if pile.spot is not None}
        self._out = {piece for piece, pile in places.items() if pile.spot is None and pile.shape is not Shape.HAND}
        self._free = dict.fromkeys(copies)
        self.found: dict[str, PieceId] = {}
        some = sorted(items, key=lambda i: (i.since_s, i.payload))
        for item in some:
            called = before.get(item.payload)
            if called is not None and self._on_mat.get(called) == item.spot:
                self._give(item, called)
        for choose in (self._expected, self._called, self._from_hand, self._any):
            for item in some:
                if item.payload not in self.found and (name := choose(item)) is not None:
                    self._give(item, name)

    def _give(self, item: OnTable, name: PieceId) -> None:
        if name in self._free:
            del self._free[name]
            self.found[item.payload] = name

    def _expected(self, item: OnTable) -> PieceId | None:
        """A copy that the notes have on its spot, as long as a stack there is not as high already as they say. What
        another one was called until now is the last choice."""
        there: list[PieceId] = []
        for pile in self._public.piles.values():
            if pile.spot is None or pile.spot != item.spot:
                continue
            copies = [p for p in pile if p in self._on_mat]
            taken = sum(p not in self._free for p in copies)
            if pile.shape is Shape.STACK:
                copies = copies[::-1] if self._room(pile, item, taken) else []
            elif item.thing is not None and item.thing in copies:
                copies.insert(0, item.thing)
            there += [p for p in copies if p in self._free]
        others = {name for payload, name in self._before.items() if payload != item.payload}
        return next((p for p in there if p not in others), there[0] if there else None)

    def _called(self, item: OnTable) -> PieceId | None:
        called = self._before.get(item.payload)
        return called if called in self._free else None

    def _from_hand(self, item: OnTable) -> PieceId | None:
        """A copy that may come out of a hand or a bag; a box that lies open holds what is out of the game."""
        held = [p for p in self._free if p not in self._on_mat and p not in self._out]
        return item.thing if item.thing in held else held[0] if held else None

    def _any(self, item: OnTable) -> PieceId | None:
        """No copy is left that nobody sees: it is one that is missing at its place, or else one out of the game."""
        missing = next((p for p in self._free if p in self._on_mat), None)
        return missing or (item.thing if item.thing in self._free else next(iter(self._free), None))
