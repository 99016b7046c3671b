"""Choice points: who decides what, what goes by itself, and what a press of the button means."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.questions import Option
from rules.engine.types import Seat
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    board,
    coins,
    draw_kind,
    is_over,
    kind,
    kinds,
    maneuver,
    offered,
    skirmish,
    use,
)

FEET = ("footman pikeman crossbowman light_cavalry", "archer cavalry lancer scout")
FIRST = ("swordsman", "pikeman", "crossbowman", "light_cavalry")


def option(match: Match, seat: int, key: str) -> Option:
    found = offered(match, seat, key)
    assert found is not None
    return found


@pytest.mark.rules("WC-C03", "WC-C04")
def test_the_last_coin_and_its_action_are_played_by_hand_too() -> None:
    match = battle(hands={0: "royal", 1: "archer"}, supply=dict.fromkeys(FIRST, 0))
    assert (kind(match), asked(match)) == ("turn", [0])
    assert allowed(match, 0) == {"down:royal_wolf", "down"}  # one coin and one use of it: still asked
    assert match.question is not None
    assert match.question.facts == {"seat": Seat(0), "left": 1}
    assert match.question.confirm == ""
    use(match, 0, "down:royal_wolf")
    assert (kind(match), asked(match)) == ("face_down", [0])
    assert allowed(match, 0) == {"pass", "back"}
    assert match.question is not None
    assert match.question.confirm == "pass"


@pytest.mark.rules("WC-C03")
def test_every_coin_of_the_hand_can_be_chosen() -> None:
    match = battle(hands={0: "royal pikeman swordsman", 1: "archer"})
    assert {o.piece for o in match.options(Seat(0))} == {"royal_wolf", "pikeman#1", "swordsman#1", None}
    assert allowed(match, 0, "down") == {"down:royal_wolf", "down:pikeman", "down:swordsman", "down"}


@pytest.mark.rules("WC-C05")
def test_a_deployment_names_its_hex() -> None:
    match = battle(hands={0: "pikeman", 1: "archer"}, markers={"d7": "", "c6": "wolf"})
    assert {(o.key, o.cell) for o in match.options(Seat(0)) if o.key.startswith("deploy") and o.refusal is None} == {
        ("deploy:pikeman:c6", "c6"),
        ("deploy:pikeman:g6", "g6"),
    }


@pytest.mark.rules("WC-C06", "WC-121")
def test_which_footman_is_bolstered_or_acts() -> None:
    match = battle(
        armies=FEET, board={"d4": "footman", "f4": "footman"}, hands={0: "footman footman", 1: "archer royal"}
    )
    assert allowed(match, 0, "bolster") == {"bolster:footman:d4", "bolster:footman:f4"}
    use(match, 0, "up:footman")
    assert {key.split(":")[1] for key in allowed(match, 0, "move")} == {"d4", "f4"}
    use(match, 0, "move:f4:f3")
    assert board(match) == {"d4": "footman", "f3": "footman"}


@pytest.mark.rules("WC-C07")
def test_which_kind_is_recruited() -> None:
    match = battle(hands={0: "pikeman", 1: "archer"}, supply={"swordsman": 0, "pikeman": 0, "light_cavalry": 0})
    use(match, 0, "down:pikeman")
    assert allowed(match, 0, "recruit") == {"recruit:crossbowman"}
    assert option(match, 0, "recruit:crossbowman").say.facts == {"unit": "crossbowman", "left": 3}


@pytest.mark.rules("WC-C08")
def test_a_move_is_chosen_by_its_end() -> None:
    match = battle(board={"f4": "light_cavalry"}, hands={0: "light_cavalry", 1: "archer"})
    use(match, 0, "up:light_cavalry")
    ends = [o.cell for o in match.options(Seat(0)) if o.key.startswith(("move:", "ride:"))]
    assert len(ends) == len(set(ends)) + 6  # each hex beside it by a move, and round a corner by the tactic
    assert len(set(ends)) == 18


@pytest.mark.rules("WC-C09", "WC-107")
def test_the_only_target_of_a_cavalry_goes_by_itself() -> None:
    match = skirmish({"f5": "cavalry"}, {"f3": "scout 2"}, "cavalry")
    maneuver(match, 0, "cavalry", "swoop:f5:f4")
    assert board(match)["f3"] == "scout"
    assert is_over(match)


@pytest.mark.rules("WC-C09", "WC-107")
def test_of_several_targets_the_active_player_chooses() -> None:
    match = skirmish({"f5": "cavalry"}, {"f3": "scout 2", "g3": "knight", "e4": "archer"}, "cavalry")
    maneuver(match, 0, "cavalry", "swoop:f5:f4")
    assert (kind(match), asked(match)) == ("swoop_target", [0])
    assert allowed(match, 0) == {"attack:f4:f3", "attack:f4:e4"}  # not the Knight
    use(match, 0, "attack:f4:e4")
    assert board(match) == {"f4": "cavalry", "f3": "scout 2", "g3": "knight"}


@pytest.mark.rules("WC-C10", "WC-110", "WC-140")
def test_which_unit_is_commanded() -> None:
    match = skirmish({"f4": "ensign", "f3": "scout", "h2": "knight", "f1": "pikeman"}, {}, "ensign")
    use(match, 0, "up:ensign")
    assert {key.split(":")[1] for key in allowed(match, 0, "lead")} == {"f3", "h2"}
    match = skirmish({"f4": "marshall", "f3": "scout", "h2": "pikeman"}, {"f2": "archer", "h1": "lancer"}, "marshall")
    use(match, 0, "up:marshall")
    assert allowed(match, 0, "order") == {"order:f3:f2", "order:h2:h1"}


@pytest.mark.rules("WC-C11", "WC-160")
def test_a_swordsman_stays_unless_its_owner_says_so() -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "scout 2"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("step_on", [0])
    assert match.question is not None
    assert match.question.confirm == "stop"
    assert allowed(match, 0) == {"stop", *(f"move:f4:{to}" for to in ("f5", "e4", "e5", "g3", "g4"))}
    use(match, 0, "stop")
    assert board(match) == {"f4": "swordsman", "f3": "scout"}
    assert is_over(match)


@pytest.mark.rules("WC-C12", "WC-102")
def test_a_berserker_stops_unless_its_owner_says_so() -> None:
    match = skirmish({"f4": "berserker 2"}, {"f2": "scout"}, "berserker")
    maneuver(match, 0, "berserker", "move:f4:f3")
    assert (kind(match), asked(match)) == ("repeat", [0])
    assert match.question is not None
    assert match.question.confirm == "stop"
    assert {"stop", "attack:f3:f2", "move:f3:f4"} <= allowed(match, 0)
    use(match, 0, "stop")
    assert board(match) == {"f3": "berserker 2", "f2": "scout"}
    assert is_over(match)


@pytest.mark.rules("WC-C13", "WC-145")
def test_a_mercenary_does_nothing_unless_its_owner_says_so() -> None:
    match = skirmish({"f4": "mercenary"}, {"f2": "scout"}, "mercenary")
    use(match, 0, "down:mercenary", "recruit:mercenary")
    assert (kind(match), asked(match)) == ("hired", [0])
    assert match.question is not None
    assert match.question.confirm == "stop"
    assert allowed(match, 0) == {"stop", *(f"move:f4:{to}" for to in ("f3", "f5", "e4", "e5", "g3", "g4"))}
    use(match, 0, "stop")
    assert board(match)["f4"] == "mercenary"
    assert is_over(match)


@pytest.mark.rules("WC-C14", "WC-165")
def test_the_priests_coin_is_used_like_any_other() -> None:
    match = skirmish({"f4": "warrior_priest"}, {"f3": "scout"}, "warrior_priest swordsman", reserve="pikeman")
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "pikeman")
    assert (kind(match), asked(match)) == ("use_drawn", [0])
    assert allowed(match, 0) == {"deploy:pikeman:d7", "deploy:pikeman:g6", "down:pikeman", "down"}  # not the hand
    events = use(match, 0, "down:pikeman", "pass")
    assert kinds(events) == ["paid_face_down", "passed"]
    assert coins(match, "hand/0") == ["swordsman"]
    assert is_over(match)


@pytest.mark.rules("WC-C15", "WC-155", "WC-156")
def test_the_defender_says_where_a_royal_guard_loses_its_coin() -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "royal_guard"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    assert allowed(match, 1) == {"supply", "unit"}
    match = skirmish({"f4": "swordsman"}, {"f3": "royal_guard"}, "swordsman", supply={"royal_guard": 0})
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert board(match) == {"f4": "swordsman"}  # nothing to choose
    assert asked(match) == [0]


@pytest.mark.rules("WC-C16", "WC-122")
def test_which_footman_begins() -> None:
    match = battle(armies=FEET, board={"d4": "footman", "f4": "footman"}, hands={0: "footman", 1: "archer"})
    maneuver(match, 0, "footman", "both")
    assert (kind(match), asked(match)) == ("footman", [0])
    assert {key.split(":")[1] for key in allowed(match, 0)} == {"d4", "f4"}
    use(match, 0, "control:d4")
    assert {key.split(":")[1] for key in allowed(match, 0)} == {"f4"}
    use(match, 0, "move:f4:f3")
    assert is_over(match)


@pytest.mark.rules("WC-C16")
def test_one_footman_alone_is_not_asked_about_order() -> None:
    match = battle(armies=FEET, board={"d4": "footman"}, hands={0: "footman", 1: "archer"})
    maneuver(match, 0, "footman", "both")
    assert {key.split(":")[1] for key in allowed(match, 0)} == {"d4"}
    use(match, 0, "control:d4")
    assert is_over(match)
