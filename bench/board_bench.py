"""From a frame of a board of 47 hexes on which one thing was done to the report that tells it.

    python -m bench.board_bench [--quick]

The board of War Chest with twenty coins and ten control markers through a rendered camera. Coins and whole stacks are
moved, laid down, laid on each other and taken, by chance; a share of the moves is named right: just the coin that was
touched, from where and to where, and every field's upper coin afterwards. Beside our time stands that of the same
reader reading the same frame afresh, in the same run. Rendering is not counted. Compare the ratio: machines differ.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from companion.prints.mat_picture import mat_voice
from companion.prints.mat_plan import labelled, mat_layout
from companion.reading.tags import back_code, front_code, game_tags
from rules.engine.mat import PieceSize
from rules.games import game
from vision import (
    Art,
    CameraSettings,
    ChangeKind,
    Eye,
    Frame,
    Scale,
    ScenePiece,
    SceneState,
    StageTimes,
    TableChange,
    TagReader,
    VirtualCamera,
    table_reader,
)

GAME, SEATS = "war_chest", 4
COINS, MARKERS, MOVES, FEW = 20, 10, 200, 12
CAMERA = CameraSettings(px_per_mm=2.4, fps=0, heartbeat_s=0, hand_frames=2, settle_frames=6)
STEP_S = 0.2
FRAMES = 9  # after a move: a hand, rest, and long enough to be sure that something is gone
_TINTS = ((60, 130, 200), (150, 90, 60), (80, 150, 80), (120, 80, 150))


@dataclass(frozen=True)
class Move:
    """One thing that was done: these coins (the lowest first) went from a field to another; None is off the mat."""

    coins: tuple[str, ...]
    was: str | None
    now: str | None


@dataclass(frozen=True)
class Timing:
    """Seconds from a frame to the report that tells a move, by stage and in all, and of reading that frame afresh.
    Those of `cpu` are what the processor had to do, whatever else the machine was busy with."""

    stages: StageTimes
    ours_s: float
    ours_cpu_s: float
    afresh_cpu_s: float
    tags: int  # read afresh


class BoardBench:
    """A board on which moves are made by chance, the eye that looks at it, and what it should have told."""

    def __init__(self, seed: int) -> None:
        rules = game(GAME)
        voice = mat_voice(rules, SEATS)
        layout = voice.layout
        assert layout.board is not None
        self.fields = list(layout.board.grid.cells)
        self._random = Random(seed)
        self._sizes: dict[str, PieceSize] = {}
        decks = rules.box.decks(rules.check_settings({}), SEATS)
        self._spare = [str(piece) for piece in decks["coins"]]
        markers = [str(piece) for piece in decks["markers"]][:MARKERS]
        for deck, pieces in decks.items():
            self._sizes |= {str(piece): layout.size(deck) for piece in pieces}
        mat = labelled(mat_layout(layout), voice)
        self._middles = {spot.name: (spot.x_mm, spot.y_mm) for spot in mat.spots}
        self._registry = game_tags(GAME, decks, size=layout.size)
        self._codes = {tag.payload: tag.piece for tag in self._registry.values()}
        self.stacks: dict[str, list[str]] = {field: [] for field in self.fields}
        self._pieces: dict[str, ScenePiece] = {}
        self._version = self._layer = 0
        self._now_s = 100.0
        self._random.shuffle(self._spare)
        places = self._random.sample(self.fields, COINS + MARKERS)
        for piece, field in zip([*(self._spare.pop() for _ in range(COINS)), *markers], places, strict=True):
            self._draw(piece, field)
            if piece not in markers:
                self.stacks[field].append(piece)
        self.camera = VirtualCamera(mat, self._scene, CAMERA, lambda: self._now_s, seed)
        self.eye = Eye(self.camera, mat, self._registry, None, lambda: self._now_s, lambda report: None)
        self.reader: TagReader = table_reader(self._registry)
        self.right = self.done = 0
        self.timings: list[Timing] = []
        self._lying: dict[str, str | None] = {}
        self._frames(Move((), None, None))
        self.timings.clear()

    def play(self, moves: int) -> None:
        """Makes so many moves, each seen to its end before the next."""
        for _ in range(moves):
            move = self._chosen()
            self._make(move)
            self.done += 1
            self.right += self.is_told(move, self._frames(move))

    def is_told(self, move: Move, changes: Sequence[TableChange]) -> bool:
        """Whether the changes name this move and nothing that did not happen, and the upper coins are known."""
        top = move.coins[-1]
        come = ChangeKind.PLACED if move.was is None else ChangeKind.MOVED
        wanted = (ChangeKind.GONE if move.now is None else come, move.now, move.was)
        told = [(self._codes[change.payload], change) for change in changes]
        mine = [(c.kind, c.spot, c.was_spot if move.was is not None else None) for piece, c in told if piece == top]
        others = [(piece, c) for piece, c in told if piece != top and not self._is_due(move, piece, c)]
        tops = {stack[-1]: field for field, stack in self.stacks.items() if stack}
        return mine == [wanted] and not others and all(self._lying.get(coin) == field for coin, field in tops.items())

    def _is_due(self, move: Move, piece: str, change: TableChange) -> bool:
        """Whether the change is that of a coin below the one that was touched: it left with it, or came to light."""
        if change.kind is ChangeKind.GONE:
            return piece in move.coins[:-1] and change.was_spot == move.was
        left = self.stacks[move.was] if move.was is not None else []
        return change.kind is ChangeKind.PLACED and left[-1:] == [piece] and change.spot == move.was

    def _chosen(self) -> Move:
        """A stack or its top to another field, a new coin on the board or on a coin, or a coin off it."""
        random, held = self._random, [field for field in self.fields if self.stacks[field]]
        free = [field for field in self.fields if not self.stacks[field]]
        kind = random.choices(("move", "lay", "stack", "take"), (10, 3, 4, 5 if len(held) > 12 else 0))[0]
        if kind in ("lay", "stack") and self._spare:
            return Move((self._spare.pop(),), None, random.choice(free if kind == "lay" else held))
        was = random.choice(held)
        if kind == "take":
            return Move((self.stacks[was][-1],), was, None)
        return Move(tuple(self.stacks[was]), was, random.choice(free))

    def _make(self, move: Move) -> None:
        for coin in move.coins:
            if move.was is not None:
                self.stacks[move.was].remove(coin)
            if move.now is None:
                del self._pieces[coin]
                self._spare.insert(0, coin)
            else:
                self.stacks[move.now].append(coin)
                self._draw(coin, move.now)
        self._version += 1

    def _draw(self, piece: str, field: str) -> None:
        """Lays a piece near the middle of a field, turned as a hand leaves it."""
        random, (x, y), size = self._random, self._middles[field], self._sizes[piece]
        at = (x + random.uniform(-3, 3), y + random.uniform(-3, 3), random.uniform(0, 360))
        kind = piece.partition("#")[0]
        art = Art(kind, tint=_TINTS[len(kind) % len(_TINTS)])
        self._layer += 1
        self._pieces[piece] = ScenePiece(
            list(self._sizes).index(piece), front_code(GAME, piece), back_code(GAME, "coins"), *at,
            layer=self._layer, width_mm=size.width_mm, height_mm=size.height_mm, art=art, round=size.round,
        )  # fmt: skip

    def _scene(self) -> SceneState:
        return SceneState(self._version, tuple(self._pieces.values()))

    def _frames(self, move: Move) -> list[TableChange]:
        """Looks until the move must have been told; times the look that told it."""
        changes: list[TableChange] = []
        is_timed = False
        for _ in range(FRAMES):
            self._now_s += STEP_S
            frame = self.camera.read(0.0)
            if frame is None:
                continue
            started, began = time.perf_counter(), time.process_time()
            report = self.eye.look(frame)
            ours_s, cpu_s = time.perf_counter() - started, time.process_time() - began
            if report is None:
                continue
            changes += report.changes
            self._lying = {presence.tag.piece: presence.spot for presence in report.presences}
            if not is_timed and any(self._codes.get(c.payload) in move.coins for c in report.changes):
                is_timed = True
                afresh_s, tags = self._afresh(frame)
                self.timings.append(Timing(report.times, ours_s, cpu_s, afresh_s, tags))
        return changes

    def _afresh(self, frame: Frame) -> tuple[float, int]:
        """Seconds of the processor for the same reader on the whole of the frame, and how many tags it reads."""
        glance = self.eye.glance()
        assert glance is not None
        scale = None if glance.calibration is None else Scale(glance.calibration, glance.sticker_mm)
        began = time.process_time()
        found = self.reader.read(frame.image, None, scale).tags
        return time.process_time() - began, len(found)

    def close(self) -> None:
        """Lets go of the camera."""
        self.camera.close()


def shown(bench: BoardBench) -> list[str]:
    """The table of the figures."""
    timings = bench.timings

    def middle(of: Callable[[Timing], float]) -> float:
        return statistics.median(of(timing) for timing in timings) * 1000 if timings else 0.0

    stages: tuple[tuple[str, Callable[[Timing], float]], ...] = (
        ("motion gate", lambda t: t.stages.gate_s),
        ("locate: markers, board, boxes", lambda t: t.stages.locate_s),
        ("decode", lambda t: t.stages.decode_s),
        ("track", lambda t: t.stages.track_s),
        ("frame to report", lambda t: t.ours_s),
        ("frame to report, processor", lambda t: t.ours_cpu_s),
        ("same reader, whole frame afresh", lambda t: t.afresh_cpu_s),
    )
    lines = [f"Board of {len(bench.fields)} hexes, {COINS} coins, {MARKERS} markers: {bench.done} moves; median ms"]
    lines += [f"  {name:<34}{middle(of):9.2f}" for name, of in stages]
    tags = statistics.median(t.tags for t in timings) if timings else 0
    ratio = middle(lambda t: t.afresh_cpu_s) / max(1e-9, middle(lambda t: t.ours_cpu_s))
    lines.append(
        f"  read afresh, without any memory, it takes the processor {ratio:.1f} times as long ({tags:.0f} tags)"
    )
    share = bench.right / bench.done if bench.done else 0.0
    lines.append(f"  told right: {bench.right} of {bench.done} moves ({share:.1%})")
    return lines


def measured(moves: int, seed: int = 11) -> BoardBench:
    """A board after so many moves."""
    bench = BoardBench(seed)
    try:
        bench.play(moves)
    finally:
        bench.close()
    return bench


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer moves")
    print("\n" + "\n".join(shown(measured(FEW if parser.parse_args().quick else MOVES))))


if __name__ == "__main__":
    main()
