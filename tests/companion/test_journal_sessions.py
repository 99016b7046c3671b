"""Sessions, the seats that they hold and hand-overs: kept over restarts, and brought along from older journals."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion._journal_sessions import digest
from companion.journal import SCHEMA, Journal
from tests.companion.time_of_day import START, Clock
from web.ports import Role, Session

SCHEMA_2 = """
CREATE TABLE matches (
  id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL, title TEXT NOT NULL,
  started_utc TEXT NOT NULL, ended_utc TEXT) STRICT;
CREATE TABLE entries (
  match INTEGER NOT NULL REFERENCES matches(id), number INTEGER NOT NULL, at_utc TEXT NOT NULL, origin TEXT NOT NULL,
  body TEXT NOT NULL, seat INTEGER, request TEXT, PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entries_by_request ON entries (match, ifnull(seat, -1), request) WHERE request IS NOT NULL;
CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY, role TEXT NOT NULL, seat INTEGER, name TEXT NOT NULL, csrf TEXT NOT NULL,
  created_utc TEXT NOT NULL, seen_utc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE copies (
  id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, owner TEXT NOT NULL,
  created_utc TEXT NOT NULL, UNIQUE (game, name)) STRICT;
CREATE TABLE copy_tags (
  payload TEXT PRIMARY KEY, copy INTEGER NOT NULL REFERENCES copies(id) ON DELETE CASCADE, piece TEXT NOT NULL,
  side TEXT NOT NULL, shared INTEGER NOT NULL, sticker_mm REAL) STRICT, WITHOUT ROWID;
CREATE INDEX copy_tags_by_copy ON copy_tags (copy);
CREATE TABLE registrations (
  copy INTEGER PRIMARY KEY REFERENCES copies(id) ON DELETE CASCADE, state TEXT NOT NULL, body TEXT NOT NULL) STRICT;
PRAGMA application_id = 1414808394;
PRAGMA user_version = 2;
"""
"""What the second companion wrote; it must be readable for ever."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data" / "companion.db", clock) as opened:
        yield opened


def found(journal: Journal, token: str) -> Session:
    session = journal.find_session(token)
    assert session is not None
    return session


def held(journal: Journal) -> dict[int, tuple[str, bool]]:
    return {one.seat: (one.name, one.active) for one in journal.holders()}


def test_a_session_is_found_by_its_token(journal: Journal) -> None:
    token = journal.create_session(Role.SEAT, 2, "Ada")
    session = found(journal, token)
    assert (session.role, session.seat, session.name, session.seats) == (Role.SEAT, 2, "Ada", (2,))
    assert len(session.csrf) >= 24
    assert len(token) >= 40
    for wrong in (token + "x", "", "\udcff"):
        assert journal.find_session(wrong) is None
    assert found(journal, journal.create_session(Role.HOST)).csrf != session.csrf


def test_a_session_outlives_the_service(tmp_path: Path) -> None:
    path = tmp_path / "data" / "companion.db"
    with Journal.open(path) as journal:
        token = journal.create_session(Role.SEAT, 1, "Ben")
        before = found(journal, token)
    with Journal.open(path) as journal:
        assert journal.find_session(token) == before


def test_a_renewed_session_keeps_its_seats_and_the_old_token_is_worth_nothing(journal: Journal) -> None:
    old = journal.create_session(Role.SEAT, 2, "Ada")
    journal.give_seat(digest(old), 0, "Tim", active=False)
    fresh = journal.renew_session(old, Role.HOST)
    before, after = journal.find_session(old), found(journal, fresh)
    assert before is None
    assert (after.role, after.seat, after.seats, after.name) == (Role.HOST, 2, (0, 2), "Ada")
    unknown = found(journal, journal.renew_session("nobody", Role.HOST))
    assert (unknown.seat, unknown.seats) == (None, ())


def test_a_seat_has_one_phone_and_a_phone_may_have_several_seats(journal: Journal) -> None:
    ada, ben = journal.create_session(Role.SEAT, 2, "Ada"), journal.create_session(Role.SEAT, 0, "Ben")
    journal.give_seat(digest(ada), 1, "Tim", active=True)
    assert held(journal) == {0: ("Ben", True), 1: ("Tim", True), 2: ("Ada", False)}
    assert (found(journal, ada).seat, found(journal, ada).name) == (1, "Tim")
    assert journal.show_seat(ada, 2)
    assert not journal.show_seat(ada, 0)
    assert found(journal, ada).seat == 2
    journal.give_seat(digest(ada), 0, "Ben", active=False)
    assert journal.find_session(ben) is None, "a player's phone without a seat is signed off"
    assert found(journal, ada).seats == (0, 1, 2)
    journal.free_seat(2)
    assert (found(journal, ada).seat, found(journal, ada).seats) == (0, (0, 1))
    journal.rename_seat(0, "Eve")
    assert found(journal, ada).name == "Eve"


