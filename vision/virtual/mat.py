"""The empty mat as a printer would make it, for the virtual camera: spots, a board with its fields, markers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from vision._lettering import lettered
from vision.calibration.markers import marker_image
from vision.spots import NAME_MM, name_place, outline_of, rings_of
from vision.types import Image, MatBoard, MatLayout, Point, Spot
from vision.virtual.top import Texture

_CHALK = (226, 232, 234)  # places and their names on a table top without a mat
_CHALKED = 0.1  # of the light of a place on it is chalk
_BOARD = (150, 178, 196)
_BOARD_EDGE = (92, 118, 138)
_FIELD = (172, 198, 214)
_UNUSED = (128, 154, 172)  # a field without a name
_MARK = (70, 92, 116)
_CHECKERED = {  # ground and edge, dark fields, light fields, letters
    "printed": ((150, 178, 196), (96, 138, 172), (176, 212, 232), (92, 118, 138)),
    "vinyl": ((196, 216, 222), (74, 112, 62), (196, 220, 226), (96, 124, 92)),
    "wooden": ((52, 76, 112), (58, 90, 136), (150, 192, 218), (40, 60, 92)),
}
_GRAIN = {"printed": 0.0, "vinyl": 0.0, "wooden": 0.05}  # how much wood differs from field to field, and within one
_WHITE = 244  # paper in good light: a camera that shows it brighter is exposed too long
_FINE = 16  # OpenCV draws between pixels when it is given sixteenths


class BoardLook(Enum):
    """What a board with dark and light fields is made of: printed with the mat in two browns, a sheet of vinyl in green
    and cream, or wood."""

    PRINTED = "printed"
    VINYL = "vinyl"
    WOODEN = "wooden"


Colour = tuple[int, int, int]
"""Blue, green, red."""


@dataclass(frozen=True)
class Felt:
    """What a printed mat is coloured with: its ground, the places on it, their outlines and their names."""

    ground: Colour = (138, 164, 126)
    place: Colour = (150, 176, 138)
    outline: Colour = (186, 206, 176)
    label: Colour = (84, 110, 74)

    def tinted(self, hue: Colour) -> Felt:
        """The same mat in another hue. All stay as bright as they are, so that a camera sees cards and hands on it as
        well as before."""
        return Felt(*(_as_bright(hue, one) for one in (self.ground, self.place, self.outline, self.label)))


SAGE = Felt()


def _as_bright(hue: Colour, other: Colour) -> Colour:
    grey, wanted = (0.114 * blue + 0.587 * green + 0.299 * red for blue, green, red in (hue, other))
    blue, green, red = (min(_WHITE, round(part * wanted / max(grey, 1.0))) for part in hue)
    return blue, green, red


@lettered
def mat_image(
    layout: MatLayout, px_per_mm: float, look: BoardLook = BoardLook.PRINTED, top: Texture | Felt | None = None
) -> Image:
    """The empty mat seen straight from above (BGR): spot outlines, the board with its fields, and all markers on white
    patches. `look` counts for a board with dark and light fields. With a table top there is no mat: the places are
    marked on it with chalk; None: the plain mat."""
    width, height = round(layout.width_mm * px_per_mm), round(layout.height_mm * px_per_mm)
    felt = top or SAGE
    if isinstance(felt, Felt):
        mat = np.full((height, width, 3), felt.ground, np.uint8)
    else:
        mat = felt.seen(np.diag([px_per_mm, px_per_mm, 1.0]), width, height)
    board = layout.board
    fields = frozenset() if board is None else board.fields
    for spot in (spot for spot in layout.spots if spot.name not in fields):
        if isinstance(felt, Felt):
            _draw_shape(mat, spot, px_per_mm, felt.place, felt.outline, 1.0)
        else:
            _draw_chalked(mat, spot, px_per_mm)
        if spot.label:
            _label(mat, spot, px_per_mm, felt.label if isinstance(felt, Felt) else _CHALK)
    if board is not None:
        spots = [spot for spot in layout.spots if spot.name in fields]
        if board.dark:
            _draw_checkered(mat, board, spots, px_per_mm, look)
        else:
            _draw_board(mat, board, spots, px_per_mm)
    for number, at in layout.markers.items():
        _draw_marker(mat, number, at, layout.marker_size_mm, 0.0, px_per_mm)
    return mat


def _draw_board(mat: Image, board: MatBoard, fields: list[Spot], px_per_mm: float) -> None:
    """The board's own ground and edge, its fields with their names and marks, and its markers."""
    _draw_shape(mat, board.outline, px_per_mm, _BOARD, _BOARD_EDGE, 1.6)
    rings = rings_of(fields)
    for spot in fields:
        _draw_shape(mat, spot, px_per_mm, _FIELD if spot.label else _UNUSED, _BOARD_EDGE, 0.8)
        for reach_mm in rings.get(spot.name, ()):
            middle, reach = _fine(Point(spot.x_mm, spot.y_mm), px_per_mm), round(reach_mm * px_per_mm * _FINE)
            cv2.circle(mat, middle, reach, _MARK, max(1, round(0.8 * px_per_mm)), cv2.LINE_AA, 4)
        if spot.label:
            _name_field(mat, spot, px_per_mm)
    for number, at in board.markers.items():
        _draw_marker(mat, number, at, board.marker_size_mm, board.outline.angle_deg, px_per_mm)


