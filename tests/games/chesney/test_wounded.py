"""Becoming wounded, being wounded, and the Supporter Turn (CH-WOUND-01 to -15, CH-SUP-01 to -12)."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, PieceId, Seat
from rules.games.chesney.situation import works
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


def all_heard(match: Match, reader: int = -1) -> list[str]:
    """The kinds of everything that a reader has heard."""
    return kinds(h.event for h in hears(match, reader))


def struck(hand: list[str], *, before: int = 1, **more: object) -> Match:
    """The first player's Ambush on the third, who holds this."""
    match = middle(
        5,
        hands={0: ["AMBUSH#1", "TRAP#1"], 2: hand},
        factions=APART,
        hp={2: before},
        **more,  # type: ignore[arg-type]
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    return match


# -- the four steps ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-WOUND-01", "CH-WOUND-02", "CH-INFO-12")
@pytest.mark.parametrize("hand", [["DUEL#1", "INN#1", "BELIEF#1"], ["?", "?", "?"]])
def test_answers_then_wounded_then_the_hand_then_a_judgement(hand: list[str]) -> None:
    match = struck(hand)
    assert (kind(match), asked(match)) == ("react", [2])
    assert "wounded" not in all_heard(match)
    assert len(match.state.pile("hand/2")) == 3
    events = do(match, 2, "pass")
    assert kinds(events) == ["wounded", "judgement", "tokens_shown", "tokens_shown", "tokens_shown", "tokens_shown"]
    assert told(events, "wounded") == [{"seat": Seat(2), "count": 3}]
    assert (at(match, 2), len(match.state.pile("hand/2"))) == (0, 0)
    assert [sees(match, reader, "discard") for reader in range(-1, 5)] == [[UNSEEN] * 3] * 6
    assert (kind(match), asked(match)) == ("look", [2])


@pytest.mark.rules("CH-WOUND-01", "CH-INFO-29")
def test_with_an_empty_hand_there_is_nothing_to_ask() -> None:
    match = struck([])
    assert (kind(match), asked(match)) == ("look", [2])


@pytest.mark.rules("CH-WOUND-02")
@pytest.mark.parametrize("order", list(permutations(["ELIXIR#1", "STRUGGLE#1"])))
def test_elixir_and_struggle_in_any_order(order: tuple[str, ...]) -> None:
    match = struck(["ELIXIR#1", "STRUGGLE#1", "STRUGGLE#2"])
    for card in order:
        assert f"react:{card}" in allowed(match, 2)
        do(match, 2, f"react:{card}")
        if kind(match) == "draw":
            draw(match, 2, "INN#1")
    assert (at(match, 2), at(match, 0)) == (1, 2)
    do(match, 2, "react:STRUGGLE#2")
    assert at(match, 0) == 1
    do(match, 2, "pass")
    assert "wounded" not in all_heard(match)


@pytest.mark.rules("CH-WOUND-02")
def test_a_fitting_skill_may_answer_too() -> None:
    match = middle(
        5,
        hands={0: ["AMBUSH#1"], 2: []},
        factions=APART,
        characters={2: "BERSERKER"},
        settings={"masters": True},
        hp={2: 1},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert (kind(match), asked(match)) == ("react", [2])
    do(match, 2, "skill:BERSERKER")
    assert at(match, 2) == 2
    assert "wounded" not in all_heard(match)


@pytest.mark.rules("CH-WOUND-03")
def test_whom_an_answer_leaves_a_hit_point_keeps_the_hand() -> None:
    match = struck(["ELIXIR#1", "DUEL#1"])
    do(match, 2, "react:ELIXIR#1")
    draw(match, 2, "INN#1")
    assert (kind(match), asked(match)) == ("react", [2])  # a Struggle would be possible still
    do(match, 2, "pass")
    assert sorted(map(str, cards(match, "hand/2"))) == ["DUEL#1", "INN#1"]
    assert not {"wounded", "judgement"} & set(all_heard(match))
    assert (kind(match), asked(match)) == ("plan_more", [0])


@pytest.mark.rules("CH-WOUND-04")
def test_two_points_at_two_hit_points_take_the_last_one() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: ["?"]}, factions=APART, hp={1: 2})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 12)
    roll(match, 1, 1)
    assert (kind(match), asked(match), at(match, 1)) == ("react", [1], 0)
    do(match, 1, "pass")
    assert (kind(match), asked(match)) == ("look", [1])


