"""Copies of the journal: one a day, kept for a week; of the evening, the latest few; downloaded; and brought back at
the next start.

A copy holds every secret of the matches and no key to the table: no session of a phone, no PIN, no join code. So a copy
that somebody finds lets nobody in, and one that is brought back neither signs phones on again that were sent away, nor
signs off those that play: who may do what stays as it is.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Final

from companion.journal.file import RunLock, Store
from companion.journal.journal import Journal, JournalError, JournalLocked
from companion.journal.opening import KEYS, check, is_ours
from companion.journal.schema import APPLICATION, SCHEMA, prepare
from companion.journal.witness import Witness
from companion.values.durable import keep_name, write_whole

log = logging.getLogger("companion.backups")

DAYS: Final = 7
SAVED: Final = 5
"""How many copies made before a restore, by hand, or in the course of an evening, are kept."""
LIMIT_BYTES: Final = 30_000_000
"""The largest copy that is taken in; some thousand matches."""
_FOLDER: Final = "backups"
_NAME: Final = re.compile(r"^(daily|evening|before-restore|by-hand)-(\d{8}-\d{6})\.db$")
_STAMP: Final = "%Y%m%d-%H%M%S"
_UNFINISHED: Final = ".part"
_SQLITE: Final = b"SQLite format 3\x00"


class CopyKind(Enum):
    """Why a copy was made."""

    DAILY = "daily"
    EVENING = "evening"
    BEFORE_RESTORE = "before-restore"
    BY_HAND = "by-hand"


@dataclass(frozen=True)
class Copy:
    """One kept copy."""

    path: Path
    kind: CopyKind
    made: datetime
    size: int


class Backups:
    """The copies of one journal, in a folder beside it that only its owner reads. Safe from any thread."""

    def __init__(self, journal: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)):
        self.journal = journal
        self._now = now
        self._lock = threading.Lock()
        self.folder = journal.with_name(_FOLDER)
        self._last: Path | None = None  # what was made last since the start
        self.offers: Mapping[int, Path] = {}  # by the number of a damage: the copy that has what is lost

    def copies(self) -> tuple[Copy, ...]:
        """Those that are kept, the newest first."""
        found = []
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            if (match := _NAME.match(path.name)) is None:
                continue
            try:
                made = datetime.strptime(match[2], _STAMP).replace(tzinfo=UTC)
            except ValueError:  # digits that are no date: none of ours
                continue
            found.append(Copy(path, CopyKind(match[1]), made, path.stat().st_size))
        return tuple(sorted(found, key=lambda copy: (copy.made, copy.path.name), reverse=True))

    def newest(self) -> Path | None:
        """The copy that was made last; of before the start one that was not made in a time to come, before the clock
        was set back. None when there is none."""
        last, now = self._last, self._now()
        if last is not None and last.exists():
            return last
        found = max(self.copies(), key=lambda copy: (copy.made <= now, copy.made), default=None)
        return None if found is None else found.path

    def named(self, name: str) -> Path | None:
        """The kept copy of that name; None when there is none."""
        return next((copy.path for copy in self.copies() if copy.path.name == name), None)

    def keep(self, kind: CopyKind) -> Path:
        """Makes a copy of the journal as it is now, and lets the oldest of its kind go. JournalError when it cannot be
        made."""
        with self._lock:
            self._make_folder()
            for left in self.folder.glob(f".*{_UNFINISHED}"):  # of a copy that a cut of the power ended
                left.unlink(missing_ok=True)
            path = self._free(kind)
            with Journal.look(self.journal) as journal:
                write_copy(journal, path)
            self._thin_out(kind, path)
            self._last = path
            return path

    def daily(self) -> bool:
        """Makes today's copy, unless there is one; whether it made one. Never raises: the evening is worth more."""
        today = self._now().date()
        if any(copy.kind is CopyKind.DAILY and copy.made.date() == today for copy in self.copies()):
            return False
        try:
            self.keep(CopyKind.DAILY)
        except (JournalError, OSError) as error:
            log.error("today's copy of the journal could not be made: %s", error)
            return False
        return True

    def now(self) -> bytes:
        """A copy of this moment, for a download. JournalError when it cannot be made."""
        with tempfile.TemporaryDirectory(dir=self.journal.parent, prefix=".copy-") as folder:
            path = Path(folder) / "companion.db"
            with Journal.look(self.journal) as journal:
                write_copy(journal, path)
            return path.read_bytes()

    # -- bringing one back -------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> Path:
        """Where a copy waits for the next start."""
        return self.journal.with_name(f"{self.journal.name}.restore")

    @property
    def is_waiting(self) -> bool:
        """Whether one waits there."""
        return self.waiting.is_file()

    def bring(self, copy: bytes) -> int:
        """Checks a copy and lays it ready for the next start; gives how many matches it holds. JournalError with one
        sentence when it is none of ours or not whole; then nothing has changed."""
        if len(copy) > LIMIT_BYTES:
            most = LIMIT_BYTES // 1_000_000
            raise JournalError("That file is larger than {most} MB, so it is no copy of a journal.", most=most)
        if not copy.startswith(_SQLITE):
            raise JournalError("That file is no copy of a journal: choose one that was downloaded here.")
        with self._lock, tempfile.TemporaryDirectory(dir=self.journal.parent, prefix=".restore-") as folder:
            path = Path(folder) / "copy.db"
            _write_private(path, copy)
            matches = _made_ready(path)
            path.replace(self.waiting)
        return matches

    def drop(self) -> None:
        """The copy that waits is not brought back after all."""
        self.waiting.unlink(missing_ok=True)

    def swap(self) -> bool:
        """Puts the copy that waits in the journal's place, at the start, before anything is open; whether it did. The
        journal is kept as a copy first; where that cannot be, the copy goes on waiting. A copy that has gone bad
        meanwhile is put aside. Both are logged. Raises JournalLocked while a companion runs with the journal."""
        if not self.is_waiting:
            return False
        try:
            has_journal = self._is_there()
            lock = RunLock(self.journal)
        except JournalLocked:
            raise
        except JournalError as error:
            log.error("the copy is not brought back yet: %s", error)
            return False
        try:
            return self._swapped(has_journal)
        finally:
            lock.release()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _swapped(self, has_journal: bool) -> bool:
        try:
            if has_journal and _has_matches(self.journal):
                self.keep(CopyKind.BEFORE_RESTORE)
        except JournalError as error:
            log.error("the copy is not brought back yet: %s", error)
            return False
        try:
            _made_ready(self.waiting)
            if has_journal:
                _carry_keys(self.journal, self.waiting)
        except JournalError as error:
            log.error("the copy is not brought back: %s", error)
            self.waiting.replace(self.waiting.with_suffix(".refused"))
            return False
        _put_in_place(self.waiting, self.journal)
        return True

    def _thin_out(self, kind: CopyKind, fresh: Path) -> None:
        """Lets the oldest copies of a kind go, beside the fresh one. Those that were made in a time to come, before the
        clock was set back, go first: what they hold the fresh one holds too."""
        most, now = DAYS if kind is CopyKind.DAILY else SAVED, self._now()
        others = [copy for copy in self.copies() if copy.kind is kind and copy.path != fresh]
        others.sort(key=lambda copy: copy.made <= now, reverse=True)
        for copy in others[most - 1 :]:
            if copy.path not in self.offers.values():  # it may be the only one that has what was lost
                copy.path.unlink(missing_ok=True)

    def _is_there(self) -> bool:
        """Whether there is a journal; it is brought to the present schema with that. A damaged one has been put aside
        after this, and what is left of who may do what stands in a new one: it is what a copy is brought back for."""
        if not self.journal.is_file():
            return False
        Journal.open(self.journal, mend=True).close()
        return True

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise JournalError(
                "The folder {path} cannot be made: {why}.", path=self.folder, why=error.strerror
            ) from error

    def _free(self, kind: CopyKind) -> Path:
        made = self._now()
        while True:
            path = self.folder / f"{kind.value}-{made.strftime(_STAMP)}.db"
            if not path.exists():
                return path
            made = made.fromtimestamp(made.timestamp() + 1, UTC)


