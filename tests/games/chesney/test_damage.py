"""Damage: how much, from whom, and when it is answered (CH-ACT-DMG-01 to -09)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, Seat
from tests.games.chesney._match import (
    APART,
    allowed,
    asked,
    at,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    refused,
    roll,
    told,
    turns_up,
    why_not,
)


def duel(match: Match, mine: int, theirs: int) -> None:
    """The first player's Duel with the second."""
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, mine)
    roll(match, 1, theirs)


# -- how much ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-DMG-01")
@pytest.mark.parametrize(("before", "after"), [(3, 1), (2, 0), (1, 0)])
def test_hit_points_never_go_below_nothing(before: int, after: int) -> None:
    match = middle(hands={0: ["DUEL#1"], 1: []}, factions=APART, hp={1: before})
    duel(match, 12, 2)
    assert at(match, 1) == after
    assert told((h.event for h in hears(match)), "damaged") == [
        {"seat": Seat(1), "count": 2, "left": after, "cause": "duel"}
    ]


@pytest.mark.rules("CH-ACT-DMG-01")
def test_nor_above_three() -> None:
    match = middle(hands={0: ["INN#1", "TRAP#1"]}, hp={0: 3, 1: 2})
    play(match, 0, "INN#1")  # one can be healed only: taken without asking
    assert (at(match, 0), at(match, 1)) == (3, 3)
    match = middle(hands={0: ["INN#1", "TRAP#1"]})
    assert "no_effect" in kinds(play(match, 0, "INN#1"))
    assert [at(match, s) for s in range(5)] == [3] * 5


@pytest.mark.rules("CH-ACT-DMG-02", "CH-WOUND-04")
@pytest.mark.parametrize("before", [1, 2])
def test_two_points_are_one_damage_with_one_answer(before: int) -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["ELIXIR#1", "ELIXIR#2"]}, factions=APART, hp={1: before})
    duel(match, 12, 1)
    assert (kind(match), asked(match)) == ("react", [1])
    assert match.question is not None
    assert dict(match.question.facts) == {"count": 2, "left": 0}
    do(match, 1, "react:ELIXIR#1")
    assert at(match, 1) == 1
    draw(match, 1)
    assert why_not(match, 1, "react:ELIXIR#2") == "one_elixir"
    do(match, 1, "pass")
    assert kind(match) == "declare"  # no Judgement


@pytest.mark.rules("CH-ACT-DMG-02", "CH-WOUND-04")
def test_where_only_the_last_point_may_be_answered() -> None:
    match = middle(
        hands={0: ["DUEL#1"], 1: ["ELIXIR#1"]}, factions=APART, hp={1: 2}, settings={"surplus_counts": False}
    )
    duel(match, 12, 1)
    assert (kind(match), asked(match)) == ("look", [1])
    match = middle(
        hands={0: ["DUEL#1"], 1: ["ELIXIR#1"]}, factions=APART, hp={1: 1}, settings={"surplus_counts": False}
    )
    duel(match, 12, 1)
    assert (kind(match), allowed(match, 1)) == ("react", {"react:ELIXIR#1", "pass"})


@pytest.mark.rules("CH-ACT-DMG-02", "CH-WOUND-04")
def test_where_only_the_last_point_may_be_answered_a_skill_brings_no_elixir_back() -> None:
    match = middle(
        hands={0: ["DUEL#1"], 1: ["ELIXIR#1", "STRUGGLE#1"]},
        factions=APART,
        characters={1: "SWORD:up"},
        hp={1: 2},
        settings={"surplus_counts": False},
    )
    duel(match, 12, 1)
    assert kind(match) == "react"
    assert (why_not(match, 1, "react:ELIXIR#1"), why_not(match, 1, "react:STRUGGLE#1")) == ("not_the_last_hp",) * 2


# -- from whom ---------------------------------------------------------------------------------------------------------
# Who counts as having dealt damage shows in whom a Struggle may be aimed at. Everybody who may be hurt has 1 HP, an
# Elixir to stand up again with and a Struggle.


