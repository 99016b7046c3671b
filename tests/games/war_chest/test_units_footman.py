"""Footmen: two units at once, and a tactic that uses both."""

from __future__ import annotations

import pytest

from tests.games.war_chest._match import (
    allowed,
    asked,
    board,
    coins,
    control,
    far_reason,
    is_over,
    kind,
    offered,
    reason,
    refused,
    skirmish,
    use,
    winners,
)

SHUT_IN = {"c6": "swordsman", "d6": "pikeman", "d7": "crossbowman"}
"""All neighbours of c7, a corner of the board."""


@pytest.mark.rules("WC-120")
def test_two_footmen_may_stand_on_the_board_and_no_third() -> None:
    match = skirmish({"f4": "footman"}, {}, "footman footman", markers={"e5": "wolf"})
    use(match, 0, "deploy:footman:d7")
    assert board(match) == {"f4": "footman", "d7": "footman"}
    use(match, 1, "down:royal_raven", "pass")
    assert reason(match, 0, "deploy:footman") == ("already_on_board", "WC-120")
    assert not allowed(match, 0, "deploy")
    assert far_reason(match, 0, "deploy:footman:e5") == ("already_on_board", "WC-120")
    assert refused(match, 0, "deploy:footman").code == "already_on_board"


@pytest.mark.rules("WC-120")
def test_of_every_other_unit_there_is_only_one() -> None:
    match = skirmish({"f4": "swordsman"}, {}, "swordsman")
    assert reason(match, 0, "deploy:swordsman") == ("already_on_board", "WC-044")


@pytest.mark.rules("WC-121", "A-19", "WC-C06")
def test_the_owner_says_which_footman_is_bolstered() -> None:
    match = skirmish({"f4": "footman", "c7": "footman 2"}, {}, "footman")
    assert allowed(match, 0, "bolster") == {"bolster:footman:f4", "bolster:footman:c7"}
    use(match, 0, "bolster:footman:f4")
    assert board(match) == {"f4": "footman 2", "c7": "footman 2"}


@pytest.mark.rules("WC-121", "A-8", "WC-C06")
def test_an_ordinary_maneuver_is_made_by_one_of_them() -> None:
    match = skirmish({"f4": "footman", "c7": "footman"}, {"f3": "scout", "c6": "archer"}, "footman")
    use(match, 0, "up:footman")
    assert allowed(match, 0, "attack") == {"attack:f4:f3", "attack:c7:c6"}
    assert {"move:f4:f5", "move:c7:d7"} <= allowed(match, 0, "move")
    use(match, 0, "attack:c7:c6")
    assert board(match) == {"f4": "footman", "c7": "footman", "f3": "scout"}
    assert is_over(match)


@pytest.mark.rules("WC-122", "WC-C16")
@pytest.mark.parametrize("first", ["control:e5", "attack:f3:f2"])
def test_the_tactic_gives_each_footman_one_maneuver_in_the_order_that_the_owner_likes(first: str) -> None:
    match = skirmish({"e5": "footman", "f3": "footman"}, {"f2": "scout"}, "footman")
    use(match, 0, "up:footman", "both")
    assert (kind(match), asked(match)) == ("footman", [0])
    assert {"control:e5", "move:e5:e4", "attack:f3:f2", "move:f3:g2"} <= allowed(match, 0)
    use(match, 0, first)
    second = "attack:f3:f2" if first == "control:e5" else "control:e5"
    assert {o.key.split(":")[1] for o in match.options(match.waiting[0])} == {second.split(":")[1]}, "only the other"
    use(match, 0, second)
    assert board(match) == {"e5": "footman", "f3": "footman"}
    assert control(match)["e5"] == "wolf"
    assert coins(match, "face_up/0") == ["footman"], "one coin pays for both"
    assert is_over(match)


@pytest.mark.rules("WC-122")
def test_both_may_attack_the_same_unit_while_it_stands() -> None:
    match = skirmish({"e3": "footman", "f3": "footman"}, {"f2": "scout 2"}, "footman")
    use(match, 0, "up:footman", "both", "attack:e3:f2", "attack:f3:f2")
    assert board(match) == {"e3": "footman", "f3": "footman"}


@pytest.mark.rules("WC-122")
def test_the_second_is_judged_when_the_first_has_finished() -> None:
    match = skirmish({"f4": "footman", "f5": "footman"}, {"f3": "scout"}, "footman")
    use(match, 0, "up:footman", "both")
    assert reason(match, 0, "move:f5:f4") == ("space_occupied", "WC-077")
    use(match, 0, "attack:f4:f3")
    assert reason(match, 0, "move:f5:f4") == ("space_occupied", "WC-077")
    use(match, 0, "move:f5:g4")
    match = skirmish({"f4": "footman", "f5": "footman"}, {"f3": "scout"}, "footman")
    use(match, 0, "up:footman", "both", "move:f4:e4")
    assert "move:f5:f4" in allowed(match, 0), "the first has left"
    assert reason(match, 0, "attack:f5:f3") == ("not_adjacent", "WC-086")


