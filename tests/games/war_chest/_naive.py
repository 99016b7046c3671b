"""What each unit may do, counted in another way than the game does: from the printed rules alone, with cube coordinates
and loops over the whole board. An oracle for tests; slow on purpose, and it shares no code with the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Cube = tuple[int, int, int]

LOCATIONS = {
    *((-1, -2), (2, -3), (1, 2), (-2, 3)),  # the starting locations of two players
    *((-3, 2), (-2, 0), (-1, 1), (1, -1), (2, 0), (3, -2)),
}


@dataclass(frozen=True)
class Piece:
    """A unit: its name, its side and how many coins it has."""

    unit: str
    side: str
    height: int = 1


@dataclass(frozen=True)
class Naive:
    """A two-player board: units and markers by the hex's name."""

    pieces: Mapping[str, Piece]
    markers: Mapping[str, str]

    def cells(self) -> Iterator[str]:
        """All 37 hexes."""
        for q in range(-3, 4):
            for r in range(-3, 4):
                if abs(q + r) <= 3:
                    yield name(q, r)

    def away(self, one: str, distance: int) -> list[str]:
        """The hexes at this distance."""
        return [c for c in self.cells() if steps(one, c) == distance]

    def free(self, one: str) -> list[str]:
        """The free hexes beside one."""
        return [c for c in self.away(one, 1) if c not in self.pieces]

    def may_hit(self, attacker: Piece, cell: str, height: int | None = None) -> bool:
        """Whether this unit may attack what stands on a hex, wherever it stands itself."""
        target = self.pieces.get(cell)
        if target is None or target.side == attacker.side:
            return False
        return target.unit != "knight" or (height or attacker.height) > 1

    def beside(self, cell: str, attacker: Piece) -> list[str]:
        """Whom a unit may attack from a hex."""
        return [c for c in self.away(cell, 1) if self.may_hit(attacker, c)]

    # -- counts --------------------------------------------------------------------------------------------------------

    def ordinary(self, cell: str) -> int:
        """Moves, attacks and control of the unit on a hex."""
        piece = self.pieces[cell]
        hits = 0 if piece.unit in ("archer", "lancer") else len(self.beside(cell, piece))
        here = coordinates(cell) in LOCATIONS and self.markers.get(cell) != piece.side
        return len(self.free(cell)) + hits + here

    def tactic(self, cell: str) -> int:
        """The ways of carrying out its tactic; of two parts the first one counts."""
        piece = self.pieces[cell]
        match piece.unit:
            case "archer":
                return sum(self.may_hit(piece, c) for c in self.away(cell, 2))
            case "crossbowman":
                return sum(
                    self.may_hit(piece, c) and (m := middle(cell, c)) is not None and m not in self.pieces
                    for c in self.away(cell, 2)
                )
            case "light_cavalry":
                return len({end for one in self.free(cell) for end in self.free(one)} - {cell})
            case "cavalry":
                return sum(bool(self.beside(to, piece)) for to in self.free(cell))
            case "lancer":
                return sum(1 for _ in self._charges(cell, piece))
            case "ensign":
                led = [c for d in (1, 2) for c in self.away(cell, d) if self._is_friend(c, piece)]
                return sum(steps(cell, to) <= 2 for c in led for to in self.free(c))
            case "marshall":
                led = [c for d in (1, 2) for c in self.away(cell, d) if self._is_friend(c, piece)]
                able = [c for c in led if self.pieces[c].unit not in ("archer", "lancer")]
                return sum(len(self.beside(c, self.pieces[c])) for c in able)
        return 0

    def _is_friend(self, cell: str, piece: Piece) -> bool:
        return cell in self.pieces and self.pieces[cell].side == piece.side

    def _charges(self, cell: str, piece: Piece) -> Iterator[str]:
        x, y, z = cube(cell)
        for dx, dy, dz in ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)):
            way = [_named((x + n * dx, y + n * dy, z + n * dz)) for n in (1, 2, 3)]
            known = set(self.cells())
            for count in (1, 2):
                ridden, target = way[:count], way[count]
                is_free = all(c in known and c not in self.pieces for c in ridden)
                if is_free and target in known and self.may_hit(piece, target):
                    yield target


def coordinates(cell: str) -> tuple[int, int]:
    """The axial coordinates of a hex: the letter says q, the number r."""
    return "abcdefghijk".index(cell[0]) - 5, int(cell[1:]) - 4


def name(q: int, r: int) -> str:
    """The hex at axial coordinates."""
    return f"{'abcdefghijk'[q + 5]}{r + 4}"


def cube(cell: str) -> Cube:
    """The same as three numbers with the sum 0."""
    q, r = coordinates(cell)
    return q, r, -q - r


def _named(at: Cube) -> str:
    return name(at[0], at[1]) if -5 <= at[0] <= 5 else ""


def steps(one: str, other: str) -> int:
    """How many steps lie between two hexes."""
    return sum(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True)) // 2


def middle(one: str, other: str) -> str | None:
    """The hex halfway between two that lie two apart in a straight line."""
    (a, b, c), (d, e, f) = cube(one), cube(other)
    if (a + d) % 2 or (b + e) % 2 or (c + f) % 2:
        return None
    return _named(((a + d) // 2, (b + e) // 2, (c + f) // 2))
