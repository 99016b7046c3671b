"""A journal that was damaged: found by its chain and its witness, put aside, told, and never taken for a new one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.backups import Backups, CopyKind
from companion.journal.journal import (
    DamagedJournal,
    DamagedMatch,
    DamageKind,
    Journal,
    JournalError,
    MatchId,
    is_running,
)
from companion.journal.schema import SCHEMA
from companion.journal.witness import Seen, Witness
from rules.engine.entries import Entry, Header, Rewind, SetTrack
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.spoiled import PAGE, change, cut, flip, killed_in_play, wal_of
from tests.companion.time_of_day import Clock
from web.views import Role

HEADER = Header("high_card", 2, {}, None)
ENTRIES: tuple[Entry, ...] = (
    Answer(None, "dealt"),
    Answer(Seat(0), "play:RED-1"),
    SetTrack("led", "RED", "it was red"),
    Rewind(2, "mistaken"),
    Answer(Seat(1), "play:BLU-2"),
)
PIN = "271828"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


def filled(path: Path, matches: int = 1) -> MatchId:
    """A journal with matches of all entries; gives the last one."""
    with Journal.open(path) as journal:
        journal.ensure_pin(PIN)
        for _ in range(matches):
            match = journal.start_match(HEADER, "Friday")
            for number, entry in enumerate(ENTRIES, start=1):
                journal.append(match, number, entry, f"phone {number}", f"r{number}")
    return match


# ---- the chain -------------------------------------------------------------------------------------------------------


CHANGES = (
    "UPDATE entries SET body = replace(body, '\"', ' \"')",
    "UPDATE entries SET origin = 'camera'",
    "UPDATE entries SET at_utc = '2026-01-01T00:00:00.000+00:00'",
    "UPDATE entries SET seat = 7",
    "UPDATE entries SET request = 'r77'",
    "UPDATE entries SET chain = x'00'",
    "DELETE FROM entries",
)


@pytest.mark.parametrize("number", range(1, len(ENTRIES)))  # a last one that is gone is found by the witness
@pytest.mark.parametrize("damage", CHANGES)
def test_whatever_is_changed_in_an_entry_is_found(path: Path, damage: str, number: int) -> None:
    match = filled(path, 2)
    change(path, f"{damage} WHERE match = ? AND number = ?", match, number)
    with Journal.open(path) as journal:
        with pytest.raises(DamagedMatch) as caught:
            journal.load(match)
        assert caught.value.number == number
        assert journal.broken() == {match: number}
        assert len(journal.load(MatchId(1))[1]) == len(ENTRIES), "the other match is as it was"


@pytest.mark.parametrize("column", ["game", "header", "started_utc"])
def test_whatever_is_changed_of_a_match_is_found(path: Path, column: str) -> None:
    match = filled(path)
    change(path, f"UPDATE matches SET {column} = {column} || ' ' WHERE id = ?", match)
    with Journal.open(path) as journal:
        assert journal.broken() == {match: 1}
        assert [one.match for one in journal.matches()] == [match], "it stays in the list"


def test_letters_that_are_none_do_not_keep_the_others_from_being_read(path: Path) -> None:
    match = filled(path, 2)
    change(path, "UPDATE entries SET body = CAST(x'7BFF7D' AS TEXT) WHERE match = ? AND number = 2", match)
    change(path, "UPDATE matches SET header = CAST(x'7BFF7D' AS TEXT), started_utc = 'soon' WHERE id = ?", match)
    with Journal.open(path) as journal:
        assert [one.seats for one in journal.matches()] == [0, 2]
        assert len(journal.load(MatchId(1))[1]) == len(ENTRIES)
        with pytest.raises(DamagedMatch):
            journal.load(match)


def test_a_line_that_nobody_can_read_is_named_whatever_its_checksum(path: Path) -> None:
    match = filled(path)
    change(path, "UPDATE entries SET body = '{\"dance\": {}}' WHERE number = 3")
    with closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE entries DROP COLUMN chain")  # as an older companion has left it
        db.execute("DROP TABLE damages")
        db.execute("DROP TABLE match_tellings")
        db.execute("DROP TABLE outbox")
        db.execute("PRAGMA user_version = 4")
    with Journal.open(path) as journal, pytest.raises(DamagedMatch, match="entry 3"):
        journal.load(match)


def test_a_journal_of_the_version_before_opens_and_goes_on(path: Path) -> None:
    match = filled(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE entries DROP COLUMN chain")
        db.execute("DROP TABLE damages")
        db.execute("DROP TABLE match_tellings")
        db.execute("DROP TABLE outbox")
        db.execute("PRAGMA user_version = 4")
    Witness(path).drop()
    with Journal.look(path) as looking:  # which changes nothing
        assert len(looking.load(match)[1]) == len(ENTRIES)
        assert looking.broken() == {}
        assert looking.damages.all() == ()
    with Journal.open(path) as journal:
        assert tuple(one.entry for one in journal.load(match)[1]) == ENTRIES
        journal.append(match, len(ENTRIES) + 1, Rewind(0), "host")
        assert journal.broken() == {}
        assert journal.damages.all() == ()
    change(path, "UPDATE entries SET origin = 'x' WHERE number = 2")
    with Journal.open(path) as journal:
        assert journal.broken() == {match: 2}, "the checksums were made on the way"


# ---- an end that is missing -----------------------------------------------------------------------------------------


def test_answers_that_a_wrong_bit_swallowed_are_counted_and_told(path: Path) -> None:
    last = killed_in_play(path, 40)
    wal = wal_of(path)
    before = wal.read_bytes()
    flip(wal, wal.stat().st_size * 4)  # in the middle: SQLite takes what comes before for all there is
    spoiled = wal.read_bytes()
    with Journal.open(path, mend=True) as journal:
        match = journal.last_open_match()
        assert match is not None
        there = len(journal.load(match)[1])
        (found,) = journal.damages.unread()
        assert found.kind is DamageKind.TAIL
        assert found.count + there in (last, last + 1), "all that was acknowledged, and at most the one under way"
        assert found.count > 0
        assert found.match == match
        kept = path.with_name(found.aside)
        assert wal_of(kept).read_bytes() == spoiled != before, "nothing is thrown away"
        journal.append(match, there + 1, Rewind(0), "host")
    with Journal.open(path, mend=True) as journal:
        assert journal.damages.unread() == (found,), "told once"


def test_a_cut_write_ahead_file_is_told_too(path: Path) -> None:
    last = killed_in_play(path, 20)
    cut(wal_of(path), wal_of(path).stat().st_size * 4 // 5)
    with Journal.open(path, mend=True) as journal:
        (found,) = journal.damages.unread()
        assert found.count + (journal.match_entries(found.match or 0)) in (last, last + 1)


def test_a_match_that_was_taken_away_is_no_loss(path: Path) -> None:
    match = filled(path, 2)
    with Journal.open(path) as journal:
        journal.finish(match)
        journal.rosters.delete_match(match)
    with Journal.open(path, mend=True) as journal:
        assert journal.damages.all() == ()


def test_a_witness_that_lags_behind_means_nothing(path: Path) -> None:
    match = filled(path)
    for seen in (Seen(SCHEMA, match, 1), Seen(SCHEMA, 0, 0)):
        Witness(path).note(seen)
        with Journal.open(path, mend=True) as journal:
            assert journal.damages.all() == ()
    Witness(path).path.write_bytes(b"\xff" * 700)
    with Journal.open(path, mend=True) as journal:
        assert journal.damages.all() == ()
        assert journal.matches()


# ---- a file that is gone --------------------------------------------------------------------------------------------


def empty(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def test_no_bytes_beside_what_waits_to_be_written_is_damage(path: Path) -> None:
    killed_in_play(path, 10)
    Witness(path).drop()
    empty(path)
    waiting = wal_of(path).read_bytes()
    with pytest.raises(DamagedJournal, match="was not before"):
        Journal.look(path)
    with Journal.open(path, mend=True) as journal:
        (found,) = journal.damages.unread()
    assert found.kind is DamageKind.FILE
    assert wal_of(path.with_name(found.aside)).read_bytes() == waiting, "SQLite would have thrown it away"


def test_no_file_beside_what_waits_to_be_written_is_damage(path: Path) -> None:
    killed_in_play(path, 10)
    Witness(path).drop()
    gone(path)
    with pytest.raises(DamagedJournal):
        Journal.open(path)
    with Journal.open(path, mend=True) as journal:
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.FILE]


@pytest.mark.parametrize("lose", [empty, gone])
def test_a_journal_that_its_witness_has_seen_is_not_new(path: Path, lose: object) -> None:
    filled(path)
    lose(path)  # type: ignore[operator]
    with Journal.open(path, mend=True) as journal:
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.FILE]
        assert journal.check_pin(PIN), "the host gets in where it is told"
    with Journal.open(path, mend=True) as journal:
        assert len(journal.damages.unread()) == 1


def test_no_bytes_beside_copies_is_damage(path: Path) -> None:
    filled(path)
    Backups(path).keep(CopyKind.DAILY)
    Witness(path).drop()
    empty(path)
    with Journal.open(path, mend=True) as journal:
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.FILE]


def test_a_first_start_that_was_cut_off_is_no_damage(path: Path) -> None:
    path.parent.mkdir()
    empty(path)
    with Journal.open(path, mend=True) as journal:
        assert journal.damages.all() == ()


# ---- a file that is not whole ---------------------------------------------------------------------------------------


def test_whoever_was_signed_on_stays_so_where_that_can_be_read(path: Path) -> None:
    filled(path, 30)
    with Journal.open(path) as journal:
        token = journal.create_session(Role.HOST)
        seat = journal.create_session(Role.SEAT, 1, "Ada")
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    content = path.read_bytes()
    path.write_bytes(content[: (root - 1) * PAGE] + b"\xff" * PAGE + content[root * PAGE :])
    with pytest.raises(DamagedJournal):
        Journal.look(path)
    with Journal.open(path, mend=True) as journal:
        assert journal.matches() == ()
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.FILE]
        assert journal.check_pin(PIN)
        assert journal.find_session(token) is not None
        assert [(one.seat, one.name) for one in journal.holders()] == [(1, "Ada")]
        assert journal.find_session(seat) is not None


@pytest.mark.parametrize("at", [60, 63, 68, 71])  # the format's number, and whose file it is
def test_a_wrong_bit_in_the_header_is_no_other_program_s_file(path: Path, at: int) -> None:
    filled(path)
    flip(path, at * 8 + 4)
    with Journal.open(path, mend=True) as journal:
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.FILE]
    assert not is_running(path)


def spoil_index(path: Path, meanwhile: str = "") -> None:
    """The index of requests holds nothing any more; `meanwhile`: what was written without it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = replace(sql, 'IS NOT NULL', 'IS NULL') WHERE type = 'index'")
        db.execute("PRAGMA writable_schema = RESET")
        db.execute("REINDEX")
        db.executescript(meanwhile)
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = replace(sql, 'IS NULL', 'IS NOT NULL') WHERE type = 'index'")
        db.execute("PRAGMA writable_schema = RESET")


