"""Coins that lie exactly on each other and side by side on neighbouring hexes: what is told of them, what is not."""

from __future__ import annotations

import pytest

from tests.vision._coins import MARKERS, PLAIN, ROUGH, CoinTable, code
from tests.vision._table import told
from vision import CameraSettings, ChangeKind, TableChange

PLACED, MOVED, GONE, TURNED = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED
AROUND = [("f3", 1), ("f5", 2), ("e4", 3), ("e5", 4), ("g3", 5), ("g4", 6)]
LOWER, UPPER, THIRD, CONTROL = 10, 11, 12, MARKERS


@pytest.fixture(params=[(PLAIN, 0.0), (ROUGH, 5.0)], ids=["plain", "rough"])
def look(request: pytest.FixtureRequest) -> tuple[CameraSettings, float]:
    """How the camera sees, and how far off the middle coins are laid."""
    return request.param


MOSTLY_PLAIN = pytest.mark.parametrize(
    "look",
    [pytest.param((PLAIN, 0.0), id="plain"), pytest.param((ROUGH, 5.0), id="rough", marks=pytest.mark.soak)],
    indirect=True,
)
"""For the longer ones: a rough picture takes ten seconds of it."""


@pytest.fixture
def table(look: tuple[CameraSettings, float]) -> CoinTable:
    """Six coins around the empty hex f4, each 8 mm from the next."""
    settings, wobble_mm = look
    return CoinTable(*AROUND, settings=settings, wobble_mm=wobble_mm)


def short(changes: list[TableChange]) -> list[tuple[ChangeKind, int, str | None, str | None]]:
    """Kind, number, spot, spot before."""
    return [(kind, int(payload[4:]), spot, was) for kind, payload, spot, was in told(changes)]


def test_a_coin_among_its_neighbours_is_told_alone(table: CoinTable):
    assert short(table.put(("f4", LOWER))) == [(PLACED, LOWER, "f4", None)]
    assert short(table.put(("e6", 3))) == [(MOVED, 3, "e6", "e4")]
    assert short(table.take(4)) == [(GONE, 4, None, "e5")]
    assert table.spots() == {1: "f3", 2: "f5", 3: "e6", 5: "g3", 6: "g4", LOWER: "f4"}


def test_a_coin_laid_on_another_is_placed_and_the_lower_one_is_remembered(table: CoinTable):
    table.put(("f4", LOWER))
    assert short(table.put(("f4", UPPER))) == [(PLACED, UPPER, "f4", None)]
    assert short(table.put(("f4", THIRD))) == [(PLACED, THIRD, "f4", None)]
    assert table.frames(40) == []
    assert {n: s for n, s in table.spots().items() if n >= LOWER} == {LOWER: "f4", UPPER: "f4", THIRD: "f4"}


@MOSTLY_PLAIN
def test_the_top_of_a_stack_is_taken_and_the_coin_below_is_no_news(table: CoinTable):
    for coin in (LOWER, UPPER, THIRD):
        table.put(("f4", coin))
    assert short(table.take(THIRD)) == [(GONE, THIRD, None, "f4")]
    assert short(table.put(("face_up/1", UPPER))) == [(MOVED, UPPER, "face_up/1", "f4")]
    assert short(table.take(LOWER)) == [(GONE, LOWER, None, "f4")]


@MOSTLY_PLAIN
def test_a_stack_that_is_moved_is_told_by_its_top_and_what_lies_under_that_goes_along(table: CoinTable):
    table.put(("f4", LOWER))
    table.put(("f4", UPPER))
    first, second = short(table.put(("d4", LOWER), ("d4", UPPER)))
    assert (first, second) == ((MOVED, UPPER, "d4", "f4"), (MOVED, LOWER, "d4", "f4"))
    assert table.spots()[LOWER] == "d4"
    assert short(table.take(UPPER)) == [(GONE, UPPER, None, "d4")]
    assert table.frames(40) == []
    assert table.spots()[LOWER] == "d4"


@MOSTLY_PLAIN
def test_what_was_taken_from_under_a_coin_as_that_was_moved_is_gone_when_the_coin_is_taken(table: CoinTable):
    table.put(("f4", LOWER))
    table.put(("f4", UPPER))
    table.take(LOWER)
    changes = short(table.put(("d4", UPPER)))
    assert changes == [(MOVED, UPPER, "d4", "f4"), (MOVED, LOWER, "d4", "f4")]
    assert sorted(short(table.take(UPPER))) == sorted([(GONE, UPPER, None, "d4"), (GONE, LOWER, None, "d4")])
    assert LOWER not in table.spots()


