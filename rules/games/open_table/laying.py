"""What stands on a table before anybody acts: its zones with their decks, and its counters."""

from __future__ import annotations

from typing import Final

from rules.engine import ALL, NOBODY, Shape, Table, only
from rules.games.open_table.table_rules import Kind, TableRules

_SHAPES: Final = {Kind.HAND: Shape.HAND, Kind.ROW: Shape.ROW}


def lay_out(rules: TableRules, t: Table) -> None:
    """OT-1: every deck face down in its zone, every other zone empty, every counter at its start. What is there already
    stays as it is."""
    decks = {pack.zone: pack.key for pack in rules.packs if pack.key in t.decks}
    for zone, seat in rules.piles(t.seats):
        if zone.pile(seat) in t.state.piles:
            continue
        owner = seat if zone.each else None
        t.add_pile(
            zone.pile(seat),
            readers=ALL if zone.is_open else NOBODY if owner is None else only(owner),
            owner=owner,
            spot=zone.place(seat) or None,
            shape=_SHAPES.get(zone.kind, Shape.STACK),
            ordered=zone.is_open,
            face_up=zone.is_open,
            deck=decks.get(zone.key),
        )
    for counter in rules.counters:
        for seat in t.seats:
            if counter.track(seat) not in t.state.tracks:
                t.add_track(counter.track(seat), counter.start, owner=seat)
