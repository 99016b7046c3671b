"""The Alchemist: Poisons in the draw pile, and what becomes of those who draw them."""

from __future__ import annotations

import pytest

from rules.engine.types import Seat
from rules.games.chesney.pieces import action_kinds, decks, skill_kinds
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    kind,
    middle,
    play,
    refused,
    roll,
    sees,
    told,
    turns_up,
    why_not,
)
from tests.games.chesney._poison import BREWER, FULL, SKILLS, poisoned

# -- the pieces --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-CARD-01", "CH-CHAR-CARD-04")
def test_twelve_skill_cards_are_none_of_the_action_cards() -> None:
    for seats, ordinary in ((5, 80), (6, 82)):
        all_cards = decks(FULL, seats)
        flames = [p for p in all_cards["actions"] if p.kind in skill_kinds()]
        assert sorted(flames) == sorted(SKILLS)
        assert len(flames) + len(all_cards["disguises"]) == 12
        assert len([p for p in all_cards["actions"] if p.kind in action_kinds()]) - len(flames) == ordinary


@pytest.mark.rules("CH-CHAR-CARD-02", "CH-CHAR-CARD-03")
def test_when_a_round_begins_all_of_them_lie_in_the_reserve_whoever_plays() -> None:
    match = middle(
        4, phase="round", characters={0: "BARD"}, hands={1: ["BLAST"]}, piles={"reserve": ["FIREBALL", "POISON#1"]}
    )
    assert sorted(str(c) for c in cards(match, "reserve")) == sorted(SKILLS)
    assert len(cards(match, "disguise_reserve")) == 8
    assert len(cards(match, "pile")) == 80


# -- putting them in ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-ALCHEMIST-01", "CH-CHAR-ALCHEMIST-02")
def test_both_poisons_go_into_the_pile_and_nobody_notes_where() -> None:
    match = middle(phase="appear", characters={0: "ALCHEMIST"}, settings=FULL)
    before = len(cards(match, "pile"))
    events = do(match, 0, "appear:ALCHEMIST")
    assert told(events, "poisoning") == [{"seat": 0, "count": 2}]
    (step,) = match.question.steps  # type: ignore[union-attr]
    assert (step.pieces, step.into) == (("POISON#1", "POISON#2"), "pile")
    do(match, None, "done")
    assert len(cards(match, "pile")) == before + 2
    assert {"POISON#1", "POISON#2"} <= set(sees(match, 3, "pile"))
    assert sees(match, 3, "pile")[:2] == ["POISON#1", "POISON#2"]  # first of all, wherever they lie


@pytest.mark.rules("CH-CHAR-CARD-10", "CH-CHAR-ALCHEMIST-03")
def test_from_then_on_the_next_player_can_draw_one_from_the_alchemist() -> None:
    people = {0: "ALCHEMIST", 1: "BARD:up"}
    match = middle(phase="appear", characters=people, hands={0: ["INN#1"], 1: ["INN#2"]}, settings=FULL)
    do(match, 0, "appear:ALCHEMIST")
    do(match, None, "done")
    do(match, 0, "discard:INN#1")
    do(match, 0, "rest")
    turns_up(match, 0, "POISON#2")
    assert match.state["hp/0"] == 3
    draw(match, 0)
    do(match, 1, "no")  # no melody
    do(match, 1, "discard:INN#2")
    do(match, 1, "rest")
    events = turns_up(match, 1, "POISON#1")
    assert told(events, "damaged") == [{"seat": 1, "count": 1, "left": 2, "cause": "poison"}]


@pytest.mark.rules("CH-CHAR-ALCHEMIST-01")
def test_the_one_that_is_there_goes_in_and_with_none_he_cannot_appear() -> None:
    one = poisoned("POISON#2", lies="down", phase="appear", turn=BREWER)
    events = do(one, BREWER, "appear:ALCHEMIST")
    assert told(events, "poisoning") == [{"seat": BREWER, "count": 1}]
    none = poisoned("POISON#1", "POISON#2", lies="down", phase="appear", turn=BREWER)
    assert refused(none, BREWER, "appear:ALCHEMIST").rule == "CH-CHAR-ALCHEMIST-01"


