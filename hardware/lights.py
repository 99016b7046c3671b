"""One light per seat: off, on, or blinking."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .types import Fault, HardwareError, LightState, PinMap

if TYPE_CHECKING:
    from gpiozero import LED, Factory

_log = logging.getLogger(__name__)
_BLINK_S = 0.4


def _ignore(_fault: Fault) -> None:
    """For owners that do not want to be told."""


class Lights:
    """The seats' turn lights, wired from pin to ground through a resistor."""

    def __init__(self, pins: PinMap, factory: Factory, on_fault: Callable[[Fault], None] = _ignore) -> None:
        """Open the pins on the given gpiozero factory, all dark. `on_fault` is told once if lights die later.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        from gpiozero import LED  # loaded here so that a table without pins never loads it

        self._on_fault = on_fault
        self._told = False
        self._lamps: dict[int, LED] = {}
        self._shown: dict[int, LightState] = {}
        for seat, pin in enumerate(pins.seat_lights):
            try:
                self._lamps[seat] = LED(pin, initial_value=False, pin_factory=factory)
            except Exception as fault:  # the back-ends raise types of their own
                self.close()
                raise HardwareError(
                    f"The seat light {seat} on pin {pin} could not be opened ({fault}); "
                    "check that no other program uses this pin."
                ) from fault
            self._shown[seat] = LightState.OFF

    @property
    def shown(self) -> Mapping[int, LightState]:
        """What each seat's light shows now."""
        return dict(self._shown)

    def show(self, states: Mapping[int, LightState]) -> None:
        """Show these states; seats that are not named go dark, seats without a light are ignored. Never raises."""
        for seat, lamp in self._lamps.items():
            wanted = states.get(seat, LightState.OFF)
            if self._shown[seat] is wanted:
                continue  # a blinking light keeps its rhythm
            try:
                _set(lamp, wanted)
                self._shown[seat] = wanted
            except Exception as fault:  # a light that dies must not stop the game
                self._tell(seat, fault)

    def _tell(self, seat: int, fault: Exception) -> None:
        _log.error("The light of seat %d failed: %s", seat, type(fault).__name__)
        if self._told:
            return
        self._told = True
        sentence = "A seat's light does not answer; the game goes on without it."
        self._on_fault(Fault("lights", sentence, (f"seat {seat}", str(fault))))

    def close(self) -> None:
        """Darken the lights and let go of the pins. Never raises; a second call does nothing."""
        while self._lamps:
            seat, lamp = self._lamps.popitem()
            self._shown[seat] = LightState.OFF
            try:
                lamp.off()
                lamp.close()
            except Exception:  # one dead pin must not keep the others open
                _log.exception("A light could not be closed")


def _set(lamp: LED, state: LightState) -> None:
    match state:
        case LightState.OFF:
            lamp.off()
        case LightState.ON:
            lamp.on()
        case LightState.BLINK:
            lamp.blink(on_time=_BLINK_S, off_time=_BLINK_S, background=True)
