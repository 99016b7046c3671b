"""What happens when the effects of several units meet in one turn of two players."""

from __future__ import annotations

import pytest

from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Laid, Taken
from rules.engine.types import Refusal, Seat
from rules.games.war_chest.pieces import units
from tests.games.war_chest._match import (
    allowed,
    asked,
    board,
    coins,
    draw_kind,
    far_reason,
    is_over,
    kind,
    maneuver,
    offered,
    reason,
    skirmish,
    use,
)

FOLLOWS = {"swordsman": ["step_on"], "berserker": ["repeat"], "warrior_priest": ["bless", "use_drawn"]}
"""What is asked after an attack of these units; nothing after that of any other."""


def asked_until_the_end(match: Match) -> list[str]:
    """The questions up to the end of the turn when nothing is used that need not be."""
    found = []
    while not is_over(match):
        found.append(kind(match))
        if kind(match) == "use_drawn":
            use(match, 0, "down", "pass")
        else:
            use(match, 0, "drawn" if kind(match) == "bless" else "stop")
    return found


@pytest.mark.rules("WC-171", "WC-142")
@pytest.mark.parametrize("unit", [name for name, unit in units().items() if unit.attack and name != "marshall"])
@pytest.mark.parametrize("is_ordered", [True, False])
def test_no_attack_has_more_than_one_effect_for_its_player_to_order(unit: str, is_ordered: bool) -> None:
    match = skirmish({"f4": f"{unit} 2", "f5": "marshall"}, {"f3": "lancer 3"}, f"{unit} marshall", reserve="archer")
    coin, key = ("marshall", "order:f4:f3") if is_ordered else (unit, "attack:f4:f3")
    maneuver(match, 0, coin, key)
    assert asked_until_the_end(match) == FOLLOWS.get(unit, [])


@pytest.mark.rules("WC-171", "WC-145", "WC-165", "WC-155")
def test_each_effect_is_finished_before_the_next_begins() -> None:
    own = {"f4": "warrior_priest", "g4": "mercenary"}
    match = skirmish(own, {"f3": "scout", "g3": "royal_guard"}, "warrior_priest")
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "royal")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert kind(match) == "hired", "recruited with the coin that the priest brought"
    use(match, 0, "attack:g4:g3")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    use(match, 1, "unit")
    assert board(match) == own
    assert is_over(match)


@pytest.mark.rules("WC-145", "WC-165", "A-19")
@pytest.mark.parametrize("is_on_board", [True, False])
def test_recruiting_through_a_warrior_priest_hires_the_mercenary_as_well(is_on_board: bool) -> None:
    own = {"e5": "warrior_priest", **({"f4": "mercenary"} if is_on_board else {})}
    match = skirmish(own, {}, "warrior_priest", reserve="mercenary scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    use(match, 0, "down:scout", "recruit:mercenary")
    assert (kind(match) == "hired") is is_on_board
    assert is_over(match) is not is_on_board


@pytest.mark.rules("WC-142", "WC-168")
def test_a_marshall_coin_that_a_priest_brought_may_order_that_priest_again() -> None:
    own = {"f4": "warrior_priest", "f5": "marshall"}
    match = skirmish(own, {"f3": "scout 3"}, "warrior_priest", supply={"warrior_priest": 0})
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "marshall")
    use(match, 0, "up:marshall", "order:f4:f3")
    assert kind(match) == "bless"
    draw_kind(match, 0, "warrior_priest")
    use(match, 0, "up:warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "royal")
    use(match, 0, "down:royal_wolf", "pass")
    assert board(match) == own
    assert is_over(match)


@pytest.mark.rules("WC-165", "WC-105", "WC-110")
def test_an_ensign_coin_that_a_priest_brought_may_lead_a_berserker_that_goes_on() -> None:
    own = {"e5": "warrior_priest", "f4": "ensign", "g4": "berserker 2"}
    match = skirmish(own, {"g2": "scout"}, "warrior_priest")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "ensign")
    use(match, 0, "up:ensign", "lead:g4:g3", "attack:g3:g2")
    assert board(match) == {"e5": "warrior_priest", "f4": "ensign", "g3": "berserker"}
    assert coins(match, "face_up/0") == ["berserker", "ensign", "warrior_priest"]
    assert is_over(match)


