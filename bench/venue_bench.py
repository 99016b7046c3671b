"""What a venue costs with many tables at a broker, each with a public event a second: how late the hall sees it, and
what the venue needs for it; and how many results a second it takes.

    python -m bench.venue_bench [--tables 100 300 1000] [--seconds 20] [--quick]

It needs the program mosquitto. Tables are simulated: one process speaks for all of them. The hall asks for its page
again and again with a quarter of a second between, and thirty screens beside it as browsers do, each four seconds.
Times are from the moment at which
an event was handed to the broker's client until a page had it, or something newer.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import re
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

_PAUSE_S = 0.25
_SCREENS = 30
_SCREEN_S = 4.0  # as the pages' script asks
_RESULTS = 500


@dataclass
class Seen:
    """What was measured with so many tables."""

    tables: int
    delays_s: list[float] = field(default_factory=list)
    page_s: list[float] = field(default_factory=list)
    page_kb: float = 0.0
    cpu: float = 0.0  # of one processor
    memory_mb: float = 0.0
    results_s: float = 0.0


class Venue:
    """One as people start it, in a process of its own, with tables that were paired beside it."""

    def __init__(self, folder: Path, broker: int, tables: int) -> None:
        words = ("venue", "--data", str(folder), "--host", "127.0.0.1", "--port", "0", "--name", "Hall")
        command = [sys.executable, "-m", "companion", *words, "--broker", f"mqtt://127.0.0.1:{broker}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        found = re.search(r"localhost:(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.base = f"http://127.0.0.1:{found[1]}"
        self.tokens = self._paired(folder, tables)

    @staticmethod
    def _paired(folder: Path, tables: int) -> list[str]:
        from companion.venue.book import Book
        from companion.venue.messages import Status
        from companion.venue.store import Store

        store, tokens = Store(f"sqlite:///{folder / 'venue.db'}"), []
        book = Book(store)
        for number in range(tables):
            token = book.pair(book.new_code(), f"Table {number}")
            assert token is not None
            table = book.table_of(token)
            assert table is not None
            book.hear(table, Status(v=1, name=f"Table {number}", state="playing", topic=f"hall/t{number}"))
            tokens.append(token)
        store.close()
        return tokens

    def cpu_s(self) -> float:
        """Processor seconds since its start."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """What it holds now."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found is not None
        return int(found[1]) / 1024


class Floor:
    """All tables, each with an event a second, spread evenly over it."""

    def __init__(self, broker: int, tables: int) -> None:
        self.said_s: list[list[float]] = [[] for _ in range(tables)]  # of each table, when it said its round
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.max_inflight_messages_set(1000)
        self._client.connect("127.0.0.1", broker)
        self._client.loop_start()
        self._ends = threading.Event()
        for number in range(tables):
            self._client.publish(f"hall/t{number}/online", "online", qos=1, retain=True)
            self._say(number)
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ends.set()
        self._thread.join()
        self._client.disconnect()
        self._client.loop_stop()

    def _run(self) -> None:
        begun, count, tables = time.perf_counter(), 0, len(self.said_s)
        while not self._ends.wait(max(0.0, begun + count / tables - time.perf_counter())):
            self._say(count % tables)
            count += 1

    def _say(self, number: int) -> None:
        said = self.said_s[number]
        seats = [
            {"seat": seat, "taken": True, "bot": False, "asked": False, "name": "", "scores": {}} for seat in range(4)
        ]
        told: dict[str, Any] = {"v": 1, "state": "playing", "game": "chronicle", "title": "Chronicle", "line": "Play."}
        told |= {"seats": seats, "counts": {"round": f"{len(said)}"}, "todo": 0, "troubles": 0, "winners": None}
        said.append(time.perf_counter())
        self._client.publish(f"hall/t{number}/table", msgspec.json.encode(told), qos=1, retain=True)


