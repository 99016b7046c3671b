"""Buttons on pins: each edge is debounced here and a press is posted, nothing more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from hardware.pin_map import PinMap
from hardware.pins.debounce import Debouncer, LetGo
from hardware.pins.devices import let_go, opening
from hardware.pins.later import Later
from hardware.types import ButtonRole, Post, Press, Release

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory

_log = logging.getLogger(__name__)
_HELD = frozenset({ButtonRole.DIE})  # of these also the letting go is told


class _Contact:
    """One button. Its edges arrive on the pin library's only thread, so nothing here may raise or wait."""

    def __init__(
        self, role: ButtonRole, seat: int | None, clock: Callable[[], float], later: Later, post: Post
    ) -> None:
        self._role = role
        self._seat = seat
        self._debouncer = Debouncer(clock)
        self._post = post
        self._let_go = LetGo(clock, later, self._released) if role in _HELD else None

    def close(self) -> None:
        if self._let_go is not None:
            self._let_go.close()

    def edge(self, closed: bool) -> None:
        try:
            pressed_s = self._debouncer.edge(closed)
            if self._let_go is not None:
                self._let_go.edge(closed, pressed_s)
            if pressed_s is not None:
                self._post(Press(self._role, self._seat, pressed_s))
        except Exception:  # an exception here would kill the callback thread and silence every button
            _log.exception("The press of the %s button (seat %s) was lost", self._role.value, self._seat)

    def _released(self, held_s: float, at_s: float) -> None:
        self._post(Release(self._role, held_s, at_s))


class Buttons:
    """All buttons of the table, wired from pin to ground with the board's own pull-up."""

    def __init__(self, pins: PinMap, factory: Factory, clock: Callable[[], float], later: Later, post: Post) -> None:
        """Open the pins on the given gpiozero factory. `post` gets one `Press` a press, and for the button of the die
        one `Release` after each; it must not block. `later` makes the calls that wait for a contact to come to rest.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        from gpiozero import DigitalInputDevice  # loaded here so that a table without pins never loads it

        self._devices: list[DigitalInputDevice] = []
        self._contacts: list[_Contact] = []
        for role, seat, part in pins.buttons():
            contact = _Contact(role, seat, clock, later, post)
            with opening(part, self.close):
                # No gpiozero Button: each has a thread that wakes ten times a second to see whether it is held.
                # bounce_time stays unset: it means different things on each back-end and has lost real edges.
                device = DigitalInputDevice(part.pins[0], pull_up=True, bounce_time=None, pin_factory=factory)
                self._devices.append(device)
                device.when_activated = partial(contact.edge, True)
                device.when_deactivated = partial(contact.edge, False)
            self._contacts.append(contact)

    def close(self) -> None:
        """Let go of the pins. Never raises; a second call does nothing."""
        while self._devices:
            let_go(self._devices.pop())
        for contact in self._contacts:
            contact.close()
