"""A wiring for so many seats that can be built as it is: no pin twice, none that the board needs for something else."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from hardware.types import HardwareError, PinMap
from words import Sentence

_SEATS: Final = (
    *((17, 5), (27, 6), (22, 13), (23, 19), (18, 4)),
    *((7, 12), (21, 20), (10, 9), (11, 8), (16, 26)),
)
"""Button and light of each seat. From the sixth on they take the pins of other parts, the least needed first."""
MOST_SEATS: Final = len(_SEATS)

_OTHERS: Final = PinMap(
    confirm_button=24,
    undo_button=25,
    pause_button=16,
    die_button=26,
    die_lights=(10, 9, 11, 8),
    dial=(7, 12),
    dial_button=21,
    tray_sensor=20,
)


@dataclass(frozen=True)
class Suggestion:
    """A pin map, and the settings of those parts for which no pin was left."""

    pins: PinMap
    left_out: tuple[str, ...]


def suggested(seats: int) -> Suggestion:
    """A wiring with a button and a light for each seat and as many of the other parts as pins are left for: all of
    them with up to five seats. HardwareError for more seats than there are pins for."""
    if not 1 <= seats <= MOST_SEATS:
        raise HardwareError(
            Sentence("There are pins for 1 to {most} seats, each with a button and a light.", most=MOST_SEATS)
        )
    pairs = _SEATS[:seats]
    taken = {pin for pair in pairs for pin in pair}
    others = {name: pins for name, pins in asdict(_OTHERS).items() if pins}
    free = {name: pins for name, pins in others.items() if taken.isdisjoint(_all(pins))}
    if "dial" not in free:  # a push without a dial to choose a number with is of no use
        free.pop("dial_button", None)
    buttons, lights = tuple(button for button, _ in pairs), tuple(light for _, light in pairs)
    pins = PinMap(seat_buttons=buttons, seat_lights=lights, **free)
    return Suggestion(pins, tuple(name for name in others if name not in free))


def as_settings(suggestion: Suggestion) -> str:
    """The block for a file of settings."""
    lines = ["[hardware]", 'pins = "lgpio"']
    for name, pins in asdict(suggestion.pins).items():
        if pins not in (None, ()):
            lines.append(f"{name} = {list(_all(pins)) if isinstance(pins, tuple) else pins}")
    if suggestion.left_out:
        lines.append(f"# no pins are left for: {', '.join(suggestion.left_out)}")
    return "\n".join(lines) + "\n"


def _all(pins: int | tuple[int, ...]) -> tuple[int, ...]:
    return pins if isinstance(pins, tuple) else (pins,)