@pytest.mark.rules("CH-WOUND-05", "CH-INFO-21")
@pytest.mark.parametrize("before", [2, 3])
def test_damage_that_leaves_a_hit_point_opens_no_window(before: int) -> None:
    match = struck(["ELIXIR#1", "STRUGGLE#1"], before=before)
    assert (kind(match), asked(match)) == ("plan_more", [0])
    assert at(match, 2) == before - 1


@pytest.mark.rules("CH-WOUND-06", "CH-WOUND-07", "CH-WOUND-08")
def test_the_hand_goes_at_once_and_the_judgement_waits_for_the_whole_card() -> None:
    up = {s: (f"BEAR-{s}:up", f"DEER-{s}:up") for s in (1, 2, 3, 4)}
    match = middle(
        5,
        hands={0: ["SWEEP#1"], 1: ["?"], 2: ["?"], 3: ["?"], 4: ["?"]},
        factions={0: ("FOX-6:up", "FOX-5:up"), **up},
        hp={1: 1, 2: 2, 3: 1, 4: 0},
    )
    play(match, 0, "SWEEP#1")
    do(match, 1, "pass")
    assert len(match.state.pile("hand/1")) == 0
    assert "judgement" not in all_heard(match)
    assert (kind(match), asked(match)) == ("react", [3])
    do(match, 3, "pass")
    assert (kind(match), asked(match)) == ("look", [1, 3])
    shown = [f["seat"] for f in told((h.event for h in hears(match, 1)), "tokens_shown")]
    assert shown == [0, 2]  # the fallen and those who were wounded before are not counted


@pytest.mark.rules("CH-WOUND-07")
def test_an_event_inside_the_card_brings_its_victims_to_the_same_judgement() -> None:
    match = middle(
        5, hands={0: ["DUEL#1", "BELIEF#1"], 1: [], 2: [], 3: []}, factions=APART, hp={1: 2, 2: 1, 3: 2, 4: 3}
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    turns_up(match, 0, "EVENT-STORM")
    for seat, die in ((0, 9), (1, 9), (2, 1), (3, 9), (4, 9)):
        roll(match, seat, die)
    assert at(match, 2) == 0
    assert "judgement" not in all_heard(match)
    draw(match, 0)  # the Belief goes on drawing
    roll(match, 0, 12)
    roll(match, 1, 1)
    assert (kind(match), asked(match)) == ("look", [1, 2])
    assert all_heard(match).count("judgement") == 1


@pytest.mark.rules("CH-WOUND-08")
def test_the_fallen_are_neither_hurt_nor_asked_to_roll_again() -> None:
    match = middle(5, hands={0: ["BETRAY#1"], 1: ["STRUGGLE#1"], 2: []}, factions={
        0: ("FOX-6:up", "?"), 1: ("FOX-1:up", "?"), 2: ("FOX-2:up", "?")}, hp={0: 1, 1: 1, 2: 1})  # fmt: skip
    play(match, 0, "BETRAY#1")
    assert (at(match, 1), at(match, 2)) == (0, 0)
    assert allowed(match, 1) == {"react:STRUGGLE#1", "pass"}
    do(match, 1, "react:STRUGGLE#1")
    assert at(match, 0) == 0
    damaged = [f["seat"] for f in told((h.event for h in hears(match)), "damaged")]
    assert damaged == [1, 2, 0]


@pytest.mark.rules("CH-WOUND-09", "CH-TURN-20")
def test_a_card_is_finished_also_when_its_user_falls() -> None:
    match = middle(
        5,
        hands={0: ["SWEEP#1"], 1: ["STRUGGLE#1"], 2: ["?"]},
        factions={0: ("FOX-6:up", "FOX-5:up"), 1: ("BEAR-1:up", "BEAR-2:up"), 2: ("DEER-1:up", "DEER-2:up")},
        hp={0: 1, 1: 1, 2: 1, 3: 0, 4: 3},
    )
    play(match, 0, "SWEEP#1")
    do(match, 1, "react:STRUGGLE#1")
    assert at(match, 0) == 0
    assert (kind(match), asked(match), at(match, 2)) == ("react", [2], 0)
    do(match, 2, "pass")
    assert (kind(match), asked(match)) == ("loyalty", [4])
    do(match, 4, "neither")
    assert match.question is not None
    assert match.question.facts["judges"] == (0, 1, 2)


# -- the judges' draw --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-WOUND-11", "CH-WOUND-06")
def test_each_judge_draws_two_clockwise_from_the_turn_player() -> None:
    match = middle(
        6,
        hands={4: ["BETRAY#1"], 0: [], 1: [], 5: []},
        factions={
            4: ("FOX-9:up", "BEAR-9"),
            0: ("FOX-1:up", "?"),
            1: ("FOX-2:up", "?"),
            5: ("FOX-3:up", "?"),
            2: ("DEER-5", "DEER-6"),
            3: ("DRAGON-5", "DRAGON-6"),
        },
        hp={0: 1, 1: 1, 5: 1},
        turn=4,
    )
    play(match, 4, "BETRAY#1")
    draw(match, 4, "BEAR-7", "BEAR-8")
    do(match, 4, "open:BEAR-7")
    assert kind(match) == "look"
    for judge in asked(match):
        do(match, judge, "seen")
    for judge in (5, 0, 1):
        assert (kind(match), asked(match)) == ("draw", [judge])
        assert match.question is not None
        assert match.question.facts["count"] == 2
        draw(match, judge)
    assert (kind(match), asked(match)) == ("declare", [4])


@pytest.mark.rules("CH-WOUND-11")
def test_a_judgement_that_ends_the_round_brings_no_cards() -> None:
    match = middle(4, hands={0: ["AMBUSH#1"], 1: []}, factions={0: APART[0], 1: APART[1], 2: APART[4]}, hp={1: 1, 3: 0})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "seen")
    assert kind(match) == "round_over"
    assert len(match.state.pile("hand/1")) == 0


