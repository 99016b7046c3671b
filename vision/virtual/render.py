"""Drawing the table as a camera would see it: the mat, the pieces on it, perspective, softness and light."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from vision._pixels import Box, as_image, grown
from vision.dice.render import ThrownDie, draw_dice
from vision.sticker import BACK, CARD_HEIGHT_MM, CARD_WIDTH_MM, STICKER_MM, Art, card_image, coin_image, disc_mask
from vision.types import Image, MatLayout, Point
from vision.virtual.figures import Figure, Standing, box_of, draw_standing, standing
from vision.virtual.ground import Ground
from vision.virtual.lamp import Lamp, light_on
from vision.virtual.mat import BoardLook, Colour, Felt, mat_image
from vision.virtual.top import Texture
from vision.virtual.view import View

_AROUND = (86, 104, 124)
_BAND_PX = 256


@dataclass(frozen=True)
class ScenePiece:
    """One piece on the virtual table. `x_mm`, `y_mm` is the piece's centre, `angle_deg` turns it clockwise, a higher
    `layer` lies on top. `ident` tells the pieces apart from one scene to the next. With a `figure` it is that figure,
    which stands at that place: it has no sticker, and neither faces nor size count."""

    ident: int
    payload_front: str | None
    payload_back: str | None
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    face_up: bool = True
    layer: int = 0
    width_mm: float = CARD_WIDTH_MM
    height_mm: float = CARD_HEIGHT_MM
    art: Art = field(default_factory=Art)
    sticker_mm: float = STICKER_MM
    round: bool = False  # a disc of its width
    back: Art = field(default_factory=Art)  # what its back shows, of which only the picture counts
    figure: Figure | None = None


@dataclass(frozen=True)
class SceneState:
    """Everything on the virtual table; a new `version` whenever anything changed."""

    version: int
    pieces: tuple[ScenePiece, ...]
    dice: tuple[ThrownDie, ...] = ()


_Seen = tuple[MatLayout, int, int, float, bytes, BoardLook, Texture | Felt | None]
_GROUNDS: deque[tuple[_Seen, Ground]] = deque(maxlen=4)
"""The latest ones: the next match is mostly at the same table, and to draw a mat and to fold it takes a moment."""


def _ground_of(layout: MatLayout, view: View, look: BoardLook, top: Texture | Felt | None) -> Ground:
    """The empty table as this camera sees it. Safe from any thread."""
    wanted = layout, view.width_px, view.height_px, view.px_per_mm, view.to_px.tobytes(), look, top
    for seen, ground in tuple(_GROUNDS):
        if seen == wanted:
            return ground
    flat = mat_image(layout, view.px_per_mm, look, top)
    around = top if isinstance(top, Texture) else _AROUND
    ground = Ground(flat, view.px_per_mm, view.to_px, (view.width_px, view.height_px), around)
    _GROUNDS.append((wanted, ground))
    return ground


def outline_mm(piece: ScenePiece) -> list[Point]:
    """The piece's four corners on the mat, from its own top left clockwise."""
    turn = math.radians(piece.angle_deg)
    half_w, half_h = piece.width_mm / 2, piece.height_mm / 2
    return [
        Point(
            piece.x_mm + dx * math.cos(turn) - dy * math.sin(turn),
            piece.y_mm + dx * math.sin(turn) + dy * math.cos(turn),
        )
        for dx, dy in ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h))
    ]


