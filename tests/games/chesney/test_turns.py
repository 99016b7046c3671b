"""The course of a Battlefield Turn (CH-TURN-01 to -24)."""

from __future__ import annotations

from itertools import product

import pytest

from rules.engine.match import Match
from rules.engine.questions import Laid
from rules.engine.types import UNSEEN, PieceId, Seat, listed
from rules.games.chesney.factions import Shown
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
    refused,
    roll,
    sees,
    told,
    why_not,
)

FOX, BEAR, DEER, DRAGON = ("FOX-5", "FOX-6"), ("BEAR-5", "BEAR-6"), ("DEER-5", "DEER-6"), ("DRAGON-5", "DRAGON-6")
APART = {0: FOX, 1: BEAR, 2: DEER, 3: DRAGON}
"""Four players of four factions: no Judgement ends the round."""


def pass_turn(match: Match, seat: int) -> None:
    """A player who discards one card and does nothing else."""
    do(match, seat, "discard:?")
    if kind(match) == "discard_more":
        do(match, seat, "enough")
    do(match, seat, "rest")
    draw(match, seat)


# -- whose turn, and which ---------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-01", "CH-TURN-02", "CH-WOUND-10", "CH-SUP-01")
def test_turns_go_round_through_the_wounded_too() -> None:
    match = middle(5, hands={seat: ["?"] for seat in range(5)}, hp={2: 0}, turn=3)
    for seat in (3, 4, 0, 1):
        assert (match.state.turn, kind(match), asked(match)) == (seat, "plan", [seat])
        pass_turn(match, seat)
    assert (match.state.turn, kind(match), asked(match)) == (2, "interfere", [2])
    do(match, 2, "enough")
    draw(match, 2)
    assert (match.state.turn, kind(match)) == (3, "plan")


@pytest.mark.rules("CH-TURN-02", "CH-INFO-07")
@pytest.mark.parametrize(("points", "event", "asks"), [(3, "turn", "plan"), (1, "turn", "plan")])
def test_hit_points_make_a_battlefield_turn(points: int, event: str, asks: str) -> None:
    match = middle(hp={1: points}, phase="turn_end")
    assert kinds(h.event for h in hears(match))[-1] == event
    assert (kind(match), asked(match)) == (asks, [1])


@pytest.mark.rules("CH-TURN-02", "CH-SUP-01")
def test_no_hit_points_make_a_supporter_turn() -> None:
    match = middle(hp={1: 0}, phase="turn_end")
    assert kinds(h.event for h in hears(match)) == ["supporter_turn"]
    assert (kind(match), asked(match)) == ("interfere", [1])


# -- the order of the steps --------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-03", "CH-TURN-11")
def test_appear_plan_declare_rest() -> None:
    match = middle(hands={0: ["INN#1", "TRAP#1"]}, characters={0: "CAPTAIN"}, phase="turn")
    steps = []
    for key in ("stay", "discard:INN#1", "enough", "rest"):
        steps.append(kind(match))
        do(match, 0, key)
    assert steps == ["appear", "plan", "discard_more", "declare"]
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0)
    assert (kind(match), asked(match)) == ("appear", [1])


@pytest.mark.rules("CH-TURN-03", "CH-TURN-11")
def test_no_step_comes_early_or_again() -> None:
    match = middle(hands={0: ["INN#1", "TRAP#1", "DUEL#1"]})
    assert refused(match, 0, "declare").code == refused(match, 0, "rest").code == "no_such_option"
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    do(match, 0, "enough")
    assert kind(match) == "declare"
    for key in ("play:INN#1", "play:DUEL#1", "discard:INN#1", "enough"):
        assert refused(match, 0, key).code == "no_such_option"
    do(match, 0, "rest")
    assert refused(match, 0, "declare").code == "no_such_option"


