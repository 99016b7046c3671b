"""Pins and sound: buttons, lights, dice, speech. Knows no game and imports none of our other packages.

Open the pins with `open_rig` and the voice with `Speech`. A device that fails at start raises `HardwareError`; one that
fails during play is told once as a `Fault`, and the rest goes on.
"""

from hardware.parts import PARTS
from hardware.pin_map import PinMap, key_of
from hardware.pins.buttons import Buttons
from hardware.pins.check import check_pins
from hardware.pins.debounce import Debouncer
from hardware.pins.die_lights import DieLights
from hardware.pins.fakes import FakeFingers
from hardware.pins.lights import Lights
from hardware.pins.rig import Rig, open_rig
from hardware.rows import PartRow
from hardware.sound.speech import Speech
from hardware.sound.voices import Patience
from hardware.types import (
    ButtonRole,
    Fault,
    HardwareError,
    LightState,
    LightStates,
    Part,
    PartKind,
    PinFactory,
    Post,
    Press,
    PublicText,
    Release,
    Signal,
    SpeechSettings,
    SpeechSink,
    Tripped,
    Turn,
    Urgency,
    Utterance,
)

__all__ = [
    "PARTS",
    "ButtonRole",
    "Buttons",
    "Debouncer",
    "DieLights",
    "FakeFingers",
    "Fault",
    "HardwareError",
    "LightState",
    "LightStates",
    "Lights",
    "Part",
    "PartKind",
    "PartRow",
    "Patience",
    "PinFactory",
    "PinMap",
    "Post",
    "Press",
    "PublicText",
    "Release",
    "Rig",
    "Signal",
    "Speech",
    "SpeechSettings",
    "SpeechSink",
    "Tripped",
    "Turn",
    "Urgency",
    "Utterance",
    "check_pins",
    "key_of",
    "open_rig",
]
