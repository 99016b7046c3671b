"""What the rules leave open, each way: the options of a match that change what units do."""

from __future__ import annotations

import pytest

from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    begin,
    board,
    coins,
    is_over,
    kind,
    maneuver,
    offered,
    reason,
    skirmish,
    use,
)


@pytest.mark.rules("WC-104", "A-1")
@pytest.mark.parametrize("to_box", [False, True])
def test_the_coin_that_a_berserker_spends(to_box: bool) -> None:
    match = skirmish({"f4": "berserker 2"}, {}, "berserker", settings={"berserker_coin_to_box": to_box})
    maneuver(match, 0, "berserker", "move:f4:f3")
    use(match, 0, "move:f3:f2")
    assert coins(match, "face_up/0") == ["berserker"] * (1 if to_box else 2)
    assert coins(match, "face_up/0", reader=1) == coins(match, "face_up/0"), "it lies open"
    assert coins(match, "box").count("berserker") == (1 if to_box else 0)


@pytest.mark.rules("WC-106", "WC-125")
@pytest.mark.parametrize("before", [False, True])
def test_which_height_of_a_berserker_counts_against_a_knight(before: bool) -> None:
    match = skirmish(
        {"f4": "berserker 2"}, {"f3": "knight 2"}, "berserker", settings={"berserker_height_before": before}
    )
    maneuver(match, 0, "berserker", "attack:f4:f3")
    if before:
        use(match, 0, "attack:f4:f3")
        assert board(match) == {"f4": "berserker"}
        assert is_over(match), "but never its last coin"
    else:
        assert reason(match, 0, "attack:f4:f3") == ("needs_bolstered_attacker", "WC-125")


@pytest.mark.rules("WC-167", "A-16")
@pytest.mark.parametrize("draws", [True, False])
@pytest.mark.parametrize("is_ordered", [True, False])
def test_whether_a_fallen_warrior_priest_lets_its_owner_draw(draws: bool, is_ordered: bool) -> None:
    own = {"f4": "warrior_priest", "f5": "marshall"}
    settings = {"dead_priest_draws": draws}
    match = skirmish(own, {"f3": "pikeman"}, "warrior_priest marshall", settings=settings)
    coin, key = ("marshall", "order:f4:f3") if is_ordered else ("warrior_priest", "attack:f4:f3")
    maneuver(match, 0, coin, key)
    assert board(match) == {"f5": "marshall"}
    assert kind(match) == ("bless" if draws else "turn")
    assert is_over(match) is not draws


@pytest.mark.rules("WC-167")
def test_a_living_warrior_priest_draws_in_any_case() -> None:
    settings = {"dead_priest_draws": False}
    match = skirmish({"f4": "warrior_priest 2"}, {"f3": "pikeman"}, "warrior_priest", settings=settings)
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    assert kind(match) == "bless"


@pytest.mark.rules("WC-124", "A-8")
def test_the_second_footman_may_be_left_out_where_the_table_plays_it_so() -> None:
    own = {"e5": "footman", "f3": "footman"}
    match = skirmish(own, {}, "footman", settings={"footman_both": False})
    use(match, 0, "up:footman", "both")
    assert offered(match, 0, "stop") is None, "one of them has to act"
    use(match, 0, "control:e5")
    assert "stop" in allowed(match, 0)
    use(match, 0, "stop")
    assert board(match) == own
    assert is_over(match)


@pytest.mark.rules("WC-124")
def test_the_second_footman_may_act_all_the_same() -> None:
    match = skirmish({"e5": "footman", "f3": "footman"}, {}, "footman", settings={"footman_both": False})
    use(match, 0, "up:footman", "both", "control:e5", "move:f3:f2")
    assert board(match) == {"e5": "footman", "f2": "footman"}


@pytest.mark.rules("WC-142", "WC-226", "A-10")
@pytest.mark.parametrize(
    ("unit", "question"), [("swordsman", "step_on"), ("berserker", "repeat"), ("warrior_priest", "bless")]
)
@pytest.mark.parametrize("triggers", [True, False])
def test_whether_a_teammates_unit_uses_what_follows_from_an_order(unit: str, question: str, triggers: bool) -> None:
    match = battle(
        armies=("marshall", "scout", unit, "lancer"),
        board={"f4": "marshall", "f3": f"{unit} 2", "f2": "scout 2"},
        hands={0: "marshall", 1: "royal"},
        settings={"partner_triggers": triggers},
    )
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert board(match)["f2"] == "scout"
    assert (kind(match), asked(match)) == ((question, [2]) if triggers else ("turn", [1]))


@pytest.mark.rules("WC-142")
@pytest.mark.parametrize(("unit", "question"), [("swordsman", "step_on"), ("warrior_priest", "bless")])
def test_ones_own_units_use_it_in_any_case(unit: str, question: str) -> None:
    match = battle(
        armies=(f"marshall {unit}", "scout", "archer", "lancer"),
        board={"f4": "marshall", "f3": unit, "f2": "scout 2"},
        hands={0: "marshall", 1: "royal"},
        settings={"partner_triggers": False},
    )
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert (kind(match), asked(match)) == (question, [0])


@pytest.mark.rules("WC-170", "WC-226")
def test_a_teammates_priest_without_effects_does_not_draw_before_a_royal_guards_choice_either() -> None:
    match = battle(
        armies=("marshall", "royal_guard", "warrior_priest", "lancer"),
        board={"f4": "marshall", "f3": "warrior_priest", "f2": "royal_guard"},
        hands={0: "marshall", 1: "royal"},
        settings={"partner_triggers": False},
    )
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    use(match, 1, "unit")
    assert is_over(match)


# -- the card of the Royal Guard ---------------------------------------------------------------------------------------


@pytest.mark.rules("WC-158", "A-2")
@pytest.mark.parametrize("printing", ["later", "first"])
def test_whose_box_has_a_royal_guard_is_asked_which_card_it_is(printing: str) -> None:
    match = begin(armies="crecy")
    assert (kind(match), asked(match)) == ("guard_card", [0])
    assert allowed(match, 0) == {"later", "first"}
    use(match, 0, printing)
    assert match.state["guard_card"] == printing
    assert kind(match) != "guard_card"


@pytest.mark.rules("WC-158", "A-2")
@pytest.mark.parametrize("printing", ["later", "first"])
def test_a_table_that_has_said_it_before_is_not_asked(printing: str) -> None:
    match = begin(armies="crecy", royal_guard=printing)
    assert kind(match) == "fill_bags"
    assert match.state["guard_card"] == printing


@pytest.mark.rules("WC-158")
def test_without_a_royal_guard_nobody_is_asked() -> None:
    assert kind(begin(armies="bannockburn")) == "fill_bags"


@pytest.mark.rules("WC-158")
def test_the_later_card_is_the_one_that_is_listed_first() -> None:
    match = begin(armies="gaugamela")
    assert asked(match) == [1]
    assert [o.key for o in match.options(match.waiting[0])] == ["later", "first"]
