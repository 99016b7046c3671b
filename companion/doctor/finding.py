"""What the doctor is asked to look at, and the words of its answer: a patient, an examination, a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from companion.camera.eye_tally import EyeEvening
from companion.doctor.world import World
from companion.settings.config import Config
from vision import Frame
from words import N_


class Grade(Enum):
    """How well something is. WARN: an evening works without it."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


class Section(Enum):
    """What a finding is about, in the order of the page: its key and its heading."""

    PROGRAM = ("program", N_("The program"))
    MACHINE = ("machine", N_("The machine"))
    STORAGE = ("storage", N_("Disk and journal"))
    NETWORK = ("network", N_("Network and addresses"))
    TABLE = ("table", N_("Camera and stickers"))
    VOICE = ("voice", N_("Voice"))
    PINS = ("pins", N_("Buttons and lights"))

    @property
    def key(self) -> str:
        """The name for programs."""
        return self.value[0]

    @property
    def heading(self) -> str:
        """The words for people, in English."""
        return self.value[1]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what was found, and what to do if it is not well. The name is for programs too and
    stays the same; text and cure are Sentences, so that the page can say them in other languages."""

    name: str
    grade: Grade
    text: str
    cure: str = ""
    section: Section = Section.PROGRAM


@dataclass(frozen=True)
class Live:
    """What a running table lets its own doctor see of devices that only one program can have."""

    frame: Callable[[], Frame | None]  # the latest picture of the table's camera
    fault: Callable[[str], str]  # by device (camera, box, buttons, voice): the sentence about it, or nothing
    port: int
    is_safe: bool = False  # it was started without devices, so they are free
    listens: Callable[[], bool] = lambda: True  # whether the thread that hears the buttons is alive
    evening: Callable[[], EyeEvening] = EyeEvening  # how the eye does in play


@dataclass(frozen=True)
class Wishes:
    """What needs somebody to be there: a sticker to be held under the camera, an ear for a sentence."""

    tag: bool = False
    sound: bool = False


NO_WISHES = Wishes()


@dataclass(frozen=True)
class Patient:
    """What is examined."""

    config: Config
    world: World = field(default_factory=World)
    live: Live | None = None
    wishes: Wishes = NO_WISHES

    @property
    def devices_are_ours(self) -> bool:
        """Whether the running table has opened the devices, and lets us see what they give."""
        return self.live is not None and not self.live.is_safe


Check = Callable[[Patient], Iterator[Finding]]


@dataclass(frozen=True)
class Examination:
    """One check: what its own failure is called, what it is about, and how long it may take."""

    name: str
    section: Section
    check: Check
    limit_s: float = 10.0
