"""The mats of Chesney: every pile of the rules has its place, and the places can be laid, seen and told apart."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from companion.prints.mat_plan import mat_layout
from rules.engine.entries import Header
from rules.engine.mat import Layout, MatSpot
from rules.engine.match import Match
from rules.engine.types import Seat
from tests.games.chesney._match import CHESNEY

PLAYERS = tuple(CHESNEY.seats)
GAP_MM = 2.0
RATIO = 4 / 3
"""Of a camera of 12 megapixels."""
PICTURE_PX = 4056
SEEN_AROUND_MM = 60.0
"""What the picture shows beyond the mat, in all."""
Box = tuple[float, float, float, float]


def box(spot: MatSpot) -> Box:
    """Left, top, right, bottom of a spot that stands upright or lies on its side."""
    assert spot.angle_deg % 90 == 0
    wide, tall = (spot.width_mm, spot.height_mm) if spot.angle_deg % 180 == 0 else (spot.height_mm, spot.width_mm)
    return (spot.x_mm - wide / 2, spot.y_mm - tall / 2, spot.x_mm + wide / 2, spot.y_mm + tall / 2)


def places(mat: Layout) -> dict[str, Box]:
    """Everything that needs room on a mat: spots, tray and markers."""
    found = {spot.name: box(spot) for spot in mat.spots}
    assert mat.tray is not None
    found["tray"] = box(mat.tray)
    half = mat.marker_mm / 2
    for number, at in mat_layout(mat).markers.items():
        found[f"marker {number}"] = (at.x_mm - half, at.y_mm - half, at.x_mm + half, at.y_mm + half)
    return found


def apart(one: Box, other: Box) -> bool:
    """Whether there is a gap between two boxes that a hand can see."""
    return (
        one[2] + GAP_MM <= other[0]
        or other[2] + GAP_MM <= one[0]
        or one[3] + GAP_MM <= other[1]
        or other[3] + GAP_MM <= one[1]
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_no_two_places_of_a_mat_overlap(players: int) -> None:
    found = places(CHESNEY.mat(players))
    assert [(a, b) for a, b in combinations(found, 2) if not apart(found[a], found[b])] == []


@pytest.mark.parametrize("players", PLAYERS)
def test_every_place_lies_on_the_mat(players: int) -> None:
    mat = CHESNEY.mat(players)
    for name, (left, top, right, bottom) in places(mat).items():
        assert left >= 0, name
        assert top >= 0, name
        assert right <= mat.width_mm, name
        assert bottom <= mat.height_mm, name


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_every_pile_of_the_table_has_its_place(players: int, mode: str) -> None:
    match = Match(CHESNEY, Header("chesney", players, {"mode": mode}))
    mat = CHESNEY.mat(players)
    wanted = {pile.spot for pile in match.state.piles.values() if pile.spot is not None}
    assert wanted <= {spot.name for spot in mat.spots}
    assert mode == "basic" or wanted == {spot.name for spot in mat.spots}


@pytest.mark.parametrize("players", PLAYERS)
def test_places_hold_what_may_come_to_lie_there(players: int) -> None:
    mat = CHESNEY.mat(players)
    wide, tall = mat.card_mm
    most = {"events": 4, "aside": 8, "reserve": 4, "disguise_reserve": 8} | {f"effect/{s}": 3 for s in range(players)}
    for spot in mat.spots:
        columns = 1 + int((spot.width_mm - wide) // 29)
        rows = 1 + int((spot.height_mm - tall) // 31)
        assert columns * rows >= most.get(spot.name, 1), spot.name


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_sit_clockwise_and_look_at_the_middle(players: int) -> None:
    mat = CHESNEY.mat(players)
    around = []
    for seat in (Seat(n) for n in range(players)):
        left, right, effect = (mat.spot(f"{name}/{seat}") for name in ("left", "right", "effect"))
        along = (right.x_mm - left.x_mm, right.y_mm - left.y_mm)
        edge = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(left.angle_deg)]
        assert along[0] * edge[0] + along[1] * edge[1] > mat.card_mm[0]  # the right card lies to the owner's right
        assert effect.angle_deg == left.angle_deg
        x, y = (left.x_mm + right.x_mm) / 2, (left.y_mm + right.y_mm) / 2
        around.append((left.angle_deg, {0: -x, 90: -y, 180: x, 270: y}[round(left.angle_deg)]))
    assert all(one < other for one, other in pairwise(around))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_camera_of_12_megapixels_sees_every_module_of_a_sticker(players: int) -> None:
    mat = CHESNEY.mat(players)
    seen_mm = max(mat.width_mm, mat.height_mm * RATIO) + SEEN_AROUND_MM
    assert PICTURE_PX / seen_mm > 3.7


@pytest.mark.parametrize("players", PLAYERS)
def test_dice_fall_in_the_middle_of_the_picture(players: int) -> None:
    mat = CHESNEY.mat(players)
    assert mat.tray is not None
    left, top, right, bottom = box(mat.tray)
    assert mat.width_mm / 6 <= left
    assert right <= mat.width_mm * 5 / 6
    assert mat.height_mm / 6 <= top
    assert bottom <= mat.height_mm * 5 / 6