@pytest.mark.rules("WC-122", "WC-147")
def test_the_first_is_finished_with_all_that_follows_before_the_second() -> None:
    match = skirmish({"e3": "footman", "f3": "footman"}, {"f2": "pikeman 2"}, "footman")
    use(match, 0, "up:footman", "both", "attack:e3:f2")
    assert board(match) == {"f3": "footman", "f2": "pikeman"}, "it has paid for its attack already"
    use(match, 0, "attack:f3:f2")
    assert board(match) == {}
    assert is_over(match)


@pytest.mark.rules("WC-122", "WC-155")
def test_the_defender_of_the_first_attack_decides_before_the_second() -> None:
    match = skirmish({"e3": "footman", "f3": "footman"}, {"f2": "royal_guard 2"}, "footman")
    use(match, 0, "up:footman", "both", "attack:e3:f2")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    use(match, 1, "supply")
    assert (kind(match), asked(match)) == ("footman", [0])
    use(match, 0, "attack:f3:f2")
    use(match, 1, "unit")
    assert board(match) == {"e3": "footman", "f3": "footman", "f2": "royal_guard"}


@pytest.mark.rules("WC-123", "A-8")
def test_the_tactic_is_not_chosen_inside_itself() -> None:
    match = skirmish({"e5": "footman", "f3": "footman"}, {}, "footman")
    use(match, 0, "up:footman")
    assert "both" in allowed(match, 0)
    use(match, 0, "both")
    assert {o.key.split(":")[0] for o in match.options(match.waiting[0])} == {"move", "control"}
    use(match, 0, "control:e5")
    assert {o.key.split(":")[0] for o in match.options(match.waiting[0])} == {"move", "control"}


@pytest.mark.rules("WC-124", "A-8")
def test_both_that_can_must_act() -> None:
    match = skirmish({"e5": "footman", "f3": "footman"}, {}, "footman")
    use(match, 0, "up:footman", "both")
    assert offered(match, 0, "stop") is None
    use(match, 0, "control:e5")
    assert offered(match, 0, "stop") is None


@pytest.mark.rules("WC-124")
def test_one_that_can_do_nothing_is_left_out() -> None:
    match = skirmish({"c7": "footman", "f4": "footman", **SHUT_IN}, {}, "footman")
    use(match, 0, "up:footman", "both")
    assert {o.key.split(":")[1] for o in match.options(match.waiting[0])} == {"f4"}
    use(match, 0, "move:f4:f3")
    assert is_over(match)


@pytest.mark.rules("WC-124")
def test_one_that_the_first_shuts_in_is_left_out() -> None:
    walls = {"c6": "swordsman", "d6": "pikeman"}
    match = skirmish({"c7": "footman", "e6": "footman", **walls}, {}, "footman")
    use(match, 0, "up:footman", "both", "move:e6:d7")
    assert board(match) == {"c7": "footman", "d7": "footman", **walls}
    assert is_over(match)


@pytest.mark.rules("WC-124")
def test_one_that_the_first_sets_free_has_to_act() -> None:
    walls = {"c6": "swordsman", "d6": "pikeman"}
    match = skirmish({"c7": "footman", "d7": "footman", **walls}, {}, "footman")
    use(match, 0, "up:footman", "both")
    assert not {key for key in allowed(match, 0) if key.split(":")[1] == "c7"}
    use(match, 0, "move:d7:e6")
    assert allowed(match, 0) == {"move:c7:d7"}
    use(match, 0, "move:c7:d7")
    assert board(match) == {"d7": "footman", "e6": "footman", **walls}


@pytest.mark.rules("WC-124", "A-8")
def test_a_footman_alone_may_use_the_tactic_too() -> None:
    match = skirmish({"f4": "footman"}, {}, "footman")
    use(match, 0, "up:footman", "both", "move:f4:f3")
    assert board(match) == {"f3": "footman"}
    assert is_over(match)


@pytest.mark.rules("WC-124")
def test_when_no_footman_can_do_anything_the_coin_pays_for_no_maneuver() -> None:
    match = skirmish({"c7": "footman", **SHUT_IN}, {}, "footman")
    assert reason(match, 0, "up:footman") == ("nothing_to_do", "WC-076")


@pytest.mark.rules("WC-122", "WC-124")
def test_nothing_follows_the_last_marker() -> None:
    held = {"c6": "wolf", "d4": "wolf", "g3": "wolf"}
    match = skirmish({"e5": "footman", "f3": "footman"}, {}, "footman", markers=held)
    use(match, 0, "up:footman", "both", "control:e5")
    assert winners(match) == [0]
    assert match.question is None
