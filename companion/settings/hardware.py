"""The settings of everything that hangs on the board's pins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from hardware.types import PinFactory, PinMap
from words import N_

_Pin = Annotated[int, Meta(ge=0, le=27)]


@dataclass(frozen=True)
class HardwareConfig:
    """Buttons, lights and dice, by BCM pin numbers."""

    pins: Annotated[
        PinFactory,
        Meta(description="none (nothing is wired), mock (simulated) or lgpio (the real pins of a Raspberry Pi)."),
    ] = PinFactory.NONE
    seat_buttons: Annotated[tuple[_Pin, ...], Meta(description="BCM pins of the seats' buttons, in seat order.")] = ()
    seat_lights: Annotated[tuple[_Pin, ...], Meta(description="BCM pins of the seats' lights, in seat order.")] = ()
    confirm_button: Annotated[
        _Pin | None,
        Meta(description="BCM pin of the button that says yes. Left out: not wired.", extra={"sample": "5"}),
    ] = None
    undo_button: Annotated[
        _Pin | None,
        Meta(
            description="BCM pin of the button that takes back. Left out: not wired.",
            extra={"sample": "6"},
        ),
    ] = None

    pause_button: Annotated[
        _Pin | None,
        Meta(description="BCM pin of the button that pauses and goes on. Left out: not wired.", extra={"sample": "16"}),
    ] = None
    die_button: Annotated[
        _Pin | None,
        Meta(
            description="BCM pin of the electronic die's button: held, the die tumbles; let go, it shows its number. "
            "Left out: not wired.",
            extra={"sample": "26"},
        ),
    ] = None
    die_lights: Annotated[
        tuple[_Pin, ...],
        Meta(
            description="BCM pins of the electronic die's seven lights in four groups: the middle, one diagonal, the "
            "other diagonal, the two in the middle row. Empty: the die shows its number on the screens only.",
            extra={"allowed": N_("none, or four whole numbers from 0 to 27")},
        ),
    ] = ()
    dial: Annotated[
        tuple[_Pin, ...],
        Meta(
            description="BCM pins A and B of the rotary encoder that dials a number. Empty: not wired.",
            extra={"allowed": N_("none, or two whole numbers from 0 to 27")},
        ),
    ] = ()
    dial_button: Annotated[
        _Pin | None,
        Meta(description="BCM pin of the rotary encoder's push. Left out: not wired.", extra={"sample": "21"}),
    ] = None
    tray_sensor: Annotated[
        _Pin | None,
        Meta(
            description="BCM pin of the dice tray's light beam or tilt switch, which connects it to ground when dice "
            "are thrown. Left out: not wired; then every throw that comes to rest counts.",
            extra={"sample": "20"},
        ),
    ] = None

    @property
    def pin_map(self) -> PinMap:
        """The wiring as `hardware` wants it."""
        return PinMap(
            seat_buttons=self.seat_buttons,
            seat_lights=self.seat_lights,
            confirm_button=self.confirm_button,
            undo_button=self.undo_button,
            pause_button=self.pause_button,
            die_button=self.die_button,
            die_lights=self.die_lights,
            dial=self.dial,
            dial_button=self.dial_button,
            tray_sensor=self.tray_sensor,
        )


HARDWARE_AS_DELIVERED: Final = HardwareConfig()
