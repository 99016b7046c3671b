"""Step 2 of a turn: how many dice, traps, battles, signs of the dog, bosses (CM-028, CM-029, CM-035 to CM-045)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.match import Accepted
from rules.engine.questions import Answer
from rules.engine.types import Seat
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Content, Effect, Map, Terrain, WitchCard
from rules.games.chain_mail.situation import Held, Sign
from tests.games.chain_mail._match import (
    FOUR,
    SHEPHERDS,
    STARTER,
    battle,
    cubes,
    do,
    fact,
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
    why_not,
    with_map,
)

LANTERN = STARTER.maps["lantern-deep"]


def skulls(count: int) -> Map:
    """The map with so many skulls on hex 4."""
    return replace(LANTERN, hexes=tuple(replace(h, skulls=count) if h.id == 4 else h for h in LANTERN.hexes))


# -- how many dice -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-035", "CM-036", "CM-037", "CM-038", "CM-039")
@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize("moved", range(3))
def test_skulls_and_moves_make_the_dice(count: int, moved: int) -> None:
    match = party("trouble", at=4, tracks={n.MOVED: moved}, content=with_map(skulls(count)))
    heard = [one.event.kind for one in match.told]
    dice = count + moved
    if dice == 0:
        assert (kind(match), "no_trouble_dice" in heard) == ("adventure", True)
    elif dice <= 3:
        assert (kind(match), fact(match, "count")) == ("roll_trouble", dice)
        assert len({key for key in keys(match) if key[0].isdigit()}) == 6**dice  # all of them at once
    else:
        assert (kind(match), "too_many_dice" in heard, "trap" in heard) == ("roll_monster", True, False)


@pytest.mark.rules("CM-042")
def test_that_the_dice_of_trouble_stay_is_said_before_they_fall() -> None:
    match = party("trouble", at=4, tracks={n.MONEY: 5})
    assert (kind(match), why_not(match, "die")) == ("roll_trouble", ("trouble_not_adjustable", "CM-042"))
    assert options(match)["die"].aside
    before = match.state
    assert isinstance(match.submit(Answer(Seat(0), "die", irregular=True)), Accepted)
    assert (match.state, kind(match)) == (before, "roll_trouble")  # a host who accepts it changes nothing
    other = battle(stage="attack", tracks={n.MONEY: 5})
    assert (kind(other), "die" in options(other)) == ("roll_attack", False)


@pytest.mark.rules("CM-035")
@pytest.mark.parametrize(("at", "moved", "dice"), [(4, 1, 3), (6, 1, 3), (4, 0, 2), (1, 0, 1)])
def test_the_scholar_draws_trouble(at: int, moved: int, dice: int) -> None:
    match = party("trouble", at=at, quest="lost-scholar", tracks={n.DONE: ("trail", "key", "scholar"), n.MOVED: moved})
    assert fact(match, "count") == dice  # one more, but never more than three by that
    before = party("trouble", at=4, quest="lost-scholar", tracks={n.DONE: ("trail", "key"), n.MOVED: 1})
    assert fact(before, "count") == 2


@pytest.mark.rules("CM-035", "CM-038")
def test_the_most_dice_that_a_quest_makes_takes_none_away() -> None:
    done = ("trail", "key", "scholar")
    more = {"quest": "lost-scholar", "content": with_map(skulls(3))}
    match = party("trouble", at=4, tracks={n.DONE: done, n.MOVED: 1}, **more)  # type: ignore[arg-type]
    assert kind(match) == "roll_monster"  # four dice without the scholar too


@pytest.mark.rules("CM-036")
def test_fewer_than_no_dice_are_no_trouble() -> None:
    hexes = tuple(replace(h, terrain="thicket", skulls=0) if h.id == 4 else h for h in LANTERN.hexes)
    match = party(at=4, content=with_map(replace(LANTERN, hexes=hexes)))
    assert ("no_trouble_dice" in kinds(do(match, "stay")), kind(match)) == (True, "adventure")


@pytest.mark.rules("CM-035", "CM-036")
def test_a_lit_beacon_keeps_trouble_away() -> None:
    done = {n.DONE: ("beacon-b",)}
    assert fact(party("trouble", at=9, quest="beacons", tracks={**done, n.MOVED: 1}), "count") == 1
    assert kind(party("trouble", at=9, quest="beacons", tracks=done)) == "adventure"
    assert fact(party("trouble", at=12, quest="beacons", tracks={**done, n.MOVED: 1}), "count") == 3


# -- what they mean ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-040", "CM-041", "CM-045")
@pytest.mark.parametrize(
    ("dice", "trap", "fight"),
    [
        ((1, 2, 3), 0, False),
        ((1, 2, 6), 0, True),
        ((3, 3, 5), 3, False),
        ((3, 5, 3), 3, False),
        ((3, 3, 3), 3, False),
        ((3, 3, 6), 3, True),
        ((6, 3, 6), 6, True),
        ((6, 6, 6), 6, True),
    ],
)
def test_doubles_are_traps_and_sixes_are_battles(dice: tuple[int, ...], trap: int, fight: bool) -> None:
    match = party("trouble", at=6, tracks={n.MOVED: 1})
    events = throw(match, *dice)
    assert [e.facts["number"] for e in events if e.kind == "trap"] == ([trap] if trap else [])
    assert kind(match) == ("roll_monster" if fight else "adventure")
    assert kinds(events).count("no_battle") == (0 if fight else 1)


@pytest.mark.rules("CM-041", "CM-044")
def test_vector_c4_the_trap_comes_first() -> None:
    match = party("trouble", at=6, tracks={n.MOVED: 1})
    throw(match, 4, 4, 6)
    assert (kind(match), fact(match, "status")) == ("target_status", "poisoned")
    do(match, "hero:witch")
    assert (track(match, n.status("poisoned")), kind(match)) == ("witch", "roll_monster")


@pytest.mark.rules("CM-040")
def test_a_status_card_exists_once_and_moves_on() -> None:
    match = party("trouble", at=2, statuses={"poisoned": "thief"}, tracks={n.MOVED: 1})
    throw(match, 4, 4)
    do(match, "hero:witch")
    assert track(match, n.status("poisoned")) == "witch"


@pytest.mark.rules("CM-041", "CM-161")
def test_vector_c5_the_alarm_makes_an_ambush() -> None:
    match = party("trouble", at=2, tracks={n.MOVED: 1})
    events = throw(match, 6, 6)
    assert "alarm" in kinds(events)
    assert "ambush" in kinds(throw(match, 1))  # one is no ambush by itself


@pytest.mark.rules("CM-044")
def test_who_falls_by_a_trap_lies_in_the_battle() -> None:
    match = party("trouble", at=6, health={"thief": 1}, tracks={n.MOVED: 1})
    throw(match, 1, 1, 6)
    do(match, "hero:thief")
    assert hearts(match, "thief") == 0
    throw(match, 1)
    do(match, "usual")
    assert place(match, "thief") == "battle 1"


@pytest.mark.rules("CM-042", "CM-078", "CM-093")
def test_the_roll_for_trouble_stays_as_it_fell() -> None:
    match = party("trouble", at=2, cubes={"cleric": "all g10"}, tracks={n.MOVED: 1, n.MONEY: 5})
    do(match, "6-1")
    assert kind(match) == "roll_monster"


# -- the traps ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-040", "CM-085")
@pytest.mark.parametrize(("food", "left"), [(3, 2), (0, 0)])
def test_a_trap_takes_food(food: int, left: int) -> None:
    match = party("trouble", at=2, tracks={n.MOVED: 1, n.FOOD: food})
    events = throw(match, 3, 3)
    assert (number(match, n.FOOD), told(events, "lost")["count"]) == (left, food - left)


@pytest.mark.rules("CM-040")
def test_a_rockfall_hits_two_heroes() -> None:
    match = party("trouble", at=2, tracks={n.MOVED: 1}, health={"cleric": 0})
    throw(match, 5, 5)
    assert keys(match, "hero") == {"hero:thief", "hero:witch", "hero:ranger"}  # those who stand
    do(match, "hero:witch")
    assert keys(match, "hero") == {"hero:thief", "hero:ranger"}
    do(match, "hero:ranger")
    assert [hearts(match, h) for h in FOUR.split()] == [0, 4, 3, 4]


@pytest.mark.rules("CM-043", "CM-055")
@pytest.mark.parametrize(("thief", "health", "works"), [("cw h4", 4, False), ("cw h4", 0, True), ("cw h0", 4, True)])
def test_a_trap_is_disarmed(thief: str, health: int, works: bool) -> None:
    match = party("trouble", at=6, cubes={"thief": thief}, health={"thief": health}, tracks={n.MOVED: 1})
    events = throw(match, 3, 3, 6)
    assert "trap" in kinds(events)
    assert ("disarmed" in kinds(events)) != works
    assert (number(match, n.FOOD), kind(match)) == (2 if works else 3, "roll_monster")


@pytest.mark.rules("CM-043", "CM-056")
def test_a_disarm_trap_that_costs_its_cubes_takes_them_when_it_is_used() -> None:
    witch = STARTER.heroes["witch"]
    assert isinstance(witch, WitchCard)
    spells = tuple(replace(s, action="disarm_trap", removal=True) if s.id == "fly" else s for s in witch.spells)
    content = replace(STARTER, heroes={**STARTER.heroes, "witch": replace(witch, spells=spells)})
    for thief, left in (("cw h0", ""), ("cw h4", "moonwort feather")):  # rather the Thief's, which costs none
        stands = {"witch": "moonwort feather", "thief": thief}
        match = party("trouble", at=2, cubes=stands, tracks={n.MOVED: 1}, content=content)
        assert "disarmed" in kinds(throw(match, 3, 3))
        assert (cubes(match, "witch"), number(match, n.FOOD)) == (left, 3)


@pytest.mark.rules("CM-043", "CM-056")
def test_disarm_trap_stays_on_its_space() -> None:
    match = party("trouble", at=2, cubes={"thief": "cw h4"}, tracks={n.MOVED: 1})
    throw(match, 2, 2)
    assert cubes(match, "thief") == "cw h4"


# -- signs and bosses --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-028", "CM-147")
def test_a_safe_hex_needs_no_roll() -> None:
    match = party(at=1, heroes=SHEPHERDS, dogs=["hex/2"], tracks={n.SIGNS: (Sign(2, "safe"),)})
    events = do(match, "go:2")
    assert ("no_trouble_safe" in kinds(events), kind(match)) == (True, "adventure")


@pytest.mark.rules("CM-147")
def test_who_stays_beside_the_dog_has_to_roll() -> None:
    match = party(at=2, heroes=SHEPHERDS, dogs=["hex/2"], tracks={n.SIGNS: (Sign(2, "safe"),)})
    do(match, "stay")
    assert (kind(match), fact(match, "count")) == ("roll_trouble", 1)


@pytest.mark.rules("CM-029", "A-5")
@pytest.mark.parametrize(("sign", "ambush"), [("danger", False), ("ambush", True)])
def test_the_dogs_monster_fights_without_a_roll(sign: str, ambush: bool) -> None:
    match = party(at=1, heroes=SHEPHERDS, dogs=["hex/2"], tracks={n.SIGNS: (Sign(2, sign),)})
    events = do(match, "go:2")
    assert ("marked_battle" in kinds(events), "rolled" in kinds(events)) == (True, False)
    assert kind(match) == "roll_monster"
    assert ("ambush" in kinds(throw(match, 1))) == ambush


@pytest.mark.rules("CM-029", "CM-149")
def test_a_sign_goes_with_its_dog() -> None:
    match = party(at=1, heroes=SHEPHERDS, dogs=["hex/2"], tracks={n.SIGNS: (Sign(2, "danger"),)})
    do(match, "recall:1")
    assert track(match, n.SIGNS) == ()
    do(match, "go:2")
    assert kind(match) == "roll_trouble"


@pytest.mark.rules("CM-029")
@pytest.mark.parametrize(
    ("done", "waits"), [(("track-a", "track-b"), False), (("track-a", "track-b", "track-c"), True)]
)
def test_a_boss_waits_once_it_was_tracked_down(done: tuple[str, ...], waits: bool) -> None:
    match = party("trouble", at=13, quest="broodmother-hunt", tracks={n.DONE: done, n.MOVED: 1})
    assert (kind(match) == "roll_trouble") != waits
    assert (track(match, n.MONSTER) == "broodmother") == waits


def ground(*effects: Effect, count: int = 1) -> Content:
    """The starter set with ground on hex 4 that does this on entering, and so many skulls there."""
    holy = Terrain("holy", "Holy ground", on_enter=effects)
    hexes = tuple(replace(h, terrain="holy", skulls=count) if h.id == 4 else h for h in LANTERN.hexes)
    return replace(with_map(replace(LANTERN, hexes=hexes)), terrains={**STARTER.terrains, "holy": holy})


@pytest.mark.rules("CM-027", "CM-038")
@pytest.mark.parametrize("count", range(4))
def test_ground_that_calls_the_roll_off_does_so_for_any_number_of_dice(count: int) -> None:
    match = party(at=1, content=ground(Effect("skip_trouble"), count=count))
    events = do(match, "go:4")
    assert "trouble_skipped" in kinds(events)
    assert (kind(match), "too_many_dice" in kinds(events)) == ("adventure", False)
    match = party(at=1, content=ground(count=count))
    do(match, "go:4")
    assert kind(match) == ("roll_trouble" if count < 3 else "roll_monster")


@pytest.mark.rules("CM-029", "CM-161")
@pytest.mark.parametrize(("effects", "ambush"), [((Effect("force_ambush"),), True), ((), False)])
def test_an_alarm_holds_for_the_monster_that_the_dog_found(effects: tuple[Effect, ...], ambush: bool) -> None:
    more = {"heroes": SHEPHERDS, "dogs": ["hex/4"], "tracks": {n.SIGNS: (Sign(4, "danger"),)}}
    match = party(at=1, content=ground(*effects), **more)  # type: ignore[arg-type]
    do(match, "go:4")
    assert kind(match) == "roll_monster"
    assert ("ambush" in kinds(throw(match, 1))) == ambush  # one is no ambush by itself


# -- things ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-042", "CM-075", "CM-090")
def test_the_lantern_calls_the_roll_off() -> None:
    relic = (Held("lantern-first-light", 2, "thief"),)
    match = party("trouble", at=6, treasure="sunken-hoard", tracks={n.RELICS: relic, n.MOVED: 1})
    assert options(match)["relic:lantern-first-light"].aside
    events = do(match, "relic:lantern-first-light")
    assert {"used_relic", "trouble_skipped"} <= set(kinds(events))
    assert (kind(match), track(match, n.RELICS)) == ("adventure", (Held("lantern-first-light", 1, "thief"),))
    assert why_not(match, "relic:lantern-first-light") == ("not_the_time", "CM-075")


@pytest.mark.rules("CM-044", "CM-187")
def test_a_trap_that_fells_the_last_hero_and_a_six_is_a_lost_battle() -> None:
    down = dict.fromkeys(["cleric", "witch", "ranger"], 0)
    match = party("trouble", at=6, health={**down, "thief": 1}, tracks={n.MOVED: 1})
    throw(match, 1, 1, 6)
    assert result(match) == "all_fallen"
    match = party("trouble", at=6, health={**down, "thief": 1}, tracks={n.MOVED: 1})
    throw(match, 1, 1, 5)
    assert (result(match), kind(match), number(match, n.TIME)) == ("", "travel", 22 - 1 - 4)
