"""The special powers of monsters, which hold all through a battle (CM-163), and statuses that they give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Power
from tests.games.chain_mail._match import (
    SHEPHERDS,
    STARTER,
    battle,
    cubes,
    do,
    end_round,
    heard,
    hearts,
    kind,
    number,
    place,
    result,
    throw,
    track,
    until,
    use,
    with_monster,
)

POOR = {n.MONEY: 0, n.EXPERIENCE: 0}


def left_of(match: Match) -> int:
    """The monster's health."""
    return number(match, n.MONSTER_HEALTH)


def hexed(match: Match, die: int = 6) -> None:
    """The Witch shoots from Nightshade and Frog."""
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, die)


@pytest.mark.rules("CM-163", "CM-184")
def test_a_second_life_keeps_it_at_one_the_first_time() -> None:
    match = battle("bone-rattler", monster_health=1, tracks=POOR)
    hexed(match)
    assert (left_of(match), kind(match)) == (1, "battle_turn")
    end_round(match)
    throw(match, 4)
    until(match, "witch")
    do(match, "cube:witch:nightshade-TO-moonwort")
    do(match, "nothing")
    throw(match, 4)
    until(match, "witch")
    do(match, "cube:witch:moonwort-TO-nightshade")
    throw(match, 6)
    assert match.state.phase == "travel"  # the second time it is defeated
    assert len(heard(match, "second_life")) == 1


@pytest.mark.rules("CM-163")
def test_every_monster_has_its_own_second_life() -> None:
    match = battle("bone-rattler", stage="known", tracks={**POOR, n.SPARED: True}, cubes={"thief": "cw h3"})
    use(match, "usual")
    while kind(match) == "quick_attack":
        do(match, "strike:melee1")
        throw(match, 6)
    assert left_of(match) == 1  # the backstab, the bite
    throw(match, 4)
    hexed(match)
    assert left_of(match) == 1
    assert len(heard(match, "second_life")) == 1


@pytest.mark.rules("CM-163", "CM-125")
def test_a_second_life_against_a_curse() -> None:
    match = battle("bone-rattler", stage="attack", monster_health=1, cubes={"witch": "nightshade eye"}, tracks=POOR)
    throw(match, 2)
    assert (left_of(match), hearts(match, "witch"), kind(match)) == (1, 3, "battle_turn")


@pytest.mark.rules("CM-163", "CM-164")
def test_a_second_life_against_a_backstab() -> None:
    match = battle("bone-rattler", stage="start", monster_health=1, cubes={"thief": "cw h3", "witch": "berries eye"})
    assert (left_of(match), kind(match)) == (1, "roll_attack")


@pytest.mark.rules("CM-163", "CM-167")
def test_a_slow_one_does_not_attack_in_the_first_round() -> None:
    match = battle("barrow-colossus", stage="attack", tracks=POOR)
    assert (kind(match), number(match, n.ROUND)) == ("battle_turn", 1)
    end_round(match)
    assert (kind(match), number(match, n.ROUND)) == ("roll_attack", 2)


@pytest.mark.rules("CM-163", "CM-085")
def test_a_thief_of_money() -> None:
    for money, left in ((2, 1), (0, 0)):
        match = battle("cutpurse", stage="attack", tracks={n.MONEY: money, n.EXPERIENCE: 0})
        throw(match, 2)
        assert number(match, n.MONEY) == left
    match = battle("cutpurse", stage="attack", tracks={n.MONEY: 2, n.EXPERIENCE: 0})
    throw(match, 5)
    assert number(match, n.MONEY) == 2  # it missed


@pytest.mark.rules("CM-163", "CM-189")
def test_money_is_stolen_once_an_attack_and_even_where_it_hurts_nobody() -> None:
    match = battle(
        "cutpurse",
        stage="attack",
        tracks={n.MONEY: 3, n.EXPERIENCE: 0},
        places={"cleric": "hide 0", "witch": "hide 3"},
    )
    throw(match, 6)
    assert (number(match, n.MONEY), hearts(match, "cleric"), hearts(match, "witch")) == (2, 4, 3)
    feather = {"witch": "berries feather"}
    match = battle("cutpurse", stage="attack", tracks={n.MONEY: 3}, places={"witch": "hide 3"}, cubes=feather)
    throw(match, 6)
    assert (number(match, n.MONEY), hearts(match, "witch")) == (2, 4)


