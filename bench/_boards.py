"""Rendered chess boards whose pieces carry no stickers, as people leave them: for the bench and the tests."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

import chess
import numpy as np

from vision import BoardLook, Figure, Image, Lamp, MatBoard, MatLayout, Point, ScenePiece, Spot
from vision._pixels import as_image
from vision.calibration.board import AS_DRAWN, BoardFit, laid
from vision.calibration.mat import Calibration, MarkerMemory, calibrate, find_markers
from vision.virtual.render import TableRenderer
from vision.virtual.view import view_of

SIDES = ("white", "black")
PITCH_MM = 50.0
SETS = ((BoardLook.WOODEN, "wood"), (BoardLook.VINYL, "plastic"), (BoardLook.PRINTED, "wood"))
"""Boards with the sets that belong on them."""


def board_mat(width_mm: float = 560.0, height_mm: float = 560.0, has_markers: bool = False) -> MatLayout:
    """A mat with a chess board in its middle, a1 at the lower left, with markers of its own or without."""
    middle, spots = Point(width_mm / 2, height_mm / 2), []
    for square in chess.SQUARES:
        x = middle.x_mm + (chess.square_file(square) - 3.5) * PITCH_MM
        y = middle.y_mm - (chess.square_rank(square) - 3.5) * PITCH_MM
        spots.append(Spot(chess.square_name(square), x, y, PITCH_MM, PITCH_MM))
    dark = frozenset(chess.square_name(square) for square in chess.SquareSet(chess.BB_DARK_SQUARES))
    off, edge = 4 * PITCH_MM + 18.0, 8 * PITCH_MM + (70.0 if has_markers else 40.0)
    corners = ((-off, -off), (off, -off), (off, off), (-off, off))
    markers = {4 + n: Point(middle.x_mm + x, middle.y_mm + y) for n, (x, y) in enumerate(corners)}
    outline = Spot("board", middle.x_mm, middle.y_mm, edge, edge)
    fields = frozenset(spot.name for spot in spots)
    board = MatBoard(fields, outline, markers if has_markers else {}, 22.0, True, dark, SIDES)
    inset = 20.0
    mat = ((inset, inset), (width_mm - inset, inset), (width_mm - inset, height_mm - inset), (inset, height_mm - inset))
    return MatLayout(width_mm, height_mm, tuple(spots), {n: Point(*at) for n, at in enumerate(mat)}, 30.0, None, board)


def sides_of(board: chess.Board) -> dict[str, str]:
    """Which side stands on which square."""
    return {chess.square_name(square): SIDES[0 if piece.color else 1] for square, piece in board.piece_map().items()}


def moved_fit(turn_deg: float, right_mm: float, down_mm: float, layout: MatLayout) -> BoardFit:
    """A board that is turned about its middle and then pushed."""
    turn, middle = math.radians(turn_deg), complex(layout.width_mm / 2, layout.height_mm / 2)
    factor = complex(math.cos(turn), math.sin(turn))
    shift = middle - factor * middle + complex(right_mm, down_mm)
    return BoardFit(1.0, turn_deg, shift.real, shift.imag)


@dataclass(frozen=True)
class Conditions:
    """How a board is seen: what it and its set are made of, the camera's tilt, blur and noise, the light, how the board
    lies, and how far from the middle of its square a piece may stand (in squares)."""

    look: BoardLook = BoardLook.WOODEN
    make: str = "wood"
    px_per_mm: float = 2.0
    tilt_deg: float = 6.0
    blur_px: float = 0.8
    noise: float = 3.0
    lamp: Lamp = field(default_factory=Lamp)
    fit: BoardFit = AS_DRAWN
    wobble: float = 0.25


USUAL_TILT = (0.0, 18.0)


def drawn_conditions(random: Random, number: int, tilt_deg: tuple[float, float] = USUAL_TILT) -> Conditions:
    """Conditions drawn by chance; sets and boards take turns."""
    look, make = SETS[number % len(SETS)]
    fit = moved_fit(random.uniform(-3, 3), random.uniform(-12, 12), random.uniform(-12, 12), board_mat())
    return Conditions(
        look, make, 2.0, random.uniform(*tilt_deg), random.choice((0.5, 0.8, 1.2)), random.choice((2.0, 3.0, 5.0)),
        drawn_lamp(random, Lamp(angle_deg=random.uniform(0, 360), tint=(random.uniform(0.75, 1), 0.95, 1.0))), fit,
    )  # fmt: skip


def drawn_lamp(random: Random, lamp: Lamp) -> Lamp:
    """The same lamp at another brightness, half of the time with the shadow of a hand at the edge of the board."""
    turn = random.uniform(0, 2 * math.pi)
    at = Point(280 + 260 * math.cos(turn), 280 + 260 * math.sin(turn))
    level, gradient, shade = random.uniform(0.5, 1.0), random.uniform(0, 0.5), random.choice((0.0, 0.0, 0.3, 0.5))
    return replace(lamp, level=level, gradient=gradient, shade=shade, shade_mm=random.uniform(60, 140), shade_at=at)


class BoardScene:
    """A board that is seen under some conditions. `layout` is the mat as it is drawn."""

    def __init__(self, conditions: Conditions, seed: int, layout: MatLayout | None = None) -> None:
        self.layout = board_mat() if layout is None else layout
        self.conditions = conditions
        self._random = Random(seed)
        self._numbers = np.random.default_rng(seed)
        self._view = view_of(self.layout, conditions.px_per_mm, conditions.tilt_deg)
        self._pieces: dict[int, ScenePiece] = {}
        self._extra: tuple[ScenePiece, ...] = ()
        self._renderer = self._laid(conditions.fit)
        size = (self._view.height_px + 64, self._view.width_px + 64, 3)
        self._noise = np.rint(self._numbers.standard_normal(size, np.float32) * conditions.noise).astype(np.int16)

    def _laid(self, fit: BoardFit) -> TableRenderer:
        self._mat = laid(self.layout, fit)
        self._places = {spot.name: spot for spot in self._mat.spots}
        now = self.conditions
        return TableRenderer(self._mat, self._view, now.blur_px, now.lamp, now.look)

    def put(self, board: chess.Board) -> None:
        """The board now: pieces that stand where they stood stay as they are."""
        kept = {}
        for square, piece in board.piece_map().items():
            old = self._pieces.get(square)
            figure = Figure(chess.piece_name(piece.piece_type), piece.color, self.conditions.make, PITCH_MM)
            kept[square] = old if old is not None and old.figure == figure else self._stood(square, figure)
        self._pieces = kept
        self._renderer.show((*kept.values(), *self._extra))

    def _stood(self, square: int, figure: Figure) -> ScenePiece:
        at, random = self._places[chess.square_name(square)], self._random
        turn, off = random.uniform(0, 2 * math.pi), random.uniform(0, self.conditions.wobble) * PITCH_MM
        place = (at.x_mm + off * math.cos(turn), at.y_mm + off * math.sin(turn), random.uniform(0, 360))
        return ScenePiece(square, None, None, *place, figure=figure)

    def push(self, fit: BoardFit, board: chess.Board) -> None:
        """Somebody pushes the board with all that stands on it."""
        self._pieces = {}
        self._renderer = self._laid(fit)
        self.put(board)

    def lay(self, *pieces: ScenePiece) -> None:
        """Lays these things on the table, and takes away those that were laid before."""
        self._extra = pieces
        self._renderer.show((*self._pieces.values(), *pieces))

    def relight(self, lamp: Lamp) -> None:
        """Another light falls on it."""
        self.conditions = replace(self.conditions, lamp=lamp)
        self._renderer.relight(lamp)

    def picture(self) -> Image:
        """What the camera shows now, with other noise each time."""
        x, y = (int(v) for v in self._numbers.integers(0, 64, 2))
        clean = self._renderer.picture
        noise = self._noise[y : y + clean.shape[0], x : x + clean.shape[1]]
        return as_image(np.clip(clean.astype(np.int16) + noise, 0, 255))

    def calibration(self) -> Calibration:
        """Where the mat is in the picture, found from its markers."""
        seen = find_markers(self._renderer.picture, list(self.layout.markers))
        found = calibrate(MarkerMemory(seen), self.layout, None, (self._view.width_px, self._view.height_px))
        assert found is not None
        return found


def candidates(board: chess.Board) -> Mapping[str, Mapping[str, str]]:
    """The positions after every legal move, by the move."""
    found = {}
    for move in list(board.legal_moves):
        board.push(move)
        found[move.uci()] = sides_of(board)
        board.pop()
    return found
