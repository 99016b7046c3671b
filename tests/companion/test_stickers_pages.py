"""Calibration pages and mats as an independent program draws them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

import rules.games
from companion.prints.mat_picture import mat_svg, mat_voice
from companion.prints.mat_plan import mat_layout
from companion.prints.stickers.calibration import RULER_MM, calibration_pdf
from companion.prints.stickers.fonts import load_letters
from companion.prints.stickers.mats import board_markers, corner_markers, game_mat, mats_pdf, seat_mats
from companion.prints.stickers.paper import CROSS_MM, Correction
from companion.prints.stickers.probes import PROBE_SIZES_MM, probe_payload
from companion.prints.stickers.sheet import StickerError
from companion.prints.stickers.tiles import tiling
from companion.telling.voice import Voice
from rules.engine.mat import Layout, MatSpot
from tests.companion.high_card import HIGH_CARD
from tests.companion.printed import Page, needs_poppler, pages, words, zbar_text
from tests.toy import changed
from vision import read_tags
from vision.calibration.lens import LENS_BOARD, find_board
from vision.calibration.mat import find_markers

pytestmark = needs_poppler


def colour(page: Page) -> np.ndarray:
    return np.repeat(page.image[:, :, None], 3, axis=2)


def chronicle(players: int = 4) -> Voice:
    return mat_voice(rules.games.game("chronicle"), players)


# -- calibration -------------------------------------------------------------------------------------------------------


def ruler_mm(page: Page, *, is_down: bool, start_mm: tuple[float, float]) -> float:
    """How long the ruler's edge is that starts about there."""
    x, y = (page.px(value) for value in start_mm)
    image = page.image.T if is_down else page.image
    at, start = (x, y) if is_down else (y, x)
    band = image[at - 4 : at + 5, start - 30 :].min(axis=0) < 128
    dark = np.flatnonzero(band)
    gaps = np.flatnonzero(np.diff(dark) > 1)
    return float((dark[gaps[0]] if len(gaps) else dark[-1]) - dark[0] + 1) / page.px_per_mm


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_rulers_and_crosses_are_true(paper: str) -> None:
    page = pages(calibration_pdf(paper, load_letters()), 300, last=1)[0]
    wide, tall = page.image.shape[1] / page.px_per_mm, page.image.shape[0] / page.px_per_mm
    left = (wide - RULER_MM) / 2
    assert ruler_mm(page, is_down=False, start_mm=(left, 36)) == pytest.approx(RULER_MM + 0.15, abs=0.2)
    assert ruler_mm(page, is_down=True, start_mm=(left, 52)) == pytest.approx(RULER_MM + 0.15, abs=0.2)
    for x in (CROSS_MM, wide - CROSS_MM):
        for y in (CROSS_MM, tall - CROSS_MM):
            part = page.part(x - 4, y - 4, 8, 8) < 128
            dark_y, dark_x = np.flatnonzero(part.all(axis=1)), np.flatnonzero(part.all(axis=0))
            assert dark_x.mean() / page.px_per_mm == pytest.approx(4, abs=0.15)
            assert dark_y.mean() / page.px_per_mm == pytest.approx(4, abs=0.15)


def test_what_a_faulty_printer_measures_is_what_the_correction_takes() -> None:
    """A page that is printed with a correction looks as if the printer had the opposite fault."""
    page = pages(calibration_pdf("a4", load_letters(), Correction(1.5, -1.0, 0.98, 1.02)), 300, last=1)[0]
    left = (210 - RULER_MM) / 2

    def through(at: float, off: float, scale: float) -> float:
        return CROSS_MM + (at - CROSS_MM - off) / scale

    across = (through(left, 1.5, 0.98), through(36, -1.0, 1.02))
    assert ruler_mm(page, is_down=False, start_mm=across) == pytest.approx(RULER_MM / 0.98, abs=0.4)
    down = (through(left, 1.5, 0.98), through(52, -1.0, 1.02))
    assert ruler_mm(page, is_down=True, start_mm=down) == pytest.approx(RULER_MM / 1.02, abs=0.4)


