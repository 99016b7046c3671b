"""Parts of the picture, each straightened by the scale of its place and laid out on one sheet.

On the sheet every code is square and of one size, whatever the tilt of the camera, so that all that follows works on
all candidates at once and knows one size only. Turning is left out: a code may lie at any angle anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, as_image, cropped, sharpened
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
    stretches = _stretches(np.array([tile.axes_px for tile in tiles])) / MODULE_PX
    sizes = _sizes([tile.box for tile in tiles], stretches)
    is_slanted = np.abs(stretches[:, 0, 1]) > _SLANT * np.sqrt(_areas(stretches))
    boxes = np.array([tile.box for tile in tiles], np.float64)
    # without its little slant a code becomes no less square than it may be: enlarging alone is several times quicker
    plain = (boxes[:, 2:] / sizes)[:, :, None] * np.eye(2)
    stretches = np.where(is_slanted[:, None, None], stretches, plain)
    places, width, height = shelves([(int(w), int(h)) for w, h in sizes])
    middles = boxes[:, :2] + (boxes[:, 2:] - 1) / 2
    first = middles - (stretches @ ((sizes - 1) / 2)[:, :, None])[..., 0]
    to_picture = np.concatenate([stretches, (first - (stretches @ np.array(places)[:, :, None])[..., 0])[..., None]], 2)
    shrinks = np.sqrt(_areas(stretches)).tolist()
    sheet = np.full((height, width), 128, np.uint8)
    owner = np.full((height, width), -1, np.int16)
    for number, tile in enumerate(tiles):
        (x, y), (w, h) = places[number], sizes[number].tolist()
        source = _clear(cropped(pixels, tile.box), shrinks[number], sharpening)
        way = cv2.INTER_CUBIC if shrinks[number] < _SOFT_FROM else cv2.INTER_LINEAR
        if is_slanted[number]:
            there = np.column_stack([stretches[number], first[number] - tile.box[:2]])
            way |= cv2.WARP_INVERSE_MAP
            part = cv2.warpAffine(source, there, (w, h), flags=way, borderMode=cv2.BORDER_REPLICATE)
        else:
            part = cv2.resize(source, (w, h), interpolation=way)
        sheet[y : y + h, x : x + w] = part
        owner[y : y + h, x : x + w] = number
    return Atlas(sheet, owner, to_picture)


def _clear(source: Image, shrink: float, sharpening: float) -> Image:
    """The part of the picture as it goes to the sheet, where each pixel takes `shrink` of its own."""
    if shrink > _SOFT_FROM:
        return as_image(cv2.GaussianBlur(source, (0, 0), 0.4 * shrink))
    module_px = MODULE_PX * shrink
    return sharpened(source, module_px, sharpening) if module_px < SMALL_MODULE_PX else source


def _stretches(axes_px: Matrix) -> Matrix:
    """The symmetric part of each of these axes (n x 2 x 2): what is left when their turning is taken out, as the root
    of a 2 x 2 matrix by itself turned (Cayley and Hamilton)."""
    square = axes_px @ axes_px.transpose(0, 2, 1)
    area = _areas(axes_px)
    sides = np.sqrt(np.trace(square, axis1=1, axis2=2) + 2 * area)
    return np.asarray((square + area[:, None, None] * np.eye(2)) / sides[:, None, None], np.float64)


def _areas(axes: Matrix) -> Matrix:
    return np.asarray(np.abs(axes[:, 0, 0] * axes[:, 1, 1] - axes[:, 0, 1] * axes[:, 1, 0]), np.float64)


def _sizes(boxes: Sequence[Box], stretches: Matrix) -> npt.NDArray[np.int64]:
    """Width and height of each box on the sheet."""
    back = np.abs(np.linalg.inv(stretches)) @ np.array(boxes, np.float64)[:, 2:, None]
    return np.asarray(np.maximum(8, np.ceil(back[..., 0])), np.int64)


def shelves(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], int, int]:
    """Where each part of a sheet goes (left, top), in rows, the tallest first; and the sheet's width and height."""
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
