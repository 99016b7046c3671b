"""The shape of a turn: placing, paying, moving, attacking, controlling, and a coin taken back."""

from __future__ import annotations

import pytest

from tests.games.war_chest._match import allowed, asked, battle, board, coins, control, kind, maneuver, use, why_not


@pytest.mark.rules("WC-040", "WC-046")
def test_a_coin_is_deployed_and_its_unit_can_act_in_the_same_round() -> None:
    match = battle(hands={0: "swordsman swordsman", 1: "archer"})
    use(match, 0, "deploy:swordsman:d7")
    assert board(match) == {"d7": "swordsman"}
    use(match, 1, "down:archer", "pass")
    maneuver(match, 0, "swordsman", "move:d7:d6")
    assert board(match) == {"d6": "swordsman"}
    assert coins(match, "face_up/0") == ["swordsman"]


@pytest.mark.rules("WC-086", "WC-087", "WC-088", "WC-089")
def test_an_attack_takes_one_coin_to_the_box() -> None:
    match = battle(board={"f4": "crossbowman", "f3": "scout 2"}, hands={0: "crossbowman crossbowman", 1: "royal"})
    maneuver(match, 0, "crossbowman", "attack:f4:f3")
    assert board(match) == {"f4": "crossbowman", "f3": "scout"}
    assert coins(match, "box").count("scout") == 1
    use(match, 1, "down:royal_raven", "pass")
    maneuver(match, 0, "crossbowman", "attack:f4:f3")
    assert board(match) == {"f4": "crossbowman"}
    assert coins(match, "box").count("scout") == 2


@pytest.mark.rules("WC-080", "WC-081")
def test_a_unit_takes_control_of_a_neutral_and_of_an_enemy_location() -> None:
    match = battle(board={"d4": "swordsman", "e2": "pikeman"}, hands={0: "swordsman pikeman", 1: "royal"})
    maneuver(match, 0, "swordsman", "control:d4")
    use(match, 1, "down:royal_raven", "pass")
    assert control(match)["d4"] == "wolf"
    maneuver(match, 0, "pikeman", "control:e2")
    assert control(match)["e2"] == "wolf"
    assert len(match.state.pile("stock_raven")) == 5
    assert len(match.state.pile("stock_wolf")) == 2


@pytest.mark.rules("WC-030")
def test_what_was_paid_can_be_taken_back_until_the_action_is_chosen() -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "swordsman pikeman", 1: "royal"})
    use(match, 0, "up:swordsman", "back")
    assert (kind(match), asked(match)) == ("turn", [0])
    assert coins(match, "hand/0") == ["pikeman", "swordsman"]
    use(match, 0, "down:pikeman", "back")
    assert coins(match, "hand/0") == ["pikeman", "swordsman"]
    assert "up:swordsman" in allowed(match, 0)
    assert why_not(match, 0, "up:pikeman") == "unit_not_on_board"
