"""Archer and Crossbowman: who is hit from two hexes away, over what, and by which maneuver."""

from __future__ import annotations

import pytest

from rules.engine.questions import Taken
from rules.engine.types import PieceId
from tests.games.war_chest._match import (
    allowed,
    board,
    coins,
    is_over,
    kinds,
    maneuver,
    offered,
    reason,
    skirmish,
    use,
)

STRAIGHT = {"f2": "f3", "h2": "g3", "h4": "g4", "f6": "f5", "d6": "e5", "d4": "e4"}
"""The hexes two away from f4 in a straight line, each with the hex between."""
BENT = ("g2", "h3", "g5", "e6", "d5", "e3")
BESIDE = ("f3", "g3", "g4", "f5", "e5", "e4")


@pytest.mark.rules("WC-100")
@pytest.mark.parametrize("cell", [*STRAIGHT, *BENT])
def test_an_archer_hits_each_of_the_twelve_hexes_two_away(cell: str) -> None:
    match = skirmish({"f4": "archer"}, {cell: "scout"}, "archer")
    events = maneuver(match, 0, "archer", f"shoot:f4:{cell}")
    assert kinds(events) == ["paid", "attacked", "destroyed"]
    assert board(match) == {"f4": "archer"}, "it stays where it is"
    assert "scout" in coins(match, "box")
    assert coins(match, "face_up/0") == ["archer"]
    assert is_over(match)


@pytest.mark.rules("WC-100")
@pytest.mark.parametrize("cell", ["f2", "g2"])
def test_an_archer_shoots_over_friend_and_foe(cell: str) -> None:
    walls = {"f3": "pikeman", "g3": "swordsman"}
    match = skirmish({"f4": "archer", "e4": "ensign"}, {cell: "scout", **walls}, "archer")
    maneuver(match, 0, "archer", f"shoot:f4:{cell}")
    assert board(match) == {"f4": "archer", "e4": "ensign", **walls}


@pytest.mark.rules("WC-100", "WC-101")
@pytest.mark.parametrize("cell", BESIDE)
def test_an_archer_never_hits_who_stands_beside_it(cell: str) -> None:
    match = skirmish({"f4": "archer"}, {cell: "scout"}, "archer")
    use(match, 0, "up:archer")
    assert reason(match, 0, f"attack:f4:{cell}") == ("attack_only_by_tactic", "WC-101")
    assert reason(match, 0, f"shoot:f4:{cell}") == ("wrong_distance", "WC-100")
    assert not allowed(match, 0, "attack") | allowed(match, 0, "shoot")
    assert len(allowed(match, 0, "move")) == 5, "it can still walk away"


@pytest.mark.rules("WC-100", "WC-101")
def test_an_archer_neither_shoots_three_hexes_far_nor_makes_any_ordinary_attack() -> None:
    match = skirmish({"f4": "archer"}, {"f1": "scout", "f2": "pikeman"}, "archer")
    use(match, 0, "up:archer")
    assert reason(match, 0, "shoot:f4:f1") == ("wrong_distance", "WC-100")
    assert {reason(match, 0, f"attack:f4:{c}") for c in ("f1", "f2")} == {("attack_only_by_tactic", "WC-101")}
    assert allowed(match, 0, "shoot") == {"shoot:f4:f2"}


@pytest.mark.rules("WC-101")
def test_an_archer_moves_and_takes_control_like_anybody() -> None:
    match = skirmish({"e5": "archer"}, {}, "archer archer")
    use(match, 0, "up:archer")
    assert {"control:e5", "move:e5:e4"} <= allowed(match, 0)


@pytest.mark.rules("WC-100", "WC-108")
@pytest.mark.parametrize("unit", ["archer", "crossbowman"])
def test_nobody_is_listed_as_a_target_on_the_own_side_or_where_nobody_stands(unit: str) -> None:
    match = skirmish({"f4": unit, "f2": "knight"}, {"f6": "scout"}, unit)
    use(match, 0, f"up:{unit}")
    assert offered(match, 0, "shoot:f4:f2") is None
    assert offered(match, 0, "shoot:f4:d4") is None
    assert allowed(match, 0, "shoot") == {"shoot:f4:f6"}


@pytest.mark.rules("WC-100", "WC-108")
@pytest.mark.parametrize("unit", ["archer", "crossbowman"])
def test_hands_show_a_shot_by_taking_the_top_coin_of_the_target(unit: str) -> None:
    match = skirmish({"f4": unit}, {"f2": "scout 2"}, unit)
    use(match, 0, f"up:{unit}")
    option = offered(match, 0, "shoot:f4:f2")
    assert option is not None
    assert option.ways == (Taken("f2", PieceId("scout#2")),)
    assert option.cell == "f2"


@pytest.mark.rules("WC-108")
@pytest.mark.parametrize("cell", STRAIGHT)
def test_a_crossbowman_hits_two_hexes_away_in_a_free_line(cell: str) -> None:
    match = skirmish({"f4": "crossbowman"}, {cell: "scout"}, "crossbowman")
    maneuver(match, 0, "crossbowman", f"shoot:f4:{cell}")
    assert board(match) == {"f4": "crossbowman"}
    assert "scout" in coins(match, "box")


@pytest.mark.rules("WC-108")
@pytest.mark.parametrize("cell", BENT)
def test_a_crossbowman_does_not_shoot_round_corners(cell: str) -> None:
    match = skirmish({"f4": "crossbowman"}, {cell: "scout"}, "crossbowman")
    use(match, 0, "up:crossbowman")
    assert reason(match, 0, f"shoot:f4:{cell}") == ("not_straight_line", "WC-108")


@pytest.mark.rules("WC-108")
@pytest.mark.parametrize(("cell", "between"), STRAIGHT.items())
@pytest.mark.parametrize("is_friend", [True, False])
def test_friend_and_foe_stop_the_bolt_of_a_crossbowman(cell: str, between: str, is_friend: bool) -> None:
    wall = {between: "pikeman"}
    own, foes = (wall, {}) if is_friend else ({}, wall)
    match = skirmish({"f4": "crossbowman", **own}, {cell: "scout", **foes}, "crossbowman")
    use(match, 0, "up:crossbowman")
    assert reason(match, 0, f"shoot:f4:{cell}") == ("path_blocked", "WC-108")


@pytest.mark.rules("WC-108", "WC-109")
def test_a_crossbowman_also_attacks_beside_itself_but_not_as_a_shot() -> None:
    match = skirmish({"f4": "crossbowman"}, {"f3": "scout", "f1": "lancer"}, "crossbowman")
    use(match, 0, "up:crossbowman")
    assert reason(match, 0, "shoot:f4:f3") == ("wrong_distance", "WC-108")
    assert reason(match, 0, "shoot:f4:f1") == ("wrong_distance", "WC-108")
    assert reason(match, 0, "attack:f4:f1") == ("not_adjacent", "WC-086")
    use(match, 0, "attack:f4:f3")
    assert board(match) == {"f4": "crossbowman", "f1": "lancer"}


@pytest.mark.rules("WC-100", "WC-108")
@pytest.mark.parametrize(("unit", "rule"), [("archer", "WC-100"), ("crossbowman", "WC-108")])
def test_without_an_enemy_the_tactic_cannot_be_carried_out(unit: str, rule: str) -> None:
    match = skirmish({"f4": unit}, {}, unit)
    use(match, 0, f"up:{unit}")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", rule)
