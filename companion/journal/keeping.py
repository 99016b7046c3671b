"""The journal as the referee uses it: the running match, kept entry by entry; and whether somebody plays just now,
which must not be disturbed by an update."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final

from companion.journal.journal import DamagedMatch, DamageKind, Journal, JournalError, MatchId, StoredEntry
from companion.journal.outbox import ResultState
from companion.journal.unsettled import BOTS, LASTING, Changes, choice_body, choice_in
from companion.machine.fault_places import fault_facts, game_fault
from companion.settings.config import Autoplay, Config
from rules.engine.entries import Entry, Header
from rules.engine.game import Game, SettingError
from rules.engine.match import Match
from rules.engine.table import TableError
from rules.engine.types import Seat
from rules.outside import FAULTS


class SaveError(Exception):
    """An entry could not be written: one sentence. The answer does not count."""


log = logging.getLogger("companion.keeping")

LATELY: Final = timedelta(minutes=30)
"""So long a table may sit over one turn."""
PRESENT: Final = timedelta(minutes=15)
"""A phone that lies open on the table is heard of in this time."""
_OF_THE_PROGRAM: Final = frozenset({"dealer"})


class MatchKeeper:
    """The journal as the referee uses it. Used by its thread; `stored` by any."""

    def __init__(
        self, journal: Journal, game: Game, match_id: MatchId | None, match: Match, next_seats: int | None = None
    ):
        """`match_id` None: the journal does not have the match yet. `next_seats`: for how many the next match is to be;
        None: for as many as this one. LayoutError when the mat lacks a pile's spot."""
        game.mat(match.header.seats, match.settings).check_spots(match.state.piles.values())
        self._journal = journal
        self._game = game
        self.number = match_id  # the match's in the journal; None before it is there
        self.match = match
        self._next_seats = next_seats
        self.outgrown: Callable[[], None] = lambda: None  # the next match needs another start; set before the start
        self.boot = secrets.token_hex(3)
        self.over: Callable[[], None] = lambda: (
            None
        )  # hears of each end of a match, and what is corrected after it; set before the start
        self.attend: Callable[[MatchId], None] = lambda match_id: None  # notes who sits there; set before the start
        # what a venue is to be told of a match that has ended, beside what was kept of that end before ("": nothing);
        # set before the start, None: there is no venue
        self.report: Callable[[Match, str], str] | None = None

    @classmethod
    def at_start(
        cls, journal: Journal, game: Game, config: Config, seats_asked: int | None, *, fresh: bool, lenient: bool
    ) -> MatchKeeper:
        """The match that was cut off, or a new one when there is none that can go on or a `fresh` one is wanted."""
        resumed = None if fresh else cls.resume(journal, game, seats_asked, lenient=lenient)
        options = config.play.options_for(game.slug)
        return resumed or cls.start(journal, game, config.table.players, options)

    @classmethod
    def resume(
        cls, journal: Journal, game: Game, seats: int | None = None, *, lenient: bool = False
    ) -> MatchKeeper | None:
        """The last match of this game that has not ended, at the point where it stood; None when there is none, or when
        it is for others than the `seats` that were asked for and nobody has played in it: a service begins one by
        itself. None too when it is damaged: then that is noted in the journal, which keeps it. JournalError when it was
        begun with other data or options of the game and cannot go on with these; `lenient`: that is noted too."""
        found = journal.last_open_match(game.slug)
        if found is None:
            return None
        try:
            match = cls._replayed(journal, game, found, seats)
            return None if match is None else cls(journal, game, found, match, seats)
        except DamagedMatch as error:
            log.error("%s", error)
            journal.damages.note(DamageKind.MATCH, found, error.number)
        except Exception as error:  # a service must start whatever the rules of now make of an old match
            if not lenient:
                raise
            log.error("match %d cannot go on error=%s", found, type(error).__name__)
            journal.damages.note(DamageKind.RULES, found)
        return None

    @staticmethod
    def _replayed(journal: Journal, game: Game, found: MatchId, seats: int | None) -> Match | None:
        header, stored = journal.load(found)
        is_for_others = seats is not None and seats != header.seats
        if is_for_others and header.position is None and not is_played(journal, found):
            return None
        try:
            return Match.replay(game, header, [s.entry for s in stored])
        except FAULTS as error:
            raise _cannot_go_on(found, header, game, error) from error

    @classmethod
    def start(cls, journal: Journal, game: Game, seats: int, settings: Mapping[str, object]) -> MatchKeeper:
        """A new match, which is in the journal from `enter` or its first entry on. SettingError when the game is not
        for that many players or has no such option."""
        every = game.check_settings(settings)  # all of them: a default may change one day
        header = Header(game.slug, seats, every, version=game.about.version, definition=game.made_of)
        return cls(journal, game, None, Match(game, header))

    def enter(self) -> None:
        """Begins the match in the journal, unless it is there already. JournalError when it cannot be written."""
        if self.number is None:
            self.number = self._journal.start_match(self.match.header, self._game.title)
        self.attend(self.number)

    @property
    def _id(self) -> MatchId:
        if self.number is None:
            self.enter()
        assert self.number is not None
        return self.number

    def append(
        self, number: int, entry: Entry, origin: str, request: str, seat: Seat | None, match: Match | None = None
    ) -> None:
        """On disk when this returns; SaveError when it cannot be written. `match`: as it stands with the entry, where
        it has ended with it or had before; that, and what a venue is to be told of it, are kept with the entry or not
        at all."""
        is_over = match is not None and match.table.result is not None
        try:
            was_over = is_over and self._is_ended()
            result = None if match is None else self._result(match)
            self._journal.append(self._id, number, entry, origin, request, seat, result, is_over=is_over)
        except JournalError as error:
            raise SaveError(str(error)) from error
        if not was_over:  # who sits there after the end has not played
            self.attend(self._id)

    def _is_ended(self) -> bool:
        stored = self._journal.match(self._id)
        return stored is not None and stored.ended is not None

    def _result(self, match: Match) -> tuple[ResultState, str] | None:
        """What a venue is to be told. A game that cannot say how it stands keeps nobody from ending the match."""
        if match.table.result is None:
            return ResultState.OPEN, "{}"
        try:
            return None if self.report is None else (ResultState.ENDED, self.report(match, self._told_of_end()))
        except FAULTS as error:
            log.error("the result of the match is not kept for the venue %s", fault_facts(error))
            return None

    def _told_of_end(self) -> str:
        kept = self._journal.outbox.of(self._id)
        return kept.body if kept is not None and kept.state is ResultState.ENDED else ""

    def unsettled(self) -> Mapping[str, str]:
        """What is acknowledged and no entry yet, by name, in its order."""
        return {} if self.number is None else self._journal.unsettled.of(self.number)

    def settle(self, changes: Changes) -> None:
        """On disk when this returns; SaveError when it cannot be written."""
        try:
            self._journal.unsettled.change(self._id, changes)
        except JournalError as error:
            raise SaveError(str(error)) from error

    def autoplay(self, config: Config) -> Autoplay:
        """Which seats the program plays: those that the host has chosen on the page, else what the settings say."""
        configured = config.play.autoplay
        chosen = choice_in(self.unsettled(), BOTS, configured.value, Autoplay)
        return chosen if chosen is not None and config.camera.source == "virtual" else configured

    def choose_autoplay(self, config: Config, chosen: Autoplay) -> Autoplay:
        """Keeps what the host has chosen, and gives it back. SaveError when it cannot be written."""
        self.settle({BOTS: choice_body(config.play.autoplay.value, chosen.value)})
        return chosen

    def reload(self) -> Match:
        """The match as the journal has it. SaveError when it cannot be read."""
        try:
            header, stored = self._journal.load(self._id)
        except JournalError as error:
            raise SaveError(str(error)) from error
        return Match.replay(self._game, header, [s.entry for s in stored])

    def begin(self) -> Match:
        """A new match of the same game, players and options. Where another number of players was asked for since, what
        comes back is a table that nobody plays at, until a new start has laid theirs out. SaveError when it cannot be
        written."""
        old = self.match.header
        game = self._game
        header = Header(old.game, old.seats, old.settings, version=game.about.version, definition=game.made_of)
        if self._next_seats not in (None, old.seats):
            self.outgrown()
            self.number = None
            return Match(self._game, header)
        try:
            lasting = {name: body for name, body in self.unsettled().items() if name in LASTING}
            self.number = self._journal.start_match(header, self._game.title, lasting)
        except JournalError as error:
            raise SaveError(str(error)) from error
        self.attend(self.number)
        return Match(self._game, header)

    def times(self) -> tuple[datetime, tuple[datetime, ...]]:
        """When the running match began, and when each of its entries was made."""
        return self._journal.times(self._id)

    def stored(self) -> tuple[Header, tuple[StoredEntry, ...]]:
        """The running match from its beginning."""
        header, entries = self._journal.load(self._id)
        return header, tuple(entries)

    def requests(self) -> tuple[tuple[Seat, str], ...]:
        """The requests that were carried out, so that their repetition after a restart is harmless. Those of the
        matches before count too: a phone may not have heard of the answer that ended one."""
        return tuple((Seat(seat), request) for seat, request in self._journal.requests(self._game.slug))


