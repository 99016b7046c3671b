"""From the command to the first page, and what a table costs at which nobody plays: beside the least web server.

    python -m bench.start_bench [--starts 5] [--seconds 60] [--quick]

The real program is started as a child, again and again, with a data directory of its own: how long until its start page
comes, and until a page has the whole table. Then nothing happens, and the kernel counts: processor, memory (PSS, so
that what processes share is not counted twice), wakes, bytes written. The peer is the same Python with the same web
server and one page that says "hello"; what OpenCV alone takes to be there stands below. Compare the ratios.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench._watched import Usage, usage

HELLO = (
    "import sys, flask, waitress; app = flask.Flask('hello'); app.add_url_rule('/', view_func=lambda: 'hello');"
    " waitress.serve(app, host='127.0.0.1', port=int(sys.argv[1]))"
)
IMPORT = "import cv2, numpy, sys; print(cv2.__version__, flush=True); sys.stdin.read()"
Times = tuple[float, float, float]
"""Of one start: s to the first page, to the whole table, and of the processor until that page."""
_LOOK_S = 0.01
_WITHIN_S = 120.0
_SETTLE_S = 5.0  # the first look through the camera, the first deal: then it is idle
_END_S = 20.0


@dataclass(frozen=True)
class Kind:
    """A way to start: its name, and the words of the command line beside those that all have."""

    name: str
    words: tuple[str, ...]


KINDS = (
    Kind("virtual camera, voice off", ("--camera", "virtual", "--voice", "off")),
    Kind(
        "virtual camera, voice on", ("--camera", "virtual", "--voice", "wav", "--set", "voice.wav_path={folder}/a.wav")
    ),
    Kind("no camera, voice off", ("--camera", "none", "--voice", "off")),
)


@dataclass(frozen=True)
class Cost:
    """What one way to start was like. Medians of the start: s until the first page and until the whole table, and s of
    the processor until that page, which other work on the machine hardly changes. The rest over a quiet while: percent
    of one core, memory in MB, wakes and bytes written a minute."""

    name: str
    first_page_s: float
    table_s: float
    start_cpu_s: float
    cpu: float
    rss_mb: float
    pss_mb: float
    threads: int
    processes: int
    wakes_a_minute: float
    written_a_minute: float


@dataclass(frozen=True)
class Figures:
    """Everything that was measured. `opencv_s` and `opencv_mb`: what it alone takes to be imported."""

    costs: tuple[Cost, ...]
    peer: Cost
    opencv_s: float
    opencv_mb: float


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(folder: Path) -> dict[str, str]:
    """The environment without anything that would be a setting."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("COMPANION_", "XDG_", "STATE_DIRECTORY"))}
    return {**kept, "HOME": str(folder), "PYTHONPATH": str(Path(__file__).resolve().parents[1])}


@contextlib.contextmanager
def started(words: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A child in a folder of its own, ended afterwards."""
    command = [sys.executable, *words]
    log = (folder / "log.txt").open("ab")
    quiet = {"stdin": subprocess.PIPE, "stdout": log, "stderr": log}
    with log, subprocess.Popen(command, cwd=folder, env=environment(folder), **quiet) as child:  # type: ignore[call-overload]
        try:
            yield child
        finally:
            child.terminate()
            try:
                child.wait(_END_S)
            except subprocess.TimeoutExpired:
                child.kill()


def ask(port: int, path: str, cookie: str = "") -> tuple[int, str, bytes]:
    """Status, cookie and body; status 0 while nobody listens."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = line.getresponse()
        return answer.status, (answer.getheader("Set-Cookie") or "").partition(";")[0], answer.read()
    except OSError:
        return 0, "", b""
    finally:
        line.close()


def until_there(child: subprocess.Popen[bytes], port: int, path: str, cookie: str = "") -> str:
    """Waits until that page comes; gives the cookie that came with it."""
    pause, end_s = threading.Event(), time.monotonic() + _WITHIN_S
    while time.monotonic() < end_s:
        status, fresh, body = ask(port, path, cookie)
        if status == 200 and body:
            return fresh
        if child.poll() is not None:
            break
        pause.wait(_LOOK_S)
    raise SystemExit(f"the program did not come to {path}")


def times_of(kind: Kind, starts: int, folder: Path) -> Times:
    """Medians of so many starts."""
    found = []
    for n in range(starts):
        place = folder / f"start{n}"
        place.mkdir()
        with begun(kind, place) as (_, times):
            found.append(times)
    return medians(found)


def medians(found: Sequence[Times]) -> Times:
    """Each figure by itself."""
    first, whole, cpu = (statistics.median(one) for one in zip(*found, strict=True))
    return first, whole, cpu


@contextlib.contextmanager
def begun(kind: Kind, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Times]]:
    """A running table with the times of its start."""
    port = free_port()
    given = ("--host", "127.0.0.1", "--port", str(port), "--data", str(folder / "data"))
    words = [word.format(folder=folder) for word in kind.words]
    began_s = time.monotonic()
    with started(["-m", "companion", "play", "chronicle", *given, *words], folder) as child:
        cookie = until_there(child, port, "/")
        page_s, cpu_s = time.monotonic() - began_s, usage(child.pid).cpu_s
        until_there(child, port, "/api/packet", cookie)
        yield child, (page_s, time.monotonic() - began_s, cpu_s)


