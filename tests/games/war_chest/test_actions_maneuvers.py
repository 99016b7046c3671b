"""Maneuvers in general: paying, moving, control, attack and tactic, and why they are refused."""

from __future__ import annotations

import pytest

from rules.engine.types import Seat
from rules.games.war_chest.position import position
from rules.games.war_chest.reach import attack_refusal
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    board,
    coins,
    control,
    far,
    far_reason,
    kind,
    kinds,
    maneuver,
    reason,
    refused,
    skirmish,
    use,
)

# -- paying ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-075", "WC-039")
def test_the_coin_is_discarded_before_the_unit_acts() -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "swordsman pikeman", 1: "archer"})
    assert kinds(use(match, 0, "up:swordsman")) == ["paid"]
    assert coins(match, "face_up/0") == ["swordsman"]
    assert coins(match, "hand/0") == ["pikeman"]
    assert board(match) == {"d4": "swordsman"}
    assert (kind(match), asked(match)) == ("maneuver", [0])
    assert kinds(use(match, 0, "move:d4:d5")) == ["moved"]


@pytest.mark.rules("WC-076", "A-5")
def test_a_maneuver_needs_the_unit_of_that_kind() -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "pikeman"})
    assert reason(match, 0, "up:pikeman") == ("unit_not_on_board", "WC-076")
    refusal = refused(match, 0, "up:pikeman")
    assert refusal.facts == {"unit": "pikeman"}
    assert coins(match, "hand/0") == ["pikeman"]


@pytest.mark.rules("A-5", "WC-035")
def test_a_coin_moves_no_unit_of_another_kind() -> None:
    match = battle(board={"d4": "swordsman", "f4": "pikeman", "f2": "archer"}, hands={0: "swordsman"})
    use(match, 0, "up:swordsman")
    assert {key.split(":")[1] for key in allowed(match, 0) - {"back"}} == {"d4"}


@pytest.mark.rules("WC-076")
def test_a_unit_that_can_do_nothing_is_not_paid_for() -> None:
    match = battle(
        armies=("knight pikeman scout berserker", "archer cavalry lancer footman"),
        board={"c4": "knight", "c5": "scout", "d4": "pikeman", "d3": "berserker"},
        hands={0: "knight"},
    )
    assert reason(match, 0, "up:knight") == ("nothing_to_do", "WC-076")


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-077", "WC-C08")
def test_a_unit_moves_to_a_free_hex_beside_it() -> None:
    match = battle(board={"f4": "swordsman 2", "f3": "pikeman", "g4": "archer"}, hands={0: "swordsman", 1: "archer"})
    use(match, 0, "up:swordsman")
    assert allowed(match, 0, "move") == {f"move:f4:{to}" for to in ("g3", "f5", "e5", "e4")}
    for occupied in ("f3", "g4"):
        assert reason(match, 0, f"move:f4:{occupied}") == ("space_occupied", "WC-077")
    events = use(match, 0, "move:f4:e5")
    assert [(e.kind, e.facts["cell"], e.facts["to"]) for e in events] == [("moved", "f4", "e5")]
    assert board(match) == {"e5": "swordsman 2", "f3": "pikeman", "g4": "archer"}


@pytest.mark.rules("WC-077")
@pytest.mark.parametrize("to", ["f2", "h3", "d7", "i1"])
def test_a_move_that_is_too_far(to: str) -> None:
    match = battle(board={"f4": "swordsman"}, hands={0: "swordsman"})
    use(match, 0, "up:swordsman")
    refusal = far(match, 0, f"move:f4:{to}")
    assert (refusal.code, refusal.rule, refusal.facts) == ("not_adjacent", "WC-077", {"cell": to})
    assert refused(match, 0, f"move:f4:{to}").code == "no_such_option"


@pytest.mark.rules("WC-078")
def test_a_unit_that_is_shut_in_cannot_move() -> None:
    match = battle(
        board={"c4": "swordsman", "c5": "pikeman", "d4": "archer", "d3": "scout"}, hands={0: "swordsman", 1: "archer"}
    )
    use(match, 0, "up:swordsman")
    assert allowed(match, 0, "move") == set()
    assert allowed(match, 0) == {"attack:c4:d4", "attack:c4:d3", "back"}


