"""Ranger and Traveller: a Sweep without rolls, and what it cannot and can hurt."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import honour, legend, poisoned
from tests.games.chesney._match import (
    allowed,
    asked,
    do,
    draw,
    kind,
    kinds,
    middle,
    play,
    refused,
    roll,
    sees,
    told,
    turns_up,
    why_not,
)

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


def ranger(factions: dict[int, tuple[str, str]], **more: object) -> Match:
    """The Ranger of seat 0 has appeared, showing a Fox."""
    lay = {
        "characters": {0: "RANGER"},
        "factions": {0: ("FOX-1:up", "FOX-2:up"), **factions},
        "hands": NONE,
        "phase": "appear",
        **more,
    }
    match = middle(**lay)  # type: ignore[arg-type]
    do(match, 0, "appear:RANGER")
    return match


# -- Ranger ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-RANGER-01")
@pytest.mark.parametrize("down", ["BEAR-3", "?"])
def test_nobody_may_roll_in_keen_smell(down: str) -> None:
    match = ranger({1: (down, "?"), 2: ("FOX-3:up", "?"), 3: ("DEER-1:up", "DEER-2:up")}, hp={4: 0})
    assert (kind(match), asked(match)) == ("loyalty", [1])
    refusal = refused(match, 1, "roll")
    assert (refusal.code, refusal.rule) == ("keen_smell_no_roll", "CH-CHAR-RANGER-01")
    do(match, 1, "neither")
    assert [match.state[f"hp/{s}"] for s in range(5)] == [3, 2, 3, 2, 0]


@pytest.mark.rules("CH-CHAR-RANGER-01")
def test_the_ranger_calls_as_in_a_sweep() -> None:
    match = ranger({0: ("FOX-2:up", "BEAR-5:down")})
    assert allowed(match, 0) == {"faction:fox", "turn:right:BEAR-5"}
    do(match, 0, "turn:right:BEAR-5")
    assert match.state["called"] == "bear"


@pytest.mark.rules("CH-CHAR-RANGER-02")
def test_who_shows_the_faction_passes_and_who_does_not_is_hurt_by_the_ranger() -> None:
    match = ranger({1: ("FOX-4:down", "BEAR-3:down"), 2: ("?", "?")}, hands={**NONE, 2: ["STRUGGLE#1"]}, hp={2: 1})
    assert why_not(match, 1, "turn:right:BEAR-3") == "not_the_called_faction"
    do(match, 1, "turn:left:FOX-4")
    assert sees(match, -1, "left/1") == ["FOX-4"]
    assert match.state["hp/1"] == 3
    do(match, 2, "neither")
    do(match, 2, "react:STRUGGLE#1")
    assert (match.state["hp/2"], match.state["hp/0"]) == (0, 2)


@pytest.mark.rules("CH-CHAR-RANGER-03", "CH-CHAR-GEN-18")
def test_no_sweep_card_in_this_turn_but_another_red_one() -> None:
    match = ranger({}, hands={**NONE, 0: ["SWEEP#1", "AMBUSH#1", "INN#1"]})
    for seat in (1, 2, 3, 4):
        do(match, seat, "neither")
    refusal = refused(match, 0, "play:SWEEP#1")
    assert (refusal.code, refusal.rule) == ("no_sweep_this_turn", "CH-CHAR-RANGER-03")
    assert {"play:AMBUSH#1", "play:INN#1"} <= allowed(match, 0)


@pytest.mark.rules("CH-CHAR-RANGER-03")
def test_the_ban_is_over_in_the_next_turn() -> None:
    match = ranger({}, hands={**NONE, 0: ["TRAP#1"], 1: ["SWEEP#1"]})
    for seat in (1, 2, 3, 4):
        do(match, seat, "neither")
    do(match, 0, "discard:TRAP#1")
    do(match, 0, "rest")
    draw(match, 0)
    do(match, 1, "stay")
    assert "play:SWEEP#1" in allowed(match, 1)


@pytest.mark.rules("CH-CHAR-RANGER-04", "CH-CHAR-TRAVELLER-06")
def test_a_traveller_under_stray_is_checked_by_a_ranger() -> None:
    astray = {"characters": {0: "RANGER", 1: "TRAVELLER:up"}}
    match = ranger({1: ("BEAR-3:down", "BEAR-4:down")}, **astray)
    do(match, 1, "neither")
    assert match.state["hp/1"] == 2
    match = ranger({1: ("BEAR-3:down", "BEAR-4:down")}, **astray, settings={"skills_are_cards": True})
    assert asked(match) == [2], "a table may read it the other way"


@pytest.mark.rules("CH-CHAR-RANGER-05", "CH-CHAR-OATH-07", "CH-CHAR-HON-12")
@pytest.mark.parametrize("character", ["RANGER", "OATH", "ENCHANTER"])
def test_two_cards_of_the_same_faction(character: str) -> None:
    for lies in ("up", "down"):
        assert honour(f"{character}:{lies}", ("FOX-1:up", "FOX-6:down")) == 2
        assert honour(f"{character}:{lies}", ("FOX-1:up", "BEAR-6:up")) == 0
        assert honour(f"{character}:{lies}", ("FOX-4:up", "BEAR-4:up")) == 0


# -- Traveller ---------------------------------------------------------------------------------------------------------

DOWN = ("BEAR-3:down", "DEER-2:down")


def hit(card: str, mine: tuple[str, str] = DOWN, character: str = "TRAVELLER:up", **more: object) -> Match:
    """Seat 0 plays this card; seat 1 is the Traveller with these faction cards."""
    lay = {
        "characters": {1: character},
        "factions": {0: ("FOX-5:up", "?"), 1: mine},
        "hands": {**NONE, 0: [card]},
        **more,
    }
    match = legend(**lay)  # type: ignore[arg-type]
    play(match, 0, card)
    return match


@pytest.mark.rules("CH-CHAR-TRAVELLER-01", "CH-CHAR-GEN-05")
def test_a_traveller_who_appears_turns_both_cards_down() -> None:
    match = middle(
        characters={0: "TRAVELLER"},
        factions={0: ("FOX-1:up", "BEAR-5:up")},
        phase="appear",
        hands=NONE | {0: ["INN#1"]},
    )
    events = do(match, 0, "appear:TRAVELLER")
    assert [e["side"] for e in told(events, "turned_down")] == ["left", "right"]
    assert not any(s.face_up for key in ("left/0", "right/0") for s in match.state.pile(key).slots)
    assert kind(match) == "plan"


@pytest.mark.rules("CH-CHAR-TRAVELLER-01", "CH-CHAR-GEN-09")
def test_a_traveller_may_appear_with_both_cards_down() -> None:
    match = middle(characters={0: "TRAVELLER"}, phase="appear")
    assert "turned_down" not in kinds(do(match, 0, "appear:TRAVELLER"))
    assert kind(match) == "plan"


@pytest.mark.rules("CH-CHAR-TRAVELLER-02", "CH-CHAR-GEN-21")
def test_mass_damage_does_not_hurt_a_traveller() -> None:
    match = hit("BLAST", piles={"reserve": ["FIREBALL", "POISON#1", "POISON#2"]}, hands={**NONE, 0: ["BLAST"]})
    events = do(match, 0, "seat:1")
    assert told(events, "damage_ignored") == [{"seat": 1}]
    assert [match.state[f"hp/{s}"] for s in range(3)] == [2, 3, 2]
    match = hit("BLAST", character="TRAVELLER:down", piles={"reserve": ["FIREBALL", "POISON#1", "POISON#2"]})
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 2, "the character has to lie open"


@pytest.mark.rules("CH-CHAR-TRAVELLER-03")
def test_a_sweep_passes_over_a_traveller() -> None:
    match = hit("SWEEP#1")
    events = do(match, 0, "faction:fox")
    assert told(events, "not_checked") == [{"seat": 1}]
    assert asked(match) == [2]
    match = hit("SWEEP#1", hp={1: 0})
    do(match, 0, "faction:fox")
    assert asked(match) == [2]


@pytest.mark.rules("CH-CHAR-TRAVELLER-04")
@pytest.mark.parametrize(("mine", "theirs", "left"), [(2, 9, 3), (5, 5, 2), (9, 2, 2)])
def test_estrange_rolls_but_never_hurts_the_traveller(mine: int, theirs: int, left: int) -> None:
    match = hit("ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, mine)
    roll(match, 2, theirs)
    assert (match.state["hp/1"], match.state["hp/2"]) == (3, left)


@pytest.mark.rules("CH-CHAR-TRAVELLER-05")
def test_stray_ends_with_an_open_card_and_comes_back() -> None:
    match = hit("SWEEP#1", ("BEAR-3:up", "DEER-2:down"))
    do(match, 0, "faction:fox")
    assert asked(match) == [1]
    match = legend(
        characters={1: "TRAVELLER:up"},
        factions={0: ("FOX-5:up", "?"), 1: ("BEAR-3:down", "DEER-2:down"), 2: ("FOX-6:up", "FOX-1:up")},
        hands={**NONE, 0: ["NOTICE#1", "SWEEP#1"], 1: ["MEDITATION#1"], 2: ["SWEEP#2"]},
    )
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    do(match, 1, "turn:left:BEAR-3")
    play(match, 0, "SWEEP#1")
    do(match, 0, "faction:fox")
    assert asked(match) == [1], "within the same turn already"
    for seat in (1, 3, 4):
        do(match, seat, "neither")
    do(match, 0, "rest")
    draw(match, 0)
    play(match, 1, "MEDITATION#1")
    do(match, 1, "down:left")
    do(match, 1, "rest")
    draw(match, 1)
    do(match, 2, "stay")
    play(match, 2, "SWEEP#2")
    for seat in (3, 4):
        do(match, seat, "neither")
    assert kind(match) == "declare", "seat 0 shows a Fox, and seat 1 is passed over again"


@pytest.mark.rules("CH-CHAR-TRAVELLER-06")
def test_everything_else_hurts_a_traveller() -> None:
    match = hit("AMBUSH#1")
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 2, "Single Damage"
    match = legend(characters={0: "HUNTER", 1: "TRAVELLER:up"}, factions={1: DOWN}, hands=NONE, phase="appear")
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 2, "skills"
    match = poisoned(legend(characters={1: "TRAVELLER:up"}, factions={1: DOWN}, hands=NONE, turn=1, phase="declare"))
    do(match, 1, "rest")
    turns_up(match, 1, "POISON#1")
    assert match.state["hp/1"] == 2, "Poison"
    match = legend(characters={1: "TRAVELLER:up"}, factions={1: DOWN}, hands=NONE, turn=1, phase="rest")
    turns_up(match, 1, "EVENT-STORM")
    roll(match, 1, 3)
    assert match.state["hp/1"] == 2, "events"
    match = legend(
        characters={1: "TRAVELLER:up"},
        factions={1: DOWN},
        hands={**NONE, 1: ["AMBUSH#1"], 0: ["STRUGGLE#1"]},
        hp={0: 1},
        turn=1,
    )
    play(match, 1, "AMBUSH#1")
    do(match, 1, "seat:0")
    do(match, 0, "react:STRUGGLE#1")
    assert match.state["hp/1"] == 2, "Struggle"


@pytest.mark.rules("CH-CHAR-TRAVELLER-07")
def test_the_travellers_honour() -> None:
    for lies in ("up", "down"):
        assert honour(f"TRAVELLER:{lies}", ("FOX-1:down", "BEAR-6:down")) == 2
        assert honour(f"TRAVELLER:{lies}", ("FOX-1:up", "BEAR-6:down")) == 0
