"""From pixels to millimetres: the AprilTag 36h11 markers at the mat's corners and the homography that they give."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image, grey, resized
from vision.types import Image, MatLayout, Point

Matrix = npt.NDArray[np.float64]
Corners = tuple[tuple[float, float], ...]

_MOVED_PX = 4.0
_DETECT_WIDTHS_PX = (900, 1600)  # markers of 30 mm are found in the smaller one; the full picture would be slow


@dataclass(frozen=True)
class Calibration:
    """Where the mat is in the picture. `to_mm` maps pixels to millimetres, `to_px` back; both 3 x 3."""

    to_mm: Matrix
    to_px: Matrix

    def point(self, x_px: float, y_px: float) -> Point:
        """The place on the mat that is seen at this pixel."""
        return Point(*_through(self.to_mm, x_px, y_px))

    def pixel(self, at: Point) -> tuple[float, float]:
        """The pixel at which a place on the mat is seen."""
        return _through(self.to_px, at.x_mm, at.y_mm)

    def px_per_mm(self, at: Point) -> float:
        """How many pixels a millimetre has around this place (it varies with the tilt)."""
        step = 5.0
        x0, y0 = self.pixel(at)
        x1, y1 = self.pixel(Point(at.x_mm + step, at.y_mm))
        x2, y2 = self.pixel(Point(at.x_mm, at.y_mm + step))
        return math.sqrt(abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0))) / step

    def axes_px(self, x_px: float, y_px: float) -> Matrix:
        """How the mat's axes look around this pixel: the 2 x 2 matrix that takes (right, down) in mm to pixels."""
        at, step = self.point(x_px, y_px), 5.0
        right, left = self.pixel(Point(at.x_mm + step, at.y_mm)), self.pixel(Point(at.x_mm - step, at.y_mm))
        below, above = self.pixel(Point(at.x_mm, at.y_mm + step)), self.pixel(Point(at.x_mm, at.y_mm - step))
        across = ((right[0] - left[0], below[0] - above[0]), (right[1] - left[1], below[1] - above[1]))
        return np.asarray(across, np.float64) / (2 * step)

    def angle_deg(self, corners_px: Corners) -> float:
        """The direction of a code's own "right" on the mat, clockwise from its x axis, 0..360."""
        left = self.point(*_middle(corners_px[0], corners_px[3]))
        right = self.point(*_middle(corners_px[1], corners_px[2]))
        return math.degrees(math.atan2(right.y_mm - left.y_mm, right.x_mm - left.x_mm)) % 360.0


@dataclass(frozen=True)
class MarkerMemory:
    """Where each marker of the layout was last seen: its four corners in pixels."""

    corners_px: Mapping[int, Corners]


def find_markers(image: Image, ids: Sequence[int]) -> dict[int, Corners]:
    """The corners of the AprilTag 36h11 markers with these ids, in pixels of `image`; other ids are ignored."""
    seen: dict[int, Corners] = {}
    search = _marker_search()
    for width in _DETECT_WIDTHS_PX:
        shrink = min(1.0, width / image.shape[1])
        pixels = grey(resized(image, shrink) if shrink < 1.0 else image)
        corners, found, _ = search(pixels)
        for number, quad in zip([] if found is None else found.flatten(), corners, strict=False):
            if int(number) in ids:
                seen[int(number)] = tuple((float(x) / shrink, float(y) / shrink) for x, y in quad.reshape(4, 2))
        if len(seen) == len(ids) or shrink == 1.0:
            break
    return seen


