"""The virtual table: where every physical piece lies, is held or is stacked. The stand-in for real cards.

It knows what a real table knows: places, not rules. The camera renders it; the page and the bots move it by hand.
Handles, by which a page names a piece, are opaque and drawn anew whenever a piece goes into a hand or a shuffle.
"""

from __future__ import annotations

import math
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from companion.tags import back_code, front_code
from rules.engine.game import CardFace
from rules.engine.layout import Layout, MatSpot
from rules.engine.types import PieceId, Seat
from vision.dice.render import ThrownDie
from vision.sticker import Art
from vision.virtual.render import ScenePiece, SceneState

TINTS_BGR: Mapping[str, tuple[int, int, int]] = MappingProxyType(
    {
        "blue": (196, 132, 64),
        "green": (96, 150, 72),
        "red": (80, 80, 200),
        "grey": (140, 140, 140),
        "gold": (70, 160, 205),
        "violet": (170, 90, 140),
    }
)
STEP_MM = 29.0  # cards in a row overlap so that each sticker stays in view
ROW_STEP_MM = 31.0
_DIE_MM = 18.0  # of dice that are no cubes
_DIE_STEP_MM = 32.0
_DIE_ROOM_MM = 24.0  # a die of 16 mm, turned


@dataclass(frozen=True)
class Body:
    """One physical piece: on the mat at x, y (its centre), or (`hand` set) held by a seat."""

    ident: int
    piece: PieceId
    deck: str
    handle: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    face_up: bool = False
    layer: int = 0
    hand: Seat | None = None


@dataclass(frozen=True)
class Die:
    """One die in the tray as it fell."""

    sides: int
    value: int
    x_mm: float
    y_mm: float
    angle_deg: float


