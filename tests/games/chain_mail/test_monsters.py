"""Battle step 1: the monster attacks (CM-167 to CM-172, CM-189)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.battle.assault import covered
from rules.games.chain_mail.content import Cell
from tests.games.chain_mail._match import (
    SHEPHERDS,
    STARTER,
    battle,
    cubes,
    do,
    heard,
    hearts,
    keys,
    kind,
    kinds,
    now,
    number,
    place,
    refused,
    result,
    throw,
    told,
    track,
    why_not,
    with_monster,
)

BROKE = {n.MONEY: 0}
"""Nobody can change a die."""


def losses(match: Match) -> dict[str, int]:
    """How many hearts each hero lacks."""
    return {
        h: STARTER.heroes[h].health - hearts(match, h)
        for h in now(match).heroes
        if hearts(match, h) < STARTER.heroes[h].health
    }


def attack(monster: str, die: int, **rest: object) -> Match:
    """The monster's attack with this result."""
    rest["tracks"] = {**BROKE, **dict(rest.get("tracks", {}))}  # type: ignore[call-overload]
    match = battle(monster, stage="attack", **rest)  # type: ignore[arg-type]
    throw(match, die)
    return match


# -- what is hit -------------------------------------------------------------------------------------------------------


def row(name: str) -> set[tuple[str, int]]:
    """A whole row."""
    return {(name, column) for column in range(5)}


@pytest.mark.rules("CM-167")
@pytest.mark.parametrize(
    ("monster", "die", "places"),
    [
        ("bone-rattler", 3, {("battle", 1), ("battle", 3)}),
        ("bone-rattler", 6, row("flank") | {("battle", 4)}),
        ("bone-rattler", 4, set()),
        ("grave-archer", 4, row("hide") | {("battle", 4)}),
        ("hex-chanter", 2, {("battle", 1), ("battle", 0)}),
        ("cutpurse", 1, {("battle", 0)}),
        ("chasm-warlord", 6, set()),
        ("broodmother", 3, {("battle", 0), ("battle", 4)}),
    ],
)
def test_a_result_covers_places(monster: str, die: int, places: set[tuple[str, int]]) -> None:
    """C7 and C8, and others."""
    match = battle(monster)
    assert covered(now(match), STARTER.monsters[monster], die) == places


@pytest.mark.rules("CM-167")
@pytest.mark.parametrize("monster", STARTER.monsters)
def test_no_monster_hits_itself(monster: str) -> None:
    match = battle(monster)
    for die in range(1, 7):
        assert place(match, "monster").split() not in [
            [row, str(column)] for row, column in covered(now(match), STARTER.monsters[monster], die)
        ]


@pytest.mark.rules("CM-167")
def test_places_beside_the_card_are_ignored() -> None:
    """Section 4.1 of the facts."""
    wide = {die: (Cell("battle", -4), Cell("battle", 4), Cell("battle", 1)) for die in range(1, 7)}
    content = with_monster(replace(STARTER.monsters["bone-rattler"], attack=wide))
    match = battle(content=content, stage="attack", tracks=BROKE)
    throw(match, 1)
    assert losses(match) == {"witch": 1}
    assert track(match, n.LAST) == ("battle.battle-3",)


@pytest.mark.rules("CM-167")
def test_each_hero_that_is_hit_takes_the_damage() -> None:
    match = attack("bone-rattler", 3)
    assert losses(match) == {"thief": 1, "witch": 1}
    match = attack("broodmother", 3)
    assert losses(match) == {"cleric": 2, "ranger": 2}


@pytest.mark.rules("CM-167")
def test_a_result_that_hits_nobody_is_a_miss() -> None:
    for die in (4, 5):  # nothing at all; the Prep row, where nobody stands
        match = attack("bone-rattler", die)
        assert (losses(match), heard(match, "attack_misses")) == ({}, [{"monster": "bone-rattler"}])
        assert kind(match) == "battle_turn"


@pytest.mark.rules("CM-167")
def test_a_whole_row_is_hit() -> None:
    places = {"thief": "flank 1", "witch": "flank 3"}
    match = attack("bone-rattler", 6, places=places)
    assert losses(match) == {"thief": 1, "witch": 1, "ranger": 1}


