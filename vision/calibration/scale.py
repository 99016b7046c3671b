"""How large and how turned a sticker may look at each place of the picture: what the calibration tells the readers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision._pixels import Halves
from vision.calibration.mat import Calibration, Corners, Matrix, Places
from vision.sticker import STICKER_MM


@dataclass(frozen=True)
class Scale:
    """The local scale of the picture and the sizes of sticker that may lie there.

    `sticker_mm`: the sides of the stickers in use with their quiet zones, largest first, in millimetres. `explained`:
    corners of markers that are seen in this very picture; they look like codes, and no reader need try them.
    `halves`: this picture and its reduced copies, where they have been made already.
    """

    calibration: Calibration
    sticker_mm: tuple[float, ...] = (STICKER_MM,)
    explained: tuple[Corners, ...] = ()
    halves: Halves | None = None

    def axes_px(self, x_px: float, y_px: float) -> Matrix:
        """The 2 x 2 matrix that takes millimetres on the mat (right, down) to pixels around this pixel."""
        return self.calibration.axes_px(x_px, y_px)

    def axes_at(self, pixels: Places) -> Matrix:
        """The same around many pixels (n x 2) at once, n x 2 x 2."""
        return self.calibration.axes_at(pixels)

    def px_per_mm(self, x_px: float, y_px: float) -> float:
        """Pixels per millimetre around this pixel, the mean of all directions."""
        return math.sqrt(abs(float(np.linalg.det(self.axes_px(x_px, y_px)))))

    def sticker_px(self, x_px: float, y_px: float) -> float:
        """About how wide the largest sticker in use looks around this pixel."""
        return self.sticker_mm[0] * self.px_per_mm(x_px, y_px)
