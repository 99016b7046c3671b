"""Yellow cards: Belief before a roll, Elixir and Struggle when the last HP is lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    roll,
    sees,
    told,
    turns_up,
    why_not,
)


def ambushed(
    *hand: str,
    hp: Mapping[int, int] | None = None,
    mine: Iterable[str] = (),
    piles: Mapping[str, Iterable[str]] | None = None,
    tracks: Mapping[str, tuple[str, ...]] | None = None,
) -> Match:
    """Seat 0 (with the cards `mine` left) has ambushed seat 1, who holds `hand` and has lost the last HP unless `hp`
    says more."""
    match = middle(
        hands={0: ["AMBUSH#1", *mine], 1: hand}, hp=hp if hp is not None else {1: 1}, piles=piles, tracks=tracks
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    return match


# -- Belief ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-BELIEF-01", "CH-ACT-DICE-04")
def test_a_belief_adds_six_and_draws_before_the_roll() -> None:
    match = middle(hands={0: ["DUEL#1", "BELIEF#1"], 1: []})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("before_roll", [0])
    events = do(match, 0, "react:BELIEF#1")
    assert told(events, "belief") == [{"seat": 0, "piece": "BELIEF#1"}]
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0, "INN#1")
    assert (cards(match, "hand/0"), cards(match, "play_area")) == (["INN#1"], ["BELIEF#1"])
    (rolled,) = told(roll(match, 0, 3), "rolled")
    assert (rolled["die"], rolled["beliefs"], rolled["bonus"], rolled["total"]) == (3, 6, 0, 9)
    roll(match, 1, 8)
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 2)


@pytest.mark.rules("CH-ACT-BELIEF-02", "CH-ACT-DICE-04")
def test_beliefs_add_up_even_one_just_drawn() -> None:
    match = middle(hands={0: ["DUEL#1", "BELIEF#1"], 1: []})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0, "BELIEF#2")
    do(match, 0, "react:BELIEF#2")
    draw(match, 0, "INN#1")
    assert told(roll(match, 0, 12), "rolled")[0]["total"] == 24
    roll(match, 1, 12)
    assert match.state["hp/1"] == 1  # 12 ahead


@pytest.mark.rules("CH-ACT-BELIEF-02")
def test_nobody_believes_for_the_roll_of_somebody_else() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: [], 2: ["BELIEF#1"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert (kind(match), asked(match), allowed(match, 2)) == ("roll", [0], set())


@pytest.mark.rules("CH-ACT-BELIEF-02")
def test_everybody_with_cards_is_asked_for_a_belief_whatever_they_are() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["INN#1"], 2: ["?"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    assert (kind(match), asked(match), allowed(match, 1)) == ("before_roll", [1], {"pass"})


@pytest.mark.rules("CH-ACT-BELIEF-01", "CH-ACT-BELIEF-02")
def test_a_belief_that_the_companion_did_not_know() -> None:
    match = middle(hands={0: ["DUEL#1", "?"], 1: []})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert allowed(match, 0) == {"pass", *(f"react:BELIEF#{n}" for n in range(1, 7))}
    do(match, 0, "react:BELIEF#4")
    draw(match, 0)
    assert told(roll(match, 0, 1), "rolled")[0]["total"] == 7
    assert (sees(match, -1, "play_area"), cards(match, "hand/0")) == (["BELIEF#4"], [UNSEEN])


@pytest.mark.rules("CH-ACT-BELIEF-02")
@pytest.mark.parametrize("purpose", ["sweep", "storm", "encounter", "reflection"])
def test_a_belief_counts_in_every_roll_with_a_result(purpose: str) -> None:
    card = {"sweep": "SWEEP#1", "encounter": "ENCOUNTER#1", "reflection": "REFLECTION#1"}.get(purpose)
    match = middle(
        6,
        hands={0: [card] if card else ["?"], 1: ["BELIEF#1"]},
        factions={0: ("FOX-1:up", "FOX-2:up"), 1: ("BEAR-5:up", "?"), **{s: (f"FOX-{s + 1}:up", "?") for s in (2, 3)}},
        hp={4: 0, 5: 0},
        phase="plan" if card else "rest",
    )
    if card is None:
        turns_up(match, 0, "EVENT-STORM")
        do(match, 0, "pass")
        roll(match, 0, 9)
    else:
        play(match, 0, card)
    if purpose == "reflection":
        do(match, 0, "seat:1")
    elif purpose == "sweep":
        do(match, 1, "roll")
    if purpose in ("reflection", "encounter"):
        roll(match, 0, 1)
    assert (kind(match), asked(match)) == ("before_roll", [1])
    assert match.question is not None
    assert match.question.facts["purpose"] == purpose
    do(match, 1, "react:BELIEF#1")
    draw(match, 1)
    assert told(roll(match, 1, 3), "rolled")[0]["total"] == 9


@pytest.mark.rules("CH-ACT-BELIEF-03")
def test_an_event_drawn_by_a_belief_comes_before_the_roll() -> None:
    match = middle(hands={0: ["DUEL#1", "BELIEF#1"], 1: []}, factions={s: (f"FOX-{s + 1}", "?") for s in range(5)})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    events = turns_up(match, 0, "EVENT-SECRET")
    assert "event" in kinds(events)
    for seat in range(5):
        assert (kind(match), asked(match)) == ("secret", [seat])
        do(match, seat, "side:left")
    draw(match, 0)  # the card in place of the event
    assert (kind(match), asked(match)) == ("before_roll", [0])
    assert told(roll(match, 0, 4), "rolled")[0]["total"] == 10


@pytest.mark.rules("CH-ACT-BELIEF-01")
def test_a_belief_cannot_be_played_as_a_card_of_the_turn() -> None:
    match = middle(hands={0: ["BELIEF#1", "ELIXIR#1", "STRUGGLE#1"]})
    assert {why_not(match, 0, f"play:{c}#1") for c in ("BELIEF", "ELIXIR", "STRUGGLE")} == {"yellow_has_its_moment"}


# -- Elixir ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-ELIXIR-01", "CH-ACT-ELIXIR-03")
def test_an_elixir_leaves_one_hp_and_draws() -> None:
    match = ambushed("ELIXIR#1", "INN#1")
    assert (kind(match), asked(match), match.state["hp/1"]) == ("react", [1], 0)
    assert allowed(match, 1) == {"react:ELIXIR#1", "pass"}
    do(match, 1, "react:ELIXIR#1")
    assert (kind(match), asked(match), match.state["hp/1"]) == ("draw", [1], 1)  # the HP come first
    draw(match, 1, "TRAP#1")
    events = do(match, 1, "pass")
    assert "wounded" not in kinds(events)
    assert (match.state["hp/1"], cards(match, "hand/1")) == (1, ["INN#1", "TRAP#1"])
    assert cards(match, "play_area") == ["ELIXIR#1", "AMBUSH#1"]
    assert kind(match) == "declare"


@pytest.mark.rules("CH-ACT-ELIXIR-02", "CH-ACT-ELIXIR-01")
def test_an_elixir_answers_two_points_at_once() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["ELIXIR#1", "INN#1"]}, hp={1: 2})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 12)
    roll(match, 1, 1)
    assert (kind(match), match.state["hp/1"]) == ("react", 0)
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1)
    assert match.state["hp/1"] == 1


@pytest.mark.rules("CH-ACT-ELIXIR-02")
def test_an_elixir_drawn_by_an_elixir_waits_for_the_next_blow() -> None:
    match = ambushed("ELIXIR#1", mine=["?"])
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1, "ELIXIR#2")
    assert why_not(match, 1, "react:ELIXIR#2") == "one_elixir"
    do(match, 1, "pass")
    assert match.state["hp/1"] == 1
    do(match, 0, "enough")
    do(match, 0, "rest")
    draw(match, 0)
    do(match, 1, "discard:?")
    assert kind(match) == "declare"


@pytest.mark.rules("CH-ACT-ELIXIR-01", "CH-ACT-ELIXIR-04")
def test_an_elixir_waits_for_the_last_hp_and_for_the_own() -> None:
    match = ambushed("ELIXIR#1", hp={1: 2})
    assert kind(match) == "declare"  # 1 HP is left: nothing to answer
    match = middle(hands={0: ["AMBUSH#1"], 1: ["INN#1"], 2: ["ELIXIR#1"]}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert (asked(match), allowed(match, 1), allowed(match, 2)) == ([1], {"pass"}, set())


@pytest.mark.rules("CH-ACT-ELIXIR-04")
def test_no_elixir_after_chronic_wounds() -> None:
    match = ambushed("ELIXIR#1", "?", tracks={"triggered": ("EVENT-CHRONIC",)})
    assert (kind(match), allowed(match, 1)) == ("react", {"pass", "react:STRUGGLE#1", "react:STRUGGLE#2"})
    assert why_not(match, 1, "react:ELIXIR#1") == "elixir_banned"


@pytest.mark.rules("CH-ACT-ELIXIR-01", "CH-ACT-ELIXIR-04")
def test_a_storm_cannot_be_answered() -> None:
    match = middle(hands={0: ["?"], 1: ["ELIXIR#1"]}, hp={1: 1, 2: 0, 3: 0}, phase="rest")
    turns_up(match, 0, "EVENT-STORM")
    roll(match, 0, 12)
    events = roll(match, 1, 8)
    assert "wounded" in kinds(events)
    assert cards(match, "hand/1") == []


@pytest.mark.rules("CH-ACT-ELIXIR-01", "CH-ACT-ELIXIR-03")
def test_an_elixir_that_the_companion_did_not_know() -> None:
    match = ambushed("?", "?")
    assert {"react:ELIXIR#1", "react:ELIXIR#4", "react:STRUGGLE#2", "pass"} <= allowed(match, 1)
    do(match, 1, "react:ELIXIR#3")
    draw(match, 1)
    assert (match.state["hp/1"], cards(match, "hand/1")) == (1, [UNSEEN, UNSEEN])


@pytest.mark.rules("CH-ACT-ELIXIR-03")
def test_an_event_in_the_draw_of_an_elixir_finds_its_user_alive() -> None:
    match = ambushed("ELIXIR#1", "INN#1")
    do(match, 1, "react:ELIXIR#1")
    turns_up(match, 1, "EVENT-STORM")
    assert (kind(match), asked(match)) == ("before_roll", [1])  # not wounded: rolls first
    events = roll(match, 1, 1)
    assert told(events, "wounded") == [{"seat": 1, "count": 1}]
    for seat in (2, 3, 4, 0):
        events = roll(match, seat, 12)
    assert "wounded" not in kinds(events)  # fallen once only
    assert match.state["hp/1"] == 0
    assert told(events, "judgement") == [{"seats": (1,), "declared": False}]


# -- Struggle ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-STRUGGLE-01", "CH-ACT-STRUGGLE-04", "CH-ACT-STRUGGLE-05")
def test_a_struggle_strikes_back_and_saves_nobody() -> None:
    match = ambushed("STRUGGLE#1", "INN#1", piles={"effect/1": ["TRAP#1"]})
    assert allowed(match, 1) == {"react:STRUGGLE#1", "pass"}  # on another's turn and in a Trap
    events = do(match, 1, "react:STRUGGLE#1")
    assert told(events, "struggle") == [{"seat": 1, "piece": "STRUGGLE#1", "target": 0}]
    assert told(events, "damaged") == [{"seat": 0, "count": 1, "left": 2, "cause": "struggle"}]
    assert (match.state["hp/0"], match.state["hp/1"], cards(match, "hand/1")) == (2, 0, ["INN#1"])  # no card drawn
    events = do(match, 1, "pass")
    assert told(events, "wounded") == [{"seat": 1, "count": 1}]


@pytest.mark.rules("CH-ACT-STRUGGLE-01", "CH-ACT-ELIXIR-03")
@pytest.mark.parametrize("order", [("ELIXIR", "STRUGGLE"), ("STRUGGLE", "ELIXIR")])
def test_struggle_and_elixir_in_one_window_in_any_order(order: tuple[str, str]) -> None:
    match = ambushed("STRUGGLE#1", "ELIXIR#1")
    for card in order:
        do(match, 1, f"react:{card}#1")
        if card == "ELIXIR":
            draw(match, 1)
    do(match, 1, "pass")
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 1)
    assert kind(match) == "declare"
    assert sorted(map(str, cards(match, "play_area"))) == ["AMBUSH#1", "ELIXIR#1", "STRUGGLE#1"]


@pytest.mark.rules("CH-ACT-STRUGGLE-01", "CH-ACT-ELIXIR-03")
def test_a_struggle_drawn_by_an_elixir_may_be_used_at_once() -> None:
    match = ambushed("ELIXIR#1")
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1, "STRUGGLE#2")
    do(match, 1, "react:STRUGGLE#2")
    assert (match.state["hp/0"], match.state["hp/1"], kind(match)) == (2, 1, "declare")


@pytest.mark.rules("CH-ACT-STRUGGLE-03")
def test_the_victim_of_a_struggle_may_answer() -> None:
    match = ambushed("STRUGGLE#1", hp={0: 1, 1: 1}, mine=["ELIXIR#1", "STRUGGLE#2"])
    do(match, 1, "react:STRUGGLE#1")
    assert (kind(match), asked(match)) == ("react", [0])
    assert allowed(match, 0) == {"react:ELIXIR#1", "pass"}
    do(match, 0, "react:ELIXIR#1")  # whom to strike back at has 0 HP already
    draw(match, 0)
    assert match.state["hp/0"] == 1
    assert told([h.event for h in hears(match)], "wounded") == [{"seat": 1, "count": 0}]


@pytest.mark.rules("CH-ACT-STRUGGLE-03", "CH-ACT-STRUGGLE-01")
def test_two_struggles_after_an_elixir() -> None:
    match = ambushed("STRUGGLE#1", "ELIXIR#1", hp={0: 1, 1: 1}, mine=["STRUGGLE#2"])
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1)
    do(match, 1, "react:STRUGGLE#1")
    assert (asked(match), allowed(match, 0)) == ([0], {"react:STRUGGLE#2", "pass"})
    do(match, 0, "react:STRUGGLE#2")
    assert (match.state["hp/0"], match.state["hp/1"]) == (0, 0)
    assert (asked(match), kind(match)) == ([1], "react")
    assert "react:ELIXIR#2" in allowed(match, 1)  # the first Elixir was for another blow


@pytest.mark.rules("CH-ACT-STRUGGLE-02", "CH-ACT-ENCOUNTER-07")
def test_a_struggle_picks_one_of_several_sources_who_is_not_wounded() -> None:
    match = middle(
        6,
        hands={0: ["ENCOUNTER#1"], 1: ["STRUGGLE#1"], 2: ["?"], 3: [], 4: []},
        factions={
            1: ("FOX-1:up", "?"),
            2: ("BEAR-1:up", "?"),
            3: ("BEAR-2:up", "?"),
            4: ("BEAR-3:up", "?"),
        },
        hp={1: 1, 2: 1},
    )
    play(match, 0, "ENCOUNTER#1")
    for seat, die in ((1, 6), (2, 1), (3, 1), (4, 4)):
        roll(match, seat, die)
    assert asked(match) == [1]
    assert allowed(match, 1) == {"react:STRUGGLE#1:3", "react:STRUGGLE#1:4", "pass"}  # seat 2 has no HP left
    do(match, 1, "react:STRUGGLE#1:4")
    assert [match.state[f"hp/{s}"] for s in range(6)] == [3, 0, 0, 2, 1, 3]


@pytest.mark.rules("CH-ACT-STRUGGLE-02")
def test_a_struggle_has_nobody_to_strike_when_all_sources_are_wounded() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["STRUGGLE#1", "INN#1"]}, hp={0: 1, 1: 1})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    roll(match, 1, 5)
    assert (kind(match), asked(match), allowed(match, 1)) == ("react", [1], {"pass"})
