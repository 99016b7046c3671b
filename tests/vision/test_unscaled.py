"""Codes too small for a decoder in a picture of which nobody knows the scale: their finder patterns tell it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bench._tables import GOOD, HARD, Conditions, render
from vision.codes import choose_codes
from vision.reading._tag_scale import scale_of_sizes
from vision.reading.reader import cascade

CODES = list(choose_codes(160, Random(5)))
DECK, STRANGERS = CODES[:100], CODES[100:]


@pytest.mark.parametrize(("px", "seen"), [(1.15, GOOD), (1.5, GOOD), (1.75, HARD)])
def test_small_codes_are_read_without_a_calibration(px: float, seen: Conditions):
    table = render(DECK[:12], px, seen, 3)
    told = {tag.payload for tag in cascade(DECK).read_tags(table.image)}
    assert told == {tag.payload for tag in table.tags}


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


def test_a_few_sizes_stand_for_all_but_stray_ones():
    assert scale_of_sizes([]) is None
    scale = scale_of_sizes([1.5, 1.52, 1.48] * 10 + [2.4, 2.5] * 5 + [3.3])
    assert scale is not None
    assert [round(mm / 25, 2) for mm in scale.sticker_mm] == [2.45, 1.5]
