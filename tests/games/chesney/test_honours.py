"""Honours in general: when they are scored, how often, and what stays secret until then (CH-CHAR-HON-01 to -12)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chesney.pieces import character_kinds
from tests.games.chesney._legend import ended, honour, legend, points, poisoned
from tests.games.chesney._match import (
    Value,
    allowed,
    cards,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    roll,
    sees,
    told,
    turns_up,
)

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}
MASTERS = {"masters": True}
AT_ONCE = {
    *("REAPER", "PRIESTESS", "MOTH", "BARD", "HUNTER", "THIEF", "PYRO", "PUGILIST", "MAIDEN", "FOXGIRL", "SPELL"),
    *("BERSERKER", "RABBIT", "COUNSEL", "ALCHEMIST", "ASSASSIN", "ILLUSION", "GUARD"),
}
BACK = ("FOX-3:down", "BEAR-6:down")
"""Two cards with which no Honour at the end is fulfilled without hit points and Disguises, save the Traveller's and
the Druid's."""


def reaper(*hand: str, lies: str = "up", **more: object) -> Match:
    """The Reaper of seat 0 may play; seats 1 and 2 are at their last hit point."""
    lay = {"hands": {**NONE, 0: [*hand]}, "hp": {1: 1, 2: 1}, **more}
    return legend(characters={0: f"REAPER:{lies}"}, **lay)  # type: ignore[arg-type]


def judged(match: Match, *judges: int) -> None:
    """Everybody shows a token in secret, none fits with all others; the judges look and draw."""
    tokens = iter(("token:fox", "token:bear", "token:deer", "token:dragon") * 2)
    while kind(match) == "tokens":
        do(match, int(match.waiting[0]), next(tokens))
    for judge in judges:
        do(match, judge, "seen")
    for judge in judges:
        draw(match, judge)


