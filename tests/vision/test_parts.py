"""Small parts: spots, registry, calibration, reader, stickers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.vision._table import BACK, LAYOUT, front
from vision import (
    Art,
    CascadeReader,
    Point,
    Scale,
    Side,
    Spot,
    Tag,
    TagRegistry,
    VisionError,
    read_card,
    read_tags,
    render_card,
    render_hand_photo,
    spot_at,
    sticker_image,
)
from vision.calibration.mat import Calibration, MarkerMemory, calibrate, find_markers, remembered
from vision.reading.decoders import by_zbar
from vision.sticker import STICKER_MM, sticker_modules
from vision.virtual.render import TableRenderer
from vision.virtual.view import view_of


def test_the_smallest_spot_that_holds_the_point_wins():
    spots = (Spot("area", 100, 100, 200, 200), Spot("slot", 100, 100, 40, 40))
    assert spot_at(Point(110, 110), spots) == "slot"
    assert spot_at(Point(150, 110), spots) == "area"
    assert spot_at(Point(250, 110), spots) is None


def test_turned_spots():
    spots = (Spot("bar", 100, 100, 100, 20, angle_deg=90),)
    assert spot_at(Point(100, 140), spots) == "bar"
    assert spot_at(Point(140, 100), spots) is None


@given(st.floats(-180, 180), st.floats(-0.49, 0.49), st.floats(-0.49, 0.49))
def test_a_point_of_a_turned_spot_is_in_it(angle_deg: float, along: float, across: float):
    turn = math.radians(angle_deg)
    dx, dy = 80 * along, 30 * across
    at = Point(200 + dx * math.cos(turn) - dy * math.sin(turn), 100 + dx * math.sin(turn) + dy * math.cos(turn))
    assert spot_at(at, (Spot("it", 200, 100, 80, 30, angle_deg),)) == "it"


def test_a_code_belongs_to_one_piece():
    with pytest.raises(VisionError, match=r"already the front of card#1"):
        TagRegistry([front(1), Tag("CARD001", "card#2", Side.FRONT)])
    with pytest.raises(VisionError, match="already"):
        TagRegistry([BACK, Tag("BACK1", "other", Side.BACK)])


def rendered_mat(tilt_deg: float = 8.0):
    view = view_of(LAYOUT, 2.5, tilt_deg)
    return view, TableRenderer(LAYOUT, view, 0.5, 0.2).picture


def test_the_markers_give_millimetres():
    view, picture = rendered_mat()
    calibration = calibrate(MarkerMemory(find_markers(picture, list(LAYOUT.markers))), LAYOUT)
    assert calibration is not None
    for at in (Point(40, 60), Point(300, 200), Point(560, 390)):
        found = calibration.point(*view.pixel(at))
        assert math.dist((found.x_mm, found.y_mm), (at.x_mm, at.y_mm)) < 1.0
    assert calibration.px_per_mm(Point(300, 200)) == pytest.approx(2.5, rel=0.15)


def test_three_markers_are_enough_two_are_not():
    view, picture = rendered_mat()
    seen = find_markers(picture, list(LAYOUT.markers))
    three = {number: seen[number] for number in (0, 1, 2)}
    calibration = calibrate(MarkerMemory(three), LAYOUT)
    assert calibration is not None
    found = calibration.point(*view.pixel(Point(300, 200)))
    assert math.dist((found.x_mm, found.y_mm), (300, 200)) < 3.0
    assert calibrate(MarkerMemory({0: seen[0], 1: seen[1]}), LAYOUT) is None


def test_only_markers_of_the_layout_count_and_hidden_ones_are_remembered_until_the_camera_moves():
    _, picture = rendered_mat()
    assert set(find_markers(picture, [0, 3, 99])) == {0, 3}
    memory = MarkerMemory(find_markers(picture, list(LAYOUT.markers)))
    two = {number: memory.corners_px[number] for number in (0, 1)}
    assert set(remembered(memory, two).corners_px) == {0, 1, 2, 3}
    shifted = {n: tuple((x + 30, y) for x, y in corners) for n, corners in two.items()}
    assert set(remembered(memory, shifted).corners_px) == {0, 1}
    assert remembered(memory, {}) is memory


@pytest.mark.parametrize("quarter", range(4))
def test_every_reader_tells_the_corners_from_the_codes_own_top_left(quarter: int):
    page = np.full((300, 300), 255, np.uint8)
    page[60:260, 60:260] = sticker_image("HELLO", 200)
    page = np.ascontiguousarray(np.rot90(page, -quarter))
    for tags in (read_tags(page), by_zbar(page)):
        (tag,) = tags
        assert tag.payload == "HELLO"
        # rotating the page about its middle moves the code's own top left to the next corner
        size = 300
        x, y = 76.0, 76.0
        for _ in range(quarter):
            x, y = size - y, x
        assert math.dist(tag.corners_px[0], (x, y)) < 8, tag.reader


def test_regions_limit_what_is_read():
    page = np.full((200, 420), 255, np.uint8)
    page[40:160, 40:160] = sticker_image("ONE", 120)
    page[40:160, 260:380] = sticker_image("TWO", 120)
    assert {tag.payload for tag in read_tags(page)} == {"ONE", "TWO"}
    assert [tag.payload for tag in read_tags(page, [(240, 20, 170, 170)])] == ["TWO"]
    assert read_tags(page, []) == ()
    assert read_tags(page, [(400, 190, 50, 50)]) == ()


def test_soft_and_small_codes_need_the_later_stages():
    import cv2

    page = np.full((200, 200), 255, np.uint8)
    page[70:123, 70:123] = sticker_image("SMALL01", 53)  # 2.1 pixels a module
    soft = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.9), np.uint8)
    per_mm = 53 / STICKER_MM
    scale = Scale(Calibration(np.diag([1 / per_mm, 1 / per_mm, 1.0]), np.diag([per_mm, per_mm, 1.0])))
    (tag,) = CascadeReader().read_tags(soft, None, scale)
    assert tag.payload == "SMALL01"


def test_texture_without_codes_gives_nothing():
    rng = np.random.default_rng(5)
    assert read_tags(rng.integers(0, 255, (400, 600, 3), dtype=np.uint8)) == ()


def test_stickers_are_version_one_for_ten_capitals_and_larger_for_more():
    assert sticker_modules("ABCDEFGHI9").shape == (25, 25)
    assert sticker_modules("A" * 30).shape[0] > 25


@settings(max_examples=15, deadline=None)
@given(st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=1, max_size=10))
def test_any_short_payload_is_read_back_from_a_card(payload: str):
    picture = render_card(payload, Art("Ace", "A"))
    (tag,), close_up = read_tags(picture), read_card(picture)
    assert [one.payload for one in close_up] == [tag.payload]
    assert tag.payload == payload


def test_a_hand_of_cards_is_read_from_left_to_right():
    photo = render_hand_photo([(f"HAND{n}", Art("Ace", "A")) for n in range(5)], lean_deg=6)
    assert {tag.payload for tag in read_tags(photo)} == {f"HAND{n}" for n in range(5)}