# -- control -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-079")
def test_coming_to_and_leaving_a_location_changes_no_control() -> None:
    match = battle(
        board={"d5": "swordsman", "d7": "pikeman"}, hands={0: "swordsman swordsman pikeman", 1: "archer archer"}
    )
    before = control(match)
    maneuver(match, 0, "swordsman", "move:d5:d4")
    assert control(match) == before
    use(match, 1, "down:archer", "pass")
    maneuver(match, 0, "pikeman", "move:d7:d6")
    assert control(match) == before


@pytest.mark.rules("WC-079", "WC-087")
def test_a_destroyed_unit_leaves_its_sides_marker() -> None:
    match = battle(
        board={"d4": "pikeman", "d5": "crossbowman", "d3": "scout 2"},
        markers={"d4": "wolf"},
        turn=1,
        hands={1: "scout"},
    )
    maneuver(match, 1, "scout", "attack:d3:d4")
    assert "d4" not in board(match)
    assert control(match)["d4"] == "wolf"


@pytest.mark.rules("WC-080", "WC-I04")
def test_control_of_a_neutral_location() -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "swordsman", 1: "archer"})
    events = maneuver(match, 0, "swordsman", "control:d4")
    told = [(e.kind, e.facts["cell"], e.facts["side"], e.facts["left"]) for e in events[1:]]
    assert told == [("controlled", "d4", "wolf", 3)]
    assert control(match)["d4"] == "wolf"
    assert len(match.state.pile("stock_wolf")) == 3
    assert board(match) == {"d4": "swordsman"}


@pytest.mark.rules("WC-081", "WC-083", "WC-084")
@pytest.mark.parametrize("cell", ["e2", "h1", "g3"])
def test_control_of_an_enemys_location(cell: str) -> None:
    match = battle(board={cell: "swordsman"}, hands={0: "swordsman", 1: "archer"}, markers={"g3": "raven"})
    events = maneuver(match, 0, "swordsman", f"control:{cell}")
    assert [(e.kind, e.facts["other"], e.facts["left"]) for e in events[1:]] == [("took_control", "raven", 3)]
    assert control(match)[cell] == "wolf"
    assert len(match.state.pile(f"control/{cell}")) == 1
    assert [len(match.state.pile(f"stock_{side}")) for side in ("wolf", "raven")] == [3, 4]


@pytest.mark.rules("WC-081")
def test_a_marker_that_came_back_is_laid_again() -> None:
    markers = {"d4": "raven", "c6": "raven", "e5": "raven", "g3": "raven"}  # a sixth one would win
    match = battle(
        board={"d4": "swordsman", "c6": "archer"},
        markers={**markers, "c6": "wolf", "e5": ""},
        hands={0: "swordsman", 1: "archer"},
    )
    maneuver(match, 0, "swordsman", "control:d4")
    assert len(match.state.pile("stock_raven")) == 3
    maneuver(match, 1, "archer", "control:c6")
    assert control(match)["c6"] == "raven"
    assert len(match.state.pile("stock_raven")) == 2


@pytest.mark.rules("WC-082")
def test_control_only_of_locations_and_not_of_the_own() -> None:
    match = battle(board={"f4": "swordsman", "d7": "pikeman"}, hands={0: "swordsman pikeman", 1: "archer"})
    use(match, 0, "up:swordsman")
    assert reason(match, 0, "control:f4") == ("not_a_location", "WC-082")
    assert refused(match, 0, "control:f4").code == "not_a_location"
    use(match, 0, "back", "up:pikeman")
    assert reason(match, 0, "control:d7") == ("already_controlled", "WC-082")
    assert refused(match, 0, "control:d7").code == "already_controlled"


@pytest.mark.rules("WC-084", "WC-079")
def test_an_enemy_on_a_location_does_not_take_it_by_standing_there() -> None:
    match = battle(board={"d7": "archer"}, hands={0: "swordsman", 1: "archer"})
    assert control(match)["d7"] == "wolf"
    use(match, 0, "down", "pass")
    maneuver(match, 1, "archer", "control:d7")
    assert control(match)["d7"] == "raven"
    assert len(match.state.pile("control/d7")) == 1


