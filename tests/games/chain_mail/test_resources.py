"""Step 4 of a turn, resources, levels, third cubes (CM-065 to CM-070, CM-075 to CM-085)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import RESOURCES, Effect, Trap
from rules.games.chain_mail.situation import Held, Sign
from tests.games.chain_mail._match import (
    FOUR,
    SHEPHERDS,
    STARTER,
    begin,
    cubes,
    do,
    hearts,
    keys,
    kind,
    kinds,
    now,
    number,
    options,
    party,
    refused,
    result,
    score,
    throw,
    track,
    use,
    why_not,
)

# -- the end of a turn -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-065", "CM-067")
def test_the_order_of_the_end_of_a_turn() -> None:
    match = party("end", health={"thief": 0}, statuses={"dazed": "thief", "cursed": "witch"})
    assert (number(match, n.TIME), kind(match), hearts(match, "thief")) == (21, "end_status", 0)
    events = do(match, "status:dazed")
    assert [e for e in kinds(events) if e in ("status_gone", "revived", "turn_begins")] == [
        "status_gone",
        "revived",
        "turn_begins",
    ]
    assert (number(match, n.TIME), hearts(match, "thief")) == (20, 4)


@pytest.mark.rules("CM-066", "CM-C09")
def test_a_status_may_stay() -> None:
    match = party("end", statuses={"dazed": "thief", "cursed": "witch"})
    assert keys(match) & {"status:dazed", "status:cursed", "none"} == {"status:dazed", "status:cursed", "none"}
    do(match, "none")
    assert (kind(match), track(match, n.status("dazed")), track(match, n.status("cursed"))) == (
        "travel",
        "thief",
        "witch",
    )


@pytest.mark.rules("CM-066", "CM-C09")
def test_the_only_status_goes_by_itself() -> None:
    match = party("end", statuses={"hobbled": "ranger"})
    assert (kind(match), track(match, n.status("hobbled"))) == ("travel", "")


@pytest.mark.rules("CM-066", "CM-075")
def test_what_a_thing_clears_while_it_is_asked_is_not_asked_for_again() -> None:
    card = STARTER.treasures["witch-market"]
    find = card.results[10]
    assert find is not None
    assert find.item is not None
    salts = replace(find.item, when="any", effects=(Effect("clear_status", target="choose"),))
    treasure = replace(card, results={**card.results, 10: replace(find, item=salts)})
    content = replace(STARTER, treasures={**STARTER.treasures, card.id: treasure})
    statuses = {"dazed": "thief", "cursed": "witch", "hobbled": "ranger"}
    match = party("end", statuses=statuses, content=content, tracks={n.ITEMS: (Held(salts.id, 2),)})
    use(match, f"item:{salts.id}", "status:cursed")
    assert (kind(match), keys(match, "status")) == ("end_status", {"status:dazed", "status:hobbled"})
    use(match, f"item:{salts.id}", "status:dazed")
    assert kind(match) == "travel"  # the only one that was left went by itself
    assert {track(match, n.status(status)) for status in statuses} == {""}


@pytest.mark.rules("CM-067")
@pytest.mark.parametrize("count", range(5))
def test_everybody_who_fell_gets_up(count: int) -> None:
    down = FOUR.split()[:count]
    match = party("end", health=dict.fromkeys(down, 0), statuses={"cursed": "cleric"})
    assert number(match, n.TIME) == 21 - count
    assert all(hearts(match, hero) == STARTER.heroes[hero].health for hero in FOUR.split())


@pytest.mark.rules("CM-068")
@pytest.mark.parametrize(("time", "wanted"), [(2, "no_time_to_revive"), (3, "out_of_time"), (4, "")])
def test_without_time_for_all_the_match_is_lost(time: int, wanted: str) -> None:
    match = party("end", health={"thief": 0, "witch": 0}, tracks={n.TIME: time})
    assert result(match) == wanted


@pytest.mark.rules("CM-068", "CM-065")
def test_who_cannot_be_revived_is_known_before_a_status_is_asked_for() -> None:
    down = {"thief": 0, "witch": 0}
    match = party("end", health=down, statuses={"dazed": "thief", "cursed": "cleric"}, tracks={n.TIME: 2})
    assert (result(match), kind(match)) == ("no_time_to_revive", "")


@pytest.mark.rules("CM-069", "CM-068", "CM-067")
def test_vector_c17() -> None:
    match = party("end", health={"thief": 0, "witch": 0}, tracks={n.TIME: 3})
    assert (number(match, n.TIME), hearts(match, "thief"), hearts(match, "witch")) == (0, 4, 4)
    assert result(match) == "out_of_time"


@pytest.mark.rules("CM-069")
@pytest.mark.parametrize(("time", "wanted"), [(1, "out_of_time"), (2, ""), (0, "out_of_time")])
def test_time_runs_out(time: int, wanted: str) -> None:
    assert result(party("end", tracks={n.TIME: time})) == wanted


@pytest.mark.rules("CM-069")
def test_vector_c18_victory_before_time_is_reduced() -> None:
    done = tuple(STARTER.quests["four-seals"].victory.of)
    match = party("end", at=1, tracks={n.DONE: done, n.TIME: 1})
    assert (result(match), number(match, n.TIME), score(match)) == ("won", 1, 1 + 3 + 2 + 1 + 0)
    assert result(party("end", at=2, tracks={n.DONE: done, n.TIME: 1})) == "out_of_time"
    assert result(party("end", at=1, tracks={n.DONE: done[:3], n.TIME: 1})) == "out_of_time"


# -- food --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-076", "CM-075")
def test_two_food_heal_a_heart() -> None:
    match = party(health={"thief": 2})
    assert options(match)["eat:thief"].aside
    do(match, "eat:thief")
    assert (hearts(match, "thief"), number(match, n.FOOD), kind(match)) == (3, 1, "travel")
    assert why_not(match, "eat:thief") == ("not_enough_food", "CM-076")


@pytest.mark.rules("CM-076")
def test_who_cannot_eat() -> None:
    match = party(health={"thief": 0, "witch": 1}, statuses={"cursed": "witch"})
    assert why_not(match, "eat:cleric") == ("already_full_health", "CM-076")
    assert why_not(match, "eat:thief") == ("hero_fallen", "CM-076")
    assert why_not(match, "eat:witch") == ("no_healing", "CM-076")
    assert refused(match, "eat:thief").code == "hero_fallen"


@pytest.mark.rules("CM-075", "CM-C05")
@pytest.mark.parametrize("phase", ["travel", "trouble", "adventure"])
def test_resources_are_there_at_any_time(phase: str) -> None:
    match = party(phase, at=4, health={"thief": 2})
    before = kind(match)
    do(match, "eat:thief")
    assert (kind(match), hearts(match, "thief")) == (before, 3)


@pytest.mark.rules("CM-075")
def test_nothing_is_offered_before_the_party_sets_out() -> None:
    match = begin(quest="beacons", monsters="restless-dead", treasure="old-packs")
    do(match, "hero:witch")
    assert not [key for key, option in options(match).items() if option.aside]


# -- gains and losses --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-084")
def test_vector_c20_no_more_than_five() -> None:
    match = party("adventure", tracks={n.FOOD: 5})
    events = do(match, "turn:cube:cleric:g00-TO-g03")
    assert number(match, n.FOOD) == 5
    assert next(e.facts for e in events if e.kind == "gained") == {
        "resource": "food",
        "count": 0,
        "total": 5,
        "lost": 1,
    }


@pytest.mark.rules("CM-084")
@pytest.mark.parametrize("resource", RESOURCES)
def test_each_resource_has_room_for_five(resource: str) -> None:
    trap = Trap(1, "Gift", (Effect("gain", n=9, resource=resource),))
    content = replace(STARTER, traps={**STARTER.traps, 1: trap})
    match = party("trouble", at=2, tracks={n.MOVED: 1}, content=content)
    throw(match, 1, 1)
    assert number(match, resource) == 5


@pytest.mark.rules("CM-085")
@pytest.mark.parametrize("resource", RESOURCES)
def test_a_loss_of_what_is_not_there(resource: str) -> None:
    trap = Trap(1, "Thief", (Effect("lose", n=2, resource=resource),))
    content = replace(STARTER, traps={**STARTER.traps, 1: trap})
    match = party("trouble", at=2, tracks={n.MOVED: 1, resource: 1}, content=content)
    throw(match, 1, 1)
    assert (number(match, resource), kind(match), result(match)) == (0, "adventure", "")


# -- levels ------------------------------------------------------------------------------------------------------------


def learned(hero: str, *spaces: str, **more: object) -> Match:
    """A level was bought at the start of the turn for this hero's third cube."""
    match = party(tracks={n.EXPERIENCE: 5}, **more)  # type: ignore[arg-type]
    use(match, f"level:{hero}", *(f"space:{space}" for space in spaces))
    return match


