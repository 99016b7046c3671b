"""How a battle begins: the monster, ambushes, the line, Backstab, Hide and quick attacks (CM-160 to CM-165)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Power
from rules.games.chain_mail.situation import Sign
from tests.games.chain_mail._match import (
    FOUR,
    SHEPHERDS,
    STARTER,
    battle,
    cubes,
    do,
    fact,
    heard,
    hearts,
    keys,
    kind,
    kinds,
    number,
    options,
    party,
    place,
    result,
    throw,
    told,
    track,
    until,
    use,
    why_not,
    with_monster,
)

RATTLER = STARTER.monsters["bone-rattler"]
HEROES = tuple(FOUR.split())


def lined_up(match: Match) -> dict[str, str]:
    """Where the heroes stand."""
    return {hero: place(match, hero) for hero in HEROES}


# -- the monster -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-160")
@pytest.mark.parametrize("card", STARTER.monster_cards)
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_says_which_monster_it_is(card: str, die: int) -> None:
    match = party("battle", monsters=card, tracks={n.STAGE: "called"})
    assert (kind(match), track(match, n.MONSTER)) == ("roll_monster", "")
    throw(match, die)
    (wanted,) = (m for m in STARTER.monster_cards[card].monsters if die in m.die)
    assert track(match, n.MONSTER) == wanted.id
    assert place(match, "monster") == f"battle {wanted.start_col}"
    assert number(match, n.MONSTER_HEALTH) == number(match, n.MONSTER_MOST) == wanted.health


@pytest.mark.rules("CM-160", "CM-078", "CM-077")
def test_money_changes_the_monster() -> None:
    match = battle("grave-archer", stage="called", tracks={n.MONEY: 2})
    do(match, "3")
    assert keys(match, "die") == {"die:1:2", "die:1:4"}
    events = do(match, "die:1:4")
    assert (track(match, n.MONSTER), number(match, n.MONEY)) == ("wailing-shade", 1)
    assert "ambush" in kinds(events)  # of the number after the change


@pytest.mark.rules("CM-160", "CM-161")
def test_money_turns_an_ambush_away() -> None:
    match = battle(stage="called", tracks={n.MONEY: 1})
    do(match, "2")
    assert keys(match, "die") == {"die:1:1", "die:1:3"}  # the same monster, but no ambush
    do(match, "die:1:1")
    assert (track(match, n.MONSTER), kind(match)) == ("bone-rattler", "line_up")


@pytest.mark.rules("CM-161", "CM-162")
def test_a_black_number_is_an_ambush_and_another_of_the_same_monster_is_none() -> None:
    """C6."""
    for die, asked in ((2, "ambush_place"), (1, "line_up")):
        match = battle(stage="called", tracks={n.MONEY: 0})
        throw(match, die)
        assert (track(match, n.MONSTER), kind(match)) == ("bone-rattler", asked)


@pytest.mark.rules("CM-161", "CM-041", "CM-036")
def test_an_alarm_makes_the_battle_after_it_an_ambush() -> None:
    """C5: the trap first, then the battle, which is an ambush whatever the monster's die says."""
    match = party("trouble", at=6, tracks={n.MOVED: 0})
    assert kind(match) == "roll_trouble"
    events = throw(match, 6, 6)
    assert kinds(events).index("alarm") > kinds(events).index("trap")
    throw(match, 1)
    assert kind(match) == "ambush_place"
    assert track(match, n.ALARM) is False


@pytest.mark.rules("CM-161", "CM-043")
def test_a_disarmed_alarm_is_none() -> None:
    match = party("trouble", at=6, cubes={"thief": "cw h4"}, tracks={n.MONEY: 0})
    assert "disarmed" in kinds(throw(match, 6, 6))
    throw(match, 1)
    assert kind(match) == "line_up"


