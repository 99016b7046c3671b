"""Where everything of a wiring diagram lies: parts left and right of the header, and wires that seldom cross.

Places are computed as distances from the header's middle, alike for both sides, and only then become x and y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.wiring.header import ROWS, is_left, row_of
from companion.wiring.wiring import Contact, Symbol, WiredPart, Wiring
from rules.drawing import Place

PITCH: Final = 34.0
"""From row to row of the header."""
PIN_REACH: Final = 11.0
COLUMN: Final = 16.0
"""From the header's middle to the middle of its pins."""
LABELS: Final = 38.0
"""Where the labels of the wires begin, beside the header."""
PART_WIDE: Final = 150.0
RAIL_AWAY: Final = 16.0
TOP: Final = 96.0
"""The y of the first row."""

_CHANNELS: Final = 250.0  # where wires may run up and down; the ground has the first channel
_CHANNEL: Final = 9.0
_FEWEST: Final = 10  # below this the table under the drawing would not fit
_MARGIN: Final = 22.0
_TALL: Final = {Symbol.PAIR: 70.0, Symbol.DIAL: 86.0}
_USUAL_TALL: Final = 54.0
_CONTACTS: Final = {Symbol.PAIR: (45.0,), Symbol.DIAL: (34.0, 62.0)}
_USUAL_CONTACTS: Final = (37.0,)
_GROUND_POSITION: Final = {True: 39, False: 6}  # the lowest on the left, the highest on the right: no wire passes there


@dataclass(frozen=True)
class Placed:
    """A part in its place: the y of its top, of its contacts and of its ground."""

    part: WiredPart
    left: bool
    top: float
    contact_ys: tuple[float, ...]

    @property
    def ground_y(self) -> float:
        """Where its wire to ground begins."""
        return sum(self.contact_ys) / len(self.contact_ys)


@dataclass(frozen=True)
class Wire:
    """A wire from a part's contact to its pin, and which of its side it is, from the top."""

    part: WiredPart
    contact: Contact
    left: bool
    number: int
    places: tuple[Place, ...]
    label_y: float


@dataclass(frozen=True)
class Rail:
    """The ground of all parts of one side, and the position that it leads to."""

    left: bool
    position: int
    places: tuple[Place, ...]
    taps: tuple[tuple[Place, Place], ...]  # from each part to the rail


@dataclass(frozen=True)
class Plan:
    """Everything in its place."""

    width: float
    bottom: float
    part_at: float
    parts: tuple[Placed, ...]
    wires: tuple[Wire, ...]
    rails: tuple[Rail, ...]

    def x(self, away: float, left: bool) -> float:
        """The x of a distance from the header's middle."""
        return self.width / 2 + (-away if left else away)


def row_y(position: int) -> float:
    """The y of a header position."""
    return TOP + row_of(position) * PITCH


def plan_of(wiring: Wiring) -> Plan:
    """The plan of a wiring; one without parts is the bare header."""
    sides = {left: _stacked([p for p in wiring.parts if _goes_left(p) is left], left) for left in (True, False)}
    channels = max(_FEWEST, *(sum(len(placed.part.contacts) for placed in side) for side in sides.values()))
    part_at = _CHANNELS + (channels + 2) * _CHANNEL
    width = 2 * (part_at + PART_WIDE + RAIL_AWAY + _MARGIN)
    bare = Plan(width, 0.0, part_at, (), (), ())
    wires = tuple(wire for left, side in sides.items() for wire in _wires(bare, side, left))
    rails = tuple(_rail(bare, side, left) for left, side in sides.items() if side)
    header_end = TOP + (ROWS - 1) * PITCH + 40
    ends = [header_end, *(y + 30 for rail in rails for _, y in rail.places)]
    return Plan(width, max(ends), part_at, (*sides[True], *sides[False]), wires, rails)


def _goes_left(part: WiredPart) -> bool:
    """The side on which most of its pins are; that of the first, if it is a tie."""
    left = sum(is_left(contact.position) for contact in part.contacts)
    return 2 * left > len(part.contacts) or (2 * left == len(part.contacts) and is_left(part.contacts[0].position))


