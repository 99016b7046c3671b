"""Illusionist and Elite Guard: damage that goes elsewhere, and damage that is struck back."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import Seat
from tests.games.chesney._match import allowed, asked, do, kind, middle, play, refused, roll, told, turns_up, why_not
from tests.games.chesney._poison import poisoned

FULL = {"masters": True, "scoring": "legend"}
OPEN = {1: "BARD:up", 2: "THIEF:up", 3: "REAPER:up", 4: "MERCHANT:up", 5: "SWORD:up"}


def table(who: str, count: int = 5, **given) -> Match:
    """This character on seat 0, face-down; the others lie open and hold nothing unless said."""
    people = {seat: name for seat, name in OPEN.items() if seat < count}
    given["characters"] = {0: who, **people, **given.get("characters", {})}
    given["hands"] = {**{seat: [] for seat in range(count)}, **given.get("hands", {})}
    given["settings"] = {**FULL, **given.get("settings", {})}
    return middle(count, **given)


def ambushed(who: str, points_left: int, *, by: int = 1, **given) -> Match:
    """Seat 1 (unless said) ambushes seat 0."""
    given["hands"] = {by: ["AMBUSH#1"], **given.get("hands", {})}
    given["hp"] = {0: points_left, **given.get("hp", {})}
    match = table(who, turn=by, **given)
    play(match, by, "AMBUSH#1")
    do(match, by, "seat:0")
    return match


BATTLE = {0: ("FOX-1:up", "FOX-2"), 1: ("BEAR-1:up", "BEAR-2"), 2: ("BEAR-3:up", "BEAR-4"), 3: ("DEER-1", "DEER-2")}


def lost_battle(who: str, points_left: int, **given) -> Match:
    """An Encounter that seat 0 alone has lost against seats 1 and 2."""
    match = table(who, 6, hp={0: points_left, **given.pop("hp", {})}, turn=3, factions=BATTLE, **given)
    play(match, 3, "ENCOUNTER#1")
    for seat in (0, 1, 2):
        roll(match, seat, 5)
    return match


CALL = {"hands": {3: ["ENCOUNTER#1"]}}


# -- Illusion ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-ILLUSION-01", "CH-CHAR-ILLUSION-07")
@pytest.mark.parametrize("points_left", [3, 1])
def test_the_damage_goes_to_another_player_than_himself_and_the_attacker(points_left: int) -> None:
    match = ambushed("ILLUSION", points_left, hp={2: 1, 4: 0})
    assert allowed(match, 0) == {"skill:ILLUSION:2", "skill:ILLUSION:3", "pass"}
    do(match, 0, "skill:ILLUSION:2")
    assert (match.state["hp/0"], match.state["hp/2"]) == (points_left, 0)
    assert match.state["score/0"] == 2
    assert match.state["score/1"] == 0
    assert match.state["deeds/1"] == ()


@pytest.mark.rules("CH-CHAR-ILLUSION-01")
@pytest.mark.parametrize("given", [{"characters": {0: "ILLUSION:up"}}, {"piles": {"effect/0": ["TRAP#1:up"]}}])
def test_it_needs_a_card_that_lies_down_and_no_trap(given) -> None:
    match = ambushed("ILLUSION", 3, **given)
    assert asked(match) == [1]
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-CHAR-ILLUSION-02", "CH-CHAR-ILLUSION-03")
def test_all_points_are_transferred_also_those_beyond_the_own_hp() -> None:
    match = table("ILLUSION", hands={3: ["DUEL#1"]}, hp={0: 1}, turn=3, factions={3: ("FOX-1:up", "FOX-2:up")})
    play(match, 3, "DUEL#1")
    do(match, 3, "seat:0")
    roll(match, 3, 12)
    roll(match, 0, 1)
    events = do(match, 0, "skill:ILLUSION:1")  # ten ahead, and a Reaper: three points
    assert told(events, "damaged") == [{"seat": 1, "count": 3, "left": 0, "cause": "illusion"}]
    assert match.state["hp/0"] == 1


@pytest.mark.rules("CH-CHAR-ILLUSION-03")
def test_the_target_answers_it_like_a_skill_of_the_illusionist() -> None:
    match = ambushed("ILLUSION", 2, hp={2: 1}, hands={2: ["STRUGGLE#1"]})
    do(match, 0, "skill:ILLUSION:2")
    do(match, 2, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 1  # the Illusionist is the source
    sword = table("ILLUSION", 6, hands={1: ["AMBUSH#1"]}, turn=1)
    play(sword, 1, "AMBUSH#1")
    do(sword, 1, "seat:0")
    do(sword, 0, "skill:ILLUSION:5")
    assert asked(sword) == [1]  # no card has hit the Sword Master
    assert (sword.state["hp/5"], sword.state["hp/0"]) == (2, 3)


@pytest.mark.rules("CH-CHAR-ILLUSION-03")
def test_the_bans_of_the_first_damage_do_not_travel() -> None:
    match = poisoned(phase="rest", characters={0: "ILLUSION", 1: "BARD:up"}, hp={1: 1}, hands={0: [], 1: ["ELIXIR#1"]})
    turns_up(match, 0, "POISON#1")
    do(match, 0, "skill:ILLUSION:1")
    assert "react:ELIXIR#1" in allowed(match, 1)


@pytest.mark.rules("CH-CHAR-ILLUSION-04")
def test_without_a_legal_target_nothing_is_offered_and_all_sources_are_excluded() -> None:
    match = table("ILLUSION", hands={1: ["AMBUSH#1"]}, hp={2: 0, 3: 0, 4: 0}, turn=1)
    play(match, 1, "AMBUSH#1")  # there is only one to aim at
    assert match.state["hp/0"] == 2
    assert asked(match) == [1]
    battle = lost_battle("ILLUSION", 3, **CALL)
    assert allowed(battle, 0) == {"skill:ILLUSION:3", "skill:ILLUSION:4", "skill:ILLUSION:5", "pass"}


@pytest.mark.rules("CH-CHAR-ILLUSION-05")
def test_not_against_events_own_damage_and_a_precise_shot() -> None:
    storm = table("ILLUSION", phase="rest")
    turns_up(storm, 0, "EVENT-STORM")
    do(storm, 0, "3")
    assert storm.state["hp/0"] == 2
    assert kind(storm) == "roll"
    assert asked(storm) == [1]
    shot = table("ILLUSION", turn=1, phase="appear", characters={1: "HUNTER"})
    do(shot, 1, "appear:HUNTER")
    do(shot, 1, "seat:0")
    assert asked(shot) != [0]
    piles = {"reserve": ["FIREBALL", "POISON#1", "POISON#2"]}
    own = table("ILLUSION", hands={0: ["BLAST"]}, piles=piles)
    play(own, 0, "BLAST")
    do(own, 0, "seat:2")
    assert kind(own) != "react"


@pytest.mark.rules("CH-CHAR-ILLUSION-06")
def test_a_holder_of_the_beast_may_be_named_for_nothing_and_his_fox_girl_not_at_all() -> None:
    match = ambushed(
        "ILLUSION",
        3,
        characters={2: "FOXGIRL:up"},
        tracks={"allured/0": Seat(2)},
        piles={"effect/3": ["BEAST:up"]},
    )
    assert allowed(match, 0) == {"skill:ILLUSION:3", "skill:ILLUSION:4", "pass"}
    do(match, 0, "skill:ILLUSION:3")
    assert (match.state["hp/0"], match.state["hp/3"]) == (3, 3)


@pytest.mark.rules("CH-CHAR-ILLUSION-03", "CH-CHAR-ILLUSION-07")
def test_the_table_may_leave_the_attacker_as_the_source() -> None:
    match = ambushed("ILLUSION", 3, hp={2: 1}, hands={2: ["STRUGGLE#1"]}, settings={"illusion_source": "attacker"})
    do(match, 0, "skill:ILLUSION:2")
    do(match, 2, "react:STRUGGLE#1")
    assert (match.state["hp/0"], match.state["hp/1"]) == (3, 2)
    assert match.state["hp/2"] == 0
    assert match.state["score/0"] == 0


@pytest.mark.rules("CH-CHAR-ILLUSION-01", "CH-CHAR-ILLUSION-02")
def test_a_blow_struck_back_at_the_same_moment_is_not_undone() -> None:
    match = table(
        "ILLUSION", hands={0: ["DUEL#1"], 1: ["STRUGGLE#1"]}, hp={0: 3, 1: 1}, settings={"user_reacts_first": False}
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 4)
    roll(match, 1, 4)
    do(match, 1, "react:STRUGGLE#1")
    do(match, 0, "pass")  # against the Struggle
    do(match, 0, "skill:ILLUSION:2")  # against the Duel
    assert match.state["hp/0"] == 2


# -- Deadly Counterattack ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-GUARD-01")
def test_the_whole_damage_is_negated_and_one_point_goes_back() -> None:
    match = table("GUARD", hands={3: ["DUEL#1"]}, hp={0: 2}, turn=3, factions={3: ("FOX-1:up", "FOX-2:up")})
    play(match, 3, "DUEL#1")
    do(match, 3, "seat:0")
    roll(match, 3, 12)
    roll(match, 0, 1)
    assert match.state["hp/0"] == 0
    do(match, 0, "skill:GUARD:3")
    assert (match.state["hp/0"], match.state["hp/3"]) == (2, 2)


@pytest.mark.rules("CH-CHAR-GUARD-01", "CH-CHAR-GUARD-04")
def test_it_needs_the_last_point_a_card_that_lies_down_and_no_trap() -> None:
    early = ambushed("GUARD", 2)
    assert why_not(early, 0, "skill:GUARD:1") == "not_the_last_hp"
    for given in ({"characters": {0: "GUARD:up"}}, {"piles": {"effect/0": ["TRAP#1:up"]}}):
        match = ambushed("GUARD", 1, **given)
        assert (match.state["hp/0"], kind(match)) == (0, "tokens")


@pytest.mark.rules("CH-CHAR-GUARD-01")
def test_nothing_more_answers_what_was_negated() -> None:
    match = ambushed("GUARD", 1, hands={0: ["ELIXIR#1", "STRUGGLE#1"]})
    do(match, 0, "skill:GUARD:1")
    assert kind(match) != "react"
    assert match.state["hp/1"] == 2


@pytest.mark.rules("CH-CHAR-GUARD-02")
def test_against_the_counter_elixir_is_forbidden_and_struggle_is_not() -> None:
    match = ambushed("GUARD", 1, hands={1: ["AMBUSH#1", "ELIXIR#1", "STRUGGLE#1"]}, hp={1: 1})
    do(match, 0, "skill:GUARD:1")
    assert refused(match, 1, "react:ELIXIR#1").rule == "CH-CHAR-GUARD-02"
    do(match, 1, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 0


@pytest.mark.rules("CH-CHAR-GUARD-02")
def test_skills_answer_the_counter() -> None:
    match = ambushed("GUARD", 1, characters={1: "ILLUSION"})
    do(match, 0, "skill:GUARD:1")
    do(match, 1, "skill:ILLUSION:3")
    assert (match.state["hp/0"], match.state["hp/1"], match.state["hp/3"]) == (1, 3, 2)


@pytest.mark.rules("CH-CHAR-GUARD-03")
def test_of_several_sources_the_guard_picks_one() -> None:
    match = lost_battle("GUARD", 1, **CALL)
    assert allowed(match, 0) == {"skill:GUARD:1", "skill:GUARD:2", "pass"}
    do(match, 0, "skill:GUARD:2")
    assert [match.state[f"hp/{seat}"] for seat in range(3)] == [1, 3, 2]


@pytest.mark.rules("CH-CHAR-GUARD-03")
def test_with_no_source_standing_there_is_only_the_negation() -> None:
    match = table("GUARD", hands={2: ["DUEL#1"]}, hp={0: 1, 2: 1}, turn=2)
    play(match, 2, "DUEL#1")
    do(match, 2, "seat:0")
    roll(match, 2, 4)
    roll(match, 0, 4)
    assert (match.state["hp/0"], match.state["hp/2"]) == (0, 0)
    assert allowed(match, 0) == {"skill:GUARD", "pass"}
    do(match, 0, "skill:GUARD")
    assert match.state["hp/0"] == 1


@pytest.mark.rules("CH-CHAR-GUARD-05")
@pytest.mark.parametrize(("left", "points"), [(1, 2), (2, 0)])
def test_wounding_the_source_by_it_is_the_honour(left: int, points: int) -> None:
    match = ambushed("GUARD", 1, hp={1: left})
    do(match, 0, "skill:GUARD:1")
    assert match.state["score/0"] == points


# -- what the table sees -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-GUARD-01", "CH-CHAR-ILLUSION-01", "CH-CHAR-BERSERKER-01")
def test_an_unknown_character_is_asked_like_one_that_could_and_any_may_be_turned_up() -> None:
    match = ambushed("?", 1)
    assert allowed(match, 0) == {
        "skill:BERSERKER",
        "skill:GUARD:1",
        "skill:ILLUSION:2",
        "skill:ILLUSION:3",
        "skill:ILLUSION:4",
        "pass",
    }
    harmless = ambushed("PALADIN", 1)
    assert (kind(harmless), allowed(harmless, 0)) == ("react", {"pass"})
    normal = ambushed("?", 1, settings={"masters": False})
    assert kind(normal) != "react"  # nobody can have such a character in that game