# -- when and how often ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-HON-01")
def test_two_points_once_in_a_round_and_only_in_legend() -> None:
    match = reaper("AMBUSH#1", "DUEL#1", "INN#1", tracks={"extra_card": True})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert points(match) == 2
    judged(match, 1)
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:2")
    roll(match, 0, 9)
    roll(match, 2, 1)
    assert match.state["hp/2"] == 0
    assert points(match) == 2, "a second time brings nothing"
    match = middle(characters={0: "REAPER:up"}, hands={**NONE, 0: ["AMBUSH#1"]}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    assert "honour" not in kinds(do(match, 0, "seat:1"))
    assert points(match) == 0


@pytest.mark.rules("CH-CHAR-HON-01")
def test_what_was_scored_at_once_is_not_scored_again_at_the_end() -> None:
    done: dict[str, Value] = {"deeds/0": ("REAPER",), "honoured/0": True}
    assert honour("REAPER:up", BACK, tracks=done) == 0
    assert honour("REAPER:up", BACK, tracks={"deeds/0": ("REAPER",)}) == 2
    match = legend(characters={0: "REAPER"}, tracks=done, phase="appear")
    assert "honour" not in kinds(do(match, 0, "appear:REAPER")), "nor when the card is turned up again"


@pytest.mark.rules("CH-CHAR-HON-02")
@pytest.mark.parametrize("hp", [0, 3])
@pytest.mark.parametrize("lies", ["up", "down"])
def test_whoever_wins_and_however_the_card_lies(hp: int, lies: str) -> None:
    match, events = ended(f"DRUID:{lies}", ("FOX-2:down", "BEAR-5:down"), hp=hp, last="dragon")
    assert points(match) == 2
    assert told(events, "honour") == [{"seat": 0, "character": "druid", "count": 2, "gain": 2}]


@pytest.mark.rules("CH-CHAR-HON-03", "CH-CHAR-HON-07")
@pytest.mark.parametrize("character", character_kinds())
def test_eighteen_at_once_and_twelve_at_the_end(character: str) -> None:
    """Only what is scored at once can have been fulfilled before the round ends."""
    lay = {"TRAVELLER": ("FOX-6:up", "BEAR-3:up"), "DRUID": ("FOX-6:up", "BEAR-3:up"), "CHARMER": BACK}
    mine = lay.get(character, BACK)
    assert honour(f"{character}:down", mine, hp=0) == 0
    assert honour(f"{character}:down", mine, hp=0, tracks={"deeds/0": (character,)}) == (
        2 if character in AT_ONCE else 0
    )
    assert len(AT_ONCE) == 18


@pytest.mark.rules("CH-CHAR-HON-06")
def test_an_honour_counts_even_if_its_judgement_ends_the_round() -> None:
    same = {seat: (f"FOX-{seat + 1}", f"FOX-{seat + 2}") for seat in (0, 2)}
    cards_of = {**same, 1: ("BEAR-1", "BEAR-2"), 3: ("DEER-1", "DEER-2"), 4: ("DEER-3", "DEER-4")}
    match = reaper("AMBUSH#1", factions=cards_of, hp={1: 1, 3: 0, 4: 0})
    play(match, 0, "AMBUSH#1")
    events = kinds(do(match, 0, "seat:1"))
    assert events.index("honour") < events.index("judgement")
    do(match, 1, "seen")
    assert match.question is not None
    assert match.question.kind == "round_over"
    assert points(match) == 2


@pytest.mark.rules("CH-CHAR-HON-07")
def test_the_end_looks_at_how_everything_lay() -> None:
    match, _ = ended("CAPTAIN:up", ("FOX-2:down", "BEAR-5:down"))
    assert all(s.face_up for key in ("left/0", "right/0") for s in match.state.pile(key).slots), "turned up by now"
    assert points(match) == 0, "but not when the round ended"
    assert honour("TRAVELLER:down", ("FOX-2:down", "BEAR-5:down")) == 2, "they lay down then"


@pytest.mark.rules("CH-CHAR-HON-07")
def test_the_hit_points_that_ended_the_round_are_lost() -> None:
    match = legend(
        characters={0: "PALADIN:up", 1: "OATH", 2: "BARD", 3: "PYRO", 4: "MOTH"},
        factions={0: ("FOX-6", "DEER-1"), **{n: (f"BEAR-{n + 1}", f"FOX-{n}") for n in range(1, 5)}},
        hands=NONE,
        phase="declare",
    )
    do(match, 0, "declare")
    events = do(match, 0, "seen")
    assert told(events, "declare_failed") == [{"seat": 0}], "without the declarer all are Bears"
    do(match, None, "done")
    assert [points(match, seat) for seat in range(5)] == [0, 3, 3, 3, 3]


# -- wounding ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-HON-04")
def test_the_last_lost_point_decides_who_has_wounded() -> None:
    match = legend(
        characters={0: "HUNTER", 1: "SWORD:up", 3: "ALCHEMIST:up"},
        hp={2: 1},
        hands={**NONE, 2: ["ELIXIR#1"]},
        phase="appear",
        settings=MASTERS,
    )
    match = poisoned(match)
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:2")
    do(match, 2, "react:ELIXIR#1")
    turns_up(match, 2, "POISON#1")
    while kind(match) == "react":
        do(match, 2, "pass")
    assert match.state["hp/2"] == 0
    assert (points(match, 0), points(match, 3)) == (0, 2), "the Poison took it, not the shot"


@pytest.mark.rules("CH-CHAR-HON-04")
def test_only_the_named_skill_or_card_counts() -> None:
    match = legend(characters={0: "HUNTER:up"}, hands={**NONE, 0: ["AMBUSH#1"]}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert (match.state["hp/1"], points(match)) == (0, 0)
    match = legend(characters={0: "REAPER:up", 1: "BARD:up"}, hands={**NONE, 0: ["ESTRANGE#1"]}, hp={1: 1})
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, 1)
    roll(match, 2, 3)
    assert (match.state["hp/1"], points(match)) == (0, 0)


@pytest.mark.rules("CH-CHAR-HON-05")
def test_who_is_saved_is_not_wounded() -> None:
    match = reaper("AMBUSH#1", hands={**NONE, 0: ["AMBUSH#1"], 1: ["ELIXIR#1"]})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "react:ELIXIR#1")
    draw(match, 1)
    assert (match.state["hp/1"], points(match)) == (1, 0)


@pytest.mark.rules("CH-CHAR-HON-10")
def test_the_own_fall_counts_for_the_spellcaster_alone() -> None:
    match = legend(characters={0: "SPELL"}, hands=NONE, hp={0: 1, 1: 1}, phase="appear", settings=MASTERS)
    do(match, 0, "appear:SPELL")
    while kind(match) == "react":
        do(match, int(match.waiting[0]), "pass")
    assert points(match) == 2, "the Spellcaster and one other"
    flame = {"reserve": ["FIREBALL", "POISON#1", "POISON#2"]}
    match = legend(characters={0: "PYRO:up"}, hands={**NONE, 0: ["BLAST"]}, piles=flame, hp={0: 1})
    play(match, 0, "BLAST")
    do(match, 0, "seat:3")
    assert (match.state["hp/0"], points(match)) == (0, 0)