@pytest.mark.rules("CM-081")
@pytest.mark.parametrize("experience", range(6))
def test_five_experience_buy_a_level(experience: int) -> None:
    match = party(tracks={n.EXPERIENCE: experience})
    if experience < 5:
        assert why_not(match, "level") == ("not_enough_experience", "CM-081")
    else:
        assert keys(match, "level") == {f"level:{hero}" for hero in FOUR.split()}
        use(match, "level:witch", "space:frog")
        assert (number(match, n.EXPERIENCE), number(match, n.LEVEL)) == (0, 1)


@pytest.mark.rules("CM-082", "CM-C11")
def test_a_third_cube_comes_to_a_free_start_space_at_once() -> None:
    match = learned("cleric", "g00", cubes={"cleric": "near g10"})
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near g00 g10", ())


@pytest.mark.rules("CM-082", "CM-014")
def test_a_third_cube_waits_for_its_start_space() -> None:
    match = learned("cleric", "g00", at=1)
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near g00", ("g00",))
    match = party("end", cubes={"cleric": "near g00"}, away={"cleric": "g00"}, tracks={n.LEVEL: 1})
    assert cubes(match, "cleric") == "near g00"  # still taken
    match = party("end", cubes={"cleric": "near g01"}, away={"cleric": "g00"}, tracks={n.LEVEL: 1})
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near g00 g01", ())


