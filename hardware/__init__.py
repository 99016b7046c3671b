"""Pins and sound: buttons, lights, dice, speech. Knows no game and imports none of our other packages.

Open the pins with `open_rig` and the voice with `Speech`. A device that fails at start raises `HardwareError`; one that
fails during play is told once as a `Fault`, and the rest goes on.
"""

from hardware.parts import PARTS as PARTS
from hardware.pin_map import PinMap as PinMap, key_of as key_of
from hardware.pins.check import check_pins as check_pins
from hardware.pins.debounce import Debouncer as Debouncer
from hardware.pins.fakes import FakeFingers as FakeFingers
from hardware.pins.rig import Rig as Rig, open_rig as open_rig
from hardware.rows import PartRow as PartRow
from hardware.sound.speech import Speech as Speech
from hardware.sound.voices import Patience as Patience
from hardware.types import (
    ButtonRole as ButtonRole,
    Fault as Fault,
    HardwareError as HardwareError,
    LightState as LightState,
    PartKind as PartKind,
    PinFactory as PinFactory,
    Press as Press,
    PublicText as PublicText,
    Release as Release,
    Signal as Signal,
    SpeechSettings as SpeechSettings,
    SpeechSink as SpeechSink,
    Tripped as Tripped,
    Turn as Turn,
    Urgency as Urgency,
    Utterance as Utterance,
)
