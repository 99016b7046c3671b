"""What the kernel says about a process and its children: processor time, memory, threads, bytes written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from operator import add
from pathlib import Path

_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
_KB = 1024


@dataclass(frozen=True)
class Usage:
    """Of a process with all its children: seconds of processor since they began, memory in bytes (`pss` counts what
    processes share in parts), threads, switches from waiting to running, bytes given to the disk, processes."""

    cpu_s: float = 0.0
    rss: int = 0
    pss: int = 0
    threads: int = 0
    wakes: int = 0
    written: int = 0
    processes: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(*map(add, astuple(self), astuple(other)))


def usage(pid: int) -> Usage:
    """Of this process and everything below it now. One that ends meanwhile counts as nothing."""
    found = Usage()
    for one in family(pid):
        try:
            found = found + _of(Path("/proc") / str(one))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def family(pid: int) -> Iterator[int]:
    """A process, its children, and theirs."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        for child in children:
            yield from family(int(child))


def _of(proc: Path) -> Usage:
    times = (proc / "stat").read_text().rpartition(")")[2].split()
    user, system, past_user, past_system = (int(ticks) for ticks in times[11:15])  # the last two: children that ended
    threads = list((proc / "task").iterdir())
    return Usage(
        cpu_s=(user + system + past_user + past_system) * _TICK_S,
        rss=_number(proc / "status", "VmRSS:") * _KB,
        pss=_number(proc / "smaps_rollup", "Pss:") * _KB,
        threads=len(threads),
        wakes=sum(_number(thread / "status", "voluntary_ctxt_switches:") for thread in threads),
        written=_number(proc / "io", "write_bytes:"),
        processes=1,
    )


def _number(file: Path, name: str) -> int:
    """The number behind a name at the beginning of a line; 0 when there is none, or it may not be read."""
    try:
        lines = file.read_text().splitlines()
    except (FileNotFoundError, PermissionError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
