"""The Shepherd's card, space by space, against its rules (CM-140 to CM-145) written down once more as plain tables."""

from __future__ import annotations

import pytest

from rules.games.chain_mail import heroes
from rules.games.chain_mail.heroes.movement import Fires
from tests.games.chain_mail._cards import allowed, check_refusals, fired, outcomes, refusals, shepherd

ICONS = {
    "N": {"n0": "dog", "n1": "melee1", "n2": "search"},
    "E": {"e0": "dog", "e1": "range1", "e2": "gain_money"},
    "S": {"s0": "dog", "s1": "heal", "s2": "gain_food"},
    "W": {"w0": "dog", "w1": "melee1", "w2": "defense"},
}
ALL = {space: icon for icons in ICONS.values() for space, icon in icons.items()}
SPACES = ("c", "kennel", *ICONS, *ALL)


def goes_to(cube: str) -> set[str]:
    """Where her cube may go."""
    if cube == "c":
        return set(ALL)
    if cube in ICONS:
        return set(ICONS[cube])
    return {space for space in ALL if space[0] == cube[0] and space != cube}


@pytest.mark.rules("CM-143", "CM-144", "CM-145")
@pytest.mark.parametrize("cube", ["c", *ICONS, *ALL])
def test_every_space_from_every_state(cube: str) -> None:
    expected = set()
    for space in goes_to(cube):
        fires = () if space == "w2" else (Fires(ALL[space], (space,) if space == "n2" else ()),)
        expected.add((frozenset({space}), space, fires, 1, 0))
    assert outcomes(shepherd(), (cube,)) == expected
    check_refusals(shepherd(), (cube,), SPACES)


def test_nothing_moves_while_her_cube_is_away() -> None:
    assert not allowed(shepherd(), ())
    check_refusals(shepherd(), (), SPACES)


@pytest.mark.rules("CM-140")
def test_begins_in_the_centre() -> None:
    """The other cube is the dog, which is kept elsewhere."""
    assert heroes.model_of(shepherd()).start == heroes.model_of(shepherd()).start == ("c",)


@pytest.mark.rules("CM-141")
@pytest.mark.parametrize("direction", ICONS)
@pytest.mark.parametrize("cube", ["c", *ICONS, *ALL])
def test_the_way_of_the_party_shifts_her(direction: str, cube: str) -> None:
    if cube in ICONS[direction]:
        return  # in that area already: the next test
    shifted = heroes.model_of(shepherd()).shift((cube,), direction)
    assert {m.to for m in allowed(shepherd(), shifted)} == set(ICONS[direction]), "any space of the area"
    assert heroes.model_of(shepherd()).passives(shifted) == heroes.model_of(shepherd()).prepared(shifted) == ()


@pytest.mark.rules("CM-141", "CM-144")
@pytest.mark.parametrize("cube", ALL)
def test_going_on_in_her_direction_leaves_her_where_she_is_and_she_must_go_on(cube: str) -> None:
    """Her icon stays in force meanwhile, and she cannot take the same one again."""
    area = cube[0].upper()
    shifted = heroes.model_of(shepherd()).shift((cube,), area)
    assert shifted == (cube,)
    assert {m.to for m in allowed(shepherd(), shifted)} == set(ICONS[area]) - {cube}
    assert refusals(shepherd(), shifted)[cube] == "must_move_a_cube"


@pytest.mark.rules("CM-141")
def test_a_cube_that_is_away_is_not_shifted() -> None:
    assert heroes.model_of(shepherd()).shift((), "N") == ()


@pytest.mark.rules("CM-142", "CM-144")
def test_without_a_shift_she_stays_in_her_area() -> None:
    why = refusals(shepherd(), ("e1",))
    assert why["e1"] == "must_move_a_cube"
    assert why["c"] == why["n0"] == why["kennel"] == "illegal_cube_move"


@pytest.mark.rules("CM-145")
@pytest.mark.parametrize("space", ["n0", "e0", "s0", "w0"])
def test_every_area_has_a_dog(space: str) -> None:
    assert fired(shepherd(), ("c",), space) == ("dog",)


@pytest.mark.rules("CM-055", "CM-165")
@pytest.mark.parametrize("space", ALL)
def test_passive_and_prepared_icons(space: str) -> None:
    works = (Fires("defense"),) if space == "w2" else ()
    ready = (Fires(ALL[space]),) if ALL[space] in ("melee1", "range1") else ()
    assert heroes.model_of(shepherd()).passives((space,)) == works
    assert heroes.model_of(shepherd()).prepared((space,)) == ready
    assert heroes.model_of(shepherd()).reach((space,)) == ("", "")


@pytest.mark.rules("CM-014", "CM-056")
def test_after_search_she_returns_to_the_centre() -> None:
    assert {heroes.model_of(shepherd()).home(space) for space in (*ALL, *ICONS, "c")} == {"c"}


@pytest.mark.rules("CM-154")
def test_her_third_cube_is_no_cube_on_the_grid() -> None:
    assert heroes.model_of(shepherd()).third_homes == ()
