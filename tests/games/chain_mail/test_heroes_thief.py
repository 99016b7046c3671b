"""The Thief's card, space by space, against its rules (CM-110 to CM-116): an oracle that tries every sequence of one to
three spaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from rules.games.chain_mail import heroes
from rules.games.chain_mail.heroes.movement import Fires, Movement
from tests.games.chain_mail._cards import Outcome, allowed, check_refusals, outcomes, placed, refusals, thief

WAYS = ("cw", "ccw")
RING = ("h0", "h1", "h2", "h3", "h4", "h5")
ALL = (*RING, "hc")
AFTER = {"h0": "h1", "h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h0"}
AT_ONCE = {"h0": "search", "h1": "hide", "h5": "gain_money", "hc": "dual_melee1"}
WHILE_THERE = {"h2": "pick_lock", "h3": "backstab", "h4": "disarm_trap"}

STATES = placed((WAYS, (0, 1)), (ALL, (0, 1)))
SECOND_DIRECTION = placed((WAYS, (2,)), (ALL, (1,)))
SECOND_RING = placed((WAYS, (1,)), (ALL, (2,)))


def walked(cubes: tuple[str, ...], steps: tuple[tuple[int, str], ...]) -> tuple[list[str], int | None] | None:
    """The cubes after these steps, each a cube's number and where it goes, and the ring cube that moved last; None if
    a step is not allowed."""
    now, last = list(cubes), None
    for cube, to in steps:
        frm = now[cube]
        if last is not None and now[last] == "hc":
            return None  # the centre ended the move
        if frm in WAYS:
            if to not in WAYS or to in now:
                return None
        else:
            into = to == "hc" and frm != "hc" and "hc" not in now
            out = frm == "hc" and to in RING
            clockwise = "cw" in now and AFTER.get(frm) == to
            counter = "ccw" in now and AFTER.get(to) == frm
            if not (into or out or clockwise or counter):
                return None
            last = cube
        now[cube] = to
    return now, last


def naive(cubes: tuple[str, ...]) -> Iterator[Outcome]:
    """Every sequence of 1, 2 and 3 spaces; of those with the same end the shortest counts."""
    fewest: dict[tuple[tuple[str, ...], int | None], int] = {}
    single = [(n, to) for n in range(len(cubes)) for to in (*WAYS, *ALL)]
    for count in (1, 2, 3):
        for steps in product(single, repeat=count):
            end = walked(cubes, steps)
            if end is not None and len(set(end[0])) == len(cubes):
                fewest.setdefault((tuple(end[0]), end[1]), count)
    for (after, last), count in fewest.items():
        if last is None:
            if after != cubes:
                (turned,) = (to for frm, to in zip(cubes, after, strict=True) if frm != to)
                yield frozenset(after), turned, (), count, 0
            continue
        to = after[last]
        fires = (Fires(AT_ONCE[to]),) if to in AT_ONCE else ()
        yield frozenset(after), to, fires, count, 3 if to == "hc" else count + 1


@pytest.mark.rules("CM-111", "CM-112", "CM-113", "CM-114")
@pytest.mark.parametrize("cubes", STATES, ids="+".join)
def test_every_space_from_every_state(cubes: tuple[str, ...]) -> None:
    expected = list(naive(cubes))
    assert outcomes(thief(), cubes) == set(expected)
    assert len(allowed(thief(), cubes)) == len(expected), "each end once, with the fewest spaces"
    check_refusals(thief(), cubes, (*WAYS, *ALL))


@pytest.mark.rules("CM-156")
@pytest.mark.parametrize("cubes", SECOND_DIRECTION + SECOND_RING, ids="+".join)
def test_every_space_with_a_third_cube(cubes: tuple[str, ...]) -> None:
    assert outcomes(thief(), cubes) == set(naive(cubes))
    check_refusals(thief(), cubes, (*WAYS, *ALL))


@pytest.mark.rules("CM-110")
def test_begins_clockwise_on_the_eye() -> None:
    assert heroes.model_of(thief()).start == heroes.model_of(thief()).start == ("cw", "h0")


def ends(movements: list[Movement], spaces: int) -> set[tuple[str, ...]]:
    """Where the cubes stand after so many spaces, away from the centre."""
    return {m.cubes for m in movements if m.spaces == spaces and m.to != "hc"}


@pytest.mark.rules("CM-111", "CM-112", "CM-114")
def test_first_movements() -> None:
    """C9. The one end there that takes fewer spaces otherwise, clockwise on h1, is listed with the fewest."""
    found = allowed(thief(), ("cw", "h0"))
    assert ends(found, 1) == {("cw", "h1"), ("ccw", "h0")}
    assert ends(found, 2) == {("cw", "h2"), ("ccw", "h5"), ("ccw", "h1")}
    assert ends(found, 3) == {("cw", "h3"), ("ccw", "h4"), ("ccw", "h2"), ("cw", "h5"), ("ccw", "h0")}
    turned, again = (m for m in found if m.cubes == ("ccw", "h0"))
    assert (turned.spaces, turned.needs, turned.fires) == (1, 0, ()), "only turned: no roll, no action"
    assert (again.spaces, again.needs, again.fires) == (3, 4, (Fires("search"),))
    assert {m.needs for m in found if m.to == "hc"} == {3}
    assert {(m.spaces, m.needs) for m in found if m.to in RING} == {(1, 2), (2, 3), (3, 4)}


@pytest.mark.rules("CM-113")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("space", RING)
def test_the_centre_is_always_one_space_away(way: str, space: str) -> None:
    (straight,) = (m for m in allowed(thief(), (way, space)) if m.cubes == (way, "hc") and m.spaces == 1)
    assert straight.needs == 3
    assert straight.fires == (Fires("dual_melee1"),)


@pytest.mark.rules("CM-111")
def test_from_the_centre_to_any_space_of_the_ring() -> None:
    one_space = {m.to for m in allowed(thief(), ("cw", "hc")) if m.spaces == 1 and m.needs}
    assert one_space == set(RING)


@pytest.mark.rules("CM-111")
def test_a_cube_must_move() -> None:
    assert refusals(thief(), ("cw", "h0"))["cw"] == "must_move_a_cube"


@pytest.mark.rules("CM-112")
def test_the_ring_is_not_left_free_to_choose() -> None:
    alone = refusals(thief(), ("h0",))
    assert alone == {
        **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", *WAYS), "illegal_cube_move"),
        "h0": "must_move_a_cube",
    }, "without a direction only the centre is left"


@pytest.mark.rules("CM-055", "CM-164", "CM-165")
@pytest.mark.parametrize("space", ALL)
def test_passive_and_prepared_icons(space: str) -> None:
    works = (Fires(WHILE_THERE[space]),) if space in WHILE_THERE else ()
    ready = (Fires(AT_ONCE[space]),) if space in ("h1", "hc") else ()
    assert heroes.model_of(thief()).passives(("cw", space)) == works
    assert heroes.model_of(thief()).prepared(("cw", space)) == ready
    assert heroes.model_of(thief()).reach(("cw", space)) == ("", "")


@pytest.mark.rules("CM-014", "CM-115")
def test_cubes_return_to_the_start_of_their_section() -> None:
    assert {heroes.model_of(thief()).home(space) for space in WAYS} == {"cw"}
    assert {heroes.model_of(thief()).home(space) for space in ALL} == {"h0"}


@pytest.mark.rules("CM-082", "CM-156")
def test_two_direction_cubes_free_both_ways() -> None:
    assert heroes.model_of(thief()).third_homes == ("cw", "h0")
    found = allowed(thief(), ("cw", "ccw", "h0"))
    assert {m.to for m in found if m.spaces == 1} == {"h1", "h5", "hc"}
    assert {m.to for m in found if m.spaces == 3} >= {"h3"}


@pytest.mark.rules("CM-156")
def test_of_two_ring_cubes_the_last_to_move_acts() -> None:
    found = [m for m in allowed(thief(), ("cw", "h0", "h4")) if set(m.cubes) == {"cw", "h1", "h5"}]
    assert {(m.to, m.fires) for m in found} == {("h1", (Fires("hide"),)), ("h5", (Fires("gain_money"),))}
    assert {m.frm for m in found} == {"h0", "h4"}
    assert {(m.spaces, m.needs) for m in found} == {(2, 3)}
