"""The board seen straight from above: its fields cut out of a frame, each as one small square picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import cropped, grown, means_of_four
from vision.calibration.board import AS_DRAWN, BoardFit
from vision.calibration.mat import Calibration, Places
from vision.calibration.pose import Pose, pose_of
from vision.types import Image, MatLayout, Point, Spot

Floats = npt.NDArray[np.float32]

SIDE_PX = 28
"""The side of a field's picture."""

_NODES = 17
_USUAL_HEIGHT_MM = 1000.0


@dataclass(frozen=True)
class Grid:
    """The fields of a board in the drawing: their names, their middles in mm (n x 2, x and y), and how far neighbours
    are apart. `dark` says which are printed dark."""

    names: tuple[str, ...]
    middles: Places
    pitch_mm: float
    dark: npt.NDArray[np.bool_]


def grid_of(layout: MatLayout) -> Grid:
    """The fields of the layout's board, as they are drawn. ValueError for a layout without one."""
    board = layout.board
    if board is None:
        raise ValueError("there is no board on this mat")
    fields: Sequence[Spot] = [spot for spot in layout.spots if spot.name in board.fields]
    names = tuple(spot.name for spot in fields)
    middles = np.array([(spot.x_mm, spot.y_mm) for spot in fields], np.float64)
    pitch = float(np.median([spot.width_mm for spot in fields]))
    return Grid(names, middles, pitch, np.array([name in board.dark for name in names]))


@dataclass(frozen=True, eq=False)
class FlatBoard:
    """The board in one frame. `cells`: a picture (BGR) of each field, n x SIDE_PX x SIDE_PX x 3, upright as drawn.
    `leans`: how far something a pitch high leans out of its field, in pitches (n x 2, right and down)."""

    cells: Floats
    leans: Floats


def flatten(image: Image, grid: Grid, calibration: Calibration, fit: BoardFit = AS_DRAWN) -> FlatBoard | None:
    """The fields cut out of a frame; None when the board is not wholly in it."""
    low, high = grid.middles.min(axis=0) - grid.pitch_mm / 2, grid.middles.max(axis=0) + grid.pitch_mm / 2
    px_mm = grid.pitch_mm / SIDE_PX
    wide, tall = (round(float(span) / px_mm) for span in high - low)
    flat = straightened(image, (float(low[0]), float(low[1]), px_mm, wide, tall), calibration, fit)
    if flat is None:
        return None
    corners = np.rint((grid.middles - grid.pitch_mm / 2 - low) / px_mm).astype(int)
    cells = np.stack([flat[y : y + SIDE_PX, x : x + SIDE_PX] for x, y in corners]).astype(np.float32)
    pose = calibration.pose
    if pose is None:
        camera = None if calibration.lens is None else np.asarray(calibration.lens.camera_matrix, np.float64)
        pose = pose_of(calibration.to_px, (image.shape[1], image.shape[0]), camera)
    return FlatBoard(cells, _leans(grid, pose, fit))


Raster = tuple[float, float, float, int, int]
"""Where a straightened picture begins in the drawing (x, y in mm), mm a pixel, its width and height in pixels."""


def straightened(
    image: Image, raster: Raster, calibration: Calibration, fit: BoardFit, is_whole: bool = True
) -> Image | None:
    """A part of the drawing as it lies on the mat, seen straight from above; None when it is not in the frame, and
    (`is_whole`) when not all of it is. Reduced by halves first, so that no pixel of the frame is passed over."""
    x0, y0, px_mm, wide, tall = raster
    across, down = np.linspace(0.0, wide - 1.0, _NODES), np.linspace(0.0, tall - 1.0, _NODES)
    nodes = [
        fit.point(Point(x0 + (x + 0.5) * px_mm, y0 + (y + 0.5) * px_mm)) for y in down.tolist() for x in across.tolist()
    ]
    pixels = calibration.pixels(np.array([(p.x_mm, p.y_mm) for p in nodes], np.float64))
    (left, above), (right, below) = pixels.min(axis=0), pixels.max(axis=0)
    is_cut = left < 0 or above < 0 or right > image.shape[1] - 1 or below > image.shape[0] - 1
    around = (math.floor(left), math.floor(above), math.ceil(right - left) + 2, math.ceil(below - above) + 2)
    box = grown(around, 2, image.shape[1], image.shape[0])
    if (is_whole and is_cut) or min(box[2:]) <= 0:
        return None
    part, places = cropped(image, box), pixels - np.array(box[:2], np.float64)
    shrink = max(right - left, below - above) / max(wide, tall)
    while shrink >= 2.0:
        part, places, shrink = means_of_four(part), (places + 0.5) / 2 - 0.5, shrink / 2
    nodes_px = places.reshape(_NODES, _NODES, 2).astype(np.float32)
    maps = _between(_between(nodes_px, tall).transpose(1, 0, 2), wide).transpose(1, 0, 2)
    right_map, down_map = (np.ascontiguousarray(maps[..., n]) for n in (0, 1))
    return np.asarray(cv2.remap(part, right_map, down_map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _between(nodes: Floats, count: int) -> Floats:
    """So many values evenly between the nodes along the first axis, the first and the last node included."""
    at = np.linspace(0.0, len(nodes) - 1.0, count)
    below = np.minimum(at.astype(np.int64), len(nodes) - 2)
    share = (at - below).astype(np.float32)[:, None, None]
    return np.asarray(nodes[below] * (1 - share) + nodes[below + 1] * share, np.float32)


def _leans(grid: Grid, pose: Pose | None, fit: BoardFit) -> Floats:
    """Without a pose the camera is taken to be over the middle of the board, at a usual height."""
    middle = grid.middles.mean(axis=0)
    foot, height_mm = (Point(float(middle[0]), float(middle[1])), _USUAL_HEIGHT_MM)
    if pose is not None:
        foot, height_mm = fit.back(pose.foot), pose.height_mm / fit.scale
    out = grid.middles - np.array((foot.x_mm, foot.y_mm), np.float64)
    return np.asarray(out / max(height_mm - grid.pitch_mm, grid.pitch_mm), np.float32)


def in_order(grid: Grid, values: Mapping[str, str]) -> list[str]:
    """The values of all fields in the order of the grid; "" for those that are not named."""
    return [values.get(name, "") for name in grid.names]
