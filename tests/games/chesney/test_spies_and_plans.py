"""Agent Rabbit and Counsellor: one Intelligence card used twice, and a second green card after a Faction Swap."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN
from tests.games.chesney._match import allowed, asked, cards, do, kind, kinds, middle, play, roll, sees, told, why_not

FULL = {"masters": True, "scoring": "legend"}


def spy(*hand: str, lies: str = "up", **given) -> Match:
    """Agent Rabbit on seat 0 with these cards."""
    given["characters"] = {0: f"RABBIT:{lies}", **given.get("characters", {})}
    given["settings"] = {**FULL, **given.get("settings", {})}
    return middle(4, hands={0: hand}, **given)


FACES = {0: ("FOX-1:up", "BEAR-1:up"), 1: ("DEER-1", "DEER-2"), 2: ("FOX-2:up", "BEAR-2"), 3: ("FOX-3:up", "FOX-4:up")}


# -- Spy Network -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-RABBIT-01", "CH-CHAR-RABBIT-02", "CH-CHAR-RABBIT-03")
def test_emissary_twice_at_one_player_or_at_two_and_the_second_target_is_picked_after_the_first() -> None:
    match = spy("EMISSARY#1", "NOTICE#1", factions=FACES)
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:1")
    do(match, 0, "side:left")
    assert sees(match, 0, "left/1") == ["DEER-1"]
    assert (kind(match), allowed(match, 0)) == ("again", {"yes", "no"})
    do(match, 0, "yes")
    assert allowed(match, 0) == {"seat:1", "seat:2"}
    events = do(match, 0, "seat:1")
    assert told(events, "looked") == [{"seat": 0, "target": 1, "side": "right"}]  # not the same card again
    assert sees(match, 0, "right/1") == ["DEER-2"]
    assert why_not(match, 0, "play:NOTICE#1") == "one_green_a_turn"


@pytest.mark.rules("CH-CHAR-RABBIT-03")
def test_with_one_down_card_looked_at_the_second_look_must_go_elsewhere() -> None:
    match = spy("EMISSARY#1", factions=FACES)
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:2")
    do(match, 0, "yes")
    assert (kind(match), allowed(match, 0)) == ("look_side", {"side:left", "side:right"})  # only seat 1 is left
    do(match, 0, "side:right")
    assert (sees(match, 0, "right/1"), sees(match, 0, "left/1")) == (["DEER-2"], [UNSEEN])


@pytest.mark.rules("CH-CHAR-RABBIT-01", "CH-CHAR-RABBIT-06")
@pytest.mark.parametrize("given", [{"lies": "down"}, {"hp": {0: 0}, "phase": "interfere"}])
def test_no_doubling_without_the_skill(given) -> None:
    match = spy("EMISSARY#1", factions=FACES, **given)
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:1")
    do(match, 0, "side:left")
    assert kind(match) != "again"


@pytest.mark.rules("CH-CHAR-RABBIT-04", "CH-CHAR-RABBIT-07")
def test_notice_twice_at_one_player_is_the_honour() -> None:
    match = spy("NOTICE#1", factions=FACES)
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    assert asked(match) == [1]  # the target picks the card
    do(match, 1, "turn:right:DEER-2")
    do(match, 0, "yes")
    assert match.state["score/0"] == 0
    do(match, 0, "seat:1")
    assert (sees(match, 3, "left/1"), sees(match, 3, "right/1")) == (["DEER-1"], ["DEER-2"])
    assert match.state["score/0"] == 2


@pytest.mark.rules("CH-CHAR-RABBIT-07")
def test_two_cards_of_two_players_are_not() -> None:
    match = spy("NOTICE#1", factions=FACES)
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    do(match, 1, "turn:right:DEER-2")
    do(match, 0, "yes")
    do(match, 0, "seat:2")
    assert sees(match, 3, "right/2") == ["BEAR-2"]
    assert match.state["score/0"] == 0


@pytest.mark.rules("CH-CHAR-RABBIT-07")
def test_a_disguise_that_is_laid_on_it_counts_and_another_turn_does_not() -> None:
    piles = {"backup/1": ["DISGUISE-FOX#1"]}
    match = spy("NOTICE#1", factions=FACES, characters={1: "DISGUISE:up"}, piles=piles, tracks={"turned_by/1": 1})
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    do(match, 1, "turn:right:DEER-2")
    do(match, 1, "cover:DISGUISE-FOX#1")
    assert match.state["score/0"] == 2
    later = spy("NOTICE#1", factions=FACES, tracks={"turned_by/1": 1}, phase="turn")
    assert later.state["turned_by/1"] == 0  # a new turn counts anew


@pytest.mark.rules("CH-CHAR-RABBIT-07")
def test_a_card_shown_in_a_sweep_does_not_count() -> None:
    faces = {**FACES, 0: ("DEER-3:up", "DEER-4:up")}
    match = spy("SWEEP#1", "NOTICE#1", factions=faces, hp={2: 0, 3: 0})
    play(match, 0, "SWEEP#1")
    do(match, 1, "turn:left:DEER-1")
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    do(match, 0, "no")
    assert sees(match, 3, "right/1") == ["DEER-2"]
    assert match.state["score/0"] == 0


@pytest.mark.rules("CH-CHAR-RABBIT-05", "CH-CHAR-RABBIT-06")
def test_meditation_on_two_cards_or_on_a_card_and_the_own_character() -> None:
    match = spy("MEDITATION#1", factions=FACES)
    play(match, 0, "MEDITATION#1")
    do(match, 0, "down:character")
    do(match, 0, "yes")  # decided when the card was played
    do(match, 0, "down:left")
    assert not match.state.pile("character/0").slots[0].face_up
    assert sees(match, 1, "left/0") == [UNSEEN]
    both = spy("MEDITATION#1", factions=FACES)
    play(both, 0, "MEDITATION#1")
    do(both, 0, "down:left")
    do(both, 0, "yes")
    do(both, 0, "down:right")
    assert (sees(both, 1, "left/0"), sees(both, 1, "right/0")) == ([UNSEEN], [UNSEEN])


@pytest.mark.rules("CH-CHAR-RABBIT-05")
def test_where_meditation_has_another_icon_it_is_not_doubled() -> None:
    match = spy("MEDITATION#1", factions=FACES, settings={"meditation_icon": "preserve"})
    play(match, 0, "MEDITATION#1")
    do(match, 0, "down:left")
    assert kind(match) == "declare"


# -- Strategy ----------------------------------------------------------------------------------------------------------


def plans(*hand: str, lies: str = "up", **given) -> Match:
    """The Counsellor on seat 0 with these cards; a Plot puts a card left."""
    given["characters"] = {0: f"COUNSEL:{lies}", **given.get("characters", {})}
    given["factions"] = {0: ("FOX-1", "BEAR-1"), **given.get("factions", {})}
    return middle(4, hands={0: hand, 1: []}, settings=FULL, **given)


def plot(match: Match, number: int = 1) -> None:
    """Seat 0 plays a Plot."""
    play(match, 0, f"PLOT#{number}")
    do(match, 0, "drawn")
    do(match, 0, "place_left:?")


@pytest.mark.rules("CH-CHAR-COUNSEL-01", "CH-CHAR-COUNSEL-03")
def test_after_a_faction_swap_the_second_card_is_green_or_red_and_there_is_no_third() -> None:
    match = plans("PLOT#1", "INN#1", "AMBUSH#1", "NOTICE#1")
    plot(match)
    assert (why_not(match, 0, "play:INN#1"), why_not(match, 0, "play:AMBUSH#1")) == ("", "")
    play(match, 0, "INN#1")
    assert (why_not(match, 0, "play:AMBUSH#1"), why_not(match, 0, "play:NOTICE#1")) == ("turn_is_full",) * 2


@pytest.mark.rules("CH-CHAR-COUNSEL-02")
def test_after_any_other_first_card_the_usual_limits_hold() -> None:
    green = plans("INN#1", "PLOT#1", "AMBUSH#1", hp={0: 2})
    play(green, 0, "INN#1")
    assert (why_not(green, 0, "play:PLOT#1"), why_not(green, 0, "play:AMBUSH#1")) == ("one_green_a_turn", "")
    red = plans("AMBUSH#1", "PLOT#1", "DUEL#1")
    play(red, 0, "AMBUSH#1")
    do(red, 0, "seat:1")
    do(red, 1, "pass")
    assert (why_not(red, 0, "play:PLOT#1"), why_not(red, 0, "play:DUEL#1")) == ("", "one_red_a_turn")


@pytest.mark.rules("CH-CHAR-COUNSEL-03", "CH-CHAR-COUNSEL-05")
def test_a_swap_that_came_to_nothing_counts_too() -> None:
    match = plans("REFLECTION#1", "NETWORK#1")
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    roll(match, 0, 2)
    roll(match, 1, 9)
    play(match, 0, "NETWORK#1")
    do(match, 0, "drawn")
    assert match.state["score/0"] == 0
    do(match, 0, "none")
    assert match.state["score/0"] == 2


@pytest.mark.rules("CH-CHAR-COUNSEL-04")
def test_it_needs_the_open_character_and_a_supporter_plays_one_green_card() -> None:
    down = plans("PLOT#1", "INN#1", lies="down")
    plot(down)
    assert why_not(down, 0, "play:INN#1") == "one_green_a_turn"
    wounded = plans("PLOT#1", "NOTICE#1", hp={0: 0}, phase="interfere")
    plot(wounded)
    assert why_not(wounded, 0, "play:NOTICE#1") == "one_green_as_supporter"


@pytest.mark.rules("CH-CHAR-COUNSEL-05")
def test_the_second_faction_swap_of_one_turn_is_the_honour() -> None:
    match = plans("PLOT#1", "PLOT#2")
    plot(match)
    assert match.state["score/0"] == 0
    plot(match, 2)
    assert match.state["score/0"] == 2
    new = plans("PLOT#1", tracks={"swaps": 1}, phase="turn")
    plot(new)
    assert "honour" not in kinds(e.event for e in new.told)
    assert cards(new, "left/0") == [UNSEEN]
