"""The order of everything around a die (CH-CHAR-GEN-31 to -34)."""

from __future__ import annotations

import pytest

from tests.games.chesney._legend import legend
from tests.games.chesney._match import do, draw, kind, kinds, play, roll, told

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}
MASTERS = {"masters": True}


@pytest.mark.rules("CH-CHAR-GEN-31", "CH-CHAR-GEN-32")
def test_belief_then_the_die_then_bonuses_then_the_enchanter() -> None:
    match = legend(
        characters={0: "CHARMER:up", 2: "ENCHANTER:up"},
        factions={0: ("FOX-1:up", "?"), 2: ("BEAR-1:up", "BEAR-2:up")},
        hands={**NONE, 0: ["DUEL#1", "BELIEF#1", "BELIEF#2"]},
        settings=MASTERS,
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    steps = [kind(match)]
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    do(match, 0, "react:BELIEF#2")
    draw(match, 0)
    do(match, 0, "pass")
    steps.append(kind(match))
    (rolled,) = told(do(match, 0, "10"), "rolled")
    assert rolled["total"] == 10 + 12 + 3
    do(match, 1, "12")
    steps.append(kind(match))
    do(match, 2, "raise:0")
    assert told(do(match, 2, "7"), "enchanted")[0]["total"] == 28
    assert match.state["hp/1"] == 3, "the duel still waits"
    do(match, 2, "no")
    assert steps == ["before_roll", "roll", "enchant"]
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 1), "16 ahead"


@pytest.mark.rules("CH-CHAR-GEN-33")
def test_limits_look_at_the_result() -> None:
    match = legend(
        characters={0: "BARD:up", 2: "ENCHANTER:up"},
        factions={2: ("BEAR-1:up", "BEAR-2:up")},
        hands={**NONE, 0: ["TRAP#1"]},
        phase="start_skill",
        settings=MASTERS,
    )
    do(match, 0, "yes")
    roll(match, 0, 9)
    do(match, 2, "raise:0")
    do(match, 2, "8")
    assert match.state["deeds/0"] == (), "9 and 3 are no 12 on the die"
    match = legend(
        characters={0: "BARD:up", 2: "ENCHANTER:up"},
        factions={2: ("BEAR-1:up", "BEAR-2:up")},
        hands={**NONE, 0: ["TRAP#1"]},
        phase="start_skill",
        settings=MASTERS,
    )
    do(match, 0, "yes")
    roll(match, 0, 5)
    do(match, 2, "raise:0")
    assert "extra_card" in kinds(do(match, 2, "8")), "5 and 3 are 8"


@pytest.mark.rules("CH-CHAR-GEN-33", "CH-CHAR-BARD-07")
@pytest.mark.parametrize(("die", "noted"), [(9, ()), (12, ("BARD",))])
def test_the_bards_honour_looks_at_the_bare_die(die: int, noted: tuple[str, ...]) -> None:
    match = legend(characters={0: "CHARMER:up"}, factions={0: ("FOX-1:up", "?")}, hands={**NONE, 0: ["DUEL#1"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert told(roll(match, 0, die), "rolled")[0]["total"] == die + 3
    assert match.state["deeds/0"] == noted


@pytest.mark.rules("CH-CHAR-GEN-34")
def test_a_roll_for_the_next_start_knows_no_skills() -> None:
    match = legend(
        characters={0: "BARD:up", 1: "CHARMER:up"}, factions={1: ("FOX-1:up", "FOX-2:up")}, phase="next_starter"
    )
    assert kind(match) == "roll", "no Belief before it"
    (rolled,) = told(do(match, 0, "12"), "rolled")
    assert rolled["total"] == 12
    assert match.state["deeds/0"] == ()
    (rolled,) = told(do(match, 1, "11"), "rolled")
    assert rolled["total"] == 11
