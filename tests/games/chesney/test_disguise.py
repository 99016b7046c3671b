"""The Master of Disguise: Disguises on faction cards, what they hide, and what happens under them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN
from rules.games.chesney.factions import public as public_factions
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

MASKS = tuple(f"DISGUISE-{faction}#{n}" for faction in ("FOX", "BEAR", "DEER", "DRAGON") for n in (1, 2))
FACTIONS = {0: ("FOX-1", "BEAR-3"), 1: ("DEER-2", "DRAGON-4"), 2: ("FOX-5", "BEAR-6"), 3: ("DEER-4", "DEER-6")}


def masked(left: str = "", right: str = "", *, lies: str = "up", seats: int = 4, **given) -> Match:
    """A Master of Disguise on seat 0 with these Disguises on the own cards and the others in the backup."""
    on = {side: name for side, name in (("left", left), ("right", right)) if name}
    piles = {f"disguise_{side}/0": [name] for side, name in on.items()}
    piles["backup/0"] = [name for name in MASKS if name not in on.values()]
    given["piles"] = {**piles, **given.get("piles", {})}
    given.setdefault("factions", FACTIONS)
    given["characters"] = {0: f"DISGUISE:{lies}", **given.get("characters", {})}
    return middle(seats, **given)


def lying(**seats: tuple[str, str]) -> Mapping[int, tuple[str, str]]:
    """The usual faction cards with other ones for some seats (`s0` and so on)."""
    return {**FACTIONS, **{int(seat[1:]): pair for seat, pair in seats.items()}}


def public(match: Match, seat: int) -> tuple[str, ...]:
    """The Public Faction, as somebody sees it who holds nothing."""
    return public_factions(match.seen(None), match.table.seats[seat])


# -- Smoke Screen ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-DISGUISE-01")
def test_smoke_screen_turns_both_cards_down_and_brings_all_eight() -> None:
    match = middle(
        4,
        phase="appear",
        characters={0: "DISGUISE"},
        factions=lying(s0=("FOX-1:up", "BEAR-3")),
        hands={0: ["INN#1"], 1: ["ROBBERY#1"]},
        tracks={"hp/2": 2},
    )
    do(match, 0, "appear:DISGUISE")
    assert sees(match, 1, "left/0") == [UNSEEN]
    assert sorted(str(c) for c in cards(match, "backup/0")) == sorted(MASKS)
    assert not cards(match, "disguise_reserve")
    assert cards(match, "hand/0") == ["INN#1"]
    assert allowed(match, 0) == {"play:INN#1", "discard:INN#1", "discard:?"}  # no Disguise among the hand cards
    do(match, 0, "discard:INN#1")
    do(match, 0, "rest")
    draw(match, 0)  # three cards: Disguises do not count for the limit
    do(match, 1, "stay")
    play(match, 1, "ROBBERY#1")
    do(match, 1, "seat:0")
    assert len(cards(match, "hand/1")) == 3
    assert len(cards(match, "backup/0")) == 8


@pytest.mark.rules("CH-CHAR-DISGUISE-09", "CH-CHAR-DISGUISE-01")
def test_a_second_smoke_screen_collects_the_disguises() -> None:
    match = masked("DISGUISE-FOX#1", "DISGUISE-BEAR#1", lies="down", phase="appear")
    do(match, 0, "appear:DISGUISE")
    assert len(cards(match, "backup/0")) == 8
    assert public(match, 0) == ()


# -- being turned up ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-DISGUISE-02", "CH-CHAR-DISGUISE-03", "CH-CHAR-DISGUISE-11")
@pytest.mark.parametrize("real", ["FOX-1", "?"])
def test_a_card_that_a_notice_turns_up_may_be_covered(real: str) -> None:
    match = masked(hands={1: ["NOTICE#1"]}, turn=1, factions=lying(s0=(real, "BEAR-3:up")))
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    assert (kind(match), asked(match)) == ("disguise", [0])
    assert allowed(match, 0) == {"open", *(f"cover:{mask}" for mask in MASKS)}
    events = do(match, 0, "cover:DISGUISE-DEER#2")
    assert told(events, "disguised") == [{"seat": 0, "side": "left", "piece": "DISGUISE-DEER#2"}]
    assert sees(match, 1, "left/0") == [UNSEEN]
    assert sees(match, 1, "disguise_left/0") == ["DISGUISE-DEER#2"]
    assert kind(match) == "name_public"


@pytest.mark.rules("CH-CHAR-DISGUISE-02")
@pytest.mark.parametrize("real", ["FOX-1", "?"])
def test_covering_is_optional(real: str) -> None:
    match = masked(hands={1: ["NOTICE#1"]}, turn=1, factions=lying(s0=(real, "BEAR-3:up")))
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    do(match, 0, "open")
    if real == "?":
        assert kind(match) == "turn_up_faction"
        do(match, None, "FOX-1")
    assert sees(match, 1, "left/0") == ["FOX-1"]
    assert public(match, 0) == ("bear",)


@pytest.mark.rules("CH-CHAR-DISGUISE-02", "CH-CHAR-DISGUISE-03")
def test_the_faction_of_a_disguise_can_be_called_in_an_own_sweep() -> None:
    match = masked(hands={0: ["SWEEP#1"]}, factions=lying(s1=("DRAGON-2:up", "DRAGON-5")))
    play(match, 0, "SWEEP#1")
    do(match, 0, "turn:left:FOX-1")
    events = do(match, 0, "cover:DISGUISE-DRAGON#1")
    assert told(events, "called") == [{"seat": 0, "faction": "dragon"}]
    assert told(events, "loyal") == [{"seat": 1, "faction": "dragon"}]


@pytest.mark.rules("CH-CHAR-DISGUISE-02", "CH-CHAR-DISGUISE-03", "CH-CHAR-DISGUISE-12")
@pytest.mark.parametrize("real", ["FOX-1", "?"])
def test_a_disguise_of_the_called_faction_passes_a_check_whatever_lies_under_it(real: str) -> None:
    factions = lying(s0=(real, "BEAR-3"), s1=("DEER-2:up", "DRAGON-4"))
    match = masked(hands={1: ["SWEEP#1"]}, turn=1, factions=factions, hp={2: 0, 3: 0})
    play(match, 1, "SWEEP#1")
    do(match, 1, "faction:deer")
    assert {"cover:left:DISGUISE-DEER#1", "cover:right:DISGUISE-DEER#2"} < allowed(match, 0)
    assert "cover:left:DISGUISE-FOX#1" not in allowed(match, 0)
    events = do(match, 0, "cover:left:DISGUISE-DEER#1")
    assert told(events, "loyal") == [{"seat": 0, "faction": "deer"}]
    assert match.state["hp/0"] == 3
    assert (public(match, 0), sees(match, 1, "left/0")) == (("deer",), [UNSEEN])
    off = masked(lies="down", hands={1: ["SWEEP#1"]}, turn=1, factions=factions, hp={2: 0, 3: 0})
    play(off, 1, "SWEEP#1")
    do(off, 1, "faction:deer")
    assert not [key for key in allowed(off, 0) if key.startswith("cover")]


@pytest.mark.rules("CH-CHAR-DISGUISE-02")
def test_a_lost_reflection_and_secret_revealed_ask_too() -> None:
    match = masked(hands={0: ["REFLECTION#1"], 1: []})
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    roll(match, 0, 3)
    roll(match, 1, 5)
    do(match, 0, "cover:DISGUISE-DEER#1")
    events = do(match, 0, "cover:DISGUISE-DEER#2")
    assert told(events, "disguised") == [{"seat": 0, "side": "right", "piece": "DISGUISE-DEER#2"}]
    assert public(match, 0) == ("deer",)
    event = masked(hands={0: ["INN#1"]}, phase="rest", factions=lying(s0=("FOX-1:up", "BEAR-3")))
    turns_up(event, 0, "EVENT-SECRET")
    assert (kind(event), asked(event)) == ("disguise", [0])


@pytest.mark.rules("CH-CHAR-DISGUISE-03", "CH-CHAR-DISGUISE-05")
def test_encounter_and_declare_see_different_things() -> None:
    factions = {0: ("FOX-1", "FOX-3"), 1: ("FOX-6", "FOX-7"), 2: ("FOX-8:up", "FOX-9"), 3: ("FOX-2", "FOX-4")}
    factions |= {4: ("FOX-5", "DEER-1"), 5: ("BEAR-1", "BEAR-2")}
    match = masked("DISGUISE-BEAR#1", seats=6, hands={0: ["ENCOUNTER#1"], 2: []}, factions=factions, hp={5: 0})
    events = play(match, 0, "ENCOUNTER#1")
    assert told(events, "battle") == [{"factions": ("fox", "bear"), "seats": (0, 2)}]
    over = masked("DISGUISE-BEAR#1", seats=6, phase="declare", factions=factions, hp={5: 0})
    do(over, 0, "declare")
    events = do(over, 0, "seen")
    assert told(events, "judged") == [{"over": True, "faction": "fox"}]  # by the real cards


# -- two slots up, and no number (JC-37) -------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-DISGUISE-03")
def test_the_owner_names_which_of_two_shown_factions_is_public_until_a_slot_changes() -> None:
    match = masked("DISGUISE-DEER#1", factions=lying(s0=("FOX-1", "BEAR-3")), hands={1: ["NOTICE#1"]}, turn=1)
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    do(match, 0, "open")
    assert (kind(match), allowed(match, 0)) == ("name_public", {"faction:deer", "faction:bear"})
    do(match, 0, "faction:deer")
    assert public(match, 0) == ("deer",)
    match = masked(
        "DISGUISE-DEER#1",
        factions=lying(s0=("FOX-1", "BEAR-3:up")),
        tracks={"shown/0": "bear"},
        hands={0: ["BETRAY#1"]},
    )
    play(match, 0, "BETRAY#1")
    do(match, 0, "drawn", {"choice/0": ["DRAGON-1", "FOX-2"]})
    do(match, 0, "open:DRAGON-1")
    do(match, 0, "cover:DISGUISE-FOX#1")
    assert (kind(match), allowed(match, 0)) == ("name_public", {"faction:deer", "faction:fox"})  # bear shows no more


# -- being looked at ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-DISGUISE-04", "CH-CHAR-DISGUISE-11")
@pytest.mark.parametrize("real", ["BEAR-3", "?"])
def test_an_emissary_may_be_shown_a_disguise(real: str) -> None:
    match = masked("DISGUISE-DEER#1", factions=lying(s0=("FOX-1", real)), hands={1: ["EMISSARY#1"]}, turn=1)
    play(match, 1, "EMISSARY#1")
    events = do(match, 1, "seat:0")  # the covered card cannot be looked at, so that the other one is meant
    assert told(events, "looked") == [{"seat": 1, "target": 0, "side": "right"}]
    assert (kind(match), asked(match)) == ("show_to", [0])
    events = do(match, 0, "show:DISGUISE-FOX#1")
    (lie,) = [e for e in events if e.kind == "saw_disguise"]
    assert (lie.audience, lie.facts["faction"]) == (frozenset({1}), "fox")
    assert sees(match, 1, "right/0") == [UNSEEN]
    assert "DISGUISE-FOX#1" in cards(match, "backup/0")
    assert public(match, 0) == ("deer",)  # the slot stays down


@pytest.mark.rules("CH-CHAR-DISGUISE-04", "CH-CHAR-DISGUISE-12")
def test_an_emissary_may_be_shown_the_truth_and_must_be_when_the_skill_is_off() -> None:
    match = masked(hands={1: ["EMISSARY#1"]}, turn=1)
    play(match, 1, "EMISSARY#1")
    do(match, 1, "seat:0")
    do(match, 1, "side:left")
    events = do(match, 0, "truth")
    assert "saw" in kinds(events)
    assert (sees(match, 1, "left/0"), sees(match, 2, "left/0")) == (["FOX-1"], [UNSEEN])
    wounded = masked(hands={1: ["EMISSARY#1"]}, turn=1, hp={0: 0})
    play(wounded, 1, "EMISSARY#1")
    do(wounded, 1, "seat:0")
    do(wounded, 1, "side:left")
    assert sees(wounded, 1, "left/0") == ["FOX-1"]


@pytest.mark.rules("CH-CHAR-DISGUISE-11")
def test_a_covered_slot_is_not_turned_up_again() -> None:
    match = masked("DISGUISE-DEER#1", "DISGUISE-DEER#2", hands={1: ["NOTICE#1", "EMISSARY#1"]}, turn=1)
    play(match, 1, "NOTICE#1")
    assert "seat:0" not in allowed(match, 1)


# -- the skill is off --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-DISGUISE-12")
@pytest.mark.parametrize("given", [{"lies": "down"}, {"hp": {0: 0}}])
def test_without_the_skill_nothing_new_is_covered_and_what_lies_there_stays(given) -> None:
    factions = lying(s0=("FOX-1", "BEAR-3:up"))
    match = masked("DISGUISE-BEAR#1", hands={1: ["NOTICE#1"], 2: ["DEED#1"]}, turn=1, factions=factions, **given)
    assert public(match, 0) == ("bear",)
    plain = masked("DISGUISE-BEAR#1", hands={1: ["NOTICE#1"]}, turn=1, **given)
    play(plain, 1, "NOTICE#1")
    do(plain, 1, "seat:0")
    assert sees(plain, 1, "right/0") == ["BEAR-3"]
    assert cards(plain, "disguise_left/0") == ["DISGUISE-BEAR#1"]


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-DISGUISE-13", "CH-CHAR-DISGUISE-05")
@pytest.mark.parametrize(("right", "points"), [("DISGUISE-BEAR#1", 5), ("", 3)])
def test_two_disguises_at_the_end_are_the_honour_and_real_cards_win(right: str, points: int) -> None:
    match = masked(
        "DISGUISE-DEER#1",
        right,
        lies="down",
        phase="round_end",
        factions=lying(s0=("FOX-1", "FOX-3")),
        characters={1: "CAPTAIN", 2: "BARD", 3: "THIEF"},
        tracks={"last_faction": "fox", "hp/0": 0},
        settings={"scoring": "legend"},
    )
    do(match, None, "done")
    assert match.state["score/0"] == points


@pytest.mark.rules("CH-CHAR-DISGUISE-02")
def test_the_master_is_asked_before_the_real_card_is_named_to_anybody() -> None:
    match = masked(hands={1: ["NOTICE#1"]}, turn=1, factions=lying(s0=("?", "?")))
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    assert why_not(match, 0, "turn:left:FOX-6") == ""
    do(match, 0, "turn:left:FOX-6")
    do(match, 0, "cover:DISGUISE-BEAR#2")
    assert (sees(match, 0, "left/0"), sees(match, 1, "left/0")) == (["FOX-6"], [UNSEEN])
    assert refused(match, 0, "open").code == "not_your_turn"
