"""What came out of playing Chesney in odd ways: cards shown in between, ends in the middle of a card, corrections."""

from __future__ import annotations

import pytest

from rules.engine.entries import EDITION, Header, Identify, SetTrack, SetTurn
from rules.engine.match import Accepted, Match
from rules.engine.packets import packet
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, PieceId, Seat
from tests.games.chesney._match import (
    CHESNEY,
    cards,
    do,
    draw,
    kind,
    kinds,
    middle,
    of_edition,
    play,
    roll,
    sees,
    told,
    turns_up,
)
from tests.games.chesney._poison import BREWER, poisoned


def placing() -> Match:
    """Everybody has two unseen faction cards and lays them down."""
    match = Match(CHESNEY, Header("chesney", 4, {}))
    do(match, None, "done")
    do(match, None, "seat:0")
    do(match, None, "dealt")
    assert kind(match) == "place"
    return match


@pytest.mark.rules("CH-SETUP-09")
def test_cards_that_are_shown_while_others_still_choose_do_not_stop_the_match() -> None:
    match = placing()
    do(match, 0, "place_left:?")
    assert isinstance(match.submit(Identify("choice/0", (PieceId("FOX-1"), PieceId("BEAR-2")))), Accepted)
    for seat in (1, 2, 3):
        do(match, seat, "place_left:?")
    assert kind(match) == "deal_hands"
    assert [len(cards(match, key)) for key in ("left/0", "right/0", "choice/0")] == [1, 1, 0]
    assert match.state.where(PieceId("FOX-1")) is None, "nobody said on which side it lies"


@pytest.mark.rules("CH-EVT-GEN-06", "CH-JUDGE-24")
def test_the_fourth_event_may_come_while_a_betrayed_slot_is_empty() -> None:
    factions = {0: ("FOX-6:up", "BEAR-2"), 1: ("FOX-1:up", "DEER-2"), 2: ("DEER-3", "DEER-4")}
    match = middle(
        4,
        hands={0: ["BETRAY#1"], 1: ["ELIXIR#1"]},
        factions={**factions, 3: ("DRAGON-1", "DRAGON-2")},
        hp={1: 1},
        tracks={"triggered": ("EVENT-TRACKS", "EVENT-SECRET", "EVENT-INN"), "events_in_pile": 1},
    )
    play(match, 0, "BETRAY#1")
    do(match, 1, "react:ELIXIR#1")
    events = turns_up(match, 1, "EVENT-STORM")
    assert "event" in kinds(events)
    for seat in (1, 2, 3, 0):
        if kind(match) in ("before_roll", "roll"):
            roll(match, seat, 12)
    assert kind(match) == "round_over"


@pytest.mark.rules("CH-CHAR-GEN-13", "CH-WOUND-06")
def test_who_fell_in_the_own_window_has_no_skill_any_more() -> None:
    owned = {0: ("FOX-1", "FOX-2"), 1: ("BEAR-1", "BEAR-2"), 2: ("DEER-1", "DEER-2"), 3: ("FOX-3", "BEAR-3")}
    match = poisoned(
        hands={0: ["AMBUSH#1"], 1: ["ELIXIR#1"]},
        characters={1: "BERSERKER"},
        factions={**owned, BREWER: ("DRAGON-1", "DRAGON-2")},
        hp={1: 1},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "react:ELIXIR#1")
    turns_up(match, 1, "POISON#1")
    if kind(match) == "react":
        do(match, 1, "pass")  # the window of the Poison itself
    assert match.state["hp/1"] == 0
    assert kind(match) == "look"


@pytest.mark.rules("CH-CHAR-HON-06", "CH-CHAR-SPELL-07")
def test_who_is_wounded_as_the_fourth_event_cuts_the_windows_off_is_credited() -> None:
    match = middle(
        5,
        hands={0: ["ELIXIR#1"]},
        characters={0: "SPELL"},
        hp={0: 1, 1: 1, 2: 1},
        phase="appear",
        settings={"mode": "advanced", "scoring": "legend", "masters": True},
        tracks={"triggered": ("EVENT-TRACKS", "EVENT-SECRET", "EVENT-INN"), "events_in_pile": 1},
    )
    do(match, 0, "appear:SPELL")
    do(match, 0, "react:ELIXIR#1")
    turns_up(match, 0, "EVENT-CHRONIC")
    while kind(match) == "put_aside":
        do(match, int(match.waiting[0]), "none")
    assert match.state["hp/1"] == match.state["hp/2"] == 0
    assert match.state["deeds/0"] == ("SPELL",)


