"""Rounds: drawing and refilling, shortages, whose turn it is, initiative from round to round."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.questions import Answer, Deal
from rules.engine.types import UNSEEN, PieceId, Refusal
from tests.games.war_chest._match import (
    asked,
    battle,
    board,
    coins,
    deal,
    do,
    draw_kind,
    kind,
    kinds,
    maneuver,
    refused,
    use,
    why_not,
)


def counts(match: Match) -> dict[str, int]:
    """How many coins go to which hand by the open deal."""
    assert isinstance(match.question, Deal)
    return dict(match.question.counts)


def size(match: Match, *keys: str) -> list[int]:
    """How many pieces lie in these piles."""
    return [len(match.state.pile(key)) for key in keys]


def pass_on(match: Match) -> int:
    """Whoever is asked discards a coin face-down and passes; who that was."""
    (seat,) = asked(match)
    use(match, seat, "down", "pass")
    return seat


# -- drawing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-020", "WC-021", "WC-028", "WC-029")
def test_a_round_draws_three_coins_each_and_ends_when_all_are_used() -> None:
    match = battle(phase="round")
    assert kind(match) == "draw"
    assert counts(match) == {"hand/0": 3, "hand/1": 3}
    assert match.state["round"] == 2
    events = deal(match)
    assert [(e.kind, e.facts["seat"], e.facts["count"]) for e in events] == [("drew", 0, 3), ("drew", 1, 3)]
    assert size(match, "hand/0", "hand/1", "bag/0", "bag/1") == [3, 3, 6, 6]
    for _ in range(6):
        assert kind(match) == "turn"
        pass_on(match)
    assert size(match, "hand/0", "hand/1", "face_down/0", "face_down/1") == [0, 0, 3, 3]
    assert kind(match) == "draw"
    assert match.state["round"] == 3


@pytest.mark.rules("WC-021", "WC-035")
def test_what_is_drawn_comes_from_the_own_bag() -> None:
    match = battle(phase="draw", board={"d7": "swordsman 2"}, supply={"pikeman": 2})
    for coin in ("archer#1", "royal_raven", "swordsman#1", "pikeman#4", "knight#1"):  # another's, on the board, supply
        answer = Answer(None, "dealt", (("hand/0", (PieceId(coin), UNSEEN, UNSEEN)),))
        outcome = match.check(answer)
        assert isinstance(outcome, Refusal)
        assert outcome.code == "cannot_be_there"
    deal(match, s0="pikeman#1 pikeman#2 royal_wolf")
    assert coins(match, "hand/0") == ["pikeman", "pikeman", "royal"]
    assert coins(match, "hand/1") == ["?", "?", "?"]


NEARLY_ALL = {
    "face_up": {0: "swordsman swordsman pikeman pikeman crossbowman"},
    "face_down": {0: "royal light_cavalry"},
}
"""Of the first seat's nine coins two are left in the bag."""


@pytest.mark.rules("WC-022", "WC-I10")
def test_a_bag_that_runs_out_while_drawing_is_refilled_and_drawing_goes_on() -> None:
    match = battle(phase="draw", **NEARLY_ALL)  # type: ignore[arg-type]
    assert size(match, "bag/0") == [2]
    assert counts(match) == {"hand/0": 2, "hand/1": 3}
    events = deal(match, s0="crossbowman#2 light_cavalry#2")
    assert [(e.kind, e.facts["seat"]) for e in events] == [("drew", 0), ("drew", 1), ("refilled", 0)]
    assert events[-1].facts["count"] == 7
    assert counts(match) == {"hand/0": 1}
    assert size(match, "bag/0", "face_up/0", "face_down/0", "hand/0") == [7, 0, 0, 2]
    assert match.state.pile("bag/0").unseen == 7
    events = deal(match, s0="royal_wolf")
    assert kinds(events) == ["drew"]
    assert coins(match, "hand/0") == ["crossbowman", "light_cavalry", "royal"]
    assert size(match, "bag/0", "hand/1") == [6, 3]
    assert kind(match) == "turn"


@pytest.mark.rules("WC-022")
def test_a_refill_brings_back_open_and_hidden_coins_alike() -> None:
    match = battle(phase="draw", **NEARLY_ALL)  # type: ignore[arg-type]
    deal(match)
    possible = match.question.free(match.state, "hand/0") if isinstance(match.question, Deal) else frozenset()
    assert {p.kind for p in possible} == {"swordsman", "pikeman", "crossbowman", "light_cavalry", "royal_wolf"}


