"""Items and relics in a battle (CM-090, CM-091), and what may be called off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Power
from rules.games.chain_mail.situation import Held
from tests.games.chain_mail._match import (
    STARTER,
    Value,
    battle,
    do,
    end_round,
    hearts,
    keys,
    kind,
    number,
    party,
    result,
    throw,
    track,
    until,
    use,
    why_not,
    with_monster,
)

POOR: dict[str, Value] = {n.MONEY: 0, n.EXPERIENCE: 0}
POT = {**POOR, n.ITEMS: (Held("smoke-pot", 1),)}
FLASK = {**POOR, n.ITEMS: (Held("throwing-flask", 1),)}
LANTERN = {**POOR, n.RELICS: (Held("lantern-first-light", 2, "witch"),), n.MOVED: 1}
BESIDE = {"cleric": "battle 1", "thief": "battle 0"}


def blade(hero: str, uses: int = 3) -> dict[str, Value]:
    """This hero carries the Moonsilver Blade."""
    return {**POOR, n.RELICS: (Held("moonsilver-blade", uses, hero),)}


# -- calling a roll off ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-167", "CM-091")
def test_smoke_calls_the_monsters_attack_off() -> None:
    match = battle(stage="attack", tracks=POT)
    do(match, "item:smoke-pot")
    assert (kind(match), track(match, n.ITEMS)) == ("battle_turn", ())
    end_round(match)
    assert kind(match) == "roll_attack"  # that one only


@pytest.mark.rules("CM-167")
def test_not_once_the_die_has_fallen() -> None:
    match = battle(stage="attack", tracks={**POT, n.MONEY: 1})
    do(match, "3")
    assert (kind(match), why_not(match, "item:smoke-pot")) == ("change_dice", ("not_the_time", "CM-075"))
    match = battle(stage="act", tracks=POT)
    assert why_not(match, "item:smoke-pot") == ("not_the_time", "CM-075")


@pytest.mark.rules("CM-165", "CM-167")
def test_smoke_thrown_during_quick_attacks_calls_the_first_attack_off() -> None:
    """And nothing else: the quick attack's own dice still fall."""
    match = battle(stage="start", tracks=POT)
    assert kind(match) == "quick_attack"
    use(match, "strike:melee1", "item:smoke-pot")
    assert kind(match) == "roll_strike"
    throw(match, 5)
    assert (number(match, n.MONSTER_HEALTH), kind(match), number(match, n.ROUND)) == (2, "battle_turn", 1)
    match = battle(stage="start", tracks=POT)
    use(match, "item:smoke-pot", "none")
    assert kind(match) == "battle_turn"


@pytest.mark.rules("CM-167", "CM-042")
def test_the_roll_for_trouble_before_does_not_make_it_too_late() -> None:
    match = party("trouble", at=6, tracks={**POT, n.MOVED: 1})
    throw(match, 6, 1, 2)
    throw(match, 3)
    do(match, "usual")
    assert kind(match) == "roll_attack"
    do(match, "item:smoke-pot")
    assert kind(match) == "battle_turn"


@pytest.mark.rules("CM-167")
def test_one_pot_of_smoke_is_enough() -> None:
    match = battle(stage="start", tracks={**POT, n.ITEMS: (Held("smoke-pot", 2),)})
    do(match, "item:smoke-pot")
    assert why_not(match, "item:smoke-pot") == ("not_the_time", "CM-075")


@pytest.mark.rules("CM-163", "CM-167")
def test_smoke_is_kept_for_an_attack_that_really_comes() -> None:
    content = with_monster(replace(STARTER.monsters["bone-rattler"], power=Power("slow_start", rounds=(1,))))
    match = battle(stage="start", tracks=POT, content=content)
    use(match, "item:smoke-pot", "none")
    assert (kind(match), number(match, n.ROUND)) == ("battle_turn", 1)
    end_round(match)
    assert (kind(match), number(match, n.ROUND)) == ("battle_turn", 2)
    end_round(match)
    assert kind(match) == "roll_attack"


@pytest.mark.rules("CM-042")
def test_a_lantern_calls_the_roll_for_trouble_off_but_not_after_it() -> None:
    match = party("trouble", at=6, tracks=LANTERN)
    do(match, "relic:lantern-first-light")
    assert kind(match) == "adventure"
    match = party("trouble", at=6, tracks=LANTERN)
    throw(match, 1, 1, 6)  # a dart, and a battle
    assert (kind(match), why_not(match, "relic:lantern-first-light")) == ("target_damage", ("not_the_time", "CM-075"))
    do(match, "hero:witch")
    assert kind(match) == "roll_monster"


