"""Marks on paper: markers for the camera, rulers, crosses."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.prints.mat_picture import MARKER_MODULES
from companion.prints.stickers.outline import Corner, outlines
from companion.prints.stickers.paper import Paper
from vision.calibration.mat import marker_image

Line = tuple[float, float, float, float]
_DARK_BELOW: Final = 128


@lru_cache(maxsize=128)
def _marker_outlines(number: int) -> tuple[tuple[Corner, ...], ...]:
    pixels = marker_image(number, MARKER_MODULES).tolist()
    return outlines([[grey < _DARK_BELOW for grey in row] for row in pixels])


def draw_marker(paper: Paper, number: int, x_mm: float, y_mm: float, side_mm: float) -> None:
    """The AprilTag 36h11 of this number, its top left corner there, without the white that it needs around it."""
    paper.shapes(_marker_outlines(number), x_mm, y_mm, side_mm / MARKER_MODULES)


def cross(x_mm: float, y_mm: float, arm_mm: float) -> list[Line]:
    """A cross with its middle there."""
    return [(x_mm - arm_mm, y_mm, x_mm + arm_mm, y_mm), (x_mm, y_mm - arm_mm, x_mm, y_mm + arm_mm)]


def ruler(length_mm: int) -> list[Line]:
    """A ruler to the right of (0, 0): its edge, and below it a tick each millimetre, longer ones each 5 and 10."""
    ticks: list[Line] = [
        (float(n), 0.0, float(n), 4.0 if n % 10 == 0 else 2.8 if n % 5 == 0 else 1.8) for n in range(length_mm + 1)
    ]
    return [(0.0, 0.0, float(length_mm), 0.0), *ticks]
