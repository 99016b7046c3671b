"""Time from a frame of the virtual table to the report, by stage, against the two decoders on the whole frame.

    python -m bench.vision_bench [--quick]

Rendering is not counted. Every figure is the median of some rounds in this run on this machine; compare the ratios,
not the milliseconds. The peers are given the same frames: pyzbar as the tutorials call it, and zxing-cpp (lean) alone.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from vision import (
    Art,
    CameraSettings,
    Eye,
    Frame,
    MatLayout,
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
from vision._decoders import by_zbar, by_zxing
from vision._pixels import grey

LAYOUT = MatLayout(900, 600, (), {0: Point(22, 22), 1: Point(878, 22), 2: Point(878, 578), 3: Point(22, 578)})
SETTINGS = CameraSettings(fps=0, heartbeat_s=0, hand_frames=0, settle_frames=4)


@dataclass(frozen=True)
class Bench:
    """One row of the result: what was measured, our seconds, and how many of the tags were told."""

    name: str
    ours_s: float
    told: int
    of: int
    stages: StageTimes


def piece(number: int, columns: int, rows: int) -> ScenePiece:
    """A card in a neat grid, each at another angle."""
    x = 85 + (number % columns) * 730 / max(1, columns - 1)
    y = 90 + (number // columns) * 420 / max(1, rows - 1)
    art = Art("Knight", "K", (90, 120, 200), "hearts")
    return ScenePiece(number, f"CARD{number:03d}", "BACK1", x, y, 41.0 * (number % 9), art=art)


def scene_of(count: int) -> tuple[ScenePiece, ...]:
    """So many cards spread over the mat."""
    columns = max(2, round((count * 1.7) ** 0.5))
    return tuple(piece(number, columns, -(-count // columns)) for number in range(count))


class Rig:
    """A scene, its camera and an eye that has not seen anything yet."""

    def __init__(self, pieces: tuple[ScenePiece, ...]) -> None:
        self.state = SceneState(1, pieces)
        self.camera = VirtualCamera(LAYOUT, lambda: self.state, SETTINGS, time.monotonic, seed=1)
        tags = [Tag(f"CARD{n:03d}", f"card#{n}", Side.FRONT) for n in range(120)]
        self.registry = TagRegistry(tags)
        self.eye = self.new_eye()

    def new_eye(self) -> Eye:
        return Eye(self.camera, LAYOUT, self.registry, None, time.monotonic, lambda report: None)

    def frame(self) -> Frame:
        frame = self.camera.read(1.0)
        assert frame is not None
        return frame


def timed(action: Callable[[], object]) -> float:
    """Seconds that the action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def cold(count: int, rounds: int) -> tuple[Bench, Frame]:
    """A table full of cards, seen for the first time: markers, all tags, tracking."""
    rig = Rig(scene_of(count))
    frame = rig.frame()
    spent, stages, told = [], StageTimes(), 0
    for _ in range(rounds):
        eye = rig.new_eye()
        reports: list[TableReport | None] = []
        spent.append(timed(lambda eye=eye, reports=reports: reports.append(eye.look(frame))))  # type: ignore[misc]
        stages = eye.times
        told = len(reports[0].presences) if reports[0] is not None else 0
    return Bench(f"cold, {count} cards", statistics.median(spent), told, count, stages), frame


def still(count: int, rounds: int) -> Bench:
    """The same table when nothing happens."""
    rig = Rig(scene_of(count))
    for _ in range(4):
        rig.eye.look(rig.frame())
    frames = [rig.frame() for _ in range(rounds)]
    spent = [timed(lambda frame=frame: rig.eye.look(frame)) for frame in frames]  # type: ignore[misc]
    return Bench(f"still, {count} cards", statistics.median(spent), count, count, rig.eye.times)


def placed(count: int, rounds: int) -> tuple[Bench, Frame]:
    """One more card on a table of cards: the frame in which it is told."""
    spent, told, stages = [], 0, StageTimes()
    for number in range(rounds):
        everything = scene_of(count)
        rig = Rig(everything[:-1])
        for _ in range(4):
            rig.eye.look(rig.frame())
        rig.state = SceneState(2 + number, everything)
        for _ in range(6):
            frame = rig.frame()
            reports: list[TableReport | None] = []
            seconds = timed(lambda frame=frame, rig=rig, reports=reports: reports.append(rig.eye.look(frame)))  # type: ignore[misc]
            if reports[0] is not None and reports[0].changes:
                spent.append(seconds)
                told += 1
                stages = rig.eye.times
                break
    return Bench(f"one placed on {count - 1}", statistics.median(spent), told, rounds, stages), frame


def peers(frame: Frame, rounds: int) -> tuple[float, int, float, int]:
    """Seconds and tags of pyzbar and of zxing-cpp on the whole frame."""
    pixels = grey(frame.image)
    zbar_tags, zxing_tags = by_zbar(pixels), by_zxing(pixels)
    zbar_s = statistics.median(timed(lambda: by_zbar(grey(frame.image))) for _ in range(rounds))
    zxing_s = statistics.median(timed(lambda: by_zxing(grey(frame.image))) for _ in range(rounds))
    return zbar_s, len({t.payload for t in zbar_tags}), zxing_s, len({t.payload for t in zxing_tags})


def line(row: Bench, frame: Frame, rounds: int) -> str:
    """One row as text, with the ratios against the peers on the same frame."""
    zbar_s, zbar_tags, zxing_s, zxing_tags = peers(frame, rounds)
    parts = (
        (1000 * s, n)
        for s, n in zip(
            (row.stages.gate_s, row.stages.locate_s, row.stages.decode_s, row.stages.track_s),
            ("gate", "locate", "decode", "track"),
            strict=True,
        )
    )
    stages = "  ".join(f"{name} {value:5.1f}" for value, name in parts)
    return (
        f"{row.name:22} {1000 * row.ours_s:7.1f} ms  told {row.told:3}/{row.of:<3} | {stages} | "
        f"pyzbar {1000 * zbar_s:7.1f} ms = {zbar_s / row.ours_s:6.1f}x, reads {zbar_tags:2} | "
        f"zxing {1000 * zxing_s:6.1f} ms = {zxing_s / row.ours_s:5.1f}x, reads {zxing_tags:2}"
    )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 3 if parser.parse_args().quick else 9
    for count in (36, 60):
        row, frame = cold(count, rounds)
        if count == 36:
            height, width = frame.image.shape[:2]
            print(f"virtual table, frames of {width} x {height}; median of {rounds} rounds; ratio = peer / ours")
        print(line(row, frame, rounds))
        print(line(still(count, 4 * rounds), frame, rounds))
    row, frame = placed(36, rounds)
    print(line(row, frame, rounds))


if __name__ == "__main__":
    main()
