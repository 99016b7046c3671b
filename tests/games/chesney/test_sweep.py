"""Sweep: calling a Public Faction, and the Loyalty Check of everybody else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, Seat
from rules.games.chesney.factions import public, up_sides
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
    sees,
    told,
    turns_up,
    why_not,
)

OTHERS = {1: ("BEAR-1", "DEER-1"), 2: ("FOX-2", "BEAR-2"), 3: ("DEER-2:up", "FOX-5:up"), 4: ("?", "?")}


def sweeping(
    left: str,
    right: str,
    others: Mapping[int, tuple[str, str]] | None = None,
    *,
    hands: Mapping[int, list[str]] | None = None,
    hp: Mapping[int, int] | None = None,
    settings: Mapping[str, object] | None = None,
    tracks: Mapping[str, tuple[str, ...]] | None = None,
) -> Match:
    """Seat 0 has played a Sweep with these faction cards; nobody else holds a card unless `hands` says so."""
    match = middle(
        hands={0: ["SWEEP#1"], **{s: [] for s in range(1, 5)}, **(hands or {})},
        factions={0: (left, right), **(OTHERS if others is None else others)},
        hp=hp,
        settings=settings,
        tracks=tracks,
    )
    play(match, 0, "SWEEP#1")
    return match


def ups(match: Match, seat: int) -> tuple[str, ...]:
    """The slots of a seat that lie open."""
    return up_sides(match.state, Seat(seat))


# -- calling -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-SWEEP-01", "CH-ACT-SWEEP-02", "CH-ACT-SWEEP-13")
@pytest.mark.parametrize(("key", "called", "side"), [("left:FOX-1", "fox", "left"), ("right:BEAR-5", "bear", "right")])
def test_with_no_open_card_any_may_be_turned_up(key: str, called: str, side: str) -> None:
    match = sweeping("FOX-1", "BEAR-5")
    assert (kind(match), asked(match)) == ("call", [0])
    assert allowed(match, 0) == {"turn:left:FOX-1", "turn:right:BEAR-5"}
    events = do(match, 0, f"turn:{key}")
    assert told(events, "called") == [{"seat": 0, "faction": called}]
    assert (ups(match, 0), public(match.state, Seat(0))) == ((side,), (called,))
    assert (kind(match), asked(match)) == ("loyalty", [1])  # fixed before the first check


@pytest.mark.rules("CH-ACT-SWEEP-03")
def test_with_one_open_card_a_higher_one_may_be_turned_up() -> None:
    match = sweeping("FOX-1:up", "BEAR-5")
    assert allowed(match, 0) == {"faction:fox", "turn:right:BEAR-5"}
    events = do(match, 0, "turn:right:BEAR-5")
    assert told(events, "called") == [{"seat": 0, "faction": "bear"}]
    assert ups(match, 0) == ("left", "right")


@pytest.mark.rules("CH-ACT-SWEEP-03")
def test_with_one_open_card_its_own_faction_may_be_called() -> None:
    match = sweeping("FOX-1:up", "BEAR-5")
    events = do(match, 0, "faction:fox")
    assert told(events, "called") == [{"seat": 0, "faction": "fox"}]
    assert (ups(match, 0), sees(match, 1, "right/0")) == (("left",), [UNSEEN])


@pytest.mark.rules("CH-ACT-SWEEP-03")
def test_a_lower_card_cannot_be_turned_up() -> None:
    match = sweeping("FOX-4:up", "BEAR-3")
    assert allowed(match, 0) == {"faction:fox"}  # asked all the same: that the card is lower is a secret
    assert why_not(match, 0, "turn:right:BEAR-3") == "lower_card_stays_down"


@pytest.mark.rules("CH-ACT-SWEEP-03", "CH-ACT-SWEEP-04")
def test_an_unseen_card_may_be_any_that_is_high_enough() -> None:
    match = sweeping("FOX-4:up", "?")
    keys = allowed(match, 0)
    assert {"faction:fox", "turn:right:BEAR-4", "turn:right:DRAGON-6"} <= keys
    assert "turn:right:BEAR-3" not in keys
    do(match, 0, "turn:right:DRAGON-6")
    assert (sees(match, -1, "right/0"), public(match.state, Seat(0))) == (["DRAGON-6"], ("dragon",))


@pytest.mark.rules("CH-ACT-SWEEP-04")
@pytest.mark.parametrize(("key", "called", "open_slots"), [("faction:fox", "fox", 1), ("turn:right:BEAR-4", "bear", 2)])
def test_a_dual_with_one_card_down_calls_either(key: str, called: str, open_slots: int) -> None:
    match = sweeping("FOX-4:up", "BEAR-4")
    assert allowed(match, 0) == {"faction:fox", "turn:right:BEAR-4"}
    events = do(match, 0, key)
    assert told(events, "called") == [{"seat": 0, "faction": called}]
    assert len(ups(match, 0)) == open_slots


@pytest.mark.rules("CH-ACT-SWEEP-04")
def test_where_the_table_plays_it_so_an_equal_card_stays_down() -> None:
    match = sweeping("FOX-4:up", "BEAR-4", settings={"sweep_equal_card": False})
    assert allowed(match, 0) == {"faction:fox"}
    assert why_not(match, 0, "turn:right:BEAR-4") == "lower_card_stays_down"


@pytest.mark.rules("CH-ACT-SWEEP-04", "CH-ACT-SWEEP-05")
def test_a_public_dual_calls_either() -> None:
    match = sweeping("FOX-4:up", "BEAR-4:up")
    assert (kind(match), allowed(match, 0)) == ("call", {"faction:fox", "faction:bear"})
    assert told(do(match, 0, "faction:bear"), "called") == [{"seat": 0, "faction": "bear"}]


@pytest.mark.rules("CH-ACT-SWEEP-05", "CH-ACT-SWEEP-01", "CH-ACT-GEN-05")
def test_two_open_cards_call_the_public_faction() -> None:
    match = sweeping("FOX-4:up", "BEAR-3:up")
    assert (kind(match), asked(match), match.state["called"]) == ("loyalty", [1], "fox")


# -- the checks --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-SWEEP-06", "CH-ACT-SWEEP-07", "CH-ACT-SWEEP-08", "CH-ACT-SWEEP-11", "CH-ACT-SWEEP-13")
def test_the_checks_go_around_one_after_another() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up")
    assert (kind(match), asked(match)) == ("loyalty", [1])
    assert allowed(match, 1) == {"roll", "neither"}
    assert why_not(match, 1, "turn:left:BEAR-1") == "not_the_called_faction"
    events = do(match, 1, "neither")
    assert told(events, "not_loyal") == [{"seat": 1, "faction": "fox"}]
    assert told(events, "damaged") == [{"seat": 1, "count": 1, "left": 2, "cause": "sweep"}]  # before the next check
    assert (kind(match), asked(match)) == ("loyalty", [2])
    assert allowed(match, 2) == {"turn:left:FOX-2", "roll", "neither"}  # nobody must show a card
    events = do(match, 2, "turn:left:FOX-2")
    assert [e["seat"] for e in told(events, "loyal")] == [2, 3]  # seat 3 shows a Fox, if not as Public Faction
    assert ups(match, 2) == ("left",)
    assert (kind(match), asked(match)) == ("loyalty", [4])
    do(match, 4, "neither")
    assert [match.state[f"hp/{s}"] for s in range(5)] == [3, 2, 3, 3, 2]
    assert (kind(match), ups(match, 2)) == ("declare", ("left",))  # stays open
    assert match.state["called"] is None


@pytest.mark.rules("CH-ACT-SWEEP-07")
def test_the_lower_open_card_is_enough() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", {1: ("FOX-1:up", "BEAR-6:up"), 2: ("FOX-2:up", "?")}, hp={3: 0, 4: 0})
    assert public(match.state, Seat(1)) == ("bear",)
    assert (kind(match), match.state["hp/1"], match.state["hp/2"]) == ("declare", 3, 3)


@pytest.mark.rules("CH-ACT-SWEEP-06")
def test_wounded_players_are_not_checked() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hp={1: 0, 2: 0})
    assert (kind(match), asked(match)) == ("loyalty", [4])


@pytest.mark.rules("CH-ACT-SWEEP-09", "CH-ACT-SWEEP-10", "CH-ACT-SWEEP-11")
@pytest.mark.parametrize(("die", "left"), [(7, 3), (12, 3), (6, 2), (1, 2)])
def test_seven_or_more_passes(die: int, left: int) -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", {2: ("FOX-2", "BEAR-2")}, hp={1: 0, 3: 0, 4: 0})
    do(match, 2, "roll")
    assert (kind(match), asked(match)) == ("roll", [2])
    events = roll(match, 2, die)
    assert ("roll_passes" in kinds(events)) is (left == 3)
    assert kind(match) == "declare"  # nothing can be shown after a failed roll
    assert (match.state["hp/2"], ups(match, 2)) == (left, ())


@pytest.mark.rules("CH-ACT-SWEEP-10")
@pytest.mark.parametrize("known", [True, False])
def test_where_the_table_plays_it_so_a_card_may_be_shown_after_the_roll(known: bool) -> None:
    mats = {2: ("FOX-2", "BEAR-2") if known else ("?", "?")}
    match = sweeping("FOX-4:up", "FOX-3:up", mats, hp={1: 0, 3: 0, 4: 0}, settings={"show_after_roll": True})
    do(match, 2, "roll")
    roll(match, 2, 6)
    assert (kind(match), asked(match)) == ("loyalty", [2])
    assert {"turn:left:FOX-2", "neither"} <= allowed(match, 2)
    assert "roll" not in allowed(match, 2)
    events = do(match, 2, "turn:left:FOX-2")
    assert told(events, "loyal") == [{"seat": 2, "faction": "fox"}]
    assert (match.state["hp/2"], ups(match, 2), kind(match)) == (3, ("left",), "declare")


@pytest.mark.rules("CH-ACT-SWEEP-10", "CH-ACT-SWEEP-11")
def test_a_card_that_may_be_shown_after_the_roll_need_not_be() -> None:
    match = sweeping(
        "FOX-4:up", "FOX-3:up", {2: ("FOX-2", "?")}, hp={1: 0, 3: 0, 4: 0}, settings={"show_after_roll": True}
    )
    do(match, 2, "roll")
    roll(match, 2, 6)
    do(match, 2, "neither")
    assert (match.state["hp/2"], ups(match, 2)) == (2, ())


@pytest.mark.rules("CH-ACT-SWEEP-12", "CH-ACT-BELIEF-02")
def test_with_a_belief_the_roll_always_passes() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hands={2: ["BELIEF#1"]}, hp={1: 0, 3: 0, 4: 0})
    do(match, 2, "roll")
    do(match, 2, "react:BELIEF#1")
    draw(match, 2)
    roll(match, 2, 1)
    assert (match.state["hp/2"], kind(match)) == (3, "declare")


@pytest.mark.rules("CH-ACT-SWEEP-11")
def test_two_open_cards_without_a_match_are_hurt_without_a_roll() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", {1: ("BEAR-1:up", "DEER-1:up")}, hp={2: 0, 3: 0, 4: 0})
    assert (match.state["hp/1"], kind(match)) == (2, "declare")


@pytest.mark.rules("CH-ACT-SWEEP-09")
def test_one_card_lying_down_is_enough_for_a_roll() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", {1: ("BEAR-1:up", "DEER-1")}, hp={2: 0, 3: 0, 4: 0})
    assert allowed(match, 1) == {"roll", "neither"}


@pytest.mark.rules("CH-ACT-SWEEP-09", "CH-ACT-SWEEP-11")
def test_exposed_tracks_leave_no_roll() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", tracks={"triggered": ("EVENT-TRACKS",)}, hp={2: 0, 3: 0, 4: 0})
    assert allowed(match, 1) == {"neither"}  # asked all the same: whether it could show a card is a secret
    assert why_not(match, 1, "roll") == "no_loyalty_roll"
    do(match, 1, "neither")
    assert match.state["hp/1"] == 2


@pytest.mark.rules("CH-ACT-SWEEP-08")
def test_unseen_cards_are_shown_by_naming_them() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hp={1: 0, 2: 0, 3: 0})
    shown = {k for k in allowed(match, 4) if k.startswith("turn:left:")}
    assert shown == {f"turn:left:FOX-{n}" for n in (1, 2, 6)}  # the Foxes that do not lie open elsewhere
    assert refused(match, 4, "turn:left:FOX-2").code == "cannot_be_there"
    do(match, 4, "turn:left:FOX-6")
    assert (match.state["hp/4"], sees(match, -1, "left/4")) == (3, ["FOX-6"])


@pytest.mark.rules("CH-ACT-SWEEP-14", "CH-ACT-SWEEP-06")
def test_the_checks_go_on_when_the_user_falls() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hands={1: ["STRUGGLE#1"], 2: ["STRUGGLE#2"]}, hp={0: 1, 1: 1, 2: 1})
    do(match, 1, "neither")
    events = do(match, 1, "react:STRUGGLE#1")
    assert [e["seat"] for e in told(events, "wounded")] == [0, 1]
    assert "judgement" not in kinds(events)
    assert (kind(match), asked(match)) == ("loyalty", [2])
    do(match, 2, "neither")
    assert allowed(match, 2) == {"pass"}  # the user cannot be struck any more
    do(match, 2, "pass")
    events = do(match, 4, "neither")
    assert told(events, "judgement") == [{"seats": (0, 1, 2), "declared": False}]
    assert match.state["hp/4"] == 2


@pytest.mark.rules("CH-ACT-SWEEP-06", "CH-ACT-SWEEP-11")
def test_two_who_fall_in_one_sweep_judge_together() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hands={1: ["ELIXIR#1"], 2: ["?"]}, hp={1: 1, 2: 1, 3: 1, 4: 1})
    do(match, 1, "neither")
    do(match, 1, "react:ELIXIR#1")  # one answers before the next is checked
    draw(match, 1)
    do(match, 1, "pass")
    assert (match.state["hp/1"], asked(match)) == (1, [2])
    do(match, 2, "neither")
    do(match, 2, "pass")
    events = do(match, 4, "neither")
    assert told(events, "judgement") == [{"seats": (2, 4), "declared": False}]


@pytest.mark.rules("CH-ACT-SWEEP-06", "CH-ACT-BELIEF-03")
def test_who_falls_in_the_middle_of_the_own_check_is_done() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hands={2: ["BELIEF#1"]}, hp={1: 0, 2: 1, 3: 0})
    do(match, 2, "roll")
    do(match, 2, "react:BELIEF#1")
    turns_up(match, 2, "EVENT-STORM")
    roll(match, 2, 1)
    roll(match, 4, 12)
    events = roll(match, 0, 12)
    assert not {"not_loyal", "damaged", "rolled"} & set(kinds(events)[1:])
    assert (kind(match), asked(match)) == ("loyalty", [4])


@pytest.mark.rules("CH-ACT-SWEEP-11", "CH-ACT-STRUGGLE-01")
def test_the_damage_of_a_sweep_comes_from_its_user() -> None:
    match = sweeping("FOX-4:up", "FOX-3:up", hands={1: ["STRUGGLE#1"]}, hp={1: 1, 2: 0, 3: 0})
    do(match, 1, "neither")
    do(match, 1, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 2
    assert cards(match, "in_play") == ["SWEEP#1"]
