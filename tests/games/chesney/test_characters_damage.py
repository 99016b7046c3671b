"""Damage by and against characters, what drops it, and what answers it (CH-CHAR-GEN-20 to -30)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chesney.damage import Hit
from tests.games.chesney._legend import legend, poisoned
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    kind,
    play,
    roll,
    told,
    turns_up,
    why_not,
)

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}
MASTERS = {"masters": True}


def before(character: str, others: dict[int, str] | None = None, **more: object) -> Match:
    """Seat 0 appears as this character."""
    lay = {"phase": "appear", "settings": MASTERS, "hands": NONE, **more}
    match = legend(characters={0: character, **(others or {})}, **lay)  # type: ignore[arg-type]
    do(match, 0, f"appear:{character}")
    return match


def ambush(victim: str, *, hp: int, mine: tuple[str, ...] = (), **more: object) -> Match:
    """Seat 0 has played an Ambush against seat 1, who has this character."""
    lay = {"hands": {**NONE, 0: ["AMBUSH#1"], 1: [*mine]}, "hp": {1: hp}, "settings": MASTERS, **more}
    match = legend(characters={0: "BARD:up", 1: victim}, **lay)  # type: ignore[arg-type]
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    return match


# -- what damage knows, and what drops it ------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-GEN-20")
def test_all_that_damage_knows() -> None:
    match = legend(characters={0: "BARD"})
    one, two, three = match.table.seats[:3]
    hit = Hit(one, 2, (one, two, three), "CAPTAIN", two, "mass", frozenset({"no_elixir"}))
    assert (hit.victim, hit.points, hit.origin, hit.owner, hit.icon) == (one, 2, "CAPTAIN", two, "mass")
    assert "no_elixir" in hit.bans
    assert hit.others == (two, three), "the sources that can be struck back"


@pytest.mark.rules("CH-CHAR-GEN-21", "CH-CHAR-GEN-22")
@pytest.mark.parametrize(
    ("lay", "event"),
    [
        ({"piles": {"effect/1": ["BEAST"]}}, "beast_stops"),
        ({"characters": {0: "SPELL", 1: "FOXGIRL"}, "tracks": {"allured/0": 1}}, "damage_ignored"),
    ],
)
def test_dropped_damage_costs_nothing_and_is_not_answered(lay: dict[str, object], event: str) -> None:
    everything = {
        "characters": {0: "SPELL", 1: "ILLUSION"},
        "hp": {1: 1, 2: 0},
        "hands": {**NONE, 1: ["ELIXIR#1", "STRUGGLE#1"]},
        "phase": "appear",
        "settings": MASTERS,
        **lay,
    }
    match = legend(**everything)  # type: ignore[arg-type]
    events = do(match, 0, "appear:SPELL")
    assert told(events, event) == [{"seat": 1}]
    assert [e["seat"] for e in told(events, "damaged")] == [0, 3, 4], "who is wounded is left alone too"
    while kind(match) == "react":
        assert asked(match) != [1]
        do(match, asked(match)[0], "pass")
    assert match.state["hp/1"] == 1
    assert match.state["field/0"] == ()


# -- the windows -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-GEN-23")
def test_all_lose_hit_points_first_then_one_window_each() -> None:
    hands = {seat: ["?"] for seat in range(5)}
    match = before("SPELL", hands=hands, hp=dict.fromkeys((0, 1, 3), 1))
    assert [match.state[f"hp/{s}"] for s in range(5)] == [0, 0, 2, 0, 2]
    order = []
    while kind(match) == "react":
        order += asked(match)
        do(match, asked(match)[0], "pass")
    assert order == [0, 1, 2, 3, 4], "the acting player first, then clockwise"


@pytest.mark.rules("CH-CHAR-GEN-24")
def test_answers_in_any_order_while_their_condition_holds() -> None:
    match = ambush("BERSERKER", hp=1, mine=("STRUGGLE#1", "ELIXIR#1"))
    do(match, 1, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 2
    assert {"react:ELIXIR#1", "skill:BERSERKER"} <= allowed(match, 1)
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1)
    assert "skill:BERSERKER" not in allowed(match, 1), "the last hit point is there again"
    match = ambush("BERSERKER", hp=1, mine=("STRUGGLE#1", "ELIXIR#1"))
    do(match, 1, "skill:BERSERKER")
    assert why_not(match, 1, "react:ELIXIR#1") == "not_the_last_hp"
    do(match, 1, "react:STRUGGLE#1")
    assert (match.state["hp/1"], match.state["hp/0"]) == (2, 2)


@pytest.mark.rules("CH-CHAR-GEN-25", "CH-CHAR-HON-05")
@pytest.mark.parametrize(("character", "key"), [("GUARD", "skill:GUARD:0"), ("ILLUSION", "skill:ILLUSION:3")])
def test_undone_damage_can_be_answered_no_more(character: str, key: str) -> None:
    match = ambush(character, hp=1, mine=("STRUGGLE#1", "ELIXIR#1", "STRUGGLE#2"))
    do(match, 1, "react:STRUGGLE#1")
    do(match, 1, key)
    while kind(match) == "react":
        assert asked(match) != [1]
        do(match, asked(match)[0], "pass")
    assert match.state["hp/1"] == 1
    assert match.state["hp/0"] == (1 if character == "GUARD" else 2), "the Struggle before it stays"
    assert cards(match, "hand/1") == ["ELIXIR#1", "STRUGGLE#2"]
    assert match.state["deeds/0"] == (), "nobody was wounded"


@pytest.mark.rules("CH-CHAR-GEN-26")
def test_a_blow_in_a_window_is_dealt_with_before_the_next_window() -> None:
    hands = {**NONE, 0: ["?"], 1: ["STRUGGLE#1"], 2: ["?"]}
    match = before("SPELL", hands=hands, hp={0: 2, 1: 1, 2: 1})
    assert asked(match) == [1]
    do(match, 1, "react:STRUGGLE#1")
    assert asked(match) == [0], "who was struck answers first"
    do(match, 0, "pass")
    while asked(match) == [1]:
        do(match, 1, "pass")
    assert asked(match) == [2]


@pytest.mark.rules("CH-CHAR-GEN-27")
def test_from_a_player_may_be_oneself() -> None:
    match = before("SPELL", hands={**NONE, 0: ["ELIXIR#1", "STRUGGLE#1"]}, hp={0: 1})
    assert asked(match) == [0]
    assert "react:ELIXIR#1" in allowed(match, 0)
    assert not [o for o in match.options(match.table.seats[0]) if "STRUGGLE" in o.key], "nobody else to strike"
    match = legend(
        characters={0: "BERSERKER"},
        hands={**NONE, 0: ["BLAST"]},
        piles={"reserve": ["FIREBALL", "POISON#1", "POISON#2"]},
        hp={0: 1},
        settings=MASTERS,
    )
    play(match, 0, "BLAST")
    do(match, 0, "seat:2")
    assert "skill:BERSERKER" in allowed(match, 0)


@pytest.mark.rules("CH-CHAR-GEN-27")
@pytest.mark.parametrize("character", ["GUARD", "ILLUSION"])
def test_what_strikes_back_or_moves_damage_needs_another_player(character: str) -> None:
    match = legend(
        characters={0: character},
        hands={**NONE, 0: ["BLAST", "ELIXIR#1"]},
        piles={"reserve": ["FIREBALL", "POISON#1", "POISON#2"]},
        hp={0: 1},
        settings=MASTERS,
    )
    play(match, 0, "BLAST")
    do(match, 0, "seat:2")
    assert asked(match) == [0]
    assert not [key for key in allowed(match, 0) if key.startswith("skill")]


@pytest.mark.rules("CH-CHAR-GEN-27")
def test_an_event_is_from_nobody_and_a_poison_from_the_alchemist() -> None:
    match = legend(characters={0: "BERSERKER"}, hands=NONE, hp={0: 1}, phase="declare", settings=MASTERS)
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-STORM")
    roll(match, 0, 1)
    assert match.state["hp/0"] == 0
    assert kind(match) == "roll", "the next player's"
    match = poisoned(legend(characters={0: "GUARD"}, hands=NONE, hp={0: 1}, phase="declare", settings=MASTERS))
    do(match, 0, "rest")
    turns_up(match, 0, "POISON#1")
    do(match, 0, "skill:GUARD:3")
    assert (match.state["hp/0"], match.state["hp/3"]) == (1, 2)


@pytest.mark.rules("CH-CHAR-GEN-28")
def test_a_counter_on_nobody_still_undoes_the_damage() -> None:
    hands = {**NONE, 0: ["DUEL#1"]}
    match = legend(characters={1: "GUARD"}, hands=hands, hp={0: 1, 1: 1}, settings=MASTERS)
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 4)
    roll(match, 1, 4)
    while asked(match) == [0]:
        do(match, 0, "pass")
    do(match, 1, "skill:GUARD")
    assert (match.state["hp/0"], match.state["hp/1"]) == (0, 1)


@pytest.mark.rules("CH-CHAR-GEN-29")
def test_a_skill_goes_on_without_its_owner() -> None:
    match = before("MOTH", hands={**NONE, 1: ["STRUGGLE#1"]}, hp={0: 1, 1: 1})
    do(match, None, "INN#1")
    do(match, None, "AMBUSH#1")
    do(match, 1, "react:STRUGGLE#1")
    while kind(match) == "react":
        do(match, asked(match)[0], "pass")
    assert match.state["hp/0"] == 0
    do(match, None, "AMBUSH#2")
    assert match.state["hp/2"] == 2, "the swarm goes on"
    while kind(match) == "react":
        do(match, asked(match)[0], "pass")
    do(match, None, "TRAP#1")
    events = do(match, None, "TRAP#2")
    assert [e["seats"] for e in told(events, "judgement")] == [(0, 1)], "one joint Judgement"
    for seat in (2, 3, 4):
        do(match, seat, f"token:{('fox', 'bear', 'deer')[seat - 2]}")
    for judge in (0, 1):
        do(match, judge, "seen")
    draw(match, 0)
    events = draw(match, 1)
    assert (kind(match), asked(match)) == ("interfere", [1]), "the turn of who fell in it is over"


@pytest.mark.rules("CH-CHAR-GEN-30")
def test_whoever_has_a_hidden_character_is_asked_alike() -> None:
    prompts = set()
    for character in ("BERSERKER", "ILLUSION", "GUARD", "OATH", "?"):
        for hp in (1, 3):
            match = ambush(character, hp=hp)
            question = match.question
            assert question is not None
            prompts.add((question.kind, question.asked, hp, tuple(sorted(question.facts.items()))))
    assert len(prompts) == 2, "one for the last hit point, one for any other, whatever the character is"
    assert {p[0] for p in prompts} == {"react"}


@pytest.mark.rules("CH-CHAR-GEN-30")
def test_an_open_character_that_cannot_answer_is_not_asked() -> None:
    assert kind(ambush("OATH:up", hp=3)) == "declare"
