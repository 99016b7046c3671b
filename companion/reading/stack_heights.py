"""How high the stacks are of which the camera sees the top: what lies below was seen before, or is taken on trust."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from companion.reading.on_table import Mark, OnTable
from rules.engine.types import PieceId, Pile, Shape, State

FIRST_LOOK_S: Final = 3.0

_Place = tuple[str, str]
"""A spot and a kind of piece."""


@dataclass
class Heights:
    """How many pieces are believed to lie in every stack of look-alikes without having been seen come. Owned by the
    watch.

    A stack that lies there when the table is first looked at, or that was moved as one, is as high as the notes say.
    What comes onto a stack which is as high as the notes say already is one more.
    """

    _below: dict[_Place, int] = field(default_factory=dict)
    _owed: dict[_Place, int] = field(default_factory=dict)  # laid by the notes and not seen to come
    _noted: dict[_Place, int] = field(default_factory=dict)
    _placed: dict[Mark, str] = field(default_factory=dict)
    _last: dict[str, tuple[str, PieceId]] = field(default_factory=dict)  # by payload: where it lay last, and its name
    _first_s: float | None = None  # when anything was seen for the first time

    def room(self, pile: Pile, item: OnTable, present: int) -> bool:
        """Whether the notes have more pieces of a kind in a stack than lie there. Where none is seen, one that was
        covered may have come to light."""
        if present == 0 or self._is_first(item):
            return True
        kind = "" if item.thing is None else item.thing.kind
        return present + self._below.get((str(pile.spot), kind), 0) < sum(piece.kind == kind for piece in pile)

    def look(self, items: Iterable[OnTable], public: State, alike: frozenset[PieceId]) -> None:
        """Follows the table and the notes. `items` by the names of the notes."""
        stacks = _stacks(public, alike)
        seen = tuple(items)
        if self._first_s is None and seen:
            self._first_s = min(item.since_s for item in seen)
        lying: dict[_Place, list[OnTable]] = {}
        for item in seen:
            place = (str(item.spot), "" if item.piece is None else item.piece.kind)
            if place in stacks and item.piece in stacks[place]:
                lying.setdefault(place, []).append(item)
        for place, pieces in stacks.items():
            self._follow(place, len(pieces), lying.get(place, []))
        self._placed = {i.mark: i.payload for some in lying.values() for i in some}
        for some in lying.values():
            self._last.update({i.payload: (str(i.spot), i.piece) for i in some if i.piece is not None})
        self._noted = {place: len(pieces) for place, pieces in stacks.items()}

    def missing(self, public: State, alike: frozenset[PieceId]) -> frozenset[PieceId]:
        """Pieces that somebody said were laid on a stack, and that nobody has seen come."""
        stacks = _stacks(public, alike)
        return frozenset(pieces[-1] for place, pieces in stacks.items() if self._owed.get(place))

    def _is_first(self, item: OnTable) -> bool:
        """Whether it lay there when the table was first looked at: not everything is read in the first picture."""
        return self._first_s is None or item.since_s - self._first_s <= FIRST_LOOK_S

    def _follow(self, place: _Place, noted: int, lying: list[OnTable]) -> None:
        come = [i for i in lying if i.mark not in self._placed]
        present, below = len(lying) - len(come), self._below.get(place, 0)
        owed = self._owed.get(place, 0)
        if present and noted == self._noted.get(place, 0) + 1:
            owed += 1
        for item in come:
            spot, name = self._last.get(item.payload, ("", None))
            if self._is_first(item) or (spot not in ("", item.spot) and name == item.piece):
                below = max(below, noted - present - 1)  # it lay there before, or came with its whole stack
            elif present == 0 and below and spot != item.spot:
                below -= 1  # it was covered, and came to light
            elif owed:
                owed -= 1
            present += 1
        self._below[place] = max(0, min(below, noted - present))
        self._owed[place] = max(0, min(owed, noted - present - self._below[place]))


def _stacks(public: State, alike: frozenset[PieceId]) -> dict[_Place, list[PieceId]]:
    """The look-alikes of every stack on the mat, by spot and kind, from the lowest to the highest."""
    found: dict[_Place, list[PieceId]] = {}
    for pile in public.piles.values():
        if pile.spot is not None and pile.shape is Shape.STACK:
            for piece in pile:
                if piece in alike:
                    found.setdefault((pile.spot, piece.kind), []).append(piece)
    return found
