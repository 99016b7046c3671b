"""Who knows what (CH-INFO-01 to -38): the same table with other secret cards, as different readers see it."""

from __future__ import annotations

import pytest

from rules.engine.types import UNSEEN, PieceId, Seat
from rules.games.chesney.factions import owned
from rules.games.chesney.pieces import EVENTS
from tests.games.chesney._knowing import EVERYBODY, handed, same_for_others
from tests.games.chesney._match import (
    APART,
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

# -- cards that lie or are held ----------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-01", "CH-INFO-30", "CH-INFO-05")
@pytest.mark.parametrize("turn", [0, 2])
def test_a_face_down_faction_card_is_its_owners_alone(turn: int) -> None:
    pairs = (("FOX-1", "BEAR-2"), ("DEER-3", "BEAR-2"), ("BEAR-1", "BEAR-2"), ("?", "?"), ("BEAR-2", "FOX-1"))
    worlds = [middle(factions={0: pair}, turn=turn) for pair in pairs]
    same_for_others(worlds, knowing={0})
    assert [sees(m, 0, "left/0") for m in worlds[:3]] == [["FOX-1"], ["DEER-3"], ["BEAR-1"]]
    for reader in (-1, 1, 2, 3, 4):
        assert owned(worlds[0].seen(Seat(reader)), Seat(0)) is None
    assert owned(worlds[0].seen(Seat(0)), Seat(0)) == ("bear",)


@pytest.mark.rules("CH-INFO-09", "CH-INFO-30", "CH-INFO-08", "CH-INFO-21")
@pytest.mark.parametrize("turn", [0, 2])
def test_a_hand_is_its_holders_alone(turn: int) -> None:
    hands = (["ELIXIR#1", "DUEL#1"], ["STRUGGLE#1", "INN#1"], ["?", "?"], ["BELIEF#1", "?"])
    worlds = [middle(hands={0: hand}, turn=turn) for hand in hands]
    same_for_others(worlds, knowing={0})
    assert sees(worlds[0], 0, "hand/0") == ["DUEL#1", "ELIXIR#1"]
    assert [len(sees(worlds[0], reader, "hand/0")) for reader in EVERYBODY] == [2] * 6


@pytest.mark.rules("CH-INFO-26", "CH-INFO-30")
@pytest.mark.parametrize("phase", ["appear", "plan"])
def test_a_face_down_character_is_its_owners_alone(phase: str) -> None:
    worlds = [middle(characters={0: name}, phase=phase) for name in ("BARD", "CAPTAIN", "OATH", "?")]
    same_for_others(worlds, knowing={0})
    assert sees(worlds[0], 0, "character/0") == ["BARD"]
    match = middle(characters={0: "OATH"}, phase="appear")
    do(match, 0, "appear:OATH")
    assert [sees(match, reader, "character/0") for reader in EVERYBODY] == [["OATH"]] * 6


@pytest.mark.rules("CH-INFO-03", "CH-INFO-06")
def test_facing_slot_and_owner_are_public() -> None:
    factions = {0: ("FOX-1:up", "FOX-2"), 1: ("?", "BEAR-2:up"), 2: ("?", "DEER-1")}
    match = middle(factions=factions)
    ups = {(s, side): match.state.pile(f"{side}/{s}").slots[0].face_up for s in range(5) for side in ("left", "right")}
    assert [place for place, up in ups.items() if up] == [(0, "left"), (1, "right")]
    for reader in EVERYBODY:
        seen = match.seen(Seat(reader))
        assert {(s, side): seen.pile(f"{side}/{s}").slots[0].face_up for s, side in ups} == ups
        assert (sees(match, reader, "left/0"), sees(match, reader, "right/1")) == (["FOX-1"], ["BEAR-2"])
        assert seen.pile("left/0").owner == 0


@pytest.mark.rules("CH-INFO-04")
def test_a_card_turned_down_again_is_a_back() -> None:
    match = middle(hands={0: ["MEDITATION#1"], 1: ["EMISSARY#1"]}, factions={0: ("FOX-1:up", "FOX-2")})
    assert sees(match, -1, "left/0") == ["FOX-1"]
    events = play(match, 0, "MEDITATION#1")
    assert told(events, "turned_down") == [{"seat": Seat(0), "side": "left"}]
    assert [sees(match, reader, "left/0") for reader in EVERYBODY] == [[UNSEEN], ["FOX-1"], *[[UNSEEN]] * 4]
    others = [{0: (card, "FOX-2")} for card in ("FOX-1:up", "BEAR-3:up")]
    worlds = [middle(hands={0: ["MEDITATION#1"]}, factions=factions) for factions in others]
    for world in worlds:
        play(world, 0, "MEDITATION#1")
    same_for_others(worlds, knowing={0})


@pytest.mark.rules("CH-INFO-04", "CH-INFO-02")
def test_who_saw_it_before_it_lay_open_still_knows_it() -> None:
    match = middle(
        4, hands={0: ["EMISSARY#1"], 1: ["MEDITATION#1"]}, factions={**APART, 1: ("BEAR-5", "DEER-1:up")}, phase="plan"
    )
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:1")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-SECRET")  # the second player's other card is turned up with the rest
    for seat in (0, 2, 3):
        do(match, seat, "side:left")
    draw(match, 0)
    assert [sees(match, reader, "left/1") for reader in (-1, 0, 2)] == [["BEAR-5"]] * 3
    play(match, 1, "MEDITATION#1")
    do(match, 1, "down:left")
    assert [sees(match, reader, "left/1") for reader in range(-1, 4)] == [
        [UNSEEN],
        ["BEAR-5"],
        ["BEAR-5"],
        [UNSEEN],
        [UNSEEN],
    ]


