"""Levels that a card gives come with a third cube, as bought ones do (CM-082)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Effect, Trap
from tests.games.chain_mail._match import (
    SHEPHERDS,
    STARTER,
    cubes,
    do,
    keys,
    kind,
    number,
    party,
    throw,
    track,
    use,
)

THIRD = {"cleric": "near g00 g10", "thief": "cw h0 h3", "ranger": "track m0 m3", "witch": "berries frog eye"}


def taught(count: int = 1, **more: object) -> Match:
    """A trap that teaches: it is the first place where a party meets effects."""
    trap = Trap(1, "Lesson", (Effect("gain", n=count, resource="level"),))
    content = replace(STARTER, traps={**STARTER.traps, 1: trap})
    more.setdefault("tracks", {n.MOVED: 1})
    match = party("trouble", at=2, content=content, **more)  # type: ignore[arg-type]
    throw(match, 1, 1)
    return match


@pytest.mark.rules("CM-082", "CM-C11")
def test_a_level_that_is_found_gives_a_hero_a_third_cube() -> None:
    match = taught(cubes={"ranger": "aim m0"})
    assert kind(match) == "who_learns"
    assert keys(match, "hero") == {"hero:cleric", "hero:thief", "hero:witch", "hero:ranger"}
    do(match, "hero:ranger")
    assert kind(match) == "third_cube"
    do(match, "space:track")
    assert (cubes(match, "ranger"), number(match, n.LEVEL), kind(match)) == ("track aim m0", 1, "adventure")


@pytest.mark.rules("CM-082", "CM-083", "CM-C11")
def test_it_goes_to_the_only_one_who_has_room() -> None:
    match = taught(2, cubes={h: spaces for h, spaces in THIRD.items() if h != "witch"})
    assert kind(match) == "third_cube"  # the Witch's, and nobody has room for another
    do(match, "space:frog")
    assert (track(match, n.away("witch")), number(match, n.LEVEL), kind(match)) == (("frog",), 2, "adventure")


@pytest.mark.rules("CM-084", "CM-082")
def test_a_level_beyond_the_most_brings_nothing() -> None:
    match = taught(3, tracks={n.LEVEL: 5, n.MOVED: 1})
    assert (number(match, n.LEVEL), kind(match)) == (5, "adventure")
    match = taught(3, tracks={n.LEVEL: 4, n.MOVED: 1}, cubes=THIRD)
    assert (number(match, n.LEVEL), kind(match)) == (5, "adventure")


@pytest.mark.rules("CM-082", "CM-154")
def test_the_shepherd_is_given_a_dog() -> None:
    match = taught(heroes=SHEPHERDS)
    do(match, "hero:shepherd")
    assert match.state.where(n.DOGS[1]) == n.SPARE_DOGS


@pytest.mark.rules("CM-083", "CM-082")
@pytest.mark.parametrize("first", [(), ("hero:cleric",)])
def test_a_level_bought_meanwhile_makes_no_fourth_cube(first: tuple[str, ...]) -> None:
    match = taught(cubes={"cleric": "any g01"}, tracks={n.EXPERIENCE: 5, n.MOVED: 1})
    use(match, *first, "level:cleric", "space:near")
    if not first:
        assert (kind(match), cubes(match, "cleric")) == ("who_learns", "near any g01")
        use(match, "hero:cleric")
        assert keys(match, "hero") == {"hero:thief", "hero:witch", "hero:ranger"}
        use(match, "hero:thief")
    do(match, {"third_cube": "space:g00" if first else "space:cw"}[kind(match)])
    assert (len(cubes(match, "cleric").split()), number(match, n.LEVEL), kind(match)) == (3, 2, "adventure")