# -- uses --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-HON-08")
def test_uses_add_up_over_the_round() -> None:
    match = legend(characters={0: "FOXGIRL"}, hp={0: 1}, hands={**NONE, 0: ["MEDITATION#1"]}, phase="appear")
    do(match, 0, "appear:FOXGIRL")
    do(match, 0, "seat:1")
    assert (match.state["used/0"], points(match)) == (1, 0)
    play(match, 0, "MEDITATION#1")
    do(match, 0, "rest")
    draw(match, 0)
    do(match, 1, "stay")
    assert match.state["used/0"] == 1, "also when the character has been turned down"
    fallen = legend(
        characters={0: "FOXGIRL"}, hp={0: 0}, hands={**NONE, 4: ["INN#1"]}, turn=4, tracks={"used/0": 1, "allured/1": 0}
    )
    play(fallen, 4, "INN#1")
    do(fallen, 4, "rest")
    draw(fallen, 4)
    do(fallen, 0, "appear:FOXGIRL")
    do(fallen, 0, "seat:2")
    assert points(fallen) == 2, "and when its owner has been wounded in between"


# -- hidden characters -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-HON-09")
@pytest.mark.parametrize("character", ["REAPER:down", "?"])
def test_a_hidden_characters_honour_stays_secret(character: str) -> None:
    match = legend(characters={0: character}, hands={**NONE, 0: ["AMBUSH#1"]}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert points(match) == 0
    assert not [heard for heard in hears(match) if heard.event.kind == "honour"]
    other = legend(characters={0: "BARD:down"}, hands={**NONE, 0: ["AMBUSH#1"]}, hp={1: 1})
    play(other, 0, "AMBUSH#1")
    do(other, 0, "seat:1")
    assert [h.event for h in hears(match)] == [h.event for h in hears(other)], "the same for any other character"
    assert match.seen(None).tracks == other.seen(None).tracks


@pytest.mark.rules("CH-CHAR-HON-09")
def test_it_comes_out_when_the_character_appears() -> None:
    match = legend(characters={0: "REAPER"}, tracks={"deeds/0": ("REAPER", "HUNTER")}, phase="appear")
    events = do(match, 0, "appear:REAPER")
    assert told(events, "honour") == [{"seat": 0, "character": "reaper", "count": 2, "gain": 2}]
    match = legend(characters={0: "OATH"}, tracks={"deeds/0": ("REAPER", "HUNTER")}, phase="appear")
    do(match, 0, "appear:OATH")
    assert points(match) == 0, "others can do it too, but have nothing of it"


@pytest.mark.rules("CH-CHAR-HON-09")
@pytest.mark.parametrize("told_so", [True, False])
def test_the_owner_may_let_it_out(told_so: bool) -> None:
    lay = {"tracks": {"deeds/0": ("REAPER",)}, "hands": {**NONE, 0: ["TRAP#1"]}}
    match = legend(characters={0: "REAPER" if told_so else "?"}, **lay)  # type: ignore[arg-type]
    assert "honour:REAPER" in allowed(match, 0)
    assert told(do(match, 0, "honour:REAPER"), "honour")
    assert points(match) == 2
    assert kind(match) == "plan", "Plan goes on"
    assert not [key for key in allowed(match, 0) if key.startswith("honour")]
    assert sees(match, 1, "character/0") != ["REAPER"], "the card stays as it lies"
    match = legend(characters={0: "OATH"}, **lay)  # type: ignore[arg-type]
    assert not [key for key in allowed(match, 0) if key.startswith("honour")], "not this character's"
    match = middle(characters={0: "REAPER"}, **lay)  # type: ignore[arg-type]
    assert not [key for key in allowed(match, 0) if key.startswith("honour")], "Adventurer knows no Honours"


@pytest.mark.rules("CH-CHAR-HON-09")
def test_a_character_that_was_up_has_no_secret_any_more() -> None:
    match = reaper("AMBUSH#1", lies="down", tracks={"was_up/0": True})
    play(match, 0, "AMBUSH#1")
    assert told(do(match, 0, "seat:1"), "honour")
    assert points(match) == 2
    match = legend(characters={0: "REAPER"}, hands={**NONE, 0: ["MEDITATION#1", "AMBUSH#1"]}, hp={1: 1}, phase="appear")
    do(match, 0, "appear:REAPER")
    play(match, 0, "MEDITATION#1")
    play(match, 0, "AMBUSH#1")
    assert told(do(match, 0, "seat:1"), "honour")


@pytest.mark.rules("CH-CHAR-HON-09", "CH-CHAR-HON-02")
def test_at_the_end_everything_comes_out() -> None:
    match, events = ended("REAPER:down", BACK, hp=0, tracks={"deeds/0": ("REAPER",)})
    assert points(match) == 2
    order = kinds(events)
    assert order.index("was") < order.index("honour")
    assert cards(match, "character/0") == ["REAPER"]
