"""A rendered table for the tests: a scene to change, a camera that looks at it, an eye that reports."""

from __future__ import annotations

from dataclasses import replace

from vision import (
    CARD_SHAPE,
    Art,
    CameraSettings,
    ChangeKind,
    Eye,
    MatLayout,
    Point,
    Presence,
    ScenePiece,
    SceneState,
    Side,
    Spot,
    TableChange,
    TableReport,
    Tag,
    TagRegistry,
    VirtualCamera,
)

LAYOUT = MatLayout(
    width_mm=600,
    height_mm=400,
    spots=(
        Spot("play", 300, 200, 100, 120),
        Spot("left", 120, 200, 80, 100),
        Spot("right", 480, 200, 80, 100),
        Spot("pile", 300, 330, 70, 95),
    ),
    markers={0: Point(22, 22), 1: Point(578, 22), 2: Point(578, 378), 3: Point(22, 378)},
)

CALM = CameraSettings(px_per_mm=2.6, fps=0, heartbeat_s=0, hand_frames=2, settle_frames=6)


class Hours:
    """A clock that ticks a fifth of a second each time a frame is taken."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def front(number: int) -> Tag:
    return Tag(f"CARD{number:03d}", f"card#{number}", Side.FRONT, shape=CARD_SHAPE)


BACK = Tag("BACK1", "deck", Side.BACK, shared=True, shape=CARD_SHAPE)


def card(number: int, x_mm: float, y_mm: float, angle_deg: float = 0.0, layer: int = 0, face_up: bool = True):
    art = Art("Knight", "K", (90, 120, 200), "hearts")
    return ScenePiece(number, f"CARD{number:03d}", "BACK1", x_mm, y_mm, angle_deg, face_up, layer, art=art)


class Table:
    """Pieces that can be put, moved, turned and taken, and what the eye said about it."""

    def __init__(
        self, *pieces: ScenePiece, settings: CameraSettings = CALM, layout: MatLayout = LAYOUT, cards: int = 12
    ) -> None:
        self.clock = Hours()
        self._pieces = {piece.ident: piece for piece in pieces}
        self._version = 1
        self.registry = TagRegistry([*(front(n) for n in range(cards)), BACK])
        self.camera = VirtualCamera(layout, self.scene, settings, self.clock, seed=3)
        self.eye = Eye(self.camera, layout, self.registry, None, self.clock, lambda report: None)
        self.last: TableReport | None = None
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

    def put(self, *pieces: ScenePiece) -> list[TableChange]:
        self._pieces.update((piece.ident, piece) for piece in pieces)
        self._version += 1
        return self.frames()

    def move(self, number: int, x_mm: float, y_mm: float) -> list[TableChange]:
        return self.put(replace(self._pieces[number], x_mm=x_mm, y_mm=y_mm))

    def turn(self, number: int) -> list[TableChange]:
        return self.put(replace(self._pieces[number], face_up=not self._pieces[number].face_up))

    def take(self, *numbers: int) -> list[TableChange]:
        for number in numbers:
            del self._pieces[number]
        self._version += 1
        return self.frames()

    def eye_presences(self) -> tuple[Presence, ...]:
        assert self.last is not None
        return self.last.presences

    def lying(self) -> dict[str, Presence]:
        assert self.last is not None
        return {presence.tag.payload: presence for presence in self.last.presences}


def told(changes: list[TableChange]) -> list[tuple[ChangeKind, str, str | None, str | None]]:
    """The changes in short: kind, payload, spot, spot before."""
    return [(change.kind, change.payload, change.spot, change.was_spot) for change in changes]
