"""What the first-run wizard draws and sends: the steps by which a new table becomes its owners' own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import BrokenGame, Choice, Joined, Reply, Session, SettingView


class StepKey(Enum):
    """The steps, in their order."""

    PIN = "pin"
    NAME = "name"
    LANGUAGE = "language"
    GAME = "game"
    CAMERA = "camera"
    MARKERS = "markers"
    STICKERS = "stickers"
    TRY = "try"
    BUTTONS = "buttons"


class StepState(Enum):
    """What became of a step."""

    OPEN = "open"
    DONE = "done"
    SKIPPED = "skipped"


class PinKind(Enum):
    """Whose the host's PIN is."""

    START = "start"  # the companion made it
    OWN = "own"  # the host chose it
    FILE = "file"  # it stands in the file of settings, which goes over every choice


@dataclass(frozen=True)
class WizardStep:
    """One step with the settings that it is about."""

    key: StepKey
    state: StepState
    settings: tuple[SettingView, ...]


@dataclass(frozen=True)
class GameChoice:
    """A game, and for how many players it is."""

    key: str
    title: str
    players: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class WizardView:
    """Everything that the wizard draws. `boot` is another one after every start. `waits`: something counts from the
    next start only; `new_match`: that start begins a new match; `ending`: the companion is about to start anew.
    `aside` says why what was chosen could not be used at this start, empty when it could. `has_pins`: this machine has
    pins; `wired`: the settings say what hangs on which of them."""

    boot: str
    is_new: bool
    steps: tuple[WizardStep, ...]
    pin: PinKind
    games: tuple[GameChoice, ...]
    broken: tuple[BrokenGame, ...]
    cameras: tuple[Choice, ...]
    has_pins: bool
    wired: bool
    waits: bool
    new_match: bool
    ending: bool
    aside: str
    has_stick: bool = False  # a USB stick with copies of a journal is plugged in


class WizardPort(Protocol):
    """What the wizard may ask. Every call is safe from any thread; all but the first are for the host only."""

    def is_new_table(self) -> bool: ...
    def wizard_view(self, session: Session) -> WizardView: ...
    def wizard_choose(self, session: Session, step: StepKey, values: Mapping[str, str]) -> Reply: ...  # all or none
    def wizard_skip(self, session: Session, step: StepKey) -> Reply: ...
    def wizard_start(self, session: Session, *, over: bool) -> Reply: ...  # anew; `over`: and the wizard is done
    def choose_pin(self, session: Session, token: str, old: str, new: str) -> Joined | Reply: ...