@pytest.mark.rules("CM-161", "CM-029", "CM-146")
def test_a_monster_that_the_dog_has_alarmed_waits_in_ambush() -> None:
    """R25."""
    for sign, asked in (("ambush", "ambush_place"), ("danger", "line_up")):
        match = party(
            "trouble", at=8, dogs=("hex/8",), heroes=SHEPHERDS, tracks={n.MOVED: 1, n.SIGNS: (Sign(8, sign),)}
        )
        assert kind(match) == "roll_monster"
        throw(match, 1)
        assert kind(match) == asked


# -- the line ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-161", "CM-I04", "CM-I03")
def test_lots_put_the_heroes_into_the_other_columns_of_the_battle_row() -> None:
    match = battle(stage="called", tracks={n.MONEY: 0})
    throw(match, 2)
    for left, (hero, column) in enumerate((("ranger", 0), ("cleric", 1), ("witch", 3))):
        assert fact(match, "column") == column + 1
        lots = options(match)
        assert len(lots) == 4 - left  # each of those that are left, as likely as the others
        assert {o.refusal for o in lots.values()} == {None}
        do(match, f"place:{hero}")
    assert lined_up(match) == {"ranger": "battle 0", "cleric": "battle 1", "witch": "battle 3", "thief": "battle 4"}
    assert place(match, "monster") == "battle 2"


@pytest.mark.rules("CM-161")
def test_in_an_ambush_nobody_chooses() -> None:
    match = battle(stage="known", tracks={n.AMBUSH: True})
    assert kind(match) == "ambush_place"
    assert match.question is not None
    assert match.question.asked == ()  # no player is asked: the table tells the lot
    assert keys(match) == {f"place:{hero}" for hero in HEROES}


@pytest.mark.rules("CM-162", "CM-C06")
@pytest.mark.parametrize("order", list(permutations(HEROES)))
def test_without_an_ambush_every_order_can_be_chosen(order: tuple[str, ...]) -> None:
    match = battle("grave-archer", stage="known")
    for hero in order[:3]:
        assert kind(match) == "line_up"
        do(match, f"place:{hero}")
    assert lined_up(match) == {hero: f"battle {column}" for column, hero in enumerate(order, 1)}


@pytest.mark.rules("CM-162")
def test_the_last_line_can_be_taken_again() -> None:
    line = ("witch", "ranger", "cleric", "thief")
    match = battle(stage="known", tracks={n.LINE_UP: line})
    do(match, "usual")
    assert lined_up(match) == {h: f"battle {c}" for h, c in zip(line, (0, 1, 3, 4), strict=True)}
    match = battle(stage="known", tracks={n.LINE_UP: line})
    use(match, "place:thief", "usual")
    assert lined_up(match) == {
        h: f"battle {c}" for h, c in zip(("thief", "witch", "ranger", "cleric"), (0, 1, 3, 4), strict=True)
    }


@pytest.mark.rules("CM-044", "CM-162", "CM-185")
def test_who_fell_before_the_battle_is_placed_too() -> None:
    """A-34; and a fallen hero does not act."""
    match = battle(stage="known", health={"thief": 0})
    assert "place:thief" in keys(match)
    use(match, "place:thief", "usual")
    assert (place(match, "thief"), place(match, "ranger")) == ("battle 0", "battle 4")
    use(match, "none")  # the Witch's quick attack
    throw(match, 4)
    assert fact(match, "hero") == "cleric"


@pytest.mark.rules("CM-186", "CM-044")
def test_a_battle_that_begins_with_all_fallen_is_lost() -> None:
    """A-26: the trap before it has felled the last one, and nobody can fight."""
    fallen = {"cleric": 0, "thief": 0, "witch": 0, "ranger": 1}
    match = party("trouble", at=6, tracks={n.MOVED: 1}, health=fallen)
    throw(match, 1, 1, 6)
    assert (hearts(match, "ranger"), result(match)) == (0, "all_fallen")


# -- what is set up first ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-163")
def test_health_and_power_come_before_the_line() -> None:
    match = battle("crypt-knight", stage="known")
    assert kind(match) == "line_up"
    assert number(match, n.MONSTER_HEALTH) == 4
    assert [note.say.code for note in match.notes() if note.rule == "CM-163"] == ["power_ranged_resist"]


