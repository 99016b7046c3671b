"""Mercenary, Scout and Swordsman: a maneuver for a recruit, a landing beside friends, a step after a blow."""

from __future__ import annotations

import pytest

from rules.engine.questions import Laid, Moved
from rules.engine.types import PieceId
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
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
    skirmish,
    use,
    winners,
)

# -- Mercenary ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-145")
@pytest.mark.parametrize(
    ("key", "after"),
    [
        ("move:e5:d5", {"d5": "mercenary", "e4": "scout 2"}),
        ("attack:e5:e4", {"e5": "mercenary", "e4": "scout"}),
        ("control:e5", {"e5": "mercenary", "e4": "scout 2"}),
    ],
)
def test_recruiting_a_mercenary_lets_the_one_on_the_board_act(key: str, after: dict[str, str]) -> None:
    match = skirmish({"e5": "mercenary"}, {"e4": "scout 2"}, "royal")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert (kind(match), asked(match)) == ("hired", [0])
    assert coins(match, "face_up/0") == ["mercenary"], "the coin is in the discard as usual"
    use(match, 0, key)
    assert board(match) == after
    assert control(match).get("e5") == ("wolf" if key == "control:e5" else None)
    assert coins(match, "face_up/0") == ["mercenary"], "nothing more is paid"
    assert is_over(match)


@pytest.mark.rules("WC-145", "WC-C13")
def test_it_need_not_act_and_a_button_says_so() -> None:
    match = skirmish({"e5": "mercenary"}, {}, "royal")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert match.question is not None
    assert match.question.confirm == "stop"
    use(match, 0, "stop")
    assert board(match) == {"e5": "mercenary"}
    assert is_over(match)


@pytest.mark.rules("WC-146")
def test_without_a_mercenary_on_the_board_nothing_happens() -> None:
    match = skirmish({"e5": "scout"}, {}, "royal", reserve="mercenary")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert is_over(match)


@pytest.mark.rules("WC-145")
def test_recruiting_anybody_else_does_not_pay_it() -> None:
    match = skirmish({"e5": "mercenary", "f4": "scout"}, {}, "royal")
    use(match, 0, "down:royal_wolf", "recruit:scout")
    assert is_over(match)


@pytest.mark.rules("WC-146")
def test_the_bonus_is_a_maneuver_and_never_a_placement() -> None:
    match = skirmish({"e5": "mercenary"}, {"e4": "scout"}, "royal mercenary")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert {o.key.partition(":")[0] for o in match.options(match.waiting[0])} == {"move", "attack", "control", "stop"}


@pytest.mark.rules("WC-145")
def test_a_mercenary_that_can_do_nothing_is_not_asked() -> None:
    walls = {"c6": "scout", "d6": "pikeman", "d7": "archer"}
    match = skirmish({"c7": "mercenary", **walls}, {}, "royal")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert is_over(match)


@pytest.mark.rules("WC-145", "WC-085")
def test_the_bonus_may_win() -> None:
    held = {"c6": "wolf", "d4": "wolf", "g3": "wolf"}
    match = skirmish({"e5": "mercenary"}, {}, "royal", markers=held)
    use(match, 0, "down:royal_wolf", "recruit:mercenary", "control:e5")
    assert winners(match) == [0]


@pytest.mark.rules("WC-145", "WC-125")
def test_the_bonus_is_bound_by_what_holds_for_every_maneuver() -> None:
    match = skirmish({"e5": "mercenary"}, {"e4": "knight"}, "royal")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert reason(match, 0, "attack:e5:e4") == ("needs_bolstered_attacker", "WC-125")


# -- Scout -------------------------------------------------------------------------------------------------------------

AROUND_F4 = ("f3", "g3", "g4", "f5", "e5", "e4")


@pytest.mark.rules("WC-150")
@pytest.mark.parametrize("cell", AROUND_F4)
def test_a_scout_lands_beside_any_friendly_unit_on_a_location_or_not(cell: str) -> None:
    match = skirmish({"f4": "archer"}, {}, "scout")
    assert allowed(match, 0, "deploy") == {f"deploy:scout:{c}" for c in (*AROUND_F4, "d7", "g6")}
    use(match, 0, f"deploy:scout:{cell}")
    assert board(match) == {"f4": "archer", cell: "scout"}
    assert cell not in control(match), "landing takes no control"


@pytest.mark.rules("WC-150", "WC-041")
def test_only_a_scout_does_so() -> None:
    match = skirmish({"f4": "archer"}, {}, "swordsman")
    assert allowed(match, 0, "deploy") == {"deploy:swordsman:d7", "deploy:swordsman:g6"}
    assert reason(match, 0, "deploy:swordsman:e5") == ("not_controlled_location", "WC-041")
    assert far_reason(match, 0, "deploy:swordsman:f3") == ("not_a_location", "WC-041")


@pytest.mark.rules("WC-150")
def test_a_scout_does_not_land_beside_enemies_alone() -> None:
    match = skirmish({}, {"f4": "archer"}, "scout")
    assert allowed(match, 0, "deploy") == {"deploy:scout:d7", "deploy:scout:g6"}
    assert far_reason(match, 0, "deploy:scout:f3") == ("not_a_location", "WC-041")
    assert reason(match, 0, "deploy:scout:e5") == ("not_controlled_location", "WC-041")