class TableRenderer:
    """Keeps the picture of the table and redraws only where pieces changed."""

    def __init__(
        self,
        layout: MatLayout,
        view: View,
        blur_px: float,
        light: float | Lamp,
        look: BoardLook = BoardLook.PRINTED,
        less: int = 0,
        top: Texture | Felt | None = None,
        paint: Callable[[ScenePiece, float], Image] | None = None,
    ) -> None:
        """`less`: by so many grey levels the picture is darker than the table, black staying black. `top`: a table top
        instead of a mat, or the mat's colours. `paint` draws the side of a piece that is up, upright and so many pixels
        a millimetre."""
        self._view = view
        self._reach_px = math.ceil(3 * blur_px)
        self._blur_px = blur_px
        self._less = less
        self._paint = paint or painted
        self._ground = _ground_of(layout, view, look, top)
        self._lamp = light if isinstance(light, Lamp) else Lamp(gradient=light)
        self._standing: dict[ScenePiece, Standing | None] = {}  # drawn already, for the lamp as it is
        self._shown: dict[int, ScenePiece] = {}
        self._dice: tuple[ThrownDie, ...] = ()
        self.picture: Image = np.empty((view.height_px, view.width_px, 3), np.uint8)
        """The clean picture of the table, without noise (BGR). Replaced in part by `show`."""
        self._redraw_all()

    @property
    def pieces(self) -> tuple[ScenePiece, ...]:
        """What is shown."""
        return tuple(self._shown.values())

    def show(self, pieces: Sequence[ScenePiece]) -> tuple[ScenePiece, ...]:
        """Brings the picture up to date; the pieces that were changed, added or (as they were) removed."""
        new = {piece.ident: piece for piece in pieces}
        gone = [old for ident, old in self._shown.items() if new.get(ident) != old]
        come = [piece for ident, piece in new.items() if self._shown.get(ident) != piece]
        self._shown = new
        shown = set(pieces)
        self._standing = {piece: drawn for piece, drawn in self._standing.items() if piece in shown}
        for box in _joined([self._box(piece) for piece in (*gone, *come)]):
            self._redraw(box)
        return (*gone, *come)

    @property
    def dice(self) -> tuple[ThrownDie, ...]:
        """The dice that are shown."""
        return self._dice

    def throw(self, dice: tuple[ThrownDie, ...]) -> tuple[Point, ...]:
        """Shows other dice; the places from which and to which they went."""
        if dice == self._dice:
            return ()
        changed = (*self._dice, *dice)
        self._dice = dice
        for box in _joined([self._die_box(die) for die in changed]):
            self._redraw(box)
        return tuple(Point(die.x_mm, die.y_mm) for die in changed)

    def _die_box(self, die: ThrownDie) -> Box:
        """The box of a die with its shadow."""
        reach = 2.0 * die.look.side_mm
        return self._view.box(
            [Point(die.x_mm + dx, die.y_mm + dy) for dx in (-reach, reach) for dy in (-reach, reach)], 4
        )

    def relight(self, lamp: Lamp) -> None:
        """Another light falls on the table."""
        if lamp.angle_deg != self._lamp.angle_deg:
            self._standing = {}  # shadows fall elsewhere
        self._lamp = lamp
        self._redraw_all()

    def _box(self, piece: ScenePiece) -> Box:
        if piece.figure is not None:
            return box_of(piece.figure, Point(piece.x_mm, piece.y_mm), self._view)
        return self._view.box(outline_mm(piece), 4)

    def _redraw_all(self) -> None:
        for y in range(0, self._view.height_px, _BAND_PX):  # in bands: the steps in between take several times the room
            self._redraw((0, y, self._view.width_px, min(_BAND_PX, self._view.height_px - y)))

    def _redraw(self, box: Box) -> None:
        """Draws what is in the box anew, and as far around it as the blur carries it."""
        if box[2] <= 0 or box[3] <= 0:
            return
        size = self._view.width_px, self._view.height_px
        x, y, w, h = inner = grown(box, self._reach_px, *size)
        outer = grown(inner, self._reach_px, *size)
        part = self._sharp(outer)
        if self._blur_px > 0:
            part = as_image(cv2.GaussianBlur(part, (0, 0), self._blur_px))
        part = part[y - outer[1] : y - outer[1] + h, x - outer[0] : x - outer[0] + w]
        light = light_on(self._lamp, self._view, inner)
        lit = self.picture[y : y + h, x : x + w]
        cv2.multiply(part, light, dst=lit, scale=1 / 255.0)
        if self._less:
            lit -= np.minimum(lit, np.uint8(self._less))

    def _sharp(self, box: Box) -> Image:
        """The mat in the box with all that lies there, before softness and light."""
        part = self._ground.part(box)
        for piece in sorted(self._shown.values(), key=lambda p: (p.layer, p.ident)):
            if piece.figure is None and _overlap(self._box(piece), box):
                self._draw(piece, part, box)
        figures = self._figures(box)
        if figures:
            part = draw_standing(part, box, figures)
        dice = [die for die in self._dice if _overlap(self._die_box(die), box)]
        if dice:
            aside = np.array([[1.0, 0.0, -box[0]], [0.0, 1.0, -box[1]], [0.0, 0.0, 1.0]]) @ self._view.to_px
            part = draw_dice(part, dice, np.asarray(aside, np.float64), self._view.eye_mm)
        return part

    def _figures(self, box: Box) -> list[Standing]:
        """The figures of which something is in the box, those farthest from the place under the camera first."""
        x, y, _ = self._view.eye_mm
        pieces = [p for p in self._shown.values() if p.figure is not None and _overlap(self._box(p), box)]
        drawn = []
        for piece in sorted(pieces, key=lambda p: (-math.dist((p.x_mm, p.y_mm), (x, y)), p.ident)):
            if piece not in self._standing and piece.figure is not None:
                at = Point(piece.x_mm, piece.y_mm)
                self._standing[piece] = standing(piece.figure, at, piece.angle_deg, self._view, self._lamp.angle_deg)
            one = self._standing[piece]
            drawn += [] if one is None else [one]
        return drawn

    def _draw(self, piece: ScenePiece, part: Image, box: Box) -> None:
        x, y, w, h = box
        sprite = self._paint(piece, self._view.px_per_mm)
        high, wide = sprite.shape[:2]
        source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        target = np.array([self._view.pixel(at) for at in outline_mm(piece)], np.float32) - np.array((x, y), np.float32)
        warp = cv2.getPerspectiveTransform(source, target)
        # the piece is drawn over what is there, so its edges blend with the mat and not with black
        below = part.copy() if piece.round else part
        cv2.warpPerspective(sprite, warp, (w, h), dst=part, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
        if piece.round:
            mask = as_image(cv2.warpPerspective(disc_mask(wide), warp, (w, h), flags=cv2.INTER_LINEAR))
            part[:] = np.rint(below + mask[:, :, None] / np.float32(255) * (part.astype(np.float32) - below))


def painted(piece: ScenePiece, px_per_mm: float, back: Colour = BACK) -> Image:
    """The side of a piece that is up, upright; `back` is what backs are coloured with."""
    return _sprite(
        piece.payload_front if piece.face_up else piece.payload_back,
        piece.art if piece.face_up else piece.back,
        px_per_mm,
        piece.width_mm,
        piece.height_mm,
        not piece.face_up,
        piece.sticker_mm,
        piece.round,
        back,
    )


@lru_cache(maxsize=32)  # 170 kB each; drawing one takes a millisecond
def _sprite(
    payload: str | None,
    art: Art,
    px_per_mm: float,
    width_mm: float,
    height_mm: float,
    is_back: bool,
    sticker_mm: float,
    is_round: bool,
    back: Colour,
) -> Image:
    if is_round:
        return coin_image(payload, art, px_per_mm, width_mm, is_back, sticker_mm, back)
    return card_image(payload, art, px_per_mm, width_mm, height_mm, is_back, sticker_mm, back)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that overlap are made one, so that nothing is drawn twice."""
    joined: list[Box] = []
    for box in boxes:
        merged = box
        apart: list[Box] = []
        for other in joined:
            if _overlap(merged, other):
                x, y = min(merged[0], other[0]), min(merged[1], other[1])
                right = max(merged[0] + merged[2], other[0] + other[2])
                below = max(merged[1] + merged[3], other[1] + other[3])
                merged = (x, y, right - x, below - y)
            else:
                apart.append(other)
        joined = [*apart, merged]
    return joined