@pytest.mark.rules("CM-163")
def test_a_power_to_be_carried_out_by_hand_is_read_out_first() -> None:
    monster = replace(RATTLER, power=Power("manual", text="It howls."))
    match = battle(stage="known", content=with_monster(monster))
    assert (kind(match), fact(match, "text")) == ("by_hand", "It howls.")
    do(match, "done")
    assert kind(match) == "line_up"


# -- before the first round --------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-164")
def test_backstab_hurts_before_anything_else() -> None:
    match = battle("gloom-stalker", stage="start", cubes={"thief": "cw h3"})
    assert number(match, n.MONSTER_HEALTH) == 5  # this one takes no backstab
    match = battle("grave-archer", stage="start", cubes={"thief": "cw h3"})
    assert number(match, n.MONSTER_HEALTH) == 2
    assert len(heard(match, "backstab")) == 1


@pytest.mark.rules("CM-164", "CM-058")
def test_a_fallen_thief_does_not_backstab_nor_hide() -> None:
    for space in ("h3", "h1"):
        match = battle("grave-archer", stage="start", cubes={"thief": f"cw {space}"}, health={"thief": 0})
        assert (number(match, n.MONSTER_HEALTH), kind(match)) == (3, "roll_attack")


@pytest.mark.rules("CM-164", "CM-184")
def test_a_backstab_can_end_the_battle() -> None:
    match = battle("mire-leech", stage="start", cubes={"thief": "cw h3"}, monster_health=1)
    assert match.state.phase == "travel"
    assert number(match, n.EXPERIENCE) == 2


@pytest.mark.rules("CM-164", "CM-165")
def test_hide_comes_after_backstab_and_before_quick_attacks() -> None:
    """A-20: the Ranger would strike first from the left, but hiding comes before."""
    places = {"ranger": "battle 1", "thief": "battle 3", "cleric": "battle 0", "witch": "battle 4"}
    match = battle(stage="start", places=places, cubes={"thief": "cw h1"})
    assert (kind(match), fact(match, "hero")) == ("use_hide", "thief")
    do(match, "yes")
    assert place(match, "thief") == "hide 3"
    assert (kind(match), fact(match, "hero")) == ("quick_attack", "ranger")


@pytest.mark.rules("CM-164")
def test_nobody_has_to_hide() -> None:
    match = battle(stage="start", cubes={"thief": "cw h1"})
    do(match, "no")
    assert place(match, "thief") == "battle 1"
    assert (kind(match), fact(match, "hero")) == ("quick_attack", "witch")


@pytest.mark.rules("CM-164", "CM-175")
def test_a_closed_row_cannot_be_hidden_in() -> None:
    """R19: the narrows close Flank; a ground that closed Hide would keep the Thief out."""
    narrows = STARTER.terrains["narrows"]
    closed = replace(narrows, rules=tuple(replace(rule, rows=("hide",)) for rule in narrows.rules))
    content = replace(STARTER, terrains={**STARTER.terrains, "narrows": closed})
    match = battle(stage="start", cubes={"thief": "cw h1"}, on_map="rookstone-halls", at=7, content=content)
    assert (kind(match), place(match, "thief")) == ("quick_attack", "battle 1")
    match = battle(stage="start", cubes={"thief": "cw h1"}, on_map="rookstone-halls", at=7)
    assert kind(match) == "use_hide"


@pytest.mark.rules("CM-165")
def test_quick_attacks_go_from_left_to_right() -> None:
    places = {"ranger": "battle 1", "cleric": "battle 3", "witch": "battle 4", "thief": "battle 0"}
    match = battle("wailing-shade", stage="start", places=places, cubes={"cleric": "near g02"})
    assert (kind(match), fact(match, "hero")) == ("quick_attack", "ranger")
    do(match, "strike:melee1")
    throw(match, 4)
    assert number(match, n.MONSTER_HEALTH) == 3
    assert (kind(match), fact(match, "hero")) == ("quick_attack", "cleric")
    do(match, "none")
    assert kind(match) == "roll_attack"
    assert cubes(match, "ranger") == "track m0"  # no cube moves for it


