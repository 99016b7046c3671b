"""Whether the wiring can be."""

from __future__ import annotations

from hardware.pins.parts import DIAL_CONTACTS, DIE_LIGHTS, parts_of
from hardware.types import HardwareError, PartKind, PinMap
from words import Sentence

_FIRST_PIN = 0
_LAST_PIN = 27
_BOARD_ONLY = frozenset({0, 1})  # the board reads the id chip of an add-on here while it boots
_SHARED = {
    2: Sentence("I2C data, with a fixed pull-up"),
    3: Sentence("I2C clock, with a fixed pull-up"),
    14: Sentence("the serial console"),
    15: Sentence("the serial console"),
}


def _uses(pins: PinMap) -> list[tuple[Sentence, int]]:
    """What uses which pin; the dial's two contacts are told apart."""
    uses = []
    for part in parts_of(pins):
        if part.kind is PartKind.DIAL:
            names = [Sentence("contact {name} of the dial", name=letter) for letter in "AB"]
            uses += list(zip(names, part.pins, strict=True))
        else:
            uses += [(part.name, pin) for pin in part.pins]
    return uses


def check_pins(pins: PinMap) -> tuple[Sentence, ...]:
    """Check the wiring before any pin is touched. Gives warnings, a sentence each, for pins with a second purpose.

    Raises HardwareError for a pin that is used twice (naming it and both uses), that does not exist, or that the
    board keeps for itself; for a die without exactly four pins and a dial without exactly two.
    """
    if len(pins.die_lights) not in (0, DIE_LIGHTS):
        raise HardwareError(
            Sentence(
                "The lights of the die need four pins (the middle, one diagonal, the other diagonal, the middle row), "
                "not {count}.",
                count=len(pins.die_lights),
            )
        )
    if len(pins.dial) not in (0, DIAL_CONTACTS):
        raise HardwareError(Sentence("The dial needs two pins, A and B, not {count}.", count=len(pins.dial)))
    user: dict[int, Sentence] = {}
    warnings = []
    for use, pin in _uses(pins):
        if not _FIRST_PIN <= pin <= _LAST_PIN:
            raise HardwareError(
                Sentence(
                    "Pin {pin} of {use} does not exist; choose a BCM number from {first} to {last}.",
                    pin=pin,
                    use=use,
                    first=_FIRST_PIN,
                    last=_LAST_PIN,
                )
            )
        if pin in user:
            raise HardwareError(
                Sentence(
                    "Pin {pin} is used twice, by {other} and by {use}; give one of them another pin.",
                    pin=pin,
                    other=user[pin],
                    use=use,
                )
            )
        if pin in _BOARD_ONLY:
            raise HardwareError(
                Sentence(
                    "Pin {pin} of {use} is kept by the board for add-on boards; choose another pin.", pin=pin, use=use
                )
            )
        user[pin] = use
        if pin in _SHARED:
            also = _SHARED[pin]
            warnings.append(
                Sentence("Pin {pin} of {use} is also {also}; another pin is safer.", pin=pin, use=use, also=also)
            )
    if pins.dial and pins.dial_button is None:
        warnings.append(Sentence("The dial has no push, so what it shows of dice can only be confirmed on a phone."))
    return tuple(warnings)