@pytest.mark.rules("WC-022", "WC-023")
def test_a_refill_takes_nothing_but_the_discard() -> None:
    match = battle(
        phase="draw",
        board={"d7": "crossbowman", "e2": "archer"},
        box={"light_cavalry": 1},
        hands={0: "light_cavalry"},
        supply={"swordsman": 2, "light_cavalry": 3, "crossbowman": 4},
        face_up={0: "swordsman swordsman swordsman pikeman"},
        face_down={0: "pikeman"},
        empty_bags=(0,),
    )
    before = {key: coins(match, key) for key in ("hand/0", "supply_1/0", "supply_2/0", "supply_4/0", "box", "hex/d7")}
    assert size(match, "bag/0", "face_up/0", "face_down/0") == [5, 0, 0]
    assert size(match, "face_up/1", "bag/1") == [0, 8]  # the other bag is not touched
    assert counts(match) == {"hand/0": 2, "hand/1": 3}
    assert before["hand/0"] == ["light_cavalry"]
    assert before["supply_1/0"] == ["swordsman", "swordsman"]
    assert before["hex/d7"] == ["crossbowman"]
    assert match.question.free(match.state, "hand/0") == {  # type: ignore[union-attr]
        "swordsman#1",
        "swordsman#2",
        "swordsman#3",
        "pikeman#1",
        "pikeman#2",
    }


@pytest.mark.rules("WC-024")
def test_a_bag_that_was_just_emptied_waits_until_a_coin_is_needed() -> None:
    match = battle(
        phase="draw",
        face_up={0: "swordsman swordsman pikeman"},
        face_down={0: "pikeman crossbowman royal"},
    )
    assert size(match, "bag/0") == [3]
    events = deal(match)
    assert kinds(events) == ["drew", "drew"]
    assert size(match, "bag/0", "face_up/0", "face_down/0") == [0, 3, 3]
    assert kind(match) == "turn"
    for _ in range(5):
        pass_on(match)
    assert size(match, "bag/0", "face_up/0") == [0, 3]
    (seat,) = asked(match)
    events = use(match, seat, "down", "pass")
    assert [(e.kind, e.facts.get("count")) for e in events if e.kind == "refilled"] == [("refilled", 9)]
    assert size(match, "bag/0", "face_up/0", "face_down/0") == [9, 0, 0]


@pytest.mark.rules("WC-025", "A-3")
@pytest.mark.parametrize(("left", "count"), [("pikeman royal", 2), ("pikeman", 1)])
def test_with_too_few_coins_you_draw_what_there_is(left: str, count: int) -> None:
    match = battle(phase="draw", face_down={0: left}, empty_bags=(0,))
    assert counts(match) == {"hand/0": count, "hand/1": 3}
    deal(match)
    assert size(match, "hand/0", "hand/1", "bag/0") == [count, 3, 0]
    order = [pass_on(match) for _ in range(3 + count)]
    assert order == [0, 1, 0, 1, 1][: 2 * count] + [1] * (3 - count)
    assert kind(match) == "draw"


@pytest.mark.rules("WC-025", "A-3")
def test_bag_and_discard_together_are_what_counts() -> None:
    bag = {"swordsman": 2, "pikeman": 2, "crossbowman": 2, "light_cavalry": 1}
    match = battle(phase="draw", box=bag, face_up={0: "light_cavalry"})
    assert size(match, "bag/0") == [1]
    assert counts(match) == {"hand/0": 1, "hand/1": 3}
    deal(match)
    assert counts(match) == {"hand/0": 1}
    deal(match)
    assert size(match, "hand/0", "bag/0", "face_up/0") == [2, 0, 0]
    assert kind(match) == "turn"


@pytest.mark.rules("WC-025", "WC-027", "WC-182", "A-3")
def test_without_any_coin_the_round_is_played_by_the_other_alone() -> None:
    match = battle(phase="draw", empty_bags=(0,))
    assert counts(match) == {"hand/1": 3}
    deal(match)
    assert [pass_on(match) for _ in range(3)] == [1, 1, 1]
    assert match.state.result is None
    assert counts(match) == {"hand/1": 3}


# -- turns -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-026", "WC-029")
@pytest.mark.parametrize("first", [0, 1])
def test_the_holder_of_the_initiative_begins_and_turns_alternate(first: int) -> None:
    match = battle(phase="draw", initiative=first)
    deal(match)
    assert [pass_on(match) for _ in range(6)] == [first, 1 - first] * 3


@pytest.mark.rules("WC-027")
def test_an_empty_hand_is_passed_over() -> None:
    match = battle(hands={0: "pikeman", 1: "archer archer royal"})
    assert [pass_on(match) for _ in range(4)] == [0, 1, 1, 1]
    assert kind(match) == "draw"


@pytest.mark.rules("WC-026", "WC-030")
def test_only_who_is_in_turn_uses_a_coin_and_just_one() -> None:
    match = battle(hands={0: "pikeman swordsman", 1: "archer archer"})
    assert refused(match, 1, "down:archer").code == "not_your_turn"
    use(match, 0, "deploy:pikeman:d7")
    assert (kind(match), asked(match)) == ("turn", [1])
    assert refused(match, 0, "down:swordsman").code == "not_your_turn"


