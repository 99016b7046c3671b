"""The first run: the steps by which a table that was just put up becomes its owners' own, what was done of them, and
the PIN that the host chooses.

What is chosen goes into the file of choices as everything from the host's page does. Which steps were done is kept in
the journal, so that a phone that reloads, or a start in between, goes on where it was.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from companion.doors.settings_page import SettingsBook
from companion.journal.journal import Journal
from companion.machine.shutdown import Ending
from companion.settings.chosen_game import prepare
from companion.settings.config import CHOSEN, CameraKind, ConfigError, Loaded, settings
from companion.settings.values import Given, checked
from companion.telling.shelf_words import broken_games
from companion.telling.voice import Voice
from companion.values.game_titles import game_title
from companion.values.notices import Notice
from rules import games
from rules.engine.game import SettingError
from rules.games import UnknownGame
from vision import FoundCamera
from web.pages.wizard.views import GameChoice, PinKind, StepKey, StepState, WizardStep, WizardView
from web.views import Choice

log = logging.getLogger("companion.first_run")

SETTINGS: Final[Mapping[StepKey, tuple[str, ...]]] = MappingProxyType(
    {
        StepKey.PIN: (),
        StepKey.NAME: ("table.name",),
        StepKey.LANGUAGE: ("table.language", "voice.language", "voice.sink"),
        StepKey.GAME: ("table.game", "table.players"),
        StepKey.CAMERA: ("camera.source", "camera.user", "camera.password"),
        StepKey.MARKERS: (),
        StepKey.STICKERS: (),
        StepKey.TRY: (),
        StepKey.BUTTONS: ("hardware.pins",),
    }
)
"""What each step may choose."""

_KEPT: Final = "first_run"
_RIBBON: Final = "csi:0"
_ROWS: Final = ("0123456789", "9876543210")
_PIN: Final = "web.host_pin"


class Progress(msgspec.Struct, frozen=True):
    """What is kept: whether the wizard is over, and what became of its steps."""

    over: bool = False
    steps: dict[StepKey, StepState] = {}


@dataclass(frozen=True)
class Ground:
    """What the steps need of the running table and of the machine, as plain functions."""

    boot: str  # another one at every start
    playing: Callable[[], tuple[str, int]]  # the game on the table, and for how many players
    cameras: Callable[[], tuple[FoundCamera, ...]]
    has_pins: Callable[[], bool]  # and with them a place for a camera on a ribbon cable
    end: Callable[[Ending], None]  # asks the program to end; returns at once


def _progress(kept: str | None) -> Progress:
    """How far somebody came; nothing is left to do at a table that is not new, or where that cannot be read."""
    try:
        return Progress(over=True) if kept is None else msgspec.json.decode(kept, type=Progress)
    except msgspec.MsgspecError as error:
        log.error("how far the first run came cannot be read: %s", type(error).__name__)
        return Progress(over=True)


class FirstRun:
    """Safe from any thread. Acts give a notice, or a finished sentence of why not; OSError and HardwareError pass."""

    def __init__(self, journal: Journal, book: SettingsBook, ground: Ground):
        """To be made before the first match is in the journal: a journal without any is a new table's."""
        self._lock = threading.Lock()
        self._journal = journal
        self._book = book
        self._ground = ground
        self._aside = book.loaded.aside
        self._ending = False
        kept = journal.setting(_KEPT)
        self._progress = _progress(kept)
        if kept is None and not journal.matches() and not journal.damages.all():
            self._keep(Progress())

    @property
    def is_new(self) -> bool:
        """Whether the table is new, and the wizard was not finished."""
        return not self._progress.over

    # -- what it shows -----------------------------------------------------------------------------------------------

    def view(self, voice: Voice) -> WizardView:
        """Everything that the page draws, in the words of `voice`."""
        book, ground, done = self._book, self._ground, self._progress.steps
        steps = tuple(
            WizardStep(key, done.get(key, StepState.OPEN), tuple(book.view(one, voice) for one in keys))
            for key, keys in SETTINGS.items()
        )
        return WizardView(
            boot=ground.boot,
            is_new=self.is_new,
            steps=steps,
            pin=self._pin_kind(),
            games=_games(),
            broken=broken_games(voice, by_host=True),
            cameras=self._cameras(voice),
            has_pins=ground.has_pins(),
            wired=bool(book.config.hardware.pin_map.wired),
            waits=book.waits() or self._wants_new_match(),
            new_match=self._wants_new_match(),
            ending=self._ending,
            aside=voice.sentence(self._aside),
        )

    def _cameras(self, voice: Voice) -> tuple[Choice, ...]:
        """What the camera may be, in the order of least effort: each that is there, a phone, one in the network, none.
        The one that is set stays among them."""
        found = {camera.setting: camera.name for camera in self._ground.cameras()}
        if self._ground.has_pins():
            found[_RIBBON] = voice.say("notice", "first_run_ribbon")
        kinds = (CameraKind.PHONE, CameraKind.NETWORK, CameraKind.VIRTUAL, CameraKind.NONE)
        known = found | {kind.value: voice.say("notice", f"first_run_{kind.value}") for kind in kinds}
        now = self._book.config.camera.source
        listed = known if now in known else {now: now, **known}
        return tuple(Choice(key, label) for key, label in listed.items())

    def _pin_kind(self) -> PinKind:
        if self._book.config.web.host_pin:
            return PinKind.FILE
        return PinKind.OWN if self._journal.has_own_pin else PinKind.START

    # -- what is done ------------------------------------------------------------------------------------------------

    def choose(self, step: StepKey, values: Mapping[str, str]) -> Notice | str:
        """Takes over what was chosen in a step: all of it, or nothing. ("first_run_kept" when it was done.)"""
        if not set(values) <= set(SETTINGS[step]):
            return Notice("setting_unknown", {"key": next(iter(set(values) - set(SETTINGS[step])))[:60]})
        wishes: dict[str, str | None] = dict(values)
        if step is StepKey.GAME:
            if why := self._why_not_so_many(values):
                return why
            if values.get("table.game", self._game) != self._game and "play.options" in self._book.loaded.chosen:
                wishes["play.options"] = None  # they were chosen for the other game
        said = self._book.choose_all(wishes, fits) if wishes else Notice("setting_live")
        if isinstance(said, str) or said.code not in ("setting_live", "setting_next_start"):
            return said
        self.note(step, StepState.DONE)
        return Notice("first_run_kept" if said.code == "setting_live" else "first_run_kept_for_start")

    def note(self, step: StepKey, state: StepState) -> None:
        """Keeps what became of a step."""
        with self._lock:
            self._keep(Progress(self._progress.over, {**self._progress.steps, step: state}))

    def start(self, over: bool) -> Notice:
        """Ends the wizard, if it is `over`; and lets the companion start anew where something waits for that."""
        anew = self._wants_new_match()
        wanted = not over or anew or self._book.waits()
        if over:
            with self._lock:
                self._keep(Progress(True, self._progress.steps))
        if wanted:
            self._ending = True
            self._ground.end(Ending.ANEW if anew else Ending.AGAIN)
        return Notice("machine_again" if wanted else "first_run_over")

    def why_not_pin(self, old: str, new: str) -> Notice | None:
        """What is wrong with a PIN that the host chooses; None when it can be taken. `old`: the one that holds, which
        has to be told once the host has chosen it."""
        kind = self._pin_kind()
        if kind is PinKind.FILE:
            return Notice("pin_in_file")
        if kind is PinKind.OWN and not self._journal.check_pin(old):
            return Notice("pin_old_wrong")
        try:
            checked(settings()[_PIN], Given(new, CHOSEN, is_text=True))
        except ConfigError:
            return Notice("pin_form")
        if not new:
            return Notice("pin_form")
        if len(set(new)) == 1 or any(new in row for row in _ROWS):
            return Notice("pin_easy")
        return Notice("pin_same") if self._journal.check_pin(new) else None

    # -- inside ------------------------------------------------------------------------------------------------------

    @property
    def _game(self) -> str:
        return self._book.config.table.game or self._ground.playing()[0]

    def _why_not_so_many(self, values: Mapping[str, str]) -> Notice | None:
        slug, players = values.get("table.game", self._game), values.get("table.players", "")
        if slug not in games.slugs() or not players.isdecimal():
            return None  # the check of each setting says why
        seats = games.about(slug).seats
        if len(players) < 3 and int(players) in seats:
            return None
        return Notice("first_run_players", {"game": game_title(slug), "players": ", ".join(str(n) for n in seats)})

    def _wants_new_match(self) -> bool:
        """Whether the match on the table, which a new table begins by itself, is for another number of players than was
        chosen meanwhile. Later it is somebody's match: a choice is for the next one then."""
        slug, seats = self._ground.playing()
        table = self._book.config.table
        is_given = self._book.loaded.is_given("table.players") or bool(table.names)
        return self.is_new and is_given and self._game == slug and table.players != seats

    def _keep(self, progress: Progress) -> None:
        self._journal.set_setting(_KEPT, msgspec.json.encode(progress).decode())
        self._progress = progress


def has_pins() -> bool:
    """Whether this machine has pins that something could be wired to."""
    return any(Path("/dev").glob("gpiochip*"))


def fits(found: Loaded) -> None:
    """ConfigError when the game cannot be played so: then the next start would leave all choices aside."""
    if not found.config.table.game:
        return
    try:
        game, config = prepare(found, None)
        game.check_fit(game.check_settings(config.play.options), config.table.players)
    except (SettingError, UnknownGame) as error:
        raise ConfigError(str(error)) from error


def _games() -> tuple[GameChoice, ...]:
    return tuple(GameChoice(slug, game_title(slug), games.about(slug).seats) for slug in games.slugs())
