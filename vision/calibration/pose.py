"""Where the camera stands over the mat. From it follows where something that lies higher than the mat really is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from vision.types import Point

Matrix = npt.NDArray[np.float64]

_USUAL_FOCAL = 0.85  # of the picture's longer side: between a narrow and a wide lens of common cameras
_FOCAL_BETWEEN = (0.45, 2.5)  # of the longer side; outside of this the estimate is taken to have failed
_LEAN = 0.12  # how much nearer one side of the picture must be than the other for the focal length to show


class FocalSource(Enum):
    """How the focal length is known. ASSUMED: the camera looks straight down, so its markers cannot tell; the foot of
    the camera is right all the same, its height only by about a fifth."""

    LENS = "lens"
    MARKERS = "markers"
    ASSUMED = "assumed"


@dataclass(frozen=True)
class Pose:
    """The camera in millimetres of the mat: the place under it, and how high above."""

    foot: Point
    height_mm: float
    tilt_deg: float  # of the line of sight against straight down
    focal: FocalSource

    def at_height(self, flat: Point, height_mm: float) -> Point:
        """Where something `height_mm` above the mat stands that hides the place `flat` of the mat."""
        return self.nearer(flat, 1.0 - height_mm / self.height_mm)

    def nearer(self, flat: Point, share: float) -> Point:
        """The place at this share (0..1) of the way from under the camera to the place `flat`."""
        x, y = self.foot.x_mm, self.foot.y_mm
        return Point(x + (flat.x_mm - x) * share, y + (flat.y_mm - y) * share)


def pose_of(to_px: Matrix, size_px: tuple[int, int], camera: Matrix | None) -> Pose | None:
    """The pose from the homography mat to (straightened) pixels, for a picture of `size_px` (width, height).

    `camera`: the 3 x 3 matrix of the measured lens; without it square pixels and a principal point in the middle of the
    picture are assumed, and the focal length is found from what the perspective shows of it (Zhang, A flexible new
    technique for camera calibration, 2000: the two constraints that one plane gives). None for a homography that no
    camera above the mat can give.
    """
    kind = FocalSource.LENS
    if camera is None:
        focal, kind = _focal_px(to_px, size_px)
        camera = np.array([[focal, 0, (size_px[0] - 1) / 2], [0, focal, (size_px[1] - 1) / 2], [0, 0, 1]], np.float64)
    axes = np.asarray(np.linalg.inv(camera) @ to_px, np.float64)
    scale = 2.0 / (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1]))
    axes *= scale if axes[2, 2] > 0 else -scale
    down = np.cross(axes[:, 0], axes[:, 1])
    # the nearest true rotation: noise and an assumed focal length leave the two axes not quite square
    left, _, right = np.linalg.svd(np.column_stack([axes[:, 0], axes[:, 1], down]))
    turn = left @ right
    x, y, z = (float(value) for value in -turn.T @ axes[:, 2])
    height = -z  # the mat's third axis leads away from the camera, as x and y are right and down
    if not math.isfinite(height) or height <= 0:
        return None
    tilt = math.degrees(math.acos(min(1.0, max(-1.0, float(turn[2, 2])))))
    return Pose(Point(x, y), height, tilt, kind)


def _focal_px(to_px: Matrix, size_px: tuple[int, int]) -> tuple[float, FocalSource]:
    """The focal length that makes the mat's axes square and equally long, where the perspective is strong enough."""
    longer = max(size_px)
    shift = np.array([[1, 0, -(size_px[0] - 1) / 2], [0, 1, -(size_px[1] - 1) / 2], [0, 0, 1]], np.float64)
    matrix = shift @ to_px
    matrix = matrix / np.linalg.norm(matrix[:2, :2])
    (a, b, _), (c, d, _), (e, f, _) = matrix
    nearness = np.linalg.inv(to_px)[2]  # grows along the picture towards the side that is farther from the camera
    middle = float(nearness @ np.array([size_px[0] / 2, size_px[1] / 2, 1.0]))
    lean = math.hypot(nearness[0], nearness[1]) * longer / max(1e-12, abs(middle))
    if lean > _LEAN:
        known = np.array([a * b + c * d, a * a + c * c - b * b - d * d], np.float64)
        wanted = np.array([-e * f, f * f - e * e], np.float64)
        inverse = float(known @ wanted) / max(1e-18, float(known @ known))
        if inverse > 0:
            focal = 1.0 / math.sqrt(inverse)
            if _FOCAL_BETWEEN[0] * longer < focal < _FOCAL_BETWEEN[1] * longer:
                return focal, FocalSource.MARKERS
    return _USUAL_FOCAL * longer, FocalSource.ASSUMED
