"""What a coin pays for: deploying, bolstering, the face-down actions, and what the Royal Coin may do."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.questions import Deal
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    board,
    coins,
    control,
    draw_kind,
    far,
    far_reason,
    kind,
    kinds,
    maneuver,
    reason,
    refused,
    use,
    why_not,
)

GUARD = ("swordsman royal_guard crossbowman light_cavalry", "archer cavalry lancer scout")


def turn_of_first(match: Match) -> None:
    """The second seat passes with what it has."""
    assert asked(match) == [1]
    use(match, 1, "down", "pass")


# -- what a coin may pay for -------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-035", "A-4", "WC-C04", "WC-038")
def test_a_unit_coin_pays_for_all_that_it_may() -> None:
    match = battle(
        board={"d4": "swordsman", "d5": "archer"},
        markers={"d4": ""},
        hands={0: "swordsman pikeman", 1: "archer"},
        initiative=1,
    )
    coin = {"deploy:pikeman:d7", "deploy:pikeman:g6", "bolster:swordsman:d4", "up:swordsman"}
    assert allowed(match, 0) == {*coin, "down:swordsman", "down:pikeman", "down"}
    use(match, 0, "down:pikeman")
    recruits = {f"recruit:{unit}" for unit in ("swordsman", "pikeman", "crossbowman", "light_cavalry")}
    assert allowed(match, 0) == {"pass", "claim", "back", *recruits}
    use(match, 0, "back", "up:swordsman")
    moves = {f"move:d4:{to}" for to in ("c4", "c5", "d3", "e3", "e4")}
    assert allowed(match, 0) == {*moves, "attack:d4:d5", "control:d4", "back"}


@pytest.mark.rules("WC-036", "WC-037", "WC-038")
def test_the_royal_coin_pays_only_face_down() -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "royal", 1: "archer"}, initiative=1)
    assert allowed(match, 0) == {"down:royal_wolf", "down"}
    assert reason(match, 0, "up:royal_wolf") == ("royal_coin_not_allowed", "WC-036")
    assert {o.key for o in match.options(match.waiting[0])} == {"down:royal_wolf", "down", "up:royal_wolf", "draw"}
    use(match, 0, "down:royal_wolf")
    assert {"pass", "claim", "recruit:swordsman"} <= allowed(match, 0)


@pytest.mark.rules("WC-037")
@pytest.mark.parametrize("cell", ["d7", "d4", "f4"])
def test_the_royal_coin_is_never_placed(cell: str) -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "royal"})
    assert far_reason(match, 0, f"deploy:royal_wolf:{cell}") == ("royal_coin_not_allowed", "WC-037")
    assert refused(match, 0, f"deploy:royal_wolf:{cell}").code == "no_such_option"


@pytest.mark.rules("WC-036", "WC-157", "A-5")
def test_with_a_royal_guard_on_the_board_it_pays_for_its_tactic_alone() -> None:
    match = battle(armies=GUARD, board={"d6": "royal_guard", "d5": "scout"}, hands={0: "royal", 1: "scout"})
    assert allowed(match, 0) == {"down:royal_wolf", "down", "up:royal_wolf"}
    use(match, 0, "up:royal_wolf")
    assert coins(match, "face_up/0") == ["royal"]
    assert allowed(match, 0) == {"ride:d6:d7", "back"}


@pytest.mark.rules("WC-157", "WC-159", "A-5")
def test_the_royal_guards_own_coin_does_not_pay_for_its_tactic() -> None:
    match = battle(armies=GUARD, board={"d6": "royal_guard"}, hands={0: "royal_guard", 1: "scout"})
    use(match, 0, "up:royal_guard")
    assert {key.partition(":")[0] for key in allowed(match, 0)} == {"move", "back"}


@pytest.mark.rules("WC-036", "WC-157")
def test_without_the_royal_guard_on_the_board_it_does_not() -> None:
    match = battle(armies=GUARD, hands={0: "royal"})
    assert reason(match, 0, "up:royal_wolf") == ("unit_not_on_board", "WC-157")


@pytest.mark.rules("WC-038", "WC-C04")
def test_passing_is_always_left() -> None:
    match = battle(
        hands={0: "swordsman", 1: "archer"},
        markers={"d7": "raven", "g6": "raven"},
        supply={"swordsman": 0, "pikeman": 0, "crossbowman": 0, "light_cavalry": 0},
    )
    assert allowed(match, 0) == {"down:swordsman", "down"}
    use(match, 0, "down:swordsman")
    assert (kind(match), asked(match)) == ("face_down", [0])  # asked, although only one thing is left
    assert allowed(match, 0) == {"pass", "back"}
    assert kinds(use(match, 0, "pass")) == ["passed"]


@pytest.mark.rules("WC-039")
def test_where_a_coin_goes_that_was_used() -> None:
    match = battle(
        board={"d4": "swordsman"}, hands={0: "swordsman swordsman pikeman", 1: "archer archer"}, supply={"swordsman": 0}
    )
    use(match, 0, "down:swordsman", "pass")
    (slot,) = match.state.pile("face_down/0").slots
    assert slot.face_up is False
    turn_of_first(match)
    maneuver(match, 0, "swordsman", "move:d4:d5")
    (slot,) = match.state.pile("face_up/0").slots
    assert (slot.face_up, slot.piece) == (True, "swordsman#2")
    turn_of_first(match)
    use(match, 0, "deploy:pikeman:d7")
    (slot,) = match.state.pile("hex/d7").slots
    assert slot.face_up is True
    assert [coins(match, f"{key}/0") for key in ("hand", "face_up", "face_down")] == [[], ["swordsman"], ["swordsman"]]


# -- deploying ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-040", "WC-C05")
def test_deploying_on_the_own_free_locations() -> None:
    match = battle(hands={0: "pikeman", 1: "archer"}, markers={"e5": "wolf"})
    assert allowed(match, 0, "deploy") == {"deploy:pikeman:d7", "deploy:pikeman:g6", "deploy:pikeman:e5"}
    events = use(match, 0, "deploy:pikeman:e5")
    assert [(e.kind, e.facts["cell"], e.facts["height"]) for e in events] == [("deployed", "e5", 1)]
    assert board(match) == {"e5": "pikeman"}
    assert coins(match, "hand/0") == []
    assert control(match)["e5"] == "wolf"
    assert asked(match) == [1]


@pytest.mark.rules("WC-041")
@pytest.mark.parametrize("cell", ["d4", "e2"])
def test_no_deploying_on_neutral_and_enemy_locations(cell: str) -> None:
    match = battle(hands={0: "pikeman"})
    assert reason(match, 0, f"deploy:pikeman:{cell}") == ("not_controlled_location", "WC-041")
    assert refused(match, 0, f"deploy:pikeman:{cell}").code == "not_controlled_location"
    assert board(match) == {}


@pytest.mark.rules("WC-041")
@pytest.mark.parametrize("cell", ["f4", "d6", "c7"])
def test_no_deploying_beside_the_locations(cell: str) -> None:
    match = battle(hands={0: "pikeman"})
    refusal = far(match, 0, f"deploy:pikeman:{cell}")
    assert (refusal.code, refusal.rule, refusal.facts) == ("not_a_location", "WC-041", {"cell": cell})


@pytest.mark.rules("WC-042")
@pytest.mark.parametrize("unit", ["swordsman", "archer"])
def test_a_location_with_a_unit_is_not_free(unit: str) -> None:
    match = battle(hands={0: "pikeman"}, board={"d7": unit})
    assert reason(match, 0, "deploy:pikeman:d7") == ("space_occupied", "WC-042")
    assert allowed(match, 0, "deploy") == {"deploy:pikeman:g6"}


@pytest.mark.rules("WC-043")
def test_without_a_free_location_there_is_no_deploying() -> None:
    match = battle(hands={0: "pikeman"}, board={"d7": "swordsman", "g6": "archer"})
    assert allowed(match, 0, "deploy") == set()
    assert allowed(match, 0) == {"down:pikeman", "down"}


@pytest.mark.rules("WC-044")
def test_no_second_unit_of_a_kind() -> None:
    match = battle(hands={0: "pikeman"}, board={"f4": "pikeman"})
    assert reason(match, 0, "deploy:pikeman") == ("already_on_board", "WC-044")
    assert far_reason(match, 0, "deploy:pikeman:d7") == ("already_on_board", "WC-044")
    assert allowed(match, 0, "deploy") == set()


@pytest.mark.rules("WC-045", "WC-087")
def test_a_kind_that_was_destroyed_comes_back() -> None:
    match = battle(
        hands={0: "pikeman", 1: "scout cavalry"},
        board={"d6": "pikeman", "d5": "cavalry 2"},
        turn=1,
        supply={"cavalry": 0},
    )
    maneuver(match, 1, "cavalry", "attack:d5:d6")
    assert board(match) == {"d5": "cavalry"}  # the Pikeman struck back and fell
    use(match, 0, "deploy:pikeman:d7")
    assert board(match) == {"d5": "cavalry", "d7": "pikeman"}


# -- bolstering --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-050")
@pytest.mark.parametrize("cell", ["d7", "f4", "e2", "i1"])
def test_a_unit_is_bolstered_wherever_it_stands(cell: str) -> None:
    match = battle(hands={0: "pikeman", 1: "archer"}, board={cell: "pikeman"})
    events = use(match, 0, f"bolster:pikeman:{cell}")
    assert [(e.kind, e.facts["cell"], e.facts["height"]) for e in events] == [("bolstered", cell, 2)]
    assert board(match) == {cell: "pikeman 2"}
    assert asked(match) == [1]
    assert [coins(match, f"{key}/0") for key in ("hand", "face_up", "face_down")] == [[], [], []]


@pytest.mark.rules("WC-050")
def test_only_a_unit_of_the_same_kind_is_bolstered() -> None:
    match = battle(hands={0: "pikeman"}, board={"f4": "swordsman"})
    assert reason(match, 0, "bolster:pikeman") == ("unit_not_on_board", "WC-050")
    assert allowed(match, 0, "bolster") == set()
    assert refused(match, 0, "bolster:pikeman:f4").code == "no_such_option"


@pytest.mark.rules("WC-051")
def test_a_unit_is_as_high_as_there_are_coins() -> None:
    match = battle(hands={0: "swordsman", 1: "archer"}, board={"f4": "swordsman 4"}, supply={"swordsman": 0})
    use(match, 0, "bolster:swordsman:f4")
    assert board(match) == {"f4": "swordsman 5"}


@pytest.mark.rules("WC-052", "WC-077")
def test_a_high_unit_acts_as_one_for_one_coin() -> None:
    match = battle(
        hands={0: "swordsman swordsman", 1: "archer archer"}, board={"f4": "swordsman 3"}, supply={"swordsman": 0}
    )
    maneuver(match, 0, "swordsman", "move:f4:g4")
    assert board(match) == {"g4": "swordsman 3"}
    assert coins(match, "face_up/0") == ["swordsman"]
    assert asked(match) == [1]


@pytest.mark.rules("WC-052", "WC-086")
def test_a_high_unit_takes_one_coin_as_any_other() -> None:
    match = battle(
        hands={0: "crossbowman", 1: "archer"}, board={"f4": "crossbowman 2", "f3": "scout 3"}, supply={"scout": 2}
    )
    maneuver(match, 0, "crossbowman", "attack:f4:f3")
    assert board(match) == {"f4": "crossbowman 2", "f3": "scout 2"}


# -- initiative --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-060", "WC-I14")
@pytest.mark.parametrize("coin", ["royal_wolf", "pikeman"])
def test_any_coin_claims_the_initiative(coin: str) -> None:
    match = battle(hands={0: "royal pikeman", 1: "archer"}, initiative=1)
    events = use(match, 0, f"down:{coin}", "claim")
    assert kinds(events) == ["paid_face_down", "claimed"]
    assert (events[1].facts["seat"], events[1].facts["other"]) == (0, 1)
    assert match.state["initiative"] == 0
    assert match.state["initiative_changed"] is True
    (slot,) = match.state.pile("initiative/0").slots
    assert slot.face_up is False  # the Wolf's side
    assert len(match.state.pile("initiative/1")) == 0
    assert len(match.state.pile("face_down/0")) == 1


@pytest.mark.rules("WC-061")
def test_who_has_the_initiative_cannot_claim_it() -> None:
    match = battle(hands={0: "royal pikeman", 1: "archer"}, initiative=0)
    use(match, 0, "down:royal_wolf")
    assert reason(match, 0, "claim") == ("initiative_already_yours", "WC-061")
    assert refused(match, 0, "claim").code == "initiative_already_yours"
    assert match.state["initiative"] == 0


@pytest.mark.rules("WC-061", "WC-062")
def test_who_lost_the_initiative_this_round_cannot_claim_it_back() -> None:
    match = battle(hands={0: "royal pikeman", 1: "archer archer"}, initiative=0, turn=1)
    use(match, 1, "down:archer", "claim")
    assert match.state["initiative"] == 1
    use(match, 0, "down:royal_wolf")
    assert reason(match, 0, "claim") == ("initiative_already_changed", "WC-062")


@pytest.mark.rules("WC-061")
def test_who_claimed_it_cannot_claim_it_again() -> None:
    match = battle(hands={0: "royal pikeman", 1: "archer"}, initiative=1)
    use(match, 0, "down:royal_wolf", "claim")
    turn_of_first(match)
    use(match, 0, "down:pikeman")
    assert reason(match, 0, "claim") == ("initiative_already_yours", "WC-061")


# -- recruiting --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-065", "WC-066", "WC-068", "WC-C07")
def test_a_recruited_coin_goes_open_on_the_discard() -> None:
    match = battle(hands={0: "pikeman royal", 1: "archer"})
    events = use(match, 0, "down:pikeman", "recruit:crossbowman")
    assert [e.kind for e in events] == ["paid_face_down", "recruited"]
    assert (events[1].facts["unit"], events[1].facts["left"]) == ("crossbowman", 2)
    assert "unit" not in events[0].facts
    assert coins(match, "supply_3/0") == ["crossbowman", "crossbowman"]
    assert coins(match, "face_up/0") == ["crossbowman"]
    assert coins(match, "face_down/0") == ["pikeman"]
    assert coins(match, "hand/0") == ["royal"]
    assert board(match) == {}
    turn_of_first(match)
    assert "crossbowman" not in " ".join(allowed(match, 0))


@pytest.mark.rules("WC-067", "WC-C07")
def test_only_what_the_supply_holds_is_recruited() -> None:
    match = battle(hands={0: "pikeman", 1: "archer"}, supply={"swordsman": 0, "pikeman": 1})
    use(match, 0, "down:pikeman")
    assert reason(match, 0, "recruit:swordsman") == ("supply_empty", "WC-067")
    assert allowed(match, 0, "recruit") == {"recruit:pikeman", "recruit:crossbowman", "recruit:light_cavalry"}
    assert refused(match, 0, "recruit:archer").code == "no_such_option"
    events = use(match, 0, "recruit:pikeman")
    assert events[-1].facts["left"] == 0
    assert coins(match, "supply_2/0") == []


@pytest.mark.rules("WC-067")
def test_with_an_empty_supply_there_is_no_recruiting() -> None:
    match = battle(
        hands={0: "pikeman"}, supply=dict.fromkeys(["swordsman", "pikeman", "crossbowman", "light_cavalry"], 0)
    )
    use(match, 0, "down:pikeman")
    assert allowed(match, 0, "recruit") == set()
    assert {why_not(match, 0, f"recruit:{unit}") for unit in ("swordsman", "pikeman")} == {"supply_empty"}


@pytest.mark.rules("WC-068", "WC-069")
def test_a_recruited_coin_comes_back_with_the_next_refill() -> None:
    match = battle(
        hands={0: "pikeman"},
        empty_bags=(0,),
        supply={"swordsman": 1, "pikeman": 0, "crossbowman": 0, "light_cavalry": 0},
    )
    use(match, 0, "down:pikeman", "recruit:swordsman")  # the last coin of the round
    assert isinstance(match.question, Deal)
    possible = match.question.free(match.state, "hand/0")
    assert sorted(piece.kind for piece in possible) == ["pikeman", "swordsman"]
    assert match.question.counts["hand/0"] == 2


# -- passing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-070", "WC-I14")
def test_passing_changes_nothing_else_and_later_coins_are_free() -> None:
    match = battle(hands={0: "pikeman swordsman", 1: "archer"}, initiative=1)
    before = (board(match), control(match), match.state["initiative"])
    events = use(match, 0, "down:pikeman", "pass")
    assert kinds(events) == ["paid_face_down", "passed"]
    assert (board(match), control(match), match.state["initiative"]) == before
    assert coins(match, "face_down/0") == ["pikeman"]
    turn_of_first(match)
    assert "deploy:swordsman:d7" in allowed(match, 0)


# -- taking back -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("A-18")
def test_a_paid_coin_is_taken_back_until_the_action_is_chosen() -> None:
    match = battle(board={"d4": "swordsman"}, hands={0: "swordsman pikeman", 1: "archer"})
    for pay in ("up:swordsman", "down:swordsman", "down:pikeman"):
        events = use(match, 0, pay, "back")
        assert kinds(events)[-1] == "took_back"
        assert coins(match, "hand/0") == ["pikeman", "swordsman"]
        assert [len(match.state.pile(f"{key}/0")) for key in ("face_up", "face_down")] == [0, 0]
        assert (kind(match), asked(match)) == ("turn", [0])
    maneuver(match, 0, "swordsman", "move:d4:d5")
    assert refused(match, 0, "back").code == "not_your_turn"


@pytest.mark.rules("A-18")
def test_an_unnamed_coin_is_taken_back_too() -> None:
    match = battle(hands={0: "? ?", 1: "archer"})
    use(match, 0, "down", "back")
    assert (len(match.state.pile("hand/0")), len(match.state.pile("face_down/0"))) == (2, 0)


@pytest.mark.rules("A-18")
def test_after_a_draw_nothing_goes_back_behind_it() -> None:
    match = battle(
        armies=("warrior_priest swordsman pikeman crossbowman", "archer cavalry lancer scout"),
        board={"f4": "warrior_priest", "f3": "scout"},
        hands={0: "warrior_priest", 1: "archer"},
    )
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "pikeman")
    assert "back" not in allowed(match, 0)
    use(match, 0, "down:pikeman", "back")  # the coin itself can still be used otherwise
    assert coins(match, "drawn/0") == ["pikeman"]
    assert coins(match, "box").count("scout") == 1
