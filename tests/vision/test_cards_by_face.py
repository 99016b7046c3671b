"""Cards without stickers on a rendered table: the memory treats what their looks tell as it treats stickers."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision._table import Table, card, told
from vision import Art, ChangeKind, Point, ScenePiece, Side, TagRegistry, card_image
from vision.faces.flat import CardSize, Flat
from vision.faces.looks import Looks, learned
from vision.faces.reader import Answer, FaceReader
from vision.table._sight import ByFace
from vision.table.gate import GateView

SIZE = CardSize(63, 88)
PLACED, MOVED, GONE, TURNED = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED

BACK = Art(picture="deck")


def art(number: int) -> Art:
    return Art("Knight", "K", (90, 120, 200), "hearts", f"picture {number}")


def bare(
    number: int, x_mm: float, y_mm: float, angle_deg: float = 0.0, layer: int = 0, face_up: bool = True
) -> ScenePiece:
    return ScenePiece(number, None, None, x_mm, y_mm, angle_deg, face_up, layer, art=art(number), back=BACK)


@pytest.fixture(scope="module")
def looks() -> Looks:
    back = learned("deck", [card_image(None, BACK, 5.5, is_back=True)], SIZE, Side.BACK)
    return Looks([*(learned(f"card#{n}", [card_image(None, art(n), 5.5)], SIZE) for n in range(8)), back], SIZE)


class FaceTable(Table):
    """A table that knows cards by their looks, and counts how often one is compared."""

    def __init__(self, looks: Looks, *pieces: ScenePiece) -> None:
        super().__init__(*pieces)
        self.looks = looks
        self.eye.set_registry(TagRegistry(self.registry.values(), [looks]))
        self.begun = self.frames()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each card that was compared with looks."""
    calls: list[int] = []
    named = FaceReader.named

    def counted(self: FaceReader, card: Flat) -> Answer:
        calls.append(1)
        return named(self, card)

    monkeypatch.setattr(FaceReader, "named", counted)
    return calls


@pytest.mark.dear
def test_cards_are_placed_moved_turned_and_taken(looks: Looks):
    table = FaceTable(looks)
    placed = table.put(bare(1, 300, 200, 20.0), bare(2, 120, 200, 185.0))
    assert sorted(told(placed)) == sorted([(PLACED, "CARD001", "play", None), (PLACED, "CARD002", "left", None)])
    at = table.lying()["CARD002"]
    assert at.at is not None
    assert abs(at.angle_deg - 185.0) < 3.0, "as the print lies, not only as the outline does"
    assert told(table.move(1, 480, 200)) == [(MOVED, "CARD001", "right", "play")]
    assert told(table.turn(1)) == [(TURNED, "BACK1", "right", "right")]
    assert told(table.turn(1)) == [(TURNED, "CARD001", "right", "right")]


def test_a_pile_is_known_from_its_top_and_what_was_covered_is_known_again(looks: Looks):
    table = FaceTable(looks)
    table.put(bare(3, 300, 330))
    assert told(table.put(bare(4, 300, 330, layer=1))) == [(PLACED, "CARD004", "pile", None)]
    assert told(table.put(bare(5, 303, 328, 4.0, layer=2))) == [(PLACED, "CARD005", "pile", None)]
    assert told(table.take(5)) == [(GONE, "CARD005", None, "pile")]
    assert set(table.lying()) == {"CARD003", "CARD004"}


def test_a_card_is_looked_at_once_and_not_while_nothing_changes(looks: Looks, read: list[int]):
    table = FaceTable(looks, bare(1, 300, 200), bare(2, 120, 200, 40.0), bare(3, 480, 200, 181.0, face_up=False))
    assert set(table.lying()) == {"CARD001", "CARD002", "BACK1"}, "what lies there at the beginning is known"
    read.clear()
    table.frames(60)  # everything is read again meanwhile
    assert read == []
    table.put(bare(4, 300, 330))
    assert len(read) == 1


def test_a_card_that_nobody_has_shown_and_one_of_two_that_look_alike_get_no_name(looks: Looks):
    twin = replace(looks[1], piece="card#9")
    second = replace(looks[2])  # of another copy of the game
    table = FaceTable(Looks([*(looks[n] for n in range(len(looks))), twin, second], SIZE))
    assert table.put(bare(40, 300, 200, 10.0), bare(1, 120, 200)) == []
    assert table.last is not None
    assert {(card.spot, frozenset(card.may_be)) for card in table.last.nameless} == {
        ("play", frozenset()),
        ("left", frozenset({"card#1", "card#9"})),
    }
    assert told(table.put(bare(2, 480, 200))) == [(PLACED, "CARD002", "right", None)]
    assert table.take(40) == []
    assert [card.spot for card in table.last.nameless] == ["left"]


