"""The printed markers (AprilTag 36h11): drawing them, finding them in a picture of any size, and following them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image, cropped, grey, grown, resized
from vision.types import Image

Corners = tuple[tuple[float, float], ...]
Matrix = npt.NDArray[np.float64]

CELLS = 8
"""Cells along a marker's side: six of code and a black one at each end."""

_WIDTHS_PX = (900, 1600)  # markers of 30 mm are found in the smaller one; the full picture would be slow
_LARGE_PX = 3200  # for when that left too few: a wide table and a large picture
_FEW = 3
_ENLARGED = 2.0  # what a picture smaller than the smallest width is enlarged by
_LIKENESS = 0.7  # correlation with the printed marker from which a followed one counts as seen
_PER_CELL_PX = 4
_EDGE_POINTS = 17  # places along a side at which its edge is measured
_EDGE_LEVELS = 25.0  # grey levels that it must rise by


def find_markers(image: Image, ids: Sequence[int]) -> dict[int, Corners]:
    """The corners of the AprilTag 36h11 markers with these ids in pixels of `image`, clockwise from each marker's own
    top left; other ids are ignored. Found in reduced copies, then made exact in the picture itself."""
    wanted = [*dict.fromkeys(ids)]
    seen: dict[int, tuple[Corners, float]] = {}
    for shrink in _steps(image.shape[1]):
        if len(seen) == len(wanted) or (shrink * image.shape[1] > _WIDTHS_PX[-1] and len(seen) >= _FEW):
            break
        pixels = grey(image if shrink == 1.0 else resized(image, shrink))
        for number, quad in _detected(pixels, wanted):
            if number not in seen:
                # the middle of a pixel of the copy is the middle of the pixels that it was made from
                seen[number] = tuple(((x + 0.5) / shrink - 0.5, (y + 0.5) / shrink - 0.5) for x, y in quad), shrink
    return {number: _refined(image, corners, 1.5 / shrink) for number, (corners, shrink) in seen.items()}


def follow_markers(image: Image, known: Mapping[int, Corners]) -> dict[int, Corners]:
    """Those of the known markers that still lie (nearly) where they were, with their exact corners now. Costs a few
    small crops, so it can be done often."""
    found = {}
    for number, corners in known.items():
        now = _refined(image, corners, 0.12 * side_px(corners))
        if likeness(image, now, number) >= _LIKENESS:
            found[number] = now
    return found


def likeness(image: Image, corners: Corners, number: int) -> float:
    """How much the picture inside these corners looks like the printed marker: correlation, -1..1."""
    part, offset = around(image, corners, 2)
    if min(part.shape[:2], default=0) < CELLS:
        return 0.0
    side = CELLS * _PER_CELL_PX
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(np.asarray(corners, np.float32) - np.asarray(offset, np.float32), square)
    seen = np.asarray(cv2.warpPerspective(part, warp, (side, side), flags=cv2.INTER_AREA), np.float64)
    drawn = np.asarray(marker_image(number, side), np.float64)
    seen, drawn = seen - seen.mean(), drawn - drawn.mean()
    return float((seen * drawn).sum() / max(1e-9, math.sqrt(float((seen**2).sum() * (drawn**2).sum()))))


@lru_cache(maxsize=256)
def marker_image(number: int, side_px: int) -> Image:
    """The printed marker with this id (grey, without a white border)."""
    draw: Any = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker  # type: ignore[attr-defined]
    return as_image(draw(_dictionary(), number, side_px))


def around(image: Image, corners: Corners, by_px: int) -> tuple[Image, tuple[int, int]]:
    """The part of the picture around these corners in grey, and where its top left pixel lies."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs) - min(xs)) + 2, math.ceil(max(ys) - min(ys)) + 2)
    box = grown(box, by_px, image.shape[1], image.shape[0])
    return grey(cropped(image, box)), (box[0], box[1])


def side_px(corners: Corners) -> float:
    """The mean side of a marker in pixels."""
    return sum(math.dist(corners[i], corners[(i + 1) % 4]) for i in range(4)) / 4


def middle_px(corners: Corners) -> tuple[float, float]:
    """Where the diagonals cross: the true middle of a square also under perspective, unlike the mean."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = corners
    depth = (x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)
    if abs(depth) < 1e-9:
        return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    one, two = x1 * y3 - y1 * x3, x2 * y4 - y2 * x4
    return (one * (x2 - x4) - (x1 - x3) * two) / depth, (one * (y2 - y4) - (y1 - y3) * two) / depth


