"""Cards in fanned rows on a rendered mat, moved about at random: what is believed must follow what lies there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tests.vision._table import BACK, front
from vision import (
    Art,
    CameraSettings,
    Eye,
    MatLayout,
    Point,
    Presence,
    ScenePiece,
    SceneState,
    Side,
    Spot,
    TableReport,
    TagRegistry,
    VirtualCamera,
)

STEP_MM, ROW_STEP_MM = 29.0, 31.0
CARDS = 30
MAT = MatLayout(
    width_mm=620,
    height_mm=420,
    spots=(
        Spot("south", 335, 350, 400, 122, capacity=0),
        Spot("north", 335, 70, 400, 122, 180, capacity=0),
        Spot("west", 66, 210, 270, 122, 90, capacity=0),
        Spot("deck", 230, 210, 70, 95),
        Spot("one", 330, 210, 70, 95),
        Spot("two", 430, 210, 70, 95, 90),
    ),
    markers={0: Point(20, 20), 1: Point(600, 20), 2: Point(600, 400), 3: Point(20, 400)},
)
ROWS, SLOTS = ("south", "north", "west"), ("one", "two")
CAMERA = CameraSettings(px_per_mm=3.0, fps=0, heartbeat_s=0.2, settle_frames=4)
_TINTS = ((196, 132, 64), (96, 150, 72), (80, 80, 200), (140, 140, 140), (70, 160, 205), (170, 90, 140))
_SUITS = ("diamond", "star", "heart", "sword", "book")


@dataclass(frozen=True)
class Card:
    """A card that lies somewhere (`piece`) or is held (None)."""

    ident: int
    piece: ScenePiece | None = None
    laid: int = 0  # the act in which it came to lie there


class RowTable:
    """A pure stand-in for tidy players and the eye that watches them, on a clock of its own."""

    def __init__(
        self, seed: int, layout: MatLayout = MAT, settings: CameraSettings = CAMERA, frame_s: float = 0.08
    ) -> None:
        self.random = Random(seed)
        self.act = 0
        self.now_s = 50.0
        self.last: TableReport | None = None
        self._frame_s = frame_s
        self._layout = layout
        self._version, self._layer = 1, 0
        self._cards = {n: Card(n) for n in range(CARDS)}
        self._last_seen: dict[
            tuple[str, float, float], int
        ] = {}  # a tag at a place, and after which act it was in view
        self.camera = VirtualCamera(layout, self.scene, settings, lambda: self.now_s, seed)
        registry = TagRegistry([*(front(n) for n in range(CARDS)), BACK])
        self.eye = Eye(self.camera, layout, registry, None, lambda: self.now_s, lambda report: None)
        self.settle()

    # -- what players do -----------------------------------------------------------------------------------------------

    def scene(self) -> SceneState:
        top: dict[tuple[float, float], ScenePiece] = {}
        for piece in sorted(self._lying(), key=lambda p: p.layer):
            top[piece.x_mm, piece.y_mm] = piece
        return SceneState(self._version, tuple(top.values()))

    def in_hand(self) -> list[int]:
        return [card.ident for card in self._cards.values() if card.piece is None]

    def row(self, spot: str) -> list[int]:
        """The cards of a spot in the order of their places."""
        places = self._places(spot)
        at = {(p.x_mm, p.y_mm): p.ident for p in sorted(self._lying(), key=lambda p: p.layer)}
        return [at[place] for place in places if place in at]

    def lay(self, ident: int, spot: str, face_up: bool = True) -> None:
        """Lays a card on the next free place; the cards further on lie over it, so that all stickers show."""
        places = self._places(spot)
        held = {(p.x_mm, p.y_mm): p.ident for p in self._lying() if p.ident != ident}
        index = next((n for n, place in enumerate(places) if place not in held), len(places) - 1)
        (x, y), angle = places[index], self._spot(spot).angle_deg
        art = Art(f"Knight {ident}", str(ident % 9), _TINTS[ident % 6], _SUITS[ident % 5])
        self._set(
            ident, ScenePiece(ident, front(ident).payload, BACK.payload, x, y, angle, face_up, self._up(), art=art)
        )
        for place in places[index + 1 :]:
            if place in held:
                card = self._cards[held[place]]
                assert card.piece is not None
                self._cards[card.ident] = replace(card, piece=replace(card.piece, layer=self._up()))

    def take(self, ident: int) -> None:
        self._set(ident, None)

    def gather(self) -> None:
        idents = list(self._cards)
        self.random.shuffle(idents)
        for ident in idents:
            self._set(ident, None)
        for ident in idents[: CARDS // 2]:
            self.lay(ident, "deck", False)

    # -- what the eye does ---------------------------------------------------------------------------------------------

    def settle(self) -> int:
        """Lets the camera run until it sleeps; how many frames that took."""
        self.camera.wake()
        frames, idle_s = 0, 0.0
        while idle_s < 0.15:
            frame = self.camera.read(0.0)
            if frame is None:
                idle_s += 0.03
                self.now_s += 0.03
                continue
            idle_s = 0.0
            frames += 1
            self.now_s += self._frame_s
            report = self.eye.look(frame)
            self.last = report or self.last
        return frames

    def faults(self) -> list[str]:
        """How the believed table differs from the true one, once all has settled. What was covered when it was last
        in view may be remembered for as long as the cover lies there."""
        true = self._in_view()
        believed = list(self.last.presences) if self.last is not None else []
        for key in true:
            self._last_seen[key] = self.act
        found = []
        for payload, x, y in true:
            if not any(_is_at(p, payload, x, y) for p in believed):
                found.append(f"not seen: {payload} at {x:.0f},{y:.0f}")
        for presence in believed:
            if not any(_is_at(presence, *key) for key in true) and not self._may_be_covered(presence):
                found.append(f"not gone: {presence.tag.payload} at {presence.at}")
        return found

    # -- inside --------------------------------------------------------------------------------------------------------

    def _may_be_covered(self, presence: Presence) -> bool:
        assert presence.at is not None
        seen = max([act for key, act in self._last_seen.items() if _is_at(presence, *key)], default=-1)
        return any(
            card.piece is not None and card.laid > seen and _covers(card.piece, presence.at.x_mm, presence.at.y_mm)
            for card in self._cards.values()
        )

    def _in_view(self) -> list[tuple[str, float, float]]:
        pieces = sorted(self.scene().pieces, key=lambda p: p.layer)
        found = []
        for n, piece in enumerate(pieces):
            x, y = _sticker(piece)
            if not any(_covers(other, x, y, 12.0) for other in pieces[n + 1 :]):
                payload = piece.payload_front if piece.face_up else piece.payload_back
                found.append((str(payload), x, y))
        return found

    def _lying(self) -> list[ScenePiece]:
        return [card.piece for card in self._cards.values() if card.piece is not None]

    def _set(self, ident: int, piece: ScenePiece | None) -> None:
        self._cards[ident] = Card(ident, piece, self.act)
        self._version += 1

    def _up(self) -> int:
        self._layer += 1
        return self._layer

    def _spot(self, name: str) -> Spot:
        return next(spot for spot in self._layout.spots if spot.name == name)

    def _places(self, name: str) -> list[tuple[float, float]]:
        spot = self._spot(name)
        if spot.capacity == 1:
            return [(spot.x_mm, spot.y_mm)]
        columns = 1 + math.floor((spot.width_mm - 63) / STEP_MM)
        rows = 1 + math.floor((spot.height_mm - 88) / ROW_STEP_MM)
        turn = math.radians(spot.angle_deg)
        places = []
        for row in range(rows):
            for column in range(columns):
                dx = -spot.width_mm / 2 + 31.5 + column * STEP_MM
                dy = -spot.height_mm / 2 + 44 + row * ROW_STEP_MM
                x = spot.x_mm + dx * math.cos(turn) - dy * math.sin(turn)
                y = spot.y_mm + dx * math.sin(turn) + dy * math.cos(turn)
                places.append((round(x, 2), round(y, 2)))
        return places


class Players:
    """A seeded script of acts at such a table."""

    def __init__(self, table: RowTable, rows: Sequence[str] = ROWS, slots: Sequence[str] = SLOTS) -> None:
        self._table = table
        self._random = table.random
        self._rows = rows
        self._slots = slots

    def act(self) -> str:
        """Does one act, sometimes under a waving hand; gives what it was."""
        table, random = self._table, self._random
        table.act += 1
        if random.random() < 0.15:
            table.camera.wave(random.uniform(40, 580), random.uniform(40, 380), random.randint(1, 9))
        acts = (self.lay_some, self.lay_some, self.take_one, self.take_one, self.swap, self.shift, self.slot)
        return self.gather() if random.random() < 0.02 else random.choice(acts)()

    def lay_some(self) -> str:
        spot, count = self._row(), self._random.randint(1, 4)
        held = self._table.in_hand()
        idents = self._random.sample(held, min(count, len(held)))
        for ident in idents:
            self._table.lay(ident, spot)
        return f"lay {idents} {spot}"

    def take_one(self) -> str:
        spot = self._row()
        lying = self._table.row(spot)
        idents = self._random.sample(lying, min(len(lying), self._random.choice((1, 1, 1, 2, 3))))
        for ident in idents:
            self._table.take(ident)
        return f"take {idents} {spot}"

    def swap(self) -> str:
        spot, held = self._row(), self._table.in_hand()
        lying = self._table.row(spot)
        if not lying or not held:
            return "nothing"
        out, come = self._random.choice(lying), self._random.choice(held)
        self._table.take(out)
        self._table.lay(come, spot)
        return f"swap {out} for {come} {spot}"

    def shift(self) -> str:
        spot, to = self._row(), self._row()
        lying = self._table.row(spot)
        if not lying:
            return "nothing"
        ident = self._random.choice(lying)
        self._table.lay(ident, to)
        return f"shift {ident} {spot} {to}"

    def slot(self) -> str:
        spot = self._random.choice(self._slots)
        lying, held = self._table.row(spot), self._table.in_hand()
        if lying and self._random.random() < 0.7:
            (ident,) = lying
            if self._random.random() < 0.5:
                self._table.take(ident)
                return f"take {ident} {spot}"
            self._table.lay(ident, self._row())
            return f"shift {ident} {spot} row"
        if not held:
            return "nothing"
        ident = self._random.choice(held)
        is_open = self._random.random() < 0.5
        self._table.lay(ident, spot, is_open)
        return f"lay {ident} {spot} {is_open}"

    def gather(self) -> str:
        self._table.gather()
        return "gather"

    def _row(self) -> str:
        return self._random.choice(self._rows)


def _sticker(piece: ScenePiece) -> tuple[float, float]:
    turn = math.radians(piece.angle_deg)
    dx, dy = -15.5, -28.0
    return (
        piece.x_mm + dx * math.cos(turn) - dy * math.sin(turn),
        piece.y_mm + dx * math.sin(turn) + dy * math.cos(turn),
    )


def _covers(piece: ScenePiece, x_mm: float, y_mm: float, slack_mm: float = 6.0) -> bool:
    turn = math.radians(-piece.angle_deg)
    dx, dy = x_mm - piece.x_mm, y_mm - piece.y_mm
    across = dx * math.cos(turn) - dy * math.sin(turn)
    along = dx * math.sin(turn) + dy * math.cos(turn)
    return abs(across) < 31.5 + slack_mm and abs(along) < 44 + slack_mm


def _is_at(presence: Presence, payload: str, x_mm: float, y_mm: float) -> bool:
    at = presence.at
    is_there = at is not None and math.hypot(at.x_mm - x_mm, at.y_mm - y_mm) < 8.0
    return presence.tag.payload == payload and is_there and presence.tag.side in Side