def looked(venue: Venue, floor: Floor, seen: Seen, seconds: float) -> None:
    """Looks at the hall's page again and again, beside all other screens."""
    opener, ended = screen(venue), threading.Event()
    screens = [threading.Thread(target=on_a_screen, args=(venue, number, ended)) for number in range(_SCREENS)]
    for one in screens:
        one.start()
    time.sleep(5.0)  # until the broker has told what it keeps
    shown = [len(said) for said in floor.said_s]
    cpu_s, begun = venue.cpu_s(), time.perf_counter()
    floor.start()
    while time.perf_counter() - begun < seconds:
        asked = time.perf_counter()
        page = opener.open(f"{venue.base}/tables/now").read()
        now = time.perf_counter()
        seen.page_s.append(now - asked)
        seen.page_kb = len(page) / 1024
        for table, got in re.findall(r"<h2>Table (\d+)</h2>.*?Round (\d+)", page.decode(), re.DOTALL):
            number, latest = int(table), int(got)
            seen.delays_s += [now - floor.said_s[number][one] for one in range(shown[number], latest + 1)]
            shown[number] = max(shown[number], latest + 1)
        time.sleep(_PAUSE_S)
    seen.cpu = (venue.cpu_s() - cpu_s) / (time.perf_counter() - begun)
    seen.memory_mb = venue.memory_mb()
    ended.set()
    for one in screens:
        one.join()


def screen(venue: Venue) -> urllib.request.OpenerDirector:
    """A browser that has opened the page."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    opener.open(f"{venue.base}/").read()
    return opener


def on_a_screen(venue: Venue, number: int, ended: threading.Event) -> None:
    """Asks as a browser does, each screen at its own time."""
    opener = screen(venue)
    ended.wait(_SCREEN_S * number / _SCREENS)
    while not ended.wait(_SCREEN_S):
        opener.open(f"{venue.base}/tables/now").read()


def sent(venue: Venue) -> float:
    """How many results a second the venue takes, one after the other, from many tables."""
    import http.client

    line = http.client.HTTPConnection(venue.base.removeprefix("http://"))
    at, begun = datetime.now(UTC).isoformat(), time.perf_counter()
    for number in range(_RESULTS):
        seats = [{"seat": seat, "name": "", "bot": False, "score": seat, "place": 4 - seat} for seat in range(4)]
        result = {"game": "chronicle", "title": "Chronicle", "version": "1", "given_up": False, "seats": seats}
        told = {"v": 1, "match": secrets.token_hex(16), "revision": 1, "state": "ended", "result": result}
        token = venue.tokens[number % len(venue.tokens)]
        kinds = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        line.request("POST", "/api/v1/results", json.dumps(told | {"begun": at, "ended": at, "now": at}), kinds)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
    return _RESULTS / (time.perf_counter() - begun)


@contextmanager
def broker_in(folder: Path) -> Iterator[int]:
    """A Mosquitto of its own; its port."""
    program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise SystemExit("The program mosquitto is not there; install it from the system's packages.")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    settings = folder / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n")
    process = subprocess.Popen([program, "-c", str(settings)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


def run(tables: int, seconds: float) -> Seen:
    """Measures one size."""
    seen = Seen(tables)
    with tempfile.TemporaryDirectory() as name, broker_in(Path(name)) as port:
        floor, venue = Floor(port, tables), Venue(Path(name) / "venue", port, tables)
        try:
            looked(venue, floor, seen, seconds)
            floor.stop()
            seen.results_s = sent(venue)
        finally:
            venue.process.terminate()
            venue.process.wait()
    return seen


def show(seen: Seen) -> None:
    """One size in two lines."""
    late = sorted(seen.delays_s)
    print(
        f"{seen.tables} tables, {len(late)} events: seen after {statistics.median(late) * 1000:.0f} ms (half), "
        f"{late[int(len(late) * 0.99)] * 1000:.0f} ms (99 of 100); page of {seen.page_kb:.0f} kB in "
        f"{statistics.median(seen.page_s) * 1000:.0f} ms"
    )
    print(f"  venue: {seen.cpu:.2f} processors, {seen.memory_mb:.0f} MB; {seen.results_s:.0f} results a second")


def main() -> None:
    """Measures every size."""
    parser = argparse.ArgumentParser(description="What a venue costs with many tables.")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    for tables in given.tables[:1] if given.quick else given.tables:
        show(run(tables, 3.0 if given.quick else given.seconds))


if __name__ == "__main__":
    main()
