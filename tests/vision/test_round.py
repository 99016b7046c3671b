"""Round pieces: how they are drawn, how large their stickers are, and that their photographs are read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision._coins import COIN_MM, MARKER_MM, shape
from tests.vision._table import LAYOUT
from vision import (
    Art,
    PieceShape,
    Point,
    ScenePiece,
    Side,
    Sighting,
    Tag,
    largest_sticker_mm,
    read_tags,
    read_tags_hard,
    render_hand_photo,
)
from vision.sticker import coin_image, disc_mask
from vision.table._where import Body, lies_over
from vision.virtual.render import TableRenderer
from vision.virtual.view import view_of

ART = Art("Light Cavalry", tint=(40, 90, 200))


@pytest.mark.parametrize(
    ("width_mm", "is_round", "wanted"),
    [(63.0, False, 24.0), (18.0, False, 16.0), (COIN_MM, True, 24.0), (MARKER_MM, True, 20.0), (25.0, True, 16.5)],
)
def test_the_largest_sticker_has_its_corners_on_the_piece(width_mm: float, is_round: bool, wanted: float):
    side = largest_sticker_mm(width_mm, width_mm, is_round)
    assert side == wanted
    assert side * (2**0.5 if is_round else 1.0) < width_mm


def test_a_disc_leaves_the_table_free_around_its_rim():
    view = view_of(LAYOUT, 3.0, 0.0)
    renderer = TableRenderer(LAYOUT, view, 0.0, 0.0)
    empty = renderer.picture.copy()
    coin = ScenePiece(1, "COIN0001", None, 300, 200, 30.0, width_mm=COIN_MM, height_mm=COIN_MM, art=ART, round=True)
    renderer.show([coin])
    changed = (np.abs(renderer.picture.astype(int) - empty).max(axis=2) > 8).astype(np.uint8)
    x, y = view.pixel(Point(300, 200))
    rows, columns = np.nonzero(changed)
    reach = np.hypot(columns - x, rows - y) / view.px_per_mm
    assert reach.max() == pytest.approx(COIN_MM / 2, abs=0.7)
    assert changed.sum() / view.px_per_mm**2 == pytest.approx(np.pi * (COIN_MM / 2) ** 2, rel=0.06)
    assert [tag.payload for tag in read_tags(renderer.picture)] == ["COIN0001"]
    renderer.show([])
    assert (renderer.picture == empty).all()


@pytest.mark.parametrize("width_mm", [COIN_MM, MARKER_MM, 44.0])
def test_a_coin_has_its_sticker_in_the_middle_a_coloured_rim_and_a_back_that_tells_nothing(width_mm: float):
    front = coin_image("COIN0001", ART, 8.0, width_mm)
    (tag,) = read_tags(front)
    middle = np.mean(tag.corners_px, axis=0)
    assert middle == pytest.approx((front.shape[1] / 2, front.shape[0] / 2), abs=3)
    rim = front[front.shape[0] // 2, round(0.8 * 8)]
    assert tuple(int(v) for v in rim) == ART.tint
    other = coin_image("COINBACK", replace(ART, title="Archer", tint=(9, 9, 9)), 8.0, width_mm, is_back=True)
    assert (coin_image("COINBACK", ART, 8.0, width_mm, is_back=True) == other).all()
    bare = coin_image(None, replace(ART, title=""), 8.0, width_mm)
    written = np.abs(coin_image(None, ART, 8.0, width_mm).astype(int) - bare).max(axis=2) > 40
    rows = np.nonzero(written)[0]
    assert rows.size
    assert rows.min() > middle[1] + 8.0 * largest_sticker_mm(width_mm, width_mm, True) / 2 - 4, "below the sticker"
    assert (disc_mask(front.shape[0])[written] > 250).all(), "and on the coin"


def test_a_photograph_of_coins_in_a_row_is_read_from_left_to_right():
    coins = [(f"COIN{n:04d}", ART) for n in (4, 1, 3)]
    photo = render_hand_photo(coins, 5.0, lean_deg=6.0, coin_mm=COIN_MM)
    assert [tag.payload for tag in read_tags_hard(photo)] == [payload for payload, _ in coins]


def test_a_round_piece_covers_what_lies_within_its_circle():
    def at(x_mm: float, y_mm: float) -> Sighting:
        corners = tuple((x_mm + dx, y_mm + dy) for dx, dy in ((-10, -10), (10, -10), (10, 10), (-10, 10)))
        return Sighting("T", corners, None, 0.0, 0.0)

    square = PieceShape(19.0, 19.0, 19.0, 19.0)
    upper = Tag("T", "t", Side.FRONT, shape=shape(COIN_MM), sticker_mm=23.8)
    corner = at(17.0, 17.0)
    assert not lies_over(Body(at(0, 0), upper), corner, 0.0)
    assert lies_over(Body(at(0, 0), replace(upper, shape=square)), corner, 0.0)
    assert lies_over(Body(at(0, 0), upper), at(18.0, 3.0), 0.0)
