"""Hypnotist and Enchanter: cards that change hands, and results that are raised."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    kind,
    middle,
    play,
    roll,
    sees,
    told,
    turns_up,
)

FULL = {"masters": True, "scoring": "legend"}
FACES = {0: ("FOX-1:up", "BEAR-1"), 1: ("DEER-1", "DEER-2:up"), 2: ("FOX-2", "BEAR-2"), 3: ("FOX-3", "FOX-4")}


# -- Hypnosis ----------------------------------------------------------------------------------------------------------


def hypnotist(**given) -> Match:
    """The Hypnotist on seat 0 appears; four players."""
    given["characters"] = {0: "HYPNO", **given.get("characters", {})}
    match = middle(4, phase="appear", factions={**FACES, **given.pop("factions", {})}, settings=FULL, **given)
    do(match, 0, "appear:HYPNO")
    return match


@pytest.mark.rules("CH-CHAR-HYPNO-01", "CH-CHAR-HYPNO-02", "CH-CHAR-HYPNO-03", "CH-CHAR-HYPNO-04")
def test_one_card_for_one_each_into_the_slot_of_the_other_facings_kept() -> None:
    match = hypnotist(hp={2: 0}, characters={3: "OATH:up"})
    assert allowed(match, 0) == {"seat:1", "seat:2"}  # wounded or not, but no working Oathkeeper
    do(match, 0, "seat:1")
    assert allowed(match, 0) == {"one", "both"}  # at least one
    assert not [key for key in allowed(match, 0) if "DEER" in key]
    do(match, 0, "one")
    do(match, 0, "side:left")
    assert asked(match) == [0]  # everything is picked by the Hypnotist
    do(match, 0, "side:left")
    assert (cards(match, "left/0"), cards(match, "left/1")) == (["DEER-1"], ["FOX-1"])
    assert (sees(match, 2, "left/1"), sees(match, 2, "left/0")) == (["FOX-1"], [UNSEEN])
    assert sees(match, 0, "left/0") == ["DEER-1"]  # the new owner may look
    assert kind(match) == "plan"


@pytest.mark.rules("CH-CHAR-HYPNO-01", "CH-CHAR-HYPNO-02")
@pytest.mark.parametrize("unknown", [False, True])
def test_both_for_both_left_with_left_and_right_with_right(unknown: bool) -> None:
    match = hypnotist(factions={1: ("?", "DEER-2:up")} if unknown else {})
    do(match, 0, "seat:1")
    do(match, 0, "both")
    assert (cards(match, "left/1"), cards(match, "right/1")) == (["FOX-1"], ["BEAR-1"])
    assert (cards(match, "left/0"), cards(match, "right/0")) == ([UNSEEN if unknown else "DEER-1"], ["DEER-2"])
    assert (sees(match, 2, "right/0"), sees(match, 2, "right/1")) == (["DEER-2"], [UNSEEN])


@pytest.mark.rules("CH-CHAR-HYPNO-04")
def test_an_oathkeeper_who_is_wounded_is_no_obstacle() -> None:
    match = hypnotist(characters={3: "OATH:up"}, hp={3: 0})
    assert "seat:3" in allowed(match, 0)


@pytest.mark.rules("CH-CHAR-HYPNO-05")
@pytest.mark.parametrize(
    ("left", "last", "points"), [("BEAR-1", "fox", 5), ("BEAR-1", None, 2), ("BEAR-2", "bear", 3), ("FOX-2", "fox", 3)]
)
def test_being_dual_is_the_honour_and_costs_no_point(left: str, last: str | None, points: int) -> None:
    match = middle(
        4,
        phase="round_end",
        factions={**FACES, 0: ("FOX-1", left), 2: ("DRAGON-2", "DRAGON-3"), 3: ("FOX-3", "FOX-4")},
        characters={0: "HYPNO", 1: "BARD", 2: "THIEF", 3: "MOTH"},
        tracks={"last_faction": last},
        settings=FULL,
    )
    do(match, None, "done")
    assert match.state["score/0"] == points


# -- Oath --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-ENCHANTER-01")
@pytest.mark.parametrize("turned", [(), ("left:FOX-1",), ("right:BEAR-1", "left:FOX-1")])
@pytest.mark.parametrize("known", [True, False])
def test_up_to_two_own_cards_are_turned_up(turned: tuple[str, ...], known: bool) -> None:
    pair = ("FOX-1", "BEAR-1") if known else ("?", "?")
    match = middle(4, phase="appear", characters={0: "ENCHANTER"}, factions={0: pair}, settings=FULL)
    do(match, 0, "appear:ENCHANTER")
    for card in turned:
        do(match, 0, f"turn:{card}")
    if len(turned) < 2:
        do(match, 0, "enough")
    assert kind(match) == "plan"
    up = [side for side in ("left", "right") if match.state.pile(f"{side}/0").slots[0].face_up]
    assert sorted(up) == sorted(card.partition(":")[0] for card in turned)


# -- Enchanting --------------------------------------------------------------------------------------------------------

UP = ("FOX-1:up", "BEAR-1:up")


def enchanter(seat: int = 2, pair: tuple[str, str] = UP, **given) -> Match:
    """The Enchanter sits on seat 2 unless said, with both faction cards up; four players."""
    given["characters"] = {seat: "ENCHANTER:up", **given.get("characters", {})}
    given["factions"] = {seat: pair, **given.get("factions", {})}
    given["hands"] = {**{s: [] for s in range(4)}, **given.get("hands", {})}
    return middle(4, settings={**FULL, **given.pop("settings", {})}, **given)


def duel(first: int, second: int, **given) -> Match:
    """Seat 0 has rolled `first` in a Duel against `second` of seat 1."""
    match = enchanter(hands={0: ["DUEL#1"], **given.pop("hands", {})}, **given)
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, first)
    roll(match, 1, second)
    return match


@pytest.mark.rules("CH-CHAR-ENCHANTER-02", "CH-CHAR-ENCHANTER-04", "CH-CHAR-ENCHANTER-06")
@pytest.mark.parametrize(("die", "total", "hp"), [(7, 8, 3), (6, 5, 2)])
def test_after_all_dice_of_a_duel_one_more_die_may_raise_a_result_by_three(die: int, total: int, hp: int) -> None:
    match = duel(5, 6)
    assert (kind(match), asked(match), allowed(match, 2)) == ("enchant", [2], {"raise:0", "raise:1", "no"})
    do(match, 2, "raise:0")
    events = roll(match, 2, die)
    assert told(events, "enchanted") == ([{"seat": 0, "by": 2, "total": total}] if die >= 7 else [])
    do(match, 2, "no")
    assert (match.state["hp/0"], match.state["hp/1"]) == (hp, 2)


@pytest.mark.rules("CH-CHAR-ENCHANTER-03")
def test_each_result_once_one_after_another_seeing_each_die() -> None:
    match = duel(5, 6)
    do(match, 2, "raise:0")
    roll(match, 2, 2)
    assert allowed(match, 2) == {"raise:1", "no"}
    do(match, 2, "raise:1")
    events = roll(match, 2, 12)
    assert [duel["count"] for duel in told(events, "duel")] == [-4]


@pytest.mark.rules("CH-CHAR-ENCHANTER-03")
def test_the_table_may_allow_several_dice_for_one_result() -> None:
    match = duel(5, 6, settings={"enchant_once": False})
    do(match, 2, "raise:0")
    roll(match, 2, 2)
    assert allowed(match, 2) == {"raise:0", "raise:1", "no"}
    do(match, 2, "raise:0")
    roll(match, 2, 9)
    do(match, 2, "raise:0")
    roll(match, 2, 9)
    events = do(match, 2, "no")
    assert [duel["count"] for duel in told(events, "duel")] == [5]


@pytest.mark.rules("CH-CHAR-ENCHANTER-05")
def test_a_belief_helps_the_additional_die_which_cannot_be_raised_itself() -> None:
    match = duel(5, 6, hands={2: ["BELIEF#1"]})
    do(match, 2, "raise:0")
    assert (kind(match), asked(match)) == ("before_roll", [2])
    do(match, 2, "react:BELIEF#1")
    do(match, 2, "drawn", {"hand/2": ["INN#1"]})
    do(match, 2, "pass")
    events = do(match, 2, "1")  # 1 and 6 are 7
    assert told(events, "enchanted") == [{"seat": 0, "by": 2, "total": 8}]
    assert allowed(match, 2) == {"raise:1", "no"}


@pytest.mark.rules("CH-CHAR-ENCHANTER-02", "CH-CHAR-ENCHANTER-06")
@pytest.mark.parametrize(
    "given",
    [{"pair": ("FOX-1:up", "BEAR-1")}, {"hp": {2: 0}}, {"characters": {2: "ENCHANTER:down"}}],
)
def test_it_needs_both_cards_up_the_character_up_and_hit_points(given) -> None:
    assert kind(duel(5, 6, **given)) != "enchant"


@pytest.mark.rules("CH-CHAR-ENCHANTER-04")
def test_a_single_check_is_raised_before_its_consequence() -> None:
    match = enchanter(
        hands={0: ["SWEEP#1"]}, factions={0: ("DEER-1:up", "DEER-2:up"), 1: ("FOX-2", "FOX-3")}, hp={2: 3, 3: 0}
    )
    play(match, 0, "SWEEP#1")
    do(match, 1, "roll")
    roll(match, 1, 4)
    assert (kind(match), asked(match)) == ("enchant", [2])
    do(match, 2, "raise:0")
    roll(match, 2, 7)
    assert match.state["hp/1"] == 3
    storm = enchanter(phase="rest")
    turns_up(storm, 0, "EVENT-STORM")
    roll(storm, 0, 6)
    do(storm, 2, "raise:0")
    roll(storm, 2, 7)
    assert storm.state["hp/0"] == 3
    bard = enchanter(phase="appear", characters={0: "BARD:up"}, hands={0: ["INN#1"]})
    do(bard, 0, "yes")
    roll(bard, 0, 5)
    do(bard, 2, "raise:0")
    roll(bard, 2, 7)
    assert bard.state["extra_card"] is True


@pytest.mark.rules("CH-CHAR-ENCHANTER-04", "CH-CHAR-ENCHANTER-02")
def test_an_encounter_is_raised_after_everybody_has_rolled() -> None:
    people = {0: ("DEER-1:up", "DEER-2"), 1: ("FOX-2:up", "FOX-3"), 2: UP, 3: ("DEER-4:up", "DEER-5")}
    match = middle(
        6,
        factions=people,
        characters={2: "ENCHANTER:up"},
        hands={0: ["ENCOUNTER#1"], 1: [], 2: [], 3: []},
        settings=FULL,
    )
    play(match, 0, "ENCOUNTER#1")
    do(match, None, "tokens:fox+deer")
    for seat in asked_in_turn(match):
        roll(match, seat, 6)
    assert kind(match) == "enchant"
    assert len(allowed(match, 2)) == 5  # four results, or none


def asked_in_turn(match: Match):
    """The seats that roll, one after another, as long as dice are asked for."""
    while kind(match) == "roll":
        yield asked(match)[0]


@pytest.mark.rules("CH-CHAR-ENCHANTER-06")
def test_it_works_on_the_own_turn_and_on_the_own_die() -> None:
    match = enchanter(seat=0, hands={0: ["DUEL#1"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    roll(match, 1, 6)
    do(match, 0, "raise:0")
    roll(match, 0, 8)
    do(match, 0, "no")
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 2)


@pytest.mark.rules("CH-CHAR-ENCHANTER-07")
@pytest.mark.parametrize(("right", "points"), [("FOX-5", 2), ("BEAR-1", 0)])
def test_both_cards_of_one_faction_are_the_honour(right: str, points: int) -> None:
    match = middle(
        4,
        phase="round_end",
        factions={**FACES, 0: ("FOX-1", right)},
        characters={0: "ENCHANTER", 1: "BARD", 2: "THIEF", 3: "MOTH"},
        tracks={"last_faction": None},
        settings=FULL,
    )
    do(match, None, "done")
    assert match.state["score/0"] == points