# -- drawing them ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-CARD-10", "CH-CHAR-CARD-11", "CH-CHAR-CARD-13", "CH-CHAR-CARD-03")
def test_who_draws_it_is_hurt_and_then_draws_on_to_the_full_number() -> None:
    match = poisoned(phase="rest", hands={0: ["INN#1"]}, characters={0: "BARD:up"})
    events = turns_up(match, 0, "POISON#1", 1)
    assert told(events, "damaged") == [{"seat": 0, "count": 1, "left": 2, "cause": "poison"}]
    assert (kind(match), asked(match)) == ("draw", [0])
    assert "POISON#1" in cards(match, "reserve")
    draw(match, 0, "TRAP#1")
    assert len(cards(match, "hand/0")) == 3


@pytest.mark.rules("CH-CHAR-CARD-10")
@pytest.mark.parametrize("card", ["BELIEF#1", "ROBBERY#1"])
def test_by_whatever_draw(card: str) -> None:
    match = poisoned(hands={0: [card, "DUEL#1"], 1: ["INN#1"]}, characters={0: "BARD:up", 1: "REAPER:up"})
    if card == "BELIEF#1":
        play(match, 0, "DUEL#1")
        do(match, 0, "seat:1")
        do(match, 0, "react:BELIEF#1")
        turns_up(match, 0, "POISON#1")
        assert match.state["hp/0"] == 2
    else:
        play(match, 0, "ROBBERY#1")
        do(match, 0, "seat:1")
        turns_up(match, 1, "POISON#1", 2)
        assert match.state["hp/1"] == 2


@pytest.mark.rules("CH-CHAR-FOXGIRL-04")
def test_a_fox_girl_who_allured_the_alchemist_only_draws_again() -> None:
    match = poisoned(phase="rest", characters={0: "FOXGIRL:up"}, tracks={f"allured/{BREWER}": Seat(0)})
    turns_up(match, 0, "POISON#1")
    assert match.state["hp/0"] == 3
    assert kind(match) == "draw"


@pytest.mark.rules("CH-CHAR-CARD-10", "CH-CHAR-BERSERKER-07", "CH-CHAR-ILLUSION-05")
def test_neither_elixir_nor_struggle_helps_but_skills_do() -> None:
    match = poisoned(phase="rest", hands={0: ["ELIXIR#1", "STRUGGLE#1"]}, hp={0: 1, 1: 0})
    turns_up(match, 0, "POISON#1")
    assert (why_not(match, 0, "react:ELIXIR#1"), why_not(match, 0, "react:STRUGGLE#1")) == (
        "no_elixir_against_this",
        "no_struggle_against_this",
    )
    assert refused(match, 0, "react:ELIXIR#1").rule == "CH-CHAR-CARD-10"
    assert allowed(match, 0) == {
        "skill:BERSERKER",
        "skill:GUARD:4",
        "skill:ILLUSION:2",
        "skill:ILLUSION:3",
        "pass",
    }  # an unknown character may be any of them; the Alchemist is no target of an Illusion
    do(match, 0, "skill:BERSERKER")
    assert match.state["hp/0"] == 2
    assert kind(match) == "draw"


@pytest.mark.rules("CH-CHAR-CARD-11", "CH-CHAR-ALCHEMIST-04")
def test_who_falls_by_it_in_rest_discards_judges_and_draws_two_and_the_rest_of_the_draw_is_void() -> None:
    match = poisoned(
        phase="rest",
        hands={0: ["INN#1"]},
        hp={0: 1},
        characters={0: "BARD:up"},
        factions={s: (f"FOX-{s + 1}", f"BEAR-{s + 1}") for s in (1, 2)} | {3: ("DEER-1", "DEER-2"), 4: ("?", "?")},
    )
    turns_up(match, 0, "POISON#1")
    assert (match.state["hp/0"], cards(match, "hand/0")) == (0, [])
    assert (kind(match), asked(match)) == ("tokens", [1, 2, 3, 4])
    assert match.state[f"score/{BREWER}"] == 2  # booked before the Judgement
    for seat, token in ((1, "fox+bear"), (2, "fox+bear"), (3, "deer"), (4, "fox")):
        do(match, seat, f"token:{token}")
    do(match, 0, "seen")
    draw(match, 0)
    assert len(cards(match, "hand/0")) == 2
    assert asked(match) == [1]  # the turn is over