def test_a_card_that_differs_in_a_spot_from_the_only_one_it_may_be_is_asked_for(looks: Looks):
    other = card_image(None, art(3), 5.5)
    cv2.circle(other, (other.shape[1] // 4, other.shape[0] // 4), 30, (10, 10, 10), -1)
    cv2.circle(other, (other.shape[1] // 4, other.shape[0] // 4), 18, (250, 250, 250), -1)
    table = FaceTable(Looks([*(looks[n] for n in range(3)), learned("card#3", [other], SIZE)], SIZE))
    assert table.put(bare(3, 300, 200)) == []
    assert table.last is not None
    assert [card.may_be for card in table.last.nameless] == [("card#3",)]


def test_stickers_and_looks_are_mixed_and_a_card_with_both_is_one(looks: Looks):
    sticker = card(5, 120, 200)
    both = learned("card#6", [card_image("CARD006", card(6, 0, 0).art, 5.5)], SIZE)
    table = FaceTable(Looks([*(looks[n] for n in range(6)), both], SIZE))
    placed = table.put(bare(1, 300, 200), sticker, card(6, 480, 200))
    assert {(kind, payload) for kind, payload, *_ in told(placed)} == {
        (PLACED, "CARD001"),
        (PLACED, "CARD005"),
        (PLACED, "CARD006"),
    }
    assert told(table.move(6, 300, 330)) == [(MOVED, "CARD006", "pile", "right")]
    assert table.last is not None
    assert table.last.nameless == ()


def test_a_sticker_on_a_card_of_another_look_counts_and_is_told(looks: Looks, read: list[int]):
    """Stickers that were glued on each other's cards; a third one is on its own card."""
    table = FaceTable(looks)
    cards = [replace(card(n, 120 + 180 * n, 200), art=art(other)) for n, other in ((0, 1), (1, 0), (2, 2))]
    assert {payload for _, payload, *_ in told(table.put(*cards))} == {"CARD000", "CARD001", "CARD002"}
    assert table.last is not None
    assert [*table.last.contradicted] == ["CARD000", "CARD001"]
    read.clear()
    table.frames(20)
    assert read == []
    table.take(0)
    assert [*table.last.contradicted] == ["CARD001"]


def test_all_cards_of_a_fan_that_is_dealt_at_once_are_told():
    """As a dealer lays what a player has won: across, each with less than half of it beside the next."""
    green, grey = (60, 130, 60), (100, 100, 100)
    arts = [
        Art("Merchant", "3", green, "", "WIS-3"),
        Art("Professor", "8", green, "", "WIS-8"),
        Art("Demon", "0", grey, "", "WILD-DEMON"),
    ]
    looks = Looks([learned(f"card#{n}", [card_image(None, one, 5.5)], SIZE) for n, one in enumerate(arts)], SIZE)
    table = FaceTable(looks)
    table.put(*(replace(bare(n, 300, 230 - 27 * n, 270.0, layer=n), art=one) for n, one in enumerate(arts)))
    assert set(table.lying()) == {"CARD000", "CARD001", "CARD002"}


def test_all_cards_are_told_that_are_laid_at_once_onto_a_fan_that_lies_there():
    """Those that lay there are known by parts that are still seen, and nothing more of their places is explained."""
    grey, red = (100, 100, 100), (60, 60, 170)
    arts = [Art(f"Card {n}", str(n), (grey, red)[n % 2], "", f"picture {n}") for n in range(6)]
    looks = Looks([learned(f"card#{n}", [card_image(None, one, 5.5)], SIZE) for n, one in enumerate(arts)], SIZE)
    table = FaceTable(looks)
    fan = [replace(bare(n, 300, 285 - 29 * n, 270.0, layer=n), art=one) for n, one in enumerate(arts)]
    table.put(*fan[:2])
    table.put(*fan[2:])
    assert set(table.lying()) == {f"CARD00{n}" for n in range(6)}


@pytest.mark.parametrize("is_moving", [False, True])
def test_a_card_that_cannot_be_told_is_not_asked_for_while_an_arm_moves_over_it(looks: Looks, is_moving: bool):
    table = FaceTable(
        Looks([*(looks[n] for n in range(3)), replace(looks[1], piece="card#9")], SIZE), bare(1, 300, 200)
    )
    glance = table.eye.glance()
    assert glance is not None
    assert glance.calibration is not None
    assert table.last is not None
    frame, cell_px = glance.frame, 16.0
    moving = np.zeros([math.ceil(side / cell_px) for side in frame.image.shape[:2]], np.bool_)
    column, row = (round(value / cell_px) for value in glance.calibration.pixel(Point(320, 230)))
    moving[row : row + 2, column : column + 2] = is_moving
    view = GateView(moving, ~moving, cell_px, frame, frame.image, other=np.zeros_like(moving))
    faces = ByFace(TagRegistry(table.registry.values(), [table.looks]))
    faces.read(view, ~moving, [], [], glance.calibration)
    told = faces.nameless(glance.calibration, ())
    assert [set(card.may_be) for card in told] == ([] if is_moving else [{"card#1", "card#9"}])