@pytest.mark.rules("WC-028", "WC-030", "WC-160")
def test_the_round_ends_only_after_the_last_action_with_all_that_follows() -> None:
    match = battle(board={"f4": "swordsman", "f3": "scout"}, hands={0: "swordsman"})
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("step_on", [0])
    assert match.state["round"] == 1
    events = use(match, 0, "move:f4:f3")
    assert kinds(events) == ["moved", "round_begins"]
    assert (kind(match), match.state["round"]) == ("draw", 2)


@pytest.mark.rules("WC-030")
def test_what_a_coin_triggers_is_finished_before_the_next_turn() -> None:
    match = battle(board={"f4": "swordsman", "f3": "scout"}, hands={0: "swordsman pikeman", 1: "archer"})
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    assert refused(match, 1, "down:archer").code == "not_your_turn"
    use(match, 0, "stop")
    assert (kind(match), asked(match)) == ("turn", [1])


# -- initiative --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-031", "WC-060", "WC-I06")
def test_a_claim_counts_from_the_next_round_on() -> None:
    match = battle(hands={0: "pikeman pikeman royal", 1: "archer archer royal"})
    pass_on(match)
    use(match, 1, "down:archer", "claim")
    assert match.state["initiative"] == 1
    assert [pass_on(match) for _ in range(4)] == [0, 1, 0, 1]
    deal(match)
    assert [pass_on(match) for _ in range(6)] == [1, 0, 1, 0, 1, 0]


@pytest.mark.rules("WC-031")
def test_a_claim_does_not_give_a_second_turn_at_once() -> None:
    match = battle(hands={0: "pikeman pikeman", 1: "archer archer"}, initiative=1)
    use(match, 0, "down:pikeman", "claim")
    assert asked(match) == [1]


@pytest.mark.rules("WC-032")
def test_the_initiative_stays_from_round_to_round() -> None:
    match = battle(phase="draw", initiative=1)
    for _ in range(3):
        deal(match)
        while kind(match) == "turn":
            pass_on(match)
        while kind(match) == "draw" and len(counts(match)) == 1:  # only a bag that ran out
            deal(match)
        assert match.state["initiative"] == 1
        assert "initiative_marker" in match.state.pile("initiative/1")


@pytest.mark.rules("WC-062", "WC-032", "WC-I06")
def test_it_can_change_hands_again_in_the_next_round() -> None:
    match = battle(hands={0: "pikeman", 1: "archer royal"})
    pass_on(match)
    use(match, 1, "down:archer", "claim")
    assert match.state["initiative_changed"] is True
    pass_on(match)
    assert match.state["initiative_changed"] is False
    deal(match, s1="archer#2 royal_raven scout#1")
    use(match, 1, "down:archer")
    assert why_not(match, 1, "claim") == "initiative_already_yours"
    use(match, 1, "pass")
    use(match, 0, "down", "claim")
    assert match.state["initiative"] == 0


# -- a refill in the middle of a round ---------------------------------------------------------------------------------


PRIEST = ("warrior_priest swordsman pikeman crossbowman", "archer cavalry lancer scout")


@pytest.mark.rules("WC-069", "WC-075", "WC-022", "WC-166")
def test_recruited_and_paid_coins_are_in_a_refill_of_the_same_round() -> None:
    match = battle(
        armies=PRIEST,
        board={"f4": "warrior_priest", "f3": "scout"},
        hands={0: "pikeman warrior_priest", 1: "archer"},
        empty_bags=(0,),
    )
    use(match, 0, "down:pikeman", "recruit:swordsman")
    use(match, 1, "down:archer", "pass")
    events = maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    assert [(e.facts["seat"], e.facts["count"]) for e in events if e.kind == "refilled"] == [(0, 3)]
    draw_kind(match, 0, "swordsman")  # the very coin that was recruited
    use(match, 0, "deploy:swordsman:d7")
    assert board(match)["d7"] == "swordsman"
    assert size(match, "bag/0") == [2]


@pytest.mark.rules("WC-075", "WC-166")
def test_the_coin_that_paid_comes_back_by_a_refill() -> None:
    match = battle(
        armies=PRIEST,
        board={"f4": "warrior_priest", "f3": "scout 2"},
        hands={0: "warrior_priest", 1: "archer"},
        empty_bags=(0,),
    )
    events = maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    assert [e.facts["count"] for e in events if e.kind == "refilled"] == [1]
    assert size(match, "face_up/0", "bag/0") == [0, 1]
    do(match, 0, "drawn")
    assert size(match, "bag/0", "drawn/0") == [0, 1]
