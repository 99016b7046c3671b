"""Which part is at which pins, and the parts that are there by that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hardware.parts import DIAL, PARTS
from hardware.rows import PartRow
from hardware.types import ButtonRole, Part, Press, Release, Signal, Tripped, Turn


@dataclass(frozen=True, init=False)
class PinMap:
    """BCM pin numbers by the keys of a table of parts. What is not named is not wired."""

    table: tuple[PartRow, ...]
    wired: Mapping[str, tuple[int, ...]]

    def __init__(self, table: tuple[PartRow, ...] = PARTS, /, **pins: int | tuple[int, ...] | None):
        """`pins` as in the settings: one number, or several. TypeError for a key that no row has."""
        if unknown := set(pins) - {row.key for row in table}:
            raise TypeError(f"no such part: {', '.join(sorted(unknown))}")
        found = {key: (given,) if isinstance(given, int) else given for key, given in pins.items()}
        object.__setattr__(self, "table", table)
        object.__setattr__(self, "wired", MappingProxyType({key: given for key, given in found.items() if given}))

    def __getitem__(self, key: str) -> tuple[int, ...]:
        """The pins of a row; none where it is not wired."""
        return self.wired.get(key, ())

    def parts(self) -> tuple[Part, ...]:
        """All wired parts, in the order of the table. No pin is touched, and nothing is checked."""
        return tuple(part for row in self.table for part in row.parts(self[row.key]))

    def of(self, key: str) -> tuple[Part, ...]:
        """The wired parts of one row."""
        return tuple(part for row in self.table if row.key == key for part in row.parts(self[key]))

    def buttons(self) -> Iterator[tuple[ButtonRole, int | None, Part]]:
        """The wired buttons: what each means, and the seat of those that belong to one."""
        for row in self.table:
            if row.role is not None:
                for place, part in enumerate(row.parts(self[row.key])):
                    yield row.role, place if row.per_seat else None, part


def button_key(role: ButtonRole, seat: int | None = None, table: tuple[PartRow, ...] = PARTS) -> str:
    """The key of a button's part, such as "confirm_button" or, with the seat's number from 0, "seat_button_0"."""
    return next(row.key_of(seat) for row in table if row.role is role)


def key_of(signal: Signal) -> str:
    """The key of the part that told this."""
    match signal:
        case Press():
            return button_key(signal.role, signal.seat)
        case Release():
            return button_key(signal.role)
        case Turn():
            return DIAL
        case Tripped():
            return signal.key
