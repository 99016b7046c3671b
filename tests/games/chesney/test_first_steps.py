"""A few turns of Chesney from end to end: the shape that the other tests fill in."""

from __future__ import annotations

import pytest

from rules.engine.types import UNSEEN
from tests.games.chesney._match import asked, cards, do, draw, kind, kinds, middle, play, roll, sees


@pytest.mark.rules("CH-ACT-AMBUSH-01", "CH-ACT-GEN-01")
def test_an_ambush_takes_one_point() -> None:
    match = middle(hands={0: ["AMBUSH#1", "INN#1"]})
    play(match, 0, "AMBUSH#1")
    events = do(match, 0, "seat:2")
    assert "damaged" in kinds(events)
    assert match.state["hp/2"] == 2
    assert cards(match, "play_area") == ["AMBUSH#1"]
    assert kind(match) == "plan_more"


@pytest.mark.rules("CH-ACT-DUEL-02", "CH-INFO-09")
def test_a_duel_below_hurts_both() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["TRAP#1", "INN#1"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 3)
    roll(match, 1, 9)
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 2)
    assert sees(match, 0, "hand/1") == [UNSEEN, UNSEEN]


@pytest.mark.rules("CH-TURN-17")
def test_rest_draws_to_three() -> None:
    match = middle(hands={0: ["INN#1"]}, phase="declare")
    do(match, 0, "rest")
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0, "BELIEF#1", "TRAP#1")
    assert sorted(str(c) for c in cards(match, "hand/0")) == ["BELIEF#1", "INN#1", "TRAP#1"]
