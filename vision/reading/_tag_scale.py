"""A scale where there is no calibration: from codes that were read, or that surely are some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from vision.calibration.mat import Calibration
from vision.calibration.scale import Scale
from vision.codes import CODE_MODULES
from vision.reading.decoders import RawTag
from vision.sticker import QUIET_MODULES

Numbers = npt.NDArray[np.float64]

STICKER_MODULES = CODE_MODULES + 2 * QUIET_MODULES
_LEAST_MODULE_PX = 0.5
_ALIKE = 0.16  # the deck reader finds codes that differ from what it looks for by an eighth either way
_STRAY = 0.05  # of all codes that were seen
_ENOUGH = 4  # codes; fewer do not tell which way a table leans
_SAME = 0.05  # sizes that differ by less are of one size of sticker on one table
_TRIES = 300
_LEVEL = 0.02  # what speaks against a lean that few codes tell; in shares of what one code's size says


@dataclass(frozen=True)
class SeenCodes:
    """Codes as they look in the picture: `middles` (n x 2, px), and `axes` (n x 2 x 2), from modules of each (right,
    down) to pixels."""

    middles: Numbers
    axes: Numbers

    @classmethod
    def of(cls, tags: Sequence[RawTag]) -> SeenCodes:
        """Those that were read."""
        corners = np.array([tag.corners_px for tag in tags], np.float64).reshape(-1, 4, 2)
        right = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / (2 * CODE_MODULES)
        below = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / (2 * CODE_MODULES)
        return cls(corners.mean(axis=1), np.stack([right, below], axis=2))

    @property
    def modules_px(self) -> Numbers:
        """The side of a module of each, the mean of both directions."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.axes))), np.float64)

    def and_also(self, others: Sequence[SeenCodes]) -> SeenCodes:
        """These and those."""
        whole = (self, *others)
        return SeenCodes(np.concatenate([c.middles for c in whole]), np.concatenate([c.axes for c in whole]))

    def only(self, wanted: npt.NDArray[np.bool_]) -> SeenCodes:
        """Those of them."""
        return SeenCodes(self.middles[wanted], self.axes[wanted])


def scale_of_codes(codes: SeenCodes) -> Scale | None:
    """The scale of a picture in which these codes are seen: that of a table that leans as they say, on which lie
    stickers of the few sizes that all but stray ones resemble. None without any. A millimetre stands for a module of
    the usual size. Codes that lie higher than others count as larger ones."""
    codes = codes.only(codes.modules_px >= _LEAST_MODULE_PX)
    if not len(codes.middles):
        return None
    calibration = _table_of(codes)
    flat = np.array([np.linalg.det(calibration.axes_px(x, y)) for x, y in codes.middles.tolist()])
    sizes = _sizes(codes.modules_px / np.sqrt(np.abs(flat)))
    return Scale(calibration, tuple(STICKER_MODULES * size for size in sizes))


def flat_scale(module_px: float) -> Scale:
    """The scale of a picture taken straight from above, everywhere the same: so many pixels along a module."""
    to_px = np.diag([module_px, module_px, 1.0])
    return Scale(Calibration(np.asarray(np.linalg.inv(to_px), np.float64), to_px), (float(STICKER_MODULES),))


def _sizes(modules: Numbers) -> list[float]:
    """A few sizes that all but stray ones of these resemble, largest first."""
    sizes: list[float] = []
    left = sorted(modules.tolist(), reverse=True)
    while left:
        near = [size for size in left if size > (1 - _ALIKE) * left[0]]
        if len(near) > _STRAY * len(modules):
            sizes.append(median(near))
        left = left[len(near) :]
    return sizes


def _table_of(codes: SeenCodes) -> Calibration:
    """The table on which these codes lie, without its turn and place.

    What a plane shows of an area shrinks with the third power of the distance to its horizon, so the roots of the
    codes' areas tell the horizon, by least squares over those that agree (the best of some threes says which). With it
    put back to infinity all codes of one size are alike, and what is left of their shape is the lean's.
    """
    middle, spread = (
        codes.middles.mean(axis=0),
        max(1.0, float(np.abs(codes.middles - codes.middles.mean(axis=0)).max())),
    )
    to_unit = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]])
    at = np.column_stack([(codes.middles - middle) / spread, np.ones(len(codes.middles))])
    sizes = np.cbrt(codes.modules_px**2)
    level = np.array([0.0, 0.0, float(np.median(sizes))])
    ways = [(level, *_shapes(codes, at, level, spread))]
    horizon = _horizon(at, sizes, level)
    if (at @ horizon > 0).all():
        ways.append((horizon, *_shapes(codes, at, horizon, spread)))
    # sizes that differ from left to right may be a lean or stickers of two sizes: a lean makes codes narrow, too
    horizon, shape, _ = min(ways, key=lambda way: way[2])
    fits = np.abs(sizes / (at @ horizon) - 1) < _SAME
    fits = fits if fits.any() else np.ones(len(at), np.bool_)
    size = np.sqrt(np.median(np.linalg.det(shape[fits])))
    usual = np.mean((shape / np.sqrt(np.linalg.det(shape))[:, None, None])[fits], axis=0)
    usual *= size / np.sqrt(np.linalg.det(usual))
    values, turns = np.linalg.eigh(usual)
    to_mm = np.eye(3)
    to_mm[:2, :2] = turns @ np.diag(1 / np.sqrt(values)) @ turns.T
    to_mm = to_mm @ np.vstack([np.eye(3)[:2], horizon]) @ to_unit
    return Calibration(np.asarray(to_mm, np.float64), np.asarray(np.linalg.inv(to_mm), np.float64))


def _shapes(codes: SeenCodes, at: Numbers, horizon: Numbers, spread: float) -> tuple[Numbers, float]:
    """What a circle on each code looks like (its squared axes, n x 2 x 2) with this horizon put back to infinity, and
    how much these differ in shape."""
    away = at @ horizon
    flat = away[:, None, None] * np.eye(2) - at[:, :2, None] * horizon[:2]
    axes = (flat / away[:, None, None] ** 2) @ codes.axes / spread
    shape = axes @ axes.transpose(0, 2, 1)
    narrow = shape / np.sqrt(np.linalg.det(shape))[:, None, None]
    return shape, float(np.abs(narrow - np.median(narrow, axis=0)).mean())


def _horizon(at: Numbers, sizes: Numbers, level: Numbers) -> Numbers:
    """The line (three numbers) whose distance from each place (n x 3) is its size, for as many as there are; too few
    are taken to lie level."""
    if len(at) < _ENOUGH:
        return level
    threes = np.random.default_rng(1).integers(0, len(at), (_TRIES, 3))
    part, size = at[threes], sizes[threes]
    clear = np.abs(np.linalg.det(part)) > 1e-3
    lines = np.concatenate([np.linalg.solve(part[clear], size[clear, :, None])[..., 0], level[None]])
    off = np.abs(sizes[None] / np.maximum(lines @ at.T, 1e-9) - 1)
    fits = off[np.argmin(np.minimum(off, _SAME).sum(axis=1))] < _SAME
    table = np.concatenate([at[fits] / sizes[fits, None], np.diag([_LEVEL, _LEVEL, 0.0]) / level[2]])
    return np.asarray(np.linalg.lstsq(table, np.array([1.0] * int(fits.sum()) + [0.0] * 3), rcond=None)[0], np.float64)
