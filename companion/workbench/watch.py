"""Running the workbench: the table in a thread of its own, and in the main one the look at the saved files."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Final, TypeVar

from companion.machine.addresses import base_url
from companion.service.running import Table
from companion.service.service import Service
from companion.settings.config import Loaded
from companion.workbench.bench import Bench
from companion.workbench.trouble import Kind, unloaded
from rules.outside import GameUnloaded, files_in

LOOK_S: Final = 0.3
"""How often the files are looked at."""
Seen = frozenset[tuple[str, int, int]]
Made = TypeVar("Made")


class Saves:
    """Notices that a folder was saved: something in it is another, and stays so until the next look, since a program
    writes several files one after the other."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._taken = self._last = self._seen()

    def is_new(self) -> bool:
        """Whether there is something that was not there at the look before the last that said so."""
        seen = self._seen()
        is_settled, self._last = seen == self._last, seen
        if not is_settled or seen == self._taken:
            return False
        self._taken = seen
        return True

    def _seen(self) -> Seen:
        try:
            found = [(path, path.stat()) for path in files_in(self.folder)]
        except OSError:  # just being written: what comes next is another look
            return frozenset()
        return frozenset((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in found)


def look(bench: Bench, saves: Saves) -> None:
    """Takes up what was saved, and what the author wants of the code that lies there."""
    leaves_out, bench.leaves_out = bench.leaves_out, False
    if saves.is_new() or leaves_out:
        bench.reload(leave_out=leaves_out)


def once_it_opens(make: Callable[[], Made], saves: Saves, shown: Path, tell: Callable[[str], None]) -> Made:
    """What is made of a game as soon as it opens: at each save until then the author is told what is wrong with it.
    `shown`: where its files are kept."""
    waiting = Event()
    while True:
        try:
            return make()
        except GameUnloaded as error:
            tell(str(unloaded(error, saves.folder, shown, Kind.UNOPENED)))
        while not saves.is_new():
            waiting.wait(LOOK_S)


def run_workbench(bench: Bench, saves: Saves, loaded: Loaded, greet: Callable[[Service], str]) -> int:
    """Runs until SIGINT or SIGTERM. Gives the exit code; what keeps the table from starting is raised."""
    table = Table(loaded, bench.prepare, bench.built, greet)
    bench.end = table.end
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: table.end())
    with ThreadPoolExecutor(1, "companion-table") as threads:
        running = threads.submit(table.run, False)
        while not wait([running], timeout=LOOK_S).done:
            look(bench, saves)
        running.result()
    return 0


def greeting(bench: Bench, address: str) -> Callable[[Service], str]:
    """What the terminal says when the table is there: the first time all of it, then nothing but that it is there.
    `address` is the panel's."""

    def greet(service: Service) -> str:
        table = base_url(service.config.web, service.port_number)
        if bench.loads:
            return f"The table is there again: {table}"
        lines = (
            f"{bench.game.title} lies on the workbench. Every save in {bench.source.shown} is taken up.",
            "",
            f"  the table      {table}",
            f"  the workbench  {address}",
            "",
            "The workbench shows all secrets, and its address opens on this machine only. Stop with Ctrl+C.",
        )
        return "\n".join(lines)

    return greet