@pytest.mark.rules("CH-WOUND-12", "CH-EVT-GEN-02", "CH-EVT-GEN-10")
def test_an_event_in_the_judges_draw_brings_a_new_judgement() -> None:
    match = middle(5, hands={0: ["AMBUSH#1"], 1: [], 3: []}, factions=APART, hp={1: 1, 3: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "seen")
    turns_up(match, 1, "EVENT-STORM", after=1)
    for seat, die in ((2, 12), (3, 2), (4, 12), (0, 12)):
        roll(match, seat, die)
    assert (kind(match), asked(match)) == ("look", [3])
    shown = [f["seat"] for f in told((h.event for h in hears(match, 3)), "tokens_shown")]
    assert shown == [0, 2, 4]
    do(match, 3, "seen")
    assert (kind(match), asked(match)) == ("draw", [3])
    draw(match, 3)
    assert (kind(match), asked(match)) == ("draw", [1])  # then the first judge draws on
    draw(match, 1)
    assert [len(match.state.pile(f"hand/{s}")) for s in (1, 3)] == [2, 2]


# -- wounded, and back -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-WOUND-10", "CH-WOUND-15")
def test_what_lies_at_the_mat_stays() -> None:
    match = middle(
        5,
        hands={0: ["AMBUSH#1"], 1: []},
        factions={**APART, 1: ("BEAR-5:up", "BEAR-6")},
        characters={1: "BARD:up"},
        hp={1: 1},
        piles={"effect/1": ("TRAP#1", "TRAP#2")},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert at(match, 1) == 0
    assert cards(match, "effect/1") == ["TRAP#1", "TRAP#2"]
    assert [s.face_up for key in ("left/1", "right/1", "character/1") for s in match.state.pile(key).slots] == [
        True,
        False,
        True,
    ]


@pytest.mark.rules("CH-WOUND-15", "CH-EVT-STORM-03")
def test_the_beast_stays_too() -> None:
    match = middle(
        5, hands={4: [], 1: []}, factions=APART, hp={1: 1}, piles={"effect/1": ("BEAST",)}, phase="declare", turn=4
    )
    do(match, 4, "rest")
    turns_up(match, 4, "EVENT-STORM")
    for seat, die in ((4, 9), (0, 9), (1, 1), (2, 9), (3, 9)):
        roll(match, seat, die)
    assert (at(match, 1), cards(match, "effect/1")) == (0, ["BEAST"])


@pytest.mark.rules("CH-WOUND-10", "CH-JUDGE-16")
def test_the_wounded_can_win() -> None:
    match = middle(
        4,
        factions={0: APART[0], 1: APART[1], 2: APART[4], 3: ("FOX-3", "FOX-4")},
        hp={1: 0, 3: 0},
        phase="declare",
    )
    do(match, 0, "declare")
    do(match, 0, "seen")
    do(match, None, "done")
    assert match.state.result is not None
    assert match.state.result.winners == (0, 2, 3)


@pytest.mark.rules("CH-WOUND-13", "CH-WOUND-14", "CH-SUP-10")
def test_who_regains_a_hit_point_is_back_at_once() -> None:
    match = middle(
        5,
        hands={0: ["INN#1", "AMBUSH#1"], 1: ["BELIEF#1", "INN#2"], 2: ["?"]},
        factions={**APART, 4: ("BEAR-1", "BEAR-2")},
        hp={1: 0},
    )
    events = play(match, 0, "INN#1")  # only one player can be healed
    assert told(events, "revived") == [{"seat": Seat(1)}]
    assert at(match, 1) == 1
    assert len(match.state.pile("hand/1")) == 2  # no draw for who was healed by another
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert (kind(match), asked(match), at(match, 1)) == ("react", [1], 0)
    do(match, 1, "pass")
    assert len(match.state.pile("hand/1")) == 0
    assert (kind(match), asked(match)) == ("look", [1])
    do(match, 1, "seen")
    draw(match, 1)
    assert all_heard(match).count("judgement") == 1


@pytest.mark.rules("CH-SUP-10", "CH-WOUND-13")
def test_who_was_revived_by_another_has_a_battlefield_turn() -> None:
    match = middle(5, hands={0: ["INN#1"], 1: ["AMBUSH#1", "INN#2"]}, hp={1: 0})
    play(match, 0, "INN#1")
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match)) == ("plan", [1])
    assert "play:AMBUSH#1" in allowed(match, 1)
    do(match, 1, "discard:INN#2")
    do(match, 1, "enough")
    do(match, 1, "rest")
    assert match.question is not None
    assert match.question.facts["count"] == 2  # up to three again


