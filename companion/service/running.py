"""Running a table until somebody ends it: signals, a new start from the host's page, switching the machine off."""

from __future__ import annotations

import logging
import math
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from companion.doors.settings_page import LAID_OUT
from companion.journal.backups import Backups
from companion.journal.first_pin import FirstPin
from companion.journal.journal import DamagedJournal, JournalLocked
from companion.machine.addresses import addresses
from companion.machine.freed_memory import keep_little
from companion.machine.patience import Patience
from companion.machine.shutdown import Ending, Power
from companion.machine.systemd import Pulse, Systemd, is_service
from companion.people.evening import Evening
from companion.service.building import build
from companion.service.service import Service
from companion.service.starts import WELL_S, Footing, Starts, Try, why
from companion.settings.chosen_game import game_gone
from companion.settings.config import Config, ConfigError, Loaded
from companion.settings.play import Autoplay, Start
from companion.settings.safe_mode import without_devices
from companion.values.notices import Notice
from hardware.types import HardwareError
from rules.engine.game import Game, SettingError
from rules.engine.questions import Answer
from rules.games import UnknownGame, code_folders
from vision.types import VisionError
from web import WebError
from words import Sentence

log = logging.getLogger("companion.running")

Prepare = Callable[[Loaded], tuple[Game, Config]]
_UNUSABLE = (ConfigError, VisionError, HardwareError, WebError, SettingError, UnknownGame)
_ON: Final = frozenset({Ending.AGAIN, Ending.ANEW, Ending.PICKED})
"""After these another service follows."""
_KILLED: Final = Sentence("it ended again and again before its pages had been there for a minute")
FAREWELL_S = 6.0
"""How long the voice may take to say good night."""
ANSWER_S = 0.7
"""How long the page that asked for it has to hear that it is done."""
SIGNAL_S: Final = 0.5
"""How late a signal may be heard."""


class Table:
    """One service after the other, until the end."""

    def __init__(
        self,
        loaded: Loaded,
        prepare: Prepare,
        built: Callable[[Service], None] = lambda service: None,
        greet: Callable[[Service], str] | None = None,
    ):
        """`prepare` gives the game and the settings that fit it, after the service before has ended; `built` is handed
        each service before it starts; `greet`: what the terminal says of it, else the addresses."""
        self._given = self._loaded = loaded
        self._chosen: Mapping[str, object] | None = None  # what was chosen and counts at this start
        self._prepare = prepare
        self._built = built
        self._greet = greet
        self._starts = Starts(loaded.config.data.path)
        self._systemd = Systemd()
        self._pulse = Pulse(self._systemd)
        self._asked = threading.Event()
        self._ending = Ending.STOP
        self._evening = Evening()

    def end(self, ending: Ending = Ending.STOP) -> None:
        """Asks the program to end; returns at once. From any thread, and from a signal, which always counts; of two
        wishes from the page the first does."""
        if ending is Ending.STOP or not self._asked.is_set():
            self._ending = ending
        self._asked.set()

    def run(self, fresh: bool) -> Ending:
        """Serves the table until it is to stop, or the machine is to be switched off."""
        self._pulse.start()
        patience = Patience(code_folders)
        patience.start()
        try:
            return self._serve(fresh)
        finally:
            patience.stop()
            self._pulse.stop()

    def _serve(self, fresh: bool) -> Ending:
        while True:
            service = self._started(fresh)
            try:
                self._announce(service)
                self._wait(WELL_S)
                self._starts.well(self._chosen)
                self._wait()
                if self._ending not in _ON:
                    self._systemd.stopping()
                self._take_leave(service)
            finally:
                self._pulse.between()
                service.stop()
            self._asked.clear()  # before the look: a signal after it ends the next service
            if self._ending not in _ON:
                return self._ending
            fresh = self._ending is not Ending.AGAIN
            if self._ending is Ending.PICKED:
                self._given = replace(self._given, sources=self._given.sources.without(LAID_OUT))

    def _wait(self, longest_s: float = math.inf) -> None:
        """Waits until it is asked to end. In short waits: Python hears of a signal that came just before one began only
        when that is over."""
        until_s = time.monotonic() + longest_s
        while not self._asked.is_set() and (left_s := until_s - time.monotonic()) > 0:
            self._asked.wait(min(left_s, SIGNAL_S))

    @property
    def config(self) -> Config:
        """The settings of the last start."""
        return self._loaded.config

    def _started(self, fresh: bool) -> Service:
        """A running service. Choices of the host's page with which none starts do not keep the table from starting,
        since the page is where they can be corrected: then those before count, or none, and everybody is told."""
        Backups(self._loaded.config.data.journal_path).swap()
        tries = self._starts.tries(self._starts.begin() if is_service() else 0)
        failed: list[Exception] = []
        for one in tries:
            try:
                return self._start_by(one, fresh and not failed, failed[0] if failed else None)
            except (DamagedJournal, JournalLocked):
                raise  # that is not for any choice
            except Exception as error:
                failed.append(error)
                if one is not tries[-1]:
                    log.error("no start with %s: %s", one.footing.value, why(error, _UNUSABLE))
        raise failed[0]

    def _start_by(self, one: Try, fresh: bool, error: Exception | None) -> Service:
        """A service by one way to start; `error`: why none is there by a better one. What is given up for good is given
        up in its file as well; what is left aside stays there, to be corrected on the page."""
        loaded = one.load(self._given)
        reason = ""
        if one.footing is not Footing.CHOSEN:
            reason = _KILLED if error is None else why(error, _UNUSABLE)
        if one.footing in (Footing.PLAIN, Footing.SAFE):
            loaded = replace(loaded, chosen=self._starts.chosen())
            self._chosen = None
        else:
            self._chosen = loaded.chosen
        loaded = replace(loaded, aside=reason)
        service = self._start(loaded, fresh)
        if one.footing is Footing.BEFORE:
            self._starts.take_back(loaded.chosen)
        if reason:
            code = "choices_back" if one.footing is Footing.BEFORE else "choices_aside"
            service.inbox.put(Notice(code, {"why": reason}))
        self._loaded = loaded
        return service

    def _start(self, loaded: Loaded, fresh: bool) -> Service:
        game, config = self._prepare(loaded)
        if loaded.is_safe:
            config = without_devices(config)
            log.warning("safe mode: without pins, camera and voice")
        service = build(
            config, game, fresh=fresh, loaded=loaded, end=self.end, lenient=is_service(), evening=self._evening
        )
        try:
            self._built(service)
            gather(service)
            if (gone := game_gone(loaded)) is not None:
                service.inbox.put(gone)
            service.start()
        except Exception:
            service.stop()
            raise
        return service

    def _announce(self, service: Service) -> None:
        """Says that the table is there: in the terminal all of it, and to systemd, which keeps it, no secret."""
        self._pulse.follow(lambda: service.referee.turns, lambda: service.server.is_serving)
        if not is_service():
            print((self._greet or greeting)(service), flush=True)
            return
        FirstPin(service.journal.path).keep(service.journal.fresh_pin, service.journal)
        where = addresses(service.config.web, service.port_number)[0][1]
        log.info("%s is ready at %s", service.game.title, where)
        self._systemd.ready(f"{service.game.title} at {where}")

    def _take_leave(self, service: Service) -> None:
        """Lets the page hear the answer, and the voice end its sentence."""
        if self._ending is Ending.POWER_OFF:
            service.speech.wait_idle(FAREWELL_S)
        threading.Event().wait(ANSWER_S)