def test_every_test_tag_says_its_size_and_has_it() -> None:
    page = pages(calibration_pdf("a4", load_letters()), 300, last=1)[0]
    said = {probe_payload(size): size for size in PROBE_SIZES_MM}
    found = {said[tag.payload]: np.array(tag.corners_px) / page.px_per_mm for tag in read_tags(colour(page))}
    assert set(found) == set(PROBE_SIZES_MM)
    for size, corners in found.items():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides.mean() == pytest.approx(size * 21 / 25, rel=0.04)
        middle, half = corners.mean(axis=0), size / 2
        assert zbar_text(page.part(middle[0] - half, middle[1] - half, size, size)) == [probe_payload(size)]
    assert min(PROBE_SIZES_MM) == 8
    assert max(PROBE_SIZES_MM) == 30


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_for_the_lens_is_seen_whole_and_true(paper: str) -> None:
    page = pages(calibration_pdf(paper, load_letters()), 150, first=2)[0]
    view = find_board(colour(page))
    assert view is not None
    assert len(view.corners) == len(LENS_BOARD.corners)
    seen_mm = (view.pixels + 0.5) / page.px_per_mm
    corner = np.array([210 if paper == "a4" else 215.9, 297 if paper == "a4" else 279.4]) / 2
    corner -= np.array([LENS_BOARD.width_mm, LENS_BOARD.height_mm]) / 2
    assert np.abs(seen_mm - LENS_BOARD.corners[list(view.corners)] - corner).max() < 0.15


# -- mats --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 6])
def test_the_whole_mat_is_in_true_size_with_its_markers_and_names(players: int) -> None:
    voice = chronicle(players)
    pdf = mats_pdf([game_mat(voice, load_letters())], "whole", load_letters())
    (page,) = pages(pdf, 60)
    mat = mat_layout(voice.layout)
    assert page.image.shape[1] / page.px_per_mm == pytest.approx(mat.width_mm, abs=1)
    assert page.image.shape[0] / page.px_per_mm == pytest.approx(mat.height_mm, abs=1)
    found = find_markers(colour(page), list(mat.markers))
    assert set(found) == set(mat.markers)
    for number, at in mat.markers.items():
        middle = np.mean(np.array(found[number]), axis=0) / page.px_per_mm
        assert math.dist(middle, (at.x_mm, at.y_mm)) < 1.0
    texts = " ".join(word.text for word in words(pdf))
    for name in ("Characters", "History pile", "Discard pile", f"Seat {players}'s allies"):
        assert name in texts


