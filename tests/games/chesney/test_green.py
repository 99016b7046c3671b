"""Green cards that look, turn, take and heal: Emissary, Meditation, Notice, Robbery, Inn."""

from __future__ import annotations

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Match
from rules.engine.types import UNSEEN, PieceId, Seat
from rules.games.chesney.factions import public, up_sides
from rules.games.chesney.names import Side
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    sees,
    told,
    why_not,
)


def ups(match: Match, seat: int) -> tuple[Side, ...]:
    """The slots of a seat that lie open."""
    return up_sides(match.state, Seat(seat))


def shows(match: Match, seat: int) -> tuple[str, ...]:
    """The Public Faction of a seat."""
    return public(match.state, Seat(seat))


def heard(match: Match, reader: int, wanted: str) -> list[dict[str, object]]:
    """The facts of all events of one kind as a reader has heard them."""
    return [dict(h.event.facts) for h in hears(match, reader) if h.event.kind == wanted]


# -- Emissary ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-EMISSARY-01", "CH-ACT-EMISSARY-02", "CH-ACT-EMISSARY-03", "CH-ACT-GEN-03")
def test_only_the_user_sees_the_card_of_an_emissary() -> None:
    match = middle(hands={0: ["EMISSARY#1"]}, factions={2: ("FOX-3", "BEAR-5"), 3: ("DEER-1:up", "DEER-2:up")})
    play(match, 0, "EMISSARY#1")
    assert (kind(match), asked(match)) == ("look_at", [0])
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:4"}  # not the user, not who has nothing face-down
    do(match, 0, "seat:2")
    assert (kind(match), allowed(match, 0)) == ("look_side", {"side:left", "side:right"})
    do(match, 0, "side:right")
    assert sees(match, 0, "right/2") == ["BEAR-5"]
    assert [sees(match, reader, "right/2") for reader in (-1, 1, 3, 4)] == [[UNSEEN]] * 4
    assert sees(match, 0, "left/2") == [UNSEEN]
    assert ups(match, 2) == ()
    assert heard(match, 0, "saw") == [{"seat": 0, "target": 2, "side": "right", "piece": "BEAR-5"}]
    for reader in (-1, 1, 2, 3):
        assert heard(match, reader, "looked") == [{"seat": 0, "target": 2, "side": "right"}]
        assert heard(match, reader, "saw") == []


@pytest.mark.rules("CH-ACT-EMISSARY-02", "CH-ACT-GEN-05", "CH-ACT-GEN-02")
def test_an_emissary_takes_the_only_card_that_lies_face_down() -> None:
    match = middle(hands={0: ["EMISSARY#1"]}, factions={2: ("FOX-3:up", "BEAR-5")}, hp={2: 0})
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:2")  # wounded players are targets of green cards
    assert kind(match) == "declare"
    assert sees(match, 0, "right/2") == ["BEAR-5"]


@pytest.mark.rules("CH-ACT-EMISSARY-01", "CH-ACT-EMISSARY-03")
def test_an_emissary_to_a_card_that_the_companion_does_not_know() -> None:
    match = middle(hands={0: ["EMISSARY#1"]}, factions={2: ("?", "BEAR-5:up")})
    play(match, 0, "EMISSARY#1")
    events = do(match, 0, "seat:2")
    assert told(events, "looked") == [{"seat": 0, "target": 2, "side": "left"}]
    assert "saw" not in kinds(events)
    do(match, 0, "rest")
    draw(match, 0)
    do(match, 1, "discard:?")
    do(match, 1, "discard:?")
    do(match, 1, "rest")
    draw(match, 1)
    assert kind(match) == "plan"
    match.submit(Identify("left/2", (PieceId("DEER-4"),)))
    assert sees(match, 0, "left/2") == ["DEER-4"]  # known to the companion later: known to who looked
    assert sees(match, 1, "left/2") == [UNSEEN]


@pytest.mark.rules("CH-ACT-GEN-04", "CH-ACT-EMISSARY-02")
def test_an_emissary_without_a_target_does_nothing_and_counts() -> None:
    shown = {s: (f"FOX-{s + 1}:up", f"BEAR-{s + 1}:up") for s in range(1, 5)}
    match = middle(hands={0: ["EMISSARY#1", "NOTICE#1", "AMBUSH#1"]}, factions=shown)
    assert "no_effect" in kinds(play(match, 0, "EMISSARY#1"))
    assert cards(match, "play_area") == ["EMISSARY#1"]
    assert why_not(match, 0, "play:NOTICE#1") == "one_green_a_turn"
    assert "play:AMBUSH#1" in allowed(match, 0)