def run_service(loaded: Loaded, prepare: Prepare, *, fresh: bool) -> int:
    """Runs a table until SIGINT or SIGTERM, or until the host's page ends it. Returns the exit code. `loaded`: where
    the settings come from; `prepare` makes them fit the game at every start."""
    keep_little()
    table = Table(loaded, prepare)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: table.end())
    is_still_on = table.run(fresh) is Ending.POWER_OFF and not Power(table.config.box.shutdown).power_off()
    if not is_service():
        print("\nStopped. The match is kept, and goes on at the next start.", flush=True)
    return int(is_still_on)


def gather(service: Service) -> None:
    """Before a new match people gather, unless the settings say otherwise or bots play every seat; and always where
    nobody has named a game yet."""
    running = service.referee.running
    is_begun = any(isinstance(entry, Answer) for entry in running.match.log)
    waits = service.config.play.start is Start.TOGETHER or not service.loaded.config.table.game
    wanted = waits and not is_begun and service.bot_seats.mode != Autoplay.ALL.value
    if wanted and not running.paused:
        running.gather()
    elif running.gathering and not wanted:
        running.pause(False)


def greeting(service: Service) -> str:
    """What the terminal says when the table is ready: addresses, the code, and where the PIN is."""
    port = service.port_number
    name = service.config.table.name
    lines = [f"{name}: {service.game.title} is ready." if name else f"{service.game.title} is ready.", ""]
    for what, address in addresses(service.config.web, port):
        lines.append(f"  {what:<22} {address}")
    where = "on the table screen too" if service.way_in.view().code else "for the host"
    lines += ["", f"  join code              {service.joining.code}   ({where}; new at every start)"]
    if service.is_safe:
        lines.insert(1, "Safe mode: no pins, no camera, no voice. Start without --safe to use them again.")
    if service.journal.fresh_pin:
        lines.append(f"  host PIN               {service.journal.fresh_pin}   (shown only now: keep it)")
    else:
        lines.append("  host PIN               as shown at the first start; the setting web.host_pin makes another")
    if not service.loaded.config.table.game:
        lines += [
            "",
            f"No game was named, so {service.game.title} lies there: the first to sit down can choose another.",
        ]
    lines += ["", "Stop with Ctrl+C: the match is kept, and goes on at the next start."]
    return "\n".join(lines)
