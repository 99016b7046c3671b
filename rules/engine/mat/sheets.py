"""Sheets: cards with spaces on them on which small markers stand, for whoever draws them. Made by a game from the state
as one reader knows it.

A sheet is what a board is not: its spaces lie where its card has them and need not touch. Options name a space by
`Option.cell`, and the one that a marker comes from by `Option.from_cell`, as they do with the fields of a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.types import Say, Seat


@dataclass(frozen=True)
class Marker:
    """A cube or token on a space. `shape` is a name of `shapes.svg`, `tint` one of the pages' tints, `name` a code of
    the table `word` or a name; `down`: it lies there and can do nothing."""

    name: str
    shape: str = "cube"
    tint: str = "grey"
    down: bool = False


@dataclass(frozen=True)
class Space:
    """A space of a sheet. `name` is unique among all fields and spaces of the match; its middle lies `x` to the right
    and `y` down, and it is so wide and high, all in units of one ordinary space. `icon` is a name of `shapes.svg`,
    `label` what it is in the table `word`, or a
    player, `text` what it does in the table `note`; `marks` are further small signs on
    it, such as an arrow or a start, names of `shapes.svg` and codes of the table `word`. A `number` is written into
    it, or it is `ticked`. What a `quiet` one is, is said to who taps or cannot see it, and not drawn. A `lit` one works
    now or is what everybody should look at; a `dim` one is not in use."""

    name: str
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0
    icon: str = ""
    label: str | Seat = ""
    text: str = ""
    round: bool = False
    marks: tuple[str, ...] = ()
    markers: tuple[Marker, ...] = ()
    lit: bool = False
    dim: bool = False
    number: int | None = None
    ticked: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Link:
    """A way from one space to another that is drawn as an arrow, or as a line where it goes both ways."""

    one: str
    other: str
    both: bool = False


@dataclass(frozen=True)
class Gauge:
    """A count that is drawn as so many shapes of at most so many: hearts, coins. `name` is a code of the table
    `word`."""

    name: str
    shape: str
    value: int
    most: int
    tint: str = "red"


@dataclass(frozen=True)
class Sheet:
    """One card. `title` and `lines` are codes of the table `note`, `lines` what is to be said of it now. `seat` is who
    uses it, None for everybody; `active`: it is about this one now. `big`: it stands in the middle of the table screen
    while it is there, as a fight does. `emblem` and `tint` are how it is told from others."""

    key: str
    title: Say
    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    lines: tuple[Say, ...] = ()
    seat: Seat | None = None
    active: bool = False
    big: bool = False
    emblem: str = ""
    tint: str = "grey"
    lying: Literal["card", "row"] = "card"
