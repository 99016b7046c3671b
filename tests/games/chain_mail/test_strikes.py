"""Heroes attack: what hits, how far it reaches, what it does (CM-175 to CM-179, CM-190)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.battle.strikes import is_adjacent, why_not
from rules.games.chain_mail.content import ROWS
from tests.games.chain_mail._cards import witch
from tests.games.chain_mail._match import (
    SHEPHERDS,
    STARTER,
    battle,
    cubes,
    do,
    end_round,
    fact,
    heard,
    hearts,
    keys,
    kind,
    kinds,
    now,
    number,
    throw,
    track,
    until,
    use,
    with_monster,
)

BROKE = {n.MONEY: 0, n.EXPERIENCE: 0}
BESIDE = {"cleric": "battle 1", "thief": "battle 0"}
"""The Cleric next to a monster in column 2."""


def left_of(match: Match) -> int:
    """The monster's health."""
    return number(match, n.MONSTER_HEALTH)


# -- hitting -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-176")
@pytest.mark.parametrize("monster", ["bone-rattler", "crypt-knight"])
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_hits_from_the_monsters_defense_on(monster: str, die: int) -> None:
    match = battle(monster, places=BESIDE, tracks=BROKE, cubes={"cleric": "near g03"})
    until(match, "cleric")
    do(match, "cube:cleric:g03-TO-g02")
    do(match, str(die))
    if kind(match) == "change_dice":
        do(match, "keep")
    hit = die >= STARTER.monsters[monster].defense
    assert left_of(match) == STARTER.monsters[monster].health - hit


@pytest.mark.rules("CM-176", "CM-078")
def test_money_makes_an_attack_hit() -> None:
    match = battle("cutpurse", tracks={n.MONEY: 1})
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    do(match, "3")
    assert keys(match, "die") == {"die:1:4"}
    do(match, "die:1:4")
    assert (left_of(match), number(match, n.MONEY)) == (2, 0)


# -- reach -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-177", "CM-178", "CM-175")
@pytest.mark.parametrize(("row", "column"), list(product(ROWS, (0, 1, 3, 4))))
def test_reach_from_everywhere(row: str, column: int) -> None:
    """R13: melee works from Battle and Flank, beside the monster; Range 1 from Prep, Battle and Flank everywhere."""
    others = [c for c in (0, 1, 3, 4) if c != column]
    places = {"witch": f"{row} {column}"} | {
        h: f"hide {c}" for h, c in zip(("cleric", "thief", "ranger"), others, strict=True)
    }
    match = battle(places=places)
    beside = column in (1, 3)
    assert is_adjacent(now(match), "witch") == (beside and row in ("battle", "flank"))
    melee, ranged = (why_not(now(match), "witch", action) for action in ("melee1", "range1"))
    assert (ranged is None) == (row in ("prep", "battle", "flank"))
    assert (melee is None) == (beside and row in ("battle", "flank"))
    if row in ("hide", "taunt"):
        assert melee is not None
        assert (melee.code, melee.rule) == ("row_forbids_icon", "CM-175")
    elif melee is not None:
        assert (melee.code, melee.rule) == ("not_in_reach", "CM-177")