def marker_image(number: int, side_px: int) -> Image:
    """The printed marker with this id (grey, without a white border)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    draw: Any = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker  # type: ignore[attr-defined]
    return as_image(draw(dictionary, number, side_px))


def remembered(memory: MarkerMemory, seen: Mapping[int, Corners]) -> MarkerMemory:
    """The memory after a look: markers that a hand hides keep their place, unless the others show that the camera
    moved."""
    if not seen:
        return memory
    shifts = [
        math.dist(_mean(memory.corners_px[number]), _mean(corners))
        for number, corners in seen.items()
        if number in memory.corners_px
    ]
    if shifts and min(shifts) > _MOVED_PX:
        return MarkerMemory(dict(seen))
    return MarkerMemory({**memory.corners_px, **seen})


def calibrate(memory: MarkerMemory, layout: MatLayout) -> Calibration | None:
    """The calibration from three markers or more; None with fewer, or when they contradict each other."""
    known = [number for number in layout.markers if number in memory.corners_px]
    if len(known) < 3:
        return None
    if len(known) == 3:
        return _from_corners(known, memory, layout)
    source = np.array([_diagonal_centre(memory.corners_px[n]) for n in known], np.float64)
    target = np.array([(layout.markers[n].x_mm, layout.markers[n].y_mm) for n in known], np.float64)
    return _checked(cv2.findHomography(source, target, cv2.RANSAC, 3.0)[0], source, target, 4.0)


def _from_corners(known: Sequence[int], memory: MarkerMemory, layout: MatLayout) -> Calibration | None:
    """With three markers their own corners help, as long as they are printed upright on the mat; else the middles
    alone must do (no perspective)."""
    half = layout.marker_size_mm / 2
    around = ((-half, -half), (half, -half), (half, half), (-half, half))
    source = np.array([corner for n in known for corner in memory.corners_px[n]], np.float64)
    target = np.array(
        [(layout.markers[n].x_mm + dx, layout.markers[n].y_mm + dy) for n in known for dx, dy in around], np.float64
    )
    upright = _checked(cv2.findHomography(source, target, 0)[0], source, target, 3.0)
    if upright is not None:
        return upright
    middles = np.array([_diagonal_centre(memory.corners_px[n]) for n in known], np.float32)
    places = np.array([(layout.markers[n].x_mm, layout.markers[n].y_mm) for n in known], np.float32)
    affine = np.vstack([cv2.getAffineTransform(middles, places), [0.0, 0.0, 1.0]])
    return _checked(affine, middles.astype(np.float64), places.astype(np.float64), 3.0)


def _checked(found: Any, source: Matrix, target: Matrix, tolerance_mm: float) -> Calibration | None:
    if found is None:
        return None
    to_mm = np.asarray(found, np.float64)
    if abs(float(np.linalg.det(to_mm))) < 1e-12:
        return None
    errors = [math.dist(_through(to_mm, x, y), place) for (x, y), place in zip(source, target, strict=True)]
    if max(errors) > tolerance_mm:
        return None
    return Calibration(to_mm, np.asarray(np.linalg.inv(to_mm), np.float64))


def _marker_search() -> Callable[[Image], Any]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    refine = cv2.aruco.CORNER_REFINE_SUBPIX
    if hasattr(cv2.aruco, "ArucoDetector"):
        settings = cv2.aruco.DetectorParameters()
        settings.cornerRefinementMethod = refine
        return cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers
    old: Any = cv2.aruco  # OpenCV 4.6 has free functions instead
    old_settings = old.DetectorParameters_create()
    old_settings.cornerRefinementMethod = refine
    return lambda pixels: old.detectMarkers(pixels, dictionary, parameters=old_settings)


def _through(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    across, down, depth = (float(row[0] * x + row[1] * y + row[2]) for row in matrix)
    return across / depth, down / depth


def _middle(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _mean(corners: Corners) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _diagonal_centre(corners: Corners) -> tuple[float, float]:
    """Where the diagonals cross: the true middle of a square also under perspective, unlike the mean."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = corners
    depth = (x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)
    if abs(depth) < 1e-9:
        return _mean(corners)
    one, two = x1 * y3 - y1 * x3, x2 * y4 - y2 * x4
    return (one * (x2 - x4) - (x1 - x3) * two) / depth, (one * (y2 - y4) - (y1 - y3) * two) / depth
