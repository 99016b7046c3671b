"""Sword Master: a blow back for damage by a Single Damage card."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import honour, legend, poisoned
from tests.games.chesney._match import allowed, asked, do, draw, kind, kinds, play, roll, told, turns_up

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


def sword(*, hp: int = 3, card: str = "AMBUSH#1", mine: tuple[str, ...] = (), **more: object) -> Match:
    """Seat 0 plays a card; seat 1 is the Sword Master, holding `mine`."""
    lay = {"characters": {1: "SWORD:up"}, "hands": {**NONE, 0: [card], 1: mine}, "hp": {1: hp}, **more}
    match = legend(**lay)  # type: ignore[arg-type]
    play(match, 0, card)
    return match


@pytest.mark.rules("CH-CHAR-SWORD-01", "CH-CHAR-SWORD-02", "CH-CHAR-GEN-24")
def test_a_blow_back_is_offered_once() -> None:
    match = sword()
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("react", [1])
    assert allowed(match, 1) == {"intent:0", "pass"}
    events = do(match, 1, "intent:0")
    assert told(events, "damaged") == [{"seat": 0, "count": 1, "left": 2, "cause": "sword"}]
    assert kind(match) == "declare"
    match = sword()
    do(match, 0, "seat:1")
    do(match, 1, "pass")
    assert match.state["hp/0"] == 3


@pytest.mark.rules("CH-CHAR-SWORD-02")
def test_one_point_back_also_for_three() -> None:
    reaper: dict[str, Any] = {"characters": {0: "REAPER:up", 1: "SWORD:up"}, "factions": {0: ("FOX-1:up", "FOX-2:up")}}
    match = sword(card="DUEL#1", **reaper)
    do(match, 0, "seat:1")
    roll(match, 0, 12)
    roll(match, 1, 1)
    assert match.state["hp/1"] == 0
    do(match, 1, "intent:0")
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-CHAR-SWORD-03")
def test_the_blow_comes_also_from_who_falls_and_beside_an_elixir() -> None:
    match = sword(hp=1)
    do(match, 0, "seat:1")
    events = do(match, 1, "intent:0")
    assert "wounded" in kinds(events)
    assert match.state["hp/0"] == 2
    match = sword(hp=1, mine=("ELIXIR#1",))
    do(match, 0, "seat:1")
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1)
    do(match, 1, "intent:0")
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 1)


@pytest.mark.rules("CH-CHAR-SWORD-04")
@pytest.mark.parametrize("die", [2, 5])
def test_a_duel_of_the_sword_masters_own(die: int) -> None:
    match = legend(characters={1: "SWORD:up"}, hands={**NONE, 1: ["DUEL#1"]}, turn=1)
    play(match, 1, "DUEL#1")
    do(match, 1, "seat:3")
    roll(match, 1, die)
    roll(match, 3, 5)
    assert "intent:3" in allowed(match, 1)
    do(match, 1, "intent:3")
    assert (match.state["hp/1"], match.state["hp/3"]) == (2, 1)


@pytest.mark.rules("CH-CHAR-SWORD-05", "CH-CHAR-GEN-18")
def test_no_blow_back_for_anything_else() -> None:
    match = sword(card="BETRAY#1", factions={0: ("FOX-1:up", "?"), 1: ("FOX-2:up", "?")})
    assert (match.state["hp/1"], kind(match)) == (2, "draw_factions"), "Mass Damage"
    flame: dict[str, Any] = {
        "piles": {"reserve": ["BLAST", "POISON#1", "POISON#2"]},
        "settings": {"fireball_icon": "single"},
    }
    match = sword(card="FIREBALL", **flame)
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    assert (match.state["hp/1"], kind(match)) == (2, "declare"), "Flame Magic"
    match = legend(characters={0: "HUNTER", 1: "SWORD:up"}, hands=NONE, phase="appear")
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:1")
    assert (match.state["hp/1"], kind(match)) == (2, "declare"), "skills"
    match = poisoned(legend(characters={1: "SWORD:up"}, hands=NONE, turn=1, phase="declare"))
    do(match, 1, "rest")
    turns_up(match, 1, "POISON#1")
    assert (match.state["hp/1"], kind(match)) == (2, "draw"), "Poison"


@pytest.mark.rules("CH-CHAR-SWORD-05", "CH-CHAR-GEN-22")
def test_no_blow_back_for_struggle_and_for_dropped_damage() -> None:
    hands = {**NONE, 1: ["AMBUSH#1"], 0: ["STRUGGLE#1"]}
    match = legend(characters={1: "SWORD:up"}, hands=hands, hp={0: 1}, turn=1)
    play(match, 1, "AMBUSH#1")
    do(match, 1, "seat:0")
    events = do(match, 0, "react:STRUGGLE#1")
    assert match.state["hp/1"] == 2
    assert "judgement" in kinds(events), "nobody was asked for a blow back"
    match = sword(piles={"effect/1": ["BEAST"]})
    do(match, 0, "seat:1")
    assert (match.state["hp/1"], kind(match)) == (3, "declare")


@pytest.mark.rules("CH-CHAR-SWORD-05")
def test_estrange_as_a_single_card_can_be_answered() -> None:
    for icon, answered in (("mass", False), ("single", True)):
        match = sword(card="ESTRANGE#1", settings={"estrange_icon": icon})
        do(match, 0, "seat:1")
        do(match, 0, "seat:2")
        roll(match, 1, 1)
        roll(match, 2, 9)
        assert (kind(match) == "react" and "intent:2" in allowed(match, 1)) is answered


@pytest.mark.rules("CH-CHAR-SWORD-06", "CH-CHAR-GEN-26")
def test_the_blow_back_can_be_answered() -> None:
    hands = {**NONE, 0: ["AMBUSH#1", "STRUGGLE#1", "ELIXIR#1"]}
    match = legend(characters={1: "SWORD:up"}, hands=hands, hp={0: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "intent:0")
    assert asked(match) == [0], "before anything else goes on"
    assert {"react:STRUGGLE#1", "react:ELIXIR#1"} <= allowed(match, 0)
    do(match, 0, "react:STRUGGLE#1")
    assert match.state["hp/1"] == 1


@pytest.mark.rules("CH-CHAR-SWORD-03", "CH-CHAR-GEN-28")
def test_nobody_without_hit_points_is_struck_back() -> None:
    match = legend(characters={1: "SWORD:up"}, hands={**NONE, 0: ["DUEL#1"]}, hp={0: 1, 1: 3})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 4)
    events = roll(match, 1, 4)
    assert [e["seat"] for e in told(events, "wounded")] == [0]
    assert "judgement" in kinds(events), "the Sword Master has nobody left to strike"


@pytest.mark.rules("CH-CHAR-SWORD-07", "CH-CHAR-PALADIN-07")
@pytest.mark.parametrize("character", ["SWORD", "PALADIN"])
def test_the_honour_of_who_still_stands(character: str) -> None:
    for lies in ("up", "down"):
        assert [honour(f"{character}:{lies}", hp=hp) for hp in (0, 1, 3)] == [0, 2, 2]
