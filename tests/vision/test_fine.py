"""What the frame's own pixels tell of a piece of which only a strip is in view: the light on it, what it hid, how wide
the strip is."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision._table import front
from tests.vision.test_track import on_card
from vision import CARD_SHAPE, ChangeKind, Frame, Image, Sighting, TableChange
from vision._alike import Weighed, apart, judged
from vision._pixels import Box
from vision.reading.reader import CascadeReader
from vision.registry import TagRegistry
from vision.table._fine import FineTable
from vision.table._ground import Ground, Looked, covered_cells
from vision.table._memory import Lying, Standing, TrackSettings
from vision.table._reading import Found, TableReading
from vision.table._sight import looked_cells
from vision.table._where import outline_px
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
    awaited = replace(card, standing=Standing.MISSING)  # not looked at yet since something came there
    assert seen.odds(picture((1, LOWER), (2, UPPER)), awaited, over) > 1.5
    long_ago = replace(awaited, missing_s=2.5)
    assert seen.odds(picture((1, LOWER), (2, UPPER)), long_ago, over) == 0.0


def test_what_went_along_unseen_is_not_known_by_the_table_beside_it(card: Lying):
    """Where exactly it lies nobody has seen: a strip that looks as before may be the table, and its absence tells."""
    seen, over = Seen(), lying(2, UPPER, 3.0)
    laid(seen, card)
    carried = replace(card, rest_s=card.seen_s + 1.0)
    assert seen.odds(picture((1, LOWER), (2, UPPER)), carried, over) == 0.0
    assert seen.odds(picture((2, UPPER)), carried, over) < -1.5


def test_a_dimmer_lamp_dims_what_is_remembered_of_a_stack_once(card: Lying):
    """However many of its pieces are not read, and however often a part of the table around it is not seen."""
    seen, other, over = Seen(), lying(3, (82, 81), 2.0), lying(2, UPPER, 3.0)
    laid(seen, card)
    seen.learn(picture((1, LOWER), (2, UPPER)), over)
    dim = np.asarray(picture((1, LOWER), (2, UPPER)) * 0.7, np.uint8)
    most = np.ones_like(seen.view(dim).moving)
    most[:, : most.shape[1] // 4] = False
    for _ in range(3):
        seen.fine.learn(seen.view(dim), most, [], [], [card, other], [], ~most, ())
    inside = seen.fine._mask(card.body, (0, 0, *SIZE), -1.0)
    assert seen.fine._rest is not None
    assert np.abs(seen.fine._rest[inside].astype(int) - dim[inside]).max() < 8


def test_a_card_that_is_read_in_another_light_before_the_table_is_does_not_dim_what_lies_under_it(card: Lying):
    """Its own picture is brought up to date in each look, the table around it when it has come to rest: until then
    what lies under it is compared in the light of the table."""
    seen, over = Seen(), lying(2, UPPER, 3.0)
    laid(seen, card)
    seen.learn(picture((1, LOWER), (2, UPPER)), over)
    dim = np.asarray(picture((1, LOWER), (2, UPPER)) * 0.7, np.uint8)
    nowhere = np.zeros_like(seen.view(dim).moving)
    for _ in range(2):
        seen.fine.learn(seen.view(dim), nowhere, [], [], [card], [over], nowhere, ())
    assert seen.odds(dim, card, over) > 1.5


def test_what_lay_near_a_place_that_was_looked_at_is_not_taken_for_gone_at_the_border():
    """How far around is near is told by the scale at the first piece, and that is another piece when it is gone."""
    near, far, wide = (40, 60), (171, 60), np.tile(TABLE, (1, 2, 1))
    registry = TagRegistry([front(1), front(2)])
    reading = TableReading(None, registry, CascadeReader(), TrackSettings())
    gate, first = MotionGate(), on_card(front(1).payload, *near)
    (x, y), *_ = first.corners_px
    first = replace(first, corners_px=tuple((x + 1.1 * (a - x), y + 1.1 * (b - y)) for a, b in first.corners_px))

    def looked(image: Image, at_s: float, boxes: list[Box] | None, *seen: Sighting) -> list[TableChange]:
        view = gate.step(Frame(image, at_s, int(at_s)))
        view = replace(view, moving=np.zeros_like(view.moving))
        here = tuple(replace(s, taken_s=at_s) for s in seen)
        return list(reading.take_over(Found(view, boxes, looked_cells(view, boxes), here, None, (), 0.0, 0.0)))

    looked(wide, 1.0, None)
    looked(picture((1, near), (2, far), table=wide), 2.0, None, first, on_card(front(2).payload, *far))
    left, top, right, bottom = reading.memory.lying[0].body.bounds_px
    around = [(int(left), int(top), math.ceil(right - left), math.ceil(bottom - top))]
    now = picture((2, far), table=wide)
    gone = [change for at_s in (3.0, 4.0, 5.0) for change in looked(now, at_s, around)]
    assert [(change.kind, change.payload) for change in gone] == [(ChangeKind.GONE, front(1).payload)]
    view = gate.step(Frame(now, 6.0, 6))
    there = covered_cells(view, [reading.memory.lying[0].body], -2.0)
    assert there.any()
    assert reading.ground.unchanged(view, there)[there].all()


def test_what_fits_neither_piece_nor_table_on_a_part_of_a_strip_lies_over_it():
    """The coffee of a cup looks like the dark table, its rim does not."""
    there, away, told = (np.full(1400, grey, np.float32) for grey in (60.0, 2.0, 60.0))
    assert judged(there, away, told, 2.4).odds < -1.5
    away[:350] = 60.0
    assert judged(there, away, told, 2.4).odds == 0.0


def test_a_dark_thing_over_a_strip_is_not_the_table_in_little_light(card: Lying):
    """Coffee on dark wood: by its own light it would be the table."""
    seen, over = Seen(), lying(2, UPPER, 3.0)
    laid(seen, card)
    now, outline = picture((1, LOWER), (2, UPPER)), seen.fine._mask(card.body, (0, 0, *SIZE), 0.0)
    upper = seen.fine._mask(over.body, (0, 0, *SIZE), 0.0)
    now[outline & ~upper] = (TABLE * 0.45)[outline & ~upper]
    assert seen.odds(now, card, over) == 0.0


def test_a_stack_that_is_taken_at_once_is_told_by_the_table_that_comes_to_light():
    seen, stack = Seen(), [lying(n + 1, (LOWER[0] + 0.5 * n, LOWER[1]), 2.0 + n) for n in range(3)]
    seen.learn(TABLE)
    for n, item in enumerate(stack):
        seen.learn(picture(*((k, (LOWER[0] + 0.5 * k, LOWER[1])) for k in range(n + 1))), item)
    *lower, top = stack
    lower.reverse()

    def odds(image: Image) -> float:
        weighed = seen.fine.weigh(seen.view(image), top, [], [], [], lower)
        assert weighed is not None
        return weighed.odds if weighed.strange < 0.5 else 0.0

    assert odds(TABLE) < -2.0
    other = np.asarray(ROUGH.integers(20, 165, (44, 32, 3)).repeat(6, 0).repeat(6, 1), np.uint8)
    covered = picture((2, (LOWER[0] + 1.0, LOWER[1])))
    covered[100:364, 150:342] = other  # something else lies over them, and nobody knows what
    assert odds(covered) == 0.0


def test_what_a_hand_left_in_view_of_a_card_is_not_what_the_card_hid(card: Lying) -> None:
    """A dark strip of it, which may be the table in less light, was seen between fingers before it was read."""
    table = np.full_like(TABLE, 140)
    left, top, right, bottom = (round(value) for value in card.body.bounds_px)
    whole = picture((1, LOWER), table=table)
    whole[top : top + 60, left:right] = 105
    fingers = np.zeros(whole.shape[:2], np.float32)
    fingers[top + 60 : bottom + 20, left - 9 : right + 9] = 1.0
    for x in range(left + 16, right, 40):
        cv2.line(fingers, (x, top + 20), (x, bottom), 1.0, 22)
    hand = np.asarray(cv2.GaussianBlur(fingers, (5, 5), 1.2))[..., None]
    seen = Seen()
    seen.learn(table)
    seen.learn(np.rint(whole * (1 - hand) + np.array((70, 105, 150)) * hand).astype(np.uint8))
    view = seen.view(whole)
    wide = round(view.cell_px)
    doubtful = (
        fingers[: 480 // wide * wide, : 480 // wide * wide].reshape(480 // wide, wide, -1, wide).mean((1, 3)) > 0.3
    )
    seen.fine.learn(view, np.ones_like(doubtful), [], [card], [], [card], doubtful, ())
    told = [seen.fine.weigh(seen.view(image), card, [], [], []) for image in (table, whole)]
    assert [weighed.odds if weighed else None for weighed in told] == [0.0, 6.0]


def test_pixels_that_fit_the_piece_and_what_it_hid_alike_speak_for_neither() -> None:
    alike, told = np.full(4000, 2.0, np.float32), np.full(4000, 60.0, np.float32)
    assert judged(alike, alike, told, MM).odds == 0.0


@pytest.mark.parametrize(("share", "is_gone"), [(0.05, True), (0.2, False)])
def test_what_plainly_shows_a_part_of_the_card_is_no_table_however_much_else_looks_like_it(
    share: float, is_gone: bool
) -> None:
    """A cup of coffee stands on most of what is in view of a card, and looks like the dark table."""
    seen = np.arange(4000) < share * 4000
    there, away = np.where(seen, 2.0, 60.0).astype(np.float32), np.where(seen, 60.0, 4.0).astype(np.float32)
    assert (judged(there, away, np.full(4000, 60.0, np.float32), MM).odds < -2.0) == is_gone


class Grounded:
    """A card that came to lie on a table which was seen bare before."""

    def __init__(self, card: Lying) -> None:
        self.ground, self._gate = Ground(), MotionGate()
        self.ground.learn(self.looked(TABLE, 1.0, [], []), [], 1.0)
        self.ground.learn(self.looked(picture((1, LOWER)), 2.0, [], [card]), [card], 2.0)

    def looked(self, image: Image, now_s: float, before: list[Lying], read: list[Lying]) -> Looked:
        view = self._gate.step(Frame(image, now_s, int(now_s)))
        everywhere = np.ones_like(view.moving)
        return Looked(replace(view, moving=~everywhere), everywhere, before, [item.body for item in read])


def test_much_of_a_card_that_looks_like_it_tells_that_it_lies_there_though_a_part_is_hidden(card: Lying) -> None:
    """A code that is not known to lie over it hides a third of what is in view."""
    table, over = Grounded(card), lying(2, (87, 86), 3.0)
    now = picture((1, LOWER), (2, (87, 86)))
    left, top = np.array(outline_px(card.body, 0.0, None)).min(axis=0).astype(int)
    now[top + 60 : top + 210, left - 20 : left + 20] = 250
    seen = table.looked(now, 3.0, [card], [over])
    weighed = table.ground._fine.weigh(seen.view, card, [], [over.body], [over.body])
    assert weighed is not None
    assert 0.25 < weighed.strange < 0.5
    assert table.ground.lies(seen, card, [], [over.body]) > 1.5


def test_the_bare_table_tells_more_than_the_little_that_is_known_of_what_a_card_hid(
    card: Lying, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a stack whose lower card lay there from the start is gone in two looks and not never."""
    table = Grounded(card)
    monkeypatch.setattr(FineTable, "weigh", lambda *_: Weighed(-1.2, True, 0.0))
    assert table.ground.lies(table.looked(TABLE, 3.0, [card], []), card, [], []) < -2.5
    seen = table.looked(picture((1, LOWER)), 4.0, [card], [])
    assert table.ground.lies(seen, card, [], []) > -1.5


