"""How soon phones and screens are told of what happens at the table, beside a bare server of the same packets.

    python -m bench.load_bench [--minutes 2] [--quick] [--streams 40 100]

The real service plays Chesney with ten players from the middle of a match, with the virtual camera running. Pages are
open at it, from a process of their own: ten phones, each with a seat and so a packet of its own, and spectators. Five
times a second somebody taps a real answer over the real port, which is journalled and told to all. Then waitress alone
hands packets of the same bytes to the same pages at the same pace. Compare the ratios.
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from bench._bare_server import BareServer
from bench._load_readers import Plan, Told, told_in
from bench._load_taps import Tapper
from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from companion.telling.publish import Edition
from hardware.types import SpeechSink
from rules import games
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC, Seat
from web import WebSettings
from web.serve.stream import EventBytes

PLAYERS = 10
STREAMS = (40, 100)
CHANGES_A_S = 5
ANSWERS = 150  # then most cards have moved, and the story is as long as the pages show
SEED = 11
QUIET_SHARE, LEAST_S, WAIT_S = 0.1, 4.0, 120.0
SECONDS, QUICK_S = 120.0, 15.0
GOALS = {"median": 2.0, "99 of 100": 3.0, "tap": 40.0}


@dataclass(frozen=True)
class Cost:
    """Processor in percent of one core, and the same while nothing happened; memory at the end in MB."""

    busy: float
    quiet: float
    memory_mb: float


@dataclass(frozen=True, kw_only=True)
class Load:
    """What telling all pages took. Times in ms, sorted."""

    seen_ms: Sequence[float]  # from each change to each page that shows it, or something newer
    page_ms: Sequence[float]  # an ordinary page, meanwhile
    tap_ms: Sequence[float]  # from an answer's tap to its acknowledgement
    cost: Cost
    sent_kb_s: float
    refused: bool
    changes: int


@dataclass(frozen=True)
class Figures:
    """With so many streams: the companion and the bare server."""

    streams: int
    ours: Load
    bare: Load


def config(data: Path, streams: int) -> Config:
    """A table for ten whose camera runs."""
    base = Config()
    return replace(
        base,
        table=replace(base.table, game="chesney", players=PLAYERS),
        camera=replace(base.camera, source="virtual"),
        web=replace(base.web, host="127.0.0.1", port=0, max_streams=streams),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        data=replace(base.data, directory=str(data)),
        play=replace(base.play, autoplay=Autoplay.OFF, window_minimum_s=0.0),
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


class Ticking:
    """Does something again and again, `CHANGES_A_S` times a second, in a thread of its own."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._ended = threading.Event()
        self._act = act
        self._thread = threading.Thread(target=self._run, name="bench-changes", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(1 / CHANGES_A_S):
            self._act()


class Published:
    """When each edition of a service was published, s; and the latest one."""

    def __init__(self, service: Service) -> None:
        self.at_s: list[float] = []
        self.latest: Edition | None = None
        self._told = service.publisher.publish
        service.publisher.publish = self._publish  # type: ignore[method-assign]

    def _publish(self, edition: Edition) -> None:
        self.at_s.append(time.monotonic())
        self.latest = edition
        self._told(edition)


def signed_on(service: Service) -> list[str]:
    """A phone for every player; the cookies that they hold."""
    name = WebSettings().cookie_name
    seats = [service.seating.open_seat(n, f"Player {n + 1}", same_person=False) for n in range(PLAYERS)]
    return [f"{name}={joined.token}" for joined in seats]


@contextlib.contextmanager
def reading(plan: Plan) -> Iterator[subprocess.Popen[str]]:
    """The pages, from the moment at which all of them have their first packet."""
    command = [sys.executable, "-m", "bench._load_readers", json.dumps(asdict(plan))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as readers:
        assert readers.stdout is not None
        if readers.stdout.readline() != "reading\n":
            raise SystemExit("the readers could not begin")
        yield readers
        readers.wait(WAIT_S)


def measure(pages: Plan, act: Callable[[], None]) -> tuple[Told, Cost]:
    """All pages for a quiet while, and then for the planned time while `act` changes the table."""
    with tempfile.TemporaryDirectory() as folder:
        file, quiet_s = Path(folder) / "told.json", max(LEAST_S, QUIET_SHARE * pages.seconds)
        with reading(replace(pages, told=str(file), seconds=quiet_s + pages.seconds)) as readers:
            quiet = processor(readers, quiet_s)
            with Ticking(act):
                busy = processor(readers, pages.seconds)
        return told_in(file), Cost(busy, quiet, memory_mb())


def processor(readers: subprocess.Popen[str], seconds: float) -> float:
    """What this process used in the next seconds, in percent of one core."""
    cpu_s, began_s = time.process_time(), time.monotonic()
    passed(readers, began_s + seconds)
    return 100 * (time.process_time() - cpu_s) / (time.monotonic() - began_s)


def passed(readers: subprocess.Popen[str], moment_s: float) -> None:
    """Waits until then, or until the readers end."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        readers.wait(max(0.0, moment_s - time.monotonic()))


def load_of(told: Told, published_s: Sequence[float], cost: Cost, tap_ms: Sequence[float] = ()) -> Load:
    """The figures of what the readers received. `published_s`: of edition 1, 2, ..."""
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
    return Load(
        seen_ms=sorted(seen),
        page_ms=sorted(told.page_ms),
        tap_ms=sorted(tap_ms),
        cost=cost,
        sent_kb_s=sent_kb / (told.ended_s - told.began_s),
        refused=told.refused,
        changes=len(wanted),
    )


def at(values: Sequence[float], part: float) -> float:
    """The value of a sorted list below which this part of it lies; 0 of an empty one."""
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def memory_mb() -> float:
    """What this process holds in memory now."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


def ours(streams: int, seconds: float) -> tuple[Load, list[bytes]]:
    """The companion with so many pages, and one event of every reader as it was sent."""
    with tempfile.TemporaryDirectory() as folder:
        settings = config(Path(folder), streams)
        play_before(settings)
        service = build(settings, games.game(settings.table.game))
        published = Published(service)
        service.start()
        try:
            cookies = signed_on(service)
            tapper = Tapper(service, cookies, SEED)
            pages = Plan(service.port_number, cookies, streams - PLAYERS, seconds, told="", bare=False)
            told, cost = measure(pages, tapper.tap)
            tapper.close()
            assert published.latest is not None
            written, edition = EventBytes(), published.latest
            packets = [edition.packet(reader) for reader in (PUBLIC, *(Seat(n) for n in range(PLAYERS)))]
            return load_of(told, published.at_s, cost, tapper.took_ms), [written.of(packet) for packet in packets]
        finally:
            service.stop()


def bare(streams: int, seconds: float, events: Sequence[bytes]) -> Load:
    """Waitress alone with so many pages and these events."""
    at_s: list[float] = []
    server = BareServer(streams, [numbered(event, 0) for event in events])

    def publish() -> None:
        ready = [numbered(event, len(at_s) + 1) for event in events]  # what it costs to make them is not counted
        at_s.append(time.monotonic())
        server.publish(ready)

    server.start()
    try:
        cookies = [f"bare={n + 1}" for n in range(PLAYERS)]
        pages = Plan(server.port, cookies, streams - PLAYERS, seconds, told="", bare=True)
        told, cost = measure(pages, publish)
        return load_of(told, at_s, cost)
    finally:
        server.stop()


def numbered(event: bytes, number: int) -> bytes:
    """The same event under another number."""
    name = event[len(b"id: ") : event.index(b"\n")]
    return event.replace(name, b"b." + str(number).encode())


def run(streams: int, seconds: float) -> Figures:
    """Measures both, one after the other."""
    mine, events = ours(streams, seconds)
    return Figures(streams, mine, bare(streams, max(LEAST_S, seconds / 2), events))


def show(found: Figures) -> None:
    """Prints the table."""
    one, two = found.ours, found.bare
    print(f"\nChesney, {PLAYERS} players, {found.streams} streams, {CHANGES_A_S} answers a second, camera running")
    print(f"  {'':44}{'companion':>12}{'bare':>12}{'ratio':>9}   goal")
    rows = (
        ("a change is seen, median, ms", at(one.seen_ms, 0.5), at(two.seen_ms, 0.5), GOALS["median"]),
        ("a change is seen, 99 of 100, ms", at(one.seen_ms, 0.99), at(two.seen_ms, 0.99), GOALS["99 of 100"]),
        ("processor, percent of one core", one.cost.busy, two.cost.busy, None),
        ("the same while nothing happens", one.cost.quiet, two.cost.quiet, None),
        ("memory at the end, MB", one.cost.memory_mb, two.cost.memory_mb, None),
        ("sent, kB a second", one.sent_kb_s, two.sent_kb_s, None),
    )
    for name, mine, peer, goal in rows:
        wanted = "" if goal is None else f"   {goal:.0f}"
        print(f"  {name:44}{mine:12.1f}{peer:12.1f}{mine / max(peer, 0.1):8.1f}x{wanted}")
    alone = (
        ("a tap is acknowledged, median, ms", at(one.tap_ms, 0.5), None),
        ("a tap is acknowledged, 99 of 100, ms", at(one.tap_ms, 0.99), GOALS["tap"]),
        ("an ordinary page meanwhile, median, ms", at(one.page_ms, 0.5), None),
        ("an ordinary page meanwhile, 99 of 100, ms", at(one.page_ms, 0.99), None),
    )
    for name, mine, goal in alone:
        wanted = "" if goal is None else f"   {goal:.0f}"
        print(f"  {name:44}{mine:12.1f}{'':21}{wanted}")
    told = "was refused with 503" if one.refused else "WAS NOT REFUSED"
    print(f"  {one.changes} changes reached all {found.streams} streams; one stream more {told}")


def main() -> None:
    """Prints both beside each other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=SECONDS / 60, help="how long the streams are held")
    parser.add_argument("--quick", action="store_true", help="only for some seconds")
    parser.add_argument("--streams", type=int, nargs="+", default=STREAMS, help="how many pages are open")
    given = parser.parse_args()
    for streams in given.streams:
        show(run(streams, QUICK_S if given.quick else 60 * given.minutes))


if __name__ == "__main__":
    main()
