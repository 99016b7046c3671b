"""Codes that are known by their looks: told again without being read, and never instead of another code."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from bench._tables import GOOD, HARD, Conditions, render
from vision import Frame, Image, Sighting
from vision.codes import code_distance
from vision.reading.decoders import RawTag
from vision.table._fine import FineTable
from vision.table._foreign import KnownCodes
from vision.table._sight import is_one_of
from vision.table.gate import MotionGate

NAMES = [f"CARD{number:03d}" for number in range(120)]


@cache
def nearest() -> list[tuple[str, str]]:
    """The pairs of codes that are hardest to tell apart; found when they are needed."""
    return sorted(combinations(NAMES, 2), key=lambda pair: code_distance(*pair))[:12]


def shown(payload: str, px: float, seen: Conditions, noise: int = 0, light: float = 1.0) -> tuple[Image, Sighting]:
    """A picture of one code, always at the same place, and its sighting."""
    table = render([payload], px, seen, 5)
    rng = np.random.default_rng(noise)
    image = np.clip(light * table.image + rng.normal(0, 3.0, table.image.shape), 0, 255).astype(np.uint8)
    tag, reach = table.tags[0], 21 * px / 2
    corners = ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))
    return image, Sighting(payload, tuple((tag.x_px + x, tag.y_px + y) for x, y in corners), None, 0.0, 1.0)


def again(image: Image, before: Image, sighting: Sighting) -> bool:
    known = KnownCodes()
    known.remember(Frame(before, 1.0, 1), [sighting])
    height, width = image.shape
    return bool(known.seen_again(Frame(image, 2.0, 2), [sighting], [(0, 0, width, height)]))


@pytest.mark.parametrize("seen", [GOOD, HARD])
@pytest.mark.parametrize("px", [1.25, 2.0, 4.0])
def test_another_code_in_the_same_place_is_never_taken_for_it(px: float, seen: Conditions):
    for one, other in nearest():
        before, sighting = shown(one, px, seen)
        assert not again(shown(other, px, seen)[0], before, sighting)


@pytest.mark.parametrize("px", [1.25, 2.0, 4.0])
def test_the_same_code_in_other_light_is_told_again_until_something_covers_a_part_of_it(px: float):
    before, sighting = shown("CARD001", px, GOOD)
    after, _ = shown("CARD001", px, GOOD, noise=7, light=0.8)
    assert again(after, before, sighting)
    (left, above), (right, below) = sighting.corners_px[0], sighting.corners_px[2]
    finger = after.copy()
    finger[int(above) : int((above + below) / 2), int(left) : int((left + right) / 2)] = 130
    assert not again(finger, before, sighting)
    assert not again(np.roll(after, round(px), axis=1), before, sighting)


def test_what_is_turned_over_exactly_in_place_is_known_by_its_own_looks_only():
    before, sighting = shown("CARD001", 2.0, GOOD)
    after, other = shown("CARD002", 2.0, GOOD)
    known = KnownCodes()
    known.remember(Frame(before, 1.0, 1), [sighting])
    known.remember(Frame(after, 1.0, 2), [other])
    assert sighting.corners_px == other.corners_px
    assert known.seen_again(Frame(before, 2.0, 3), [other], [(0, 0, 500, 500)]) == ()
    assert len(known.seen_again(Frame(after, 2.0, 4), [other], [(0, 0, 500, 500)])) == 1


def test_what_was_read_long_ago_is_known_no_more_when_all_is_read_anew():
    before, sighting = shown("CARD001", 2.0, GOOD)
    known = KnownCodes()
    known.remember(Frame(before, 1.0, 1), [sighting])
    (told,) = known.seen_again(Frame(before, 2.0, 2), [sighting], [(0, 0, 500, 500)])
    assert (told.payload, told.corners_px, told.taken_s) == (sighting.payload, sighting.corners_px, 2.0)
    assert known.seen_again(Frame(before, 2.0, 2), [sighting], None) == ()
    assert known.seen_again(Frame(before, 2.0, 2), [sighting], [(0, 0, 2, 2)]) == ()
    known.forget()
    assert known.seen_again(Frame(before, 2.0, 2), [sighting], [(0, 0, 500, 500)]) == ()


def test_a_code_that_is_known_is_not_told_twice():
    _, sighting = shown("CARD001", 2.0, GOOD)
    assert is_one_of(RawTag("CARD001", sighting.corners_px, "zxing"), [sighting])
    assert not is_one_of(RawTag("CARD002", sighting.corners_px, "zxing"), [sighting])
    away = tuple((x + 60, y) for x, y in sighting.corners_px)
    assert not is_one_of(RawTag("CARD001", away, "zxing"), [sighting])


@pytest.mark.parametrize("seen", [GOOD, HARD])
@pytest.mark.parametrize("px", [1.25, 2.0])
def test_where_another_code_was_put_in_the_same_place_the_frames_own_pixels_tell(px: float, seen: Conditions):
    for one, other in nearest():
        gate, fine = MotionGate(), FineTable()
        view = gate.step(Frame(shown(one, px, seen)[0], 1.0, 1))
        fine.learn(view, view.settled, [], [], [], [], np.zeros_like(view.settled), ())
        for light in (1.0, 0.9):
            same = gate.step(Frame(shown(one, px, seen, noise=3, light=light)[0], 2.0, 2))
            assert fine.unchanged(same, view.settled).all()
        found = gate.step(Frame(shown(other, px, seen, noise=3)[0], 3.0, 3))
        assert not fine.unchanged(found, view.settled).all()
