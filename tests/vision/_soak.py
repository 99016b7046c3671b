"""A table at which anything may happen, and what the eye has to tell of it: the ground truth of the soak."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from tests.vision._table import BACK, front
from vision import (
    Art,
    CameraSettings,
    ChangeKind,
    Eye,
    Frame,
    MatLayout,
    PieceShape,
    Point,
    ScenePiece,
    SceneState,
    Side,
    Spot,
    TableReport,
    Tag,
    TagRegistry,
    VirtualCamera,
)
from vision.virtual.lamp import Lamp

CARDS, TOKENS = 12, 4
TOKEN_MM, TOKEN_STICKER_MM = 26.0, 20.0
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
_TINTS = ((196, 132, 64), (96, 150, 72), (80, 80, 200), (140, 140, 140), (70, 160, 205), (170, 90, 140))
_SUITS = ("diamond", "star", "heart", "sword", "book")
_ROUND = PieceShape(TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2)

Told = tuple[str, str]
"""Kind of the change, and payload."""


@dataclass(frozen=True)
class Fault:
    """What was told beside what should have been, after one act."""

    act: int
    what: str
    missing: tuple[Told, ...]
    phantom: tuple[Told, ...]
    believed: tuple[str, ...] = ()


def registry() -> TagRegistry:
    """Cards with one back for all, and tokens with a code of their own on either side."""
    tokens = [
        Tag(f"{face}{n}", f"token#{n}", side, shape=_ROUND, sticker_mm=TOKEN_STICKER_MM)
        for n in range(TOKENS)
        for face, side in (("UP", Side.FRONT), ("DOWN", Side.BACK))
    ]
    return TagRegistry([*(front(n) for n in range(CARDS)), BACK, *tokens])


def new_piece(ident: int) -> ScenePiece:
    """A card (below `CARDS`), a token, and from 100 on a stranger's card or a second copy of a card."""
    if ident >= 200:
        return replace(new_piece(ident - 200), ident=ident)
    if ident >= 100:
        return replace(new_piece(0), ident=ident, payload_front=f"OTHER{ident}", payload_back=f"OTHER{ident}")
    if ident >= CARDS:
        n = ident - CARDS
        return ScenePiece(
            ident, f"UP{n}", f"DOWN{n}", 0, 0, width_mm=TOKEN_MM, height_mm=TOKEN_MM, sticker_mm=TOKEN_STICKER_MM
        )
    art = Art(f"Knight {ident}", str(ident % 9), _TINTS[ident % 6], _SUITS[ident % 5])
    return ScenePiece(ident, front(ident).payload, BACK.payload, 0, 0, art=art)


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
        return all(other.layer <= own.layer or not _overlap(own, other, 2.0) for other in self.pieces.values())

    def free_place(self, piece: ScenePiece) -> ScenePiece | None:
        """The piece at a place where it lies beside all others; None when the table is too full."""
        for _ in range(30):
            angle = self.random.choice((0.0, 90.0, 180.0, self.random.uniform(0, 360)))
            x, y = self.random.uniform(60, 500), self.random.uniform(70, 310)
            new = replace(piece, x_mm=x, y_mm=y, angle_deg=angle)
            if all(not _overlap(new, other, GAP_MM) for other in self.pieces.values() if other.ident != piece.ident):
                return new
        return None

    def faults_of_belief(self) -> tuple[str, ...]:
        """What should be believed and is not, and the other way round. A covered piece may be remembered."""
        true = {
            (self.payload(ident), _sticker(piece)): self.top(ident)
            for ident, piece in self.pieces.items()
            if ident < 100
        }
        found = []
        believed = list(self.last.presences) if self.last is not None else []
        for (payload, (x, y)), is_open in true.items():
            if is_open and not any(_is_at(p.tag.payload, p.at, payload, x, y) for p in believed):
                found.append(f"not seen: {payload} at {x:.0f},{y:.0f}")
        for p in believed:
            if not any(_is_at(p.tag.payload, p.at, payload, x, y) for payload, (x, y) in true):
                found.append(f"not gone: {p.tag.payload} at {p.at}")
        return tuple(found)


