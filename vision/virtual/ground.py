"""The empty table as the camera sees it, kept folded up: it is wanted a few square centimetres at a time."""

from __future__ import annotations

import zlib

import cv2
import numpy as np

from vision._pixels import Box, as_image
from vision.calibration.mat import Matrix
from vision.types import Image
from vision.virtual.top import Texture

_TILE_PX = (
    256  # a side: what a card covers takes four, each unfolded in a fifth of a millisecond, or as a JPEG in a whole
)
_QUALITY = 88


class Ground:
    """A picture that is never changed, in folded tiles: a drawn mat without loss, of which a fiftieth is left because
    it is mostly of one colour, and a photographed table top as JPEG, of which a fifteenth is left."""

    def __init__(
        self,
        flat: Image,
        px_per_mm: float,
        to_px: Matrix,
        size_px: tuple[int, int],
        around: tuple[int, int, int] | Texture,
    ) -> None:
        """`flat`, so many pixels a millimetre, as seen by a camera with this homography from millimetres to its pixels,
        and of this width and height; `around`: what is beside it."""
        self._width_px, self._height_px = size_px
        self._is_drawn = not isinstance(around, Texture)
        self._rows: list[list[bytes]] = []
        scale = np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0])
        for y in range(0, self._height_px, _TILE_PX):
            down = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, -y], [0.0, 0.0, 1.0]]) @ to_px
            wide, high = size = (self._width_px, min(_TILE_PX, self._height_px - y))
            row = (
                around.seen(down, wide, high)
                if isinstance(around, Texture)
                else np.full((high, wide, 3), around, np.uint8)
            )
            cv2.warpPerspective(
                flat, down @ scale, size, dst=row, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
            )
            self._rows.append([self._folded(row[:, x : x + _TILE_PX]) for x in range(0, wide, _TILE_PX)])

    def _folded(self, tile: Image) -> bytes:
        if self._is_drawn:
            return zlib.compress(tile.tobytes(), 1)
        return cv2.imencode(".jpg", tile, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()

    def _unfolded(self, folded: bytes, width_px: int) -> Image:
        if self._is_drawn:
            return np.frombuffer(zlib.decompress(folded), np.uint8).reshape(-1, width_px, 3)
        return as_image(cv2.imdecode(np.frombuffer(folded, np.uint8), cv2.IMREAD_COLOR))

    def part(self, box: Box) -> Image:
        """A copy of what is in the box."""
        x, y, w, h = box
        found = np.empty((h, w, 3), np.uint8)
        for row in range(y // _TILE_PX, -(-(y + h) // _TILE_PX)):
            for column in range(x // _TILE_PX, -(-(x + w) // _TILE_PX)):
                top, left = row * _TILE_PX, column * _TILE_PX
                wide = min(_TILE_PX, self._width_px - left)
                tile = self._unfolded(self._rows[row][column], wide)
                first, last = max(y, top), min(y + h, top + tile.shape[0])
                start, end = max(x, left), min(x + w, left + wide)
                found[first - y : last - y, start - x : end - x] = tile[
                    first - top : last - top, start - left : end - left
                ]
        return found
