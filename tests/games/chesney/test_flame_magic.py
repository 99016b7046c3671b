"""The Pyromancer: Flame Magic in hands and on the table."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN
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
    sees,
    told,
    turns_up,
    why_not,
)

LEGEND = {"scoring": "legend"}
NO_FLAMES = {"reserve": ["POISON#1", "POISON#2"]}


def with_fire(*hand: str, seats: int = 5, **given) -> Match:
    """Seat 0 holds Flame Magic and other cards, the rest of it lies in the reserve; the Pyromancer is seat 0."""
    rest = [card for card in ("BLAST", "FIREBALL", "POISON#1", "POISON#2") if card not in hand]
    given["characters"] = {0: "PYRO:up", **given.get("characters", {})}
    given["piles"] = {"reserve": rest, **given.get("piles", {})}
    given["hands"] = {0: hand, **given.get("hands", {})}
    return middle(seats, **given)


# -- the cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-PYRO-01", "CH-CHAR-PYRO-02", "CH-CHAR-CARD-05")
def test_both_flame_magic_cards_come_to_the_hand_and_one_is_the_red_card_of_the_turn() -> None:
    match = middle(phase="appear", characters={0: "PYRO"}, hands={0: ["AMBUSH#1", "INN#1"], 1: []})
    do(match, 0, "appear:PYRO")
    assert sorted(str(c) for c in cards(match, "hand/0")) == ["AMBUSH#1", "BLAST", "FIREBALL", "INN#1"]
    assert {"BLAST", "FIREBALL"} <= set(sees(match, 3, "hand/0"))  # taken before all eyes
    play(match, 0, "BLAST")
    do(match, 0, "seat:2")
    assert why_not(match, 0, "play:FIREBALL") == "one_red_a_turn"
    assert why_not(match, 0, "play:AMBUSH#1") == "one_red_a_turn"
    assert why_not(match, 0, "play:INN#1") == ""


@pytest.mark.rules("CH-CHAR-PYRO-01", "CH-CHAR-GEN-09")
def test_what_is_left_comes_and_with_nothing_left_he_cannot_appear() -> None:
    piles = {"hand/1": ["BLAST"], "reserve": ["FIREBALL", "POISON#1", "POISON#2"]}
    match = middle(phase="appear", characters={0: "PYRO"}, hands={0: []}, piles=piles)
    do(match, 0, "appear:PYRO")
    assert cards(match, "hand/0") == ["FIREBALL"]
    none = middle(phase="appear", characters={0: "PYRO"}, piles={"hand/1": ["BLAST", "FIREBALL"], **NO_FLAMES})
    assert refused(none, 0, "appear:PYRO").rule == "CH-CHAR-PYRO-01"


@pytest.mark.rules("CH-CHAR-PYRO-02")
def test_a_trap_forbids_flame_magic() -> None:
    match = with_fire("BLAST", piles={"effect/0": ["TRAP#1:up"]})
    assert why_not(match, 0, "play:BLAST") == "trapped"


@pytest.mark.rules("CH-CHAR-PYRO-03", "CH-CHAR-PYRO-02", "CH-CHAR-CARD-03")
def test_flame_magic_counts_for_the_hand_limit_and_goes_to_the_reserve_when_discarded() -> None:
    match = with_fire("BLAST", "FIREBALL", "INN#1", "INN#2", phase="rest")
    assert kind(match) == "hand_limit"
    do(match, 0, "discard:BLAST")
    assert sorted(str(c) for c in cards(match, "reserve")) == ["BLAST", "POISON#1", "POISON#2"]
    assert not cards(match, "discard")
    assert sorted(str(c) for c in cards(match, "hand/0")) == ["FIREBALL", "INN#1", "INN#2"]
    assert asked(match) == [1]


@pytest.mark.rules("CH-CHAR-CARD-03")
def test_a_card_that_nobody_names_is_no_flame_magic() -> None:
    match = with_fire("BLAST", "?", "?", "?", phase="rest")
    do(match, 0, "discard:?")
    assert "BLAST" in cards(match, "hand/0")
    assert cards(match, "discard") == [UNSEEN]
    only_fire = with_fire("BLAST", "FIREBALL")
    assert "discard:?" not in allowed(only_fire, 0)


@pytest.mark.rules("CH-CHAR-CARD-03")
def test_played_or_thrown_away_by_becoming_wounded_it_lies_in_the_reserve_again() -> None:
    match = with_fire("BLAST", "FIREBALL", hands={1: ["AMBUSH#1"]}, hp={0: 1}, turn=1)
    play(match, 1, "AMBUSH#1")
    do(match, 1, "seat:0")
    do(match, 0, "pass")
    assert sorted(str(c) for c in cards(match, "reserve")) == ["BLAST", "FIREBALL", "POISON#1", "POISON#2"]
    played = with_fire("FIREBALL", hands={1: [], 2: []}, hp={3: 0, 4: 0})
    play(played, 0, "FIREBALL")
    assert "FIREBALL" in cards(played, "reserve")
    assert not cards(played, "play_area")


@pytest.mark.rules("CH-CHAR-PYRO-04")
def test_it_is_played_in_a_later_turn_and_with_the_character_down_too() -> None:
    match = with_fire("FIREBALL", characters={0: "PYRO:down"})
    assert why_not(match, 0, "play:FIREBALL") == ""


@pytest.mark.rules("CH-CHAR-CARD-05")
def test_flame_magic_is_taken_given_and_played_by_others_who_are_then_the_source() -> None:
    match = with_fire(
        "BLAST", "INN#1", hands={1: ["ROBBERY#1"], 3: ["STRUGGLE#1"]}, hp={3: 1}, turn=1, characters={1: "BARD"}
    )
    play(match, 1, "ROBBERY#1")
    do(match, 1, "seat:0")
    draw(match, 0)
    play(match, 1, "BLAST")
    do(match, 1, "seat:3")
    assert (match.state["hp/1"], match.state["hp/2"], match.state["hp/4"], match.state["hp/0"]) == (2, 2, 2, 3)
    do(match, 3, "react:STRUGGLE#1")
    assert match.state["hp/1"] == 1


@pytest.mark.rules("CH-CHAR-CARD-05")
def test_a_wounded_player_gives_flame_magic_away_but_cannot_play_it() -> None:
    match = with_fire("BLAST", "INN#1", hp={0: 0}, phase="interfere")
    assert why_not(match, 0, "play:BLAST") == "red_when_wounded"
    do(match, 0, "give:BLAST")
    do(match, 0, "seat:2")
    assert "BLAST" in cards(match, "hand/2")
    assert ["BLAST" in sees(match, reader, "hand/2") for reader in (0, 2, 3)] == [True, True, False]
    blind = with_fire("BLAST", "?", hp={0: 0}, phase="interfere")
    do(blind, 0, "give:?")
    do(blind, 0, "seat:2")
    assert cards(blind, "hand/0") == ["BLAST"]
    assert sees(blind, 3, "hand/0") == [UNSEEN]  # the others cannot tell which of the two was given


# -- what they do ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-CARD-06", "CH-CHAR-CARD-07")
def test_bursting_blast_hurts_the_target_both_neighbours_and_the_user() -> None:
    match = with_fire("BLAST", seats=6, hp={4: 0})
    play(match, 0, "BLAST")
    assert "seat:4" not in allowed(match, 0)
    do(match, 0, "seat:3")
    assert [match.state[f"hp/{s}"] for s in range(6)] == [2, 3, 2, 2, 0, 3]  # the wounded neighbour is not skipped


@pytest.mark.rules("CH-CHAR-CARD-06")
@pytest.mark.parametrize(("once", "left"), [(True, [2, 2, 2, 3]), (False, [1, 2, 2, 3])])
def test_a_user_beside_the_target_is_hurt_once_unless_the_table_plays_it_otherwise(once: bool, left: list[int]) -> None:
    match = with_fire("BLAST", seats=4, settings={"blast_once": once})
    play(match, 0, "BLAST")
    events = do(match, 0, "seat:1")
    assert [match.state[f"hp/{s}"] for s in range(4)] == left
    assert len(told(events, "damaged")) == 3  # one hit each, at the same time


@pytest.mark.rules("CH-CHAR-CARD-08")
def test_fireball_hurts_two_different_others() -> None:
    match = with_fire("FIREBALL", hp={4: 0})
    play(match, 0, "FIREBALL")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3"}
    do(match, 0, "seat:2")
    assert allowed(match, 0) == {"seat:1", "seat:3"}
    do(match, 0, "seat:1")
    assert [match.state[f"hp/{s}"] for s in range(5)] == [3, 2, 2, 3, 0]
    one = with_fire("FIREBALL", hp={2: 0, 3: 0, 4: 0})
    play(one, 0, "FIREBALL")
    assert one.state["hp/1"] == 2


@pytest.mark.rules("CH-CHAR-CARD-09")
def test_the_own_blast_passes_the_beast_and_can_be_answered_with_elixir_only() -> None:
    match = with_fire("BLAST", "ELIXIR#1", "STRUGGLE#1", hp={0: 1}, piles={"effect/0": ["BEAST:up"]}, hands={1: []})
    play(match, 0, "BLAST")
    do(match, 0, "seat:2")
    assert match.state["hp/0"] == 0
    assert allowed(match, 0) == {"react:ELIXIR#1", "pass"}
    do(match, 0, "react:ELIXIR#1")
    assert match.state["hp/0"] == 1


@pytest.mark.rules("CH-CHAR-CARD-08", "CH-CHAR-PYRO-02")
@pytest.mark.parametrize(("icon", "left"), [("mass", 3), ("single", 2)])
def test_the_icon_of_fireball_is_a_matter_of_the_table(icon: str, left: int) -> None:
    match = with_fire(
        "FIREBALL", characters={1: "TRAVELLER:up"}, hp={3: 0, 4: 0}, settings={"fireball_icon": icon}, hands={2: []}
    )
    play(match, 0, "FIREBALL")
    assert (match.state["hp/1"], match.state["hp/2"]) == (left, 2)  # Stray helps against Mass Damage only


@pytest.mark.rules("CH-CHAR-PYRO-05")
@pytest.mark.parametrize(("victim", "points"), [(2, 2), (0, 0)])
def test_wounding_another_player_by_flame_magic_is_the_honour(victim: int, points: int) -> None:
    match = with_fire("BLAST", hp={victim: 1}, settings=LEGEND, hands={2: []})
    play(match, 0, "BLAST")
    do(match, 0, "seat:2")
    if kind(match) == "react":
        do(match, 0, "pass")
    assert match.state[f"hp/{victim}"] == 0
    assert match.state["score/0"] == points
    assert kind(match) != "plan_more"  # booked before the Judgement


@pytest.mark.rules("CH-CHAR-PYRO-05")
def test_a_flame_magic_that_somebody_else_plays_does_not_count_for_the_pyromancer() -> None:
    match = with_fire(
        hands={0: [], 1: ["FIREBALL"], 2: [], 3: []},
        piles={"reserve": ["BLAST", "POISON#1", "POISON#2"]},
        hp={2: 1, 3: 0, 4: 0},
        turn=1,
        settings=LEGEND,
    )
    play(match, 1, "FIREBALL")
    assert match.state["hp/2"] == 0
    assert (match.state["score/0"], match.state["score/1"]) == (0, 0)
    assert match.state["deeds/1"] == ("PYRO",)  # noted for who played it


@pytest.mark.rules("CH-CHAR-CARD-03", "CH-CHAR-PYRO-01")
def test_flame_magic_is_not_among_the_cards_that_turn_up_in_a_draw() -> None:
    match = middle(characters={0: "PYRO"}, hands={0: []}, phase="rest")
    assert refused(match, 0, "BLAST:0").code == "no_such_option"
    turns_up(match, 0, "EVENT-TRACKS")
    assert kind(match) == "draw"