def _draw_checkered(mat: Image, board: MatBoard, fields: list[Spot], px_per_mm: float, look: BoardLook) -> None:
    """The board's ground, its dark and light fields, and its markers."""
    ground, dark, light, ink = _CHECKERED[look.value]
    _draw_shape(mat, board.outline, px_per_mm, ground, ink, 1.6)
    random = np.random.default_rng(8)
    for spot in fields:
        shade = 1.0 + _GRAIN[look.value] * random.standard_normal()
        plain = dark if spot.name in board.dark else light
        fill = tuple(min(250, max(0, round(part * shade))) for part in plain)
        _draw_shape(mat, spot, px_per_mm, fill, fill, 0.2)
    if _GRAIN[look.value]:
        _draw_grain(mat, board.outline, px_per_mm, _GRAIN[look.value], random)
    for number, at in board.markers.items():
        _draw_marker(mat, number, at, board.marker_size_mm, board.outline.angle_deg, px_per_mm)


def _draw_grain(mat: Image, outline: Spot, px_per_mm: float, strength: float, random: np.random.Generator) -> None:
    """Fine streaks along a wooden board."""
    corners = np.array([_fine(at, px_per_mm) for at in outline_of(outline)], np.float64) / _FINE
    x0, y0 = np.maximum(0, np.floor(corners.min(axis=0))).astype(int)
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int)
    part = mat[y0:y1, x0:x1]
    rough = random.standard_normal((part.shape[0], max(1, part.shape[1] // 40))).astype(np.float32)
    streaks = cv2.resize(rough, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_LINEAR)
    streaks = cv2.GaussianBlur(streaks, (0, 0), max(0.5, 0.5 * px_per_mm))
    part[:] = np.clip(part * (1.0 + strength * streaks[..., None]), 0, 250).astype(np.uint8)


def _fine(at: Point, px_per_mm: float) -> tuple[int, int]:
    """A place of the mat in sixteenths of a pixel."""
    return round(at.x_mm * px_per_mm * _FINE), round(at.y_mm * px_per_mm * _FINE)


def _draw_shape(
    mat: Image, spot: Spot, px_per_mm: float, fill: tuple[int, ...], line: tuple[int, ...], line_mm: float
) -> None:
    corners = [np.array([_fine(at, px_per_mm) for at in outline_of(spot)], np.int32)]
    cv2.fillPoly(mat, corners, fill, cv2.LINE_AA, 4)
    cv2.polylines(mat, corners, True, line, max(1, round(line_mm * px_per_mm)), cv2.LINE_AA, 4)


def _draw_chalked(mat: Image, spot: Spot, px_per_mm: float) -> None:
    """A place that is marked on a table top, which shows through."""
    corners = np.array([_fine(at, px_per_mm) for at in outline_of(spot)], np.int32)
    x, y, w, h = cv2.boundingRect(corners // _FINE)
    part = mat[max(0, y) : y + h, max(0, x) : x + w]
    bright = cv2.addWeighted(part, 1.0 - _CHALKED, np.full_like(part, _CHALK), _CHALKED, 0.0)
    inside = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(inside, [corners - np.array((max(0, x), max(0, y)), np.int32) * _FINE], 255, cv2.LINE_AA, 4)
    cv2.copyTo(bright, inside, part)
    cv2.polylines(mat, [corners], True, _CHALK, max(1, round(0.6 * px_per_mm)), cv2.LINE_AA, 4)


def _draw_marker(mat: Image, number: int, at: Point, side_mm: float, angle_deg: float, px_per_mm: float) -> None:
    """A marker on its white patch, the middle at this place."""
    rim_mm = side_mm / 6
    pixels = 8 * max(1, round(side_mm * px_per_mm / 8))
    rim = max(1, round(rim_mm * pixels / side_mm))
    patch = np.minimum(np.pad(marker_image(number, pixels), rim, constant_values=255), _WHITE)
    whole_mm = side_mm * (pixels + 2 * rim) / pixels
    target = outline_of(Spot("", at.x_mm, at.y_mm, whole_mm, whole_mm, angle_deg))
    size = patch.shape[0]
    source = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32)
    corners = np.array([(p.x_mm * px_per_mm, p.y_mm * px_per_mm) for p in target], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners)
    coloured = np.repeat(patch[:, :, None], 3, axis=2)
    cv2.warpPerspective(
        coloured, warp, (mat.shape[1], mat.shape[0]), dst=mat, flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip


def _name_field(mat: Image, spot: Spot, px_per_mm: float) -> None:
    """The name of a field, small and upright, where a piece leaves it free."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    (_, tall), _ = cv2.getTextSize(spot.label, font, 1.0, 1)
    scale = 0.75 * NAME_MM * px_per_mm / tall  # capitals are so high
    (wide, _), _ = cv2.getTextSize(spot.label, font, scale, 1)
    at = name_place(spot)
    x, y = at.x_mm * px_per_mm - wide / 2, (at.y_mm + 0.37 * NAME_MM) * px_per_mm
    cv2.putText(mat, spot.label, (round(x), round(y)), font, scale, _MARK, max(1, round(0.3 * px_per_mm)), cv2.LINE_AA)


def _label(mat: Image, spot: Spot, px_per_mm: float, ink: tuple[int, int, int]) -> None:
    """A spot's name in its middle, one word under the other, upright for whoever looks at the picture."""
    font, words = cv2.FONT_HERSHEY_DUPLEX, spot.label.split()
    across_mm = spot.width_mm if spot.angle_deg % 180 == 0 else spot.height_mm
    if across_mm > 2 * spot.height_mm:
        words = [spot.label]
    widest = max(cv2.getTextSize(word, font, 1.0, 1)[0][0] for word in words)
    scale = min(0.86 * across_mm * px_per_mm / widest, 0.42 * px_per_mm)
    line_px = 34 * scale
    for row, word in enumerate(words):
        (wide, tall), _ = cv2.getTextSize(word, font, scale, 1)
        x = spot.x_mm * px_per_mm - wide / 2
        y = spot.y_mm * px_per_mm + (row - (len(words) - 1) / 2) * line_px + tall / 2
        cv2.putText(mat, word, (round(x), round(y)), font, scale, ink, 1, cv2.LINE_AA)
