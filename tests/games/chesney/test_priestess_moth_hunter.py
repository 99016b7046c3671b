"""Priestess, Mothmancer and Hunter: blessing, swarm and shot."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import legend, points, poisoned
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    kind,
    kinds,
    middle,
    play,
    refused,
    told,
    turns_up,
)

EMPTY: dict[int, list[str]] = {seat: [] for seat in range(5)}


def before(character: str, **more: object) -> Match:
    """Seat 0 has the choice to appear as this character."""
    lay = {"characters": {0: character}, "phase": "appear", **more}
    return legend(**lay)  # type: ignore[arg-type]


# -- Priestess ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-PRIESTESS-01", "CH-CHAR-PRIESTESS-02", "CH-CHAR-GEN-15")
def test_the_blessing_heals_two() -> None:
    match = before("PRIESTESS", hp={0: 2, 1: 0, 2: 2, 3: 1})
    do(match, 0, "appear:PRIESTESS")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3"}, "wounded or not, but not with all hit points"
    do(match, 0, "seat:3")
    assert [match.state[f"hp/{s}"] for s in range(5)] == [3, 0, 2, 2, 3]
    assert kind(match) == "plan"


@pytest.mark.rules("CH-CHAR-PRIESTESS-01", "CH-CHAR-GEN-17")
def test_nobody_is_healed_above_three_and_one_target_is_no_question() -> None:
    match = before("PRIESTESS", hp={1: 2})
    do(match, 0, "appear:PRIESTESS")
    assert kind(match) == "plan"
    assert [match.state[f"hp/{s}"] for s in (0, 1)] == [3, 3]


@pytest.mark.rules("CH-CHAR-PRIESTESS-02")
def test_with_nobody_hurt_anybody_can_be_named_and_she_is_healed() -> None:
    match = before("PRIESTESS", hp={0: 1})
    do(match, 0, "appear:PRIESTESS")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}
    do(match, 0, "seat:4")
    assert (match.state["hp/0"], match.state["hp/4"]) == (2, 3)


@pytest.mark.rules("CH-CHAR-PRIESTESS-03")
def test_a_wounded_player_is_back_at_once() -> None:
    match = before("PRIESTESS", hp={1: 0}, hands={0: [], 1: ["INN#1"]})
    events = do(match, 0, "appear:PRIESTESS")
    assert "judgement" not in kinds(events)
    assert cards(match, "hand/1") == ["INN#1"]
    do(match, 0, "rest")
    events = draw(match, 0)
    assert "turn" in kinds(events)
    assert "supporter_turn" not in kinds(events)


@pytest.mark.rules("CH-CHAR-PRIESTESS-04", "CH-CHAR-GEN-13")
def test_a_wounded_priestess_does_not_appear() -> None:
    match = legend(characters={0: "PRIESTESS"}, hp={0: 0}, turn=4, phase="turn_end")
    assert (kind(match), asked(match)) == ("interfere", [0])
    assert not [key for key in allowed(match, 0) if key.startswith("appear")]


@pytest.mark.rules("CH-CHAR-PRIESTESS-05", "CH-CHAR-HON-10")
def test_the_honour_of_the_priestess() -> None:
    match = before("PRIESTESS", hp={1: 0})
    do(match, 0, "appear:PRIESTESS")
    assert points(match) == 2, "by the skill"
    match = legend(characters={0: "PRIESTESS:up"}, hands={0: ["INN#1"]}, hp={1: 0, 2: 2})
    play(match, 0, "INN#1")
    do(match, 0, "seat:1")
    assert points(match) == 2, "by an Inn"
    match = legend(characters={0: "PRIESTESS:up"}, hands={0: ["INN#1"]}, hp={0: 0, 1: 0}, phase="interfere")
    play(match, 0, "INN#1")
    do(match, 0, "seat:1")
    assert points(match) == 2, "as a wounded player too"


@pytest.mark.rules("CH-CHAR-PRIESTESS-05")
def test_what_is_no_honour_of_the_priestess() -> None:
    match = legend(characters={0: "PRIESTESS:up"}, hands={0: ["INN#1"]}, hp={0: 0}, phase="interfere")
    play(match, 0, "INN#1")
    assert (match.state["hp/0"], points(match)) == (1, 0), "reviving oneself"
    match = before("PRIESTESS", hp={1: 1})
    do(match, 0, "appear:PRIESTESS")
    assert points(match) == 0, "who was not wounded is not revived"


# -- Mothmancer --------------------------------------------------------------------------------------------------------


def swarm(*revealed: str, **more: object) -> Match:
    """The Mothmancer of seat 0 has appeared, and these cards were turned up one after another."""
    match = before("MOTH", **{"hands": EMPTY, **more})
    do(match, 0, "appear:MOTH")
    for card in revealed:
        do(match, None, card)
    return match


def revealing(match: Match) -> object:
    """Whose card is turned next."""
    assert match.question is not None
    return match.question.facts["seat"]


@pytest.mark.rules("CH-CHAR-MOTH-01", "CH-CHAR-MOTH-04", "CH-CHAR-MOTH-07")
def test_everybody_who_stands_reveals_a_card() -> None:
    match = swarm(hp={2: 0})
    order = []
    for card in ("INN#1", "ELIXIR#1", "TRAP#1", "NETWORK#1"):
        question = match.question
        assert question is not None
        assert (question.kind, question.asked) == ("swarm", ())
        order.append(question.facts["seat"])
        do(match, None, card)
    assert order == [0, 1, 3, 4]
    assert [match.state[f"hp/{s}"] for s in range(5)] == [3, 3, 0, 3, 3]
    assert cards(match, "discard") == ["INN#1", "ELIXIR#1", "TRAP#1", "NETWORK#1"]
    assert [len(cards(match, f"hand/{s}")) for s in range(5)] == [0, 0, 0, 0, 0]


@pytest.mark.rules("CH-CHAR-MOTH-02")
def test_a_red_card_hurts_before_the_next_is_turned() -> None:
    match = swarm("INN#1", hands={0: [], 1: ["STRUGGLE#1"]}, hp={0: 3, 1: 1})
    events = do(match, None, "AMBUSH#1")
    assert [e["seat"] for e in told(events, "damaged")] == [1]
    assert (kind(match), asked(match)) == ("react", [1])
    do(match, 1, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 2, "the Mothmancer has dealt it"
    assert (kind(match), revealing(match)) == ("swarm", 2)


@pytest.mark.rules("CH-CHAR-MOTH-03", "CH-CHAR-MOTH-09")
def test_her_own_red_card_heals_her() -> None:
    match = swarm("DUEL#1", hp={0: 1})
    assert match.state["hp/0"] == 2
    assert points(match) == 2
    match = swarm("DUEL#1", hp={0: 3})
    assert match.state["hp/0"] == 3
    assert points(match) == 0, "nothing was gained"


@pytest.mark.rules("CH-CHAR-MOTH-05")
def test_an_event_and_a_banned_card_are_replaced() -> None:
    match = swarm()
    events = do(match, None, "EVENT-CHRONIC")
    assert "event" in kinds(events)
    assert (kind(match), revealing(match)) == ("swarm", 0), "the same player again"
    assert "put_aside" in kinds(do(match, None, "ELIXIR#1"))
    assert revealing(match) == 0
    do(match, None, "INN#1")
    assert revealing(match) == 1
    assert cards(match, "aside") == ["ELIXIR#1"]


@pytest.mark.rules("CH-CHAR-MOTH-06")
def test_a_poison_works_and_is_replaced() -> None:
    match = poisoned(before("MOTH", hands=EMPTY, hp={1: 2, 2: 1}))
    for answer in ("appear:MOTH", "INN#1", "POISON#1"):
        do(match, 0 if answer.startswith("appear") else None, answer)
    assert match.state["hp/1"] == 1
    assert revealing(match) == 1, "drawn again for the reveal"
    assert "POISON#1" in cards(match, "reserve")
    match = poisoned(before("MOTH", hands=EMPTY, hp={1: 1}))
    for answer in ("appear:MOTH", "INN#1", "POISON#1"):
        do(match, 0 if answer.startswith("appear") else None, answer)
    assert match.state["hp/1"] == 0
    assert revealing(match) == 2, "who fell reveals nothing"


@pytest.mark.rules("CH-CHAR-MOTH-08", "CH-CHAR-GEN-29")
def test_all_who_fell_judge_together_at_the_end() -> None:
    match = swarm("INN#1", "AMBUSH#1", "AMBUSH#2", "INN#2", hp={1: 1, 2: 1})
    assert revealing(match) == 4, "no Judgement yet"
    events = do(match, None, "INN#3")
    assert [e["seats"] for e in told(events, "judgement")] == [(1, 2)]


@pytest.mark.rules("CH-CHAR-MOTH-01", "CH-CHAR-MOTH-05")
def test_with_only_events_left_in_the_pile_nothing_else_is_expected() -> None:
    few = {"pile": ("?", "?", "POISON#1"), "reserve": ["BLAST", "FIREBALL", "POISON#2"], "discard": ["?"] * 80}
    match = swarm(piles=few, tracks={"poisoner": 3}, hands=EMPTY)
    offered = {o.key for o in match.options(None)}
    assert offered == {f"EVENT-{e}" for e in ("CHRONIC", "TRACKS", "INN", "SECRET", "STORM")} | {"POISON#1"}


# -- Hunter ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-HUNTER-01", "CH-CHAR-GEN-15", "CH-CHAR-GEN-16")
def test_the_shot_takes_one_point() -> None:
    match = before("HUNTER", hp={1: 0}, hands=EMPTY)
    do(match, 0, "appear:HUNTER")
    assert allowed(match, 0) == {"seat:2", "seat:3", "seat:4"}, "nobody wounded, not oneself"
    do(match, 0, "seat:3")
    assert match.state["hp/3"] == 2, "without asking the victim"


@pytest.mark.rules("CH-CHAR-HUNTER-02")
def test_only_elixir_answers_the_shot() -> None:
    match = before("HUNTER", hp={1: 1}, hands={1: ["ELIXIR#1", "STRUGGLE#1"]}, settings={"masters": True})
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:1")
    assert refused(match, 1, "react:STRUGGLE#1").rule == "CH-CHAR-HUNTER-02"
    assert not [key for key in allowed(match, 1) if key.startswith("skill:")]
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1)
    assert match.state["hp/1"] == 1
    assert points(match) == 0, "who is saved was not wounded"


@pytest.mark.rules("CH-CHAR-HUNTER-02", "CH-CHAR-HUNTER-03")
@pytest.mark.parametrize("character", ["GUARD", "?"])
def test_a_poison_drawn_meanwhile_can_be_answered_with_skills(character: str) -> None:
    hidden = {"characters": {0: "HUNTER", 1: character}, "settings": {"masters": True}}
    match = poisoned(before("HUNTER", hp={1: 1}, hands={1: ["ELIXIR#1"]}, **hidden))
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:1")
    assert "skill:GUARD:0" not in allowed(match, 1)
    do(match, 1, "react:ELIXIR#1")
    turns_up(match, 1, "POISON#1")
    assert "skill:GUARD:3" in allowed(match, 1)


@pytest.mark.rules("CH-CHAR-HUNTER-04", "CH-CHAR-GEN-22")
def test_a_beast_stops_the_shot() -> None:
    match = before("HUNTER", piles={"effect/2": ["BEAST"]}, hp={2: 1}, hands={2: ["STRUGGLE#1"]})
    do(match, 0, "appear:HUNTER")
    events = do(match, 0, "seat:2")
    assert "beast_stops" in kinds(events)
    assert kind(match) == "plan"
    assert (match.state["hp/2"], points(match)) == (1, 0)


@pytest.mark.rules("CH-CHAR-HUNTER-05", "CH-CHAR-HON-06")
def test_the_hunters_honour() -> None:
    match = before("HUNTER", hp={2: 1}, hands=EMPTY)
    do(match, 0, "appear:HUNTER")
    events = kinds(do(match, 0, "seat:2"))
    assert events.index("honour") < events.index("judgement")
    assert points(match) == 2
    match = middle(characters={0: "HUNTER"}, phase="appear", hp={2: 1}, hands=EMPTY)
    do(match, 0, "appear:HUNTER")
    assert "honour" not in kinds(do(match, 0, "seat:2")), "Adventurer knows no Honours"


@pytest.mark.rules("CH-CHAR-HUNTER-05")
def test_a_wound_by_a_card_is_no_honour_of_the_hunter() -> None:
    match = legend(characters={0: "HUNTER:up"}, hands={0: ["AMBUSH#1"], 1: []}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 0
    assert points(match) == 0