class VirtualTable:
    """All pieces of a game on a mat. Safe from any thread; `changed` is called after every change."""

    def __init__(
        self,
        game: str,
        decks: Mapping[str, Sequence[PieceId]],
        layout: Layout,
        faces: Mapping[PieceId, CardFace],
        random: Random,
        changed: Callable[[], None] = lambda: None,
    ):
        self._lock = threading.RLock()
        self._game = game
        self._layout = layout
        self._faces = faces
        self._random = random
        self.changed = changed
        self._version = 0
        self._layer = 0
        self._bodies: dict[int, Body] = {}
        self._dice: tuple[Die, ...] = ()
        for deck, pieces in decks.items():
            for piece in pieces:
                ident = len(self._bodies)
                self._bodies[ident] = Body(ident, piece, deck, secrets.token_hex(5))

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self._version

    @property
    def layout(self) -> Layout:
        """The mat."""
        return self._layout

    def bodies(self) -> tuple[Body, ...]:
        """All pieces, those on the mat from the lowest to the highest."""
        with self._lock:
            return tuple(sorted(self._bodies.values(), key=lambda b: b.layer))

    def scene(self) -> SceneState:
        """What the camera looks at: the pieces on the mat, without those that lie wholly under others."""
        with self._lock:
            seen: dict[tuple[float, float, float], Body] = {}
            for body in sorted(self._bodies.values(), key=lambda b: b.layer):
                if body.hand is None:
                    seen[body.x_mm, body.y_mm, body.angle_deg] = body
            others = [self._many_sided(n, die) for n, die in enumerate(self._dice) if die.sides != 6]
            pips = tuple(ThrownDie(d.value, d.x_mm, d.y_mm, d.angle_deg) for d in self._dice if d.sides == 6)
            return SceneState(self._version, (*(self._picture(b) for b in seen.values()), *others), pips)

    def dice(self) -> tuple[Die, ...]:
        """The dice in the tray."""
        return self._dice

    def hand(self, seat: Seat) -> tuple[Body, ...]:
        """What a seat holds, in a steady order that says nothing about when a card came."""
        with self._lock:
            return tuple(sorted((b for b in self._bodies.values() if b.hand == seat), key=lambda b: b.handle))

    def find(self, piece: PieceId) -> Body:
        """Where a piece is."""
        with self._lock:
            return next(b for b in self._bodies.values() if b.piece == piece)

    def by_handle(self, handle: str) -> Body | None:
        """The piece that a page means; None when the handle is out of date."""
        with self._lock:
            return next((b for b in self._bodies.values() if b.handle == handle), None)

    def at(self, spot: str) -> tuple[Body, ...]:
        """The pieces whose centre lies on a spot, from the lowest to the highest."""
        place = self._layout.spot(spot)
        return tuple(b for b in self.bodies() if b.hand is None and _inside(place, b.x_mm, b.y_mm))

    def front(self, piece: PieceId) -> str:
        """The payload on a piece's front."""
        return front_code(self._game, piece)

    def art(self, piece: PieceId) -> Art:
        """How the renderer draws a card's face."""
        face = self._faces[piece]
        return Art(face.title, face.corner, TINTS_BGR.get(face.tint, TINTS_BGR["grey"]), face.suit)

    # -- moving ------------------------------------------------------------------------------------------------------

    def put(
        self, ident: int, x_mm: float, y_mm: float, angle_deg: float, face_up: bool, handle: str | None = None
    ) -> bool:
        """Lays a piece on top at a place of the mat, kept within its edges. With `handle` only if that is still its
        handle: somebody else may just have taken it. Whether it was done."""
        with self._lock:
            if handle not in (None, self._bodies[ident].handle):
                return False
            self._place(ident, x_mm, y_mm, angle_deg, face_up)
        self.changed()  # never while holding the lock: the camera asks for the scene under its own
        return True

    def take(self, ident: int, seat: Seat, handle: str | None = None) -> bool:
        """Takes a piece into a seat's hand; `handle` as for `put`."""
        with self._lock:
            if handle not in (None, self._bodies[ident].handle):
                return False
            self._set(replace(self._bodies[ident], hand=seat, face_up=False, handle=secrets.token_hex(5)))
        self.changed()
        return True

    def lay(self, ident: int, spot: str, face_up: bool) -> None:
        """Lays a piece on the next free place of a spot, as a tidy player would."""
        place = self._layout.spot(spot)
        with self._lock:
            taken = {(b.x_mm, b.y_mm): b.ident for b in self.at(spot) if b.ident != ident}
            places = _places(place, self._layout.card_mm)
            index = next((n for n, p in enumerate(places) if p not in taken), len(places) - 1)
            self._place(ident, *places[index], place.angle_deg, face_up)
            for later in places[index + 1 :]:  # cards further on lie over this one, so that their stickers show
                if later in taken:
                    self._layer += 1
                    self._set(replace(self._bodies[taken[later]], layer=self._layer))
        self.changed()

    def turn(self, ident: int) -> None:
        """Turns a piece over where it lies."""
        with self._lock:
            body = self._bodies[ident]
            self._set(replace(body, face_up=not body.face_up))
        self.changed()

    def throw(self, sides: Sequence[int]) -> tuple[int, ...]:
        """Throws dice of so many sides into the tray, in place of those that lie there; gives what they show."""
        tray = self._layout.tray
        values = tuple(self._random.randint(1, n) for n in sides)
        places = [] if tray is None else _tray_places(tray, len(values), self._random)
        with self._lock:
            self._dice = tuple(
                Die(n, value, x, y, self._random.uniform(0.0, 360.0))
                for n, value, (x, y) in zip(sides, values, places, strict=False)
            )
            self._version += 1
        self.changed()
        return values

    def gather(self, deck: str, spot: str) -> None:
        """Collects all cards of a deck, shuffles them and stacks them face-down on a spot."""
        place = self._layout.spot(spot)
        with self._lock:
            bodies = [b for b in self._bodies.values() if b.deck == deck]
            self._random.shuffle(bodies)
            for body in bodies:
                self._layer += 1
                self._set(
                    replace(
                        body,
                        x_mm=place.x_mm,
                        y_mm=place.y_mm,
                        angle_deg=place.angle_deg,
                        face_up=False,
                        layer=self._layer,
                        hand=None,
                        handle=secrets.token_hex(5),
                    )
                )
        self.changed()

    def stack(self, spot: str, idents: Sequence[int]) -> None:
        """Stacks pieces face-down on a spot, the last one on top. Nobody can follow one of them through it."""
        place = self._layout.spot(spot)
        with self._lock:
            for ident in idents:
                self._place(ident, place.x_mm, place.y_mm, place.angle_deg, False)
                self._set(replace(self._bodies[ident], handle=secrets.token_hex(5)))
        self.changed()

    def shuffled(self, bodies: Sequence[Body]) -> list[Body]:
        """The same pieces in an order that nobody knows."""
        with self._lock:
            return self._random.sample(list(bodies), len(bodies))

    def deal(self, spot: str, counts: Mapping[Seat, int]) -> dict[Seat, list[PieceId]]:
        """Deals from the top of a stack, one card at a time, clockwise; gives each seat's cards in that order."""
        dealt: dict[Seat, list[PieceId]] = {seat: [] for seat in counts}
        with self._lock:
            stack = list(self.at(spot))
            while any(len(dealt[s]) < n for s, n in counts.items()):
                for seat, count in counts.items():
                    if len(dealt[seat]) < count and stack:
                        body = stack.pop()
                        dealt[seat].append(body.piece)
                        self._set(replace(body, hand=seat, face_up=False, handle=secrets.token_hex(5)))
                if not stack:
                    break
        self.changed()
        return dealt

    # -- inside ------------------------------------------------------------------------------------------------------

    def _place(self, ident: int, x_mm: float, y_mm: float, angle_deg: float, face_up: bool) -> None:
        x = min(max(x_mm, 0.0), self._layout.width_mm)
        y = min(max(y_mm, 0.0), self._layout.height_mm)
        self._layer += 1
        body = replace(self._bodies[ident], x_mm=x, y_mm=y, angle_deg=angle_deg % 360)
        self._set(replace(body, face_up=face_up, layer=self._layer, hand=None))

    def _set(self, body: Body) -> None:
        self._bodies[body.ident] = body
        self._version += 1

    def _many_sided(self, number: int, die: Die) -> ScenePiece:
        """A die that has numerals: on the picture a small tile with its number."""
        art = Art(corner=str(die.value), tint=TINTS_BGR["violet"])
        return ScenePiece(-1 - number, None, None, die.x_mm, die.y_mm, die.angle_deg, True, 0, _DIE_MM, _DIE_MM, art)

    def _picture(self, body: Body) -> ScenePiece:
        width, height = self._layout.card_mm
        return ScenePiece(
            body.ident,
            front_code(self._game, body.piece),
            back_code(self._game, body.deck),
            body.x_mm,
            body.y_mm,
            body.angle_deg,
            body.face_up,
            body.layer,
            width,
            height,
            self.art(body.piece),
        )


