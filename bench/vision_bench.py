"""Processor time from a camera frame to the report, beside three decoders on the whole frame.

    python -m bench.vision_bench [--quick]

A mat of 108 x 60 cm full of tokens, seen from straight above by a camera of 12 megapixels that gives its brightness
plane and a low-resolution stream, as the camera of a Pi does; one of 3 megapixels; and one that gives colour alone, as
the virtual table does. Rendering is not counted. Every figure is the median of some rounds in this run; compare the
ratios, not the milliseconds. The peers get the same frames in grey: pyzbar as its guide calls it; zxing-cpp told to
look for QR codes and otherwise as it comes; "lean" with all switched off that costs time (no turning, shrinking,
inverting; model 2 only: what our reader does first); and OpenCV's QRCodeDetector. The floor is one pass of absolute
difference over the low-resolution picture. Processor time is that of all threads together; "all cores" means OpenCV's
own threads, since nothing else of a look is split.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import zxingcpp

from vision import (
    CameraSettings,
    Eye,
    Frame,
    MatLayout,
    PieceShape,
    Point,
    ScenePiece,
    SceneState,
    Side,
    StageTimes,
    TableReport,
    Tag,
    TagRegistry,
    VirtualCamera,
)
from vision._pixels import grey
from vision.reading.decoders import by_zbar, by_zxing

LAYOUT = MatLayout(1080, 600, (), {0: Point(22, 22), 1: Point(1058, 22), 2: Point(1058, 578), 3: Point(22, 578)})
COLUMNS, STEP_MM = 15, 66.0
PX_PER_MM = 4.15
RIM_MM = 4.0  # of a token around its sticker
FRAME_S = 0.07  # at 14 frames per second
SHRINK = 8  # of the low-resolution stream


@dataclass(frozen=True)
class Spent:
    """Seconds of some work: of the processor, all threads together, and by the wall clock."""

    cpu_s: float
    wall_s: float


@dataclass(frozen=True)
class Film:
    """Frames of one table: still without its last token, and still with it."""

    name: str
    registry: TagRegistry
    before: tuple[Frame, ...]
    after: tuple[Frame, ...]


@dataclass(frozen=True)
class Result:
    """One figure: what was measured, our median, how many of the tags were told, and the share of each stage."""

    name: str
    ours: Spent
    told: int
    of: int
    stages: StageTimes


@dataclass(frozen=True)
class Peer:
    """One decoder on the whole frame."""

    name: str
    spent: Spent
    read: int


def film(count: int, sticker_mm: float, px_per_mm: float = PX_PER_MM, is_colour: bool = False) -> Film:
    """Renders a table of so many tokens. `is_colour`: as the virtual camera gives it, without a small picture."""
    side, half = sticker_mm + RIM_MM, (sticker_mm + RIM_MM) / 2
    tags = [
        Tag(f"K{n:04d}7TX", f"token#{n}", Side.FRONT, shape=PieceShape(half, half, half, half), sticker_mm=sticker_mm)
        for n in range(count)
    ]
    pieces = [
        ScenePiece(
            n,
            tag.payload,
            None,
            75 + STEP_MM * (n % COLUMNS),
            75 + (STEP_MM - 2) * (n // COLUMNS),
            41.0 * (n % 9),
            width_mm=side,
            height_mm=side,
            sticker_mm=sticker_mm,
        )
        for n, tag in enumerate(tags)
    ]
    state = [SceneState(1, tuple(pieces[:-1]))]
    settings = CameraSettings(px_per_mm=px_per_mm, fps=0, heartbeat_s=0, hand_frames=0)
    camera = VirtualCamera(LAYOUT, lambda: state[0], settings, lambda: 0.0, seed=1)
    before = tuple(as_camera(camera.read(1.0), is_colour) for _ in range(4))
    state[0] = SceneState(2, tuple(pieces))
    after = tuple(as_camera(camera.read(1.0), is_colour) for _ in range(4))
    camera.close()
    name = f"{count} tags of {sticker_mm:g} mm{', colour' if is_colour else ''}"
    return Film(name, TagRegistry(tags), before, after)


def as_camera(frame: Frame | None, is_colour: bool = False) -> Frame:
    """The frame as a Pi's camera gives it: its brightness plane, and a small picture of the same moment. `is_colour`:
    as it is."""
    assert frame is not None
    if is_colour:
        return frame
    plane = grey(frame.image)
    size = (plane.shape[1] // SHRINK, plane.shape[0] // SHRINK)
    return replace(frame, image=plane, small=cv2.resize(plane, size, interpolation=cv2.INTER_AREA).astype("uint8"))


class Watcher:
    """An eye that is shown frames, each some time after the one before."""

    def __init__(self, shown: Film) -> None:
        camera = VirtualCamera(LAYOUT, lambda: SceneState(1, ()), CameraSettings(), lambda: 0.0)
        self.eye = Eye(camera, LAYOUT, shown.registry, None, lambda: 0.0, lambda report: None)
        self._now_s = 0.0

    def look(self, frame: Frame) -> tuple[Spent, TableReport | None]:
        """What the eye says of the frame, and what that cost."""
        reports: list[TableReport | None] = []
        shown = replace(frame, taken_s=self.next_s())
        spent = timed(lambda: reports.append(self.eye.look(shown)))
        return spent, reports[0]

    def next_s(self) -> float:
        """When the next frame is taken."""
        self._now_s += FRAME_S
        return self._now_s

    def settle(self, frames: Sequence[Frame]) -> None:
        """Shows a still table until nothing has to be read again."""
        for number in range(16):
            self.look(frames[number % len(frames)])


def timed(work: Callable[[], object]) -> Spent:
    """What some work costs."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return Spent(time.process_time() - cpu, time.perf_counter() - wall)