# -- the Supporter Turn ------------------------------------------------------------------------------------------------


def supporting(hand: list[str], **more: object) -> Match:
    """The first player is wounded and on turn, with this hand."""
    hp = {0: 0, **more.pop("hp", {})}  # type: ignore[dict-item]
    hands = {0: hand, **more.pop("hands", {})}  # type: ignore[dict-item]
    phase = more.pop("phase", "interfere")
    return middle(5, hands=hands, hp=hp, phase=phase, **more)  # type: ignore[arg-type]


@pytest.mark.rules("CH-SUP-01", "CH-SUP-12", "CH-TURN-11")
def test_interfere_and_resupply_and_nothing_else() -> None:
    match = supporting(["?"], characters={0: "CAPTAIN"}, phase="turn")
    assert (kind(match), asked(match)) == ("interfere", [0])  # no Appear
    assert not {"declare", "rest"} & {o.key for o in match.options(Seat(0))}
    do(match, 0, "enough")
    assert (kind(match), asked(match)) == ("draw", [0])
    assert match.question is not None
    assert match.question.facts["count"] == 1
    draw(match, 0)
    assert asked(match) == [1]


ACTIONS = {"play": "play:TRAP#1", "give": "give:BELIEF#1", "discard": "discard:ELIXIR#1"}