def ambush(match: Match) -> int:
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    return 2


def lost_duel(match: Match) -> int:
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:3")
    roll(match, 0, 2)
    roll(match, 3, 9)
    return 0


def won_duel(match: Match) -> int:
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:3")
    roll(match, 0, 9)
    roll(match, 3, 2)
    return 3


def sweep(match: Match) -> int:
    play(match, 0, "SWEEP#1")
    do(match, 0, "faction:dragon")
    do(match, 1, "neither")
    return 1


def betray(match: Match) -> int:
    play(match, 0, "BETRAY#1")
    return 3


def estrange(match: Match) -> int:
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:4")
    do(match, 0, "seat:2")
    roll(match, 2, 3)
    roll(match, 4, 8)
    return 2


def encounter(match: Match) -> int:
    play(match, 0, "ENCOUNTER#1")
    do(match, None, "tokens:deer+dragon")
    for seat, die in ((0, 1), (2, 6), (3, 1), (5, 6)):
        roll(match, seat, die)
    return 3


def struggle(match: Match) -> int:
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    do(match, 2, "react:ELIXIR#1")
    draw(match, 2)
    do(match, 2, "react:STRUGGLE#1")
    return 0


CAUSES: dict[str, tuple[Callable[[Match], int], int, list[int]]] = {
    "AMBUSH#1": (ambush, 2, [0]),
    "DUEL#1": (lost_duel, 0, [3]),
    "DUEL#1:won": (won_duel, 3, [0]),
    "SWEEP#1": (sweep, 1, [0]),
    "BETRAY#1": (betray, 3, [0]),
    "ESTRANGE#1": (estrange, 2, [4]),
    "ENCOUNTER#1": (encounter, 3, [2, 5]),
    "AMBUSH#1:struggle": (struggle, 0, [2]),
}
"""By card: how it goes, who is hurt, and who counts as having done it."""


@pytest.mark.rules("CH-ACT-DMG-03")
@pytest.mark.parametrize("cause", CAUSES)
def test_whom_each_damage_comes_from(cause: str) -> None:
    how, victim, sources = CAUSES[cause]
    hands = {s: ["?", "?"] for s in range(6)}
    hands[0] = [cause.partition(":")[0], "?", "?"]
    hands[2] = ["ELIXIR#1", "STRUGGLE#1", "?"]
    match = middle(
        6,
        hands=hands,
        factions={
            0: ("DRAGON-1:up", "?"),
            1: ("BEAR-5:up", "?"),
            2: ("DEER-5:up", "?"),
            3: ("DRAGON-5:up", "?"),
            4: ("FOX-1:up", "?"),
            5: ("DEER-1:up", "?"),
        },
        hp={victim: 1, **({2: 1} if how is struggle else {})},
    )
    assert how(match) == victim
    assert (kind(match), asked(match), at(match, victim)) == ("react", [victim], 0)
    mine = 1 if victim == 2 else 2
    do(match, victim, f"react:ELIXIR#{mine}")  # a source already at 0 could not be struck back at, but the victim lives
    draw(match, victim)
    assert (kind(match), asked(match), at(match, victim)) == ("react", [victim], 1)
    blow = f"react:STRUGGLE#{mine}"
    keys = sorted(key for key in allowed(match, victim) if key.startswith(blow))
    assert keys == ([blow] if len(sources) == 1 else [f"{blow}:{s}" for s in sources])
    for key, source in zip(keys, sources, strict=True):
        option = next(o for o in match.options(Seat(victim)) if o.key == key)
        assert option.value == ("struggle", option.piece, source)
    events = do(match, victim, keys[-1])
    assert told(events, "struggle")[0]["target"] == sources[-1]


