"""A table at which anything may happen: the true table, the camera above it, and what the eye believes of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.vision._soak_pieces import is_at, overlap, registry, sticker_at
from vision import (
    CameraSettings,
    Eye,
    Frame,
    MatLayout,
    Point,
    ScenePiece,
    SceneState,
    Spot,
    TableReport,
    VirtualCamera,
)
from vision.virtual.lamp import Lamp

GAP_MM = 9.0  # free around pieces that are laid beside others
MAT = MatLayout(
    560,
    380,
    (Spot("left", 160, 190, 200, 250, capacity=0), Spot("right", 400, 190, 200, 250, capacity=0)),
    {0: Point(20, 20), 1: Point(540, 20), 2: Point(540, 360), 3: Point(20, 360)},
)
CAMERA = CameraSettings(px_per_mm=2.6, fps=0, heartbeat_s=0, hand_frames=2, settle_frames=6, noise=2.5)
FRAME_S = 0.1
SETTLE_S = 1.3

Told = tuple[str, str]
"""Kind of the change, and payload."""


class SoakTable:
    """The true table, the camera above it, and the eye."""

    def __init__(self, seed: int, settings: CameraSettings = CAMERA) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.act = 0
        self.now_s = 20.0
        self.pieces: dict[int, ScenePiece] = {}
        self.lamp = Lamp(gradient=settings.gradient)
        self.last: TableReport | None = None
        self.frames: list[Frame] = []  # of the latest act
        self.before: list[Frame] = []  # the still table before it
        self._version, self._layer = 1, 0
        self._drift = 0.0
        self.camera = VirtualCamera(MAT, self._scene, settings, lambda: self.now_s, seed)
        self.eye = Eye(self.camera, MAT, registry(), None, lambda: self.now_s, lambda report: None)
        self.settle()

    def _scene(self) -> SceneState:
        return SceneState(self._version, tuple(self.pieces.values()))

    def payload(self, ident: int) -> str:
        """What the piece shows."""
        piece = self.pieces[ident]
        return str(piece.payload_front if piece.face_up else piece.payload_back)

    def put(self, piece: ScenePiece) -> None:
        """Lays a piece on top of everything."""
        self._layer += 1
        self.pieces[piece.ident] = replace(piece, layer=self._layer)
        self._version += 1

    def take(self, ident: int) -> None:
        """Takes a piece away."""
        del self.pieces[ident]
        self._version += 1

    def settle(self, seconds: float = SETTLE_S) -> list[Told]:
        """Lets the eye look until all should have been told; what it told."""
        told: list[Told] = []
        self.before, self.frames = self.frames[-3:], []
        for _ in range(round(seconds / FRAME_S)):
            self.now_s += FRAME_S
            if self._drift:
                level = min(1.0, max(0.55, self.lamp.level + self._drift))
                self.shine(replace(self.lamp, level=level))
            frame = self.camera.read(0.0)
            assert frame is not None
            self.frames.append(frame)
            report = self.eye.look(frame)
            if report is not None:
                self.last = report
                told += [(change.kind.value, change.payload) for change in report.changes]
        return told

    def shine(self, lamp: Lamp) -> None:
        """Another light."""
        self.lamp = lamp
        self.camera.light(lamp)

    def drift(self, per_frame: float) -> None:
        """The light grows or fades slowly from now on."""
        self._drift = per_frame

    def top(self, ident: int) -> bool:
        """Whether nothing lies over any part of a piece."""
        own = self.pieces[ident]
        return all(other.layer <= own.layer or not overlap(own, other, 2.0) for other in self.pieces.values())

    def free_place(self, piece: ScenePiece) -> ScenePiece | None:
        """The piece at a place where it lies beside all others; None when the table is too full."""
        for _ in range(30):
            angle = self.random.choice((0.0, 90.0, 180.0, self.random.uniform(0, 360)))
            x, y = self.random.uniform(60, 500), self.random.uniform(70, 310)
            new = replace(piece, x_mm=x, y_mm=y, angle_deg=angle)
            if all(not overlap(new, other, GAP_MM) for other in self.pieces.values() if other.ident != piece.ident):
                return new
        return None

    def faults_of_belief(self) -> tuple[str, ...]:
        """What should be believed and is not, and the other way round. A covered piece may be remembered."""
        true = {
            (self.payload(ident), sticker_at(piece)): self.top(ident)
            for ident, piece in self.pieces.items()
            if ident < 100
        }
        found = []
        believed = list(self.last.presences) if self.last is not None else []
        for (payload, (x, y)), is_open in true.items():
            if is_open and not any(is_at(p.tag.payload, p.at, payload, x, y) for p in believed):
                found.append(f"not seen: {payload} at {x:.0f},{y:.0f}")
        for p in believed:
            if not any(is_at(p.tag.payload, p.at, payload, x, y) for payload, (x, y) in true):
                found.append(f"not gone: {p.tag.payload} at {p.at}")
        return tuple(found)