def median(spent: Sequence[Spent]) -> Spent:
    """The median of each clock by itself."""
    return Spent(statistics.median(s.cpu_s for s in spent), statistics.median(s.wall_s for s in spent))


def cold(shown: Film, rounds: int) -> Result:
    """A full table seen for the first time: markers, all tags, tracking."""
    spent, told, stages = [], 0, StageTimes()
    for _ in range(rounds):
        watcher = Watcher(shown)
        cost, report = watcher.look(shown.after[0])
        spent.append(cost)
        told, stages = len(report.presences) if report is not None else 0, watcher.eye.times
    return Result(f"cold, {shown.name}", median(spent), told, len(shown.registry), stages)


def still(shown: Film, rounds: int) -> Result:
    """The same table when nothing happens, a frame."""
    watcher = Watcher(shown)
    watcher.settle(shown.before)
    frames = shown.before
    spent = [watcher.look(frames[n % len(frames)])[0] for n in range(rounds)]
    count = len(shown.registry)
    return Result(f"still, {shown.name}", median(spent), count, count, watcher.eye.times)


def placed(shown: Film, rounds: int) -> Result:
    """One more token on a full table: all frames from the first on which it lies still to its change."""
    spent, told, stages = [], 0, StageTimes()
    for _ in range(rounds):
        watcher = Watcher(shown)
        watcher.settle(shown.before)
        watcher.look(shown.after[0])  # here it is on its way
        cpu_s = wall_s = 0.0
        for frame in shown.after[1:]:
            cost, report = watcher.look(frame)
            cpu_s, wall_s = cpu_s + cost.cpu_s, wall_s + cost.wall_s
            if report is not None and report.changes:
                told, stages = told + 1, watcher.eye.times
                break
        spent.append(Spent(cpu_s, wall_s))
    return Result(f"one placed on {shown.name}", median(spent), told, rounds, stages)


def floor(shown: Film, rounds: int) -> Spent:
    """One pass of absolute difference over the low-resolution pictures."""
    small = [as_camera(frame).small if frame.small is None else frame.small for frame in shown.before]
    pairs = [(small[n % len(small)], small[(n + 1) % len(small)]) for n in range(rounds)]
    return median([timed(lambda one=one, two=two: cv2.absdiff(one, two)) for one, two in pairs])  # type: ignore[misc]


