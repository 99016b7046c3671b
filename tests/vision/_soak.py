"""A table at which anything may happen: the true table, the camera above it, and what the eye tells of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np

from tests.vision._soak_camera import EASY, Level, RealCamera, some_top
from tests.vision._soak_pieces import new_piece, overlap, registry, sticker_at
from vision import (
    ChangeKind,
    Eye,
    EyeSettings,
    Frame,
    Lamp,
    MatLayout,
    Point,
    ScenePiece,
    SceneState,
    Spot,
    TableChange,
    TableReport,
    Tag,
)

GAP_MM = 9.0  # free around pieces that are laid beside others
MAT = MatLayout(
    560,
    380,
    (Spot("left", 160, 190, 200, 250, capacity=0), Spot("right", 400, 190, 200, 250, capacity=0)),
    {0: Point(20, 20), 1: Point(540, 20), 2: Point(540, 360), 3: Point(20, 360)},
)
FRAME_S = 0.125
CLEAR_FRAMES = 9  # after an act without a hand, in which all has to be told

Told = tuple[str, str]
"""Kind of the change, and payload."""


@dataclass(frozen=True)
class Heard:
    """What the eye told, and in which frame: 1 is the first one after the hand left."""

    changes: tuple[tuple[int, TableChange], ...]

    @property
    def told(self) -> list[Told]:
        """In short, and without what was withdrawn by a later one of them."""
        withdrawn = {change.corrects for _, change in self.changes if change.kind is ChangeKind.CORRECTED}
        return [
            (change.kind.value, change.payload)
            for _, change in self.changes
            if change.kind is not ChangeKind.CORRECTED and change.number not in withdrawn
        ]


def no_report(report: TableReport) -> None:
    """Reports are taken where they are made."""


def no_fault(sentence: str | None) -> None:
    """This camera does not fail."""


def piece_of(tag: Tag) -> str:
    """What a tag is called."""
    return tag.piece


def eye_at(camera: RealCamera, level: Level) -> Eye:
    """A new eye; all that it is made of can be pickled."""
    tags = registry(level.sticker_mm)
    return Eye(
        camera, MAT, tags, None, time.monotonic, no_report, no_fault, label=piece_of, settings=EyeSettings()
    )  # fmt: skip


class SoakTable:
    """The true table, the camera above it, and the eye."""

    def __init__(self, seed: int, level: Level = EASY, photos: Path | None = None) -> None:
        self.random = Random(seed)
        self.seed, self.level = seed, level
        self.act = 0
        self.now_s = 20.0
        self.pieces: dict[int, ScenePiece] = {}
        self.lamp = Lamp(gradient=0.2)
        self.last: TableReport | None = None
        self.packed: list[tuple[float, bytes]] = []  # the frames of the latest act, and when they were taken
        self._version, self._layer = 1, 0
        self._drift = 0.0
        top = some_top(np.random.default_rng(seed), photos)
        self.camera = RealCamera(MAT, self._scene, level, top, lambda: self.now_s, seed)
        self.eye = eye_at(self.camera, level)
        self.settle()

    def _scene(self) -> SceneState:
        return SceneState(self._version, tuple(self.pieces.values()))

    def new(self, ident: int) -> ScenePiece:
        """A piece as it is at this level."""
        return new_piece(ident, self.level.sticker_mm)

    def payload(self, ident: int) -> str:
        """What the piece shows."""
        piece = self.pieces[ident]
        return str(piece.payload_front if piece.face_up else piece.payload_back)

    def put(self, *pieces: ScenePiece) -> None:
        """Lays pieces on top of everything, one over the other."""
        for piece in pieces:
            self._layer += 1
            self.pieces[piece.ident] = replace(piece, layer=self._layer)
        self._version += 1

    def take(self, *idents: int) -> None:
        """Takes pieces away."""
        for ident in idents:
            del self.pieces[ident]
        self._version += 1

    def settle(self, clear_frames: int = CLEAR_FRAMES) -> Heard:
        """Lets the eye look until the hands are gone and for so many frames after it."""
        heard: list[tuple[int, TableChange]] = []
        clear = 0
        while clear < clear_frames:
            clear = 0 if self.camera.is_busy else clear + 1
            for change in self.look().changes:
                heard.append((clear, change))
        return Heard(tuple(heard))

    def look(self, after_s: float = FRAME_S) -> TableReport:
        """One frame, so long after the one before."""
        self.now_s += after_s
        if self._drift:
            self.shine(replace(self.lamp, level=min(1.0, max(0.55, self.lamp.level + self._drift))))
        frame = self.camera.read(0.0)
        self.packed.append((frame.taken_s, self.camera.packed))
        return self.shown(frame)

    def shown(self, frame: Frame) -> TableReport:
        """What the eye says of a frame; an empty report where it says nothing."""
        report = self.eye.look(frame)
        if report is None:
            return TableReport((), (), True, frame.taken_s)
        self.last = report
        return report

    def shine(self, lamp: Lamp) -> None:
        """Another light."""
        self.lamp = lamp
        self.camera.light(lamp)

    def drift(self, per_frame: float) -> None:
        """The light grows or fades slowly from now on."""
        self._drift = per_frame

    def above(self, ident: int, gap_mm: float = 2.0) -> list[int]:
        """The pieces that lie over any part of a piece."""
        own = self.pieces[ident]
        return [n for n, other in self.pieces.items() if other.layer > own.layer and overlap(own, other, gap_mm)]

    def below(self, piece: ScenePiece, gap_mm: float = 0.0) -> list[int]:
        """The pieces over which a piece would lie there, or lies."""
        mine = self.pieces.get(piece.ident)
        return [
            n
            for n, other in self.pieces.items()
            if n != piece.ident and (mine is None or other.layer < mine.layer) and overlap(piece, other, gap_mm)
        ]

    def top(self, ident: int) -> bool:
        """Whether nothing lies over any part of a piece."""
        return not self.above(ident)

    def is_readable(self, ident: int) -> bool:
        """Whether nothing lies over a piece's sticker."""
        piece = self.pieces[ident]
        side = min(piece.sticker_mm, piece.width_mm - 2) + 2.0
        x, y = sticker_at(piece)
        sticker = replace(piece, x_mm=x, y_mm=y, width_mm=side, height_mm=side)
        return not any(overlap(sticker, self.pieces[n], 0.0) for n in self.above(ident))

    def free_place(self, piece: ScenePiece, gap_mm: float = GAP_MM) -> ScenePiece | None:
        """The piece at a place where it lies beside all others; None when the table is too full."""
        for _ in range(30):
            angle = self.random.choice((0.0, 90.0, 180.0, self.random.uniform(0, 360)))
            new = replace(
                piece, x_mm=self.random.uniform(65, 495), y_mm=self.random.uniform(75, 305), angle_deg=angle
            )  # fmt: skip
            if all(not overlap(new, other, gap_mm) for other in self.pieces.values() if other.ident != piece.ident):
                return new
        return None
