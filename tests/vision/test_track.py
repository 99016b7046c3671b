"""The tracker as a pure fold: sightings in, changes out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tests.vision._table import BACK, LAYOUT, front, told
from vision import CARD_SHAPE, ChangeKind, Point, Side, Sighting, Tag, TagRegistry
from vision.table._memory import Doubt, decided
from vision.table._where import Body, lies_over
from vision.table.track import Look, Lying, Memory, Standing, fold, to_look_at

TOKEN_UP = Tag("UP", "token#1", Side.FRONT)
TOKEN_DOWN = Tag("DOWN", "token#1", Side.BACK)
REGISTRY = TagRegistry([*(front(n) for n in range(9)), BACK, TOKEN_UP, TOKEN_DOWN])


def seen(payload: str, x_mm: float, y_mm: float, angle_deg: float = 0.0, at_s: float = 0.0) -> Sighting:
    """A code of the usual size with its middle at this place, in a picture of three pixels a millimetre."""
    turn, half = math.radians(angle_deg), 30.3
    corners = tuple(
        (
            3 * x_mm + dx * math.cos(turn) - dy * math.sin(turn),
            3 * y_mm + dx * math.sin(turn) + dy * math.cos(turn),
        )
        for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half))
    )
    return Sighting(payload, corners, Point(x_mm, y_mm), angle_deg, at_s)


def on_card(payload: str, x_mm: float, y_mm: float, at_s: float = 0.0) -> Sighting:
    """The sticker of an upright card whose middle is here."""
    return seen(payload, x_mm - 15.5, y_mm - 28, at_s=at_s)


CLEAR, HIDDEN, LIES, NOT_LOOKED = -6.0, 0.0, 6.0, None
"""What a picture tells of all pieces that were not read in it: log-odds that they lie there."""


def look_of(sightings: tuple[Sighting, ...], now_s: float, others: float | None, alone: bool = False) -> Look:
    def lies(item: Lying, gone: Sequence[Lying], over: Sequence[Body]) -> float:
        return 0.0 if others is None or any(lies_over(body, item.sighting) for body in over) else others

    return Look(sightings, lambda item: others is not None, lies, now_s, alone)


class Eyes:
    """Folds looks one after another, one second apart."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.now_s = 0.0

    def look(self, *sightings: Sighting, others: float | None = CLEAR, alone: bool = False, after_s: float = 1.0):
        self.now_s += after_s
        here = tuple(replace(s, taken_s=self.now_s) for s in sightings)
        look = look_of(here, self.now_s, others, alone)
        self.memory, changes = fold(self.memory, look, REGISTRY, LAYOUT.spots)
        return told(list(changes))

    def standing(self) -> dict[str, Standing]:
        return {item.tag.payload: item.standing for item in self.memory.lying}


PLACED, MOVED, GONE, TURNED = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED
ONE = on_card("CARD001", 300, 200)


def test_the_same_input_gives_the_same_output_and_changes_nothing_in_place():
    look = look_of((ONE,), 1.0, CLEAR)
    empty = Memory()
    assert fold(empty, look, REGISTRY, LAYOUT.spots) == fold(empty, look, REGISTRY, LAYOUT.spots)
    assert empty == Memory()


def test_gone_only_when_a_second_look_tells_the_same():
    eyes = Eyes()
    eyes.look(ONE)
    assert eyes.look() == []
    assert [item.tag.payload for item in eyes.memory.missing] == ["CARD001"]
    assert eyes.look(after_s=0.1) == [(GONE, "CARD001", None, "play")]
    assert eyes.memory.presences == ()


def test_weak_looks_add_up_and_one_that_tells_nothing_takes_nothing_away():
    eyes = Eyes()
    eyes.look(ONE)
    for others in (-2.0, HIDDEN, -2.0, NOT_LOOKED):
        assert eyes.look(others=others) == []
    eyes.look(others=-2.0)
    assert eyes.look(others=-2.0) == [(GONE, "CARD001", None, "play")]


def test_what_was_seen_to_lie_there_for_long_is_gone_as_soon_as_it_is_taken():
    eyes = Eyes()
    eyes.look(ONE)
    for _ in range(50):
        assert eyes.look(others=LIES) == []
    assert eyes.look() == []
    assert eyes.look() == [(GONE, "CARD001", None, "play")]


def test_hidden_or_not_looked_at_is_remembered_for_ever():
    for others in (HIDDEN, NOT_LOOKED):
        eyes = Eyes()
        eyes.look(ONE)
        for _ in range(20):
            assert eyes.look(others=others) == []
        assert len(eyes.memory.presences) == 1
        assert eyes.look(ONE) == []


