"""Step 3 of a turn: hero turns, icons, Heal and Rest, Bless and Rally, further turns (CM-050 to CM-059, CM-092)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import ClericCard, Content
from tests.games.chain_mail._match import (
    FOUR,
    STARTER,
    battle,
    cubes,
    do,
    fact,
    hearts,
    keys,
    kind,
    kinds,
    now,
    number,
    options,
    party,
    refused,
    throw,
    told,
    track,
    until,
    use,
    why_not,
)

ACTED = {n.ACTED: ("thief", "witch", "ranger")}
"""All but the Cleric have acted."""


def turn(match: Match, hero: str, movement: str) -> None:
    """A hero turn by its movement."""
    do(match, f"turn:cube:{hero}:{movement}")


def two_blesses(*, removal: bool = False) -> Content:
    """A Cleric who can bless from two spaces."""
    card = STARTER.heroes["cleric"]
    assert isinstance(card, ClericCard)
    grid = tuple(
        tuple(replace(s, action="bless", removal=removal) if s and s.id in ("g10", "g11") else s for s in row)
        for row in card.grid
    )
    return replace(STARTER, heroes={**STARTER.heroes, "cleric": replace(card, grid=grid)})


def two_rallies() -> Content:
    """A Cleric who can rally from two spaces, without losing the cube."""
    card = STARTER.heroes["cleric"]
    assert isinstance(card, ClericCard)
    grid = tuple(
        tuple(replace(s, action="rally", removal=False) if s and s.id in ("g20", "g21") else s for s in row)
        for row in card.grid
    )
    return replace(STARTER, heroes={**STARTER.heroes, "cleric": replace(card, grid=grid)})


# -- hero turns --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-050", "A-8")
def test_after_a_battle_nobody_goes_adventuring() -> None:
    match = battle(
        monster_health=1,
        tracks={n.SPARED: True},
        cubes={"cleric": "near g01"},
        places={"cleric": "battle 1", "thief": "battle 0"},
    )
    until(match, "cleric")
    before = number(match, n.TIME)
    do(match, "cube:cleric:g01-TO-g02")
    throw(match, 6)
    assert (kind(match), number(match, n.TIME)) == ("travel", before - 1)
    assert "stands_ready" not in [one.event.kind for one in match.told]


@pytest.mark.rules("CM-051", "CM-057", "CM-059", "CM-C02")
def test_every_hero_has_one_turn_in_any_order() -> None:
    match = party("adventure")
    assert {key.split(":")[2] for key in keys(match, "turn")} == set(FOUR.split())
    turn(match, "ranger", "track-TO-aim")
    assert track(match, n.ACTED) == ("ranger",)
    assert why_not(match, "turn:cube:ranger:aim-TO-track") == ("hero_already_acted", "CM-051")
    turn(match, "thief", "cw-TO-ccw")
    turn(match, "cleric", "near-TO-any")
    assert (fact(match, "heroes"), fact(match, "hero")) == (("witch",), "witch")  # the last one comes by itself
    turn(match, "witch", "berries-TO-moonwort")
    assert (kind(match), number(match, n.TURN_NUMBER)) == ("travel", 2)


@pytest.mark.rules("CM-052", "CM-C03", "A-9")
def test_a_hero_turn_cannot_be_skipped() -> None:
    match = party("adventure", tracks=ACTED)
    assert not keys(match, "pass") | keys(match, "none")
    assert why_not(match, "turn:cube:cleric:TO-near") == ("must_move_a_cube", "CM-101")
    assert why_not(match, "turn:cube:cleric:TO-g20") == ("illegal_cube_move", "CM-104")


@pytest.mark.rules("CM-052", "A-9")
def test_with_no_cube_a_turn_passes_by_itself() -> None:
    match = party("adventure", cubes={"cleric": ""}, away={"cleric": "near g00"}, tracks=ACTED)
    assert kind(match) == "travel"
    assert "cannot_move_cubes" in [one.event.kind for one in match.told]
    match = party("adventure", cubes={"cleric": ""}, away={"cleric": "near g00"})
    assert "pass:cleric" in keys(match)  # with others still to act it is said when
    do(match, "pass:cleric")
    assert track(match, n.ACTED) == ("cleric",)


@pytest.mark.rules("CM-052", "A-9")
def test_poison_does_not_keep_a_turn_without_cubes_waiting() -> None:
    off = {"cubes": {"cleric": ""}, "away": {"cleric": "near g00"}, "statuses": {"poisoned": "cleric"}}
    match = party("adventure", tracks=ACTED, **off)  # type: ignore[arg-type]
    assert (kind(match), hearts(match, "cleric")) == ("travel", 5)


@pytest.mark.rules("CM-058")
def test_a_fallen_hero_has_no_turn_and_no_icons() -> None:
    match = party("adventure", health={"thief": 0, "cleric": 0}, cubes={"cleric": "near g10"})
    assert why_not(match, "turn:cube:thief:h0-TO-h1") == ("hero_fallen", "CM-058")
    assert {key.split(":")[2] for key in keys(match, "turn")} == {"witch", "ranger"}
    assert "extra:thief" not in options(match)
    assert list(now(match).with_passive("bless")) == []


@pytest.mark.rules("CM-058", "CM-187")
def test_with_all_fallen_nobody_acts() -> None:
    match = party("adventure", health=dict.fromkeys(FOUR.split(), 0))
    assert (kind(match), number(match, n.TIME)) == ("travel", 22 - 1 - 4)


# -- icons -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-053", "CM-055")
def test_an_adventure_icon_works_when_the_cube_comes() -> None:
    match = party("adventure", cubes={"cleric": "near g00"}, tracks=ACTED)
    turn(match, "cleric", "g00-TO-g03")
    assert number(match, n.FOOD) == 4
    match = party("adventure", cubes={"cleric": "near g03"}, tracks=ACTED)
    turn(match, "cleric", "near-TO-any")
    assert number(match, n.FOOD) == 3  # it only lies there


@pytest.mark.rules("CM-054")
def test_a_battle_icon_stands_ready() -> None:
    match = party("adventure")
    events = do(match, "turn:cube:cleric:g00-TO-g02")
    assert told(events, "stands_ready") == {"hero": "cleric", "icon": "melee1"}
    assert (cubes(match, "cleric"), kind(match)) == ("near g02", "adventure")


@pytest.mark.rules("CM-053", "CM-056", "CM-C04")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_cube_leaves_only_when_its_icon_was_used(answer: str) -> None:
    match = party("adventure", cubes={"witch": "berries eye"}, tracks={n.MONEY: 0})
    turn(match, "witch", "berries-TO-moonwort")
    assert (kind(match), fact(match, "leaves")) == ("use_icon", True)
    events = do(match, answer)
    if answer == "yes":
        throw(match, 3, 4)
        assert (cubes(match, "witch"), set(now(match).listed(n.away("witch")))) == ("", {"berries", "frog"})
    else:
        assert "declined" in kinds(events)
        assert (cubes(match, "witch"), track(match, n.away("witch"))) == ("moonwort eye", ())
    assert kind(match) == "adventure"


@pytest.mark.rules("CM-053", "CM-056", "CM-C04")
@pytest.mark.parametrize(("answers", "left", "total"), [(["no"], "near g21", 3), (["yes", "self"], "near", 4)])
def test_a_heal_that_costs_its_cube_is_asked_for(answers: list[str], left: str, total: int) -> None:
    match = party("adventure", cubes={"cleric": "near g20"}, health={"cleric": 3})
    turn(match, "cleric", "g20-TO-g21")
    assert (kind(match), fact(match, "icon")) == ("use_icon", "heal")
    use(match, *answers)
    assert (cubes(match, "cleric"), hearts(match, "cleric")) == (left, total)


@pytest.mark.rules("CM-053", "CM-122")
def test_brew_is_food_or_money() -> None:
    match = party("adventure")
    turn(match, "witch", "frog-TO-eye")
    assert keys(match, "gain") == {"gain:food", "gain:money"}
    do(match, "gain:money")
    assert (number(match, n.MONEY), number(match, n.FOOD)) == (3, 3)


@pytest.mark.rules("CM-053", "CM-056")
def test_brew_can_be_declined() -> None:
    match = party("adventure")
    turn(match, "witch", "frog-TO-eye")
    events = do(match, "none")
    assert ("declined" in kinds(events), "gained" in kinds(events)) == (True, False)
    assert (number(match, n.MONEY), number(match, n.FOOD)) == (2, 3)
    assert (kind(match), cubes(match, "witch")) == ("adventure", "berries eye")


@pytest.mark.rules("CM-092", "CM-102", "CM-C04")
@pytest.mark.parametrize(
    ("reach", "wanted"),
    [
        ("near", {"self", "hero:thief", "hero:ranger", "none"}),
        ("any", {"self", "hero:thief", "hero:witch", "hero:ranger", "none"}),
        ("all", {"self", "all", "none"}),
        ("", {"self", "none"}),
    ],
)
def test_whom_the_cleric_heals(reach: str, wanted: set[str]) -> None:
    stands = f"{reach} g00".strip()
    match = party("adventure", cubes={"cleric": stands}, health=dict.fromkeys(FOUR.split(), 2))
    turn(match, "cleric", "g00-TO-g01")
    assert (kind(match), keys(match) & {*wanted, "all", "hero:thief", "hero:witch", "hero:ranger"}) == (
        "whom_heal",
        wanted,
    )


@pytest.mark.rules("CM-092", "CM-103", "CM-106")
@pytest.mark.parametrize(
    ("reach", "answer", "hurt", "left"),
    [
        ("near", "hero:thief", [2, 3, 2, 2], "near g01"),
        ("any", "hero:witch", [2, 2, 3, 2], "g01"),
        ("all", "all", [2, 3, 3, 3], "g01"),
        ("all", "self", [3, 2, 2, 2], "all g01"),
        ("all", "none", [2, 2, 2, 2], "all g01"),
    ],
)
def test_what_the_clerics_heal_costs(reach: str, answer: str, hurt: list[int], left: str) -> None:
    match = party("adventure", cubes={"cleric": f"{reach} g00"}, health=dict.fromkeys(FOUR.split(), 2))
    turn(match, "cleric", "g00-TO-g01")
    do(match, answer)
    assert [hearts(match, hero) for hero in FOUR.split()] == hurt
    assert cubes(match, "cleric") == left


@pytest.mark.rules("CM-092")
def test_heal_stops_at_full_health_and_at_a_curse() -> None:
    match = party("adventure", health={"ranger": 4, "thief": 1}, statuses={"cursed": "thief"})
    turn(match, "cleric", "g00-TO-g01")
    assert keys(match) & {"self", "hero:thief", "hero:ranger"} == {"hero:ranger"}
    do(match, "hero:ranger")
    assert hearts(match, "ranger") == 5
    match = party("adventure")
    events = do(match, "turn:cube:cleric:g00-TO-g01")
    assert ("nobody_needs" in kinds(events), kind(match)) == (True, "adventure")


@pytest.mark.rules("CM-092")
def test_rest_takes_a_status_off() -> None:
    match = party("adventure", cubes={"cleric": "near g10"}, statuses={"dazed": "thief", "cursed": "thief"})
    turn(match, "cleric", "g10-TO-g11")
    assert kind(match) == "whom_rest"
    do(match, "hero:thief")
    assert keys(match, "status") == {"status:dazed", "status:cursed"}
    do(match, "status:dazed")
    assert (track(match, n.status("dazed")), track(match, n.status("cursed"))) == ("", "thief")


@pytest.mark.rules("CM-092")
def test_others_heal_themselves_without_a_question() -> None:
    match = party("adventure", cubes={"ranger": "track m5"}, health={"ranger": 3, "thief": 1})
    turn(match, "ranger", "m5-TO-m6")
    assert (hearts(match, "ranger"), hearts(match, "thief"), kind(match)) == (4, 1, "adventure")


# -- further turns -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-080", "A-14", "CM-075")
def test_experience_buys_a_turn_for_who_has_acted() -> None:
    match = party("adventure", tracks={n.ACTED: ("ranger",)})
    assert options(match)["extra:ranger"].aside
    do(match, "extra:ranger")
    assert (kind(match), number(match, n.EXPERIENCE)) == ("extra_movement", 0)
    do(match, "cube:ranger:m0-TO-m2")
    assert (number(match, n.FOOD), track(match, n.ACTED)) == (4, ("ranger",))
    assert why_not(match, "extra:thief") == ("not_enough_experience", "CM-080")


@pytest.mark.rules("CM-080", "CM-058")
def test_who_cannot_take_a_further_turn() -> None:
    match = party(
        "adventure",
        cubes={"thief": ""},
        away={"thief": "cw h0"},
        health={"witch": 0},
        statuses={"dazed": "ranger"},
    )
    assert keys(match, "extra") == {"extra:cleric"}
    assert why_not(match, "extra:ranger") == ("no_extra_action", "CM-080")


@pytest.mark.rules("CM-059", "CM-080", "A-14")
@pytest.mark.parametrize("waits", [True, False])
def test_the_step_waits_for_a_further_turn_when_asked_to(waits: bool) -> None:
    match = party("adventure", tracks={**ACTED, n.EXPERIENCE: 2})
    assert options(match)["linger"].aside
    if waits:
        do(match, "linger")
        assert "linger" not in keys(match)
    turn(match, "cleric", "near-TO-any")
    assert kind(match) == ("adventure_ends" if waits else "travel")
    if waits:
        use(match, "extra:cleric", "cube:cleric:g00-TO-g03")
        assert (kind(match), number(match, n.FOOD), number(match, n.EXPERIENCE)) == ("adventure_ends", 4, 1)
        use(match, "extra:ranger", "cube:ranger:m0-TO-m2")
        assert (kind(match), number(match, n.FOOD)) == ("travel", 5)  # nothing is left to pay with


@pytest.mark.rules("CM-059", "A-14", "A-9")
def test_the_last_who_can_move_can_have_a_further_turn_after_it() -> None:
    """The Thief has no cube and will pass without being asked, so that the Cleric's turn is the last one."""
    off = {"cubes": {"thief": ""}, "away": {"thief": "cw h0"}}
    match = party("adventure", tracks={n.ACTED: ("witch", "ranger"), n.EXPERIENCE: 1}, **off)  # type: ignore[arg-type]
    use(match, "linger", "turn:cube:cleric:near-TO-any")
    assert kind(match) == "adventure_ends"
    use(match, "extra:cleric", "cube:cleric:g00-TO-g03")
    assert (kind(match), number(match, n.EXPERIENCE), number(match, n.FOOD)) == ("travel", 0, 4)
    match = party("adventure", tracks={n.ACTED: ("witch",), n.EXPERIENCE: 1}, **off)  # type: ignore[arg-type]
    assert "linger" not in keys(match)  # two can still move


