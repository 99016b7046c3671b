"""What lies and stands on a board, for whoever draws it: made by the game from the state as one reader knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.mat.grid import Grid
from rules.engine.types import Card, Seat


@dataclass(frozen=True)
class SideLook:
    """How everything of one side looks: a shape, a colour and a pattern, so that no reader needs the colours. Names of
    `shapes.svg`, of the pages' tints, and one of plain, stripes, dots."""

    shape: str
    tint: str
    pattern: str = "plain"


@dataclass(frozen=True)
class Field:
    """One field of a board. `ground`: what is printed there, a code of the table `word`, empty for nothing; `marker`:
    the side whose marker lies there; `pieces` what stands there, from the lowest to the highest, which belongs to
    `side` and to the seat `owner`. Sides are codes of the table `word` too. `title` is what is written on it where that
    is not its ground; `signs` are small signs drawn on it, names of `shapes.svg` that are codes of the table `word`
    too, one for each time it is there."""

    cell: str
    ground: str = ""
    marker: str = ""
    pieces: tuple[Card, ...] = ()
    side: str = ""
    owner: Seat | None = None
    title: str = ""
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wall:
    """What is between two neighbouring fields: a code of the table `word`, such as a wall or a locked door. An `open`
    one lets pieces pass at this moment."""

    one: str
    other: str
    kind: str
    open: bool = False


@dataclass(frozen=True)
class BoardState:
    """A whole board: its grid, its fields, how its sides look, and the fields of the last move from first to last.
    `alarm`: fields that everybody should look at now, such as a king in check; `turned`: seats that sit on its far
    side, whose pages draw it turned by half. `walls` stand between fields."""

    grid: Grid
    fields: tuple[Field, ...]
    sides: Mapping[str, SideLook] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    alarm: tuple[str, ...] = ()
    turned: tuple[Seat, ...] = ()
    walls: tuple[Wall, ...] = ()
