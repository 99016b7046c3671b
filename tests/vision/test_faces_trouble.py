"""Cards as they are on real evenings: in sleeves, bent, under a lamp, on the screen of a phone, in two printings. What
cannot be told is asked for, and nothing gets a wrong name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench._face_cards import FINE, SIZE, Drawn, deck
from bench._face_covered import corners_of
from bench._face_views import Laid, Seen, Shot, grounds, shot, shown_close
from bench.faces_bench import told
from vision import Image
from vision._pixels import as_image
from vision.faces.looks import Looks, learned
from vision.faces.once import cards_on
from vision.faces.reader import Answer, FaceReader, Named

CARDS = deck(5, 5)
CLEAR = Seen(2.6, 8.0, 0.9, 0.7, 2.5, 90)


def look(card: Drawn, name: str = "", seed: int = 1):
    return learned(name or card.name, [shown_close(card.picture(), np.random.default_rng(seed))], SIZE)


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader(Looks([look(card) for card in CARDS], SIZE))


def seen(picture: Image, seed: int = 3) -> tuple[Shot, Laid]:
    laid = Laid(picture, 4.0, -3.0, 20.0)
    return shot([laid], grounds()[1], CLEAR, np.random.default_rng(seed)), laid


def names(reader: FaceReader, pictures: Sequence[Image]) -> list[str | None]:
    return [_name(told(reader, seen(picture)[0], 1)) for picture in pictures]


def _name(answer: Answer | None) -> str | None:
    return answer.look.piece if isinstance(answer, Named) else None


def test_cards_in_sleeves_are_named(reader: FaceReader):
    """A sleeve takes from the contrast, and shines a little."""
    sleeved = [as_image(np.clip(card.picture() * 0.8 + 30.0, 0, 255)) for card in CARDS]
    assert names(reader, sleeved) == [card.name for card in CARDS]


def test_cards_that_are_bent_a_little_are_named(reader: FaceReader):
    """The middle of each long side is up to half a millimetre away from where it is on a flat card, and lies in another
    light."""
    bent = []
    for card in CARDS:
        picture = card.picture()
        high, wide = picture.shape[:2]
        y, x = np.mgrid[:high, :wide].astype(np.float32)
        down, across = y / high * 2 - 1, x / wide * 2 - 1
        moved = cv2.remap(picture, x + 0.5 * FINE * (1 - down**2) * across, y, cv2.INTER_LINEAR)
        bent.append(as_image(np.clip(moved * (1 + 0.1 * (down**2 - 0.3))[..., None], 0, 255)))
    found = names(reader, bent)
    assert all(name in (None, card.name) for name, card in zip(found, CARDS, strict=True))
    assert found.count(None) <= 1


@pytest.mark.parametrize("reach_mm", [4.0, 9.0])
def test_a_card_from_which_a_lamp_shines_back_is_told_by_what_is_seen_beside_that(reader: FaceReader, reach_mm: float):
    strangers = deck(2, 99)
    found = [
        _name(told(reader, replace(view, frames=(shone_on(view, laid, reach_mm),)), 1))
        for view, laid in map(seen, [card.picture() for card in (*CARDS, *strangers)])
    ]
    assert found == [*(card.name for card in CARDS), None, None]


def test_of_cards_that_differ_in_a_place_from_which_a_lamp_shines_back_none_is_named():
    """A digit in that corner is another one."""
    card = CARDS[0].picture()
    high, wide = card.shape[:2]
    twin = card.copy()
    cv2.circle(twin, (round(0.3 * wide), round(0.3 * high)), 3 * FINE, (20, 20, 20), -1)
    looks = [
        learned(name, [shown_close(picture, np.random.default_rng(1))], SIZE)
        for name, picture in (("one", card), ("other", as_image(twin)))
    ]
    view, laid = seen(card)
    reader = FaceReader(Looks(looks, SIZE))
    assert _name(told(reader, view, 1)) == "one"
    assert _name(told(reader, replace(view, frames=(shone_on(view, laid, 4.0),)), 1)) is None


def shone_on(view: Shot, laid: Laid, reach_mm: float) -> Image:
    """The picture with the light of a lamp that the card throws back."""
    corners = corners_of(laid, view)
    at = corners.mean(axis=0) + 0.2 * (corners[0] - corners[2])
    y, x = np.mgrid[: view.before.shape[0], : view.before.shape[1]].astype(np.float32)
    far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / (reach_mm * view.px_per_mm) ** 2
    return as_image(np.clip(view.frames[0] + 250 * np.exp(-far / 2)[..., None], 0, 255))


def test_a_card_on_the_screen_of_a_phone_is_no_card(reader: FaceReader):
    """The phone lies on the table; what it shows is smaller than a card."""
    phone = as_image(np.full((150 * FINE, 72 * FINE, 3), 15, np.uint8))
    small = cv2.resize(CARDS[0].picture(), (56 * FINE, 78 * FINE), interpolation=cv2.INTER_AREA)
    phone[36 * FINE : 114 * FINE, 8 * FINE : 64 * FINE] = small
    before = as_image(np.full((500, 400, 3), (60, 90, 110), np.uint8))
    now = before.copy()
    now[55:445, 106:293] = cv2.resize(phone, (187, 390), interpolation=cv2.INTER_AREA)
    looks = Looks([look(card) for card in CARDS], SIZE)
    assert not [one for one in cards_on([looks], as_image(now), before, lambda at: at / 2.6) if _name(one.answer)]


def test_two_printings_of_a_game_name_the_same_card_and_each_is_known():
    """The same piece has another picture in the second copy."""
    pairs = [(CARDS[0], "knight"), (CARDS[1], "knight"), (CARDS[2], "queen"), (CARDS[3], "queen")]
    reader = FaceReader(Looks([look(card, name) for card, name in pairs], SIZE))
    assert names(reader, [card.picture() for card, _ in pairs]) == [name for _, name in pairs]
    assert names(reader, [CARDS[4].picture()]) == [None]