@pytest.mark.rules("CM-078", "CM-167")
def test_money_changes_the_monsters_die() -> None:
    match = battle(stage="attack", tracks={n.MONEY: 1})
    do(match, "3")
    assert keys(match, "die") == {"die:1:2", "die:1:4"}
    do(match, "die:1:4")
    assert (losses(match), number(match, n.MONEY), kind(match)) == ({}, 0, "battle_turn")


@pytest.mark.rules("CM-078")
def test_money_is_not_asked_for_where_it_changes_nothing() -> None:
    match = battle(stage="attack", tracks={n.MONEY: 1}, places={"ranger": "prep 4", "cleric": "hide 0"})
    do(match, "4")  # 3 would hit two; 5 the Ranger
    assert keys(match, "die") == {"die:1:3", "die:1:5"}
    match = battle(stage="attack", tracks={n.MONEY: 1}, places=dict.fromkeys((), ""))
    do(match, "5")  # 4 hits nobody either, 6 the Ranger
    assert keys(match, "die") == {"die:1:6"}


# -- the order of a hit ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-168", "CM-190", "CM-123")
@pytest.mark.parametrize("where", ["hide 3", "prep 3", "battle 3", "flank 3"])
def test_defense_lessens_a_hit_in_every_row(where: str) -> None:
    die = {"hide": 5, "prep": 5, "battle": 2, "flank": 4}[where.split()[0]]
    for ingredients, lost in (("berries frog", 2), ("berries feather", 1)):
        match = attack("crypt-knight", die, places={"witch": where}, cubes={"witch": ingredients})
        assert losses(match) == {"witch": lost}


@pytest.mark.rules("CM-168", "CM-189")
def test_defense_does_not_go_below_nothing() -> None:
    match = attack("wailing-shade", 2, cubes={"witch": "nightshade feather"})
    assert losses(match) == {"ranger": 1}
    assert heard(match, "absorbed") == [{"hero": "witch"}]
    assert track(match, n.status("dazed")) == "ranger"  # no power on a hit that was absorbed


@pytest.mark.rules("CM-168")
def test_several_defenses_add_up() -> None:
    match = attack("crypt-knight", 2, places={"witch": "battle 3"}, cubes={"witch": "feather"})
    assert losses(match) == {"witch": 1}
    match = attack("crypt-knight", 1, places={"cleric": "battle 1", "thief": "battle 0"}, cubes={"cleric": "near g12"})
    assert losses(match) == {"cleric": 1}


@pytest.mark.rules("CM-125", "CM-189", "CM-190")
def test_curse_gives_back_what_she_takes_after_defense() -> None:
    """C15: with a third cube the Witch has Curse and Feather."""
    match = attack("crypt-knight", 2, cubes={"witch": "nightshade feather eye"})
    assert (losses(match), number(match, n.MONSTER_HEALTH)) == ({"witch": 1}, 3)
    match = attack("crypt-knight", 2, cubes={"witch": "nightshade eye"})
    assert (losses(match), number(match, n.MONSTER_HEALTH)) == ({"witch": 2}, 2)


@pytest.mark.rules("CM-125", "CM-189")
def test_who_falls_still_curses() -> None:
    match = attack("crypt-knight", 2, cubes={"witch": "nightshade eye"}, health={"witch": 1})
    assert (hearts(match, "witch"), number(match, n.MONSTER_HEALTH)) == (0, 2)


@pytest.mark.rules("CM-125", "CM-184", "CM-189")
def test_a_curse_can_end_the_battle_before_the_next_hit() -> None:
    match = attack(
        "wailing-shade",
        2,
        monster_health=1,
        cubes={"witch": "nightshade eye"},
        health={"ranger": 2},
        tracks={n.EXPERIENCE: 0},
    )
    assert (match.state.phase, number(match, n.EXPERIENCE)) == ("travel", 2)
    assert losses(match) == {"witch": 1, "ranger": 3}
    assert track(match, n.status("dazed")) == ""  # defeated before its power


@pytest.mark.rules("CM-186", "CM-125", "CM-189")
def test_the_last_hero_who_falls_loses_even_with_a_curse_that_would_kill() -> None:
    """A-17."""
    match = attack(
        "crypt-knight",
        2,
        monster_health=1,
        cubes={"witch": "nightshade eye"},
        health={"cleric": 0, "thief": 0, "ranger": 0, "witch": 2},
    )
    assert result(match) == "all_fallen"
    assert heard(match, "cursed_back") == []