# -- Meditation --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-MEDITATION-01", "CH-ACT-MEDITATION-03")
def test_meditation_turns_one_of_two_open_cards_down() -> None:
    match = middle(hands={0: ["MEDITATION#1"]}, factions={0: ("FOX-2:up", "BEAR-5:up")})
    assert shows(match, 0) == ("bear",)
    play(match, 0, "MEDITATION#1")
    assert (kind(match), allowed(match, 0)) == ("turn_down", {"down:left", "down:right"})
    events = do(match, 0, "down:right")
    assert told(events, "turned_down") == [{"seat": 0, "side": "right"}]
    assert ups(match, 0) == ("left",)
    assert shows(match, 0) == ("fox",)  # the lower one now
    assert (sees(match, 0, "right/0"), sees(match, 1, "right/0")) == (["BEAR-5"], [UNSEEN])


@pytest.mark.rules("CH-ACT-MEDITATION-01", "CH-ACT-GEN-05")
def test_meditation_with_one_open_card_asks_nothing() -> None:
    match = middle(hands={0: ["MEDITATION#1"]}, factions={0: ("FOX-2:up", "BEAR-5")})
    play(match, 0, "MEDITATION#1")
    assert (kind(match), ups(match, 0), shows(match, 0)) == ("declare", (), ())


@pytest.mark.rules("CH-ACT-MEDITATION-01", "CH-ACT-GEN-04")
def test_meditation_without_an_open_card_does_nothing() -> None:
    match = middle(hands={0: ["MEDITATION#1"]}, factions={0: ("?", "BEAR-5")})
    assert "no_effect" in kinds(play(match, 0, "MEDITATION#1"))
    assert kind(match) == "declare"


@pytest.mark.rules("CH-ACT-MEDITATION-02", "CH-ADV-10")
@pytest.mark.parametrize("choice", ["character", "left"])
def test_meditation_turns_the_character_or_a_faction_card_down(choice: str) -> None:
    match = middle(hands={0: ["MEDITATION#1"]}, factions={0: ("FOX-2:up", "?")}, characters={0: "MERCHANT:up"})
    play(match, 0, "MEDITATION#1")
    assert allowed(match, 0) == {"down:character", "down:left"}
    events = do(match, 0, f"down:{choice}")
    assert kind(match) == "declare"
    if choice == "character":
        assert (ups(match, 0), sees(match, 1, "character/0")) == (("left",), [UNSEEN])
        assert "character_down" in kinds(events)
    else:
        assert (ups(match, 0), sees(match, 1, "character/0")) == ((), ["MERCHANT"])


@pytest.mark.rules("CH-ACT-MEDITATION-02", "CH-ACT-GEN-05")
def test_meditation_with_only_the_character_open_asks_nothing() -> None:
    match = middle(hands={0: ["MEDITATION#1"]}, characters={0: "MERCHANT:up"})
    events = play(match, 0, "MEDITATION#1")
    assert told(events, "character_down") == [{"seat": 0}]
    assert sees(match, 1, "character/0") == [UNSEEN]


# -- Notice ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-NOTICE-01", "CH-ACT-GEN-06")
def test_notice_lets_the_other_choose_which_card_to_turn_up() -> None:
    match = middle(hands={0: ["NOTICE#1"]}, factions={1: ("FOX-3", "BEAR-5"), 2: ("DEER-1:up", "DEER-2:up")})
    play(match, 0, "NOTICE#1")
    assert allowed(match, 0) == {"seat:1", "seat:3", "seat:4"}
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("turn_up", [1])
    assert allowed(match, 1) == {"turn:left:FOX-3", "turn:right:BEAR-5"}  # no way to refuse
    events = do(match, 1, "turn:left:FOX-3")
    assert told(events, "turned_up") == [{"seat": 1, "side": "left", "piece": "FOX-3"}]
    assert (ups(match, 1), shows(match, 1)) == (("left",), ("fox",))
    assert (sees(match, 4, "left/1"), sees(match, 4, "right/1")) == (["FOX-3"], [UNSEEN])


@pytest.mark.rules("CH-ACT-NOTICE-01")
def test_notice_to_cards_that_the_companion_does_not_know() -> None:
    match = middle(hands={0: ["NOTICE#1"]}, factions={1: ("?", "?"), 2: ("DEER-1:up", "?")})
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    keys = allowed(match, 1)
    assert {"turn:left:FOX-3", "turn:right:FOX-3"} <= keys
    assert "turn:left:DEER-1" not in keys  # it lies open elsewhere
    do(match, 1, "turn:right:FOX-3")
    assert (sees(match, -1, "right/1"), shows(match, 1)) == (["FOX-3"], ("fox",))


