"""What the doctor asks memory cards and disks about themselves: faults that the file system noted, how worn a card is,
and what a disk says of its own health.

Sources: Linux, Documentation/ABI/testing/sysfs-fs-ext4 (errors_count) and Documentation/driver-api/mmc/mmc-dev-attrs
(life_time, pre_eol_info: JEDEC 84-B51, of cards that are soldered on; those that can be taken out do not tell);
smartctl(8).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.world import World
from words import N_, Sentence

_WORN_OUT: Final = 11  # a life of 11 is one beyond what the maker vouches for; 1 is the first tenth
_OLD: Final = 9  # from here on less than a fifth is left
_NEW_ONE: Final = N_("Keep a copy elsewhere (on the host's page, or companion backup FILE) and put a new one in.")
_BEYOND_REPAIR: Final = ("overlay", "squashfs", "erofs", "iso9660", "tmpfs")  # file systems that are read on purpose


def _file_systems(patient: Patient) -> Iterator[Finding]:
    world = patient.world
    for path in world.listed("/sys/fs/ext4/*/errors_count"):
        count = int(world.read(path) or 0)
        if not count:
            continue
        text = Sentence(
            "on {disk} the file system has noted {count|1 fault|{count} faults}", disk=path.split("/")[4], count=count
        )
        cure = Sentence(
            "Keep a copy elsewhere first. Then let it be checked: add fsck.mode=force fsck.repair=yes to the line in "
            "/boot/firmware/cmdline.txt, restart, and take it out again. If they come back, put a new card in."
        )
        yield Finding("file system", Grade.WARN, text, cure)
    if _is_stopped(world):
        text = Sentence("the system's disk can only be read")
        cure = Sentence(
            "A memory card does that when it is worn out or lost power: copy what you need and put a new one in."
        )
        yield Finding("file system", Grade.BAD, text, cure)


def _is_stopped(world: World) -> bool:
    """Whether the disk at / takes nothing any more. The unit's sandbox mounts it read-only for the service itself: what
    counts are the options of the whole file system, the last word of its line."""
    for line in (world.read("/proc/self/mountinfo") or "").splitlines():
        words = line.split()
        if len(words) < 10 or words[4] != "/":
            continue
        kind, options = words[-3], words[-1].split(",")
        if kind not in _BEYOND_REPAIR and {"ro", "emergency_ro"}.intersection(options):
            return True
    return False


def _cards(patient: Patient) -> Iterator[Finding]:
    world = patient.world
    for folder in (path.rpartition("/")[0] for path in world.listed("/sys/block/mmcblk[0-9]/device/type")):
        name = world.read(f"{folder}/name") or folder.split("/")[3]
        lives = [int(life, 16) for life in (world.read(f"{folder}/life_time") or "").split()]
        reserve = int(world.read(f"{folder}/pre_eol_info") or "0", 16)
        if not any(lives):
            text = Sentence("{name}: a card of this kind does not tell how worn it is", name=name)
            yield Finding("memory card", Grade.OK, text)
        elif max(lives) >= _WORN_OUT or reserve >= 3:
            text = Sentence("{name} is worn out: at any moment it may no longer keep what is written", name=name)
            yield Finding("memory card", Grade.BAD, text, Sentence(_NEW_ONE))
        else:
            used = 10 * max(lives)
            text = Sentence("{name}: at most {count} % of its life is used", name=name, count=used)
            grade = Grade.WARN if max(lives) >= _OLD or reserve == 2 else Grade.OK
            yield Finding("memory card", grade, text, Sentence(_NEW_ONE) if grade is Grade.WARN else "")


def _disks(patient: Patient) -> Iterator[Finding]:
    world = patient.world
    for path in (*world.listed("/sys/block/sd*"), *world.listed("/sys/block/nvme*")):
        if world.read(f"{path}/removable") == "1":  # a stick has nothing to say
            continue
        disk = f"/dev/{path.rpartition('/')[2]}"
        is_well = _smart(world, disk)
        if is_well is None:
            text = Sentence("{disk} could not be asked; if you want to know, run: sudo smartctl -H {disk}", disk=disk)
            yield Finding("disk health", Grade.OK, text)
        elif is_well:
            yield Finding("disk health", Grade.OK, Sentence("{disk} says that it is well", disk=disk))
        else:
            text = Sentence("{disk} says of itself that it fails", disk=disk)
            yield Finding("disk health", Grade.BAD, text, Sentence(_NEW_ONE))


def _smart(world: World, disk: str) -> bool | None:
    """What the disk answers to smartctl; None where there is none, or this user may not ask."""
    ran = world.run(("smartctl", "--json", "--health", disk))
    try:
        passed = json.loads(ran.out if ran else "")["smart_status"]["passed"]
    except (ValueError, KeyError, TypeError):
        return None
    return passed is True


CARD_LOOKS: Final = (
    Examination("file system", Section.STORAGE, _file_systems),
    Examination("memory card", Section.STORAGE, _cards),
    Examination("disk health", Section.STORAGE, _disks, 20.0),
)
