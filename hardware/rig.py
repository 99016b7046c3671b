"""All pins of the table behind one door. The configuration names the kind of pins; nothing is guessed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ._lgpio import open_lgpio
from ._wiring import check_pins
from .buttons import Buttons
from .lights import Lights
from .types import Fault, HardwareError, LightState, PinFactory, PinMap, Post

if TYPE_CHECKING:
    from gpiozero import Factory

_log = logging.getLogger(__name__)


class Closing(Protocol):
    """Something that is let go of at the end."""

    def close(self) -> None:
        """Never raises; a second call does nothing."""


class Showing(Closing, Protocol):
    """Seat lights, real ones or none."""

    @property
    def shown(self) -> Mapping[int, LightState]:
        """What each seat's light shows now."""

    def show(self, states: Mapping[int, LightState]) -> None:
        """Show these states; seats that are not named go dark. Never raises."""


class _NoButtons:
    def close(self) -> None:
        return


class _NoLights:
    @property
    def shown(self) -> Mapping[int, LightState]:
        return {}

    def show(self, states: Mapping[int, LightState]) -> None:
        return

    def close(self) -> None:
        return


@dataclass(frozen=True)
class Rig:
    """The open devices. With PinFactory.NONE they are absent, but every call is accepted.

    `factory` is gpiozero's, for the simulated fingers of `FakeFingers`; None without pins. `warnings` are sentences
    about pins that have a second purpose on the board.
    """

    kind: PinFactory
    pins: PinMap
    buttons: Closing
    lights: Showing
    factory: Factory | None
    warnings: tuple[str, ...] = ()

    def close(self) -> None:
        """Let go of all pins. Never raises; a second call does nothing."""
        self.buttons.close()
        self.lights.close()
        if self.factory is not None:
            try:
                self.factory.close()
            except Exception:  # the end of the service must not fail on a dead chip
                _log.exception("The pins could not be closed")


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
) -> Rig:
    """Open the buttons and lights on exactly this kind of pins.

    `clock` gives seconds; `post` gets a `Press` a press and must neither block nor raise. `runtime_dir` is a writable
    directory for lgpio's FIFO. `on_fault` is told once if a light dies later. Raises HardwareError: for wiring that
    cannot be (whatever the kind of pins), for missing pins, for a pin in use.
    """
    warnings = check_pins(pins)
    if factory is PinFactory.NONE:
        return Rig(factory, pins, _NoButtons(), _NoLights(), None)
    for warning in warnings:
        _log.warning(warning)
    opened = open_lgpio(runtime_dir) if factory is PinFactory.LGPIO else _open_mock()
    try:
        buttons = Buttons(pins, opened, clock, post)
    except HardwareError:
        opened.close()
        raise
    try:
        lights = Lights(pins, opened, on_fault)
    except HardwareError:
        buttons.close()
        opened.close()
        raise
    return Rig(factory, pins, buttons, lights, opened, warnings)


def _open_mock() -> Factory:
    from gpiozero.pins.mock import MockFactory, MockPin

    # both arguments given, so that no environment variable decides; a02082 is a Pi 3B with the usual 40-pin header
    return MockFactory(revision="a02082", pin_class=MockPin)
