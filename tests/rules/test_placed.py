"""Spots where a table's own people want them: what holds, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.mat import Misplaced, Place, Placement, misplaced, placed, places_of
from rules.games import game
from tests.games.open_table._table import own

MAT = own(seats=2).game.mat(2)
OWN = places_of(MAT)
MIDDLE = OWN["middle"]
MARKER = Place(20, 20, 30, 30)


def test_a_mat_has_its_spots_where_people_placed_them() -> None:
    wanted = {**OWN, "middle": Place(300, 450, 120, 100, 90)}
    moved = placed(MAT, 2, [Placement(2, wanted)])
    assert places_of(moved) == wanted
    assert moved.spot("middle").label == MAT.spot("middle").label


@pytest.mark.parametrize("other", [Placement(3, OWN), Placement(2, {"middle": MIDDLE})], ids=["seats", "spots"])
def test_places_hold_for_the_mat_that_they_were_made_for_alone(other: Placement) -> None:
    assert placed(MAT, 2, [other]) is MAT


def test_a_game_lays_its_mat_so_and_fields_of_a_board_stay() -> None:
    chest = game("war_chest")
    mat = chest.mat(2)
    places = {name: replace(place, x_mm=place.x_mm + 1) for name, place in places_of(mat).items()}
    moved = replace(chest, placements=(Placement(2, places),)).mat(2)
    assert places
    assert {s.name: s.x_mm for s in moved.spots if s.cell} == {s.name: s.x_mm for s in mat.spots if s.cell}
    assert places_of(moved) == places


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, None),
        ({"middle": replace(MIDDLE, x_mm=5)}, Misplaced("middle")),
        ({"middle": replace(MIDDLE, width_mm=12)}, Misplaced("middle")),
        ({"middle": replace(MIDDLE, width_mm=float("nan"))}, Misplaced("middle")),
        ({"stock": Place(60, 60, 75, 98)}, Misplaced("stock")),
        ({"heap": replace(MIDDLE, angle_deg=45)}, Misplaced("middle", "heap")),
    ],
    ids=["own", "outside", "small", "no number", "on a marker", "on another"],
)
def test_what_does_not_lie_well_is_named(changed: dict[str, Place], wrong: Misplaced | None) -> None:
    assert misplaced(MAT, {**OWN, **changed}, [MARKER]) == wrong
