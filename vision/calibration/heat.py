"""How well stickers can be read at each place of the table: pixels per module over the mat, and what to do about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.calibration.mat import Calibration
from vision.codes import CODE_MODULES
from vision.sticker import QUIET_MODULES
from vision.types import MatLayout
from words import Sentence

STICKER_MODULES = CODE_MODULES + 2 * QUIET_MODULES
"""Modules along a sticker's side, with its quiet zone."""


class Reading(Enum):
    """How a sticker of some size is read at a place."""

    WELL = "well"  # also when the light is poor, the picture soft and the camera leans
    GOOD_LIGHT = "good_light"  # when light and focus are good
    NOT = "not"
    OUTSIDE = "outside"  # the camera does not see this place


@dataclass(frozen=True)
class Need:
    """Pixels per module that a reader needs for 99 of 100 tags: in good light, and under hard conditions (a lean of 20
    degrees, blur of 1 px, motion of 1.5 px, noise, uneven light)."""

    good: float
    hard: float

    def reading(self, px_per_module: float) -> Reading:
        """What that makes of a place; NaN is outside."""
        if math.isnan(px_per_module):
            return Reading.OUTSIDE
        if px_per_module >= self.hard:
            return Reading.WELL
        return Reading.GOOD_LIGHT if px_per_module >= self.good else Reading.NOT


KNOWN_TAGS = Need(1.25, 2.25)
"""Tags of the deck that is being played, which are compared with the codes that they can be."""
NEW_TAGS = Need(2.0, 3.0)
"""Tags that have to be read letter by letter, for instance while a game is registered."""


@dataclass(frozen=True)
class HeatMap:
    """Pixels per millimetre over the mat in the direction in which the picture is most squeezed: rows x columns, row by
    row from the mat's top left; NaN where the camera does not see."""

    columns: int
    rows: int
    px_per_mm: tuple[float, ...]

    def readings(self, sticker_mm: float, need: Need) -> tuple[Reading, ...]:
        """How a sticker of this side (with its quiet zone) is read at each place."""
        return tuple(need.reading(scale * sticker_mm / STICKER_MODULES) for scale in self.px_per_mm)

    def least(self) -> float:
        """The fewest pixels per millimetre on the part of the mat that is seen; 0 when nothing is."""
        seen = [scale for scale in self.px_per_mm if not math.isnan(scale)]
        return min(seen, default=0.0)


def heat_map(
    calibration: Calibration, layout: MatLayout, size_px: tuple[int, int], columns: int = 18, rows: int = 12
) -> HeatMap:
    """The map for a picture of `size_px` (width, height). Each place stands for the middle of its part of the mat."""
    xs = (np.arange(columns) + 0.5) * layout.width_mm / columns
    ys = (np.arange(rows) + 0.5) * layout.height_mm / rows
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    step = 4.0
    right, left, below, above = (
        calibration.pixels(places + np.array(shift)) for shift in ((step, 0), (-step, 0), (0, step), (0, -step))
    )
    axes: npt.NDArray[np.float64] = np.stack([right - left, below - above], axis=-1) / (2 * step)
    least = np.linalg.svd(axes, compute_uv=False)[:, 1]
    middle = (right + left) / 2
    inside = np.all((middle >= 0) & (middle < np.array(size_px)), axis=1)
    values = np.where(inside, least, np.nan)
    return HeatMap(columns, rows, tuple(float(value) for value in values))


def least_sticker_mm(px_per_mm: float, px_per_module: float) -> float:
    """The smallest sticker that has so many pixels per module at this scale, rounded up to whole millimetres."""
    return float(np.ceil(px_per_module * STICKER_MODULES / max(px_per_mm, 1e-6)))


def part_of_mat(indices: Sequence[int], heat: HeatMap) -> str:
    """Where on the mat these places of the map lie, in words: "in the far left corner", "on the right"."""
    if not indices:
        return ""
    if len(indices) > 0.7 * len(heat.px_per_mm):
        return Sentence("nearly everywhere")
    rows, columns = np.array(indices) // heat.columns, np.array(indices) % heat.columns
    across, down = (columns.mean() + 0.5) / heat.columns, (rows.mean() + 0.5) / heat.rows
    side = "left" if across < 0.36 else "right" if across > 0.64 else ""
    end = "top" if down < 0.36 else "bottom" if down > 0.64 else ""
    if side or end:
        return _TOWARDS[end, side]
    wide = columns.max() - columns.min() > 0.6 * heat.columns and rows.max() - rows.min() > 0.6 * heat.rows
    return Sentence("around the edges") if wide else Sentence("in the middle")


_TOWARDS: Final = {
    ("top", "left"): Sentence("towards the top left corner"),
    ("top", "right"): Sentence("towards the top right corner"),
    ("bottom", "left"): Sentence("towards the bottom left corner"),
    ("bottom", "right"): Sentence("towards the bottom right corner"),
    ("top", ""): Sentence("towards the top edge"),
    ("bottom", ""): Sentence("towards the bottom edge"),
    ("", "left"): Sentence("towards the left edge"),
    ("", "right"): Sentence("towards the right edge"),
}