@pytest.mark.rules("CH-SUP-02", "CH-SUP-03")
@pytest.mark.parametrize("pair", list(permutations(ACTIONS, 2)))
def test_two_different_ones_in_any_order(pair: tuple[str, str]) -> None:
    match = supporting(["TRAP#1", "BELIEF#1", "ELIXIR#1", "INN#1", "INN#2"], hp={1: 2})
    for index, action in enumerate(pair):
        assert ACTIONS[action] in allowed(match, 0)
        do(match, 0, ACTIONS[action])
        if kind(match) in ("give_to", "trap_whom"):
            do(match, 0, "seat:2")
        if index == 0:
            again = {"play": "play:INN#1", "give": "give:INN#1", "discard": "discard:INN#1"}
            codes = {"play": "one_green_as_supporter", "give": "give_once", "discard": "discard_once"}
            refusal = refused(match, 0, again[action])
            assert (refusal.code, refusal.rule) == (codes[action], "CH-SUP-02")
            assert {a for a in ACTIONS if again[a] in allowed(match, 0)} == set(ACTIONS) - {action}
    assert kind(match) == "hand_limit"  # no third: Resupply


@pytest.mark.rules("CH-SUP-02")
@pytest.mark.parametrize("count", [0, 1])
def test_none_or_one_of_them(count: int) -> None:
    match = supporting(["TRAP#1", "BELIEF#1"])
    if count:
        do(match, 0, "discard:TRAP#1")
    do(match, 0, "enough")
    assert kind(match) == ("draw" if count else "plan")


@pytest.mark.rules("CH-SUP-03", "CH-SUP-02")
def test_the_second_is_chosen_when_the_first_is_over() -> None:
    match = supporting(["ROBBERY#1"], hands={2: ["INN#1", "DUEL#1"]})
    do(match, 0, "play:ROBBERY#1")
    do(match, 0, "seat:2")
    draw(match, 2)
    assert (kind(match), asked(match)) == ("interfere", [0])
    do(match, 0, "give:DUEL#1")  # one that the first has brought
    assert kind(match) == "give_to"


@pytest.mark.rules("CH-SUP-04")
@pytest.mark.parametrize("hand", [["DUEL#1", "SWEEP#1", "INN#1"], ["?", "?", "?"]])
def test_a_red_card_of_a_wounded_player_is_refused_with_the_reason(hand: list[str]) -> None:
    match = supporting(hand)
    for card in ("DUEL#1", "SWEEP#1"):
        refusal = refused(match, 0, f"play:{card}")
        assert (refusal.code, refusal.rule) == ("red_when_wounded", "CH-SUP-04")
    assert match.state.pile("play_area").slots == ()
    assert why_not(match, 0, "play:INN#1") == ""


@pytest.mark.rules("CH-SUP-04", "CH-SUP-11")
def test_a_belief_of_a_wounded_player_is_not_counted() -> None:
    match = supporting(["PERSUADE#1", "BELIEF#1", "INN#1"], factions=APART, hands={1: ["?"]})
    assert why_not(match, 0, "play:BELIEF#1") == "yellow_has_its_moment"
    do(match, 0, "play:PERSUADE#1")
    draw(match, 0, "BEAR-1", "BEAR-2")
    do(match, 0, "offer:BEAR-1")
    do(match, 0, "seat:1")
    do(match, 0, "side:left")
    do(match, 1, "no")
    assert (kind(match), asked(match)) == ("before_roll", [0])
    do(match, 0, "react:BELIEF#1")
    draw(match, 0, "TRAP#1")
    roll(match, 0, 1)
    events = roll(match, 1, 7)
    assert told(events, "replaced")
    assert (kind(match), asked(match)) == ("interfere", [0])
    assert {"give:TRAP#1", "discard:TRAP#1"} < allowed(match, 0)


@pytest.mark.rules("CH-SUP-05", "CH-INFO-11")
@pytest.mark.parametrize("card", ["DUEL#1", "ELIXIR#1", "INN#1"])
def test_any_card_is_given_to_somebody_not_wounded(card: str) -> None:
    match = supporting([card, "TRAP#1"], hp={3: 0})
    do(match, 0, f"give:{card}")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:4"}
    assert refused(match, 0, "seat:3").code == "no_such_option"
    events = do(match, 0, "seat:2")
    assert (kind(match), asked(match)) == ("interfere", [0])  # the receiver is not asked
    assert PieceId(card) in cards(match, "hand/2")
    assert card in sees(match, 2, "hand/2")
    assert card in sees(match, 0, "hand/2")
    for reader in (-1, 1, 3, 4):
        assert sees(match, reader, "hand/2") == [UNSEEN] * 3
    assert told(events, "given") == [{"seat": Seat(0), "receiver": Seat(2)}]