class Chaos:
    """A seeded script of acts; each does something to the table and says what has to be told."""

    def __init__(self, table: SoakTable) -> None:
        self._table = table
        self._random = table.random
        self._wrong: set[str] = set()  # beliefs that have been found wrong already
        self._acts: Sequence[tuple[int, Callable[[], tuple[str, list[Told]]]]] = (
            (9, self.lay),
            (5, self.move),
            (5, self.take),
            (5, self.turn),
            (4, self.cover),
            (2, self.stranger),
            (1, self.double),
            (3, self.hand),
            (2, self.lamp),
            (2, self.shadow),
            (2, self.bump),
        )

    def step(self) -> Fault | None:
        """One act and all that the eye says of it; None when that is right."""
        table, random = self._table, self._random
        table.act += 1
        if random.random() < 0.2:
            table.camera.wave(random.uniform(40, 520), random.uniform(40, 340), random.randint(1, 4))
        (act,) = random.choices([act for _, act in self._acts], [weight for weight, _ in self._acts])
        what, expected = act()
        told = table.settle()
        table.drift(0.0)
        told = _shared_moves(told, expected)
        missing, phantom = Counter(expected) - Counter(told), Counter(told) - Counter(expected)
        believed = table.faults_of_belief()
        new, self._wrong = set(believed) - self._wrong, set(believed)
        if missing or phantom or new:
            return Fault(table.act, what, tuple(missing.elements()), tuple(phantom.elements()), believed)
        return None

    def _open(self, least: int = 0, most: int = CARDS + TOKENS) -> list[int]:
        return [ident for ident in self._table.pieces if least <= ident < most and self._table.top(ident)]

    def _kind(self, ident: int, kind: ChangeKind) -> list[Told]:
        return [(kind.value, self._table.payload(ident))]

    def lay(self) -> tuple[str, list[Told]]:
        """One or two pieces come from a hand."""
        table, what = self._table, ""
        told: list[Told] = []
        for _ in range(self._random.choice((1, 1, 1, 2))):
            held = [n for n in range(CARDS + TOKENS) if n not in table.pieces]
            if not held or len(table.pieces) > 11:
                return what or self.take()[0], told if what else self._last
            ident = self._random.choice(held)
            piece = table.free_place(replace(new_piece(ident), face_up=self._random.random() < 0.7))
            if piece is None:
                continue
            table.put(piece)
            told += self._kind(ident, ChangeKind.PLACED)
            what += f"lay {ident} {'up' if piece.face_up else 'down'} at {piece.x_mm:.0f},{piece.y_mm:.0f} "
        return what, told

    def take(self) -> tuple[str, list[Told]]:
        """A piece that nothing lies on is taken."""
        self._last: list[Told] = []
        free = self._open()
        if free:
            ident = self._random.choice(free)
            self._last = self._kind(ident, ChangeKind.GONE)
            self._table.take(ident)
            return f"take {ident}", self._last
        return "take nothing", self._last

    def move(self) -> tuple[str, list[Told]]:
        """A piece is pushed to another place."""
        table, free = self._table, self._open()
        if not free:
            return "move nothing", []
        ident = self._random.choice(free)
        old, new = table.pieces[ident], table.free_place(table.pieces[ident])
        if new is None or math.dist(_sticker(old), _sticker(new)) < 25.0:
            return "move nothing", []
        table.put(new)
        return f"move {ident} to {new.x_mm:.0f},{new.y_mm:.0f}", self._kind(ident, ChangeKind.MOVED)

    def turn(self) -> tuple[str, list[Told]]:
        """A piece is turned over where it lies, more or less."""
        table, free = self._table, self._open()
        if not free:
            return "turn nothing", []
        ident = self._random.choice(free)
        old = table.pieces[ident]
        if old.face_up and any(not p.face_up and p is not old and _overlap(p, old, 0) for p in table.pieces.values()):
            return "turn nothing", []  # a back on a back is a pile, of which only the top can be seen
        new = replace(
            old,
            face_up=not old.face_up,
            x_mm=old.x_mm + self._random.uniform(-5, 5),
            y_mm=old.y_mm + self._random.uniform(-5, 5),
        )
        table.put(new)
        return f"turn {ident}", self._kind(ident, ChangeKind.TURNED)

    def cover(self) -> tuple[str, list[Told]]:
        """A card is laid over another, up or down, a little aside."""
        table = self._table
        below = [
            n for n in self._open(0, CARDS) if sum(_overlap(table.pieces[n], p, 0) for p in table.pieces.values()) == 1
        ]
        held = [n for n in range(CARDS) if n not in table.pieces]
        if not below or not held:
            return "cover nothing", []
        lower, ident = table.pieces[self._random.choice(below)], self._random.choice(held)
        turn, off = self._random.uniform(0, 2 * math.pi), self._random.uniform(7, 12)
        piece = replace(
            new_piece(ident),
            x_mm=lower.x_mm + off * math.cos(turn),
            y_mm=lower.y_mm + off * math.sin(turn),
            angle_deg=lower.angle_deg + self._random.uniform(-6, 6),
            # a back on a back is a pile, of which only the top can be seen
            face_up=not lower.face_up or self._random.random() < 0.6,
        )
        if any(_overlap(piece, other, 4.0) for other in table.pieces.values() if other.ident != lower.ident):
            return "cover nothing", []
        table.put(piece)
        return f"cover {lower.ident} by {ident} {piece.face_up}", self._kind(ident, ChangeKind.PLACED)

    def stranger(self) -> tuple[str, list[Told]]:
        """A card of another game comes or goes."""
        there = self._open(100, 200)
        if there:
            self._table.take(there[0])
            return f"stranger {there[0]} goes", []
        ident = 100 + self._random.randrange(5)
        piece = self._table.free_place(new_piece(ident))
        if piece is None or ident in self._table.pieces:
            return "no stranger", []
        self._table.put(piece)
        return f"stranger {ident} comes", self._kind(ident, ChangeKind.UNKNOWN)

    def double(self) -> tuple[str, list[Told]]:
        """A second copy of a card comes and goes again."""
        table = self._table
        up = [n for n in self._open(0, CARDS) if table.pieces[n].face_up]
        if not up:
            return "no double", []
        ident = self._random.choice(up)
        piece = table.free_place(new_piece(200 + ident))
        if piece is None:
            return "no double", []
        table.put(piece)
        told = table.settle()
        expected = self._kind(200 + ident, ChangeKind.DOUBLED)
        table.take(200 + ident)
        wrong = Counter(told) - Counter(expected)
        return f"double of {ident}, told {told}", [
            *(Counter(expected) - Counter(told)),
            *(("not", p) for _, p in wrong),
        ]

    def hand(self) -> tuple[str, list[Told]]:
        """A hand comes and goes over some places."""
        for _ in range(self._random.randint(1, 2)):
            self._table.camera.wave(
                self._random.uniform(30, 530), self._random.uniform(30, 350), self._random.randint(1, 6)
            )
        return "hand", []

    def lamp(self) -> tuple[str, list[Told]]:
        """The lamp is moved or dimmed at once, or the day fades."""
        table, random = self._table, self._random
        if random.random() < 0.5:
            table.drift(random.uniform(-0.02, 0.02))
            return "the light drifts", []
        table.shine(
            replace(
                table.lamp,
                level=random.uniform(0.6, 1.0),
                gradient=random.uniform(0.05, 0.4),
                angle_deg=random.uniform(0, 360),
            )
        )
        return "another lamp", []

    def shadow(self) -> tuple[str, list[Told]]:
        """Somebody stands in the light, or leaves."""
        random = self._random
        shade = 0.0 if self._table.lamp.shade else random.uniform(0.1, 0.4)
        at = Point(random.uniform(0, 560), random.uniform(0, 380))
        self._table.shine(replace(self._table.lamp, shade=shade, shade_at=at, shade_mm=random.uniform(60, 160)))
        return f"shadow {shade:.2f}", []

    def bump(self) -> tuple[str, list[Told]]:
        """Somebody knocks against the camera; the whole mat stays in the picture."""
        table, random, view = self._table, self._random, self._table.camera.view
        x, y = view.pixel(Point(MAT.width_mm / 2, MAT.height_mm / 2))
        right, down = view.width_px / 2 - x, view.height_px / 2 - y
        table.camera.bump(
            right + random.uniform(-12, 12), down + random.uniform(-8, 8), random.uniform(-0.6, 0.6) - self._lean()
        )
        return "bump", []

    def _lean(self) -> float:
        view = self._table.camera.view
        (x0, y0), (x1, y1) = view.pixel(Point(20, 190)), view.pixel(Point(540, 190))
        return -math.degrees(math.atan2(y1 - y0, x1 - x0))


