"""A table of cards that is changed while people play at it: a card, zone or counter that was forgotten comes to it."""

from __future__ import annotations

from rules.engine import Table
from rules.engine.definitions import DefinitionError
from rules.games.open_table.definition import DEFINITION
from rules.games.open_table.laying import lay_out
from rules.games.open_table.table_rules import Pack, TableRules, Zone, slug
from words import Sentence


def carry(t: Table, before: str, after: str) -> None:
    """What has come lies there, new cards unseen in the zone of their deck. DefinitionError where cards that people
    hold, or what they have counted, would be others."""
    old, new = DEFINITION.read(before), DEFINITION.read(after)
    _check(old, new)
    lay_out(new, t)
    for pack in new.packs:
        known = set(t.decks.get(pack.key, ()))
        t.add_pieces(pack.key, [piece for piece in new.decks[pack.key] if piece not in known], pack.zone)
    if old.turns != new.turns and t.phase != "deal":
        if new.turns:
            t.go("turn", t.seats[0])
        else:
            t.go("act")


# -- inside ------------------------------------------------------------------------------------------------------------


def _check(old: TableRules, new: TableRules) -> None:
    for number, pack in enumerate(old.packs):
        now = new.packs[number] if number < len(new.packs) else None
        if now is None or (now.key, now.zone) != (pack.key, pack.zone):
            raise _fault("deck", Sentence('the deck "{name}" stays where it is; new ones come below.', name=pack.name))
        _check_cards(pack, now)
    zones = {zone.key: _kind(zone) for zone in new.zones}
    for zone in old.zones:
        if zones.get(zone.key) != _kind(zone):
            what = Sentence(
                'the zone "{name}" stays there, and what it is; its name and place may change.', name=zone.name
            )
            raise _fault("zone", what)
    counters = {one.key for one in new.counters}
    for one in old.counters:
        if one.key not in counters:
            raise _fault("counter", Sentence('the counter "{name}" stays there.', name=one.name))


def _check_cards(old: Pack, new: Pack) -> None:
    """What people hold is what it was, whatever stands on it now."""
    for number, row in enumerate(old.rows):
        now = new.rows[number] if number < len(new.rows) else None
        if now is None or slug(now.name) != slug(row.name) or now.count < row.count:
            what = Sentence(
                'the card "{name}" keeps its name and its place in the list, and none of it goes; new ones come below.',
                name=row.name,
            )
            raise _fault("deck", what)


def _fault(key: str, what: Sentence) -> DefinitionError:
    return DefinitionError(DEFINITION.file, 0, (key,), what)


def _kind(zone: Zone) -> tuple[object, ...]:
    """What of a zone cards lie by."""
    return zone.kind, zone.each, zone.is_open, zone.pack
