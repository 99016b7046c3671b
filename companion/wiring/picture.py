"""The wiring diagram: the header with its numbers, every wired part, each wire with its label, and the table below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from companion.wiring.header import GROUND, HEADER, POWER_3V3, POWER_5V, is_left
from companion.wiring.layout import COLUMN, LABELS, PIN_REACH, PITCH, TOP, Plan, Rail, Wire, plan_of, row_y
from companion.wiring.symbols import symbol_of
from companion.wiring.wiring import Contact, WiredPart, Wiring
from rules.drawing import INK, PAPER, SOFT, Anchor, Disc, Picture, Shape, Stroke, Text, box, svg_of
from web.pages.wiring.views import WiringLine
from words import Sentence

Say = Callable[[str], str]
"""A sentence in the reader's language."""

_COLOURS: Final = (
    *("#1f5fa8", "#a4510b", "#1f7a3f", "#7a3e9d", "#b3261e"),
    *("#0b6e75", "#a8326e", "#5f6b00", "#33418f", "#6d4c2f"),
)
"""Of the wires, in turn; all of them stand out from white, and none tells anything that its label does not."""
_DASHES: Final = ((), (9.0, 3.0), (3.0, 2.5))
_PINS: Final = {POWER_3V3: "#f3c9a5", POWER_5V: "#f2a9a3", GROUND: INK}
_TITLE: Final = Sentence("Wiring of the table's buttons and lights")
_WARN: Final = "#8a3b00"
_ROW: Final = 21.0
_LETTER: Final = 10.5
_NAME: Final = 54.0  # so wide is the name of a pin without a wire


def wiring_picture(wiring: Wiring, say: Say = str, *, table: bool = True) -> Picture:
    """The diagram in the words of `say`; with `table` also what is to be connected, line by line."""
    plan = plan_of(wiring)
    drawn, rows = list(_drawn(plan, wiring, say)), list(_table(wiring, plan.width, plan.bottom + 20, say))
    text = " ".join(f"{line.part}: {line.pins}." for line in table_lines(wiring, say))
    shapes, height = ((*drawn, *rows), _end(rows)) if table else (tuple(drawn), plan.bottom)
    return Picture(plan.width, height, say(_TITLE), text, shapes)


def table_picture(wiring: Wiring, say: Say = str) -> Picture:
    """The table alone, for a page of its own."""
    width = plan_of(wiring).width
    heading = Text((24, 30), say(_TITLE), 18, bold=True)
    rows = list(_table(wiring, width, 66, say))
    return Picture(width, _end(rows), say(_TITLE), "", (heading, *rows))


def wiring_svg(wiring: Wiring, say: Say = str, *, table: bool = True) -> str:
    """The same as SVG."""
    return svg_of(wiring_picture(wiring, say, table=table))


def table_lines(wiring: Wiring, say: Say = str) -> tuple[WiringLine, ...]:
    """What is to be connected, a line for each part."""
    return tuple(_table_line(part, say) for part in wiring.parts)


def _table_line(part: WiredPart, say: Say) -> WiringLine:
    return WiringLine(
        part=say(part.label),
        setting=part.setting,
        pins=part.gpios,
        positions=part.positions,
        connect=say(part.connect),
        also="; ".join(say(contact.also) for contact in part.contacts if contact.also is not None),
    )


# -- the drawing -------------------------------------------------------------------------------------------------------


