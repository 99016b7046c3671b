"""A board of hexes with coins and markers on it for the tests: that of War Chest, of which vision knows no rule."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib import resources

from companion.prints.mat_plan import mat_layout
from rules.engine.mat import read_layout
from rules.games.war_chest.board import grid
from tests.vision._table import Hours
from vision import (
    Art,
    CameraSettings,
    Eye,
    MatBoard,
    MatLayout,
    PieceShape,
    Point,
    Presence,
    ScenePiece,
    SceneState,
    Side,
    TableChange,
    TableReport,
    Tag,
    TagRegistry,
    VirtualCamera,
    largest_sticker_mm,
)
from vision.calibration.board import AS_DRAWN, BoardFit, laid

PX_PER_MM = 2.4
CALM = CameraSettings(px_per_mm=PX_PER_MM, fps=0, heartbeat_s=0, hand_frames=2, settle_frames=6)
PLAIN = replace(CALM, noise=0.0, tilt_deg=0.0, gradient=0.0)
ROUGH = replace(CALM, noise=5.0, tilt_deg=14.0, gradient=0.4, jpeg_quality=88, px_per_mm=2.8)
COIN_MM, MARKER_MM = 38.0, 30.0
MARKERS = 100
"""The numbers from which on pieces are control markers."""

_ARTS = (Art("Archer", tint=(60, 130, 200)), Art("Knight", tint=(150, 90, 60)), Art("Scout", tint=(80, 150, 80)))
_MARKER_ART = Art("Raven", tint=(70, 60, 60))


def board(seats: int = 4) -> MatLayout:
    """The mat with its board as vision knows it."""
    text = resources.files("rules.games.war_chest").joinpath("layout.toml").read_text("utf-8")
    layout = read_layout(tomllib.loads(text)["two" if seats == 2 else "four"], seats, grid(seats))
    mat = mat_layout(layout)
    return replace(mat, spots=tuple(replace(s, label=s.label or s.name) for s in mat.spots))


def width_mm(number: int) -> float:
    """How wide a piece is: a coin or a marker."""
    return MARKER_MM if number >= MARKERS else COIN_MM


def code(number: int) -> str:
    return f"COIN{number:04d}"


def shape(mm: float) -> PieceShape:
    """A disc with its sticker in the middle."""
    return PieceShape(mm / 2, mm / 2, mm / 2, mm / 2, round=True)


def tag(number: int) -> Tag:
    wide = width_mm(number)
    sticker = largest_sticker_mm(wide, wide, True)
    return Tag(code(number), f"coin#{number}", Side.FRONT, shape=shape(wide), sticker_mm=sticker)


BACK = Tag("COINBACK", "coins", Side.BACK, shared=True, shape=shape(COIN_MM), sticker_mm=24.0)


class CoinTable:
    """Coins that are put on fields by their names, one on the other, and what the eye said about it."""

    def __init__(
        self,
        *stacks: tuple[str, int],
        settings: CameraSettings = CALM,
        seats: int = 4,
        fit: BoardFit = AS_DRAWN,
        coins: int = 40,
        wobble_mm: float = 0.0,
        hidden: bool = False,
    ) -> None:
        """`stacks`: (field, number) from the lowest piece up. `fit`: how the board lies, while the eye knows it as
        drawn. `wobble_mm`: so far off the middle pieces are laid, each another way. `hidden`: the coins 24 to 27 lie
        on the board's markers 4 to 7."""
        self.clock = Hours()
        self.mat = board(seats)
        self.fit = fit
        self._wobble_mm = wobble_mm
        self._pieces: dict[int, ScenePiece] = {}
        self._fields: dict[int, str] = {}  # the field that each piece was laid on
        self._version, self._layer = 1, 0
        self.registry = TagRegistry([*(tag(n) for n in (*range(coins), *range(MARKERS, MARKERS + 16))), BACK])
        self.camera = VirtualCamera(laid(self.mat, fit), self.scene, settings, self.clock, seed=3)
        self.eye = Eye(self.camera, self.mat, self.registry, None, self.clock, lambda report: None)
        self.last: TableReport | None = None
        for field, number in stacks:
            self._lay(number, field)
        for number, at in self.board.markers.items() if hidden else ():
            there = fit.point(at)
            self._set(20 + number, "", there.x_mm, there.y_mm, 0.0, True)
        self.begun = self.frames()

    def scene(self) -> SceneState:
        return SceneState(self._version, tuple(self._pieces.values()))

    def frames(self, count: int = 10) -> list[TableChange]:
        """Lets the eye look at some frames and gives the changes that it tells."""
        changes: list[TableChange] = []
        for _ in range(count):
            self.clock.now_s += 0.2
            frame = self.camera.read(0.0)
            assert frame is not None
            report = self.eye.look(frame)
            if report is not None:
                self.last = report
                changes.extend(report.changes)
        return changes

    def place(self, field: str) -> tuple[float, float]:
        """Where the middle of a field or spot is on the mat."""
        (spot,) = (s for s in laid(self.mat, self.fit).spots if s.name == field)
        return spot.x_mm, spot.y_mm

    def put(self, *moves: tuple[str, int], face_up: bool = True) -> list[TableChange]:
        """Lays pieces on the fields, on top of what lies there, from wherever they lie."""
        for field, number in moves:
            self._lay(number, field, face_up)
        self._version += 1
        return self.frames()

    def take(self, *numbers: int) -> list[TableChange]:
        for number in numbers:
            del self._pieces[number]
        self._version += 1
        return self.frames()

    def lift(self, *numbers: int, frames: int) -> list[TableChange]:
        """A hand takes pieces up and holds them outside of the picture."""
        held = {number: self._pieces.pop(number) for number in numbers}
        self._version += 1
        changes = self.frames(frames)
        self._pieces.update(held)
        return changes

    def push(self, fit: BoardFit) -> list[TableChange]:
        """The board is pushed with all that lies on its fields."""
        pushed: dict[int, ScenePiece] = {}
        for number, piece in self._pieces.items():
            if self._fields[number] in self.board.fields:
                at = fit.point(self.fit.back(Point(piece.x_mm, piece.y_mm)))
                turn = piece.angle_deg + fit.turn_deg - self.fit.turn_deg
                pushed[number] = replace(piece, x_mm=at.x_mm, y_mm=at.y_mm, angle_deg=turn)
        self._pieces.update(pushed)
        self.fit = fit
        self._version += 1
        self.camera.lay(laid(self.mat, fit))
        return self.frames(14)

    @property
    def board(self) -> MatBoard:
        """The board as drawn."""
        assert self.mat.board is not None
        return self.mat.board

    def lying(self) -> dict[str, Presence]:
        assert self.last is not None
        return {presence.tag.payload: presence for presence in self.last.presences}

    def spots(self) -> dict[int, str | None]:
        """The spot that each piece is believed to lie on, by its number."""
        return {int(payload[4:]): p.spot for payload, p in self.lying().items() if payload != BACK.payload}

    def lie(self, number: int, x_mm: float, y_mm: float, angle_deg: float = 0.0) -> list[TableChange]:
        """Lays a piece at a place of the mat."""
        self._set(number, "", x_mm, y_mm, angle_deg, True)
        self._version += 1
        return self.frames()

    def _lay(self, number: int, field: str, face_up: bool = True) -> None:
        x, y = self.place(field)
        off = self._wobble_mm
        x, y = x + off * ((number * 7) % 5 - 2) / 2, y + off * ((number * 3) % 5 - 2) / 2
        self._set(number, field, x, y, 37.0 * number % 360, face_up)

    def _set(self, number: int, field: str, x_mm: float, y_mm: float, angle_deg: float, face_up: bool) -> None:
        self._layer += 1
        wide = width_mm(number)
        art = _MARKER_ART if number >= MARKERS else _ARTS[number % len(_ARTS)]
        self._fields[number] = field
        self._pieces[number] = ScenePiece(
            number, code(number), BACK.payload, x_mm, y_mm, angle_deg, face_up, self._layer, wide, wide, art, round=True
        )
