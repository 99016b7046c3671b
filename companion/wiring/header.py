"""The 40-pin header of a Raspberry Pi, as its own documentation draws it: the same on every board since the B+.

Source: Raspberry Pi documentation, "GPIO", https://www.raspberrypi.com/documentation/computers/raspberry-pi.html#gpio.
A test holds it against the board data of gpiozero.
"""

from __future__ import annotations

from typing import Final

POWER_3V3: Final = "3V3"
POWER_5V: Final = "5V"
GROUND: Final = "GND"

HEADER: Final[tuple[int | str, ...]] = (
    *(POWER_3V3, POWER_5V),
    *(2, POWER_5V),
    *(3, GROUND),
    *(4, 14),
    *(GROUND, 15),
    *(17, 18),
    *(27, GROUND),
    *(22, 23),
    *(POWER_3V3, 24),
    *(10, GROUND),
    *(9, 25),
    *(11, 8),
    *(GROUND, 7),
    *(0, 1),
    *(5, GROUND),
    *(6, 12),
    *(13, GROUND),
    *(19, 16),
    *(26, 20),
    *(GROUND, 21),
)
"""What is at position 1, 2, 3, ...: a BCM number, or a supply. Odd positions stand in the left column when the board
lies with the header at its upper right, even ones at the board's edge."""

ROWS: Final = len(HEADER) // 2


def position_of(pin: int) -> int:
    """The position on the header of a BCM number from 0 to 27, counted from 1."""
    return HEADER.index(pin) + 1


def row_of(position: int) -> int:
    """The row of a position, counted from 0 at positions 1 and 2."""
    return (position - 1) // 2


def is_left(position: int) -> bool:
    """Whether a position stands in the column that begins with position 1."""
    return position % 2 == 1