def _drawn(plan: Plan, wiring: Wiring, say: Say) -> Iterator[Shape]:
    middle = plan.width / 2
    yield Text((middle, 30), say(_TITLE), 18, Anchor.MIDDLE, bold=True)
    how = Sentence("The header from above, position 1 at the top left; even positions stand at the board's edge")
    yield Text((middle, 50), say(how), 11, Anchor.MIDDLE, colour=SOFT)
    tall = (len(HEADER) // 2 - 1) * PITCH + 2 * PIN_REACH + 12
    yield box(middle - 33, TOP - PIN_REACH - 6, 66, tall, "#e8ecea", INK)
    for rail in plan.rails:
        yield from _rail(plan, rail, say)
    for wire in plan.wires:
        yield from _wire(wire)
    used = {wire.contact.position for wire in plan.wires} | {rail.position for rail in plan.rails}
    for position in range(1, len(HEADER) + 1):
        yield from _pin(plan, position, position in used)
    for wire in plan.wires:
        yield from _wire_label(plan, wire, say)
    for placed in plan.parts:
        yield from symbol_of(plan, placed, wiring.resistor_ohm, say)


def _pin(plan: Plan, position: int, used: bool) -> Iterator[Shape]:
    what, left = HEADER[position - 1], is_left(position)
    x, y = plan.x(COLUMN, left), row_y(position)
    fill = _PINS.get(str(what), PAPER)
    yield Disc((x, y), PIN_REACH, fill, INK, 2.4 if used else 1)
    yield Text((x, y + 3.6), f"{position}", 10, Anchor.MIDDLE, used, PAPER if what == GROUND else INK)
    if not used:
        name = f"GPIO {what}" if isinstance(what, int) else what
        anchor = Anchor.END if left else Anchor.START
        yield Text((plan.x(LABELS, left), y + 3.6), name, 10, anchor, colour=SOFT)


def _wire(wire: Wire) -> Iterator[Shape]:
    colour, dash = _look(wire)
    about = (("part", wire.part.key), ("gpio", f"{wire.contact.pin}"), ("position", f"{wire.contact.position}"))
    yield Stroke(wire.places, colour, 2.4, dash, halo=True, about=about)


def _look(wire: Wire) -> tuple[str, tuple[float, ...]]:
    rounds, turn = divmod(wire.number + (0 if wire.left else len(_COLOURS) // 2), len(_COLOURS))
    return _COLOURS[turn], _DASHES[rounds % len(_DASHES)]


def _wire_label(plan: Plan, wire: Wire, say: Say) -> Iterator[Shape]:
    contact = wire.contact
    anchor = Anchor.END if wire.left else Anchor.START
    is_near = is_left(contact.position) is wire.left
    x, y = plan.x(LABELS if is_near else LABELS + _NAME, wire.left), wire.label_y
    colour, _ = _look(wire)
    mark = f" {contact.mark}" if contact.mark else ""
    yield Text((x, y - 4.5), f"GPIO {contact.pin} · {say(wire.part.label)}{mark}", _LETTER, anchor, colour=colour)
    if not is_near:
        yield _far_name(plan, contact)
    if contact.also is not None:
        yield Text((x, y + 12), f"(!) {say(contact.also)}", 9.5, anchor, bold=True, colour=_WARN)


def _far_name(plan: Plan, contact: Contact) -> Text:
    """The name of a pin that is reached from the other column."""
    left = is_left(contact.position)
    anchor = Anchor.END if left else Anchor.START
    return Text((plan.x(LABELS, left), row_y(contact.position) + 3.6), f"GPIO {contact.pin}", 10, anchor, bold=True)


def _rail(plan: Plan, rail: Rail, say: Say) -> Iterator[Shape]:
    for tap in rail.taps:
        yield Stroke(tap, INK, 1.6)
    about = (("part", "ground"), ("position", f"{rail.position}"))
    yield Stroke(rail.places, INK, 3, halo=True, about=about)
    for _, at in rail.taps:
        yield Disc(at, 3, INK, INK)
    anchor = Anchor.END if rail.left else Anchor.START
    ground = say(Sentence("ground of this side"))
    yield Text((plan.x(LABELS, rail.left), row_y(rail.position) - 4.5), f"{GROUND} · {ground}", _LETTER, anchor)


# -- the table below ---------------------------------------------------------------------------------------------------


def _end(rows: Sequence[Shape]) -> float:
    return max(shape.at[1] for shape in rows if isinstance(shape, Text)) + 24


def _table(wiring: Wiring, width: float, y: float, say: Say) -> Iterator[Shape]:
    """The table from this y on."""
    wide = width - 48
    heads = (Sentence("Part"), Sentence("Setting"), Sentence("Pin (BCM)"), Sentence("Position"), Sentence("Connect"))
    columns = [24 + wide * share for share in accumulate((0.0, 0.2, 0.13, 0.15, 0.1))]
    for x, head in zip(columns, heads, strict=True):
        yield Text((x, y), say(head), 11, bold=True)
    yield Stroke(((24, y + 7), (24 + wide, y + 7)), INK, 1.2)
    for line in table_lines(wiring, say):
        y += _ROW
        for x, cell in zip(columns, (line.part, line.setting, line.pins, line.positions, line.connect), strict=True):
            yield Text((x, y), cell, _LETTER)
        yield Stroke(((24, y + 7), (24 + wide, y + 7)), "#c9d0ce", 0.8)
    y += 8
    for note in wiring.notes:
        y += _ROW
        yield Text((24, y), say(note), _LETTER)
