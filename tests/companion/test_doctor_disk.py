"""What the doctor finds out about the disk, the journal and its copies."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.doctor.finding import Grade
from companion.journal.backups import Backups, CopyKind
from companion.journal.journal import DamageKind, Journal
from companion.settings.config import Config
from rules.engine.entries import Header, Rewind
from tests.companion.doctor_world import finding, findings, graded, world
from tests.companion.spoiled import change


def test_a_directory_that_cannot_be_used(config: Config, root: Path, tmp_path: Path) -> None:
    machine = world(root)
    (tmp_path / "data").write_text("a file")
    assert finding("data directory", config, machine).grade is Grade.BAD
    (tmp_path / "data").unlink()
    (tmp_path / "data").mkdir(mode=0o755)
    found = finding("data directory", config, machine)
    assert found.grade is Grade.WARN
    assert "chmod 700" in found.cure


def test_little_room(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(free_mb: int) -> None:
        monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": free_mb * 1_000_000}))

    usage(10)
    assert finding("disk", config, world(root)).grade is Grade.BAD
    usage(300)
    assert finding("disk", config, world(root)).grade is Grade.WARN


@pytest.mark.parametrize(
    ("line", "grade", "text"),
    [
        ("/dev/mmcblk0p2 {place} ext4 ro,noatime 0 0", Grade.BAD, "can only be read"),
        ("overlay {place} overlay rw,relatime,lowerdir=/x 0 0", Grade.WARN, "gone when the machine is switched off"),
        ("tmpfs {place} tmpfs rw,size=1k 0 0", Grade.WARN, "gone when the machine is switched off"),
    ],
)
def test_a_disk_that_keeps_nothing(
    config: Config, root: Path, tmp_path: Path, line: str, grade: Grade, text: str
) -> None:
    place = tmp_path / "a b"  # spaces are written as \040
    config = replace(config, data=replace(config.data, directory=str(place / "data")))
    place.mkdir()
    mounts = f"/dev/sda1 / ext4 rw 0 0\n{line.format(place=str(place).replace(' ', chr(92) + '040'))}\n"
    _, found = findings("disk", config, world(root, {"/proc/mounts": mounts}))
    assert found.grade is grade
    assert text in found.text
    well = world(root / "b", {"/proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"})
    assert len(findings("disk", config, well)) == 1


def test_of_two_disks_at_one_place_the_later_counts(config: Config, root: Path) -> None:
    mounts = "/dev/root / ext4 ro 0 0\n/dev/mmcblk0p2 / ext4 rw 0 0\n"
    assert graded(findings("disk", config, world(root, {"/proc/mounts": mounts}))) == [Grade.OK]


def test_the_journal(config: Config, root: Path) -> None:
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(Header("high_card", 2))
        assert finding("journal", config, world(root)).text == "1 match, whole, in use by a running companion"
    config.data.journal_path.write_bytes(b"Dear diary, " * 1000)
    found = finding("journal", config, world(root))
    assert found.grade is Grade.BAD
    assert str(config.data.journal_path) in found.text
    assert config.data.journal_path.exists()


def test_a_journal_with_a_damaged_match(config: Config, root: Path) -> None:
    path = config.data.journal_path
    with Journal.open(path) as journal:
        match = journal.start_match(Header("high_card", 2))
        journal.append(match, 1, Rewind(0), "host")
    change(path, "UPDATE entries SET origin = 'x'")
    found = finding("journal", config, world(root))
    assert found.grade is Grade.WARN
    assert found.text == "1 match is damaged"
    path.write_bytes(b"")
    assert finding("journal", config, world(root)).grade is Grade.BAD, "it is not new"
    path.unlink()
    assert finding("journal", config, world(root)).grade is Grade.BAD


def test_what_was_lost_of_a_journal_stays_a_finding_until_the_host_has_read(config: Config, root: Path) -> None:
    with Journal.open(config.data.journal_path) as journal:
        journal.damages.note(DamageKind.FILE)
        assert finding("journal", config, world(root)).text == "something of it was lost"
        journal.damages.read()
        assert finding("journal", config, world(root)).grade is Grade.OK


def test_what_waits_to_be_put_into_the_journal(config: Config, root: Path) -> None:
    Journal.open(config.data.journal_path).close()
    with config.data.journal_path.with_name("companion.db-wal").open("wb") as beside:
        beside.truncate(80_000_000)
    assert graded(findings("journal", config, world(root))) == [Grade.OK, Grade.WARN]


def test_copies_of_the_journal(config: Config, root: Path) -> None:
    assert findings("copies", config, world(root)) == [], "there is nothing to copy yet"
    Journal.open(config.data.journal_path).close()
    assert finding("copies", config, world(root)).grade is Grade.WARN
    backups = Backups(config.data.journal_path)
    backups.keep(CopyKind.DAILY)
    backups.keep(CopyKind.BY_HAND)
    found = finding("copies", config, world(root))
    assert found.grade is Grade.OK
    assert found.text.startswith("2 copies kept, the latest of ")


def test_copies_that_are_too_old(config: Config, root: Path) -> None:
    Journal.open(config.data.journal_path).close()
    Backups(config.data.journal_path, lambda: datetime.now(UTC) - timedelta(days=20)).keep(CopyKind.DAILY)
    assert finding("copies", config, world(root)).grade is Grade.WARN
