"""Advanced Mode in general: when characters are turned up and when their skills work. The characters have own tests."""

from __future__ import annotations

import pytest

from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import UNSEEN, Event
from rules.games.chesney.names import ACTIONS, CHARACTERS
from rules.games.chesney.pieces import character_kinds, decks
from tests.games.chesney._match import (
    CHESNEY,
    allowed,
    asked,
    cards,
    do,
    draw,
    kind,
    kinds,
    middle,
    play,
    roll,
    sees,
    told,
    why_not,
)

ALL = {"mode": "advanced", "masters": True}


def idle(match: Match, seat: int) -> None:
    """A turn in which nothing happens but a discard and a draw."""
    if kind(match) == "appear":
        do(match, seat, "stay")
    if kind(match) == "interfere":
        do(match, seat, "enough")
        return
    if kind(match) == "plan":
        do(match, seat, "discard:?")
        if kind(match) == "discard_more":
            do(match, seat, "enough")
    do(match, seat, "rest")
    if kind(match) == "draw":
        draw(match, seat)


def bonus(events: tuple[Event, ...]) -> object:
    """What a skill has added to the roll just told."""
    return told(events, "rolled")[0]["bonus"]


# -- what it adds ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ADV-01", "CH-ADV-17")
@pytest.mark.parametrize("seats", [4, 10])
def test_what_advanced_mode_adds(seats: int) -> None:
    basic, advanced = (decks({"mode": mode, "masters": True}, seats) for mode in ("basic", "advanced"))
    assert set(advanced) - set(basic) == {CHARACTERS, "disguises"}
    more = set(advanced[ACTIONS]) - set(basic[ACTIONS])
    assert {p.kind for p in more} == {"BLAST", "FIREBALL", "POISON"}
    assert len(basic[ACTIONS]) == (80 if seats == 4 else 82) + 5  # the skill cards are none of them
    assert len(more) + len(advanced["disguises"]) == 12
    assert advanced["factions"] == basic["factions"]


@pytest.mark.rules("CH-ADV-01", "CH-ADV-02")
def test_basic_mode_has_no_appear() -> None:
    basic, advanced = (middle(phase="turn", settings={"mode": mode}) for mode in ("basic", "advanced"))
    assert (kind(basic), kind(advanced)) == ("plan", "appear")
    do(advanced, 0, "stay")
    assert allowed(basic, 0) <= allowed(advanced, 0)  # Plan is the same
    assert "character/0" not in basic.state.piles


@pytest.mark.rules("CH-ADV-17")
def test_skill_cards_wait_in_the_reserve() -> None:
    match = Match(CHESNEY, Header("chesney", 4, ALL))
    while kind(match) != "deal_hands":
        question = match.question
        assert question is not None
        for seat in match.waiting or (None,):
            do(match, seat, next(o.key for o in match.options(seat) if o.refusal is None))
    assert set(cards(match, "reserve")) == {"BLAST", "FIREBALL", "POISON#1", "POISON#2"}
    assert len(cards(match, "pile")) == 80


@pytest.mark.rules("CH-ADV-17")
def test_a_new_pile_takes_no_skill_cards() -> None:
    match = middle(
        hands={0: ["?"]},
        settings=ALL,
        phase="rest",
        piles={"pile": ["?", "?"], "discard": ["?@actions"] * 71},
        tracks={"events_in_pile": 0, "renewed": True},
    )
    draw(match, 0)
    assert kind(match) == "renew_pile"
    assert set(cards(match, "reserve")) == {"BLAST", "FIREBALL", "POISON#1", "POISON#2"}
    assert len(cards(match, "pile")) == 71


@pytest.mark.rules("CH-ADV-16")
def test_the_masters_are_added_when_the_table_says_so() -> None:
    masters = {kind for kind, character in character_kinds().items() if character.master}
    assert len(masters) == 10
    usual = decks({"mode": "advanced", "masters": False}, 6)[CHARACTERS]
    assert (len(usual), masters & set(usual)) == (20, set())
    assert len(decks(ALL, 6)[CHARACTERS]) == 30
    assert CHESNEY.check_settings({"mode": "advanced"})["masters"] is False


