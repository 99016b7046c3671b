"""The board: its hexes, locations and starting locations, for two and for four players (section 0 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.engine import HexGrid, hexes
from rules.games.war_chest.names import RAVEN, WOLF

_A1: Final = (-5, -3)
_TWO: Final = tuple((q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3)
_FOUR: Final = tuple((q, r) for q in range(-5, 6) for r in range(-3, 4) if abs(q + r) <= 3)

START: Final[Mapping[int, Mapping[str, tuple[str, ...]]]] = {
    2: {RAVEN: ("e2", "h1"), WOLF: ("d7", "g6")},
    4: {RAVEN: ("e2", "h1", "b5"), WOLF: ("d7", "g6", "j3")},
}
"""The starting locations of each faction (WC-006, WC-221)."""

_NEUTRAL: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("c6", "d4", "e5", "g3", "h4", "i2"),
    4: ("a7", "c6", "d4", "e5", "g3", "h4", "i2", "k1"),
}


@cache
def grid(seats: int) -> HexGrid:
    """The hexes in use: two players leave the darker outer ones out (WC-005)."""
    return hexes(_TWO if seats == 2 else _FOUR, first=_A1)


@cache
def locations(seats: int) -> tuple[str, ...]:
    """All locations, in the order of the board (WC-007)."""
    marked = {*_NEUTRAL[seats], *(cell for cells in START[seats].values() for cell in cells)}
    return tuple(cell for cell in grid(seats).cells if cell in marked)


def start_of(seats: int, cell: str) -> str:
    """The faction whose crest is printed on a hex; empty for none."""
    return next((side for side, cells in START[seats].items() if cell in cells), "")
