"""The Cleric's card, space by space, against its rules (CM-100 to CM-106) written down once more as plain tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.games.chain_mail import heroes
from rules.games.chain_mail.heroes.movement import Fires
from tests.games.chain_mail._cards import (
    Outcome,
    allowed,
    check_refusals,
    cleric,
    fired,
    one,
    outcomes,
    placed,
    refusals,
)

TRACK = ("near", "any", "all")
ROWS = (("g00", "g01", "g02", "g03"), ("g10", "g11", "g12", "g13"), ("g20", "g21", "g22"))
GRID = tuple(space for row in ROWS for space in row)
ARROWS = {("g00", "g10"), ("g01", "g11"), ("g02", "g12"), ("g10", "g20"), ("g12", "g22")}
AT_ONCE = {
    **{"g01": "heal", "g02": "melee1", "g03": "gain_food", "g11": "rest", "g13": "heal"},
    **{"g21": "heal", "g22": "melee2"},
}
WHILE_THERE = {"g10": "bless", "g12": "defense", "g20": "rally"}
LEAVING = {"any", "all", "g20", "g21", "g22"}

STATES = placed((TRACK, (0, 1)), (GRID, (0, 1)))
WITH_THIRD = placed((TRACK, (2,)), (GRID, (0, 1))) + placed((TRACK, (0, 1)), (GRID, (2,)))


def naive(cubes: tuple[str, ...]) -> Iterator[Outcome]:
    """Every pair of spaces is looked at: may a cube go from one to the other?"""
    for one_space in (*TRACK, *GRID):
        for other in (*TRACK, *GRID):
            if one_space not in cubes or other in cubes:
                continue
            on_track = {one_space, other} in ({"near", "any"}, {"any", "all"})
            in_row = any(one_space in row and other in row for row in ROWS)
            if on_track or in_row or (one_space, other) in ARROWS:
                after = frozenset(cubes) - {one_space} | {other}
                leaves = (other,) if other in LEAVING else ()
                fires = (Fires(AT_ONCE[other], leaves),) if other in AT_ONCE else ()
                yield after, other, fires, 1, 0


@pytest.mark.rules("CM-101", "CM-104", "CM-156")
@pytest.mark.parametrize("cubes", STATES + WITH_THIRD, ids="+".join)
def test_every_space_from_every_state(cubes: tuple[str, ...]) -> None:
    assert outcomes(cleric(), cubes) == set(naive(cubes))
    check_refusals(cleric(), cubes, (*TRACK, *GRID))


@pytest.mark.rules("CM-100")
def test_begins_near_and_at_the_bottom_left() -> None:
    assert heroes.model_of(cleric()).start == heroes.model_of(cleric()).start == ("near", "g00")


@pytest.mark.rules("CM-101", "CM-104")
def test_first_movements() -> None:
    """C10: to Any; or Heal, Melee 1, Gain Food in the row, or up to Bless."""
    card, start = cleric(), ("near", "g00")
    assert {m.to: tuple(f.action for f in m.fires) for m in allowed(card, start)} == {
        **{"any": (), "g01": ("heal",), "g02": ("melee1",), "g03": ("gain_food",), "g10": ()},
    }
    assert [f.action for f in heroes.model_of(card).passives(one(card, start, "near", "g10").cubes)] == ["bless"]


@pytest.mark.rules("CM-101")
def test_a_cube_must_move() -> None:
    why = refusals(cleric(), ("any", "g11"))
    assert why["any"] == why["g11"] == "must_move_a_cube"


@pytest.mark.rules("CM-104")
def test_never_down_and_up_by_arrows_only() -> None:
    card = cleric()
    assert refusals(card, ("near", "g21"))["g11"] == "illegal_cube_move"
    assert refusals(card, ("near", "g11"))["g21"] == "illegal_cube_move"
    assert refusals(card, ("near", "g03"))["g13"] == "illegal_cube_move"
    assert fired(card, ("near", "g12"), "near", "g22") == ("melee2",)


@pytest.mark.rules("CM-102", "CM-103")
@pytest.mark.parametrize("action", GRID)
def test_how_far_his_help_reaches(action: str) -> None:
    card = cleric()
    assert heroes.model_of(card).reach(("near", action)) == ("near", "")
    assert heroes.model_of(card).reach(("any", action)) == ("any", "any")
    assert heroes.model_of(card).reach(("all", action)) == ("all", "all")


@pytest.mark.rules("CM-102", "CM-156")
def test_two_range_cubes_reach_as_far_as_the_wider_one() -> None:
    assert heroes.model_of(cleric()).reach(("near", "all", "g00")) == ("all", "all")
    assert heroes.model_of(cleric()).reaches(("near", "all", "g00")) == (("all", "all"), ("near", ""))


@pytest.mark.rules("CM-106")
def test_no_help_for_others_without_a_range() -> None:
    card = cleric()
    assert heroes.model_of(card).reach(("g10",)) == ("", "")
    assert heroes.model_of(card).passives(("g10",)) == heroes.model_of(card).passives(("g20",)) == ()
    assert heroes.model_of(card).passives(("g12",)) == (Fires("defense"),), "what serves only himself goes on"


@pytest.mark.rules("CM-055", "CM-056")
@pytest.mark.parametrize("reach", TRACK)
@pytest.mark.parametrize("action", GRID)
def test_passive_and_prepared_icons(reach: str, action: str) -> None:
    card, leaves = cleric(), (action,) if action in LEAVING else ()
    works = (Fires(WHILE_THERE[action], leaves),) if action in WHILE_THERE else ()
    assert heroes.model_of(card).passives((reach, action)) == works
    attack = AT_ONCE.get(action, "")
    ready = (Fires(attack, leaves),) if attack in ("melee1", "melee2") else ()
    assert heroes.model_of(card).prepared((reach, action)) == ready


@pytest.mark.rules("CM-014", "CM-103")
def test_cubes_return_to_the_start_of_their_section() -> None:
    assert {heroes.model_of(cleric()).home(space) for space in TRACK} == {"near"}
    assert {heroes.model_of(cleric()).home(space) for space in GRID} == {"g00"}


@pytest.mark.rules("CM-082", "CM-156")
def test_a_third_cube_is_a_second_of_either_kind() -> None:
    card = cleric()
    assert heroes.model_of(card).third_homes == ("near", "g00")
    two = {(m.frm, m.to) for m in allowed(card, ("near", "g00", "g13")) if m.to.startswith("g")}
    assert ("g13", "g10") in two, "with two cubes the one that goes is named"
    assert ("g00", "g10") in two
    assert {m.frm for m in allowed(card, ("near", "g00"))} == {""}


def test_other_heroes_and_shifts_do_not_touch_him() -> None:
    assert heroes.model_of(cleric()).shift(("near", "g00"), "N") == ("near", "g00")
    assert heroes.model_of(cleric()).ordered(["g00", "near"]) == ("near", "g00")
