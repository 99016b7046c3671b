"""Bags and decks of look-alikes, of which nobody tells one copy from another. They are drawn unseen, held, brought into
the open by their kind, and put back when none is left to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.engine.game import Play
from rules.engine.parts.dealing import draw_out, put_back
from rules.engine.questions import Draw
from rules.engine.table import Table
from rules.engine.types import PieceId, Seat, State


@dataclass(frozen=True, kw_only=True)
class LookAlikes:
    """What every seat draws from: its own pieces of a deck whose copies look alike."""

    deck: str
    own: Callable[[State, Seat], frozenset[PieceId]]  # all that a seat may ever hold; everybody can work that out
    kinds: Callable[[State, Seat], Iterable[str]]  # their kinds, in the order in which they are listed
    bag: Callable[[Seat], str]  # the pile that a seat draws from
    discards: Callable[[Seat], tuple[str, ...]]  # the piles that go back into it when it is empty
    refilled: str  # the event that tells of it

    def possible(self, seen: State, seat: Seat, pile: str) -> dict[str, PieceId]:
        """The kinds that a pile of this seat may hold as far as `seen` tells, each with one such piece: known ones,
        then, while some are unseen, those of which the place of an own piece is not known."""
        found: dict[str, PieceId] = {}
        for piece in seen.pile(pile):
            found.setdefault(piece.kind, piece)
        if seen.pile(pile).unseen:
            own = self.own(seen, seat)
            for piece in seen.unaccounted(self.deck):
                if piece in own:
                    found.setdefault(piece.kind, piece)
        return {kind: found[kind] for kind in self.kinds(seen, seat) if kind in found}

    def held(self, t: Table, seat: Seat, pile: str, kind: str) -> PieceId:
        """A piece of this kind that a pile of the seat holds: one that is known there, else one of unknown place."""
        known = next((p for p in t.pile(pile) if p.kind == kind), None)
        return known or next(p for p in self._copies(t, seat, kind) if t.state.where(p) is None)

    def bring_out(self, t: Table, seat: Seat, pile: str, kind: str) -> PieceId:
        """The piece of this kind that leaves a pile into the open. Which of its copies it is called tells nothing."""
        return t.as_first(self.held(t, seat, pile, kind), self._copies(t, seat, kind))

    def _copies(self, t: Table, seat: Seat, kind: str) -> list[PieceId]:
        own = self.own(t.state, seat)
        return [p for p in t.decks[self.deck] if p.kind == kind and p in own]

    def refill(self, t: Table, seat: Seat) -> None:
        """All that was discarded goes back into the bag, which is shuffled."""
        if count := put_back(t, self.bag(seat), *self.discards(seat)):
            t.tell(self.refilled, seat=seat, count=count)

    def ready(self, t: Table, seat: Seat, wanted: int) -> int:
        """How many pieces can be drawn at once; refills the bag first where it is empty."""
        if wanted > 0 and not len(t.pile(self.bag(seat))):
            self.refill(t, seat)
        return min(wanted, len(t.pile(self.bag(seat))))

    def draw(
        self, t: Table, seat: Seat, to: str, count: int, kind: str, *, optional: bool = False, boundary: bool = False
    ) -> Play:
        """Asks for so many pieces out of the bag and puts them where they are held; gives how many were drawn."""
        question = Draw(
            kind=kind,
            facts={"seat": seat, "count": count},
            boundary=boundary,
            seat=seat,
            pile=self.bag(seat),
            to=to,
            count=count,
            among=self.own(t.state, seat),
            optional=optional,
        )
        return len((yield from draw_out(t, question)).cards)
