"""All pins of the table behind one door. The configuration names the kind of pins; nothing is guessed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.parts import DIE_LIGHTS
from hardware.pin_map import PinMap
from hardware.pins.buttons import Buttons
from hardware.pins.check import check_pins
from hardware.pins.dial import Dial
from hardware.pins.die_lights import DieLights
from hardware.pins.later import Alarms, Later
from hardware.pins.lgpio import callbacks_alive, open_lgpio
from hardware.pins.lights import Lights
from hardware.pins.sensor import Sensor
from hardware.pins.trial import LightTrial
from hardware.pins.watch import Watch
from hardware.types import Fault, HardwareError, Part, PartKind, PinFactory, Post
from words import Sentence

if TYPE_CHECKING:
    from gpiozero import Factory

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Rig:
    """The open devices. Those that are not wired are absent, and with PinFactory.NONE all are, but every call is
    accepted.

    `factory` is gpiozero's, for the simulated fingers of `FakeFingers`; None without pins.
    """

    kind: PinFactory
    pins: PinMap
    lights: Lights = field(default_factory=lambda: Lights(PinMap(), None))
    die: DieLights = field(default_factory=lambda: DieLights((), None, _log_fault))
    factory: Factory | None = None
    _trial: LightTrial | None = None
    _open: ExitStack = field(default_factory=ExitStack)

    def parts(self) -> tuple[Part, ...]:
        """All wired parts, in the order of the table."""
        return self.pins.parts()

    def light(self, key: str, on: bool) -> None:
        """Try one light out: it alone is lit, or nothing. What `lights` and `die` are told meanwhile is shown from
        `lights_back` on, which comes by itself ten minutes after the last call.

        Raises HardwareError for a key that is no light of `parts`.
        """
        if not any(part.key == key and part.kind is PartKind.LIGHT for part in self.parts()):
            raise HardwareError(Sentence("No light {key} is wired.", key=key))
        if self._trial is not None:
            self._trial.light(key, on)

    def lights_back(self) -> None:
        """Show again what `lights` and `die` were last told. Never raises."""
        if self._trial is not None:
            self._trial.back()

    def is_alive(self) -> bool:
        """Whether the pins can still tell anything: their library calls from one thread, and that runs."""
        return self.kind is not PinFactory.LGPIO or callbacks_alive()

    def close(self) -> None:
        """Let go of all pins. Never raises; a second call does nothing."""
        self._open.close()


def _log_fault(fault: Fault) -> None:
    _log.error("%s: %s", fault.device, fault.sentence)


def open_rig(
    factory: PinFactory,
    pins: PinMap,
    clock: Callable[[], float],
    post: Post,
    *,
    runtime_dir: Path | None = None,
    on_fault: Callable[[Fault], None] = _log_fault,
    later: Later | None = None,
) -> Rig:
    """Open all wired parts on exactly this kind of pins; when one cannot be opened, none stays open.

    `clock` gives seconds; `post` gets a `Signal` for all that hands do and must neither block nor raise. `runtime_dir`
    is a writable directory for lgpio's FIFO, by default the one that systemd made for the service. `on_fault` is told
    once if lights die later or the buttons fall silent; it may be called from any thread. `later` makes delayed calls,
    by default on a thread of the rig's own. Raises HardwareError: for wiring that cannot be (whatever the kind of
    pins), for missing pins, for a pin in use.
    """
    warnings = check_pins(pins)
    if factory is PinFactory.NONE:
        return Rig(factory, pins)
    for warning in warnings:
        _log.warning(warning)
    with ExitStack() as opening:
        if later is None:
            later = Alarms()
            opening.callback(later.close)
        opened = open_lgpio(runtime_dir) if factory is PinFactory.LGPIO else _open_mock()
        opening.callback(_close_factory, opened)
        _open_inputs(pins, opened, clock, later, post, opening)
        lights = Lights(pins, opened, on_fault)
        opening.callback(lights.close)
        die = DieLights(pins.of(DIE_LIGHTS), opened, on_fault)
        opening.callback(die.close)
        trial = LightTrial([*lights.rows, die.lamps], later)
        rig = Rig(factory, pins, lights, die, opened, trial, opening.pop_all())
    if factory is PinFactory.LGPIO:
        rig._open.callback(Watch(rig.is_alive, later, on_fault).close)
    return rig


def _open_inputs(
    pins: PinMap, opened: Factory, clock: Callable[[], float], later: Later, post: Post, opening: ExitStack
) -> None:
    opening.callback(Buttons(pins, opened, clock, later, post).close)
    for part in pins.parts():
        match part.kind:
            case PartKind.DIAL:
                opening.callback(Dial(part, opened, clock, post).close)
            case PartKind.SENSOR:
                opening.callback(Sensor(part, opened, clock, post).close)


def _close_factory(factory: Factory) -> None:
    try:
        factory.close()
    except Exception as fault:  # the end of the service must not fail on a dead chip
        _log.warning("A pin could not be closed: %s", fault)
        _close_chip(factory)


def _close_chip(factory: Factory) -> None:
    """gpiozero gives up at the first pin that cannot be reset, with the chip open; closed, the chip frees all lines."""
    try:
        factory.pins.clear()
        factory.close()
    except Exception as fault:
        _log.warning("The pins could not be closed: %s", fault)


def _open_mock() -> Factory:
    from gpiozero.pins.mock import MockFactory, MockPin

    # both arguments given, so that no environment variable decides; a02082 is a Pi 3B with the usual 40-pin header
    return MockFactory(revision="a02082", pin_class=MockPin)
