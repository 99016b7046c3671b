"""The rows of the journal as values: matches and their entries."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NewType

from rules.engine.entries import Entry, entry_from_json, entry_to_json

MatchId = NewType("MatchId", int)


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
    """A match in the list: `ended` None while it is open; `entries` is how many there are. Of a damaged one it may be
    that nobody knows how many seats it had: then 0."""

    match: MatchId
    game: str
    title: str
    seats: int
    started: datetime
    ended: datetime | None
    entries: int
    version: str = ""  # of its game, as it was begun


def dumped(entry: Entry) -> str:
    """An entry as it stands in its row."""
    return json.dumps(entry_to_json(entry), ensure_ascii=False, separators=(",", ":"))


def stored_entry(row: tuple[int, str, str, str, int | None, str | None]) -> StoredEntry:
    """The entry of a row. EntryError or ValueError when nobody can read it."""
    number, body, origin, at, seat, request = row
    return StoredEntry(
        number, entry_from_json(json.loads(body)), origin, datetime.fromisoformat(at), seat, request or ""
    )


def stored_match(row: tuple[int, str, str, str, str, str | None, int]) -> StoredMatch:
    """The match of a row, also of one that is damaged."""
    number, game, title, header, started, ended, entries = row
    try:
        kept = json.loads(header)
        seats, version = int(kept["seats"]), str(kept.get("version", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        seats, version = 0, ""
    end = None if ended is None else time_of(ended)
    return StoredMatch(MatchId(number), game, title, seats, time_of(started), end, entries, version)


def time_of(text: str) -> datetime:
    """A time as it is kept; where it is damaged, long ago: what it belongs to stays all the same."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
