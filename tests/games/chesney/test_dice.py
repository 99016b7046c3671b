"""The twelve-sided die: who rolls when, what a result is, and what ties do."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.questions import Roll
from rules.engine.types import PUBLIC, Seat
from rules.games.chesney.factions import up_sides
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    refused,
    roll,
    told,
    turns_up,
)

NOBODY_HOLDS: dict[int, list[str]] = {s: [] for s in range(1, 6)}


def dueling(mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ()) -> Match:
    """Seat 3 has challenged seat 1 to a Duel."""
    match = middle(hands={3: ["DUEL#1", *mine], 1: theirs}, turn=3)
    play(match, 3, "DUEL#1")
    do(match, 3, "seat:1")
    return match


@pytest.mark.rules("CH-ACT-DICE-01")
def test_one_die_of_twelve_sides_before_all_eyes() -> None:
    match = dueling()
    question = match.question
    assert isinstance(question, Roll)
    assert (question.dice, question.seat) == ((12,), 3)
    assert allowed(match, 3) == {str(n) for n in range(1, 13)}  # whoever tells it: dice in the tray or a phone
    for no_roll in ("0", "13", "2-3"):
        assert refused(match, 3, no_roll).code == "not_a_roll"
    do(match, 3, "12")
    for reader in (PUBLIC, *match.state.seats):
        (heard,) = (h.event for h in hears(match, reader) if h.event.kind == "rolled")
        assert (heard.facts["seat"], heard.facts["die"], heard.facts["total"]) == (3, 12, 12)


@pytest.mark.rules("CH-ACT-DICE-02", "CH-ACT-DICE-06")
def test_the_user_rolls_first_and_each_rolls_once() -> None:
    match = dueling()
    assert (kind(match), asked(match)) == ("roll", [3])
    roll(match, 3, 4)
    assert (kind(match), asked(match)) == ("roll", [1])
    roll(match, 1, 4)
    assert kind(match) == "declare"  # also after a tie


@pytest.mark.rules("CH-ACT-DICE-02")
def test_without_the_user_the_first_clockwise_begins() -> None:
    match = middle(
        6,
        hands={**NOBODY_HOLDS, 0: [], 3: ["ENCOUNTER#1"]},
        factions={0: ("FOX-1:up", "?"), 1: ("BEAR-1:up", "?"), 4: ("FOX-2:up", "?"), 5: ("BEAR-2:up", "?")},
        turn=3,
    )
    play(match, 3, "ENCOUNTER#1")
    order = []
    while kind(match) == "roll":
        (seat,) = asked(match)
        order.append(seat)
        roll(match, seat, 1)
    assert order == [4, 5, 0, 1]


@pytest.mark.rules("CH-ACT-DICE-03")
def test_a_belief_comes_before_the_own_die_and_after_earlier_results() -> None:
    match = dueling(("BELIEF#1",), ("BELIEF#2",))
    assert (kind(match), asked(match)) == ("before_roll", [3])  # the later one waits
    do(match, 3, "pass")
    assert refused(match, 3, "react:BELIEF#1").code == "not_a_roll"
    do(match, 3, "9")
    assert (kind(match), asked(match)) == ("before_roll", [1])  # knows the 9
    assert "rolled" in {h.event.kind for h in hears(match, 1)}
    assert refused(match, 3, "react:BELIEF#1").code == "not_your_turn"  # too late
    do(match, 1, "react:BELIEF#2")
    draw(match, 1)
    roll(match, 1, 2)
    assert (match.state["hp/3"], match.state["hp/1"]) == (3, 2)  # 9 against 8


@pytest.mark.rules("CH-ACT-DICE-04")
def test_a_result_has_no_upper_bound() -> None:
    match = dueling(("BELIEF#1", "BELIEF#2", "BELIEF#3"))
    for number in (1, 2, 3):
        do(match, 3, f"react:BELIEF#{number}")
        draw(match, 3, f"INN#{number}")
    assert told(roll(match, 3, 12), "rolled")[0]["total"] == 30
    assert cards(match, "hand/3") == ["INN#1", "INN#2", "INN#3"]


@pytest.mark.rules("CH-ACT-DICE-05")
@pytest.mark.parametrize("card", ["DUEL#1", "ESTRANGE#1", "ENCOUNTER#1", "REFLECTION#1", "PERSUADE#1"])
def test_ties_stand(card: str) -> None:
    match = middle(
        6,
        hands={**NOBODY_HOLDS, 0: [card]},
        factions={0: ("DEER-1", "DEER-2"), 1: ("FOX-1:up", "?"), 2: ("BEAR-1:up", "?")},
    )
    play(match, 0, card)
    if card == "PERSUADE#1":
        draw(match, 0, "DEER-5", "DEER-6")
        for seat, key in ((0, "offer:DEER-6"), (0, "seat:1"), (0, "side:left"), (1, "no")):
            do(match, seat, key)
    elif card == "ESTRANGE#1":
        do(match, 0, "seat:1")
        do(match, 0, "seat:2")
    elif card != "ENCOUNTER#1":
        do(match, 0, "seat:1")
    rolled = 0
    while kind(match) == "roll":
        roll(match, asked(match)[0], 6)
        rolled += 1
    assert rolled == 2  # nobody rolls again
    hurt = {"DUEL#1": [0, 1], "ESTRANGE#1": [1, 2], "ENCOUNTER#1": [1, 2]}.get(card, [])
    assert [s for s in range(6) if match.state[f"hp/{s}"] == 2] == hurt
    both_up = len(up_sides(match.state, Seat(0))) == 2
    assert both_up is (card == "REFLECTION#1")  # fails for the user
    assert (cards(match, "left/1") == ["DEER-6"]) is (card == "PERSUADE#1")  # succeeds for the user


@pytest.mark.rules("CH-ACT-DICE-06", "CH-ACT-DICE-03")
def test_nobody_rolls_against_who_has_fallen_before_the_own_die() -> None:
    match = middle(hands={3: ["DUEL#1", "BELIEF#1"], 1: []}, hp={0: 0, 2: 0, 3: 1, 4: 0}, turn=3)
    play(match, 3, "DUEL#1")
    do(match, 3, "react:BELIEF#1")
    turns_up(match, 3, "EVENT-STORM")
    roll(match, 3, 2)  # falls
    events = roll(match, 1, 12)  # in the storm, too: that was no roll of the Duel
    assert {"roll_off", "judgement"} <= set(kinds(events))
    assert (match.state["hp/1"], match.state["hp/3"]) == (3, 0)
