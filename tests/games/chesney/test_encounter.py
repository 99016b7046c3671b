"""Encounter: which two Public Factions fight, who takes part, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.match import Match
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
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


def encountered(
    mats: Mapping[int, tuple[str, str]],
    *,
    hp: Mapping[int, int] | None = None,
    hands: Mapping[int, list[str]] | None = None,
) -> Match:
    """Six players; seat 0 has played an Encounter, nobody else holds a card unless `hands` says so."""
    match = middle(6, hands={0: ["ENCOUNTER#1"], **{s: [] for s in range(1, 6)}, **(hands or {})}, factions=mats, hp=hp)
    play(match, 0, "ENCOUNTER#1")
    return match


def points(match: Match) -> list[object]:
    """The HP of all seats."""
    return [match.state[f"hp/{s}"] for s in match.state.seats]


def open_card(name: str) -> tuple[str, str]:
    """A mat with this card open and another one down."""
    return (f"{name}:up", "?")


@pytest.mark.rules("CH-ACT-ENCOUNTER-01", "CH-ACT-GEN-04")
def test_an_encounter_needs_two_public_factions() -> None:
    hands = {0: ["ENCOUNTER#1"]}
    match = middle(6, hands=hands, factions={1: open_card("FOX-1"), 2: ("FOX-2:up", "BEAR-1:up")})
    assert refused(match, 0, "play:ENCOUNTER#1").code == "needs_two_public_factions"  # the lower Bear shows nothing
    match = middle(6, hands=hands, factions={1: open_card("FOX-1"), 2: open_card("BEAR-1")}, hp={2: 0})
    assert why_not(match, 0, "play:ENCOUNTER#1") == "needs_two_public_factions"  # of Non-wounded players
    match = middle(6, hands={0: ["?"]}, factions={1: open_card("FOX-1")})
    assert why_not(match, 0, "play:ENCOUNTER#2") == "needs_two_public_factions"
    match = middle(6, hands=hands, factions={1: ("FOX-1:up", "BEAR-1:up")})
    assert "play:ENCOUNTER#1" in allowed(match, 0)  # a public Dual shows two


@pytest.mark.rules("CH-ACT-ENCOUNTER-01")
def test_small_groups_have_no_encounter() -> None:
    match = middle(5, hands={0: ["?"]}, factions={1: open_card("FOX-1"), 2: open_card("BEAR-1")})
    assert not [o.key for o in match.options(match.state.seats[0]) if "ENCOUNTER" in o.key]


@pytest.mark.rules(
    "CH-ACT-ENCOUNTER-02",
    "CH-ACT-ENCOUNTER-03",
    "CH-ACT-ENCOUNTER-05",
    "CH-ACT-ENCOUNTER-06",
    "CH-ACT-ENCOUNTER-09",
    "CH-ACT-DICE-02",
)
def test_two_factions_fight_without_tokens() -> None:
    mats = {1: open_card("BEAR-1"), 2: open_card("FOX-1"), 3: open_card("BEAR-2"), 4: open_card("FOX-2")}
    match = encountered(mats, hp={4: 0})
    assert (kind(match), asked(match)) == ("roll", [1])  # the user shows nothing and stays out
    roll(match, 1, 2)
    assert asked(match) == [2]
    roll(match, 2, 9)
    assert asked(match) == [3]
    events = roll(match, 3, 6)
    assert told(events, "side_total") == [{"faction": "fox", "total": 9}, {"faction": "bear", "total": 8}]
    assert points(match) == [3, 2, 3, 2, 0, 3]
    assert kind(match) == "declare"


@pytest.mark.rules("CH-ACT-ENCOUNTER-03", "CH-ACT-DICE-02")
def test_the_user_fights_like_anybody_else_and_rolls_first() -> None:
    match = encountered({0: open_card("BEAR-1"), 5: open_card("FOX-1")})
    assert asked(match) == [0]
    roll(match, 0, 2)
    roll(match, 5, 3)
    assert points(match) == [2, 3, 3, 3, 3, 3]


@pytest.mark.rules("CH-ACT-ENCOUNTER-06", "CH-ACT-DICE-05")
def test_equal_totals_hurt_both_sides() -> None:
    match = encountered({1: open_card("BEAR-1"), 2: open_card("FOX-1"), 3: open_card("BEAR-2")})
    for seat, die in ((1, 2), (2, 7), (3, 5)):
        roll(match, seat, die)
    assert points(match) == [3, 2, 2, 2, 3, 3]


@pytest.mark.rules("CH-ACT-ENCOUNTER-02", "CH-ACT-ENCOUNTER-04", "CH-ACT-ENCOUNTER-09")
def test_of_more_factions_the_tokens_choose_two() -> None:
    mats = {
        0: ("FOX-1:up", "BEAR-1:up"),
        1: open_card("BEAR-2"),
        2: open_card("DEER-1"),
        3: ("DEER-2:up", "FOX-2:up"),
    }
    match = encountered(mats)
    assert kind(match) == "encounter_tokens"
    keys = {"tokens:fox+bear", "tokens:fox+deer", "tokens:bear+deer"}
    assert {o.key for o in match.options(None)} == keys  # no Dragon shows
    events = do(match, None, "tokens:bear+deer")
    assert told(events, "encounter_drawn") == [{"factions": ("bear", "deer")}]
    assert told(events, "battle") == [{"factions": ("bear", "deer"), "seats": (0, 1, 2, 3)}]  # a Dual for the drawn one
    for seat, die in ((0, 1), (1, 1), (2, 2), (3, 2)):
        roll(match, seat, die)
    assert points(match) == [2, 2, 3, 3, 3, 3]


@pytest.mark.rules("CH-ACT-ENCOUNTER-04")
def test_a_public_dual_of_both_factions_chooses_a_side_before_the_dice() -> None:
    match = encountered({1: ("FOX-1:up", "BEAR-1:up"), 2: open_card("FOX-2"), 3: open_card("BEAR-2")})
    assert (kind(match), asked(match), allowed(match, 1)) == ("take_side", [1], {"faction:fox", "faction:bear"})
    do(match, 1, "faction:bear")
    for seat, die in ((1, 2), (2, 5), (3, 2)):
        assert asked(match) == [seat]
        roll(match, seat, die)
    assert points(match) == [3, 2, 3, 2, 3, 3]


@pytest.mark.rules("CH-ACT-ENCOUNTER-04", "CH-ACT-ENCOUNTER-09")
def test_a_secret_dual_fights_for_what_it_shows() -> None:
    match = encountered({1: ("FOX-1:up", "BEAR-1"), 2: open_card("BEAR-2"), 3: ("FOX-3", "BEAR-3")})
    assert (kind(match), asked(match)) == ("roll", [1])
    roll(match, 1, 2)
    roll(match, 2, 1)
    assert points(match) == [3, 3, 2, 3, 3, 3]


@pytest.mark.rules("CH-ACT-ENCOUNTER-08")
def test_nobody_is_hurt_when_one_side_is_empty() -> None:
    match = encountered({1: ("FOX-1:up", "BEAR-1:up"), 2: open_card("FOX-2")})
    do(match, 1, "faction:fox")
    roll(match, 1, 5)
    events = roll(match, 2, 7)
    assert "no_battle" in kinds(events)
    assert (points(match), kind(match)) == ([3] * 6, "declare")
    assert cards(match, "play_area") == ["ENCOUNTER#1"]


@pytest.mark.rules("CH-ACT-ENCOUNTER-07", "CH-ACT-STRUGGLE-02")
def test_the_user_is_no_source_for_having_played_it() -> None:
    match = encountered({1: open_card("BEAR-1"), 2: open_card("FOX-1")}, hp={1: 1}, hands={1: ["STRUGGLE#1"]})
    roll(match, 1, 2)
    roll(match, 2, 9)
    assert allowed(match, 1) == {"react:STRUGGLE#1", "pass"}
    do(match, 1, "react:STRUGGLE#1")
    assert points(match) == [3, 0, 2, 3, 3, 3]


@pytest.mark.rules("CH-ACT-ENCOUNTER-07")
def test_the_user_is_a_source_on_the_other_side() -> None:
    match = encountered({0: open_card("FOX-1"), 1: open_card("BEAR-1")}, hp={1: 1}, hands={1: ["STRUGGLE#1"]})
    roll(match, 0, 9)
    roll(match, 1, 2)
    do(match, 1, "react:STRUGGLE#1")
    assert points(match)[:2] == [2, 0]


@pytest.mark.rules("CH-ACT-ENCOUNTER-03", "CH-ACT-ENCOUNTER-05")
def test_who_falls_before_the_own_roll_does_not_fight() -> None:
    mats = {1: open_card("BEAR-1"), 2: open_card("FOX-1"), 3: open_card("FOX-2")}
    match = encountered(mats, hp={0: 3, 3: 1, 4: 0, 5: 0}, hands={1: ["BELIEF#1"]})
    do(match, 1, "react:BELIEF#1")
    turns_up(match, 1, "EVENT-STORM")
    roll(match, 1, 12)
    roll(match, 2, 12)
    roll(match, 3, 1)  # falls in the storm
    roll(match, 0, 12)
    do(match, 1, "drawn")
    roll(match, 1, 1)
    events = roll(match, 2, 4)
    assert told(events, "side_total") == [{"faction": "fox", "total": 4}, {"faction": "bear", "total": 7}]
    assert points(match)[:4] == [3, 3, 2, 0]
    assert told(events, "judgement") == [{"seats": (3,), "declared": False}]


@pytest.mark.rules("CH-ACT-ENCOUNTER-08", "CH-ACT-ENCOUNTER-03")
def test_nobody_is_hurt_when_all_of_one_side_fall_before_their_rolls() -> None:
    match = encountered(
        {1: open_card("BEAR-1"), 2: open_card("FOX-1")}, hp={2: 1, 3: 0, 4: 0, 5: 0}, hands={1: ["BELIEF#1"]}
    )
    do(match, 1, "react:BELIEF#1")
    turns_up(match, 1, "EVENT-STORM")
    roll(match, 1, 12)
    roll(match, 2, 1)
    roll(match, 0, 12)
    do(match, 1, "drawn")
    events = roll(match, 1, 5)
    assert {"roll_off", "no_battle", "judgement"} <= set(kinds(events))
    assert points(match)[:3] == [3, 3, 0]
