"""The empty mat as the camera sees it, kept folded up: it is wanted a few square centimetres at a time."""

from __future__ import annotations

import zlib

import cv2
import numpy as np

from vision._pixels import Box
from vision.calibration.mat import Matrix
from vision.types import Image

_TILE_PX = 256  # a side: what a card covers takes four, each unfolded in a fifth of a millisecond


class Ground:
    """A picture that is never changed, in tiles that are folded up without loss: of a mat, which is mostly of one
    colour, a fiftieth is left."""

    def __init__(self, flat: Image, warp: Matrix, width_px: int, height_px: int, around: tuple[int, int, int]) -> None:
        """`flat` as seen by a camera with this homography from its pixels; `around`: what is beside it."""
        self._width_px, self._height_px = width_px, height_px
        self._rows: list[list[bytes]] = []
        for y in range(0, height_px, _TILE_PX):
            down = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, -y], [0.0, 0.0, 1.0]])
            size = (width_px, min(_TILE_PX, height_px - y))
            row = cv2.warpPerspective(flat, down @ warp, size, flags=cv2.INTER_LINEAR, borderValue=around)
            self._rows.append(
                [zlib.compress(row[:, x : x + _TILE_PX].tobytes(), 1) for x in range(0, width_px, _TILE_PX)]
            )

    def part(self, box: Box) -> Image:
        """A copy of what is in the box."""
        x, y, w, h = box
        found = np.empty((h, w, 3), np.uint8)
        for row in range(y // _TILE_PX, -(-(y + h) // _TILE_PX)):
            for column in range(x // _TILE_PX, -(-(x + w) // _TILE_PX)):
                top, left = row * _TILE_PX, column * _TILE_PX
                wide = min(_TILE_PX, self._width_px - left)
                tile = np.frombuffer(zlib.decompress(self._rows[row][column]), np.uint8).reshape(-1, wide, 3)
                first, last = max(y, top), min(y + h, top + tile.shape[0])
                start, end = max(x, left), min(x + w, left + wide)
                found[first - y : last - y, start - x : end - x] = tile[
                    first - top : last - top, start - left : end - left
                ]
        return found
