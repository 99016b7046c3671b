"""The Ranger's card, space by space, against its rules (CM-130 to CM-135): an oracle that goes one space at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from rules.games.chain_mail import heroes
from rules.games.chain_mail.heroes.movement import Fires
from tests.games.chain_mail._cards import (
    Outcome,
    allowed,
    check_refusals,
    fired,
    one,
    outcomes,
    placed,
    ranger,
    refusals,
)

TRAINING = ("track", "aim", "dual", "call")
MILL = ("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7")
CLOCKWISE = dict(zip(MILL, (*MILL[1:], "m0"), strict=True))
BESIDE = {"track": ("aim",), "aim": ("track", "dual"), "dual": ("aim", "call"), "call": ("dual",)}
PLAIN = {"m0": "melee1", "m2": "gain_food", "m4": "melee2", "m6": "heal"}
GREEN = {
    **{"m1": ("track", "search2"), "m3": ("aim", "range1")},
    **{"m5": ("dual", "dual_melee1"), "m7": ("call", "bear_call")},
}

STATES = placed((TRAINING, (0, 1)), (MILL, (0, 1)))
SECOND_TRAINING = placed((TRAINING, (2,)), (MILL, (1,)))
SECOND_MILL = placed((TRAINING, (1,)), (MILL, (2,)))


def gives(space: str, after: tuple[str, ...]) -> tuple[Fires, ...]:
    """What a space of the mill gives."""
    if space in PLAIN:
        return (Fires(PLAIN[space]),)
    skill, action = GREEN[space]
    return (Fires(action),) if skill in after else ()


def naive(cubes: tuple[str, ...]) -> Iterator[Outcome]:
    """One or two single steps in any order, each of any cube."""
    for count in (1, 2):
        for order in product(range(len(cubes)), repeat=count):
            ways: list[tuple[str, ...]] = [cubes]
            for cube in order:
                ways = [
                    (*now[:cube], to, *now[cube + 1 :])
                    for now in ways
                    for to in ((CLOCKWISE[now[cube]],) if now[cube] in MILL else BESIDE[now[cube]])
                ]
            for after in ways:
                if set(after) == set(cubes) or len(set(after)) < len(after):
                    continue
                milled = [cube for cube in order if cubes[cube] in MILL]
                if milled:
                    yield frozenset(after), after[milled[-1]], gives(after[milled[-1]], after), count, 0
                    continue
                skills = {after[cube] for cube in order}
                opened = [s for s in after if s in GREEN and GREEN[s][0] in skills]
                for to in {after[max(order)]}:
                    fires = [gives(space, after) for space in opened] or [()]
                    yield from ((frozenset(after), to, some, count, 0) for some in fires)


@pytest.mark.rules("CM-131", "CM-132", "CM-133", "CM-134")
@pytest.mark.parametrize("cubes", STATES, ids="+".join)
def test_every_space_from_every_state(cubes: tuple[str, ...]) -> None:
    assert outcomes(ranger(), cubes) == set(naive(cubes))
    assert len(allowed(ranger(), cubes)) == len(outcomes(ranger(), cubes)), "each end once"
    check_refusals(ranger(), cubes, (*TRAINING, *MILL))


@pytest.mark.rules("CM-156")
@pytest.mark.parametrize("cubes", SECOND_TRAINING + SECOND_MILL, ids="+".join)
def test_every_space_with_a_third_cube(cubes: tuple[str, ...]) -> None:
    assert outcomes(ranger(), cubes) == set(naive(cubes))
    check_refusals(ranger(), cubes, (*TRAINING, *MILL))


@pytest.mark.rules("CM-130")
def test_begins_on_search_and_melee() -> None:
    assert heroes.model_of(ranger()).start == heroes.model_of(ranger()).start == ("track", "m0")


@pytest.mark.rules("CM-131", "CM-134")
def test_first_movements() -> None:
    """C12: Search 2 with the training that fits, no action when training moved on, Gain Food."""
    card, start = ranger(), ("track", "m0")
    assert fired(card, start, "track", "m1") == ("search2",)
    assert fired(card, start, "aim", "m1") == ()
    assert fired(card, start, "track", "m2") == ("gain_food",)
    assert {frozenset(m.cubes) for m in allowed(card, start)} == {
        frozenset(after.split()) for after in ("aim m0", "dual m0", "track m1", "track m2", "aim m1")
    }


@pytest.mark.rules("CM-133")
def test_only_the_last_space_of_the_mill_counts() -> None:
    found = one(ranger(), ("track", "m0"), "track", "m2")
    assert found.spaces == 2
    assert [f.action for f in found.fires] == ["gain_food"], "the Search 2 passed on the way gives nothing"


@pytest.mark.rules("CM-134")
def test_training_opens_the_green_space_where_the_mill_stands() -> None:
    card = ranger()
    assert fired(card, ("track", "m3"), "aim", "m3") == ("range1",)
    assert fired(card, ("track", "m5"), "dual", "m5") == ("dual_melee1",)
    assert fired(card, ("track", "m2"), "aim", "m2") == (), "a space that is not green gave its action on arrival"


@pytest.mark.rules("CM-134")
def test_training_opens_green_spaces_only() -> None:
    """On an owner's card a space that is not green may have an action that is trained as well."""
    card = ranger()
    mill = tuple(replace(spot, green=False) if spot.id == "m3" else spot for spot in card.mill)
    assert fired(replace(card, mill=mill), ("track", "m3"), "aim", "m3") == ()
    assert fired(replace(card, mill=mill), ("track", "m2"), "track", "m3") == ("range1",)


