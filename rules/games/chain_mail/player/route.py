"""The way of the party: which goal of the quest comes next, and over which hexes (Dijkstra over lawful moves)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import permutations
from typing import Final

from rules.games.chain_mail.content import Target
from rules.games.chain_mail.situation import Situation
from rules.games.chain_mail.turn.travelling import why_blocked

FAR: Final = 99.0
RISK: Final = 0.3
"""What each die of the trouble roll adds to the cost of entering a hex, in turns."""
LOCK: Final = 1.5
"""What a locked wall adds where nobody can pass it yet."""

Costs = tuple[Mapping[int, float], Mapping[int, int]]
Known = dict[tuple[str, int, bool, tuple[int, ...]], Costs]
"""Costs that were worked out: by map, hex, whether the party is there, and the hexes that it can go to."""


@dataclass(frozen=True)
class Plan:
    """Where the party goes next (a hex), how many turns that takes, by which hex first, and whether a lock is on the
    way that nobody can pass yet."""

    goal: int
    turns: int
    step: int
    locked: bool


def open_targets(now: Situation) -> list[Target]:
    """The goals that can be searched for now, wherever they are; what needs others first waits."""
    done = now.listed("done")
    found = []
    for target in now.quest.targets if now.quest else ():
        ready = all(r in done for r in target.requires)
        if ready and done.count(target.id) < target.max and now.map.spot(target.spot) is not None:
            found.append(target)
    return found


def target_here(now: Situation) -> Target | None:
    """A goal that a search here can reach."""
    here = (t for t in open_targets(now) if t.spot == now.hex.spot)
    return next((t for t in here if all(now.number(r) >= count for r, count in t.cost.items())), None)


def goals(now: Situation) -> list[int]:
    """The hexes where something is left to do, in no order; then the last one, where the quest is won."""
    spots = {now.map.spot(t.spot) for t in open_targets(now)}
    return [spot for spot in spots if spot is not None]


def last_goal(now: Situation) -> int | None:
    """Where the party must be when all goals are reached: the lair of a boss, or back at the start."""
    assert now.quest is not None
    for rule in now.quest.rules:
        if rule.op == "boss_at":
            return now.map.spot(rule.spot)
    return now.map.start if now.quest.victory.op == "party_at" else None


def later_goals(now: Situation) -> list[int]:
    """Hexes of goals that wait for others."""
    done, ready = now.listed("done"), {t.id for t in open_targets(now)}
    assert now.quest is not None
    spots = {now.map.spot(t.spot) for t in now.quest.targets if t.id not in done and t.id not in ready}
    return [spot for spot in spots if spot is not None]


def costs_from(now: Situation, start: int, known: Known) -> Costs:
    """What it costs to go from a hex to every other, in turns and risks, and the hex before each on that way."""
    around = map(int, now.map.grid.neighbours(str(start))) if start == now.hex.id else ()
    key = (now.map.id, start, now.hex.id == start, tuple(c for c in around if why_blocked(now, c) is None))
    if key not in known:
        known[key] = _costs(now, start)
    return known[key]


def _costs(now: Situation, start: int) -> Costs:
    best, before, open_hexes = {start: 0.0}, dict[int, int](), [(0.0, start)]
    grid, by_id = now.map.grid, now.map.by_id
    while open_hexes:
        cost, here = heappop(open_hexes)
        if cost > best[here]:
            continue
        for cell in grid.neighbours(str(here)):
            there = int(cell)
            wall = now.map.wall(here, there)
            begins = here == start == now.hex.id
            if wall == "solid" or (begins and why_blocked(now, there) is not None):
                continue
            ahead = cost + 1 + RISK * (by_id[there].skulls + 1)
            ahead += LOCK if wall == "locked" and not begins else 0.0
            if ahead < best.get(there, FAR):
                best[there], before[there] = ahead, here
                heappush(open_hexes, (ahead, there))
    return best, before


def plan(now: Situation, known: Known) -> Plan | None:
    """The next goal on the cheapest round over all that is left; None when there is nothing to go to."""
    left, later, end = goals(now), later_goals(now), last_goal(now)
    here = now.hex.id
    costs, before = costs_from(now, here, known)
    if not left:
        return None if end is None else _to(now, end, costs, before)
    between = {spot: costs_from(now, spot, known)[0] for spot in {*left, *later}}
    order = min(permutations(left), key=lambda way: _length(costs, between, way, later, end))
    return _to(now, order[0], costs, before)


def _length(
    costs: Mapping[int, float],
    between: Mapping[int, Mapping[int, float]],
    way: tuple[int, ...],
    later: list[int],
    end: int | None,
) -> float:
    total, at = costs.get(way[0], FAR), way[0]
    for spot in (*way[1:], *later, *(() if end is None else (end,))):
        total += between[at].get(spot, FAR) if at in between else 0.0
        at = spot
    return total


def _to(now: Situation, goal: int, costs: Mapping[int, float], before: Mapping[int, int]) -> Plan:
    here, at, turns, locked = now.hex.id, goal, 0, False
    step = goal
    while at != here and at in before:
        step, at, turns = at, before[at], turns + 1
        locked = locked or now.map.wall(step, at) == "locked"
    return Plan(goal, turns, step, locked)
