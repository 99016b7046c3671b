"""A scale where there is no calibration: from tags that were read, or supposed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import cv2
import numpy as np

from vision.calibration.mat import Calibration
from vision.calibration.scale import Scale
from vision.codes import CODE_MODULES
from vision.reading.decoders import RawTag
from vision.sticker import QUIET_MODULES

STICKER_MODULES = CODE_MODULES + 2 * QUIET_MODULES
_LEAST_MODULE_PX = 0.5
_ALIKE = 0.16  # the deck reader finds codes that differ from what it looks for by an eighth either way
_STRAY = 0.05  # of all codes that were seen


def scale_of_tags(tags: Sequence[RawTag]) -> Scale | None:
    """The scale that tags already read suggest for others beside them; None without any.

    It is that of the tag of middle size, as it is seen, everywhere; a millimetre stands for one of its modules.
    """
    if not tags:
        return None
    sizes = [math.dist(tag.corners_px[0], tag.corners_px[2]) for tag in tags]
    typical = min(zip(sizes, tags, strict=True), key=lambda pair: abs(pair[0] - median(sizes)))[1]
    own = np.array([(0, 0), (CODE_MODULES, 0), (CODE_MODULES, CODE_MODULES)], np.float32)
    to_px = cv2.getAffineTransform(own, np.array(typical.corners_px[:3], np.float32))
    axes_px = np.asarray(to_px[:, :2], np.float64)
    if abs(float(np.linalg.det(axes_px))) < _LEAST_MODULE_PX**2:
        return None
    return _scale(axes_px)


def scale_of_sizes(modules_px: Sequence[float]) -> Scale | None:
    """The scale of a picture in which codes of these sizes were seen, in pixels along a module: a few sizes that all
    but stray ones resemble. None without any."""
    sizes: list[float] = []
    left = sorted(modules_px, reverse=True)
    while left:
        near = [size for size in left if size > (1 - _ALIKE) * left[0]]
        if len(near) > _STRAY * len(modules_px):
            sizes.append(median(near))
        left = left[len(near) :]
    return None if not sizes else replace(flat_scale(1.0), sticker_mm=tuple(STICKER_MODULES * s for s in sizes))


def flat_scale(module_px: float) -> Scale:
    """The scale of a picture taken straight from above, everywhere the same: so many pixels along a module."""
    return _scale(np.eye(2) * module_px)


def _scale(axes_px: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Scale:
    to_px = np.eye(3)
    to_px[:2, :2] = axes_px
    return Scale(Calibration(np.asarray(np.linalg.inv(to_px), np.float64), to_px), (float(STICKER_MODULES),))