@pytest.mark.rules("CH-TURN-11", "CH-TURN-01")
def test_only_the_turn_player_declares() -> None:
    match = middle(phase="declare")
    assert refused(match, 1, "declare").code == "not_your_turn"
    match = middle(hp={0: 0}, phase="interfere")
    assert refused(match, 0, "declare").code == "no_such_option"


# -- Plan: playing cards -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-04", "CH-TURN-09")
def test_who_has_played_does_not_discard() -> None:
    match = middle(hands={0: ["TRAP#1", "INN#1", "DUEL#1"]})
    assert "discard:INN#1" in allowed(match, 0)
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    assert not [key for key in allowed(match, 0) if key.startswith("discard")]
    assert allowed(match, 0) == {"play:DUEL#1", "enough"}


@pytest.mark.rules("CH-TURN-04", "CH-TURN-09")
def test_who_has_discarded_does_not_play() -> None:
    match = middle(hands={0: ["TRAP#1", "INN#1", "DUEL#1"]})
    do(match, 0, "discard:TRAP#1")
    assert allowed(match, 0) == {"discard:INN#1", "discard:DUEL#1", "discard:?", "enough"}
    do(match, 0, "enough")
    assert kind(match) == "declare"


EFFECTLESS = {"red": ("AMBUSH#1", "AMBUSH#2", "AMBUSH#3"), "green": ("TRAP#1", "TRAP#2", "ROBBERY#1")}


def played(*colours: str) -> tuple[bool, str]:
    """Plays cards of these colours in one turn; whether all could be, else the code of the refusal."""
    left = {colour: list(names) for colour, names in EFFECTLESS.items()}
    wanted = [left[colour].pop(0) for colour in colours]
    match = middle(hands={0: [*wanted, "BELIEF#1"]}, factions=APART)
    for card in wanted:
        if f"play:{card}" not in allowed(match, 0):
            return False, refused(match, 0, f"play:{card}").code
        play(match, 0, card)
        do(match, 0, "seat:1")
        while kind(match) != "plan_more":
            draw(match, 1)
    return True, ""


@pytest.mark.rules("CH-TURN-05")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_red_and_one_green_at_most(count: int) -> None:
    for colours in product(("red", "green"), repeat=count):
        fine, why = played(*colours)
        assert fine is (len(set(colours)) == count), colours
        if len(set(colours[:2])) == 1 and count > 1:
            assert why == f"one_{colours[0]}_a_turn"
        elif count == 3:
            assert why == "turn_is_full"


@pytest.mark.rules("CH-TURN-05")
def test_a_second_and_a_third_red_card_are_refused_with_the_reason() -> None:
    match = middle(hands={0: ["AMBUSH#1", "AMBUSH#2", "DUEL#1", "TRAP#1"]})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert {why_not(match, 0, f"play:{c}") for c in ("AMBUSH#2", "DUEL#1")} == {"one_red_a_turn"}
    refusal = refused(match, 0, "play:AMBUSH#2")
    assert (refusal.code, refusal.rule) == ("one_red_a_turn", "CH-TURN-05")
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    refusal = refused(match, 0, "play:DUEL#1")
    assert (refusal.code, refusal.rule, dict(refusal.facts)) == ("turn_is_full", "CH-TURN-05", {"count": 2})
    assert allowed(match, 0) == {"enough"}


@pytest.mark.rules("CH-TURN-05", "CH-INFO-09")
def test_a_red_card_out_of_an_unseen_hand_is_refused_with_the_reason_too() -> None:
    match = middle(hands={0: ["?", "?", "?"]})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert refused(match, 0, "play:DUEL#3").code == "one_red_a_turn"
    play(match, 0, "TRAP#2")
    do(match, 0, "seat:1")
    assert refused(match, 0, "play:SWEEP#1").code == "turn_is_full"
    assert cards(match, "hand/0") == [UNSEEN]


