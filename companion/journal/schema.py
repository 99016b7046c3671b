"""The tables of the journal, and how a file of an older companion is brought to them, one version at a time."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.journal import chain

SCHEMA: Final = 7
APPLICATION: Final = 0x54_54_43_4A  # "TTCJ": marks the file as ours
ADOPTED: Final = "adopted"
"""The name of the copy that holds single tags which a host adopted, whatever they were printed for."""

log = logging.getLogger("companion.journal")

_COPIES: Final = """
CREATE TABLE copies (
  id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, owner TEXT NOT NULL,
  created_utc TEXT NOT NULL, UNIQUE (game, name)) STRICT;
CREATE TABLE copy_tags (
  payload TEXT PRIMARY KEY, copy INTEGER NOT NULL REFERENCES copies(id) ON DELETE CASCADE, piece TEXT NOT NULL,
  side TEXT NOT NULL, shared INTEGER NOT NULL, sticker_mm REAL) STRICT, WITHOUT ROWID;
CREATE INDEX copy_tags_by_copy ON copy_tags (copy);
CREATE TABLE registrations (
  copy INTEGER PRIMARY KEY REFERENCES copies(id) ON DELETE CASCADE, state TEXT NOT NULL, body TEXT NOT NULL) STRICT;
"""
_SEATS: Final = """
CREATE TABLE session_seats (
  seat INTEGER PRIMARY KEY, token_sha256 BLOB NOT NULL REFERENCES sessions(token_sha256) ON DELETE CASCADE,
  name TEXT NOT NULL) STRICT;
