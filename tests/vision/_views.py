"""Cameras for the calibration tests: standing anywhere over the mat, turned and leaning anyhow, through any lens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.lens import Lens, LensBoard
from vision.calibration.markers import marker_image
from vision.calibration.mat import Calibration
from vision.sticker import sticker_image
from vision.types import Image, MatLayout, Point
from vision.virtual.mat import mat_image

LAYOUT = MatLayout(900, 600, (), {0: Point(22, 22), 1: Point(878, 22), 2: Point(878, 578), 3: Point(22, 578)})
EIGHT = MatLayout(
    900,
    600,
    (),
    {**LAYOUT.markers, 4: Point(450, 22), 5: Point(878, 300), 6: Point(450, 578), 7: Point(22, 300)},
)

_MIDDLE = Point(450, 300)


@dataclass(frozen=True)
class Camera:
    """A camera that looks at the mat's middle (or `at`), `away_mm` from it, leaning by `tilt_deg` towards the side
    `from_deg`, and turned by `turn_deg` about its line of sight."""

    size_px: tuple[int, int] = (2304, 1728)
    focal: float = 0.9  # of the width
    away_mm: float = 1000.0
    tilt_deg: float = 0.0
    from_deg: float = 90.0
    turn_deg: float = 0.0
    at: Point = _MIDDLE
    lens: Lens | None = None  # how it bends; its matrix must be this camera's
    blur_px: float = 0.7
    noise: float = 2.0
    fine: int = 2  # drawn so many times larger and averaged

    @property
    def matrix(self) -> np.ndarray:
        width, height = self.size_px
        focal = self.focal * width
        return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])

    @property
    def stand(self) -> tuple[np.ndarray, np.ndarray]:
        """Rotation (mat to camera) and where the camera is (mat, mm; the third axis points away from it)."""
        tilt, side, turn = (math.radians(v) for v in (self.tilt_deg, self.from_deg, self.turn_deg))
        toward = np.array([math.cos(side), math.sin(side), 0.0])
        centre = np.array([self.at.x_mm, self.at.y_mm, 0.0]) + self.away_mm * (
            math.sin(tilt) * toward + math.cos(tilt) * np.array([0, 0, -1.0])
        )
        ahead = np.array([self.at.x_mm, self.at.y_mm, 0.0]) - centre
        ahead /= np.linalg.norm(ahead)
        right = np.array([1.0, 0.0, 0.0]) - ahead[0] * ahead  # the mat's own right stays to the right
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        c, s = math.cos(turn), math.sin(turn)
        return np.array([c * right + s * down, -s * right + c * down, ahead]), centre

    def pixels(self, places: np.ndarray) -> np.ndarray:
        """The pixels of places in millimetres: N x 3, the third counted downwards from the mat (a box is negative)."""
        turn, centre = self.stand
        seen = (np.asarray(places, float) - centre) @ turn.T @ self.matrix.T
        straight = seen[:, :2] / seen[:, 2:]
        return straight if self.lens is None else self.lens.bent(straight)

    def to_px(self, lift_mm: float = 0.0) -> np.ndarray:
        """The homography from the plane `lift_mm` above the mat to the pixels of a straight lens."""
        turn, centre = self.stand
        plane = np.column_stack([turn[:, 0], turn[:, 1], turn @ (np.array([0, 0, -lift_mm]) - centre)])
        return self.matrix @ plane

    def picture(self, sheet: Image, px_per_mm: float, seed: int = 0) -> Image:
        """A sheet that lies on the mat's top left corner, as this camera sees it (BGR)."""
        return self.pictures([(sheet, px_per_mm, Point(0, 0), 0.0)], seed)

    def pictures(self, sheets: Sequence[tuple[Image, float, Point, float]], seed: int = 0) -> Image:
        """Several sheets, later ones over earlier ones: (picture, px per mm, top left corner, height above the mat)."""
        width, height = self.size_px
        size, edge = (self.fine * width, self.fine * height), (self.fine - 1) / 2
        canvas = np.full((size[1], size[0], 3), (86, 104, 124), np.uint8)
        grow = np.array([[self.fine, 0, edge], [0, self.fine, edge], [0, 0, 1.0]])
        for sheet, px_per_mm, corner, lift_mm in sheets:
            on_mat = np.array([[1 / px_per_mm, 0, corner.x_mm], [0, 1 / px_per_mm, corner.y_mm], [0, 0, 1]])
            half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])  # a pixel's middle is half a pixel in
            warp = grow @ self.to_px(lift_mm) @ on_mat @ half
            cv2.warpPerspective(
                sheet if sheet.ndim == 3 else cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR),
                warp,
                size,
                dst=canvas,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_TRANSPARENT,
            )
        picture = np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        if self.lens is not None:
            picture = self._bent(picture)
        soft = cv2.GaussianBlur(picture, (0, 0), self.blur_px) if self.blur_px else picture
        noise = np.random.default_rng(seed).normal(0, self.noise, soft.shape)
        return np.clip(soft + noise, 0, 255).astype(np.uint8)

    def _bent(self, picture: Image) -> Image:
        assert self.lens is not None
        width, height = self.size_px
        xs, ys = np.meshgrid(np.arange(0, width + 16, 16), np.arange(0, height + 16, 16))
        straight = self.lens.straight(np.column_stack([xs.ravel(), ys.ravel()]).astype(float))
        maps = straight.reshape(*xs.shape, 2).astype(np.float32)
        wide = cv2.resize(maps, (xs.shape[1] * 16, xs.shape[0] * 16), interpolation=cv2.INTER_LINEAR)
        # a grid point k stands for pixel 16 k, and lies at 16 k + 7.5 after the enlargement
        wide = cv2.warpAffine(wide, np.array([[1, 0, -7.5], [0, 1, -7.5]], np.float32), (width, height))
        none = np.empty(0, np.float32)
        bent = cv2.remap(picture, np.asarray(wide, np.float32), none, cv2.INTER_CUBIC, borderValue=(86, 104, 124))
        return np.asarray(bent, np.uint8)


