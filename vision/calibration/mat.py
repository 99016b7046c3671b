"""From pixels to millimetres: the markers on the mat and the homography that they give, through a measured lens."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.lens import Lens
from vision.calibration.markers import Corners, find_markers, marker_image, middle_px, side_px
from vision.calibration.pose import Pose, pose_of
from vision.types import CameraNote, Frame, MatLayout, Point

__all__ = [
    "Calibration",
    "Corners",
    "Glance",
    "MarkerMemory",
    "Matrix",
    "calibrate",
    "find_markers",
    "is_same_place",
    "marker_image",
    "moved",
    "relaid",
    "remembered",
]

Matrix = npt.NDArray[np.float64]
Places = npt.NDArray[np.float64]
"""N x 2 places, in pixels or millimetres."""

_STEP_MM = 5.0  # over which the local scale is taken
_MOVED_PX = 1.5
_MOVED = 0.06  # of a marker's side: 2 mm
_RELAID = 0.25  # of a marker's side: farther than a mat creeps under a sleeve
_SAME_PX = 2.0
_AGREES_MM = 3.0  # corners farther off than this: the markers were not printed upright with the mat
_PLAIN_PX = 0.35  # a fit as good as this needs no second look
_MUCH_BETTER = 0.6  # a marker is left aside when the others fit together by this share of the error


@dataclass(frozen=True)
class Calibration:
    """Where the mat is in the picture. `to_mm` maps pixels to millimetres, `to_px` back; both 3 x 3, and for the
    pixels of a straight lens: with `lens`, what it bends is set straight before and bent again after."""

    to_mm: Matrix
    to_px: Matrix
    lens: Lens | None = None
    pose: Pose | None = None  # None: the size of the picture was not told
    markers: tuple[int, ...] = ()  # that it was made from
    error_mm: float = 0.0  # how far these lie, on average, from where the mat says

    def places(self, pixels: Places) -> Places:
        """The places on the mat (N x 2, mm) that are seen at these pixels (N x 2)."""
        return _through(self.to_mm, pixels if self.lens is None else self.lens.straight(pixels))

    def pixels(self, places: Places) -> Places:
        """The pixels (N x 2) at which these places on the mat (N x 2, mm) are seen."""
        straight = _through(self.to_px, places)
        return straight if self.lens is None else self.lens.bent(straight)

    def point(self, x_px: float, y_px: float) -> Point:
        """The place on the mat that is seen at this pixel."""
        ((x, y),) = self.places(np.array([(x_px, y_px)], np.float64))
        return Point(float(x), float(y))

    def point_at_height(self, x_px: float, y_px: float, height_mm: float) -> Point:
        """Where something stands that is seen at this pixel and lies `height_mm` above the mat: on a box, on a stack.
        Without a known pose the place on the mat behind it."""
        flat = self.point(x_px, y_px)
        return flat if self.pose is None else self.pose.at_height(flat, height_mm)

    def pixel(self, at: Point) -> tuple[float, float]:
        """The pixel at which a place on the mat is seen."""
        ((x, y),) = self.pixels(np.array([(at.x_mm, at.y_mm)], np.float64))
        return float(x), float(y)

    def px_per_mm(self, at: Point) -> float:
        """How many pixels a millimetre has around this place (it varies with the tilt)."""
        return math.sqrt(abs(float(np.linalg.det(self._axes(np.array([(at.x_mm, at.y_mm)]))[0]))))

    def axes_px(self, x_px: float, y_px: float) -> Matrix:
        """How the mat's axes look around this pixel: the 2 x 2 matrix that takes (right, down) in mm to pixels."""
        return np.asarray(self.axes_at(np.array([(x_px, y_px)], np.float64))[0], np.float64)

    def axes_at(self, pixels: Places) -> Matrix:
        """The same around many pixels (n x 2) at once, n x 2 x 2."""
        return self._axes(self.places(pixels))

    def angle_deg(self, corners_px: Corners) -> float:
        """The direction of a code's own "right" on the mat, clockwise from its x axis, 0..360."""
        return float(self.angles_deg(np.array([corners_px], np.float64))[0])

    def angles_deg(self, quads_px: Places) -> npt.NDArray[np.float64]:
        """The same for many codes (n x 4 x 2) at once."""
        left, right = (quads_px[:, one] + quads_px[:, other] for one, other in ((0, 3), (1, 2)))
        places = self.places(np.concatenate([left, right]) / 2)
        along = places[len(quads_px) :] - places[: len(quads_px)]
        return np.asarray(np.degrees(np.arctan2(along[:, 1], along[:, 0])) % 360.0, np.float64)

    def _axes(self, places: Places) -> Matrix:
        steps = np.array([(_STEP_MM, 0.0), (-_STEP_MM, 0.0), (0.0, _STEP_MM), (0.0, -_STEP_MM)])
        right, left, below, above = self.pixels((places + steps[:, None]).reshape(-1, 2)).reshape(4, -1, 2)
        return np.asarray(np.stack([right - left, below - above], axis=2) / (2 * _STEP_MM), np.float64)


