"""Opening a journal: for its owner only, checked, and never thrown away.

A damaged one is put aside, and an empty one begun in its place that knows of it: a table must start, since its pages
are where people can be told. Who may do what is brought along as far as it can be read, so that the host gets in.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.journal.damage import DamageKind, Damages
from companion.journal.file import DamagedJournal, JournalError, RunLock, Store, system_sentence
from companion.journal.schema import APPLICATION, SCHEMA, prepare
from companion.journal.witness import Seen, Witness

log = logging.getLogger("companion.journal")

KEYS: Final = ("sessions", "session_seats", "hand_overs", "settings")
"""The tables that say who may do what: everything but matches and copies of games."""
_ENDINGS: Final = ("-wal", "-shm", "")
_COPIES: Final = "backups"
_SCHEMA_FAULTS: Final = frozenset({"SQLITE_ERROR", "SQLITE_CONSTRAINT"})


@dataclass(frozen=True)
class Opened:
    """A journal that may be written: it holds the lock, and has its witness."""

    store: Store
    lock: RunLock
    witness: Witness


def open_for_writing(path: Path, *, mend: bool) -> Opened:
    """The journal, made if need be, checked and brought to the present schema. `mend`: a damaged one is put aside, an
    empty one begun, and that is noted in it; else it is a DamagedJournal, and stays where it is."""
    _private_directory(path)
    lock = RunLock(path)
    witness = Witness(path)
    try:
        try:
            store = _opened(path, witness.seen())
        except DamagedJournal as error:
            if not mend:
                raise
            log.error("%s", error)
            store = _begun_anew(path, witness)
        try:
            witness.note(reached(store))
        except BaseException:
            store.close()
            raise
    except BaseException:
        witness.close()
        lock.release()
        raise
    return Opened(store, lock, witness)


def open_for_reading(path: Path) -> Store:
    """The journal for a look, beside a running service. JournalError when there is none or it cannot be read."""
    seen = Witness(path).seen()
    _look_for_gone(path, seen)
    if not path.is_file():
        raise JournalError("There is no journal yet: {path} does not exist.", path=path)
    store = Store(path, read_only=True)
    try:
        check(store, seen)
    except BaseException:
        store.close()
        raise
    return store


def check(store: Store, seen: Seen | None = None) -> None:
    """Raises JournalError unless the file is whole, ours, and of a schema that we know. `seen`: what is known to have
    been in it, so that a header with a wrong bit is no other program's file."""
    path = store.path
    with store.reading() as connection:
        found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(1)")]
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        application = int(connection.execute("PRAGMA application_id").fetchone()[0])
        is_empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if found != ["ok"]:
        raise _damaged(path, found[0].splitlines()[-1])
    if is_empty and version == 0 and application == 0:
        if seen is not None and seen.match:
            raise _damaged(path, "0 tables")
        return
    if application != APPLICATION:
        if seen is not None:
            raise _damaged(path, "application_id")
        raise JournalError(
            "The file {path} is a database of another program: choose another data directory.", path=path
        )
    if version > SCHEMA:
        if seen is not None and seen.schema != version:
            raise _damaged(path, "user_version")
        raise JournalError(
            "The journal {path} was written by a newer companion (format {version}, this one knows {schema}): "
            "update the companion, or choose another data directory.",
            path=path,
            version=version,
            schema=SCHEMA,
        )
    with store.reading() as connection:
        if version == SCHEMA and not is_ours(connection):
            raise _damaged(path, "sqlite_schema")