def _steps(width_px: int) -> Iterable[float]:
    """By how much the copies are reduced in which markers are looked for, one after the other."""
    if width_px < _WIDTHS_PX[0]:
        return 1.0, _ENLARGED
    return [*dict.fromkeys(min(1.0, width / width_px) for width in (*_WIDTHS_PX, _LARGE_PX))]


def _refined(image: Image, corners: Corners, reach_px: float) -> Corners:
    """The same corners, exact to a fraction of a pixel of the picture: where the lines cross that run along the
    marker's sides. (A corner by itself is blunt, and found too far inside.) `reach_px`: how far off they may be."""
    cell = side_px(corners) / CELLS
    quad = np.asarray(corners, np.float64)
    # neither the code inside nor what lies around the marker's white rim may come into view
    for reach in (max(2.0, min(reach_px + 1.0, 0.8 * cell)), max(1.5, 0.5 * cell)):
        part, offset = around(image, tuple((float(x), float(y)) for x, y in quad), math.ceil(reach) + 3)
        if min(part.shape[:2], default=0) < 4:
            return corners
        sides = _edge_lines(part, quad - np.array(offset), reach)
        if sides is None:
            return corners
        crossed = np.cross(np.roll(sides, 1, axis=0), sides)
        if float(np.abs(crossed[:, 2]).min()) < 1e-9:
            return corners
        quad = crossed[:, :2] / crossed[:, 2:] + np.array(offset)
    if float(np.linalg.norm(quad - np.asarray(corners), axis=1).max()) > 2.0 * max(2.0, reach_px):
        return corners
    return tuple((float(x), float(y)) for x, y in quad)


def _edge_lines(part: Image, quad: Matrix, reach: float) -> Matrix | None:
    """The line (a, b, c with a x + b y + c = 0) along each side of a dark square, clockwise from the top: fitted to
    where the picture grows bright across it. None when a side does not show well enough."""
    start, end = quad, np.roll(quad, -1, axis=0)
    along = end - start
    length = np.linalg.norm(along, axis=1)
    if float(length.min()) < 4.0:
        return None
    along = along / length[:, None]
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    steps = np.arange(-reach, reach + 0.25, 0.5)
    shares = np.linspace(0.14, 0.86, _EDGE_POINTS)
    middles = start[:, None] + shares[None, :, None] * (end - start)[:, None]
    places = middles[:, :, None] + steps[None, None, :, None] * outward[:, None, None]
    maps = places.reshape(4 * _EDGE_POINTS, len(steps), 2).astype(np.float32)
    seen = np.asarray(cv2.remap(part, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.float64)
    slope = np.clip(np.diff(seen.reshape(4, _EDGE_POINTS, len(steps)), axis=2), 0.0, None)
    weight = slope.sum(axis=2)
    at = (slope * (steps[:-1] + 0.25)).sum(axis=2) / np.maximum(weight, 1e-9)
    lines = []
    for side in range(4):
        good = weight[side] > max(_EDGE_LEVELS, 0.5 * float(np.median(weight[side])))
        if int(good.sum()) < _EDGE_POINTS // 2:
            return None
        offsets, base = at[side][good], shares[good] * length[side]
        kept = np.abs(offsets - np.median(offsets)) <= max(
            0.5, 2.0 * float(np.median(np.abs(offsets - np.median(offsets))))
        )
        tilt, shift = np.polyfit(base[kept], offsets[kept], 1)
        one, other = (start[side] + along[side] * t + outward[side] * (shift + tilt * t) for t in (0.0, length[side]))
        lines.append(np.cross((*one, 1.0), (*other, 1.0)))
    return np.array(lines, np.float64)


def _detected(pixels: Image, ids: Sequence[int]) -> list[tuple[int, Corners]]:
    """Id and corners of every marker with one of these ids in this grey picture."""
    corners, found, _ = _search(ids)(pixels)
    places = [] if found is None else found.flatten()
    return [
        (ids[int(place)], tuple((float(x), float(y)) for x, y in quad.reshape(4, 2)))
        for place, quad in zip(places, corners, strict=False)
    ]


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def _search(ids: Sequence[int]) -> Callable[[Image], Any]:
    """Looks for these markers alone; they are told by their place in `ids`. Every square of a picture (a sticker has
    four) is compared with all codes in all rotations: with the 587 of the family that takes seconds on a full table."""
    dictionary = _dictionary()
    dictionary.bytesList = dictionary.bytesList[list(ids)]
    if hasattr(cv2.aruco, "ArucoDetector"):
        settings = cv2.aruco.DetectorParameters()
        settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        return cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers
    old: Any = cv2.aruco  # OpenCV 4.6 has free functions instead
    old_settings = old.DetectorParameters_create()
    old_settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return lambda pixels: old.detectMarkers(pixels, dictionary, parameters=old_settings)