@dataclass(frozen=True)
class MarkerMemory:
    """Where each marker of the layout was last seen: its four corners in pixels."""

    corners_px: Mapping[int, Corners]


@dataclass(frozen=True)
class Glance:
    """A frame and how it was understood: for showing how well the camera stands."""

    frame: Frame
    calibration: Calibration | None
    markers_px: Mapping[int, Corners]  # where each marker was last seen
    notes: frozenset[CameraNote]  # what is wrong with the picture
    sticker_mm: tuple[float, ...]  # the sizes of sticker in use, largest first


def moved(memory: MarkerMemory, seen: Mapping[int, Corners]) -> bool:
    """Whether the camera (or the whole mat) was moved: every marker that is seen lies elsewhere than before."""
    known = [number for number in seen if number in memory.corners_px]
    return bool(known) and all(_shift(memory.corners_px[number], seen[number]) > _MOVED for number in known)


def relaid(memory: MarkerMemory, seen: Mapping[int, Corners]) -> set[int]:
    """The markers that somebody moved on the mat: they lie elsewhere than before, while most others stayed."""
    shifts = {n: _shift(memory.corners_px[n], corners) for n, corners in seen.items() if n in memory.corners_px}
    stayed = sum(shift <= _MOVED for shift in shifts.values())
    return {n for n, shift in shifts.items() if shift > _RELAID} if stayed >= 2 and 2 * stayed > len(shifts) else set()


def is_same_place(one: Calibration, other: Calibration, layout: MatLayout) -> bool:
    """Whether two calibrations put the mat's corners at the same pixels, within two."""
    corners = np.array([(x, y) for x in (0.0, layout.width_mm) for y in (0.0, layout.height_mm)], np.float64)
    return float(np.linalg.norm(one.pixels(corners) - other.pixels(corners), axis=1).max()) < _SAME_PX


def remembered(memory: MarkerMemory, seen: Mapping[int, Corners]) -> MarkerMemory:
    """The memory after a look: markers that a hand hides keep their place, unless the others show that the camera
    moved."""
    if not seen:
        return memory
    if moved(memory, seen):
        return MarkerMemory(dict(seen))
    return MarkerMemory({**memory.corners_px, **seen})


def calibrate(
    memory: MarkerMemory, layout: MatLayout, lens: Lens | None = None, size_px: tuple[int, int] | None = None
) -> Calibration | None:
    """The calibration from three markers or more; None with fewer, or when they contradict each other.

    Markers that lie upright on the mat (printed with it) give all their corners; one that was laid elsewhere is then
    found out by the others and left aside. Markers that are turned anyhow give their middles, which takes four.
    `size_px`: the picture's width and height, for the pose.
    """
    known = [number for number in layout.markers if number in memory.corners_px]
    if len(known) < 3:
        return None
    straight = {n: _straight(memory.corners_px[n], lens) for n in known}
    fit = _upright(known, straight, layout) or _middles(known, straight, layout)
    if fit is None:
        return None
    to_mm, used, error = fit
    if abs(float(np.linalg.det(to_mm))) < 1e-12:
        return None
    to_px = np.asarray(np.linalg.inv(to_mm), np.float64)
    to_px = to_px / to_px[2, 2]
    camera = None if lens is None else np.asarray(lens.camera_matrix, np.float64)
    pose = None if size_px is None else pose_of(to_px, size_px, camera)
    return Calibration(to_mm, to_px, lens, pose, used, error)


