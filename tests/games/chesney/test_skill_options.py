"""Rulings about skills that a table may see differently: traps, skills that are like cards, the Oathkeeper's pass."""

from __future__ import annotations

import pytest

from tests.games.chesney._match import allowed, asked, cards, do, kind, middle, play, roll, told

FULL = {"masters": True, "scoring": "legend"}
FACES = {0: ("FOX-1", "BEAR-1"), 1: ("DEER-1", "DEER-2"), 2: ("FOX-2", "BEAR-2"), 3: ("FOX-3", "FOX-4")}


@pytest.mark.rules("CH-ADV-14", "CH-ACT-TRAP-04")
@pytest.mark.parametrize(("stops", "total"), [(False, 11), (True, 5)])
def test_a_trap_stops_a_running_passive_skill_only_where_the_table_plays_it_so(stops: bool, total: int) -> None:
    match = middle(
        4,
        hands={0: ["DUEL#1"], 1: []},
        characters={1: "DRUID:up"},
        factions={1: ("DEER-1:up", "DEER-2:up")},
        piles={"effect/1": ["TRAP#1:up"]},
        settings={"trap_stops_passives": stops},
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 3)
    events = roll(match, 1, 5)
    assert [rolled["total"] for rolled in told(events, "rolled")] == [total]


@pytest.mark.rules("CH-ADV-09", "CH-CHAR-TRAVELLER-06")
@pytest.mark.parametrize(("are_cards", "left"), [(False, 2), (True, 3)])
def test_keen_smell_passes_a_stray_traveller_by_only_where_it_counts_as_a_card(are_cards: bool, left: int) -> None:
    match = middle(
        4,
        phase="appear",
        characters={0: "RANGER", 1: "TRAVELLER:up"},
        factions={**FACES, 0: ("FOX-5:up", "FOX-6:up")},
        hands={0: ["INN#1"], 1: []},
        hp={2: 0, 3: 0},
        settings={"skills_are_cards": are_cards},
    )
    do(match, 0, "appear:RANGER")
    if not are_cards:
        assert (kind(match), asked(match)) == ("loyalty", [1])
        do(match, 1, "neither")
    assert match.state["hp/1"] == left


@pytest.mark.rules("CH-CHAR-OATH-03")
@pytest.mark.parametrize(("bound", "ring"), [(True, {1, 2, 3}), (False, {0, 1, 2, 3})])
def test_whether_an_oathkeeper_passes_when_the_own_card_makes_everybody_pass(bound: bool, ring: set[int]) -> None:
    match = middle(
        4,
        hands={0: ["RUNESTONE"]},
        characters={0: "OATH:up"},
        factions=FACES,
        settings={"oath_binds_passing": bound},
    )
    play(match, 0, "RUNESTONE")
    do(match, 0, "to_left")
    events = do(match, 0, "side:left")
    assert {passed["seat"] for passed in told(events, "passed")} == ring
    assert cards(match, "left/0") == (["FOX-1"] if bound else ["FOX-3"])


@pytest.mark.rules("CH-CHAR-OATH-03")
def test_on_somebody_elses_card_an_oathkeeper_is_left_out_either_way() -> None:
    match = middle(
        4,
        hands={1: ["RUNESTONE"]},
        characters={0: "OATH:up"},
        factions=FACES,
        turn=1,
        settings={"oath_binds_passing": False},
    )
    play(match, 1, "RUNESTONE")
    do(match, 1, "to_left")
    do(match, 1, "side:left")
    assert cards(match, "left/0") == ["FOX-1"]
    assert cards(match, "left/1") == ["FOX-3"]
    assert "rest" in allowed(match, 1)