def mat(layout: MatLayout = LAYOUT, px_per_mm: float = 4.0) -> Image:
    """The empty mat from above."""
    return mat_image(layout, px_per_mm)


def board_sheet(board: LensBoard, px_per_mm: float = 4.0) -> Image:
    """The lens board as it is printed (grey), with 8 mm of white paper around."""
    square, marker = round(board.square_mm * px_per_mm), round(board.marker_mm * px_per_mm)
    sheet = np.full((board.squares_y * square, board.squares_x * square), 255, np.uint8)
    number = board.first_id
    for row in range(board.squares_y):
        for column in range(board.squares_x):
            y, x = row * square, column * square
            if board.is_dark(column, row):
                sheet[y : y + square, x : x + square] = 0
                continue
            inset = (square - marker) // 2
            sheet[y + inset : y + inset + marker, x + inset : x + inset + marker] = marker_image(number, marker)
            number += 1
    return np.pad(sheet, round(8 * px_per_mm), constant_values=255)


def sticker(payload: str, side_mm: float, px_per_mm: float = 8.0) -> Image:
    """A printed sticker (grey)."""
    return sticker_image(payload, round(side_mm * px_per_mm))


def errors_mm(calibration: Calibration, camera: Camera, layout: MatLayout = LAYOUT) -> np.ndarray:
    """How far off the places are that the calibration gives, on a grid over the whole mat that the picture shows."""
    xs, ys = np.meshgrid(np.linspace(0, layout.width_mm, 25), np.linspace(0, layout.height_mm, 17))
    places = np.column_stack([xs.ravel(), ys.ravel()])
    pixels = camera.pixels(np.column_stack([places, np.zeros(len(places))]))
    inside = np.all((pixels >= 0) & (pixels < camera.size_px), axis=1)
    return np.linalg.norm(calibration.places(pixels[inside]) - places[inside], axis=1)