@pytest.mark.rules("WC-150", "WC-042")
def test_a_scout_needs_an_empty_hex_beside_a_friend() -> None:
    match = skirmish({"f4": "archer", "f3": "ensign"}, {"e5": "pikeman"}, "scout")
    assert reason(match, 0, "deploy:scout:e5") == ("space_occupied", "WC-042")
    assert far_reason(match, 0, "deploy:scout:f4") == ("space_occupied", "WC-042")
    assert "deploy:scout:g4" in allowed(match, 0)


@pytest.mark.rules("WC-150", "WC-042")
def test_a_scout_still_lands_when_all_own_locations_are_occupied() -> None:
    match = skirmish({"d7": "archer", "g6": "ensign"}, {}, "scout pikeman")
    assert not {key for key in allowed(match, 0, "deploy") if ":pikeman" in key}
    assert {"deploy:scout:d6", "deploy:scout:g5"} <= allowed(match, 0, "deploy")


@pytest.mark.rules("WC-150", "WC-044")
def test_there_is_one_scout_at_a_time_and_it_is_no_friend_of_its_own() -> None:
    match = skirmish({"f4": "scout"}, {}, "scout")
    assert reason(match, 0, "deploy:scout") == ("already_on_board", "WC-044")
    assert far_reason(match, 0, "deploy:scout:f3") == ("already_on_board", "WC-044")
    assert not allowed(match, 0, "deploy")


@pytest.mark.rules("WC-150", "WC-226")
def test_a_scout_lands_beside_a_unit_of_a_teammate() -> None:
    match = battle(
        armies=("scout", "archer", "swordsman", "lancer"), board={"f4": "swordsman"}, hands={0: "scout", 1: "royal"}
    )
    use(match, 0, "deploy:scout:f3")
    assert board(match) == {"f4": "swordsman", "f3": "scout"}


@pytest.mark.rules("WC-150", "WC-005")
def test_a_scout_of_two_players_does_not_land_on_the_outer_hexes() -> None:
    match = skirmish({"c6": "archer"}, {}, "scout")
    assert far_reason(match, 0, "deploy:scout:b7") == ("off_board", "WC-005")


@pytest.mark.rules("WC-150")
def test_hands_show_a_landing_by_laying_the_coin() -> None:
    match = skirmish({"f4": "archer"}, {}, "scout")
    option = offered(match, 0, "deploy:scout:f3")
    assert option is not None
    assert option.ways == (Laid("f3", PieceId("scout#1")),)


# -- Swordsman ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-160")
def test_a_swordsman_may_step_on_after_its_attack() -> None:
    match = skirmish({"f4": "swordsman 2"}, {"f3": "scout", "g3": "archer"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("step_on", [0])
    assert allowed(match, 0) == {f"move:f4:{c}" for c in ("f3", "g4", "f5", "e5", "e4")} | {"stop"}
    assert reason(match, 0, "move:f4:g3") == ("space_occupied", "WC-077")
    option = offered(match, 0, "move:f4:f3")
    assert option is not None
    assert option.ways == (Moved(PieceId("swordsman#2"), "f4", "f3"),)
    use(match, 0, "move:f4:f3")
    assert board(match) == {"f3": "swordsman 2", "g3": "archer"}
    assert coins(match, "face_up/0") == ["swordsman"]
    assert is_over(match), "one step, and no more after it"


@pytest.mark.rules("WC-160", "WC-C11")
def test_it_may_stay_and_a_button_says_so() -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "scout 2"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert match.question is not None
    assert match.question.confirm == "stop"
    use(match, 0, "stop")
    assert board(match) == {"f4": "swordsman", "f3": "scout"}
    assert is_over(match)


@pytest.mark.rules("WC-160", "A-7")
@pytest.mark.parametrize("key", ["move:e5:d5", "control:e5"])
def test_it_does_not_step_on_after_a_move_or_control(key: str) -> None:
    match = skirmish({"e5": "swordsman"}, {"e4": "scout"}, "swordsman")
    maneuver(match, 0, "swordsman", key)
    assert is_over(match)


@pytest.mark.rules("WC-160", "WC-147", "A-16")
def test_a_swordsman_that_fell_does_not_step_on() -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "pikeman 2"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert board(match) == {"f3": "pikeman"}
    assert is_over(match)
    match = skirmish({"f4": "swordsman 2"}, {"f3": "pikeman 2"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert kind(match) == "step_on", "with one coin left it does"
    use(match, 0, "move:f4:f5")
    assert board(match) == {"f5": "swordsman", "f3": "pikeman"}


@pytest.mark.rules("WC-160", "WC-156")
def test_the_attack_is_settled_before_the_step() -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "royal_guard"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    use(match, 1, "unit")
    assert (kind(match), asked(match)) == ("step_on", [0])
    use(match, 0, "move:f4:f3")
    assert board(match) == {"f3": "swordsman"}, "into the hex that has become free"


@pytest.mark.rules("WC-160")
def test_a_swordsman_with_nowhere_to_go_is_not_asked() -> None:
    walls = {"c6": "scout", "d6": "ensign"}
    match = skirmish({"c7": "swordsman", **walls}, {"d7": "lancer 2"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:c7:d7")
    assert is_over(match)


@pytest.mark.rules("WC-160")
def test_swordsmen_on_the_other_side_step_on_too() -> None:
    match = skirmish({"f4": "scout 2"}, {"f3": "swordsman"}, "scout", other="swordsman")
    use(match, 0, "down:scout", "pass")
    events = maneuver(match, 1, "swordsman", "attack:f3:f4")
    assert "lost_coin" in kinds(events)
    assert (kind(match), asked(match)) == ("step_on", [1])