# -- attacking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-086", "WC-088", "WC-089", "WC-I05")
def test_an_attack_takes_one_coin_out_of_the_game() -> None:
    match = battle(board={"f4": "crossbowman", "f3": "scout 2"}, hands={0: "crossbowman", 1: "archer"})
    before = {key: coins(match, key) for key in ("supply_4/1", "face_up/1", "face_down/1", "hand/1")}
    events = maneuver(match, 0, "crossbowman", "attack:f4:f3")
    assert kinds(events) == ["paid", "attacked", "lost_coin"]
    assert board(match) == {"f4": "crossbowman", "f3": "scout"}
    assert coins(match, "box").count("scout") == 1
    assert {key: coins(match, key) for key in before} == before


@pytest.mark.rules("WC-087", "WC-088")
def test_the_last_coin_destroys_the_unit() -> None:
    match = battle(board={"f4": "crossbowman", "f3": "scout"}, hands={0: "crossbowman", 1: "archer"})
    assert kinds(maneuver(match, 0, "crossbowman", "attack:f4:f3")) == ["paid", "attacked", "destroyed"]
    assert board(match) == {"f4": "crossbowman"}
    assert coins(match, "box").count("scout") == 1


@pytest.mark.rules("WC-086", "WC-091", "WC-C09")
def test_only_enemies_beside_the_unit_are_attacked() -> None:
    match = battle(
        board={"f4": "swordsman", "f3": "scout", "e5": "archer", "h2": "lancer", "g4": "pikeman"},
        hands={0: "swordsman", 1: "archer"},
    )
    use(match, 0, "up:swordsman")
    assert allowed(match, 0, "attack") == {"attack:f4:f3", "attack:f4:e5"}
    assert reason(match, 0, "attack:f4:h2") == ("not_adjacent", "WC-086")


@pytest.mark.rules("WC-090")
def test_the_own_units_are_not_attacked() -> None:
    match = battle(board={"f4": "swordsman", "f3": "pikeman"}, hands={0: "swordsman"})
    use(match, 0, "up:swordsman")
    assert "attack:f4:f3" not in {o.key for o in match.options(match.waiting[0])}
    refusal = far(match, 0, "attack:f4:f3")
    assert (refusal.code, refusal.rule) == ("friendly_target", "WC-090")
    assert refusal.facts == {"unit": "pikeman", "cell": "f3"}


@pytest.mark.rules("WC-090", "WC-122", "WC-110")
@pytest.mark.parametrize(
    ("board", "coin", "attacks"),
    [
        ({"f4": "swordsman", "f3": "pikeman"}, "swordsman", {"attack:f4:f3"}),
        ({"f4": "footman", "f3": "footman"}, "footman", set()),  # the other one may be taken up to act too
        ({"f4": "ensign", "f3": "pikeman", "f1": "scout"}, "ensign", {"attack:f4:f1"}),  # whom it leads is moved
    ],
)
def test_only_who_takes_a_friends_coin_for_nothing_is_told(board: dict[str, str], coin: str, attacks: set[str]) -> None:
    match = skirmish(board, {"c4": "archer"}, coin)
    use(match, 0, f"up:{coin}")
    assert match.question is not None
    keys = [o.key for o in match.question.unlikely(match.seen(Seat(0)), Seat(0))]
    assert {key for key in keys if key.startswith("attack")} == attacks


@pytest.mark.rules("WC-091")
def test_without_an_enemy_nobody_attacks() -> None:
    match = battle(board={"f4": "swordsman"}, hands={0: "swordsman"})
    use(match, 0, "up:swordsman")
    assert {o.key.partition(":")[0] for o in match.options(match.waiting[0])} == {"move", "control", "back"}


@pytest.mark.rules("WC-091", "WC-090", "WC-086")
def test_why_what_stands_there_is_not_attacked() -> None:
    match = battle(board={"f4": "swordsman", "f3": "pikeman", "d3": "scout", "g4": "archer"})
    at = position(match.state)
    found = {to: attack_refusal(at, "f4", to) for to in ("e4", "f3", "d3", "g4")}
    assert {to: why and (why.code, why.rule) for to, why in found.items()} == {
        "e4": ("no_target", "WC-091"),
        "f3": ("friendly_target", "WC-090"),
        "d3": ("not_adjacent", "WC-086"),
        "g4": None,
    }