@pytest.mark.rules("CH-INFO-09", "CH-TURN-05")
def test_a_card_that_is_known_to_be_elsewhere_cannot_be_played() -> None:
    match = middle(hands={0: ["?", "?"], 1: ["DUEL#1"]}, piles={"play_area": ("INN#1",)})
    assert refused(match, 0, "play:INN#1").code == "no_such_option"  # everybody sees where it lies
    refusal = refused(match, 0, "play:DUEL#1")
    assert (refusal.code, dict(refusal.facts)) == ("cannot_be_there", {"piece": PieceId("DUEL#1")})
    assert kind(match) == "plan"
    match = middle(hands={0: ["TRAP#1", "INN#2"]})
    assert refused(match, 0, "play:DUEL#1").code == "no_such_option"


@pytest.mark.rules("CH-TURN-06")
def test_yellow_cards_come_at_their_moment_and_do_not_count() -> None:
    match = middle(
        hands={0: ["DUEL#1", "TRAP#1", "BELIEF#1"], 1: ["BELIEF#2", "BELIEF#3"]},
        factions=APART,
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0, "INN#1")
    roll(match, 0, 4)
    for belief in ("BELIEF#2", "BELIEF#3"):  # another player's turn, and two on one roll
        do(match, 1, f"react:{belief}")
        draw(match, 1, *{"BELIEF#2": ["INN#2"], "BELIEF#3": ["INN#3"]}[belief])
    events = roll(match, 1, 1)
    assert told(events, "rolled")[0]["total"] == 13
    assert (match.state["reds"], match.state["greens"]) == (1, 0)
    assert "play:TRAP#1" in allowed(match, 0)


@pytest.mark.rules("CH-TURN-06", "CH-INFO-07")
def test_what_was_played_in_the_turn_is_public() -> None:
    match = middle(hands={0: ["AMBUSH#1", "TRAP#1"]})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    everybody = match.seen(None)
    assert (everybody["reds"], everybody["greens"], everybody.turn) == (1, 0, 0)
    assert everybody["hp/1"] == 2


@pytest.mark.rules("CH-TURN-07", "CH-TURN-10")
def test_a_yellow_card_is_no_plan() -> None:
    match = middle(hands={0: ["BELIEF#1", "ELIXIR#1", "STRUGGLE#1"]})
    for card in ("BELIEF#1", "ELIXIR#1", "STRUGGLE#1"):
        refusal = refused(match, 0, f"play:{card}")
        assert (refusal.code, refusal.rule) == ("yellow_has_its_moment", "CH-TURN-07")
    assert allowed(match, 0) == {"discard:BELIEF#1", "discard:ELIXIR#1", "discard:STRUGGLE#1", "discard:?"}
    do(match, 0, "discard:BELIEF#1")
    do(match, 0, "enough")
    assert kind(match) == "declare"


@pytest.mark.rules("CH-TURN-08")
def test_the_second_card_may_be_one_that_the_first_brought() -> None:
    match = middle(hands={0: ["ROBBERY#1"], 1: ["AMBUSH#1", "INN#1"]}, factions=APART)
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("draw", [1])
    draw(match, 1)
    assert allowed(match, 0) == {"play:AMBUSH#1", "enough"}
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 2


