"""Grids of fields: hexes and squares, their names, neighbours, distances and lines. Knows no game and no millimetres.

A field is known everywhere by its name, which people read too ("d4"). Lengths are in pitches: the distance between the
middles of two fields that share a side. Hex geometry follows the axial form (Patel, "Hexagonal Grids", 2013).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Protocol

Coordinates = tuple[int, int]


class Grid(Protocol):
    """What hexes and squares share. `sides` is 6 or 4; `cells` gives each field's coordinates by its name."""

    sides: ClassVar[int]

    @property
    def cells(self) -> Mapping[str, Coordinates]: ...

    def centre(self, cell: str) -> tuple[float, float]:
        """Where the middle of a field lies from the middle of the field (0, 0): to the right and down, in pitches."""
        ...

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The fields of this board that touch it along a side, always in the same order of directions."""
        ...

    def distance(self, one: str, other: str) -> int:
        """The least number of steps from field to field, whatever stands there."""
        ...

    def line(self, one: str, other: str) -> tuple[str, ...] | None:
        """The fields after `one` up to and with `other` where both lie on a straight line, else None."""
        ...

    def step(self, cell: str, direction: int, count: int = 1) -> str | None:
        """The field so many steps away in a direction (its index); None beyond the edge of the board."""
        ...


@dataclass(frozen=True)
class _Fields(ABC):
    """The fields of a board, and what follows from their coordinates alone."""

    cells: Mapping[str, Coordinates]

    DIRECTIONS: ClassVar[tuple[Coordinates, ...]] = ()

    @cached_property
    def names(self) -> Mapping[Coordinates, str]:
        """The field at each pair of coordinates."""
        return {at: name for name, at in self.cells.items()}

    @cached_property
    def _around(self) -> Mapping[str, tuple[str, ...]]:
        directions = range(len(self.DIRECTIONS))
        return {c: tuple(n for d in directions if (n := self.step(c, d)) is not None) for c in self.cells}

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The fields that touch it along a side, in the order of the directions."""
        return self._around[cell]

    def step(self, cell: str, direction: int, count: int = 1) -> str | None:
        """The field so many steps away in a direction; None beyond the edge."""
        (a, b), (da, db) = self.cells[cell], self.DIRECTIONS[direction]
        return self.names.get((a + count * da, b + count * db))

    def line(self, one: str, other: str) -> tuple[str, ...] | None:
        """The fields after `one` up to `other` along one direction, else None."""
        (a, b), (c, d) = self.cells[one], self.cells[other]
        length = max(abs(c - a), abs(d - b))
        for direction, (da, db) in enumerate(self.DIRECTIONS):
            if length and (c - a, d - b) == (length * da, length * db):
                passed = tuple(self.step(one, direction, n) for n in range(1, length + 1))
                return tuple(p for p in passed if p is not None) if None not in passed else None
        return None

    @abstractmethod
    def distance(self, one: str, other: str) -> int:
        """The least number of steps between two fields."""

    def ring(self, cell: str, distance: int) -> tuple[str, ...]:
        """The fields at just this distance, in the order of the board."""
        return self._rings[cell].get(distance, ())

    def within(self, cell: str, distance: int) -> tuple[str, ...]:
        """The fields at distances 1 to `distance`, nearest first."""
        return tuple(name for n in range(1, distance + 1) for name in self.ring(cell, n))

    @cached_property
    def _rings(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        found: dict[str, dict[int, tuple[str, ...]]] = {}
        for one in self.cells:
            rings = found[one] = {}
            for other in self.cells:
                n = self.distance(one, other)
                rings[n] = (*rings.get(n, ()), other)
        return found


@dataclass(frozen=True)
class HexGrid(_Fields):
    """Hexes with a flat side above and below; axial coordinates (q, r), q to the right and r down."""

    sides: ClassVar[int] = 6
    DIRECTIONS: ClassVar[tuple[Coordinates, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

    def centre(self, cell: str) -> tuple[float, float]:
        """The middle of a hex from that of (0, 0), in pitches."""
        q, r = self.cells[cell]
        return q * math.sqrt(3) / 2, r + q / 2

    def distance(self, one: str, other: str) -> int:
        """The least number of steps between two hexes."""
        (a, b), (c, d) = self.cells[one], self.cells[other]
        q, r = c - a, d - b
        return max(abs(q), abs(r), abs(q + r))


@dataclass(frozen=True)
class SquareGrid(_Fields):
    """Squares; coordinates (file, rank), the file to the right and the rank upwards, as on a chess board."""

    sides: ClassVar[int] = 4
    DIRECTIONS: ClassVar[tuple[Coordinates, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))

    def centre(self, cell: str) -> tuple[float, float]:
        """The middle of a square from that of (0, 0), in pitches."""
        file, rank = self.cells[cell]
        return float(file), float(-rank)

    def distance(self, one: str, other: str) -> int:
        """The least number of steps along sides between two squares."""
        (a, b), (c, d) = self.cells[one], self.cells[other]
        return abs(c - a) + abs(d - b)


def hexes(coordinates: Iterable[Coordinates], *, first: Coordinates) -> HexGrid:
    """A board of hexes named by a letter for q and a number for r; `first` are the coordinates that would be a1."""
    cells = {f"{chr(ord('a') + q - first[0])}{r - first[1] + 1}": (q, r) for q, r in sorted(coordinates)}
    return HexGrid(cells)


def squares(files: int, ranks: int) -> SquareGrid:
    """A board of squares named as on a chess board, a1 in the lower left corner."""
    return SquareGrid({f"{chr(ord('a') + f)}{r + 1}": (f, r) for f in range(files) for r in range(ranks)})