@pytest.mark.rules("CM-059", "CM-080")
def test_the_button_ends_the_step() -> None:
    match = party("adventure", tracks=ACTED)
    use(match, "linger", "turn:cube:cleric:near-TO-any")
    assert match.question is not None
    assert match.question.confirm == "none"
    do(match, "none")
    assert (kind(match), number(match, n.EXPERIENCE)) == ("travel", 1)


@pytest.mark.rules("CM-093", "CM-056", "CM-059")
def test_a_rally_that_comes_last_can_be_used() -> None:
    match = party("adventure", cubes={"cleric": "near g10"}, tracks=ACTED)
    turn(match, "cleric", "g10-TO-g20")
    assert kind(match) == "adventure_ends"
    assert keys(match, "rally") == {"rally:cleric:thief", "rally:cleric:ranger"}  # his neighbours
    use(match, "rally:cleric:ranger", "cube:ranger:m0-TO-m2")
    assert (number(match, n.FOOD), kind(match)) == (4, "travel")
    assert cubes(match, "cleric") == "near g00"  # the cube left, and came back with the new turn


@pytest.mark.rules("CM-093", "CM-103")
@pytest.mark.parametrize(("reach", "left"), [("near", "near"), ("any", "")])
def test_rally_costs_its_cubes(reach: str, left: str) -> None:
    match = party("adventure", cubes={"cleric": f"{reach} g20"})
    do(match, "rally:cleric:thief")
    assert cubes(match, "cleric") == left
    do(match, "cube:thief:cw-TO-ccw")
    assert not keys(match, "rally")


