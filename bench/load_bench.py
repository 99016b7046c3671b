"""Phones that are fed live beside phones that ask each second: how soon they see a change, and what that costs.

    python -m bench.load_bench [--minutes 10] [--quick]

The real service plays Chesney with ten players from the middle of a match; forty pages are open at it (ten phones, each
with a seat of its own, and thirty screens of spectators), from a process of their own, and the table changes five times
a second. First they hold streams; then the same pages ask for the same packets each second. Compare the ratios.
"""

from __future__ import annotations

import argparse
import bisect
import contextlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from bench._load_readers import Plan, Told, told_in
from companion.config import Autoplay, Config
from companion.inbox import PeopleChanged
from companion.journal import Journal
from companion.keeping import MatchKeeper
from companion.publish import Edition
from companion.service import Service
from hardware.types import SpeechSink
from rules import games
from rules.engine.sampling import pick
from web import WebSettings

PLAYERS, SPECTATORS = 10, 30
CHANGES_A_S = 5
ANSWERS = 150  # then most cards have moved, and the story is as long as the pages show
SEED = 11
POLL_SHARE, QUIET_SHARE = 0.2, 0.05  # of the time: these figures settle sooner
LEAST_S = 4.0
WARM_S, WAIT_S = 10.0, 120.0


@dataclass(frozen=True)
class Load:
    """What one way of feeding the pages cost. Times in ms; CPU in percent of one core; memory in MB."""

    seen_ms: Sequence[float]  # sorted: from each change to each page that shows it, or something newer
    page_ms: Sequence[float]  # sorted: an ordinary page, meanwhile
    cpu: float
    sent_kb_s: float
    memory_mb: tuple[float, float, float]  # after ten seconds, in the middle, at the end
    refused: bool
    changes: int

    def share(self, part: float) -> float:
        """The time within which this part of the pages had seen a change."""
        return at(self.seen_ms, part)


@dataclass(frozen=True)
class Figures:
    """Everything that was measured: streams and asking, busy and quiet, and for how many seconds the busy ones."""

    live: Load
    polled: Load
    live_quiet: Load
    polled_quiet: Load
    seconds: tuple[float, float]