@pytest.mark.rules("CM-165", "CM-177", "CM-178")
def test_a_quick_attack_needs_reach_but_ranged_ones_have_it() -> None:
    far = {"ranger": "battle 4", "witch": "battle 3"}
    match = battle(stage="start", places=far, cubes={"witch": "nightshade feather"})
    assert kind(match) == "roll_attack"  # Melee 1 does not reach that far
    match = battle(stage="start", places=far, cubes={"ranger": "aim m3", "witch": "nightshade feather"})
    assert (kind(match), fact(match, "hero")) == ("quick_attack", "ranger")
    assert keys(match, "strike") == {"strike:range1"}


@pytest.mark.rules("CM-165", "CM-175")
def test_who_hid_has_no_quick_attack() -> None:
    match = battle(stage="start", places={"ranger": "hide 3", "witch": "battle 4"})
    assert kind(match) == "roll_attack"


@pytest.mark.rules("CM-165")
def test_a_hero_attacks_once_even_with_two_attacks_ready() -> None:
    match = battle(stage="start", cubes={"witch": "nightshade frog"})
    assert keys(match, "strike") == {"strike:range1", "strike:melee1"}
    do(match, "strike:melee1")
    throw(match, 1)
    assert kind(match) == "roll_attack"


@pytest.mark.rules("CM-165", "CM-163")
def test_some_monsters_leave_no_quick_attack_but_do_not_stop_hiding() -> None:
    match = battle("gloom-stalker", stage="start", cubes={"thief": "cw h1", "witch": "nightshade frog"})
    assert kind(match) == "use_hide"
    do(match, "yes")
    assert (kind(match), place(match, "thief")) == ("roll_attack", "hide 1")


@pytest.mark.rules("CM-165", "CM-056")
def test_a_quick_attack_from_a_space_with_removal_takes_the_cube() -> None:
    match = battle(stage="start", places={"cleric": "battle 1", "thief": "battle 0"}, cubes={"cleric": "near g22"})
    do(match, "strike:melee2")
    throw(match, 6)
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near", ("g00",))
    assert number(match, n.MONSTER_HEALTH) == 1


@pytest.mark.rules("CM-165")
def test_poison_comes_before_a_quick_attack() -> None:
    """R33: the first action of a turn, once in it."""
    match = battle("grave-archer", stage="start", cubes={"ranger": "aim m3"}, statuses={"poisoned": "ranger"})
    do(match, "strike:range1")
    assert hearts(match, "ranger") == 4
    throw(match, 1)
    assert hearts(match, "ranger") == 3  # that was the archer, who answers a miss
    throw(match, 5)
    until(match, "ranger")
    do(match, "row:prep")
    assert hearts(match, "ranger") == 3


@pytest.mark.rules("CM-165")
def test_who_falls_by_poison_does_not_attack() -> None:
    match = battle(stage="start", cubes={"witch": "moonwort frog"}, statuses={"poisoned": "witch"}, health={"witch": 1})
    do(match, "strike:melee1")
    assert (hearts(match, "witch"), kind(match)) == (0, "roll_attack")


@pytest.mark.rules("CM-166")
def test_rounds_repeat() -> None:
    match = battle(stage="attack", tracks={n.EXPERIENCE: 0})
    seen = Counter[str]()
    for _ in range(3):
        seen[kind(match)] += 1
        throw(match, 4)
        for hero in HEROES:
            seen[kind(match)] += 1
            assert fact(match, "hero") == hero
            do(match, "nothing")
    assert seen == {"roll_attack": 3, "battle_turn": 12}
    assert number(match, n.ROUND) == 4  # the fourth has begun
    assert told(tuple(t.event for t in match.told[-1:]), "round_begins") == {"round": 4}


@pytest.mark.rules("CM-188", "CM-173")
def test_there_is_no_retreat() -> None:
    match = battle()
    firsts = {key.partition(":")[0] for key in options(match)}
    assert firsts == {"cube", "row", "swap", "nothing", "extra", "eat", "level"}
    assert why_not(match, "level") == ("not_enough_experience", "CM-081")
