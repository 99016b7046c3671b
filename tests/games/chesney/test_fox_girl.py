"""The Fox Girl: whom she has allured, and what they cannot do to her any more."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import Seat
from tests.games.chesney._match import allowed, do, draw, kind, middle, play, refused, roll, told

GIRL = Seat(0)
MASTERS = {"masters": True}


def allured(*seats: int, count: int = 5, lies: str = "up", **given) -> Match:
    """The Fox Girl on seat 0 has allured these players (2 unless said)."""
    marks = {f"allured/{seat}": GIRL for seat in seats or (2,)}
    given["characters"] = {0: f"FOXGIRL:{lies}", **given.get("characters", {})}
    given["tracks"] = {**marks, **given.get("tracks", {})}
    return middle(count, **given)


# -- the markers -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-FOXGIRL-01", "CH-CHAR-CARD-01")
def test_she_marks_another_player_wounded_or_not_at_most_two_in_a_round() -> None:
    match = middle(phase="appear", characters={0: "FOXGIRL"}, hp={3: 0}, tracks={"allured/1": GIRL})
    do(match, 0, "appear:FOXGIRL")
    assert allowed(match, 0) == {"seat:2", "seat:3", "seat:4"}
    events = do(match, 0, "seat:3")
    assert told(events, "allured") == [{"seat": 0, "target": 3}]
    assert match.state["allured/3"] == 0
    third = middle(phase="appear", characters={0: "FOXGIRL"}, tracks={"allured/1": GIRL, "allured/3": GIRL})
    assert refused(third, 0, "appear:FOXGIRL").rule == "CH-CHAR-FOXGIRL-01"


@pytest.mark.rules("CH-CHAR-FOXGIRL-02")
def test_the_marker_works_on_with_her_character_down_and_after_a_revival() -> None:
    match = allured(lies="down", hands={2: ["AMBUSH#1"]}, turn=2)
    play(match, 2, "AMBUSH#1")
    assert "seat:0" not in allowed(match, 2)
    wounded = allured(hp={0: 0}, hands={1: ["INN#1"]}, turn=1)
    play(wounded, 1, "INN#1")
    assert wounded.state["hp/0"] == 1
    assert wounded.state["allured/2"] == 0


# -- naming her --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-FOXGIRL-03")
@pytest.mark.parametrize("card", ["AMBUSH#1", "DUEL#1", "BLAST", "FIREBALL"])
def test_an_allured_player_cannot_name_her_for_damage(card: str) -> None:
    reserve = [c for c in ("BLAST", "FIREBALL", "POISON#1", "POISON#2") if c != card]
    match = allured(hands={2: [card]}, turn=2, piles={"reserve": reserve})
    play(match, 2, card)
    assert allowed(match, 2) == {"seat:1", "seat:3", "seat:4"}


@pytest.mark.rules("CH-CHAR-FOXGIRL-03")
@pytest.mark.parametrize("character", ["HUNTER", "PUGILIST", "ASSASSIN"])
def test_nor_for_a_skill_that_hurts(character: str) -> None:
    others = {3: "BARD:up", 4: "THIEF:up"}
    match = allured(phase="appear", turn=2, characters={2: character, **others}, settings=MASTERS)
    do(match, 2, f"appear:{character}")
    assert "seat:3" in allowed(match, 2)
    assert "seat:0" not in allowed(match, 2)


@pytest.mark.rules("CH-CHAR-FOXGIRL-03", "CH-CHAR-FOXGIRL-08")
def test_struggle_cannot_be_aimed_at_her_and_she_may_hurt_him_freely() -> None:
    match = allured(hands={0: ["AMBUSH#1"], 2: ["STRUGGLE#1", "ELIXIR#1"]}, hp={2: 1}, characters={2: "BARD:up"})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert match.state["hp/2"] == 0
    assert allowed(match, 2) == {"react:ELIXIR#1", "pass"}
    do(match, 2, "react:ELIXIR#1")
    draw(match, 2)
    assert kind(match) == "declare"  # nothing is left that he could answer with, by what everybody sees


# -- damage that never happens -----------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-FOXGIRL-04")
def test_her_own_lost_duel_against_him_costs_her_nothing() -> None:
    match = allured(hands={0: ["DUEL#1"], 2: []})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:2")
    roll(match, 0, 2)
    roll(match, 2, 9)
    assert (match.state["hp/0"], match.state["hp/2"]) == (3, 2)


@pytest.mark.rules("CH-CHAR-FOXGIRL-04")
@pytest.mark.parametrize(("whoever_played", "left"), [(True, 3), (False, 2)])
def test_an_estrange_by_somebody_else_does_not_hurt_her_unless_the_table_plays_it_so(
    whoever_played: bool, left: int
) -> None:
    match = allured(hands={1: ["ESTRANGE#1"], 0: [], 2: []}, turn=1, settings={"allure_of_sources": whoever_played})
    play(match, 1, "ESTRANGE#1")
    do(match, 1, "seat:0")
    do(match, 1, "seat:2")
    roll(match, 2, 9)
    roll(match, 0, 3)
    assert match.state["hp/0"] == left


@pytest.mark.rules("CH-CHAR-FOXGIRL-04", "CH-CHAR-CARD-06")
def test_sweep_betray_and_the_splash_of_a_blast_pass_her_by() -> None:
    factions = {0: ("FOX-1:up", "FOX-2:up"), 2: ("BEAR-4:up", "BEAR-5:up"), 1: ("FOX-3:up", "FOX-4:up")}
    match = allured(hands={2: ["SWEEP#1"], 0: [], 1: []}, turn=2, factions=factions, hp={3: 0, 4: 0})
    play(match, 2, "SWEEP#1")
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 2)
    factions = {0: ("BEAR-1:up", "FOX-2"), 2: ("BEAR-4:up", "BEAR-5"), 1: ("BEAR-3:up", "FOX-4")}
    match = allured(hands={2: ["BETRAY#1"], 0: [], 1: []}, turn=2, factions=factions)
    play(match, 2, "BETRAY#1")
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 2)
    piles = {"reserve": ["FIREBALL", "POISON#1", "POISON#2"]}
    match = allured(hands={2: ["BLAST"], 0: [], 1: []}, turn=2, piles=piles)
    play(match, 2, "BLAST")
    do(match, 2, "seat:1")
    assert [match.state[f"hp/{seat}"] for seat in range(3)] == [3, 2, 2]


@pytest.mark.rules("CH-CHAR-FOXGIRL-04")
def test_field_swarm_and_counters_of_an_allured_player_pass_her_by() -> None:
    match = allured(phase="appear", turn=2, characters={2: "SPELL"}, settings=MASTERS)
    do(match, 2, "appear:SPELL")
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 2)
    swarm = allured(phase="appear", turn=2, characters={2: "MOTH"})
    do(swarm, 2, "appear:MOTH")
    for card in ("INN#1", "INN#2", "INN#3", "AMBUSH#1"):
        do(swarm, None, card)
    assert swarm.state["hp/0"] == 3
    counter = allured(hands={0: ["AMBUSH#1"], 2: []}, hp={2: 1}, characters={2: "GUARD"}, settings=MASTERS)
    play(counter, 0, "AMBUSH#1")
    do(counter, 0, "seat:2")
    do(counter, 2, "skill:GUARD:0")
    assert (counter.state["hp/0"], counter.state["hp/2"]) == (3, 1)


# -- what he still can do ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-FOXGIRL-05")
def test_he_may_estrange_her_with_a_third_player_and_use_what_does_not_hurt() -> None:
    match = allured(hands={2: ["ESTRANGE#1"], 0: [], 1: []}, turn=2)
    play(match, 2, "ESTRANGE#1")
    do(match, 2, "seat:0")
    do(match, 2, "seat:1")
    roll(match, 0, 3)
    roll(match, 1, 9)
    assert match.state["hp/0"] == 2  # the other duellist is the source
    green = allured(hands={2: ["NOTICE#1"]}, turn=2)
    play(green, 2, "NOTICE#1")
    assert "seat:0" in allowed(green, 2)


# -- battles -----------------------------------------------------------------------------------------------------------

BATTLE = {0: ("FOX-1:up", "FOX-2"), 1: ("FOX-3:up", "FOX-4"), 2: ("BEAR-1:up", "BEAR-2"), 3: ("BEAR-3:up", "BEAR-4")}


@pytest.mark.rules("CH-CHAR-FOXGIRL-06")
def test_in_an_encounter_he_retreats_from_the_side_against_hers() -> None:
    match = allured(count=6, hands={1: ["ENCOUNTER#1"], 0: [], 2: [], 3: []}, turn=1, factions=BATTLE)
    events = play(match, 1, "ENCOUNTER#1")
    assert told(events, "retreats") == [{"seat": 2}]
    assert told(events, "battle") == [{"factions": ("fox", "bear"), "seats": (1, 3, 0)}]
    for seat, die in ((1, 2), (3, 12), (0, 1)):
        roll(match, seat, die)
    assert [match.state[f"hp/{seat}"] for seat in range(4)] == [2, 2, 3, 3]


@pytest.mark.rules("CH-CHAR-FOXGIRL-06")
def test_on_her_side_he_fights_and_a_public_dual_chooses_first() -> None:
    factions = {**BATTLE, 2: ("BEAR-5:up", "FOX-5:up")}
    match = allured(count=6, hands={1: ["ENCOUNTER#1"]}, turn=1, factions=factions)
    play(match, 1, "ENCOUNTER#1")
    assert (kind(match), allowed(match, 2)) == ("take_side", {"faction:fox", "faction:bear"})
    events = do(match, 2, "faction:fox")
    assert told(events, "battle") == [{"factions": ("fox", "bear"), "seats": (1, 2, 3, 0)}]


@pytest.mark.rules("CH-CHAR-FOXGIRL-06", "CH-CHAR-FOXGIRL-07")
def test_a_side_that_is_empty_by_retreat_ends_the_battle_without_rolls() -> None:
    factions = {**BATTLE, 3: ("DEER-1", "DEER-2")}
    match = allured(phase="appear", turn=1, characters={1: "CAPTAIN"}, factions=factions, hands={1: ["INN#1"]})
    do(match, 1, "appear:CAPTAIN")
    events = do(match, 1, "faction:fox")
    assert told(events, "retreats") == [{"seat": 2}]
    assert told(events, "no_battle") == [{}]
    assert kind(match) == "plan"
    assert [match.state[f"hp/{seat}"] for seat in range(4)] == [3, 3, 3, 3]


@pytest.mark.rules("CH-CHAR-FOXGIRL-09")
@pytest.mark.parametrize(("before", "points"), [(0, 0), (1, 2)])
def test_the_second_completed_use_is_the_honour(before: int, points: int) -> None:
    match = middle(phase="appear", characters={0: "FOXGIRL"}, tracks={"used/0": before}, settings={"scoring": "legend"})
    do(match, 0, "appear:FOXGIRL")
    do(match, 0, "seat:3")
    assert match.state["score/0"] == points