@pytest.mark.rules("CH-ACT-NOTICE-02", "CH-ACT-GEN-05")
@pytest.mark.parametrize("down", ["BEAR-5", "?"])
def test_notice_turns_the_only_card_that_lies_face_down(down: str) -> None:
    match = middle(hands={0: ["NOTICE#1"]}, factions={1: ("FOX-3:up", down)}, hp={1: 0})
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    if down == "?":  # the table only has to tell which card it is
        assert kind(match) == "turn_up_faction"
        do(match, 1, "BEAR-5")
    assert (kind(match), ups(match, 1), shows(match, 1)) == ("declare", ("left", "right"), ("bear",))


@pytest.mark.rules("CH-ACT-GEN-04", "CH-ACT-NOTICE-01")
def test_notice_without_a_target_does_nothing() -> None:
    shown = {s: (f"FOX-{s + 1}:up", f"BEAR-{s + 1}:up") for s in range(1, 5)}
    match = middle(hands={0: ["NOTICE#1"]}, factions=shown)
    assert "no_effect" in kinds(play(match, 0, "NOTICE#1"))
    assert (kind(match), cards(match, "play_area")) == ("declare", ["NOTICE#1"])


# -- Robbery -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-ROBBERY-01", "CH-ACT-ROBBERY-05", "CH-ACT-GEN-01")
def test_a_robbery_takes_the_whole_hand_and_the_robbed_draws_three() -> None:
    match = middle(hands={0: ["ROBBERY#1", "INN#1"], 2: ["TRAP#1"]})
    play(match, 0, "ROBBERY#1")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}
    events = do(match, 0, "seat:2")
    assert told(events, "robbed") == [{"seat": 0, "target": 2, "count": 1}]
    assert (kind(match), asked(match)) == ("draw", [2])
    assert cards(match, "in_play") == ["ROBBERY#1"]  # not over yet
    draw(match, 2, "DUEL#1", "DUEL#2", "DUEL#3")
    assert cards(match, "hand/0") == ["INN#1", "TRAP#1"]
    assert cards(match, "hand/2") == ["DUEL#1", "DUEL#2", "DUEL#3"]
    assert cards(match, "play_area") == ["ROBBERY#1"]
    assert (sees(match, 0, "hand/0"), sees(match, 2, "hand/0")) == (["INN#1", "TRAP#1"], ["TRAP#1", UNSEEN])
    assert sees(match, 0, "hand/2") == [UNSEEN] * 3
    for reader in (-1, 1, 3):
        assert sees(match, reader, "hand/0") == [UNSEEN] * 2
        assert "TRAP#1" not in str(hears(match, reader))