@pytest.mark.rules("CH-SUP-05", "CH-INFO-11")
def test_a_card_that_nobody_names_can_be_given_too() -> None:
    match = supporting(["?", "TRAP#1"])
    do(match, 0, "give:?")
    do(match, 0, "seat:2")
    assert [len(match.state.pile(f"hand/{s}")) for s in (0, 2)] == [1, 3]
    assert match.state.where(PieceId("TRAP#1")) is None  # it may be the one that went


@pytest.mark.rules("CH-SUP-06")
@pytest.mark.parametrize(("held", "draws"), [(0, 2), (1, 1), (2, 0), (3, 0), (5, 0)])
def test_resupply_draws_or_discards_to_two(held: int, draws: int) -> None:
    names = ["TRAP#1", "BELIEF#1", "INN#1", "DUEL#1", "DEED#1"][:held]
    match = supporting(names)
    if held:
        do(match, 0, "enough")
    if draws:
        assert match.question is not None
        assert (kind(match), match.question.facts["count"]) == ("draw", draws)
        draw(match, 0)
    for n in range(held - 2):
        assert (kind(match), asked(match)) == ("hand_limit", [0])
        do(match, 0, f"discard:{names[n]}")
    assert (len(match.state.pile("hand/0")), asked(match)) == (2, [1])


@pytest.mark.rules("CH-SUP-07", "CH-SUP-08", "CH-WOUND-13")
def test_an_inn_on_oneself_brings_a_whole_turn() -> None:
    match = supporting(["INN#1", "AMBUSH#1", "TRAP#1"], factions=APART)
    do(match, 0, "discard:TRAP#1")
    do(match, 0, "play:INN#1")
    assert (kind(match), asked(match), at(match, 0)) == ("draw", [0], 1)
    draw(match, 0, "DEED#1", "INN#2")
    assert (kind(match), asked(match)) == ("plan", [0])
    assert {"play:AMBUSH#1", "play:INN#2", "play:DEED#1"} < allowed(match, 0)
    do(match, 0, "play:INN#2")  # a second green card is possible
    assert at(match, 0) == 2
    do(match, 0, "play:AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 0, "enough")
    assert (kind(match), asked(match)) == ("declare", [0])
    do(match, 0, "rest")
    assert match.question is not None
    assert match.question.facts["count"] == 2
    draw(match, 0)
    assert len(match.state.pile("hand/0")) == 3


@pytest.mark.rules("CH-SUP-07", "CH-TURN-03")
def test_the_whole_turn_begins_with_appear() -> None:
    match = supporting(["INN#1"], characters={0: "CAPTAIN"})
    do(match, 0, "play:INN#1")
    draw(match, 0)
    assert (kind(match), asked(match)) == ("appear", [0])


@pytest.mark.rules("CH-SUP-07")
def test_where_reviving_oneself_brings_no_whole_turn() -> None:
    match = supporting(["INN#1", "AMBUSH#1"], settings={"revival_turn": False})
    do(match, 0, "play:INN#1")
    draw(match, 0)
    assert asked(match) == [1]
    assert (at(match, 0), len(match.state.pile("hand/0"))) == (1, 3)


@pytest.mark.rules("CH-SUP-07", "CH-EVT-INN-03", "CH-EVT-GEN-07", "CH-TURN-20", "CH-WOUND-14")
@pytest.mark.parametrize("characters", [{}, {0: "?"}])
def test_who_falls_again_in_the_draw_of_the_inn_has_no_turn(characters: dict[int, str]) -> None:
    match = supporting(["INN#1", "TRAP#1"], factions=APART, hands={1: []}, hp={1: 1}, characters=characters)
    do(match, 0, "play:INN#1")
    do(match, 0, "seat:0")
    turns_up(match, 0, "EVENT-STORM")
    for seat, die in ((0, 1), (1, 1), (2, 9), (3, 9), (4, 9)):
        roll(match, seat, die)
    assert [at(match, s) for s in (0, 1)] == [0, 0]
    assert (kind(match), asked(match)) == ("look", [0, 1])  # one Judgement for the whole Inn
    do(match, 0, "seen")
    do(match, 1, "seen")
    draw(match, 0)
    draw(match, 1)
    assert (match.state.turn, asked(match)) == (1, [1])
    assert len(match.state.pile("hand/0")) == 2


@pytest.mark.rules("CH-SUP-07", "CH-EVT-GEN-03", "CH-WOUND-07")
def test_the_draw_of_the_inn_is_a_part_of_the_card() -> None:
    match = supporting(["INN#1"], factions=APART, hands={1: []}, hp={1: 1})
    do(match, 0, "play:INN#1")
    do(match, 0, "seat:0")
    turns_up(match, 0, "EVENT-STORM")
    for seat, die in ((0, 9), (1, 1), (2, 9), (3, 9), (4, 9)):
        roll(match, seat, die)
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0)
    assert (kind(match), asked(match)) == ("look", [1])
    do(match, 1, "seen")
    draw(match, 1)
    assert (kind(match), asked(match)) == ("plan", [0])


