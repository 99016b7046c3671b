"""Where the virtual camera stands, and what it sees where."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision._pixels import Box, grown
from vision.calibration.mat import Matrix
from vision.types import MatLayout, Point

_EDGE = 0.02  # of the mat's size, free around it


@dataclass(frozen=True)
class View:
    """Where the virtual camera stands: the frame's size and the homography from mat millimetres to its pixels."""

    width_px: int
    height_px: int
    to_px: Matrix
    px_per_mm: float
    eye_mm: tuple[float, float, float] = (0.0, 0.0, 1000.0)  # where the camera is over the mat, z upward

    def bumped(self, right_px: float, down_px: float, turn_deg: float) -> View:
        """The same camera after somebody knocked against it: its picture is shifted and turned about its middle."""
        turn = cv2.getRotationMatrix2D((self.width_px / 2, self.height_px / 2), turn_deg, 1.0)
        turn[:, 2] += np.array((right_px, down_px))
        return replace(self, to_px=np.asarray(np.vstack([turn, [0.0, 0.0, 1.0]]) @ self.to_px, np.float64))

    def pixel(self, at: Point) -> tuple[float, float]:
        """The pixel at which a place on the mat is seen."""
        x, y, depth = (float(row[0] * at.x_mm + row[1] * at.y_mm + row[2]) for row in self.to_px)
        return x / depth, y / depth

    def box(self, places: Iterable[Point], margin_px: int) -> Box:
        """The box of pixels around places on the mat, cut at the frame's edges (it may be empty)."""
        pixels = [self.pixel(at) for at in places]
        x0, y0 = math.floor(min(x for x, _ in pixels)), math.floor(min(y for _, y in pixels))
        x1, y1 = math.ceil(max(x for x, _ in pixels)), math.ceil(max(y for _, y in pixels))
        return grown((x0, y0, x1 - x0, y1 - y0), margin_px, self.width_px, self.height_px)


def view_of(layout: MatLayout, px_per_mm: float, tilt_deg: float) -> View:
    """A camera that looks down on the middle of the mat from about 1.2 widths above, leaning by `tilt_deg`."""
    height_mm = 1.2 * max(layout.width_mm, layout.height_mm)
    turn = math.radians(tilt_deg)
    middle = np.array([[1, 0, -layout.width_mm / 2], [0, 1, -layout.height_mm / 2], [0, 0, 1]], np.float64)
    lean = np.array([[1, 0, 0], [0, math.cos(turn), 0], [0, math.sin(turn) / height_mm, 1]], np.float64)
    seen = lean @ middle
    edge_x, edge_y = _EDGE * layout.width_mm, _EDGE * layout.height_mm
    corners = (
        np.array(
            [[x, y, 1.0] for x in (-edge_x, layout.width_mm + edge_x) for y in (-edge_y, layout.height_mm + edge_y)]
        )
        @ seen.T
    )
    flat = corners[:, :2] / corners[:, 2:]
    low, high = flat.min(axis=0), flat.max(axis=0)
    size = np.ceil((high - low) * px_per_mm / 2).astype(int) * 2
    fit = np.array([[px_per_mm, 0, -low[0] * px_per_mm], [0, px_per_mm, -low[1] * px_per_mm], [0, 0, 1]])
    # it leans so that the lower edge is farther away: it stands on the side of the upper one
    eye_mm = (layout.width_mm / 2, layout.height_mm / 2 - height_mm * math.sin(turn), height_mm * math.cos(turn))
    return View(int(size[0]), int(size[1]), np.asarray(fit @ seen, np.float64), px_per_mm, eye_mm)