_Fit = tuple[Matrix, tuple[int, ...], float]


def _upright(known: Sequence[int], seen: Mapping[int, Places], layout: MatLayout) -> _Fit | None:
    """From all corners of the markers, without those of which the others fit together much better.

    Four middles always fit: a marker that lies 20 mm off shows only in the corners of all four (0.6 mm instead of 0.1,
    measured). A lens that was not measured spoils all of them alike, and then none may be left aside.
    """
    places = {n: _corners_mm(layout, n) for n in known}
    best = _fitted(known, seen, places)
    plain_mm = _PLAIN_PX * layout.marker_size_mm / (sum(side_px(_as_corners(seen[n])) for n in known) / len(known))
    while best is not None and len(best[1]) > 3 and best[2] > plain_mm:
        fewer = [_fitted([n for n in best[1] if n != out], seen, places) for out in best[1]]
        better = min((fit for fit in fewer if fit is not None), key=lambda fit: fit[2], default=None)
        if better is None or better[2] > _MUCH_BETTER * best[2]:
            break
        best = better
    if best is None:
        return None
    worst = max(float(_off_mm(best[0], seen[n], places[n]).max()) for n in best[1])
    return best if worst <= _AGREES_MM else None


def _middles(known: Sequence[int], seen: Mapping[int, Places], layout: MatLayout) -> _Fit | None:
    """From the middles alone. Four or more give a homography, checked by how large it makes the markers; three no
    perspective at all, so that they must look equally large."""
    source = np.array([middle_px(_as_corners(seen[n])) for n in known], np.float64)
    target = np.array([(layout.markers[n].x_mm, layout.markers[n].y_mm) for n in known], np.float64)
    if len(known) == 3:
        affine = cv2.getAffineTransform(source.astype(np.float32), target.astype(np.float32))
        found: Any = np.vstack([affine, [0.0, 0.0, 1.0]])
    else:
        found = cv2.findHomography(source, target, cv2.RANSAC, _AGREES_MM)[0]
    if found is None:
        return None
    to_mm = np.asarray(found, np.float64)
    off = np.linalg.norm(_through(to_mm, source) - target, axis=1)
    sides = [side_px(_as_corners(_through(to_mm, seen[n]))) / layout.marker_size_mm for n in known]
    if float(off.max()) > _AGREES_MM or not all(0.85 < side < 1.18 for side in sides):
        return None
    return to_mm, tuple(known), float(off.mean())


def _fitted(numbers: Sequence[int], seen: Mapping[int, Places], places: Mapping[int, Places]) -> _Fit | None:
    """The homography by least squares over all corners of these markers, and how far off they are on average."""
    source, target = (np.concatenate([part[n] for n in numbers]) for part in (seen, places))
    found: Any = cv2.findHomography(source, target, 0)[0]
    if found is None:
        return None
    to_mm = np.asarray(found, np.float64)
    return to_mm, tuple(numbers), float(_off_mm(to_mm, source, target).mean())


def _off_mm(to_mm: Matrix, seen: Places, places: Places) -> npt.NDArray[np.float64]:
    return np.asarray(np.linalg.norm(_through(to_mm, seen) - places, axis=1), np.float64)


def _corners_mm(layout: MatLayout, number: int) -> Places:
    half, at = layout.marker_size_mm / 2, layout.markers[number]
    around = ((-half, -half), (half, -half), (half, half), (-half, half))
    return np.array([(at.x_mm + dx, at.y_mm + dy) for dx, dy in around], np.float64)


def _straight(corners: Corners, lens: Lens | None) -> Places:
    bent = np.asarray(corners, np.float64)
    return bent if lens is None else lens.straight(bent)


def _shift(before: Corners, now: Corners) -> float:
    """How far a marker lies from where it was, in sides of it; what may be noise counts as nothing."""
    shift = math.dist(middle_px(before), middle_px(now))
    return shift / side_px(now) if shift > _MOVED_PX else 0.0


def _as_corners(places: Places) -> Corners:
    return tuple((float(x), float(y)) for x, y in places)


def _through(matrix: Matrix, points: Places) -> Places:
    mapped = np.asarray(points, np.float64).reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)
