"""Reading a whole frame for the first time, and what each stage of the cascade is good for.

    python -m bench.reading_bench [--quick]

Medians of some rounds, one thread; `all cores`: by the clock, with OpenCV's own threads. Ratios are peer / ours, of
processor time, which a busy machine does not spoil.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import cv2

from bench._peers import Read, Score, opencv, scored, zbar, zxing
from bench._tables import GOOD, HARD, Conditions, Table, render
from bench.recall_bench import ours, tables
from vision.codes import choose_codes
from vision.deck.reader import DeckReader
from vision.reading._busy import busy_map
from vision.reading._stages import ByDeck, Crops, Reading, Stage, Task, Zbar
from vision.reading.decoders import by_zxing
from vision.reading.reader import CascadeReader, cascade
from vision.sticker import QUIET_MODULES

CROWD = 120
GLARE = replace(GOOD, tilt_deg=20.0, blur_px=1.0, glare=4)


@dataclass(frozen=True)
class Camera:
    """A camera over a table of 90 x 60 cm."""

    name: str
    size_px: tuple[int, int]
    px_per_mm: float


FINE = Camera("12 MP", (4608, 2592), 4.15)
COARSE = Camera("3 MP", (2304, 1296), 2.08)
COLD = ((20.0, FINE), (15.0, FINE), (12.0, FINE), (15.0, COARSE))


@dataclass
class Watched:
    """A stage with a clock beside it."""

    stage: Stage
    spent_ms: list[float] = field(default_factory=list)
    boxes: int = 0

    @property
    def name(self) -> str:
        return self.stage.name

    def read(self, task: Task) -> Reading:
        started = time.process_time()
        found = self.stage.read(task)
        self.spent_ms.append(1000 * (time.process_time() - started))
        self.boxes = len(task.boxes)
        return found


def median_ms(action: Callable[[], object], rounds: int) -> float:
    """Milliseconds that the action takes."""
    spent = []
    for _ in range(rounds):
        started = time.process_time()
        action()
        spent.append(1000 * (time.process_time() - started))
    return statistics.median(spent)


def median_score(table: Table, read: Read, rounds: int) -> Score:
    """The score of one frame, with the median of the times."""
    scores = [scored(table, read) for _ in range(rounds)]
    return replace(
        scores[0],
        wall_ms=statistics.median(score.wall_ms for score in scores),
        cpu_ms=statistics.median(score.cpu_ms for score in scores),
    )


def cold(deck: Sequence[str], sticker_mm: float, camera: Camera, rounds: int, crowd: int = CROWD) -> None:
    """Prints one full table, each reader on it, and where our time goes."""
    px = camera.px_per_mm * sticker_mm / (21 + 2 * QUIET_MODULES)
    table = render(list(deck[:crowd]), px, GOOD, 11, sticker_mm, size_px=camera.size_px)
    watched = [Watched(stage) for stage in cascade(deck).stages]
    reader = CascadeReader(tuple(watched))
    cv2.setNumThreads(1)
    mine = median_score(table, ours(reader), rounds)
    cv2.setNumThreads(-1)
    spread = median_score(table, ours(reader), rounds)
    cv2.setNumThreads(1)
    print(f"{camera.name}, {crowd} tags of {sticker_mm:g} mm, {px:.2f} px/module")
    print(f"  ours        {_times(mine)}, all cores {spread.wall_ms:.1f}")
    peers: dict[str, Read] = {"pyzbar": zbar, "zxing-cpp": zxing, "opencv": opencv}
    for name, read in peers.items():
        peer = median_score(table, read, 1 if name == "opencv" else max(3, rounds // 3))
        print(f"  {name:11} {_times(peer)} = {peer.cpu_ms / mine.cpu_ms:5.2f} x ours")
    print(f"  share: zxing once {median_ms(lambda: by_zxing(table.image), rounds):.1f} ms", end="")
    print(f", busy places {median_ms(lambda: busy_map(table.image, px).boxes, rounds):.1f}", end="")
    for stage in watched:
        if stage.spent_ms:
            print(f", {stage.name} {statistics.median(stage.spent_ms):.1f} ({stage.boxes} boxes)", end="")
    print()


def _times(score: Score) -> str:
    return f"{score.percent:5.1f} %, processor {score.cpu_ms:7.1f} ms, clock {score.wall_ms:7.1f} ms"


@dataclass(frozen=True)
class Mix:
    """Frames that the stages are tried on: of our own codes or of strangers, at so many px a module."""

    name: str
    is_ours: bool
    px_per_module: float
    seen: Conditions


MIXES = (
    Mix("ours good 1.5", True, 1.5, GOOD),
    Mix("ours hard 2.0", True, 2.0, HARD),
    Mix("ours hard 2.5", True, 2.5, HARD),
    Mix("ours glare 3.0", True, 3.0, GLARE),
    Mix("others hard 2.5", False, 2.5, HARD),
    Mix("others good 1.75", False, 1.75, GOOD),
)


def stages(deck: Sequence[str], strangers: Sequence[str], count: int, mixes: Sequence[Mix] = MIXES) -> None:
    """Prints what the cascade reads, and in what time, with stages left out or in another order."""
    by_deck, twice, thrice, last = ByDeck(DeckReader(deck)), Crops(2.0), Crops(3.0), Zbar()
    orders: dict[str, tuple[Stage, ...]] = {
        "as used: x2, deck, zbar": (twice, by_deck, last),
        "deck, x2, zbar": (by_deck, twice, last),
        "x2, zbar, deck": (twice, last, by_deck),
        "without x2": (by_deck, last),
        "without deck": (twice, last),
        "without zbar": (twice, by_deck),
        "with x3 after x2": (twice, thrice, by_deck, last),
        "zxing once only": (),
    }
    frames = [tables(deck if mix.is_ours else strangers, count, mix.px_per_module, mix.seen, 70_000) for mix in mixes]
    print("tags read % / ms a frame of 20".ljust(30) + "".join(f"{mix.name:>19}" for mix in mixes))
    for name, order in orders.items():
        read = ours(CascadeReader(order))
        row = [sum((scored(frame, read) for frame in shown), Score()) for shown in frames]
        print(name.ljust(30) + "".join(f"{score.percent:9.1f} / {score.ms:7.1f}" for score in row), flush=True)


def main() -> None:
    """Prints everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds and tags")
    is_quick = parser.parse_args().quick
    cv2.setNumThreads(1)
    codes = choose_codes(1000, Random(5))
    for sticker_mm, camera in COLD:
        cold(codes[:500], sticker_mm, camera, 3 if is_quick else 11)
    stages(codes[:500], codes[500:], 40 if is_quick else 200)


if __name__ == "__main__":
    main()