@pytest.mark.rules("CM-163", "CM-170")
def test_hits_on_the_fallen_alone_steal_nothing() -> None:
    match = battle("cutpurse", stage="attack", tracks={n.MONEY: 3}, health={"witch": 0}, places={"witch": "hide 3"})
    throw(match, 6)
    do(match, "lose:food")
    assert number(match, n.MONEY) == 3


@pytest.mark.rules("CM-163", "CM-172")
def test_a_stolen_level_may_cost_a_cube() -> None:
    monster = replace(STARTER.monsters["cutpurse"], power=Power("steal", resource="level"))
    match = battle(
        "cutpurse",
        stage="attack",
        content=with_monster(monster, "cutpurse"),
        tracks={n.LEVEL: 1, n.MONEY: 0},
        cubes={"ranger": "track m0 m1"},
    )
    throw(match, 1)
    assert (number(match, n.LEVEL), cubes(match, "ranger")) == (0, "track m0")


@pytest.mark.rules("CM-163")
@pytest.mark.parametrize(("health", "lost"), [(5, 2), (3, 2), (2, 3), (1, 3)])
def test_rage_when_it_is_nearly_beaten(health: int, lost: int) -> None:
    match = battle("chasm-warlord", stage="attack", monster_health=health, tracks=POOR)
    throw(match, 1)
    assert hearts(match, "thief") == 4 - lost


@pytest.mark.rules("CM-163", "CM-189")
def test_a_leech_regains_what_it_drinks() -> None:
    match = battle("mire-leech", stage="attack", monster_health=1, tracks=POOR)
    throw(match, 1)
    assert left_of(match) == 2
    match = battle("mire-leech", stage="attack", tracks=POOR)
    throw(match, 1)
    assert left_of(match) == 2  # not above its start
    match = battle("mire-leech", stage="attack", monster_health=1, tracks=POOR)
    throw(match, 3)
    assert left_of(match) == 1
    match = battle("mire-leech", stage="attack", monster_health=1, tracks=POOR, cubes={"witch": "berries feather"})
    throw(match, 2)
    assert left_of(match) == 1  # absorbed: nothing to drink


@pytest.mark.rules("CM-163", "CM-189")
def test_it_drinks_of_each_hero_and_before_the_next_hit() -> None:
    """CM-189: the power is the last part of each hit, so it has drunk before the next one's Curse."""
    leech = replace(STARTER.monsters["mire-leech"], health=3, attack=STARTER.monsters["bone-rattler"].attack)
    content = with_monster(leech, "mire-leech")
    match = battle("mire-leech", stage="attack", content=content, monster_health=1, tracks=POOR)
    throw(match, 3)
    assert left_of(match) == 3
    match = battle(
        "mire-leech",
        stage="attack",
        content=content,
        monster_health=1,
        tracks=POOR,
        cubes={"witch": "nightshade eye"},
    )
    throw(match, 3)
    assert (left_of(match), hearts(match, "witch")) == (2, 3)  # 1, drinks 2, cursed 1, drinks 2


@pytest.mark.rules("CM-163", "CM-152")
def test_it_drinks_of_the_shepherd_once() -> None:
    leech = replace(STARTER.monsters["mire-leech"], health=5, attack=STARTER.monsters["crypt-knight"].attack)
    match = battle(
        "mire-leech",
        stage="attack",
        content=with_monster(leech, "mire-leech"),
        heroes=SHEPHERDS,
        monster_health=1,
        places={"shepherd": "hide 1"},
        dogs=("battle/prep-1",),
        tracks=POOR,
    )
    throw(match, 5)
    assert (hearts(match, "shepherd"), left_of(match)) == (2, 2)


@pytest.mark.rules("CM-163", "CM-166")
def test_a_troll_regains_health_after_a_round_in_which_nothing_hurt_it() -> None:
    match = battle("moss-troll", stage="attack", monster_health=3, tracks=POOR)
    assert left_of(match) == 3  # there was no round before the first
    throw(match, 3)
    end_round(match)
    assert left_of(match) == 4
    throw(match, 3)
    hexed(match)
    assert left_of(match) == 3
    end_round(match)
    assert left_of(match) == 3
    throw(match, 3)
    end_round(match)
    assert left_of(match) == 4
    throw(match, 3)
    end_round(match)
    assert left_of(match) == 5
    throw(match, 3)
    end_round(match)
    assert left_of(match) == 5  # not above its start


