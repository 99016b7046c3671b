"""The USB sticks that are plugged in, and files of ours on them.

The system mounts a stick when something is asked of it and lets it go again some seconds later, so that it can be
pulled out at most times: deploy/files/61-companion-stick.rules. It may be pulled out, full or broken at any moment all
the same: what goes wrong is one sentence, and what was on it before is still there.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.journal.backups import LIMIT_BYTES
from companion.journal.journal import JournalError
from words import N_

PLACE: Final = Path("/run/companion-sticks")
"""Where the system's rule mounts sticks, each in a folder that is called as its device."""
FOLDER: Final = "tabletop-companion"
_RULE: Final = ".rule"
"""A folder beside the sticks: the system's rule looks after them here."""
_SETTLED_S: Final = 10.0
_MARK: Final = "stick"
_ID: Final = re.compile(rb"[0-9a-f]{16}")
_SEALED_MORE: Final = 1000  # what sealing adds to a copy, at most
_GONE: Final = N_(
    "The stick {name} was pulled out, or does not answer: plug it in again. Nothing is lost: the copies here are whole."
)
_FORM: Final = N_("The companion may not write onto the stick {name}: format it as FAT32 or exFAT.")
_SENTENCES: Final = {
    errno.ENOSPC: N_(
        "The stick {name} is full: delete something on it, or take another one. Nothing is lost: the copies here are "
        "whole."
    ),
    errno.EROFS: N_(
        "The stick {name} can only be read: move its little switch, or take another one. Nothing is lost: the copies "
        "here are whole."
    ),
    errno.EACCES: _FORM,
    errno.EPERM: _FORM,
}


def is_mounted(place: Path) -> bool:
    """Whether something is mounted there. The kernel's list is asked and not the place: that would count as use of a
    stick, and the system would never let it go."""
    lines = Path("/proc/self/mountinfo").read_text("utf-8").splitlines()
    return any(line.split()[4] == str(place) for line in lines)


@dataclass(frozen=True)
class Stick:
    """A stick that is plugged in: where it is mounted, and what its maker calls it."""

    place: Path
    name: str
    is_there: Callable[[Path], bool] = is_mounted

    @property
    def key(self) -> str:
        """What tells it from others that are plugged in now."""
        return self.place.name


class Plugged:
    """The sticks of this machine; other places only in tests and where others mount."""

    def __init__(
        self,
        place: Path = PLACE,
        disks: Path = Path("/sys/block"),
        is_there: Callable[[Path], bool] = is_mounted,
        mounts: Path = Path("/proc/self/mountinfo"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`mounts`: the kernel's list of what is mounted; `clock` counts seconds."""
        self._mounts, self._clock = mounts, clock
        self._strange: dict[str, float] = {}  # by disk: since when it cannot be used
        self._place = place
        self._disks = disks
        self._is_there = is_there

    def sticks(self) -> tuple[Stick, ...]:
        """Those that are there now. That wakes none of them."""
        try:
            places = sorted(place for place in self._place.iterdir() if place.name != _RULE)
        except OSError:
            return ()
        is_there = self._is_there
        return tuple(Stick(place, self._name(place.name), is_there) for place in places if is_there(place))

    def strange(self) -> tuple[str, ...]:
        """The names of sticks that are plugged in for some seconds and cannot be used: they have no format that we
        write. None where the system's rule does not mount sticks, as in a container; nor what is in use."""
        if not (self._place / _RULE).is_dir():
            return ()
        known, now = [stick.key for stick in self.sticks()], self._clock()
        mounts = [line.split() for line in _text(self._mounts).splitlines()]
        used = {words[2] for words in mounts} | {Path(words[words.index("-") + 2]).name for words in mounts}
        strange = [
            disk
            for disk in sorted(self._disks.glob("sd*"))
            if _text(disk / "removable") == "1" and _text(disk / "size") not in ("", "0")
            if not any(key.startswith(disk.name) for key in known)
            if not any(_is_used(part, used) for part in (disk, *disk.glob(f"{disk.name}*")))
        ]
        self._strange = {disk.name: self._strange.get(disk.name, now) for disk in strange}
        return tuple(self._name(name) for name, since in self._strange.items() if now - since >= _SETTLED_S)

    def _name(self, device: str) -> str:
        disk = self._disks / device.rstrip("0123456789") / "device"
        return " ".join(f"{_text(disk / 'vendor')} {_text(disk / 'model')}".split()) or device


def _is_used(part: Path, used: set[str]) -> bool:
    """Whether a disk, or a part of one, is mounted (by number or name) or carries another one, such as an encrypted
    one."""
    return bool({part.name, _text(part / "dev")} & used) or any(part.glob("holders/*"))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def mark_of(stick: Stick) -> str:
    """What we once called this stick; empty where we never did. JournalError when it cannot be read."""
    with _told(stick):
        found = _read(stick.place / FOLDER / _MARK, 100)
    return found.decode() if _ID.fullmatch(found) else ""


def mark(stick: Stick) -> str:
    """Calls a stick something, so that it is known again. JournalError when it cannot be written."""
    mark = mark_of(stick) or secrets.token_hex(8)
    lay(stick, _MARK, mark.encode())
    return mark


def files_on(stick: Stick) -> tuple[tuple[str, int], ...]:
    """Name and size of our files on a stick. JournalError when it cannot be read."""
    with _told(stick):
        try:
            with os.scandir(stick.place / FOLDER) as found:
                return tuple((one.name, one.stat().st_size) for one in found if one.is_file(follow_symlinks=False))
        except FileNotFoundError:
            return ()


def free_on(stick: Stick) -> int:
    """How many bytes are free on a stick. JournalError when it cannot be read."""
    with _told(stick):
        found = os.statvfs(stick.place)
        return found.f_bavail * found.f_frsize


def lay(stick: Stick, name: str, content: bytes, make_room: Callable[[], bool] = lambda: False) -> None:
    """Writes a file of ours onto a stick: whole and as it is on the stick itself, or not at all. `make_room` is asked
    where the stick is full, and says whether it could. JournalError when it cannot be written."""
    folder = stick.place / FOLDER
    part = folder / f".{name}.part"
    with _told(stick):
        folder.mkdir(exist_ok=True)
        for left in folder.glob(".*.part"):  # of a stick that was pulled out meanwhile
            left.unlink(missing_ok=True)
        try:
            while True:
                try:
                    _write(part, content)
                    break
                except OSError as error:
                    if error.errno != errno.ENOSPC or not make_room():
                        raise
            if _read(part, len(content) + 1) != content:
                raise JournalError(
                    "The stick {name} does not keep what is written to it: take another one.", name=stick.name
                )
            part.replace(folder / name)
            folder_file = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(folder_file)
            finally:
                os.close(folder_file)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def take(stick: Stick, name: str) -> bytes:
    """A file of ours from a stick. JournalError when it cannot be read."""
    with _told(stick):
        return _read(stick.place / FOLDER / name, LIMIT_BYTES + _SEALED_MORE)


def remove(stick: Stick, name: str) -> None:
    """Takes a file of ours away. JournalError when it cannot be."""
    with _told(stick):
        (stick.place / FOLDER / name).unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # it is compared with what the stick has


def _read(path: Path, most: int) -> bytes:
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            return file.read(most)
    except FileNotFoundError:
        return b""


@contextmanager
def _told(stick: Stick) -> Iterator[None]:
    """What the system says of a stick, in a sentence that says what to do."""
    try:
        yield
    except OSError as error:
        text = _SENTENCES.get(error.errno or 0, _GONE) if stick.is_there(stick.place) else _GONE
        raise JournalError(text, name=stick.name) from error
