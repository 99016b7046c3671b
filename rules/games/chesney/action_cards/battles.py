"""Two Public Factions fight: Encounter and Rally (CH-ACT-ENCOUNTER-02 to -09, CH-CHAR-CAPTAIN-04 to -07)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from rules.engine import Chance, Option, Play, Say, Seat, Table
from rules.games.chesney import dice
from rules.games.chesney.damage import Hit, strike
from rules.games.chesney.factions import public
from rules.games.chesney.names import FACTIONS, Faction
from rules.games.chesney.offers import choose_faction
from rules.games.chesney.rounds.allowance import public_factions
from rules.games.chesney.situation import as_seat, clockwise, unwounded

Pair = tuple[Faction, Faction]
NO_SIDES: Final[Mapping[Seat, Faction]] = {}


def draw_sides(t: Table) -> Play:
    """Which two Public Factions fight: with more than two the Encounter Tokens decide (CH-ACT-ENCOUNTER-02)."""
    present = tuple(f for f in FACTIONS if f in public_factions(t.state))
    if len(present) == 2:
        return present
    pairs = tuple(combinations(present, 2))
    options = tuple(Option(f"tokens:{a}+{b}", (a, b), Say("encounter_tokens", {"factions": (a, b)})) for a, b in pairs)
    drawn = yield Chance(kind="encounter_tokens", choices=lambda seen: options)
    t.tell("encounter_drawn", factions=drawn)
    return drawn


def fight(
    t: Table,
    seat: Seat,
    factions: Pair,
    origin: str,
    icon: str,
    bonus: Mapping[Seat, int] = dice.NO_BONUS,
    fixed: Mapping[Seat, Faction] = NO_SIDES,
) -> Play:
    """Everybody of the two sides rolls once; the side with the lower total is hurt, at equal totals both. `bonus` is
    added to single results; `fixed` are the sides that were taken before."""
    sides = yield from _sides(t, seat, factions, fixed)
    retreating = _retreating(t, sides)
    for retreat in retreating:
        t.tell("retreats", seat=retreat)
        del sides[retreat]
    t.tell("battle", factions=factions, seats=tuple(sides))
    if not sides or (retreating and len(set(sides.values())) < 2):  # CH-CHAR-FOXGIRL-07
        t.tell("no_battle")
        return
    results = yield from dice.roll_all(t, tuple(sides), "encounter", bonus)
    sides = {s: f for s, f in sides.items() if s in results}
    if len(set(sides.values())) < 2:
        # a side that nobody chose, or whose fighters fell before their dice (CH-ACT-ENCOUNTER-08, JC-53)
        t.tell("no_battle")
        return
    totals = {f: sum(results[s] for s in sides if sides[s] == f) for f in factions}
    for faction in factions:
        t.tell("side_total", faction=faction, total=totals[faction])
    lost = [f for f in factions if totals[f] == min(totals.values())]
    hits = [
        Hit(s, 1, tuple(e for e in sides if sides[e] != f), origin, seat, icon) for s, f in sides.items() if f in lost
    ]
    yield from strike(t, hits, seat)


def _sides(t: Table, seat: Seat, factions: Pair, fixed: Mapping[Seat, Faction]) -> Play:
    """Who fights for which side, in the order of rolling; a public Dual with both chooses (CH-ACT-ENCOUNTER-04)."""
    sides: dict[Seat, Faction] = {}
    for fighter in clockwise(t.state, seat):
        mine = [f for f in public(t.state, fighter) if f in factions]
        if mine and fighter in unwounded(t.state):
            chosen = yield from choose_faction(t, fighter, "take_side", [fixed[fighter]] if fighter in fixed else mine)
            sides[fighter] = chosen
    return sides


def _retreating(t: Table, sides: Mapping[Seat, Faction]) -> list[Seat]:
    """Whom a Fox Girl on the other side has allured (CH-CHAR-FOXGIRL-06)."""
    found = []
    for seat, faction in sides.items():
        track = t.state.tracks.get(f"allured/{seat}")
        girl = as_seat(track.value) if track is not None else None
        if girl is not None and girl in sides and sides[girl] != faction:
            found.append(seat)
    return found
