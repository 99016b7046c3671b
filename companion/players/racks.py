"""Cards of the program's players at a real table: face-down in a rack into which nobody looks, in the order in which
they came. Which place of it a card has left is all that hands need to know, and all that is told."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from rules.engine.types import UNSEEN, PieceId, Seat, Shape, State


@dataclass(frozen=True)
class RackPlace:
    """A place in a seat's rack: 1 is the leftmost card. It does not say which card lies there."""

    seat: Seat
    number: int


class Racks:
    """The racks of some seats. What comes is put on the right; what goes leaves no gap."""

    def __init__(self) -> None:
        self._order: dict[Seat, list[PieceId]] = {}
        self._left: dict[Seat, dict[PieceId, RackPlace]] = {}  # what each seat played last, and from where

    def follow(self, full: State, seats: Set[Seat]) -> None:
        """The cards are as in this state. Of a rack with a card that the companion does not know nothing can be
        said."""
        self._order = {seat: order for seat, order in self._order.items() if seat in seats}
        self._left = {seat: left for seat, left in self._left.items() if seat in seats}
        for seat in seats:
            hands = [p for p in full.piles.values() if p.shape is Shape.HAND and p.owner == seat]
            if any(slot.piece is UNSEEN for pile in hands for slot in pile.slots):
                self._order.pop(seat, None)
                self._left.pop(seat, None)
                continue
            self._follow(seat, [piece for pile in hands for piece in pile.pieces])

    def _follow(self, seat: Seat, held: list[PieceId]) -> None:
        before, left = self._order.get(seat, []), self._left.get(seat, {})
        if gone := {p: RackPlace(seat, at) for at, p in enumerate(before, 1) if p not in held}:
            self._left[seat] = gone
        order = [piece for piece in before if piece in held]
        for piece in held:
            if piece not in order:  # what was taken back goes where it was
                order.insert(left[piece].number - 1 if piece in left else len(order), piece)
        self._order[seat] = order

    def left(self, piece: PieceId) -> RackPlace | None:
        """From where a card went that a seat played last; None for any other."""
        return next((places[piece] for places in self._left.values() if piece in places), None)

    def left_hidden(self, spot: str | None, full: State) -> RackPlace | None:
        """The same for the one card that lies face-down there."""
        piles = [pile for pile in full.piles.values() if spot is not None and pile.spot == spot]
        hidden = [s.piece for pile in piles for s in pile.slots if not s.face_up and isinstance(s.piece, PieceId)]
        places = {place for piece in hidden if (place := self.left(piece)) is not None}
        return places.pop() if len(places) == 1 else None