@MOSTLY_PLAIN
def test_a_stack_of_three_is_moved_twice_and_taken_apart(table: CoinTable):
    for coin in (LOWER, UPPER, THIRD):
        table.put(("f4", coin))
    for field in ("d4", "d5"):
        changes = short(table.put((field, LOWER), (field, UPPER), (field, THIRD)))
        assert changes[0][:3] == (MOVED, THIRD, field)
        assert {change[:3] for change in changes[1:]} == {(MOVED, UPPER, field), (MOVED, LOWER, field)}
    for coin in (THIRD, UPPER, LOWER):
        assert short(table.take(coin)) == [(GONE, coin, None, "d5")]


@MOSTLY_PLAIN
def test_a_stack_that_is_long_in_the_hand_is_the_same_stack_afterwards(table: CoinTable):
    table.put(("f4", LOWER))
    table.put(("f4", UPPER))
    gone = short(table.lift(LOWER, UPPER, frames=12))
    assert sorted(gone, key=lambda change: change[1]) == [(GONE, LOWER, None, "f4"), (GONE, UPPER, None, "f4")]
    assert short(table.put(("d4", LOWER), ("d4", UPPER))) == [(PLACED, UPPER, "d4", "f4")]
    assert short(table.take(UPPER)) == [(PLACED, LOWER, "d4", "f4"), (GONE, UPPER, None, "d4")]


@MOSTLY_PLAIN
def test_a_coin_that_was_away_for_long_and_is_laid_on_its_old_companion_lies_on_it(table: CoinTable):
    table.put(("f4", LOWER))
    table.put(("f4", UPPER))
    table.take(LOWER, UPPER)
    table.frames(60)
    assert short(table.put(("d4", UPPER))) == [(PLACED, UPPER, "d4", "f4")]
    assert short(table.put(("d4", LOWER))) == [(PLACED, LOWER, "d4", "f4")]
    assert table.frames(40) == []
    assert {table.spots()[LOWER], table.spots()[UPPER]} == {"d4"}


@MOSTLY_PLAIN
def test_the_top_alone_is_moved_to_the_next_hex_and_back(table: CoinTable):
    table.put(("d4", LOWER))
    table.put(("d4", UPPER))
    assert short(table.put(("d5", UPPER))) == [(MOVED, UPPER, "d5", "d4")]
    assert table.spots()[LOWER] == "d4"
    assert short(table.put(("d4", UPPER))) == [(MOVED, UPPER, "d4", "d5")]
    assert table.spots()[LOWER] == "d4"


@MOSTLY_PLAIN
def test_a_marker_lies_under_a_coin_and_comes_to_light_again(table: CoinTable):
    assert short(table.put(("c6", CONTROL))) == [(PLACED, CONTROL, "c6", None)]
    assert short(table.put(("c6", LOWER))) == [(PLACED, LOWER, "c6", None)]
    assert short(table.put(("c6", UPPER))) == [(PLACED, UPPER, "c6", None)]
    changes = short(table.put(("b7", LOWER), ("b7", UPPER)))
    assert changes == [(MOVED, UPPER, "b7", "c6"), (MOVED, LOWER, "b7", "c6")]
    assert table.spots()[CONTROL] == "c6"
    changes = short(table.put(("c6", LOWER), ("c6", UPPER)))
    assert changes == [(MOVED, UPPER, "c6", "b7"), (MOVED, LOWER, "c6", "b7")]
    assert table.spots()[CONTROL] == "c6"


@MOSTLY_PLAIN
def test_a_marker_is_exchanged_for_another_under_a_coin(table: CoinTable):
    table.put(("c6", CONTROL))
    table.put(("c6", LOWER))
    other = CONTROL + 1
    changes = short(table.put(("stock_raven", CONTROL), ("c6", other), ("c6", LOWER)))
    assert changes == [(MOVED, CONTROL, "stock_raven", "c6")]
    assert short(table.put(("b7", LOWER))) == [(MOVED, LOWER, "b7", "c6"), (PLACED, other, "c6", None)]


