"""The light on the virtual table: a lamp somewhere above, and somebody's shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, as_image
from vision.types import Image, Point
from vision.virtual.view import View


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


def light_on(lamp: Lamp, view: View, box: Box) -> Image:
    """The share of the light at every pixel of a part of the picture, 255 for all of it."""
    x, y, w, h = box
    across = np.linspace(-0.5, 0.5, view.width_px, dtype=np.float32)[None, x : x + w]
    down = np.linspace(-0.5, 0.5, view.height_px, dtype=np.float32)[y : y + h, None]
    turn = math.radians(lamp.angle_deg)
    far = 0.5 - (across * math.cos(turn) + down * math.sin(turn)) / (abs(math.cos(turn)) + abs(math.sin(turn)))
    level: npt.NDArray[np.floating] = lamp.level * (1.0 - lamp.gradient * far)
    if lamp.shade > 0:
        at = view.pixel(lamp.shade_at)
        columns = (np.arange(x, x + w, dtype=np.float32) - at[0])[None, :]
        rows = (np.arange(y, y + h, dtype=np.float32) - at[1])[:, None]
        off = np.sqrt(columns * columns + rows * rows) / (lamp.shade_mm * view.px_per_mm)
        level = level * (1.0 - lamp.shade * np.clip(1.5 - off, 0.0, 1.0))
    if lamp.tint == (1.0, 1.0, 1.0):
        return as_image(cv2.merge([as_image(np.clip(255.0 * level, 0, 255))] * 3))
    return as_image(np.clip(255.0 * level[:, :, None] * np.array(lamp.tint, np.float32), 0, 255))
