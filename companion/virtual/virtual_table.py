"""The virtual table: where every physical piece lies, is held or is stacked. The stand-in for real cards.

It knows what a real table knows: places, not rules. The camera renders it; the page and the bots move it by hand.
Handles, by which a page names a piece, are opaque and drawn anew whenever a piece goes into a hand or a shuffle.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from companion.reading.tags import back_code, front_code, has_look
from companion.virtual.places import inside, places_of, tray_places, turned_by_half
from rules.engine.game import CardFace
from rules.engine.mat import Layout
from rules.engine.types import PieceId, Seat
from vision.dice.render import ThrownDie
from vision.sticker import Art
from vision.virtual.figures import KINDS, Figure
from vision.virtual.render import ScenePiece, SceneState
from web.pages.virtual.views import VirtualDie

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
_DIE_MM = 18.0  # of dice that are no cubes


@dataclass(frozen=True)
class Body:
    """One physical piece: on the mat at x, y (its centre), or (`hand` set) held by a seat, or (`away` set) in the
    bag or box of that name."""

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
    away: str = ""

    @property
    def on_mat(self) -> bool:
        """Whether it lies on the mat, where all can see it."""
        return self.hand is None and not self.away


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
        stickers: bool = True,
    ):
        """`stickers`: whether cards carry any; without, each has a picture of its own, as in the box of a game."""
        self._stickers = stickers
        self._lock = threading.RLock()
        self._game = game
        self.layout = self._drawn = layout  # the mat, with the fields of the board where they are as the board lies now
        self._faces = faces
        self._random = random
        self.changed = changed
        self.version = 0  # grows with every change
        self._layer = 0
        self._bodies: dict[int, Body] = {}
        self._dice: tuple[VirtualDie, ...] = ()
        for deck, pieces in decks.items():
            for piece in pieces:
                ident = len(self._bodies)
                self._bodies[ident] = Body(ident, piece, deck, secrets.token_hex(5))

    # -- looking -----------------------------------------------------------------------------------------------------

    def bodies(self) -> tuple[Body, ...]:
        """All pieces, those on the mat from the lowest to the highest."""
        with self._lock:
            return tuple(sorted(self._bodies.values(), key=lambda b: b.layer))

    def scene(self) -> SceneState:
        """What the camera looks at: the pieces on the mat, without those that lie wholly under others."""
        with self._lock:
            seen: dict[tuple[float, float, float], list[Body]] = {}
            for body in sorted(self._bodies.values(), key=lambda b: b.layer):
                if body.on_mat:
                    under = seen.setdefault((body.x_mm, body.y_mm, body.angle_deg), [])
                    under[:] = [b for b in under if not self._hides(body, b)] + [body]
            others = [self._many_sided(n, die) for n, die in enumerate(self._dice) if die.sides != 6]
            pips = tuple(ThrownDie(d.value, d.x_mm, d.y_mm, d.angle_deg) for d in self._dice if d.sides == 6)
            lying = (self._picture(b) for stack in seen.values() for b in stack)
            return SceneState(self.version, (*lying, *others), pips)

    def dice(self) -> tuple[VirtualDie, ...]:
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
        place = self.layout.spot(spot)
        with self._lock:
            lying = [b for b in self._bodies.values() if b.on_mat and inside(place, b.x_mm, b.y_mm)]
        return tuple(sorted(lying, key=lambda b: b.layer))

    def lies_on(self, body: Body, spot: str) -> bool:
        """Whether a piece lies on a spot."""
        return body.on_mat and inside(self.layout.spot(spot), body.x_mm, body.y_mm)

    def inside(self, name: str) -> tuple[Body, ...]:
        """What is in a bag or box, in an order that says nothing about when it came."""
        with self._lock:
            return tuple(sorted((b for b in self._bodies.values() if b.away == name), key=lambda b: b.handle))

    def field_of(self, body: Body) -> str:
        """The field of the board on which a piece lies; empty where it lies on none."""
        fields = (s for s in self.layout.spots if s.cell and body.on_mat)
        return next((s.name for s in fields if inside(s, body.x_mm, body.y_mm)), "")

    def figure(self, piece: PieceId) -> str:
        """ "light" or "dark" for a figure that stands on a board; empty for what lies and has a sticker."""
        face = self._faces.get(piece)
        return "" if face is None else face.figure

    def figures(self) -> tuple[Body, ...]:
        """All figures, wherever they are."""
        return tuple(body for body in self.bodies() if self.figure(body.piece))

    def front(self, piece: PieceId) -> str | None:
        """The payload on a piece's front; None without a sticker."""
        return front_code(self._game, piece) if self.has_stickers(self.find(piece).deck) else None

    def has_stickers(self, deck: str) -> bool:
        """Whether the pieces of a deck carry stickers; small and round ones always do."""
        return self._stickers or not has_look(self.layout.size(deck))

    def art(self, piece: PieceId) -> Art:
        """How the renderer draws a card's face."""
        face = self._faces[piece]
        tint = TINTS_BGR.get(face.tint, TINTS_BGR["grey"])
        return Art(face.title, face.corner, tint, face.suit, "" if self._stickers else str(piece))

    def back(self, deck: str) -> Art:
        """How it draws the back of a deck."""
        return Art() if self._stickers else Art(picture=deck)

    # -- moving ------------------------------------------------------------------------------------------------------

    def put(
        self, ident: int, x_mm: float, y_mm: float, angle_deg: float, face_up: bool, handle: str | None = None
    ) -> bool:
        """Lays a piece on top at a place of the mat, kept within its edges; from one field of a board to another its
        whole stack goes with it. With `handle` only if that is still its handle: somebody else may just have taken it.
        Whether it was done."""
        with self._lock:
            if handle not in (None, self._bodies[ident].handle):
                return False
            others = self._going_along(self._bodies[ident], x_mm, y_mm)
            for body in sorted((self._bodies[ident], *others), key=lambda b: b.layer):
                self._place(body.ident, x_mm, y_mm, angle_deg, face_up if body.ident == ident else body.face_up)
        self.changed()  # never while holding the lock: the camera asks for the scene under its own
        return True

    def take(self, ident: int, seat: Seat, handle: str | None = None) -> bool:
        """Takes a piece into a seat's hand; `handle` as for `put`."""
        with self._lock:
            if handle not in (None, self._bodies[ident].handle):
                return False
            self._set(_held(self._bodies[ident], seat))
        self.changed()
        return True

    def turn_board(self, is_turned: bool) -> bool:
        """Turns the board by half against the drawing, with all that stands on it; whether it lay otherwise."""
        with self._lock:
            if (self.layout is not self._drawn) == is_turned:
                return False
            at = {body.ident: field for body in self._bodies.values() if (field := self.field_of(body))}
            self.layout = turned_by_half(self._drawn) if is_turned else self._drawn
            for ident, field in at.items():
                place, body = self.layout.spot(field), self._bodies[ident]
                self._set(replace(body, x_mm=place.x_mm, y_mm=place.y_mm))
        self.changed()
        return True

    def put_into(self, name: str, idents: Sequence[int]) -> None:
        """Puts pieces into a bag or box off the mat, where nobody can follow them."""
        with self._lock:
            for ident in idents:
                body = replace(self._bodies[ident], hand=None, away=name, face_up=False)
                self._set(replace(body, handle=secrets.token_hex(5)))
        self.changed()

    def shift(self, from_spot: str, to_spot: str, ident: int) -> None:
        """Moves a piece from spot to spot, between fields of a board with its whole stack."""
        place = self.layout.spot(to_spot)
        if place.cell and self.layout.spot(from_spot).cell:
            self.put(ident, place.x_mm, place.y_mm, place.angle_deg, True)
        else:
            self.lay(ident, to_spot, True)

    def lay(self, ident: int, spot: str, face_up: bool) -> None:
        """Lays a piece on the next free place of a spot, as a tidy player would."""
        place = self.layout.spot(spot)
        with self._lock:
            taken = {(b.x_mm, b.y_mm): b.ident for b in self.at(spot) if b.ident != ident}
            places = places_of(place, self.layout.size(self._bodies[ident].deck))
            index = next((n for n, p in enumerate(places) if p not in taken), len(places) - 1)
            self._place(ident, *places[index], place.angle_deg, face_up)
            for later in places[index + 1 :]:  # cards further on lie over this one, so that their stickers show
                if later in taken:
                    self._layer += 1
                    self._set(replace(self._bodies[taken[later]], layer=self._layer))
        self.changed()

    def raise_up(self, idents: Sequence[int]) -> None:
        """Lays pieces that lie already on top of all others, the last one uppermost."""
        with self._lock:
            for ident in idents:
                self._layer += 1
                self._set(replace(self._bodies[ident], layer=self._layer))
        self.changed()

    def turn(self, ident: int) -> None:
        """Turns a piece over where it lies."""
        with self._lock:
            body = self._bodies[ident]
            self._set(replace(body, face_up=not body.face_up))
        self.changed()

    def throw(self, sides: Sequence[int]) -> tuple[int, ...]:
        """Throws dice of so many sides into the tray, in place of those that lie there; gives what they show."""
        tray = self.layout.tray
        values = tuple(self._random.randint(1, n) for n in sides)
        places = [] if tray is None else tray_places(tray, len(values), self._random)
        with self._lock:
            self._dice = tuple(
                VirtualDie(n, value, x, y, self._random.uniform(0.0, 360.0))
                for n, value, (x, y) in zip(sides, values, places, strict=False)
            )
            self.version += 1
        self.changed()
        return values

    def gather(self, deck: str, spot: str) -> None:
        """Collects all cards of a deck, shuffles them and stacks them face-down on a spot."""
        place = self.layout.spot(spot)
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
                        away="",
                        handle=secrets.token_hex(5),
                    )
                )
        self.changed()

    def stack(self, spot: str, idents: Sequence[int]) -> None:
        """Stacks pieces face-down on a spot, the last one on top. Nobody can follow one of them through it."""
        place = self.layout.spot(spot)
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
                        self._set(_held(body, seat))
                if not stack:
                    break
        self.changed()
        return dealt

    # -- inside ------------------------------------------------------------------------------------------------------

    def _place(self, ident: int, x_mm: float, y_mm: float, angle_deg: float, face_up: bool) -> None:
        x = min(max(x_mm, 0.0), self.layout.width_mm)
        y = min(max(y_mm, 0.0), self.layout.height_mm)
        self._layer += 1
        body = replace(self._bodies[ident], x_mm=x, y_mm=y, angle_deg=angle_deg % 360)
        face_up = face_up or bool(self.figure(body.piece))  # it has no other side
        self._set(replace(body, face_up=face_up, layer=self._layer, hand=None, away=""))

    def _set(self, body: Body) -> None:
        self._bodies[body.ident] = body
        self.version += 1

    def _many_sided(self, number: int, die: VirtualDie) -> ScenePiece:
        """A die that has numerals: on the picture a small tile with its number."""
        art = Art(corner=str(die.value), tint=TINTS_BGR["violet"])
        return ScenePiece(-1 - number, None, None, die.x_mm, die.y_mm, die.angle_deg, True, 0, _DIE_MM, _DIE_MM, art)

    def _going_along(self, body: Body, x_mm: float, y_mm: float) -> list[Body]:
        """What moves with a piece that goes from one field to another: its stack, and all that lies on it."""
        start = "" if self.figure(body.piece) else self.field_of(body)
        if not start or not any(s.cell and s.name != start and inside(s, x_mm, y_mm) for s in self.layout.spots):
            return []
        stack = (b for b in self.at(start) if b.ident != body.ident)
        return [b for b in stack if b.deck == body.deck or b.layer > body.layer]

    def _hides(self, upper: Body, lower: Body) -> bool:
        """Whether of two pieces that lie exactly on each other the upper one leaves nothing of the lower to be seen."""
        above, below = self.layout.size(upper.deck), self.layout.size(lower.deck)
        is_wide = above.width_mm >= below.width_mm and above.height_mm >= below.height_mm
        return is_wide and (above == below or not above.round or below.round)

    def _picture(self, body: Body) -> ScenePiece:
        size, is_tagged = self.layout.size(body.deck), self.has_stickers(body.deck)
        return ScenePiece(
            body.ident,
            front_code(self._game, body.piece) if is_tagged else None,
            back_code(self._game, body.deck) if is_tagged else None,
            body.x_mm,
            body.y_mm,
            body.angle_deg,
            body.face_up,
            body.layer,
            size.width_mm,
            size.height_mm,
            self.art(body.piece),
            round=size.round,
            back=self.back(body.deck),
            figure=self._figure(body.piece),
        )

    def _figure(self, piece: PieceId) -> Figure | None:
        """How a figure is drawn: the name of its shape ends in its kind."""
        look, board = self.figure(piece), self.layout.board
        if not look or board is None:
            return None
        kind = self._faces[piece].suit.rpartition("_")[2]
        return Figure(kind, look == "light", square_mm=board.pitch_mm) if kind in KINDS else None


def _held(body: Body, seat: Seat) -> Body:
    """The same piece in a hand, where nobody can follow it."""
    return replace(body, hand=seat, away="", face_up=False, handle=secrets.token_hex(5))