@pytest.mark.rules("CM-163", "CM-125")
def test_a_curse_counts_as_hurt_in_its_round() -> None:
    match = battle("moss-troll", stage="attack", monster_health=4, tracks=POOR, cubes={"witch": "nightshade eye"})
    use(match, "4")  # the Witch, two to the right
    assert left_of(match) == 2
    end_round(match)
    assert left_of(match) == 2


@pytest.mark.rules("CM-163")
@pytest.mark.parametrize(
    ("monster", "status"),
    [
        ("wailing-shade", "dazed"),
        ("hex-chanter", "cursed"),
        ("web-widow", "hobbled"),
        ("venom-stag", "poisoned"),
        ("broodmother", "poisoned"),
    ],
)
def test_some_give_a_status_to_whom_they_hurt(monster: str, status: str) -> None:
    column = STARTER.monsters[monster].start_col
    dies = {"wailing-shade": 4, "hex-chanter": 5, "web-widow": 3, "venom-stag": 1, "broodmother": 1}
    match = battle(monster, stage="attack", tracks=POOR)
    throw(match, dies[monster])
    (victim,) = (h for h in STARTER.heroes if place(match, h) == f"battle {column - 1}")
    assert track(match, n.status(status)) == victim
    feather = {"witch": "berries feather"}
    places = {"witch": f"battle {column - 1}", victim: place(match, "witch")}
    match = battle(monster, stage="attack", cubes=feather, places=places, tracks=POOR)
    throw(match, dies[monster])
    assert (track(match, n.status(status)) == "witch") == (STARTER.monsters[monster].damage > 1)


@pytest.mark.rules("CM-163", "CM-180")
@pytest.mark.parametrize("row", ["flank", "taunt", "hide", "prep"])
def test_an_owlbear_drags_whom_it_hurts_into_the_battle_row(row: str) -> None:
    die = 5 if row in ("flank", "taunt") else 3
    match = battle("elder-owlbear", stage="attack", places={"thief": f"{row} 1"}, tracks=POOR)
    throw(match, die)
    assert (place(match, "thief"), hearts(match, "thief")) == ("battle 1", 2)


@pytest.mark.rules("CM-163", "CM-168")
def test_whom_it_does_not_hurt_stays() -> None:
    match = battle(
        "elder-owlbear", stage="attack", places={"witch": "flank 3"}, cubes={"witch": "feather"}, tracks=POOR
    )
    throw(match, 5)
    assert place(match, "witch") == "battle 3"  # one heart of two
    monster = replace(STARTER.monsters["elder-owlbear"], damage=1)
    match = battle(
        "elder-owlbear",
        stage="attack",
        places={"witch": "flank 3"},
        cubes={"witch": "feather"},
        tracks=POOR,
        content=with_monster(monster, "elder-owlbear"),
    )
    throw(match, 5)
    assert place(match, "witch") == "flank 3"


@pytest.mark.rules("CM-163", "CM-169", "CM-189")
def test_who_was_dragged_out_of_taunt_takes_no_further_hits_for_others() -> None:
    places = {"thief": "flank 1", "witch": "taunt 3", "ranger": "flank 4"}
    match = battle("elder-owlbear", stage="attack", places=places, tracks=POOR)
    throw(match, 5)
    assert place(match, "witch") == "battle 3"
    assert hearts(match, "thief") == 4  # the Witch took that
    assert hearts(match, "witch") == 0  # and her own
    assert hearts(match, "ranger") == 3


@pytest.mark.rules("CM-163", "CM-150")
def test_a_dog_in_the_way_goes_where_she_was() -> None:
    match = battle(
        "elder-owlbear",
        stage="attack",
        heroes=SHEPHERDS,
        places={"shepherd": "hide 1"},
        dogs=("battle/battle-1",),
        tracks=POOR,
    )
    throw(match, 3)
    assert (place(match, "shepherd"), place(match, "dog"), hearts(match, "shepherd")) == ("battle 1", "hide 1", 2)


@pytest.mark.rules("CM-163", "CM-186")
def test_the_answer_to_a_missed_quick_attack_can_lose_the_match() -> None:
    fallen = {"cleric": 0, "thief": 0, "ranger": 0, "witch": 1}
    match = battle("grave-archer", stage="start", cubes={"witch": "nightshade frog"}, health=fallen, tracks=POOR)
    do(match, "strike:range1")
    throw(match, 1)
    assert result(match) == "all_fallen"