def is_ours(db: sqlite3.Connection) -> bool:
    """Whether a file of the present schema defines what a new journal does, and nothing else."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        prepare(new, 0, "")
        return _things(db) == _things(new)


def reached(store: Store) -> Seen:
    """How far a journal goes."""
    with store.reading() as db:
        last = db.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches'").fetchone()[0] or 0
        entries = db.execute("SELECT max(number) FROM entries WHERE match = ?", (last,)).fetchone()[0] or 0
    return Seen(SCHEMA, int(last), int(entries))


# -- inside ----------------------------------------------------------------------------------------------------------


def _opened(path: Path, seen: Seen | None) -> Store:
    _look_for_gone(path, seen)
    _private_file(path)
    store = Store(path)
    try:
        check(store, seen)
        lost = _lost_entries(store, seen)
        aside = _copy_aside(path) if lost else ""  # before anything is written: SQLite writes over what it cannot read
        _prepare(store)
        _mend_indexes(store)
        if lost and seen is not None:
            log.error("the last %d entries of match %d are gone; what was there is kept as %s", lost, seen.match, aside)
            Damages(store, lambda: datetime.now(UTC)).note(DamageKind.TAIL, seen.match, lost, aside)
    except BaseException:
        store.close()
        raise
    return store


def _mend_indexes(store: Store) -> None:
    """An index that does not fit its table is made anew from it: nothing is lost with one, but a request that was
    carried out before would not be found in it."""
    with store.reading() as db:
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok":
            return
        log.warning("an index of the journal does not fit its table and is made anew")
        try:
            db.execute("REINDEX")
        except sqlite3.IntegrityError as error:  # two rows of one key: the table itself is wrong
            raise _damaged(store.path, str(error)) from error
        why = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if why != "ok":
        raise _damaged(store.path, why.splitlines()[-1])


def _look_for_gone(path: Path, seen: Seen | None) -> None:
    """A journal of no bytes, or none at all, beside what belongs to one is not a new one. SQLite would take it for that
    and throw away what waits to be written into it."""
    if path.is_file() and path.stat().st_size:
        return
    beside = path.with_name(f"{path.name}-wal")
    traces = [seen is not None and seen.match > 0, beside.is_file() and beside.stat().st_size > 0]
    if path.is_file():
        copies = path.with_name(_COPIES)
        traces.append(copies.is_dir() and any(copies.glob("*.db")))
    if any(traces):
        raise DamagedJournal("The journal {path} is empty or gone, and was not before.", path=path)


def _lost_entries(store: Store, seen: Seen | None) -> int:
    """How many entries at the end of the latest match are not there although they were written."""
    with store.reading() as db:
        if seen is None or not seen.match:
            return 0
        last = db.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches'").fetchone()[0] or 0
        if last < seen.match:
            return seen.entries
        if db.execute("SELECT 1 FROM matches WHERE id = ?", (seen.match,)).fetchone() is None:
            return 0  # it was taken away since
        there = db.execute("SELECT max(number) FROM entries WHERE match = ?", (seen.match,)).fetchone()[0] or 0
    return max(0, seen.entries - int(there))


def _begun_anew(path: Path, witness: Witness) -> Store:
    """An empty journal in the place of a damaged one, which is kept."""
    aside = _move_aside(path)
    pin = witness.pin()
    _private_file(path)
    store = Store(path)
    try:
        check(store)
        _prepare(store)
        _carry_keys(aside, store)
        with store.writing() as db:
            if pin and db.execute("SELECT 1 FROM settings WHERE key = 'host_pin'").fetchone() is None:
                db.execute("INSERT INTO settings VALUES ('host_pin', ?)", (pin,))
        Damages(store, lambda: datetime.now(UTC)).note(DamageKind.FILE, aside=aside.name if aside.exists() else "")
    except BaseException:
        store.close()
        raise
    return store


def _carry_keys(aside: Path, store: Store) -> None:
    """Who may do what, as far as it can be read: all of a table or nothing."""
    if not aside.is_file() or not aside.stat().st_size:
        return
    try:
        with closing(Store(aside, read_only=True)) as old, old.reading() as db:
            rows = {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in KEYS}
        with store.writing() as db:
            for table, found in rows.items():
                if found:
                    db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(found[0]))})", found)
    except JournalError as error:
        log.warning("nobody stays signed on: %s", type(error).__name__)


def _prepare(store: Store) -> None:
    """The present schema, and WAL."""
    with store.reading() as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version >= SCHEMA:
        return
    with store.writing() as connection:
        try:
            prepare(connection, version, datetime.now(UTC).isoformat(timespec="milliseconds"))
        except sqlite3.Error as error:
            if "_".join(str(error.sqlite_errorname).split("_")[:2]) in _SCHEMA_FAULTS:  # it is not what it says it is
                raise _damaged(store.path, error) from error
            raise


def _things(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Kind, name and columns of everything that a database defines."""
    rows = db.execute(
        "SELECT s.type, s.name, c.name FROM sqlite_schema s LEFT JOIN pragma_table_xinfo(s.name) c"
        " WHERE s.name NOT LIKE 'sqlite_%' ORDER BY s.type, s.name, c.cid"
    )
    found: dict[tuple[str, str], list[str]] = {}
    for kind, name, column in rows:
        found.setdefault((str(kind), str(name)), []).append(str(column))
    return {(*thing, *columns) for thing, columns in found.items()}


def _damaged(path: Path, why: object) -> DamagedJournal:
    return DamagedJournal("The journal {path} is damaged ({why}).", path=path, why=why)


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
        raise system_sentence(directory, error) from error


def _private_file(path: Path) -> None:
    """The file exists and is its owner's only; SQLite gives its companions (-wal, -shm) the same rights."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        if stat.S_IMODE(path.stat().st_mode) != 0o600:
            path.chmod(0o600)
    except OSError as error:
        raise system_sentence(path, error) from error


def _move_aside(path: Path) -> Path:
    """Renames the file and what belongs to it; gives the new name."""
    aside = _free_name(path)
    try:
        for ending in _ENDINGS:
            part = path.with_name(path.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
    except OSError as error:
        raise system_sentence(path, error) from error
    return aside


def _copy_aside(path: Path) -> str:
    """Keeps the file as it is, with what waits to be written into it; gives the new name, "" when it could not be."""
    aside = _free_name(path)
    try:
        for ending in ("-wal", ""):
            part = path.with_name(path.name + ending)
            if part.exists():
                shutil.copy2(part, aside.with_name(aside.name + ending))
    except OSError as error:
        log.error("what was damaged could not be kept: %s", error.strerror)
        return ""
    return aside.name


def _free_name(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = aside = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 1
    while aside.exists() or aside.with_name(f"{aside.name}-wal").exists():
        number += 1
        aside = name.with_name(f"{name.name}-{number}")
    return aside
