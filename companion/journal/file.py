"""The journal's file: used by one service at a time, each failure in one sentence.

SQLite in WAL mode with synchronous=FULL: a commit that returned survives a power cut.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from words import Sentence

_BUSY_MS: Final = 5_000
_DAMAGED: Final = frozenset({"SQLITE_NOTADB", "SQLITE_CORRUPT"})


class JournalError(Exception):
    """The journal cannot be used or written: one sentence naming the file and what to do. `str` of it is a
    Sentence."""

    def __init__(self, text: str, /, **facts: object) -> None:
        super().__init__(text if isinstance(text, Sentence) else Sentence(text, **facts))


class JournalLocked(JournalError):
    """Another companion is running with the same journal."""


class DamagedJournal(JournalError):
    """The file is no journal, or not a whole one any more."""


class RunLock:
    """Held by the one service that writes a journal. The system frees it when the process ends, even by a crash."""

    def __init__(self, path: Path) -> None:
        """Raises JournalLocked when another process holds it."""
        try:
            self._file = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise system_sentence(path, error) from error
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
                self._connection.text_factory = _text
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
        except UnicodeDecodeError as error:  # of a reason that names what stands in a damaged file
            why = type(error).__name__
            raise DamagedJournal(
                "The journal {path} is damaged or is no database ({why}).", path=self.path, why=why
            ) from error
        except (UnicodeEncodeError, OverflowError) as error:  # half a character, or a number beyond 64 bits
            raise JournalError("That has a character or number that cannot be stored.") from error

    def close(self) -> None:
        """Ends the connection; harmless when repeated."""
        with self._lock:
            self._connection.close()


def _text(value: bytes) -> str:
    """A text, also one that was damaged: it is found by its checksum, and must not keep the others from being read."""
    return value.decode("utf-8", "replace")


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


def system_sentence(path: Path, error: OSError) -> JournalError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return JournalError("The disk is full, so {path} cannot be written: make room, then start again.", path=path)
    return JournalError(
        "{path} cannot be used for the journal: {why}; check its owner and rights.", path=path, why=error.strerror
    )