def test_an_index_that_does_not_fit_is_made_anew(path: Path) -> None:
    match = filled(path, 2)
    spoil_index(path)
    with Journal.look(path) as journal:
        assert not journal.is_sound()
        assert journal.answered(match, 0, "r2") is None
    with Journal.open(path) as journal:
        assert journal.is_sound()
        assert journal.answered(match, 0, "r2") == 2
        assert journal.damages.all() == (), "nothing was lost"


def test_two_rows_of_one_key_are_damage_and_the_table_starts(path: Path) -> None:
    filled(path, 2)
    spoil_index(path, "UPDATE entries SET request = 'r1', seat = 0")
    with pytest.raises(DamagedJournal, match=r"is damaged .*UNIQUE"):
        Journal.open(path)
    with Journal.open(path, mend=True) as journal:
        assert [one.kind for one in journal.damages.all()] == [DamageKind.FILE]


def test_letters_that_are_none_in_the_names_of_tables_are_damage(path: Path) -> None:
    filled(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE matches", b"CREATE TABLE \xa0at\xffhes"))
    with pytest.raises(DamagedJournal):
        Journal.open(path)
    with Journal.open(path, mend=True) as journal:
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.FILE]
        assert journal.check_pin(PIN)


def test_another_name_of_a_column_is_damage(path: Path) -> None:
    filled(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"origin TEXT", b"orihin TEXT"))
    with pytest.raises(DamagedJournal):
        Journal.open(path)


# ---- what is kept of it ---------------------------------------------------------------------------------------------


def test_a_damage_is_noted_once_and_a_damaged_match_has_ended(path: Path) -> None:
    match = filled(path)
    clock = Clock()
    with Journal.open(path, clock) as journal:
        assert journal.last_open_match() == match
        for _ in range(3):
            journal.damages.note(DamageKind.MATCH, match, 2)
        assert [(one.match, one.count) for one in journal.damages.all()] == [(match, 2)]
        assert journal.last_open_match() is None
        assert [one.match for one in journal.matches() if one.ended is not None] == [match]
        journal.damages.read()
        journal.damages.note(DamageKind.MATCH, match, 2)
        assert journal.damages.unread() == (), "the host has read of it already"


def test_a_place_that_cannot_hold_a_new_one_is_one_sentence(path: Path) -> None:
    path.parent.mkdir()
    wal_of(path).mkdir()
    path.write_bytes(b"no journal")
    (path.parent / "x").touch()
    with pytest.raises(JournalError):
        Journal.open(path, mend=True).close()
    assert not is_running(path)