# -- who has seen a faction card ---------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-02", "CH-INFO-01")
def test_the_user_of_an_emissary_goes_on_knowing_the_card() -> None:
    match = middle(4, hands={0: ["EMISSARY#1"], 1: ["DEED#1", "TRAP#1"]}, factions={**APART, 1: ("BEAR-5", "BEAR-6")})
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:1")
    events = do(match, 0, "side:left")
    assert sees(match, 0, "left/1") == ["BEAR-5"]
    assert kinds(events) == ["looked", "saw"]
    assert {r for r in range(-1, 4) if sees(match, r, "left/1") == ["BEAR-5"]} == {0, 1}
    assert not [h for h in hears(match, 2) if h.event.kind == "saw"]
    do(match, 0, "rest")
    draw(match, 0)
    play(match, 1, "DEED#1")
    do(match, 1, "seat:2")
    do(match, 1, "side:left")
    do(match, 2, "side:right")
    # the card lies with the third player now: its giver, its owner and the Emissary's user know it
    assert cards(match, "right/2") == ["BEAR-5"]
    assert {r for r in range(-1, 4) if sees(match, r, "right/2") == ["BEAR-5"]} == {0, 1, 2}
    assert {r for r in range(-1, 4) if sees(match, r, "left/1") == ["DEER-6"]} == {1, 2}


@pytest.mark.rules("CH-INFO-02", "CH-INFO-36")
@pytest.mark.parametrize("card", ["DEED#1", "BUTTERFLY", "RUNESTONE", "REFLECTION#1"])
def test_who_gave_a_card_away_knows_where_it_lies(card: str) -> None:
    match = middle(4, hands={0: [card], 1: []}, factions=APART)
    play(match, 0, card)
    if card == "RUNESTONE":
        do(match, 0, "to_left")
        do(match, 0, "side:left")
    elif card == "BUTTERFLY":
        do(match, 0, "to_left")
        for seat in range(4):
            do(match, seat, "side:left")
    else:
        do(match, 0, "seat:1")
        if card == "DEED#1":
            do(match, 0, "side:left")
            do(match, 1, "side:left")
        else:
            roll(match, 0, 9)
            roll(match, 1, 2)
            do(match, 0, "yes")
    assert cards(match, "left/1") == ["FOX-5"]
    assert {r for r in range(-1, 4) if sees(match, r, "left/1") == ["FOX-5"]} == {0, 1}  # giver and owner
    mine = sees(match, 0, "left/0")
    assert mine != [UNSEEN]  # the owner may look at what came, at once
    came_from = 3 if card in ("BUTTERFLY", "RUNESTONE") else 1
    assert {r for r in range(-1, 4) if sees(match, r, "left/0") == mine} == {0, came_from}


