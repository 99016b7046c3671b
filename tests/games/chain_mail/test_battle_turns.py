"""Battle step 2: heroes act or move, from left to right; what lets them act once more (CM-173 to CM-183, CM-080)."""

from __future__ import annotations

import pytest

from rules.games.chain_mail import names as n
from tests.games.chain_mail._match import (
    FOUR,
    battle,
    cubes,
    do,
    end_round,
    fact,
    heard,
    hearts,
    keys,
    kind,
    number,
    options,
    place,
    refused,
    result,
    throw,
    until,
    use,
    why_not,
)

HEROES = tuple(FOUR.split())
POOR = {n.MONEY: 0, n.EXPERIENCE: 0}


# -- one after another -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-173")
def test_heroes_act_from_left_to_right() -> None:
    places = {"witch": "battle 0", "ranger": "battle 1", "cleric": "battle 3", "thief": "battle 4"}
    match = battle(places=places, tracks=POOR)
    order = []
    while kind(match) == "battle_turn":
        order.append(fact(match, "hero"))
        do(match, "nothing")
    assert order == ["witch", "ranger", "cleric", "thief"]


@pytest.mark.rules("CM-173", "CM-C07")
def test_one_thing_each() -> None:
    match = battle(tracks=POOR)
    do(match, "row:prep")
    assert fact(match, "hero") == "thief"
    do(match, "nothing")
    assert fact(match, "hero") == "witch"
    do(match, "cube:witch:frog-TO-moonwort")
    assert fact(match, "hero") == "ranger"


@pytest.mark.rules("CM-173", "CM-183")
def test_the_order_is_that_at_the_start_of_the_step() -> None:
    """R18: who was swapped to the left after acting does not act again, nor does anybody lose the turn."""
    match = battle(tracks=POOR, health={"witch": 0})
    use(match, "nothing", "nothing")
    do(match, "swap:witch")
    assert (place(match, "ranger"), place(match, "witch")) == ("battle 3", "battle 4")
    assert kind(match) == "roll_attack"


@pytest.mark.rules("CM-185", "CM-173")
def test_the_fallen_do_not_act() -> None:
    match = battle(tracks=POOR, health={"thief": 0, "ranger": 0})
    assert fact(match, "hero") == "cleric"
    do(match, "nothing")
    assert fact(match, "hero") == "witch"
    do(match, "nothing")
    assert kind(match) == "roll_attack"


# -- acting ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-174", "CM-175")
@pytest.mark.parametrize(
    ("row", "adventure", "fight"),
    [
        ("hide", True, False),
        ("prep", True, True),
        ("battle", False, True),
        ("flank", True, True),
        ("taunt", True, False),
    ],
)
def test_which_icons_work_in_which_row(row: str, adventure: bool, fight: bool) -> None:
    match = battle("gloom-stalker", places={"ranger": f"{row} 4"}, cubes={"ranger": "track m1"}, tracks=POOR)
    until(match, "ranger")
    do(match, "cube:ranger:m1-TO-m2")
    assert number(match, n.FOOD) == (4 if adventure else 3)
    match = battle("gloom-stalker", places={"ranger": f"{row} 4"}, cubes={"ranger": "aim m2"}, tracks=POOR)
    until(match, "ranger")
    do(match, "cube:ranger:m2-TO-m3")
    assert (kind(match) == "roll_strike") == fight
    assert (heard(match, "row_forbids") == []) == fight


@pytest.mark.rules("CM-174")
def test_cubes_move_by_the_heros_own_rules() -> None:
    match = battle(tracks=POOR)
    assert keys(match, "cube") == {
        f"cube:cleric:{move}" for move in ("near-TO-any", "g00-TO-g01", "g00-TO-g02", "g00-TO-g03", "g00-TO-g10")
    }
    assert refused(match, "cube:cleric:TO-g22").code == "illegal_cube_move"


@pytest.mark.rules("CM-174", "CM-052")
def test_with_no_cubes_left_a_hero_can_still_move() -> None:
    """A-1: the Thief who has lost his head early has no cubes for the rest of the battle."""
    match = battle(tracks=POOR)
    do(match, "nothing")
    do(match, "cube:thief:h0-TO-hc")
    throw(match, 2)
    assert cubes(match, "thief") == ""
    end_round(match)
    throw(match, 4)
    do(match, "nothing")
    assert keys(match, "cube") == set()
    assert keys(match, "row") == {"row:prep", "row:flank"}
    assert cubes(match, "thief") == ""  # not before the next turn


