"""Spellcaster and Assassin: damage to everybody at once, and two points for one who lies open."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._match import allowed, asked, do, draw, kind, middle, refused, told, why_not

FULL = {"masters": True, "scoring": "legend"}
OPEN = {1: "BARD:up", 2: "THIEF:up", 3: "REAPER:up"}
FOUR = {0: ("FOX-1", "FOX-2"), 1: ("BEAR-1", "BEAR-2"), 2: ("DEER-1", "DEER-2"), 3: ("FOX-3", "FOX-4")}


def field(seats: int = 4, **given) -> Match:
    """The Spellcaster on seat 0 appears."""
    given["characters"] = {0: "SPELL", **OPEN, **given.get("characters", {})}
    given.setdefault("factions", FOUR)
    given.setdefault("hands", {0: ["INN#1"], 1: [], 2: [], 3: []})
    match = middle(seats, phase="appear", settings=FULL, **given)
    do(match, 0, "appear:SPELL")
    return match


# -- Arcane Field ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-SPELL-01", "CH-CHAR-SPELL-03")
def test_everybody_who_is_not_wounded_loses_a_point_and_the_beast_protects_the_others_only() -> None:
    match = field(hp={2: 0}, piles={"effect/1": ["BEAST:up"]})
    assert [match.state[f"hp/{s}"] for s in range(4)] == [2, 3, 0, 2]
    own = field(piles={"effect/0": ["BEAST:up"]})
    assert own.state["hp/0"] == 2


@pytest.mark.rules("CH-CHAR-SPELL-02")
def test_windows_go_clockwise_from_the_spellcaster_and_one_judgement_follows() -> None:
    match = field(hp={0: 1, 1: 1, 2: 1}, hands={0: ["ELIXIR#1"], 1: ["ELIXIR#2"], 2: ["STRUGGLE#1"], 3: []}, turn=0)
    assert [match.state[f"hp/{s}"] for s in range(4)] == [0, 0, 0, 2]  # off everybody before anybody answers
    assert asked(match) == [0]
    do(match, 0, "react:ELIXIR#1")
    draw(match, 0)
    assert asked(match) == [1]
    do(match, 1, "pass")
    assert asked(match) == [2]
    events = do(match, 2, "pass")
    assert told(events, "judgement") == [{"seats": (1, 2), "declared": False}]


@pytest.mark.rules("CH-CHAR-SPELL-04")
def test_against_the_own_field_elixir_helps_and_struggle_does_not() -> None:
    match = field(hp={0: 1}, hands={0: ["ELIXIR#1", "STRUGGLE#1"], 1: [], 2: [], 3: []})
    assert allowed(match, 0) == {"react:ELIXIR#1", "pass"}
    do(match, 0, "react:ELIXIR#1")
    assert match.state["hp/0"] == 1
    off = middle(
        4,
        phase="appear",
        characters={0: "SPELL", **OPEN},
        hands={0: ["ELIXIR#1"], 1: [], 2: [], 3: []},
        hp={0: 1},
        factions=FOUR,
        settings={**FULL, "own_damage_answers": False},
    )
    do(off, 0, "appear:SPELL")
    assert kind(off) == "look"  # where oneself does not count as a player there is nothing to answer


@pytest.mark.rules("CH-CHAR-SPELL-05")
def test_when_all_fall_the_round_ends_without_a_last_faction() -> None:
    match = field(hp={0: 1, 1: 1, 2: 1, 3: 1}, hands={0: [], 1: [], 2: [], 3: []})
    for seat in range(3):
        do(match, seat, "seen")
    events = do(match, 3, "seen")
    assert told(events, "judged") == [{"over": True, "faction": None}]
    assert kind(match) == "round_over"


@pytest.mark.rules("CH-CHAR-SPELL-06")
def test_a_spellcaster_who_falls_has_no_plan() -> None:
    match = field(hp={0: 1}, hands={0: [], 1: [], 2: [], 3: []}, factions={**FOUR, 3: ("DRAGON-1", "DRAGON-2")})
    do(match, 0, "seen")
    draw(match, 0)
    assert (match.state.turn, asked(match)) == (1, [1])


@pytest.mark.rules("CH-CHAR-SPELL-07")
@pytest.mark.parametrize(
    ("falling", "before", "points"),
    [((1,), (), 0), ((1, 2), (), 2), ((0, 1), (), 2), ((1,), ("3",), 2), ((1,), ("1",), 0)],
)
def test_two_different_players_felled_by_the_field_are_the_honour(falling, before, points: int) -> None:
    match = field(hp=dict.fromkeys(falling, 1), hands={0: [], 1: [], 2: [], 3: []}, tracks={"field/0": tuple(before)})
    assert kind(match) == "look"
    assert match.state["score/0"] == points


# -- Backstab ----------------------------------------------------------------------------------------------------------


def stab(target: int = 1, **given) -> Match:
    """The Assassin on seat 0 stabs somebody whose character lies open."""
    given["characters"] = {0: "ASSASSIN", **OPEN, **given.get("characters", {})}
    given.setdefault("hands", {0: ["AMBUSH#1", "INN#1"], target: []})
    match = middle(phase="appear", settings=FULL, **given)
    do(match, 0, "appear:ASSASSIN")
    do(match, 0, f"seat:{target}")
    return match


@pytest.mark.rules("CH-CHAR-ASSASSIN-01", "CH-CHAR-ASSASSIN-02")
def test_two_points_for_one_whose_character_lies_open_and_no_red_card_after_it() -> None:
    match = middle(
        phase="appear", characters={0: "ASSASSIN", **OPEN}, hp={3: 0}, settings=FULL, hands={0: ["AMBUSH#1"]}
    )
    do(match, 0, "appear:ASSASSIN")
    assert allowed(match, 0) == {"seat:1", "seat:2"}  # not the wounded one, not the one who lies hidden
    events = do(match, 0, "seat:1")
    assert told(events, "damaged") == [{"seat": 1, "count": 2, "left": 1, "cause": "assassin"}]
    assert why_not(match, 0, "play:AMBUSH#1") == "no_red_this_turn"


@pytest.mark.rules("CH-CHAR-ASSASSIN-01")
def test_with_nobody_open_he_cannot_appear() -> None:
    match = middle(phase="appear", characters={0: "ASSASSIN"}, settings=FULL)
    assert refused(match, 0, "appear:ASSASSIN").rule == "CH-CHAR-ASSASSIN-01"


@pytest.mark.rules("CH-CHAR-ASSASSIN-02")
def test_the_red_card_is_lost_even_when_the_beast_stopped_the_dagger() -> None:
    match = stab(piles={"effect/1": ["BEAST:up"]})
    assert match.state["hp/1"] == 3
    assert why_not(match, 0, "play:AMBUSH#1") == "no_red_this_turn"
    assert why_not(match, 0, "play:INN#1") == ""
    do(match, 0, "discard:INN#1")


@pytest.mark.rules("CH-CHAR-ASSASSIN-03")
def test_elixir_and_struggle_answer_it_and_special_skills_cannot() -> None:
    match = stab(hands={0: [], 1: ["ELIXIR#1", "STRUGGLE#1"]}, hp={1: 2}, characters={1: "ILLUSION:up"})
    assert allowed(match, 1) == {"react:ELIXIR#1", "react:STRUGGLE#1", "pass"}
    do(match, 1, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 2
    sword = stab(characters={1: "SWORD:up"})
    assert kind(sword) == "plan"  # Sword Intent answers cards


@pytest.mark.rules("CH-CHAR-ASSASSIN-04")
@pytest.mark.parametrize(("left", "points"), [(3, 0), (2, 2), (1, 2)])
def test_wounding_by_it_is_the_honour(left: int, points: int) -> None:
    match = stab(hp={1: left})
    assert match.state["score/0"] == points
    assert (match.state["hp/1"] == 0) is bool(points)