@pytest.mark.rules("CH-ACT-DMG-03", "CH-ACT-DMG-04", "CH-EVT-STORM-03", "CH-EVT-GEN-11")
def test_a_storm_comes_from_nobody() -> None:
    match = middle(hands={0: [], 1: ["ELIXIR#1", "STRUGGLE#1"]}, factions=APART, hp={1: 1}, phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-STORM")
    roll(match, 0, 9)
    roll(match, 1, 8)
    assert at(match, 1) == 0
    assert (kind(match), asked(match)) != ("react", [1])
    assert len(match.state.pile("hand/1")) == 0
    for seat in (2, 3, 4):
        roll(match, seat, 9)
    assert (kind(match), asked(match)) == ("look", [1])


@pytest.mark.rules("CH-ACT-DMG-04")
def test_damage_to_oneself_is_from_a_player_unless_the_table_says_no() -> None:
    for answers in (True, False):
        match = middle(
            hands={0: ["BLAST", "ELIXIR#1", "STRUGGLE#1"], 2: [], 1: [], 3: []},
            characters={0: "PYRO:up"},
            factions=APART,
            hp={0: 1},
            piles={"reserve": ("FIREBALL", "POISON#1", "POISON#2")},
            settings={"own_damage_answers": answers},
        )
        play(match, 0, "BLAST")
        do(match, 0, "seat:2")
        assert at(match, 0) == 0
        if not answers:
            assert (kind(match), asked(match)) != ("react", [0])
            continue
        assert (kind(match), asked(match)) == ("react", [0])
        assert allowed(match, 0) == {"react:ELIXIR#1", "pass"}


# -- what is no damage -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-DMG-05")
def test_what_the_beast_stops_never_happened() -> None:
    match = middle(
        hands={0: ["AMBUSH#1", "INN#1"], 1: ["ELIXIR#1"]}, factions=APART, hp={1: 1}, piles={"effect/1": ("BEAST",)}
    )
    play(match, 0, "AMBUSH#1")
    events = do(match, 0, "seat:1")
    assert kinds(events) == ["beast_stops"]
    assert (at(match, 1), kind(match), asked(match)) == (1, "plan_more", [0])


@pytest.mark.rules("CH-ACT-DMG-06", "CH-WOUND-08", "CH-SUP-11")
def test_the_wounded_cannot_be_aimed_at() -> None:
    match = middle(hands={0: ["AMBUSH#1", "EMISSARY#1"]}, hp={1: 0, 4: 0})
    play(match, 0, "AMBUSH#1")
    assert allowed(match, 0) == {"seat:2", "seat:3"}
    refusal = refused(match, 0, "seat:1")
    assert refusal.code == "no_such_option"
    do(match, 0, "seat:2")
    play(match, 0, "EMISSARY#1")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}


@pytest.mark.rules("CH-ACT-DMG-06")
def test_mass_damage_passes_the_wounded_by() -> None:
    factions = {0: ("FOX-6:up", "?"), 1: ("FOX-1:up", "?"), 2: ("FOX-2:up", "?")}
    match = middle(hands={0: ["BETRAY#1"], 1: [], 2: []}, factions=factions, hp={1: 0})
    events = play(match, 0, "BETRAY#1")
    assert told(events, "damaged") == [{"seat": Seat(2), "count": 1, "left": 2, "cause": "betray"}]


# -- at one moment, and one after another ------------------------------------------------------------------------------


def betrayed(**settings: object) -> Match:
    """The third player betrays the fox: the first, second and fourth show it and have one hit point each."""
    fox = {s: (f"FOX-{s + 1}:up", "?") for s in (0, 1, 3)}
    match = middle(
        hands={0: ["?"], 1: ["?"], 2: ["BETRAY#1"], 3: ["?", "?"]},
        factions={2: ("FOX-6:up", "?"), **fox},
        hp={0: 1, 1: 1, 3: 1},
        turn=2,
        settings=settings,
    )
    play(match, 2, "BETRAY#1")
    return match


