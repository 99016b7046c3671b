"""What all devices on pins have in common: one sentence when they cannot be opened, and a clean end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from hardware.types import HardwareError, Part
from words import Sentence

if TYPE_CHECKING:
    from gpiozero import InputDevice, RotaryEncoder

_log = logging.getLogger(__name__)


@contextmanager
def opening(part: Part, close: Callable[[], None]) -> Iterator[None]:
    """Whatever fails while the pins of this part are opened is one HardwareError; `close` has been called then."""
    try:
        yield
    except Exception as fault:  # the back-ends raise types of their own
        close()
        raise _cannot_open(part, fault) from fault


def _cannot_open(part: Part, fault: Exception) -> HardwareError:
    """The sentence about it; `fault` is what the pin library said."""
    pins = " + ".join(str(pin) for pin in part.pins)
    if _is_held(fault):
        return HardwareError(
            Sentence(
                "Pin {pin} of {use} is held by another program; stop that program (gpioinfo shows its name), "
                "or choose another pin.",
                pin=pins,
                use=part.name,
            )
        )
    return HardwareError(
        Sentence(
            "Pin {pin} of {use} could not be opened ({why}); choose another pin, or leave this part out.",
            pin=pins,
            use=part.name,
            why=f"{type(fault).__name__}: {fault}".strip(": "),
        )
    )


def _is_held(fault: Exception) -> bool:
    """lgpio raises its one error type with the text 'GPIO busy', gpiozero a type of its own for its own devices."""
    return "busy" in str(fault).lower() or type(fault).__name__ == "GPIOPinInUse"


def let_go(device: InputDevice | RotaryEncoder) -> None:
    """Close an input. Never raises; a closed one is closed already."""
    from gpiozero import CompositeDevice  # loaded here so that a table without pins never loads it

    for contact in device if isinstance(device, CompositeDevice) else (device,):
        if contact.pin is not None:
            # gpiozero would leave its callback with lgpio; the next edge after opening the same pin again would
            # then raise in lgpio's one thread and silence every button
            attempt(contact, partial(setattr, contact.pin, "when_changed", None))
    attempt(device, device.close)


def attempt(device: object, end: Callable[[], None]) -> None:
    """Make a call that ends a device; never raises.

    lgpio may say 'GPIO busy' while its own thread still holds the line; closing the chip frees it anyway.
    """
    try:
        end()
    except Exception as fault:  # one dead pin must not keep the others open
        _log.warning("%s could not be closed: %s", type(device).__name__, fault)