def _stacked(parts: Sequence[WiredPart], left: bool) -> tuple[Placed, ...]:
    """The parts of one side from top to bottom, each as near to its pin as the others let it."""
    ordered = sorted(parts, key=lambda p: sum(row_of(c.position) for c in p.contacts) / len(p.contacts))
    talls = [_TALL.get(part.symbol, _USUAL_TALL) for part in ordered]
    tops: list[float] = []
    free = TOP - 26.0
    for part, tall in zip(ordered, talls, strict=True):
        tops.append(max(free, row_y(part.contacts[0].position) - _contacts(part)[0]))
        free = tops[-1] + tall
    end = max(TOP - 26.0 + sum(talls), TOP + ROWS * PITCH)
    for n in reversed(range(len(tops))):
        tops[n] = min(tops[n], end - talls[n])
        end = tops[n]
    return tuple(
        Placed(part, left, top, tuple(top + away for away in _contacts(part)))
        for part, top in zip(ordered, tops, strict=True)
    )


def _contacts(part: WiredPart) -> tuple[float, ...]:
    return _CONTACTS.get(part.symbol, _USUAL_CONTACTS)


def _wires(plan: Plan, side: Sequence[Placed], left: bool) -> Iterator[Wire]:
    """The wires of one side. Those that go up take channels nearer to the header the lower they begin, those that go
    down the other way round: so neighbours never cross."""
    pairs = [
        (placed, contact, y)
        for placed in side
        for contact, y in zip(placed.part.contacts, placed.contact_ys, strict=True)
    ]
    ends = [_end_y(contact, left) for _, contact, _ in pairs]
    channels = _channels([(y, end) for (_, _, y), end in zip(pairs, ends, strict=True)])
    for number, ((placed, contact, y), end, channel) in enumerate(zip(pairs, ends, channels, strict=True)):
        places = [(plan.x(plan.part_at, left), y)]
        if abs(y - end) > 0.01:
            x = plan.x(_CHANNELS + (channel + 1) * _CHANNEL, left)
            places += [(x, y), (x, end)]
        places += _arrival(plan, contact, left, end)
        yield Wire(placed.part, contact, left, number, tuple(places), end)


def _end_y(contact: Contact, left: bool) -> float:
    """Where a wire comes to the header: at its row, or below it to reach a pin of the other column between the rows."""
    y = row_y(contact.position)
    return y if is_left(contact.position) is left else y + PITCH / 2


def _arrival(plan: Plan, contact: Contact, left: bool, end: float) -> list[Place]:
    if is_left(contact.position) is left:
        return [(plan.x(COLUMN + PIN_REACH, left), end)]
    x = plan.x(COLUMN, not left)
    return [(x, end), (x, row_y(contact.position) + PIN_REACH)]


def _channels(wires: Sequence[tuple[float, float]]) -> list[int]:
    """A channel for each wire, given as the y that it begins and ends at, from top to bottom; 0 is nearest to the
    header. No two wires share one."""
    found = [0] * len(wires)
    begin = 0
    while begin < len(wires):
        is_up = wires[begin][1] < wires[begin][0]
        end = begin
        while end < len(wires) and (wires[end][1] < wires[end][0]) is is_up:
            end += 1
        for n in range(begin, end):
            found[n] = begin + (end - 1 - n if is_up else n - begin)
        begin = end
    return found


def _rail(plan: Plan, side: Sequence[Placed], left: bool) -> Rail:
    """The ground of one side: down and in from below on the left, up and in from above on the right."""
    position = _GROUND_POSITION[left]
    out = plan.x(plan.part_at + PART_WIDE + RAIL_AWAY, left)
    channel, pin, y = plan.x(_CHANNELS, left), plan.x(COLUMN + PIN_REACH, left), row_y(position)
    ys = [placed.ground_y for placed in side]
    if left:
        lowest = max(max(ys), row_y(39)) + 26
        places = ((out, min(ys)), (out, lowest), (channel, lowest), (channel, y), (pin, y))
    else:
        highest = TOP - 30
        places = ((out, max(ys)), (out, highest), (channel, highest), (channel, y), (pin, y))
    edge = plan.x(plan.part_at + PART_WIDE, left)
    return Rail(left, position, places, tuple(((edge, at), (out, at)) for at in ys))