@pytest.mark.rules("CH-ACT-DMG-07", "CH-WOUND-06")
def test_all_are_hurt_first_and_then_answer_clockwise() -> None:
    match = betrayed()
    assert [at(match, s) for s in (0, 1, 3)] == [0, 0, 0]
    for seat in (3, 0, 1):
        assert (kind(match), asked(match)) == ("react", [seat])
        assert "wounded" not in kinds(h.event for h in hears(match) if h.event.facts.get("seat") == seat)
        do(match, seat, "pass")
        assert told((h.event for h in hears(match)), "wounded")[-1]["seat"] == seat
    assert kind(match) == "draw_factions"


@pytest.mark.rules("CH-ACT-DMG-07")
@pytest.mark.parametrize(("first", "order"), [(True, [0, 2]), (False, [2, 0])])
def test_the_user_answers_first_unless_the_table_says_otherwise(first: bool, order: list[int]) -> None:
    match = middle(
        hands={0: ["DUEL#1", "?"], 2: ["?"]},
        factions=APART,
        hp={0: 1, 2: 1},
        settings={"user_reacts_first": first},
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:2")
    roll(match, 0, 6)
    roll(match, 2, 6)
    assert (at(match, 0), at(match, 2)) == (0, 0)
    found = []
    while kind(match) == "react":
        (seat,) = asked(match)
        found.append(seat)
        do(match, seat, "pass")
    assert found == order
    assert (kind(match), asked(match)) == ("look", [0, 2])


@pytest.mark.rules("CH-ACT-DMG-08", "CH-WOUND-06")
def test_in_a_sweep_each_check_is_finished_before_the_next() -> None:
    match = middle(
        hands={0: ["SWEEP#1"], 1: ["?"], 2: ["?"]},
        factions={0: ("FOX-6:up", "FOX-5:up"), 1: ("BEAR-1:up", "BEAR-2:up"), 2: ("DEER-1:up", "DEER-2:up")},
        hp={1: 1, 2: 1},
    )
    play(match, 0, "SWEEP#1")
    assert (kind(match), asked(match), at(match, 1), at(match, 2)) == ("react", [1], 0, 1)
    do(match, 1, "pass")
    assert (kind(match), asked(match), at(match, 2)) == ("react", [2], 0)
    assert len(match.state.pile("hand/1")) == 0


@pytest.mark.rules("CH-ACT-DMG-08")
def test_in_a_storm_the_damage_follows_each_roll() -> None:
    match = middle(hands={0: [], 1: ["?"], 2: ["?"]}, factions=APART, phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-STORM")
    roll(match, 0, 1)
    assert (at(match, 0), at(match, 1)) == (2, 3)
    roll(match, 1, 1)
    assert (at(match, 1), at(match, 2)) == (2, 3)


@pytest.mark.rules("CH-ACT-DMG-09", "CH-ACT-DMG-03", "CH-WOUND-07")
def test_a_blow_struck_back_is_finished_before_the_next_answers() -> None:
    match = betrayed()
    do(match, 3, "react:STRUGGLE#1")
    assert at(match, 2) == 2
    assert (kind(match), asked(match)) == ("react", [3])  # still the fourth player's window
    do(match, 3, "pass")
    assert asked(match) == [0]


@pytest.mark.rules("CH-ACT-DMG-09", "CH-WOUND-05", "CH-WOUND-07", "CH-WOUND-09")
def test_a_blow_struck_back_has_its_own_window() -> None:
    match = middle(
        hands={0: ["BETRAY#1", "?"], 1: ["STRUGGLE#1", "?"], 2: ["?"]},
        factions={0: ("FOX-6:up", "BEAR-3"), 1: ("FOX-1:up", "?"), 2: ("FOX-2:up", "?")},
        hp={0: 1, 1: 1, 2: 1},
    )
    play(match, 0, "BETRAY#1")
    do(match, 1, "react:STRUGGLE#1")
    assert (kind(match), asked(match), at(match, 0)) == ("react", [0], 0)
    do(match, 0, "pass")
    assert len(match.state.pile("hand/0")) == 0
    assert (kind(match), asked(match)) == ("react", [1])
    do(match, 1, "pass")
    assert asked(match) == [2]
    do(match, 2, "pass")
    assert (kind(match), asked(match)) == ("draw_factions", [0])
    draw(match, 0, "FOX-3", "DEER-3")
    do(match, 0, "open:DEER-3")
    assert (kind(match), asked(match)) == ("tokens", [3, 4])
    assert match.question is not None
    assert match.question.facts["judges"] == (0, 1, 2)


@pytest.mark.rules("CH-ACT-DMG-07", "CH-WOUND-08")
def test_who_fell_by_a_blow_struck_back_has_no_second_window() -> None:
    match = middle(
        hands={0: ["DUEL#1", "?"], 2: ["STRUGGLE#1"]},
        factions=APART,
        hp={0: 2, 2: 1},
        settings={"user_reacts_first": False},
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:2")
    roll(match, 0, 4)
    roll(match, 2, 4)
    assert (at(match, 0), at(match, 2)) == (1, 0)
    do(match, 2, "react:STRUGGLE#1")
    assert (kind(match), asked(match), at(match, 0)) == ("react", [0], 0)
    do(match, 0, "pass")
    assert (kind(match), asked(match)) == ("look", [0, 2])
    wounded = [f["seat"] for f in told((h.event for h in hears(match)), "wounded")]
    assert wounded == [0, 2]


@pytest.mark.rules("CH-WOUND-01", "CH-WOUND-07")
def test_an_event_in_the_window_wounds_once_only() -> None:
    match = middle(hands={0: ["AMBUSH#1"], 2: ["ELIXIR#1"]}, factions=APART, hp={2: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    do(match, 2, "react:ELIXIR#1")
    turns_up(match, 2, "EVENT-STORM")
    roll(match, 2, 1)
    assert at(match, 2) == 0
    for seat in (3, 4, 0, 1):
        roll(match, seat, 12)
    assert [f["seat"] for f in told((h.event for h in hears(match)), "wounded")] == [2]
    assert (kind(match), asked(match)) == ("look", [2])
    do(match, 2, "seen")
    draw(match, 2)
    assert len(match.state.pile("hand/2")) == 2
    assert match.seen(Seat(0)).pile("hand/2").slots[0].piece is UNSEEN


@pytest.mark.rules("CH-ACT-DMG-06", "CH-WOUND-08", "CH-EVT-GEN-07")
def test_who_fell_while_a_duel_was_rolled_is_not_hurt_by_it_as_well() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["BELIEF#1"]}, factions=APART, hp={0: 1})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 2)
    do(match, 1, "react:BELIEF#1")
    turns_up(match, 1, "EVENT-STORM")
    for seat, die in ((1, 12), (2, 12), (3, 12), (4, 12), (0, 1)):
        roll(match, seat, die)
    draw(match, 1)
    roll(match, 1, 5)
    damaged = [(f["seat"], f["cause"]) for f in told((h.event for h in hears(match)), "damaged")]
    assert damaged == [(0, "storm"), (1, "duel")]
    assert (kind(match), asked(match), at(match, 1)) == ("look", [0], 2)


@pytest.mark.rules("CH-WOUND-01", "CH-ACT-DMG-09")
def test_who_fell_by_a_blow_struck_back_is_not_asked_about_the_first_damage_again() -> None:
    match = middle(
        hands={0: ["DUEL#1", "?"], 2: ["STRUGGLE#1"]},
        factions=APART,
        characters={0: "?"},
        hp={0: 2, 2: 1},
        settings={"user_reacts_first": False, "masters": True},
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:2")
    roll(match, 0, 4)
    roll(match, 2, 4)
    do(match, 2, "react:STRUGGLE#1")
    assert (kind(match), asked(match), at(match, 0)) == ("react", [0], 0)
    do(match, 0, "pass")
    assert asked(match) == [2]  # a face-down character might still answer
    do(match, 2, "pass")
    assert (kind(match), asked(match)) == ("look", [0, 2])
