"""What a memory card has to bear: bytes written while nobody plays, and while people do.

    python -m bench.wear_bench [--minutes 10] [--megabytes 0 5] [--only idle] [--quick]

The real program is started as a child with a virtual table; a television, four phones and a host are signed on. *idle*:
nobody taps. *play*: a phone taps about every six seconds, and the next match begins when one is over. The journal
begins with so many megabytes of older matches, since copies of it are as large as it is. Three counts are printed, as
they were measured and for an hour (idle) or an evening of three hours:

- given: what the kernel has taken from the program for a disk (write_bytes of /proc/PID/io);
- card: what reached the block device, with the file system's own journal; the data then lies on an ext4 of its own in a
  loop device, mounted as Raspberry Pi OS does. Only for root;
- log: what the program has printed, which is journald's to keep.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench._memory_guests import Evening, Guest, Host, Phone, Television
from bench._watched import usage
from bench.keeping_bench import fill
from bench.memory_bench import Kind, opened
from companion.journal.journal import Journal

PHONES = 4
TAP_EVERY_S = 6.0
IDLE_MB_AN_HOUR = 1.0
"""The goal: what may reach the card in an hour in which nobody plays."""
EVENING_H = 3.0
_SETTLED_S = 40.0  # the kernel gives what was changed to the disk within 30 s
_SECTOR = 512
_DISK_MB = 400
_KIND = Kind("wear", 0, ("chesney", "--players", f"{PHONES}", "--camera", "virtual", "--autoplay", "off"), PHONES, 1)


@dataclass(frozen=True)
class Written:
    """Bytes since the program began; `card` is None where no disk of its own could be made."""

    given: int
    card: int | None
    log: int

    def since(self, before: Written) -> Written:
        """What came to it."""
        card = None if self.card is None or before.card is None else self.card - before.card
        return Written(self.given - before.given, card, self.log - before.log)


@dataclass(frozen=True)
class Worn:
    """One measurement: how it is called, how long it was, what was written, and what people did."""

    name: str
    minutes: float
    megabytes: int
    written: Written
    taps: int

    @property
    def hours(self) -> float:
        """The time that it is told for."""
        return 1.0 if self.name == "idle" else EVENING_H

    def told(self, count: int | None) -> str:
        """Bytes as measured, and as megabytes of that time."""
        if count is None:
            return "not measured"
        return f"{count / 1000:9.0f} kB {count * self.hours * 60 / self.minutes / 1e6:8.2f} MB"

    @property
    def is_kept(self) -> bool:
        """Whether an idle hour stays within the goal, by all that is known of it."""
        most = max(self.written.given, self.written.card or 0)
        return self.name != "idle" or most * 60 / self.minutes <= IDLE_MB_AN_HOUR * 1e6


@contextlib.contextmanager
def own_disk(folder: Path) -> Iterator[Path | None]:
    """Mounts an ext4 of its own on the folder, and gives the file with its counters; None where that may not be."""
    image = folder.with_suffix(".img")
    if os.geteuid() != 0:
        yield None
        return
    with image.open("wb") as file:
        file.truncate(_DISK_MB * 1_000_000)
    make = ["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(image)]
    mount = ["mount", "-o", "loop,noatime", str(image), str(folder)]
    if any(subprocess.run(command, capture_output=True, check=False).returncode for command in (make, mount)):
        yield None
        return
    try:
        yield next(
            disk / "stat"
            for disk in Path("/sys/block").glob("loop*")
            if (disk / "loop/backing_file").is_file() and (disk / "loop/backing_file").read_text().strip() == str(image)
        )
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def measured(name: str, minutes: float, megabytes: int) -> Worn:
    """So many minutes of nothing, or of a game, with a journal of that size."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "disk"
        folder.mkdir()
        with own_disk(folder) as counters:
            if megabytes:
                with Journal.open(folder / "data/companion.db") as book:
                    fill(book, megabytes)
            with opened(_KIND, folder) as (child, port, code, pin):
                evening = Evening(port, pause_s=TAP_EVERY_S if name == "play" else 60 * minutes + 600)
                people: list[Guest] = [Phone(evening, n, code, hands=n == 0) for n in range(PHONES)]
                people += [Television(evening, 20, "/table"), Host(evening, 21, pin)]
                for one in people:
                    one.start()
                threading.Event().wait(_SETTLED_S)
                before, taps = now(child.pid, counters, folder), evening.taps
                threading.Event().wait(60 * minutes)
                worn = Worn(
                    name, minutes, megabytes, now(child.pid, counters, folder).since(before), evening.taps - taps
                )
                evening.over.set()
                for one in people:
                    one.join()
    return worn


def now(pid: int, counters: Path | None, folder: Path) -> Written:
    """What was written until now, with what still waits for the disk."""
    subprocess.run(["sync", "--file-system", str(folder)], check=True)
    card = None if counters is None else int(counters.read_text().split()[6]) * _SECTOR
    return Written(usage(pid).written, card, (folder / "log.txt").stat().st_size)


def show(found: Worn) -> None:
    """Prints one measurement."""
    goal = f" goal {IDLE_MB_AN_HOUR:g} MB {'kept' if found.is_kept else 'MISSED'}" if found.name == "idle" else ""
    print(
        f"{found.name:5} {found.minutes:5.1f} min, journal {found.megabytes:3} MB, {found.taps:4} answers, for"
        f" {found.hours:g} h: given {found.told(found.written.given)}, card {found.told(found.written.card)},"
        f" log {found.told(found.written.log)}{goal}",
        flush=True,
    )


def main() -> None:
    """Prints every measurement as it comes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long each measurement is")
    parser.add_argument("--megabytes", type=int, nargs="+", default=[0, 5], help="of older matches in the journal")
    parser.add_argument("--only", choices=("idle", "play"))
    parser.add_argument("--quick", action="store_true", help="one minute each, an empty journal")
    given = parser.parse_args()
    minutes, sizes = (1.0, [0]) if given.quick else (given.minutes, given.megabytes)
    for name in ("idle", "play"):
        for megabytes in sizes:
            if given.only in (None, name):
                show(measured(name, minutes, megabytes))


if __name__ == "__main__":
    main()
