"""Rows of open cards from which players take, and the piles that feed them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from rules.engine.game import Play
from rules.engine.parts.cards import Cards
from rules.engine.questions import Choose, Option, Reveal, Taken
from rules.engine.table import Table
from rules.engine.types import ALL, PieceId, Refusal, Say, Seat, Shape, State

MayTake = Callable[[State, str], Refusal | None]
"""Why a kind of card may not be taken now; None: it may."""


def _any_may(seen: State, card: str) -> Refusal | None:
    return None


@dataclass(frozen=True)
class Market:
    """So many open cards on the spot `row`, filled from the pile `source`, such as that of a `Deck`."""

    cards: Cards
    size: int
    row: str = "market"
    source: str = "deck"

    def setup(self, t: Table) -> None:
        """An empty row."""
        t.add_pile(self.row, readers=ALL, spot=self.row, shape=Shape.ROW, ordered=True, face_up=True)

    def fill(self, t: Table, kind: str = "market") -> Play:
        """Cards are turned up one by one until the row is full or the pile is empty."""
        while len(t.pile(self.row)) < self.size and len(t.pile(self.source)):
            seen = yield Reveal(kind=kind, pile=self.source, to_spot=self.row, any_copy=True)
            copies = (seen, *self.cards.copies(seen.kind))
            unplaced = (p for p in copies if t.state.where(p) in (None, self.source))
            piece = t.as_first(next(unplaced))
            t.move(piece, self.row, frm=self.source)
            t.tell("turned_up", piece=piece)

    def take(self, t: Table, seat: Seat, to: str, may: MayTake = _any_may, kind: str = "take") -> Play:
        """A seat takes a card of the row to a pile of its own; everybody has seen it. Gives its kind, or None where the
        row is empty."""
        if not len(t.pile(self.row)):
            return None
        piece = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=partial(self._choices, may))
        t.tell("took", seat=seat, piece=piece)
        t.move(piece, to, also=ALL)
        return piece.kind

    def _choices(self, may: MayTake, seen: State) -> Iterator[Option]:
        for piece in seen.pile(self.row):
            say, gesture = Say("take", {"card": piece.kind}), Taken(self.row, piece)
            yield Option(f"take:{piece}", PieceId(piece), say, gesture, may(seen, piece.kind), piece=piece)