# -- Appear and active skills ------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ADV-02", "CH-ADV-05")
def test_a_character_may_appear_before_plan_or_stay_hidden() -> None:
    match = middle(characters={0: "DRUID"}, phase="turn")
    assert (kind(match), asked(match), allowed(match, 0)) == ("appear", [0], {"stay", "appear:DRUID"})
    events = do(match, 0, "appear:DRUID")
    assert told(events, "character_up") == [{"seat": 0, "piece": "DRUID"}]
    assert (sees(match, -1, "character/0"), kind(match)) == (["DRUID"], "plan")
    match = middle(characters={0: "DRUID"}, phase="turn")
    do(match, 0, "stay")
    assert (sees(match, 1, "character/0"), kind(match)) == ([UNSEEN], "plan")


@pytest.mark.rules("CH-ADV-02")
def test_an_unseen_character_appears_by_naming_it() -> None:
    match = middle(settings={"mode": "advanced"}, phase="turn")
    assert {"stay", "appear:DRUID", "appear:HUNTER"} <= allowed(match, 0)
    do(match, 0, "appear:DRUID")
    assert sees(match, -1, "character/0") == ["DRUID"]


@pytest.mark.rules("CH-ADV-03", "CH-ADV-09")
def test_an_active_skill_is_used_at_once_and_leaves_the_plan() -> None:
    match = middle(hands={0: ["AMBUSH#1", "NOTICE#1"]}, characters={0: "HUNTER"}, phase="turn")
    do(match, 0, "appear:HUNTER")
    assert (kind(match), asked(match)) == ("shoot", [0])
    events = do(match, 0, "seat:2")
    assert told(events, "damaged") == [{"seat": 2, "count": 1, "left": 2, "cause": "hunter"}]
    assert kind(match) == "plan"
    assert {"play:AMBUSH#1", "play:NOTICE#1"} <= allowed(match, 0)
    assert cards(match, "play_area") == []


@pytest.mark.rules("CH-ADV-09")
def test_a_sweep_by_a_skill_is_no_played_card() -> None:
    mats = {0: ("FOX-1:up", "FOX-2:up")}
    match = middle(hands={0: ["AMBUSH#1", "?"]}, factions=mats, characters={0: "RANGER"}, phase="turn")
    do(match, 0, "appear:RANGER")
    for seat in (1, 2, 3, 4):
        do(match, seat, "neither")
    assert (match.state["reds"], cards(match, "play_area"), kind(match)) == (0, [], "plan")
    assert "play:AMBUSH#1" in allowed(match, 0)


@pytest.mark.rules("CH-ADV-03")
def test_an_active_skill_is_not_used_again_while_the_card_stays_up() -> None:
    match = middle(4, characters={0: "HUNTER:up"}, phase="turn")
    for seat in range(4):
        idle(match, seat)
    assert (kind(match), asked(match)) == ("plan", [0])
    assert [match.state[f"hp/{s}"] for s in range(4)] == [3] * 4


@pytest.mark.rules("CH-ADV-04", "CH-ADV-10", "CH-ACT-MEDITATION-02")
def test_a_character_turned_down_appears_again_in_a_later_turn() -> None:
    match = middle(4, hands={0: ["MEDITATION#1"]}, characters={0: "HUNTER:up"}, hp={3: 1}, phase="turn")
    assert kind(match) == "plan"
    play(match, 0, "MEDITATION#1")
    assert kind(match) == "declare"  # not in this turn
    do(match, 0, "rest")
    draw(match, 0)
    for seat in (1, 2, 3):
        idle(match, seat)
    assert "appear:HUNTER" in allowed(match, 0)
    do(match, 0, "appear:HUNTER")
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 2  # the skill works anew


