"""A board of hexes on the mat: which field a piece lies on, and where the board really lies by its own markers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, replace
from random import Random

import pytest

from tests.vision._coins import CALM, MARKERS, ROUGH, CoinTable, board, code
from tests.vision._table import told
from vision import ChangeKind, MatBoard, Point, Spot, spot_at
from vision.calibration.board import BoardFit, BoardWatch, fit_board, laid
from vision.calibration.markers import Corners
from vision.spots import is_inside, outline_of, rings_of

PLACED, MOVED, GONE = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE
ASKEW = BoardFit(1.0, 4.0, 30.0, -20.0)  # at the board's middle 19 mm right and 15 mm down, turned by 4 degrees
FIELDS = [("d4", 0), ("e5", 1), ("f4", 2), ("f5", 3), ("g3", 4), ("k1", 5), ("a7", 6), ("f1", 7), ("c6", MARKERS)]


FOUR: dict[int, str | None] = {24: None, 25: None, 26: None, 27: None}
"""Coins that lie on the markers 4 to 7, on no field."""


def by_distance(point: Point, spots: list[Spot]) -> list[Spot]:
    return sorted(spots, key=lambda spot: math.dist((spot.x_mm, spot.y_mm), (point.x_mm, point.y_mm)))


@pytest.mark.parametrize("turn_deg", [0.0, 4.0, 30.0])
def test_every_point_of_a_hex_board_belongs_to_the_nearest_hex_alone(turn_deg: float):
    mat = board()
    assert mat.board is not None
    spots = [spot for spot in laid(mat, BoardFit(1.0, turn_deg)).spots if spot.name in mat.board.fields]
    assert len(spots) == 47
    random, inner = Random(5), 0
    xs, ys = [s.x_mm for s in spots], [s.y_mm for s in spots]
    for _ in range(4000):
        point = Point(random.uniform(min(xs) - 30, max(xs) + 30), random.uniform(min(ys) - 30, max(ys) + 30))
        nearest, second = by_distance(point, spots)[:2]
        gaps = [math.dist((s.x_mm, s.y_mm), (point.x_mm, point.y_mm)) for s in (nearest, second)]
        if gaps[1] - gaps[0] < 0.01:
            continue  # on the border between two
        holding = [spot.name for spot in spots if is_inside(point, spot)]
        if gaps[0] < 23.0:
            assert holding == [nearest.name]
            inner += 1
        else:
            assert holding in ([], [nearest.name])
            assert gaps[0] <= 23.0 * 2 / math.sqrt(3) + 0.01 or not holding
    assert inner > 1500


def test_a_coin_well_off_the_middle_is_still_on_its_hex():
    mat = board()
    for spot in (spot for spot in mat.spots if spot.sides == 6):
        for degrees in range(0, 360, 15):
            x, y = 15 * math.cos(math.radians(degrees)), 15 * math.sin(math.radians(degrees))
            assert spot_at(Point(spot.x_mm + x, spot.y_mm + y), mat.spots) == spot.name


def test_the_corners_of_a_hex_lie_on_its_border():
    spot = Spot("h", 100, 100, 2 * 46 / math.sqrt(3), 46, 20.0, sides=6)
    corners = outline_of(spot)
    assert len(corners) == 6
    for corner in corners:
        assert math.dist((corner.x_mm, corner.y_mm), (100, 100)) == pytest.approx(46 / math.sqrt(3))
        assert is_inside(corner, spot, 0.01)
        assert not is_inside(corner, spot, -0.01)


def test_fields_that_are_marked_otherwise_have_another_number_of_rings():
    marks = {"a": "", "b": "place", "c": "start", "d": "place", "e": "bridge", "f": "tower"}
    rings = rings_of([Spot(name, 0, 0, 40, 40, mark=mark) for name, mark in marks.items()])
    assert {name: len(radii) for name, radii in rings.items()} == {"b": 1, "c": 2, "d": 1, "e": 3, "f": 3}
    assert all(13 < radius < 20 for radii in rings.values() for radius in radii)


def drawn() -> MatBoard:
    found = board().board
    assert found is not None
    return found


def seen(fit: BoardFit, numbers: str = "4567") -> dict[int, Point]:
    return {int(n): fit.point(drawn().markers[int(n)]) for n in numbers}


def test_a_board_is_fitted_by_two_three_or_four_of_its_markers():
    fit = BoardFit(1.02, -7.0, 40.0, 55.0)
    for numbers in ("4567", "457", "567"):
        found = fit_board(drawn(), seen(fit, numbers))
        assert found is not None
        assert (found.scale, found.turn_deg) == pytest.approx((1.02, -7.0))
        assert (found.right_mm, found.down_mm) == pytest.approx((40.0, 55.0))
        back = found.back(found.point(Point(300, 200)))
        assert (back.x_mm, back.y_mm) == pytest.approx((300, 200))
    two = fit_board(drawn(), seen(BoardFit(1.0, 12.0), "46"), 1.01)
    assert two is not None
    assert (two.scale, two.turn_deg) == pytest.approx((1.01, 12.0)), "two do not tell the scale"
    assert fit_board(drawn(), seen(fit, "4")) is None


def test_a_marker_that_disagrees_with_three_others_is_left_aside_and_of_three_none_can_be():
    fit = BoardFit(1.0, 4.0, 10.0, 5.0)
    wrong = {**seen(fit), 6: Point(700, 400)}
    found = fit_board(drawn(), wrong)
    assert found is not None
    assert (found.turn_deg, found.right_mm) == pytest.approx((4.0, 10.0))
    assert fit_board(drawn(), {n: wrong[n] for n in (4, 5, 6)}) is None


def test_what_no_board_can_look_like_is_no_fit():
    mirrored = {n: Point(1000 - at.x_mm, at.y_mm) for n, at in drawn().markers.items()}
    assert fit_board(drawn(), mirrored) is None
    assert fit_board(drawn(), seen(BoardFit(1.12))) is None
    assert fit_board(drawn(), seen(BoardFit(0.85), "46")) is None


@pytest.mark.parametrize("settings", [CALM, ROUGH], ids=["calm", "rough"])
def test_coins_on_a_board_that_lies_askew_are_named_by_their_fields(settings):
    table = CoinTable(*FIELDS, settings=settings, fit=ASKEW, wobble_mm=5.0)
    assert table.spots() == {number: field for field, number in FIELDS}
    fit = table.eye._board.fit
    assert fit is not None
    assert fit.turn_deg == pytest.approx(4.0, abs=0.15)
    assert fit.scale == pytest.approx(1.0, abs=0.005)


def test_without_its_markers_the_board_lies_as_drawn_until_they_are_seen():
    """Coins on the four markers hide them: the fields are where the drawing has them. When the markers come to light,
    what lies on other fields than was thought is told."""
    fields = {number: field for field, number in FIELDS}
    slight = CoinTable(*FIELDS, fit=BoardFit(1.0, 0.0, 14.0, 0.0), hidden=True)
    assert slight.eye._board.fit is None
    assert slight.spots() == {**fields, **FOUR}
    askew = CoinTable(*FIELDS, fit=BoardFit(1.0, 0.0, 30.0, 0.0), hidden=True)
    wrong = {number for field, number in FIELDS if askew.spots()[number] != field}
    assert wrong, "as drawn they lie elsewhere"
    changes = askew.take(*FOUR) + askew.frames(40)
    assert {c.payload for c in changes if c.kind is MOVED} == {code(number) for number in wrong}
    assert askew.spots() == fields


@pytest.mark.dear
def test_a_board_that_is_pushed_with_its_coins_moves_no_coin_from_its_field():
    fields = {number: field for field, number in FIELDS}
    table = CoinTable(*FIELDS, ("face_up/0", 11), wobble_mm=4.0)
    assert table.put(("h3", 9))
    assert table.put(("h3", 10))
    assert table.push(ASKEW) == []
    assert table.spots() == {**fields, 9: "h3", 10: "h3", 11: "face_up/0"}
    at = table.lying()[code(2)].at
    assert at is not None
    assert math.dist((at.x_mm, at.y_mm), table.place("f4")) < 6.5, "the place of a coin is that on the mat now"
    # and what is done on it afterwards is told as ever
    assert told(table.put(("d5", 0))) == [(MOVED, code(0), "d5", "d4")]
    assert told(table.put(("g4", 12))) == [(PLACED, code(12), "g4", None)]
    assert told(table.take(1)) == [(GONE, code(1), None, "e5")]
    assert told(table.take(10)) == [(GONE, code(10), None, "h3")]
    assert table.push(BoardFit()) == []
    for number in (2, 3, 4, 9):
        assert [(c.kind, c.payload) for c in table.take(number)] == [(GONE, code(number))]


@pytest.mark.parametrize("covered", [(4,), (4, 6)])
def test_some_markers_are_covered_and_the_board_is_pushed(covered: tuple[int, ...]):
    table = CoinTable(*FIELDS)
    for number in covered:
        at = table.board.markers[number]
        assert [c.kind for c in table.lie(20 + number, at.x_mm, at.y_mm)] == [PLACED]
    assert table.spots() == dict.fromkeys(20 + c for c in covered) | {n: field for field, n in FIELDS}
    # the coins on the markers stay where they are: they hold their place while the board slides
    assert [c for c in table.push(ASKEW) if c.payload in {code(n) for _, n in FIELDS}] == []
    assert {n: s for n, s in table.spots().items() if n < 20 or n >= MARKERS} == {n: field for field, n in FIELDS}
    fit = table.eye._board.fit
    assert fit is not None
    assert fit.turn_deg == pytest.approx(4.0, abs=0.2)


def test_the_last_fit_stays_while_all_markers_are_covered():
    table = CoinTable(*FIELDS, fit=ASKEW)
    for number in (4, 5, 6, 7):
        at = ASKEW.point(table.board.markers[number])
        table.lie(20 + number, at.x_mm, at.y_mm)
    before = table.eye._board.fit
    assert told(table.put(("g4", 12))) == [(PLACED, code(12), "g4", None)]
    assert table.frames(60) == []
    assert table.eye._board.fit is before


@pytest.mark.dear
def test_a_bumped_camera_does_not_move_the_board():
    table = CoinTable(*FIELDS, fit=ASKEW)
    table.camera.bump(22.0, -14.0, 1.0)
    assert table.frames(20) == []
    assert table.spots() == {number: field for field, number in FIELDS}
    assert told(table.put(("g4", 12))) == [(PLACED, code(12), "g4", None)]
    assert table.push(BoardFit()) == []
    assert table.spots() == {**{number: field for field, number in FIELDS}, 12: "g4"}


def test_a_board_without_markers_is_never_looked_for(monkeypatch: pytest.MonkeyPatch):
    searched: list[int] = []

    def nothing(picture: object, ids: Sequence[int]) -> dict[int, Corners]:
        searched.append(len(ids))
        return {}

    monkeypatch.setattr("vision.calibration.board.find_markers", nothing)
    watch = BoardWatch(replace(drawn(), markers={}))
    assert not watch.step(None, None, None)  # type: ignore[arg-type]
    table = CoinTable(*FIELDS)  # nor is one whose markers are never found looked for with every frame
    table.frames(100)
    assert 0 < len(searched) < 30
    assert table.spots() == {number: field for field, number in FIELDS}


def test_a_bent_board_lies_where_both_its_bend_and_its_place_put_it():
    bent = BoardFit(1.01, 3.0, 12.0, -7.0, (1.01, 0.02, 3.0, -0.01, 0.98, 2.0, 0.0001, -0.0002))
    askew = BoardFit(0.99, -5.0, -20.0, 15.0)
    for outer, inner in ((bent, askew), (askew, bent), (bent, bent), (askew, askew)):
        for at in (Point(0.0, 0.0), Point(400.0, 30.0), Point(150.0, 380.0)):
            there, both = outer.point(inner.point(at)), outer.after(inner)
            assert math.dist(astuple(both.point(at)), astuple(there)) < 1e-6
            assert math.dist(astuple(both.back(there)), astuple(at)) < 1e-6
    assert not askew.after(askew).bend
    assert bent.point(Point(400.0, 30.0)) != replace(bent, bend=()).point(Point(400.0, 30.0))
