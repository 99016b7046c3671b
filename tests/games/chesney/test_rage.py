"""The Berserker: Rage, and the turn after it."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    kind,
    middle,
    of_edition,
    play,
    refused,
    roll,
    turns_up,
    why_not,
)

FULL = {"masters": True, "scoring": "legend"}


def struck(points_left: int = 1, *hand: str, by: str = "AMBUSH#1", **given) -> Match:
    """Seat 1 has attacked the Berserker on seat 0."""
    given["characters"] = {0: "BERSERKER", 1: "BARD:up", **given.get("characters", {})}
    given["settings"] = {**FULL, **given.get("settings", {})}
    match = middle(hands={0: hand, 1: [by]}, hp={0: points_left}, turn=1, **given)
    play(match, 1, by)
    do(match, 1, "seat:0")
    return match


# -- turning it up -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-BERSERKER-01", "CH-CHAR-BERSERKER-02")
def test_rage_leaves_two_points_and_the_hand() -> None:
    match = struck(1, "ELIXIR#1", "INN#1")
    assert allowed(match, 0) == {"skill:BERSERKER", "react:ELIXIR#1", "pass"}
    do(match, 0, "skill:BERSERKER")
    assert match.state["hp/0"] == 2
    assert cards(match, "hand/0") == ["ELIXIR#1", "INN#1"]
    assert match.state.pile("character/0").slots[0].face_up
    assert why_not(match, 0, "react:ELIXIR#1") == "not_the_last_hp"


@pytest.mark.rules("CH-CHAR-BERSERKER-02")
def test_after_an_elixir_there_is_no_rage() -> None:
    match = struck(1, "ELIXIR#1", "STRUGGLE#1")
    do(match, 0, "react:ELIXIR#1")
    draw(match, 0)
    assert match.state["hp/0"] == 1
    assert why_not(match, 0, "skill:BERSERKER") == "not_the_last_hp"


@pytest.mark.rules("CH-CHAR-BERSERKER-01")
def test_more_points_than_were_left_are_answered_too_and_leave_two() -> None:
    match = middle(
        hands={0: [], 1: ["DUEL#1"]}, characters={0: "BERSERKER", 1: "BARD:up"}, hp={0: 2}, turn=1, settings=FULL
    )
    play(match, 1, "DUEL#1")
    do(match, 1, "seat:0")
    roll(match, 1, 12)
    roll(match, 0, 1)
    do(match, 0, "skill:BERSERKER")
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-CHAR-BERSERKER-01")
def test_it_needs_the_last_point_a_card_that_lies_down_and_no_trap() -> None:
    match = struck(2)
    assert why_not(match, 0, "skill:BERSERKER") == "not_the_last_hp"
    do(match, 0, "pass")
    assert match.state["hp/0"] == 1
    assert kind(struck(1, characters={0: "BERSERKER:up"})) == "tokens"  # nothing to answer with: judged at once
    trapped = struck(1, piles={"effect/0": ["TRAP#1:up"]})
    assert (trapped.state["hp/0"], kind(trapped)) == (0, "tokens")


@pytest.mark.rules("CH-CHAR-BERSERKER-01", "CH-CHAR-BERSERKER-02")
def test_damage_that_one_did_to_oneself_is_from_a_player_unless_the_table_says_not() -> None:
    for counts in (True, False):
        match = middle(
            4,
            hands={0: ["BLAST"], 1: [], 2: [], 3: []},
            characters={0: "BERSERKER", 1: "BARD:up", 2: "THIEF:up", 3: "REAPER:up"},
            hp={0: 1},
            piles={"reserve": ["FIREBALL", "POISON#1", "POISON#2"]},
            settings={**FULL, "own_damage_answers": counts},
        )
        play(match, 0, "BLAST")
        do(match, 0, "seat:2")
        assert ("skill:BERSERKER" in allowed(match, 0)) is counts


@pytest.mark.rules("CH-CHAR-BERSERKER-03")
def test_struggle_may_come_before_rage() -> None:
    match = struck(1, "STRUGGLE#1")
    do(match, 0, "react:STRUGGLE#1")
    assert match.state["hp/1"] == 2
    do(match, 0, "skill:BERSERKER")
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-CHAR-BERSERKER-07")
def test_neither_an_event_nor_a_precise_shot_can_be_answered() -> None:
    storm = middle(hands={0: []}, characters={0: "BERSERKER", 1: "BARD:up"}, hp={0: 1}, phase="rest", settings=FULL)
    turns_up(storm, 0, "EVENT-STORM")
    do(storm, 0, "3")
    assert "skill:BERSERKER" not in allowed(storm, 0)
    assert storm.state["unjudged"] == ("0",)
    shot = middle(
        hands={0: ["INN#1"]}, characters={0: "BERSERKER", 1: "HUNTER"}, hp={0: 1}, turn=1, phase="appear", settings=FULL
    )
    do(shot, 1, "appear:HUNTER")
    do(shot, 1, "seat:0")
    assert "skill:BERSERKER" not in allowed(shot, 0)


# -- the turn after it -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-BERSERKER-04", "CH-CHAR-BERSERKER-05")
def test_the_next_own_turn_allows_red_cards_only() -> None:
    match = struck(1, "AMBUSH#2", "INN#1", "BELIEF#1", "DUEL#1")
    do(match, 0, "skill:BERSERKER")
    assert match.state["rage/0"] == "next"
    match = middle(
        hands={0: ["INN#1", "BELIEF#1", "DUEL#1"], 1: []},
        characters={0: "BERSERKER:up", 1: "BARD:up"},
        tracks={"rage/0": "next"},
        phase="turn",
        settings=FULL,
    )
    assert why_not(match, 0, "play:INN#1") == "only_red_this_turn"
    assert why_not(match, 0, "play:DUEL#1") == ""
    assert why_not(match, 0, "discard:INN#1") == ""
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert kind(match) == "roll"  # no yellow card, so no Belief is asked for
    roll(match, 0, 9)
    roll(match, 1, 2)
    do(match, 0, "enough")
    assert allowed(match, 0) == {"rest", "declare"}


@pytest.mark.rules("CH-CHAR-BERSERKER-04")
@pytest.mark.parametrize(("yellow", "first"), [(False, "roll"), (True, "before_roll")])
def test_whether_yellow_cards_are_forbidden_in_it_is_a_matter_of_the_table(yellow: bool, first: str) -> None:
    match = middle(
        hands={0: ["BELIEF#1", "DUEL#1", "INN#1"], 1: []},
        characters={0: "BERSERKER:up", 1: "BARD:up"},
        tracks={"rage/0": "now"},
        settings={**FULL, "rage_allows_yellow": yellow},
    )
    assert why_not(match, 0, "play:INN#1") == "only_red_this_turn"
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert kind(match) == first


@pytest.mark.rules("CH-CHAR-BERSERKER-04")
def test_no_elixir_in_that_turn_either() -> None:
    match = middle(
        hands={0: ["ELIXIR#1", "DUEL#1"], 1: []},
        characters={0: "BERSERKER:up", 1: "BARD:up"},
        tracks={"rage/0": "now"},
        hp={0: 1},
        settings=FULL,
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 2)
    roll(match, 1, 9)
    assert kind(match) == "tokens"  # wounded at once
    assert match.state["hp/0"] == 0


@pytest.mark.rules("CH-CHAR-BERSERKER-05")
def test_rage_in_the_own_turn_binds_the_one_after_it_and_others_turns_are_free() -> None:
    match = middle(
        4,
        hands={0: ["DUEL#1", "INN#1"], 1: [], 2: [], 3: []},
        characters={0: "BERSERKER", 1: "BARD:up", 2: "THIEF:up", 3: "REAPER:up"},
        hp={0: 1},
        settings=FULL,
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 2)
    roll(match, 1, 9)
    do(match, 0, "skill:BERSERKER")
    do(match, 0, "pass")  # a Struggle would still be possible
    assert why_not(match, 0, "play:INN#1") == ""  # this turn goes on as it was
    assert match.state["rage/0"] == "next"
    elsewhere = middle(
        hands={0: ["ELIXIR#1"], 1: ["AMBUSH#1"]},
        characters={0: "BERSERKER:up", 1: "BARD:up"},
        hp={0: 1},
        tracks={"rage/0": "next"},
        turn=1,
        settings=FULL,
    )
    play(elsewhere, 1, "AMBUSH#1")
    do(elsewhere, 1, "seat:0")
    do(elsewhere, 0, "react:ELIXIR#1")
    assert elsewhere.state["hp/0"] == 1
    over = middle(
        4, phase="turn_end", characters={0: "BERSERKER:up", 1: "BARD:up"}, tracks={"rage/0": "now"}, settings=FULL
    )
    assert over.state["rage/0"] == ""


@pytest.mark.rules("CH-CHAR-BERSERKER-06")
def test_in_a_supporter_turn_he_only_gives_and_discards_and_with_a_trap_he_discards() -> None:
    match = middle(
        hands={0: ["INN#1", "NOTICE#1"]},
        characters={0: "BERSERKER:up"},
        hp={0: 0},
        tracks={"rage/0": "next"},
        phase="turn",
        settings=FULL,
    )
    assert why_not(match, 0, "play:NOTICE#1") == "only_red_this_turn"
    assert {"give:INN#1", "discard:NOTICE#1", "enough"} <= allowed(match, 0)
    trapped = middle(
        hands={0: ["INN#1", "AMBUSH#1"]},
        characters={0: "BERSERKER:up"},
        piles={"effect/0": ["TRAP#1:up"]},
        tracks={"rage/0": "now"},
        settings=FULL,
    )
    assert not [key for key in allowed(trapped, 0) if not key.startswith("discard")]


@pytest.mark.rules("CH-CHAR-BERSERKER-08")
@pytest.mark.parametrize(("before", "points"), [(0, 0), (1, 2)])
def test_the_second_use_is_the_honour(before: int, points: int) -> None:
    match = struck(1, tracks={"used/0": before})
    do(match, 0, "skill:BERSERKER")
    assert match.state["score/0"] == points


@pytest.mark.rules("CH-CHAR-BERSERKER-08", "CH-CHAR-BERSERKER-04")
def test_meditation_turns_him_down_for_a_second_use_but_not_in_the_restricted_turn() -> None:
    people, hands = {0: "BERSERKER:up"}, {0: ["MEDITATION#1"]}
    bound = middle(characters=people, hands=hands, settings=FULL, tracks={"rage/0": "now"})
    assert refused(bound, 0, "play:MEDITATION#1").code == "only_red_this_turn"
    free = middle(characters=people, hands=hands, settings=FULL)
    play(free, 0, "MEDITATION#1")
    assert not free.state.pile("character/0").slots[0].face_up


# -- Rage in the restricted turn ---------------------------------------------------------------------------------------


def bound(**given) -> Match:
    """The restricted turn of a Berserker who was turned down; whom he attacks is a Sword Master who strikes back."""
    given["hands"] = {0: ["AMBUSH#1", "INN#1", "BELIEF#1"], 1: [], 2: [], 3: [], **given.get("hands", {})}
    return middle(
        4,
        characters={0: "BERSERKER", 1: "SWORD:up", 2: "THIEF:up", 3: "REAPER:up"},
        hp={0: 1},
        tracks={"rage/0": "now", "used/0": 1},
        settings=FULL,
        **given,
    )


def enraged(match: Match) -> Match:
    """There he attacks, is struck back and uses Rage again."""
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "intent:0")
    do(match, 0, "skill:BERSERKER")
    return match


@pytest.mark.rules("CH-CHAR-BERSERKER-04", "CH-CHAR-BERSERKER-05")
def test_rage_in_the_restricted_turn_leaves_it_restricted() -> None:
    match = enraged(bound())
    assert why_not(match, 0, "play:INN#1") == "only_red_this_turn"
    assert {n.say.code for n in match.notes() if n.seat == 0} >= {"rage_both"}
    do(match, 0, "enough")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-STORM")
    assert kind(match) == "roll"  # no Belief before the die, though he holds one


@pytest.mark.rules("CH-CHAR-BERSERKER-05")
def test_rage_in_the_restricted_turn_binds_the_next_one_too_and_no_other() -> None:
    match = enraged(bound(hands={0: ["AMBUSH#1", "INN#1"]}))
    seen = []
    for _ in range(3):
        seen.append((match.state["rage/0"], why_not(match, 0, "play:INN#1")))
        next_own_turn(match)
    assert seen == [("both", "only_red_this_turn"), ("now", "only_red_this_turn"), ("", "")]


def next_own_turn(match: Match) -> None:
    """Everybody does as little as possible until seat 0 may play cards again."""
    while True:
        (seat,) = asked(match)
        can = allowed(match, seat)
        do(match, seat, next(key for key in ("enough", "no", "rest", "drawn", "discard:?") if key in can))
        if (kind(match), asked(match)) == ("plan", [0]):
            return


@pytest.mark.rules("CH-CHAR-BERSERKER-05")
def test_a_match_of_before_is_replayed_as_it_was_played() -> None:
    match = enraged(of_edition(bound(), 0))
    do(match, 0, "pass")  # yellow cards could answer
    play(match, 0, "INN#1")
    again = Match.replay(match.game, match.header, match.log)
    assert (again.state["rage/0"], kind(again)) == (match.state["rage/0"], kind(match)) == ("next", "heal_whom")
