"""The lights of the seats and of the table: off, on, or blinking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from hardware.parts import DIE_LIGHTS, SEAT_LIGHTS
from hardware.pin_map import PinMap
from hardware.pins.lamps import Lamps
from hardware.types import Fault, LightState, LightStates, PartKind
from words import Sentence

if TYPE_CHECKING:
    from gpiozero import Factory


def _ignore(_fault: Fault) -> None:
    """For owners that do not want to be told."""


class Lights:
    """All lights but those of the die, each wired from pin to ground through a resistor. A seat's light goes by the
    seat's number, any other by the key of its part."""

    def __init__(self, pins: PinMap, factory: Factory | None, on_fault: Callable[[Fault], None] = _ignore) -> None:
        """Open the pins on the given gpiozero factory, all dark. `on_fault` is told once if lights die later.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        seats = pins.of(SEAT_LIGHTS)
        of_rows = (row for row in pins.table if row.kind is PartKind.LIGHT and row.key not in (SEAT_LIGHTS, DIE_LIGHTS))
        others = [part for row in of_rows for part in pins.of(row.key)]
        of_seat = Fault("lights", Sentence("A seat's light does not answer; the game goes on without it."))
        of_other = Fault("lights", Sentence("A light of the table does not answer; the game goes on without it."))
        self._rows: list[tuple[Sequence[int | str], Lamps]] = []
        with ExitStack() as opening:
            for places, parts, fault in (
                (range(len(seats)), seats, of_seat),
                ([part.key for part in others], others, of_other),
            ):
                self._rows.append((places, Lamps(parts, factory, fault, on_fault)))
                opening.callback(self._rows[-1][1].close)
            opening.pop_all()

    @property
    def rows(self) -> tuple[Lamps, ...]:
        """All lights, for trying them out."""
        return tuple(lamps for _, lamps in self._rows)

    @property
    def shown(self) -> LightStates:
        """What each light shows now."""
        return {place: state for places, lamps in self._rows for place, state in zip(places, lamps.shown, strict=True)}

    def show(self, states: LightStates) -> None:
        """Show these states; lights that are not named go dark, those that are not wired are ignored. Never raises."""
        for places, lamps in self._rows:
            lamps.show([states.get(place, LightState.OFF) for place in places])

    def close(self) -> None:
        """Darken the lights and let go of the pins. Never raises; a second call does nothing."""
        for lamps in self.rows:
            lamps.close()