# -- throwing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-075", "CM-184")
def test_a_flask_hurts_the_monster_at_any_time_of_a_battle() -> None:
    match = battle("gloom-stalker", tracks=FLASK)
    do(match, "item:throwing-flask")
    assert (number(match, n.MONSTER_HEALTH), kind(match), track(match, n.ITEMS)) == (3, "battle_turn", ())
    match = battle("gloom-stalker", stage="attack", tracks={**FLASK, n.MONEY: 1}, monster_health=2)
    use(match, "3", "item:throwing-flask")  # before the hit is taken
    assert (kind(match), hearts(match, "cleric"), hearts(match, "thief")) == ("travel", 5, 4)
    match = battle("gloom-stalker", stage="line_up", tracks=FLASK, monster_health=2)
    do(match, "item:throwing-flask")
    assert kind(match) == "travel"


@pytest.mark.rules("CM-075")
def test_not_before_the_monster_is_known_nor_outside_a_battle() -> None:
    match = battle(stage="called", tracks=FLASK)
    assert why_not(match, "item:throwing-flask") == ("not_the_time", "CM-075")
    assert why_not(party(tracks=FLASK), "item:throwing-flask") == ("not_the_time", "CM-075")


# -- relics ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-090", "CM-179")
def test_the_blade_adds_to_its_bearers_melee_hits() -> None:
    match = battle("crypt-knight", places=BESIDE, tracks=blade("cleric"))
    until(match, "cleric")
    do(match, "cube:cleric:g00-TO-g02")
    throw(match, 6)
    assert kind(match) == "use_bonus"
    do(match, "yes")
    assert (number(match, n.MONSTER_HEALTH), track(match, n.RELICS)) == (2, (Held("moonsilver-blade", 2, "cleric"),))


@pytest.mark.rules("CM-090", "CM-179")
def test_not_to_misses_to_shots_or_to_others() -> None:
    match = battle("crypt-knight", places=BESIDE, tracks=blade("cleric"))
    until(match, "cleric")
    do(match, "cube:cleric:g00-TO-g02")
    do(match, "1")
    do(match, "keep")
    assert kind(match) == "battle_turn"
    match = battle("crypt-knight", tracks=blade("witch"))
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    assert kind(match) == "battle_turn"
    match = battle("crypt-knight", places=BESIDE, tracks=blade("witch"))
    until(match, "cleric")
    do(match, "cube:cleric:g00-TO-g02")
    throw(match, 6)
    assert (kind(match), number(match, n.MONSTER_HEALTH)) == ("battle_turn", 3)


@pytest.mark.rules("CM-090")
def test_the_blade_can_be_kept_and_is_used_up() -> None:
    match = battle("crypt-knight", places=BESIDE, tracks=blade("cleric", 1))
    until(match, "cleric")
    do(match, "cube:cleric:g00-TO-g02")
    throw(match, 6)
    do(match, "no")
    assert (number(match, n.MONSTER_HEALTH), track(match, n.RELICS)) == (3, (Held("moonsilver-blade", 1, "cleric"),))
    match = battle("crypt-knight", places=BESIDE, tracks=blade("cleric", 1))
    until(match, "cleric")
    do(match, "cube:cleric:g00-TO-g02")
    throw(match, 6)
    do(match, "yes")
    assert (track(match, n.RELICS), track(match, n.GONE)) == ((), ())  # it can be found again


@pytest.mark.rules("CM-090", "CM-185", "CM-186")
def test_an_amulet_keeps_its_bearer_on_the_feet() -> None:
    tracks = {**POOR, n.RELICS: (Held("stag-heart-amulet", 2, "witch"),)}
    match = battle("crypt-knight", stage="attack", health={"witch": 2}, tracks=tracks)
    throw(match, 2)
    assert kind(match) == "stay_standing"
    do(match, "yes")
    assert (hearts(match, "witch"), track(match, n.RELICS)) == (1, (Held("stag-heart-amulet", 1, "witch"),))
    match = battle("crypt-knight", stage="attack", health={"witch": 2}, tracks=tracks)
    throw(match, 2)
    do(match, "no")
    assert (hearts(match, "witch"), kind(match)) == (0, "battle_turn")
    match = battle("crypt-knight", stage="attack", health={"witch": 3}, tracks=tracks)
    throw(match, 2)
    assert (hearts(match, "witch"), kind(match)) == (1, "battle_turn")  # she would not fall
    fallen = {"cleric": 0, "thief": 0, "ranger": 0, "witch": 1}
    match = battle("crypt-knight", stage="attack", health=fallen, tracks=tracks)
    throw(match, 2)
    do(match, "yes")
    assert (hearts(match, "witch"), result(match)) == (1, "")


@pytest.mark.rules("CM-090", "CM-075")
def test_a_draught_heals_between_actions() -> None:
    match = battle(health={"witch": 1, "thief": 0}, tracks={**POOR, n.ITEMS: (Held("healing-draught", 1),)})
    do(match, "item:healing-draught")
    assert (kind(match), hearts(match, "witch")) == ("battle_turn", 3)  # nobody else who stands lacks a heart
    match = battle(health={"witch": 1, "thief": 2}, tracks={**POOR, n.ITEMS: (Held("healing-draught", 1),)})
    do(match, "item:healing-draught")
    assert keys(match, "hero") == {"hero:witch", "hero:thief"}
