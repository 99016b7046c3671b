"""Copies on USB sticks: by themselves once a stick was allowed, encrypted where that was chosen, one sentence for each
stick that does not do what it should, and nothing lost."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.journal.backups import Backups, CopyKind
from companion.journal.journal import Journal, JournalError
from companion.sticks import keeper, plugged
from companion.sticks.keeper import DAYS, LATEST, Sticks
from companion.sticks.plugged import FOLDER, Plugged, Stick
from companion.sticks.sealed import key_of, opened, sealed
from rules.engine.entries import Header
from tests.companion.time_of_day import Clock

PASSWORD = "correct horse"


class Box:
    """A table with a journal, and the folder in which its system mounts sticks."""

    def __init__(self, folder: Path) -> None:
        self.place = folder / "sticks"
        self.place.mkdir(parents=True)
        self.clock = Clock()
        self.journal = Journal.open(folder / "data/companion.db")
        self.backups = Backups(self.journal.path, self.clock)
        self.play()
        self.sticks = Sticks(self.journal, self.backups, Plugged(self.place, folder / "sys", Path.is_dir))

    def play(self, kind: CopyKind = CopyKind.EVENING) -> None:
        """A match, and the copy of it that the caretaker keeps."""
        self.clock.now += timedelta(minutes=4)
        self.journal.start_match(Header("high_card", 2))
        self.backups.keep(kind)

    def plug(self, name: str = "sda1") -> Path:
        folder = self.place / name
        folder.mkdir()
        return folder

    def on(self, name: str = "sda1") -> list[str]:
        """The files that are on a stick, the newest last."""
        folder = self.place / name / FOLDER
        return sorted(path.name for path in folder.iterdir() if path.name != "stick") if folder.is_dir() else []

    def why_not(self, name: str = "sda1") -> str:
        """What the host reads of a stick."""
        return next(state.said for state in self.sticks.states() if state.stick.key == name)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path / "old")
    yield made
    made.journal.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path / "new")
    yield made
    made.journal.close()


def test_a_stick_that_was_allowed_once_gets_each_new_copy_by_itself(box: Box) -> None:
    box.plug()
    box.sticks.look()
    assert box.on() == [], "it is not known"
    assert not box.sticks.states()[0].is_allowed
    box.sticks.allow("sda1", "")
    assert len(box.on()) == 1
    for _ in range(LATEST + 2):
        box.play()
        box.sticks.look()
    assert len(box.on()) == LATEST
    newest = box.backups.copies()[0].path
    assert (box.place / "sda1" / FOLDER / box.on()[-1]).read_bytes() == newest.read_bytes()
    shutil.move(box.place / "sda1", box.place / "sdb1")  # pulled out, and in again elsewhere
    box.sticks.look()
    box.play()
    box.sticks.look()
    assert box.on("sdb1")[-1].startswith(box.backups.copies()[0].path.stem)
    box.sticks.forget("sdb1")
    before = box.on("sdb1")
    box.play()
    box.sticks.look()
    assert box.on("sdb1") == before


def test_where_nothing_is_new_no_stick_is_woken(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.plug()
    box.sticks.allow("sda1", "")
    monkeypatch.setattr(plugged, "_read", lambda *what: pytest.fail("it was read"))
    box.sticks.look()
    box.sticks.look()


def test_an_encrypted_copy_is_opened_on_a_new_card_by_the_password_alone(box: Box, other: Box) -> None:
    stick = box.plug()
    with pytest.raises(JournalError, match="at least 8"):
        box.sticks.allow("sda1", "short")
    assert box.on() == []
    box.sticks.allow("sda1", PASSWORD)
    (name,) = box.on()
    content = (stick / FOLDER / name).read_bytes()
    assert b"SQLite" not in content
    newest = box.backups.copies()[0].path.read_bytes()
    assert box.sticks.take("sda1", name, "") == newest, "this table knows the password"
    shutil.copytree(stick, other.plug("sdc"), dirs_exist_ok=True)
    (state,) = other.sticks.states()
    assert (state.is_allowed, [copy.is_sealed for copy in state.copies]) == (False, [True])
    for wrong, why in (("", "is encrypted"), ("wrong horse", "not the password")):
        with pytest.raises(JournalError, match=why):
            other.sticks.take("sdc", name, wrong)
    assert other.backups.bring(other.sticks.take("sdc", name, PASSWORD)) == 1
    damaged = other.place / "sdc" / FOLDER / name
    damaged.write_bytes(content[:200] + b"?" + content[201:])
    with pytest.raises(JournalError, match="the copy is damaged"):
        other.sticks.take("sdc", name, PASSWORD)


def test_no_copy_and_no_stick_tells_the_password_or_the_key(box: Box) -> None:
    stick = box.plug()
    box.sticks.allow("sda1", PASSWORD)
    key = box.journal.setting("sticks") or ""
    assert len(key) > 100
    secret = key.split('"')[-2].encode()
    box.play()
    for path in (*(stick / FOLDER).iterdir(), *(copy.path for copy in box.backups.copies())):
        assert secret not in path.read_bytes()
        assert PASSWORD.encode() not in path.read_bytes()
    assert "secret" not in repr(key_of(PASSWORD)).lower()


def test_two_tables_leave_each_other_s_copies_alone(box: Box, other: Box) -> None:
    stick = box.plug()
    box.sticks.allow("sda1", "")
    theirs = box.on()
    (other.place / "sda1").symlink_to(stick)
    other.sticks.allow("sda1", "")
    for _ in range(LATEST + 1):
        other.play()
        other.sticks.look()
    assert set(theirs) < set(box.on())
    assert len(box.on()) == LATEST + 1
    assert box.sticks.states()[0].is_allowed


def test_one_evening_does_not_push_the_days_before_it_off_a_stick(box: Box) -> None:
    box.plug()
    box.sticks.allow("sda1", "")
    for _ in range(DAYS + 1):
        box.clock.now += timedelta(days=1)
        for _ in range(LATEST + 1):
            box.play()
            box.sticks.look()
    days = [name.split("-")[1] for name in box.on()]
    assert (len(set(days)), len(days)) == (DAYS, DAYS - 1 + LATEST)


def test_a_clock_that_was_set_back_costs_no_new_copy(box: Box) -> None:
    box.plug()
    box.sticks.allow("sda1", "")
    for _ in range(LATEST):
        box.play()
        box.sticks.look()
    box.clock.now -= timedelta(days=400)
    box.sticks.copy("sda1")
    made = (box.backups.newest() or Path()).stem
    assert box.clock.now.strftime("%Y%m%d") in made
    assert made in str(box.on())
    box.play()
    box.sticks.look()
    assert made in str(box.on()), "those of a time to come go first"
    made = (box.backups.newest() or Path()).stem
    assert made in str(box.on())
    again = Sticks(box.journal, Backups(box.journal.path, box.clock), box.sticks.machine)
    again.look()
    assert (Backups(box.journal.path, box.clock).newest() or Path()).stem == made, "also after a start"


def test_what_could_not_come_back_does_not_go_onto_a_stick(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.plug()
    monkeypatch.setattr(keeper, "LIMIT_BYTES", 1000)
    with pytest.raises(JournalError, match="could be brought back"):
        box.sticks.allow("sda1", "")
    assert box.on() == []


def test_a_stick_that_hangs_keeps_no_page_waiting(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "_PATIENCE_S", 0.0)
    box.plug()
    box.sticks.allow("sda1", "")
    before = box.sticks.states()
    hangs, ends = threading.Event(), threading.Event()

    def write(path: Path, content: bytes) -> None:
        hangs.set()
        ends.wait(30.0)

    monkeypatch.setattr(plugged, "_write", write)
    box.play()
    looking = threading.Thread(target=box.sticks.look)
    looking.start()
    try:
        assert hangs.wait(30.0)
        assert box.sticks.states() == before
        with pytest.raises(JournalError, match="does not answer"):
            box.sticks.copy("sda1")
    finally:
        ends.set()
        looking.join(30.0)


class Full:
    """A disk that takes only so many files of so many bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: OSError, fails: int = 1_000) -> None:
        self.write, self.error, self.fails = plugged._write, error, fails
        monkeypatch.setattr(plugged, "_write", self)

    def __call__(self, path: Path, content: bytes) -> None:
        self.write(path, content[:100])
        if self.fails:
            self.fails -= 1
            raise self.error
        self.write(path, content)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (28, "is full: delete something"),  # ENOSPC
        (30, "can only be read: move its little switch"),  # EROFS
        (5, "was pulled out"),  # EIO
        (19, "was pulled out"),  # ENODEV
        (13, "format it as FAT32 or exFAT"),  # EACCES
    ],
)
def test_a_stick_that_fails_in_the_middle_costs_nothing_that_was_there(
    box: Box, monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    box.plug()
    box.sticks.allow("sda1", "")
    before = {name: (box.place / "sda1" / FOLDER / name).read_bytes() for name in box.on()}
    Full(monkeypatch, OSError(number, os.strerror(number)))
    box.play()
    kept = len(box.backups.copies())
    box.sticks.look()
    assert why in box.why_not()
    assert {name: (box.place / "sda1" / FOLDER / name).read_bytes() for name in box.on()} == before
    assert len(box.backups.copies()) == kept
    with pytest.raises(JournalError, match=why.split(":")[0]):
        box.sticks.copy("sda1")


def test_on_a_full_stick_the_oldest_copies_make_room(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.plug()
    box.sticks.allow("sda1", "")
    for _ in range(3):
        box.play()
        box.sticks.look()
    assert len(box.on()) == 4
    Full(monkeypatch, OSError(28, "full"), fails=1)
    box.play()
    box.sticks.look()
    assert len(box.on()) == 4, "one at a time"
    assert box.on()[-1].startswith(box.backups.copies()[0].path.stem)


def test_a_stick_that_loses_what_it_is_given_is_found_out(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.plug()
    monkeypatch.setattr(plugged, "_write", lambda path, content: path.write_bytes(bytes(len(content))))
    with pytest.raises(JournalError, match="does not keep what is written"):
        box.sticks.allow("sda1", "")
    assert box.on() == []


def test_a_stick_that_is_gone_is_told_as_such(box: Box) -> None:
    stick = Stick(box.place / "sdz1", "Fine Stick", Path.is_dir)
    with pytest.raises(JournalError, match="Fine Stick was pulled out"):
        plugged.lay(stick, "x", b"x")
    for act in (lambda: box.sticks.copy("sdz1"), lambda: box.sticks.forget("sdz1")):
        with pytest.raises(JournalError, match="not plugged in any more"):
            act()


def test_what_stands_on_a_foreign_stick_is_looked_at_with_suspicion(box: Box) -> None:
    folder = box.plug() / FOLDER
    folder.mkdir()
    (folder / "daily-20269999-999999-abcd.db").write_text("no date")
    (folder / "daily-20261129-180000-abcd.db").symlink_to(box.journal.path)
    (folder / "stick").write_text("../../etc/passwd")
    (state,) = box.sticks.states()
    assert (state.copies, state.is_allowed, state.said) == ((), False, "")
    for name in ("../../data/companion.db", "stick", "/etc/passwd"):
        with pytest.raises(JournalError, match="no copy of a journal"):
            box.sticks.take("sda1", name, "")
    with pytest.raises(JournalError):
        box.sticks.take("sda1", "daily-20261129-180000-abcd.db", "")
    (folder / "daily-20261129-190000-abcd.db.sealed").write_bytes(b"TABLETOPCOPY1\n")
    with pytest.raises(JournalError, match="damaged or incomplete"):
        box.sticks.take("sda1", "daily-20261129-190000-abcd.db.sealed", PASSWORD)


def test_sticks_of_another_format_are_named(tmp_path: Path, box: Box) -> None:
    disks = {"sda": "1 9 Good", "sdb": "1 9 Odd", "sdc": "0 9 Drive", "sdd": "1 0 Reader", "sde": "1 9 System"}
    for disk, facts in (disks | {"sdf": "1 9 Music"}).items():
        removable, size, model = facts.split()
        folder = tmp_path / "old/sys" / disk
        (folder / "device").mkdir(parents=True)
        for name, text in (("removable", removable), ("size", size), ("device/model", model), ("device/vendor", "X ")):
            (folder / name).write_text(f"{text}\n")
    (tmp_path / "old/sys/sde/sde2").mkdir()
    (tmp_path / "old/sys/sde/sde2/dev").write_text("8:66\n")
    mounts, seconds = tmp_path / "mountinfo", [0.0]
    music = "37 25 0:39 / /media/music rw shared:9 - btrfs /dev/sdf rw"
    mounts.write_text(f"25 1 8:66 / / rw,noatime shared:1 - ext4 /dev/root rw\n{music}\n")
    machine = Plugged(box.place, tmp_path / "old/sys", Path.is_dir, mounts, lambda: seconds[0])
    box.plug("sda1")
    assert [stick.name for stick in machine.sticks()] == ["X Good"]
    machine.strange()
    seconds[0] = 60.0
    assert machine.strange() == (), "nobody mounts sticks here"
    (box.place / ".rule").mkdir()
    assert machine.strange() == (), "it may be mounted in a moment"
    seconds[0] = 120.0
    assert machine.strange() == ("X Odd",)
    assert [stick.name for stick in machine.sticks()] == ["X Good"]


def test_sealing_is_another_one_each_time_and_finds_every_changed_byte() -> None:
    key = key_of(PASSWORD)
    once, again = sealed(b"all hands", key), sealed(b"all hands", key)
    assert once != again
    assert opened(again, key_of(PASSWORD, key.salt)) == b"all hands"
    for place in range(len(once)):
        with pytest.raises(JournalError):
            opened(once[:place] + bytes([once[place] ^ 1]) + once[place + 1 :], key)


# ---- real file systems ----------------------------------------------------------------------------------------------


@pytest.fixture
def real(box: Box, tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB in a loop device; root alone may make one. (Few kernels of such machines know FAT.)"""
    image, place = tmp_path / "stick.img", box.place / "sda1"
    place.mkdir()
    image.write_bytes(bytes(1_000_000))
    commands = (["mkfs.ext4", "-qO", "^has_journal", str(image)], ["mount", "-o", "loop", str(image), str(place)])
    if os.geteuid() != 0:
        pytest.skip("only root mounts")
    if any(subprocess.run(command, capture_output=True, check=False).returncode for command in commands):
        pytest.skip("no loop devices here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)


def test_a_real_stick_that_is_full_that_can_only_be_read_and_that_goes_away(box: Box, real: Path) -> None:
    box.sticks.machine._is_there = plugged.is_mounted
    box.sticks.allow("sda1", PASSWORD)
    (first,) = box.on()
    filling = real / "holiday.jpg"
    with filling.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass
    box.play()
    box.sticks.look()
    assert "is full" in box.why_not()
    assert box.on() == [first]
    filling.unlink()
    box.sticks.copy("sda1")
    assert len(box.on()) == 2
    subprocess.run(["mount", "-o", "remount,ro", str(real)], check=True)
    with pytest.raises(JournalError, match="can only be read"):
        box.sticks.copy("sda1")
    assert box.sticks.take("sda1", first, PASSWORD).startswith(b"SQLite")
    subprocess.run(["umount", str(real)], check=True)
    with pytest.raises(JournalError, match="not plugged in"):
        box.sticks.copy("sda1")
    assert box.sticks.states() == ()
