"""A sensor: a light beam or a tilt switch that connects its pin to ground, such as that of the dice tray."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from hardware.pins.debounce import Burst
from hardware.pins.devices import let_go, opening
from hardware.types import Part, Post, Tripped

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory

_log = logging.getLogger(__name__)
_QUIET_S = 0.7
"""A tilt switch rattles for up to a second, with shorter gaps than that; nobody throws again so soon."""


class Sensor:
    """Posts one `Tripped` for each burst of edges, at its first closing edge."""

    def __init__(self, part: Part, factory: Factory, clock: Callable[[], float], post: Post) -> None:
        """Open the pin of `part` on the given gpiozero factory. `post` must not block.

        Raises HardwareError when the pin cannot be opened.
        """
        from gpiozero import DigitalInputDevice  # loaded here so that a table without pins never loads it

        self._key = part.key
        self._burst = Burst(clock, _QUIET_S)
        self._post = post
        self._device: DigitalInputDevice | None = None
        with opening(part, self.close):
            self._device = DigitalInputDevice(part.pins[0], pull_up=True, bounce_time=None, pin_factory=factory)
            self._device.when_activated = partial(self._edge, True)
            self._device.when_deactivated = partial(self._edge, False)

    def close(self) -> None:
        """Let go of the pin. Never raises; a second call does nothing."""
        if self._device is not None:
            let_go(self._device)

    def _edge(self, closed: bool) -> None:
        try:
            tripped_s = self._burst.edge(closed)
            if tripped_s is not None:
                self._post(Tripped(self._key, tripped_s))
        except Exception:  # an exception here would kill the callback thread and silence every button
            _log.exception("What the sensor %s noticed was lost", self._key)
