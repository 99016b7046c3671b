"""What is in the box: the units and their coins, markers, cards (WC-002, WC-003, WC-010)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.engine import PieceId, own_text
from rules.games.war_chest import names as n


@dataclass(frozen=True)
class Unit:
    """A kind of unit: how many coins there are of it, which tactic it has (empty: none), whether it may attack besides
    that (WC-101, WC-131), and how many units of it one player may have on the board (WC-120)."""

    name: str
    coins: int
    tactic: str = ""
    attack: bool = True
    units: int = 1


@cache
def units() -> Mapping[str, Unit]:
    """All sixteen, by name."""
    text = own_text("rules.games.war_chest", "data/units.toml")
    return {name: Unit(name, **values) for name, values in tomllib.loads(text).items()}


IN_THE_BAG: Final = 2
"""How many coins of each own unit start in the bag (WC-011)."""


@cache
def coins_of(unit: str) -> tuple[PieceId, ...]:
    """All coins of a unit."""
    return tuple(PieceId(f"{unit}#{n}") for n in range(1, units()[unit].coins + 1))


def royals(side: str, seats: int) -> tuple[PieceId, ...]:
    """The Royal Coins of a faction that are in the game: one for each of its players (WC-004). Two of one faction have
    a number each, since every player keeps an own one."""
    return tuple(n.royal(side, number) for number in range(1, seats // 2 + 1))


def markers_of(side: str, seats: int) -> tuple[PieceId, ...]:
    """The control markers of a faction that are in the game (WC-004, WC-221)."""
    return tuple(PieceId(f"{n.marker(side)}#{number}") for number in range(1, MARKERS_EACH[seats] + 1))


MARKERS_EACH: Final[Mapping[int, int]] = {2: 6, 4: 8}
"""How many control markers each side has: six of two players, eight of a team."""


def decks(settings: Mapping[str, object], seats: int) -> dict[str, tuple[PieceId, ...]]:
    """Every piece of a match. All coins have the same back, the Royal Coins too: what lies face-down tells nothing."""
    unit_coins = tuple(coin for unit in units() for coin in coins_of(unit))
    return {
        n.COINS: (*unit_coins, *(coin for side in n.FACTIONS for coin in royals(side, seats))),
        n.MARKERS: tuple(piece for side in n.FACTIONS for piece in markers_of(side, seats)),
        n.UNIT_CARDS: tuple(n.card_of(unit) for unit in units()),
        n.INITIATIVE_MARKER: (n.MARKER_PIECE,),
    }