def test_put_back_after_having_gone_tells_where_it_had_been():
    eyes = Eyes()
    eyes.look(ONE)
    eyes.look()
    eyes.look()
    assert eyes.look(ONE) == [(PLACED, "CARD001", "play", "play")]


def test_moves_are_other_spots_or_more_than_fifteen_millimetres():
    eyes = Eyes()
    eyes.look(seen("CARD001", 30, 30))
    assert eyes.look(seen("CARD001", 44, 30)) == []
    # creeping is measured from where it was told, not from the last look
    assert eyes.look(seen("CARD001", 46, 30)) == [(MOVED, "CARD001", None, None)]
    assert eyes.look(on_card("CARD001", 120, 200)) == [(MOVED, "CARD001", "left", None)]


def test_a_piece_on_the_border_of_a_spot_does_not_flicker():
    eyes = Eyes()
    eyes.look(on_card("CARD001", 348, 200))
    for x in (351, 349, 351, 350.5):
        assert eyes.look(on_card("CARD001", x, 200)) == []


def test_a_piece_with_two_own_codes_is_turned_wherever_it_comes_down():
    eyes = Eyes()
    eyes.look(seen("UP", 300, 200))
    assert eyes.look(seen("DOWN", 480, 200), others=NOT_LOOKED) == [(TURNED, "DOWN", "right", "play")]
    assert len(eyes.memory.presences) == 1


def test_a_card_turned_over_with_its_sticker_in_the_opposite_corner():
    eyes = Eyes()
    eyes.look(ONE)
    upside_down = replace(seen("BACK1", 315.5, 228), angle_deg=180.0)
    assert eyes.look(upside_down, others=HIDDEN) == [(TURNED, "BACK1", "play", "play")]


def test_a_back_laid_far_from_a_hidden_front_is_another_card():
    eyes = Eyes()
    eyes.look(ONE)
    assert eyes.look(on_card("BACK1", 480, 200), others=HIDDEN) == [(PLACED, "BACK1", "right", None)]


def test_many_backs_are_counted_and_only_the_missing_one_goes():
    eyes = Eyes()
    backs = [on_card("BACK1", x, 100) for x in (100, 200, 300)]
    assert [c[0] for c in eyes.look(*backs)] == [PLACED] * 3
    eyes.look(backs[0], backs[2])
    assert eyes.look(backs[0], backs[2]) == [(GONE, "BACK1", None, None)]
    assert sorted(round(p.at.x_mm) for p in eyes.memory.presences if p.at) == [84, 284]


def test_a_later_card_over_it_keeps_a_tag_until_that_one_is_taken():
    eyes = Eyes()
    eyes.look(ONE)
    over = on_card("CARD002", 305, 205)
    assert eyes.look(over) == [(PLACED, "CARD002", "play", None)]
    assert eyes.look(over) == []
    assert eyes.standing() == {"CARD001": Standing.COVERED, "CARD002": Standing.SEEN}
    eyes.look(ONE)
    assert eyes.look(ONE) == [(GONE, "CARD002", None, "play")]


def test_doubled_is_told_once_and_again_after_it_had_ended():
    eyes = Eyes()
    eyes.look(ONE)
    other = on_card("CARD001", 480, 200)
    assert eyes.look(ONE, other) == [(ChangeKind.DOUBLED, "CARD001", "right", "play")]
    assert eyes.look(other, ONE) == []
    # one unlucky look, or one that does not cover the other place, ends nothing
    assert eyes.look(ONE) == []
    assert eyes.look(other, ONE) == []
    assert eyes.look(ONE, others=NOT_LOOKED) == []
    assert eyes.look(other, ONE) == []
    assert eyes.look(ONE) == []
    assert eyes.look(ONE) == []
    assert [c[0] for c in eyes.look(other, ONE)] == [ChangeKind.DOUBLED]


def test_the_old_place_of_a_code_that_appears_elsewhere_must_be_read_too():
    eyes = Eyes()
    eyes.look(ONE)
    assert to_look_at(eyes.memory, [ONE], REGISTRY) == ()
    (item,) = to_look_at(eyes.memory, [on_card("CARD001", 480, 200)], REGISTRY)
    assert item.tag.payload == "CARD001"


def test_unknown_codes_are_told_once():
    eyes = Eyes()
    assert eyes.look(seen("NOBODY", 300, 200)) == [(ChangeKind.UNKNOWN, "NOBODY", None, None)]
    assert eyes.look(seen("NOBODY", 30, 20)) == []
    assert eyes.memory.presences == ()