def _inside(spot: MatSpot, x_mm: float, y_mm: float) -> bool:
    turn = math.radians(-spot.angle_deg)
    dx, dy = x_mm - spot.x_mm, y_mm - spot.y_mm
    across = dx * math.cos(turn) - dy * math.sin(turn)
    along = dx * math.sin(turn) + dy * math.cos(turn)
    return abs(across) <= spot.width_mm / 2 and abs(along) <= spot.height_mm / 2


def _tray_places(tray: MatSpot, count: int, random: Random) -> list[tuple[float, float]]:
    """Places in the tray for so many dice, apart from each other; fewer where the tray is too small for all."""
    columns = max(1, math.floor(tray.width_mm / _DIE_STEP_MM))
    rows = max(1, math.floor(tray.height_mm / _DIE_STEP_MM))
    cells = random.sample(range(columns * rows), min(count, columns * rows))
    nudge_mm = (_DIE_STEP_MM - _DIE_ROOM_MM) / 2
    turn = math.radians(tray.angle_deg)
    places = []
    for cell in cells:
        dx = (cell % columns + 0.5) * tray.width_mm / columns - tray.width_mm / 2 + random.uniform(-nudge_mm, nudge_mm)
        dy = (cell // columns + 0.5) * tray.height_mm / rows - tray.height_mm / 2 + random.uniform(-nudge_mm, nudge_mm)
        x = tray.x_mm + dx * math.cos(turn) - dy * math.sin(turn)
        places.append((x, tray.y_mm + dx * math.sin(turn) + dy * math.cos(turn)))
    return places


def _places(spot: MatSpot, card_mm: tuple[float, float]) -> list[tuple[float, float]]:
    """The places of a spot in the order in which they are filled: side by side, then a second row lower down."""
    if spot.capacity == 1:
        return [(spot.x_mm, spot.y_mm)]
    width, height = card_mm
    columns = 1 + max(0, math.floor((spot.width_mm - width) / STEP_MM))
    rows = 1 + max(0, math.floor((spot.height_mm - height) / ROW_STEP_MM))
    turn = math.radians(spot.angle_deg)
    places = []
    for row in range(rows):
        for column in range(columns):
            dx = -spot.width_mm / 2 + width / 2 + column * STEP_MM
            dy = -spot.height_mm / 2 + height / 2 + row * ROW_STEP_MM
            places.append(
                (
                    round(spot.x_mm + dx * math.cos(turn) - dy * math.sin(turn), 2),
                    round(spot.y_mm + dx * math.sin(turn) + dy * math.cos(turn), 2),
                )
            )
    return places