def idle(child: subprocess.Popen[bytes], seconds: float, settle_s: float) -> tuple[Usage, Usage, float]:
    """What the kernel counted before and after a while in which nothing happened, and how long it was."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(settle_s)
    before, began_s = usage(child.pid), time.monotonic()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(seconds)
    if child.poll() is not None:
        raise SystemExit("the program ended by itself")
    return before, usage(child.pid), time.monotonic() - began_s


def cost_of(name: str, times: Times, before: Usage, after: Usage, span_s: float) -> Cost:
    """The figures of a quiet while."""
    return Cost(
        name,
        *times,
        cpu=100 * (after.cpu_s - before.cpu_s) / span_s,
        rss_mb=after.rss / 1e6,
        pss_mb=after.pss / 1e6,
        threads=after.threads,
        processes=after.processes,
        wakes_a_minute=60 * (after.wakes - before.wakes) / span_s,
        written_a_minute=60 * (after.written - before.written) / span_s,
    )


def measured(kind: Kind, starts: int, seconds: float, settle_s: float = _SETTLE_S) -> Cost:
    """One way to start the program."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = times_of(kind, starts, folder)
        with begun(kind, folder) as (child, _):
            return cost_of(kind.name, times, *idle(child, seconds, settle_s))


def peer(starts: int, seconds: float, settle_s: float = _SETTLE_S) -> Cost:
    """The same Python and web server with one page and nothing else."""
    with tempfile.TemporaryDirectory() as name:
        folder, times = Path(name), []
        for n in range(starts):
            port, began_s = free_port(), time.monotonic()
            with started(["-c", HELLO, str(port)], folder) as child:
                until_there(child, port, "/")
                page_s = time.monotonic() - began_s
                times.append((page_s, page_s, usage(child.pid).cpu_s))
                if n == starts - 1:
                    found = idle(child, seconds, settle_s)
        return cost_of("hello, the least server", medians(times), *found)


def opencv(starts: int) -> tuple[float, float]:
    """Median seconds and MB (PSS) of a Python that has imported OpenCV and nothing else."""
    times, memory = [], []
    for _ in range(starts):
        began_s = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-c", IMPORT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            assert child.stdin is not None
            child.stdout.readline()
            times.append(time.monotonic() - began_s)
            memory.append(usage(child.pid).pss / 1e6)
            child.stdin.close()
    return statistics.median(times), statistics.median(memory)


def run(starts: int, seconds: float, kinds: Sequence[Kind] = KINDS, settle_s: float = _SETTLE_S) -> Figures:
    """Measures the peer and every way to start."""
    beside = peer(starts, seconds, settle_s)
    costs = tuple(measured(kind, starts, seconds, settle_s) for kind in kinds)
    return Figures(costs, beside, *opencv(starts))


def show(found: Figures, starts: int, seconds: float) -> None:
    """Prints the table, every figure with its ratio to the peer's."""
    print(f"\nStart (median of {starts}) and {seconds:.0f} quiet seconds of Chronicle; x: times the least server")
    rows: tuple[tuple[str, Callable[[Cost], float], int], ...] = (
        ("first page, s", lambda one: one.first_page_s, 2),
        ("processor until then, s", lambda one: one.start_cpu_s, 2),
        ("whole table, s", lambda one: one.table_s, 2),
        ("processor, % of a core", lambda one: one.cpu, 2),
        ("memory PSS, MB", lambda one: one.pss_mb, 0),
        ("memory RSS, MB", lambda one: one.rss_mb, 0),
        ("threads", lambda one: one.threads, 0),
        ("processes", lambda one: one.processes, 0),
        ("wakes a minute", lambda one: one.wakes_a_minute, 0),
        ("written a minute, kB", lambda one: one.written_a_minute / 1000, 0),
    )
    everything = (found.peer, *found.costs)
    print(f"  {'':24}" + "".join(f"{one.name:>34}" for one in everything))
    for name, value, digits in rows:
        base = value(found.peer)
        cells = [
            f"{value(one):.{digits}f}" + (f"  {value(one) / base:6.1f}x" if base else " " * 9) for one in everything
        ]
        print(f"  {name:24}" + "".join(f"{cell:>34}" for cell in cells))
    print(f"  OpenCV alone: imported after {found.opencv_s:.2f} s, {found.opencv_mb:.0f} MB")


def main() -> None:
    """Prints everything beside the peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=5, help="how often each is started")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long nothing happens")
    parser.add_argument("--quick", action="store_true", help="two starts, and ten seconds")
    given = parser.parse_args()
    starts, seconds = (2, 10.0) if given.quick else (given.starts, given.seconds)
    show(run(starts, seconds), starts, seconds)


if __name__ == "__main__":
    main()