@pytest.mark.rules("CM-189")
def test_hits_are_taken_from_left_to_right() -> None:
    places = {"witch": "battle 0", "ranger": "battle 1", "cleric": "battle 3", "thief": "battle 4"}
    match = attack("wailing-shade", 2, places=places)
    events = heard(match, "hurt")
    assert [e["hero"] for e in events] == ["cleric", "thief"]
    assert track(match, n.status("dazed")) == "thief"  # the card moves on to the last one


@pytest.mark.rules("CM-189")
def test_the_order_within_a_hit() -> None:
    places = {"witch": "taunt 3"}
    match = battle("wailing-shade", stage="attack", places=places, cubes={"witch": "nightshade eye"}, tracks={**BROKE})
    events = [k for k in kinds(throw(match, 4)) if k not in ("rolled", "round_begins")]
    assert events == ["attack_hits", "taunted", "hurt", "cursed_back", "monster_hurt", "status"]
    assert track(match, n.status("dazed")) == "witch"  # who took the hit, not the Thief for whom she took it


# -- taunt -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-169")
def test_who_taunts_takes_it_for_each_of_the_others() -> None:
    """C16."""
    match = attack("bone-rattler", 3, places={"ranger": "taunt 4"}, health={"ranger": 4})
    assert losses(match) == {"ranger": 3}
    assert hearts(match, "ranger") == 2


@pytest.mark.rules("CM-169")
def test_taunt_once() -> None:
    match = attack(
        "bone-rattler",
        3,
        places={"ranger": "taunt 4"},
        health={"ranger": 4},
        settings={"taunt_once": True},
    )
    assert losses(match) == {"ranger": 2}


@pytest.mark.rules("CM-169")
def test_a_taunting_hero_takes_its_own_hit_too() -> None:
    places = {"ranger": "taunt 4", "witch": "flank 3"}
    for once in (False, True):
        match = attack("wailing-shade", 6, places=places, settings={"taunt_once": once})
        assert losses(match) == {"ranger": 2}


@pytest.mark.rules("CM-169")
def test_the_defense_that_counts_is_the_taunting_heros() -> None:
    match = attack("bone-rattler", 3, places={"witch": "taunt 3"}, cubes={"witch": "berries feather"})
    assert losses(match) == {}


@pytest.mark.rules("CM-169", "CM-185")
def test_a_fallen_hero_does_not_taunt() -> None:
    match = attack("bone-rattler", 3, places={"ranger": "taunt 4"}, health={"ranger": 0})
    assert losses(match) == {"thief": 1, "witch": 1, "ranger": 5}


@pytest.mark.rules("CM-169", "CM-189")
def test_who_falls_while_taunting_protects_nobody_further() -> None:
    match = attack("bone-rattler", 3, places={"ranger": "taunt 4"}, health={"ranger": 1})
    assert losses(match) == {"ranger": 5, "witch": 1}


@pytest.mark.rules("CM-169")
def test_of_two_who_taunt_the_group_chooses_one_for_each_hit() -> None:
    match = battle("bone-rattler", stage="attack", places={"ranger": "taunt 4", "cleric": "taunt 0"}, tracks=BROKE)
    throw(match, 3)
    assert (kind(match), keys(match, "hero")) == ("who_taunts", {"hero:cleric", "hero:ranger"})
    do(match, "hero:cleric")
    assert kind(match) == "who_taunts"
    do(match, "hero:ranger")
    assert losses(match) == {"cleric": 1, "ranger": 1}


@pytest.mark.rules("CM-169")
def test_taunt_once_asks_once() -> None:
    places = {"ranger": "taunt 4", "cleric": "taunt 0"}
    match = battle("bone-rattler", stage="attack", places=places, tracks=BROKE, settings={"taunt_once": True})
    throw(match, 3)
    do(match, "hero:cleric")
    assert (kind(match), losses(match)) == ("battle_turn", {"cleric": 1})
    assert len(heard(match, "taunted")) == 1


# -- fallen heroes -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-170", "CM-185", "CM-C08")
def test_a_hit_on_the_fallen_costs_one_resource_of_choice() -> None:
    match = battle(stage="attack", health={"thief": 0}, tracks={n.MONEY: 0, n.FOOD: 2, n.EXPERIENCE: 1, n.TIME: 9})
    throw(match, 1)
    assert kind(match) == "lose_resource"
    assert keys(match, "lose") == {"lose:food", "lose:experience", "lose:time"}
    do(match, "lose:time")
    assert (number(match, n.TIME), kind(match)) == (8, "battle_turn")


