"""The journal as the referee uses it: the running match, kept entry by entry."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime

from companion.desk import SaveError
from companion.journal import Journal, JournalError, MatchId, StoredEntry
from rules.engine.entries import Entry, Header
from rules.engine.game import Game, SettingError
from rules.engine.match import Match
from rules.engine.table import TableError
from rules.engine.types import Seat

log = logging.getLogger("companion.keeping")


class MatchKeeper:
    """Implements `companion.desk.Keeper` on a journal. Used by the referee's thread; `stored` by any."""

    def __init__(self, journal: Journal, game: Game, match_id: MatchId | None, match: Match):
        """`match_id` None: the journal does not have the match yet."""
        self._journal = journal
        self._game = game
        self._stored_as = match_id
        self.match = match
        self.boot = secrets.token_hex(3)
        self.attend: Callable[[MatchId], None] = lambda match_id: None  # notes who sits there; set before the start

    @classmethod
    def resume(cls, journal: Journal, game: Game) -> MatchKeeper | None:
        """The last match of this game that has not ended, at the point where it stood; None when there is none.
        JournalError when it was begun with other data or options of the game and cannot go on with these."""
        found = journal.last_open_match(game.slug)
        if found is None:
            return None
        header, stored = journal.load(found)
        try:
            match = Match.replay(game, header, [s.entry for s in stored])
        except (SettingError, TableError) as error:
            raise JournalError(
                "Match {found} was begun with other game data ({why}). Start with the same --pack as then, or "
                "give it up and begin anew with --new.",
                found=found,
                why=str(error).rstrip("."),
            ) from error
        return cls(journal, game, found, match)

    @classmethod
    def start(cls, journal: Journal, game: Game, seats: int, settings: Mapping[str, object]) -> MatchKeeper:
        """A new match, which is in the journal from `enter` or its first entry on. SettingError when the game is not
        for that many players or has no such option."""
        header = Header(game.slug, seats, game.check_settings(settings))  # all of them: a default may change one day
        return cls(journal, game, None, Match(game, header))

    def enter(self) -> None:
        """Begins the match in the journal, unless it is there already. JournalError when it cannot be written."""
        if self._stored_as is None:
            self._stored_as = self._journal.start_match(self.match.header, self._game.title)
        self.attend(self._stored_as)

    @property
    def number(self) -> MatchId | None:
        """The match's number in the journal; None before it is there."""
        return self._stored_as

    @property
    def _id(self) -> MatchId:
        if self._stored_as is None:
            self.enter()
        assert self._stored_as is not None
        return self._stored_as

    def append(self, number: int, entry: Entry, origin: str, request: str, seat: Seat | None) -> None:
        """On disk when this returns; SaveError when it cannot be written."""
        try:
            self._journal.append(self._id, number, entry, origin, request, seat)
        except JournalError as error:
            raise SaveError(str(error)) from error
        self.attend(self._id)

    def finish(self) -> None:
        """The match has ended. A journal that cannot note it is no harm: the entries say it too."""
        try:
            self._journal.finish(self._id)
        except JournalError as error:
            log.error("the end of the match is not noted: %s", error)

    def reopen(self) -> None:
        """The end of the match was taken back."""
        try:
            self._journal.reopen(self._id)
        except JournalError as error:
            log.error("that the match goes on is not noted: %s", error)

    def reload(self) -> Match:
        """The match as the journal has it. SaveError when it cannot be read."""
        try:
            header, stored = self._journal.load(self._id)
        except JournalError as error:
            raise SaveError(str(error)) from error
        return Match.replay(self._game, header, [s.entry for s in stored])

    def begin(self) -> Match:
        """A new match of the same game, players and options. SaveError when it cannot be written."""
        old = self.match.header
        header = Header(old.game, old.seats, old.settings)
        try:
            self._stored_as = self._journal.start_match(header, self._game.title)
        except JournalError as error:
            raise SaveError(str(error)) from error
        self.attend(self._stored_as)
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
