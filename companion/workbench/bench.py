"""A game on the workbench: the last code of it that works, what is wrong with the newest, and the match between them.

The table plays the match; the journal has it. Whatever is changed here is changed there while no service runs: a
service ends, the journal is made to fit, the next one begins where it stands.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.journal.journal import Journal, MatchId
from companion.journal.rows import StoredEntry
from companion.kit.ending import ends
from companion.machine.shutdown import Ending
from companion.service.service import Service
from companion.settings.chosen_game import fitted
from companion.settings.config import Config, Loaded
from companion.telling.voice import Voice
from companion.telling.voices import build_voice, seat_names
from companion.workbench.fitting import EntryFault, Fitted, fit
from companion.workbench.trouble import Kind, Trouble, failed, left_out, stopped, unloaded
from rules import games
from rules.engine.entries import Header, Rewind
from rules.engine.game import Game
from rules.outside import FAULTS

WITHIN_S: Final = 10.0
"""How long a game may take to open and to play its log again."""
_ORIGIN: Final = "workbench"


@dataclass(frozen=True)
class Source:
    """Where a game is loaded from, and where its author keeps it: the folder of games may only lead there."""

    folder: Path
    shown: Path

    def load(self) -> Game:
        """The game as its files are now. GameUnloaded."""
        return games.game_of(games.find(self.folder))


@dataclass(frozen=True)
class Logged:
    """The match that lies on the table, as far as its log goes: with what was left out, unless somebody has played on
    since."""

    match: MatchId
    header: Header
    stored: tuple[StoredEntry, ...]
    is_over: bool


@dataclass(frozen=True)
class _Cut:
    """What does not fit in the match as the game is now: it comes back when it fits again."""

    match: MatchId
    kept: int
    stored: tuple[StoredEntry, ...]


class Bench:
    """Safe from any thread; `reload` in the main one, which alone can end a loop."""

    def __init__(self, source: Source, loaded: Loaded, tell: Callable[[str], None], within_s: float = WITHIN_S):
        """The game as it lies there: GameUnloaded when it does not open. `tell` is the author's terminal."""
        self.source = source
        with ends(within_s):
            self.game = source.load()
        self.config = fitted(loaded, self.game)
        self.trouble: Trouble | None = None
        self.loads = 0  # how often code was taken up
        self.end: Callable[[Ending], None] = lambda ending: None  # asks the table to end; set before it runs
        self.leaves_out = False  # whether the next look is to take the code up so
        self.service: Service | None = None
        self._loaded = loaded
        self._tell = tell
        self._within_s = within_s
        self._lock = threading.RLock()
        self._wish: Callable[[], None] = lambda: None  # what is done to the journal between two services
        self._cut: _Cut | None = None

    # -- what the author does ----------------------------------------------------------------------------------------

    def reload(self, *, leave_out: bool = False) -> bool:
        """Takes the code up as it lies there, if it opens and the log can be played by it; else everything stays as it
        is, and `trouble` says why. `leave_out`: the log ends before an entry at which the code fails."""
        try:
            with ends(self._within_s):
                game = self.source.load()
                fitted(self._loaded, game)
                with self._lock:
                    self._fitted(game, leave_out)
        except EntryFault as fault:
            return self._no(failed(fault, game, *self._folders))
        except FAULTS as error:
            return self._no(unloaded(error, *self._folders))
        with self._lock:
            self._wish = lambda: self._take_up(game, leave_out)
        self.end(Ending.AGAIN)
        return True

    def go_back(self, to: int) -> None:
        """The match goes on after the entry of that number; what came later is taken back."""
        with self._lock:
            self._wish = lambda: self._rewind(to)
        self.end(Ending.AGAIN)

    def leave_out(self) -> None:
        """The new code is taken up without the entries at which it fails, at the next look at the files."""
        self.leaves_out = True

    def begin_anew(self) -> None:
        """Another match begins."""
        self.end(Ending.ANEW)

    # -- what the table asks -----------------------------------------------------------------------------------------

    def prepare(self, loaded: Loaded) -> tuple[Game, Config]:
        """The game and its settings for the next service, while none runs."""
        with self._lock:
            wish, self._wish = self._wish, lambda: None
            try:
                wish()
                self._open_again()
            except EntryFault as fault:
                self._no(failed(fault, self.game, *self._folders))
            except FAULTS as error:  # somebody has played meanwhile what the new code does not take
                self._no(unloaded(error, *self._folders))
            return self.game, self.config

    def built(self, service: Service) -> None:
        """A service is about to start."""
        self.service = service
        running = service.referee.running
        running.failed = lambda error, number: self._stopped(error, number)
        self.config = replace(self.config, web=replace(self.config.web, port=service.port_number))

    # -- what the panel asks -----------------------------------------------------------------------------------------

    def wrong(self) -> Trouble | None:
        """What is wrong now: that the game had stopped is settled when somebody has gone back or played on."""
        trouble, service = self.trouble, self.service
        is_settled = service is not None and service.referee.running.stopped is None
        return None if trouble is not None and trouble.kind is Kind.STOPPED and is_settled else trouble

    def logged(self) -> Logged | None:
        """The match on the table; None before there is one. JournalError."""
        path = self.config.data.journal_path
        if not path.is_file():
            return None
        with Journal.look(path) as journal:
            return _logged(journal, self.game.slug)

    def people(self, match: MatchId, seats: int, language: str) -> tuple[str, ...]:
        """What the seats are called."""
        given = seat_names(self.config.table.names, seats, language)
        with Journal.look(self.config.data.journal_path) as journal:
            sit = {one.seat: one.name for one in journal.rosters.players(match)}
        return tuple(sit.get(n) or name for n, name in enumerate(given))

    # -- inside ------------------------------------------------------------------------------------------------------

    @property
    def _folders(self) -> tuple[Path, Path]:
        return self.source.folder, self.source.shown

    def _no(self, trouble: Trouble) -> bool:
        with self._lock:
            if trouble != self.trouble:
                self.trouble = trouble
                self._tell(str(trouble))
        return False

    def _stopped(self, error: BaseException, number: int) -> None:
        self._no(stopped(error, self.game, number, *self._folders))

    def _fitted(self, game: Game, leave_out: bool) -> tuple[Logged, Fitted] | None:
        """The log played by other code. EntryFault, and what the game's beginning raises."""
        now = self.logged()
        if now is None:
            return None
        stored = self._all_of(now)
        found = fit(game, now.header, stored, leave_out=leave_out)
        return replace(now, stored=stored), found

    def _all_of(self, now: Logged) -> tuple[StoredEntry, ...]:
        """The log with what was left out of it, as long as nobody has played on."""
        cut = self._cut
        is_as_cut = cut is not None and (cut.match, cut.kept) == (now.match, len(now.stored))
        return cut.stored if cut is not None and is_as_cut else now.stored

    def _take_up(self, game: Game, leave_out: bool) -> None:
        """From now on the game is this; the journal is made to fit it."""
        found = self._fitted(game, leave_out)
        self.config = replace(fitted(self._loaded, game), web=self.config.web)
        self.game, self.trouble = game, None
        self.loads += 1
        if found is None:
            return
        log, fit_now = found
        whole_again = fit_now.is_whole and self._cut is not None and log.stored is self._cut.stored
        if not fit_now.is_whole or whole_again:
            self._write(log, fit_now.kept, whole_again)
        if fit_now.misfit is not None:
            self.trouble = left_out(fit_now.misfit, self._voice(log.header), *self._folders)
            self._tell(str(self.trouble))
        else:
            count = fit_now.match.version
            self._tell(f"Taken up: {'one entry' if count == 1 else f'{count} entries'} played again.")

    def _write(self, log: Logged, kept: Sequence[StoredEntry], is_whole: bool) -> None:
        """Writes what fits as a match of its own: a journal only ever grows."""
        with Journal.open(self.config.data.journal_path) as journal:
            match = journal.start_match(replace(log.header, version=self.game.about.version), self.game.title)
            for number, one in enumerate(kept, 1):
                journal.append(match, number, one.entry, one.origin, "", one.seat)
        self._cut = None if is_whole else _Cut(match, len(kept), log.stored)

    def _rewind(self, to: int) -> None:
        now = self.logged()
        if now is None:
            return
        played = fit(self.game, now.header, now.stored).match
        entry = Rewind(sum(number <= to for number in played.counting), _ORIGIN)
        with Journal.open(self.config.data.journal_path) as journal:
            journal.append(now.match, len(now.stored) + 1, entry, _ORIGIN)
        self.trouble = None

    def _open_again(self) -> None:
        """A match that was over lies there still: at a workbench it is looked at."""
        now = self.logged()
        if now is not None and now.is_over:
            with Journal.open(self.config.data.journal_path) as journal:
                journal.reopen(now.match)

    def _voice(self, header: Header) -> Voice:
        table = self.config.table
        names = seat_names(table.names, header.seats, table.language)
        settings = self.game.check_settings(header.settings)
        return build_voice(self.game, header.seats, settings, table.language, names)


def _logged(journal: Journal, slug: str) -> Logged | None:
    found = next((one for one in journal.matches() if one.game == slug), None)
    if found is None:
        return None
    header, stored = journal.load(found.match)
    return Logged(found.match, header, tuple(stored), found.ended is not None)