@pytest.mark.rules("CM-082", "CM-014")
def test_a_third_cube_does_not_come_in_the_middle_of_a_turn() -> None:
    match = party("adventure", cubes={"cleric": "near g00"}, away={"cleric": "g00"}, tracks={n.LEVEL: 1})
    do(match, "turn:cube:cleric:g00-TO-g01")
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near g01", ("g00",))


@pytest.mark.rules("CM-082", "CM-156")
@pytest.mark.parametrize(
    ("stand", "home", "after", "waits"),
    [
        ("berries moonwort", "berries", "berries moonwort frog", ()),  # the other start space is free
        ("moonwort frog", "frog", "berries moonwort frog", ()),
        ("berries frog", "berries", "berries frog", ("berries",)),
        ("moonwort eye", "berries", "berries moonwort eye", ()),
    ],
)
def test_the_witchs_third_cube_takes_whichever_start_space_is_free(
    stand: str, home: str, after: str, waits: tuple[str, ...]
) -> None:
    match = party("begin_turn", cubes={"witch": stand}, away={"witch": home}, tracks={n.LEVEL: 1})
    assert (cubes(match, "witch"), track(match, n.away("witch"))) == (after, waits)


@pytest.mark.rules("CM-014", "CM-082")
@pytest.mark.parametrize(
    ("stand", "away", "after", "waits"),
    [
        ("berries", "frog berries", "berries frog", ("berries",)),
        ("berries", "berries frog", "berries frog", ("berries",)),
        ("berries moonwort", "", "berries moonwort", ()),
        ("berries", "berries", "berries", ("berries",)),  # no third cube: it waits for its own start space
    ],
)
def test_the_witchs_other_cubes_come_back_to_their_own(
    stand: str, away: str, after: str, waits: tuple[str, ...]
) -> None:
    match = party("begin_turn", cubes={"witch": stand}, away={"witch": away})
    assert (cubes(match, "witch"), track(match, n.away("witch"))) == (after, waits)


@pytest.mark.rules("CM-082")
def test_the_witchs_third_cube_does_not_wait_while_a_start_space_is_free() -> None:
    match = learned("witch", cubes={"witch": "berries eye"})  # without a question: only one is free
    assert (kind(match), cubes(match, "witch"), track(match, n.away("witch"))) == ("travel", "berries frog eye", ())
    match = party(cubes={"witch": "moonwort eye"}, tracks={n.EXPERIENCE: 5})
    do(match, "level:witch")
    assert keys(match, "space") == {"space:berries", "space:frog"}


@pytest.mark.rules("CM-083", "CM-082")
def test_no_hero_gets_a_fourth_cube() -> None:
    match = party(cubes={"cleric": "near g00 g10"}, away={"thief": "h0"}, tracks={n.EXPERIENCE: 5, n.LEVEL: 2})
    assert keys(match, "level") == {"level:witch", "level:ranger"}


