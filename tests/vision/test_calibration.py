"""Markers to millimetres: from any side, leaning, partly hidden, re-laid, under glare, in any size of picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision._views import EIGHT, LAYOUT, Camera, errors_mm, mat, sticker
from vision.calibration.height import code_mm, places_of
from vision.calibration.mat import Calibration, MarkerMemory, calibrate, find_markers, moved, relaid
from vision.calibration.pose import FocalSource
from vision.types import MatLayout, Point

MAT = mat()
SHOWS_ALL_MM = 1350.0  # from here the whole mat is in the picture even at 35 degrees


def calibrated(camera: Camera, picture: np.ndarray, layout: MatLayout = LAYOUT) -> Calibration | None:
    seen = find_markers(picture, list(layout.markers))
    return calibrate(MarkerMemory(seen), layout, None, camera.size_px)


@pytest.mark.parametrize("from_deg", [70, 200])
@pytest.mark.parametrize(("tilt_deg", "turn_deg"), [(0, 0), (0, 90), (15, 180), (35, 37)])
def test_places_are_right_from_any_side(tilt_deg: float, turn_deg: float, from_deg: float):
    camera = Camera((1640, 1232), 0.9, SHOWS_ALL_MM, tilt_deg, from_deg, turn_deg)
    found = calibrated(camera, camera.picture(MAT, 4.0))
    assert found is not None
    assert len(found.markers) == 4
    off = errors_mm(found, camera)
    assert off.mean() < 0.1
    assert off.max() < 0.3


@pytest.mark.dear
@pytest.mark.parametrize(
    ("size_px", "mean_mm", "worst_mm"),
    [((640, 480), 0.4, 1.0), ((1280, 720), 0.15, 0.3), ((2304, 1296), 0.05, 0.15), ((4056, 3040), 0.03, 0.08)],
)
def test_any_size_of_picture_is_used_to_the_full(size_px: tuple[int, int], mean_mm: float, worst_mm: float):
    away_mm = 0.9 * size_px[0] / size_px[1] * 760  # so that the mat fills the picture
    camera = Camera(size_px, 0.9, away_mm, 8, 60, 3, fine=1 if size_px[0] > 4000 else 2)
    found = calibrated(camera, camera.picture(MAT, 4.0))
    assert found is not None
    off = errors_mm(found, camera)
    assert off.mean() < mean_mm
    assert off.max() < worst_mm


def test_axes_and_scale_agree_with_the_places():
    camera = Camera((1640, 1232), 0.9, SHOWS_ALL_MM, 30, 200, 25)
    found = calibrated(camera, camera.picture(MAT, 4.0))
    assert found is not None
    at = Point(700, 120)
    x, y = found.pixel(at)
    axes = found.axes_px(x, y)
    nudged = found.point(*(np.array([x, y]) + axes @ (3.0, -2.0)))
    assert (nudged.x_mm, nudged.y_mm) == pytest.approx((703, 118), abs=0.05)
    assert found.px_per_mm(at) == pytest.approx(np.sqrt(abs(np.linalg.det(axes))), rel=1e-6)


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_three_markers_are_enough(hidden: int):
    camera = Camera((1640, 1232), 0.9, SHOWS_ALL_MM, 20, 130, 200)
    picture = camera.picture(MAT, 4.0)
    seen = find_markers(picture, list(LAYOUT.markers))
    del seen[hidden]
    found = calibrate(MarkerMemory(seen), LAYOUT, None, camera.size_px)
    assert found is not None
    assert errors_mm(found, camera).mean() < 0.5
    assert errors_mm(found, camera).max() < 1.5
    del seen[(hidden + 1) % 4]
    assert calibrate(MarkerMemory(seen), LAYOUT, None, camera.size_px) is None


def test_glare_and_hands_take_markers_but_not_the_calibration():
    camera = Camera((1640, 1232), 0.9, SHOWS_ALL_MM, 12, 80, 10)
    picture = camera.picture(mat(EIGHT), 4.0)
    (x, y), (u, v) = (camera.pixels(np.array([[p.x_mm, p.y_mm, 0]]))[0] for p in (EIGHT.markers[1], EIGHT.markers[7]))
    glare = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(glare, (round(x), round(y)), 18, 255.0, -1)
    picture = np.clip(picture + cv2.GaussianBlur(glare, (0, 0), 9)[:, :, None], 0, 255).astype(np.uint8)
    cv2.rectangle(picture, (round(u) - 8, round(v)), (round(u) + 60, round(v) + 60), (120, 150, 210), -1)
    found = calibrated(camera, picture, EIGHT)
    assert found is not None
    assert {1, 7}.isdisjoint(found.markers)
    assert len(found.markers) == 6
    assert errors_mm(found, camera).max() < 0.6


def markers_mm(layout: MatLayout, number: int, dx: float, dy: float, turn_deg: float = 0.0) -> np.ndarray:
    """The corners of a marker that lies `dx`, `dy` off and turned."""
    at, half = layout.markers[number], layout.marker_size_mm / 2
    turn = np.radians(turn_deg)
    around = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    around = around @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.column_stack([around[:, 0] + at.x_mm + dx, around[:, 1] + at.y_mm + dy, np.zeros(4)])


@pytest.mark.parametrize("layout", [LAYOUT, EIGHT], ids=["four", "eight"])
@pytest.mark.parametrize("shift", [(20, 0), (-14, 30), (60, 60)])
def test_a_marker_that_was_laid_elsewhere_is_left_aside(layout: MatLayout, shift: tuple[int, int]):
    camera = Camera((2304, 1728), 0.9, SHOWS_ALL_MM, 18, 300, 75)
    noise = np.random.default_rng(5)
    seen = {}
    for number in layout.markers:
        corners = markers_mm(layout, number, *(shift if number == 2 else (0, 0)))
        pixels = camera.pixels(corners) + noise.normal(0, 0.12, (4, 2))
        seen[number] = tuple((float(x), float(y)) for x, y in pixels)
    found = calibrate(MarkerMemory(seen), layout, None, camera.size_px)
    assert found is not None
    assert set(found.markers) == set(layout.markers) - {2}
    assert errors_mm(found, camera).max() < 2.0


def test_markers_laid_by_hand_at_any_angle_give_their_middles():
    camera = Camera((2304, 1728), 0.9, SHOWS_ALL_MM, 18, 300, 75)
    angles = {0: 45.0, 1: 10.0, 2: 200.0, 3: 90.0}
    seen = {
        number: tuple((float(x), float(y)) for x, y in camera.pixels(markers_mm(LAYOUT, number, 0, 0, angle)))
        for number, angle in angles.items()
    }
    found = calibrate(MarkerMemory(seen), LAYOUT, None, camera.size_px)
    assert found is not None
    assert errors_mm(found, camera).max() < 0.1


def test_a_moved_camera_and_a_moved_marker_are_told_apart():
    camera = Camera((1640, 1232), 0.9, SHOWS_ALL_MM)
    before = find_markers(camera.picture(MAT, 4.0), list(LAYOUT.markers))
    bumped = replace(camera, turn_deg=1.0)
    after = find_markers(bumped.picture(MAT, 4.0), list(LAYOUT.markers))
    assert moved(MarkerMemory(before), after)
    assert relaid(MarkerMemory(before), after) == set()
    alone = {**before, 3: after[3]}
    assert not moved(MarkerMemory(before), alone)
    assert relaid(MarkerMemory(before), alone) == {3}
    assert not moved(MarkerMemory(before), find_markers(camera.picture(MAT, 4.0, seed=9), list(LAYOUT.markers)))


@pytest.mark.parametrize(("tilt_deg", "kind"), [(0, FocalSource.ASSUMED), (15, FocalSource.MARKERS)])
def test_the_pose_is_found_from_the_markers_and_says_what_was_assumed(tilt_deg: float, kind: FocalSource):
    camera = Camera((2304, 1728), 1.05, 1500, tilt_deg, 160, 20)
    found = calibrated(camera, camera.picture(MAT, 4.0))
    assert found is not None
    assert found.pose is not None
    assert found.pose.focal is kind
    _, centre = camera.stand
    assert (found.pose.foot.x_mm, found.pose.foot.y_mm) == pytest.approx((centre[0], centre[1]), abs=12)
    assert found.pose.height_mm == pytest.approx(-centre[2], rel=0.25 if kind is FocalSource.ASSUMED else 0.02)
    assert found.pose.tilt_deg == pytest.approx(tilt_deg, abs=0.5)


STICKERS = [Point(x, y) for x in (40, 440, 830) for y in (60, 290, 520)]


def seen_places(lift_mm: float, tilt_deg: float) -> tuple[Calibration, list[tuple[Point, Point, Point]]]:
    """For stickers that lie `lift_mm` high: their true place, the place behind them, and the place found."""
    camera = Camera((3000, 2250), 0.9, 1100, tilt_deg, 100, 8)
    sheets = [(MAT, 4.0, Point(0, 0), 0.0)]
    sheets += [(sticker(f"CARD{n}", 24, 12.5), 12.5, at, lift_mm) for n, at in enumerate(STICKERS)]
    picture = camera.pictures(sheets)
    found = calibrate(MarkerMemory(find_markers(picture, [0, 1, 2, 3])), LAYOUT, None, camera.size_px)
    assert found is not None
    noise = np.random.default_rng(3)
    places = []
    for n, at in enumerate(STICKERS):
        inset, side = 24 * 2 / 25, 24 * 21 / 25
        corners = np.array([(0, 0), (side, 0), (side, side), (0, side)]) + np.array([at.x_mm, at.y_mm]) + inset
        pixels = camera.pixels(np.column_stack([corners, np.full(4, -lift_mm)]))
        read = tuple((float(x), float(y)) for x, y in pixels + noise.normal(0, 0.5, (4, 2)))
        flat = found.point(*pixels.mean(axis=0))
        ours = places_of([read], found, [code_mm(f"CARD{n}", 24.0)], picture)[0]
        places.append((Point(at.x_mm + 12, at.y_mm + 12), flat, ours))
    return found, places


def apart(one: Point, other: Point) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))


@pytest.mark.parametrize("tilt_deg", [0, 20])
def test_a_tag_on_a_box_is_put_where_the_box_stands(tilt_deg: float):
    _, places = seen_places(30.0, tilt_deg)
    assert max(apart(true, flat) for true, flat, _ in places) > 12
    assert max(apart(true, ours) for true, _, ours in places) < 4


@pytest.mark.parametrize("tilt_deg", [0, 20])
def test_flat_tags_are_left_where_they_are(tilt_deg: float):
    found, places = seen_places(0.0, tilt_deg)
    assert max(apart(true, ours) for true, _, ours in places) < 0.8
    true, flat, _ = places[0]
    assert found.pose is not None
    x, y = found.pixel(flat)
    assert apart(found.point_at_height(x, y, 0.0), true) < 0.8


def test_a_known_height_gives_the_place_without_looking_at_the_size():
    camera = Camera((1640, 1232), 0.9, 1100, 15, 100, 8)
    found = calibrated(camera, camera.picture(MAT, 4.0))
    assert found is not None
    ((x, y),) = camera.pixels(np.array([[850.0, 560.0, -25.0]]))
    assert apart(found.point(x, y), Point(850, 560)) > 8
    assert apart(found.point_at_height(x, y, 25.0), Point(850, 560)) < 0.8


def test_a_sticker_of_unknown_or_wrong_size_counts_as_flat():
    camera = Camera((1640, 1232), 0.9, 1100)
    picture = camera.picture(MAT, 4.0)
    found = calibrated(camera, picture)
    assert found is not None
    read = tuple((800.0 + dx, 200.0 + dy) for dx, dy in ((0, 0), (40, 0), (40, 40), (0, 40)))
    unknown, wrong = places_of([read, read], found, [None, 8.0], picture)
    assert unknown == wrong
    assert apart(unknown, found.point(820, 220)) < 0.1
    assert places_of([], found, [], picture) == []


def test_only_corners_that_are_found_and_make_a_square_tell_a_height():
    """At any height a code is as square as on the mat; one corner that belongs to something else makes it less so."""
    camera = Camera((1640, 1232), 0.9, 1100)
    picture = camera.picture(MAT, 4.0)
    found = calibrated(camera, picture)
    assert found is not None
    read = tuple((800.0 + dx, 200.0 + dy) for dx, dy in ((0, 0), (40, 0), (40, 40), (0, 40)))
    flat = found.point(820, 220)
    code = 0.94 * apart(found.point(800, 200), found.point(840, 200))

    def off_mm(aside_px: int, light: int) -> float:
        """By how much a code is put nearer that looks six in a hundred too large, with one corner so far aside."""
        plain = np.full_like(picture, 200)
        for x, y in ((800, 200), (827, 200), (800 + aside_px, 227)):
            plain[y : y + 13, x : x + 13] = light
        return apart(places_of([read], found, [code], plain)[0], flat)

    assert off_mm(0, 30) > 5
    assert off_mm(3, 30) < 0.1
    assert off_mm(0, 200) < 0.1
