"""The light on the virtual table: a lamp somewhere above, and somebody's shadow."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.types import Image, Point


@dataclass(frozen=True)
class Lamp:
    """The light on the table: `level` is its brightness (1: as printed), `gradient` the share of it that is missing in
    the corner that is farthest from the lamp, which stands in the direction `angle_deg` (0: right, 90: below) of the
    mat's middle. `tint` is its colour: the share of blue, green and red in it. A `shade` (0..1) darkens a round place
    of `shade_mm` radius around `shade_at`, with a soft rim."""

    level: float = 1.0
    gradient: float = 0.25
    angle_deg: float = 225.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shade: float = 0.0
    shade_mm: float = 120.0
    shade_at: Point = field(default_factory=lambda: Point(0.0, 0.0))


def light_on(
    lamp: Lamp, width_px: int, height_px: int, pixel: Callable[[Point], tuple[float, float]], px_per_mm: float
) -> Image:
    """The share of the light at every pixel, 255 for all of it."""
    across = np.linspace(-0.5, 0.5, width_px, dtype=np.float32)[None, :]
    down = np.linspace(-0.5, 0.5, height_px, dtype=np.float32)[:, None]
    turn = math.radians(lamp.angle_deg)
    far = 0.5 - (across * math.cos(turn) + down * math.sin(turn)) / (abs(math.cos(turn)) + abs(math.sin(turn)))
    level: npt.NDArray[np.floating] = lamp.level * (1.0 - lamp.gradient * far)
    if lamp.shade > 0:
        x, y = pixel(lamp.shade_at)
        columns = (np.arange(width_px, dtype=np.float32) - x)[None, :]
        rows = (np.arange(height_px, dtype=np.float32) - y)[:, None]
        off = np.sqrt(columns * columns + rows * rows) / (lamp.shade_mm * px_per_mm)
        level = level * (1.0 - lamp.shade * np.clip(1.5 - off, 0.0, 1.0))
    if lamp.tint == (1.0, 1.0, 1.0):
        return np.repeat(as_image(np.clip(255.0 * level, 0, 255))[:, :, None], 3, axis=2)
    return as_image(np.clip(255.0 * level[:, :, None] * np.array(lamp.tint, np.float32), 0, 255))
