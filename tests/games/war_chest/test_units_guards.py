"""Knight, Pikeman and Royal Guard: who may attack them, and what it costs whom."""

from __future__ import annotations

import pytest

from rules.engine.questions import Moved, Taken
from rules.engine.types import PieceId
from tests.games.war_chest._match import (
    allowed,
    asked,
    board,
    coins,
    draw_kind,
    hears,
    is_over,
    kind,
    kinds,
    maneuver,
    offered,
    reason,
    skirmish,
    use,
)

# -- Knight ------------------------------------------------------------------------------------------------------------

ATTACKS = {
    "ordinary": ({"f4": "swordsman"}, {"f3": "knight 2"}, "swordsman", "attack:f4:f3"),
    "ordinary, by a Crossbowman": ({"f4": "crossbowman"}, {"f3": "knight 2"}, "crossbowman", "attack:f4:f3"),
    "Archer": ({"f4": "archer"}, {"g2": "knight 2"}, "archer", "shoot:f4:g2"),
    "Crossbowman": ({"f4": "crossbowman"}, {"f2": "knight 2"}, "crossbowman", "shoot:f4:f2"),
    "Cavalry, ordinary": ({"f4": "cavalry"}, {"f3": "knight 2"}, "cavalry", "attack:f4:f3"),
    "Lancer": ({"f4": "lancer"}, {"f1": "knight 2"}, "lancer", "charge:f4:f2"),
    "ordered": ({"f5": "marshall 2", "f4": "scout"}, {"f3": "knight 2"}, "marshall", "order:f4:f3"),
    "Royal Guard": ({"f4": "royal_guard"}, {"f3": "knight 2"}, "royal_guard", "attack:f4:f3"),
    "Footman": ({"f4": "footman", "c7": "footman 2"}, {"f3": "knight 2"}, "footman", "attack:f4:f3"),
}
"""Every way to attack from one hex: what stands where, the coin that pays, and the maneuver."""


@pytest.mark.rules("WC-125")
@pytest.mark.parametrize("way", ATTACKS)
def test_one_coin_cannot_attack_a_knight_and_two_can(way: str) -> None:
    own, foes, coin, key = ATTACKS[way]
    match = skirmish(own, foes, coin)
    use(match, 0, f"up:{coin}")
    assert reason(match, 0, key) == ("needs_bolstered_attacker", "WC-125")
    assert key not in allowed(match, 0)
    match = skirmish({**own, "f4": f"{own['f4']} 2"}, foes, coin)
    use(match, 0, f"up:{coin}", key)
    assert "knight 2" not in board(match).values()
    assert "knight" in board(match).values()


@pytest.mark.rules("WC-125", "WC-107")
def test_cavalry_of_one_coin_does_not_swoop_upon_a_knight() -> None:
    match = skirmish({"f4": "cavalry"}, {"f2": "knight"}, "cavalry")
    use(match, 0, "up:cavalry")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-107")
    match = skirmish({"f4": "cavalry"}, {"f2": "knight", "e3": "scout"}, "cavalry")
    maneuver(match, 0, "cavalry", "swoop:f4:f3")
    assert board(match) == {"f3": "cavalry", "f2": "knight"}, "only the Scout beside it could be meant"
    match = skirmish({"f4": "cavalry 2"}, {"f2": "knight"}, "cavalry")
    maneuver(match, 0, "cavalry", "swoop:f4:f3")
    assert board(match) == {"f3": "cavalry 2"}


@pytest.mark.rules("WC-125", "WC-106")
def test_a_berserker_that_paid_its_second_coin_cannot_attack_a_knight_again() -> None:
    match = skirmish({"f4": "berserker 2"}, {"f3": "knight 2"}, "berserker")
    maneuver(match, 0, "berserker", "attack:f4:f3")
    assert reason(match, 0, "attack:f4:f3") == ("needs_bolstered_attacker", "WC-125")


