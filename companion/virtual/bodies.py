"""Which physical piece of the virtual table a name in the notes stands for, where copies look alike."""

from __future__ import annotations

from collections.abc import Iterable, Set

from companion.reading.bags import is_bag
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.types import PieceId, Pile, Shape, State


class Bodies:
    """Finds pieces by the names of the notes. `alike` are the decks whose copies nobody tells apart."""

    def __init__(self, table: VirtualTable, alike: Set[str] = frozenset()):
        self._table = table
        self._alike = alike

    def find(self, piece: PieceId, state: State) -> Body:
        """The piece that the notes call so. Of look-alikes one that lies where they have this one, else one that they
        have nowhere: lying wrong, held, or in a box; out of a bag only when there is no other."""
        body = self._table.find(piece)
        return self._by_name(piece.kind, body.deck, state).get(piece, body) if body.deck in self._alike else body

    def is_alike(self, body: Body) -> bool:
        """Whether its copies look alike."""
        return body.deck in self._alike

    def is_at(self, body: Body, pile: Pile) -> bool:
        """Whether a piece is where a pile of the notes lies."""
        if pile.shape is Shape.HAND:
            return body.hand is not None and body.hand == pile.owner
        if is_bag(pile):
            return body.away == pile.key
        return pile.spot is not None and self._table.lies_on(body, pile.spot)

    def unnamed(self, held: Iterable[Body], piles: Iterable[Pile]) -> list[Body]:
        """Of these pieces those that none of the piles names."""
        names = [piece for pile in piles for piece in pile]
        rest: list[Body] = []
        for body in held:
            if body.piece in names:
                names.remove(body.piece)
            else:
                rest.append(body)
        found: list[Body] = []
        for body in rest:
            name = next((n for n in names if n.kind == body.piece.kind and body.deck in self._alike), None)
            if name is None:
                found.append(body)
            else:
                names.remove(name)
        return found

    def _by_name(self, kind: str, deck: str, state: State) -> dict[PieceId, Body]:
        bodies = {b.piece: b for b in self._table.bodies() if b.deck == deck and b.piece.kind == kind}
        noted = {p: pile for pile in state.piles.values() for p in pile if p in bodies}
        found: dict[PieceId, Body] = {}

        def give(name: PieceId, body: Body | None) -> None:
            if body is not None:
                found[name] = bodies.pop(body.piece)

        for name, pile in noted.items():
            if name in bodies and self.is_at(bodies[name], pile):
                give(name, bodies[name])
        for name, pile in noted.items():
            if name not in found:
                give(name, next((b for b in bodies.values() if self.is_at(b, pile)), None))
        for name, pile in noted.items():
            if name not in found and bodies:
                give(name, min(bodies.values(), key=lambda b, n=name, p=pile: self._strangeness(b, n, p, state)))  # type: ignore[misc]
        return found

    def _strangeness(self, body: Body, name: PieceId, pile: Pile, state: State) -> tuple[int, bool, str]:
        """How unlikely it is that a piece which lies elsewhere is the one that is meant."""
        if body.on_mat and not body.face_up and self._is_unknown(body, state):
            rank = 4
        elif body.on_mat or (body.away and body.away not in state.piles):
            rank = 0
        elif body.hand is not None:
            rank = 1 if pile.owner in (None, body.hand) else 3
        else:
            rank = 4 if body.away in state.piles and state.pile(body.away).unseen else 2
        return rank, body.piece != name, str(body.piece)

    def _is_unknown(self, body: Body, state: State) -> bool:
        """Whether a piece lies in a stack of which nobody knows what is in it."""
        stacks = (p for p in state.piles.values() if p.spot is not None and p.unseen and not p.face_up)
        return any(self._table.lies_on(body, str(p.spot)) for p in stacks)
