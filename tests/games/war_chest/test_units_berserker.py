"""The Berserker goes on as long as it pays with its own coins."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.war_chest._match import (
    allowed,
    asked,
    board,
    coins,
    control,
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


def asks_again(match: Match) -> bool:
    return (kind(match), asked(match)) == ("repeat", [0])


@pytest.mark.rules("WC-102", "WC-103", "WC-104", "A-1")
def test_a_berserker_moves_on_for_its_own_coins_and_one_coin_from_the_hand() -> None:
    match = skirmish({"f4": "berserker 3"}, {}, "berserker royal")
    maneuver(match, 0, "berserker", "move:f4:f3")
    assert asks_again(match)
    events = use(match, 0, "move:f3:f2")
    assert kinds(events)[:2] == ["spent_coin", "moved"], "it pays first"
    assert board(match) == {"f2": "berserker 2"}
    use(match, 0, "move:f2:f1")
    assert board(match) == {"f1": "berserker"}
    assert coins(match, "face_up/0") == ["berserker"] * 3, "the coin of the hand and two of its own, in the open"
    assert coins(match, "hand/0") == ["royal"]
    assert is_over(match), "the last coin cannot be spent"


@pytest.mark.rules("WC-102")
def test_moves_attacks_and_control_may_follow_each_other() -> None:
    match = skirmish({"f4": "berserker 4"}, {"e6": "scout 2"}, "berserker")
    maneuver(match, 0, "berserker", "move:f4:e5")
    use(match, 0, "control:e5")
    assert control(match)["e5"] == "wolf"
    use(match, 0, "attack:e5:e6")
    assert board(match) == {"e5": "berserker 2", "e6": "scout"}
    use(match, 0, "attack:e5:e6")
    assert board(match) == {"e5": "berserker"}
    assert is_over(match)


@pytest.mark.rules("WC-102")
@pytest.mark.parametrize("first", ["move:e5:e4", "control:e5", "attack:e5:e6"])
def test_every_maneuver_of_a_berserker_of_two_coins_can_be_followed_by_one_more(first: str) -> None:
    match = skirmish({"e5": "berserker 2"}, {"e6": "scout 3"}, "berserker")
    maneuver(match, 0, "berserker", first)
    assert asks_again(match)
    assert {o.key for o in match.options(match.waiting[0]) if o.refusal is None} >= {"stop"}
    at = "e4" if first.startswith("move") else "e5"
    use(match, 0, f"move:{at}:d5")
    assert board(match)["d5"] == "berserker"
    assert is_over(match)


@pytest.mark.rules("WC-102", "WC-C12")
def test_it_need_not_go_on_and_a_button_says_so() -> None:
    match = skirmish({"f4": "berserker 2"}, {}, "berserker")
    maneuver(match, 0, "berserker", "move:f4:f3")
    assert match.question is not None
    assert match.question.confirm == "stop"
    use(match, 0, "stop")
    assert board(match) == {"f3": "berserker 2"}
    assert coins(match, "face_up/0") == ["berserker"]
    assert is_over(match)


@pytest.mark.rules("WC-102")
@pytest.mark.parametrize("first", ["move:e5:e4", "control:e5", "attack:e5:e6"])
def test_a_berserker_of_one_coin_is_not_even_asked(first: str) -> None:
    match = skirmish({"e5": "berserker"}, {"e6": "scout 2"}, "berserker")
    maneuver(match, 0, "berserker", first)
    assert is_over(match)


@pytest.mark.rules("WC-102")
def test_placing_a_coin_on_it_is_no_maneuver() -> None:
    match = skirmish({"e5": "berserker"}, {"e6": "scout"}, "berserker")
    use(match, 0, "bolster:berserker:e5")
    assert is_over(match)


@pytest.mark.rules("WC-102")
def test_nothing_is_asked_where_it_could_do_nothing() -> None:
    walls = {"c5": "footman", "d5": "footman", "d6": "swordsman"}
    match = skirmish({"c6": "berserker 2", **walls}, {"c7": "knight"}, "berserker")
    maneuver(match, 0, "berserker", "control:c6")
    assert is_over(match), "shut in, and with one coin left it could not attack the Knight"


@pytest.mark.rules("WC-106", "WC-125")
def test_the_height_after_paying_counts_against_a_knight() -> None:
    match = skirmish({"f4": "berserker 3"}, {"f3": "knight 3"}, "berserker")
    maneuver(match, 0, "berserker", "attack:f4:f3")
    use(match, 0, "attack:f4:f3")
    assert board(match) == {"f4": "berserker 2", "f3": "knight"}
    assert reason(match, 0, "attack:f4:f3") == ("needs_bolstered_attacker", "WC-125")
    assert "move:f4:f5" in allowed(match, 0)


@pytest.mark.rules("WC-105", "WC-110")
def test_a_berserker_led_by_an_ensign_may_go_on() -> None:
    match = skirmish({"f4": "ensign", "f3": "berserker 2"}, {"g1": "scout"}, "ensign")
    maneuver(match, 0, "ensign", "lead:f3:g2")
    assert asks_again(match)
    use(match, 0, "attack:g2:g1")
    assert board(match) == {"f4": "ensign", "g2": "berserker"}
    assert coins(match, "face_up/0") == ["berserker", "ensign"]


@pytest.mark.rules("WC-105", "WC-142")
def test_a_berserker_ordered_by_a_marshall_may_go_on() -> None:
    match = skirmish({"f4": "marshall", "f3": "berserker 2"}, {"f2": "scout 2"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert asks_again(match)
    use(match, 0, "attack:f3:f2")
    assert board(match) == {"f4": "marshall", "f3": "berserker"}
    assert is_over(match)


@pytest.mark.rules("WC-102", "WC-147")
def test_a_pikeman_takes_the_coin_that_it_would_have_spent() -> None:
    match = skirmish({"f4": "berserker 2"}, {"f3": "pikeman 2"}, "berserker")
    maneuver(match, 0, "berserker", "attack:f4:f3")
    assert board(match) == {"f4": "berserker", "f3": "pikeman"}
    assert is_over(match), "one coin is left, which it cannot spend"


@pytest.mark.rules("WC-102", "WC-147", "A-16")
def test_a_berserker_may_spend_itself_to_its_last_coin_and_die_of_a_pikeman() -> None:
    match = skirmish({"f4": "berserker 3"}, {"f3": "pikeman 2"}, "berserker")
    maneuver(match, 0, "berserker", "attack:f4:f3")
    use(match, 0, "attack:f4:f3")
    assert board(match) == {}
    assert coins(match, "face_up/0") == ["berserker", "berserker"]
    assert is_over(match)


@pytest.mark.rules("WC-102")
def test_what_it_cannot_do_again_is_listed_with_the_reason_and_nothing_is_taken_back() -> None:
    match = skirmish({"f4": "berserker 2"}, {"f1": "scout"}, "berserker")
    maneuver(match, 0, "berserker", "move:f4:f3")
    assert offered(match, 0, "back") is None
    assert reason(match, 0, "control:f3") == ("not_a_location", "WC-082")
    assert reason(match, 0, "attack:f3:f1") == ("not_adjacent", "WC-086")


@pytest.mark.rules("WC-102", "WC-085")
def test_a_berserker_that_wins_is_not_asked_to_go_on() -> None:
    held = {"c6": "wolf", "d4": "wolf", "g3": "wolf"}
    match = skirmish({"e5": "berserker 3"}, {}, "berserker", markers=held)
    maneuver(match, 0, "berserker", "control:e5")
    assert winners(match) == [0]
    assert match.question is None
