"""A deck is learned from pictures of several cards, and what cannot be told apart is known before play."""

from __future__ import annotations

import numpy as np
import pytest

from bench._face_cards import SIZE, Drawn, deck, look_alikes
from vision.faces.learn import Alike, framed, is_plain, look_alikes as alike_in
from vision.faces.looks import MOST_LOOKS, Look, Looks, learned
from vision.faces.reader import FaceReader, Named, Unknown

CARDS = deck(4, 5)


def drawn_looks(cards: tuple[Drawn, ...]) -> Looks:
    return Looks([learned(card.name, [card.picture()], SIZE) for card in cards], SIZE)


def test_a_card_that_is_shown_again_is_named_and_one_that_is_not_known_yet_is_new():
    reader = FaceReader(drawn_looks(CARDS[:3]))
    again = reader.named(framed(CARDS[1].picture(), SIZE))
    assert isinstance(again, Named)
    assert again.look.piece == CARDS[1].name
    assert isinstance(reader.named(framed(CARDS[3].picture(), SIZE)), Unknown)


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


def test_a_white_card_is_plain_and_others_are_not():
    white = np.full((480, 344, 3), 245, np.uint8)
    assert is_plain(learned("white", [white], SIZE))
    assert not is_plain(learned("a card", [CARDS[1].picture()], SIZE))


def test_a_thousand_looks_are_refused():
    look = learned("a card", [CARDS[0].picture()], SIZE)
    with pytest.raises(ValueError, match=f"at most {MOST_LOOKS} looks.* 1000"):
        Looks([Look(str(n), look.side, look.grey, look.hue) for n in range(1000)], SIZE)