@pytest.mark.rules("CM-174", "CM-164")
def test_hide_works_in_a_battle_too() -> None:
    match = battle(places={"thief": "flank 1"}, tracks=POOR)
    do(match, "nothing")
    do(match, "cube:thief:h0-TO-h1")
    throw(match, 6)
    assert kind(match) == "use_hide"
    do(match, "yes")
    assert place(match, "thief") == "hide 1"
    match = battle(places={"thief": "taunt 1"}, tracks=POOR)  # a row that allows no battle icons
    do(match, "nothing")
    do(match, "cube:thief:h0-TO-h1")
    throw(match, 6)
    assert (kind(match), place(match, "thief")) == ("battle_turn", "taunt 1")


@pytest.mark.rules("CM-174", "CM-086", "CM-088")
def test_a_search_in_battle() -> None:
    """R28."""
    match = battle(places={"witch": "hide 3"}, cubes={"witch": "moonwort frog"}, tracks=POOR)
    until(match, "witch")
    use(match, "cube:witch:frog-TO-eye", "yes")
    throw(match, 4, 4)
    assert (number(match, n.FOOD), cubes(match, "witch")) == (4, "")


@pytest.mark.rules("CM-191", "CM-174")
@pytest.mark.parametrize(("at", "asked"), [(6, "reward"), (8, "battle_turn")])
def test_a_quest_goal_is_found_in_its_hex_even_in_battle(at: int, asked: str) -> None:
    """R28: Seal A and copper bits are both at 5; elsewhere there is the treasure card alone."""
    places = {"witch": "hide 3"}
    match = battle(at=at, places=places, cubes={"witch": "moonwort frog"}, tracks=POOR, treasure="sunken-hoard")
    until(match, "witch")
    use(match, "cube:witch:frog-TO-eye", "yes")
    throw(match, 1, 4)
    assert (kind(match), number(match, n.MONEY)) == (asked, 0 if asked == "reward" else 1)


@pytest.mark.rules("CM-186", "CM-174")
def test_the_last_hero_can_fall_by_a_find() -> None:
    fallen = {"cleric": 0, "thief": 0, "ranger": 0, "witch": 1}
    match = battle(
        places={"witch": "hide 3"},
        cubes={"witch": "moonwort frog"},
        tracks=POOR,
        health=fallen,
        treasure="sunken-hoard",
    )
    use(match, "cube:witch:frog-TO-eye", "yes")
    throw(match, 1, 1)
    assert result(match) == "all_fallen"


@pytest.mark.rules("CM-092", "CM-102", "CM-174")
def test_the_cleric_heals_in_battle() -> None:
    match = battle(places={"cleric": "taunt 0"}, health={"thief": 2, "witch": 2}, tracks=POOR)
    do(match, "cube:cleric:g00-TO-g01")
    assert keys(match, "hero") == {"hero:thief"}
    do(match, "hero:thief")
    assert hearts(match, "thief") == 3


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-180")
@pytest.mark.parametrize(
    ("row", "to"),
    [
        ("hide", {"prep"}),
        ("prep", {"hide", "battle"}),
        ("battle", {"prep", "flank"}),
        ("flank", {"battle", "taunt"}),
        ("taunt", {"flank"}),
    ],
)
def test_one_row_up_or_down(row: str, to: set[str]) -> None:
    """A-28: from top Hide, Prep, Battle, Flank, Taunt."""
    match = battle(places={"cleric": f"{row} 0"}, tracks=POOR)
    assert keys(match, "row") == {f"row:{other}" for other in to}
    far = next(o for o in ("hide", "taunt", "battle") if o != row and o not in to)
    assert why_not(match, f"row:{far}") == ("too_far", "CM-180")
    aim = sorted(to)[0]
    do(match, f"row:{aim}")
    assert place(match, "cleric") == f"{aim} 0"


@pytest.mark.rules("CM-180", "CM-027")
def test_the_narrows_close_flank() -> None:
    """R19."""
    match = battle(on_map="rookstone-halls", at=7, tracks=POOR)
    assert keys(match, "row") == {"row:prep"}
    assert why_not(match, "row:flank") == ("row_closed", "CM-027")


@pytest.mark.rules("CM-180", "CM-181", "CM-182")
def test_who_is_hobbled_neither_moves_nor_is_swapped() -> None:
    match = battle(statuses={"hobbled": "cleric"}, tracks=POOR)
    assert keys(match, "row") == keys(match, "swap") == set()
    assert why_not(match, "row:prep") == why_not(match, "swap:thief") == ("cannot_move", "CM-180")
    do(match, "nothing")
    assert keys(match, "swap") == {"swap:witch", "swap:ranger"}
    assert keys(match, "row") == {"row:prep", "row:flank"}
    match = battle(statuses={"hobbled": "witch"}, health={"witch": 0}, tracks=POOR)
    assert why_not(match, "swap:witch") == ("cannot_move", "CM-180")


