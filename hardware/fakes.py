"""Fingers for simulated pins, with the nuisances of real ones: contacts chatter, stick, and break."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._wiring import pin_of_buttons
from .types import ButtonRole, HardwareError, PinMap

if TYPE_CHECKING:
    from gpiozero import Factory

_CHATTER_S = 0.001
_REST_S = 0.03


class FakeFingers:
    """Presses the buttons of a rig that was opened with PinFactory.MOCK; used by tests and by virtual buttons."""

    def __init__(self, factory: Factory | None, pins: PinMap, wait: Callable[[float], None] = time.sleep) -> None:
        """`factory` is the rig's. `wait` lets so many seconds pass; tests with a fake clock move that clock instead.

        Raises HardwareError if the pins are not simulated ones.
        """
        from gpiozero.pins.mock import MockFactory

        if not isinstance(factory, MockFactory):
            raise HardwareError('Virtual buttons need simulated pins; set hardware.pins to "mock".')
        self._pins: dict[tuple[ButtonRole, int | None], Any] = {
            button: factory.pin(pin) for button, pin in pin_of_buttons(pins).items()
        }
        self._broken: set[tuple[ButtonRole, int | None]] = set()
        self._wait = wait
        self._one_at_a_time = threading.Lock()  # simulated pins are not made for several threads

    def press(self, role: ButtonRole, seat: int | None = None, bounces: int = 5, hold_s: float = 0.03) -> None:
        """Press and let go; the contact chatters `bounces` times on the way down and on the way up.

        Takes about `hold_s` + 0.03 s + the chatter. Raises HardwareError for a button that is not wired.
        """
        with self._one_at_a_time:
            self._chatter(role, seat, bounces)
            self._set(role, seat, closed=True)
            self._wait(hold_s)
            self._chatter(role, seat, bounces)
            self._set(role, seat, closed=False)
            self._wait(_REST_S)

    def stick(self, role: ButtonRole, seat: int | None = None, bounces: int = 5) -> None:
        """Press and stay pressed, until `let_go`."""
        with self._one_at_a_time:
            self._chatter(role, seat, bounces)
            self._set(role, seat, closed=True)
            self._wait(_REST_S)

    def let_go(self, role: ButtonRole, seat: int | None = None, bounces: int = 5) -> None:
        """Free a stuck button, chattering."""
        with self._one_at_a_time:
            self._chatter(role, seat, bounces)
            self._set(role, seat, closed=False)
            self._wait(_REST_S)

    def fail(self, role: ButtonRole, seat: int | None = None) -> None:
        """Break the wire: from now on nothing that a finger does reaches the pin."""
        with self._one_at_a_time:
            self._set(role, seat, closed=False)
            self._broken.add((role, seat))

    def mend(self, role: ButtonRole, seat: int | None = None) -> None:
        """Repair the wire."""
        with self._one_at_a_time:
            self._broken.discard((role, seat))

    def _chatter(self, role: ButtonRole, seat: int | None, bounces: int) -> None:
        for _ in range(bounces):
            self._set(role, seat, closed=True)
            self._wait(_CHATTER_S)
            self._set(role, seat, closed=False)
            self._wait(_CHATTER_S)

    def _set(self, role: ButtonRole, seat: int | None, *, closed: bool) -> None:
        pin = self._pins.get((role, seat))
        if pin is None:
            raise HardwareError(f"There is no {role.value} button" + ("." if seat is None else f" for seat {seat}."))
        if (role, seat) in self._broken:
            return
        if closed:
            pin.drive_low()
        else:
            pin.drive_high()
