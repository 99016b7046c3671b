"""What somebody who sets the camera up wants to know about one look through it, in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision._pixels import as_image, resized
from vision.calibration.advice import MarkerLook, look_at_marker, rough_blur_px
from vision.calibration.heat import (
    KNOWN_TAGS,
    NEW_TAGS,
    STICKER_MODULES,
    HeatMap,
    Need,
    Reading,
    heat_map,
    least_sticker_mm,
    part_of_mat as part_of_mat,
)
from vision.calibration.markers import Corners, find_markers, middle_px, side_px
from vision.calibration.mat import Glance
from vision.calibration.pose import Pose
from vision.calibration.scale import Scale
from vision.reading.reader import TagReader
from vision.types import Image, MatLayout

__all__ = [
    "KNOWN_TAGS",
    "MAP_COLUMNS",
    "MAP_ROWS",
    "NEW_TAGS",
    "STICKER_MODULES",
    "HeatMap",
    "MarkerPlace",
    "Need",
    "Reading",
    "SetupLook",
    "flat_jpeg",
    "least_sticker_mm",
    "look_through",
    "part_of_mat",
    "picture_jpeg",
    "px_per_module",
    "tags_read",
]

MAP_COLUMNS, MAP_ROWS = 15, 10
"""Into how many fields the mat is cut where something of it is shown as a picture."""


@dataclass(frozen=True)
class MarkerPlace:
    """One marker of the mat: where it was found, or (not found) where it should be as far as that is known. Corners in
    shares of the picture's width and height."""

    number: int
    is_found: bool
    corners: Corners


@dataclass(frozen=True)
class SetupLook:
    """The numbers of one look."""

    size_px: tuple[int, int]
    markers: tuple[MarkerPlace, ...]
    looks: tuple[MarkerLook, ...]  # of the markers that were found
    blur_px: float | None  # at the markers; without markers a rough measure; None: nothing to measure it at
    is_blur_rough: bool
    heat: HeatMap | None  # None: not calibrated
    grid: tuple[tuple[float, float], ...]  # the corners of the map's fields, row by row, in shares of the picture
    error_mm: float  # how far the markers used lie from where the mat says
    pose: Pose | None


def look_through(glance: Glance, layout: MatLayout, columns: int = MAP_COLUMNS, rows: int = MAP_ROWS) -> SetupLook:
    """Measures the latest look. Costs some milliseconds; the heat map is that of the calibration."""
    image, calibration = glance.frame.image, glance.calibration
    height, width = image.shape[:2]
    size = (width, height)
    scale = np.array(size, np.float64)
    places = []
    for number, at in layout.markers.items():
        corners = glance.markers_px.get(number)
        if corners is None and calibration is not None:
            half = layout.marker_size_mm / 2
            square = [
                (at.x_mm + dx, at.y_mm + dy) for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half))
            ]
            guess = calibration.pixels(np.array(square, np.float64))
            places.append(MarkerPlace(number, False, _shares(guess, scale)))
        else:
            pixels = np.asarray(corners if corners is not None else (), np.float64).reshape(-1, 2)
            places.append(MarkerPlace(number, corners is not None, _shares(pixels, scale)))
    looks = tuple(
        look_at_marker(image, number, corners)
        for number, corners in glance.markers_px.items()
        if all(0 <= v < limit for v, limit in zip(middle_px(corners), size, strict=True))
    )
    blurs = [look.blur_px for look in looks if look.blur_px is not None]
    blur = float(np.median(blurs)) if blurs else rough_blur_px(image)
    heat: HeatMap | None = None
    grid: Corners = ()
    if calibration is not None:
        heat = heat_map(calibration, layout, size, columns, rows)
        xs, ys = np.linspace(0, layout.width_mm, columns + 1), np.linspace(0, layout.height_mm, rows + 1)
        grid = _shares(calibration.pixels(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)), scale)
    error = 0.0 if calibration is None else calibration.error_mm
    pose = None if calibration is None else calibration.pose
    return SetupLook(size, tuple(places), looks, blur, not blurs, heat, grid, error, pose)


def px_per_module(
    image: Image, markers: Sequence[int], marker_mm: float, sticker_mm: float
) -> tuple[float, float] | None:
    """The fewest and the most pixels per module that a sticker has at those markers that are in a picture; None
    without any. Needs no mat and no calibration."""
    sides = [side_px(corners) for corners in find_markers(image, markers).values()]
    if not sides:
        return None
    module = sticker_mm / STICKER_MODULES / marker_mm
    return min(sides) * module, max(sides) * module


def tags_read(glance: Glance, reader: TagReader, sides_mm: Sequence[float]) -> dict[str, float]:
    """The tags that this reader reads in the latest picture: what they say, and their pixels per module."""
    scale = None if glance.calibration is None else Scale(glance.calibration, tuple(sorted(sides_mm, reverse=True)))
    found = {}
    for raw in reader.read(glance.frame.image, None, scale).tags:
        corners = np.asarray(raw.corners_px, np.float64)
        side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
        found[raw.payload] = side / (STICKER_MODULES - 4)
    return found


def picture_jpeg(glance: Glance, width_px: int = 1280) -> bytes:
    """The latest picture as it is, as a JPEG of at most this width."""
    image = glance.frame.image
    factor = min(1.0, width_px / image.shape[1])
    _, packed = cv2.imencode(".jpg", resized(image, factor) if factor < 1.0 else image, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return as_image(packed).tobytes()


def flat_jpeg(glance: Glance, width_mm: float, height_mm: float) -> bytes | None:
    """A mat of this size in the latest picture as from straight above, a pixel for each millimetre, as a JPEG; None
    while nobody knows where it lies."""
    if glance.calibration is None:
        return None
    across, down = np.meshgrid(np.arange(0.5, width_mm), np.arange(0.5, height_mm))
    pixels = glance.calibration.pixels(np.stack([across.ravel(), down.ravel()], axis=1)).astype(np.float32)
    x, y = (pixels[:, axis].reshape(across.shape) for axis in (0, 1))
    flat = cv2.remap(glance.frame.image, x, y, cv2.INTER_LINEAR)
    _, packed = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return as_image(packed).tobytes()


def _shares(pixels: np.ndarray, scale: np.ndarray) -> Corners:
    return tuple((round(float(x), 5), round(float(y), 5)) for x, y in (np.asarray(pixels) + 0.5) / scale)
