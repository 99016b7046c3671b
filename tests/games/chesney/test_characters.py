"""Characters in general: setup, Appear, what turns a character up and down (CH-CHAR-GEN-01 to -12)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN
from rules.games.chesney.pieces import character_kinds, decks
from tests.games.chesney._legend import legend
from tests.games.chesney._match import (
    Value,
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
    sees,
    told,
    why_not,
)

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


def before(character: str, **more: object) -> Match:
    """Seat 0 has the choice to appear as this character; all thirty are in play."""
    lay = {"characters": {0: character}, "phase": "appear", "settings": {"masters": True}, **more}
    return middle(**lay)  # type: ignore[arg-type]


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-GEN-01", "CH-CHAR-GEN-03")
def test_twenty_characters_or_thirty_each_once() -> None:
    normal = decks({"mode": "advanced", "masters": False}, 10)["characters"]
    every = decks({"mode": "advanced", "masters": True}, 10)["characters"]
    assert (len(normal), len(set(normal)), len(every), len(set(every))) == (20, 20, 30, 30)
    assert set(normal) < set(every)
    match = middle(10, phase="characters", settings={"mode": "advanced"}, piles=_no_characters(10))
    events = do(match, None, "dealt")
    assert not kinds(events)
    assert [len(cards(match, f"offer/{s}")) for s in range(10)] == [2] * 10, "ten players use all twenty"
    assert cards(match, "character_pile") == []


def _no_characters(seats: int) -> dict[str, tuple[str, ...]]:
    return {f"character/{seat}": () for seat in range(seats)}


@pytest.mark.rules("CH-CHAR-GEN-02")
def test_only_the_owner_sees_the_pair_and_the_choice() -> None:
    match = middle(phase="characters", settings={"mode": "advanced"}, piles=_no_characters(5))
    do(match, None, "dealt", {"offer/0": ["BARD", "OATH"]})
    assert sees(match, 0, "offer/0") == ["BARD", "OATH"]
    assert sees(match, 1, "offer/0") == sees(match, -1, "offer/0") == [UNSEEN, UNSEEN]
    do(match, 0, "keep:OATH")
    for seat in (1, 2, 3, 4):
        do(match, seat, "keep:?")
    assert sees(match, 0, "character/0") == ["OATH"]
    assert sees(match, 1, "character/0") == [UNSEEN]
    assert "BARD" not in sees(match, 1, "character_pile")
    assert [len(cards(match, f"offer/{s}")) for s in range(5)] == [0] * 5


@pytest.mark.rules("CH-CHAR-GEN-03")
def test_characters_stay_where_they_are() -> None:
    match = legend(characters={0: "BARD:up", 1: "OATH"}, hands={**NONE, 0: ["ROBBERY#1", "RUNESTONE"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    draw(match, 1)
    assert (cards(match, "character/0"), cards(match, "character/1")) == (["BARD"], ["OATH"])


@pytest.mark.rules("CH-CHAR-GEN-04")
def test_a_new_round_starts_from_nothing() -> None:
    tracks: dict[str, Value] = {
        "deeds/0": ("BARD",),
        "honoured/0": True,
        "was_up/0": True,
        "bonus_off/0": True,
        "used/0": 1,
        "field/0": ("1",),
        "rage/0": "next",
        "poisoner": 3,
        "no_red": True,
        "extra_card": True,
    }
    masks = [f"DISGUISE-{faction}#{n}" for faction in ("FOX", "BEAR", "DEER", "DRAGON") for n in (1, 2)]
    lay = {
        "disguise_reserve": [mask for mask in masks if mask not in ("DISGUISE-FOX#1", "DISGUISE-BEAR#1")],
        "disguise_left/0": ["DISGUISE-FOX#1"],
        "backup/0": ["DISGUISE-BEAR#1"],
        "hand/1": ["BLAST"],
        "effect/2": ["TRAP#1"],
        "reserve": ["FIREBALL", "POISON#1", "POISON#2"],
    }
    match = legend(characters={0: "DISGUISE:up"}, tracks=tracks, piles=lay, phase="round")
    assert kind(match) == "prepare"
    fresh = {key: match.state[key] for key in tracks}
    assert not any(fresh.values()), fresh
    assert [cards(match, key) for key in ("disguise_left/0", "backup/0", "effect/2", "character/0")] == [[], [], [], []]
    assert sorted(str(c) for c in cards(match, "reserve")) == ["BLAST", "FIREBALL", "POISON#1", "POISON#2"]


# -- turning up and down -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-GEN-05", "CH-CHAR-GEN-10")
def test_up_is_public_and_down_is_a_back() -> None:
    match = before("BARD", hands={**NONE, 0: ["MEDITATION#1"]})
    assert sees(match, 1, "character/0") == [UNSEEN]
    do(match, 0, "appear:BARD")
    assert sees(match, 1, "character/0") == sees(match, -1, "character/0") == ["BARD"]
    do(match, 0, "no")
    play(match, 0, "MEDITATION#1")
    assert sees(match, 1, "character/0") == sees(match, -1, "character/0") == [UNSEEN]
    assert sees(match, 0, "character/0") == ["BARD"]


@pytest.mark.rules("CH-CHAR-GEN-06")
def test_appear_is_the_first_thing_in_the_own_turn_and_never_forced() -> None:
    match = middle(characters={0: "REAPER"}, turn=4, phase="turn_end", hands={**NONE, 0: ["TRAP#1"]})
    assert (kind(match), asked(match)) == ("appear", [0])
    assert allowed(match, 0) == {"stay", "appear:REAPER"}
    do(match, 0, "stay")
    assert kind(match) == "plan"
    assert sees(match, -1, "character/0") == [UNSEEN]
    match = middle(characters={0: "REAPER:up"}, turn=4, phase="turn_end", hands={**NONE, 0: ["TRAP#1"]})
    assert kind(match) == "plan", "up already"


@pytest.mark.rules("CH-CHAR-GEN-06", "CH-CHAR-GEN-12")
def test_no_appear_under_a_trap_or_in_a_supporter_turn() -> None:
    trapped = {"effect/0": ["TRAP#2"]}
    match = middle(characters={0: "REAPER"}, turn=4, phase="turn_end", hands={**NONE, 0: ["TRAP#1"]}, piles=trapped)
    assert kind(match) == "plan"
    match = middle(characters={0: "REAPER"}, turn=4, phase="turn_end", hp={0: 0})
    assert kind(match) == "interfere"


@pytest.mark.rules("CH-CHAR-GEN-06", "CH-CHAR-GEN-10", "CH-CHAR-HON-08")
def test_once_in_a_turn_and_again_in_the_next() -> None:
    match = before("MAIDEN", hands={**NONE, 0: ["MEDITATION#1", "INN#1"]}, turn=0)
    do(match, 0, "appear:MAIDEN")
    for seat in (1, 2, 3, 4):
        do(match, seat, "token:fox")
    do(match, 0, "seen")
    play(match, 0, "MEDITATION#1")
    assert not [key for key in allowed(match, 0) if key.startswith("appear")]
    assert kind(match) == "plan_more"
    match = before("MAIDEN", turn=0, tracks={"used/0": 1, "was_up/0": True})
    assert "appear:MAIDEN" in allowed(match, 0), "in a later turn"


@pytest.mark.rules("CH-CHAR-GEN-03", "CH-CHAR-GEN-06")
def test_an_untold_character_is_named_by_appearing() -> None:
    match = before("?", hp={1: 2})
    do(match, 0, "appear:PRIESTESS")
    assert sees(match, -1, "character/0") == ["PRIESTESS"]
    assert match.state["hp/1"] == 3, "and its skill is carried out"
    match = middle(characters={0: "?", 1: "PRIESTESS"}, phase="appear")
    assert refused(match, 0, "appear:PRIESTESS").code == "cannot_be_there", "somebody else has it"


@pytest.mark.rules("CH-CHAR-GEN-07")
def test_an_active_skill_comes_before_everything_else() -> None:
    match = before("HUNTER", hands={**NONE, 2: ["ELIXIR#1"]}, hp={2: 1})
    do(match, 0, "appear:HUNTER")
    assert kind(match) == "shoot"
    do(match, 0, "seat:2")
    assert (kind(match), asked(match)) == ("react", [2]), "the window belongs to it"
    do(match, 2, "react:ELIXIR#1")
    draw(match, 2)
    assert kind(match) == "declare", "then Plan, which is skipped without cards"


@pytest.mark.rules("CH-CHAR-GEN-08")
@pytest.mark.parametrize("character", ["BERSERKER", "ILLUSION", "GUARD"])
@pytest.mark.parametrize("told_so", [True, False])
def test_special_skills_do_not_appear(character: str, told_so: bool) -> None:
    match = before(character if told_so else "?")
    refusal = refused(match, 0, f"appear:{character}")
    assert (refusal.code, refusal.rule) == ("waits_for_its_moment", "CH-CHAR-GEN-08")


NO_RESERVE = {"reserve": [], "hand/4": ["BLAST", "FIREBALL", "POISON#1", "POISON#2"]}


@pytest.mark.rules("CH-CHAR-GEN-09")
@pytest.mark.parametrize("told_so", [True, False])
def test_which_characters_are_refused_when_nothing_could_come_of_it(told_so: bool) -> None:
    """Nobody shows a faction, both markers are out, the reserve is empty and nobody's character lies open."""
    lay = {"tracks": {"allured/1": 0, "allured/2": 0}, "piles": NO_RESERVE, "factions": {0: ("FOX-1:up", "?")}}
    refusals = set()
    for name, character in character_kinds().items():
        if not character.special:
            match = before(name if told_so else "?", **lay)
            if why_not(match, 0, f"appear:{name}"):
                refusals.add(name)
                assert why_not(match, 0, f"appear:{name}") == f"no_{name.lower()}_now"
    assert refusals == {"CAPTAIN", "FOXGIRL", "ALCHEMIST", "PYRO", "ASSASSIN"}


@pytest.mark.rules("CH-CHAR-GEN-10")
def test_a_wounded_player_may_turn_the_character_down_too() -> None:
    match = middle(characters={0: "OATH:up"}, hands={**NONE, 0: ["MEDITATION#1"]}, hp={0: 0}, phase="interfere")
    events = play(match, 0, "MEDITATION#1")
    assert told(events, "character_down") == [{"seat": 0}]


@pytest.mark.rules("CH-CHAR-GEN-11")
def test_nothing_else_turns_a_character_down() -> None:
    match = middle(characters={0: "OATH:up"}, hands={**NONE, 1: ["AMBUSH#1", "TRAP#1"]}, hp={0: 1}, turn=1)
    play(match, 1, "TRAP#1")
    do(match, 1, "seat:0")
    play(match, 1, "AMBUSH#1")
    do(match, 1, "seat:0")
    assert match.state["hp/0"] == 0
    assert sees(match, -1, "character/0") == ["OATH"]
    match = middle(characters={0: "OATH:up"}, hands=NONE, phase="declare")
    do(match, 0, "rest")
    draw(match, 0)
    assert asked(match) == [1]
    assert sees(match, -1, "character/0") == ["OATH"]
