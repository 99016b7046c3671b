"""The chain of a match: every entry carries a checksum over itself and the one before it, the first over the match.

SQLite's own checks find pages that do not fit together; they do not find a letter that was changed, or a row that is
gone. The chain does. It is against worn cards and cut power, not against people: whoever can write the file can make it
anew.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Final

Link = bytes
_BYTES: Final = 16
_MATCHES: Final = "SELECT id, game, header, started_utc FROM matches ORDER BY id"
_ENTRIES: Final = "SELECT match, number, at_utc, origin, body, seat, request, chain FROM entries"


def of_match(match: int, game: str, header: str, started: str) -> Link:
    """What the first entry of a match is chained to."""
    return _link(b"", (match, game, header, started))


def of_entry(before: Link, row: tuple[Any, ...]) -> Link:
    """The checksum of an entry: of its columns in the order of the table, without the checksum itself."""
    return _link(before, row)


def is_kept(db: sqlite3.Connection) -> bool:
    """Whether the entries of this file have checksums: those of an older companion have none."""
    return db.execute("SELECT 1 FROM pragma_table_info('entries') WHERE name = 'chain'").fetchone() is not None


def seal(db: sqlite3.Connection) -> None:
    """Gives every entry its checksum: of what stands there now, so it finds what changes from now on."""
    for match in db.execute(_MATCHES).fetchall():
        before = of_match(*match)
        for row in db.execute(f"{_ENTRIES} WHERE match = ? ORDER BY number", (match[0],)).fetchall():
            before = of_entry(before, row[:-1])
            db.execute("UPDATE entries SET chain = ? WHERE match = ? AND number = ?", (before, *row[:2]))


def broken(db: sqlite3.Connection, match: int | None = None) -> Mapping[int, int]:
    """The matches (or whether this one) whose chain does not hold, each with the first entry at which it does not."""
    if not is_kept(db):
        return {}
    only, values = ("", ()) if match is None else (" WHERE {} = ?", (match,))
    starts = db.execute(_MATCHES.replace(" ORDER", f"{only.format('id')} ORDER"), values)
    before: dict[int, tuple[int, Link]] = {int(row[0]): (0, of_match(*row)) for row in starts}
    found: dict[int, int] = {}
    for row in db.execute(f"{_ENTRIES}{only.format('match')} ORDER BY match, number", values):
        _follow(row, before, found)
    return found


def _follow(row: tuple[Any, ...], before: dict[int, tuple[int, Link]], found: dict[int, int]) -> None:
    match, number = int(row[0]), int(row[1])
    last, link = before.get(match, (0, b""))
    if match not in found and (number != last + 1 or of_entry(link, row[:-1]) != row[-1]):
        found[match] = last + 1
    before[match] = number, row[-1]


def _link(before: Link, values: Iterable[Any]) -> Link:
    text = json.dumps(list(values), separators=(",", ":"))  # quotes and commas keep one value from running into another
    return hashlib.blake2b(before + text.encode("ascii"), digest_size=_BYTES).digest()