@pytest.mark.rules("CH-SUP-09")
def test_an_inn_for_another_lets_the_turn_go_on() -> None:
    match = supporting(["INN#1", "TRAP#1", "BELIEF#1"], hp={1: 2, 2: 0})
    do(match, 0, "play:INN#1")
    do(match, 0, "seat:1")
    assert (at(match, 0), at(match, 1)) == (0, 3)
    assert (kind(match), asked(match)) == ("interfere", [0])
    assert why_not(match, 0, "play:TRAP#1") == "one_green_as_supporter"
    assert "give:TRAP#1" in allowed(match, 0)


@pytest.mark.rules("CH-SUP-11")
@pytest.mark.parametrize("card", ["EMISSARY#1", "NOTICE#1", "ROBBERY#1", "DEED#1", "REFLECTION#1", "TRAP#1"])
def test_green_cards_may_name_the_wounded(card: str) -> None:
    match = middle(5, hands={0: [card]}, hp={1: 0, 2: 0})
    play(match, 0, card)
    assert {"seat:1", "seat:2", "seat:3", "seat:4"} <= allowed(match, 0)
    do(match, 0, "seat:1")
    if card == "REFLECTION#1":
        roll(match, 0, 3)
        assert asked(match) == [1]
        roll(match, 1, 5)


@pytest.mark.rules("CH-SUP-11", "CH-INFO-23")
def test_the_wounded_pass_cards_with_the_others() -> None:
    match = middle(4, hands={0: ["BUTTERFLY"]}, factions=APART, hp={1: 0})
    play(match, 0, "BUTTERFLY")
    do(match, 0, "to_left")
    assert asked(match) == [0, 1, 2, 3]
    for seat in range(4):
        do(match, seat, "side:left")
    assert [cards(match, f"left/{s}")[0] for s in range(4)] == ["DRAGON-5", "FOX-5", "BEAR-5", "DEER-5"]


@pytest.mark.rules("CH-SUP-12", "CH-WOUND-08")
def test_a_character_of_the_wounded_does_nothing() -> None:
    for points in (0, 1):
        match = middle(5, characters={1: "TRAVELLER:up"}, hp={1: points})
        assert works(match.state, Seat(1), "TRAVELLER") is (points > 0)
    match = middle(5, hands={0: ["DEED#1"]}, factions=APART, characters={1: "OATH:up"}, hp={1: 0})
    play(match, 0, "DEED#1")
    assert "seat:1" in allowed(match, 0)
    match = middle(5, hands={0: ["DEED#1"]}, factions=APART, characters={1: "OATH:up"}, hp={1: 1})
    play(match, 0, "DEED#1")
    assert "seat:1" not in allowed(match, 0)
