"""What looks after the journal: nothing stays in the write-ahead file alone, and the copy that has what was lost is
offered and kept."""

from __future__ import annotations

import shutil
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from companion.journal.backups import SAVED, Backups, CopyKind
from companion.journal.caretaker import Caretaker, find_copies
from companion.journal.damage import DamageKind
from companion.journal.journal import Journal, MatchId
from companion.values.notices import Notice
from rules.engine.entries import Header, Rewind
from tests.companion.spoiled import PAGE, change, flip, wal_of
from tests.companion.time_of_day import Clock

HEADER = Header("high_card", 2, {}, None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


def play(journal: Journal, match: MatchId, count: int) -> None:
    first = journal.match_entries(match) + 1
    for number in range(first, first + count):
        journal.append(match, number, Rewind(0), "host")


def kinds(backups: Backups) -> list[CopyKind]:
    return [copy.kind for copy in backups.copies()]


def test_a_round_leaves_nothing_in_the_write_ahead_file_alone(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        play(journal, match, 40)
        Caretaker(journal, Backups(path)).go_round()
        alone, size = tmp_path / "alone.db", wal_of(path).stat().st_size
        shutil.copy(path, alone)  # as if the card had lost the other file
        play(journal, match, 20)
        assert wal_of(path).stat().st_size == size, "it begins at its beginning again"
    with Journal.look(alone) as journal:
        assert journal.match_entries(match) == 40


def test_an_evening_is_copied_as_it_goes_on_and_only_then(path: Path) -> None:
    clock = Clock()
    backups = Backups(path, clock)
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        caretaker = Caretaker(journal, backups, clock=lambda: clock.now.timestamp())
        for _ in range(3):  # the first is the day's; nothing has changed since
            caretaker.go_round()
        assert kinds(backups) == [CopyKind.DAILY]
        for _ in range(SAVED + 2):
            clock.now += timedelta(minutes=4)
            play(journal, match, 1)
            caretaker.go_round()
        assert kinds(backups) == [*[CopyKind.EVENING] * SAVED, CopyKind.DAILY]
        with Journal.look(backups.copies()[0].path) as copy:
            assert copy.match_entries(match) == SAVED + 2


def test_the_larger_a_journal_the_more_seldom_it_is_copied(path: Path) -> None:
    backups, seconds = Backups(path), [0.0]
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER, "x" * 5_000_000)
        caretaker = Caretaker(journal, backups, clock=lambda: seconds[0])
        caretaker.go_round()
        for minutes in range(4, 30, 4):
            seconds[0] = 60.0 * minutes
            play(journal, match, 1)
            caretaker.go_round()
        assert kinds(backups) == [CopyKind.EVENING, CopyKind.EVENING, CopyKind.DAILY], "5 MB: every twelve minutes"
        play(journal, match, 1)
        caretaker.go_round()
        assert len(kinds(backups)) == 3
        caretaker.ring()
        caretaker.go_round()
        assert len(kinds(backups)) == 4, "the end of a match is copied at once"


def test_a_round_comes_at_once_when_a_match_has_ended_and_the_last_thread_ends(path: Path) -> None:
    ended, begun, told = threading.Event(), threading.Event(), list[Notice]()

    class Watched(Backups):
        def daily(self) -> bool:
            made = super().daily()
            begun.set()
            return made

    with Journal.open(path) as journal:
        backups = Watched(path)
        caretaker = Caretaker(journal, backups, told.append)
        thread = threading.Thread(target=caretaker.run, args=(ended,))
        thread.start()
        assert begun.wait(30.0)
        begun.clear()
        match = journal.start_match(HEADER)
        caretaker.ring()
        assert begun.wait(30.0), "long before the next round is due"
        ended.set()
        caretaker.ring()
        thread.join(30.0)
        assert not thread.is_alive()
    with Journal.look(backups.copies()[0].path) as copy:
        assert [one.match for one in copy.matches()] == [match]
    assert told == []


def test_a_full_disk_costs_the_copy_and_not_the_evening(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Journal.open(path) as journal:
        backups = Backups(path)
        backups.folder.write_text("a file where the folder should be")
        Caretaker(journal, backups).go_round()
    assert "could not be" in caplog.text


def test_a_damaged_match_is_noted_and_the_newest_copy_that_has_it_offered(path: Path) -> None:
    clock, told = Clock(), list[Notice]()
    backups = Backups(path, clock)
    with Journal.open(path) as journal:
        old, new = journal.start_match(HEADER), journal.start_match(HEADER)
        for match in (old, new):
            play(journal, match, 5)
            clock.now += timedelta(minutes=4)
            backups.keep(CopyKind.EVENING)
    change(path, "UPDATE entries SET origin = 'x' WHERE match = ? AND number = 3", old)
    newest, _ = backups.copies()
    content = newest.path.read_bytes()
    newest.path.write_bytes(content[:5000] + b"\xff" * 4000 + content[9000:])  # this copy is not whole either
    with Journal.open(path) as journal:
        caretaker = Caretaker(journal, backups, told.append)
        caretaker.examine()
        (found,) = journal.damages.unread()
        assert (found.kind, found.match, found.count) == (DamageKind.MATCH, old, 3)
        offered = backups.copies()[1].path
        assert backups.offers == {found.number: offered}
        assert [notice.code for notice in told] == ["journal_damaged"]
        for _ in range(2 * SAVED):  # as long as the host has not read of it the copy stays
            clock.now += timedelta(minutes=4)
            play(journal, new, 1)
            caretaker.go_round()
        assert offered.exists()
        journal.damages.read()
        play(journal, new, 1)
        clock.now += timedelta(minutes=4)
        caretaker.go_round()
        assert not offered.exists()


def test_of_a_lost_end_only_a_copy_that_has_more_is_offered(path: Path) -> None:
    clock = Clock()
    backups = Backups(path, clock)
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        play(journal, match, 6)
        journal.damages.note(DamageKind.TAIL, match, 3)
        backups.keep(CopyKind.DAILY)
        find_copies(journal, backups)
        assert backups.offers == {}, "it has no more than the journal"
        play(journal, match, 2)
        clock.now += timedelta(minutes=4)
        backups.keep(CopyKind.BY_HAND)
    path.write_bytes(backups.copies()[0].path.read_bytes())
    change(path, "DELETE FROM entries WHERE number = 8")
    with Journal.open(path, mend=True) as journal:
        find_copies(journal, backups)
        assert list(backups.offers.values()) == [backups.copies()[0].path]


def test_an_empty_copy_is_no_help(path: Path) -> None:
    clock = Clock()
    backups = Backups(path, clock)
    with Journal.open(path) as journal:
        play(journal, journal.start_match(HEADER), 3)
        backups.keep(CopyKind.DAILY)
    path.write_bytes(b"")
    with Journal.open(path, mend=True) as journal:
        clock.now += timedelta(minutes=4)
        backups.keep(CopyKind.EVENING)  # of the empty one
        find_copies(journal, backups)
        assert list(backups.offers.values()) == [backups.copies()[1].path]


def test_a_copy_of_what_was_begun_since_is_no_help(path: Path) -> None:
    clock = Clock()
    backups = Backups(path, clock)
    with Journal.open(path) as journal:
        play(journal, journal.start_match(HEADER), 3)
    path.write_bytes(b"")
    with Journal.open(path, clock, mend=True) as journal:
        play(journal, journal.start_match(HEADER), 5)
        backups.keep(CopyKind.EVENING)
        find_copies(journal, backups)
        assert backups.offers == {}


def test_a_place_that_goes_bad_in_use_is_noted(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.start_match(HEADER)
        play(journal, match, 400)
        backups, told = Backups(path), list[Notice]()
        caretaker = Caretaker(journal, backups, told.append)
        caretaker.go_round()
        content = path.read_bytes()
        pages = [n for n in range(len(content) // PAGE) if b"rewind" in content[n * PAGE : (n + 1) * PAGE]]
        flip(path, pages[-1] * PAGE * 8 + 2)
        caretaker.examine()
        find_copies(journal, backups)
        assert [one.kind for one in journal.damages.unread()] == [DamageKind.PLACE]
        assert list(backups.offers.values()) == [backups.copies()[0].path]


def test_what_a_cut_has_left_of_a_copy_is_swept_away(path: Path) -> None:
    Journal.open(path).close()
    backups = Backups(path)
    backups.keep(CopyKind.DAILY)
    (backups.folder / ".evening-20261122-180000.db.part").write_bytes(b"with keys")
    backups.keep(CopyKind.DAILY)
    assert all(one.name.startswith("daily-") for one in backups.folder.iterdir())


def test_no_fault_ends_the_rounds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Semaphore(0)

    def faulty(caretaker: Caretaker) -> None:
        tried.release()
        raise KeyError("a fault of ours")

    monkeypatch.setattr(Caretaker, "examine", faulty)
    monkeypatch.setattr(Caretaker, "go_round", faulty)
    with Journal.open(path) as journal:
        caretaker, ended = Caretaker(journal, Backups(path)), threading.Event()
        rounds = threading.Thread(target=caretaker.run, args=(ended,), daemon=True)
        rounds.start()
        for _ in range(3):
            assert tried.acquire(timeout=60)
            caretaker.ring()
        ended.set()
        caretaker.ring()
        rounds.join(60)
        assert not rounds.is_alive()


def test_a_file_whose_name_is_no_date_is_no_copy(path: Path) -> None:
    with Journal.open(path):
        backups = Backups(path)
        kept = backups.keep(CopyKind.DAILY)
        (backups.folder / "daily-20261399-000000.db").touch()
        assert [copy.path for copy in backups.copies()] == [kept]
