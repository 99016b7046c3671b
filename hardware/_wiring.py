"""Which pin is used for what, and whether that can be."""

from __future__ import annotations

from .types import ButtonRole, HardwareError, PinMap

_FIRST_PIN = 0
_LAST_PIN = 27
_BOARD_ONLY = frozenset({0, 1})  # the board reads the id chip of an add-on here while it boots
_SHARED = {
    2: "I2C data, with a fixed pull-up",
    3: "I2C clock, with a fixed pull-up",
    14: "the serial console",
    15: "the serial console",
}


def pin_of_buttons(pins: PinMap) -> dict[tuple[ButtonRole, int | None], int]:
    """BCM pin of each wired button, by its role and seat."""
    found: dict[tuple[ButtonRole, int | None], int] = {
        (ButtonRole.SEAT, seat): pin for seat, pin in enumerate(pins.seat_buttons)
    }
    if pins.confirm_button is not None:
        found[ButtonRole.CONFIRM, None] = pins.confirm_button
    if pins.undo_button is not None:
        found[ButtonRole.UNDO, None] = pins.undo_button
    return found


def _uses(pins: PinMap) -> list[tuple[str, int]]:
    uses = [
        (f"the {role.value} button" + ("" if seat is None else f" {seat}"), pin)
        for (role, seat), pin in pin_of_buttons(pins).items()
    ]
    return uses + [(f"the seat light {seat}", pin) for seat, pin in enumerate(pins.seat_lights)]


def check_pins(pins: PinMap) -> tuple[str, ...]:
    """Check the wiring before any pin is touched. Gives warnings, a sentence each, for pins with a second purpose.

    Raises HardwareError for a pin that is used twice (naming it and both uses), that does not exist, or that the
    board keeps for itself.
    """
    user: dict[int, str] = {}
    warnings = []
    for use, pin in _uses(pins):
        if not _FIRST_PIN <= pin <= _LAST_PIN:
            raise HardwareError(
                f"Pin {pin} of {use} does not exist; choose a BCM number from {_FIRST_PIN} to {_LAST_PIN}."
            )
        if pin in user:
            raise HardwareError(f"Pin {pin} is used twice, by {user[pin]} and by {use}; give one of them another pin.")
        if pin in _BOARD_ONLY:
            raise HardwareError(f"Pin {pin} of {use} is kept by the board for add-on boards; choose another pin.")
        user[pin] = use
        if pin in _SHARED:
            warnings.append(f"Pin {pin} of {use} is also {_SHARED[pin]}; another pin is safer.")
    return tuple(warnings)
