"""What the doctor looks at of the disk: room, rights, a card that has given up, the journal and its copies."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.world import World
from companion.journal.backups import DAYS, Backups
from companion.journal.journal import DamagedJournal, Journal, JournalError, is_running
from words import Sentence

_LOW_MB: Final = 500
_TOO_LOW_MB: Final = 50
_LARGE_WAL_MB: Final = 64
_OLD_COPY_DAYS: Final = 2
_FORGETFUL: Final = ("tmpfs", "ramfs", "overlay")


def _data(patient: Patient) -> Iterator[Finding]:
    directory = patient.config.data.path
    existing = next(place for place in (directory, *directory.parents) if place.exists())
    cure = Sentence("Choose another one with data.directory, or let this user write there.")
    if not existing.is_dir():
        text = Sentence("{path} is no directory", path=existing)
        yield Finding("data directory", Grade.BAD, text, cure)
        return
    try:
        if existing == directory:
            tempfile.TemporaryFile(dir=directory).close()
    except OSError as error:
        text = Sentence("{path} cannot be written: {why}", path=directory, why=error.strerror)
        yield Finding("data directory", Grade.BAD, text, cure)
        return
    if not os.access(existing, os.W_OK | os.X_OK):
        text = Sentence("{path} cannot be made in {parent}", path=directory, parent=existing)
        yield Finding("data directory", Grade.BAD, text, cure)
    elif existing != directory:
        yield Finding("data directory", Grade.OK, Sentence("{path}, made at the first start", path=directory))
    elif directory.stat().st_mode & 0o077:
        text = Sentence("{path} is open to other users", path=directory)
        cure = Sentence("Run chmod 700 {path}: it holds what players keep secret.", path=directory)
        yield Finding("data directory", Grade.WARN, text, cure)
    else:
        yield Finding("data directory", Grade.OK, Sentence("{path}", path=directory))


def _disk(patient: Patient) -> Iterator[Finding]:
    directory = patient.config.data.path
    existing = next(place for place in (directory, *directory.parents) if place.exists())
    free_mb = shutil.disk_usage(existing).free // 1_000_000
    grade = Grade.BAD if free_mb < _TOO_LOW_MB else Grade.WARN if free_mb < _LOW_MB else Grade.OK
    cure = "" if grade is Grade.OK else Sentence("Delete something to make room.")
    yield Finding("disk", grade, Sentence("{count} MB free", count=free_mb), cure)
    place, kind, options = _mounted(patient.world, existing)
    if "ro" in options:
        text = Sentence("the disk at {place} can only be read", place=place)
        cure = Sentence(
            "A memory card does that when it is worn out or lost power: copy what you need and put a new one in."
        )
        yield Finding("disk", Grade.BAD, text, cure)
    elif kind in _FORGETFUL:
        text = Sentence(
            "what is kept at {place} is gone when the machine is switched off ({kind})", place=place, kind=kind
        )
        cure = Sentence("Switch the read-only overlay off, or set data.directory to a disk that keeps things.")
        yield Finding("disk", Grade.WARN, text, cure)


def _mounted(world: World, path: Path) -> tuple[str, str, frozenset[str]]:
    """Where the disk under a path is mounted, its kind, and how."""
    rows = [line.split() for line in (world.read("/proc/mounts") or "").splitlines()]
    resolved = path.resolve()
    over = [row for row in rows if len(row) >= 4 and resolved.is_relative_to(_unescaped(row[1]))]
    if not over:
        return "/", "", frozenset()
    row = max(reversed(over), key=lambda row: len(_unescaped(row[1])))  # of two at one place the later one counts
    return _unescaped(row[1]), row[2], frozenset(row[3].split(","))


def _unescaped(place: str) -> str:
    return place.replace("\\040", " ").replace("\\011", "\t")


def _journal(patient: Patient) -> Iterator[Finding]:
    path = patient.config.data.journal_path
    try:
        with Journal.look(path) as journal:  # checks the whole file
            count, broken = len(journal.matches()), journal.broken()
            has_damage = bool(journal.damages.unread())
    except JournalError as error:
        if not path.is_file() and not isinstance(error, DamagedJournal):
            yield Finding("journal", Grade.OK, Sentence("none yet; the first match makes {path}", path=path))
            return
        cure = Sentence(
            "Start the companion: it sets a damaged journal aside, and the host's page offers the "
            "newest copy that is whole. Or run companion restore FILE with a copy from {folder}.",
            folder=Backups(path).folder,
        )
        yield Finding("journal", Grade.BAD, str(error), cure)
        return
    if broken or has_damage:
        text = Sentence("{count|1 match is damaged|{count} matches are damaged}", count=len(broken))
        cure = Sentence("The host's page says what is lost, and offers the copy that has it.")
        yield Finding("journal", Grade.WARN, text if broken else Sentence("something of it was lost"), cure)
    else:
        text = Sentence("{count|1 match|{count} matches}, whole", count=count)
        if is_running(path):
            text = Sentence("{count|1 match|{count} matches}, whole, in use by a running companion", count=count)
        yield Finding("journal", Grade.OK, text)
    beside = path.with_name(f"{path.name}-wal")
    size_mb = beside.stat().st_size // 1_000_000 if beside.is_file() else 0
    if size_mb > _LARGE_WAL_MB:
        text = Sentence("{count} MB wait to be put into it", count=size_mb)
        cure = Sentence("Restart the companion: that puts them in. If it stays like this, report it.")
        yield Finding("journal", Grade.WARN, text, cure)


def _copies(patient: Patient) -> Iterator[Finding]:
    path = patient.config.data.journal_path
    if not path.is_file():
        return
    copies = Backups(path).copies()
    cure = Sentence(
        "Run companion backup FILE, or keep one on the host's page; a running companion makes one a day and more while "
        "people play."
    )
    if not copies:
        yield Finding("copies", Grade.WARN, Sentence("no copy of the journal is kept yet"), cure)
        return
    days = (datetime.now(UTC) - copies[0].made).days
    text = Sentence(
        "{count|1 copy|{count} copies} kept, the latest of {day}", count=len(copies), day=copies[0].made.date()
    )
    newest = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    if days > DAYS and (newest - copies[0].made).days > _OLD_COPY_DAYS:
        yield Finding("copies", Grade.WARN, text, cure)
    else:
        yield Finding("copies", Grade.OK, text)


STORAGE_LOOKS: Final = (
    Examination("data directory", Section.STORAGE, _data),
    Examination("disk", Section.STORAGE, _disk),
    Examination("journal", Section.STORAGE, _journal, 30.0),
    Examination("copies", Section.STORAGE, _copies),
)