def test_a_photograph_by_itself_shows_the_whole_table():
    eyes = Eyes()
    eyes.look(ONE, alone=True)
    assert set(eyes.look(on_card("CARD002", 120, 200), alone=True, others=HIDDEN)) == {
        (PLACED, "CARD002", "left", None),
        (GONE, "CARD001", None, "play"),
    }


def test_without_calibration_a_shift_is_no_move():
    eyes = Eyes()
    eyes.look(replace(ONE, at=None))
    assert eyes.look(replace(on_card("CARD001", 480, 200), at=None)) == []
    # the first calibration tells the spot
    assert eyes.look(ONE) == [(MOVED, "CARD001", "play", None)]


def test_a_tag_that_was_dropped_from_the_registry_is_forgotten():
    look = look_of((), 2.0, NOT_LOOKED)
    lying = Lying(1, front(77), ONE, ONE, None, 0.0, 0.0)
    memory, changes = fold(Memory((lying,)), look, REGISTRY)
    assert (memory.lying, changes) == ((), ())


def test_the_shape_decides_whether_the_code_or_the_middle_of_the_piece_finds_the_spot():
    code_at = seen("T", 262, 132)  # outside of the spot "play", the card's middle is inside
    look = look_of((code_at,), 1.0, CLEAR)
    with_shape = TagRegistry([Tag("T", "t", Side.FRONT, shape=CARD_SHAPE)])
    without = TagRegistry([Tag("T", "t", Side.FRONT)])
    assert fold(Memory(), look, with_shape, LAYOUT.spots)[1][0].spot == "play"
    assert fold(Memory(), look, without, LAYOUT.spots)[1][0].spot is None


def test_every_change_has_a_number_of_its_own_that_grows():
    memory, numbers = Memory(), []
    for at_s, sightings in ((1.0, (ONE, on_card("CARD002", 120, 200))), (2.0, (on_card("CARD001", 480, 200),))):
        look = look_of(sightings, at_s, NOT_LOOKED, alone=True)
        memory, changes = fold(memory, look, REGISTRY, LAYOUT.spots)
        numbers += [change.number for change in changes]
    assert numbers == [1, 2, 3, 4]


def test_an_act_is_settled_by_who_knows_more():
    """Of a back that was exchanged for a face, or covered by it, the hub says which."""
    turned = Lying(1, front(1), ONE, ONE, None, 0.0, 0.0)
    below, laid = replace(turned, tag=BACK), replace(turned, number=2)
    other = Lying(3, front(3), ONE, ONE, None, 0.0, 0.0)
    memory = Memory((turned, other), next_number=4, doubts=(Doubt(7, ((turned,), (below, laid), (laid,))),))
    assert decided(memory, 7, 0) == replace(memory, doubts=())
    assert decided(memory, 7, 1).lying == (below, laid, other)
    assert decided(memory, 7, 2).lying == (laid, other)
    assert decided(memory, 8, 1) == decided(memory, 7, 3) == memory


def test_a_back_read_beside_one_whose_place_is_not_all_in_view_yet_is_told_when_it_is():
    eyes = Eyes()
    eyes.look(on_card("BACK1", 300, 200))
    upper = on_card("BACK1", 309, 200)
    assert eyes.look(upper, others=NOT_LOOKED) == []
    shows_both = Look(
        (replace(upper, taken_s=2.1),), lambda item: True, lambda item, gone, over: LIES, 2.1
    )  # fmt: skip
    eyes.memory, changes = fold(eyes.memory, shows_both, REGISTRY, LAYOUT.spots)
    assert [(change.kind, change.payload) for change in changes] == [(PLACED, "BACK1")]
    assert len(eyes.memory.lying) == 2


def test_what_lay_under_a_card_that_was_moved_goes_along_when_nothing_is_left_there():
    eyes = Eyes()
    eyes.look(ONE)
    eyes.look(on_card("CARD002", 302, 200), others=HIDDEN)
    moved = on_card("CARD002", 402, 250)
    first = eyes.look(moved)
    second = eyes.look(moved)
    assert [(kind, payload) for kind, payload, *_ in (*first, *second)] == [(MOVED, "CARD002"), (MOVED, "CARD001")]
    (lower,) = (item for item in eyes.memory.lying if item.tag.payload == "CARD001")
    assert lower.sighting.at is not None
    assert math.dist((lower.sighting.at.x_mm, lower.sighting.at.y_mm), (384.5, 222)) < 0.1