@pytest.mark.rules("CH-CHAR-HON-04", "CH-EVT-GEN-06", "CH-CHAR-ILLUSION-07")
@pytest.mark.parametrize(("edition", "points"), [(EDITION, (0, 2)), (0, (2, 0))])
def test_of_several_hits_that_a_fourth_event_cuts_off_the_last_has_wounded(
    edition: int, points: tuple[int, int]
) -> None:
    match = middle(
        5,
        hands={0: ["BLAST"], 1: ["STRUGGLE#1"], 2: ["ELIXIR#1"]},
        characters={0: "PYRO:up", 1: "BARD:up", 2: "ILLUSION", 3: "THIEF:up", 4: "REAPER:up"},
        hp={1: 2, 2: 1},
        piles={"reserve": ["FIREBALL", "POISON#1", "POISON#2"]},
        settings={"scoring": "legend", "masters": True},
        tracks={"triggered": ("EVENT-STORM", "EVENT-SECRET", "EVENT-INN"), "events_in_pile": 1},
    )
    match = of_edition(match, edition)
    play(match, 0, "BLAST")
    do(match, 0, "seat:1")  # 2 to 1
    do(match, 2, "skill:ILLUSION:1")  # 1 to 0
    do(match, 1, "react:STRUGGLE#1")
    do(match, 2, "react:ELIXIR#1")
    turns_up(match, 2, "EVENT-TRACKS")
    assert match.state["hp/1"] == 0
    assert (match.state["score/0"], match.state["score/2"]) == points


@pytest.mark.rules("CH-INFO-30", "CH-CHAR-DISGUISE-04")
def test_numbers_of_events_have_no_gaps_where_others_heard_something() -> None:
    match = middle(hands={0: ["EMISSARY#1"]}, factions={1: ("FOX-5:up", "BEAR-2")})
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:1")
    for reader in (PUBLIC, *match.table.seats):
        numbers = [heard.number for heard in packet(match, reader).events]
        assert numbers == list(range(len(numbers)))
    assert len(packet(match, Seat(0)).events) == len(packet(match).events) + 1


@pytest.mark.rules("CH-CHAR-CARD-10")
def test_a_poisoner_set_by_the_host_works_like_any_other() -> None:
    match = poisoned(hands={0: ["INN#1", "INN#2"]}, tracks={"poisoner": None}, phase="declare")
    assert isinstance(match.submit(SetTrack("poisoner", 3, "forgotten")), Accepted)
    do(match, 0, "rest")
    turns_up(match, 0, "POISON#1")
    if kind(match) == "react":
        do(match, 0, "pass")
    assert match.state["hp/0"] == 2


@pytest.mark.rules("CH-TURN-01")
def test_the_host_may_give_the_turn_on_in_the_middle_of_a_card() -> None:
    match = middle(hands={0: ["BETRAY#1"], 1: ["DEED#1"]}, factions={0: ("FOX-6:up", "BEAR-2")})
    play(match, 0, "BETRAY#1")
    draw(match, 0, "DEER-1", "DEER-2")
    assert isinstance(match.submit(SetTurn(Seat(1), "the others want to go on")), Accepted)
    assert (kind(match), match.state.turn) == ("plan", Seat(1))
    assert cards(match, "play_area") == ["BETRAY#1"]
    assert cards(match, "choice/0") == []
    play(match, 1, "DEED#1")
    do(match, 1, "seat:0")
    do(match, 1, "side:left")
    events = do(match, 0, "side:left")
    assert told(events, "exchanged")
    assert [len(cards(match, key)) for key in ("left/1", "left/0")] == [0, 1], "the empty slot changed places"


@pytest.mark.rules("CH-ACT-ROBBERY-05")
def test_a_card_that_all_knew_in_a_robbed_hand_is_still_known_to_all() -> None:
    match = middle(hands={0: ["ROBBERY#1"], 1: ["INN#1:shown", "TRAP#1"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    assert "INN#1" in sees(match, 3, "hand/0")
    assert "TRAP#1" not in sees(match, 3, "hand/0")
    assert isinstance(match.submit(Answer(Seat(1), "drawn")), Accepted)
