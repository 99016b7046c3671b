"""The journal: every match as its header and its entries, on disk before anybody is told (DESIGN, section 8).

One thread appends entries; sessions, copies and settings may be used from any. Looking tools open it beside a running
service with `Journal.look`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, NewType, Self

from companion._journal_file import (
    DamagedJournal,
    JournalError,
    JournalLocked,
    RunLock,
    Store,
    is_running,
    open_for_reading,
    open_for_writing,
    sentence_of,
)
from companion._journal_people import People, utc_now
from companion._journal_schema import SCHEMA
from companion._journal_sessions import Holder
from companion.first_pin import FirstPin
from rules.engine.entries import (
    Entry,
    EntryError,
    Header,
    entry_from_json,
    entry_to_json,
    header_from_json,
    header_to_json,
)
from rules.engine.questions import Answer

__all__ = [
    "SCHEMA",
    "DamagedJournal",
    "Holder",
    "Journal",
    "JournalError",
    "JournalLocked",
    "MatchId",
    "RepeatedRequest",
    "StoredEntry",
    "StoredMatch",
    "is_running",
]

MatchId = NewType("MatchId", int)
_MATCHES: Final = (
    "SELECT id, game, title, header, started_utc, ended_utc,"
    " (SELECT count(*) FROM entries WHERE match = matches.id) FROM matches"
)


class RepeatedRequest(JournalError):
    """This request of this seat was carried out before; `number` is the entry that it made."""

    def __init__(self, text: str, number: int, /, **facts: object) -> None:
        super().__init__(text, **facts)
        self.number = number


@dataclass(frozen=True)
class StoredEntry:
    """One line of a match: numbers count from 1; `origin` says where it came from ("phone 2", "camera"). `seat` and
    `request` make a repeated tap known; an empty request never repeats."""

    number: int
    entry: Entry
    origin: str
    at: datetime
    seat: int | None = None
    request: str = ""


@dataclass(frozen=True)
class StoredMatch:
    """A match in the list: `ended` None while it is open; `entries` is how many there are."""

    match: MatchId
    game: str
    title: str
    seats: int
    started: datetime
    ended: datetime | None
    entries: int


class Journal(People):
    """One open journal. Use it in a `with` block, or `close` it."""

    def __init__(self, entries: Store, people: Store, lock: RunLock | None, now: Callable[[], datetime]) -> None:
        super().__init__(people, now)
        self._entries = entries
        self._lock = lock

    @classmethod
    def open(cls, path: Path, now: Callable[[], datetime] = utc_now) -> Journal:
        """For the one service that writes. The file and its directory are made for their owner only if they are not
        there. Raises JournalLocked while another service runs with it, DamagedJournal after moving a damaged file
        aside, JournalError for everything else."""
        entries, lock = open_for_writing(path)
        try:
            people = Store(path)
        except JournalError:
            entries.close()
            lock.release()
            raise
        return cls(entries, people, lock, now)

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

    # -- matches -----------------------------------------------------------------------------------------------------

    def start_match(self, header: Header, title: str = "") -> MatchId:
        """Begins a match."""
        row = (header.game, json.dumps(header_to_json(header)), title, self._stamp())
        with self._entries.writing() as db:
            done = db.execute("INSERT INTO matches (game, header, title, started_utc) VALUES (?, ?, ?, ?)", row)
        return MatchId(int(done.lastrowid or 0))

    def append(
        self, match: MatchId, number: int, entry: Entry, origin: str, request: str = "", seat: int | None = None
    ) -> None:
        """Adds entry `number`, which must be the next one; it is on disk when this returns. An ended match is open
        again.

        `seat` is whose request it is (None: the seat of an answer). Raises RepeatedRequest when that seat's request was
        stored before, JournalError when it cannot be written; then nothing has changed.
        """
        who = entry.seat if seat is None and isinstance(entry, Answer) else seat
        who = None if who is None else int(who)
        if request and (before := self.answered(match, who, request)) is not None:
            raise RepeatedRequest("This request was carried out before, as entry {entry}.", before, entry=before)
        row = (match, number, self._stamp(), origin, _dumped(entry), who, request or None)
        with self._entries.writing() as db:
            last = db.execute("SELECT max(number) FROM entries WHERE match = ?", (match,)).fetchone()[0] or 0
            if number != last + 1:
                raise JournalError(
                    "Entry {number} cannot follow entry {last} of match {match} in {path}.",
                    number=number,
                    last=last,
                    match=match,
                    path=self.path,
                )
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            # the last answer of an ended match was taken back: it goes on
            db.execute("UPDATE matches SET ended_utc = NULL WHERE id = ? AND ended_utc IS NOT NULL", (match,))

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
        """A match from its beginning. JournalError when there is none of that number or a line cannot be read."""
        with self._entries.reading() as db:
            found = db.execute("SELECT header FROM matches WHERE id = ?", (match,)).fetchone()
            query = "SELECT number, body, origin, at_utc, seat, request FROM entries WHERE match = ? ORDER BY number"
            rows = db.execute(query, (match,)).fetchall()
        if found is None:
            raise JournalError("There is no match {match} in the journal {path}.", match=match, path=self.path)
        try:
            return header_from_json(json.loads(found[0])), [_stored(row) for row in rows]
        except (EntryError, ValueError) as error:
            raise JournalError(
                "Match {match} in the journal {path} cannot be read: {why}.", match=match, path=self.path, why=error
            ) from error

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
            return tuple(_match(row) for row in db.execute(f"{_MATCHES} ORDER BY id DESC"))

    def match(self, match: MatchId) -> StoredMatch | None:
        """One match as it stands in the list; None when there is none of that number."""
        with self._entries.reading() as db:
            row = db.execute(f"{_MATCHES} WHERE id = ?", (match,)).fetchone()
        return None if row is None else _match(row)

    # -- the file ----------------------------------------------------------------------------------------------------

    def backup(self, path: Path) -> None:
        """A whole copy into a new file, also while the service runs. It holds every secret that the journal holds.
        JournalError when the file exists already or cannot be written."""
        if path.exists():
            raise JournalError("{path} exists already: give the copy another name.", path=path)
        part = path.with_name(f".{path.name}.part")
        try:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)
            copy = sqlite3.connect(part)
            try:
                with self._entries.reading() as db:
                    db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, without companions
            finally:
                copy.close()
            part.rename(path)
        except sqlite3.Error as error:
            raise sentence_of(path, error) from error
        except OSError as error:
            raise JournalError("The copy {path} cannot be written: {why}.", path=path, why=error.strerror) from error
        finally:
            if part.exists():
                part.unlink()

    def close(self) -> None:
        """Closes the file and lets the next service in; harmless when repeated."""
        self._people.close()
        self._entries.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _stamp(self) -> str:
        return self._now().isoformat(timespec="milliseconds")


def _dumped(entry: Entry) -> str:
    return json.dumps(entry_to_json(entry), ensure_ascii=False, separators=(",", ":"))


def _stored(row: tuple[int, str, str, str, int | None, str | None]) -> StoredEntry:
    number, body, origin, at, seat, request = row
    return StoredEntry(
        number, entry_from_json(json.loads(body)), origin, datetime.fromisoformat(at), seat, request or ""
    )


def _match(row: tuple[int, str, str, str, str, str | None, int]) -> StoredMatch:
    number, game, title, header, started, ended, entries = row
    seats = int(json.loads(header)["seats"])
    end = None if ended is None else datetime.fromisoformat(ended)
    return StoredMatch(MatchId(number), game, title, seats, datetime.fromisoformat(started), end, entries)