@MOSTLY_PLAIN
def test_what_lay_under_a_coin_from_the_start_is_placed_when_it_comes_to_light(look: tuple[CameraSettings, float]):
    """Nobody who only looks can tell this from a coin that is laid on the top: that is for those who know the rules."""
    settings, wobble_mm = look
    stacks = [*AROUND, ("f4", LOWER), ("f4", UPPER), ("c6", CONTROL), ("c6", THIRD)]
    table = CoinTable(*stacks, settings=settings, wobble_mm=wobble_mm)
    assert short(table.take(UPPER)) == [(PLACED, LOWER, "f4", None)]
    assert table.frames(40) == []
    assert short(table.put(("b7", THIRD))) == [(MOVED, THIRD, "b7", "c6"), (PLACED, CONTROL, "c6", None)]


@MOSTLY_PLAIN
def test_a_stack_from_the_start_is_moved_and_leaves_nothing(look: tuple[CameraSettings, float]):
    settings, wobble_mm = look
    table = CoinTable(*AROUND, ("f4", LOWER), ("f4", UPPER), settings=settings, wobble_mm=wobble_mm)
    assert short(table.put(("d4", LOWER), ("d4", UPPER))) == [(MOVED, UPPER, "d4", "f4")]
    assert short(table.take(LOWER, UPPER)) == [(GONE, UPPER, None, "d4")]
    assert table.spots() == {number: field for field, number in AROUND}


@MOSTLY_PLAIN
@pytest.mark.parametrize("field", ["f5", "g4", "d4"])
def test_a_stack_on_ground_that_was_never_seen_is_moved(look: tuple[CameraSettings, float], field: str):
    """Its lower coin lay there from the start: what is printed below it nobody knows."""
    settings, wobble_mm = look
    stacks = [("f4", LOWER), ("e4", 3), ("g3", 5), ("c6", CONTROL)]
    table = CoinTable(*stacks, settings=settings, wobble_mm=wobble_mm)
    table.put(("f4", UPPER))
    changes = short(table.put((field, LOWER), (field, UPPER)))
    assert changes == [(MOVED, UPPER, field, "f4"), (MOVED, LOWER, field, "f4")]
    table.put((field, THIRD))
    assert short(table.take(THIRD)) == [(GONE, THIRD, None, field)]
    assert short(table.take(UPPER)) == [(GONE, UPPER, None, field)]
    assert table.spots()[LOWER] == field


@MOSTLY_PLAIN
def test_what_was_in_the_hand_under_a_coin_lies_under_it_for_as_long_as_that_lies(table: CoinTable):
    for coin in (LOWER, UPPER):
        table.put(("f4", coin))
    table.lift(LOWER, UPPER, frames=12)
    table.put(("d4", LOWER), ("d4", UPPER))
    table.frames(80)
    assert short(table.take(UPPER)) == [(PLACED, LOWER, "d4", "f4"), (GONE, UPPER, None, "d4")]


@MOSTLY_PLAIN
def test_a_marker_below_stays_when_a_coin_that_rode_comes_to_light(table: CoinTable):
    table.put(("c6", CONTROL))
    for coin in (LOWER, UPPER):
        table.put(("f4", coin))
    table.put(("c6", LOWER), ("c6", UPPER))
    assert short(table.take(UPPER)) == [(GONE, UPPER, None, "c6")]
    assert table.spots()[LOWER] == "c6"
    assert table.spots()[CONTROL] == "c6"


@MOSTLY_PLAIN
def test_a_coin_laid_face_down_and_one_turned_over_in_its_place(table: CoinTable):
    table.put(("face_down/0", LOWER), face_up=False)
    assert [p.spot for p in table.lying().values() if p.tag.shared] == ["face_down/0"]
    table.put(("d4", LOWER))
    turned = table.put(("d4", LOWER), face_up=False)
    assert [(c.kind, c.spot, c.was_spot) for c in turned] == [(TURNED, "d4", "d4")]


@MOSTLY_PLAIN
def test_a_hand_over_a_stack_changes_nothing(table: CoinTable):
    table.put(("f4", LOWER))
    table.put(("f4", UPPER))
    x_mm, y_mm = table.place("f4")
    table.camera.wave(x_mm, y_mm, 8)
    assert table.frames(20) == []
    assert table.lying()[code(UPPER)].spot == "f4"
