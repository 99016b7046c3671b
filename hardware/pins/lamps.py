"""A row of lights on pins: what they are told to show, what they show while they are tried out, and their faults."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hardware.pins.devices import attempt, opening
from hardware.types import Fault, LightState, Part

if TYPE_CHECKING:
    from gpiozero import LED, Factory

_log = logging.getLogger(__name__)
_BLINK_S = 0.4


class Lamps:
    """Lights in a row, each wired from its pin to ground through a resistor. May be used from several threads."""

    def __init__(
        self, parts: Sequence[Part], factory: Factory | None, fault: Fault, on_fault: Callable[[Fault], None]
    ) -> None:
        """Open the pins on the given gpiozero factory, all dark. `on_fault` gets `fault`, once, if a light dies later.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        self._fault = fault
        self._on_fault = on_fault
        self._dead: set[str] = set()
        self._keys = [part.key for part in parts]
        self._dark = (LightState.OFF,) * len(parts)
        self._wished: Sequence[LightState] = self._dark
        self._tried: tuple[LightState, ...] | None = None
        self._shown = list(self._dark)
        self._lamps: list[LED] = []
        self._changing = threading.RLock()
        for part in parts:
            from gpiozero import LED  # loaded here so that a table without lights never loads it

            with opening(part, self.close):
                self._lamps.append(LED(part.pins[0], initial_value=False, pin_factory=factory))

    @property
    def shown(self) -> tuple[LightState, ...]:
        """What each light shows now, in order."""
        return tuple(self._shown)

    def show(self, states: Sequence[LightState]) -> None:
        """Show these states, one for each light; while a light is tried out, from `back` on. Never raises."""
        with self._changing:
            self._wished = states
            if self._tried is None:
                self._apply(states)

    def try_out(self, key: str, on: bool) -> None:
        """Light or darken one light while all others are dark; one of another row only darkens these. Never raises."""
        with self._changing:
            lit = LightState.ON if on else LightState.OFF
            self._tried = tuple(lit if own == key else LightState.OFF for own in self._keys)
            self._apply(self._tried)

    def back(self) -> None:
        """Show what was last told, also meanwhile. Never raises."""
        with self._changing:
            self._tried = None
            self._apply(self._wished)

    def close(self) -> None:
        """Darken the lights and let go of the pins. Never raises; a second call does nothing."""
        with self._changing:
            self._shown = list(self._dark)
            while self._lamps:
                lamp = self._lamps.pop()
                attempt(lamp, lamp.off)
                attempt(lamp, lamp.close)

    def _apply(self, states: Sequence[LightState]) -> None:
        for place, lamp in enumerate(self._lamps):
            if self._shown[place] is states[place]:
                continue  # a blinking light keeps its rhythm
            try:
                _set(lamp, states[place])
                self._shown[place] = states[place]
            except Exception as fault:  # a light that dies must not stop the game
                self._tell(self._keys[place], fault)

    def _tell(self, key: str, fault: Exception) -> None:
        is_first = not self._dead
        if key not in self._dead:
            self._dead.add(key)
            _log.error("The light %s failed: %s", key, type(fault).__name__)
        if is_first:
            self._on_fault(Fault(self._fault.device, self._fault.sentence, (key, str(fault))))


def _set(lamp: LED, state: LightState) -> None:
    match state:
        case LightState.OFF:
            lamp.off()
        case LightState.ON:
            lamp.on()
        case LightState.BLINK:
            lamp.blink(on_time=_BLINK_S, off_time=_BLINK_S, background=True)
