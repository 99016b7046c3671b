"""Ensign and Marshall: whom they command, how far, and what the one who obeys may do."""

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
    far_reason,
    is_over,
    kind,
    kinds,
    maneuver,
    offered,
    reason,
    skirmish,
    use,
)

# -- Ensign ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-110", "WC-C10")
def test_an_ensign_leads_another_unit_one_step_within_two_hexes_of_itself() -> None:
    match = skirmish({"f4": "ensign", "f2": "swordsman 2"}, {}, "ensign swordsman")
    use(match, 0, "up:ensign")
    assert allowed(match, 0, "lead") == {"lead:f2:g2", "lead:f2:f3", "lead:f2:e3"}, "not away from the Ensign"
    assert far_reason(match, 0, "lead:f2:f1") == ("out_of_range_of_leader", "WC-110")
    events = use(match, 0, "lead:f2:g2")
    assert kinds(events) == ["moved"]
    assert board(match) == {"f4": "ensign", "g2": "swordsman 2"}
    assert coins(match, "face_up/0") == ["ensign"], "the one who is led pays nothing"
    assert coins(match, "hand/0") == ["swordsman"]
    assert is_over(match)


@pytest.mark.rules("WC-110")
@pytest.mark.parametrize("cell", ["f3", "g2", "d4", "h4"])
def test_an_ensign_leads_whoever_stands_within_two_hexes(cell: str) -> None:
    match = skirmish({"f4": "ensign", cell: "scout"}, {}, "ensign")
    use(match, 0, "up:ensign")
    assert allowed(match, 0, "lead")


@pytest.mark.rules("WC-110")
@pytest.mark.parametrize(("cell", "to"), [("f1", "f2"), ("i1", "h2"), ("c4", "d4")])
def test_an_ensign_leads_nobody_from_farther_away_not_even_towards_itself(cell: str, to: str) -> None:
    match = skirmish({"f4": "ensign", cell: "scout"}, {}, "ensign")
    use(match, 0, "up:ensign")
    assert not allowed(match, 0, "lead")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-110")
    assert far_reason(match, 0, f"lead:{cell}:{to}") == ("out_of_range_of_leader", "WC-110")


@pytest.mark.rules("WC-110", "A-15")
def test_an_ensign_leads_neither_itself_nor_an_enemy() -> None:
    match = skirmish({"f4": "ensign"}, {"f3": "scout"}, "ensign")
    use(match, 0, "up:ensign")
    assert not allowed(match, 0, "lead")
    assert offered(match, 0, "lead:f4:f5") is None
    assert offered(match, 0, "lead:f3:f2") is None
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-110")
    assert "move:f4:f5" in allowed(match, 0)


@pytest.mark.rules("WC-110")
def test_who_is_led_makes_an_ordinary_move_and_not_its_tactic() -> None:
    match = skirmish({"f4": "ensign", "f3": "light_cavalry"}, {"e4": "scout"}, "ensign")
    use(match, 0, "up:ensign")
    assert allowed(match, 0, "lead") == {f"lead:f3:{c}" for c in ("f2", "g2", "g3", "e3")}, "one step, to a free hex"
    assert not any(o.key.startswith(("ride", "order")) for o in match.options(match.waiting[0]))


@pytest.mark.rules("WC-110")
def test_an_ensign_must_stand_on_the_board_itself() -> None:
    match = skirmish({"f3": "scout"}, {}, "ensign")
    assert reason(match, 0, "up:ensign") == ("unit_not_on_board", "WC-076")


@pytest.mark.rules("WC-110")
def test_hands_show_the_command_of_an_ensign_by_moving_the_other_unit() -> None:
    match = skirmish({"f4": "ensign", "f3": "scout 2"}, {}, "ensign")
    use(match, 0, "up:ensign")
    option = offered(match, 0, "lead:f3:f2")
    assert option is not None
    assert option.ways == (Moved(PieceId("scout#2"), "f3", "f2"),)
    assert (option.cell, option.say.facts["unit"]) == ("f2", "scout")


@pytest.mark.rules("WC-110", "WC-160", "WC-165")
@pytest.mark.parametrize("unit", ["swordsman", "warrior_priest"])
def test_nothing_follows_a_led_move_of_who_needs_an_attack(unit: str) -> None:
    match = skirmish({"f4": "ensign", "f3": unit}, {"f1": "scout"}, "ensign")
    maneuver(match, 0, "ensign", "lead:f3:f2")
    assert is_over(match)


# -- Marshall ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-140")
@pytest.mark.parametrize("cell", ["f3", "f2", "g2"])
def test_a_marshall_orders_a_unit_within_two_hexes_to_attack_a_neighbour(cell: str) -> None:
    match = skirmish({"f4": "marshall", cell: "scout"}, {"g1": "pikeman", "f1": "archer 2"}, "marshall")
    use(match, 0, "up:marshall")
    if cell == "f3":
        assert not allowed(match, 0, "order"), "the target stands beside the one who attacks, wherever the Marshall is"
        return
    events = use(match, 0, f"order:{cell}:g1")
    assert kinds(events)[:2] == ["attacked", "destroyed"]
    assert coins(match, "face_up/0") == ["marshall"]
    assert "g1" not in board(match)
    assert is_over(match)


