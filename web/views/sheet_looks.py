"""How sheets look on the pages: cards with spaces on which markers stand. Part of what `ports` hands them."""

from __future__ import annotations

from dataclasses import dataclass

from web.views.looks import SignView


@dataclass(frozen=True)
class MarkerView:
    """A cube or token on a space, by its name in words. `down`: it lies there and can do nothing."""

    name: str
    shape: str
    tint: str = "grey"
    down: bool = False


@dataclass(frozen=True, kw_only=True)
class SpaceView:
    """A space of a sheet. `x` and `y` are where its middle lies, to the right and down, in units of one ordinary space,
    and so are `width` and `height`. `title` is what it is, `text` what it does, `written` a number or a tick in it;
    `label` says all of it for people who cannot see the drawing. `icon` and the shapes of `marks` are empty where there
    is no such shape to draw."""

    name: str
    x: float
    y: float
    label: str
    width: float = 1.0
    height: float = 1.0
    icon: str = ""
    title: str = ""
    text: str = ""
    round: bool = False
    marks: tuple[SignView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    lit: bool = False
    dim: bool = False
    written: str = ""


@dataclass(frozen=True)
class LinkView:
    """A way between two spaces, by their names: an arrow, or a line where it goes both ways."""

    one: str
    other: str
    both: bool = False


@dataclass(frozen=True, kw_only=True)
class GaugeView:
    """A count that is drawn as so many shapes of at most so many; `label` says it in words."""

    name: str
    shape: str
    value: int
    most: int
    label: str
    tint: str = "red"


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """One card with its spaces. `label` is its title at more length, for people who cannot see whose
    it is; `lines` is what is to be said of it now; `seat` who uses it, None for everybody;
    `active`: it is about this one now; `big`: it takes the middle of the table screen; `lying` is "card" for one that
    stands beside the others or "row" for a flat one that lies below the board."""

    key: str
    title: str
    spaces: tuple[SpaceView, ...]
    links: tuple[LinkView, ...] = ()
    gauges: tuple[GaugeView, ...] = ()
    lines: tuple[str, ...] = ()
    seat: int | None = None
    active: bool = False
    big: bool = False
    emblem: str = ""
    tint: str = "grey"
    lying: str = "card"
    label: str = ""