CREATE INDEX session_seats_by_session ON session_seats (token_sha256);
CREATE TABLE seat_notes (
  match INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
"""
_HAND_OVERS: Final = """
CREATE TABLE hand_overs (
  secret_sha256 BLOB PRIMARY KEY, seat INTEGER NOT NULL UNIQUE, for_s REAL NOT NULL) STRICT, WITHOUT ROWID;
"""
_UNSETTLED: Final = """
CREATE TABLE unsettled (
  number INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE, name TEXT NOT NULL,
  body TEXT NOT NULL, UNIQUE (match, name)) STRICT;
"""
_PAST: Final = """
CREATE TABLE match_players (
  match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
  is_bot INTEGER NOT NULL, PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE match_outcomes (
  match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, entries INTEGER NOT NULL, body TEXT NOT NULL)
  STRICT;
CREATE TABLE match_reveals (
  match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, entries INTEGER NOT NULL,
  by_host INTEGER NOT NULL, at_utc TEXT NOT NULL) STRICT;
"""
_DAMAGES: Final = """
CREATE TABLE damages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at_utc TEXT NOT NULL, kind TEXT NOT NULL, match INTEGER, count INTEGER NOT NULL,
  aside TEXT NOT NULL, is_read INTEGER NOT NULL) STRICT;
"""
_TELLINGS: Final = """
CREATE TABLE match_tellings (
  match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE, language TEXT NOT NULL, entries INTEGER NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY (match, language)) STRICT, WITHOUT ROWID;
"""
_OUTBOX: Final = """
CREATE TABLE outbox (
  uid TEXT PRIMARY KEY, match INTEGER NOT NULL UNIQUE, revision INTEGER NOT NULL, acknowledged INTEGER NOT NULL,
  state TEXT NOT NULL, begun_utc TEXT NOT NULL, ended_utc TEXT NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""
_CHAIN: Final = "chain BLOB NOT NULL DEFAULT x''"
_TABLES: Final = (
    f"""
CREATE TABLE matches (
  id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL, title TEXT NOT NULL,
  started_utc TEXT NOT NULL, ended_utc TEXT) STRICT;
CREATE TABLE entries (
  match INTEGER NOT NULL REFERENCES matches(id), number INTEGER NOT NULL, at_utc TEXT NOT NULL, origin TEXT NOT NULL,
  body TEXT NOT NULL, seat INTEGER, request TEXT, {_CHAIN}, PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entries_by_request ON entries (match, ifnull(seat, -1), request) WHERE request IS NOT NULL;
CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY, role TEXT NOT NULL, seat INTEGER, csrf TEXT NOT NULL,
  created_utc TEXT NOT NULL, seen_utc TEXT NOT NULL, seen_evening INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""
    + _COPIES
    + _SEATS
    + _PAST
    + _HAND_OVERS
    + _UNSETTLED
    + _DAMAGES
    + _TELLINGS
    + _OUTBOX
)


def prepare(connection: sqlite3.Connection, version: int, stamp: str) -> None:
    """Makes the tables of an empty file (version 0), or brings an older file up to date. Inside one transaction of the
    caller: either all of it happens or nothing. `stamp`: the time of day, for what has no time yet."""
    if version == 0:
        _run(connection, _TABLES)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    else:
        for step in range(version, SCHEMA):
            _STEPS[step](connection, stamp)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _run(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):
        connection.execute(statement)


def _tags_to_copies(connection: sqlite3.Connection, stamp: str) -> None:
    """1 to 2: the adopted tags of each game become the tags of a copy. A code that two games had adopted cannot stand
    for both any more; it stays with the first by name, and that is logged."""
    _run(connection, _COPIES)
    connection.execute(
        "INSERT INTO copies (game, name, owner, created_utc) SELECT DISTINCT game, ?, '', ? FROM tags ORDER BY game",
        (ADOPTED, stamp),
    )
    before = int(connection.execute("SELECT count(*) FROM tags").fetchone()[0])
    kept = connection.execute(
        "INSERT OR IGNORE INTO copy_tags (payload, copy, piece, side, shared)"
        " SELECT payload, copies.id, piece, 'front', 0 FROM tags JOIN copies ON copies.game = tags.game"
        " ORDER BY tags.game, payload"
    ).rowcount
    if kept < before:
        log.warning("adopted codes of two games at once: %d stay with the first game only", before - kept)
    connection.execute("DROP TABLE tags")


def _seats_of_phones(connection: sqlite3.Connection, stamp: str) -> None:
    """2 to 3: a phone may hold several seats, and a seat has one phone, the one that took it last. The code to join is
    no longer kept: each start makes another. Who sat where and how matches ended is kept from now on."""
    _run(connection, _SEATS)
    _run(connection, _PAST)
    connection.execute(
        "INSERT OR REPLACE INTO session_seats (seat, token_sha256, name)"
        " SELECT seat, token_sha256, name FROM sessions WHERE seat IS NOT NULL ORDER BY created_utc, seen_utc"
    )
    held = "(SELECT token_sha256 FROM session_seats)"
    connection.execute(f"DELETE FROM sessions WHERE role = 'seat' AND token_sha256 NOT IN {held}")
    connection.execute(f"UPDATE sessions SET seat = NULL WHERE token_sha256 NOT IN {held}")
    connection.execute("ALTER TABLE sessions DROP COLUMN name")
    connection.execute("DELETE FROM settings WHERE key = 'join_code'")


def _without_the_clock(connection: sqlite3.Connection, stamp: str) -> None:
    """3 to 4: whether a phone still comes is counted in evenings, and how long a hand-over stands in seconds, because
    the time of day may jump. What is acknowledged and no entry yet has a place of its own."""
    connection.execute("ALTER TABLE sessions ADD COLUMN seen_evening INTEGER NOT NULL DEFAULT 0")
    connection.execute("DROP TABLE IF EXISTS hand_overs")  # they last for minutes
    _run(connection, _HAND_OVERS)
    _run(connection, _UNSETTLED)


def _chained(connection: sqlite3.Connection, stamp: str) -> None:
    """4 to 5: every entry carries a checksum, and what was found damaged is kept."""
    connection.execute(f"ALTER TABLE entries ADD COLUMN {_CHAIN}")
    chain.seal(connection)
    _run(connection, _DAMAGES)


def _told(connection: sqlite3.Connection, stamp: str) -> None:
    """5 to 6: what was told of matches whose games may be taken away is kept."""
    _run(connection, _TELLINGS)


def _sent_on(connection: sqlite3.Connection, stamp: str) -> None:
    """6 to 7: results are kept for a venue until it has them."""
    _run(connection, _OUTBOX)


_STEPS: Mapping[int, Callable[[sqlite3.Connection, str], None]] = MappingProxyType(
    {1: _tags_to_copies, 2: _seats_of_phones, 3: _without_the_clock, 4: _chained, 5: _told, 6: _sent_on}
)
