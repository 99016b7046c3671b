"""Bard and Paladin: one card more, and a Belief that heals."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import legend, points
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
    why_not,
)

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


# -- Bard --------------------------------------------------------------------------------------------------------------


def bard(*hand: str, die: int = 8, character: str = "BARD:up", **more: object) -> Match:
    """The Bard of seat 0 has rolled before Plan. Everybody else has all hit points and no cards."""
    lay = {"characters": {0: character}, "hands": {**NONE, 0: [*hand]}, "phase": "start_skill", **more}
    match = legend(**lay)  # type: ignore[arg-type]
    do(match, 0, "yes")
    roll(match, 0, die)
    return match


RED = ("AMBUSH#1", "AMBUSH#2", "AMBUSH#3")
GREEN = ("TRAP#1", "TRAP#2", "BEAST")


def goes_on_with(match: Match, *played: str) -> set[str]:
    """The colours that can still be played after these cards."""
    for card in played:
        play(match, 0, card)
        if card != "BEAST":
            do(match, 0, "seat:4" if card.startswith("AMBUSH") else "seat:3")
    keys = {key.removeprefix("play:") for key in allowed(match, 0) if key.startswith("play:")}
    return {colour for colour, kinds_of in (("red", RED), ("green", GREEN)) if keys & set(kinds_of)}


@pytest.mark.rules("CH-CHAR-BARD-01", "CH-CHAR-GEN-14", "CH-CHAR-GEN-17")
def test_the_bard_is_asked_and_may_leave_it() -> None:
    match = middle(characters={0: "BARD:up"}, phase="start_skill", hands={**NONE, 0: [*RED, *GREEN]})
    assert (kind(match), asked(match), allowed(match, 0)) == ("use_bard", [0], {"yes", "no"})
    do(match, 0, "no")
    assert kind(match) == "plan"
    assert goes_on_with(match, "AMBUSH#1") == {"green"}


@pytest.mark.rules("CH-CHAR-BARD-01", "CH-CHAR-GEN-33")
@pytest.mark.parametrize(("die", "more"), [(8, {"red", "green"}), (7, {"green"}), (12, {"red", "green"})])
def test_eight_or_more_is_a_card_more(die: int, more: set[str]) -> None:
    assert goes_on_with(bard(*RED, *GREEN, die=die), "AMBUSH#1") == more


@pytest.mark.rules("CH-CHAR-BARD-02")
def test_three_cards_and_two_of_a_colour_at_most() -> None:
    for played, left in (
        ((), {"red", "green"}),
        (("AMBUSH#1",), {"red", "green"}),
        (("TRAP#1",), {"red", "green"}),
        (("AMBUSH#1", "AMBUSH#2"), {"green"}),
        (("TRAP#1", "BEAST"), {"red"}),
        (("AMBUSH#1", "TRAP#1"), {"red", "green"}),
        (("AMBUSH#1", "AMBUSH#2", "TRAP#1"), set()),
        (("AMBUSH#1", "TRAP#1", "AMBUSH#2"), set()),
        (("TRAP#1", "BEAST", "AMBUSH#1"), set()),
    ):
        assert goes_on_with(bard(*RED, *GREEN, hp={4: 3}), *played) == left, played


@pytest.mark.rules("CH-CHAR-BARD-02")
def test_after_three_cards_the_turn_is_full() -> None:
    match = bard(*RED, *GREEN)
    goes_on_with(match, "AMBUSH#1", "TRAP#1", "AMBUSH#2")
    refusal = refused(match, 0, "play:BEAST")
    assert (refusal.code, refusal.facts["count"]) == ("turn_is_full", 3)


@pytest.mark.rules("CH-CHAR-BARD-02")
def test_unseen_hands_have_the_same_limits() -> None:
    match = bard("?", "?", "?", "?")
    assert goes_on_with(match, "AMBUSH#1", "AMBUSH#2") == {"green"}


@pytest.mark.rules("CH-CHAR-BARD-03", "CH-CHAR-GEN-32")
def test_belief_helps_the_melody() -> None:
    match = middle(characters={0: "BARD:up"}, phase="start_skill", hands={**NONE, 0: ["BELIEF#1", *RED]})
    do(match, 0, "yes")
    assert kind(match) == "before_roll"
    do(match, 0, "react:BELIEF#1")
    draw(match, 0, "TRAP#1")
    assert "extra_card" in kinds(roll(match, 0, 2))


@pytest.mark.rules("CH-CHAR-BARD-04")
def test_who_discards_has_nothing_of_it() -> None:
    match = bard(*RED, *GREEN)
    do(match, 0, "discard:TRAP#1")
    do(match, 0, "enough")
    assert kind(match) == "declare"


@pytest.mark.rules("CH-CHAR-BARD-05", "CH-CHAR-GEN-14")
def test_once_in_each_own_turn() -> None:
    match = legend(characters={0: "BARD:up"}, hands={**NONE, 0: ["TRAP#1"]}, turn=4, phase="turn_end")
    do(match, 0, "yes")
    roll(match, 0, 9)
    assert kind(match) == "plan", "not a second time"
    do(match, 0, "discard:TRAP#1")
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match)) == ("appear", [1])
    assert match.state["extra_card"] is False


@pytest.mark.rules("CH-CHAR-BARD-05", "CH-CHAR-GEN-12")
def test_a_trap_leaves_two_green_cards() -> None:
    match = bard("AMBUSH#1", "TRAP#1", "BEAST", piles={"effect/0": ["TRAP#2"]})
    assert why_not(match, 0, "play:AMBUSH#1") == "trapped"
    assert goes_on_with(match, "TRAP#1") == {"green"}


@pytest.mark.rules("CH-CHAR-GEN-12", "CH-CHAR-GEN-14")
@pytest.mark.parametrize(("strict", "asks"), [(False, "use_bard"), (True, "plan")])
def test_a_table_may_let_a_trap_stop_the_melody(strict: bool, asks: str) -> None:
    trap = {"piles": {"effect/0": ["TRAP#2"]}, "settings": {"trap_stops_passives": strict}}
    match = legend(characters={0: "BARD:up"}, hands={**NONE, 0: ["INN#1"]}, phase="start_skill", **trap)  # type: ignore[arg-type]
    assert kind(match) == asks


@pytest.mark.rules("CH-CHAR-BARD-06", "CH-CHAR-GEN-10")
def test_the_extra_card_stays_when_the_character_goes() -> None:
    match = bard("MEDITATION#1", *RED, *GREEN)
    play(match, 0, "MEDITATION#1")
    assert match.state.pile("character/0").slots[0].face_up is False
    assert goes_on_with(match) == {"red", "green"}


@pytest.mark.rules("CH-CHAR-BARD-07", "CH-CHAR-GEN-33", "CH-CHAR-HON-06")
def test_a_twelve_without_belief_is_the_bards_honour() -> None:
    assert points(bard("INN#1", die=12)) == 2
    match = legend(characters={0: "BARD:up"}, phase="start_skill", hands={**NONE, 0: ["BELIEF#1"]})
    do(match, 0, "yes")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    roll(match, 0, 12)
    assert points(match) == 0, "with Belief it does not count"
    match = legend(characters={0: "BARD:up"}, phase="start_skill", hands={**NONE, 0: ["BELIEF#1"]})
    do(match, 0, "yes")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    roll(match, 0, 6)
    assert points(match) == 0, "a sum of 12 is no 12 either"


@pytest.mark.rules("CH-CHAR-BARD-07", "CH-CHAR-HON-02", "CH-CHAR-HON-09")
@pytest.mark.parametrize(("lies", "hp"), [("up", 3), ("up", 0), ("down", 3), ("down", 0)])
def test_any_roll_of_the_bards_counts_also_wounded_and_hidden(lies: str, hp: int) -> None:
    match = legend(characters={0: f"BARD:{lies}"}, hands={**NONE, 1: ["PERSUADE#1"]}, hp={0: hp}, turn=1)
    play(match, 1, "PERSUADE#1")
    draw(match, 1)
    do(match, 1, "offer:?")
    do(match, 1, "seat:0")
    do(match, 1, "side:left")
    do(match, 0, "no")
    roll(match, 1, 3)
    do(match, 0, "12")
    assert match.state["deeds/0"] == ("BARD",)
    assert points(match) == (2 if lies == "up" else 0), "of a hidden character only at the end"


# -- Paladin -----------------------------------------------------------------------------------------------------------


def paladin(*hand: str, hp: int = 2, character: str = "PALADIN:up", **more: object) -> Match:
    lay = {"characters": {0: character}, "hands": {**NONE, 0: [*hand]}, "hp": {0: hp}, **more}
    return middle(**lay)  # type: ignore[arg-type]


@pytest.mark.rules("CH-CHAR-PALADIN-01", "CH-CHAR-PALADIN-03")
@pytest.mark.parametrize("hand", [("BELIEF#1", "TRAP#1"), ("?", "?")])
def test_belief_heals_a_paladin(hand: tuple[str, ...]) -> None:
    match = paladin(*hand)
    events = do(match, 0, "heal:BELIEF#1")
    assert match.state["hp/0"] == 3
    assert cards(match, "play_area") == ["BELIEF#1"]
    assert kind(match) == "plan_more", "Plan is fulfilled, nothing is drawn, nothing is rolled"
    assert "enough" in allowed(match, 0)
    assert "drew" not in kinds(events)


@pytest.mark.rules("CH-CHAR-PALADIN-02")
def test_it_is_the_green_card_of_the_turn() -> None:
    match = paladin("BELIEF#1", "BELIEF#2", "TRAP#1", "AMBUSH#1")
    do(match, 0, "heal:BELIEF#1")
    assert why_not(match, 0, "play:TRAP#1") == "one_green_a_turn"
    assert refused(match, 0, "heal:BELIEF#2").rule == "CH-CHAR-PALADIN-02"
    assert "play:AMBUSH#1" in allowed(match, 0)
    match = paladin("BELIEF#1", "TRAP#1", "AMBUSH#1")
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    assert why_not(match, 0, "heal:BELIEF#1") == "one_green_a_turn"
    match = paladin("BELIEF#1", "TRAP#1", "AMBUSH#1")
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert "heal:BELIEF#1" in allowed(match, 0)


@pytest.mark.rules("CH-CHAR-PALADIN-04")
def test_with_all_hit_points_there_is_a_warning() -> None:
    match = paladin("BELIEF#1", "TRAP#1", hp=3)
    (option,) = [o for o in match.options(match.table.seats[0]) if o.key == "heal:BELIEF#1"]
    assert option.say.code == "heal_in_vain"
    assert "heals_nothing" in kinds(do(match, 0, "heal:BELIEF#1"))
    assert (match.state["hp/0"], match.state["greens"], cards(match, "play_area")) == (3, 1, ["BELIEF#1"])


@pytest.mark.rules("CH-CHAR-PALADIN-05")
def test_another_belief_goes_before_a_roll() -> None:
    match = paladin("BELIEF#1", "BELIEF#2", "DUEL#1")
    do(match, 0, "heal:BELIEF#1")
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert kind(match) == "before_roll"
    assert "react:BELIEF#2" in allowed(match, 0)


@pytest.mark.rules("CH-CHAR-PALADIN-06", "CH-CHAR-GEN-13")
def test_not_while_wounded_down_or_in_another_turn() -> None:
    match = paladin("BELIEF#1", "TRAP#1", hp=0, phase="interfere")
    assert not [o for o in match.options(match.table.seats[0]) if o.key.startswith("heal")]
    match = paladin("BELIEF#1", "TRAP#1", character="PALADIN:down")
    assert not [o for o in match.options(match.table.seats[0]) if o.key.startswith("heal")]
    match = paladin("BELIEF#1", turn=1, hands={**NONE, 0: ["BELIEF#1"], 1: ["TRAP#1"]})
    assert asked(match) == [1]
    assert match.options(match.table.seats[0]) == ()


@pytest.mark.rules("CH-CHAR-BARD-01", "CH-CHAR-GEN-14")
def test_an_appearing_bard_rolls_in_the_same_turn() -> None:
    match = legend(characters={0: "BARD"}, phase="appear", hands={**NONE, 0: ["TRAP#1"]})
    do(match, 0, "appear:BARD")
    assert kind(match) == "use_bard"
    match = legend(characters={0: "BARD:up"}, hp={0: 0}, phase="interfere", hands={**NONE, 0: ["INN#1"]})
    play(match, 0, "INN#1")
    draw(match, 0)
    assert kind(match) == "use_bard", "after reviving oneself too"