@pytest.mark.rules("CH-ACT-ROBBERY-01", "CH-ACT-ROBBERY-05")
def test_a_robbery_of_unseen_cards_keeps_the_counts() -> None:
    match = middle(hands={0: ["ROBBERY#1", "?"], 2: ["?", "?", "?", "INN#1"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:2")
    draw(match, 2)
    assert sorted(map(str, cards(match, "hand/0"))) == ["INN#1"] + [str(UNSEEN)] * 4
    assert cards(match, "hand/2") == [UNSEEN] * 3
    assert sees(match, 1, "hand/0") == [UNSEEN] * 5


@pytest.mark.rules("CH-ACT-ROBBERY-02", "CH-ACT-ROBBERY-03")
def test_an_empty_hand_can_be_robbed_and_a_wounded_player_keeps_three() -> None:
    match = middle(hands={0: ["ROBBERY#1"], 1: []}, hp={1: 0})
    play(match, 0, "ROBBERY#1")
    assert "seat:1" in allowed(match, 0)
    events = do(match, 0, "seat:1")
    assert told(events, "robbed") == [{"seat": 0, "target": 1, "count": 0}]
    draw(match, 1)
    assert len(cards(match, "hand/1")) == 3
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match), len(cards(match, "hand/1"))) == ("interfere", [1], 3)
    do(match, 1, "enough")
    assert (kind(match), asked(match)) == ("hand_limit", [1])  # only at the end of the own turn
    do(match, 1, "discard:?")
    assert (len(cards(match, "hand/1")), asked(match)) == (2, [2])


@pytest.mark.rules("CH-ACT-ROBBERY-03", "CH-ACT-ROBBERY-01")
def test_a_wounded_robber_keeps_the_cards_until_the_own_turn_ends() -> None:
    match = middle(hands={0: ["ROBBERY#1", "INN#1"], 2: ["TRAP#1", "TRAP#2", "BELIEF#1"]}, hp={0: 0}, phase="interfere")
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:2")
    draw(match, 2)
    assert len(cards(match, "hand/0")) == 4
    do(match, 0, "enough")
    do(match, 0, "discard:INN#1")
    do(match, 0, "discard:BELIEF#1")
    assert cards(match, "hand/0") == ["TRAP#1", "TRAP#2"]
    assert asked(match) == [1]


@pytest.mark.rules("CH-ACT-ROBBERY-04")
def test_a_stolen_card_may_be_played_and_the_surplus_goes_at_the_end() -> None:
    match = middle(hands={0: ["ROBBERY#1", "INN#1", "INN#2"], 2: ["AMBUSH#1", "TRAP#1", "?"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:2")
    draw(match, 2)
    assert why_not(match, 0, "play:TRAP#1") == "one_green_a_turn"
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert match.state["hp/2"] == 2
    do(match, 0, "enough")
    do(match, 0, "rest")
    assert (kind(match), len(cards(match, "hand/0"))) == ("hand_limit", 4)
    do(match, 0, "discard:INN#1")
    assert asked(match) == [1]


@pytest.mark.rules("CH-ACT-ROBBERY-04", "CH-ACT-GEN-01")
def test_an_unnamed_stolen_card_may_be_played_too() -> None:
    match = middle(hands={0: ["ROBBERY#1"], 2: ["?", "?"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:2")
    draw(match, 2)
    assert {"play:AMBUSH#1", "play:DUEL#6"} <= allowed(match, 0)
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:3")
    assert match.state["hp/3"] == 2
    assert cards(match, "play_area") == ["ROBBERY#1", "AMBUSH#1"]
    assert cards(match, "hand/0") == [UNSEEN]


# -- Inn ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-INN-01", "CH-ACT-INN-04", "CH-ACT-INN-05", "CH-ACT-GEN-03", "CH-ACT-GEN-09")
def test_an_inn_heals_the_user_or_somebody_else() -> None:
    match = middle(hands={0: ["INN#1", "AMBUSH#1"]}, hp={0: 2, 1: 1, 3: 0})
    play(match, 0, "INN#1")
    assert (kind(match), allowed(match, 0)) == ("heal_whom", {"seat:0", "seat:1", "seat:3"})
    events = do(match, 0, "seat:0")
    assert told(events, "healed") == [{"seat": 0, "left": 3}]
    assert match.state["hp/0"] == 3
    assert kind(match) == "plan_more"  # no card for a Non-wounded user
    assert len(cards(match, "hand/0")) == 1


@pytest.mark.rules("CH-ACT-INN-01", "CH-ACT-INN-02", "CH-ACT-GEN-02")
def test_an_inn_revives_a_wounded_player_who_draws_nothing() -> None:
    match = middle(hands={0: ["INN#1", "AMBUSH#1"], 1: ["?"]}, hp={1: 0})
    events = play(match, 0, "INN#1")  # nobody else has lost anything
    assert told(events, "revived") == [{"seat": 1}]
    assert (match.state["hp/1"], kind(match), len(cards(match, "hand/1"))) == (1, "plan_more", 1)
    play(match, 0, "AMBUSH#1")
    assert "seat:1" in allowed(match, 0)  # Non-wounded at once
    do(match, 0, "seat:2")
    do(match, 0, "rest")
    draw(match, 0)
    assert (kind(match), asked(match)) == ("plan", [1])  # a Battlefield Turn


@pytest.mark.rules("CH-ACT-INN-05", "CH-ACT-GEN-04")
def test_an_inn_does_nothing_when_all_have_three() -> None:
    match = middle(hands={0: ["INN#1"]})
    assert "no_effect" in kinds(play(match, 0, "INN#1"))
    assert (cards(match, "play_area"), kind(match)) == (["INN#1"], "declare")


@pytest.mark.rules("CH-ACT-INN-03")
def test_a_wounded_user_of_an_inn_gets_hp_then_two_cards_then_a_whole_turn() -> None:
    match = middle(hands={0: ["INN#1", "NOTICE#1"]}, hp={0: 0}, phase="interfere")
    events = play(match, 0, "INN#1")
    assert told(events, "healed") == [{"seat": 0, "left": 1}]
    assert (kind(match), match.state["hp/0"]) == ("draw", 1)
    draw(match, 0, "AMBUSH#1", "DUEL#1")
    assert kind(match) == "plan"
    assert {"play:NOTICE#1", "play:AMBUSH#1"} <= allowed(match, 0)  # a second green card, and red ones


@pytest.mark.rules("CH-ACT-INN-03", "CH-ACT-INN-02")
def test_a_wounded_user_who_heals_somebody_else_draws_nothing() -> None:
    match = middle(hands={0: ["INN#1", "NOTICE#1"]}, hp={0: 0, 2: 1}, phase="interfere")
    play(match, 0, "INN#1")
    do(match, 0, "seat:2")
    assert (match.state["hp/0"], match.state["hp/2"], kind(match)) == (0, 2, "interfere")
