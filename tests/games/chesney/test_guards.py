"""Green cards that lie at a mat for a while: Fabulous Beast and Trap."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, Private, Seat
from rules.games.chesney.factions import up_sides
from rules.games.chesney.names import Side
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
    roll,
    told,
    why_not,
)


def ups(match: Match, seat: int) -> tuple[Side, ...]:
    """The slots of a seat that lie open."""
    return up_sides(match.state, Seat(seat))


# -- Fabulous Beast ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-BEAST-01", "CH-ACT-BEAST-02", "CH-ACT-GEN-01")
def test_the_beast_guards_until_the_own_next_turn_begins() -> None:
    match = middle(4, hands={0: ["BEAST"], 1: ["AMBUSH#1"]})
    events = play(match, 0, "BEAST")
    assert told(events, "beast_guards") == [{"seat": 0, "piece": "BEAST"}]
    assert (cards(match, "effect/0"), cards(match, "play_area")) == (["BEAST"], [])
    do(match, 0, "rest")
    draw(match, 0)
    play(match, 1, "AMBUSH#1")
    assert "seat:0" in allowed(match, 1)  # may still be named
    events = do(match, 1, "seat:0")
    assert "beast_stops" in kinds(events)
    assert "damaged" not in kinds(events)
    assert match.state["hp/0"] == 3
    do(match, 1, "rest")
    draw(match, 1)
    for seat in (2, 3):
        assert cards(match, "effect/0") == ["BEAST"]
        do(match, seat, "discard:?")
        do(match, seat, "enough")
        do(match, seat, "rest")
        draw(match, seat)
    assert (kind(match), asked(match)) == ("plan", [0])
    assert (cards(match, "effect/0"), cards(match, "discard")) == ([], [UNSEEN, UNSEEN, "BEAST"])
    assert match.state.pile("discard").slots[-1].face_up is False


@pytest.mark.rules("CH-ACT-BEAST-01")
def test_the_beast_leaves_when_a_supporter_turn_begins() -> None:
    match = middle(hp={0: 0}, piles={"effect/0": ["BEAST"], "effect/1": ["TRAP#1"]}, phase="turn")
    assert (kind(match), cards(match, "effect/0"), cards(match, "discard")) == ("interfere", [], ["BEAST"])
    assert cards(match, "effect/1") == ["TRAP#1"]


@pytest.mark.rules("CH-ACT-BEAST-03")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_beast_guards_in_a_duel_on_either_side(holder: int) -> None:
    match = middle(hands={0: ["DUEL#1"], 1: []}, piles={f"effect/{holder}": ["BEAST"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    roll(match, 1, 5)
    hurt = 1 - holder
    assert (match.state[f"hp/{holder}"], match.state[f"hp/{hurt}"]) == (3, 2)


@pytest.mark.rules("CH-ACT-BEAST-03")
def test_the_beast_guards_in_an_estrange() -> None:
    match = middle(hands={0: ["ESTRANGE#1"], 1: [], 2: []}, piles={"effect/2": ["BEAST"]})
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, 5)
    roll(match, 2, 5)
    assert (match.state["hp/1"], match.state["hp/2"]) == (2, 3)


@pytest.mark.rules("CH-ACT-BEAST-03")
def test_the_beast_guards_in_an_encounter() -> None:
    match = middle(
        6,
        hands={0: ["ENCOUNTER#1"], **{s: [] for s in range(1, 6)}},
        factions={0: ("FOX-1:up", "?"), 1: ("BEAR-1:up", "?"), 2: ("BEAR-2:up", "?")},
        piles={"effect/2": ["BEAST"]},
    )
    play(match, 0, "ENCOUNTER#1")
    for seat, die in ((0, 12), (1, 1), (2, 1)):
        roll(match, seat, die)
    assert [match.state[f"hp/{s}"] for s in range(3)] == [3, 2, 3]


@pytest.mark.rules("CH-ACT-BEAST-03", "CH-ACT-STRUGGLE-01")
def test_the_beast_guards_against_a_struggle() -> None:
    match = middle(hands={0: ["AMBUSH#1"], 1: ["STRUGGLE#1"]}, hp={1: 1}, piles={"effect/0": ["BEAST"]})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    events = do(match, 1, "react:STRUGGLE#1")
    assert "beast_stops" in kinds(events)
    assert match.state["hp/0"] == 3


@pytest.mark.rules("CH-ACT-BEAST-04")
def test_the_beast_does_not_stop_a_storm() -> None:
    match = middle(hands={s: [] for s in range(5)} | {0: ["?"]}, piles={"effect/0": ["BEAST"]}, phase="rest")
    do(match, 0, "EVENT-STORM:0")
    roll(match, 0, 8)
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-ACT-BEAST-04")
def test_the_beast_does_not_stop_a_failed_declare() -> None:
    owned = {s: (f"{f}-1", f"{f}-2") for s, f in enumerate(("FOX", "BEAR", "DEER", "DRAGON"))}
    match = middle(4, factions=owned, piles={"effect/0": ["BEAST"]}, phase="declare")
    do(match, 0, "declare")
    do(match, 0, "seen")
    assert match.state["hp/0"] == 0


@pytest.mark.rules("CH-ACT-BEAST-04")
def test_the_beast_does_not_stop_the_own_blast() -> None:
    match = middle(
        6,
        hands={0: ["BLAST"]},
        settings={"mode": "advanced"},
        piles={"effect/0": ["BEAST"], "reserve": ["FIREBALL", "POISON#1", "POISON#2"]},
    )
    play(match, 0, "BLAST")
    do(match, 0, "seat:3")
    assert [match.state[f"hp/{s}"] for s in range(6)] == [2, 3, 2, 2, 2, 3]


@pytest.mark.rules("CH-ACT-BEAST-05")
def test_with_the_beast_a_check_may_fail_without_harm() -> None:
    match = middle(
        hands={0: ["SWEEP#1"]},
        factions={0: ("FOX-1:up", "FOX-2:up"), 1: ("FOX-3", "BEAR-1")},
        piles={"effect/1": ["BEAST"]},
    )
    play(match, 0, "SWEEP#1")
    assert asked(match) == [1]
    do(match, 1, "neither")
    assert (match.state["hp/1"], ups(match, 1)) == (3, ())


# -- Trap --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-TRAP-01", "CH-ACT-TRAP-02", "CH-ACT-TRAP-03", "CH-ACT-GEN-01", "CH-ACT-GEN-06")
def test_a_trap_works_until_the_next_turn_of_its_victim_is_over() -> None:
    match = middle(4, hands={0: ["TRAP#1"], 1: ["?", "?"], 2: ["AMBUSH#1", "NOTICE#1", "BELIEF#1"]})
    play(match, 0, "TRAP#1")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3"}
    events = do(match, 0, "seat:2")
    assert told(events, "trap_laid") == [{"seat": 0, "target": 2, "piece": "TRAP#1"}]
    assert (cards(match, "effect/2"), cards(match, "play_area")) == (["TRAP#1"], [])
    do(match, 0, "rest")
    draw(match, 0)
    do(match, 1, "discard:?")
    do(match, 1, "enough")
    do(match, 1, "rest")
    draw(match, 1)
    assert cards(match, "effect/2") == ["TRAP#1"]  # the turns of others do not count
    assert why_not(match, 2, "play:AMBUSH#1") == "trapped"
    assert refused(match, 2, "play:AMBUSH#1").rule == "CH-ACT-TRAP-01"
    assert {"play:NOTICE#1", "discard:AMBUSH#1"} <= allowed(match, 2)
    play(match, 2, "NOTICE#1")
    do(match, 2, "seat:0")
    do(match, 0, "turn:left:FOX-1")
    do(match, 2, "enough")
    assert allowed(match, 2) == {"rest", "declare"}
    do(match, 2, "rest")
    assert cards(match, "effect/2") == ["TRAP#1"]  # still there while drawing
    draw(match, 2)
    assert (cards(match, "effect/2"), asked(match)) == ([], [3])
    assert cards(match, "discard") == [UNSEEN, "TRAP#1"]


@pytest.mark.rules("CH-ACT-TRAP-01")
def test_a_trap_forbids_red_cards_that_nobody_has_named() -> None:
    match = middle(hands={0: ["?"]}, piles={"effect/0": ["TRAP#1"]})
    assert why_not(match, 0, "play:AMBUSH#1") == "trapped"
    assert not [key for key in allowed(match, 0) if key.startswith(("play:AMBUSH", "play:DUEL", "play:SWEEP"))]
    assert "play:EMISSARY#1" in allowed(match, 0)


@pytest.mark.rules("CH-ACT-TRAP-02")
def test_several_traps_go_together() -> None:
    match = middle(hands={0: ["?"], 1: ["?"]}, piles={"effect/0": ["TRAP#1", "TRAP#2"]}, phase="declare")
    events = do(match, 0, "rest")
    events = draw(match, 0)
    assert told(events, "effect_over") == [{"seat": 0, "piece": p} for p in _hidden("TRAP#1", "TRAP#2")]
    assert cards(match, "effect/0") == []


def _hidden(*pieces: str) -> list[object]:
    """Pieces in an event told when they already lie face-down."""
    return [Private(p, frozenset()) for p in pieces]


@pytest.mark.rules("CH-ACT-TRAP-03")
def test_a_trapped_player_is_a_duellist_and_may_use_yellow_cards() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["BELIEF#1", "?"]}, piles={"effect/1": ["TRAP#1"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    do(match, 1, "react:BELIEF#1")
    draw(match, 1)
    roll(match, 1, 3)
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 2)


@pytest.mark.rules("CH-ACT-TRAP-03")
def test_a_trapped_player_fights_in_an_encounter() -> None:
    match = middle(
        6,
        hands={0: ["ENCOUNTER#1"], 1: [], 2: []},
        factions={1: ("BEAR-1:up", "?"), 2: ("FOX-2:up", "?")},
        piles={"effect/1": ["TRAP#1"]},
    )
    events = play(match, 0, "ENCOUNTER#1")
    assert told(events, "battle") == [{"factions": ("fox", "bear"), "seats": (1, 2)}]


@pytest.mark.rules("CH-ACT-TRAP-03")
def test_a_trapped_player_may_declare() -> None:
    owned = {s: ("FOX-1", "FOX-2") if s == 0 else (f"FOX-{s + 2}", f"BEAR-{s}") for s in range(4)}
    match = middle(4, factions=owned, piles={"effect/0": ["TRAP#1"]}, phase="declare")
    do(match, 0, "declare")
    do(match, 0, "seen")
    assert (kind(match), match.state["last_faction"]) == ("round_over", "fox")


@pytest.mark.rules("CH-ACT-TRAP-05", "CH-ACT-TRAP-02")
def test_a_trap_goes_after_a_supporter_turn_too() -> None:
    match = middle(hands={0: ["TRAP#1"], 1: ["?", "?"]}, hp={1: 0})
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match), cards(match, "effect/1")) == ("interfere", [1], ["TRAP#1"])
    assert "play:NOTICE#1" in allowed(match, 1)  # green cards stay possible
    do(match, 1, "enough")
    assert (asked(match), cards(match, "effect/1")) == ([2], [])


@pytest.mark.rules("CH-ACT-TRAP-01", "CH-ACT-TRAP-04", "CH-ADV-14")
def test_a_trap_stops_appear() -> None:
    free = middle(characters={0: "MERCHANT"}, phase="appear")
    assert (kind(free), "appear:MERCHANT" in allowed(free, 0)) == ("appear", True)
    match = middle(characters={0: "MERCHANT"}, piles={"effect/0": ["TRAP#1"]}, phase="appear")
    assert kind(match) == "plan"


@pytest.mark.rules("CH-ACT-TRAP-04", "CH-ADV-14")
@pytest.mark.parametrize("known", [True, False])
def test_a_trap_stops_a_special_skill(known: bool) -> None:
    settings = {"masters": True}
    match = middle(
        hands={0: ["AMBUSH#1"], 1: ["?"]},
        characters={1: "GUARD"} if known else {0: "BARD"},
        hp={1: 1},
        piles={"effect/1": ["TRAP#1"]},
        settings={**settings, "mode": "advanced"},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert kind(match) == "react"
    assert why_not(match, 1, "skill:GUARD:0") == "trapped_character"


@pytest.mark.rules("CH-ACT-TRAP-04", "CH-ADV-14")
@pytest.mark.parametrize("stops", [False, True])
def test_a_passive_skill_that_works_already_goes_on_in_a_trap(stops: bool) -> None:
    match = middle(
        hands={0: ["?"]},
        characters={0: "MERCHANT:up"},
        piles={"effect/0": ["TRAP#1"]},
        phase="declare",
        settings={"trap_stops_passives": stops},
    )
    do(match, 0, "rest")
    draw(match, 0)
    assert len(cards(match, "hand/0")) == (3 if stops else 4)  # a Merchant's limit is 4