@pytest.mark.rules("WC-140")
def test_a_marshall_orders_nobody_who_is_too_far_away() -> None:
    match = skirmish({"f4": "marshall", "f1": "scout"}, {"g1": "pikeman"}, "marshall")
    use(match, 0, "up:marshall")
    assert not allowed(match, 0, "order")
    assert far_reason(match, 0, "order:f1:g1") == ("out_of_range_of_leader", "WC-140")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-140")


@pytest.mark.rules("WC-140", "A-15", "A-6")
def test_a_marshall_does_not_order_itself() -> None:
    match = skirmish({"f4": "marshall"}, {"f3": "scout"}, "marshall")
    use(match, 0, "up:marshall")
    assert offered(match, 0, "order:f4:f3") is None
    assert "attack:f4:f3" in allowed(match, 0), "what it does itself is an ordinary attack"
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-140")


@pytest.mark.rules("WC-141", "WC-101", "WC-131")
@pytest.mark.parametrize(("unit", "rule"), [("archer", "WC-101"), ("lancer", "WC-131")])
@pytest.mark.parametrize("target", ["f2", "f1"])
def test_archer_and_lancer_cannot_be_ordered(unit: str, rule: str, target: str) -> None:
    match = skirmish({"f4": "marshall", "f3": unit}, {target: "scout"}, "marshall")
    use(match, 0, "up:marshall")
    assert not allowed(match, 0, "order")
    if target == "f2":
        assert reason(match, 0, f"order:f3:{target}") == ("attack_only_by_tactic", rule)
    else:
        assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-140")


@pytest.mark.rules("WC-141")
@pytest.mark.parametrize("unit", ["crossbowman", "cavalry"])
def test_crossbowman_and_cavalry_attack_on_order_only_beside_themselves(unit: str) -> None:
    match = skirmish({"f4": "marshall", "f3": unit}, {"f1": "scout", "g2": "pikeman 2"}, "marshall")
    use(match, 0, "up:marshall")
    assert allowed(match, 0, "order") == {"order:f3:g2"}, "f1 is two hexes away"
    use(match, 0, "order:f3:g2")
    assert board(match) == {"f4": "marshall", "f1": "scout", "g2": "pikeman"}, f"the Pikeman has struck the {unit}"


@pytest.mark.rules("WC-140", "WC-125")
def test_the_height_of_the_one_who_attacks_counts_and_not_that_of_the_marshall() -> None:
    match = skirmish({"f4": "marshall 3", "f3": "scout"}, {"f2": "knight"}, "marshall")
    use(match, 0, "up:marshall")
    assert reason(match, 0, "order:f3:f2") == ("needs_bolstered_attacker", "WC-125")
    match = skirmish({"f4": "marshall", "f3": "scout 2"}, {"f2": "knight"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert board(match) == {"f4": "marshall", "f3": "scout 2"}


@pytest.mark.rules("WC-142", "WC-160")
def test_a_swordsman_that_was_ordered_may_step_on() -> None:
    match = skirmish({"f4": "marshall", "f3": "swordsman"}, {"f2": "scout"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert (kind(match), asked(match)) == ("step_on", [0])
    use(match, 0, "move:f3:f2")
    assert board(match) == {"f4": "marshall", "f2": "swordsman"}
    assert is_over(match)


@pytest.mark.rules("WC-142", "WC-165")
def test_a_warrior_priest_that_was_ordered_gives_a_coin() -> None:
    match = skirmish({"f4": "marshall", "f3": "warrior_priest"}, {"f2": "scout"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert (kind(match), asked(match)) == ("bless", [0])
    draw_kind(match, 0, "warrior_priest")
    assert kind(match) == "use_drawn"
    use(match, 0, "down:warrior_priest", "pass")
    assert is_over(match)


@pytest.mark.rules("WC-140")
def test_hands_show_an_order_by_taking_the_top_coin_of_the_target() -> None:
    match = skirmish({"f4": "marshall", "f3": "scout"}, {"f2": "pikeman 2"}, "marshall")
    use(match, 0, "up:marshall")
    option = offered(match, 0, "order:f3:f2")
    assert option is not None
    assert option.ways == (Taken("f2", PieceId("pikeman#2")),)
    assert (option.cell, option.say.facts["unit"], option.say.facts["target"]) == ("f2", "scout", "pikeman")


@pytest.mark.rules("WC-110", "WC-140", "A-15")
@pytest.mark.parametrize(("leader", "rule"), [("ensign", "WC-110"), ("marshall", "WC-140")])
def test_what_is_too_far_is_told_only_of_other_units_of_the_own_side(leader: str, rule: str) -> None:
    match = skirmish({"f4": leader, "f1": "scout"}, {"g1": "pikeman", "f3": "lancer"}, leader)
    use(match, 0, f"up:{leader}")
    assert match.question is not None
    seat = match.waiting[0]
    far = [o for o in match.question.unlikely(match.seen(seat), seat) if o.key.startswith(("lead:", "order:"))]
    assert far
    assert {o.key.split(":")[1] for o in far} == {"f1"}
    assert {o.refusal and (o.refusal.code, o.refusal.rule) for o in far} == {("out_of_range_of_leader", rule)}
    assert not {o.key for o in far} & {o.key for o in match.options(seat)}, "what is listed is not told twice"
