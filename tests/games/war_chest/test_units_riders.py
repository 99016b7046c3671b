"""Cavalry, Lancer and Light Cavalry: where they ride, and whom they attack from there."""

from __future__ import annotations

import pytest

from rules.engine.questions import Moved, Taken
from rules.engine.types import PieceId
from tests.games.war_chest._match import (
    allowed,
    asked,
    board,
    coins,
    control,
    far_reason,
    is_over,
    kind,
    kinds,
    maneuver,
    offered,
    reason,
    refused,
    skirmish,
    use,
)

# -- Cavalry -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-107")
def test_cavalry_moves_and_attacks_with_one_coin() -> None:
    match = skirmish({"f4": "cavalry"}, {"f2": "scout 2"}, "cavalry cavalry")
    events = maneuver(match, 0, "cavalry", "swoop:f4:f3")
    assert kinds(events) == ["paid", "moved", "attacked", "lost_coin"]
    assert board(match) == {"f3": "cavalry", "f2": "scout"}
    assert coins(match, "face_up/0") == ["cavalry"]
    assert is_over(match)


@pytest.mark.rules("WC-107", "WC-C09")
def test_cavalry_has_to_attack_after_the_move_and_only_who_stands_beside_it_then() -> None:
    foes = {"f2": "scout", "e3": "lancer", "f5": "archer", "f1": "pikeman"}
    match = skirmish({"f4": "cavalry"}, foes, "cavalry")
    use(match, 0, "up:cavalry", "swoop:f4:f3")
    assert (kind(match), asked(match)) == ("swoop_target", [0])
    assert {o.key for o in match.options(match.waiting[0])} == {"attack:f3:f2", "attack:f3:e3"}, "no way to stop here"
    option = offered(match, 0, "attack:f3:e3")
    assert option is not None
    assert option.ways == (Taken("e3", PieceId("lancer#1")),)
    use(match, 0, "attack:f3:e3")
    assert board(match) == {"f3": "cavalry", "f2": "scout", "f5": "archer", "f1": "pikeman"}


@pytest.mark.rules("WC-107")
def test_cavalry_swoops_only_where_an_enemy_stands_beside_its_new_hex() -> None:
    match = skirmish({"f4": "cavalry"}, {"f3": "scout"}, "cavalry")
    use(match, 0, "up:cavalry")
    assert allowed(match, 0, "swoop") == {"swoop:f4:g3", "swoop:f4:e4"}, "away from it is no swoop"
    assert {"attack:f4:f3", "move:f4:f5"} <= allowed(match, 0), "the ordinary maneuvers remain"


@pytest.mark.rules("WC-107", "A-6")
def test_cavalry_without_a_target_in_reach_cannot_choose_its_tactic() -> None:
    match = skirmish({"f4": "cavalry"}, {"f1": "scout"}, "cavalry")
    use(match, 0, "up:cavalry")
    assert not allowed(match, 0, "swoop")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-107")
    assert refused(match, 0, "tactic").code == "tactic_incomplete"


@pytest.mark.rules("WC-107", "WC-090")
def test_cavalry_does_not_swoop_upon_friends() -> None:
    match = skirmish({"f4": "cavalry", "f2": "scout"}, {"d4": "archer"}, "cavalry")
    use(match, 0, "up:cavalry")
    assert allowed(match, 0, "swoop") == {"swoop:f4:e4"}, "only beside the Archer"


@pytest.mark.rules("WC-107")
def test_hands_show_a_swoop_by_moving_the_cavalry() -> None:
    match = skirmish({"f4": "cavalry 2"}, {"f2": "scout"}, "cavalry")
    use(match, 0, "up:cavalry")
    option = offered(match, 0, "swoop:f4:f3")
    assert option is not None
    assert option.ways == (Moved(PieceId("cavalry#2"), "f4", "f3"),)
    assert option.cell == "f3"


