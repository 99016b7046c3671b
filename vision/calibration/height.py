"""Tags that lie higher than the mat: how much nearer to the camera one is shows in how large its code looks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.markers import Corners, around, side_px
from vision.calibration.mat import Calibration, Places
from vision.sticker import QUIET_MODULES, sticker_modules
from vision.types import Image, Point

Floats = npt.NDArray[np.float64]

_SUSPECT = 1.008  # larger than a flat code by this: worth a closer look
_NOISE_PX = 0.30  # of a side measured at three exact corners, twice its spread (measured on rendered views)
_MODULE_PX = 1.5  # smaller ones leave no room for a corner
_INWARD = 1.0045  # how much too near to each other blunt corners are found (measured from 1.7 to 5 px a module)
_LEAST = 0.010  # a printer may be off by this
_ASKEW = 0.04  # a code at any height is square: corners that make it less so than that are not its own
_MOST = 1.35  # half the way to a camera at 1 m is no box on a table; the sticker is of another size


def places_of(
    quads_px: Sequence[Corners], calibration: Calibration, codes_mm: Sequence[float | None], image: Image | None
) -> list[Point]:
    """The middles of codes on the mat, in millimetres, with their heights above the mat allowed for where those are
    clear. All at once; only those that look too large are looked at one by one.

    `quads_px`: for each its corners, clockwise from its own top left. `codes_mm`: the sides of the printed codes
    without their quiet zones; one that nobody knows (None) counts as flat. `image`: the picture that they were read in.

    Seen from above, a code at height h looks larger by H / (H - h), H being the camera's height, and farther from the
    place under the camera by the same factor. That factor is all that is needed, so that neither the focal length
    nor the height of the box has to be known.
    """
    if not quads_px:
        return []
    flat = calibration.places(np.array(quads_px, np.float64)).reshape(-1, 4, 2)
    middles = [Point(x, y) for x, y in flat.mean(axis=1).tolist()]
    pose = calibration.pose
    if pose is None or image is None:
        return middles
    known_mm = np.array([np.nan if mm is None else mm for mm in codes_mm], np.float64)
    larger = _sides_mm(flat) / known_mm
    for index in np.flatnonzero((larger > _SUSPECT) & (larger < _MOST)).tolist():
        share = _share_of_way(quads_px[index], calibration, float(known_mm[index]), image)
        if share is not None:
            middles[index] = pose.nearer(middles[index], share)
    return middles


def _share_of_way(corners_px: Corners, calibration: Calibration, code_mm: float, image: Image) -> float | None:
    """At which share of the way from under the camera to where a code seems to lie it really is; None: there."""
    exact = exact_finders(image, corners_px)
    if exact is None:
        return None
    top_left, top_right, bottom_left = calibration.places(exact)
    across, down = top_right - top_left, bottom_left - top_left
    area_mm2 = abs(float(across[0] * down[1] - across[1] * down[0]))
    wide_mm, high_mm = math.hypot(*across), math.hypot(*down)
    if abs(float(across @ down)) > _ASKEW * area_mm2 or abs(wide_mm - high_mm) > _ASKEW * max(wide_mm, high_mm):
        return None
    nearer = _INWARD * math.sqrt(area_mm2) / code_mm
    limit = max(_LEAST, _NOISE_PX / side_px(corners_px))
    # between noise and certainty the correction grows steadily: a tag at the limit must not jump to and fro
    weight = min(1.0, max(0.0, (nearer - 1.0 - limit) / (0.5 * limit)))
    if weight == 0.0 or nearer > _MOST:
        return None
    return 1.0 + weight * (1.0 / nearer - 1.0)


def code_mm(payload: str, sticker_mm: float | None) -> float | None:
    """The side of the printed code without its quiet zone, where the size of the sticker is known."""
    if sticker_mm is None:
        return None
    whole = int(sticker_modules(payload).shape[0])
    return sticker_mm * (whole - 2 * QUIET_MODULES) / whole


def exact_finders(image: Image, corners_px: Corners) -> Places | None:
    """The outer corners of the three finder patterns (top left, top right, bottom left) to a fraction of a pixel; None
    when the code is too small or cut. The fourth corner of a code is no corner of anything."""
    module = side_px(corners_px) / 21
    window = max(2, round(0.7 * module))
    part, offset = around(image, corners_px, 2 * window + 4)
    if module < _MODULE_PX or min(part.shape[:2]) < 2 * window + 6:
        return None
    start = np.asarray([corners_px[0], corners_px[1], corners_px[3]], np.float32) - np.asarray(offset, np.float32)
    high, wide = part.shape
    if start.min() < window + 2 or (start[:, 0] > wide - window - 3).any() or (start[:, 1] > high - window - 3).any():
        return None
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    exact = np.asarray(cv2.cornerSubPix(part, start.reshape(-1, 1, 2).copy(), (window, window), (-1, -1), until))
    exact = exact.reshape(-1, 2)
    moved = np.linalg.norm(exact - start, axis=1)
    if (
        float(moved.max()) > 1.2 * window or float(moved.min()) == 0.0
    ):  # what OpenCV does not find it leaves where it was
        return None
    return np.asarray(exact, np.float64) + np.asarray(offset, np.float64)


def _sides_mm(quads: Places) -> Floats:
    """The sides of the squares that are as large as these corners (n x 4 x 2) make them."""
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.sqrt(0.5 * np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])), np.float64)