def peers(shown: Film, rounds: int) -> tuple[Peer, ...]:
    """The decoders on the full table, in grey."""
    image = grey(shown.after[0].image)
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)

    def by_opencv() -> int:
        try:
            return sum(bool(text) for text in cv2.QRCodeDetector().detectAndDecodeMulti(image)[1])
        except (UnicodeDecodeError, cv2.error):  # it can trip over its own misreadings
            return 0

    ways: tuple[tuple[str, Callable[[], int]], ...] = (
        ("pyzbar", lambda: len({tag.payload for tag in by_zbar(image)})),
        ("zxing-cpp", lambda: len({code.text for code in zxingcpp.read_barcodes(image, formats)})),
        ("zxing-cpp, lean", lambda: len({tag.payload for tag in by_zxing(image)})),
        ("OpenCV", by_opencv),
    )
    found = []
    for name, way in ways:
        read: list[int] = []
        spent = [timed(lambda way=way, read=read: read.append(way())) for _ in range(rounds)]  # type: ignore[misc]
        found.append(Peer(name, median(spent), read[-1]))
    return tuple(found)


def line(result: Result, others: Sequence[Peer]) -> str:
    """One row as text: our processor time, the peers' in multiples of it, and the share of each stage."""
    times = result.stages
    stages = {"gate": times.gate_s, "locate": times.locate_s, "decode": times.decode_s, "track": times.track_s}
    whole = sum(stages.values()) or 1.0
    shares = "  ".join(f"{name} {value / whole:4.0%}" for name, value in stages.items())
    ratios = "  ".join(f"{peer.name} {peer.spent.cpu_s / result.ours.cpu_s:8.1f}x" for peer in others)
    return (
        f"  {result.name:34}{1000 * result.ours.cpu_s:9.3f} ms cpu{1000 * result.ours.wall_s:9.3f} ms wall  "
        f"told {result.told:3}/{result.of:<3} | {shares} | {ratios}"
    )


def show(shown: Film, rounds: int) -> None:
    """Prints all rows of one table, on one thread and on all cores."""
    height, width = shown.after[0].image.shape[:2]
    print(f"\n{shown.name}, frames of {width} x {height}; median of {rounds} rounds; peer's time / ours")
    for threads in (1, cv2.getNumberOfCPUs()):
        cv2.setNumThreads(threads)
        others = peers(shown, 1 if rounds < 4 else 3)
        print(f" OpenCV on {threads} thread{'s' if threads > 1 else ''}")
        for peer in others:
            cost = f"{1000 * peer.spent.cpu_s:9.3f} ms cpu{1000 * peer.spent.wall_s:9.3f} ms wall"
            print(f"  {peer.name + ', whole frame':34}{cost}  read {peer.read:3}/{len(shown.registry)}")
        rows = cold(shown, rounds), still(shown, 20 * rounds), placed(shown, rounds)
        floor_s = floor(shown, 20 * rounds).cpu_s
        for row in rows:
            print(line(row, others))
        print(f"  {'the floor: one absolute difference':34}{1000 * floor_s:9.3f} ms cpu")
        for told in verdicts(rows, others, floor_s):
            print(f"   {told}")


def verdicts(rows: tuple[Result, Result, Result], others: Sequence[Peer], floor_s: float) -> list[str]:
    """The ratios that are asked for, each beside its limit. `rows`: cold, still, placed."""
    cpu_s = {peer.name: peer.spent.cpu_s for peer in others}
    first, quiet, one = (row.ours.cpu_s for row in rows)
    zbar, plain, lean = (cpu_s[name] for name in ("pyzbar", "zxing-cpp", "zxing-cpp, lean"))
    return [
        f"cold / pyzbar {first / zbar:.2f} (20 mm: at most 0.2, 12 mm: 0.3, 15 mm by 3 MP: 1)",
        f"cold / zxing-cpp {first / plain:.2f} (20 mm: at most 1.2), lean {first / lean:.2f}",
        f"cold, share read {rows[0].told / rows[0].of:.1%} (20 mm: 100 %, 12 mm: at least 99 %)",
        f"pyzbar / still {zbar / quiet:.0f} (at least 400)",
        f"still / floor {quiet / floor_s:.1f} (at most 4 where the camera gives a small picture)",
        f"pyzbar / one placed {zbar / one:.0f} (at least 40)",
    ]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 3 if parser.parse_args().quick else 7
    before = cv2.getNumThreads()
    try:
        show(film(120, 20.0), rounds)
        show(film(120, 12.0), rounds)
        show(film(120, 15.0, px_per_mm=PX_PER_MM / 2), rounds)
        show(film(120, 20.0, is_colour=True), rounds)
    finally:
        cv2.setNumThreads(before)


if __name__ == "__main__":
    main()
