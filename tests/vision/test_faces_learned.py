"""A deck is learned from pictures of several cards, and what cannot be told apart is known before play."""

from __future__ import annotations

import numpy as np
import pytest

from bench._face_cards import SIZE, Drawn, deck, look_alikes
from bench._face_views import Laid, Seen, grounds, shot
from vision import Image
from vision.faces.learn import Alike, is_plain, known_as, look_alikes as alike_in, shown_at, shown_in
from vision.faces.looks import MOST_LOOKS, Look, Looks, learned
from vision.faces.reader import FaceReader, Named, Unknown

CARDS = deck(4, 5)
PLACES = ((-40.0, -50.0), (41.0, -46.0), (-42.0, 52.0), (38.0, 49.0))
CLOSE = Seen(3.0, 10.0, 0.9, 0.7, 2.0, 92)


def photo(cards: tuple[Drawn, ...], ground: int = 1, seed: int = 2) -> Image:
    laid = [Laid(card.picture(), x, y, 4.0) for card, (x, y) in zip(cards, PLACES, strict=False)]
    return shot(laid, grounds()[ground], CLOSE, np.random.default_rng(seed), reach_mm=115.0).frames[0]


def drawn_looks(cards: tuple[Drawn, ...]) -> Looks:
    return Looks([learned(card.name, [card.picture()], SIZE) for card in cards], SIZE)


def test_cards_in_rows_are_taken_apart_and_each_is_told_when_it_is_shown_again():
    first, again = shown_in(photo(CARDS), SIZE), shown_in(photo(CARDS, 0, 5), SIZE)
    assert len(first) == len(again) == 4
    looks = Looks([learned(card.name, [one.picture], SIZE) for card, one in zip(CARDS, first, strict=True)], SIZE)
    reader = FaceReader(looks)
    told = [known_as(one, reader, SIZE) for one in again]
    assert [isinstance(one, Named) and one.look.piece for one in told] == [card.name for card in CARDS]


def test_a_card_that_is_not_known_yet_is_new():
    (corners,) = [np.array([(0, 0), (377, 0), (377, 527), (0, 527)], np.float32)]
    stranger = shown_at(deck(1, 44)[0].picture(), [corners], SIZE)[0]
    assert isinstance(known_as(stranger, FaceReader(drawn_looks(CARDS[:3])), SIZE), Unknown)


def test_a_table_without_cards_shows_none():
    assert shown_in(photo(()), SIZE) == ()


def test_look_alikes_are_told_of_with_the_place_where_they_differ():
    one, other = look_alikes(1, 8, 2)[0]
    (pair,) = alike_in(drawn_looks((*CARDS[:2], one, other)))
    assert (pair.one, pair.other) == (2, 3)
    assert pair.place_mm is not None
    left, top, wide, high = pair.place_mm
    assert 4 < left < left + wide < 15  # their digits
    assert 4 < top < top + high < 15


def test_the_same_card_twice_differs_nowhere():
    (pair,) = alike_in(drawn_looks((CARDS[0], CARDS[1], CARDS[0])))
    assert pair == Alike(0, 2, None)
    assert not pair.is_told_at(10.0)


@pytest.mark.parametrize(("px_per_mm", "is_told"), [(2.0, False), (2.6, True)])
def test_a_place_must_be_seen_with_eight_pixels(px_per_mm: float, is_told: bool):
    assert Alike(0, 1, (5.0, 5.0, 3.2, 4.5)).is_told_at(px_per_mm) is is_told


def test_a_white_card_is_plain_and_others_are_not():
    white = np.full((480, 344, 3), 245, np.uint8)
    assert is_plain(learned("white", [white], SIZE))
    assert not is_plain(learned("a card", [CARDS[1].picture()], SIZE))


def test_a_thousand_looks_are_refused():
    look = learned("a card", [CARDS[0].picture()], SIZE)
    with pytest.raises(ValueError, match=f"at most {MOST_LOOKS} looks.* 1000"):
        Looks([Look(str(n), look.side, look.grey, look.hue) for n in range(1000)], SIZE)
