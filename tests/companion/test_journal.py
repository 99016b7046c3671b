"""The journal: what it acknowledged is there whatever happens, and whatever is wrong with it is said in a sentence."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.journal.backups import write_copy
from companion.journal.journal import (
    SCHEMA,
    DamagedJournal,
    DamageKind,
    Journal,
    JournalError,
    JournalLocked,
    MatchId,
    RepeatedRequest,
    is_running,
)
from companion.journal.witness import Seen, Witness
from rules.engine.entries import EndMatch, Entry, Header, Identify, Position, Rewind, SetTrack
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, PieceId, Seat
from tests.house._source import ROOT
from web.views import Role

HEADER = Header("high_card", 3, {"rounds": 2}, Position({"deck": ("RED-1", "?")}, {"led": None}, "trick", 1))
ENTRIES: tuple[Entry, ...] = (
    Answer(None, "dealt", (("hand/0", (PieceId("RED-1"), UNSEEN)),)),
    Answer(Seat(1), "play:BLU-2", irregular=True),
    Identify("hand/0", (PieceId("RED-2"),)),
    SetTrack("led", "RED", "it was red"),
    Rewind(2, "mistaken"),
    EndMatch("late"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


def filled(path: Path) -> MatchId:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER, "Friday")
        for number, entry in enumerate(ENTRIES, start=1):
            journal.append(match, number, entry, "phone 1", f"r{number}" if number == 2 else "")
    return match


# ---- matches ---------------------------------------------------------------------------------------------------------


def test_a_match_comes_back_as_it_was_written(path: Path) -> None:
    match = filled(path)
    with Journal.open(path) as journal:
        header, stored = journal.load(match)
    assert header == HEADER
    assert tuple(line.entry for line in stored) == ENTRIES
    assert [line.number for line in stored] == [1, 2, 3, 4, 5, 6]
    assert (stored[1].seat, stored[1].request, stored[1].origin) == (1, "r2", "phone 1")
    assert stored[0].request == ""
    assert abs(stored[0].at - datetime.now(UTC)) < timedelta(minutes=5)


def test_the_last_open_match_goes_on(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal.last_open_match() is None
        first = journal.start_match(HEADER)
        other = journal.start_match(Header("chess", 2))
        assert journal.last_open_match() == other
        assert journal.last_open_match("high_card") == first
        assert journal.last_open_match("go") is None
        journal.finish(other)
        assert journal.last_open_match("chess") is None
        second = journal.start_match(HEADER)
        journal.finish(second)
        assert journal.last_open_match("high_card") is None, "one given up does not come back"
        journal.reopen(second)
        assert journal.last_open_match("high_card") == second
        journal.finish(second)
        journal.append(second, 1, Rewind(0), "host")
        assert journal.last_open_match("high_card") == second, "its end was taken back"


def test_the_list_of_matches(path: Path) -> None:
    match = filled(path)
    with Journal.open(path) as journal:
        journal.finish(match)
        journal.finish(match)
        new = journal.start_match(Header("chess", 2))
        listed = journal.matches()
    assert [(m.match, m.game, m.title, m.seats, m.entries) for m in listed] == [
        (new, "chess", "", 2, 0),
        (match, "high_card", "Friday", 3, len(ENTRIES)),
    ]
    assert listed[0].ended is None
    assert listed[1].ended is not None
    assert listed[1].started <= listed[1].ended


def test_entries_have_no_gaps_and_no_doubles(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        journal.append(match, 1, Rewind(0), "host")
        for number in (0, 1, 3):
            with pytest.raises(JournalError, match=f"Entry {number} cannot follow entry 1"):
                journal.append(match, number, Rewind(0), "host")
        with pytest.raises(JournalError):
            journal.append(MatchId(99), 1, Rewind(0), "host")
        assert len(journal.load(match)[1]) == 1
        with pytest.raises(JournalError, match="There is no match 99"):
            journal.load(MatchId(99))


def test_a_repeated_request_of_a_seat_is_known(path: Path) -> None:
    with Journal.open(path) as journal:
        match, other = journal.start_match(HEADER), journal.start_match(HEADER)
        journal.append(match, 1, Answer(Seat(1), "a"), "phone", "r1")
        journal.append(match, 2, Answer(Seat(2), "b"), "phone", "r1")
        journal.append(match, 3, Answer(None, "dealt"), "phone", "r1", seat=0)
        journal.append(match, 4, Answer(None, "dealt"), "camera")
        journal.append(match, 5, Answer(None, "dealt"), "camera")
        journal.append(other, 1, Answer(Seat(1), "a"), "phone", "r1")
        assert journal.answered(match, 1, "r1") == 1
        assert journal.answered(match, 0, "r1") == 3
        assert journal.answered(match, 0, "r2") is None
        with pytest.raises(RepeatedRequest) as caught:
            journal.append(match, 6, Answer(Seat(2), "c"), "phone", "r1")
        assert caught.value.number == 2
        assert len(journal.load(match)[1]) == 5


def test_the_database_itself_refuses_a_repeated_request(path: Path) -> None:
    match = filled(path)
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO entries VALUES (?, 7, '', '', '', 1, 'r2', x'')", (match,))
    db.close()


def test_what_no_database_can_hold_is_refused_and_harms_nothing(path: Path) -> None:
    half = "\ud800"
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        for entry, request in (
            (Answer(Seat(0), half), ""),
            (Answer(Seat(0), "a"), half),
            (Answer(Seat(2**70), "a"), ""),
        ):
            with pytest.raises(JournalError, match="cannot be stored"):
                journal.append(match, 1, entry, "phone", request)
        with pytest.raises(JournalError, match="cannot be stored"):
            journal.create_session(Role.SEAT, 0, half)
        journal.append(match, 1, Answer(Seat(0), "a"), "phone", "r")
        assert len(journal.load(match)[1]) == 1


def test_a_closed_journal_says_so(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
    journal.close()
    with pytest.raises(JournalError):
        journal.append(match, 1, Answer(Seat(0), "a"), "phone")


# ---- durability ------------------------------------------------------------------------------------------------------


def test_what_was_acknowledged_survives_a_killed_process(path: Path) -> None:
    command = [sys.executable, str(ROOT / "tests/companion/_writes_answers.py"), str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        while int(child.stdout.readline()) < 40:
            pass
        with pytest.raises(JournalLocked):
            Journal.open(path)
        child.kill()
        rest = child.stdout.read().split("\n")
    last = int(rest[-2]) if len(rest) > 1 else 40
    with Journal.open(path) as journal:
        match = journal.last_open_match()
        assert match is not None
        stored = journal.load(match)[1]
        assert journal.answered(match, last % 2, f"r{last}") == last
    assert len(stored) in (last, last + 1), "all that was acknowledged, and at most the one under way"
    assert [line.number for line in stored] == list(range(1, len(stored) + 1))


def test_every_commit_is_synced_and_written_ahead(path: Path) -> None:
    with Journal.open(path) as journal:
        for store in (journal._entries, journal._people):
            with store.reading() as db:
                assert db.execute("PRAGMA synchronous").fetchone() == (2,)
                assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
                assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_full_disk_is_said_and_changes_nothing(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        journal.append(match, 1, Answer(Seat(0), "a"), "phone")
        with journal._entries.reading() as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="The disk is full"):
            journal.append(match, 2, Answer(Seat(0), "x" * 100_000), "phone")
        assert len(journal.load(match)[1]) == 1
        with journal._entries.reading() as db:
            db.execute("PRAGMA max_page_count = 1000000")
        journal.append(match, 2, Answer(Seat(0), "b"), "phone")
        assert len(journal.load(match)[1]) == 2


def test_sessions_and_entries_are_written_side_by_side(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        failed: list[BaseException] = []

        def sign_on(first: int) -> None:
            try:
                for seat in range(first, first + 10):
                    assert journal.find_session(journal.create_session(Role.SEAT, seat)) is not None
            except Exception as error:
                failed.append(error)

        threads = [threading.Thread(target=sign_on, args=(10 * n,)) for n in range(3)]
        for thread in threads:
            thread.start()
        for number in range(1, 31):
            journal.append(match, number, Answer(Seat(0), "a"), "phone")
        for thread in threads:
            thread.join()
        assert not failed
        assert len(journal.load(match)[1]) == 30
        assert len(journal.holders()) == 30


# ---- the file --------------------------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_file_is_its_owners_only(path: Path) -> None:
    before = os.umask(0)
    try:
        with Journal.open(path) as journal:
            journal.start_match(HEADER)
            names = {item.name: mode(item) for item in path.parent.iterdir()}
    finally:
        os.umask(before)
    beside = {f"companion.db{ending}" for ending in ("-wal", "-shm", ".lock", ".witness")}
    assert set(names) == {"companion.db", *beside}
    assert set(names.values()) == {0o600}
    assert mode(path.parent) == 0o700


def test_rights_that_became_too_wide_are_narrowed(path: Path) -> None:
    filled(path)
    path.chmod(0o644)
    path.parent.chmod(0o755)
    filled(path)
    assert (mode(path), mode(path.parent)) == (0o600, 0o700)


def test_a_directory_with_other_things_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    tmp_path.chmod(0o755)
    filled(tmp_path / "companion.db")
    assert (mode(tmp_path / "companion.db"), mode(tmp_path)) == (0o600, 0o755)


def test_a_directory_that_others_can_write_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(JournalError, match="can be written by other users"):
        Journal.open(tmp_path / "companion.db")
    assert not (tmp_path / "companion.db").exists()


def test_only_one_service_at_a_time(path: Path) -> None:
    assert not is_running(path)
    with Journal.open(path):
        assert is_running(path)
        with pytest.raises(JournalLocked, match="Another companion is already running with this data directory"):
            Journal.open(path)
    assert not is_running(path)
    with Journal.open(path):
        pass


def test_looking_disturbs_nobody_and_changes_nothing(path: Path) -> None:
    with pytest.raises(JournalError, match="There is no journal yet"):
        Journal.look(path)
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        with Journal.look(path) as looking:
            journal.append(match, 1, Rewind(0), "host")
            assert len(looking.load(match)[1]) == 1
            with pytest.raises(JournalError, match="cannot be opened or written"):
                looking.append(match, 2, Rewind(0), "host")


def damaged(path: Path, damage: str) -> bytes:
    """A journal that was long, and is what comes back now."""
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        for number in range(1, 200):
            journal.append(match, number, Answer(Seat(0), "x" * 200), "phone")
    whole = path.read_bytes()
    broken = {
        "text": b"Dear diary, " * 1000,
        "middle": whole[:4096] + os.urandom(len(whole) - 8192) + whole[-4096:],
        "cut": whole[: len(whole) // 2],
    }[damage]
    path.write_bytes(broken)
    return broken


@pytest.mark.parametrize("damage", ["text", "middle", "cut"])
def test_a_damaged_journal_is_left_there_and_told(path: Path, damage: str) -> None:
    broken = damaged(path, damage)
    with pytest.raises(DamagedJournal) as caught:
        Journal.open(path)
    assert path.read_bytes() == broken
    assert str(path) in str(caught.value)
    assert not is_running(path)


@pytest.mark.parametrize("damage", ["text", "middle", "cut"])
def test_a_table_puts_a_damaged_journal_aside_and_knows_of_it(path: Path, damage: str) -> None:
    broken = damaged(path, damage)
    with Journal.open(path, mend=True) as journal:
        assert journal.matches() == ()
        (found,) = journal.damages.unread()
    assert found.kind is DamageKind.FILE
    assert path.with_name(found.aside).read_bytes() == broken
    with Journal.open(path, mend=True) as journal:
        assert journal.damages.unread() == (found,), "told until the host has read it"
        journal.damages.read()
        assert journal.damages.unread() == ()


def test_a_look_at_a_damaged_journal_leaves_it_there(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(DamagedJournal, match="damaged or is no database"):
        Journal.look(path)
    assert path.exists()


def test_a_newer_journal_is_left_alone(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    Witness(path).note(Seen(SCHEMA + 1, 1, len(ENTRIES)))
    before = path.read_bytes()
    with pytest.raises(JournalError, match="written by a newer companion"):
        Journal.open(path)
    assert path.read_bytes() == before
    assert not is_running(path)


def test_a_database_of_somebody_else_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name)")
    db.close()
    with pytest.raises(JournalError, match="a database of another program"):
        Journal.open(path)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM recipes").fetchone() == (0,)
    db.close()


def test_a_place_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be used for the journal"):
        Journal.open(tmp_path / "file" / "companion.db")


def test_a_copy_is_whole_and_private(path: Path, tmp_path: Path) -> None:
    match = filled(path)
    copy = tmp_path / "copy.db"
    with Journal.open(path) as journal:
        write_copy(journal, copy)
        with pytest.raises(JournalError, match="exists already"):
            write_copy(journal, copy)
        with pytest.raises(JournalError, match="cannot be written"):
            write_copy(journal, tmp_path / "none" / "copy.db")
    assert mode(copy) == 0o600
    assert [item.name for item in tmp_path.iterdir() if "copy" in item.name] == ["copy.db"]
    with Journal.look(copy) as journal:
        assert tuple(line.entry for line in journal.load(match)[1]) == ENTRIES
