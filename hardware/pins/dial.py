"""The dial: a rotary encoder, wired with contacts A and B to pins and the common contact to ground."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from hardware.pins.devices import let_go, opening
from hardware.types import Part, Post, Turn

if TYPE_CHECKING:
    from gpiozero import Factory, RotaryEncoder

_log = logging.getLogger(__name__)


class Dial:
    """Posts a `Turn` of one step for every full cycle of the two contacts, +1 clockwise.

    Clockwise is A closing before B. A dial that counts the wrong way has A and B exchanged. Contacts that chatter make
    no step, because a step needs both contacts to close and open in turn.
    """

    def __init__(self, part: Part, factory: Factory, clock: Callable[[], float], post: Post) -> None:
        """Open the pins A and B of `part` on the given gpiozero factory. `post` must not block.

        Raises HardwareError when a pin cannot be opened; none is left open then.
        """
        from gpiozero import RotaryEncoder  # loaded here so that a table without pins never loads it

        self._clock = clock
        self._post = post
        self._device: RotaryEncoder | None = None
        with opening(part, self.close):
            # max_steps 0: it turns without an end; bounce_time unset, because waiting loses steps of a quick hand
            self._device = RotaryEncoder(*part.pins, bounce_time=None, max_steps=0, wrap=False, pin_factory=factory)
            self._device.when_rotated_clockwise = partial(self._turned, 1)
            self._device.when_rotated_counter_clockwise = partial(self._turned, -1)

    def close(self) -> None:
        """Let go of the pins. Never raises; a second call does nothing."""
        if self._device is not None:
            let_go(self._device)

    def _turned(self, steps: int) -> None:
        try:
            self._post(Turn(steps, self._clock()))
        except Exception:  # an exception here would kill the callback thread and silence every button
            _log.exception("A turn of the dial was lost")