# -- Lancer ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-130")
@pytest.mark.parametrize(
    ("target", "end"),
    [("f2", "f3"), ("f1", "f2"), ("h2", "g3"), ("i1", "h2"), ("h4", "g4"), ("i4", "h4"), ("f6", "f5"), ("c7", "d6")],
)
def test_a_lancer_charges_one_or_two_hexes_along_a_line(target: str, end: str) -> None:
    match = skirmish({"f4": "lancer"}, {target: "scout"}, "lancer")
    use(match, 0, "up:lancer")
    assert allowed(match, 0, "charge") == {f"charge:f4:{end}"}
    events = use(match, 0, f"charge:f4:{end}")
    assert kinds(events) == ["moved", "attacked", "destroyed"]
    assert board(match) == {end: "lancer"}
    assert is_over(match)


@pytest.mark.rules("WC-130")
@pytest.mark.parametrize("target", ["g2", "h3", "g5", "e6", "d5", "e3", "g1", "h1"])
def test_a_lancer_does_not_turn_on_its_way(target: str) -> None:
    match = skirmish({"f4": "lancer"}, {target: "scout"}, "lancer")
    use(match, 0, "up:lancer")
    assert not allowed(match, 0, "charge")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-132")


@pytest.mark.rules("WC-130")
@pytest.mark.parametrize("at", ["f3", "f2"])
def test_whoever_stands_in_the_line_stops_a_lancer(at: str) -> None:
    match = skirmish({"f4": "lancer", at: "knight"}, {"f1": "scout"}, "lancer")
    use(match, 0, "up:lancer")
    assert not allowed(match, 0, "charge")
    assert reason(match, 0, "charge:f4:f2") == ("path_blocked", "WC-130")
    assert refused(match, 0, "charge:f4:f2").facts["cell"] == at
    assert offered(match, 0, "charge:f4:f3") is None, "no enemy behind that"
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-132")


@pytest.mark.rules("WC-130")
def test_a_lancer_attacks_the_very_next_hex_of_its_line_and_no_farther() -> None:
    match = skirmish({"f5": "lancer"}, {"f1": "scout", "h3": "archer 2"}, "lancer")
    use(match, 0, "up:lancer")
    assert allowed(match, 0, "charge") == {"charge:f5:g4"}, "f1 is four hexes away: too far"


@pytest.mark.rules("WC-131")
def test_a_lancer_cannot_attack_who_stands_beside_it() -> None:
    match = skirmish({"f4": "lancer"}, {"f3": "scout"}, "lancer")
    use(match, 0, "up:lancer")
    assert reason(match, 0, "attack:f4:f3") == ("attack_only_by_tactic", "WC-131")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-132")
    assert board(match) == {"f4": "lancer", "f3": "scout"}


@pytest.mark.rules("WC-132", "A-6")
def test_a_lancer_cannot_use_its_tactic_just_to_ride() -> None:
    match = skirmish({"f4": "lancer"}, {"d4": "scout"}, "lancer")
    use(match, 0, "up:lancer")
    assert allowed(match, 0, "charge") == {"charge:f4:e4"}
    assert far_reason(match, 0, "move:f4:f2") == ("not_adjacent", "WC-077"), "two hexes without an attack"
    assert allowed(match, 0, "move") == {f"move:f4:{c}" for c in ("f3", "g3", "g4", "f5", "e5", "e4")}


@pytest.mark.rules("WC-132", "WC-125")
def test_a_lancer_of_one_coin_cannot_charge_a_knight() -> None:
    match = skirmish({"f4": "lancer"}, {"f2": "knight"}, "lancer lancer")
    use(match, 0, "up:lancer")
    assert reason(match, 0, "charge:f4:f3") == ("needs_bolstered_attacker", "WC-125")
    use(match, 0, "back", "bolster:lancer:f4")
    use(match, 1, "down:royal_raven", "pass")
    maneuver(match, 0, "lancer", "charge:f4:f3")
    assert board(match) == {"f3": "lancer 2"}


