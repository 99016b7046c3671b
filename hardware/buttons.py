"""Buttons on pins: each edge is debounced here and a press is posted, nothing more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from ._wiring import pin_of_buttons
from .debounce import Debouncer
from .types import ButtonRole, HardwareError, PinMap, Post, Press

if TYPE_CHECKING:
    from gpiozero import Button, Factory

_log = logging.getLogger(__name__)


class _Contact:
    """One button. Its edges arrive on the pin library's only thread, so nothing here may raise or wait."""

    def __init__(self, role: ButtonRole, seat: int | None, clock: Callable[[], float], post: Post) -> None:
        self._role = role
        self._seat = seat
        self._debouncer = Debouncer(clock)
        self._post = post

    def closed(self) -> None:
        self._edge(True)

    def opened(self) -> None:
        self._edge(False)

    def _edge(self, closed: bool) -> None:
        try:
            pressed_s = self._debouncer.edge(closed)
            if pressed_s is not None:
                self._post(Press(self._role, self._seat, pressed_s))
        except Exception:  # an exception here would kill the callback thread and silence every button
            _log.exception("The press of the %s button (seat %s) was lost", self._role.value, self._seat)


class Buttons:
    """All buttons of the table, wired from pin to ground with the board's own pull-up."""

    def __init__(self, pins: PinMap, factory: Factory, clock: Callable[[], float], post: Post) -> None:
        """Open the pins on the given gpiozero factory. `post` gets one `Press` a press; it must not block.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        from gpiozero import Button  # loaded here so that a table without pins never loads it

        self._devices: list[Button] = []
        for (role, seat), pin in pin_of_buttons(pins).items():
            contact = _Contact(role, seat, clock, post)
            try:
                # bounce_time stays unset: it means different things on each back-end and has lost real edges
                device = Button(pin, pull_up=True, bounce_time=None, pin_factory=factory)
                self._devices.append(device)
                device.when_pressed = contact.closed
                device.when_released = contact.opened
            except Exception as fault:  # the back-ends raise types of their own
                self.close()
                raise HardwareError(
                    f"The {role.value} button on pin {pin} could not be opened ({fault}); "
                    "check that no other program uses this pin."
                ) from fault

    def close(self) -> None:
        """Let go of the pins. Never raises; a second call does nothing."""
        while self._devices:
            try:
                self._devices.pop().close()
            except Exception:  # one dead pin must not keep the others open
                _log.exception("A button could not be closed")