@pytest.mark.rules("CH-TURN-08", "CH-TURN-21")
def test_the_first_card_is_finished_with_its_judgement_before_the_second() -> None:
    match = middle(4, hands={0: ["AMBUSH#1", "INN#1"], 1: []}, factions=APART, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("look", [1])
    assert allowed(match, 0) == set()
    do(match, 1, "seen")
    draw(match, 1)
    assert (kind(match), asked(match)) == ("plan_more", [0])
    assert "play:INN#1" in allowed(match, 0)


# -- Plan: discarding --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-09", "CH-INFO-12", "CH-TURN-24")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_to_three_cards_of_any_colour_face_down(count: int) -> None:
    names = ["DUEL#1", "ELIXIR#1", "INN#1", "INN#2"]
    match = middle(hands={0: names})
    for name in names[:count]:
        gesture = next(o.gesture for o in match.options(Seat(0)) if o.key == f"discard:{name}")
        assert gesture == Laid("discard", UNSEEN, False, "actions")
        events = do(match, 0, f"discard:{name}")
    if count < 3:
        events = do(match, 0, "enough")
    assert kind(match) == "declare"  # a fourth is not possible
    assert told(events, "discarded") == [{"seat": Seat(0), "count": count}]
    for reader in range(-1, 5):
        assert sees(match, reader, "discard") == [UNSEEN] * count


@pytest.mark.rules("CH-TURN-10")
def test_who_plays_nothing_discards() -> None:
    match = middle(hands={0: ["BETRAY#1", "DUEL#1"]})
    assert "enough" not in allowed(match, 0)
    assert why_not(match, 0, "play:BETRAY#1") == "needs_an_open_card"
    assert {"discard:BETRAY#1", "discard:DUEL#1"} < allowed(match, 0)


@pytest.mark.rules("CH-TURN-10")
def test_with_an_empty_hand_plan_is_passed_over() -> None:
    match = middle(hands={0: []}, phase="turn")
    assert (kind(match), asked(match)) == ("declare", [0])
    do(match, 0, "rest")
    draw(match, 0)
    assert len(match.state.pile("hand/0")) == 3


@pytest.mark.rules("CH-TURN-10", "CH-TURN-08")
def test_with_the_last_card_played_plan_is_over() -> None:
    match = middle(hands={0: ["AMBUSH#1"]})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert kind(match) == "declare"


# -- Declare -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-12", "CH-TURN-13", "CH-INFO-19", "CH-JUDGE-13")
@pytest.mark.parametrize("dual", [False, True])
def test_a_declare_that_succeeds_brings_a_point_in_legend(dual: bool) -> None:
    mine = ("FOX-3", "BEAR-3") if dual else ("FOX-1", "FOX-2")
    factions = {0: mine, 1: FOX, 2: ("FOX-4", "DEER-1"), 3: DEER}
    match = middle(4, factions=factions, hp={3: 0}, phase="declare", settings={"scoring": "legend"})
    do(match, 0, "declare")
    assert (Shown(Seat(0), ("fox", "bear")) in listed(match.state["seen_tokens/0"], Shown)) is dual
    events = do(match, 0, "seen")
    assert told(events, "judged") == [{"over": True, "faction": "fox"}]
    assert kind(match) == "round_over"
    assert match.state["hp/0"] == 3
    do(match, None, "done")
    assert match.state["score/0"] == (2 if dual else 3) + 1
    assert [match.state[f"score/{s}"] for s in (1, 2, 3)] == [3, 3, 0]


@pytest.mark.rules("CH-TURN-12")
def test_the_declarer_is_counted() -> None:
    match = middle(4, factions={0: BEAR, 1: FOX, 2: ("FOX-1", "FOX-2"), 3: DEER}, hp={3: 0}, phase="declare")
    do(match, 0, "declare")
    events = do(match, 0, "seen")
    assert told(events, "judged")[0] == {"over": False, "faction": None}  # without the bear it would be the fox


@pytest.mark.rules("CH-TURN-14", "CH-TURN-15", "CH-TURN-20", "CH-ACT-DMG-03", "CH-WOUND-01")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_declare_that_fails_wounds_whatever_one_holds(points: int) -> None:
    match = middle(
        4,
        hands={0: ["ELIXIR#1", "STRUGGLE#1", "DUEL#1"]},
        factions=APART,
        hp={0: points},
        phase="declare",
        piles={"effect/0": ("BEAST",)},
    )
    do(match, 0, "declare")
    events = do(match, 0, "seen")
    assert kinds(events) == ["judged", "declare_failed", "wounded", "judged_again"]
    assert match.state["hp/0"] == 0
    assert (kind(match), asked(match)) == ("draw", [0])  # no window, no second card, no Rest
    assert sees(match, 0, "hand/0") == []
    assert len(match.state.pile("discard")) == 3
    draw(match, 0)
    assert len(match.state.pile("hand/0")) == 2
    assert (kind(match), asked(match)) == ("plan", [1])


@pytest.mark.rules("CH-TURN-15", "CH-TURN-13")
def test_the_second_judgement_can_make_others_win() -> None:
    match = middle(
        4,
        factions={0: BEAR, 1: FOX, 2: ("FOX-1", "FOX-2"), 3: ("FOX-3", "DEER-1")},
        phase="declare",
        settings={"scoring": "legend"},
    )
    do(match, 0, "declare")
    events = do(match, 0, "seen")
    assert told(events, "judged") == [{"over": False, "faction": None}]
    assert told(events, "judged_again") == [{"seat": Seat(0), "over": True, "faction": "fox"}]
    assert kind(match) == "round_over"  # nobody draws any more
    do(match, None, "done")
    assert [match.state[f"score/{s}"] for s in range(4)] == [0, 3, 3, 3]


@pytest.mark.rules("CH-TURN-16", "CH-JUDGE-19")
def test_a_declare_that_ends_it_for_nobody_costs_nothing() -> None:
    match = middle(
        4,
        factions={0: ("FOX-1", "BEAR-1"), 1: ("FOX-2", "DEER-2"), 2: ("FOX-3", "BEAR-3"), 3: DEER},
        hp={0: 2, 3: 0},
        phase="declare",
        settings={"scoring": "legend"},
    )
    do(match, 0, "declare")
    events = do(match, 0, "seen")
    assert told(events, "judged") == [{"over": True, "faction": None}]
    assert (kind(match), match.state["hp/0"]) == ("round_over", 2)
    do(match, None, "done")
    assert [match.state[f"score/{s}"] for s in range(4)] == [0] * 4


# -- Rest --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-17", "CH-INFO-08")
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_rest_draws_up_to_three(held: int) -> None:
    match = middle(hands={0: ["INN#1", "TRAP#1", "BELIEF#1"][:held]}, phase="declare")
    events = do(match, 0, "rest")
    if held < 3:
        assert (kind(match), asked(match)) == ("draw", [0])
        events = draw(match, 0, *["DUEL#1", "DUEL#2", "DUEL#3"][held:])
        assert told(events, "drew") == [{"seat": Seat(0), "count": 3 - held}]
    else:
        assert "drew" not in kinds(events)
    for reader in range(-1, 5):
        assert len(sees(match, reader, "hand/0")) == 3
    assert asked(match) == [1]


@pytest.mark.rules("CH-TURN-18", "CH-TURN-17", "CH-TURN-24")
@pytest.mark.parametrize("held", [4, 6])
def test_more_than_three_are_discarded(held: int) -> None:
    names = ["INN#1", "INN#2", "DUEL#1", "BELIEF#1", "TRAP#1", "DEED#1"][:held]
    match = middle(hands={0: names}, phase="declare")
    do(match, 0, "rest")
    for left in range(held - 3, 0, -1):
        assert (kind(match), asked(match)) == ("hand_limit", [0])
        assert match.question is not None
        assert match.question.facts["count"] == left
        events = do(match, 0, f"discard:{names[left]}")
    assert told(events, "discarded") == [{"seat": Seat(0), "count": held - 3}]
    assert len(match.state.pile("hand/0")) == 3
    assert sees(match, 0, "discard") == [UNSEEN] * (held - 3)
    assert asked(match) == [1]


@pytest.mark.rules("CH-TURN-19")
def test_outside_the_own_turn_a_hand_may_be_larger() -> None:
    match = middle(hands={0: ["INN#1", "TRAP#1"], 1: ["?"] * 3}, hp={0: 0}, phase="interfere")
    do(match, 0, "give:INN#1")
    do(match, 0, "seat:1")
    do(match, 0, "enough")
    draw(match, 0)
    assert len(match.state.pile("hand/1")) == 4
    assert (kind(match), asked(match)) == ("plan", [1])
    do(match, 1, "discard:INN#1")
    do(match, 1, "enough")
    do(match, 1, "rest")
    assert asked(match) == [2]


@pytest.mark.rules("CH-TURN-17")
def test_whether_the_hand_is_known_changes_nothing() -> None:
    for hand in (["INN#1"], ["?"]):
        match = middle(hands={0: hand}, phase="declare")
        do(match, 0, "rest")
        draw(match, 0)
        assert sees(match, 1, "hand/0") == [UNSEEN] * 3
        assert asked(match) == [1]


# -- becoming wounded, and the end of a round --------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-20", "CH-WOUND-11")
def test_the_turn_of_who_falls_in_it_is_over() -> None:
    match = middle(4, hands={0: ["DUEL#1", "TRAP#1", "INN#1"], 1: []}, factions=APART, hp={0: 1})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 3)
    roll(match, 1, 3)
    do(match, 0, "pass")
    assert (kind(match), asked(match)) == ("look", [0])
    assert sees(match, 0, "hand/0") == []
    do(match, 0, "seen")
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0, "BELIEF#1", "BELIEF#2")
    assert (match.state.turn, asked(match)) == (1, [1])
    assert len(match.state.pile("hand/0")) == 2


