"""Copies of the journal: daily, downloaded, brought back; no key to the table is ever in one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.journal.backups import DAYS, LIMIT_BYTES, SAVED, Backups, CopyKind, write_copy
from companion.journal.journal import Journal, JournalError, JournalLocked
from companion.journal.schema import SCHEMA
from rules.engine.entries import Header
from tests.companion.time_of_day import Clock
from web.views import Role

EVENING = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
PIN = "271828"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with one match, a PIN and a phone that is signed on."""
    place = tmp_path / "data" / "companion.db"
    with Journal.open(place) as journal:
        journal.ensure_pin(PIN)
        journal.start_match(Header("high_card", 2, {}, None), "First")
    return place


def titles(path: Path) -> list[str]:
    with Journal.look(path) as journal:
        return [match.title for match in journal.matches()]


def copy_of(path: Path) -> bytes:
    return Backups(path).now()


def test_a_copy_has_the_matches_and_no_key_to_the_table(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal:
        token = journal.create_session(Role.HOST)
        copy = copy_of(path)
    other = tmp_path / "copy.db"
    other.write_bytes(copy)
    assert titles(other) == ["First"]
    with Journal.open(other) as journal:
        assert journal.find_session(token) is None
        assert not journal.check_pin(PIN)
    assert b"scrypt" not in copy  # not even in a page that is free


def test_one_copy_a_day_for_a_week(path: Path) -> None:
    clock = Clock(EVENING)
    backups = Backups(path, clock)
    for _ in range(DAYS + 3):
        assert backups.daily()
        clock.now += timedelta(hours=1)
        assert not backups.daily()
        clock.now += timedelta(hours=23)
    kept = backups.copies()
    assert len(kept) == DAYS
    assert kept[0].made.date() == (EVENING + timedelta(days=DAYS + 2)).date()
    assert kept[0].path.stat().st_mode & 0o077 == 0
    assert backups.folder.stat().st_mode & 0o077 == 0


def test_a_clock_that_jumps_costs_no_copy_that_is_worth_more(path: Path) -> None:
    clock = Clock(EVENING + timedelta(days=9000))  # set wrong, before the network set it right
    backups = Backups(path, clock)
    early = backups.keep(CopyKind.EVENING)
    clock.now = EVENING
    made = []
    for _ in range(SAVED + 2):
        clock.now += timedelta(minutes=4)
        made.append(backups.keep(CopyKind.EVENING))
        assert made[-1].exists()
    assert not early.exists()
    clock.now -= timedelta(days=20_000)
    assert backups.keep(CopyKind.EVENING).exists(), "the fresh one stays, whatever its date"


def test_copies_made_by_hand_do_not_push_daily_ones_out(path: Path) -> None:
    clock = Clock(EVENING)
    backups = Backups(path, clock)
    backups.daily()
    for _ in range(9):
        backups.keep(CopyKind.BY_HAND)
    kinds = [copy.kind for copy in backups.copies()]
    assert (kinds.count(CopyKind.BY_HAND), kinds.count(CopyKind.DAILY)) == (5, 1)


def test_a_full_disk_costs_the_copy_and_not_the_evening(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    backups = Backups(path)
    backups.folder.write_text("a file where the folder should be")
    assert not backups.daily()
    assert "could not be made" in caplog.text


def test_what_is_brought_back_counts_from_the_next_start(path: Path) -> None:
    old = copy_of(path)
    with Journal.open(path) as journal:
        journal.start_match(Header("high_card", 2, {}, None), "Second")
        token = journal.create_session(Role.HOST)
        backups = Backups(path)
        assert backups.bring(old) == 1
        assert backups.is_waiting
        with pytest.raises(JournalLocked):
            backups.swap()
    assert titles(path) == ["Second", "First"]  # nothing has changed yet
    assert backups.swap()
    assert titles(path) == ["First"]
    assert not backups.is_waiting
    (before,) = backups.copies()
    assert before.kind is CopyKind.BEFORE_RESTORE
    assert titles(before.path) == ["Second", "First"]
    with Journal.open(path) as journal:  # who may do what is as it was
        assert journal.find_session(token) is not None
        assert journal.check_pin(PIN)
    assert not backups.swap()


def test_a_phone_that_was_sent_away_stays_away(path: Path) -> None:
    with Journal.open(path) as journal:
        token = journal.create_session(Role.HOST)
        old = copy_of(path)
        journal.drop_session(token)
    backups = Backups(path)
    backups.bring(old)
    backups.swap()
    with Journal.open(path) as journal:
        assert journal.find_session(token) is None


def test_into_an_empty_directory_nobody_is_signed_on(path: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "new" / "companion.db"
    fresh.parent.mkdir(mode=0o700)
    backups = Backups(fresh)
    backups.bring(copy_of(path))
    assert backups.swap()
    assert titles(fresh) == ["First"]
    assert backups.copies() == ()
    with Journal.open(fresh) as journal:
        assert journal.ensure_pin()  # a new one is made, and shown


def test_it_helps_when_the_journal_itself_is_damaged(path: Path) -> None:
    old = copy_of(path)
    path.write_bytes(b"scribbled over" * 400)
    backups = Backups(path)
    backups.bring(old)
    assert backups.swap()
    assert titles(path) == ["First"]
    assert [one.name for one in path.parent.iterdir() if "damaged" in one.name]  # nothing is thrown away


def newer(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")


def foreign(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA application_id = 1")
        db.execute("PRAGMA user_version = 0")


def booby_trapped(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("CREATE TRIGGER trap AFTER DELETE ON sessions BEGIN DELETE FROM matches; END")
        db.commit()


def of_other_columns(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("ALTER TABLE settings ADD COLUMN more TEXT")


def cut(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-9000])


def scribbled(copy: Path) -> None:
    whole = copy.read_bytes()
    copy.write_bytes(whole[:200] + b"\xff" * 6000 + whole[6200:])


def empty(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA user_version = 0")
        db.execute("VACUUM")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (newer, "newer companion"),
        (foreign, "another program"),
        (booby_trapped, "damaged or incomplete"),
        (of_other_columns, "damaged or incomplete"),
        (cut, "damaged or incomplete"),
        (scribbled, "damaged or incomplete"),
        (empty, "damaged or incomplete"),
    ],
)
def test_a_bad_copy_is_one_sentence_and_changes_nothing(path: Path, tmp_path: Path, spoil: object, says: str) -> None:
    copy = tmp_path / "copy.db"
    with Journal.look(path) as journal:
        write_copy(journal, copy)
    spoil(copy)  # type: ignore[operator]
    backups = Backups(path)
    before = sorted(path.parent.iterdir())
    with pytest.raises(JournalError, match=says) as told:
        backups.bring(copy.read_bytes())
    assert str(told.value).count(".") <= 2
    assert str(tmp_path) not in str(told.value)
    assert sorted(path.parent.iterdir()) == before
    assert titles(path) == ["First"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"SQLite format 3\x00", b"{}" * 50])
def test_what_is_no_database_is_refused(path: Path, content: bytes) -> None:
    with pytest.raises(JournalError, match=r"Nothing has changed|choose one"):
        Backups(path).bring(content)
    assert not Backups(path).is_waiting


def test_a_file_beyond_the_limit_is_not_even_looked_at(path: Path) -> None:
    with pytest.raises(JournalError, match="MB"):
        Backups(path).bring(b"\0" * (LIMIT_BYTES + 1))


def test_a_copy_that_goes_bad_while_it_waits_is_put_aside(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    backups = Backups(path)
    backups.bring(copy_of(path))
    backups.waiting.write_bytes(b"gone bad")
    assert not backups.swap()
    assert "not brought back" in caplog.text
    assert titles(path) == ["First"]
    assert not backups.is_waiting


def test_a_copy_that_takes_no_keys_does_not_keep_the_table_from_starting(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal.open(path) as journal:
        token = journal.create_session(Role.HOST)
    backups = Backups(path)
    backups.bring(copy_of(path))
    with closing(sqlite3.connect(backups.waiting)) as db:
        db.execute("DROP TABLE sessions")
        db.execute("CREATE TABLE sessions (token_sha256, role, seat, csrf, created_utc, seen_utc CHECK (0))")
    assert not backups.swap()
    assert "not brought back" in caplog.text
    with Journal.open(path) as journal:
        assert journal.find_session(token) is not None
    with closing(sqlite3.connect(backups.waiting.with_suffix(".refused"))) as db:
        assert db.execute("SELECT count(*) FROM settings").fetchone() == (0,), "no key went into it"
    assert not backups.swap(), "the next start does not try again"


def test_names_of_copies_reach_no_other_file(path: Path) -> None:
    backups = Backups(path)
    backups.daily()
    name = backups.copies()[0].path.name
    assert backups.named(name) is not None
    for wrong in ("../companion.db", "companion.db", f"../backups/{name}", f"{name}/", ""):
        assert backups.named(wrong) is None
