"""The parts of a wiring diagram as circuit symbols, from the end at the pin to the end at ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.wiring.layout import PART_WIDE, Placed, Plan
from companion.wiring.wiring import Symbol
from rules.drawing import INK, PAPER, Anchor, Disc, Patch, Place, Shape, Stroke, Text
from words import Sentence

_SMALL: Final = 8.5
_LINE: Final = 1.6
_APART: Final = 9.0  # half the distance between two lights at one pin

At = Callable[[float, float], Place]
"""A place from its distance to the part's inner end and its y."""


def symbol_of(plan: Plan, placed: Placed, ohm: int, say: Callable[[str], str]) -> Iterator[Shape]:
    """The part's name and its symbol."""
    part = placed.part

    def at(along: float, y: float) -> Place:
        return plan.x(plan.part_at + along, placed.left), y

    y = placed.ground_y
    outer = plan.x(plan.part_at + PART_WIDE, placed.left)
    anchor = Anchor.START if placed.left else Anchor.END
    indent = 0.0
    if part.pips:
        yield from _face(outer if placed.left else outer - 15, placed.top + 1, part.pips)
        indent = 20.0 if placed.left else -20.0
    yield Text((outer + indent, placed.top + 13), say(part.label), 12, anchor, bold=True)
    match part.symbol:
        case Symbol.BUTTON:
            yield from _button(at, y)
        case Symbol.LIGHT:
            yield _line(at(0, y), at(18, y))
            yield from _light(at, y, ohm)
            yield _line(at(118, y), at(PART_WIDE, y))
        case Symbol.PAIR:
            yield from _pair(at, y, ohm)
        case Symbol.DIAL:
            yield from _dial(at, placed)
        case Symbol.SENSOR:
            yield from _sensor(at, y, say)


def _line(*places: Place) -> Stroke:
    return Stroke(places, INK, _LINE)


def _button(at: At, y: float) -> Iterator[Shape]:
    yield _line(at(0, y), at(48, y))
    yield _line(at(102, y), at(PART_WIDE, y))
    yield _line(at(46, y - 9), at(104, y - 9))
    yield _line(at(75, y - 9), at(75, y - 16))
    yield _line(at(65, y - 16), at(85, y - 16))
    yield Disc(at(50, y), 3)
    yield Disc(at(100, y), 3)


def _light(at: At, y: float, ohm: int) -> Iterator[Shape]:
    """A resistor and an LED, from 18 to 118 along."""
    yield Patch((at(18, y - 7), at(60, y - 7), at(60, y + 7), at(18, y + 7)), PAPER, INK, _LINE)
    middle_x, _ = at(39, y)
    yield Text((middle_x, y + 3.2), f"{ohm} Ω", _SMALL, Anchor.MIDDLE)
    yield _line(at(60, y), at(84, y))
    yield Patch((at(84, y - 7), at(84, y + 7), at(98, y)), INK, INK)
    yield _line(at(98, y - 7), at(98, y + 7))
    yield _line(at(98, y), at(118, y))
    for away in (0, 6):
        yield Stroke((at(93 + away, y - 8), at(99 + away, y - 14), at(95.5 + away, y - 13.5)), INK, 1)
        yield Stroke((at(99 + away, y - 14), at(98.5 + away, y - 10.5)), INK, 1)


def _pair(at: At, y: float, ohm: int) -> Iterator[Shape]:
    yield _line(at(0, y), at(10, y))
    yield _line(at(126, y), at(PART_WIDE, y))
    for end in (10, 126):
        yield _line(at(end, y - _APART), at(end, y + _APART))
    for row in (y - _APART, y + _APART):
        yield _line(at(10, row), at(18, row))
        yield from _light(at, row, ohm)
        yield _line(at(118, row), at(126, row))


def _dial(at: At, placed: Placed) -> Iterator[Shape]:
    """A round knob on a box with its three contacts: the two of the pins, and the common one to ground."""
    above, below = placed.contact_ys
    y = placed.ground_y
    corners = (at(36, above - 8), at(114, above - 8), at(114, below + 8), at(36, below + 8))
    yield Patch(corners, PAPER, INK, _LINE)
    yield Disc(at(75, y), 13, PAPER, INK, _LINE)
    yield _line(at(75, y), at(84, y - 9))
    for mark, row in zip("AB", (above, below), strict=True):
        yield _line(at(0, row), at(36, row))
        yield Text((at(45, row)[0], row + 3.5), mark, 10, Anchor.MIDDLE, bold=True)
    yield _line(at(114, y), at(PART_WIDE, y))
    yield Text((at(104, y)[0], y + 3.5), "C", 10, Anchor.MIDDLE, bold=True)


def _sensor(at: At, y: float, say: Callable[[str], str]) -> Iterator[Shape]:
    yield _line(at(0, y), at(30, y))
    yield _line(at(120, y), at(PART_WIDE, y))
    yield Patch((at(30, y - 11), at(120, y - 11), at(120, y + 11), at(30, y + 11)), PAPER, INK, _LINE)
    yield Text((at(75, y)[0], y + 3.5), say(Sentence("tilt or beam")), 10, Anchor.MIDDLE)


def _face(x: float, y: float, pips: tuple[int, ...]) -> Iterator[Shape]:
    """A small face of a die, on which the lights of this group are filled."""
    yield Patch(((x, y), (x + 15, y), (x + 15, y + 15), (x, y + 15)), PAPER, INK, 1)
    for place in (0, 2, 3, 4, 5, 6, 8):
        row, column = divmod(place, 3)
        fill = INK if place in pips else PAPER
        yield Disc((x + 3.2 + column * 4.3, y + 3.2 + row * 4.3), 1.6, fill, INK, 0.5)
