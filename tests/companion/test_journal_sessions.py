"""Sessions, the seats that they hold and hand-overs: kept over restarts, and brought along from older journals."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.journal.journal import SCHEMA, Journal
from companion.journal.sessions import SESSION_EVENINGS, digest
from tests.companion.time_of_day import START, Clock
from web.views import Role, Session

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

SCHEMA_3 = SCHEMA_2.replace("seat INTEGER, name TEXT NOT NULL, csrf", "seat INTEGER, csrf").replace(
    "PRAGMA user_version = 2;",
    """
CREATE TABLE session_seats (
  seat INTEGER PRIMARY KEY, token_sha256 BLOB NOT NULL REFERENCES sessions(token_sha256) ON DELETE CASCADE,
  name TEXT NOT NULL) STRICT;
CREATE INDEX session_seats_by_session ON session_seats (token_sha256);
CREATE TABLE hand_overs (
  secret_sha256 BLOB PRIMARY KEY, seat INTEGER NOT NULL UNIQUE, ends_utc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE seat_notes (
  match INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE match_players (
  match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
  is_bot INTEGER NOT NULL, PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE match_outcomes (
  match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, entries INTEGER NOT NULL, body TEXT NOT NULL)
  STRICT;
CREATE TABLE match_reveals (
  match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, entries INTEGER NOT NULL,
  by_host INTEGER NOT NULL, at_utc TEXT NOT NULL) STRICT;
PRAGMA user_version = 3;
""",
)
"""What the third one wrote."""


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


def test_a_clock_that_jumps_signs_nobody_off(tmp_path: Path, clock: Clock) -> None:
    """A Pi has no clock of its own: months pass within a second when it hears the time, and may come back."""
    path = tmp_path / "data" / "companion.db"
    with Journal.open(path, clock) as journal:
        ada, eve = journal.create_session(Role.SEAT, 0, "Ada"), journal.create_session(Role.HOST, 1, "Eve")
        for days in (400, -20_000, 61, 0):
            clock.now = START + timedelta(days=days)
            new = journal.create_session(Role.SEAT, 2, "Ben")  # a sign-on sweeps out whoever does not come any more
            for token in (ada, eve, new):
                assert journal.find_session(token) is not None
            assert held(journal) == {0: ("Ada", True), 1: ("Eve", True), 2: ("Ben", True)}
    clock.now = START + timedelta(days=3_650)
    with Journal.open(path, clock) as journal:
        assert journal.find_session(ada) is not None
        assert len(journal.holders()) == 3


def evenings(path: Path, count: int, *tokens: str) -> None:
    """So many starts of the service, at each of which these phones come."""
    for _ in range(count):
        with Journal.open(path) as journal:
            for token in tokens:
                found(journal, token)


def test_a_session_ends_when_others_came_and_it_did_not(tmp_path: Path) -> None:
    path = tmp_path / "data" / "companion.db"
    with Journal.open(path) as journal:
        used, unused = journal.create_session(Role.SEAT, 0, "Ada"), journal.create_session(Role.SEAT, 1, "Ben")
    evenings(path, SESSION_EVENINGS - 1, used)
    evenings(path, SESSION_EVENINGS)  # a service that starts again and again with nobody there
    with Journal.open(path) as journal:
        assert len(journal.holders()) == 2
        found(journal, unused)
    evenings(path, SESSION_EVENINGS, used)
    with Journal.open(path) as journal:
        assert journal.find_session(used) is not None
        assert journal.find_session(unused) is None
        assert held(journal) == {0: ("Ada", True)}
        journal.create_session(Role.HOST)  # which sweeps it out
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM sessions").fetchone() == (2,)
    db.close()


def test_a_session_in_use_is_not_written_at_every_request(journal: Journal, clock: Clock) -> None:
    token = journal.create_session(Role.SEAT, 0)
    clock.now = START + timedelta(minutes=5)
    journal.find_session(token)
    assert journal.holders()[0].seen == START
    clock.now = START + timedelta(minutes=11)
    journal.find_session(token)
    assert journal.holders()[0].seen == clock.now
    clock.now = START - timedelta(days=61)  # it was set right
    journal.find_session(token)
    assert journal.holders()[0].seen == clock.now


def test_a_hand_over_works_once_and_for_a_short_while(tmp_path: Path, clock: Clock) -> None:
    path, now_s = tmp_path / "data" / "companion.db", [100.0]
    with Journal.open(path, clock, lambda: now_s[0]) as journal:
        first, second = journal.offer_seat(1, 300.0), journal.offer_seat(1, 300.0)
        assert journal.accept_offer(first) is None, "there is one at a time for a seat"
        now_s[0] += 299
        clock.now += timedelta(days=61)  # which is not how time passes
        assert journal.accept_offer("guessed") is None
        assert journal.accept_offer(second) == 1
        assert journal.accept_offer(second) is None
        late, withdrawn = journal.offer_seat(1, 300.0), journal.offer_seat(2, 300.0)
        journal.withdraw_offer(2)
        assert journal.accept_offer(withdrawn) is None
        clock.now -= timedelta(days=61)
        now_s[0] += 300
        assert journal.accept_offer(late) is None
        kept, missed = journal.offer_seat(0, 300.0), journal.offer_seat(3, 300.0)
    now_s[0] = 7.0  # another start of the machine
    with Journal.open(path, clock, lambda: now_s[0]) as journal:
        now_s[0] += 299
        assert journal.accept_offer(kept) == 0
        now_s[0] += 1
        assert journal.accept_offer(missed) is None


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
        assert found(journal, "ada") == Session(Role.SEAT, 0, name="Ada", csrf="csrf of ada", seats=(0,))
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


def test_a_journal_of_schema_3_keeps_its_phones(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "data" / "companion.db"
    path.parent.mkdir(parents=True)
    ada = hashlib.sha256(b"ada").digest()
    with sqlite3.connect(path) as db:
        db.executescript(SCHEMA_3)
        at = "2001-03-01T18:00:00.000+00:00"  # by a clock that was not set
        db.execute("INSERT INTO sessions VALUES (?, 'seat', 2, 'csrf', ?, ?)", (ada, at, at))
        db.execute("INSERT INTO session_seats VALUES (2, ?, 'Ada')", (ada,))
    db.close()
    with Journal.open(path, clock) as journal:
        assert found(journal, "ada") == Session(Role.SEAT, 2, name="Ada", csrf="csrf", seats=(2,))
        assert journal.accept_offer(journal.offer_seat(2, 300.0)) == 2


@pytest.mark.parametrize("schema", [SCHEMA_2, SCHEMA_3])
def test_an_old_journal_gets_the_tables_of_a_new_one(tmp_path: Path, schema: str) -> None:
    shapes = []
    (tmp_path / "old").mkdir()
    with sqlite3.connect(tmp_path / "old" / "companion.db") as old:
        old.executescript(schema)
    old.close()
    for folder in ("old", "new"):
        path = tmp_path / folder / "companion.db"
        Journal.open(path).close()
        db = sqlite3.connect(path)
        names = [str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        shapes.append({name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in names})
        db.close()
    assert shapes[0] == shapes[1]
