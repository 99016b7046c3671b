"""Fingers for simulated pins, with the nuisances of real ones: contacts chatter, stick, and break."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hardware.parts import DIAL, TRAY_SENSOR
from hardware.pin_map import PinMap, button_key
from hardware.types import ButtonRole, HardwareError, PartKind

if TYPE_CHECKING:
    from gpiozero import Factory

_CHATTER_S = 0.001
_REST_S = 0.03
_DETENT_S = 0.005  # from one edge of the dial to the next, in a quick hand
_RATTLE_S = 0.05
_A, _B = f"{DIAL}_a", f"{DIAL}_b"

Place = ButtonRole | str
"""A button by its role, or a contact by its name: "dial_a", "dial_b", "tray_sensor"."""


class FakeFingers:
    """Moves all that hands move on a rig that was opened with PinFactory.MOCK; used by tests and by virtual buttons.

    Every method raises HardwareError for a part that is not wired.
    """

    def __init__(self, factory: Factory | None, pins: PinMap, wait: Callable[[float], None] = time.sleep) -> None:
        """`factory` is the rig's. `wait` lets so many seconds pass; tests with a fake clock move that clock instead.

        Raises HardwareError if the pins are not simulated ones.
        """
        from gpiozero.pins.mock import MockFactory

        if not isinstance(factory, MockFactory):
            raise HardwareError('Virtual buttons need simulated pins; set hardware.pins to "mock".')
        moved = (part for part in pins.parts() if part.kind in (PartKind.BUTTON, PartKind.SENSOR))
        numbers = {part.key: part.pins[0] for part in moved}
        numbers |= dict(zip((_A, _B), pins[DIAL], strict=False))
        self._pins: dict[str, Any] = {key: factory.pin(number) for key, number in numbers.items()}
        self._stuck: set[str] = set()
        self._broken: set[str] = set()
        self._wait = wait
        self._one_at_a_time = threading.Lock()  # simulated pins are not made for several threads

    def press(self, role: ButtonRole, seat: int | None = None, bounces: int = 5, hold_s: float = 0.03) -> None:
        """Press and let go; the contact chatters `bounces` times on the way down and on the way up.

        Takes about `hold_s` + 0.03 s + the chatter.
        """
        with self._on(role, seat) as key:
            self._move(key, bounces, closed=True)
            self._wait(hold_s)
            self._move(key, bounces, closed=False)
            self._wait(_REST_S)

    def press_and_hold(self, role: ButtonRole, seat: int | None = None, bounces: int = 5) -> None:
        """Press and stay there, until `let_go`."""
        with self._on(role, seat) as key:
            self._move(key, bounces, closed=True)
            self._wait(_REST_S)

    def let_go(self, place: Place, seat: int | None = None, bounces: int = 5) -> None:
        """Let go of a held button, or free a stuck contact, chattering."""
        with self._on(place, seat) as key:
            self._stuck.discard(key)
            self._move(key, bounces, closed=False)
            self._wait(_REST_S)

    def turn(self, steps: int, bounces: int = 3) -> None:
        """Turn the dial by so many steps, clockwise if positive; each contact chatters at each of its edges."""
        first, second = (_A, _B) if steps > 0 else (_B, _A)
        with self._on(first):
            for _ in range(abs(steps)):
                for closed in (True, False):
                    for key in (first, second):
                        self._move(key, bounces, closed=closed)
                        self._wait(_DETENT_S)

    def throw(self, rattles: int = 12) -> None:
        """Throw dice into the tray; its sensor rattles so many times, at 0.1 s each."""
        self.trip(TRAY_SENSOR, rattles)

    def trip(self, sensor: str, rattles: int = 12) -> None:
        """Do what that sensor notices; it rattles so many times, at 0.1 s each."""
        with self._on(sensor) as key:
            for _ in range(rattles):
                self._move(key, bounces=1, closed=True)
                self._wait(_RATTLE_S)
                self._move(key, bounces=1, closed=False)
                self._wait(_RATTLE_S)

    def stick(self, place: Place, seat: int | None = None, bounces: int = 5) -> None:
        """The contact closes and stays closed whatever hands do, until `let_go`."""
        with self._on(place, seat) as key:
            self._move(key, bounces, closed=True)
            self._stuck.add(key)
            self._wait(_REST_S)

    def fail(self, place: Place, seat: int | None = None) -> None:
        """Break the wire: from now on nothing that hands do reaches the pin."""
        with self._on(place, seat) as key:
            self._stuck.discard(key)
            self._set(key, closed=False)
            self._broken.add(key)

    def mend(self, place: Place, seat: int | None = None) -> None:
        """Repair the wire."""
        with self._on(place, seat) as key:
            self._broken.discard(key)

    @contextmanager
    def _on(self, place: Place, seat: int | None = None) -> Iterator[str]:
        """The key of a wired contact, while no other hand is at the table."""
        key = button_key(place, seat) if isinstance(place, ButtonRole) else place
        if key not in self._pins:
            name = f"{place.value} button" if isinstance(place, ButtonRole) else place
            raise HardwareError(f"There is no {name}" + ("." if seat is None else f" for seat {seat}."))
        with self._one_at_a_time:
            yield key

    def _move(self, key: str, bounces: int, *, closed: bool) -> None:
        """Closes or opens a contact, with chatter before it rests."""
        for _ in range(bounces):
            self._set(key, closed=closed)
            self._wait(_CHATTER_S)
            self._set(key, closed=not closed)
            self._wait(_CHATTER_S)
        self._set(key, closed=closed)

    def _set(self, key: str, *, closed: bool) -> None:
        if key in self._stuck or key in self._broken:
            return
        pin = self._pins[key]
        if closed:
            pin.drive_low()
        else:
            pin.drive_high()
