"""From a frame of the virtual table to the packets on the phones, by stage, beside pyzbar on the whole frame.

    python -m bench.table_bench [--quick]

A whole table without threads: Chronicle with four players, a rendered camera, the real eye, referee, journal (on disk)
and publisher. Bots' gestures are made by hand, frame by frame, so that every stage can be timed. Rendering is not
counted. Compare the ratios: machines differ.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.referee.inbox import Seen
from companion.service.building import build
from companion.service.cameras import camera_maker
from companion.settings.config import Autoplay, Config
from hardware.types import SpeechSink
from rules.engine.questions import Answer, Deal, Laid, Reveal
from rules.games import game
from vision import Eye, Frame, FrameSource, TableReport
from vision._pixels import grey
from vision.reading.decoders import by_zbar, by_zxing

DEADLINE_S = 20.0


@dataclass
class Timing:
    """Seconds by stage of one frame that became an answer."""

    gate_s: float
    locate_s: float
    decode_s: float
    track_s: float
    referee_s: float  # reading, rules, journal on disk, packets for five readers
    zbar_s: float
    zxing_s: float

    @property
    def ours_s(self) -> float:
        """From the frame in memory to the published packets."""
        return self.gate_s + self.locate_s + self.decode_s + self.track_s + self.referee_s


class Bench:
    """A service whose threads are not started: this loop is camera and referee."""

    def __init__(self, data: Path):
        base = Config()
        self.config = replace(
            base,
            table=replace(base.table, players=4, seed=7),
            web=replace(base.web, host="127.0.0.1", port=0),
            voice=replace(base.voice, sink=SpeechSink.OFF),
            data=replace(base.data, directory=str(data)),
            play=replace(base.play, autoplay=Autoplay.ALL, speed=1000.0),
        )
        self.service = build(self.config, game("chronicle"))
        self.reports: list[TableReport] = []
        make = camera_maker(self.config, self.service.voice, self.service.table)
        assert make is not None
        self.camera: FrameSource = make()
        assert self.service.eye is not None
        self.eye: Eye = self.service.eye
        self.service.referee.tell()

    def version(self) -> int:
        """Where the match stands."""
        return self.service.referee.match.version

    def settle(self, wanted: Callable[[], bool]) -> Timing | None:
        """Feeds frames until `wanted`; the timing of the frame that brought it."""
        end = time.monotonic() + DEADLINE_S
        while time.monotonic() < end:
            frame = self.camera.read(0.5)
            if frame is None:
                continue
            timing = self.look(frame)
            if wanted():
                return timing
        raise SystemExit("the camera did not read the table in time")

    def look(self, frame: Frame) -> Timing | None:
        """One frame through eye and referee, then through the peers."""
        report = self.eye.look(frame)
        if report is None:
            return None
        started = time.perf_counter()
        self.service.referee.handle(Seen(report))
        referee_s = time.perf_counter() - started
        times, pixels = report.times, grey(frame.image)
        return Timing(
            times.gate_s,
            times.locate_s,
            times.decode_s,
            times.track_s,
            referee_s,
            timed(lambda: by_zbar(pixels)),
            timed(lambda: by_zxing(pixels)),
        )

    def drain(self) -> None:
        """Works off what the dealer put into the inbox."""
        while (message := self.service.inbox.get(0.0)) is not None:
            self.service.referee.handle(message)

    def play(self, answers: int) -> list[Timing]:
        """So many answers given by a card laid on the table; their timings."""
        service = self.service
        found: list[Timing] = []
        table, dealer = service.table, service.dealer
        assert table is not None
        assert dealer is not None
        while len(found) < answers and service.referee.match.question is not None:
            question, before = service.referee.match.question, self.version()
            if isinstance(question, Deal | Reveal):
                dealer.answer_question()
                self.drain()
                if self.version() == before:
                    self.settle(lambda now=before: self.version() > now)  # type: ignore[misc]
                continue
            seat = service.referee.match.waiting[0]
            options = [o for s in service.referee.match.waiting for o in service.referee.match.options(s)]
            held = {b.piece for s in service.referee.match.waiting for b in table.hand(s)}
            laid = [o for o in options if o.refusal is None and isinstance(o.gesture, Laid) and o.piece in held]
            open_ones = [o for o in laid if isinstance(o.gesture, Laid) and o.gesture.face_up]
            if open_ones and open_ones[0].piece is not None and isinstance(open_ones[0].gesture, Laid):
                table.lay(table.find(open_ones[0].piece).ident, open_ones[0].gesture.spot, True)
                timing = self.settle(lambda now=before: self.version() > now)  # type: ignore[misc]
                found += [timing] if timing else []
            else:
                allowed = [o for o in service.referee.match.options(seat) if o.refusal is None]
                service.referee.running.try_entry(Answer(seat, allowed[0].key), "bench")
                service.referee.tell()
            dealer.tidy()
        return found

    def close(self) -> None:
        """Lets go of everything."""
        self.camera.close()
        self.service.stop()


def timed(work: Callable[[], object]) -> float:
    """Seconds that some work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer answers")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            timings = bench.play(8 if quick else 40)
        finally:
            bench.close()

    def middle(of: Callable[[Timing], float]) -> float:
        return statistics.median(of(t) for t in timings) * 1000

    ours = middle(lambda t: t.ours_s)
    print(f"\nFrame to packet, Chronicle, 4 players, {len(timings)} cards laid; median milliseconds")
    stages: tuple[tuple[str, Callable[[Timing], float]], ...] = (
        ("motion gate", lambda t: t.gate_s),
        ("locate", lambda t: t.locate_s),
        ("decode", lambda t: t.decode_s),
        ("track", lambda t: t.track_s),
        ("referee: rules, disk, packets", lambda t: t.referee_s),
    )
    for name, stage in stages:
        value = middle(stage)
        print(f"  {name:<32}{value:9.2f}   {value / ours:6.0%}")
    zbar, zxing = middle(lambda t: t.zbar_s), middle(lambda t: t.zxing_s)
    print(f"  {'all':<32}{ours:9.2f}")
    print(f"  {'pyzbar, same frame, whole':<32}{zbar:9.2f}   {zbar / ours:5.1f} times ours")
    print(f"  {'zxing-cpp, same frame, whole':<32}{zxing:9.2f}   {zxing / ours:5.1f} times ours")


if __name__ == "__main__":
    main()
