"""Whether the wiring can be."""

from __future__ import annotations

from hardware.pin_map import PinMap
from hardware.types import HardwareError
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
    """What uses which pin; the contacts of one part are told apart."""
    return [
        (name, pin)
        for part in pins.parts()
        for (_, name), pin in zip(part.contacts or (("", part.name),), part.pins, strict=True)
    ]


def _check_counts(pins: PinMap) -> None:
    """Raises HardwareError for a part that has other than its number of pins."""
    for row in pins.table:
        count = len(pins[row.key])
        if row.pin_count is not None and count not in (0, row.pin_count):
            wrong = row.miscounted or Sentence("{count} pins are too few or too many for this part.")
            raise HardwareError(Sentence(wrong.text, count=count))


def check_pins(pins: PinMap) -> tuple[Sentence, ...]:
    """Check the wiring before any pin is touched. Gives warnings, a sentence each, for pins with a second purpose.

    Raises HardwareError for a pin that is used twice (naming it and both uses), that does not exist, or that the
    board keeps for itself; for a part with too few or too many pins, such as a die without exactly four.
    """
    _check_counts(pins)
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
    lacking = (row.lacks for row in pins.table if row.lacks is not None and pins[row.key])
    warnings += [sentence for other, sentence in lacking if not pins[other]]
    return tuple(warnings)
