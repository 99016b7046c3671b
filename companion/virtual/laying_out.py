"""Laying the pieces of the virtual table out: at the start of a match, and where it stood after a restart."""

from __future__ import annotations

from collections.abc import Mapping

from companion.reading.bags import is_bag, whose
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.match import Match
from rules.engine.questions import Prepare, Sort
from rules.engine.types import UNSEEN, PieceId, Pile, Seat, Shape, Slot, State

Homes = Mapping[str, str]
"""The pile in which every deck lies at the very start."""


def deck_homes(start: State) -> dict[str, str]:
    """Where every deck lies at the very start of a match: its first stack on the mat, else its first pile."""
    homes: dict[str, str] = {}
    for is_wanted in (_is_stack, lambda pile: pile.shape is not Shape.HAND):
        for pile in start.piles.values():
            for slot in pile.slots:
                if is_wanted(pile):
                    homes.setdefault(slot.deck, pile.key)
    return homes


def last_owners(match: Match) -> dict[PieceId, Seat]:
    """Before which seat every piece was known to be for the last time: a bag whose content nobody knows any more holds
    pieces that went into it by name."""
    found: dict[PieceId, Seat] = {}
    trial = Match(match.game, match.header)
    _note_owners(trial, found)
    for entry in match.log:
        trial.submit(entry)
        _note_owners(trial, found)
    if match.game.box.own is not None:  # whose they are everybody knows
        for seat in match.state.seats:
            found.update(dict.fromkeys(match.game.box.own(match.state, seat), seat))
    return found


def _note_owners(match: Match, found: dict[PieceId, Seat]) -> None:
    state = match.state
    places = dict(state.known())
    if isinstance(match.question, Prepare):
        for step in match.question.steps:
            if isinstance(step, Sort):
                places.update(dict.fromkeys(step.pieces, step.into))
    seats = {key: whose(state.pile(key), state) for key in set(places.values())}
    found.update({piece: seat for piece, key in places.items() if (seat := seats[key]) is not None})


def seat_up(table: VirtualTable, full: State, homes: Homes, owners: Mapping[PieceId, Seat] | None = None) -> None:
    """Puts the pieces where a match stands (after a restart): known ones in their piles, the others dealt out as the
    counts say, each to its owner as far as those are known."""
    for deck, key in homes.items():
        home = full.pile(key)
        if home.spot is not None:
            table.gather(deck, home.spot)
        else:
            table.put_into(key, [b.ident for b in table.bodies() if b.deck == deck])
    placed: set[PieceId] = set()
    for pile in full.piles.values():
        for slot in pile.slots:
            if isinstance(slot.piece, PieceId):
                placed.add(slot.piece)
                _lay(table, table.find(slot.piece), pile, slot)
    rest = {deck: [b for b in table.bodies() if b.deck == deck and b.piece not in placed] for deck in homes}
    for pile in full.piles.values():
        for slot in pile.slots:
            if slot.piece is UNSEEN and not _is_home(pile, slot, full, homes) and rest.get(slot.deck):
                _lay(table, _next(rest[slot.deck], whose(pile, full), owners or {}), pile, slot)


def _next(bodies: list[Body], seat: Seat | None, owners: Mapping[PieceId, Seat]) -> Body:
    """One of them, taken out of the list: of the seat's own, or else of nobody's."""
    index = max(range(len(bodies)), key=lambda n: (_fits(owners.get(bodies[n].piece), seat), n))
    return bodies.pop(index)


def _fits(owner: Seat | None, seat: Seat | None) -> int:
    return 2 if owner == seat else 1 if owner is None else 0


def _lay(table: VirtualTable, body: Body, pile: Pile, slot: Slot) -> None:
    if pile.shape is Shape.HAND and pile.owner is not None:
        table.take(body.ident, pile.owner)
    elif pile.spot is not None:
        table.lay(body.ident, pile.spot, slot.face_up)
    elif is_bag(pile):
        table.put_into(pile.key, [body.ident])


def _is_home(pile: Pile, slot: Slot, full: State, homes: Homes) -> bool:
    """Whether cards that nobody can name lie there already."""
    home = full.pile(homes[slot.deck])
    return pile.key == home.key or (pile.spot is not None and pile.spot == home.spot)


def _is_stack(pile: Pile) -> bool:
    return pile.spot is not None and pile.shape is Shape.STACK