@pytest.mark.rules("CH-INFO-02", "CH-INFO-22", "CH-INFO-36")
def test_who_persuades_knows_what_was_laid() -> None:
    match = middle(hands={0: ["PERSUADE#1"]}, factions={1: ("BEAR-5", "BEAR-6")})
    play(match, 0, "PERSUADE#1")
    draw(match, 0, "DEER-1", "DEER-2")
    do(match, 0, "offer:DEER-1")
    do(match, 0, "seat:1")
    do(match, 0, "side:left")
    do(match, 1, "yes")
    assert {r for r in EVERYBODY if sees(match, r, "left/1") == ["DEER-1"]} == {0, 1}
    assert {r for r in EVERYBODY if "DEER-2" in sees(match, r, "faction_discard")} == {0}
    assert {r for r in EVERYBODY if "BEAR-5" in sees(match, r, "faction_discard")} == {1}


@pytest.mark.rules("CH-INFO-02", "CH-DECK-07")
def test_a_shuffle_ends_what_was_known() -> None:
    match = middle(
        hands={0: ["NETWORK#1"]},
        piles={"faction_pile": ("?", "?", "?"), "faction_discard": ("?@factions",) * 11},
    )
    play(match, 0, "NETWORK#1")
    draw(match, 0, "FOX-1", "BEAR-1")
    do(match, 0, "none")
    assert {"FOX-1", "BEAR-1"} <= set(sees(match, 0, "faction_discard"))
    do(match, 0, "rest")
    draw(match, 0)
    do(match, 1, "play:PLOT#1")
    draw(match, 1)
    assert kind(match) == "renew_factions"
    do(match, None, "done")
    for reader in EVERYBODY:
        assert set(sees(match, reader, "faction_pile")) == {UNSEEN}
    assert match.state.where(PieceId("FOX-1")) is None


# -- cards drawn privately ---------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-22", "CH-INFO-30")
@pytest.mark.parametrize("card", ["NETWORK#1", "PLOT#1", "PERSUADE#1"])
def test_drawn_faction_cards_are_for_their_drawer(card: str) -> None:
    worlds = []
    for names in (("FOX-1", "BEAR-1"), ("DEER-4", "DRAGON-4"), ("?", "?")):
        match = middle(hands={0: [card, "?"]})
        play(match, 0, card)
        assert match.question is not None
        draw(match, 0, *(() if "?" in names else names[: 1 if card == "PLOT#1" else 2]))
        worlds.append(match)
    same_for_others(worlds, knowing={0})
    assert sees(worlds[0], 0, "choice/0")[0] == ("FOX-1" if card == "PLOT#1" else "BEAR-1")


@pytest.mark.rules("CH-INFO-22")
def test_a_card_that_is_laid_open_is_public_at_once() -> None:
    match = middle(hands={0: ["BETRAY#1"]}, factions={0: ("FOX-6:up", "?")})
    play(match, 0, "BETRAY#1")
    draw(match, 0, "FOX-1", "BEAR-1")
    do(match, 0, "open:BEAR-1")
    assert [sees(match, reader, "left/0") for reader in EVERYBODY] == [["BEAR-1"]] * 6
    for reader in (-1, 1, 2, 3, 4):
        assert set(sees(match, reader, "faction_discard")) == {UNSEEN}
    match = middle(hands={0: ["NETWORK#1"]}, factions={0: ("FOX-6:up", "?")})
    play(match, 0, "NETWORK#1")
    draw(match, 0, "FOX-1", "BEAR-1")
    do(match, 0, "place_left:FOX-1")
    assert [sees(match, reader, "left/0") for reader in EVERYBODY] == [["FOX-1"]] * 6