@pytest.mark.rules("WC-125", "WC-165")
def test_a_coin_that_a_warrior_priest_brought_is_no_better() -> None:
    own = {"f4": "warrior_priest", "e3": "scout"}
    match = skirmish(own, {"f3": "archer", "e2": "knight"}, "warrior_priest")
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "scout")
    use(match, 0, "up:scout")
    assert reason(match, 0, "attack:e3:e2") == ("needs_bolstered_attacker", "WC-125")
    use(match, 0, "back", "bolster:scout:e3")
    assert board(match)["e3"] == "scout 2"


@pytest.mark.rules("WC-125")
def test_a_knight_itself_attacks_like_anybody() -> None:
    match = skirmish({"f4": "knight"}, {"f3": "scout"}, "knight")
    maneuver(match, 0, "knight", "attack:f4:f3")
    assert board(match) == {"f4": "knight"}


@pytest.mark.rules("WC-126", "WC-147")
@pytest.mark.parametrize(("height", "left"), [(1, {}), (2, {"f4": "knight"})])
def test_a_knight_that_attacks_a_pikeman_loses_a_coin(height: int, left: dict[str, str]) -> None:
    match = skirmish({"f4": f"knight {height}"}, {"f3": "pikeman"}, "knight")
    maneuver(match, 0, "knight", "attack:f4:f3")
    assert board(match) == left, "the answer is no attack, and the Pikeman of one coin gives it"
    assert coins(match, "box").count("knight") == 1


# -- Pikeman -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-147")
@pytest.mark.parametrize("height", [1, 2])
@pytest.mark.parametrize("pikes", [1, 2])
def test_a_pikeman_strikes_back_even_when_it_falls_and_both_may(height: int, pikes: int) -> None:
    match = skirmish({"f4": f"swordsman {height}"}, {"f3": f"pikeman {pikes}"}, "swordsman")
    events = maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert "struck_back" in kinds(events)
    assert coins(match, "box").count("swordsman") == coins(match, "box").count("pikeman") == 1
    assert len(match.state.pile("hex/f4")) == height - 1
    assert len(match.state.pile("hex/f3")) == pikes - 1


@pytest.mark.rules("WC-147")
@pytest.mark.parametrize(
    ("unit", "target", "key", "end"), [("cavalry", "f2", "swoop:f4:f3", "f3"), ("lancer", "f1", "charge:f4:f2", "f2")]
)
def test_riders_end_beside_the_pikeman_and_pay(unit: str, target: str, key: str, end: str) -> None:
    match = skirmish({"f4": f"{unit} 2"}, {target: "pikeman 2"}, unit)
    maneuver(match, 0, unit, key)
    assert board(match) == {end: unit, target: "pikeman"}


