"""Cards without stickers are told by their print, and a wrong name is worse than none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench._face_cards import SIZE, Drawn, Kind, deck, look_alikes, playing_cards
from bench._face_views import Laid, Seen, Shot, grounds, shot, shown_close
from bench.faces_bench import Group, rates, told
from vision import Image, Side
from vision._pixels import as_image
from vision.calibration.mat import Calibration
from vision.faces.find import changed_cards, mean_of
from vision.faces.flat import Corners, flattened
from vision.faces.learn import framed
from vision.faces.looks import Looks, learned
from vision.faces.reader import FaceReader, Named, Unknown, Unsure

CARDS = deck(6, 5)
CLEAR = Seen(2.6, 8.0, 0.9, 0.7, 2.5, 90)


def looks_of(cards: tuple[Drawn, ...], seed: int = 1) -> Looks:
    rng = np.random.default_rng(seed)
    return Looks([learned(card.name, [shown_close(card.picture(), rng)], SIZE) for card in cards], SIZE)


@pytest.fixture(scope="module")
def looks() -> Looks:
    return looks_of(CARDS)


def seen(card: Image, angle_deg: float = 20.0, way: Seen = CLEAR, seed: int = 3, frames: int = 1) -> Shot:
    return shot([Laid(card, 4.0, -3.0, angle_deg)], grounds()[1], way, np.random.default_rng(seed), frames)


def found(view: Shot) -> list[Corners]:
    return changed_cards(view.frames[0], view.before, SIZE, calibration(view).places)


def calibration(view: Shot) -> Calibration:
    return Calibration(np.asarray(np.linalg.inv(view.to_px), np.float64), view.to_px)


@pytest.mark.parametrize("angle_deg", [20.0, 200.0, 95.0])
def test_a_card_is_named_any_way_up(looks: Looks, angle_deg: float):
    answer = told(FaceReader(looks), seen(CARDS[2].picture(), angle_deg), 1)
    assert isinstance(answer, Named)
    assert answer.look.piece == CARDS[2].name
    assert answer.odds > 0.9


def test_cards_are_named_in_dim_light(looks: Looks):
    dim = replace(CLEAR, light=0.4, noise=4.5, jpeg=80)
    answers = [told(FaceReader(looks), seen(card.picture(), way=dim), 1) for card in CARDS[:5:2]]
    assert [isinstance(one, Named) and one.look.piece for one in answers] == [card.name for card in CARDS[:5:2]]


def test_a_card_of_another_game_with_the_same_frame_has_no_name(looks: Looks):
    for stranger in deck(3, 99):
        assert isinstance(told(FaceReader(looks), seen(stranger.picture()), 1), Unknown), stranger.name


def test_where_no_look_is_known_nothing_is_named():
    assert told(FaceReader(Looks([], SIZE)), seen(CARDS[0].picture()), 1) == Unknown()


def test_a_card_without_print_gets_no_name():
    white = np.full((480, 344, 3), 245, np.uint8)
    reader = FaceReader(Looks([learned("white", [white], SIZE)], SIZE))
    assert isinstance(told(reader, seen(white), 1), Unknown)


def test_look_alikes_are_asked_or_told_rightly_and_one_never_shown_is_not_taken_for_them():
    one, other, third = look_alikes(1, 8)[0]
    reader = FaceReader(looks_of((one, other, *CARDS[:3])))
    for card in (one, other):
        answer = told(reader, seen(card.picture()), 1)
        if isinstance(answer, Named):
            assert answer.look.piece == card.name
        else:
            assert isinstance(answer, Unsure)
            assert {look.piece for look in answer.looks} == {one.name, other.name}
    assert not isinstance(told(reader, seen(third.picture()), 1), Named)


def test_a_back_is_a_look_like_any_other():
    rng = np.random.default_rng(1)
    back = Drawn(Kind.PATTERN, 4).picture()
    known = [learned("deck", [shown_close(back, rng)], SIZE, Side.BACK), looks_of(CARDS[:1])[0]]
    answer = told(FaceReader(Looks(known, SIZE)), seen(back), 1)
    assert isinstance(answer, Named)
    assert answer.look.side is Side.BACK


def test_a_reflection_in_one_of_three_pictures_does_no_harm():
    rng = np.random.default_rng(2)
    pictures = [shown_close(CARDS[0].picture(), rng) for _ in range(3)]
    plain = learned("a card", pictures, SIZE)
    cv2.circle(pictures[1], (150, 260), 60, (255, 255, 255), -1)
    lit, middle = learned("a card", pictures, SIZE), np.s_[105:133, 56:84]
    alone = learned("a card", pictures[1:2], SIZE)
    off, off_alone = (np.abs(plain.grey[middle].astype(float) - one.grey[middle]).mean() for one in (lit, alone))
    assert off < 0.2 * off_alone


def test_looks_shown_upside_down_are_turned():
    rng = np.random.default_rng(2)
    one, other = (shown_close(CARDS[3].picture(), rng) for _ in range(2))
    upright = learned("a card", [one, other], SIZE)
    turned = learned("a card", [one, np.ascontiguousarray(other[::-1, ::-1])], SIZE)
    assert float(np.abs(upright.grey.astype(float) - turned.grey).mean()) < 2


def test_300_looks_take_less_than_20_megabytes(looks: Looks):
    assert 300 * looks.nbytes / len(looks) < 20_000_000


def test_a_card_is_found_where_it_came_and_nowhere_else():
    view = seen(CARDS[1].picture())
    (corners,) = found(view)
    places = calibration(view).places(corners.astype(np.float64))
    assert np.allclose(places.mean(axis=0), (4.0, -3.0), atol=2.0)
    assert changed_cards(view.before, view.before, SIZE, calibration(view).places) == []


def test_a_card_is_found_though_the_camera_makes_the_whole_table_darker_for_it():
    view = seen(playing_cards()[4].picture())
    rough = grounds()[0][:300, :300]
    brighter = cv2.convertScaleAbs(shot([], rough, CLEAR, np.random.default_rng(3)).frames[0], alpha=1.5)
    darker = shot([Laid(playing_cards()[4].picture())], rough, CLEAR, np.random.default_rng(3)).frames[0]
    assert len(changed_cards(as_image(darker), as_image(brighter), SIZE, calibration(view).places)) == 1


def test_cards_of_two_black_suits_are_told_apart():
    pack = playing_cards()
    reader = FaceReader(looks_of((pack[7], pack[33])))
    for card in (pack[7], pack[33]):
        answer = told(reader, seen(card.picture(), way=replace(CLEAR, px_per_mm=2.0)), 1)
        assert isinstance(answer, Named)
        assert answer.look.piece == card.name


def test_a_card_that_differs_in_a_digit_from_the_only_one_that_is_known_has_no_name():
    one, other = look_alikes(1, 8, 2)[0]
    reader = FaceReader(looks_of((one, *CARDS[:3])))
    assert isinstance(told(reader, seen(other.picture()), 1), Unsure)


def test_a_card_that_is_nearly_the_same_upside_down_is_learned_one_way_up():
    rng = np.random.default_rng(4)
    one, other = (shown_close(playing_cards()[33].picture(), rng) for _ in range(2))
    turned = learned("eight", [one, np.ascontiguousarray(other[::-1, ::-1])], SIZE)
    upright = learned("eight", [one], SIZE)
    middle = np.s_[90:130, 10:150]
    assert float(np.abs(upright.grey[middle].astype(float) - turned.grey[middle]).max()) < 60


def test_a_white_card_half_on_a_white_one_is_found_by_its_corners():
    ground = np.full((300, 300, 3), 60, np.uint8)
    rng = np.random.default_rng(5)
    plain = np.full((528, 378, 3), 244, np.uint8)
    card = Drawn(Kind.PLAYING, 0, 0, 20).picture()
    below = Laid(plain, 45.0)
    with_it = shot([below, Laid(card, -6.0, 0.0, 90.0)], ground, CLEAR, rng)
    without = shot([below], ground, CLEAR, np.random.default_rng(5))
    view = replace(with_it, before=without.frames[0])
    reader = FaceReader(looks_of((Drawn(Kind.PLAYING, 0, 0, 20), Drawn(Kind.PLAYING, 0, 0, 37))))
    answer = told(reader, view, 1)
    assert isinstance(answer, Named)
    assert answer.look.piece == "playing 0 0 20"


def test_a_card_that_is_too_bright_for_the_camera_on_a_dark_table_is_named(looks: Looks):
    dark = as_image(np.full((400, 400, 3), 40, np.uint8))
    for card in (CARDS[0], CARDS[2]):
        view = shot([Laid(card.picture(), 4.0, -3.0, 20.0)], dark, CLEAR, np.random.default_rng(3))
        (corners,) = found(view)
        assert flattened(view.frames[0], corners, SIZE).bright is not None, "the picture is not what is to be tried"
        answer = told(FaceReader(looks), view, 1)
        assert isinstance(answer, Named)
        assert answer.look.piece == card.name


def test_what_is_as_bright_as_can_be_tells_nothing():
    """Two cards of which one has a pale sign: where both are white in the picture, both are asked for."""
    plain, signed = (cv2.cvtColor(np.full((440, 316), 150, np.uint8), cv2.COLOR_GRAY2BGR) for _ in range(2))
    for card in (plain, signed):
        cv2.putText(card, "one of two", (40, 80), cv2.FONT_HERSHEY_DUPLEX, 1.3, (20, 20, 20), 3, cv2.LINE_AA)
        cv2.circle(card, (160, 350), 40, (20, 20, 120), 6, cv2.LINE_AA)
        cv2.rectangle(card, (60, 130), (256, 260), (200, 200, 200), -1)
    cv2.putText(signed, "7", (130, 225), cv2.FONT_HERSHEY_DUPLEX, 2.0, (225, 225, 225), 6, cv2.LINE_AA)
    reader = FaceReader(
        Looks([learned(name, [as_image(one)], SIZE) for name, one in (("a", plain), ("b", signed))], SIZE)
    )
    for card in (plain, signed):
        lit = as_image(np.clip(card.astype(float) * 1.35, 0, 255))
        answer = reader.named(framed(as_image(card), SIZE))
        assert isinstance(answer, Named | Unsure)
        corners = np.array([(20, 20), (336, 20), (336, 460), (20, 460)], np.float32)
        table = as_image(np.full((480, 356, 3), 20, np.uint8))
        table[20:460, 20:336] = lit
        assert isinstance(reader.named(flattened(table, corners, SIZE)), Unsure)


def test_a_card_whose_rim_is_of_the_colour_of_what_it_lies_on_is_named():
    """On white cards the white rim is no change: what changed is smaller than a card."""
    cards = deck(3, 5, 2)
    ground = as_image(np.full((400, 400, 3), 255, np.uint8))
    card = cards[0].picture()
    ground[:] = card[2, card.shape[1] // 2]
    view = shot([Laid(card, 4.0, -3.0, 20.0)], ground, CLEAR, np.random.default_rng(3))
    assert found(view)
    answer = told(FaceReader(looks_of(cards)), view, 1)
    assert isinstance(answer, Named)
    assert answer.look.piece == cards[0].name


def test_a_part_of_the_picture_says_the_same_as_the_whole():
    view = seen(CARDS[1].picture())
    place = (40, 30, view.before.shape[1] - 60, view.before.shape[0] - 50)
    (whole,), (part,) = (
        changed_cards(view.frames[0], view.before, SIZE, calibration(view).places, box) for box in (None, place)
    )
    assert np.abs(whole - part).max() < 2


def test_several_frames_have_less_noise_than_one():
    view = seen(CARDS[1].picture(), way=replace(CLEAR, noise=6.0), frames=6)
    still = mean_of(view.frames).astype(float)
    assert mean_of(view.frames[:1]) is view.frames[0]
    assert np.std(view.frames[0] - still) > np.std(mean_of(view.frames[:5]) - still)


def test_the_bench_counts_what_it_says_it_counts(looks: Looks):
    known, strange = Group("known", CARDS), Group("strange", deck(3, 99))
    one, several = rates(known, FaceReader(looks), grounds(), 4, 11)
    assert (one.of, several.of) == (4, 1)
    assert one.right >= 2
    assert one.wrong == several.wrong == 0
    strangers, _ = rates(strange, FaceReader(looks), grounds(), 3, 11)
    assert strangers.unsure + strangers.lost == 3
