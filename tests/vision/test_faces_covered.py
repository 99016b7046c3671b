"""Cards that lie partly under others are told by what is seen of them, and a wrong name is worse than none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench._face_cards import SIZE, Drawn, deck, look_alikes, playing_cards
from bench._face_covered import FAN, HALF, Covered, answers, corners_of, fanned, told_at_table
from bench._face_views import Laid, Seen, grounds, shot, shown_close
from vision.calibration.mat import Calibration
from vision.faces.at_table import Believed, FacesAtTable
from vision.faces.changed import Changed
from vision.faces.flat import flattened
from vision.faces.hidden import strip_of
from vision.faces.looks import Looks, learned
from vision.faces.reader import FaceReader, Named, Unknown, Unsure
from vision.types import Side

CARDS = deck(6, 5)
CLEAR = Seen(2.6, 8.0, 0.9, 0.7, 2.5, 90)


def looks_of(cards: Sequence[Drawn]) -> Looks:
    rng = np.random.default_rng(1)
    return Looks([learned(card.name, [shown_close(card.picture(), rng)], SIZE) for card in cards], SIZE)


@pytest.fixture(scope="module")
def looks() -> Looks:
    return looks_of(CARDS)


def names(looks: Looks, cards: Sequence[Drawn], how: Covered, seed: int = 3) -> list[str | None]:
    """What is said of each card, the undermost first; then of places where none lies."""
    view, laid = fanned(cards, how, grounds()[1], CLEAR, np.random.default_rng(seed))
    told = answers(told_at_table(looks, view), laid, view)
    return [answer.look.piece if isinstance(answer, Named) else None for answer in told]


@pytest.mark.parametrize("seed", [3, 4])
def test_a_card_of_which_half_is_hidden_is_told_and_so_is_the_one_on_it(looks: Looks, seed: int):
    two = (CARDS[3], CARDS[0])
    assert names(looks, two, HALF, seed) == [card.name for card in two]


def test_the_cards_of_a_fan_are_told_by_a_third_of_each(looks: Looks):
    three = (CARDS[0], CARDS[5], CARDS[3])
    assert names(looks, three, FAN, 5) == [card.name for card in three]


@pytest.mark.parametrize("off_mm", [-3.0, 3.0])
def test_a_strip_is_told_that_lies_some_millimetres_beside_where_it_was_thought(looks: Looks, off_mm: float):
    laid = Laid(CARDS[2].picture(), 0.0, 0.0, 0.0)
    view = shot([laid], grounds()[1], CLEAR, np.random.default_rng(3))
    corners = corners_of(replace(laid, y_mm=off_mm), view)
    strip = np.round(strip_of(corners, 0, 0.35)).astype(np.int32)
    open_ = cv2.fillConvexPoly(np.zeros(view.before.shape[:2], np.uint8), strip, 1) > 0
    answer = FaceReader(looks).named(flattened(view.frames[0], corners, SIZE, open_))
    assert isinstance(answer, Named)
    assert answer.look.piece == CARDS[2].name


def test_what_came_to_rest_sooner_than_the_rest_of_a_card_is_not_taken_for_the_table(looks: Looks):
    """Both ends of the strip that is seen of the undermost card of a fan."""
    view, laid = fanned((CARDS[0], CARDS[5], CARDS[3]), FAN, grounds()[1], CLEAR, np.random.default_rng(4))
    calibration = Calibration(np.asarray(np.linalg.inv(view.to_px), np.float64), view.to_px)
    bare, all_ = (
        Changed(picture, np.ones((65, 65), np.bool_), 8.0, calibration.places)
        for picture in (view.before, view.frames[0])
    )
    first, *others = (corners_of(card, view) for card in laid)
    ends = all_.inside(strip_of(first, 0, 0.2)) | all_.inside(strip_of(first, 2, 0.2))
    for corners in others:
        ends &= ~all_.inside(corners)
    table = FacesAtTable([looks])
    table.look(replace(bare, cells=bare.inside(first)), [])
    table.learn(bare, [], [])
    assert table.look(replace(all_, cells=ends), [])[0] == []
    table.learn(replace(all_, cells=ends), [], [])
    told = [one.answer for one in table.look(all_, [])[0]]
    assert {one.look.piece for one in told if isinstance(one, Named)} == {CARDS[n].name for n in (0, 5, 3)}


def test_a_card_that_lies_exactly_on_another_is_not_taken_for_that_one_when_all_is_looked_at_again(looks: Looks):
    """Both are believed to lie at the same place, and only the upper one is seen there."""
    lower, upper = (
        shot([Laid(CARDS[n].picture(), 0.0, 0.0, 0.0)], grounds()[1], CLEAR, np.random.default_rng(3)) for n in (0, 3)
    )
    calibration = Calibration(np.asarray(np.linalg.inv(lower.to_px), np.float64), lower.to_px)
    bare, first, second = (
        Changed(picture, np.ones((65, 65), np.bool_), 8.0, calibration.places)
        for picture in (lower.before, lower.frames[0], upper.frames[0])
    )
    table = FacesAtTable([looks])
    table.look(bare, [])
    table.learn(bare, [], [])
    (seen,) = table.look(first, [])[0]
    under, over = (Believed(seen.corners, SIZE, CARDS[n].name, Side.FRONT) for n in (0, 3))
    table.learn(first, [seen.corners], [under])
    assert table.is_again(first.picture, under)
    assert [one.answer.look.piece for one in table.look(second, [])[0] if isinstance(one.answer, Named)] == [over.piece]
    table.learn(second, [seen.corners], [under, over])
    assert table.is_again(second.picture, over)
    assert not table.is_again(second.picture, under)


def test_a_stranger_half_under_a_known_card_has_no_name(looks: Looks):
    stranger = deck(1, 99)[0]
    assert names(looks, (stranger, CARDS[0]), HALF) == [None, CARDS[0].name]


def test_a_stranger_between_known_cards_of_a_fan_is_told_as_a_card_without_a_name(looks: Looks):
    three = (CARDS[0], deck(1, 99)[0], CARDS[3])
    view, _ = fanned(three, Covered("as dealt", 0.43, 3), grounds()[1], CLEAR, np.random.default_rng(5))
    told = [one.answer for one in told_at_table(looks, view)]
    assert {one.look.piece for one in told if isinstance(one, Named)} == {CARDS[0].name, CARDS[3].name}
    assert [one for one in told if not isinstance(one, Named)] == [Unknown()]


def test_cards_of_which_only_an_index_differs_in_what_is_seen_are_never_taken_for_each_other():
    pack = playing_cards()
    six, seven, eight = pack[5], pack[6], pack[7]
    looks = looks_of((six, seven, eight))
    for seed in (3, 5):
        under, over, *elsewhere = names(looks, (eight, seven), HALF, seed)
        assert under in (None, eight.name)
        assert over in (None, seven.name)
        assert not any(elsewhere)


def test_a_card_that_differs_in_a_digit_from_the_only_one_that_is_known_gets_no_name_at_the_table():
    one, other = look_alikes(1, 8, 2)[0]
    looks = looks_of((one, *CARDS[:3]))
    view, _ = fanned((other,), HALF, grounds()[1], CLEAR, np.random.default_rng(3))
    (seen,) = told_at_table(looks, view)
    assert isinstance(seen.answer, Unsure)


def test_a_strip_of_a_card_lies_along_its_side():
    card = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float32)
    left = strip_of(card, 3, 1 / 3)
    assert cv2.contourArea(left) == pytest.approx(60 * 90 / 3)
    assert left[:, 0].max() == pytest.approx(20)
