"""What the pins and the loudspeaker exchange with the rest. Everything is immutable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum


class HardwareError(Exception):
    """One clear sentence for people: which device fails, and what to do."""


class PinFactory(Enum):
    """Which pins are used. Never guessed: the configuration names one."""

    NONE = "none"  # no pins at all: no buttons, no lights
    MOCK = "mock"  # gpiozero's simulated pins
    LGPIO = "lgpio"  # the real ones


class ButtonRole(Enum):
    """What a button means. SEAT buttons carry the seat's number."""

    SEAT = "seat"
    CONFIRM = "confirm"
    UNDO = "undo"


@dataclass(frozen=True)
class Press:
    """One debounced press of a button, at `at_s` of the injected clock."""

    role: ButtonRole
    seat: int | None  # for SEAT buttons
    at_s: float


@dataclass(frozen=True)
class PinMap:
    """BCM pin numbers. `seat_buttons` and `seat_lights` by seat number; None means not wired."""

    seat_buttons: tuple[int, ...] = ()
    seat_lights: tuple[int, ...] = ()
    confirm_button: int | None = None
    undo_button: int | None = None


class LightState(Enum):
    """What a seat's light shows."""

    OFF = "off"
    ON = "on"  # this seat's turn
    BLINK = "blink"  # look here


class SpeechSink(Enum):
    """Where speech goes."""

    OFF = "off"
    SPEAKER = "speaker"
    WAV = "wav"  # every utterance is appended to one WAV file


class Urgency(Enum):
    """Higher goes first; stale NORMAL lines are dropped, IMPORTANT ones are not."""

    NORMAL = 0
    IMPORTANT = 1


@dataclass(frozen=True)
class Utterance:
    """One public sentence to be spoken. Made of public facts only; `topic` lets a newer line replace an older one."""

    text: str
    urgency: Urgency = Urgency.NORMAL
    topic: str = ""
    made_s: float = 0.0


@dataclass(frozen=True)
class SpeechSettings:
    """How speech sounds. `rate_wpm` words per minute, `volume` 0..1, `stale_s` age at which NORMAL lines go."""

    sink: SpeechSink = SpeechSink.SPEAKER
    language: str = "en"
    rate_wpm: int = 165
    volume: float = 1.0
    stale_s: float = 12.0
    wav_path: str = ""
    queue_size: int = 16


Post = Callable[[object], None]
"""Puts a message into the owner's inbox. Must never block and never raise."""


@dataclass(frozen=True)
class Fault:
    """A device that stopped working, told once: `device` for the records, `sentence` for people."""

    device: str
    sentence: str
    facts: tuple[str, ...] = field(default=())