class Changing:
    """Changes the table again and again, and remembers when each edition was published."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._told = service.publisher.publish
        self._ended = threading.Event()
        self.published_s: list[float] = []  # of edition 1, 2, ...
        service.publisher.publish = self._publish  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._run, name="bench-changes", daemon=True)

    def start(self) -> None:
        """Begins to change it."""
        self._ended.clear()
        self._thread = threading.Thread(target=self._run, name="bench-changes", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """No more changes."""
        self._ended.set()
        self._thread.join()

    def _publish(self, edition: Edition) -> None:
        self.published_s.append(time.monotonic())
        self._told(edition)

    def _run(self) -> None:
        while not self._ended.wait(1 / CHANGES_A_S):
            self._service.inbox.put(PeopleChanged())


def config(data: Path) -> Config:
    """A table without hardware for ten."""
    base = Config()
    return replace(
        base,
        table=replace(base.table, game="chesney", players=PLAYERS),
        camera=replace(base.camera, source="none"),
        web=replace(base.web, host="127.0.0.1", port=0, max_streams=PLAYERS + SPECTATORS),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        data=replace(base.data, directory=str(data)),
        play=replace(base.play, autoplay=Autoplay.OFF),
    )


def play_before(settings: Config) -> None:
    """Leaves a match in the journal that is in full swing."""
    game, random = games.game(settings.table.game), Random(SEED)
    with Journal.open(settings.data.journal_path) as journal:
        keeper = MatchKeeper.start(journal, game, PLAYERS, {})
        keeper.enter()
        while len(keeper.match.log) < ANSWERS and keeper.match.question is not None:
            entry = pick(keeper.match, random.randrange)
            keeper.match.submit(entry)
            keeper.append(len(keeper.match.log), entry, "bench", "", None)


def signed_on(service: Service) -> list[str]:
    """A phone for every player; the cookies that they hold."""
    name = WebSettings().cookie_name
    seats = [service.seating.open_seat(n, f"Player {n + 1}", same_person=False) for n in range(PLAYERS)]
    return [f"{name}={joined.token}" for joined in seats]


def measure(
    service: Service, cookies: list[str], changing: Changing, seconds: float, *, live: bool, quiet: bool = False
) -> Load:
    """Forty pages for so long. `quiet`: nothing happens at the table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "told.json"
        plan = Plan(service.port_number, cookies, SPECTATORS, seconds, live, str(file))
        command = [sys.executable, "-m", "bench._load_readers", json.dumps(asdict(plan))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as readers:
            assert readers.stdout is not None
            if readers.stdout.readline() != "reading\n":
                raise SystemExit("the readers could not begin")
            if not quiet:
                changing.start()
            memory, cpu_s, began_s = [], time.process_time(), time.monotonic()
            for moment_s in (min(WARM_S, seconds / 4), seconds / 2, seconds):
                passed(readers, began_s + moment_s)
                memory.append(memory_mb())
            cpu = 100 * (time.process_time() - cpu_s) / (time.monotonic() - began_s)
            if not quiet:
                changing.stop()
            readers.wait(WAIT_S)
        told = told_in(file)
    return load_of(told, changing.published_s, cpu, (memory[0], memory[1], memory[2]))


def passed(readers: subprocess.Popen[str], moment_s: float) -> None:
    """Waits until then, or until the readers end."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        readers.wait(max(0.0, moment_s - time.monotonic()))


def load_of(told: Told, published_s: Sequence[float], cpu: float, memory: tuple[float, float, float]) -> Load:
    """The figures of what the readers received."""
    wanted = [
        (number, at_s)
        for number, at_s in enumerate(published_s, start=1)
        if told.began_s <= at_s <= told.ended_s - 2.0  # the last ones may still have been on their way
    ]
    seen: list[float] = []
    for reader in told.readers:
        numbers = [number for number, _ in reader.editions]
        for number, at_s in wanted:
            place = bisect.bisect_left(numbers, number)
            if place == len(numbers):
                raise SystemExit(f"a reader never saw edition {number} or a newer one")
            seen.append(1000 * (reader.editions[place][1] - at_s))
    sent_kb = sum(reader.received_bytes for reader in told.readers) / 1000
    span_s = told.ended_s - told.began_s
    return Load(sorted(seen), sorted(told.page_ms), cpu, sent_kb / span_s, memory, told.refused, len(wanted))


def at(values: Sequence[float], part: float) -> float:
    """The value of a sorted list below which this part of it lies."""
    return values[min(len(values) - 1, int(part * len(values)))]


def memory_mb() -> float:
    """What this process holds in memory now."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


def show(found: Figures) -> None:
    """Prints the table."""
    live, polled, seconds = found.live, found.polled, found.seconds
    print(f"\nChesney, {PLAYERS} players and {SPECTATORS} spectators, {CHANGES_A_S} changes a second")
    print(f"  {'':44}{'streams':>12}{'asking':>12}{'ratio':>13}")
    print(f"  {'measured for, s':44}{seconds[0]:12.0f}{seconds[1]:12.0f}")
    rows = (
        ("a change is seen, median, ms", live.share(0.5), polled.share(0.5)),
        ("a change is seen, 99 of 100, ms", live.share(0.99), polled.share(0.99)),
        ("a change is seen, the latest of all, ms", live.seen_ms[-1], polled.seen_ms[-1]),
        ("an ordinary page meanwhile, median, ms", at(live.page_ms, 0.5), at(polled.page_ms, 0.5)),
        ("an ordinary page meanwhile, 99 of 100, ms", at(live.page_ms, 0.99), at(polled.page_ms, 0.99)),
        ("processor, percent of one core", live.cpu, polled.cpu),
        ("the same while nothing happens", found.live_quiet.cpu, found.polled_quiet.cpu),
        ("sent, kB a second", live.sent_kb_s, polled.sent_kb_s),
        ("the same while nothing happens", found.live_quiet.sent_kb_s, found.polled_quiet.sent_kb_s),
        ("memory after ten seconds, MB", live.memory_mb[0], polled.memory_mb[0]),
        ("memory in the middle, MB", live.memory_mb[1], polled.memory_mb[1]),
        ("memory at the end, MB", live.memory_mb[2], polled.memory_mb[2]),
    )
    for name, ours, peer in rows:
        print(f"  {name:44}{ours:12.1f}{peer:12.1f}{peer / max(ours, 0.1):12,.1f}x")
    told = "was refused with 503" if live.refused else "WAS NOT REFUSED"
    print(f"  {live.changes} changes reached all {PLAYERS + SPECTATORS} streams; one stream more {told}")


def run(seconds: float) -> Figures:
    """Measures both ways, first at a busy table and then at a quiet one."""
    polling_s, quiet_s = max(LEAST_S, seconds * POLL_SHARE), max(LEAST_S, seconds * QUIET_SHARE)
    with tempfile.TemporaryDirectory() as folder:
        settings = config(Path(folder))
        play_before(settings)
        service = Service(settings, games.game(settings.table.game))
        changing = Changing(service)
        service.start()
        try:
            cookies = signed_on(service)
            return Figures(
                live=measure(service, cookies, changing, seconds, live=True),
                polled=measure(service, cookies, changing, polling_s, live=False),
                live_quiet=measure(service, cookies, changing, quiet_s, live=True, quiet=True),
                polled_quiet=measure(service, cookies, changing, quiet_s, live=False, quiet=True),
                seconds=(seconds, polling_s),
            )
        finally:
            service.stop()


def main() -> None:
    """Prints both beside each other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the streams are held")
    parser.add_argument("--quick", action="store_true", help="only for twenty seconds")
    given = parser.parse_args()
    show(run(20.0 if given.quick else 60 * given.minutes))


if __name__ == "__main__":
    main()
