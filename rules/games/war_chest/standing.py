"""How well a seat stands, for players of the program that look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, Say, Seat, State
from rules.games.war_chest import names as n
from rules.games.war_chest.coins import supply_of
from rules.games.war_chest.position import Position, position

LOCATION: Final = 10.0
COIN: Final = 3.0
"""A coin that stands on the board."""
RECRUITED: Final = 0.6
"""A coin that is in the bag and no longer in the supply."""
BOLSTERED: Final = 1.0
"""Each coin below it in its stack: less than a step, or a player would do nothing else."""
NEAR: Final = 2.0
"""Each hex that a unit is nearer to a location that is not its side's yet."""
FAR: Final = 5
"""From how many hexes on a location draws nobody."""


def standing(state: State, seat: Seat) -> float:
    """What a seat's side has of locations and coins, and how near it is to more, against the other side."""
    side = n.faction_of(state, seat)
    if not side or n.FIRST_DRAFTER not in state.tracks:
        return 0.0
    at = position(state)
    total = 0.0
    for owner in at.markers.values():
        total += LOCATION if owner == side else -LOCATION
    for cell, stack in at.stacks.items():
        worth = COIN + BOLSTERED * (stack.height - 1) + NEAR * _nearness(at, cell, stack.side)
        total += worth if stack.side == side else -worth
    for other in state.seats:
        left = sum(len(state.pile(supply_of(state, other, unit))) for unit in n.army_of(state, other))
        total -= RECRUITED * left * (1 if n.faction_of(state, other) == side else -1)
    return total


def _nearness(at: Position, cell: str, side: str) -> float:
    """Most on a location that can be taken, one less for each hex that it is away."""
    free = [place for place in at.locations if at.markers.get(place) != side]
    return float(max(0, FAR - min((at.grid.distance(cell, place) for place in free), default=FAR)))


def hints(before: State, after: State, seat: Seat, option: Option) -> Iterator[Say]:
    """Why an action may be the one to take: what the side has of locations and coins afterwards."""
    side = n.faction_of(before, seat)
    if not side or n.FIRST_DRAFTER not in before.tracks:
        return
    then, now = position(before), position(after)
    if (more := _locations(now, side) - _locations(then, side)) > 0:
        yield Say("takes_locations", {"count": more})
    if (beaten := _coins(then, side, own=False) - _coins(now, side, own=False)) > 0:
        yield Say("beats_coins", {"count": beaten})
    if (more := _coins(now, side, own=True) - _coins(then, side, own=True)) > 0:
        yield Say("brings_coins", {"count": more})
    if _nearest(now, side) > _nearest(then, side):
        yield Say("comes_nearer")


def _locations(at: Position, side: str) -> int:
    return sum(owner == side for owner in at.markers.values())


def _coins(at: Position, side: str, *, own: bool) -> int:
    return sum(stack.height for stack in at.stacks.values() if (stack.side == side) is own)


def _nearest(at: Position, side: str) -> float:
    """How near its units are to locations that are not its own, together."""
    return sum(_nearness(at, cell, side) for cell, stack in at.stacks.items() if stack.side == side)