@pytest.mark.rules("CM-177", "CM-174")
@pytest.mark.parametrize(
    ("where", "heard_of"),
    [
        ("battle 3", "hit"),
        ("flank 3", "hit"),
        ("prep 3", "out_of_reach"),
        ("hide 3", "row_forbids"),
        ("taunt 3", "row_forbids"),
    ],
)
def test_a_melee_attack_is_made_at_once_where_it_can_be(where: str, heard_of: str) -> None:
    match = battle(places={"witch": where}, cubes={"witch": "berries eye"}, tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-frog")
    if heard_of == "hit":
        throw(match, 5)
    assert len(heard(match, heard_of)) == 1
    assert left_of(match) == (1 if heard_of == "hit" else 3)  # with the Eye


@pytest.mark.rules("CM-178", "CM-177")
def test_a_ranged_attack_reaches_the_far_end() -> None:
    match = battle("cutpurse", places={"witch": "prep 4", "ranger": "hide 3"}, tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    assert left_of(match) == 2


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-179")
@pytest.mark.parametrize(("space", "to", "damage"), [("g03", "g02", 1), ("g12", "g22", 2)])
def test_damage_is_what_the_icon_says(space: str, to: str, damage: int) -> None:
    match = battle("crypt-knight", places=BESIDE, cubes={"cleric": f"near {space}"}, tracks=BROKE)
    until(match, "cleric")
    do(match, f"cube:cleric:{space}-TO-{to}")
    if kind(match) == "use_icon":  # its cube would leave
        do(match, "yes")
    throw(match, 6)
    assert left_of(match) == 4 - damage


@pytest.mark.rules("CM-179")
@pytest.mark.parametrize(("icon", "damage"), [("melee1", 1), ("melee2", 2), ("melee3", 3)])
def test_the_number_of_a_melee_is_its_damage(icon: str, damage: int) -> None:
    card = witch()
    right = tuple(replace(spot, action=icon) if spot.id == "frog" else spot for spot in card.right)
    content = replace(STARTER, heroes={**STARTER.heroes, "witch": replace(card, right=right)})
    match = battle("crypt-knight", cubes={"witch": "berries moonwort"}, tracks=BROKE, content=content)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-frog")
    throw(match, 4)
    assert left_of(match) == 4 - damage


@pytest.mark.rules("CM-179", "CM-056")
def test_an_attack_that_costs_the_cube_can_be_left_out() -> None:
    match = battle("crypt-knight", places=BESIDE, cubes={"cleric": "near g12"}, tracks=BROKE)
    until(match, "cleric")
    use(match, "cube:cleric:g12-TO-g22", "no")
    assert (cubes(match, "cleric"), left_of(match)) == ("near g22", 4)
    match = battle("crypt-knight", places=BESIDE, cubes={"cleric": "near g12"}, tracks=BROKE)
    until(match, "cleric")
    use(match, "cube:cleric:g12-TO-g22", "yes")
    throw(match, 1)
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near", ("g00",))  # it was used, and missed


@pytest.mark.rules("CM-179")
@pytest.mark.parametrize(("dice", "damage"), [((4, 2), 1), ((4, 5), 2), ((3, 1), 0)])
def test_dual_melee_deals_one_for_each_die_that_hits(dice: tuple[int, ...], damage: int) -> None:
    match = battle("crypt-knight", places={"thief": "battle 1"}, tracks=BROKE)
    until(match, "thief")
    do(match, "cube:thief:h0-TO-hc")
    throw(match, 3)  # the way to the centre
    throw(match, *dice)
    assert left_of(match) == 4 - damage


@pytest.mark.rules("CM-179")
@pytest.mark.parametrize(("dice", "damage"), [((4, 2, 6), 2), ((4, 5, 4), 3), ((3, 1, 2), 0)])
def test_bear_call_deals_one_for_each_die_that_hits(dice: tuple[int, ...], damage: int) -> None:
    places = {"ranger": "battle 3", "witch": "battle 4"}
    match = battle("crypt-knight", places=places, cubes={"ranger": "call m5"}, tracks=BROKE)
    until(match, "ranger")
    (key,) = (k for k in keys(match, "cube") if k.endswith("m5-TO-m7"))
    do(match, key)
    throw(match, *dice)
    assert left_of(match) == 4 - damage


@pytest.mark.rules("CM-179", "CM-190", "CM-123")
@pytest.mark.parametrize(("dice", "damage"), [((4, 2), 2), ((4, 5), 3), ((3, 1), 0)])
def test_extra_damage_counts_once_for_an_attack_that_hits(dice: tuple[int, int], damage: int) -> None:
    """C13, with a hero card that has both: the Witch's Eye beside a Dual Melee."""
    card = witch()
    right = tuple(replace(spot, action="dual_melee1") if spot.id == "frog" else spot for spot in card.right)
    content = replace(STARTER, heroes={**STARTER.heroes, "witch": replace(card, right=right)})
    match = battle("crypt-knight", cubes={"witch": "berries eye"}, tracks=BROKE, content=content)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-frog")
    throw(match, *dice)
    assert left_of(match) == 4 - damage


@pytest.mark.rules("CM-179", "CM-056")
@pytest.mark.parametrize(("die", "left", "health"), [(6, "frog", 2), (1, "frog eye", 4)])
def test_extra_damage_that_costs_its_cube_is_used_by_a_hit_only(die: int, left: str, health: int) -> None:
    card = witch()
    right = tuple(replace(spot, removal=spot.id == "eye") for spot in card.right)
    content = replace(STARTER, heroes={**STARTER.heroes, "witch": replace(card, right=right)})
    match = battle("crypt-knight", cubes={"witch": "berries eye"}, tracks=BROKE, content=content)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-frog")
    throw(match, die)
    assert (cubes(match, "witch"), left_of(match)) == (left, health)


@pytest.mark.rules("CM-056", "CM-179", "CM-190")
@pytest.mark.parametrize(("die", "health"), [(6, 1), (1, 3)])
def test_a_spell_whose_cubes_leave_still_counts_with_them(die: int, health: int) -> None:
    """R2: they leave right after the effect, to which the Eye adds."""
    card = witch()
    spells = tuple(
        replace(spell, action="range1", removal=True) if spell.id == "scry" else spell for spell in card.spells
    )
    content = replace(STARTER, heroes={**STARTER.heroes, "witch": replace(card, spells=spells)})
    match = battle(cubes={"witch": "berries eye"}, tracks=BROKE, content=content, monster_health=3)
    until(match, "witch")
    use(match, "cube:witch:berries-TO-moonwort", "yes")
    throw(match, die)
    assert (cubes(match, "witch"), left_of(match)) == ("", health)


@pytest.mark.rules("CM-179", "CM-178", "CM-163")
def test_a_monster_that_resists_arrows() -> None:
    """C14: a Hex that hits deals 1 - 1; a melee attack deals what it always does."""
    match = battle("crypt-knight", tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    assert left_of(match) == 4
    match = battle("crypt-knight", tracks=BROKE, cubes={"witch": "berries moonwort"})
    until(match, "witch")
    do(match, "cube:witch:berries-TO-frog")
    throw(match, 6)
    assert left_of(match) == 3


@pytest.mark.rules("CM-123", "CM-174", "CM-175")
def test_a_spell_and_its_side_effect_both_work() -> None:
    """The Hex, and then the Frog's bite, for one movement."""
    match = battle("crypt-knight", cubes={"witch": "nightshade moonwort"}, tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:moonwort-TO-frog")
    throw(match, 6)
    throw(match, 6)
    assert left_of(match) == 3  # the Hex is resisted, the bite is not
    match = battle("gloom-stalker", places={"witch": "battle 2", "thief": "battle 1"}, tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    assert (left_of(match), kind(match)) == (4, "battle_turn")  # the Frog's cube did not move: no bite


# -- rolling again -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-105", "CM-079")
def test_the_cleric_rolls_again_against_the_undead() -> None:
    match = battle("grave-archer", places=BESIDE, cubes={"cleric": "near g03"}, tracks=BROKE)
    until(match, "cleric")
    do(match, "cube:cleric:g03-TO-g02")
    do(match, "1")
    assert keys(match, "again") == {"again:1:against_undead::0"}
    do(match, "again:1:against_undead::0")
    throw(match, 6)
    assert (left_of(match), kind(match)) == (2, "battle_turn")


@pytest.mark.rules("CM-105", "CM-135")
@pytest.mark.parametrize(
    ("monster", "hero", "rolls_again"),
    [("bone-rattler", "ranger", False), ("gloom-stalker", "ranger", True), ("mire-leech", "ranger", False)],
)
def test_only_against_their_own_kind(monster: str, hero: str, rolls_again: bool) -> None:
    match = battle(monster, cubes={"ranger": "aim m2"}, tracks=BROKE)
    until(match, hero)
    do(match, "cube:ranger:m2-TO-m3")
    do(match, "1")
    assert (kind(match) == "change_dice") == rolls_again


@pytest.mark.rules("CM-105", "CM-135")
def test_one_die_of_an_attack_once() -> None:
    places = {"ranger": "battle 4", "witch": "battle 2"}
    match = battle("gloom-stalker", places=places, cubes={"ranger": "dual m4"}, tracks=BROKE)
    until(match, "ranger")
    do(match, "cube:ranger:m4-TO-m5")
    do(match, "1-2")
    assert keys(match, "again") == {"again:1:against_darkling::0", "again:2:against_darkling::0"}
    do(match, "again:2:against_darkling::0")
    do(match, "3")
    assert (left_of(match), kind(match)) == (5, "roll_attack")  # missed with both, and no further right


@pytest.mark.rules("CM-079", "CM-077")
def test_money_before_a_new_roll_is_lost_and_the_die_may_be_changed_anew() -> None:
    """A-36."""
    match = battle("crypt-knight", places=BESIDE, cubes={"cleric": "near g03"}, tracks={n.MONEY: 3, n.EXPERIENCE: 0})
    until(match, "cleric")
    do(match, "cube:cleric:g03-TO-g02")
    use(match, "3", "die:1:4")
    assert (number(match, n.MONEY), keys(match, "die")) == (2, set())
    do(match, "again:1:against_undead::0")
    do(match, "3")
    assert keys(match, "die") == {"die:1:4"}
    do(match, "die:1:4")
    assert (left_of(match), number(match, n.MONEY)) == (3, 1)


@pytest.mark.rules("CM-093", "CM-079", "CM-103")
def test_bless_lets_another_hero_in_range_roll_again() -> None:
    row = {"cleric": "prep 0"}
    match = battle("crypt-knight", places=row, cubes={"cleric": "near g10"}, tracks=BROKE)
    until(match, "thief")
    do(match, "cube:thief:h0-TO-hc")
    do(match, "1")  # the way to the centre is a roll of his own
    assert keys(match, "again") == {"again:1:bless:cleric:0"}
    do(match, "again:1:bless:cleric:0")
    throw(match, 3)
    do(match, "1-2")
    assert kind(match) == "battle_turn"  # once a round
    assert cubes(match, "cleric") == "near g10"  # Near stays


@pytest.mark.rules("CM-093", "CM-102")
@pytest.mark.parametrize(
    ("reach", "row", "blessed"),
    [
        ("near", "prep", False),
        ("any", "prep", True),
        ("all", "prep", True),
        ("any", "battle", False),
        ("", "prep", False),
    ],
)
def test_bless_needs_range_and_a_row_for_adventure_icons(reach: str, row: str, blessed: bool) -> None:
    """The Witch sits across from the Cleric: Near does not reach her."""
    match = battle(
        "crypt-knight",
        places={"cleric": f"{row} 0"},
        cubes={"cleric": f"{reach} g10", "witch": "berries moonwort"},
        tracks=BROKE,
    )
    until(match, "witch")
    do(match, "cube:witch:berries-TO-frog")
    do(match, "1")
    assert (kind(match) == "change_dice") == blessed
    if blessed:
        do(match, "again:1:bless:cleric:0")
        assert cubes(match, "cleric") == ("all g10" if reach == "all" else "g10")  # Any leaves after use (CM-103)


@pytest.mark.rules("CM-093", "CM-103")
def test_a_bless_for_all_is_one_for_each_and_leaves_with_the_round() -> None:
    """R22."""
    match = battle(
        "crypt-knight", places={"cleric": "prep 0"}, cubes={"cleric": "all g10", "ranger": "aim m2"}, tracks=BROKE
    )
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    use(match, "1", "again:1:bless:cleric:0")
    throw(match, 1)
    do(match, "cube:ranger:m2-TO-m3")
    use(match, "1", "again:1:bless:cleric:0")
    do(match, "1")
    assert (kind(match), cubes(match, "cleric")) == ("roll_attack", "all g10")
    throw(match, 3)
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("g10", ("near",))


@pytest.mark.rules("CM-093")
def test_bless_works_again_in_the_next_round() -> None:
    match = battle("crypt-knight", places={"cleric": "prep 0"}, cubes={"cleric": "near g10"}, tracks=BROKE)
    for key in ("cube:thief:h0-TO-hc", "cube:thief:hc-TO-h0"):
        until(match, "thief")
        use(match, key, "1")
        assert keys(match, "again") == {"again:1:bless:cleric:0"}
        do(match, "again:1:bless:cleric:0")
        throw(match, 6)
        if kind(match) == "roll_strike":
            throw(match, 1, 1)
        elif kind(match) == "use_icon":
            do(match, "no")
        end_round(match)
        throw(match, 3)


# -- what monsters answer ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-163", "CM-174")
def test_who_misses_an_archer_is_shot_at() -> None:
    match = battle("grave-archer", cubes={"witch": "berries frog"}, tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    do(match, "yes")  # asked, since a miss hurts
    throw(match, 3)
    assert (hearts(match, "witch"), left_of(match)) == (3, 3)


@pytest.mark.rules("CM-163", "CM-185")
def test_who_falls_by_the_first_attack_of_a_movement_does_not_make_the_second() -> None:
    match = battle(
        "grave-archer",
        places={"witch": "battle 1", "cleric": "battle 3"},  # before the Thief
        cubes={"witch": "nightshade moonwort"},
        health={"witch": 1},
        tracks=BROKE,
    )
    until(match, "witch")
    use(match, "cube:witch:moonwort-TO-frog", "yes")
    throw(match, 1)
    assert (hearts(match, "witch"), kind(match), fact(match, "hero")) == (0, "battle_turn", "thief")


@pytest.mark.rules("CM-163", "CM-053")
def test_a_dangerous_attack_can_be_left_out() -> None:
    match = battle("thorn-boar", tracks=BROKE, cubes={"witch": "berries moonwort"})
    until(match, "witch")
    use(match, "cube:witch:berries-TO-frog", "no")
    assert (hearts(match, "witch"), left_of(match), cubes(match, "witch")) == (4, 4, "moonwort frog")


@pytest.mark.rules("CM-163", "CM-186")
def test_who_misses_a_boar_at_close_quarters_is_hurt_and_may_be_the_last_to_fall() -> None:
    match = battle("thorn-boar", tracks=BROKE, cubes={"witch": "berries moonwort"})
    until(match, "witch")
    use(match, "cube:witch:berries-TO-frog", "yes")
    throw(match, 2)
    assert hearts(match, "witch") == 3
    fallen = {"cleric": 0, "thief": 0, "ranger": 0, "witch": 1}
    match = battle("thorn-boar", tracks=BROKE, cubes={"witch": "berries moonwort"}, health=fallen)
    use(match, "cube:witch:berries-TO-frog", "yes")
    throw(match, 2)
    assert match.state.result is not None
    assert match.state.result.lines[0].code == "all_fallen"


@pytest.mark.rules("CM-163")
def test_a_ranged_miss_does_not_trouble_the_boar() -> None:
    match = battle("thorn-boar", tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 2)
    assert hearts(match, "witch") == 4


@pytest.mark.rules("CM-176")
@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, False), (5, True), (6, True)])
def test_who_is_dazed_hits_with_more(die: int, hit: bool) -> None:
    match = battle("gloom-stalker", statuses={"dazed": "witch"}, tracks=BROKE)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, die)
    assert left_of(match) == 5 - hit


@pytest.mark.rules("CM-176")
def test_a_six_hits_even_when_dazed() -> None:
    content = with_monster(replace(STARTER.monsters["gloom-stalker"], defense=6), "gloom-stalker")
    match = battle("gloom-stalker", statuses={"dazed": "witch"}, tracks=BROKE, content=content)
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    assert left_of(match) == 4


@pytest.mark.rules("CM-178", "CM-140")
def test_the_shepherd_shoots_too() -> None:
    match = battle("crypt-knight", heroes=SHEPHERDS, cubes={"shepherd": "E"}, tracks=BROKE)
    until(match, "shepherd")
    events = do(match, "cube:shepherd:E-TO-e1")
    assert "moved_cubes" in kinds(events)
    throw(match, 6)
    assert left_of(match) == 4  # resisted, but it was made
    assert heard(match, "hit") == [{"hero": "shepherd", "monster": "crypt-knight", "count": 0}]