@pytest.mark.rules("CH-INFO-23")
@pytest.mark.parametrize("card", ["DEED#1", "BUTTERFLY"])
def test_a_secret_pick_stays_secret_until_all_have_picked(card: str) -> None:
    worlds = []
    for side in ("left", "right"):
        match = middle(4, hands={0: [card]})
        play(match, 0, card)
        do(match, 0, "to_left" if card == "BUTTERFLY" else "seat:1")
        do(match, 1, f"side:{side}")
        worlds.append(match)
    for reader in (-1, 0, 2, 3):
        assert handed(worlds[0], reader) == handed(worlds[1], reader)
    assert "passed" not in kinds(h.event for h in hears(worlds[0]))
    assert "exchanged" not in kinds(h.event for h in hears(worlds[0]))


# -- cards that go from hand to hand -----------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-10", "CH-INFO-08")
def test_robbed_cards_are_known_to_two() -> None:
    match = middle(hands={0: ["ROBBERY#1", "TRAP#1"], 1: ["DUEL#1", "INN#1"]})
    play(match, 0, "ROBBERY#1")
    events = do(match, 0, "seat:1")
    assert told(events, "robbed") == [{"seat": Seat(0), "target": Seat(1), "count": 2}]
    assert sees(match, 0, "hand/0") == ["DUEL#1", "INN#1", "TRAP#1"]
    assert sees(match, 1, "hand/0") == ["DUEL#1", "INN#1", UNSEEN]
    for reader in (-1, 2, 3, 4):
        assert sees(match, reader, "hand/0") == [UNSEEN] * 3


@pytest.mark.rules("CH-INFO-12", "CH-INFO-10")
def test_who_knew_a_hand_cannot_tell_what_was_discarded_from_it() -> None:
    worlds = []
    for gone in ("DUEL#1", "INN#1"):
        match = middle(hands={0: ["ROBBERY#1", "TRAP#1", "TRAP#2"], 1: ["DUEL#1", "INN#1"]})
        play(match, 0, "ROBBERY#1")
        do(match, 0, "seat:1")
        draw(match, 1)
        do(match, 0, "enough")
        do(match, 0, "rest")
        assert kind(match) == "hand_limit"
        do(match, 0, f"discard:{gone}")
        worlds.append(match)
    assert sees(worlds[0], 1, "hand/0") == [UNSEEN] * 3
    same_for_others(worlds, knowing={0})
    assert [sees(m, reader, "discard") for m in worlds for reader in EVERYBODY] == [[UNSEEN]] * 12


@pytest.mark.rules("CH-INFO-12", "CH-INFO-37")
def test_of_a_card_that_nobody_named_the_companion_knows_nothing_either() -> None:
    match = middle(hands={0: ["DUEL#1", "INN#1", "TRAP#1"]})
    do(match, 0, "discard:?")
    assert cards(match, "discard") == [UNSEEN]
    assert cards(match, "hand/0") == [UNSEEN] * 2


# -- open cards and counts ---------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-13", "CH-INFO-15", "CH-INFO-03")
def test_what_lies_open_is_open_for_all() -> None:
    piles = {
        "play_area": ("INN#1", "DUEL#1"),
        "effect/2": ("TRAP#1",),
        "effect/3": ("BEAST",),
        "aside": ("ELIXIR#1",),
        "events": ("EVENT-CHRONIC",),
        "discard": ("?", "BELIEF#1", "?"),
        "faction_discard": ("?@factions", "FOX-1"),
    }
    match = middle(piles=piles, tracks={"triggered": ("EVENT-CHRONIC",)})
    for reader in EVERYBODY:
        for key in ("play_area", "effect/2", "effect/3", "aside", "events"):
            assert sees(match, reader, key) == list(piles[key])
        assert sees(match, reader, "discard") == [UNSEEN] * 3
        assert sees(match, reader, "faction_discard") == [UNSEEN] * 2
        assert len(sees(match, reader, "faction_pile")) == 24 - 10 - 2
        assert len(sees(match, reader, "pile")) == 85 - 3 - 10 - 2 - 2 - 1 - 1 - 3