@pytest.mark.rules("WC-131")
def test_a_lancer_moves_and_takes_control_in_the_ordinary_way() -> None:
    match = skirmish({"e5": "lancer"}, {}, "lancer")
    maneuver(match, 0, "lancer", "control:e5")
    assert control(match)["e5"] == "wolf"


@pytest.mark.rules("WC-130")
def test_hands_show_a_charge_by_moving_the_lancer() -> None:
    match = skirmish({"f4": "lancer"}, {"f1": "scout"}, "lancer")
    use(match, 0, "up:lancer")
    option = offered(match, 0, "charge:f4:f2")
    assert option is not None
    assert option.ways == (Moved(PieceId("lancer#1"), "f4", "f2"),)
    assert option.say.facts["target"] == "scout"


# -- Light Cavalry -----------------------------------------------------------------------------------------------------

AROUND_F4 = {"f3", "g3", "g4", "f5", "e5", "e4"}
TWO_AWAY = {"f2", "g2", "h2", "h3", "h4", "g5", "f6", "e6", "d6", "d5", "d4", "e3"}


@pytest.mark.rules("WC-135", "A-20", "WC-C08")
def test_light_cavalry_rides_two_steps_and_may_turn() -> None:
    match = skirmish({"f4": "light_cavalry 2"}, {}, "light_cavalry")
    use(match, 0, "up:light_cavalry")
    assert allowed(match, 0, "ride") == {f"ride:f4:{c}" for c in AROUND_F4 | TWO_AWAY}
    assert offered(match, 0, "ride:f4:f4") is None, "not back to where it began"
    use(match, 0, "ride:f4:g2")
    assert board(match) == {"g2": "light_cavalry 2"}
    assert is_over(match)


@pytest.mark.rules("WC-135", "WC-098")
@pytest.mark.parametrize("is_friend", [True, False])
def test_light_cavalry_needs_a_free_hex_in_the_middle(is_friend: bool) -> None:
    wall = {"f3": "pikeman", "g2": "scout"}
    own, foes = (wall, {}) if is_friend else ({}, wall)
    match = skirmish({"f4": "light_cavalry", **own}, foes, "light_cavalry")
    use(match, 0, "up:light_cavalry")
    assert reason(match, 0, "ride:f4:f2") == ("path_blocked", "WC-098"), "the only way is straight through f3"
    assert refused(match, 0, "ride:f4:f2").facts["cell"] == "f3"
    assert reason(match, 0, "ride:f4:g2") == ("space_occupied", "WC-098"), "somebody stands there"
    assert allowed(match, 0, "ride") == {f"ride:f4:{c}" for c in (AROUND_F4 | TWO_AWAY) - {"f3", "f2", "g2"}}


@pytest.mark.rules("WC-135")
def test_light_cavalry_can_also_just_step() -> None:
    match = skirmish({"f4": "light_cavalry"}, {}, "light_cavalry")
    use(match, 0, "up:light_cavalry")
    assert allowed(match, 0, "move") == {f"move:f4:{c}" for c in AROUND_F4}
    assert far_reason(match, 0, "move:f4:f1") == ("not_adjacent", "WC-077")
    use(match, 0, "move:f4:f3")
    assert board(match) == {"f3": "light_cavalry"}


@pytest.mark.rules("WC-135")
def test_light_cavalry_that_is_shut_in_has_no_tactic() -> None:
    match = skirmish(
        {"c6": "light_cavalry"}, {"c5": "scout", "d5": "archer", "d6": "pikeman", "c7": "lancer"}, "light_cavalry"
    )
    use(match, 0, "up:light_cavalry")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-135")


@pytest.mark.rules("WC-135")
def test_hands_show_a_ride_by_moving_the_unit_two_hexes() -> None:
    match = skirmish({"f4": "light_cavalry"}, {}, "light_cavalry")
    use(match, 0, "up:light_cavalry")
    option = offered(match, 0, "ride:f4:g2")
    assert option is not None
    assert option.ways == (Moved(PieceId("light_cavalry#1"), "f4", "g2"),)