@pytest.mark.rules("CM-081", "CM-082", "A-33", "CM-084")
def test_a_fifth_level_is_only_a_level() -> None:
    away = {"cleric": "g00", "thief": "h0", "witch": "frog", "ranger": "m0"}
    match = party(away=away, tracks={n.EXPERIENCE: 5, n.LEVEL: 4})
    assert keys(match, "level") == {"level"}
    do(match, "level")
    assert number(match, n.LEVEL) == 5
    match = party(away=away, tracks={n.EXPERIENCE: 5, n.LEVEL: 5})
    assert why_not(match, "level") == ("resource_full", "CM-084")


@pytest.mark.rules("CM-154", "CM-083")
def test_the_shepherds_third_cube_is_a_dog() -> None:
    match = learned("shepherd", heroes=SHEPHERDS)
    assert (match.state.where(n.DOGS[0]), match.state.where(n.DOGS[1])) == (n.KENNEL, n.SPARE_DOGS)
    match = party(heroes=SHEPHERDS, dogs=["kennel", "spare_dogs"], tracks={n.EXPERIENCE: 5, n.LEVEL: 1})
    assert "level:shepherd" not in keys(match)
    match = learned("shepherd", heroes=SHEPHERDS, dogs=["hex/2"])
    assert match.state.where(n.DOGS[1]) == n.KENNEL  # the space was free


def robbed(**more: object) -> Match:
    """A trap has taken a level."""
    trap = Trap(1, "Forgetting", (Effect("lose", n=1, resource="level"),))
    content = replace(STARTER, traps={**STARTER.traps, 1: trap})
    match = party("trouble", at=2, content=content, **more)  # type: ignore[arg-type]
    throw(match, 1, 1)
    return match


@pytest.mark.rules("A-23", "CM-083")
def test_a_lost_level_takes_a_third_cube_back() -> None:
    two = {"cleric": "near g00 g10", "ranger": "track m0 m3"}
    match = robbed(cubes=two, tracks={n.LEVEL: 2, n.MOVED: 1})
    assert keys(match, "hero") == {"hero:cleric", "hero:ranger"}
    do(match, "hero:ranger")
    assert (len(now(match).cubes("ranger")), len(now(match).cubes("cleric"))) == (2, 3)
    match = robbed(cubes={"cleric": "near g00 g10"}, tracks={n.LEVEL: 2, n.MOVED: 1})
    assert (kind(match), len(now(match).cubes("cleric"))) == ("adventure", 3)  # the levels still suffice


@pytest.mark.rules("A-23")
def test_a_waiting_cube_is_taken_back_first() -> None:
    match = robbed(cubes={"cleric": "near g00"}, away={"cleric": "g00"}, tracks={n.LEVEL: 1, n.MOVED: 1})
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near g00", ())


@pytest.mark.rules("A-23", "CM-154", "CM-149")
def test_the_second_dog_goes_with_its_level() -> None:
    match = robbed(
        heroes=SHEPHERDS, dogs=["kennel", "hex/3"], tracks={n.LEVEL: 1, n.MOVED: 1, n.SIGNS: (Sign(3, "safe"),)}
    )
    assert (match.state.where(n.DOGS[0]), match.state.where(n.DOGS[1])) == (n.KENNEL, n.BOX)
    assert track(match, n.SIGNS) == ()


@pytest.mark.rules("CM-082")
def test_a_level_while_a_turn_begins_to_be_poisoned_moves_no_cube_twice() -> None:
    """The relic's question stands between a movement and its carrying out: a level bought there moves the ground."""
    match = party(
        "adventure",
        cubes={"cleric": "near g01"},
        health={"cleric": 1},
        statuses={"poisoned": "cleric"},
        treasure="witch-market",
        tracks={n.EXPERIENCE: 5, n.RELICS: (Held("stag-heart-amulet", 2, "cleric"),)},
    )
    do(match, "turn:cube:cleric:g01-TO-g00")
    assert kind(match) == "stay_standing"
    use(match, "level:cleric", "space:g00", "yes")
    assert kind(match) == "extra_movement"  # g00 is taken now: the movement is chosen anew
    do(match, "cube:cleric:g01-TO-g03")
    assert cubes(match, "cleric") == "near g00 g03"