@pytest.mark.rules("CM-134")
def test_an_untrained_green_space_may_be_entered() -> None:
    found = one(ranger(), ("track", "m2"), "track", "m3")
    assert found.refusal is None
    assert found.fires == ()


@pytest.mark.rules("CM-131", "CM-132")
def test_what_is_refused() -> None:
    why = refusals(ranger(), ("aim", "m4"))
    assert why["m3"] == "illegal_cube_move", "never against the clock"
    assert why["m7"] == "illegal_cube_move", "three spaces are too many"
    assert why["m4"] == why["aim"] == "must_move_a_cube"


@pytest.mark.rules("CM-055", "CM-165", "CM-134")
@pytest.mark.parametrize("training", TRAINING)
@pytest.mark.parametrize("mill", MILL)
def test_passive_and_prepared_icons(training: str, mill: str) -> None:
    cubes = (training, mill)
    attacks = {"melee1", "melee2", "range1", "dual_melee1", "bear_call"}
    ready = tuple(fires for fires in gives(mill, cubes) if fires.action in attacks)
    assert heroes.model_of(ranger()).prepared(cubes) == ready
    assert heroes.model_of(ranger()).passives(cubes) == ()
    assert heroes.model_of(ranger()).reach(cubes) == ("", "")


@pytest.mark.rules("CM-014", "CM-082")
def test_cubes_return_to_the_start_of_their_section() -> None:
    assert {heroes.model_of(ranger()).home(space) for space in TRAINING} == {"track"}
    assert {heroes.model_of(ranger()).home(space) for space in MILL} == {"m0"}
    assert heroes.model_of(ranger()).third_homes == ("track", "m0")


@pytest.mark.rules("CM-133", "CM-156")
def test_of_two_mill_cubes_either_goes_last() -> None:
    found = [m for m in allowed(ranger(), ("aim", "m1", "m5")) if set(m.cubes) == {"aim", "m2", "m6"}]
    assert {(m.frm, m.to, m.fires) for m in found} == {
        ("m1", "m2", (Fires("gain_food"),)),
        ("m5", "m6", (Fires("heal"),)),
    }


@pytest.mark.rules("CM-156")
def test_one_training_moved_onto_two_green_spaces_with_cubes() -> None:
    """Two training cubes move by one each: both skills open a space, one of which is chosen with two mill cubes."""
    found = [m for m in allowed(ranger(), ("track", "call", "m3", "m5")) if set(m.cubes) == {"aim", "dual", "m3", "m5"}]
    assert {m.fires for m in found} == {(Fires("range1"),), (Fires("dual_melee1"),)}
    assert len({m.key for m in found}) == 2
