"""Where codes may be: finder patterns by a matched filter, and threes of them that stand as in a code."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck._atlas import MODULE_PX, Atlas, Floats
from vision.types import Image

LEG_MODULES = 14.0
"""From the middle of one finder pattern to the next in a version 1 code."""

_REACH_MODULES = 4.5
_ROUND_OFF_MODULES = 0.6
_FLAT = 2.0  # grey levels: what varies by less shows nothing


@dataclass(frozen=True)
class FindSettings:
    """What counts as a finder pattern and as three of one code, and how much is looked at.

    `least_peak`: correlation with the finder pattern, 0..1. `leg_off`: share by which a side may differ from what the
    scale says. `skew`: how far the two sides may be from a right angle (cosine) and from equal length (share).
    """

    least_peak: float = 0.36
    leg_off: float = 0.13
    skew: float = 0.14
    most_peaks: int = 4000
    most_threes: int = 3000


@dataclass(frozen=True)
class Threes:
    """Candidates: for each the number of its tile, and the grid that its three finder patterns give (n x 3 x 3, from
    modules around the middle of the code to pixels of the sheet)."""

    tile: npt.NDArray[np.int64]
    grids: Floats


def finder_kernel(module_px: float = MODULE_PX) -> Floats:
    """The finder pattern with its light border, averaged over all turns (dark -1, light 1, nothing beyond)."""
    reach = int(np.floor(_REACH_MODULES * module_px))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] / module_px
    turns = np.linspace(0, np.pi / 2, 46, endpoint=False)
    across = x[..., None] * np.cos(turns) + y[..., None] * np.sin(turns)
    down = y[..., None] * np.cos(turns) - x[..., None] * np.sin(turns)
    ring = np.maximum(np.abs(across), np.abs(down))
    light = np.where(ring < 1.5, -1.0, np.where(ring < 2.5, 1.0, np.where(ring < 3.5, -1.0, 1.0)))
    kernel = light.mean(axis=-1)
    kernel = cv2.GaussianBlur(kernel, (0, 0), _ROUND_OFF_MODULES * module_px)
    inside = np.hypot(x, y) <= _REACH_MODULES
    kernel[inside] -= kernel[inside].mean()
    kernel[~inside] = 0.0
    return np.asarray(kernel, np.float32)


def finder_map(sheet: Image, kernel: Floats) -> Floats:
    """How strongly the sheet resembles the finder pattern at every pixel, in grey levels: the correlation times the
    spread of the light there (see `spreads`); 0 at the edge."""
    reach = kernel.shape[0] // 2
    result = np.zeros(sheet.shape, np.float32)
    if min(sheet.shape) >= kernel.shape[0]:
        scaled = kernel / np.float32(np.sqrt(kernel.size) * np.linalg.norm(kernel))
        result[reach:-reach, reach:-reach] = cv2.matchTemplate(sheet.astype(np.float32), scaled, cv2.TM_CCORR)
    return result


def spreads(sheet: Image, side: int, x: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> Floats:
    """The standard deviation of the light in the square of so many pixels around each of these, all inside the sheet:
    wanted at a few places only, it is taken from sums."""
    whole, squares = cv2.integral2(sheet, sdepth=cv2.CV_32S, sqdepth=cv2.CV_64F)
    left, above = x - side // 2, y - side // 2
    right, below = left + side, above + side
    mean, square = (
        (part[below, right] - part[above, right] - part[below, left] + part[above, left]) / side**2
        for part in (whole, squares)
    )
    return np.asarray(np.sqrt(np.maximum(square - mean**2, 0.0)), np.float32)


def finders(atlas: Atlas, kernel: Floats, settings: FindSettings) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """Middles of finder patterns on the sheet (n x 2, to a fraction of a pixel), their correlation, their tile."""
    there = finder_map(atlas.sheet, kernel)
    size = 2 * round(1.2 * MODULE_PX) + 1
    crest = cv2.dilate(there, cv2.getStructuringElement(cv2.MORPH_RECT, (size, size)))
    y, x = np.nonzero((there >= crest) & (there > settings.least_peak * _FLAT))
    spread = np.maximum(spreads(atlas.sheet, kernel.shape[0], x, y), _FLAT)
    value = np.asarray(there[y, x] / spread, np.float32)
    best = np.flatnonzero((value > settings.least_peak) & (atlas.owner[y, x] >= 0))
    if best.size > settings.most_peaks:
        best = np.sort(best[np.argpartition(-value[best], settings.most_peaks)[: settings.most_peaks]])
    x, y, value = x[best], y[best], value[best]
    left, at, right = there[y, x - 1], there[y, x], there[y, x + 1]
    places = np.stack([x + _crest(left, at, right), y + _crest(there[y - 1, x], at, there[y + 1, x])], axis=1)
    return places.astype(np.float32), value, atlas.owner[y, x].astype(np.int64)


def from_finders(middles: Floats, value: Floats, tile: npt.NDArray[np.int64], settings: FindSettings) -> Threes:
    """All right-handed right isosceles triangles of the expected size; if there are too many, the clearest."""
    order = np.argsort(tile, kind="stable")
    parts = [
        order[_triangles(middles[order[group]], tile[order[group]], settings) + group.start]
        for group in _groups(tile[order])
    ]
    corner, right, below = np.concatenate([np.zeros((3, 0), np.int64), *parts], axis=1)
    score = value[corner] + value[right] + value[below]
    best = np.argsort(-score, kind="stable")[: settings.most_threes]
    corner, right, below = corner[best], right[best], below[best]
    grids = np.zeros((len(corner), 3, 3), np.float32)
    grids[:, :2, 0] = (middles[right] - middles[corner]) / LEG_MODULES
    grids[:, :2, 1] = (middles[below] - middles[corner]) / LEG_MODULES
    grids[:, :2, 2] = (middles[right] + middles[below]) / 2
    grids[:, 2, 2] = 1.0
    return Threes(tile[corner], grids)


def _groups(sorted_tile: npt.NDArray[np.int64], size: int = 100) -> list[slice]:
    """Slices of whole tiles, about `size` finders each: pairs are looked for inside a slice."""
    if sorted_tile.size == 0:
        return []
    starts = np.concatenate([[0], np.flatnonzero(np.diff(sorted_tile)) + 1, [sorted_tile.size]])
    slices, begin = [], 0
    for start, end in pairwise(starts.tolist()):
        if end - begin > size and start > begin:
            slices.append(slice(begin, start))
            begin = start
    slices.append(slice(begin, int(sorted_tile.size)))
    return slices


def _triangles(at: Floats, tile: npt.NDArray[np.int64], settings: FindSettings) -> npt.NDArray[np.int64]:
    """Indices of the corner, the right and the lower finder of each triangle, 3 x n; all three of one tile, since
    neighbours on the sheet may come from anywhere in the picture."""
    leg = LEG_MODULES * MODULE_PX
    step = at[None, :, :] - at[:, None, :]
    length = np.hypot(step[..., 0], step[..., 1])
    is_pair = (np.abs(length - leg) < settings.leg_off * leg) & (tile[:, None] == tile[None, :])
    corner, other = np.nonzero(is_pair)
    counts = np.bincount(corner, minlength=len(at))
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    # every edge from a corner with every other edge from the same corner
    first = np.repeat(np.arange(corner.size), counts[corner])
    within = np.arange(first.size) - np.repeat(np.cumsum(counts[corner]) - counts[corner], counts[corner])
    second = starts[corner[first]] + within
    one, two = step[corner[first], other[first]], step[corner[second], other[second]]
    a, b = np.hypot(one[:, 0], one[:, 1]), np.hypot(two[:, 0], two[:, 1])
    turn = (one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / np.maximum(a * b, 1e-6)
    lean = (one * two).sum(axis=1) / np.maximum(a * b, 1e-6)
    good = (turn > 0) & (np.abs(lean) < settings.skew) & (np.abs(a - b) < settings.skew * leg)
    first, second = first[good], second[good]
    return np.stack([corner[first], other[first], other[second]]).astype(np.int64)


def _crest(before: Floats, at: Floats, after: Floats) -> Floats:
    """How far from the middle one of three values their parabola has its top, -0.5..0.5."""
    bend = before - 2 * at + after
    flat = np.abs(bend) < 1e-6
    top = 0.5 * (before - after) / np.where(flat, 1.0, bend)
    return np.asarray(np.clip(np.where(flat, 0.0, top), -0.5, 0.5), np.float32)
