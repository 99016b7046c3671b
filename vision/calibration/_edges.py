"""The sides of printed markers, measured in the picture itself: all markers of a picture in one go."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import grey
from vision.types import Image

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_CELLS = 8.0  # of a marker along a side
_POINTS = 17  # places along a side at which its edge is measured
_LEVELS = 25.0  # grey levels that it must rise by
_STEP_PX = 0.5
_SHORTEST_PX = 4.0


def exact_quads(image: Image, quads: Floats, reach_px: Floats) -> Floats:
    """Corners (n x 4 x 2, pixels, clockwise from the top left) of dark squares on white, exact to a fraction of a
    pixel: where the lines cross that run along the sides. (A corner by itself is blunt, and found too far inside.)

    `reach_px`: for each square, how far off its corners may be. One whose sides do not show stays as it was.
    """
    cell = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).mean(axis=1) / _CELLS
    now, is_good = quads, np.ones(len(quads), np.bool_)
    # neither the code inside nor what lies around the marker's white rim may come into view
    wide = np.maximum(2.0, np.minimum(reach_px + 1.0, 0.8 * cell))
    for reach in (wide, np.maximum(1.5, 0.5 * cell)):
        lines, is_seen = _edge_lines(image, now, reach)
        crossed = np.cross(np.roll(lines, 1, axis=1), lines)
        depth = crossed[..., 2:]
        is_good &= is_seen & (np.abs(depth).min(axis=(1, 2)) >= 1e-9)
        places = crossed[..., :2] / np.where(np.abs(depth) < 1e-9, 1.0, depth)
        now = np.where(is_good[:, None, None], places, quads)
    shift = np.linalg.norm(now - quads, axis=2).max(axis=1)
    is_good &= shift <= 2.0 * np.maximum(2.0, reach_px)
    return np.asarray(np.where(is_good[:, None, None], now, quads), np.float64)


def _edge_lines(image: Image, quads: Floats, reach: Floats) -> tuple[Floats, Flags]:
    """The line (a, b, c with a x + b y + c = 0) along each side of each square, clockwise from the top: fitted to where
    the picture grows bright across it (n x 4 x 3); and for which squares all four show well enough."""
    start, end = quads, np.roll(quads, -1, axis=1)
    length = np.linalg.norm(end - start, axis=2)
    along = (end - start) / np.maximum(length, 1e-9)[..., None]
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    shares = np.linspace(0.14, 0.86, _POINTS)
    at, weight = _rises(image, start[:, :, None] + shares[:, None] * (end - start)[:, :, None], outward, reach)
    is_clear = weight > np.maximum(_LEVELS, 0.5 * np.median(weight, axis=2, keepdims=True))
    off = np.abs(at - _medians(at, is_clear))
    kept = is_clear & (off <= np.maximum(0.5, 2.0 * _medians(off, is_clear)))
    tilt, shift = _straight(shares * length[..., None], at, kept)
    one = start + outward * shift[..., None]
    other = end + outward * (shift + tilt * length)[..., None]
    third = np.ones((*length.shape, 1))
    lines = np.cross(np.concatenate([one, third], axis=2), np.concatenate([other, third], axis=2))
    is_seen = (is_clear.sum(axis=2) >= _POINTS // 2).all(axis=1) & (length.min(axis=1) >= _SHORTEST_PX)
    return lines, is_seen


def _rises(image: Image, middles: Floats, outward: Floats, reach: Floats) -> tuple[Floats, Floats]:
    """How far out from each of the middles (n x 4 x points x 2) the picture grows bright, within the square's reach,
    and by how many grey levels."""
    steps = np.arange(-float(reach.max()), float(reach.max()) + 0.5 * _STEP_PX, _STEP_PX)
    places = middles[:, :, :, None] + steps[:, None] * outward[:, :, None, None]
    maps = places.reshape(-1, len(steps), 2).astype(np.float32)
    seen = cv2.remap(image, np.ascontiguousarray(maps[..., 0]), np.ascontiguousarray(maps[..., 1]), cv2.INTER_LINEAR)
    levels = grey(np.asarray(seen, np.uint8)).astype(np.float64).reshape(*middles.shape[:3], len(steps))
    slope = np.clip(np.diff(levels, axis=3), 0.0, None)
    between = steps[:-1] + 0.5 * _STEP_PX
    slope *= np.abs(between) <= reach[:, None, None, None]
    weight = slope.sum(axis=3)
    return (slope @ between) / np.maximum(weight, 1e-9), weight


def _straight(x: Floats, y: Floats, kept: Flags) -> tuple[Floats, Floats]:
    """Slope and offset of the straight line y = slope x + offset through those of the points (n x 4 x points) that are
    kept, by least squares; nothing but zeros where there are too few."""
    count = np.maximum(kept.sum(axis=2), 1)
    x_mean, y_mean = (np.where(kept, values, 0.0).sum(axis=2) / count for values in (x, y))
    x_off, y_off = np.where(kept, x - x_mean[..., None], 0.0), y - y_mean[..., None]
    slope = (x_off * y_off).sum(axis=2) / np.maximum((x_off**2).sum(axis=2), 1e-9)
    return slope, y_mean - slope * x_mean


def _medians(values: Floats, kept: Flags) -> Floats:
    """The median of those values along the last axis that are kept (0 where there are none); that axis stays."""
    ordered = np.sort(np.where(kept, values, np.inf), axis=-1)
    count = kept.sum(axis=-1, keepdims=True)
    low, high = (np.take_along_axis(ordered, np.maximum(at, 0), axis=-1) for at in ((count - 1) // 2, count // 2))
    return np.where(count > 0, 0.5 * (low + np.where(count > 0, high, 0.0)), 0.0)
