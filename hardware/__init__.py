"""Pins and sound: buttons, lights, speech. Knows no game and imports none of our other packages.

Open the pins with `open_rig` and the voice with `Speech`. A device that fails at start raises `HardwareError`; one that
fails during play is told once as a `Fault`, and the rest goes on.
"""

from ._voices import Patience
from ._wiring import check_pins
from .buttons import Buttons
from .debounce import Debouncer
from .fakes import FakeFingers
from .lights import Lights
from .rig import Rig, open_rig
from .speech import Speech
from .types import (
    ButtonRole,
    Fault,
    HardwareError,
    LightState,
    PinFactory,
    PinMap,
    Post,
    Press,
    SpeechSettings,
    SpeechSink,
    Urgency,
    Utterance,
)

__all__ = [
    "ButtonRole",
    "Buttons",
    "Debouncer",
    "FakeFingers",
    "Fault",
    "HardwareError",
    "LightState",
    "Lights",
    "Patience",
    "PinFactory",
    "PinMap",
    "Post",
    "Press",
    "Rig",
    "Speech",
    "SpeechSettings",
    "SpeechSink",
    "Urgency",
    "Utterance",
    "check_pins",
    "open_rig",
]
