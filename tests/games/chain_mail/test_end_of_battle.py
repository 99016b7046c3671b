"""How battles and matches end (CM-184 to CM-188, CM-195 to CM-197), and the boss of a quest."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from tests.games.chain_mail._match import (
    FOUR,
    SHEPHERDS,
    STARTER,
    Value,
    battle,
    do,
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
    score,
    throw,
    track,
    until,
    use,
)

HEROES = tuple(FOUR.split())
POOR = {n.MONEY: 0, n.EXPERIENCE: 0}
TRACKS = ("track-a", "track-b", "track-c")


def killed(monster: str, **rest: object) -> Match:
    """The Witch defeats it with a Hex; the Ranger has not acted yet."""
    rest["tracks"] = {**POOR, **dict(rest.get("tracks", {}))}  # type: ignore[call-overload]
    match = battle(monster, monster_health=1, **rest)  # type: ignore[arg-type]
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    return match


# -- victory in a battle -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-184")
def test_a_defeated_monster_ends_the_battle_at_once() -> None:
    match = killed("gloom-stalker", tracks={n.TIME: 9})
    assert heard(match, "monster_defeated") == [{"monster": "gloom-stalker"}]
    assert (number(match, n.EXPERIENCE), number(match, n.FOOD)) == (1, 4)
    assert (match.state.phase, number(match, n.TIME)) == ("travel", 8)  # step 4, and the next turn has begun
    assert "adventure" not in kinds(t.event for t in match.told)


@pytest.mark.rules("CM-184", "CM-050")
def test_nobody_acts_after_it_nor_goes_adventuring() -> None:
    match = killed("gloom-stalker", cubes={"ranger": "aim m2"})
    assert kind(match) == "travel"
    assert track(match, n.cubes("ranger")) == ("aim", "m2")


@pytest.mark.rules("CM-184", "CM-084")
def test_rewards_beyond_the_most_are_lost() -> None:
    match = killed("cutpurse", tracks={n.MONEY: 4, n.EXPERIENCE: 5})
    assert (number(match, n.MONEY), number(match, n.EXPERIENCE)) == (5, 5)


@pytest.mark.rules("CM-184")
def test_the_battle_card_is_cleared() -> None:
    match = killed("gloom-stalker")
    assert [place(match, who) for who in (*HEROES, "monster")] == [""] * 5
    assert (track(match, n.MONSTER), track(match, n.STAGE), number(match, n.ROUND)) == ("", "", 0)
    assert all(len(pile) == 0 for key, pile in match.state.piles.items() if key.startswith("battle/"))


@pytest.mark.rules("CM-150", "CM-184")
def test_dogs_go_home_after_a_battle() -> None:
    """R27; the second one waits until the kennel is free (CM-154)."""
    match = killed("gloom-stalker", heroes=SHEPHERDS, dogs=("battle/prep-1", "battle/hide-1"))
    assert match.state.where(n.DOGS[0]) == n.KENNEL
    assert match.state.where(n.DOGS[1]) == n.SPARE_DOGS


@pytest.mark.rules("CM-184", "CM-067")
def test_the_fallen_of_a_battle_get_up_after_it() -> None:
    match = killed("gloom-stalker", health={"ranger": 0, "thief": 0}, tracks={n.TIME: 9})
    assert (hearts(match, "ranger"), hearts(match, "thief"), number(match, n.TIME)) == (5, 4, 6)


@pytest.mark.rules("CM-184", "CM-068", "CM-196")
def test_a_battle_that_is_won_too_late_loses() -> None:
    match = killed("gloom-stalker", health={"ranger": 0, "thief": 0}, tracks={n.TIME: 2})
    assert result(match) == "no_time_to_revive"


@pytest.mark.rules("CM-171", "CM-069", "CM-196")
def test_time_that_was_lost_in_battle_is_judged_in_step_4() -> None:
    """A-11."""
    match = battle(stage="attack", health={"thief": 0}, tracks={**POOR, n.FOOD: 0, n.TIME: 1}, monster_health=1)
    throw(match, 1)
    assert (number(match, n.TIME), result(match)) == (0, "")
    until(match, "witch")
    do(match, "cube:witch:berries-TO-nightshade")
    throw(match, 6)
    assert result(match) == ""  # a second life
    match = killed("gloom-stalker", tracks={n.TIME: 0})
    assert result(match) == "out_of_time"


# -- defeat in a battle ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-186", "CM-196")
def test_when_all_have_fallen_in_a_battle_it_is_lost_at_once() -> None:
    match = battle(stage="attack", health={"cleric": 0, "thief": 0, "ranger": 0, "witch": 1}, tracks=POOR)
    throw(match, 3)
    assert (result(match), match.question) == ("all_fallen", None)
    assert heard(match, "fallen_hit") == []  # nothing more is lost


@pytest.mark.rules("CM-186")
def test_the_last_one_can_fall_by_poison() -> None:
    fallen = {"cleric": 0, "thief": 0, "ranger": 0, "witch": 1}
    match = battle(health=fallen, statuses={"poisoned": "witch"}, tracks=POOR)
    do(match, "row:prep")
    assert result(match) == "all_fallen"


@pytest.mark.rules("CM-186", "CM-185")
def test_one_who_stands_fights_on() -> None:
    match = battle(stage="attack", health={"cleric": 0, "thief": 1, "ranger": 0, "witch": 1}, tracks=POOR)
    throw(match, 1)
    assert (result(match), kind(match)) == ("", "battle_turn")


@pytest.mark.rules("CM-187", "CM-068")
def test_four_fallen_outside_a_battle_do_not_lose_by_themselves() -> None:
    match = party("adventure", health=dict.fromkeys(HEROES, 0), tracks={n.TIME: 6})
    assert (result(match), kind(match), number(match, n.TIME)) == ("", "travel", 1)
    match = party("adventure", health=dict.fromkeys(HEROES, 0), tracks={n.TIME: 5})
    assert result(match) == "out_of_time"
    match = party("adventure", health=dict.fromkeys(HEROES, 0), tracks={n.TIME: 4})
    assert result(match) == "no_time_to_revive"


@pytest.mark.rules("CM-188")
def test_the_party_cannot_leave_a_battle() -> None:
    match = battle(tracks=POOR)
    assert not [key for key in options(match) if key.startswith(("go", "stay"))]


# -- the boss ----------------------------------------------------------------------------------------------------------


def at_the_nest(done: tuple[str, ...] = TRACKS, moved: int = 1) -> Match:
    """The party is in the hex of the Broodmother."""
    return party("trouble", at=13, quest="broodmother-hunt", tracks={**POOR, n.MOVED: moved, n.DONE: done})


@pytest.mark.rules("CM-195", "CM-163")
def test_the_boss_waits_once_enough_was_found_out() -> None:
    match = at_the_nest()
    assert (kind(match), track(match, n.MONSTER)) == ("line_up", "broodmother")  # no roll for trouble, no ambush
    assert (number(match, n.MONSTER_HEALTH), place(match, "monster")) == (8, "battle 2")
    assert kind(at_the_nest(TRACKS[:2])) == "roll_trouble"
    elsewhere = party("trouble", at=12, quest="broodmother-hunt", tracks={n.MOVED: 1, n.DONE: TRACKS})
    assert kind(elsewhere) == "roll_trouble"


@pytest.mark.rules("CM-195")
def test_the_boss_waits_for_those_who_stay_too() -> None:
    assert track(at_the_nest(moved=0), n.MONSTER) == "broodmother"


@pytest.mark.rules("CM-195", "CM-197", "CM-184")
def test_defeating_the_boss_wins_at_once() -> None:
    match = killed(
        "broodmother",
        quest="broodmother-hunt",
        tracks={n.TIME: 1, n.FOOD: 2, n.MONEY: 0, n.EXPERIENCE: 3, n.LEVEL: 1, n.DONE: TRACKS},
        health={"cleric": 0, "thief": 0},
    )
    assert result(match) == "won"  # before anybody must be revived
    assert score(match) == 1 + 2 + 0 + 3 + 1
    assert match.state.result is not None
    assert set(match.state.result.winners) == set(match.state.seats)


@pytest.mark.rules("CM-195")
def test_another_monster_wins_nothing() -> None:
    match = killed("gloom-stalker", quest="broodmother-hunt", tracks={n.DONE: TRACKS})
    assert (result(match), kind(match)) == ("", "travel")


@pytest.mark.rules("CM-195", "CM-184", "CM-186")
def test_the_boss_can_win_too() -> None:
    match = battle(
        "broodmother",
        stage="attack",
        quest="broodmother-hunt",
        health={"cleric": 0, "thief": 2, "witch": 0, "ranger": 0},
        tracks=POOR,
    )
    throw(match, 1)
    assert result(match) == "all_fallen"


@pytest.mark.rules("CM-195", "CM-174")
def test_a_quest_can_be_finished_by_a_search_in_battle() -> None:
    match = battle(
        quest="beacons",
        at=13,
        places={"witch": "hide 3"},
        cubes={"witch": "moonwort frog"},
        tracks={**POOR, n.FOOD: 1, n.TIME: 4, n.DONE: ("beacon-a", "beacon-b", "beacon-c")},
        treasure="sunken-hoard",
    )
    until(match, "witch")
    use(match, "cube:witch:frog-TO-eye", "yes")
    throw(match, 2, 6)
    do(match, "quest:beacon-d")
    assert result(match) == "won"
    assert score(match) == 4  # the beacon has cost the food


# -- score -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-197", "CM-195")
def test_the_score_counts_time_and_every_resource() -> None:
    """C18: victory is checked before the time is reduced."""
    seals = tuple(target.id for target in STARTER.quests["four-seals"].targets)
    tracks: dict[str, Value] = {n.DONE: seals, n.TIME: 1, n.FOOD: 5, n.MONEY: 4, n.EXPERIENCE: 3, n.LEVEL: 2}
    match = party("end", at=1, tracks=tracks)
    assert (result(match), score(match)) == ("won", 15)
    assert result(party("end", at=2, tracks=tracks)) == "out_of_time"


@pytest.mark.rules("CM-196")
def test_a_lost_match_has_no_winner_and_a_reason() -> None:
    match = battle(stage="attack", on=9, tracks={n.TIME: 1})
    assert match.state.result is not None
    assert (match.state.result.winners, result(match)) == ((), "out_of_time")
    assert heard(match, "lost_match") == [{"why": "out_of_time"}]
    assert keys(match) == set()