def test_tiles_put_together_are_the_mat() -> None:
    voice, letters = chronicle(), load_letters()
    drawing = game_mat(voice, letters)
    whole = pages(mats_pdf([drawing], "whole", letters), 50)[0]
    ways = tiling(drawing.width_mm, drawing.height_mm, (210, 297))
    tiles = pages(mats_pdf([drawing], "a4", letters), 50)
    assert len(tiles) == len(ways.tiles) > 1
    for tile, page in zip(ways.tiles, tiles, strict=True):
        left, top = (ways.page_mm[0] - tile.w_mm) / 2, (ways.page_mm[1] - tile.h_mm) / 2
        one = page.part(left + 1, top + 1, tile.w_mm - 2, tile.h_mm - 2).astype(float)
        other = whole.part(tile.x_mm + 1, tile.y_mm + 1, tile.w_mm - 2, tile.h_mm - 2).astype(float)
        high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
        blurred = [picture[: high // 8 * 8, : wide // 8 * 8] for picture in (one, other)]
        means = [p.reshape(high // 8, 8, wide // 8, 8).mean(axis=(1, 3)) for p in blurred]
        assert np.abs(means[0] - means[1]).mean() < 4  # a pixel's shift at most
    corners = [
        page
        for tile, page in zip(ways.tiles, tiles, strict=True)
        if tile.column in (1, tile.columns) and tile.row in (1, tile.rows)
    ]
    assert [set(find_markers(colour(page), [0, 1, 2, 3])) for page in corners] == [{0}, {1}, {3}, {2}]


def test_every_seat_has_its_mat_upright() -> None:
    voice, letters = chronicle(), load_letters()
    drawings = seat_mats(voice, letters)
    assert [drawing.title for drawing in drawings] == [f"Chronicle, seat {n}" for n in (1, 2, 3, 4)]
    assert len({(drawing.width_mm, drawing.height_mm) for drawing in drawings}) == 1
    pdf = mats_pdf(drawings, "whole", letters)
    assert len(pages(pdf, 20)) == 4
    for number in range(4):
        inside = [word for word in words(pdf) if word.page == number]
        assert {"allies", "place", f"{number + 1}'s"} <= {word.text for word in inside}
        assert all(word.right_mm - word.left_mm > 0.4 * (word.bottom_mm - word.top_mm) for word in inside)
        high = {word.text: word.top_mm for word in inside}
        assert high["place"] < high["allies"]  # the far place is above the near one, as its player sees it


def test_the_markers_alone_are_found_at_their_size() -> None:
    voice, letters = chronicle(), load_letters()
    pdf = mats_pdf([corner_markers(voice, letters)], "letter", letters)
    (page,) = pages(pdf, 150)
    found = find_markers(colour(page), [0, 1, 2, 3])
    assert set(found) == {0, 1, 2, 3}
    middles = {n: np.mean(np.array(corners), axis=0) for n, corners in found.items()}
    assert middles[0][0] == pytest.approx(middles[3][0], abs=2)
    assert middles[1][1] == pytest.approx(middles[0][1], abs=2)
    assert middles[2][0] > middles[3][0]
    for corners in found.values():
        sides = np.linalg.norm(np.array(corners) - np.roll(np.array(corners), 1, axis=0), axis=1)
        assert sides.mean() / page.px_per_mm == pytest.approx(voice.layout.marker_mm, rel=0.02)
    assert "880," in {word.text for word in words(pdf)}


def test_the_markers_of_a_board_are_printed_with_their_places_on_it() -> None:
    voice, letters = mat_voice(rules.games.game("war_chest"), 4), load_letters()
    pdf = mats_pdf(board_markers(voice, letters), "a4", letters)
    (page,) = pages(pdf, 150)
    found = find_markers(colour(page), [4, 5, 6, 7])
    assert set(found) == {4, 5, 6, 7}
    for corners in found.values():
        sides = np.linalg.norm(np.array(corners) - np.roll(np.array(corners), 1, axis=0), axis=1)
        assert sides.mean() / page.px_per_mm == pytest.approx(22.0, rel=0.02)
    assert {"18,", "462,", "480", "344"} <= {word.text for word in words(pdf)}
    assert board_markers(chronicle(), letters) == ()


def test_a_mat_of_another_game_is_drawn_as_well() -> None:
    voice = mat_voice(HIGH_CARD, 2)
    letters = load_letters()
    assert pages(mats_pdf([game_mat(voice, letters)], "a3", letters), 20)
    with pytest.raises(StickerError, match="no such mat"):
        mats_pdf([], "a4", letters)


def test_a_tray_for_dice_is_on_the_mat() -> None:
    def layout(seats: int, settings: Mapping[str, object]) -> Layout:
        return replace(HIGH_CARD.mat(seats), tray=MatSpot("tray", 120, 90, 60, 40))

    game = changed(HIGH_CARD, laid_out=layout)
    assert ">Dice</text>" in mat_svg(game, 2)
    letters = load_letters()
    pdf = mats_pdf([game_mat(mat_voice(game, 2), letters)], "whole", letters)
    (word,) = [word for word in words(pdf) if word.text == "Dice"]
    assert (word.left_mm + word.right_mm) / 2 == pytest.approx(120, abs=1)
    assert (word.top_mm + word.bottom_mm) / 2 == pytest.approx(90, abs=4)