# -- swapping ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-181", "CM-183")
def test_a_swap_comes_about_when_the_second_takes_the_turn() -> None:
    match = battle(places={"ranger": "flank 4"}, tracks=POOR)
    do(match, "swap:ranger")
    assert (place(match, "cleric"), place(match, "ranger")) == ("battle 0", "flank 4")
    use(match, "nothing", "nothing")
    assert fact(match, "hero") == "ranger"
    do(match, "swap:cleric")
    assert (place(match, "cleric"), place(match, "ranger")) == ("flank 4", "battle 0")
    assert kind(match) == "roll_attack"  # it was the action of both


@pytest.mark.rules("CM-181")
def test_the_partner_may_do_something_else_and_the_first_action_is_lost() -> None:
    """A-25."""
    match = battle(tracks=POOR)
    do(match, "swap:witch")
    do(match, "nothing")
    do(match, "row:prep")
    assert (place(match, "cleric"), place(match, "witch")) == ("battle 0", "prep 3")
    assert fact(match, "hero") == "ranger"
    do(match, "nothing")
    throw(match, 4)
    until(match, "witch")
    assert why_not(match, "swap:cleric") == ("swap_partner_spent", "CM-181")  # nothing is left of it in the next round


@pytest.mark.rules("CM-181")
def test_a_partner_who_has_acted_cannot_be_chosen() -> None:
    match = battle(tracks=POOR)
    do(match, "row:prep")
    assert why_not(match, "swap:cleric") == ("swap_partner_spent", "CM-181")
    assert keys(match, "swap") == {"swap:witch", "swap:ranger"}


@pytest.mark.rules("CM-181")
def test_only_the_partner_that_was_named_can_complete_it() -> None:
    match = battle(tracks=POOR)
    do(match, "swap:witch")
    assert why_not(match, "swap:cleric") == ("swap_partner_spent", "CM-181")
    do(match, "nothing")
    assert why_not(match, "swap:cleric") == ("", "")


@pytest.mark.rules("CM-181", "CM-080")
def test_an_action_given_for_a_swap_serves_once() -> None:
    match = battle(tracks={n.MONEY: 0, n.EXPERIENCE: 1})
    do(match, "swap:ranger")
    until(match, "ranger")
    use(match, "linger", "swap:cleric", "extra:ranger")
    assert why_not(match, "swap:cleric") == ("swap_partner_spent", "CM-181")


@pytest.mark.rules("CM-182", "CM-185")
def test_a_swap_with_a_fallen_hero_is_made_at_once() -> None:
    match = battle(health={"witch": 0}, places={"witch": "flank 3"}, tracks=POOR)
    do(match, "swap:witch")
    assert (place(match, "cleric"), place(match, "witch")) == ("flank 3", "battle 0")
    assert fact(match, "hero") == "thief"  # it cost the Cleric's action only
    do(match, "nothing")
    assert fact(match, "hero") == "ranger"


@pytest.mark.rules("CM-182", "CM-181")
def test_a_partner_that_has_fallen_meanwhile_no_longer_answers() -> None:
    """The Witch waits for the Ranger, who falls by poison on the way; the swap is not made, her action is gone."""
    match = battle(statuses={"poisoned": "ranger"}, health={"ranger": 1}, tracks=POOR)
    until(match, "witch")
    do(match, "swap:ranger")
    do(match, "swap:witch")
    assert hearts(match, "ranger") == 0
    assert (place(match, "witch"), place(match, "ranger")) == ("battle 3", "battle 4")
    assert kind(match) == "roll_attack"


@pytest.mark.rules("CM-182")
def test_the_first_of_a_swap_may_have_fallen_when_the_second_takes_the_turn() -> None:
    """The Witch pledges, then falls by a bad find of an extra turn; the Ranger swaps with a fallen hero."""
    match = battle(
        places={"witch": "prep 3"},
        cubes={"witch": "moonwort frog"},
        health={"witch": 2},
        tracks={n.MONEY: 0, n.EXPERIENCE: 1},
        treasure="sunken-hoard",
    )
    until(match, "witch")
    do(match, "swap:ranger")
    use(match, "extra:witch", "cube:witch:frog-TO-eye", "yes")
    throw(match, 1, 1)
    assert (hearts(match, "witch"), fact(match, "hero")) == (0, "ranger")
    do(match, "swap:witch")
    assert (place(match, "witch"), place(match, "ranger")) == ("battle 4", "prep 3")