def write_copy(journal: Journal, path: Path) -> None:
    """A copy of the journal in a new file: whole, save who is signed on, the PIN and the join code. JournalError when
    the file is there already or cannot be written. The file has its name only when all of that is done. It is made in
    memory, so that each byte of it is written to the memory card once, and no key at all."""
    if path.exists():
        raise JournalError("{path} exists already: give the copy another name.", path=path)
    part = path.with_name(f".{path.name}{_UNFINISHED}")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            journal.copy_into(db)
            _drop_keys(db)
            part.touch(mode=0o600)
            db.execute("VACUUM INTO ?", (str(part),))  # without free pages, in which what was deleted would still stand
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(path)
    except sqlite3.Error as error:
        raise JournalError("The copy {path} cannot be written: {why}.", path=path, why=error) from error
    except OSError as error:
        raise JournalError("The copy {path} cannot be written: {why}.", path=path, why=error.strerror) from error
    finally:
        part.unlink(missing_ok=True)


def _drop_keys(db: sqlite3.Connection) -> None:
    for table in _key_tables(db):
        db.execute(f"DELETE FROM {table}")
    for table in _tables(db) & {"unsettled"}:  # answers that are noted: nobody may see them before they count
        db.execute(f"DELETE FROM {table}")


def _key_tables(db: sqlite3.Connection) -> tuple[str, ...]:
    """Those of the tables with keys that this file has."""
    names = _tables(db)
    return tuple(name for name in KEYS if name in names)


