"""Searches, their rewards, items, relics, chests, coins on the dice (CM-077 to CM-079, CM-086 to CM-091, CM-191)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.engine.types import Seat
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Content, Effect, Find, Keepsake
from rules.games.chain_mail.situation import Held
from tests.games.chain_mail._match import (
    FOUR,
    STARTER,
    battle,
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
    result,
    throw,
    told,
    track,
    use,
    why_not,
)

OLD_PACKS = STARTER.treasures["old-packs"]


def find(total: int, found: Find | None) -> Content:
    """The starter set with something else at this sum of the Old Packs."""
    card = replace(OLD_PACKS, results={**OLD_PACKS.results, total: found})
    return replace(STARTER, treasures={**STARTER.treasures, card.id: card})


def searching(money: int = 0, **more: object) -> Match:
    """The Ranger is about to roll for the first of two searches; the others have had their turns."""
    tracks = {n.MONEY: money, n.ACTED: ("cleric", "thief", "witch"), **(more.pop("tracks", None) or {})}  # type: ignore[dict-item]
    match = party("adventure", tracks=tracks, **more)  # type: ignore[arg-type]
    use(match, "turn:cube:ranger:m0-TO-m1", "yes")
    assert kind(match) == "roll_search"
    return match


# -- what a sum gives --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-086", "CM-089")
def test_a_double_search_is_two_searches() -> None:
    match = searching()
    assert fact(match, "hero") == "ranger"
    do(match, "2-2")
    assert (number(match, n.FOOD), kind(match)) == (4, "roll_search")  # the first is over, reward included
    do(match, "1-4")
    assert (number(match, n.MONEY), kind(match)) == (1, "travel")


@pytest.mark.rules("CM-089", "CM-058")
def test_who_falls_by_the_first_search_makes_no_second() -> None:
    bad = find(4, Find("Pit", (Effect("damage", n=9, target="searcher"),)))
    match = searching(content=bad)
    do(match, "2-2")
    assert (kind(match), number(match, n.TIME)) == ("travel", 20)


@pytest.mark.rules("CM-086", "CM-191")
@pytest.mark.parametrize(("dice", "food", "money"), [("3-4", 3, 0), ("2-2", 4, 0), ("4-5", 3, 2), ("1-1", 2, 0)])
def test_the_treasure_card_is_read(dice: str, food: int, money: int) -> None:
    match = searching()
    events = do(match, dice)
    assert (number(match, n.FOOD), number(match, n.MONEY)) == (food, money)
    assert ("found_nothing" in kinds(events)) == (dice == "3-4")


@pytest.mark.rules("CM-088")
def test_a_bad_find_has_to_be_taken() -> None:
    match = searching()
    do(match, "1-2")
    assert (track(match, n.status("poisoned")), kind(match)) == ("ranger", "roll_search")


@pytest.mark.rules("CM-088")
@pytest.mark.parametrize("answer", ["find:0", "nothing"])
def test_a_find_that_may_be_left(answer: str) -> None:
    match = searching(content=find(7, Find("Bitter root", (Effect("lose", n=1, resource="food"),), may=True)))
    do(match, "3-4")
    assert keys(match) & {"find:0", "nothing"} == {"find:0", "nothing"}
    do(match, answer)
    assert (number(match, n.FOOD), kind(match)) == (2 if answer == "find:0" else 3, "roll_search")


@pytest.mark.rules("CM-087", "CM-191", "CM-C10")
@pytest.mark.parametrize("answer", ["quest:seal-d", "find:1"])
def test_vector_c19_quest_or_treasure(answer: str) -> None:
    match = searching(at=13)
    throw(match, 3, 5)
    assert (kind(match), keys(match, "quest") | keys(match, "find")) == ("reward", {"quest:seal-d", "find:1"})
    do(match, answer)
    seal = answer == "quest:seal-d"
    assert (track(match, n.DONE), number(match, n.FOOD)) == ((("seal-d",), 3) if seal else ((), 4))
    assert (track(match, n.QUEST_CUBES), number(match, n.EXPERIENCE)) == ((("13",), 2) if seal else ((), 1))


@pytest.mark.rules("CM-191", "CM-C10")
@pytest.mark.parametrize(("at", "done"), [(12, ()), (13, ("seal-d",))])
def test_a_target_needs_its_hex_and_counts_once(at: int, done: tuple[str, ...]) -> None:
    match = searching(at=at, tracks={n.DONE: done, n.CHESTS: ("13",)})
    throw(match, 3, 5)
    assert (kind(match), number(match, n.FOOD)) == ("roll_search", 4)  # trail bread, without a question


@pytest.mark.rules("CM-191")
@pytest.mark.parametrize(("done", "found"), [((), False), (("trail",), False), (("trail", "key"), True)])
def test_what_a_target_requires(done: tuple[str, ...], found: bool) -> None:
    match = searching(at=13, quest="lost-scholar", tracks={n.DONE: done, n.CHESTS: ("13",)})
    throw(match, 1, 4)
    assert ("quest:scholar" in keys(match)) == found


@pytest.mark.rules("CM-191", "CM-195")
@pytest.mark.parametrize(("food", "found"), [(0, False), (1, True)])
def test_a_target_may_cost_something(food: int, found: bool) -> None:
    done = ("beacon-b", "beacon-c", "beacon-d")
    tracks = {n.FOOD: food, n.DONE: done, n.CHESTS: ("6",)}
    match = searching(at=6, quest="beacons", tracks=tracks)
    throw(match, 4, 4)
    if found:
        do(match, "quest:beacon-a")
    assert (result(match), number(match, n.FOOD)) == (("won", 0) if found else ("", 1))


@pytest.mark.rules("CM-191", "CM-011")
def test_no_more_quest_cubes_than_there_are() -> None:
    match = searching(at=13, tracks={n.QUEST_CUBES: ("1", "2", "3", "4")})
    throw(match, 3, 5)
    do(match, "quest:seal-d")
    assert (track(match, n.QUEST_CUBES), track(match, n.DONE)) == (("1", "2", "3", "4"), ("seal-d",))


# -- chests and ruins --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-012", "CM-086")
def test_a_chest_changes_the_sum_by_one() -> None:
    match = searching(at=13, tracks={n.DONE: ("seal-d",)})
    throw(match, 1, 3)
    assert [o.say.code for o in options(match).values() if o.key.startswith("find")] == [
        "take_find",
        "take_find_chest",
        "take_find_chest",
    ]  # 4, and out of the chest 3 or 5
    do(match, "find:2")
    assert (number(match, n.MONEY), track(match, n.CHESTS)) == (1, ("13",))
    throw(match, 1, 3)
    assert (number(match, n.FOOD), kind(match)) == (4, "travel")  # once a match


@pytest.mark.rules("CM-012", "CM-087")
def test_a_chest_does_nothing_where_a_target_is_met() -> None:
    match = searching(at=13)
    throw(match, 3, 5)
    assert keys(match, "find") == {"find:1"}
    match = searching(at=13)
    throw(match, 3, 4)  # 7 is nothing, and so the chest may be left closed
    assert keys(match, "find") | keys(match, "nothing") == {"find:0", "find:1", "nothing"}
    assert "quest:seal-d" not in options(match)


@pytest.mark.rules("CM-012", "CM-088")
def test_a_chest_saves_from_a_bad_find() -> None:
    bad = find(8, Find("Wasps", (Effect("damage", n=1, target="searcher"),)))
    match = searching(at=13, tracks={n.DONE: ("seal-d",)}, content=bad)
    throw(match, 4, 4)
    codes = {o.key: o.say.code for o in options(match).values() if o.key.startswith("find")}
    (nothing,) = (key for key, code in codes.items() if code == "take_nothing_chest")
    events = do(match, nothing)
    assert ("found_nothing" in kinds(events), hearts(match, "ranger"), track(match, n.CHESTS)) == (True, 5, ("13",))


@pytest.mark.rules("CM-027", "CM-086")
def test_in_ruins_one_die_may_be_rolled_again() -> None:
    match = searching(at=9)
    do(match, "3-4")
    assert keys(match, "again") == {"again:1:ruins::0", "again:2:ruins::0"}
    do(match, "again:1:ruins::0")
    throw(match, 1)
    assert (number(match, n.MONEY), kind(match)) == (1, "roll_search")
    do(match, "3-4")
    assert keys(match, "again") == {"again:1:ruins::0", "again:2:ruins::0"}  # each search
    assert kind(_outside()) == "roll_search"


def _outside() -> Match:
    match = searching(at=8)
    do(match, "3-4")
    return match


# -- coins on the dice -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-077", "CM-078", "CM-C05")
def test_a_coin_changes_a_die_by_one() -> None:
    match = searching(money=1)
    do(match, "3-4")
    assert keys(match, "die") == {"die:1:2", "die:1:4", "die:2:3", "die:2:5"}
    assert match.question is not None
    assert match.question.confirm == "keep"  # left alone nothing is spent
    do(match, "die:2:5")
    assert (number(match, n.MONEY), number(match, n.FOOD), kind(match)) == (0, 4, "roll_search")


@pytest.mark.rules("CM-077")
def test_each_die_once_and_within_one_to_six() -> None:
    match = searching(money=5)
    do(match, "6-1")
    assert keys(match, "die") == {"die:1:5", "die:2:2"}
    assert why_not(match, "die:1:7") == why_not(match, "die:2:0") == ("die_out_of_range", "CM-077")
    do(match, "die:1:5")
    assert keys(match, "die") == {"die:2:2"}  # the first has been changed
    do(match, "die:2:2")
    assert (number(match, n.MONEY), kind(match)) == (3, "roll_search")


@pytest.mark.rules("CM-077", "CM-C05")
def test_without_money_nobody_is_asked() -> None:
    match = searching(money=0)
    do(match, "3-4")
    assert kind(match) == "roll_search"


@pytest.mark.rules("CM-077")
def test_money_short_of_a_change_says_so() -> None:
    match = searching(at=9)
    do(match, "3-4")
    assert why_not(match, "die:1:2") == ("not_enough_money", "CM-077")


@pytest.mark.rules("CM-079", "A-36")
def test_a_die_rolled_again_can_be_changed_again() -> None:
    match = searching(at=9, money=3)
    use(match, "3-4", "die:1:2")
    assert "die:1:1" not in keys(match)
    do(match, "again:1:ruins::0")
    do(match, "3")
    assert (fact(match, "dice"), number(match, n.MONEY)) == ((3, 4), 2)  # the coin is lost
    assert {"die:1:2", "die:1:4"} <= keys(match, "die")


@pytest.mark.rules("CM-077")
def test_a_changed_die_is_not_offered_again_not_even_for_want_of_money() -> None:
    match = searching(at=9, money=1)
    use(match, "3-4", "die:1:2")
    assert not [key for key in keys(match, "die") if key.startswith("die:1:")]
    assert {why_not(match, f"die:1:{to}") for to in (1, 3)} == {("die_already_changed", "CM-077")}
    assert why_not(match, "die:2:5") == ("not_enough_money", "CM-077")


@pytest.mark.rules("CM-078", "CM-116")
@pytest.mark.parametrize(("money", "asked"), [(1, True), (0, False)])
def test_money_helps_the_thief_to_find_the_way(money: int, asked: bool) -> None:
    match = party("adventure", tracks={n.MONEY: money})
    use(match, "turn:cube:thief:h0-TO-h1", "1")
    assert (kind(match) == "change_dice") == asked
    if asked:
        do(match, "die:1:2")
        assert (number(match, n.MONEY), now(match).cubes("thief")) == (0, ("cw", "h1"))
    else:
        assert now(match).cubes("thief") == ()


@pytest.mark.rules("CM-114", "CM-115", "CM-078")
@pytest.mark.parametrize(
    ("movement", "needs"),
    [
        ("h0-TO-h1", 2),
        ("h0-TO-h2", 3),
        ("cw-TO-ccw-AND-h0-TO-h5", 3),
        ("h0-TO-h3", 4),
        ("cw-TO-ccw-AND-h0-TO-h4", 4),
        ("cw-TO-ccw-AND-h0-TO-h0", 4),
        ("h0-TO-hc", 3),
    ],
)
def test_vector_c9_what_the_thief_needs(movement: str, needs: int) -> None:
    for die in range(1, 7):
        match = party("adventure", tracks={n.MONEY: 0})
        do(match, f"turn:cube:thief:{movement}")
        assert (kind(match), fact(match, "needs")) == ("roll_disorientation", needs)
        events = do(match, str(die))
        assert ("disoriented" in kinds(events)) == (die < needs)
        assert (now(match).cubes("thief") == ()) == (die < needs)


@pytest.mark.rules("CM-114", "CM-111")
def test_turning_round_alone_takes_no_roll() -> None:
    match = party("adventure")
    do(match, "turn:cube:thief:cw-TO-ccw")
    assert kind(match) == "adventure"


@pytest.mark.rules("CM-195", "CM-087")
def test_a_target_that_does_nothing_else_wins_too() -> None:
    beacons = STARTER.quests["beacons"]
    bare = replace(beacons, targets=tuple(replace(target, on_success=()) for target in beacons.targets))
    at = next(h.id for h in STARTER.maps["lantern-deep"].hexes if h.spot == "D")
    content = replace(STARTER, quests={**STARTER.quests, "beacons": bare})
    done = {n.DONE: ("beacon-a", "beacon-b", "beacon-c")}
    match = searching(quest="beacons", at=at, tracks=done, content=content)
    do(match, "4-4")
    use(match, *(["keep"] if kind(match) == "change_dice" else []), "quest:beacon-d")
    assert result(match) == "won"


# -- items and relics --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-091", "CM-011", "CM-075")
def test_an_item_takes_a_treasure_cube() -> None:
    match = searching(health={"thief": 1})
    do(match, "5-5")
    assert (track(match, n.ITEMS), now(match).treasure_cubes) == ((Held("healing-draught", 1),), 2)
    do(match, "item:healing-draught")  # nobody else needs it
    assert (hearts(match, "thief"), track(match, n.ITEMS), now(match).treasure_cubes) == (3, (), 3)


@pytest.mark.rules("CM-091")
def test_two_items_of_a_kind_are_used_one_by_one() -> None:
    match = party(health={"thief": 1}, tracks={n.ITEMS: (Held("healing-draught", 1), Held("healing-draught", 1))})
    offered = [option.key for option in match.options(Seat(0))]
    assert offered.count("item:healing-draught") == 1
    use(match, "item:healing-draught")
    assert (hearts(match, "thief"), track(match, n.ITEMS)) == (3, (Held("healing-draught", 1),))


@pytest.mark.rules("CM-091")
@pytest.mark.parametrize("dice", ["5-5", "6-6"])
def test_without_a_treasure_cube_there_is_no_item(dice: str) -> None:
    match = searching(tracks={n.ITEMS: (Held("healing-draught", 1),) * 3})
    events = do(match, dice)
    assert ("found_nothing" in kinds(events), len(now(match).items)) == (True, 3)
    assert "no_treasure_cube" in kinds(events)
    assert track(match, n.RELICS) == ()


@pytest.mark.rules("CM-090", "CM-091")
@pytest.mark.parametrize(
    ("tracks", "why"),
    [
        ({n.ITEMS: (Held("healing-draught", 1),) * 3}, ("no_treasure_cube", "CM-091")),
        ({n.RELICS: (Held("moonsilver-blade", 3, "thief"),)}, ("relic_taken", "CM-090")),
    ],
)
def test_a_find_that_is_not_there_says_why(tracks: dict[str, tuple[str, ...]], why: tuple[str, str]) -> None:
    """A closed chest leaves another choice beside it, so that it is asked."""
    spare = find(11, Find("Coin", (Effect("gain", n=1, resource="money"),)))
    match = searching(at=13, tracks={n.DONE: ("seal-d",), **tracks}, content=spare)
    throw(match, 6, 6)
    assert (kind(match), keys(match)) == ("reward", {"find:0", "nothing"} | keys(match, "level") | keys(match, "item"))
    assert why_not(match, "missed") == why


@pytest.mark.rules("CM-090", "CM-C11", "CM-I06")
def test_the_finder_gives_a_relic_to_any_hero() -> None:
    match = searching(seats=4, health={"witch": 0})
    do(match, "6-6")
    assert (kind(match), fact(match, "leader")) == ("give_relic", 3)
    assert keys(match, "hero") == {f"hero:{hero}" for hero in FOUR.split()}
    do(match, "hero:thief")
    assert track(match, n.RELICS) == (Held("moonsilver-blade", 3, "thief"),)
    assert now(match).treasure_cubes == 2
    events = do(match, "6-6")
    assert ("found_nothing" in kinds(events), track(match, n.RELICS)) == (True, (Held("moonsilver-blade", 3, "thief"),))
    assert "relic_taken" in kinds(events)


@pytest.mark.rules("CM-090")
@pytest.mark.parametrize("again", [True, False])
def test_a_relic_used_up_can_be_found_again_unless_its_card_says_otherwise(again: bool) -> None:
    bell = Keepsake("bell", 1, "any", (Effect("gain", n=1, resource="food"),), again)
    match = searching(content=find(12, Find("Bell", relic=bell)))
    use(match, "6-6", "hero:thief", "relic:bell")
    assert (number(match, n.FOOD), track(match, n.RELICS)) == (4, ())
    do(match, "6-6")
    assert (kind(match) == "give_relic") == again


@pytest.mark.rules("CM-075", "CM-090")
def test_things_have_their_moment() -> None:
    tracks = {
        n.ITEMS: (Held("throwing-flask", 1), Held("smoke-pot", 1)),
        n.RELICS: (Held("lantern-first-light", 2, "thief"),),
    }
    match = party("adventure", tracks=tracks)
    for thing in ("item:throwing-flask", "item:smoke-pot", "relic:lantern-first-light"):
        assert why_not(match, thing) == ("not_the_time", "CM-075")
    fight = battle(tracks=tracks)
    assert why_not(fight, "item:throwing-flask") == ("", "")
    assert why_not(fight, "item:smoke-pot") == ("not_the_time", "CM-075")


@pytest.mark.rules("CM-065", "CM-075")
def test_sand_gives_time_back_but_never_more_than_there_was() -> None:
    for before, after in ((20, 21), (21, 22), (22, 22), (30, 30)):  # 30: set by a host's correction
        match = searching(treasure="witch-market", tracks={n.TIME: before}, settings={"difficulty": "easy"})
        do(match, "5-6")
        assert number(match, n.TIME) == after


@pytest.mark.rules("CM-058", "CM-187")
def test_the_amulet_keeps_its_bearer_standing() -> None:
    for answer, left in (("yes", 1), ("no", 0)):
        match = searching(
            health={"ranger": 1},
            treasure="sunken-hoard",
            tracks={n.RELICS: (Held("stag-heart-amulet", 2, "ranger"),)},
        )
        do(match, "1-1")
        assert kind(match) == "stay_standing"
        events = do(match, answer)
        assert told(events, "hurt" if left else "fell") == {"hero": "ranger", "total": left}


@pytest.mark.rules("CM-086", "CM-175")
def test_a_search_in_battle_reads_the_same_cards() -> None:
    match = battle(at=13, cubes={"witch": "berries eye"}, places={"witch": "hide 3"}, tracks={n.MONEY: 0})
    while kind(match) == "battle_turn" and fact(match, "hero") != "witch":
        do(match, "nothing")
    use(match, "cube:witch:berries-TO-moonwort", "yes")
    throw(match, 3, 5)
    assert "quest:seal-d" in keys(match)


@pytest.mark.rules("CM-191", "CM-087", "CM-075")
def test_what_a_goal_costs_may_be_eaten_up_before_it_is_taken() -> None:
    match = party(
        "adventure",
        quest="beacons",
        at=13,
        treasure="sunken-hoard",
        cubes={"witch": "moonwort frog"},
        health={"ranger": 1},
        tracks={n.FOOD: 2, n.MONEY: 0, n.ACTED: ("cleric", "thief", "ranger")},
    )
    use(match, "turn:cube:witch:frog-TO-eye", "yes")
    throw(match, 2, 6)
    assert kind(match) == "reward"
    do(match, "eat:ranger")
    assert track(match, n.DONE) == ()  # only the eels are left, and they are food
    assert number(match, n.FOOD) == 1
