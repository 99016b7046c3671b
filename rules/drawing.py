"""Drawings of a few kinds of shapes: written as SVG here, as PDF or whatever else elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final
from xml.sax.saxutils import escape, quoteattr

INK: Final = "#16201f"
PAPER: Final = "#ffffff"
SOFT: Final = "#5d6866"
_HALO: Final = 3.0  # white on both sides of a wire, so that one passes visibly over another
_LETTER: Final = 0.56  # of the text's height, in an ordinary sans-serif

Place = tuple[float, float]


class Anchor(Enum):
    """Which end of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True)
class Stroke:
    """A line through places. `about` says in the SVG what it joins."""

    places: tuple[Place, ...]
    colour: str = INK
    width: float = 1.4
    dash: tuple[float, ...] = ()
    halo: bool = False
    about: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Patch:
    """A closed shape; an empty colour is none."""

    places: tuple[Place, ...]
    fill: str = ""
    stroke: str = INK
    width: float = 1.2


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    at: Place
    reach: float
    fill: str = PAPER
    stroke: str = INK
    width: float = 1.2


@dataclass(frozen=True)
class Text:
    """One line of text; `at` is its base line."""

    at: Place
    text: str
    size: float = 11.0
    anchor: Anchor = Anchor.START
    bold: bool = False
    colour: str = INK


Shape = Stroke | Patch | Disc | Text


@dataclass(frozen=True)
class Picture:
    """A drawing, in units of a ninety-sixth of an inch. `text` says in words what it shows."""

    width: float
    height: float
    title: str
    text: str
    shapes: tuple[Shape, ...] = field(repr=False)


def box(x: float, y: float, wide: float, tall: float, fill: str = "", stroke: str = INK, width: float = 1.2) -> Patch:
    """A rectangle from its top left corner."""
    return Patch(((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)), fill, stroke, width)


def text_width(text: str, size: float) -> float:
    """About how wide a text comes out."""
    return len(text) * size * _LETTER


def svg_of(picture: Picture) -> str:
    """The picture as an SVG of its own, without anything that a strict page would forbid: no styles, no scripts."""
    size = f'width="{_n(picture.width)}" height="{_n(picture.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_n(picture.width)} {_n(picture.height)}"'
    lines = [
        f'{head} role="img" font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(picture.title)}</title>",
        f"<desc>{escape(picture.text)}</desc>",
        f'<rect width="{_n(picture.width)}" height="{_n(picture.height)}" fill="{PAPER}"/>',
    ]
    lines += [line for shape in picture.shapes for line in _drawn(shape)]
    return "\n".join([*lines, "</svg>", ""])


def _drawn(shape: Shape) -> Iterator[str]:
    match shape:
        case Stroke():
            yield from _stroke(shape)
        case Patch():
            look = _look(shape.fill, shape.stroke, shape.width)
            yield f'<polygon points="{_places(shape.places)}" {look}/>'
        case Disc():
            look = _look(shape.fill, shape.stroke, shape.width)
            yield f'<circle cx="{_n(shape.at[0])}" cy="{_n(shape.at[1])}" r="{_n(shape.reach)}" {look}/>'
        case Text():
            bold = ' font-weight="bold"' if shape.bold else ""
            place = f'x="{_n(shape.at[0])}" y="{_n(shape.at[1])}"'
            look = f'font-size="{_n(shape.size)}" text-anchor="{shape.anchor.value}" fill="{shape.colour}"{bold}'
            yield f"<text {place} {look}>{escape(shape.text)}</text>"


def _stroke(shape: Stroke) -> Iterator[str]:
    points = f'points="{_places(shape.places)}" fill="none" stroke-linejoin="round"'
    if shape.halo:
        yield f'<polyline {points} stroke="{PAPER}" stroke-width="{_n(shape.width + 2 * _HALO)}"/>'
    dash = f' stroke-dasharray="{" ".join(map(_n, shape.dash))}"' if shape.dash else ""
    about = "".join(f" data-{name}={quoteattr(value)}" for name, value in shape.about)
    yield f'<polyline {points} stroke="{shape.colour}" stroke-width="{_n(shape.width)}"{dash}{about}/>'


def _look(fill: str, stroke: str, width: float) -> str:
    return f'fill="{fill or "none"}" stroke="{stroke or "none"}" stroke-width="{_n(width)}"'


def _places(places: tuple[Place, ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in places)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
