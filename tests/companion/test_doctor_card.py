"""What the doctor hears from memory cards and disks about themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.doctor.finding import Grade
from companion.settings.config import Config
from tests.companion.doctor_world import finding, findings, world

ROOT = "24 1 179:2 / / {own},noatime shared:1 - {kind} /dev/mmcblk0p2 {whole}\n"
CARD = "/sys/block/mmcblk0/device"


def test_faults_that_the_file_system_noted_are_told(config: Config, root: Path) -> None:
    counts = {"/sys/fs/ext4/mmcblk0p2/errors_count": "3\n", "/sys/fs/ext4/sda1/errors_count": "0\n"}
    found = finding("file system", config, world(root, counts))
    assert (found.grade, found.text) == (Grade.WARN, "on mmcblk0p2 the file system has noted 3 faults")
    assert "fsck.mode=force" in found.cure


@pytest.mark.parametrize(
    ("own", "kind", "whole", "is_told"),
    [
        ("ro", "ext4", "rw,errors=remount-ro", False),  # the sandbox of the unit
        ("rw", "ext4", "ro,errors=remount-ro", True),
        ("rw", "ext4", "rw,emergency_ro", True),
        ("rw", "squashfs", "ro", False),
    ],
)
def test_a_disk_that_takes_nothing_any_more(
    config: Config, root: Path, own: str, kind: str, whole: str, is_told: bool
) -> None:
    machine = world(root, {"/proc/self/mountinfo": ROOT.format(own=own, kind=kind, whole=whole)})
    assert [one.grade for one in findings("file system", config, machine)] == [Grade.BAD] * is_told


@pytest.mark.parametrize(
    ("lives", "reserve", "grade", "text"),
    [
        ("0x01 0x02", "0x01", Grade.OK, "at most 20 % of its life"),
        ("0x09 0x01", "0x01", Grade.WARN, "at most 90 % of its life"),
        ("0x01 0x01", "0x02", Grade.WARN, "at most 10 % of its life"),
        ("0x01 0x0b", "0x01", Grade.BAD, "is worn out"),
        ("0x01 0x01", "0x03", Grade.BAD, "is worn out"),
        ("0x00 0x00", "0x00", Grade.OK, "does not tell how worn"),
        ("", "", Grade.OK, "does not tell how worn"),
    ],
)
def test_how_worn_a_card_is(config: Config, root: Path, lives: str, reserve: str, grade: Grade, text: str) -> None:
    files = {f"{CARD}/type": "MMC", f"{CARD}/name": "BJTD4R"}
    if lives:
        files |= {f"{CARD}/life_time": f"{lives} \n", f"{CARD}/pre_eol_info": f"{reserve}\n"}
    found = finding("memory card", config, world(root, files))
    assert found.grade is grade
    assert found.text.startswith("BJTD4R")
    assert text in found.text
    assert bool(found.cure) is (grade is not Grade.OK)


@pytest.mark.parametrize(
    ("said", "grade", "text"),
    [
        ('{"smart_status": {"passed": true}}', Grade.OK, "it is well"),
        ('{"smart_status": {"passed": false}}', Grade.BAD, "that it fails"),
        ('{"smartctl": {"exit_status": 2}}', Grade.OK, "sudo smartctl"),
        (None, Grade.OK, "sudo smartctl"),
    ],
)
def test_a_disk_is_asked_for_its_health_and_a_stick_is_not(
    config: Config, root: Path, said: str | None, grade: Grade, text: str
) -> None:
    disks = {"/sys/block/sda/removable": "0\n", "/sys/block/sdb/removable": "1\n"}
    found = finding("disk health", config, world(root, disks, {"smartctl --json --health /dev/sda": said}))
    assert (found.grade, text in found.text) == (grade, True)
