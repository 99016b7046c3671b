"""What stands where, read from the state: units with their heights and owners, and control markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from rules.engine import HexGrid, PieceId, Seat, State
from rules.games.war_chest.board import grid, locations
from rules.games.war_chest.names import FACTIONS, army_of, control, faction_of, field, marker


@dataclass(frozen=True)
class Stack:
    """A unit on the board: its kind, whose it is, of which faction, and how many coins high."""

    unit: str
    owner: Seat
    side: str
    height: int

    @property
    def is_bolstered(self) -> bool:
        """Whether it is two coins high or more."""
        return self.height >= 2


@dataclass(frozen=True)
class Position:
    """The board at one moment. `stacks` and `markers` are by hex; a marker is given as its faction."""

    grid: HexGrid
    locations: tuple[str, ...]
    stacks: Mapping[str, Stack]
    markers: Mapping[str, str]

    def is_empty(self, cell: str) -> bool:
        """Whether no unit stands there."""
        return cell not in self.stacks

    def cells_of(self, unit: str) -> tuple[str, ...]:
        """Where the units of this kind stand: none, one, or two Footmen."""
        return tuple(cell for cell, stack in self.stacks.items() if stack.unit == unit)

    def lowered(self, cell: str) -> Position:
        """The same board with one coin less in this stack, which keeps at least one."""
        stack = self.stacks[cell]
        lower = replace(stack, height=stack.height - 1)
        return replace(self, stacks={**self.stacks, cell: lower})


_SIDES: Final = {marker(side): side for side in FACTIONS}


@cache
def _keys(seats: int) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Every hex with the pile of what stands there, and every location with the pile of its marker."""
    stands = tuple((cell, field(cell)) for cell in grid(seats).cells)
    return stands, tuple((cell, control(cell)) for cell in locations(seats))


def position(state: State) -> Position:
    """The board as the state has it; all of it is public (WC-I03, WC-I04)."""
    return state.once(_position)


def _position(state: State) -> Position:
    seats, piles = len(state.seats), state.piles
    stands, marked = _keys(seats)
    owners = {unit: seat for seat in state.seats for unit in army_of(state, seat)}
    stacks: dict[str, Stack] = {}
    for cell, key in stands:
        if not (slots := piles[key].slots):
            continue
        coins = [s.piece.kind for s in slots if isinstance(s.piece, PieceId) and s.piece.kind in owners]
        if coins:  # what a correction puts there by mistake is no unit
            owner = owners[coins[-1]]
            stacks[cell] = Stack(coins[-1], owner, faction_of(state, owner), len(coins))
    markers: dict[str, str] = {}
    for cell, key in marked:
        for slot in piles[key].slots:
            if isinstance(slot.piece, PieceId) and slot.piece.kind in _SIDES:
                markers[cell] = _SIDES[slot.piece.kind]
    return Position(grid(seats), locations(seats), stacks, markers)
