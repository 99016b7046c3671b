"""Places where the middle of an upper face may be: every pip (1, 3 and 5 have one there) and the middle between any
two pips that could lie opposite each other (2, 4 and 6), each with the side of the die that the pips' size tells."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.dice._pips import PIP_SHARE, Floats, Pips
from vision.types import Image

CROP_PX = 40
CROP_SIDES = 1.9  # a crop shows so many sides of the die: the face, its own sides, and a little beyond

_NEAR_SIDES, _FAR_SIDES = 0.22, 0.85  # distance of opposite pips, in sides
_MOST_PLACES = 420  # a plane


def places(pips: Pips, die_px: float | None = None) -> Floats:
    """Candidate face middles: an n x 4 array of x, y (px), side of the die (px), strength; the strongest first."""
    found = pips.found
    if not len(found):
        return np.zeros((0, 4), np.float32)
    a, b = np.triu_indices(len(found), 1)
    size = np.sqrt(found[a, 2] * found[b, 2])
    far = np.hypot(found[a, 0] - found[b, 0], found[a, 1] - found[b, 1]) * PIP_SHARE / size
    alike = np.maximum(found[a, 2], found[b, 2]) < 1.65 * np.minimum(found[a, 2], found[b, 2])
    alike &= np.maximum(found[a, 3], found[b, 3]) < 3.0 * np.minimum(found[a, 3], found[b, 3])
    pairs = np.nonzero(alike & (far > _NEAR_SIDES) & (far < _FAR_SIDES))[0]
    a, b, size = a[pairs], b[pairs], size[pairs]
    middles = np.stack(
        [
            (found[a, 0] + found[b, 0]) / 2,
            (found[a, 1] + found[b, 1]) / 2,
            size / PIP_SHARE,
            np.minimum(found[a, 3], found[b, 3]),
        ],
        axis=1,
    )
    alone = found * np.asarray([1, 1, 1 / PIP_SHARE, 1], np.float32)
    every = np.concatenate([alone, middles.astype(np.float32)])
    if die_px is not None:
        every[:, 2] = die_px
    return _distinct(every[np.argsort(-every[:, 3], kind="stable")])[:_MOST_PLACES]


def all_places(looked: Sequence[Pips], die_px: float | None = None) -> list[Floats]:
    """The places of every plane. What two planes of one kind (dark pips, light pips) both show, only the one keeps in
    which it stands out more."""
    every = [places(pips, die_px) for pips in looked]
    for first in range(0, len(every) - 1, 2):
        one, other = every[first], every[first + 1]
        is_twice = _are_same(one, other)
        weaker = is_twice & (one[:, None, 3] < other[None, :, 3])
        every[first] = one[~weaker.any(axis=1)]
        every[first + 1] = other[~(is_twice & ~weaker).any(axis=0)]
    return every


def _are_same(one: Floats, other: Floats) -> npt.NDArray[np.bool_]:
    gap = np.hypot(*(one[:, None, :2] - other[None, :, :2]).transpose(2, 0, 1))
    least = np.minimum(one[:, None, 2], other[None, :, 2])
    most = np.maximum(one[:, None, 2], other[None, :, 2])
    return np.asarray((gap < 0.06 * least) & (most < 1.3 * least))


def _distinct(every: Floats) -> Floats:
    """Of places that are practically the same, the strongest."""
    step = np.exp(np.round(np.log(every[:, 2]) / 0.2) * 0.2)
    keys = np.stack([np.round(every[:, 0] / (0.08 * step)), np.round(every[:, 1] / (0.08 * step)), step], axis=1)
    _, first = np.unique(keys.round(3), axis=0, return_index=True)
    return every[np.sort(first)]


def crops(plane: Image, at: Floats, turn_deg: float = 0.0, zoom: float = 1.0) -> npt.NDArray[np.float32]:
    """The pictures around the places, n x 40 x 40, each with mean 0 and standard deviation 1."""
    levels = [plane]
    while min(levels[-1].shape) > 2 * CROP_PX:
        levels.append(as_image(cv2.pyrDown(levels[-1])))
    cut = np.zeros((len(at), CROP_PX, CROP_PX), np.float32)
    for i, (x, y, side, _) in enumerate(at.tolist()):
        scale = CROP_PX / (CROP_SIDES * side * zoom)
        level = min(len(levels) - 1, max(0, int(np.log2(1.0 / scale) + 0.4)))
        down = 2.0**-level
        turn = np.asarray(cv2.getRotationMatrix2D((x * down, y * down), turn_deg, scale / down), np.float64)
        turn[:, 2] += (CROP_PX - 1) / 2 - np.asarray([x * down, y * down])
        cut[i] = cv2.warpAffine(
            levels[level], turn, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    mean = cut.mean(axis=(1, 2), keepdims=True)
    return np.asarray((cut - mean) / (cut.std(axis=(1, 2), keepdims=True) + 6.0), np.float32)
