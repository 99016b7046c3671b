"""The printed markers (AprilTag 36h11): drawing them, finding them in a picture of any size, and following them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Halves, as_image, cropped, grey, grown, resized
from vision.calibration._edges import exact_quads
from vision.types import Image

Corners = tuple[tuple[float, float], ...]
Matrix = npt.NDArray[np.float64]

CELLS = 8
"""Cells along a marker's side: six of code and a black one at each end."""

_LEAST_WIDTH_PX = 900  # markers of 30 mm are found in a copy of this width
_MOST_WIDTH_PX = 3200  # the full picture of a large camera would be slow, and shows no more
_ENOUGH_WIDTH_PX = 1900  # wider copies only for when fewer than these have been found: a wide table
_FEW = 3
_ENLARGED = 2.0  # what a picture smaller than the smallest width is enlarged by
_QUICK_LEVELS = 20.0  # below its surroundings: a marker is, the fine pattern of a code is grey in a small copy
_QUICK_WINDOW_PX = 23  # of the one threshold that nearly always does
_LIKENESS = 0.7  # correlation with the printed marker from which a followed one counts as seen
_PER_CELL_PX = 4


def find_markers(picture: Image | Halves, ids: Sequence[int]) -> dict[int, Corners]:
    """The corners of the AprilTag 36h11 markers with these ids in pixels of the picture, clockwise from each marker's
    own top left; other ids are ignored. Found in reduced copies, then made exact in the picture itself."""
    halves = picture if isinstance(picture, Halves) else Halves(grey(picture))
    wanted = [*dict.fromkeys(ids)]
    seen: dict[int, tuple[Corners, float]] = {}
    for shrink, pixels in _copies(halves):
        if len(seen) == len(wanted) or (pixels.shape[1] > _ENOUGH_WIDTH_PX and len(seen) >= _FEW):
            break
        for is_quick in (True, False):
            for number, quad in _detected(pixels, wanted, is_quick):
                if number not in seen:
                    # the middle of a pixel of the copy is the middle of the pixels that it was made from
                    seen[number] = tuple(((x + 0.5) / shrink - 0.5, (y + 0.5) / shrink - 0.5) for x, y in quad), shrink
            if len(seen) == len(wanted):
                break
    found = {number: corners for number, (corners, _) in seen.items()}
    return exact_corners(halves.whole, found, [1.5 / shrink for _, shrink in seen.values()])


def follow_markers(image: Image, known: Mapping[int, Corners]) -> dict[int, Corners]:
    """Those of the known markers that still lie (nearly) where they were, with their exact corners now. Costs a few
    small crops, so it can be done often."""
    now = exact_corners(image, known, [0.12 * side_px(corners) for corners in known.values()])
    return {number: corners for number, corners in now.items() if likeness(image, corners, number) >= _LIKENESS}


def exact_corners(image: Image, found: Mapping[int, Corners], reach_px: Sequence[float]) -> dict[int, Corners]:
    """The same markers with corners that are exact to a fraction of a pixel, where their sides show well enough.
    `reach_px`: for each, how far off its corners may be."""
    if not found:
        return {}
    quads = exact_quads(image, np.array([*found.values()], np.float64), np.array(reach_px, np.float64))
    return {number: tuple((float(x), float(y)) for x, y in quad) for number, quad in zip(found, quads, strict=True)}


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


def _copies(halves: Halves) -> Iterator[tuple[float, Image]]:
    """The copies in which markers are looked for, the smallest first, each with how much it is reduced. By whole
    halves, which are quick and keep every place exact; made only when asked for."""
    width_px = halves.whole.shape[1]
    if width_px < _LEAST_WIDTH_PX:
        yield 1.0, halves.whole
        yield _ENLARGED, resized(halves.whole, _ENLARGED)
        return
    most = int(math.log2(width_px / _LEAST_WIDTH_PX))
    for times in range(most, -1, -1):
        if times == most or halves.at(times).shape[1] <= _MOST_WIDTH_PX:
            yield 0.5**times, halves.at(times)


def _detected(pixels: Image, ids: Sequence[int], is_quick: bool) -> list[tuple[int, Corners]]:
    """Id and corners of every marker with one of these ids in this grey picture. `is_quick`: with one threshold
    instead of three."""
    corners, found, _ = _search(ids, is_quick)(pixels)
    places = [] if found is None else found.flatten()
    return [
        (ids[int(place)], tuple((float(x), float(y)) for x, y in quad.reshape(4, 2)))
        for place, quad in zip(places, corners, strict=False)
    ]


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def _search(ids: Sequence[int], is_quick: bool) -> Callable[[Image], Any]:
    """Looks for these markers alone; they are told by their place in `ids`. Every square of a picture (a sticker has
    four) is compared with all codes in all rotations: with the 587 of the family that takes seconds on a full table."""
    dictionary = _dictionary()
    dictionary.bytesList = dictionary.bytesList[list(ids)]
    old: Any = cv2.aruco  # OpenCV 4.6 has free functions instead
    is_new = hasattr(cv2.aruco, "ArucoDetector")
    settings = cv2.aruco.DetectorParameters() if is_new else old.DetectorParameters_create()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    if is_quick:
        settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = _QUICK_WINDOW_PX
        settings.adaptiveThreshConstant = _QUICK_LEVELS
    if is_new:
        return cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers
    return lambda pixels: old.detectMarkers(pixels, dictionary, parameters=settings)
