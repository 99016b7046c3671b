"""What stops skills and whom they name; the switch for bonuses (CH-CHAR-GEN-12 to -18)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import poisoned
from tests.games.chesney._match import allowed, asked, do, draw, kinds, middle, play, roll, told, turns_up, why_not

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


def before(character: str, **more: object) -> Match:
    """Seat 0 has the choice to appear as this character; all thirty are in play."""
    lay = {"characters": {0: character}, "phase": "appear", "settings": {"masters": True}, **more}
    return middle(**lay)  # type: ignore[arg-type]


@pytest.mark.rules("CH-CHAR-GEN-12")
def test_a_trap_stops_special_skills_and_flame_magic() -> None:
    hands = {**NONE, 0: ["AMBUSH#1"], 1: ["BLAST"]}
    lay = {"characters": {1: "GUARD"}, "hands": hands, "hp": {1: 1}, "settings": {"masters": True}}
    without = {"reserve": ["FIREBALL", "POISON#1", "POISON#2"]}
    for piles, possible in ((without, True), ({**without, "effect/1": ["TRAP#1"]}, False)):
        match = middle(**lay, piles=piles)  # type: ignore[arg-type]
        play(match, 0, "AMBUSH#1")
        do(match, 0, "seat:1")
        offered = {o.key for o in match.options(match.table.seats[1]) if o.refusal is None}
        assert ("skill:GUARD:0" in offered) is possible
    match = middle(
        hands={**NONE, 0: ["BLAST"]}, piles={**without, "effect/0": ["TRAP#1"]}, settings={"mode": "advanced"}
    )
    assert why_not(match, 0, "play:BLAST") == "trapped"


@pytest.mark.rules("CH-CHAR-GEN-13")
def test_what_a_skill_left_on_the_table_stays_when_its_owner_falls() -> None:
    lay = {"tracks": {"allured/1": 0}, "hands": {**NONE, 1: ["AMBUSH#1"]}, "hp": {0: 1}, "turn": 1}
    match = middle(characters={0: "FOXGIRL:down"}, **lay)  # type: ignore[arg-type]
    play(match, 1, "AMBUSH#1")
    assert "seat:0" not in allowed(match, 1), "the marker works with the character down"
    match = poisoned(
        middle(characters={3: "ALCHEMIST:up"}, settings={"masters": True}, hp={3: 0}, hands=NONE, phase="declare")
    )
    do(match, 0, "rest")
    turns_up(match, 0, "POISON#1")
    assert match.state["hp/0"] == 2, "the Poison of a wounded Alchemist works"


@pytest.mark.rules("CH-CHAR-GEN-13")
def test_with_hit_points_a_passive_skill_works_again() -> None:
    match = middle(characters={1: "OATH:up"}, hands={**NONE, 0: ["DEED#1"], 4: ["INN#1"]}, hp={1: 0}, turn=4)
    play(match, 4, "INN#1")
    do(match, 4, "rest")
    draw(match, 4)
    do(match, 0, "stay")
    play(match, 0, "DEED#1")
    assert allowed(match, 0) == {"seat:2", "seat:3", "seat:4"}


@pytest.mark.rules("CH-CHAR-GEN-15")
def test_a_skill_without_damage_may_name_wounded_players() -> None:
    match = before("FOXGIRL", hp={1: 0})
    do(match, 0, "appear:FOXGIRL")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}
    match = before("PUGILIST", hp={1: 0})
    do(match, 0, "appear:PUGILIST")
    assert allowed(match, 0) == {"seat:2", "seat:3", "seat:4"}


@pytest.mark.rules("CH-CHAR-GEN-16")
def test_nobody_refuses_a_skill() -> None:
    match = before("FOXGIRL")
    do(match, 0, "appear:FOXGIRL")
    events = do(match, 0, "seat:3")
    assert told(events, "allured") == [{"seat": 0, "target": 3}]
    assert asked(match) == [0], "the target was not asked"


@pytest.mark.rules("CH-CHAR-GEN-17")
def test_the_captains_bonus_is_switched_by_the_way_of_appearing() -> None:
    lay = {"factions": {0: ("FOX-5:up", "FOX-1:up"), 1: ("BEAR-4:up", "?")}, "hands": NONE}
    for key, bonus in (("appear:CAPTAIN", 10), ("appear:CAPTAIN:plain", 0)):
        match = before("CAPTAIN", **lay)
        said = [word for word in kinds(do(match, 0, key)) if word.startswith("bonus")]
        assert said == ([] if bonus else ["bonus_off"]), "nothing is said of what stays as it is"
        assert told(roll(match, 0, 5), "rolled")[0]["bonus"] == bonus


@pytest.mark.rules("CH-CHAR-GEN-17")
def test_the_reapers_bonus_is_switched_off_and_only_where_there_is_one() -> None:
    open_cards = {"factions": {0: ("FOX-5:up", "BEAR-4:up")}, "hands": {**NONE, 0: ["AMBUSH#1"]}}
    match = middle(characters={0: "REAPER:up"}, **open_cards)  # type: ignore[arg-type]
    do(match, 0, "bonus_off")
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert match.state["hp/2"] == 2
    for character in ("REAPER:down", "OATH:up", "?"):
        match = middle(characters={0: character}, **open_cards)  # type: ignore[arg-type]
        assert not [key for key in allowed(match, 0) if key.startswith("bonus")]


@pytest.mark.rules("CH-CHAR-GEN-18")
def test_a_skill_uses_up_no_card() -> None:
    match = before("HUNTER", hands={**NONE, 0: ["AMBUSH#1", "INN#1"]}, hp={4: 2})
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:2")
    assert (match.state["reds"], match.state["greens"]) == (0, 0)
    assert {"play:AMBUSH#1", "play:INN#1"} <= allowed(match, 0)
    match = before("HUNTER", tracks={"rage/0": "now"}, hands={**NONE, 0: ["INN#1"]})
    assert "appear:HUNTER" in allowed(match, 0), "what forbids cards does not forbid skills"