@pytest.mark.rules("CH-INFO-14", "CH-INFO-30")
def test_nobody_knows_how_a_pile_lies() -> None:
    orders = (["DUEL#1", "INN#1", "?"], ["INN#1", "?", "DUEL#1"], ["?", "?", "?"])
    rest = ["?"] * (85 - 3 - 10 - 3)
    worlds = [middle(piles={"pile": [*order, *rest]}) for order in orders]
    for reader in EVERYBODY:
        assert set(sees(worlds[0], reader, "pile")) == {UNSEEN}
    same_for_others(worlds, knowing=())
    worlds = [middle(piles={"faction_pile": [*order, *["?"] * 12]}) for order in (["FOX-1", "BEAR-1"], ["?", "FOX-1"])]
    same_for_others(worlds, knowing=())


@pytest.mark.rules("CH-INFO-14")
def test_a_new_pile_is_unknown_to_the_companion_too() -> None:
    match = middle(
        hands={0: ["?"] * 2},
        phase="declare",
        piles={"pile": ["?"], "discard": ["DUEL#1", "INN#1", *["?"] * 68], "play_area": ["TRAP#1"]},
        tracks={"events_in_pile": 0, "renewed": True},
    )
    do(match, 0, "rest")
    draw(match, 0)
    assert kind(match) == "renew_pile"
    assert set(cards(match, "pile")) == {UNSEEN}
    assert len(cards(match, "pile")) == 71


@pytest.mark.rules("CH-INFO-16", "CH-INFO-17")
def test_which_events_are_in_the_pile_nobody_knows() -> None:
    match = middle(hands={0: []}, phase="declare")
    assert not [e for e in EVENTS if match.state.where(e)]
    assert sees(match, -1, "unused_events") == [UNSEEN] * 3
    assert match.seen(None)["events_in_pile"] == 2
    do(match, 0, "rest")
    assert {f"{e}:0" for e in EVENTS} <= allowed(match, 0)
    turns_up(match, 0, "EVENT-TRACKS")
    assert [sees(match, reader, "events") for reader in EVERYBODY] == [["EVENT-TRACKS"]] * 6
    assert match.seen(None)["events_in_pile"] == 1
    assert {f"{e}:0" for e in EVENTS if e != "EVENT-TRACKS"} <= allowed(match, 0)


@pytest.mark.rules("CH-INFO-07", "CH-INFO-28", "CH-INFO-08")
def test_counters_are_public() -> None:
    match = middle(
        hp={1: 2, 3: 0}, tracks={"score/2": 4, "round": 2, "starter": Seat(1)}, settings={"scoring": "legend"}, turn=1
    )
    for reader in EVERYBODY:
        seen = match.seen(Seat(reader))
        assert [seen[f"hp/{s}"] for s in range(5)] == [3, 2, 3, 0, 3]
        assert (seen["score/2"], seen["round"], seen["starter"], seen.turn) == (4, 2, 1, 1)
        assert [len(seen.pile(f"hand/{s}")) for s in range(5)] == [2] * 5
        assert (seen["reds"], seen["greens"], seen["interfered"]) == (0, 0, ())


@pytest.mark.rules("CH-INFO-24", "CH-INFO-25", "CH-INFO-19")
def test_dice_and_encounter_tokens_are_public() -> None:
    factions = {s: (f"{f}-{s + 1}:up", "?") for s, f in enumerate(("FOX", "BEAR", "DEER"))}
    match = middle(6, hands={0: ["ENCOUNTER#1", "BELIEF#1"], 1: []}, factions=factions)
    play(match, 0, "ENCOUNTER#1")
    do(match, None, "tokens:fox+bear")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    roll(match, 0, 4)
    roll(match, 1, 9)
    for reader in range(-1, 6):
        heard = [h.event for h in hears(match, reader)]
        assert told(heard, "encounter_drawn") == [{"factions": ("fox", "bear")}]
        rolled = [(f["seat"], f["die"], f["beliefs"], f["total"]) for f in told(heard, "rolled")]
        assert rolled == [(0, 4, 6, 10), (1, 9, 0, 9)]
        assert [(f["faction"], f["total"]) for f in told(heard, "side_total")] == [("fox", 10), ("bear", 9)]
        assert [f["seat"] for f in told(heard, "damaged")] == [1]
