"""What the pins and the loudspeaker exchange with the rest. Everything is immutable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from words import Sentence


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
    PAUSE = "pause"
    DIE = "die"  # held, the electronic die tumbles; let go, it shows a number
    DIAL = "dial"  # the push of the rotary encoder


@dataclass(frozen=True)
class Press:
    """One debounced press of a button, at `at_s` of the injected clock."""

    role: ButtonRole
    seat: int | None  # for SEAT buttons
    at_s: float


@dataclass(frozen=True)
class Release:
    """A button was let go, `held_s` seconds after its press. Told for DIE only."""

    role: ButtonRole
    held_s: float
    at_s: float


@dataclass(frozen=True)
class Turn:
    """The dial was turned by so many steps, clockwise if positive."""

    steps: int
    at_s: float


@dataclass(frozen=True)
class Tripped:
    """A sensor noticed something, such as that of the tray dice being thrown. A burst of edges is one time. `key` names
    the part."""

    key: str
    at_s: float


Signal = Press | Release | Turn | Tripped
"""What the pins tell."""


@dataclass(frozen=True)
class TagLaid:
    """A reader noticed that a tag came to lie on a spot of the mat."""

    payload: str
    spot: str
    at_s: float


@dataclass(frozen=True)
class TagLifted:
    """A reader noticed that a tag was taken away."""

    payload: str
    at_s: float


@dataclass(frozen=True)
class DiceRolled:
    """Dice that know it told their faces, such as (3, 5); each has so many `sides`."""

    faces: tuple[int, ...]
    at_s: float
    sides: int = 6


TableSense = TagLaid | TagLifted | DiceRolled
"""What lies on the table and what was rolled, by whatever device can tell."""


class LightState(Enum):
    """What a light shows."""

    OFF = "off"
    ON = "on"  # this seat's turn
    BLINK = "blink"  # look here


LightStates = Mapping[int | str, LightState]
"""What lights show: those of seats by the seat's number, others by the key of their part."""


class SpeechSink(Enum):
    """Where speech goes."""

    OFF = "off"
    SPEAKER = "speaker"
    WAV = "wav"  # every utterance is appended to one WAV file


class Urgency(Enum):
    """Higher goes first. NORMAL lines go stale soon, IMPORTANT ones later, URGENT ones never."""

    NORMAL = 0  # who is asked
    IMPORTANT = 1  # what happened
    URGENT = 2  # what has to be heeded now: a refusal, a trouble, what the host wants


class PublicText(str):
    """A text that everybody may hear. Whoever makes one vouches for that; a voice takes nothing else."""

    __slots__ = ()


@dataclass(frozen=True)
class Utterance:
    """One public sentence to be spoken; `topic` lets a newer line replace an older one. TypeError for a plain text."""

    text: PublicText
    urgency: Urgency = Urgency.NORMAL
    topic: str = ""
    made_s: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.text, PublicText):  # a type checker does not see every way that a text can take
            raise TypeError("only a public text is spoken")


@dataclass(frozen=True)
class SpeechSettings:
    """How speech sounds. `rate_wpm` words per minute, `volume` 0..1; lines are dropped at an age of `stale_s` if they
    are NORMAL, of `important_stale_s` if they are IMPORTANT."""

    sink: SpeechSink = SpeechSink.SPEAKER
    language: str = "en"
    rate_wpm: int = 165
    volume: float = 1.0
    stale_s: float = 12.0
    important_stale_s: float = 30.0
    wav_path: str = ""
    queue_size: int = 16


Post = Callable[[object], None]
"""Puts a message into the owner's inbox. Must never block and never raise."""


class PartKind(Enum):
    """What a wired part does."""

    BUTTON = "button"
    LIGHT = "light"
    DIAL = "dial"
    SENSOR = "sensor"


@dataclass(frozen=True)
class Part:
    """One wired part: `key` names it in commands and pages, `pins` are its BCM numbers; `name` is what it is called in
    sentences about faults, `label` in the drawing; `setting` is where its pin stands. `contacts` has the mark and the
    name of each of several contacts, in the order of the pins; `pips` are the places of a die's face that it lights.
    `to_try`: what hands do to try it, where that is not usual for its kind."""

    key: str
    kind: PartKind
    pins: tuple[int, ...]
    name: Sentence
    label: Sentence
    setting: str
    contacts: tuple[tuple[str, Sentence], ...] = ()
    pips: tuple[int, ...] = ()
    to_try: str = ""


@dataclass(frozen=True)
class Fault:
    """A device that stopped working, told once: `device` for the records, `sentence` for people."""

    device: str
    sentence: str
    facts: tuple[str, ...] = field(default=())