@pytest.mark.rules("CH-ADV-11")
def test_the_damage_of_a_skill_comes_from_its_owner() -> None:
    match = middle(
        hands={1: ["STRUGGLE#1"]},
        characters={0: "ASSASSIN", 1: "DRUID:up"},
        hp={1: 2},
        settings=ALL,
        phase="turn",
    )
    do(match, 0, "appear:ASSASSIN")
    assert allowed(match, 1) == {"react:STRUGGLE#1", "pass"}
    do(match, 1, "react:STRUGGLE#1")
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-ADV-12")
def test_all_who_fall_by_one_skill_judge_together() -> None:
    match = middle(
        characters={0: "SPELL"}, hands={s: [] for s in range(5)}, hp={1: 1, 3: 1}, settings=ALL, phase="turn"
    )
    events = list(do(match, 0, "appear:SPELL"))
    while kind(match) == "react":
        assert "judgement" not in kinds(events)
        events += do(match, asked(match)[0], "pass")
    assert told(events, "judgement") == [{"seats": (1, 3), "declared": False}]


@pytest.mark.rules("CH-ADV-13", "CH-ADV-12")
def test_who_falls_by_the_own_skill_has_no_more_of_the_turn() -> None:
    mats = {1: ("FOX-1", "FOX-2"), 2: ("BEAR-1", "BEAR-2"), 3: ("DEER-1", "DEER-2"), 4: ("DRAGON-1", "DRAGON-2")}
    match = middle(
        hands={0: ["AMBUSH#1"], **{s: [] for s in range(1, 5)}},
        factions=mats,
        characters={0: "SPELL", 1: "BARD:up", 2: "THIEF:up", 3: "MERCHANT:up", 4: "PALADIN:up"},
        hp={0: 1},
        settings=ALL,
        phase="turn",
    )
    do(match, 0, "appear:SPELL")
    assert (kind(match), asked(match)) == ("react", [0])  # an Elixir would do
    do(match, 0, "pass")
    do(match, 0, "seen")
    draw(match, 0)  # 2 as judge
    assert (match.state["hp/0"], len(cards(match, "hand/0"))) == (0, 2)
    assert asked(match) == [1]  # no Plan, no Declare, no Rest


# -- passive skills ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ADV-05")
@pytest.mark.parametrize(("lies", "added"), [("up", 3), ("down", 0)])
def test_a_passive_skill_works_while_the_card_is_up_in_the_turns_of_others(lies: str, added: int) -> None:
    match = middle(hands={0: ["DUEL#1"], 1: []}, factions={1: ("BEAR-1:up", "?")}, characters={1: f"DRUID:{lies}"})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    assert bonus(roll(match, 1, 5)) == added


@pytest.mark.rules("CH-ADV-08")
@pytest.mark.parametrize(("hp", "added"), [(0, 0), (1, 3)])
def test_no_skill_of_a_wounded_player_works(hp: int, added: int) -> None:
    match = middle(
        hands={0: ["REFLECTION#1"], 1: []},
        factions={1: ("BEAR-1:up", "?")},
        characters={1: "DRUID:up"},
        hp={1: hp},
    )
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    assert bonus(roll(match, 1, 5)) == added


@pytest.mark.rules("CH-ADV-08", "CH-ADV-05")
def test_a_passive_skill_works_again_with_new_hp() -> None:
    match = middle(
        4,
        hands={0: ["INN#1"], 1: ["DUEL#1"], 2: []},
        factions={1: ("BEAR-1:up", "?")},
        characters={1: "DRUID:up", 2: "BARD:up"},
        hp={1: 0},
        phase="turn",
    )
    do(match, 0, "stay")
    play(match, 0, "INN#1")
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match), sees(match, 2, "character/1")) == ("plan", [1], ["DRUID"])  # it lay as it lay
    play(match, 1, "DUEL#1")
    do(match, 1, "seat:2")
    assert bonus(roll(match, 1, 5)) == 3