@pytest.mark.rules("CM-093", "CM-102")
def test_a_rally_that_reaches_all_is_a_turn_for_each() -> None:
    match = party("adventure", cubes={"cleric": "all g20"}, statuses={"dazed": "witch"})
    assert keys(match, "rally") == {"rally:cleric:all"}
    use(match, "rally:cleric:all", "cube:thief:cw-TO-ccw", "cube:ranger:m0-TO-m2")
    assert (kind(match), number(match, n.FOOD), track(match, n.ACTED)) == ("adventure", 4, ())
    assert cubes(match, "cleric") == ""


@pytest.mark.rules("CM-093", "CM-106")
def test_without_a_range_nobody_is_rallied() -> None:
    assert not keys(party("adventure", cubes={"cleric": "g20"}, away={"cleric": "near"}), "rally")


@pytest.mark.rules("CM-093")
def test_each_cube_rallies_once_a_turn() -> None:
    match = party("adventure", cubes={"cleric": "near g20 g21"}, content=two_rallies())
    for left in (1, 0):
        use(match, "rally:cleric:ranger", "cube:ranger:m0-TO-m1" if left else "cube:ranger:track-TO-aim")
        if kind(match) == "use_icon":
            do(match, "no")
        assert bool(keys(match, "rally")) == bool(left)
    assert cubes(match, "cleric") == "near g20 g21"


