"""What the frame's own pixels tell of a piece of which only a strip is in view: the light on it, what it hid, how wide
the strip is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision._table import front
from tests.vision.test_track import on_card
from vision import CARD_SHAPE, Frame, Image
from vision.table._fine import FineTable
from vision.table._memory import Lying, Standing
from vision.table.gate import GateView, MotionGate

MM = 3  # pixels a millimetre, as `on_card` has it
SIZE = (480, 480)
LOWER, UPPER = (80, 80), (83, 82)  # the middles of two cards, in mm
ROUGH = np.random.default_rng(5)
TABLE = np.asarray(ROUGH.integers(90, 130, (SIZE[1] // 6, SIZE[0] // 6, 3)).repeat(6, 0).repeat(6, 1), np.uint8)
FACES = [np.asarray(ROUGH.integers(20, 165, (44, 32, 3)).repeat(6, 0).repeat(6, 1), np.uint8) for _ in range(3)]


def picture(*cards: tuple[int, tuple[float, float]], table: Image = TABLE) -> Image:
    """Faces by number on the table, one over the other."""
    image = table.copy()
    for number, (x_mm, y_mm) in cards:
        left, top = round(MM * (x_mm - 15.5 - CARD_SHAPE.left_mm)), round(MM * (y_mm - 28 - CARD_SHAPE.up_mm))
        wide = round(MM * (CARD_SHAPE.left_mm + CARD_SHAPE.right_mm))
        high = round(MM * (CARD_SHAPE.up_mm + CARD_SHAPE.down_mm))
        face = np.resize(FACES[number], (264, 192, 3))[:high, :wide]
        image[top : top + face.shape[0], left : left + face.shape[1]] = face
    return image


def lying(number: int, at: tuple[float, float], at_s: float) -> Lying:
    tag = front(number)
    sighting = replace(on_card(tag.payload, *at), taken_s=at_s)
    return Lying(number, tag, sighting, sighting, None, at_s, at_s, rest_s=at_s)


class Seen:
    """One table, learned frame by frame."""

    def __init__(self) -> None:
        self.fine, self.gate, self.now_s = FineTable(), MotionGate(), 0.0

    def view(self, image: Image) -> GateView:
        self.now_s += 1.0
        view = self.gate.step(Frame(image, self.now_s, int(self.now_s)))
        return replace(view, moving=np.zeros_like(view.moving))

    def learn(self, image: Image, *come: Lying, loaded: tuple[int, ...] = ()) -> None:
        view = self.view(image)
        everywhere = np.ones_like(view.moving)
        self.fine.learn(view, everywhere, [], come, [], come, ~everywhere, loaded)

    def odds(self, image: Image, item: Lying, over: Lying) -> float:
        weighed = self.fine.weigh(self.view(image), item, [], [over.body], [over.body])
        assert weighed is not None
        return weighed.odds


@pytest.fixture
def card() -> Lying:
    return lying(1, LOWER, 2.0)


def laid(seen: Seen, card: Lying, *loaded: int) -> None:
    seen.learn(TABLE)
    seen.learn(picture((1, LOWER)), card, loaded=loaded)


@pytest.mark.parametrize("at", [UPPER, (81.5, 81)])
def test_a_strip_tells_whether_the_lower_card_lies_there(card: Lying, at: tuple[float, float]):
    seen, over = Seen(), lying(2, at, 3.0)
    laid(seen, card)
    assert seen.odds(picture((1, LOWER), (2, at)), card, over) > 1.5
    assert seen.odds(picture((2, at)), card, over) < -1.5


def test_a_card_in_another_light_than_the_table_around_it_is_that_card(card: Lying):
    """The table was looked at again under a brighter lamp, the card was not: its picture is of the dimmer one."""
    seen, over = Seen(), lying(2, UPPER, 3.0)
    laid(seen, card)
    lamp = 1.5
    bright = [np.asarray(np.clip(p * lamp, 0, 255), np.uint8) for p in (picture((1, LOWER)), TABLE)]
    dim_card = bright[0].copy()
    outline = seen.fine._mask(card.body, (0, 0, *SIZE), 0.0)
    dim_card[outline] = picture((1, LOWER))[outline]
    seen.learn(dim_card)
    now = picture((1, LOWER), (2, UPPER), table=bright[1])
    now[outline] = np.clip(picture((1, LOWER), (2, UPPER))[outline] * lamp, 0, 255)
    assert seen.odds(now, card, over) > 1.5
    assert seen.odds(picture((2, UPPER), table=bright[1]), card, over) < -1.5


def test_what_looks_as_a_moment_ago_lies_there_though_nobody_knows_what_it_hid(card: Lying):
    """It came with others under it."""
    seen, over = Seen(), lying(2, UPPER, 3.0)
    laid(seen, card, card.number)
    assert seen.odds(picture((1, LOWER), (2, UPPER)), card, over) > 1.5
    assert seen.odds(picture((0, LOWER), (2, UPPER)), card, over) == 0.0
    long_ago = replace(card, standing=Standing.MISSING)
    assert seen.odds(picture((1, LOWER), (2, UPPER)), long_ago, over) == 0.0
