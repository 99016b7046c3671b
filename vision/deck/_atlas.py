"""Parts of the picture, each straightened by the scale of its place and laid out on one sheet.

On the sheet every code is square and of one size, whatever the tilt of the camera, so that all that follows works on
all candidates at once and knows one size only. Turning is left out: a code may lie at any angle anyway.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, as_image, sharpened
from vision.types import Image

Floats = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float64]

MODULE_PX = 2.0
"""Pixels of the sheet along a module: the least that keeps what a module of 1 to 2 px in the picture has to say."""

SMALL_MODULE_PX = 2.6
"""Smaller modules run into each other in any picture."""

_SHEET_WIDTH_PX = 1600
_GAP_PX = 2
# shrunk by more than this, the picture is softened first, so that no fine line turns into a coarse one
_SOFT_FROM = 1.25
_SLANT = 0.015  # of a side of a module


@dataclass(frozen=True)
class Tile:
    """A part of the picture to be straightened. `axes_px`: 2 x 2, from modules (right, down) to pixels there."""

    box: Box
    axes_px: Matrix


@dataclass(frozen=True)
class Atlas:
    """The sheet (grey), the number of the tile that each of its pixels shows (-1: none), and for every tile the 2 x 3
    matrix from the sheet's pixels to those of the picture."""

    sheet: Image
    owner: npt.NDArray[np.int16]
    to_picture: Matrix


def straightened(pixels: Image, tiles: Sequence[Tile], sharpening: float = 1.0) -> Atlas:
    """All tiles on one sheet, MODULE_PX pixels to a module. Where modules are small, what a blur of one module takes
    away is added `sharpening` times: only codes of the deck come nearer by that."""
    stretches = [_stretch(tile.axes_px) / MODULE_PX for tile in tiles]
    sizes = [_size(tile.box, stretch) for tile, stretch in zip(tiles, stretches, strict=True)]
    stretches = [_plain(*part) for part in zip(tiles, stretches, sizes, strict=True)]
    places, width, height = _shelves(sizes)
    sheet = np.full((height, width), 128, np.uint8)
    owner = np.full((height, width), -1, np.int16)
    to_picture = np.zeros((len(tiles), 2, 3))
    for number, (tile, stretch) in enumerate(zip(tiles, stretches, strict=True)):
        (x, y), (w, h) = places[number], sizes[number]
        bx, by, bw, bh = tile.box
        middle = np.array([bx + (bw - 1) / 2, by + (bh - 1) / 2])
        local = np.column_stack([stretch, middle - stretch @ [(w - 1) / 2, (h - 1) / 2]])
        sheet[y : y + h, x : x + w] = _part(pixels, tile.box, local, (w, h), sharpening)
        owner[y : y + h, x : x + w] = number
        to_picture[number] = np.column_stack([stretch, local[:, 2] - stretch @ [x, y]])
    return Atlas(sheet, owner, to_picture)


def _plain(tile: Tile, stretch: Matrix, size: tuple[int, int]) -> Matrix:
    """The same without its little slant, by which a code becomes no less square than it may be: enlarging alone is
    several times quicker."""
    if abs(stretch[0, 1]) > _SLANT * math.sqrt(abs(float(np.linalg.det(stretch)))):
        return stretch
    return np.diag([tile.box[2] / size[0], tile.box[3] / size[1]])


def _part(pixels: Image, box: Box, local: Matrix, size: tuple[int, int], sharpening: float) -> Image:
    x, y, w, h = box
    shrink = float(np.sqrt(abs(np.linalg.det(local[:, :2]))))
    source = pixels[y : y + h, x : x + w]
    if shrink > _SOFT_FROM:
        source = as_image(cv2.GaussianBlur(source, (0, 0), 0.4 * shrink))
    elif (module_px := MODULE_PX * shrink) < SMALL_MODULE_PX:
        source = sharpened(source, module_px, sharpening)
    way = cv2.INTER_CUBIC if shrink < _SOFT_FROM else cv2.INTER_LINEAR
    if not local[0, 1]:
        return as_image(cv2.resize(source, size, interpolation=way))
    moved = local - np.array([[0, 0, x], [0, 0, y]])
    return as_image(
        cv2.warpAffine(source, moved, size, flags=way | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    )


def _stretch(axes_px: Matrix) -> Matrix:
    """The symmetric part of the axes: what is left when their turning is taken out (polar decomposition)."""
    left, sizes, _ = np.linalg.svd(axes_px)
    return np.asarray(left @ np.diag(sizes) @ left.T, np.float64)


def _size(box: Box, stretch: Matrix) -> tuple[int, int]:
    back = np.abs(np.linalg.inv(stretch)) @ np.array([box[2], box[3]], np.float64)
    return max(8, int(np.ceil(back[0]))), max(8, int(np.ceil(back[1])))


def _shelves(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], int, int]:
    """Where each part goes: in rows, the tallest first."""
    limit = max([_SHEET_WIDTH_PX, *(w for w, _ in sizes)])
    places = [(0, 0)] * len(sizes)
    x = y = tallest = widest = 0
    for number in sorted(range(len(sizes)), key=lambda n: -sizes[n][1]):
        w, h = sizes[number]
        if x + w > limit:
            x, y, tallest = 0, y + tallest + _GAP_PX, 0
        places[number] = x, y
        x, tallest = x + w + _GAP_PX, max(tallest, h)
        widest = max(widest, x)
    return places, max(1, widest), max(1, y + tallest)