def _has_matches(path: Path) -> bool:
    with Journal.look(path) as journal:
        return bool(journal.matches())


def _tables(db: sqlite3.Connection) -> set[str]:
    return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _made_ready(path: Path) -> int:
    """Checks a copy, brings it to the present schema and takes every key out of it; gives its number of matches."""
    with _one_sentence():
        store = Store(path)
        try:
            check(store)
            with store.reading() as db:
                db.execute("PRAGMA trusted_schema = OFF")
                version = int(db.execute("PRAGMA user_version").fetchone()[0])
                if int(db.execute("PRAGMA application_id").fetchone()[0]) != APPLICATION:
                    raise JournalError("is empty")
                if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                    raise JournalError("is damaged")
            with store.writing() as db:
                if version < SCHEMA:
                    prepare(db, version, datetime.now(UTC).isoformat(timespec="milliseconds"))
                if not is_ours(db):  # a trigger, say, which a journal has none of, or a table of other columns
                    raise JournalError("is not ours")
                _drop_keys(db)
            with store.reading() as db:
                db.execute("PRAGMA journal_mode = DELETE")
                return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])
        finally:
            store.close()


@contextlib.contextmanager
def _one_sentence() -> Iterator[None]:
    """What is wrong with a file that somebody sent, in words that fit a page: it has no path."""
    try:
        yield
    except JournalError as error:
        if "newer companion" in str(error):
            raise JournalError(
                "That copy was made by a newer companion: update this one first. Nothing has changed."
            ) from error
        if "another program" in str(error):
            raise JournalError("That file is a database of another program. Nothing has changed.") from error
        raise JournalError("That copy is damaged or incomplete; choose another one. Nothing has changed.") from error
    except (sqlite3.Error, MemoryError) as error:  # what SQLite makes of a file whose inner sizes are nonsense
        raise JournalError("That copy is damaged or incomplete; choose another one. Nothing has changed.") from error


def _carry_keys(journal: Path, copy: Path) -> None:
    """Takes who may do what from the journal over into the copy, which is of the same schema."""
    with _told(copy), closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("ATTACH ? AS now", (str(journal),))
        version = int(db.execute("PRAGMA now.user_version").fetchone()[0])
        if version == SCHEMA:
            db.execute("BEGIN")  # all of them or none: a copy that is put aside keeps no key
            for table in _key_tables(db):
                db.execute(f"INSERT INTO {table} SELECT * FROM now.{table}")
            db.execute("COMMIT")
        db.execute("DETACH now")


def _put_in_place(copy: Path, journal: Path) -> None:
    """Renames the copy to the journal. What SQLite keeps beside the old one goes first: it is in the copy of it."""
    try:
        for ending in ("-wal", "-shm"):
            journal.with_name(journal.name + ending).unlink(missing_ok=True)
        Witness(journal).drop()  # it has seen another journal
        copy.chmod(0o600)
        copy.replace(journal)
        keep_name(journal)
    except OSError as error:
        raise JournalError("{path} cannot be replaced: {why}.", path=journal, why=error.strerror) from error


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError("The copy {path} could not be brought back: {why}.", path=path, why=error) from error


def _write_private(path: Path, content: bytes) -> None:
    try:
        write_whole(path, content)
    except OSError as error:
        raise JournalError("The copy could not be stored: {why}.", why=error.strerror) from error