# -- Bless -------------------------------------------------------------------------------------------------------------


def searching(**more: object) -> Match:
    """The Ranger rolls for a search in which nothing is found with 3 and 4; there is no money."""
    match = party("adventure", tracks={n.MONEY: 0}, **more)  # type: ignore[arg-type]
    use(match, "turn:cube:ranger:m0-TO-m1", "yes", "3-4")
    return match


@pytest.mark.rules("CM-093", "CM-102", "CM-055", "A-36")
def test_bless_rolls_one_die_again() -> None:
    match = searching(cubes={"cleric": "near g10"})
    assert keys(match, "again") == {"again:1:bless:cleric:0", "again:2:bless:cleric:0"}
    do(match, "again:2:bless:cleric:0")
    throw(match, 2)
    assert number(match, n.MONEY) == 1  # 3 and 2: loose coins
    do(match, "3-4")
    assert not keys(match, "again")  # of the second search: once a turn for each cube
    do(match, "keep")
    use(match, "turn:cube:thief:h0-TO-h1", "1")
    assert not keys(match, "again")  # nor of the other neighbour's roll
    assert cubes(match, "cleric") == "near g10"


@pytest.mark.rules("CM-093", "CM-102", "CM-106", "CM-058")
@pytest.mark.parametrize(
    "match",
    [
        searching(cubes={"cleric": "g10"}, away={"cleric": "near"}),
        searching(cubes={"cleric": "near g10"}, health={"cleric": 0}),
        searching(cubes={"cleric": "near g10"}, heroes="cleric thief ranger witch"),
        searching(),
    ],
    ids=["no range", "fallen", "not beside", "no Bless"],
)
def test_where_bless_does_not_reach(match: Match) -> None:
    assert kind(match) == "roll_search"  # the next search: nothing could be changed