def _cannot_go_on(found: MatchId, header: Header, game: Game, error: BaseException) -> JournalError:
    """Why a match cannot: what its log did when it was played again. Raises what is no fault of the game's."""
    if header.version != game.about.version:  # the log was written by another version's code: anything may come
        return JournalError(
            "Match {found} was begun with version {old} of {game}, and cannot go on with version {new}. "
            "Install that version again, or begin a new match with --new.",
            found=found,
            old=header.version or "?",
            game=game.title,
            new=game.about.version or "?",
        )
    if isinstance(error, SettingError | TableError):
        return JournalError(
            "Match {found} was begun with other game data ({why}). Start with the same --pack as "
            "then, or give it up and begin a new one with --new.",
            found=found,
            why=str(error).rstrip("."),
        )
    fault = game_fault(error, game)
    if fault is None:
        raise error
    return JournalError(
        "Match {found} of {game} cannot go on: {error} in {function}, {file}, line {line}. "
        "Correct that, or begin a new match with --new.",
        found=found,
        game=game.title,
        **asdict(fault),
    )


def going_on(journal: Journal, now: datetime) -> str:
    """What goes on, in one sentence; empty when nobody plays. What the program does by itself is nobody's."""
    match = journal.last_open_match()
    if match is not None:
        last = max((entry.at for entry in _of_people(journal, match)), default=None)
        if last is not None and abs(now - last) < LATELY:  # a clock that was set back leaves moves in the future
            minutes = int(abs(now - last) / timedelta(minutes=1))
            ago = "a moment" if minutes < 1 else "one minute" if minutes == 1 else f"{minutes} minutes"
            return f"A game is going on: the last move was made {ago} ago."
    phones = {holder.phone for holder in journal.holders() if abs(now - holder.seen) < PRESENT}
    if phones:
        return f"{'One phone sits' if len(phones) == 1 else f'{len(phones)} phones sit'} at the table."
    return ""


def is_played(journal: Journal, match: MatchId) -> bool:
    """Whether somebody has done anything in a match. What the program does by itself is nobody's."""
    return any(_of_people(journal, match))


def open_matches(journal: Journal, game: str) -> tuple[MatchId, ...]:
    """The matches of a game that are not over and in which somebody has played."""
    still = (one.match for one in journal.matches() if one.game == game and one.ended is None and one.entries)
    return tuple(match for match in still if is_played(journal, match))


def _of_people(journal: Journal, match: MatchId) -> Iterator[StoredEntry]:
    bots = frozenset(one.seat for one in journal.rosters.players(match) if one.bot)
    for entry in journal.load(match)[1]:
        if entry.origin not in _OF_THE_PROGRAM and entry.seat not in bots:
            yield entry