@pytest.mark.rules("CH-CHAR-CARD-11", "CH-CHAR-CARD-10")
def test_a_duellist_who_falls_before_the_own_die_ends_the_duel_without_a_result() -> None:
    match = poisoned(hands={0: ["DUEL#1", "BELIEF#1"], 1: []}, hp={0: 1}, characters={0: "BARD:up"})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    events = turns_up(match, 0, "POISON#1")
    assert told(events, "roll_off") == [{"seat": 0}]
    assert match.state["hp/1"] == 3
    assert kind(match) == "tokens"  # the Judgement follows at the end of the card


@pytest.mark.rules("CH-CHAR-CARD-11")
def test_the_other_duellist_who_falls_before_rolling_ends_it_too() -> None:
    people = {0: "ILLUSION", 1: "BARD:up"}
    match = poisoned(hands={0: ["DUEL#1", "BELIEF#1"], 1: []}, hp={0: 2, 1: 1}, characters=people)
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    turns_up(match, 0, "POISON#1")
    do(match, 0, "skill:ILLUSION:1")
    assert match.state["hp/1"] == 0
    draw(match, 0)
    events = roll(match, 0, 3)
    assert told(events, "roll_off") == [{"seat": 1}]
    assert match.state["hp/0"] == 2


# -- who is not hurt ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-CARD-12")
def test_a_wounded_player_and_the_holder_of_the_beast_only_draw_again() -> None:
    wounded = poisoned(phase="resupply", hands={0: []}, hp={0: 0})
    turns_up(wounded, 0, "POISON#1", 1)
    assert kind(wounded) == "draw"
    draw(wounded, 0)
    assert len(cards(wounded, "hand/0")) == 2
    beast = poisoned(phase="rest", hands={0: ["INN#1"]}, piles={"effect/0": ["BEAST:up"]})
    turns_up(beast, 0, "POISON#1")
    assert beast.state["hp/0"] == 3
    assert kind(beast) == "draw"


@pytest.mark.rules("CH-CHAR-ALCHEMIST-03", "CH-CHAR-CARD-12")
@pytest.mark.parametrize("lies", ["up", "down"])
def test_the_alchemist_is_immune_for_the_whole_round(lies: str) -> None:
    match = poisoned(phase="rest", turn=BREWER, hands={BREWER: ["INN#1"]}, lies=lies)
    turns_up(match, BREWER, "POISON#1")
    assert match.state[f"hp/{BREWER}"] == 3
    assert kind(match) == "draw"


@pytest.mark.rules("CH-CHAR-ALCHEMIST-04")
@pytest.mark.parametrize("points_left", [0, 2])
def test_wounding_by_poison_is_the_honour_also_when_the_alchemist_is_wounded(points_left: int) -> None:
    match = poisoned(phase="rest", hands={0: []}, hp={0: 1, BREWER: points_left}, characters={0: "BARD:up"})
    turns_up(match, 0, "POISON#1")
    assert match.state[f"score/{BREWER}"] == 2
    saved = poisoned(phase="rest", hands={0: []}, hp={0: 1}, characters={0: "BERSERKER"})
    turns_up(saved, 0, "POISON#1")
    do(saved, 0, "skill:BERSERKER")
    assert saved.state[f"score/{BREWER}"] == 0


@pytest.mark.rules("CH-CHAR-ALCHEMIST-02")
def test_a_poison_can_turn_up_only_while_one_is_in_the_pile() -> None:
    match = poisoned(phase="rest", hands={0: []}, characters={0: "BARD:up"})
    assert {"POISON#1:0", "POISON#1:1", "POISON#1:2"} <= {o.key for o in match.options(Seat(0))}
    assert refused(match, 0, "POISON#2:0").code == "no_such_option"