@pytest.mark.rules("CM-183", "CM-180")
def test_columns_change_by_swaps_alone() -> None:
    match = battle(tracks=POOR)
    assert {o.gesture for k, o in options(match).items() if k.startswith("row:")} != set()
    for key, option in options(match).items():
        if key.startswith("row:"):
            assert option.cell.endswith("-0")  # the Cleric's own column


# -- once more ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-080")
def test_experience_gives_an_extra_action_at_once_and_out_of_order() -> None:
    """A-14."""
    match = battle(tracks={n.MONEY: 0, n.EXPERIENCE: 2})
    do(match, "extra:ranger")
    assert (kind(match), fact(match, "hero"), number(match, n.EXPERIENCE)) == ("battle_extra", "ranger", 1)
    do(match, "row:flank")
    assert (place(match, "ranger"), fact(match, "hero")) == ("flank 4", "cleric")  # the order goes on
    use(match, "nothing", "extra:cleric", "row:prep")  # one who has acted
    assert place(match, "cleric") == "prep 0"
    use(match, "nothing", "nothing")
    assert fact(match, "hero") == "ranger"  # who still has the own action


@pytest.mark.rules("CM-080")
def test_an_extra_action_after_the_last_hero() -> None:
    """A-14, without nagging: only who asks for it while the last hero acts is asked afterwards."""
    match = battle(tracks={n.MONEY: 0, n.EXPERIENCE: 2})
    until(match, "ranger")
    use(match, "linger", "nothing")
    assert (kind(match), match.question is not None and match.question.confirm) == ("round_ends", "none")
    use(match, "extra:witch", "row:flank")
    assert (place(match, "witch"), kind(match)) == ("flank 3", "round_ends")
    use(match, "extra:thief", "row:flank")
    assert (place(match, "thief"), kind(match)) == ("flank 1", "roll_attack")  # no experience is left
    match = battle(tracks={n.MONEY: 0, n.EXPERIENCE: 1})
    assert "linger" not in options(match)  # others are still to act
    until(match, "ranger")
    use(match, "linger", "nothing", "none")
    assert (kind(match), number(match, n.EXPERIENCE)) == ("roll_attack", 1)
    throw(match, 4)
    until(match, "ranger")
    do(match, "nothing")
    assert kind(match) == "roll_attack"  # it was for that round


@pytest.mark.rules("CM-080")
def test_extra_actions_cost_and_have_limits() -> None:
    match = battle(tracks=POOR)
    assert why_not(match, "extra:cleric") == ("not_enough_experience", "CM-080")
    match = battle(tracks={n.EXPERIENCE: 2}, statuses={"dazed": "witch"}, health={"thief": 0})
    assert why_not(match, "extra:witch") == ("no_extra_action", "CM-080")
    assert "extra:thief" not in options(match)
    match = battle(stage="attack", tracks={n.EXPERIENCE: 2})
    assert keys(match, "extra") == set()  # not between the monster's die and the damage, nor before


@pytest.mark.rules("CM-080", "CM-181")
def test_a_swap_by_an_extra_action() -> None:
    match = battle(tracks={n.MONEY: 0, n.EXPERIENCE: 1})
    use(match, "extra:ranger", "swap:cleric")
    assert (place(match, "ranger"), fact(match, "hero")) == ("battle 4", "cleric")
    do(match, "swap:ranger")
    assert (place(match, "ranger"), place(match, "cleric")) == ("battle 0", "battle 4")
    assert fact(match, "hero") == "thief"
    use(match, "nothing", "nothing")
    assert fact(match, "hero") == "ranger"  # its own action is still there


@pytest.mark.rules("CM-093")
def test_rally_gives_another_hero_in_range_an_action() -> None:
    match = battle(places={"cleric": "prep 0"}, cubes={"cleric": "near g10"}, tracks=POOR)
    do(match, "cube:cleric:g10-TO-g20")
    assert fact(match, "hero") == "thief"
    assert keys(match, "rally") == {"rally:cleric:thief", "rally:cleric:ranger"}  # his neighbours at the table
    do(match, "rally:cleric:ranger")
    assert (kind(match), fact(match, "hero")) == ("battle_extra", "ranger")
    do(match, "row:prep")
    assert (fact(match, "hero"), cubes(match, "cleric")) == ("thief", "near")  # it has cube removal
    assert keys(match, "rally") == set()


