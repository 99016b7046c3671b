"""The table of parts: everything that can be wired to the board's pins, a row for each kind of part.

A new part begins with a row here; `python -m tests.house.guides` then brings the example of the settings and the guide
up to date. What a light shows says the hub's `companion.telling.outlets`; what a sensor's `Tripped` and a button's
`Press` do says its `companion.referee.pins.button_side`.
"""

from __future__ import annotations

from typing import Final

from hardware.rows import Group, PartRow
from hardware.types import ButtonRole, PartKind
from words import Sentence

DIAL: Final = "dial"
DIE_LIGHTS: Final = "die_lights"
SEAT_BUTTONS: Final = "seat_buttons"
SEAT_LIGHTS: Final = "seat_lights"
TRAY_SENSOR: Final = "tray_sensor"

PARTS: Final = (
    PartRow(
        key=SEAT_BUTTONS,
        kind=PartKind.BUTTON,
        role=ButtonRole.SEAT,
        per_seat=True,
        name=Sentence("the seat button {number}"),
        label=Sentence("Seat {number}: button"),
        title=Sentence("Buttons of the seats"),
        hint=Sentence("BCM numbers in seat order, with commas between them."),
        meaning="BCM pins of the seats' buttons, in seat order.",
        does="gives the one answer that this seat can give now, passes where it may pass, or says that the cards are "
        "drawn. Asked which card it laid face-down, it says: nobody shall know. With a real choice to make it does "
        "nothing",
    ),
    PartRow(
        key=SEAT_LIGHTS,
        kind=PartKind.LIGHT,
        per_seat=True,
        name=Sentence("the seat light {number}"),
        label=Sentence("Seat {number}: light"),
        title=Sentence("Lights of the seats"),
        hint=Sentence("BCM numbers in seat order, with commas between them."),
        meaning="BCM pins of the seats' lights, in seat order.",
        does="on: this seat is asked. Blinking: this seat says on the phone which card it laid face-down, or a phone "
        "waits for [its button](joining.md)",
    ),
    PartRow(
        key="confirm_button",
        kind=PartKind.BUTTON,
        role=ButtonRole.CONFIRM,
        name=Sentence("the confirm button"),
        label=Sentence("Confirm button"),
        title=Sentence("Button that says yes"),
        meaning="BCM pin of the button that says yes. Left out: not wired.",
        does="the same as a seat's button for whoever is asked; also that cards are dealt or the table is prepared",
        suggested=(24,),
        sample=5,
    ),
    PartRow(
        key="undo_button",
        kind=PartKind.BUTTON,
        role=ButtonRole.UNDO,
        name=Sentence("the undo button"),
        label=Sentence("Undo button"),
        title=Sentence("Button that takes back"),
        meaning="BCM pin of the button that takes back. Left out: not wired.",
        does="takes the last answer back, on record",
        suggested=(25,),
        sample=6,
    ),
    PartRow(
        key="pause_button",
        kind=PartKind.BUTTON,
        role=ButtonRole.PAUSE,
        name=Sentence("the pause button"),
        label=Sentence("Pause button"),
        title=Sentence("Button that pauses"),
        meaning="BCM pin of the button that pauses and goes on. Left out: not wired.",
        does="pauses the table and lets it go on",
        suggested=(16,),
    ),
    PartRow(
        key="die_button",
        kind=PartKind.BUTTON,
        role=ButtonRole.DIE,
        name=Sentence("the button of the die"),
        label=Sentence("Die: button"),
        title=Sentence("Button of the electronic die"),
        hint=Sentence("Held, the die tumbles; let go, it shows its number. Its BCM number. Empty: not wired."),
        meaning="BCM pin of the electronic die's button: held, the die tumbles; let go, it shows its number. Left out: "
        "not wired.",
        does="the electronic die: held, it tumbles; let go, all dice that are to be rolled are drawn from the system's "
        "secure source",
        suggested=(26,),
    ),
    PartRow(
        key=DIE_LIGHTS,
        kind=PartKind.LIGHT,
        groups=(
            Group(Sentence("Die: middle"), (4,)),
            Group(Sentence("Die: diagonal 1"), (0, 8)),
            Group(Sentence("Die: diagonal 2"), (2, 6)),
            Group(Sentence("Die: middle row"), (3, 5)),
        ),
        name=Sentence("light {number} of the die"),
        label=Sentence("Lights of the electronic die"),
        hint=Sentence(
            "Four BCM numbers: the middle, one diagonal, the other diagonal, the middle row. Empty: the number is "
            "shown on the screens only."
        ),
        meaning="BCM pins of the electronic die's seven lights in four groups: the middle, one diagonal, the other "
        "diagonal, the two in the middle row. Empty: the die shows its number on the screens only.",
        allowed=Sentence("none, or four whole numbers from 0 to 27"),
        miscounted=Sentence(
            "The lights of the die need four pins (the middle, one diagonal, the other diagonal, the middle row), not "
            "{count}."
        ),
        does="seven LEDs that show a number like a die, in four groups: middle, one diagonal, the other, middle row",
        suggested=(10, 9, 11, 8),
    ),
    PartRow(
        key=DIAL,
        kind=PartKind.DIAL,
        contacts=(
            ("A", Sentence("contact {name} of the dial", name="A")),
            ("B", Sentence("contact {name} of the dial", name="B")),
        ),
        name=Sentence("the dial"),
        label=Sentence("Dial"),
        hint=Sentence("The BCM numbers of A and B of the rotary encoder. Empty: not wired."),
        meaning="BCM pins A and B of the rotary encoder that dials a number. Empty: not wired.",
        allowed=Sentence("none, or two whole numbers from 0 to 27"),
        miscounted=Sentence("The dial needs two pins, A and B, not {count}."),
        lacks=(
            "dial_button",
            Sentence("The dial has no push, so what it shows of dice can only be confirmed on a phone."),
        ),
        does="a rotary encoder: turn to the number that your own die shows; also for open choices, where that tells "
        "nobody's hand",
        suggested=(7, 12),
    ),
    PartRow(
        key="dial_button",
        kind=PartKind.BUTTON,
        role=ButtonRole.DIAL,
        name=Sentence("the push of the dial"),
        label=Sentence("Dial: push"),
        title=Sentence("Push of the dial"),
        meaning="BCM pin of the rotary encoder's push. Left out: not wired.",
        needs=DIAL,
        does="says the number that the dial shows",
        suggested=(21,),
    ),
    PartRow(
        key=TRAY_SENSOR,
        kind=PartKind.SENSOR,
        name=Sentence("the tray's sensor"),
        label=Sentence("Tray sensor"),
        title=Sentence("Sensor of the dice tray"),
        hint=Sentence(
            "The BCM number of its light beam or tilt switch. Empty: not wired; then every throw that comes to rest "
            "counts."
        ),
        meaning="BCM pin of the dice tray's light beam or tilt switch, which connects it to ground when dice are "
        "thrown. Left out: not wired; then every throw that comes to rest counts.",
        to_try="Throw a die into the tray, or break the beam",
        does="says that dice were thrown into the [tray](dice_tray.md); without it every throw that comes to rest "
        "counts",
        suggested=(20,),
    ),
)
"""Every kind of part, in the order in which pages and files name them."""