def saved(fault: Fault, table: SoakTable, expected_in: Path) -> Path:
    """The frames of a faulty act in a folder of their own, with the seed and the fault beside them."""
    folder = expected_in / f"seed{table.seed}-act{fault.act}"
    folder.mkdir(parents=True, exist_ok=True)
    frames = [*table.before, *table.frames]
    for number, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{number:03d}.png"), frame.image)
    story = {
        "seed": table.seed,
        "act": fault.act,
        "what": fault.what,
        "still_frames": len(table.before),
        "times_s": [round(frame.taken_s, 3) for frame in frames],
        "missing": fault.missing,
        "phantom": fault.phantom,
        "believed": fault.believed,
    }
    (folder / "fault.json").write_text(json.dumps(story, indent=1))
    return folder


def replayed(folder: Path) -> list[Told]:
    """What an eye that sees only these frames tells, after the still table with which they begin."""
    story = json.loads((folder / "fault.json").read_text())
    frames = [
        Frame(np.asarray(cv2.imread(str(path)), np.uint8), taken_s, number)
        for number, (path, taken_s) in enumerate(zip(sorted(folder.glob("*.png")), story["times_s"], strict=True))
    ]
    camera = VirtualCamera(MAT, lambda: SceneState(1, ()), CAMERA, lambda: 0.0)
    eye = Eye(camera, MAT, registry(), None, lambda: 0.0, lambda report: None)
    told: list[Told] = []
    for frame in frames:
        report = eye.look(frame)
        if report is not None and frame.number >= story["still_frames"]:
            told += [(change.kind.value, change.payload) for change in report.changes]
    return told