@pytest.mark.rules("CH-TURN-21")
def test_the_turn_goes_on_when_somebody_else_falls() -> None:
    match = middle(4, hands={0: ["AMBUSH#1"], 1: []}, factions=APART, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "seen")
    draw(match, 1)
    assert (kind(match), asked(match), match.state.turn) == ("declare", [0], 0)


@pytest.mark.rules("CH-TURN-22")
def test_the_end_of_a_round_stops_everything() -> None:
    match = middle(
        4,
        hands={0: ["AMBUSH#1", "INN#1", "INN#2", "TRAP#1", "DEED#1"], 1: []},
        factions={0: FOX, 1: BEAR, 2: ("FOX-1", "FOX-2"), 3: ("FOX-3", "FOX-4")},
        hp={1: 1},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    events = do(match, 1, "seen")
    assert kinds(events) == ["judged"]
    assert kind(match) == "round_over"  # the judge draws nothing, nobody discards
    assert len(match.state.pile("hand/0")) == 4
    do(match, None, "done")
    assert match.question is None


# -- used cards --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-TURN-23", "CH-INFO-13", "CH-INFO-09")
def test_used_cards_stay_in_the_play_area() -> None:
    match = middle(hands={0: ["DUEL#1", "INN#1", "BELIEF#1"], 1: []}, hp={2: 2}, piles={"play_area": ("NOTICE#1",)})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    roll(match, 0, 5)
    roll(match, 1, 1)
    play(match, 0, "INN#1")
    do(match, 0, "seat:2")
    for reader in range(-1, 5):
        assert sees(match, reader, "play_area") == ["NOTICE#1", "BELIEF#1", "DUEL#1", "INN#1"]
    do(match, 0, "enough")
    do(match, 0, "rest")
    draw(match, 0)
    assert len(sees(match, -1, "play_area")) == 4


@pytest.mark.rules("CH-TURN-24", "CH-INFO-12", "CH-INFO-15")
def test_nobody_looks_into_the_discards() -> None:
    match = middle(hands={0: ["DUEL#1", "INN#1"]}, piles={"discard": ("BELIEF#1", "?")})
    do(match, 0, "discard:DUEL#1")
    assert PieceId("DUEL#1") in cards(match, "discard")  # the companion keeps count
    for reader in range(-1, 5):
        assert sees(match, reader, "discard") == [UNSEEN] * 3
