"""The lens: how it bends straight lines, measured with a printed board, and points set straight by it.

Only points are straightened, never the picture: a picture costs a hundred times more, and codes are read best as they
are. The board is a chessboard with a marker in every light square, so that it may be seen in part and from any side.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import cropped, grey, grown
from vision.calibration.markers import Corners, find_markers, side_px
from vision.types import Image, Point, VisionError

Matrix = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.float64]
"""N x 2 places in a picture."""

MIN_VIEWS = 6
"""Fewer pictures of the board than this are not enough for a lens."""
MAX_ERROR_PX = 2.0
_MIN_CORNERS = 8  # of the board in one view
_LEANING = math.cos(math.radians(12))  # views from nearer to straight above do not tell the focal length
_FOCAL_ERROR = 0.03  # larger than this: the board was not leaned enough


@dataclass(frozen=True)
class LensBoard:
    """The printed board: `squares_x` x `squares_y` squares, the top left one dark, and in every light square a marker.

    The light squares are counted row by row from the top left; the first carries the marker `first_id` (AprilTag
    36h11, drawn by `marker_image`), each following the next number.
    """

    squares_x: int = 7
    squares_y: int = 9
    square_mm: float = 27.0
    marker_mm: float = 20.0
    first_id: int = 100

    @property
    def width_mm(self) -> float:
        """Without the paper's margin."""
        return self.squares_x * self.square_mm

    @property
    def height_mm(self) -> float:
        """Without the paper's margin."""
        return self.squares_y * self.square_mm

    def is_dark(self, column: int, row: int) -> bool:
        """Whether this square is printed black."""
        return (column + row) % 2 == 0

    @cached_property
    def markers(self) -> Mapping[int, Point]:
        """The middle of every marker by its id, in millimetres from the board's top left corner."""
        light = [(x, y) for y in range(self.squares_y) for x in range(self.squares_x) if not self.is_dark(x, y)]
        step = self.square_mm
        return {self.first_id + n: Point((x + 0.5) * step, (y + 0.5) * step) for n, (x, y) in enumerate(light)}

    @cached_property
    def corners(self) -> Matrix:
        """The inner corners where four squares meet, row by row: N x 2 in millimetres."""
        places = [(x, y) for y in range(1, self.squares_y) for x in range(1, self.squares_x)]
        return np.array(places, np.float64) * self.square_mm


LENS_BOARD = LensBoard()
"""The board that is printed on an A4 sheet."""


@dataclass(frozen=True)
class BoardView:
    """The board as seen in one picture: which of its inner corners, and where."""

    corners: tuple[int, ...]  # indices into LensBoard.corners
    pixels: Pixels
    size_px: tuple[int, int]


@dataclass(frozen=True)
class Lens:
    """A measured lens. `error_px`: how far, on average, the board's corners lie from where this says they should."""

    camera_matrix: Matrix  # 3 x 3
    distortion: tuple[float, ...]  # k1, k2, p1, p2, k3 of the usual model (Brown, 1966)
    error_px: float
    size_px: tuple[int, int]  # the pictures that it holds for: width, height

    def straight(self, pixels: Pixels) -> Pixels:
        """Where these pixels (N x 2) would be seen through a lens that keeps lines straight."""
        bent = np.asarray(pixels, np.float64).reshape(-1, 2)
        found = np.asarray(cv2.undistortPoints(bent[:, None], self._camera, self._bend, None, None, self._camera))
        guess: Pixels = np.asarray(found, np.float64).reshape(-1, 2)
        for _ in range(12):  # OpenCV stops after five rounds, which is pixels off at the rim of a wide lens
            off = bent - self.bent(guess)
            guess = np.asarray(guess + off, np.float64)
            if float(np.abs(off).max(initial=0.0)) < 0.01:
                break
        return guess

    def bent(self, pixels: Pixels) -> Pixels:
        """Where places that a straight lens would show at these pixels (N x 2) are really seen."""
        flat = np.asarray(pixels, np.float64).reshape(-1, 2)
        focal = np.array([self._camera[0, 0], self._camera[1, 1]])
        rays = np.column_stack([(flat - self._camera[:2, 2]) / focal, np.ones(len(flat))])
        nothing = np.zeros(3)
        found, _ = cv2.projectPoints(rays[:, None], nothing, nothing, self._camera, self._bend)
        return np.asarray(found, np.float64).reshape(-1, 2)

    @cached_property
    def _camera(self) -> Matrix:
        return np.asarray(self.camera_matrix, np.float64)

    @cached_property
    def _bend(self) -> Matrix:
        return np.asarray(self.distortion, np.float64)


def lens_text(lens: Lens, camera: str) -> str:
    """A lens as text (JSON) for a file. `camera`: the name of the camera that it belongs to."""
    data = {
        "camera": camera,
        "size_px": list(lens.size_px),
        "camera_matrix": [[float(value) for value in row] for row in lens.camera_matrix],
        "distortion": list(lens.distortion),
        "error_px": lens.error_px,
    }
    return json.dumps(data, indent=2) + "\n"


def read_lens(text: str) -> tuple[Lens, str]:
    """The lens and the name of its camera from `lens_text`. VisionError when the text is something else."""
    try:
        data = json.loads(text)
        matrix = np.array(data["camera_matrix"], np.float64)
        bend = tuple(float(value) for value in data["distortion"])
        width, height = (int(value) for value in data["size_px"])
        lens = Lens(matrix, bend, float(data["error_px"]), (width, height))
        camera = str(data["camera"])
    except (ValueError, KeyError, TypeError) as error:
        raise VisionError("The file of the measured lens is damaged; measure the lens again.") from error
    is_sound = matrix.shape == (3, 3) and len(bend) == 5 and bool(np.isfinite(matrix).all()) and matrix[0, 0] > 0
    if not is_sound or not all(math.isfinite(value) for value in bend) or min(width, height) <= 0:
        raise VisionError("The file of the measured lens is damaged; measure the lens again.")
    return lens, camera