def test_of_what_went_along_unseen_the_small_picture_tells_nothing_where_the_large_one_sees_it_as_it_was(
    card: Lying, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A jump of the exposure looks like the bare table there."""
    table = Grounded(card)
    monkeypatch.setattr(FineTable, "weigh", lambda *_: Weighed(0.0, True, 0.0))
    bare = table.looked(TABLE, 3.0, [card], [])
    along, over = replace(card, rest_s=card.seen_s + 1.0), lying(2, (87, 86), 3.0)
    assert table.ground.lies(bare, along, [], [over.body]) == 0.0
    assert table.ground.lies(bare, along, [over], []) < -2.5
    assert table.ground.lies(bare, card, [], [over.body]) < -2.5


@pytest.mark.parametrize(("wide", "tells"), [(8, False), (100, True)])
def test_of_a_strip_a_shadow_of_then_is_no_difference(wide: int, tells: bool) -> None:
    """The white edge of a card was last seen in the shadow of a hand; the table beside it is white, too."""
    shadowed, white = (np.full((100, 120, 3), level, np.float32) for level in (200, 235))
    where = np.zeros((100, 120), np.bool_)
    where[:, :wide] = True
    assert bool(apart(shadowed, white, where, MM)[:, : wide - 2].max() > 8.0) == tells
    assert apart(np.full_like(white, (60, 120, 200)), white, where, MM)[:, : wide - 2].min() > 8.0


def test_a_place_that_looks_as_accepted_before_the_card_came_is_bare(
    card: Lying, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand lay over all but its code when it was read, and then it was taken."""
    table = Grounded(card)
    ground = Ground()
    ground.learn(table.looked(TABLE, 1.0, [], []), [], 1.0)
    seen = table.looked(picture((1, LOWER)), 2.0, [], [card])
    few = np.zeros_like(seen.mask)
    few[seen.view.around(*card.body.centre_px, 30)] = True
    ground.learn(replace(seen, mask=few), [card], 2.0)
    monkeypatch.setattr(FineTable, "weigh", lambda *_: Weighed(0.0, False, 0.0))
    assert ground.lies(table.looked(TABLE, 3.0, [card], []), card, [], []) < -2.5


def test_a_lively_table_is_bare_though_some_of_it_is_not_as_expected(
    card: Lying, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Grounded(card)
    top = round(min(y for _, y in card.body.outline_px(0.0)))
    monkeypatch.setattr(FineTable, "weigh", lambda *_: Weighed(0.0, False, 0.0))
    for rows, is_gone in ((75, True), (150, False)):
        now = TABLE.copy()
        now[top : top + rows] = np.clip(now[top : top + rows].astype(int) + 60, 0, 255)
        odds = table.ground.lies(table.looked(now, 3.0, [card], []), card, [], [])
        assert (odds < -2.5) == is_gone, rows
