"""Step 1 of a turn: cubes come back, the party stays or moves, walls, Fly, what the ground does (CM-014 to CM-029)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.engine.questions import Moved
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Effect, MapWall, Terrain, WitchCard
from rules.games.chain_mail.situation import Blessing, Sign
from tests.games.asking import far_reason
from tests.games.chain_mail._match import (
    FOUR,
    SHEPHERDS,
    STARTER,
    Value,
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
    result,
    throw,
    told,
    track,
    use,
    why_not,
    with_map,
)

LANTERN = STARTER.maps["lantern-deep"]
PICKS = {"thief": "cw h2"}
"""The Thief stands on Pick Lock."""
FLIES = {"witch": "moonwort feather"}
"""The Witch shows Fly."""


# -- the start of a turn -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-014", "A-1")
def test_cubes_come_back_when_a_turn_begins() -> None:
    match = party("recover", cubes={"thief": "", "witch": "frog"}, away={"thief": "cw h0", "witch": "berries"})
    assert kind(match) == "travel"
    assert (cubes(match, "thief"), cubes(match, "witch")) == ("cw h0", "berries frog")
    assert track(match, n.away("thief")) == ()


@pytest.mark.rules("CM-014", "CM-082")
def test_a_cube_waits_for_a_taken_start_space() -> None:
    match = party("begin_turn", cubes={"cleric": "near g00"}, away={"cleric": "g00 near"}, at=2)
    assert cubes(match, "cleric") == "near g00"
    assert set(now(match).listed(n.away("cleric"))) == {"g00", "near"}
    match = party("begin_turn", cubes={"cleric": "near g10"}, away={"cleric": "g00 g00"}, at=2)
    assert (cubes(match, "cleric"), track(match, n.away("cleric"))) == ("near g00 g10", ("g00",))


@pytest.mark.rules("CM-014")
def test_cubes_come_back_before_the_party_moves() -> None:
    match = party("begin_turn", heroes=SHEPHERDS, cubes={"shepherd": ""}, away={"shepherd": "c"})
    do(match, "go:2")
    assert cubes(match, "shepherd") == "N"  # back in the centre first, then shifted


@pytest.mark.rules("CM-070", "CM-057")
def test_a_new_turn_forgets_the_last_one() -> None:
    used = (Blessing("cleric", 0, "thief"),)
    marks: dict[str, Value] = {n.ACTED: tuple(FOUR.split()), n.USED: used, n.USED_THIS_TURN: ("trade",)}
    match = party("recover", tracks={**marks, n.MOVED: 1, n.ALARM: True, n.SKIP: "roll_trouble"})
    assert [track(match, name) for name in marks] == [()] * 3
    assert track(match, n.SKIP) == ""  # a roll that was called off and did not come
    assert (number(match, n.MOVED), track(match, n.ALARM)) == (0, False)
    assert number(match, n.TURN_NUMBER) == 2


# -- staying -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-020", "CM-021", "CM-C01")
def test_staying_costs_a_food() -> None:
    match = party(at=4)
    assert keys(match) == {"stay", "go:1", "go:3", "go:5", "go:8"}  # one of these, and nothing else
    do(match, "stay")
    assert (number(match, n.FOOD), match.state.where(n.PARTY)) == (2, "hex/4")
    assert kind(match) == "roll_trouble"


@pytest.mark.rules("CM-021", "CM-027")
def test_a_camp_feeds_the_party() -> None:
    match = party(at=1, tracks={n.FOOD: 0})
    assert why_not(match, "stay") == ("", "")
    do(match, "stay")
    assert number(match, n.FOOD) == 0


@pytest.mark.rules("CM-022")
def test_without_food_the_party_has_to_move() -> None:
    match = party(at=4, tracks={n.FOOD: 0})
    assert why_not(match, "stay") == ("no_food_to_stay", "CM-022")
    assert refused(match, "stay").code == "no_food_to_stay"
    do(match, "go:3")
    assert match.state.where(n.PARTY) == "hex/3"


@pytest.mark.rules("CM-023", "CM-C01")
def test_walled_in_the_party_stays_for_nothing() -> None:
    shut = with_map(replace(LANTERN, walls=tuple(MapWall(1, other, "locked") for other in (2, 4, 5))))
    hexes = tuple(replace(one, terrain="plain") if one.id == 1 else one for one in LANTERN.hexes)
    shut = with_map(replace(shut.maps["lantern-deep"], hexes=hexes))
    match = party(at=1, tracks={n.FOOD: 0}, content=shut)
    assert keys(match) == {"stay"}  # still asked: somebody says so
    do(match, "stay")
    assert number(match, n.FOOD) == 0
    match = party(at=1, tracks={n.FOOD: 1}, content=shut)
    do(match, "stay")
    assert number(match, n.FOOD) == 0  # who has food pays


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-024", "A-3")
def test_where_the_party_may_go() -> None:
    match = party(at=4)
    assert keys(match, "go") == {"go:1", "go:3", "go:5", "go:8"}
    assert {why_not(match, key) for key in ("go:2", "go:7")} == {("wall_locked", "CM-024")}
    assert far_reason(match, 0, "go:12") == ("not_adjacent", "CM-024")
    assert options(match)["go:3"].gesture == Moved(n.PARTY, "4", "3")


@pytest.mark.rules("CM-025", "A-3")
def test_pick_lock_opens_locked_walls() -> None:
    match = party(at=4, cubes=PICKS)
    assert keys(match, "go") == {"go:1", "go:2", "go:3", "go:5", "go:7", "go:8"}
    events = do(match, "go:7")
    assert told(events, "lock_picked") == {"hero": "thief"}
    assert cubes(match, "thief") == "cw h2"  # no removal: the cube stays


@pytest.mark.rules("CM-025", "CM-058")
def test_a_fallen_hero_picks_no_lock() -> None:
    match = party(at=4, cubes=PICKS, health={"thief": 0})
    assert keys(match, "go") == {"go:1", "go:3", "go:5", "go:8"}


@pytest.mark.rules("CM-024", "CM-025", "A-3")
def test_nobody_passes_a_solid_wall() -> None:
    match = party(at=11, heroes="cleric thief shepherd ranger", cubes=PICKS, dogs=["hex/13"])
    assert why_not(match, "go:13") == ("wall_blocks", "CM-024")


@pytest.mark.rules("CM-148")
@pytest.mark.parametrize(("dog", "ways"), [("hex/7", {"go:7"}), ("hex/4", {"go:2", "go:7"}), ("hex/12", set())])
def test_a_dog_opens_the_locks_of_its_hex(dog: str, ways: set[str]) -> None:
    match = party(at=4, heroes=SHEPHERDS, dogs=[dog], tracks={n.SIGNS: (f"{dog.removeprefix('hex/')}:safe",)})
    assert keys(match, "go") == {"go:1", "go:3", "go:5", "go:8"} | ways


@pytest.mark.rules("CM-056", "CM-148")
def test_behind_a_dog_no_lock_is_picked() -> None:
    heroes = "cleric thief shepherd ranger"
    events = do(party(at=4, heroes=heroes, cubes=PICKS, dogs=["hex/7"], tracks={n.SIGNS: (Sign(7, "safe"),)}), "go:7")
    assert "lock_picked" not in kinds(events)


# -- Fly ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-026", "CM-035", "CM-124")
def test_flying_on_takes_one_more_die() -> None:
    match = party(at=1, cubes=FLIES)
    do(match, "go:2")
    assert (kind(match), keys(match)) == ("fly_on", {"stop", "go:1", "go:3"})
    do(match, "go:3")
    assert (match.state.where(n.PARTY), number(match, n.MOVED)) == ("hex/3", 2)
    assert (kind(match), fact(match, "count")) == ("roll_trouble", 1 + 1 + 1)


@pytest.mark.rules("CM-026", "CM-035")
@pytest.mark.parametrize(("way", "dice"), [(["go:4", "stop"], 2), (["stay"], 1)])
def test_fly_costs_nothing_when_it_is_not_used(way: list[str], dice: int) -> None:
    match = party(at=1 if way[0] != "stay" else 4, cubes=FLIES)
    use(match, *way)
    assert (kind(match), fact(match, "count")) == ("roll_trouble", dice)


@pytest.mark.rules("CM-026")
@pytest.mark.parametrize(
    "match",
    [
        party(at=1),
        party(at=1, cubes=FLIES, statuses={"hobbled": "ranger"}),
        party(at=1, cubes=FLIES, health={"witch": 0}),
    ],
    ids=["no spell", "hobbled", "fallen"],
)
def test_who_does_not_fly_goes_one_hex(match: Match) -> None:
    do(match, "go:2")
    assert kind(match) == "roll_trouble"


@pytest.mark.rules("CM-026", "CM-027")
def test_the_ground_of_both_hexes_counts() -> None:
    match = party(at=1, cubes=FLIES, tracks={n.FOOD: 3})
    do(match, "go:5")
    assert number(match, n.FOOD) == 2  # the bog, on the way
    do(match, "go:9")
    assert (number(match, n.FOOD), fact(match, "hex")) == (2, 9)


@pytest.mark.rules("CM-026", "CM-038", "CM-039")
def test_vector_c3_four_dice_are_a_battle() -> None:
    match = party(on_map="rookstone-halls", at=7, cubes=FLIES)
    use(match, "go:8", "go:12")
    assert kind(match) == "roll_monster"
    assert "trap" not in [told.event.kind for told in match.told]


@pytest.mark.rules("CM-026", "CM-056")
def test_a_fly_that_costs_its_cubes_takes_them_when_it_is_used() -> None:
    witch = STARTER.heroes["witch"]
    assert isinstance(witch, WitchCard)
    spells = tuple(replace(spell, removal=True) if spell.id == "fly" else spell for spell in witch.spells)
    content = replace(STARTER, heroes={**STARTER.heroes, "witch": replace(witch, spells=spells)})
    match = party(at=1, cubes=FLIES, content=content)
    do(match, "go:2")
    assert cubes(match, "witch") == "moonwort feather"
    do(match, "go:3")
    assert (cubes(match, "witch"), set(now(match, content).listed(n.away("witch")))) == ("", {"berries", "frog"})


# -- the ground --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-027")
def test_scorched_ground_hurts_before_the_roll() -> None:
    match = party(on_map="ember-maw", at=3)
    do(match, "go:7")
    assert (kind(match), keys(match, "hero")) == ("target_damage", {f"hero:{h}" for h in FOUR.split()})
    do(match, "hero:ranger")
    assert (hearts(match, "ranger"), kind(match)) == (4, "roll_trouble")


@pytest.mark.rules("CM-027", "CM-C04")
def test_a_spring_heals_who_needs_it() -> None:
    match = party(at=8, health={"thief": 2, "witch": 0})
    do(match, "go:7")
    assert (hearts(match, "thief"), kind(match)) == (3, "roll_trouble")  # the only one, so nobody was asked
    match = party(at=8, health={"thief": 2, "witch": 1})
    do(match, "go:7")
    assert keys(match, "hero") == {"hero:thief", "hero:witch"}
    assert why_not(match, "hero:ranger") == ("already_full_health", "CM-076")


@pytest.mark.rules("CM-027")
def test_a_shrine_takes_a_status_off() -> None:
    match = party(on_map="rookstone-halls", at=7, statuses={"dazed": "thief", "cursed": "witch"})
    do(match, "go:8")
    assert keys(match, "status") == {"status:dazed", "status:cursed"}
    do(match, "status:cursed")
    assert (track(match, n.status("cursed")), track(match, n.status("dazed"))) == ("", "thief")


@pytest.mark.rules("CM-027", "CM-035")
@pytest.mark.parametrize(("start", "way", "dice"), [(3, "stay", 0), (4, "go:3", 2)])
def test_a_thicket_hides_who_stays(start: int, way: str, dice: int) -> None:
    match = party(at=start)
    do(match, way)
    assert (kind(match) == "roll_trouble") == bool(dice)
    if dice:
        assert fact(match, "count") == dice


@pytest.mark.rules("CM-027")
def test_a_bog_without_food_takes_nothing() -> None:
    match = party(at=1, tracks={n.FOOD: 0})
    do(match, "go:5")
    assert (number(match, n.FOOD), kind(match)) == (0, "roll_trouble")


@pytest.mark.rules("CM-027", "CM-187")
def test_ground_that_fells_all_ends_the_turn() -> None:
    deadly = Terrain("bog", "Bog", on_enter=(Effect("damage", n=9, target="choose_distinct", count=4),))
    content = replace(STARTER, terrains={**STARTER.terrains, "bog": deadly})
    match = party(at=1, cubes=FLIES, content=content)
    do(match, "go:5")
    while kind(match) == "target_damage":
        do(match, min(keys(match, "hero")))
    assert (kind(match), result(match)) == ("travel", "")  # no flying on, no roll, no loss: they were revived
    assert number(match, n.TIME) == 22 - 1 - 4
    assert [hearts(match, hero) for hero in FOUR.split()] == [STARTER.heroes[h].health for h in FOUR.split()]


@pytest.mark.rules("CM-027")
def test_chosen_heroes_may_be_one_twice_unless_they_must_differ() -> None:
    twice = Terrain("bog", "Bog", on_enter=(Effect("damage", n=1, target="choose", count=2),))
    content = replace(STARTER, terrains={**STARTER.terrains, "bog": twice})
    match = party(at=1, content=content)
    use(match, "go:5", "hero:ranger", "hero:ranger")
    assert hearts(match, "ranger") == 3


# -- markets -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-027", "CM-075")
def test_a_market_trades_once_a_turn() -> None:
    match = party("adventure", at=11, tracks={n.MONEY: 4, n.FOOD: 1, n.MOVED: 1})
    assert keys(match, "trade") == {"trade:0", "trade:1"}
    assert why_not(match, "trade:2") == ("cannot_pay", "CM-027")
    do(match, "trade:0")
    assert (number(match, n.MONEY), number(match, n.FOOD)) == (2, 3)
    assert why_not(match, "trade:2") == ("traded_already", "CM-027")
    assert kind(match) == "adventure"


@pytest.mark.rules("CM-027")
def test_no_trade_outside_adventuring() -> None:
    assert not keys(party(at=11, tracks={n.MONEY: 4}), "trade")
    assert not keys(party("adventure", at=10, tracks={n.MONEY: 4}), "trade")


# -- the vectors -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-024", "CM-025")
@pytest.mark.parametrize(("thief", "ways"), [("cw h0", {1, 3, 5, 8}), ("cw h2", {1, 2, 3, 5, 7, 8})])
def test_vector_c1(thief: str, ways: set[int]) -> None:
    assert keys(party(at=4, cubes={"thief": thief}), "go") == {f"go:{way}" for way in ways}


@pytest.mark.rules("CM-021", "CM-035")
def test_vector_c2() -> None:
    match = party(at=3)
    do(match, "go:6")
    assert fact(match, "count") == 3
    throw(match, 1, 2, 3)
    match = party(at=6)
    do(match, "stay")
    assert (fact(match, "count"), number(match, n.FOOD)) == (2, 2)


# -- the Shepherd's cube -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-141")
@pytest.mark.parametrize(("target", "area"), [(10, "N"), (13, "E"), (14, "E"), (12, "S"), (8, "W"), (7, "W")])
def test_the_party_shifts_the_shepherd(target: int, area: str) -> None:
    content = with_map(replace(LANTERN, walls=()))
    stands = "n1" if area == "S" else "s1"  # in another area
    match = party(at=11, heroes=SHEPHERDS, cubes={"shepherd": stands}, content=content)
    do(match, f"go:{target}")
    assert cubes(match, "shepherd") == area


@pytest.mark.rules("CM-141", "CM-144")
def test_a_party_that_goes_on_in_her_direction_leaves_her_on_her_space() -> None:
    match = party(at=11, heroes=SHEPHERDS, cubes={"shepherd": "s1"}, content=with_map(replace(LANTERN, walls=())))
    do(match, "go:12")
    assert cubes(match, "shepherd") == "s1"


@pytest.mark.rules("CM-142")
@pytest.mark.parametrize("stands", ["c", "e1", "N"])
def test_a_party_that_stays_shifts_nothing(stands: str) -> None:
    match = party(at=11, heroes=SHEPHERDS, cubes={"shepherd": stands})
    do(match, "stay")
    assert cubes(match, "shepherd") == stands


@pytest.mark.rules("CM-155")
def test_after_flying_the_last_direction_counts() -> None:
    match = party(at=1, heroes="cleric thief witch shepherd", cubes=FLIES)
    use(match, "go:2", "go:3")
    assert cubes(match, "shepherd") == "E"


@pytest.mark.rules("CM-141")
def test_a_cube_off_the_card_is_not_shifted() -> None:
    match = party(at=11, heroes=SHEPHERDS, cubes={"shepherd": ""}, away={"shepherd": "c"})
    do(match, "go:10")
    assert cubes(match, "shepherd") == ""


@pytest.mark.rules("CM-195", "CM-027")
def test_a_quest_that_ends_on_a_hex_is_won_on_coming_there() -> None:
    quest = STARTER.quests["four-seals"]
    at_once = replace(quest, victory=replace(quest.victory, when="immediately"))
    content = replace(STARTER, quests={**STARTER.quests, quest.id: at_once})
    match = party(at=2, tracks={n.DONE: tuple(quest.victory.of)}, content=content)
    do(match, "go:1")
    assert (result(match), number(match, n.TIME) > 0) == ("won", True)