def find_board(image: Image, board: LensBoard = LENS_BOARD) -> BoardView | None:
    """The board in a picture; None when fewer than eight of its corners are seen."""
    markers = find_markers(image, list(board.markers))
    if len(markers) < 4:
        return None
    near = _guessed(markers, board)
    chosen, guesses = [], []
    height, width = image.shape[:2]
    for index, (guess, reach) in near.items():
        if reach < guess[0] < width - 1 - reach and reach < guess[1] < height - 1 - reach:
            chosen.append((index, guess, reach))
            guesses.append(guess)
    if len(chosen) < _MIN_CORNERS:
        return None
    xs, ys = [g[0] for g in guesses], [g[1] for g in guesses]
    box = (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs) - min(xs)), math.ceil(max(ys) - min(ys)))
    box = grown(box, 40, width, height)
    part, offset = grey(cropped(image, box)), np.array([box[0], box[1]], np.float64)
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.005)
    window = max(2, round(min(reach for _, _, reach in chosen)))
    points = (np.array(guesses) - offset).astype(np.float32).reshape(-1, 1, 2)
    exact = np.asarray(cv2.cornerSubPix(part, points.copy(), (window, window), (-1, -1), until)).reshape(-1, 2)
    moved = np.linalg.norm(exact - points.reshape(-1, 2), axis=1)
    good = moved < window
    if int(good.sum()) < _MIN_CORNERS:
        return None
    indices = tuple(index for (index, _, _), is_good in zip(chosen, good, strict=True) if is_good)
    return BoardView(indices, np.asarray(exact[good], np.float64) + offset, (width, height))


def _guessed(markers: Mapping[int, Corners], board: LensBoard) -> dict[int, tuple[tuple[float, float], float]]:
    """About where each inner corner is seen, by the two markers or more that touch it, and how far to look around."""
    half = board.marker_mm / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)], np.float64)
    found = {}
    for index, place in enumerate(board.corners):
        touching = [
            number
            for number in markers
            if max(abs(board.markers[number].x_mm - place[0]), abs(board.markers[number].y_mm - place[1]))
            < 0.6 * board.square_mm
        ]
        if len(touching) < 2:
            continue
        middles = [np.array([board.markers[n].x_mm, board.markers[n].y_mm]) for n in touching]
        source = np.concatenate([square + middle for middle in middles])
        target = np.array([corner for n in touching for corner in markers[n]], np.float64)
        local: Any = cv2.findHomography(source, target, 0)[0]
        if local is None:
            continue
        x, y, depth = (float(row @ (place[0], place[1], 1.0)) for row in np.asarray(local))
        free = (board.square_mm - board.marker_mm) / 2 / board.marker_mm  # the white rim around a marker
        reach = max(2.0, 1.2 * free * min(side_px(markers[n]) for n in touching))
        found[index] = (x / depth, y / depth), reach
    return found


def estimate_lens(frames: Sequence[Image], board: LensBoard = LENS_BOARD) -> Lens:
    """The lens from pictures of the board. VisionError as `solve_lens`."""
    views = [view for view in (find_board(frame, board) for frame in frames) if view is not None]
    return solve_lens(views, board)


def solve_lens(views: Sequence[BoardView], board: LensBoard = LENS_BOARD) -> Lens:
    """The lens from views of the board. VisionError, with what to do, when they are too few, of different sizes, or all
    from straight above, so that they do not tell how the lens bends."""
    if len(views) < MIN_VIEWS:
        raise VisionError(
            "The board was seen {views} times; {min_views} different views at least are needed.",
            views=len(views),
            min_views=MIN_VIEWS,
        )
    size = views[0].size_px
    if any(view.size_px != size for view in views):
        raise VisionError("The pictures of the board differ in size; take them all with the same camera setting.")
    flat = np.column_stack([board.corners, np.zeros(len(board.corners))]).astype(np.float32)
    places = [flat[list(view.corners)] for view in views]
    pixels = [view.pixels.astype(np.float32).reshape(-1, 1, 2) for view in views]
    longer = max(size)
    start = np.array([[longer, 0, (size[0] - 1) / 2], [0, longer, (size[1] - 1) / 2], [0, 0, 1]], np.float64)
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO
    try:
        error, camera, bend, turns, _, spread, _, _ = cv2.calibrateCameraExtended(
            places, pixels, size, start, np.zeros(5), flags=flags
        )
    except cv2.error as problem:
        raise VisionError("The views of the board do not fit together; keep the board flat and try again.") from problem
    if not np.isfinite(camera).all() or error > MAX_ERROR_PX:
        raise VisionError("The views of the board do not fit together; glue the board on something flat and try again.")
    leaning = sum(abs(float(np.asarray(cv2.Rodrigues(turn)[0])[2, 2])) < _LEANING for turn in turns)
    if leaning < 3 or float(np.asarray(spread).flatten()[0]) > _FOCAL_ERROR * float(camera[0, 0]):
        raise VisionError("The views are too much alike; lean the board to all sides and bring it into every corner.")
    bend_values = tuple(float(value) for value in np.asarray(bend).flatten()[:5])
    return Lens(np.asarray(camera, np.float64), bend_values, float(error), (int(size[0]), int(size[1])))