@pytest.mark.rules("WC-167", "WC-168", "WC-147")
def test_a_chain_of_priests_goes_on_beyond_the_death_of_the_unit() -> None:
    match = skirmish(
        {"f4": "warrior_priest"}, {"f3": "pikeman", "g3": "scout"}, "warrior_priest", supply={"warrior_priest": 0}
    )
    maneuver(match, 0, "warrior_priest", "attack:f4:g3")
    draw_kind(match, 0, "warrior_priest")
    use(match, 0, "up:warrior_priest", "attack:f4:f3")
    assert board(match) == {}
    draw_kind(match, 0, "warrior_priest")
    use(match, 0, "deploy:warrior_priest:g6")
    assert board(match) == {"g6": "warrior_priest"}
    assert is_over(match)


@pytest.mark.rules("WC-102", "WC-155")
def test_a_royal_guard_decides_anew_at_each_blow_of_a_berserker() -> None:
    match = skirmish({"f4": "berserker 3"}, {"f3": "royal_guard"}, "berserker", supply={"royal_guard": 1})
    maneuver(match, 0, "berserker", "attack:f4:f3")
    use(match, 1, "supply")
    assert (kind(match), asked(match)) == ("repeat", [0])
    use(match, 0, "attack:f4:f3")
    assert board(match) == {"f4": "berserker 2"}, "the supply is empty, so nobody is asked"
    assert kind(match) == "repeat"


@pytest.mark.rules("WC-122", "WC-147")
def test_a_footman_that_falls_does_not_keep_the_other_from_acting() -> None:
    match = skirmish({"e3": "footman", "d6": "footman"}, {"f2": "pikeman 2"}, "footman")
    use(match, 0, "up:footman", "both", "attack:e3:f2", "move:d6:d7")
    assert board(match) == {"f2": "pikeman", "d7": "footman"}
    assert is_over(match)


@pytest.mark.rules("WC-121", "WC-110", "WC-140")
def test_a_leader_commands_either_footman() -> None:
    own = {"f4": "marshall", "f3": "footman", "e4": "footman"}
    match = skirmish(own, {"f2": "scout 2", "e3": "lancer"}, "marshall")
    use(match, 0, "up:marshall")
    assert allowed(match, 0, "order") == {"order:f3:f2", "order:f3:e3", "order:e4:e3"}


@pytest.mark.rules("WC-035", "WC-095", "A-5")
@pytest.mark.parametrize("unit", ["swordsman", "ensign", "marshall", "cavalry"])
def test_a_coin_commands_only_the_unit_of_its_kind(unit: str) -> None:
    own = {"f4": "swordsman", "f5": "ensign", "e5": "marshall", "g4": "cavalry"}
    match = skirmish(own, {"f2": "scout"}, unit)
    use(match, 0, f"up:{unit}")
    at = next(cell for cell, name in own.items() if name == unit)
    ordinary = [o.key for o in match.options(Seat(0)) if o.key.startswith(("move", "attack", "control"))]
    assert {key.split(":")[1] for key in ordinary} == {at}


@pytest.mark.rules("WC-096", "WC-140", "A-6")
def test_a_marshall_without_anybody_who_can_attack_cannot_be_paid_for_face_up() -> None:
    walls = {"c6": "archer", "d6": "lancer", "d7": "scout"}
    match = skirmish({"c7": "marshall", **walls}, {"c5": "pikeman"}, "marshall")
    assert reason(match, 0, "up:marshall") == ("nothing_to_do", "WC-076")
    assert {"down:marshall", "bolster:marshall:c7"} <= allowed(match, 0)


@pytest.mark.rules("WC-090", "WC-125", "WC-147")
def test_the_same_holds_for_the_second_player() -> None:
    match = skirmish(
        {"f4": "pikeman 2", "g2": "knight"}, {"f3": "scout", "f2": "marshall 2"}, "pikeman", other="marshall scout"
    )
    use(match, 0, "down:pikeman", "pass")
    use(match, 1, "up:marshall")
    assert reason(match, 1, "order:f3:g2") == ("needs_bolstered_attacker", "WC-125")
    assert offered(match, 1, "order:f3:f2") is None
    use(match, 1, "order:f3:f4")
    assert board(match) == {"f4": "pikeman", "g2": "knight", "f2": "marshall 2"}


