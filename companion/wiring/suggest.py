"""A wiring for so many seats that can be built as it is: no pin twice, none that the board needs for something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware import PARTS, PartRow, PinMap
from hardware.parts import SEAT_BUTTONS, SEAT_LIGHTS
from hardware.types import HardwareError
from words import Sentence

_SEATS: Final = (
    *((17, 5), (27, 6), (22, 13), (23, 19), (18, 4)),
    *((7, 12), (21, 20), (10, 9), (11, 8), (16, 26)),
)
"""Button and light of each seat. From the sixth on they take the pins of other parts, the least needed first."""
MOST_SEATS: Final = len(_SEATS)


@dataclass(frozen=True)
class Suggestion:
    """A pin map, and the settings of those parts for which no pin was left."""

    pins: PinMap
    left_out: tuple[str, ...]


def suggested(seats: int, table: tuple[PartRow, ...] = PARTS) -> Suggestion:
    """A wiring with a button and a light for each seat and as many of the other parts as pins are left for: all of
    them with up to five seats. HardwareError for more seats than there are pins for."""
    if not 1 <= seats <= MOST_SEATS:
        raise HardwareError(
            Sentence("There are pins for 1 to {most} seats, each with a button and a light.", most=MOST_SEATS)
        )
    pairs = _SEATS[:seats]
    taken = {pin for pair in pairs for pin in pair}
    others = {row.key: row for row in table if row.suggested}
    free = {key: row.suggested for key, row in others.items() if taken.isdisjoint(row.suggested)}
    for key in tuple(free):
        if others[key].needs and others[key].needs not in free:
            del free[key]
    seat_pins = dict(zip((SEAT_BUTTONS, SEAT_LIGHTS), zip(*pairs, strict=True), strict=True))
    pins = PinMap(table, **seat_pins, **free)
    return Suggestion(pins, tuple(key for key in others if key not in free))


def as_settings(suggestion: Suggestion) -> str:
    """The block for a file of settings."""
    lines = ["[hardware]", 'pins = "lgpio"']
    for row in suggestion.pins.table:
        if pins := suggestion.pins[row.key]:
            lines.append(f"{row.key} = {pins[0] if row.is_single else list(pins)}")
    if suggestion.left_out:
        lines.append(f"# no pins are left for: {', '.join(suggestion.left_out)}")
    return "\n".join(lines) + "\n"