@pytest.mark.rules("CM-093")
def test_rally_after_the_last_hero_of_the_round() -> None:
    places = {"thief": "battle 0", "cleric": "prep 4", "ranger": "battle 1"}
    match = battle(places=places, cubes={"cleric": "near g10"}, tracks=POOR)
    until(match, "cleric")
    do(match, "cube:cleric:g10-TO-g20")
    assert (kind(match), keys(match, "rally")) == ("round_ends", {"rally:cleric:thief", "rally:cleric:ranger"})
    use(match, "rally:cleric:thief", "row:prep")
    assert (place(match, "thief"), kind(match)) == ("prep 0", "roll_attack")


@pytest.mark.rules("CM-093", "CM-102", "CM-103")
def test_a_rally_for_all_gives_each_of_them_one() -> None:
    """R22."""
    match = battle(
        places={"cleric": "prep 0"},
        cubes={"cleric": "all g10"},
        health={"witch": 0},
        statuses={"dazed": "ranger"},
        tracks=POOR,
    )
    do(match, "cube:cleric:g10-TO-g20")
    assert keys(match, "rally") == {"rally:cleric:all"}
    do(match, "rally:cleric:all")
    assert (fact(match, "hero"), cubes(match, "cleric")) == ("thief", "")
    do(match, "row:prep")  # the fallen and the dazed get none
    assert (kind(match), fact(match, "hero")) == ("battle_turn", "thief")
    match = battle(places={"cleric": "prep 0"}, cubes={"cleric": "all g20"}, tracks=POOR)
    do(match, "rally:cleric:all")
    for hero in HEROES[1:]:
        assert (kind(match), fact(match, "hero")) == ("battle_extra", hero)
        do(match, "row:prep")
    assert [place(match, h) for h in HEROES] == ["prep 0", "prep 1", "prep 3", "prep 4"]
    assert (kind(match), fact(match, "hero")) == ("battle_turn", "cleric")  # nobody has acted yet


@pytest.mark.rules("CM-093", "CM-106", "CM-175")
@pytest.mark.parametrize(
    ("row", "spaces", "rallies"),
    [
        ("prep 0", "near g20", True),
        ("battle 0", "near g20", False),
        ("taunt 0", "near g20", True),
        ("prep 0", "g20", False),
    ],
)
def test_rally_needs_a_range_and_a_row_for_adventure_icons(row: str, spaces: str, rallies: bool) -> None:
    match = battle(places={"cleric": row}, cubes={"cleric": spaces}, tracks=POOR)
    assert bool(keys(match, "rally")) == rallies


@pytest.mark.rules("CM-093", "CM-058")
def test_a_fallen_cleric_does_not_rally() -> None:
    match = battle(places={"cleric": "prep 0"}, cubes={"cleric": "near g20"}, health={"cleric": 0}, tracks=POOR)
    assert keys(match, "rally") == set()


# -- poison and the rest -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-173")
def test_poison_hurts_before_the_first_action_of_the_turn_and_once() -> None:
    """R33: not again in the next round."""
    match = battle(statuses={"poisoned": "cleric"}, tracks=POOR)
    do(match, "row:prep")
    assert hearts(match, "cleric") == 4
    end_round(match)
    throw(match, 4)
    do(match, "row:battle")
    assert hearts(match, "cleric") == 4


@pytest.mark.rules("CM-173")
def test_doing_nothing_is_no_action() -> None:
    match = battle(statuses={"poisoned": "cleric"}, tracks=POOR)
    do(match, "nothing")
    assert hearts(match, "cleric") == 5


@pytest.mark.rules("CM-076", "CM-075")
def test_food_heals_in_the_middle_of_a_battle() -> None:
    match = battle(health={"witch": 2, "thief": 0}, statuses={"cursed": "ranger"}, tracks={n.FOOD: 3})
    assert why_not(match, "eat:thief") == ("hero_fallen", "CM-076")
    assert why_not(match, "eat:cleric") == ("already_full_health", "CM-076")
    do(match, "eat:witch")
    assert (hearts(match, "witch"), number(match, n.FOOD), kind(match)) == (3, 1, "battle_turn")
    match = battle(stage="attack", health={"witch": 2}, tracks={n.FOOD: 3})
    do(match, "eat:witch")  # before the monster's die
    assert (hearts(match, "witch"), kind(match)) == (3, "roll_attack")


@pytest.mark.rules("CM-092")
def test_who_is_cursed_is_not_healed() -> None:
    match = battle(health={"witch": 2}, statuses={"cursed": "witch"}, tracks={n.FOOD: 3})
    assert why_not(match, "eat:witch") == ("no_healing", "CM-076")
