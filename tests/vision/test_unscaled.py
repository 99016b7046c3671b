"""Codes too small for a decoder in a picture of which nobody knows the scale: their finder patterns tell it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bench._tables import GOOD, HARD, Conditions, render
from bench.leaning_bench import Kind, grounds, leaning, measured
from vision.calibration.mat import Calibration, Matrix
from vision.codes import choose_codes
from vision.reading._tag_scale import SeenCodes, scale_of_codes
from vision.reading.reader import cascade
from vision.virtual.top import TableTop, texture_of

CODES = list(choose_codes(160, Random(5)))
DECK, STRANGERS = CODES[:100], CODES[100:]


@pytest.mark.parametrize(("px", "seen"), [(1.15, GOOD), (1.5, GOOD), (1.75, HARD)])
def test_small_codes_are_read_without_a_calibration(px: float, seen: Conditions):
    table = render(DECK[:12], px, seen, 3)
    told = {tag.payload for tag in cascade(DECK).read_tags(table.image)}
    assert told == {tag.payload for tag in table.tags}


@pytest.mark.parametrize("height_mm", [0.0, 60.0], ids=["on the table", "at any height"])
@pytest.mark.parametrize(("tilt_deg", "top"), [(20.0, TableTop.RUG), (35.0, TableTop.CARPET), (45.0, TableTop.SLATE)])
def test_a_camera_that_leans_reads_all_without_a_calibration(tilt_deg: float, top: TableTop, height_mm: float):
    ground = texture_of(top)
    assert ground is not None
    kind = Kind("", 14, (20.0,), height_mm)
    (table,) = leaning(DECK, kind, tilt_deg, ground, 3, size_px=(1100, 700))
    told = {tag.payload for tag in cascade(DECK).read_tags(table.image)}
    assert told == {tag.payload for tag in table.tags}


def test_the_bench_measures_a_leaning_camera():
    table = leaning(DECK, Kind("4", 4), 30.0, next(grounds(None, np.random.default_rng(1))), 2, 5, size_px=(600, 400))
    told = measured(DECK, Kind("4", 4), 30.0, [table])
    assert told.startswith("4, 30 deg")
    assert told.count("100.0 %") >= 3


def test_codes_of_two_sizes_are_read_in_one_picture():
    small, large = render(DECK[:6], 1.2, GOOD, 4).image, render(DECK[6:12], 1.6, GOOD, 5).image
    both = np.full((max(small.shape[0], large.shape[0]), small.shape[1] + large.shape[1]), 95, np.uint8)
    both[: small.shape[0], : small.shape[1]] = small
    both[: large.shape[0], small.shape[1] :] = large
    assert {tag.payload for tag in cascade(DECK).read_tags(both)} == set(DECK[:12])


def test_strange_codes_are_never_taken_for_ours_without_a_calibration():
    for number, px in enumerate((1.15, 1.4, 1.75)):
        table = render(STRANGERS[20 * number : 20 * number + 20], px, GOOD, number)
        told = {tag.payload for tag in cascade(DECK).read_tags(table.image)}
        assert not told & set(DECK)


def seen(to_px: Matrix, places: Matrix, sides_mm: Matrix) -> SeenCodes:
    """Codes with modules of these sides that lie at these places on a table, each turned otherwise."""
    calibration = Calibration(np.asarray(np.linalg.inv(to_px), np.float64), to_px)
    pixels = calibration.pixels(places)
    way = np.linspace(0, 6, len(places))
    turns = np.stack([np.stack([np.cos(way), -np.sin(way)], 1), np.stack([np.sin(way), np.cos(way)], 1)], 1)
    return SeenCodes(pixels, calibration.axes_at(pixels) @ (turns * sides_mm[:, None, None]))


def test_codes_tell_how_the_table_leans_and_the_sizes_of_their_stickers():
    rng = np.random.default_rng(4)
    to_px = np.array([[2.0, 0.4, 900.0], [-0.3, 1.4, 700.0], [2e-4, 5e-4, 1.0]])
    places, sides_mm = rng.uniform(-500, 500, (40, 2)), np.where(np.arange(40) % 4, 0.8, 1.4)
    codes = seen(to_px, places, sides_mm)
    stray = SeenCodes(rng.uniform(0, 2000, (2, 2)), np.array([np.eye(2) * 3.1, np.eye(2) * 0.7]))
    scale = scale_of_codes(codes.and_also([stray]))
    assert scale is not None
    assert [round(mm / 25, 2) for mm in scale.sticker_mm] == [1.75, 1.0]
    here = scale.axes_at(codes.middles)
    away = 0.8 * Calibration(np.asarray(np.linalg.inv(to_px), np.float64), to_px).axes_at(codes.middles)
    assert np.allclose(here @ here.transpose(0, 2, 1), away @ away.transpose(0, 2, 1), rtol=0.02, atol=0.02)


def test_few_codes_tell_their_own_shape_and_none_tell_nothing():
    assert scale_of_codes(SeenCodes.of([])) is None
    leaning = np.array([[1.5, 0.2], [-0.1, 0.9]])
    scale = scale_of_codes(SeenCodes(np.array([(400.0, 300.0)]), leaning[None]))
    assert scale is not None
    here = scale.axes_px(900, 100) * scale.sticker_mm[0] / 25
    assert np.allclose(here @ here.T, leaning @ leaning.T, atol=1e-6)