# -- tactics -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-095", "WC-039")
def test_a_tactic_is_paid_face_up_by_the_units_coin() -> None:
    match = battle(board={"f4": "light_cavalry"}, hands={0: "light_cavalry", 1: "archer"})
    maneuver(match, 0, "light_cavalry", "ride:f4:h2")
    assert board(match) == {"h2": "light_cavalry"}
    assert coins(match, "face_up/0") == ["light_cavalry"]


@pytest.mark.rules("WC-096", "WC-107", "WC-095")
def test_a_tactic_that_cannot_be_finished_is_refused() -> None:
    match = skirmish({"f4": "cavalry"}, {"f1": "scout"}, "cavalry")
    use(match, 0, "up:cavalry")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-107")
    assert allowed(match, 0, "swoop") == set()
    match = skirmish({"f4": "cavalry"}, {"f2": "scout"}, "cavalry")
    use(match, 0, "up:cavalry")
    assert allowed(match, 0, "swoop") == {"swoop:f4:f3"}


@pytest.mark.rules("WC-096", "WC-132")
def test_a_lancer_is_refused_a_charge_without_anybody_to_meet() -> None:
    match = skirmish({"f4": "lancer"}, {"f3": "scout"}, "lancer")
    use(match, 0, "up:lancer")
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-132")


@pytest.mark.rules("WC-095")
def test_both_halves_of_a_tactic_happen() -> None:
    match = skirmish({"f5": "cavalry"}, {"f3": "scout 2"}, "cavalry")
    events = maneuver(match, 0, "cavalry", "swoop:f5:f4")
    assert kinds(events) == ["paid", "moved", "attacked", "lost_coin"]
    assert board(match) == {"f4": "cavalry", "f3": "scout"}


@pytest.mark.rules("WC-097", "WC-142", "WC-147")
def test_attributes_count_also_where_another_unit_gives_the_order() -> None:
    match = skirmish({"f5": "marshall", "f4": "swordsman 2"}, {"f3": "pikeman 2"}, "marshall")
    maneuver(match, 0, "marshall", "order:f4:f3")
    assert board(match) == {"f5": "marshall", "f4": "swordsman", "f3": "pikeman"}  # the Pikeman struck back
    assert (kind(match), asked(match)) == ("step_on", [0])


@pytest.mark.rules("WC-098", "WC-135")
def test_a_way_of_two_hexes_needs_free_ones() -> None:
    wall = {"e4": "pikeman", "f3": "crossbowman", "g3": "swordsman"}
    foes = {"g4": "archer", "f5": "scout"}
    match = battle(board={"f4": "light_cavalry", **wall, **foes}, hands={0: "light_cavalry"})
    use(match, 0, "up:light_cavalry")
    assert allowed(match, 0, "move") == {"move:f4:e5"}
    assert allowed(match, 0, "ride") == {"ride:f4:d5", "ride:f4:d6", "ride:f4:e6"}  # all by e5


@pytest.mark.rules("WC-C08", "WC-098")
def test_by_which_way_is_not_asked() -> None:
    match = battle(board={"f4": "light_cavalry"}, hands={0: "light_cavalry", 1: "archer"})
    use(match, 0, "up:light_cavalry")
    ends = [key for key in (o.key for o in match.options(match.waiting[0])) if key.startswith("ride:f4:g2")]
    assert ends == ["ride:f4:g2"]  # by f3 or by g3
    use(match, 0, "ride:f4:g2")
    assert board(match) == {"g2": "light_cavalry"}
    assert (kind(match), asked(match)) == ("turn", [1])


@pytest.mark.rules("WC-005", "WC-098")
def test_moves_and_tactics_stay_on_the_board() -> None:
    match = battle(board={"c6": "light_cavalry"}, hands={0: "light_cavalry"})
    use(match, 0, "up:light_cavalry")
    inside = set(match.state.piles)
    assert all(f"hex/{key.split(':')[2]}" in inside for key in allowed(match, 0, "ride"))
    assert far_reason(match, 0, "move:c6:a7") == ("off_board", "WC-005")