@pytest.mark.rules("WC-080", "WC-165")
def test_hands_show_control_by_taking_a_marker_or_laying_it_under_the_unit() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest")
    use(match, 0, "up:warrior_priest")
    option = offered(match, 0, "control:e5")
    assert option is not None
    marker = match.state.pile("stock_wolf").pieces[0]
    assert option.ways == (Taken("stock_wolf", marker), Laid("e5", marker))
    assert option.cell == "e5"


@pytest.mark.rules("WC-122")
def test_the_tactic_of_two_footmen_is_one_entry_of_the_list_and_has_no_gesture() -> None:
    match = skirmish({"f4": "footman", "c7": "footman"}, {}, "footman")
    use(match, 0, "up:footman")
    both = [o for o in match.options(Seat(0)) if o.key == "both"]
    assert [o.ways for o in both] == [()]


# -- what hands try and nobody lists -----------------------------------------------------------------------------------


@pytest.mark.rules("WC-160", "WC-077")
def test_a_swordsman_that_steps_on_too_far_is_told_so() -> None:
    match = skirmish({"f4": "swordsman", "f5": "scout"}, {"f3": "lancer"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert far_reason(match, 0, "move:f4:f2") == ("not_adjacent", "WC-077")
    assert offered(match, 0, "move:f4:f2") is None


@pytest.mark.rules("WC-102", "WC-077", "WC-090")
def test_a_berserker_that_goes_on_too_far_or_against_a_friend_is_told_so() -> None:
    match = skirmish({"f4": "berserker 2", "f2": "scout"}, {}, "berserker")
    maneuver(match, 0, "berserker", "move:f4:f3")
    assert far_reason(match, 0, "move:f3:f1") == ("not_adjacent", "WC-077")
    assert far_reason(match, 0, "attack:f3:f2") == ("friendly_target", "WC-090")


@pytest.mark.rules("WC-145", "WC-077", "WC-090")
def test_a_mercenary_that_goes_too_far_for_its_pay_is_told_so() -> None:
    match = skirmish({"f4": "mercenary", "f3": "scout"}, {}, "royal")
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert far_reason(match, 0, "move:f4:f2") == ("not_adjacent", "WC-077")
    assert far_reason(match, 0, "attack:f4:f3") == ("friendly_target", "WC-090")


@pytest.mark.rules("WC-122", "WC-077")
def test_footmen_that_go_too_far_in_their_tactic_are_told_so() -> None:
    match = skirmish({"f4": "footman", "c7": "footman"}, {}, "footman")
    use(match, 0, "up:footman", "both")
    assert far_reason(match, 0, "move:f4:f2") == far_reason(match, 0, "move:c7:c5") == ("not_adjacent", "WC-077")
    use(match, 0, "move:f4:f3")
    assert far_reason(match, 0, "move:c7:c5") == ("not_adjacent", "WC-077")


# -- every unit's list -------------------------------------------------------------------------------------------------

OWN = {"e5": "{} 2", "d6": "berserker", "f5": "swordsman"}
FOES = {"f4": "knight 2", "e3": "pikeman 2", "g3": "mercenary", "d5": "scout"}


@pytest.mark.rules("WC-035", "WC-095", "WC-096")
@pytest.mark.parametrize("unit", [*(name for name, unit in units().items() if unit.tactic), "warrior_priest"])
def test_all_that_is_listed_as_allowed_can_be_done_and_all_else_is_refused_as_it_says(unit: str) -> None:
    own = {cell: text.format(unit) for cell, text in OWN.items()}

    def paid() -> Match:
        match = skirmish(own, FOES, unit)
        use(match, 0, f"up:{unit}")
        return match

    start = paid()
    before = board(start)
    keys = [o.key for o in start.options(Seat(0))]
    assert len(keys) == len(set(keys)), "nothing is listed twice"
    for option in start.options(Seat(0)):
        match = paid()
        outcome = match.submit(Answer(Seat(0), option.key))
        if option.refusal is None:
            assert isinstance(outcome, Accepted), option.key
            assert option.key in ("back", "both") or kind(match) != "maneuver"
        else:
            assert isinstance(outcome, Refusal), option.key
            assert (outcome.code, outcome.rule) == (option.refusal.code, option.refusal.rule)
            assert board(match) == before, "a refusal changes nothing"
    targets = {o.key.split(":")[2] for o in start.options(Seat(0)) if o.key.startswith(("attack", "shoot", "order"))}
    assert not targets & set(own), "nobody of the own side is ever a target"
    assert targets <= set(FOES)