@pytest.mark.rules("CM-170")
@pytest.mark.parametrize("resource", ["food", "money", "experience", "level", "time"])
def test_never_more_than_one_for_an_attack(resource: str) -> None:
    all_five = {n.FOOD: 2, n.EXPERIENCE: 2, n.LEVEL: 2, n.MONEY: 2, n.TIME: 9}
    match = battle("bone-rattler", stage="attack", health={"thief": 0, "witch": 0}, tracks=all_five)
    throw(match, 3)
    do(match, f"lose:{resource}")
    assert {r: number(match, r) for r in all_five} == {**all_five, resource: all_five[resource] - 1}
    assert kind(match) == "battle_turn"


@pytest.mark.rules("CM-170", "CM-189")
def test_the_standing_are_hit_besides() -> None:
    match = battle(stage="attack", health={"thief": 0}, tracks=BROKE)
    throw(match, 3)
    assert (kind(match), hearts(match, "witch")) == ("lose_resource", 3)


@pytest.mark.rules("CM-170")
def test_who_falls_by_this_attack_costs_nothing_more() -> None:
    match = attack("bone-rattler", 1, health={"thief": 1})
    assert (hearts(match, "thief"), kind(match), heard(match, "fallen_hit")) == (0, "battle_turn", [])


@pytest.mark.rules("CM-170", "CM-169")
def test_taunt_does_not_shield_the_fallen() -> None:
    match = battle(stage="attack", health={"thief": 0}, places={"ranger": "taunt 4"}, tracks=BROKE)
    throw(match, 1)
    assert kind(match) == "lose_resource"
    do(match, "lose:food")
    assert hearts(match, "ranger") == 5


@pytest.mark.rules("CM-171")
def test_nothing_that_is_empty_can_be_chosen() -> None:
    empty = {n.MONEY: 0, n.EXPERIENCE: 0, n.LEVEL: 0}
    match = battle(stage="attack", health={"thief": 0}, tracks={**empty, n.FOOD: 2})
    throw(match, 1)
    assert refused(match, "lose:money").code == "resource_empty"
    assert why_not(match, "lose:level") == ("resource_empty", "CM-171")
    match = battle(stage="attack", health={"thief": 0}, tracks={**empty, n.FOOD: 0, n.TIME: 5})
    throw(match, 1)
    assert (number(match, n.TIME), kind(match)) == (4, "battle_turn")  # only time is left, so time it is
    match = battle(stage="attack", health={"thief": 0}, tracks={**empty, n.FOOD: 0, n.TIME: 0})
    throw(match, 1)
    assert (number(match, n.TIME), kind(match)) == (0, "battle_turn")  # judged in step 4 (A-11)


@pytest.mark.rules("CM-172", "CM-170")
def test_a_lost_level_may_cost_a_third_cube() -> None:
    tracks = {n.MONEY: 0, n.LEVEL: 2}
    thirds = {"witch": "berries frog eye", "ranger": "track m0 m1"}
    match = battle(stage="attack", health={"thief": 0}, tracks=tracks, cubes=thirds)
    throw(match, 1)
    do(match, "lose:level")
    assert (kind(match), keys(match, "hero")) == ("give_back_cube", {"hero:witch", "hero:ranger"})
    do(match, "hero:witch")
    assert len(cubes(match, "witch").split()) == 2
    assert cubes(match, "ranger") == "track m0 m1"
    assert number(match, n.LEVEL) == 1


@pytest.mark.rules("CM-172")
def test_with_levels_enough_no_cube_is_lost() -> None:
    match = battle(stage="attack", health={"thief": 0}, tracks={n.LEVEL: 2}, cubes={"ranger": "track m0 m1"})
    throw(match, 1)
    do(match, "lose:level")
    assert (kind(match), cubes(match, "ranger")) == ("battle_turn", "track m0 m1")


