"""One light per seat: off, on, or blinking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hardware.pins.lamps import Lamps
from hardware.pins.parts import parts_of
from hardware.types import Fault, LightState, PinMap
from words import Sentence

if TYPE_CHECKING:
    from gpiozero import Factory


def _ignore(_fault: Fault) -> None:
    """For owners that do not want to be told."""


class Lights:
    """The seats' turn lights, wired from pin to ground through a resistor."""

    def __init__(self, pins: PinMap, factory: Factory, on_fault: Callable[[Fault], None] = _ignore) -> None:
        """Open the pins on the given gpiozero factory, all dark. `on_fault` is told once if lights die later.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        self._seats = range(len(pins.seat_lights))
        fault = Fault("lights", Sentence("A seat's light does not answer; the game goes on without it."))
        self.lamps = Lamps(parts_of(PinMap(seat_lights=pins.seat_lights)), factory, fault, on_fault)
        """The row of lights, for trying them out."""

    @property
    def shown(self) -> Mapping[int, LightState]:
        """What each seat's light shows now."""
        return dict(enumerate(self.lamps.shown))

    def show(self, states: Mapping[int, LightState]) -> None:
        """Show these states; seats that are not named go dark, seats without a light are ignored. Never raises."""
        self.lamps.show([states.get(seat, LightState.OFF) for seat in self._seats])

    def close(self) -> None:
        """Darken the lights and let go of the pins. Never raises; a second call does nothing."""
        self.lamps.close()
