"""The wired parts: their keys, pins and names. Pure: no pin is touched."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.types import ButtonRole, Part, PartKind, PinMap, Press, Release, Signal, Throw, Turn
from words import Sentence

DIAL = "dial"
"""The key of the rotary encoder."""

TRAY_SENSOR = "tray_sensor"
"""The key of the dice tray's sensor."""

DIE_LIGHTS = 4
"""So many pins light the die."""

DIAL_CONTACTS = 2

_BUTTONS = {
    ButtonRole.CONFIRM: Sentence("the confirm button"),
    ButtonRole.UNDO: Sentence("the undo button"),
    ButtonRole.PAUSE: Sentence("the pause button"),
    ButtonRole.DIE: Sentence("the button of the die"),
    ButtonRole.DIAL: Sentence("the push of the dial"),
}


def button_key(role: ButtonRole, seat: int | None = None) -> str:
    """The key of a button's part, such as "confirm_button" or, with the seat's number from 0, "seat_button_0"."""
    return f"{role.value}_button" + ("" if seat is None else f"_{seat}")


def seat_light_key(seat: int) -> str:
    """The key of a seat's light; seats count from 0."""
    return f"seat_light_{seat}"


def die_light_key(number: int) -> str:
    """The key of one group of the die's lights; they count from 1."""
    return f"die_light_{number}"


def key_of(signal: Signal) -> str:
    """The key of the part that told this, as in `parts_of`."""
    match signal:
        case Press():
            return button_key(signal.role, signal.seat)
        case Release():
            return button_key(signal.role)
        case Turn():
            return DIAL
        case Throw():
            return TRAY_SENSOR


def button_name(role: ButtonRole, seat: int | None) -> Sentence:
    """What people call this button; they count seats from 1."""
    return _BUTTONS[role] if seat is None else Sentence("the seat button {seat}", seat=seat + 1)


def seat_light_name(seat: int) -> Sentence:
    """What people call this seat's light; they count seats from 1."""
    return Sentence("the seat light {seat}", seat=seat + 1)


def die_light_name(number: int) -> Sentence:
    """What people call this group of the die's lights."""
    return Sentence("light {number} of the die", number=number)


def pin_of_buttons(pins: PinMap) -> dict[tuple[ButtonRole, int | None], int]:
    """BCM pin of each wired button, by its role and seat."""
    found: dict[tuple[ButtonRole, int | None], int] = {
        (ButtonRole.SEAT, seat): pin for seat, pin in enumerate(pins.seat_buttons)
    }
    single = {
        ButtonRole.CONFIRM: pins.confirm_button,
        ButtonRole.UNDO: pins.undo_button,
        ButtonRole.PAUSE: pins.pause_button,
        ButtonRole.DIE: pins.die_button,
        ButtonRole.DIAL: pins.dial_button,
    }
    return found | {(role, None): pin for role, pin in single.items() if pin is not None}


def button_part(role: ButtonRole, pin: int | None, seat: int | None = None) -> Part:
    """A button as a part; without a pin it is not wired."""
    return Part(button_key(role, seat), PartKind.BUTTON, _wired(pin), button_name(role, seat))


def dial_part(contacts: tuple[int, ...]) -> Part:
    """The rotary encoder as a part; without pins it is not wired."""
    return Part(DIAL, PartKind.DIAL, contacts, Sentence("the dial"))


def tray_part(pin: int | None) -> Part:
    """The tray's sensor as a part; without a pin it is not wired."""
    return Part(TRAY_SENSOR, PartKind.SENSOR, _wired(pin), Sentence("the tray's sensor"))


def parts_of(pins: PinMap) -> tuple[Part, ...]:
    """All wired parts, in the order of `PinMap`. No pin is touched, and nothing is checked."""
    return tuple(part for part in _every_part(pins) if part.pins)


def _every_part(pins: PinMap) -> Iterator[Part]:
    for seat, pin in enumerate(pins.seat_buttons):
        yield button_part(ButtonRole.SEAT, pin, seat)
    for seat, pin in enumerate(pins.seat_lights):
        yield Part(seat_light_key(seat), PartKind.LIGHT, (pin,), seat_light_name(seat))
    yield button_part(ButtonRole.CONFIRM, pins.confirm_button)
    yield button_part(ButtonRole.UNDO, pins.undo_button)
    yield button_part(ButtonRole.PAUSE, pins.pause_button)
    yield button_part(ButtonRole.DIE, pins.die_button)
    for number, pin in enumerate(pins.die_lights, 1):
        yield Part(die_light_key(number), PartKind.LIGHT, (pin,), die_light_name(number))
    yield dial_part(pins.dial)
    yield button_part(ButtonRole.DIAL, pins.dial_button)
    yield tray_part(pins.tray_sensor)


def _wired(pin: int | None) -> tuple[int, ...]:
    return () if pin is None else (pin,)