@pytest.mark.rules("CH-ADV-08", "CH-ADV-02")
def test_no_character_appears_in_a_supporter_turn() -> None:
    match = middle(characters={0: "DRUID"}, hp={0: 0}, phase="turn")
    assert kind(match) == "interfere"
    do(match, 0, "enough")
    assert sees(match, 1, "character/0") == [UNSEEN]


@pytest.mark.rules("CH-ADV-08", "CH-ADV-03")
def test_an_active_skill_needs_a_new_turning_up_after_a_revival() -> None:
    match = middle(hands={0: ["INN#1"]}, characters={0: "HUNTER:up"}, hp={0: 0}, phase="turn")
    play(match, 0, "INN#1")
    draw(match, 0)
    assert (kind(match), match.state["hp/0"]) == ("plan", 1)  # a whole turn, yet no Appear and no shot


@pytest.mark.rules("CH-ADV-08")
@pytest.mark.parametrize("lies", ["up", "down"])
def test_falling_does_not_turn_the_character(lies: str) -> None:
    match = middle(
        hands={0: ["AMBUSH#1"], 1: []}, characters={1: f"DRUID:{lies}"}, hp={1: 1}, settings={"mode": "advanced"}
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert match.state["hp/1"] == 0
    assert match.state.pile("character/1").slots[0].face_up is (lies == "up")


# -- special skills ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ADV-06", "CH-ADV-07")
def test_a_special_skill_turns_its_card_up_in_its_moment_and_works_once() -> None:
    match = middle(
        4,
        hands={0: ["AMBUSH#1"], 1: [], 2: ["AMBUSH#2"], 3: []},
        characters={0: "BARD:up", 1: "GUARD", 2: "THIEF", 3: "MERCHANT:up"},
        hp={1: 1},
        settings=ALL,
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("react", [1])
    assert "skill:GUARD:0" in allowed(match, 1)
    events = do(match, 1, "skill:GUARD:0")
    assert told(events, "character_up") == [{"seat": 1, "piece": "GUARD"}]
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 1)
    do(match, 0, "rest")
    draw(match, 0)
    assert asked(match) == [1]
    assert kind(match) != "appear"
    do(match, 1, "rest")
    draw(match, 1)
    do(match, 2, "stay")
    play(match, 2, "AMBUSH#2")
    do(match, 2, "seat:1")
    assert (kind(match), asked(match)) == ("react", [1])  # only for the cards of the hand
    assert not [o.key for o in match.options(match.state.seats[1]) if o.key.startswith("skill:")]


@pytest.mark.rules("CH-ADV-06")
def test_a_special_character_cannot_appear() -> None:
    match = middle(characters={0: "GUARD"}, settings=ALL, phase="turn")
    assert allowed(match, 0) == {"stay"}
    assert why_not(match, 0, "appear:GUARD") == "waits_for_its_moment"


@pytest.mark.rules("CH-ADV-07")
def test_a_character_that_lies_open_has_no_special_skill() -> None:
    match = middle(hands={0: ["AMBUSH#1"], 1: []}, characters={1: "GUARD:up"}, hp={1: 1}, settings=ALL)
    play(match, 0, "AMBUSH#1")
    events = do(match, 0, "seat:1")
    assert told(events, "wounded") == [{"seat": 1, "count": 0}]  # without a window


# -- readings of the table ---------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ADV-10")
@pytest.mark.parametrize(("reading", "twice"), [("intelligence", True), ("preserve", False)])
def test_the_table_says_which_icon_meditation_has(reading: str, twice: bool) -> None:
    match = middle(
        hands={0: ["MEDITATION#1"]},
        factions={0: ("FOX-1:up", "FOX-2")},
        characters={0: "RABBIT:up"},
        settings={**ALL, "meditation_icon": reading},
    )
    play(match, 0, "MEDITATION#1")
    do(match, 0, "down:left")
    assert (kind(match) == "again") is twice  # an Agent Rabbit uses Intelligence cards twice
