"""The lens: measured with the printed board, used for places, kept as text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision._views import LAYOUT, Camera, board_sheet, errors_mm, mat
from vision.calibration.lens import (
    LENS_BOARD,
    BoardView,
    Lens,
    LensBoard,
    estimate_lens,
    find_board,
    lens_text,
    read_lens,
    solve_lens,
)
from vision.calibration.markers import marker_image
from vision.calibration.mat import MarkerMemory, calibrate, find_markers
from vision.calibration.pose import FocalSource
from vision.types import Point, VisionError

SIZE = (1280, 960)
BEND = (-0.14, 0.03, 0.0006, -0.0004, 0.0)
PLAIN = Camera(SIZE, 0.85, lens=None)
TRUE = Lens(PLAIN.matrix, BEND, 0.0, SIZE)
SHEET = board_sheet(LENS_BOARD)
MARGIN_MM = 8.0


def holding(n: int, tilt_deg: float, dx: float, dy: float) -> Camera:
    """A camera as the board in somebody's hand sees it."""
    at = Point(LENS_BOARD.width_mm / 2 + MARGIN_MM + dx, LENS_BOARD.height_mm / 2 + MARGIN_MM + dy)
    return Camera(SIZE, 0.85, 400.0, tilt_deg, 47.0 * n, 61.0 * n, at, TRUE)


HOLDS = [
    (25, 0, 0),
    (30, -80, 50),
    (32, 80, 50),
    (28, -80, -60),
    (35, 80, -60),
    (20, 0, 90),
    (30, 0, -90),
    (26, 100, 0),
]


@pytest.fixture(scope="module")
def frames() -> list[np.ndarray]:
    return [holding(n, *how).picture(SHEET, 4.0, n) for n, how in enumerate(HOLDS)]


def test_the_board_is_defined_once_and_fits_on_a_sheet():
    assert LENS_BOARD.is_dark(0, 0)
    assert len(LENS_BOARD.markers) == LENS_BOARD.squares_x * LENS_BOARD.squares_y // 2
    assert len(LENS_BOARD.corners) == 48
    assert LENS_BOARD.width_mm <= 200
    assert LENS_BOARD.height_mm <= 285
    assert LENS_BOARD.markers[100] == Point(40.5, 13.5)
    assert not set(LENS_BOARD.markers) & set(range(16)), "the mat's markers have the first numbers"
    assert marker_image(max(LENS_BOARD.markers), 80).shape == (80, 80)


def test_the_corners_of_the_board_are_found_to_a_tenth_of_a_pixel(frames: list[np.ndarray]):
    for n, how in enumerate(HOLDS[:3]):
        view = find_board(frames[n])
        assert view is not None
        assert len(view.corners) >= 30
        on_sheet = LENS_BOARD.corners[list(view.corners)] + MARGIN_MM
        true = holding(n, *how).pixels(np.column_stack([on_sheet, np.zeros(len(on_sheet))]))
        assert np.linalg.norm(view.pixels - true, axis=1).mean() < 0.1


def test_places_at_the_rim_are_right_with_the_lens_and_wrong_without(frames: list[np.ndarray]):
    lens = estimate_lens(frames)
    assert lens.error_px < 0.3
    assert lens.size_px == SIZE
    camera = Camera(SIZE, 0.85, 1020.0, 0, 30, 5, lens=TRUE)
    seen = find_markers(camera.picture(mat(), 4.0), list(LAYOUT.markers))
    without = calibrate(MarkerMemory(seen), LAYOUT, None, SIZE)
    withal = calibrate(MarkerMemory(seen), LAYOUT, lens, SIZE)
    assert without is not None
    assert withal is not None
    assert errors_mm(without, camera).max() > 4
    assert errors_mm(withal, camera).max() < 1.5
    assert errors_mm(withal, camera).mean() < 0.5
    assert withal.pose is not None
    assert withal.pose.focal is FocalSource.LENS
    assert withal.pose.height_mm == pytest.approx(1020, rel=0.01)


def test_bending_and_straightening_undo_each_other_into_the_corners():
    for bend in (BEND, (-0.28, 0.09, 0.001, 0.0, 0.0), (0.12, -0.05, 0.0, 0.002, 0.01)):
        lens = replace(TRUE, distortion=bend)
        xs, ys = np.meshgrid(np.linspace(0, SIZE[0] - 1, 9), np.linspace(0, SIZE[1] - 1, 7))
        pixels = np.column_stack([xs.ravel(), ys.ravel()])
        assert np.abs(lens.bent(lens.straight(pixels)) - pixels).max() < 0.02


def test_a_lens_survives_as_text_and_damage_is_told():
    text = lens_text(TRUE, "usb camera")
    lens, camera = read_lens(text)
    assert camera == "usb camera"
    assert (lens.distortion, lens.size_px) == (TRUE.distortion, TRUE.size_px)
    assert np.allclose(lens.camera_matrix, TRUE.camera_matrix)
    for broken in ("", "{}", text[:-30], text.replace("-0.14", "null"), text.replace("1280", "0")):
        with pytest.raises(VisionError, match="measure the lens again"):
            read_lens(broken)


def test_too_few_views_or_views_all_alike_are_refused_with_what_to_do():
    with pytest.raises(VisionError, match="6 different views"):
        solve_lens([])
    flat = np.column_stack([LENS_BOARD.corners + MARGIN_MM, np.zeros(len(LENS_BOARD.corners))])
    noise = np.random.default_rng(1)

    def view(tilt_deg: float, size: tuple[int, int] = SIZE) -> BoardView:
        pixels = holding(1, tilt_deg, 0, 0).pixels(flat) + noise.normal(0, 0.1, (len(flat), 2))
        return BoardView(tuple(range(len(flat))), pixels, size)

    with pytest.raises(VisionError, match="lean the board"):
        solve_lens([view(0.0) for _ in range(8)])
    with pytest.raises(VisionError, match="differ in size"):
        solve_lens([view(20.0) for _ in range(6)] + [view(25.0, (640, 480))])


def test_a_picture_without_the_board_gives_no_view():
    assert find_board(mat()) is None
    assert find_board(np.zeros((480, 640), np.uint8)) is None
    assert LensBoard(first_id=200).markers.keys().isdisjoint(LENS_BOARD.markers)