def _shared_moves(told: list[Told], expected: Sequence[Told]) -> list[Told]:
    """A shared back that is told as gone here and placed there, in two looks, has been told as moved."""
    moved, gone, placed = (
        (kind.value, BACK.payload) for kind in (ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.PLACED)
    )
    if moved in expected and moved not in told and gone in told and placed in told:
        told = [moved, *told]
        told.remove(gone)
        told.remove(placed)
    return told


def _sticker(piece: ScenePiece) -> tuple[float, float]:
    """Where the middle of a piece's sticker lies, in mm."""
    side = min(piece.sticker_mm, piece.width_mm - 2, piece.height_mm - 2)
    inset = min(4.0, (piece.width_mm - side) / 2, (piece.height_mm - side) / 2)
    dx, dy = inset + side / 2 - piece.width_mm / 2, inset + side / 2 - piece.height_mm / 2
    turn = math.radians(piece.angle_deg)
    return (
        piece.x_mm + dx * math.cos(turn) - dy * math.sin(turn),
        piece.y_mm + dx * math.sin(turn) + dy * math.cos(turn),
    )


def _overlap(one: ScenePiece, other: ScenePiece, gap_mm: float) -> bool:
    """Whether two pieces come closer than the gap."""

    def rect(piece: ScenePiece, grow: float) -> tuple[tuple[float, float], tuple[float, float], float]:
        return (piece.x_mm, piece.y_mm), (piece.width_mm + grow, piece.height_mm + grow), piece.angle_deg

    return bool(cv2.rotatedRectangleIntersection(rect(one, gap_mm), rect(other, gap_mm))[0] != 0)


def _is_at(payload: str, at: Point | None, wanted: str, x_mm: float, y_mm: float) -> bool:
    return payload == wanted and at is not None and math.hypot(at.x_mm - x_mm, at.y_mm - y_mm) < 9.0
