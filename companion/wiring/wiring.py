"""The wiring of a table as people need it: what each part is called, where it goes, and what to solder.

It is made from the same pin map that the devices are opened with, so that the drawing cannot differ from the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.wiring.header import position_of
from hardware import PinMap, check_pins
from hardware.types import Part, PartKind
from words import Sentence

PIN_MA: Final = 16.0
"""The most that one pin should give."""
ALL_PINS_MA: Final = 50.0
"""The most that all pins together should give."""
RESISTORS_OHM: Final = (330, 470, 680, 1000)
_LED_V: Final = 3.3 - 1.8  # what is left for the resistor of a red LED: other colours take more, so less flows

_ALSO: Final[Mapping[int, Sentence]] = MappingProxyType(
    {
        2: Sentence("also I2C data"),
        3: Sentence("also I2C clock"),
        14: Sentence("also the serial console"),
        15: Sentence("also the serial console"),
    }
)


class Symbol(Enum):
    """How a part is drawn."""

    BUTTON = "button"
    LIGHT = "light"
    PAIR = "pair"  # two lights at one pin
    DIAL = "dial"
    SENSOR = "sensor"

    @property
    def lights(self) -> int:
        """How many LEDs are drawn."""
        return {Symbol.LIGHT: 1, Symbol.PAIR: 2}.get(self, 0)


@dataclass(frozen=True)
class Contact:
    """One wire from a part to the header: its BCM number and its position there. `mark` tells several of one part
    apart; `also` is the pin's second purpose, if it has one."""

    pin: int
    position: int
    mark: str = ""
    also: Sentence | None = None

    @property
    def marked(self) -> str:
        """The mark behind a number; nothing without one."""
        return f" ({self.mark})" if self.mark else ""


@dataclass(frozen=True)
class WiredPart:
    """One part. `label` names it, `setting` is where its pin stands, `connect` says what goes where; `pips` are the
    places of a die's face that it lights, of nine. `to_try`: what hands do to try it, where that is not usual."""

    key: str
    symbol: Symbol
    label: Sentence
    setting: str
    contacts: tuple[Contact, ...]
    connect: Sentence
    pips: tuple[int, ...] = ()
    to_try: str = ""

    @property
    def lights(self) -> int:
        """How many LEDs it has."""
        return self.symbol.lights

    @property
    def gpios(self) -> str:
        """Its pins in words, as "GPIO 17"; those of a dial with the contact that each belongs to."""
        return ", ".join(f"GPIO {contact.pin}{contact.marked}" for contact in self.contacts)

    @property
    def positions(self) -> str:
        """Where its wires go on the header, likewise."""
        return ", ".join(f"{contact.position}{contact.marked}" for contact in self.contacts)


@dataclass(frozen=True)
class Wiring:
    """Everything that is wired, in the order of the settings. `resistor_ohm` goes with every LED; `most_ma` flows when
    all of them are lit."""

    parts: tuple[WiredPart, ...]
    resistor_ohm: int
    most_ma: float

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What has to be known beside the table."""
        found = [Sentence("Every part also goes to ground; any of the ground positions will do.")]
        if any(part.lights for part in self.parts):
            ohm, most = f"{self.resistor_ohm}", f"{self.most_ma:.0f}"
            found.append(
                Sentence(
                    "Each LED has a resistor of its own, {ohm} Ω: all lights together then take {most} mA. A pin "
                    "should give 16 mA at most, all pins together 50 mA.",
                    ohm=ohm,
                    most=most,
                )
            )
        if any(part.symbol is Symbol.SENSOR for part in self.parts):
            found.append(
                Sentence(
                    "A light beam also needs 3V3 (position 1 or 17). Never lead 5V to a pin: it would be destroyed."
                )
            )
        if any(contact.also is not None for part in self.parts for contact in part.contacts):
            found.append(Sentence("(!) marks pins that have a second purpose on the board: others are safer."))
        return tuple(found)


def wiring_of(pins: PinMap) -> Wiring:
    """The wiring of this pin map. Raises HardwareError for one that cannot be."""
    check_pins(pins)
    parts = pins.parts()
    lights = sum(_symbol(part).lights for part in parts)
    ohm = _resistor(lights)
    return Wiring(tuple(_wired(part, ohm) for part in parts), ohm, lights * _led_ma(ohm))


def _led_ma(ohm: int) -> float:
    return _LED_V / ohm * 1000


def _resistor(lights: int) -> int:
    """The smallest usual one with which all lights together stay within what the board gives."""
    fitting = (ohm for ohm in RESISTORS_OHM if lights * _led_ma(ohm) <= ALL_PINS_MA + 0.01)
    return next(fitting, RESISTORS_OHM[-1])


def _symbol(part: Part) -> Symbol:
    if part.kind is PartKind.LIGHT and len(part.pips) > 1:
        return Symbol.PAIR
    kinds = {
        PartKind.BUTTON: Symbol.BUTTON,
        PartKind.LIGHT: Symbol.LIGHT,
        PartKind.DIAL: Symbol.DIAL,
        PartKind.SENSOR: Symbol.SENSOR,
    }
    return kinds[part.kind]


def _wired(part: Part, ohm: int) -> WiredPart:
    symbol = _symbol(part)
    marks = tuple(mark for mark, _ in part.contacts) or ("",) * len(part.pins)
    contacts = tuple(
        Contact(pin, position_of(pin), mark, _ALSO.get(pin)) for pin, mark in zip(part.pins, marks, strict=True)
    )
    connect = _connect(symbol, ohm)
    return WiredPart(part.key, symbol, part.label, part.setting, contacts, connect, part.pips, part.to_try)


def _connect(symbol: Symbol, ohm: int) -> Sentence:
    match symbol:
        case Symbol.BUTTON:
            return Sentence("one contact to the pin, the other to ground; no resistor")
        case Symbol.LIGHT:
            return Sentence("from the pin through {ohm} Ω to the LED's long leg, its short leg to ground", ohm=ohm)
        case Symbol.PAIR:
            return Sentence("two LEDs side by side, each through {ohm} Ω of its own from the pin to ground", ohm=ohm)
        case Symbol.DIAL:
            return Sentence("A and B to the two pins, the common contact C to ground")
        case Symbol.SENSOR:
            return Sentence("tilt switch or the beam's open-collector output: from the pin to ground")