@pytest.mark.rules("CM-093", "CM-103")
def test_any_leaves_when_it_was_used_to_bless() -> None:
    match = searching(cubes={"cleric": "any g10"}, heroes="cleric thief ranger witch")
    do(match, "again:1:bless:cleric:0")
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("g10", ("near",))


@pytest.mark.rules("CM-093", "CM-103", "CM-014")
def test_all_blesses_each_of_the_others_once() -> None:
    match = searching(cubes={"cleric": "all g10"})
    do(match, "again:1:bless:cleric:0")
    throw(match, 3)
    do(match, "3-4")
    assert (kind(match), cubes(match, "cleric")) == ("adventure", "all g10")  # others may still be blessed
    turn(match, "thief", "h0-TO-h1")
    do(match, "1")
    assert keys(match, "again") == {"again:1:bless:cleric:0"}
    do(match, "again:1:bless:cleric:0")
    throw(match, 6)
    turn(match, "witch", "berries-TO-feather")
    turn(match, "cleric", "g10-TO-g11")
    assert cubes(match, "cleric") == "near g11"  # the turn is over: All left, and its cube is back


@pytest.mark.rules("CM-093", "CM-103")
def test_two_blesses_share_one_range() -> None:
    match = searching(cubes={"cleric": "any g10 g11"}, content=two_blesses())
    assert len(keys(match, "again")) == 4
    do(match, "again:1:bless:cleric:1")
    do(match, "3")
    assert kind(match) == "roll_search"  # the range is gone, and the other Bless with it


@pytest.mark.rules("CM-093", "CM-056")
def test_two_blesses_that_cost_their_cubes() -> None:
    match = searching(cubes={"cleric": "near g10 g11"}, content=two_blesses(removal=True))
    do(match, "again:1:bless:cleric:0")
    do(match, "3")
    assert (cubes(match, "cleric"), keys(match, "again")) == (
        "near g11",
        {"again:1:bless:cleric:0", "again:2:bless:cleric:0"},
    )
    do(match, "again:1:bless:cleric:0")
    throw(match, 3)
    assert cubes(match, "cleric") == "near"


# -- statuses ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-058", "CM-051")
@pytest.mark.parametrize(("health", "left"), [(3, 2), (1, 0)])
def test_poison_hurts_before_the_first_action(health: int, left: int) -> None:
    match = party("adventure", health={"ranger": health}, statuses={"poisoned": "ranger"}, tracks={n.EXPERIENCE: 2})
    turn(match, "ranger", "m0-TO-m2")
    assert (hearts(match, "ranger"), number(match, n.FOOD)) == (left, 4 if left else 3)
    if left:
        use(match, "extra:ranger", "cube:ranger:m2-TO-m4")
        assert hearts(match, "ranger") == 2  # once a turn


@pytest.mark.rules("CM-080", "CM-093")
def test_the_dazed_take_no_further_turns() -> None:
    match = party("adventure", cubes={"cleric": "near g20"}, statuses={"dazed": "thief"})
    assert keys(match, "rally") == {"rally:cleric:ranger"}
    assert refused(match, "extra:thief").code == "no_extra_action"
