"""The journal: every match as its header and its entries, on disk before anybody is told (DESIGN, section 8).

One thread appends entries; sessions, copies and settings may be used from any. Looking tools open it beside a running
service with `Journal.look`.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self

from companion.journal import chain
from companion.journal.damage import Damage as Damage, DamageKind as DamageKind, Damages
from companion.journal.file import (
    DamagedJournal as DamagedJournal,
    JournalError as JournalError,
    JournalLocked as JournalLocked,
    RunLock,
    Store,
    is_running as is_running,
)
from companion.journal.first_pin import FirstPin
from companion.journal.opening import open_for_reading, open_for_writing, reached
from companion.journal.outbox import Outbox, ResultState, name_match, note_result
from companion.journal.people import People, utc_now
from companion.journal.rows import (
    MatchId as MatchId,
    StoredEntry as StoredEntry,
    StoredMatch as StoredMatch,
    dumped,
    stored_entry,
    stored_match,
)
from companion.journal.schema import SCHEMA as SCHEMA
from companion.journal.sessions import Holder as Holder
from companion.journal.unsettled import Unsettled, name_of
from companion.journal.witness import Seen, Witness
from rules.engine.entries import (
    Entry,
    EntryError,
    Header,
    header_from_json,
    header_to_json,
)
from rules.engine.questions import Answer

_MATCHES: Final = (
    "SELECT id, game, title, header, started_utc, ended_utc,"
    " (SELECT count(*) FROM entries WHERE match = matches.id) FROM matches"
)


class RepeatedRequest(JournalError):
    """This request of this seat was carried out before; `number` is the entry that it made."""

    def __init__(self, text: str, number: int, /, **facts: object) -> None:
        super().__init__(text, **facts)
        self.number = number


class DamagedMatch(JournalError):
    """A match cannot be read any more: `number` is the first entry that is not as it was written."""

    def __init__(self, text: str, number: int, /, **facts: object) -> None:
        super().__init__(text, **facts)
        self.number = number


class Journal(People):
    """One open journal. Use it in a `with` block, or `close` it."""

    def __init__(
        self,
        entries: Store,
        people: Store,
        lock: RunLock | None,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
        witness: Witness | None = None,
    ) -> None:
        super().__init__(people, now, clock)
        self.damages = Damages(people, now)
        self.outbox = Outbox(people)
        self._entries = entries
        self.unsettled = Unsettled(entries)
        self._lock = lock
        self._witness = witness

    @classmethod
    def open(
        cls,
        path: Path,
        now: Callable[[], datetime] = utc_now,
        clock: Callable[[], float] = time.monotonic,
        *,
        mend: bool = False,
    ) -> Journal:
        """For the one service that writes. The file and its directory are made for their owner only if they are not
        there. Raises JournalLocked while another service runs with it, JournalError for everything else. A damaged
        file is a DamagedJournal; with `mend` it is put aside, an empty journal begun, and `damages` tells so."""
        opened = open_for_writing(path, mend=mend)
        try:
            people = Store(path)
        except JournalError:
            opened.store.close()
            opened.witness.close()
            opened.lock.release()
            raise
        journal = cls(opened.store, people, opened.lock, now, clock, opened.witness)
        opened.witness.note_pin(journal.setting("host_pin") or "")
        return journal

    @classmethod
    def look(cls, path: Path, now: Callable[[], datetime] = utc_now) -> Journal:
        """For reading only, also beside a running service. JournalError when there is none."""
        store = open_for_reading(path)
        return cls(store, store, None, now)

    @classmethod
    def beside(cls, path: Path, now: Callable[[], datetime] = utc_now) -> Journal:
        """For the few acts beside a running service, such as another PIN: writes no match. JournalError when there is
        none, or it is not of the present format."""
        open_for_reading(path).close()
        store = Store(path)
        return cls(store, store, None, now)

    @property
    def path(self) -> Path:
        """The file."""
        return self._entries.path

    def _keep_pin(self, pin: str, phone: bytes = b"") -> None:
        """A PIN that was kept to be shown is no longer the one."""
        super()._keep_pin(pin, phone)
        FirstPin(self.path).drop()
        witness = self._witness or Witness(self.path)
        witness.note_pin(self.setting("host_pin") or "")
        if self._witness is None:
            witness.close()

    # -- matches -----------------------------------------------------------------------------------------------------

    def start_match(
        self, header: Header, title: str = "", unsettled: Mapping[str, str] = MappingProxyType({})
    ) -> MatchId:
        """Begins a match, in which `unsettled` is not settled; both are on disk when this returns, or neither:
        JournalError."""
        row = (header.game, json.dumps(header_to_json(header)), title, self._stamp())
        with self._entries.writing() as db:
            ended = "SELECT id FROM matches WHERE ended_utc IS NOT NULL"  # it cannot be taken up any more
            db.execute(f"DELETE FROM unsettled WHERE match IN ({ended})")
            done = db.execute("INSERT INTO matches (game, header, title, started_utc) VALUES (?, ?, ?, ?)", row)
            match = MatchId(int(done.lastrowid or 0))
            name_match(db, match, row[-1], header.game, header.seats)
            for name, body in unsettled.items():
                db.execute("INSERT INTO unsettled (match, name, body) VALUES (?, ?, ?)", (match, name, body))
        self._note_reached(match, 0)
        return match

    def append(
        self,
        match: MatchId,
        number: int,
        entry: Entry,
        origin: str,
        request: str = "",
        seat: int | None = None,
        result: tuple[ResultState, str] | None = None,
        *,
        is_over: bool = False,
    ) -> None:
        """Adds entry `number`, which must be the next one; it is on disk when this returns. What was noted for the seat
        that answers is settled with it.

        `seat` is whose request it is (None: the seat of an answer); `result`: what a venue is to be told of the match
        with it; `is_over`: whether the match has ended with it or had before, else an ended one is open again. All of
        that is kept or nothing. Raises RepeatedRequest when that seat's request was stored before, JournalError when
        it cannot be written; then nothing has changed.
        """
        who = entry.seat if seat is None and isinstance(entry, Answer) else seat
        who = None if who is None else int(who)
        if request and (before := self.answered(match, who, request)) is not None:
            raise RepeatedRequest("This request was carried out before, as entry {entry}.", before, entry=before)
        row = (match, number, self._stamp(), origin, dumped(entry), who, request or None)
        with self._entries.writing() as db:
            last, link = _end_of(db, match)
            if number != last + 1:
                raise JournalError(
                    "Entry {number} cannot follow entry {last} of match {match} in {path}.",
                    number=number,
                    last=last,
                    match=match,
                    path=self.path,
                )
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, chain.of_entry(link, row)))
            if isinstance(entry, Answer):
                db.execute("DELETE FROM unsettled WHERE match = ? AND name = ?", (match, name_of(entry.seat)))
            if is_over:  # what is corrected after the end leaves the time of the end
                db.execute("UPDATE matches SET ended_utc = ifnull(ended_utc, ?) WHERE id = ?", (row[2], match))
            else:  # the last answer of an ended match was taken back: it goes on
                db.execute("UPDATE matches SET ended_utc = NULL WHERE id = ? AND ended_utc IS NOT NULL", (match,))
            if result is not None:
                note_result(db, match, *result, row[2])
        self._note_reached(match, number)

    def answered(self, match: MatchId, seat: int | None, request: str) -> int | None:
        """The number of the entry that this request of this seat made; None when there is none."""
        query = "SELECT number FROM entries WHERE match = ? AND ifnull(seat, -1) = ifnull(?, -1) AND request = ?"
        with self._entries.reading() as db:
            row = db.execute(query, (match, seat, request)).fetchone()
        return None if row is None else int(row[0])

    def requests(self, game: str, matches: int = 10) -> tuple[tuple[int, str], ...]:
        """Seat and request of what was carried out in the latest matches of a game, which are about an evening's."""
        query = (
            "SELECT seat, request FROM entries WHERE seat IS NOT NULL AND request IS NOT NULL"
            " AND match IN (SELECT id FROM matches WHERE game = ? ORDER BY id DESC LIMIT ?) ORDER BY match, number"
        )
        with self._entries.reading() as db:
            return tuple((int(seat), str(request)) for seat, request in db.execute(query, (game, matches)))

    def load(self, match: MatchId) -> tuple[Header, list[StoredEntry]]:
        """A match from its beginning. DamagedMatch when it is not as it was written or a line cannot be read,
        JournalError when there is none of that number."""
        with self._entries.reading() as db:
            found = db.execute("SELECT header FROM matches WHERE id = ?", (match,)).fetchone()
            query = "SELECT number, body, origin, at_utc, seat, request FROM entries WHERE match = ? ORDER BY number"
            rows = db.execute(query, (match,)).fetchall()
            broken = chain.broken(db, match)
        if found is None:
            raise JournalError("There is no match {match} in the journal {path}.", match=match, path=self.path)
        if match in broken:
            raise self._damaged(match, broken[match])
        stored: list[StoredEntry] = []
        try:
            header = header_from_json(json.loads(found[0]))
            for row in rows:
                stored.append(stored_entry(row))
        except (EntryError, ValueError) as error:
            raise self._damaged(match, len(stored) + 1) from error
        return header, stored

    def times(self, match: MatchId) -> tuple[datetime, tuple[datetime, ...]]:
        """When a match began, and when each of its entries was made. JournalError when there is no such match."""
        with self._entries.reading() as db:
            found = db.execute("SELECT started_utc FROM matches WHERE id = ?", (match,)).fetchone()
            rows = db.execute("SELECT at_utc FROM entries WHERE match = ? ORDER BY number", (match,)).fetchall()
        if found is None:
            raise JournalError("There is no match {match} in the journal {path}.", match=match, path=self.path)
        return datetime.fromisoformat(found[0]), tuple(datetime.fromisoformat(row[0]) for row in rows)

    def last_open_match(self, game: str | None = None) -> MatchId | None:
        """The latest match (of that game), if it has not ended: older ones left open were given up."""
        query = "SELECT id, ended_utc FROM matches WHERE ifnull(game = ?, 1) ORDER BY id DESC LIMIT 1"
        with self._entries.reading() as db:
            row = db.execute(query, (game,)).fetchone()
        return MatchId(int(row[0])) if row is not None and row[1] is None else None

    def finish(self, match: MatchId) -> None:
        """The match has ended; a second call changes nothing."""
        with self._entries.writing() as db:
            query = "UPDATE matches SET ended_utc = ? WHERE id = ? AND ended_utc IS NULL"
            db.execute(query, (self._stamp(), match))

    def reopen(self, match: MatchId) -> None:
        """An ended match goes on, because its last answer was taken back."""
        with self._entries.writing() as db:
            db.execute("UPDATE matches SET ended_utc = NULL WHERE id = ?", (match,))

    def matches(self) -> tuple[StoredMatch, ...]:
        """All matches, the latest first."""
        with self._entries.reading() as db:
            return tuple(stored_match(row) for row in db.execute(f"{_MATCHES} ORDER BY id DESC"))

    def match(self, match: MatchId) -> StoredMatch | None:
        """One match as it stands in the list; None when there is none of that number."""
        with self._entries.reading() as db:
            row = db.execute(f"{_MATCHES} WHERE id = ?", (match,)).fetchone()
        return None if row is None else stored_match(row)

    def match_entries(self, match: int) -> int:
        """How many entries a match has; 0 for one that is not there."""
        with self._entries.reading() as db:
            return int(db.execute("SELECT count(*) FROM entries WHERE match = ?", (match,)).fetchone()[0])

    def reached(self) -> tuple[int, int]:
        """How far the journal goes: its latest match, and how many entries that has."""
        seen = reached(self._entries)
        return seen.match, seen.entries

    def is_sound(self) -> bool:
        """Whether SQLite finds the whole file as it should be, indexes and all; takes longer than opening does."""
        with self._entries.reading() as db:
            return [row[0] for row in db.execute("PRAGMA integrity_check(1)")] == ["ok"]

    def broken(self) -> Mapping[MatchId, int]:
        """The matches that are not as they were written, each with the first entry that is not."""
        with self._entries.reading() as db:
            return {MatchId(match): number for match, number in chain.broken(db).items()}

    # -- the file ----------------------------------------------------------------------------------------------------

    def copy_into(self, copy: sqlite3.Connection) -> None:
        """The whole file as it is now, also while the service runs, with every secret that it holds."""
        with self._entries.reading() as db:
            db.backup(copy)

    def sync_witness(self) -> None:
        """How far the journal goes is known from now on, also after a cut of the power."""
        if self._witness is not None:
            self._witness.sync()

    def close(self) -> None:
        """Closes the file and lets the next service in; harmless when repeated."""
        self._people.close()
        self._entries.close()
        if self._witness is not None:
            self._witness.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _damaged(self, match: MatchId, number: int) -> DamagedMatch:
        return DamagedMatch(
            "Match {match} in the journal {path} is damaged: it cannot be read from entry {entry} on.",
            number,
            match=match,
            path=self.path,
            entry=number,
        )

    def _note_reached(self, match: int, entries: int) -> None:
        if self._witness is not None:
            self._witness.note(Seen(SCHEMA, match, entries))

    def _stamp(self) -> str:
        return self._now().isoformat(timespec="milliseconds")


def _end_of(db: sqlite3.Connection, match: MatchId) -> tuple[int, chain.Link]:
    """The number of a match's last entry and what the next one is chained to."""
    query = "SELECT number, chain FROM entries WHERE match = ? ORDER BY number DESC LIMIT 1"
    if (last := db.execute(query, (match,)).fetchone()) is not None:
        return int(last[0]), bytes(last[1])
    start = db.execute("SELECT id, game, header, started_utc FROM matches WHERE id = ?", (match,)).fetchone()
    return 0, b"" if start is None else chain.of_match(*start)
