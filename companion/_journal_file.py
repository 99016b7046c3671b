"""The journal's file: opened for its owner only, by one service at a time, checked, and never thrown away.

SQLite in WAL mode with synchronous=FULL: a commit that returned survives a power cut.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion._journal_schema import APPLICATION, SCHEMA, prepare
from web.wording import Sentence

_BUSY_MS: Final = 5_000
_DAMAGED: Final = frozenset({"SQLITE_NOTADB", "SQLITE_CORRUPT"})


class JournalError(Exception):
    """The journal cannot be used or written: one sentence naming the file and what to do. `str` of it is a
    Sentence."""

    def __init__(self, text: str, /, **facts: object) -> None:
        super().__init__(text if isinstance(text, Sentence) else Sentence(text, **facts))


class JournalLocked(JournalError):
    """Another companion is running with the same journal."""


class RunLock:
    """Held by the one service that writes a journal. The system frees it when the process ends, even by a crash."""

    def __init__(self, path: Path) -> None:
        """Raises JournalLocked when another process holds it."""
        try:
            self._file = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise _system_sentence(path, error) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise JournalLocked(
                "Another companion is already running with this data directory ({parent}): stop it, or give this "
                "one another directory with --data.",
                parent=path.parent,
            ) from error

    def release(self) -> None:
        """Lets the next one in; harmless when repeated."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_running(path: Path) -> bool:
    """Whether a companion has this journal open now."""
    if not path.with_name(path.name + ".lock").is_file():
        return False
    try:
        RunLock(path).release()
    except JournalLocked:
        return True
    except JournalError:  # not this user's: it is none of ours that runs
        return False
    return False


class Store:
    """One connection to the journal, used by one thread at a time."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._lock = threading.RLock()
        mode = "ro" if read_only else "rwc"
        try:
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=_BUSY_MS / 1000,
            )
        except sqlite3.Error as error:
            raise sentence_of(path, error) from error
        try:
            with self._told():
                self._connection.execute("PRAGMA foreign_keys = ON")
                self._connection.execute("PRAGMA synchronous = FULL")
        except JournalError:
            self._connection.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: on disk when the block is left, undone when it raises. JournalError when it cannot be."""
        with self._lock, self._told():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one query."""
        with self._lock, self._told():
            yield self._connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise sentence_of(self.path, error) from error
        except (UnicodeEncodeError, OverflowError) as error:  # half a character, or a number beyond 64 bits
            raise JournalError("That holds a character or number that cannot be stored.") from error

    def close(self) -> None:
        """Ends the connection; harmless when repeated."""
        with self._lock:
            self._connection.close()


def open_for_writing(path: Path) -> tuple[Store, RunLock]:
    """The journal, made if need be, checked and brought to the present schema; and the lock that goes with it.

    A damaged file is moved aside (never deleted) and told as a JournalError: the next start begins a new one.
    """
    _private_directory(path)
    lock = RunLock(path)
    try:
        _private_file(path)
        store = Store(path)
        try:
            check(store)
            _prepare(store)
        except BaseException:
            store.close()
            raise
    except DamagedJournal as error:
        aside = _move_aside(path)
        lock.release()
        raise DamagedJournal(
            "{why} It was moved to {name} in the same directory; put a backup in its place, or start again to "
            "begin with an empty journal.",
            why=error,
            name=aside.name,
        ) from error
    except BaseException:
        lock.release()
        raise
    return store, lock


def open_for_reading(path: Path) -> Store:
    """The journal for a look, beside a running service. JournalError when there is none or it cannot be read."""
    if not path.is_file():
        raise JournalError("There is no journal yet: {path} does not exist.", path=path)
    store = Store(path, read_only=True)
    try:
        check(store)
    except BaseException:
        store.close()
        raise
    return store


class DamagedJournal(JournalError):
    """The file is no journal, or not a whole one any more."""


def check(store: Store) -> None:
    """Raises JournalError unless the file is whole, ours, and of a schema that we know."""
    path = store.path
    with store.reading() as connection:
        found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(1)")]
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        application = int(connection.execute("PRAGMA application_id").fetchone()[0])
        is_empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if found != ["ok"]:
        raise DamagedJournal("The journal {path} is damaged ({why}).", path=path, why=found[0].splitlines()[-1])
    if is_empty and version == 0 and application == 0:
        return
    if application != APPLICATION:
        raise JournalError(
            "The file {path} is a database of another program: choose another data directory.", path=path
        )
    if version > SCHEMA:
        raise JournalError(
            "The journal {path} was written by a newer companion (format {version}, this one knows {schema}): "
            "update the companion, or choose another data directory.",
            path=path,
            version=version,
            schema=SCHEMA,
        )


def sentence_of(path: Path, error: sqlite3.Error) -> JournalError:
    """What SQLite says, as a sentence for people."""
    name = str(getattr(error, "sqlite_errorname", ""))
    base = "_".join(name.split("_")[:2])
    if base in _DAMAGED:
        return DamagedJournal("The journal {path} is damaged or is no database ({why}).", path=path, why=error)
    if base == "SQLITE_FULL" or "disk is full" in str(error):
        return JournalError(
            "The disk is full, so the journal {path} cannot be written: make room, then go on.", path=path
        )
    if base in ("SQLITE_BUSY", "SQLITE_LOCKED"):
        return JournalLocked(
            "The journal {path} is in use by another program: end that program, then try again.", path=path
        )
    if base in ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"):
        return JournalError(
            "The journal {path} cannot be opened or written ({why}): check its owner and rights.", path=path, why=error
        )
    if base == "SQLITE_IOERR":
        return JournalError(
            "The disk does not do what it should for the journal {path} ({why}): check the disk.", path=path, why=error
        )
    return JournalError("The journal {path} could not do that ({why}).", path=path, why=error)


def _prepare(store: Store) -> None:
    """The present schema, and WAL."""
    with store.reading() as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version < SCHEMA:
        with store.writing() as connection:
            prepare(connection, version, datetime.now(UTC).isoformat(timespec="milliseconds"))


def _private_directory(path: Path) -> None:
    """The journal's directory is made for its owner only. One that others can write is refused: they could put another
    journal there. One that holds other things besides keeps its rights; the journal's own file is private anyway."""
    directory = path.parent
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = directory.stat()
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise JournalError(
                "The data directory {directory} can be written by other users of this machine: run chmod 700 on "
                "it, or choose another one.",
                directory=directory,
            )
        is_ours = all(item.name.startswith(path.name) for item in directory.iterdir())
        if is_ours and status.st_uid == os.geteuid() and stat.S_IMODE(status.st_mode) != 0o700:
            directory.chmod(0o700)
    except OSError as error:
        raise _system_sentence(directory, error) from error


def _private_file(path: Path) -> None:
    """The file exists and is its owner's only; SQLite gives its companions (-wal, -shm) the same rights."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        if stat.S_IMODE(path.stat().st_mode) != 0o600:
            path.chmod(0o600)
    except OSError as error:
        raise _system_sentence(path, error) from error


def _move_aside(path: Path) -> Path:
    """Renames the file and what belongs to it; gives the new name."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    for ending in ("-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _system_sentence(path: Path, error: OSError) -> JournalError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return JournalError("The disk is full, so {path} cannot be written: make room, then start again.", path=path)
    return JournalError(
        "{path} cannot be used for the journal: {why}; check its owner and rights.", path=path, why=error.strerror
    )
