"""Where the spaces of a hero's card lie on a drawing of it, in units of one ordinary space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from math import cos, pi, sin
from typing import Final

from rules.engine import Link, Space
from rules.games.chain_mail.content import HeroCard, Spot

PITCH: Final = 1.2
"""From the middle of a space to the middle of the next one."""
LEAST: Final = 1.03
"""How far apart in one direction at least, so that spaces do not lie on each other."""


def space(card: HeroCard, spot: Spot, x: float, y: float) -> Space:
    """A space of a card with its icon and its marks."""
    marks = {"start": spot.start, "removal": spot.removal, "arrow_up": spot.up, "green": spot.green}
    return Space(
        f"{card.id}.{spot.id}", x, y,
        icon=f"cm_{spot.action}" if spot.action else "",
        label=spot.action or spot.id,
        text=f"icon_{spot.action}" if spot.action else "",
        marks=tuple(mark for mark, has in marks.items() if has),
    )  # fmt: skip


def column(card: HeroCard, spots: Sequence[Spot], x: float, y: float) -> list[Space]:
    """Spaces below each other, the first one at (x, y)."""
    return [space(card, spot, x, y + n * PITCH) for n, spot in enumerate(spots)]


def line(card: HeroCard, spots: Sequence[Spot], x: float, y: float) -> list[Space]:
    """Spaces beside each other, the first one at (x, y)."""
    return [space(card, spot, x + n * PITCH, y) for n, spot in enumerate(spots)]


def circle(count: int) -> list[tuple[float, float]]:
    """So many places on a circle around (0, 0), clockwise from the top, with room for a space in the middle."""
    turns = [2 * pi * n / count for n in range(count)]
    edge = [(sin(turn), -cos(turn)) for turn in turns]
    closest = min(max(abs(x - u), abs(y - v)) for (x, y), (u, v) in combinations([(0.0, 0.0), *edge], 2))
    radius = max(PITCH, LEAST / closest)
    return [(radius * x, radius * y) for x, y in edge]


def frame(count: int) -> list[tuple[float, float]]:
    """So many places on the edge of a rectangle, as square as can be, clockwise from the top left at (0, 0). Of an odd
    number the last place of the edge stays empty."""
    half = (count + 1) // 2
    across = (half + 1) // 2
    down = half - across
    edge = [(x, 0) for x in range(across)]
    edge += [(across, y) for y in range(down)]
    edge += [(across - x, down) for x in range(across)]
    edge += [(0, down - y) for y in range(down)]
    return [(x * PITCH, y * PITCH) for x, y in edge[:count]]


def both_ways(spaces: Sequence[Space]) -> list[Link]:
    """Lines from each space to the next one."""
    return [Link(one.name, other.name, both=True) for one, other in pairwise(spaces)]


def settled(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """The same drawing with its top left corner at (0, 0)."""
    some = tuple(spaces)
    left = min(one.x - one.width / 2 for one in some)
    top = min(one.y - one.height / 2 for one in some)
    return tuple(replace(one, x=round(one.x - left, 3), y=round(one.y - top, 3)) for one in some)