@pytest.mark.rules("CM-172")
@pytest.mark.parametrize(
    ("hero", "here", "waiting", "left", "still"),
    [
        ("cleric", "near any g01", "", "near g01", ""),  # the second of the range, not his only action cube
        ("cleric", "near g01 g02", "", "near g01", ""),
        ("cleric", "g01 g02", "near", "g01", "near"),  # the range comes back, the second action goes
        ("cleric", "near g01", "g00", "near g01", ""),
        ("ranger", "track aim m3", "", "track m3", ""),
    ],
)
def test_a_hero_keeps_a_cube_of_each_part(hero: str, here: str, waiting: str, left: str, still: str) -> None:
    match = battle(
        stage="attack",
        health={"thief": 0},
        tracks={n.LEVEL: 1, n.MONEY: 0},
        cubes={hero: here},
        away={hero: waiting},
    )
    throw(match, 1)
    do(match, "lose:level")
    assert kind(match) == "battle_turn"
    assert (cubes(match, hero), track(match, n.away(hero))) == (left, tuple(still.split()))


@pytest.mark.rules("CM-172", "CM-154")
def test_the_shepherds_third_cube_is_the_second_dog() -> None:
    match = battle(
        stage="attack",
        heroes=SHEPHERDS,
        health={"shepherd": 0},
        tracks={n.LEVEL: 1, n.MONEY: 0},
        dogs=("spare_dogs", "kennel"),
    )
    throw(match, 1)
    do(match, "lose:level")
    assert match.state.where(n.DOGS[1]) == n.BOX
    assert match.state.where(n.DOGS[0]) == n.KENNEL


# -- the dog -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-152")
def test_damage_to_the_dog_is_damage_to_the_shepherd() -> None:
    match = attack("bone-rattler", 6, heroes=SHEPHERDS, dogs=("battle/flank-1",))
    assert losses(match) == {"shepherd": 1, "ranger": 1}


@pytest.mark.rules("CM-152")
def test_she_can_be_hit_twice_by_one_attack() -> None:
    places = {"shepherd": "hide 1"}
    match = attack("crypt-knight", 5, heroes=SHEPHERDS, places=places, dogs=("battle/prep-1",))
    assert losses(match) == {"shepherd": 4}
    assert hearts(match, "shepherd") == 0
    match = attack("wailing-shade", 3, heroes=SHEPHERDS, places=places, dogs=("battle/prep-1",))
    assert losses(match) == {"shepherd": 2}


@pytest.mark.rules("CM-152", "CM-169")
def test_whoever_taunts_protects_the_dog() -> None:
    places = {"ranger": "taunt 4"}
    match = attack("bone-rattler", 5, heroes=SHEPHERDS, places=places, dogs=("battle/prep-1",))
    assert losses(match) == {"ranger": 1}


@pytest.mark.rules("CM-152", "CM-170")
def test_the_second_hit_on_one_who_fell_by_the_first_is_lost() -> None:
    places = {"shepherd": "hide 1"}
    match = attack("wailing-shade", 3, heroes=SHEPHERDS, places=places, dogs=("battle/prep-1",), health={"shepherd": 1})
    assert (losses(match), kind(match)) == ({"shepherd": 4}, "battle_turn")


# -- long battles ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-166")
def test_every_round_from_the_ninth_on_takes_time() -> None:
    """A-35, R34."""
    match = battle(stage="attack", on=8, tracks={n.TIME: 9, n.EXPERIENCE: 0, n.MONEY: 0})
    assert number(match, n.TIME) == 9
    for time in (8, 7, 6):
        throw(match, 4)
        for _ in range(4):
            do(match, "nothing")
        assert number(match, n.TIME) == time


@pytest.mark.rules("CM-166", "CM-196")
def test_the_last_time_of_a_long_battle_loses() -> None:
    match = battle(stage="attack", on=9, tracks={n.TIME: 1})
    assert result(match) == "out_of_time"


@pytest.mark.rules("CM-166")
def test_a_table_may_fight_on() -> None:
    match = battle(stage="attack", on=12, tracks={n.TIME: 1}, settings={"long_battle_clock": False})
    assert (number(match, n.TIME), kind(match)) == (1, "roll_attack")


@pytest.mark.rules("CM-185")
def test_who_falls_stays_where_the_cube_is() -> None:
    match = attack("bone-rattler", 1, health={"thief": 1})
    assert (place(match, "thief"), told(tuple(t.event for t in match.told), "fell")["hero"]) == ("battle 1", "thief")
