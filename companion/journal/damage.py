"""What was found damaged in a journal, kept in it until the host has read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from companion.journal.file import DamagedJournal, Store


class DamageKind(Enum):
    """What is damaged."""

    FILE = "file"  # the whole journal: it was put aside, and an empty one was begun
    TAIL = "tail"  # its end: the last `count` entries are gone
    PLACE = "place"  # a part of the file, found while it is in use: the next start puts it aside
    MATCH = "match"  # one match, from entry `count` on (0: its beginning)
    RULES = "rules"  # nothing; but the rules or data of now cannot go on with this match


@dataclass(frozen=True)
class Damage:
    """One damage. `aside`: the file that is kept of what was there, "" for none; `is_read`: the host has read of it."""

    number: int
    at: datetime
    kind: DamageKind
    match: int | None
    count: int
    aside: str
    is_read: bool


class Damages:
    """Those of one journal. Every call is safe from any thread."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    def note(self, kind: DamageKind, match: int | None = None, count: int = 0, aside: str = "") -> None:
        """Keeps that this was found, once. A match that cannot be read any more has ended with that."""
        at = self._now().isoformat(timespec="milliseconds")
        with self._store.writing() as db:
            if (
                match is not None
                and db.execute("SELECT 1 FROM damages WHERE kind = ? AND match = ?", (kind.value, match)).fetchone()
            ):
                return
            db.execute("INSERT INTO damages VALUES (NULL, ?, ?, ?, ?, ?, 0)", (at, kind.value, match, count, aside))
            if kind is DamageKind.MATCH:
                db.execute("UPDATE matches SET ended_utc = ? WHERE id = ? AND ended_utc IS NULL", (at, match))

    def all(self) -> tuple[Damage, ...]:
        """All that was ever found, the latest first. A journal in which that cannot be read has a damaged place."""
        try:
            with self._store.reading() as db:
                if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'damages'").fetchone() is None:
                    return ()  # a file of an older companion, which a looking tool leaves as it is
                rows = db.execute("SELECT * FROM damages ORDER BY id DESC").fetchall()
            return tuple(_damage(row) for row in rows)
        except (DamagedJournal, ValueError):
            return (Damage(0, self._now(), DamageKind.PLACE, None, 0, "", is_read=False),)

    def unread(self) -> tuple[Damage, ...]:
        """What the host has not read of, the latest first."""
        return tuple(one for one in self.all() if not one.is_read)

    def read(self) -> None:
        """The host has read of all."""
        with self._store.writing() as db:
            db.execute("UPDATE damages SET is_read = 1")


def _damage(row: tuple[Any, ...]) -> Damage:
    number, at, kind, match, count, aside, is_read = row
    return Damage(number, datetime.fromisoformat(at), DamageKind(kind), match, count, aside, bool(is_read))
