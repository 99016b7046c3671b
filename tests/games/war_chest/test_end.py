"""The end: the last marker wins at once, and a game in which nobody will have a coin again is a draw."""

from __future__ import annotations

import pytest

from rules.engine.questions import Answer
from rules.engine.types import Refusal, Seat
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    board,
    coins,
    control,
    deal,
    kind,
    kinds,
    maneuver,
    skirmish,
    use,
    winners,
)

ALL_BUT_ONE = dict.fromkeys(("c6", "d4", "e5"), "wolf")
"""With both starting ones the Wolf has five of six markers on the board."""


@pytest.mark.rules("WC-180", "WC-085")
def test_the_sixth_marker_wins_at_once() -> None:
    match = battle(
        board={"g3": "swordsman"}, markers=ALL_BUT_ONE, hands={0: "swordsman pikeman", 1: "archer scout"}, initiative=1
    )
    assert len(match.state.pile("stock_wolf")) == 1
    events = maneuver(match, 0, "swordsman", "control:g3")
    assert kinds(events) == ["paid", "controlled"]
    assert winners(match) == [0]
    assert match.state.result is not None
    assert [line.code for line in match.state.result.lines] == ["all_markers_placed"]
    assert match.question is None
    assert coins(match, "hand/0") == ["pikeman"]
    outcome = match.check(Answer(Seat(1), "down:archer"))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "match_over"


@pytest.mark.rules("WC-180")
def test_the_other_side_wins_in_the_same_way() -> None:
    match = battle(
        board={"g3": "archer"}, markers=dict.fromkeys(("c6", "d4", "d7"), "raven"), hands={1: "archer"}, turn=1
    )
    maneuver(match, 1, "archer", "control:g3")
    assert winners(match) == [1]


@pytest.mark.rules("WC-180", "WC-181")
def test_five_markers_do_not_win() -> None:
    markers = dict.fromkeys(("c6", "d4"), "wolf")
    match = battle(board={"g3": "swordsman"}, markers=markers, hands={0: "swordsman", 1: "archer"})
    maneuver(match, 0, "swordsman", "control:g3")
    assert winners(match) == []
    assert (kind(match), asked(match)) == ("turn", [1])


@pytest.mark.rules("WC-180", "WC-081")
def test_a_marker_that_was_lost_has_to_be_laid_again() -> None:
    match = battle(
        board={"d4": "archer", "g3": "swordsman"}, markers=ALL_BUT_ONE, hands={0: "swordsman", 1: "archer"}, turn=1
    )
    maneuver(match, 1, "archer", "control:d4")
    maneuver(match, 0, "swordsman", "control:g3")
    assert winners(match) == []
    assert len(match.state.pile("stock_wolf")) == 1


@pytest.mark.rules("WC-085")
def test_no_draw_follows_the_winning_control_of_a_priest() -> None:
    match = battle(
        armies=("warrior_priest swordsman pikeman crossbowman", "archer cavalry lancer scout"),
        board={"g3": "warrior_priest"},
        markers=ALL_BUT_ONE,
        hands={0: "warrior_priest", 1: "archer"},
    )
    events = maneuver(match, 0, "warrior_priest", "control:g3")
    assert kinds(events) == ["paid", "controlled"]
    assert winners(match) == [0]
    assert match.question is None


@pytest.mark.rules("WC-085")
def test_no_second_footman_and_no_repeat_follow_either() -> None:
    match = battle(
        armies=("footman swordsman pikeman crossbowman", "archer cavalry lancer scout"),
        board={"g3": "footman", "f4": "footman"},
        markers=ALL_BUT_ONE,
        hands={0: "footman", 1: "archer"},
    )
    maneuver(match, 0, "footman", "both")
    use(match, 0, "control:g3")
    assert (winners(match), match.question) == ([0], None)
    match = battle(
        armies=("berserker swordsman pikeman crossbowman", "archer cavalry lancer scout"),
        board={"g3": "berserker 2"},
        markers=ALL_BUT_ONE,
        hands={0: "berserker", 1: "archer"},
    )
    maneuver(match, 0, "berserker", "control:g3")
    assert (winners(match), match.question) == ([0], None)


@pytest.mark.rules("WC-181", "WC-182")
def test_nobody_wins_by_destroying_all_units() -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "scout"}, "swordsman", empty_bags=(1,), supply={"scout": 0})
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    use(match, 0, "stop")
    assert board(match) == {"f4": "swordsman"}
    assert winners(match) == []
    assert asked(match) == [1]  # with a Royal Coin left


@pytest.mark.rules("WC-182", "WC-027")
def test_who_has_neither_units_nor_coins_stays_in_the_game() -> None:
    match = battle(phase="draw", empty_bags=(1,), supply=dict.fromkeys(("archer", "cavalry", "lancer", "scout"), 0))
    deal(match)
    for _ in range(3):
        assert asked(match) == [0]
        use(match, 0, "down", "pass")
    assert winners(match) == []
    assert match.state.result is None
    assert kind(match) == "draw"
    assert control(match)["e2"] == "raven"


@pytest.mark.rules("WC-183", "A-12")
def test_when_nobody_can_draw_again_it_is_a_draw() -> None:
    match = battle(board={"f4": "swordsman"}, hands={0: "pikeman"}, empty_bags=(0, 1))
    use(match, 0, "deploy:pikeman:d7")  # the last coin of all stays on the board
    assert match.state.result is not None
    assert winners(match) == []
    assert [line.code for line in match.state.result.lines] == ["no_coins_left"]
    assert match.question is None


@pytest.mark.rules("WC-183", "A-12")
@pytest.mark.parametrize(
    "more", [{"face_up": {1: "archer"}}, {"face_down": {1: "archer"}}, {"empty_bags": (0,)}, {"empty_bags": (1,)}]
)
def test_one_coin_anywhere_keeps_the_game_going(more: dict[str, object]) -> None:
    given: dict[str, object] = {"empty_bags": (0, 1), **more}
    match = battle(hands={0: "pikeman"}, **given)  # type: ignore[arg-type]
    use(match, 0, "deploy:pikeman:d7")
    assert match.state.result is None
    assert kind(match) == "draw"


@pytest.mark.rules("WC-183", "WC-181")
def test_a_full_supply_alone_does_not_keep_it_going() -> None:
    """Recruiting costs a coin, and there is none."""
    match = battle(hands={0: "pikeman"}, empty_bags=(0, 1), supply={"swordsman": 3, "archer": 2})
    assert "deploy:pikeman:d7" in allowed(match, 0)
    use(match, 0, "deploy:pikeman:d7")
    assert match.state.result is not None
    assert winners(match) == []