@pytest.mark.rules("WC-147", "WC-140")
def test_an_ordered_attack_costs_the_unit_that_attacks_and_not_the_marshall() -> None:
    match = skirmish({"f4": "marshall 2", "f3": "scout"}, {"f2": "pikeman 2"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert board(match) == {"f4": "marshall 2", "f2": "pikeman"}
    match = skirmish({"f3": "marshall 2", "g2": "scout 2"}, {"f2": "pikeman 2"}, "marshall")
    maneuver(match, 0, "marshall", "order:g2:f2")
    assert board(match) == {"f3": "marshall 2", "g2": "scout", "f2": "pikeman"}, "also with the Marshall beside it"


@pytest.mark.rules("WC-148")
@pytest.mark.parametrize("unit", ["archer", "crossbowman"])
def test_a_pikeman_does_not_reach_who_shoots_from_two_hexes(unit: str) -> None:
    match = skirmish({"f4": unit}, {"f2": "pikeman"}, unit)
    events = maneuver(match, 0, unit, "shoot:f4:f2")
    assert "struck_back" not in kinds(events)
    assert board(match) == {"f4": unit}


@pytest.mark.rules("WC-147", "WC-109")
def test_a_crossbowman_beside_the_pikeman_pays() -> None:
    match = skirmish({"f4": "crossbowman"}, {"f3": "pikeman"}, "crossbowman")
    maneuver(match, 0, "crossbowman", "attack:f4:f3")
    assert board(match) == {}


@pytest.mark.rules("WC-147")
def test_a_pikeman_answers_with_one_coin_however_high_the_units_are() -> None:
    match = skirmish({"f4": "scout 3"}, {"f3": "pikeman 3"}, "scout")
    events = maneuver(match, 0, "scout", "attack:f4:f3")
    assert kinds(events).count("struck_back") == 1
    assert board(match) == {"f4": "scout 2", "f3": "pikeman 2"}


@pytest.mark.rules("WC-147")
def test_a_pikeman_that_attacks_is_not_struck_by_its_own_pikes() -> None:
    match = skirmish({"f4": "pikeman"}, {"f3": "scout 2"}, "pikeman")
    events = maneuver(match, 0, "pikeman", "attack:f4:f3")
    assert "struck_back" not in kinds(events)
    assert board(match) == {"f4": "pikeman", "f3": "scout"}


@pytest.mark.rules("WC-147", "WC-155", "A-9")
def test_a_royal_guard_that_attacks_a_pikeman_loses_a_coin_of_the_unit() -> None:
    match = skirmish({"f4": "royal_guard 2"}, {"f3": "pikeman 2"}, "royal_guard")
    supply = coins(match, "supply_1/0")
    assert supply, "there would be a coin to lose instead"
    maneuver(match, 0, "royal_guard", "attack:f4:f3")
    assert is_over(match), "nothing was asked"
    assert board(match) == {"f4": "royal_guard", "f3": "pikeman"}
    assert coins(match, "supply_1/0") == supply


# -- Royal Guard: losses -----------------------------------------------------------------------------------------------

ON_GUARD = {
    "ordinary": ({"f4": "scout"}, "scout", "attack:f4:f3"),
    "Archer": ({"e5": "archer"}, "archer", "shoot:e5:f3"),
    "Crossbowman": ({"f5": "crossbowman"}, "crossbowman", "shoot:f5:f3"),
    "Lancer": ({"f5": "lancer"}, "lancer", "charge:f5:f4"),
    "Cavalry": ({"f5": "cavalry"}, "cavalry", "swoop:f5:f4"),
    "ordered": ({"f5": "marshall", "f4": "scout"}, "marshall", "order:f4:f3"),
}


@pytest.mark.rules("WC-155", "WC-156", "WC-I15", "WC-C15")
@pytest.mark.parametrize("way", ON_GUARD)
def test_the_owner_of_a_royal_guard_says_at_once_where_the_coin_is_lost(way: str) -> None:
    own, coin, key = ON_GUARD[way]
    match = skirmish(own, {"f3": "royal_guard"}, coin)
    maneuver(match, 0, coin, key)
    assert (kind(match), asked(match)) == ("guard_loss", [1]), "play waits for the defender"
    assert allowed(match, 1) == {"supply", "unit"}
    assert not match.options(match.state.seats[0]), "the attacker has no say"
    before, box = coins(match, "supply_1/1"), coins(match, "box").count("royal_guard")
    events = use(match, 1, "supply")
    assert board(match)["f3"] == "royal_guard"
    assert coins(match, "supply_1/1") == before[1:]
    assert coins(match, "box").count("royal_guard") == box + 1, "it is lost for good"
    assert kinds(events)[0] == "lost_from_supply"
    assert hears(match, -1, "lost_from_supply"), "everybody learns of it"
    assert is_over(match)


@pytest.mark.rules("WC-155")
def test_the_owner_may_lose_the_coin_of_the_unit_and_even_the_last_one() -> None:
    match = skirmish({"f4": "scout"}, {"f3": "royal_guard"}, "scout")
    before = coins(match, "supply_1/1")
    maneuver(match, 0, "scout", "attack:f4:f3")
    use(match, 1, "unit")
    assert board(match) == {"f4": "scout"}
    assert coins(match, "supply_1/1") == before


@pytest.mark.rules("WC-155")
def test_with_none_in_the_supply_the_unit_loses_the_coin_unasked() -> None:
    match = skirmish({"f4": "scout"}, {"f3": "royal_guard 2"}, "scout", supply={"royal_guard": 0})
    maneuver(match, 0, "scout", "attack:f4:f3")
    assert board(match) == {"f4": "scout", "f3": "royal_guard"}
    assert is_over(match)


@pytest.mark.rules("WC-155")
def test_only_coins_of_the_royal_guard_itself_spare_it() -> None:
    match = skirmish(
        {"f4": "scout"}, {"f3": "royal_guard", "g1": "pikeman"}, "scout", supply={"royal_guard": 0, "pikeman": 2}
    )
    maneuver(match, 0, "scout", "attack:f4:f3")
    assert board(match) == {"f4": "scout", "g1": "pikeman"}


@pytest.mark.rules("WC-156")
def test_hands_show_the_loss_by_taking_the_one_coin_or_the_other() -> None:
    match = skirmish({"f4": "scout"}, {"f3": "royal_guard 2"}, "scout", supply={"royal_guard": 2})
    maneuver(match, 0, "scout", "attack:f4:f3")
    supply, unit = offered(match, 1, "supply"), offered(match, 1, "unit")
    assert supply is not None
    assert unit is not None
    (spare,) = supply.ways
    assert isinstance(spare, Taken)
    assert spare.spot == "supply_1/1"
    assert spare.piece in match.state.pile("supply_1/1")
    assert unit.ways == (Taken("f3", PieceId("royal_guard#2")),)
    assert unit.cell == "f3"


# -- Royal Guard: tactic -----------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-157", "WC-159", "A-2", "A-5")
@pytest.mark.parametrize("printing", ["later", "first"])
def test_the_royal_coin_pays_for_the_tactic_and_a_guard_coin_for_the_rest(printing: str) -> None:
    match = skirmish({"d6": "royal_guard 2"}, {}, "royal_guard royal", tracks={"guard_card": printing})
    use(match, 0, "up:royal_guard")
    assert not [o.key for o in match.options(match.waiting[0]) if o.key.startswith(("ride", "tactic"))]
    assert len(allowed(match, 0, "move")) == 6
    use(match, 0, "back", "up:royal_wolf")
    assert {o.key.partition(":")[0] for o in match.options(match.waiting[0])} == {"ride", "back"}
    use(match, 0, "ride:d6:d7")
    assert board(match) == {"d7": "royal_guard 2"}
    assert coins(match, "face_up/0") == ["royal"], "it lies face-up"
    assert is_over(match)


@pytest.mark.rules("WC-158")
def test_by_the_later_card_it_goes_one_or_two_hexes_to_an_own_location() -> None:
    held = {"e5": "wolf", "d4": "wolf", "c6": "raven", "g3": "wolf"}
    match = skirmish({"e4": "royal_guard"}, {}, "royal", markers=held)
    use(match, 0, "up:royal_wolf")
    assert allowed(match, 0, "ride") == {"ride:e4:e5", "ride:e4:d4", "ride:e4:g3"}
    assert offered(match, 0, "ride:e4:f3") is None, "no location"
    assert offered(match, 0, "ride:e4:e2") is None, "the Raven's"
    use(match, 0, "ride:e4:g3")
    assert board(match) == {"g3": "royal_guard"}


@pytest.mark.rules("WC-158")
def test_it_goes_through_empty_hexes_to_an_empty_one() -> None:
    held = {"e5": "wolf"}
    match = skirmish({"e2": "royal_guard"}, {}, "royal", markers=held)
    assert reason(match, 0, "up:royal_wolf") == ("tactic_incomplete", "WC-158"), "no own location within two hexes"
    match = skirmish({"e3": "royal_guard"}, {"e4": "pikeman", "d4": "scout"}, "royal", markers=held)
    assert reason(match, 0, "up:royal_wolf") == ("tactic_incomplete", "WC-158"), "e5 lies straight behind e4"
    match = skirmish({"e3": "royal_guard"}, {"e5": "pikeman"}, "royal", markers=held)
    assert reason(match, 0, "up:royal_wolf") == ("tactic_incomplete", "WC-158"), "somebody stands on e5"
    match = skirmish({"e3": "royal_guard"}, {"d4": "pikeman"}, "royal", markers=held)
    use(match, 0, "up:royal_wolf")
    assert allowed(match, 0, "ride") == {"ride:e3:e5"}
    walls = {"e4": "pikeman", "d4": "scout", "g3": "archer"}
    match = skirmish({"e3": "royal_guard"}, walls, "royal", markers={**held, "e2": "wolf", "g3": "wolf"})
    use(match, 0, "up:royal_wolf")
    assert allowed(match, 0, "ride") == {"ride:e3:e2"}
    assert (reason(match, 0, "ride:e3:e5"), reason(match, 0, "ride:e3:g3")) == (
        ("path_blocked", "WC-098"),
        ("space_occupied", "WC-098"),
    )
    assert offered(match, 0, "ride:e3:e1") is None, "not its own"


@pytest.mark.rules("WC-158")
def test_it_has_to_take_a_step() -> None:
    match = skirmish({"d7": "royal_guard"}, {}, "royal")
    assert reason(match, 0, "up:royal_wolf") == ("tactic_incomplete", "WC-158"), (
        "standing on an own location is no ride"
    )


@pytest.mark.rules("WC-158", "A-2")
@pytest.mark.parametrize("wall", ["e4", None])
def test_by_the_first_card_it_makes_one_ordinary_move(wall: str | None) -> None:
    match = skirmish({"e5": "royal_guard"}, {wall: "scout"} if wall else {}, "royal", tracks={"guard_card": "first"})
    use(match, 0, "up:royal_wolf")
    beside = {"e4", "f4", "f5", "e6", "d6", "d5"} - {wall}
    assert allowed(match, 0, "ride") == {f"ride:e5:{c}" for c in beside}, "any free hex beside it and none farther"


@pytest.mark.rules("WC-158", "WC-096")
def test_a_royal_guard_of_the_first_card_that_is_shut_in_has_no_tactic() -> None:
    walls = {"c6": "scout", "d6": "archer", "d7": "lancer"}
    match = skirmish({"c7": "royal_guard"}, walls, "royal", tracks={"guard_card": "first"})
    assert reason(match, 0, "up:royal_wolf") == ("tactic_incomplete", "WC-158")


@pytest.mark.rules("WC-157", "WC-035")
def test_the_royal_coin_needs_a_royal_guard_of_ones_own_on_the_board() -> None:
    match = skirmish({"d6": "scout"}, {"e4": "royal_guard"}, "royal")
    assert reason(match, 0, "up:royal_wolf") == ("royal_coin_not_allowed", "WC-036"), "the other side's does not count"
    match = skirmish({"d6": "scout"}, {}, "royal", reserve="royal_guard")
    assert reason(match, 0, "up:royal_wolf") == ("unit_not_on_board", "WC-157")


@pytest.mark.rules("WC-159", "WC-157")
def test_the_royal_coin_does_not_make_a_royal_guard_fight_or_take_control() -> None:
    match = skirmish({"e5": "royal_guard"}, {"e4": "scout"}, "royal royal_guard", tracks={"guard_card": "first"})
    use(match, 0, "up:royal_wolf")
    assert offered(match, 0, "attack:e5:e4") is None
    assert offered(match, 0, "control:e5") is None
    use(match, 0, "back", "up:royal_guard")
    assert {"attack:e5:e4", "control:e5"} <= allowed(match, 0)


@pytest.mark.rules("WC-157")
def test_hands_show_the_ride_of_a_royal_guard_by_moving_it() -> None:
    match = skirmish({"d6": "royal_guard 2"}, {}, "royal")
    use(match, 0, "up:royal_wolf")
    option = offered(match, 0, "ride:d6:d7")
    assert option is not None
    assert option.ways == (Moved(PieceId("royal_guard#2"), "d6", "d7"),)