def test_a_host_without_a_seat_stays_host(journal: Journal) -> None:
    host = journal.create_session(Role.HOST, 0, "Eve")
    journal.free_seat(0)
    session = found(journal, host)
    assert (session.role, session.seat, session.seats) == (Role.HOST, None, ())
    journal.drop_session(host)
    journal.drop_session(host)
    assert journal.find_session(host) is None


def test_a_session_that_nobody_uses_ends(journal: Journal, clock: Clock) -> None:
    used, unused = journal.create_session(Role.SEAT, 0, "Ada"), journal.create_session(Role.SEAT, 1, "Ben")
    clock.now = START + timedelta(days=40)
    assert journal.find_session(used) is not None
    assert journal.holders()[0].seen == clock.now
    clock.now = START + timedelta(days=61)
    assert journal.find_session(used) is not None
    assert journal.find_session(unused) is None
    assert held(journal) == {0: ("Ada", True)}
    journal.create_session(Role.HOST)
    clock.now = START
    assert journal.find_session(unused) is None, "the next sign-on swept it out"


def test_a_session_in_use_is_not_written_at_every_request(journal: Journal, clock: Clock) -> None:
    token = journal.create_session(Role.SEAT, 0)
    clock.now = START + timedelta(minutes=5)
    journal.find_session(token)
    assert journal.holders()[0].seen == START


def test_a_hand_over_works_once_and_for_a_short_while(journal: Journal, clock: Clock) -> None:
    first, second = journal.offer_seat(1, 300.0), journal.offer_seat(1, 300.0)
    assert journal.accept_offer(first) is None, "there is one at a time for a seat"
    clock.now += timedelta(seconds=299)
    assert journal.accept_offer("guessed") is None
    assert journal.accept_offer(second) == 1
    assert journal.accept_offer(second) is None
    late, withdrawn = journal.offer_seat(1, 300.0), journal.offer_seat(2, 300.0)
    journal.withdraw_offer(2)
    assert journal.accept_offer(withdrawn) is None
    clock.now += timedelta(seconds=300)
    assert journal.accept_offer(late) is None


# ---- journals of before ---------------------------------------------------------------------------------------------


def old_journal(path: Path, *sessions: tuple[str, str, int | None, str, str]) -> None:
    """A journal of the second companion: role, token, seat, name and time of the sessions."""
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as db:
        db.executescript(SCHEMA_2)
        db.execute("INSERT INTO settings VALUES ('join_code', 'ABCDE')")
        for role, token, seat, name, at in sessions:
            row = (hashlib.sha256(token.encode()).digest(), role, seat, name, f"csrf of {token}", at, at)
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    db.close()


def test_a_journal_of_schema_2_brings_its_seats(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "data" / "companion.db"
    old, new = "2026-03-01T18:00:00.000+00:00", "2026-03-01T19:00:00.000+00:00"
    old_journal(
        path,
        ("seat", "ada", 0, "Ada", old),
        ("seat", "tablet", 2, "Ben", old),
        ("seat", "phone", 2, "Ben", new),
        ("host", "eve", 1, "Eve", new),
        ("host", "laptop", None, "", new),
    )
    with Journal.open(path, clock) as journal:
        assert held(journal) == {0: ("Ada", True), 1: ("Eve", True), 2: ("Ben", True)}
        assert found(journal, "ada") == Session(Role.SEAT, 0, "Ada", "csrf of ada", seats=(0,))
        assert found(journal, "phone").seat == 2
        assert journal.find_session("tablet") is None, "the one that took the seat last has it"
        assert found(journal, "eve").role is Role.HOST
        assert found(journal, "laptop").seats == ()
        assert journal.setting("join_code") is None
        journal.set_seat_note(1, 0, "kept")
    with Journal.open(path, clock) as journal:
        assert journal.seat_note(1, 0) == "kept"
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    db.close()


def test_an_old_journal_gets_the_tables_of_a_new_one(tmp_path: Path) -> None:
    shapes = []
    old_journal(tmp_path / "old" / "companion.db", ("seat", "ada", 0, "Ada", "2026-03-01T18:00:00.000+00:00"))
    for folder in ("old", "new"):
        path = tmp_path / folder / "companion.db"
        Journal.open(path).close()
        db = sqlite3.connect(path)
        names = [str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        shapes.append({name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in names})
        db.close()
    assert shapes[0] == shapes[1]
