"""The five events (CH-EVT-GEN-01 to CH-EVT-STORM-06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rules.engine.match import Match
from rules.engine.questions import Answer, Draw, Laid
from rules.engine.types import UNSEEN, PieceId, Seat
from rules.games.chesney.pieces import EVENTS
from tests.games.chesney._match import (
    APART,
    allowed,
    asked,
    at,
    cards,
    do,
    draw,
    hears,
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

CHRONIC, TRACKS, INN, SECRET, STORM = (str(e) for e in EVENTS)


def everything(match: Match) -> list[str]:
    """The kinds of all that everybody has heard."""
    return kinds(h.event for h in hears(match))


def resting(hands: Mapping[int, list[str]], **more: object) -> Match:
    """The first player, who draws in Rest."""
    match = middle(5, hands=hands, phase="declare", **more)  # type: ignore[arg-type]
    do(match, 0, "rest")
    return match


def storm_over(match: Match, dice: Mapping[int, int]) -> None:
    """Everybody rolls in a storm: 12 where nothing is said."""
    while kind(match) in ("roll", "before_roll"):
        (seat,) = asked(match)
        roll(match, seat, dice.get(seat, 12))


# -- drawing one -------------------------------------------------------------------------------------------------------


def by_rest() -> Match:
    return resting({0: []})


def by_resupply() -> Match:
    match = middle(5, hands={0: ["?"]}, hp={0: 0}, phase="interfere")
    do(match, 0, "enough")
    return match


def by_robbery() -> Match:
    match = middle(5, hands={0: ["ROBBERY#1"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    return match


def by_belief() -> Match:
    match = middle(5, hands={0: ["DUEL#1", "BELIEF#1"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    return match


def by_elixir() -> Match:
    match = middle(5, hands={0: ["AMBUSH#1"], 1: ["ELIXIR#1"]}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "react:ELIXIR#1")
    return match


def by_the_judge() -> Match:
    match = middle(5, hands={0: ["AMBUSH#1"], 1: []}, factions=APART, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "seen")
    return match


def by_the_inn() -> Match:
    match = middle(5, hands={0: ["INN#1"]}, hp={0: 0}, phase="interfere")
    play(match, 0, "INN#1")
    return match


def by_another_event() -> Match:
    match = resting({0: ["ELIXIR#1"]})
    turns_up(match, 0, CHRONIC)
    do(match, 0, "aside:ELIXIR#1")
    return match


DRAWS = (by_rest, by_resupply, by_robbery, by_belief, by_elixir, by_the_judge, by_the_inn, by_another_event)


@pytest.mark.rules("CH-EVT-GEN-01", "CH-EVT-GEN-02", "CH-INFO-16")
@pytest.mark.parametrize("how", DRAWS)
def test_any_draw_can_turn_an_event_up(how: Callable[[], Match]) -> None:
    match = how()
    question = match.question
    assert isinstance(question, Draw)
    assert set(EVENTS) - set(cards(match, "events")) <= set(question.stops)
    (seat,) = asked(match)
    held = len(match.state.pile(f"hand/{seat}"))
    option = next(o for o in match.options(Seat(seat)) if o.key == f"{TRACKS}:0")
    assert option.gesture == Laid("events", PieceId(TRACKS))
    events = turns_up(match, seat, TRACKS)
    assert [f["piece"] for f in told(events, "event")] == [TRACKS]
    assert sees(match, -1, "events")[-1] == TRACKS
    assert len(match.state.pile(f"hand/{seat}")) == held  # never a hand card
    assert (kind(match), asked(match)) == ("draw", [seat])  # and the draw goes on
    draw(match, seat)
    assert len(match.state.pile(f"hand/{seat}")) > held


@pytest.mark.rules("CH-EVT-GEN-01", "CH-SETUP-11")
def test_an_event_cannot_be_told_as_a_drawn_card() -> None:
    match = resting({0: []})
    outcome = match.check(_drawn(0, TRACKS, "?", "?"))
    assert getattr(outcome, "code", "") == "cannot_be_there"


def _drawn(seat: int, *names: str) -> Answer:
    """What a seat says to have drawn."""
    named = tuple(UNSEEN if n == "?" else PieceId(n) for n in names)
    return Answer(Seat(seat), "drawn", ((f"hand/{seat}", named),))


@pytest.mark.rules("CH-EVT-GEN-03")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_draw_goes_on_to_its_full_number(before: int) -> None:
    match = resting({0: []})
    names = ("DUEL#1", "DUEL#2")[:before]
    do(match, 0, f"{TRACKS}:{before}", {"hand/0": names} if before else None)
    assert cards(match, "hand/0") == list(names)
    assert match.question is not None
    assert (kind(match), match.question.facts["count"]) == ("draw", 3 - before)
    draw(match, 0)
    assert len(match.state.pile("hand/0")) == 3
    assert asked(match) == [1]


@pytest.mark.rules("CH-EVT-GEN-04", "CH-EVT-TRACKS-02")
def test_events_add_up_and_last() -> None:
    match = resting({0: [], 1: ["INN#1", "SWEEP#1"]})
    assert kinds(turns_up(match, 0, TRACKS)) == ["event"]
    turns_up(match, 0, INN)
    do(match, 1, "aside:INN#1")
    turns_up(match, 1, "INN#2")
    draw(match, 1, "TRAP#1")
    for seat in (1, 2, 3, 4):
        do(match, seat, "none")
    draw(match, 0)
    assert match.state["triggered"] == (TRACKS, INN)
    do(match, 1, "play:SWEEP#1")
    do(match, 1, "turn:left:FOX-1")
    assert (kind(match), asked(match), why_not(match, 2, "roll")) == ("loyalty", [2], "no_loyalty_roll")


# -- the fourth --------------------------------------------------------------------------------------------------------

THREE: dict[str, int | str | bool | tuple[str, ...] | None] = {
    "triggered": (CHRONIC, TRACKS, INN),
    "events_in_pile": 1,
    "renewed": True,
}
ROW = {"events": (CHRONIC, TRACKS, INN)}


@pytest.mark.rules("CH-EVT-GEN-05", "CH-EVT-GEN-12", "CH-TURN-22")
def test_the_fourth_event_ends_the_round_without_a_last_faction() -> None:
    match = resting({0: []}, factions=APART, tracks=THREE, piles=ROW)
    events = turns_up(match, 0, SECRET)
    assert told(events, "event")[0]["number"] == 4
    while kind(match) == "secret":
        (seat,) = asked(match)
        events = do(match, seat, "side:left")
    assert kinds(events)[-1] == "fourth_event"
    assert kind(match) == "round_over"  # the draw does not go on
    assert len(match.state.pile("hand/0")) == 0
    do(match, None, "done")
    assert match.state.result is not None
    assert match.state.result.winners == ()


@pytest.mark.rules("CH-EVT-GEN-05", "CH-EVT-GEN-06", "CH-JUDGE-13")
@pytest.mark.parametrize(("judges", "winners"), [(True, (0, 4)), (False, ())])
def test_before_the_end_an_owed_judgement_is_made(judges: bool, winners: tuple[int, ...]) -> None:
    match = resting(
        {0: [], 1: []},
        factions=APART,
        hp={1: 1, 2: 0, 3: 0},
        tracks=THREE,
        piles=ROW,
        settings={"fourth_event_judges": judges},
    )
    turns_up(match, 0, STORM)
    storm_over(match, {1: 1})
    if judges:
        assert (kind(match), asked(match)) == ("look", [1])
        do(match, 1, "seen")
    assert kind(match) == "round_over"
    assert len(match.state.pile("hand/1")) == 0  # no cards for the judge
    do(match, None, "done")
    assert match.state.result is not None
    assert match.state.result.winners == winners


@pytest.mark.rules("CH-EVT-GEN-06", "CH-EVT-GEN-07")
def test_what_the_fourth_event_interrupts_is_dropped() -> None:
    match = middle(
        5,
        hands={0: ["SWEEP#1"], 1: [], 2: ["BELIEF#1"], 3: ["?"]},
        factions={
            0: ("FOX-6:up", "FOX-5:up"),
            1: ("BEAR-1:up", "BEAR-2:up"),
            2: ("DEER-1", "DEER-2:up"),
            3: APART[3],
            4: APART[4],
        },
        hp={1: 1},
        tracks={**THREE, "triggered": (CHRONIC, STORM, INN)},
        piles={"events": (CHRONIC, STORM, INN)},
    )
    play(match, 0, "SWEEP#1")
    do(match, 2, "roll")
    do(match, 2, "react:BELIEF#1")
    turns_up(match, 2, TRACKS)
    assert (kind(match), asked(match)) == ("look", [1])  # who fell by the card that is dropped
    do(match, 1, "seen")
    assert kind(match) == "round_over"
    assert (at(match, 2), at(match, 3)) == (3, 3)
    assert not [k for k in everything(match) if k == "rolled"]


@pytest.mark.rules("CH-EVT-GEN-06", "CH-WOUND-08")
def test_who_was_about_to_answer_is_wounded_when_the_fourth_event_comes() -> None:
    match = middle(
        5,
        hands={0: ["BETRAY#1"], 1: ["ELIXIR#1"], 2: ["?"]},
        factions={0: ("FOX-6:up", "BEAR-5"), 1: ("FOX-1:up", "BEAR-1"), 2: ("FOX-2:up", "?"), 3: ("BEAR-2", "BEAR-3")},
        hp={1: 1, 2: 1, 4: 0},
        tracks={**THREE, "triggered": (SECRET, STORM, INN)},
        piles={"events": (SECRET, STORM, INN)},
    )
    play(match, 0, "BETRAY#1")
    do(match, 1, "react:ELIXIR#1")
    events = turns_up(match, 1, TRACKS)
    assert told(events, "wounded") == [{"seat": Seat(2), "count": 1}]
    assert match.question is not None
    assert match.question.facts.get("judges", tuple(match.question.asked)) == (2,)


@pytest.mark.rules("CH-EVT-GEN-06", "CH-WOUND-12")
def test_who_was_judged_before_is_not_judged_again_at_the_end() -> None:
    match = middle(
        5,
        hands={0: ["AMBUSH#1"], 1: []},
        factions=APART,
        hp={1: 1},
        tracks={**THREE, "triggered": (CHRONIC, SECRET, INN)},
        piles={"events": (CHRONIC, SECRET, INN)},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "seen")
    draw(match, 1)
    do(match, 0, "rest")
    turns_up(match, 0, TRACKS)
    assert kind(match) == "round_over"
    assert (everything(match).count("judgement"), everything(match).count("wounded")) == (1, 1)
    assert len(match.state.pile("hand/1")) == 2


# -- inside other effects, and in which order --------------------------------------------------------------------------


@pytest.mark.rules("CH-EVT-GEN-07", "CH-EVT-GEN-03")
def test_an_event_inside_a_roll_is_resolved_before_the_die_falls() -> None:
    match = by_belief()
    turns_up(match, 0, STORM)
    assert match.question is not None
    assert match.question.facts["purpose"] == "storm"
    for seat in range(5):
        roll(match, seat, 12)
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0, "INN#1")
    assert match.question is not None
    assert (kind(match), match.question.facts["purpose"]) == ("before_roll", "duel")
    events = roll(match, 0, 4)
    assert told(events, "rolled")[0]["total"] == 10


@pytest.mark.rules("CH-EVT-GEN-08", "CH-EVT-SECRET-01")
@pytest.mark.parametrize("trigger", [0, 3])
def test_all_players_go_clockwise_from_whoever_drew_it(trigger: int) -> None:
    match = middle(5, hands={trigger: []}, phase="declare", turn=trigger)
    do(match, trigger, "rest")
    turns_up(match, trigger, SECRET)
    order = []
    while kind(match) in ("secret", "turn_up_faction"):
        if kind(match) == "secret":
            order += asked(match)
            do(match, asked(match)[0], "side:left")
        else:
            do(match, None, match.options(None)[0].key)
    assert order == [(trigger + n) % 5 for n in range(5)]


@pytest.mark.rules("CH-EVT-GEN-08", "CH-EVT-CHRONIC-02", "CH-EVT-INN-02", "CH-EVT-STORM-01")
@pytest.mark.parametrize("event", [CHRONIC, INN, STORM])
def test_and_so_they_do_in_the_other_events(event: str) -> None:
    match = middle(5, hands={3: ["?"]}, phase="declare", turn=3)
    do(match, 3, "rest")
    turns_up(match, 3, event)
    order = []
    while kind(match) in ("put_aside", "before_roll"):
        (seat,) = asked(match)
        order.append(seat)
        if kind(match) == "put_aside":
            do(match, seat, "none")
        else:
            roll(match, seat, 12)
    assert order == [3, 4, 0, 1, 2]


@pytest.mark.rules("CH-EVT-GEN-09", "CH-EVT-GEN-10", "CH-TURN-20", "CH-EVT-STORM-04")
def test_who_falls_by_the_own_event_draws_no_further() -> None:
    match = resting({0: ["?"], 1: ["?"]}, factions=APART, hp={0: 1, 2: 1})
    turns_up(match, 0, STORM)
    storm_over(match, {0: 8, 2: 3})
    assert len(match.state.pile("hand/0")) == 0
    assert (kind(match), asked(match)) == ("look", [0, 2])
    do(match, 0, "seen")
    do(match, 2, "seen")
    assert match.question is not None
    assert (kind(match), asked(match), match.question.facts["count"]) == ("draw", [0], 2)
    draw(match, 0)
    draw(match, 2)
    assert (asked(match), len(match.state.pile("hand/0"))) == ([1], 2)  # the rest of the Rest is void


@pytest.mark.rules("CH-EVT-GEN-09", "CH-EVT-GEN-07")
def test_who_falls_before_the_own_die_does_not_roll_it() -> None:
    match = middle(5, hands={0: ["DUEL#1", "BELIEF#1", "?"], 1: []}, factions=APART, hp={0: 1})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    turns_up(match, 0, STORM)
    storm_over(match, {0: 1})
    assert (kind(match), asked(match)) == ("look", [0])
    assert "roll_off" in everything(match)
    assert (at(match, 0), at(match, 1)) == (0, 3)
    assert match.state.pile("in_play").slots == ()


@pytest.mark.rules("CH-EVT-GEN-07", "CH-WOUND-08")
def test_who_falls_while_the_other_is_about_to_roll_does_not_roll_either() -> None:
    match = middle(5, hands={0: ["DUEL#1", "BELIEF#1", "?"], 1: ["?"]}, factions=APART, hp={1: 1})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    turns_up(match, 0, STORM)
    storm_over(match, {1: 1})
    draw(match, 0)
    roll(match, 0, 3)
    assert "roll_off" in everything(match)
    assert (kind(match), asked(match)) == ("look", [1])


@pytest.mark.rules("CH-EVT-GEN-10", "CH-EVT-GEN-02")
@pytest.mark.parametrize("how", [by_rest, by_resupply])
def test_the_judgement_of_an_event_comes_before_the_draw_goes_on(how: Callable[[], Match]) -> None:
    match = how()
    turns_up(match, 0, STORM)
    storm_over(match, {2: 1, 3: 1})
    assert (at(match, 2), at(match, 3)) == (2, 2)
    assert kind(match) == "draw"  # nobody fell
    match = middle(5, hands={0: ["?"], 2: []}, factions=APART, hp={2: 1, 0: 0 if how is by_resupply else 3},
                   phase="resupply" if how is by_resupply else "rest")  # fmt: skip
    turns_up(match, 0, STORM)
    storm_over(match, {2: 1})
    assert (kind(match), asked(match)) == ("look", [2])
    do(match, 2, "seen")
    draw(match, 2)
    assert (kind(match), asked(match)) == ("draw", [0])


@pytest.mark.rules("CH-EVT-GEN-11", "CH-EVT-STORM-03")
@pytest.mark.parametrize("points", [1, 3])
def test_an_event_comes_from_nobody(points: int) -> None:
    match = resting(
        {0: ["?"], 1: ["ELIXIR#1", "STRUGGLE#1"]}, factions=APART, hp={1: points}, piles={"effect/1": ("BEAST",)}
    )
    turns_up(match, 0, STORM)
    roll(match, 0, 12)
    roll(match, 1, 8)
    assert at(match, 1) == points - 1  # the Beast does not stop it
    assert asked(match) == [2]  # and nothing answers it


@pytest.mark.rules("CH-EVT-GEN-12", "CH-EVT-GEN-05")
def test_after_the_fourth_event_there_is_no_draw_that_could_bring_a_fifth() -> None:
    match = resting({0: []}, factions=APART, tracks={**THREE, "triggered": (CHRONIC, SECRET, INN)}, piles={
        "events": (CHRONIC, SECRET, INN)}, settings={"scoring": "legend"})  # fmt: skip
    turns_up(match, 0, TRACKS)
    assert kind(match) == "round_over"
    do(match, None, "done")
    while kind(match) == "roll":  # nobody has a point: who starts the next round?
        roll(match, asked(match)[0], 12 - asked(match)[0])
    assert (kind(match), match.state["round"], match.state["triggered"]) == ("prepare", 2, ())
    assert len(match.state.pile("unused_events")) == 5


# -- Chronic Wounds ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-EVT-CHRONIC-01", "CH-EVT-GEN-04")
@pytest.mark.parametrize("hand", [["ELIXIR#1", "STRUGGLE#1"], ["?", "?"]])
def test_no_elixir_for_the_rest_of_the_round(hand: list[str]) -> None:
    match = middle(
        5,
        hands={0: ["AMBUSH#1"], 1: hand},
        factions=APART,
        hp={1: 1},
        tracks={"triggered": (CHRONIC,)},
        piles={"events": (CHRONIC,)},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert kind(match) == "react"
    refusal = refused(match, 1, "react:ELIXIR#1")
    assert (refusal.code, refusal.rule) == ("elixir_banned", "CH-EVT-CHRONIC-01")
    assert "react:STRUGGLE#1" in allowed(match, 1)


@pytest.mark.rules("CH-EVT-CHRONIC-02", "CH-EVT-GEN-08", "CH-INFO-29", "CH-INFO-13")
def test_all_lay_their_elixirs_aside_and_draw() -> None:
    match = resting(
        {0: ["DUEL#1"], 1: ["ELIXIR#1", "ELIXIR#2", "INN#1"], 2: ["?", "?"], 3: [], 4: ["ELIXIR#3"]}, hp={4: 0}
    )
    turns_up(match, 0, CHRONIC)
    order = []
    while kind(match) == "put_aside":
        (seat,) = asked(match)
        order.append(seat)
        elixirs = sorted(key for key in allowed(match, seat) if key.startswith("aside:ELIXIR"))
        if seat != 2 and elixirs:
            refusal = refused(match, seat, "none")
            assert (refusal.code, refusal.rule) == ("holds_banned_card", "CH-EVT-CHRONIC-02")
            events = do(match, seat, elixirs[0])
            assert told(events, "put_aside") == [{"seat": Seat(seat), "piece": elixirs[0].removeprefix("aside:")}]
            assert (kind(match), asked(match)) == ("draw", [seat])
            draw(match, seat, f"BELIEF#{len(order)}")
        else:
            do(match, seat, "none")
    assert order == [0, 1, 1, 1, 2, 4, 4]  # the third may hold some; the fourth has no card
    assert sees(match, -1, "aside") == ["ELIXIR#1", "ELIXIR#2", "ELIXIR#3"]
    assert [len(match.state.pile(f"hand/{s}")) for s in range(5)] == [1, 3, 2, 0, 1]
    assert (kind(match), asked(match)) == ("draw", [0])


@pytest.mark.rules("CH-EVT-CHRONIC-02", "CH-INFO-21", "CH-INFO-29")
def test_who_says_to_hold_none_is_taken_at_the_word_until_it_shows() -> None:
    match = resting({0: [], 1: ["?", "?"], 2: [], 3: [], 4: []}, hp={1: 0})
    turns_up(match, 0, CHRONIC)
    assert asked(match) == [1]
    do(match, 1, "none")
    (claim,) = (standing.claim for standing in match.table.claims.standing)
    assert (claim.pile, claim.rule) == ("hand/1", "CH-EVT-CHRONIC-02")
    assert {p.kind for p in claim.none_of} == {"ELIXIR"}
    draw(match, 0, "DUEL#1", "TRAP#1", "TRAP#2")
    assert "claim_broken" not in everything(match)


@pytest.mark.rules("CH-EVT-CHRONIC-03")
def test_an_elixir_drawn_later_is_laid_aside_and_replaced() -> None:
    match = resting({0: ["DUEL#1", "DUEL#2"]}, tracks={"triggered": (CHRONIC,)}, piles={"events": (CHRONIC,)})
    outcome = match.check(_drawn(0, "ELIXIR#4"))
    assert getattr(outcome, "code", "") == "cannot_be_there"  # it must be shown
    events = turns_up(match, 0, "ELIXIR#4")
    assert told(events, "put_aside") == [{"seat": Seat(0), "piece": "ELIXIR#4"}]
    assert sees(match, -1, "aside") == ["ELIXIR#4"]
    turns_up(match, 0, "ELIXIR#1")
    assert (kind(match), asked(match), len(match.state.pile("hand/0"))) == ("draw", [0], 2)
    draw(match, 0, "INN#1")
    assert (len(match.state.pile("hand/0")), asked(match)) == (3, [1])


@pytest.mark.rules("CH-EVT-CHRONIC-04", "CH-DECK-02")
def test_elixirs_in_the_discards_come_back_and_are_caught() -> None:
    rest = 85 - 1 - 3 - 2 * 4 - 2 - 1 - 1
    match = resting(
        {0: []},
        tracks={"triggered": (CHRONIC,), "renewed": True, "events_in_pile": 0},
        piles={
            "events": (CHRONIC,),
            "pile": ["?"],
            "aside": ["ELIXIR#1"],
            "play_area": ["ELIXIR#2", "INN#1"],
            "discard": ["?"] * rest,
        },
    )
    draw(match, 0)
    do(match, None, "done")
    assert sees(match, -1, "aside") == ["ELIXIR#1"]
    assert f"{PieceId('ELIXIR#2')}:0" in allowed(match, 0)
    assert refused(match, 0, "ELIXIR#1:0").code == "not_in_pile"
    turns_up(match, 0, "ELIXIR#2")
    assert sees(match, -1, "aside") == ["ELIXIR#1", "ELIXIR#2"]


@pytest.mark.rules("CH-EVT-CHRONIC-05")
def test_an_elixir_of_the_same_draw_is_laid_aside_too() -> None:
    match = resting({s: [] for s in range(5)})
    do(match, 0, f"{CHRONIC}:1", {"hand/0": ["ELIXIR#1"]})
    assert (kind(match), asked(match)) == ("put_aside", [0])
    assert why_not(match, 0, "none") == "holds_banned_card"
    do(match, 0, "aside:ELIXIR#1")
    draw(match, 0, "INN#1")
    do(match, 0, "none")
    assert match.question is not None
    assert (kind(match), match.question.facts["count"]) == ("draw", 2)


# -- Exposed Tracks ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-EVT-TRACKS-01", "CH-EVT-GEN-04")
def test_no_rolls_in_a_sweep() -> None:
    match = middle(
        5,
        hands={0: ["SWEEP#1"], 1: ["BELIEF#1"], 2: []},
        factions={0: ("FOX-6:up", "FOX-5:up"), 1: ("BEAR-1", "BEAR-2"), 2: ("FOX-1", "DEER-2")},
        tracks={"triggered": (TRACKS,)},
        piles={"events": (TRACKS,)},
    )
    play(match, 0, "SWEEP#1")
    refusal = refused(match, 1, "roll")
    assert (refusal.code, refusal.rule) == ("no_loyalty_roll", "CH-EVT-TRACKS-01")
    assert allowed(match, 1) == {"neither"}
    do(match, 1, "neither")
    assert at(match, 1) == 2
    assert allowed(match, 2) == {"turn:left:FOX-1", "neither"}
    do(match, 2, "turn:left:FOX-1")
    assert at(match, 2) == 3


@pytest.mark.rules("CH-EVT-TRACKS-02", "CH-EVT-GEN-07")
def test_a_sweep_that_is_going_on_obeys_it_from_the_next_check() -> None:
    match = middle(
        5,
        hands={0: ["SWEEP#1"], 1: ["BELIEF#1"], 2: []},
        factions={0: ("FOX-6:up", "FOX-5:up"), 1: ("BEAR-1", "BEAR-2"), 2: ("DEER-1", "DEER-2")},
    )
    play(match, 0, "SWEEP#1")
    do(match, 1, "roll")
    do(match, 1, "react:BELIEF#1")
    events = turns_up(match, 1, TRACKS)
    assert kinds(events) == ["event"]
    draw(match, 1)
    events = roll(match, 1, 1)  # this check has begun
    assert "roll_passes" in kinds(events)
    assert (asked(match), why_not(match, 2, "roll")) == ([2], "no_loyalty_roll")


# -- Inn Damaged -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-EVT-INN-01", "CH-SUP-07")
@pytest.mark.parametrize("points", [0, 2])
@pytest.mark.parametrize("hand", [["INN#1", "TRAP#1"], ["?", "?"]])
def test_no_inn_for_the_rest_of_the_round(points: int, hand: list[str]) -> None:
    match = middle(
        5,
        hands={0: hand},
        hp={0: points, 1: 1},
        phase="plan" if points else "interfere",
        tracks={"triggered": (INN,)},
        piles={"events": (INN,)},
    )
    refusal = refused(match, 0, "play:INN#1")
    assert (refusal.code, refusal.rule) == ("inn_banned", "CH-EVT-INN-01")
    assert "play:TRAP#1" in allowed(match, 0)


@pytest.mark.rules("CH-EVT-INN-02", "CH-INFO-29")
def test_inns_are_laid_aside_and_replaced() -> None:
    match = resting({0: ["INN#1"], 1: ["?"], 2: [], 3: [], 4: ["INN#2"]}, hp={4: 0})
    do(match, 0, f"{INN}:1", {"hand/0": ["INN#3"]})
    refusal = refused(match, 0, "none")
    assert (refusal.code, refusal.rule) == ("holds_banned_card", "CH-EVT-INN-02")
    for name, new in (("INN#1", "DUEL#1"), ("INN#3", "DUEL#2")):
        do(match, 0, f"aside:{name}")
        draw(match, 0, new)
    do(match, 0, "none")
    assert asked(match) == [1]
    do(match, 1, "aside:INN#4")  # one that the companion did not know of
    draw(match, 1, "ELIXIR#1")
    do(match, 1, "none")
    do(match, 4, "aside:INN#2")
    draw(match, 4, "DUEL#4")
    do(match, 4, "none")
    assert sees(match, -1, "aside") == ["INN#1", "INN#2", "INN#3", "INN#4"]
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0)
    assert asked(match) == [1]


@pytest.mark.rules("CH-EVT-INN-02")
def test_an_inn_drawn_later_is_replaced() -> None:
    match = resting({0: ["DUEL#1", "DUEL#2"]}, tracks={"triggered": (INN,)}, piles={"events": (INN,)})
    turns_up(match, 0, "INN#4")
    assert sees(match, -1, "aside") == ["INN#4"]
    draw(match, 0, "ELIXIR#1")
    assert len(match.state.pile("hand/0")) == 3


@pytest.mark.rules("CH-EVT-INN-03", "CH-SUP-07")
def test_an_inn_at_work_is_finished() -> None:
    match = middle(5, hands={s: [] for s in range(1, 5)} | {0: ["INN#1"]}, hp={0: 0}, phase="interfere")
    play(match, 0, "INN#1")
    turns_up(match, 0, INN)
    assert at(match, 0) == 1
    assert cards(match, "in_play") == ["INN#1"]
    draw(match, 0)
    assert (kind(match), asked(match), len(match.state.pile("hand/0"))) == ("plan", [0], 2)
    assert "INN#1" not in sees(match, -1, "aside")


# -- Secret Revealed ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-EVT-SECRET-01", "CH-EVT-SECRET-02", "CH-SUP-11")
def test_everybody_turns_a_card_up() -> None:
    factions = {
        0: ("FOX-1", "FOX-2"),
        1: ("BEAR-1:up", "BEAR-2"),
        2: ("DEER-1:up", "DEER-2:up"),
        3: ("DRAGON-1", "DRAGON-2"),
        4: ("?", "FOX-3:up"),
    }
    match = resting({0: ["?"]}, factions=factions, hp={3: 0})
    turns_up(match, 0, SECRET)
    assert (kind(match), asked(match)) == ("secret", [0])
    assert allowed(match, 0) == {"side:left", "side:right"}
    events = do(match, 0, "side:right")
    assert [(f["seat"], f["side"], f["piece"]) for f in told(events, "turned_up")] == [
        (0, "right", "FOX-2"),
        (1, "right", "BEAR-2"),  # one alone is not asked for
    ]
    assert asked(match) == [3]  # the third has both up; a wounded player turns one up too
    do(match, 3, "side:left")
    assert kind(match) == "turn_up_faction"  # the companion has to be told which it is
    do(match, None, "BEAR-6")
    assert sees(match, -1, "left/4") == ["BEAR-6"]
    up = [sum(match.state.pile(f"{side}/{s}").slots[0].face_up for side in ("left", "right")) for s in range(5)]
    assert up == [1, 2, 2, 1, 2]
    assert (kind(match), asked(match)) == ("draw", [0])


@pytest.mark.rules("CH-EVT-SECRET-03")
def test_it_works_once() -> None:
    match = middle(
        5,
        hands={0: ["MEDITATION#1"]},
        factions={0: ("FOX-1:up", "FOX-2")},
        tracks={"triggered": (SECRET,)},
        piles={"events": (SECRET,)},
    )
    events = play(match, 0, "MEDITATION#1")
    assert "turned_down" in kinds(events)
    assert sees(match, -1, "left/0") == [UNSEEN]
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match)) == ("plan", [1])


# -- Storm Strikes -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-EVT-STORM-01", "CH-EVT-GEN-08", "CH-INFO-24")
def test_eight_or_less_is_one_damage() -> None:
    match = resting({0: ["?"]}, hp={3: 0})
    turns_up(match, 0, STORM)
    order = []
    for die in (8, 9, 1, 12):
        (seat,) = asked(match)
        order.append(seat)
        events = roll(match, seat, die)
        assert told(events, "rolled")[0]["total"] == die
    assert order == [0, 1, 2, 4]  # the wounded do not roll
    assert [at(match, s) for s in range(5)] == [2, 3, 2, 0, 3]
    assert (kind(match), asked(match)) == ("draw", [0])


@pytest.mark.rules("CH-EVT-STORM-02", "CH-TURN-06")
@pytest.mark.parametrize(("die", "after"), [(2, 2), (3, 3)])
def test_a_belief_counts(die: int, after: int) -> None:
    match = resting({0: [], 1: ["BELIEF#1"]})
    turns_up(match, 0, STORM)
    roll(match, 0, 12)
    do(match, 1, "react:BELIEF#1")
    draw(match, 1)
    events = roll(match, 1, die)
    assert told(events, "rolled")[0]["total"] == die + 6
    assert at(match, 1) == after


@pytest.mark.rules("CH-EVT-STORM-04", "CH-WOUND-07", "CH-WOUND-08")
def test_all_who_fall_are_judged_together_after_the_last_roll() -> None:
    match = resting({0: ["?"], 1: ["?"], 3: ["?"]}, factions=APART, hp={1: 1, 3: 1})
    turns_up(match, 0, STORM)
    for seat, die in ((0, 12), (1, 1), (2, 12), (3, 1)):
        roll(match, seat, die)
        assert "judgement" not in everything(match)
    assert [len(match.state.pile(f"hand/{s}")) for s in (1, 3)] == [0, 0]
    roll(match, 4, 12)
    assert (kind(match), asked(match)) == ("look", [1, 3])


@pytest.mark.rules("CH-EVT-STORM-05")
def test_a_wounded_trigger_player_does_not_roll() -> None:
    match = middle(5, hands={0: []}, hp={0: 0, 1: 0}, phase="resupply")
    turns_up(match, 0, STORM)
    assert asked(match) == [2]
    storm_over(match, {})
    assert [f["seat"] for f in told((h.event for h in hears(match)), "rolled")] == [2, 3, 4]


@pytest.mark.rules("CH-EVT-STORM-06", "CH-JUDGE-17")
def test_when_it_fells_all_nobody_wins() -> None:
    match = resting({s: [] for s in range(5)}, factions=APART, hp=dict.fromkeys(range(5), 1))
    turns_up(match, 0, STORM)
    storm_over(match, dict.fromkeys(range(5), 1))
    assert (kind(match), asked(match)) == ("look", [0, 1, 2, 3, 4])
    for seat in range(5):
        do(match, seat, "seen")
    assert kind(match) == "round_over"
    do(match, None, "done")
    assert match.state.result is not None
    assert match.state.result.winners == ()
