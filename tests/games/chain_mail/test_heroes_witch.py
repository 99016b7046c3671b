"""The Witch's card, space by space, against its rules (CM-120 to CM-125) written down once more as plain tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.games.chain_mail import heroes
from rules.games.chain_mail.heroes.movement import Fires
from tests.games.chain_mail._cards import Outcome, allowed, check_refusals, fired, left, one, outcomes, placed, witch

LEFT = ("berries", "moonwort", "nightshade")
RIGHT = ("frog", "feather", "eye")
ALL = (*LEFT, *RIGHT)
HEX = Fires("range1")
BREW = Fires("gain_food_or_money")
SCRY = Fires("search", ("moonwort", "eye"))
SPELLS = {
    **{("nightshade", "frog"): HEX, ("berries", "eye"): BREW, ("moonwort", "eye"): SCRY},
    **{("moonwort", "feather"): Fires("fly"), ("nightshade", "eye"): Fires("curse")},
}
LASTING = {"fly", "curse"}
SIDES = {"feather": Fires("defense"), "eye": Fires("extra_damage")}

STATES = placed((ALL, (0, 1, 2)))
WITH_THIRD = placed((ALL, (3,)))


def naive(cubes: tuple[str, ...]) -> Iterator[Outcome]:
    """Every cube to every ingredient; a spell if its pair is there now and was not before."""
    for cube in cubes:
        for to in ALL:
            if to in cubes:
                continue
            after = frozenset(cubes) - {cube} | {to}
            side = (Fires("melee1"),) if to == "frog" else ()
            new = [s for pair, s in SPELLS.items() if set(pair) <= after and not set(pair) <= set(cubes) - {cube}]
            at_once = [spell for spell in new if spell.action not in LASTING]
            for spell in at_once:
                yield after, to, (spell, *side), 1, 0
            if not at_once:
                yield after, to, side, 1, 0


@pytest.mark.rules("CM-121", "CM-122", "CM-123", "CM-156")
@pytest.mark.parametrize("cubes", STATES + WITH_THIRD, ids="+".join)
def test_every_space_from_every_state(cubes: tuple[str, ...]) -> None:
    assert outcomes(witch(), cubes) == set(naive(cubes))
    check_refusals(witch(), cubes, ALL)
    pairs = [(m.frm, m.to) for m in allowed(witch(), cubes)]
    for frm in cubes if len(cubes) > 1 else ():
        assert {to for start, to in pairs if start == frm} == set(ALL) - set(cubes)


@pytest.mark.rules("CM-120")
def test_begins_on_berries_and_frog() -> None:
    assert heroes.model_of(witch()).start == heroes.model_of(witch()).start == ("berries", "frog")


@pytest.mark.rules("CM-122")
def test_first_movements() -> None:
    """C11: Hex, Brew, nothing, and then Scry, after which both cubes leave."""
    card, start = witch(), ("berries", "frog")
    assert one(card, start, "nightshade", "frog").fires == (HEX,)
    assert one(card, start, "berries", "eye").fires == (BREW,)
    nothing = one(card, start, "moonwort", "frog")
    assert nothing.fires == ()
    assert one(card, nothing.cubes, "moonwort", "eye").fires == (SCRY,)


@pytest.mark.rules("CM-123")
def test_the_frog_bites_only_on_arrival() -> None:
    card = witch()
    assert fired(card, ("berries", "eye"), "berries", "frog") == ("melee1",)
    assert fired(card, ("nightshade", "eye"), "nightshade", "frog") == ("range1", "melee1"), "besides the spell"
    assert fired(card, ("berries", "frog"), "moonwort", "frog") == ()


@pytest.mark.rules("CM-123", "CM-124", "CM-125", "CM-055")
@pytest.mark.parametrize("cubes", STATES + WITH_THIRD, ids="+".join)
def test_passive_and_prepared_icons(cubes: tuple[str, ...]) -> None:
    shown = [spell for pair, spell in SPELLS.items() if set(pair) <= set(cubes)]
    lasting = [spell for spell in shown if spell.action in LASTING]
    assert set(heroes.model_of(witch()).passives(cubes)) == {*lasting, *(SIDES[c] for c in cubes if c in SIDES)}
    ready = [HEX] * (HEX in shown) + [Fires("melee1")] * ("frog" in cubes)
    assert list(heroes.model_of(witch()).prepared(cubes)) == ready
    assert heroes.model_of(witch()).reach(cubes) == ("", "")


@pytest.mark.rules("CM-124", "CM-125")
def test_lasting_spells_and_side_effects_do_not_fire() -> None:
    card = witch()
    assert fired(card, ("moonwort", "frog"), "moonwort", "feather") == ()
    assert fired(card, ("nightshade", "frog"), "nightshade", "eye") == ()
    assert {f.action for f in heroes.model_of(card).passives(("nightshade", "eye"))} == {"curse", "extra_damage"}
    assert {f.action for f in heroes.model_of(card).passives(("moonwort", "feather"))} == {"fly", "defense"}


@pytest.mark.rules("CM-156")
def test_of_two_pairs_one_is_chosen() -> None:
    found = [m for m in allowed(witch(), ("berries", "moonwort", "frog")) if m.frm == "frog" and m.to == "eye"]
    assert {m.fires for m in found} == {(BREW,), (SCRY,)}
    assert len({m.key for m in found}) == 2


@pytest.mark.rules("CM-156")
def test_a_pair_that_was_there_already_gives_nothing_again() -> None:
    (found,) = (m for m in allowed(witch(), ("berries", "frog", "eye")) if m.frm == "frog" and m.to == "feather")
    assert found.fires == ()


@pytest.mark.rules("CM-014", "CM-122")
def test_each_home_gets_one_cube_back() -> None:
    card = witch()
    assert left(card, SCRY) == ("berries", "frog")
    for one_space in ALL:
        for other in ALL:
            if one_space != other:
                assert set(left(card, Fires("search", (one_space, other)))) == {"berries", "frog"}
    assert heroes.model_of(card).home("nightshade") == "berries"
    assert heroes.model_of(card).home("feather") == "frog"


@pytest.mark.rules("CM-014")
def test_a_cube_alone_returns_to_the_free_home() -> None:
    assert heroes.model_of(witch()).home("nightshade", ("berries", "nightshade")) == "frog"
    assert heroes.model_of(witch()).home("eye", ("frog", "eye")) == "berries"


@pytest.mark.rules("CM-082")
def test_a_third_cube_begins_on_either_start_space() -> None:
    assert heroes.model_of(witch()).third_homes == ("berries", "frog")
