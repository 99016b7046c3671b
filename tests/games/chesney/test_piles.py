"""The two piles: drawing from them and making them anew (CH-DECK-01 to -10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from rules.engine.entries import Header
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Insert, Prepare, Shuffle
from rules.engine.sampling import pick
from rules.engine.types import UNSEEN, PieceId, Seat, State
from rules.games.chesney.names import ACTIONS, FACTION_CARDS
from rules.games.chesney.pieces import EVENTS
from tests.games.chesney._match import (
    CHESNEY,
    asked,
    cards,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    refused,
    roll,
    sees,
    told,
    turns_up,
)

ALL_ACTIONS = 80 + 5
SEATS = 5


def short(
    pile: int,
    hands: Mapping[int, Sequence[str]],
    *,
    rest: str = "discard",
    piles: Mapping[str, Sequence[str]] | None = None,
    events: int = 0,
    **more: object,
) -> Match:
    """Five players, the pile nearly taken: so many cards are left in it, `events` of them events; `rest` has the cards
    that stand nowhere else."""
    others = dict(piles or {})
    held = {seat: list(hands.get(seat, ["?", "?"])) for seat in range(SEATS)}
    unused = others.pop("unused_events", ["?"] * 3)
    count = pile + len(unused) + sum(map(len, held.values())) + sum(map(len, others.values()))
    mine = others.pop(rest, [])
    content = {**others, rest: [*mine, *["?"] * (ALL_ACTIONS - count)], "pile": ["?"] * pile, "unused_events": unused}
    tracks = {"events_in_pile": events, **more.pop("tracks", {})}  # type: ignore[dict-item]
    return middle(SEATS, hands=held, piles=content, tracks=tracks, **more)  # type: ignore[arg-type]


def size(match: Match, key: str) -> int:
    """How many cards lie in a pile, as everybody sees."""
    return len(match.seen(None).pile(key))


# -- the action pile ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-DECK-01", "CH-DECK-05", "CH-INFO-15")
def test_a_draw_that_the_end_of_the_pile_cuts_goes_on_from_the_new_one() -> None:
    match = short(1, {0: []}, phase="declare")
    discards = size(match, "discard")
    do(match, 0, "rest")
    assert match.question is not None
    assert (kind(match), match.question.facts["count"]) == ("draw", 1)
    events = draw(match, 0, "DUEL#1")
    assert told(events, "pile_renewed") == [{"count": discards + 2}]
    assert (kind(match), size(match, "hand/0"), size(match, "discard")) == ("renew_pile", 1, 0)
    do(match, None, "done")
    assert match.question is not None
    assert (kind(match), asked(match), match.question.facts["count"]) == ("draw", [0], 2)
    draw(match, 0)
    assert size(match, "hand/0") == 3
    assert size(match, "pile") == discards + 2 - 2


@pytest.mark.rules("CH-DECK-01")
def test_the_new_pile_is_made_at_once_not_when_it_is_needed() -> None:
    match = short(2, {0: ["DUEL#1"]}, phase="declare")
    do(match, 0, "rest")
    draw(match, 0)
    assert kind(match) == "renew_pile"
    do(match, None, "done")
    assert asked(match) == [1]


@pytest.mark.rules("CH-DECK-01", "CH-EVT-GEN-01")
def test_the_new_pile_comes_before_the_effect_of_an_event_that_was_the_last_card() -> None:
    match = short(1, {0: []}, events=1, phase="declare")
    do(match, 0, "rest")
    assert refused(match, 0, "drawn").code == "must_turn_up"
    events = turns_up(match, 0, "EVENT-STORM")
    assert "event" not in kinds(events)
    assert (kind(match), cards(match, "events")) == ("renew_pile", ["EVENT-STORM"])
    events = do(match, None, "done")
    assert kinds(events) == ["event"]
    assert (kind(match), asked(match)) == ("roll", [0])


@pytest.mark.rules("CH-DECK-02", "CH-DECK-10", "CH-TURN-23")
def test_what_goes_into_the_new_pile_and_what_does_not() -> None:
    match = short(
        1,
        {0: ["DUEL#1", "BELIEF#1"], 1: []},
        piles={
            "play_area": ["INN#1", "INN#2"],
            "effect/2": ["TRAP#1"],
            "effect/3": ["BEAST"],
            "aside": ["ELIXIR#1", "ELIXIR#2"],
            "events": ["EVENT-CHRONIC", "EVENT-TRACKS"],
        },
        tracks={"triggered": ("EVENT-CHRONIC", "EVENT-TRACKS")},
    )
    discards = size(match, "discard")
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    assert kind(match) == "renew_pile"
    everybody = match.seen(None)
    assert everybody.pile("in_play").pieces == ("DUEL#1", "BELIEF#1")  # still at work
    assert size(match, "pile") == discards + 2 + 2  # with the Inns and two events
    assert (size(match, "play_area"), size(match, "discard")) == (0, 0)
    assert [size(match, key) for key in ("effect/2", "effect/3", "aside", "events")] == [1, 1, 2, 2]
    assert [size(match, f"hand/{s}") for s in range(5)] == [1, 0, 2, 2, 2]
    assert cards(match, "pile") == [UNSEEN] * (discards + 4)  # nobody knows where the Inns are now
    do(match, None, "done")
    roll(match, 0, 12)
    roll(match, 1, 1)
    assert cards(match, "play_area") == ["BELIEF#1", "DUEL#1"]


@pytest.mark.rules("CH-DECK-03", "CH-SETUP-13", "CH-INFO-16", "CH-INFO-17")
@pytest.mark.parametrize("spare", [0, 1])
def test_the_first_new_pile_gets_two_of_the_three_left_events(spare: int) -> None:
    match = short(2, {0: ["?"], 1: ["?"] * (2 + spare)}, phase="declare")
    count = size(match, "discard")
    do(match, 0, "rest")
    draw(match, 0)
    question = match.question
    assert isinstance(question, Prepare)
    assert question.steps == (
        Shuffle(("play_area", "discard"), "pile"),
        Insert("unused_events", "pile", count),
        Insert("unused_events", "pile", count // 2),
    )
    assert (match.seen(None)["events_in_pile"], size(match, "unused_events"), size(match, "pile")) == (2, 1, count + 2)
    assert all(sees(match, reader, "unused_events") == [UNSEEN] for reader in range(-1, 5))


@pytest.mark.rules("CH-DECK-04", "CH-EVT-GEN-12")
def test_a_later_one_gets_none() -> None:
    match = short(2, {0: ["?"]}, piles={"unused_events": ["?"]}, tracks={"renewed": True}, phase="declare")
    count = size(match, "discard")
    do(match, 0, "rest")
    draw(match, 0)
    question = match.question
    assert isinstance(question, Prepare)
    assert question.steps == (Shuffle(("play_area", "discard"), "pile"),)
    assert (match.state["events_in_pile"], size(match, "unused_events"), size(match, "pile")) == (0, 1, count)
    do(match, None, "done")
    refusal = match.submit(Answer(Seat(1), "EVENT-STORM:0"))
    assert not isinstance(refusal, Accepted)


@pytest.mark.rules("CH-DECK-06")
def test_with_no_card_anywhere_the_draw_is_shorter() -> None:
    match = short(1, {0: ["?"], 1: ["INN#1", "TRAP#1"]}, rest="aside", phase="declare")
    do(match, 0, "rest")
    draw(match, 0)
    assert (size(match, "hand/0"), size(match, "pile")) == (2, 0)
    assert (kind(match), asked(match)) == ("plan", [1])
    do(match, 1, "discard:INN#1")
    do(match, 1, "enough")
    events = do(match, 1, "rest")
    assert told(events, "pile_renewed")  # now there is a card again
    do(match, None, "done")
    assert kind(match) == "draw"


@pytest.mark.rules("CH-DECK-05", "CH-DECK-01", "CH-EVT-GEN-03")
def test_an_empty_pile_in_the_middle_of_a_draw_with_an_event_at_its_end() -> None:
    match = short(2, {0: []}, events=1, phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-TRACKS", after=1)
    assert size(match, "hand/0") == 1
    do(match, None, "done")
    assert match.question is not None
    assert (kind(match), match.question.facts["count"]) == ("draw", 2)
    draw(match, 0)
    assert (size(match, "hand/0"), asked(match)) == (3, [1])


@pytest.mark.rules("CH-INFO-09", "CH-INFO-14")
def test_a_card_that_lies_elsewhere_was_not_drawn() -> None:
    match = middle(hands={0: ["DUEL#1"]}, phase="declare", piles={"play_area": ("INN#1",)})
    do(match, 0, "rest")
    for names in (("INN#1", "TRAP#1"), ("DUEL#1", "TRAP#1"), ("TRAP#1", "TRAP#1")):
        cards_named = tuple(PieceId(n) for n in names)
        refusal = match.submit(Answer(Seat(0), "drawn", (("hand/0", cards_named),)))
        assert getattr(refusal, "code", "") == "cannot_be_there"
    wrong = match.submit(Answer(Seat(0), "drawn", (("hand/0", (PieceId("TRAP#1"),)),)))
    assert getattr(wrong, "code", "") == "wrong_deal"
    assert size(match, "hand/0") == 1


# -- the faction pile --------------------------------------------------------------------------------------------------


def few_factions(pile: int, card: str, discard: Sequence[str] = (), **factions: tuple[str, str]) -> Match:
    """Five players with so many cards left in the faction pile, and the first one's card."""
    placed = {int(key[1:]): pair for key, pair in factions.items()}
    left = 24 - pile - 2 * SEATS - len(discard)
    piles = {"faction_pile": ["?"] * pile, "faction_discard": [*discard, *["?@factions"] * left]}
    return middle(SEATS, hands={0: [card, "TRAP#1"]}, factions=placed, piles=piles)


@pytest.mark.rules("CH-DECK-07", "CH-DECK-09", "CH-INFO-15")
def test_a_faction_pile_that_runs_out_is_made_anew_without_what_was_just_drawn() -> None:
    match = few_factions(1, "NETWORK#1", ["FOX-1"])
    discards = size(match, "faction_discard")
    play(match, 0, "NETWORK#1")
    events = draw(match, 0, "BEAR-1")
    assert told(events, "factions_renewed") == [{"count": discards}]
    question = match.question
    assert isinstance(question, Prepare)
    assert question.steps == (Shuffle(("faction_discard",), "faction_pile"),)
    assert cards(match, "faction_pile") == [UNSEEN] * discards
    do(match, None, "done")
    assert match.question is not None
    assert (kind(match), match.question.facts["count"]) == ("draw_factions", 1)
    assert getattr(match.submit(Answer(Seat(0), "drawn", (("choice/0", (PieceId("BEAR-1"),)),))), "code", "") == (
        "cannot_be_there"
    )
    draw(match, 0, "FOX-1")
    assert sorted(map(str, sees(match, 0, "choice/0"))) == ["BEAR-1", "FOX-1"]
    do(match, 0, "none")
    assert size(match, "faction_discard") == 2


@pytest.mark.rules("CH-DECK-07")
def test_the_last_faction_card_taken_makes_a_new_pile_at_once() -> None:
    match = few_factions(2, "NETWORK#1")
    discards = size(match, "faction_discard")
    play(match, 0, "NETWORK#1")
    draw(match, 0, "BEAR-1", "BEAR-2")
    assert (kind(match), size(match, "faction_pile"), size(match, "faction_discard")) == ("renew_factions", discards, 0)
    do(match, None, "done")
    assert kind(match) == "network"


@pytest.mark.rules("CH-DECK-07", "CH-DECK-08")
def test_with_no_discards_either_it_is_made_as_soon_as_there_are_some() -> None:
    placed = middle(10, hands={0: ["NETWORK#1", "TRAP#1"]}, piles={
        "faction_pile": ["?"] * 2, "faction_discard": [], "choice/9": ["?@factions"] * 14})  # fmt: skip
    play(placed, 0, "NETWORK#1")
    draw(placed, 0, "BEAR-1", "BEAR-2")
    assert (kind(placed), size(placed, "faction_pile")) == ("network", 0)
    events = do(placed, 0, "place_left:BEAR-1")
    assert told(events, "factions_renewed") == [{"count": 2}]
    assert kind(placed) == "renew_factions"
    assert (size(placed, "faction_pile"), size(placed, "faction_discard")) == (2, 0)
    assert cards(placed, "faction_pile") == [UNSEEN] * 2
    do(placed, None, "done")
    assert kind(placed) == "plan_more"


@pytest.mark.rules("CH-DECK-08", "CH-INFO-22", "CH-INFO-02")
def test_replaced_and_unused_cards_go_face_down_to_the_discards() -> None:
    match = middle(hands={0: ["NETWORK#1"]}, factions={0: ("FOX-2:up", "FOX-3")})
    play(match, 0, "NETWORK#1")
    draw(match, 0, "BEAR-1", "DEER-1")
    do(match, 0, "place_right:DEER-1")
    assert sorted(map(str, cards(match, "faction_discard"))) == ["BEAR-1", "FOX-3"]
    assert not [s for s in match.state.pile("faction_discard").slots if s.face_up]
    assert sorted(map(str, sees(match, 0, "faction_discard"))) == ["BEAR-1", "FOX-3"]  # its drawer remembers
    for reader in (-1, 1, 2, 3, 4):
        assert sees(match, reader, "faction_discard") == [UNSEEN] * 2


# -- over whole matches ------------------------------------------------------------------------------------------------


def counted(state: State, deck: str, *heads: str) -> int:
    """How many cards of a deck lie in the piles with these names."""
    return sum(
        slot.deck == deck for key, pile in state.piles.items() if key.partition("/")[0] in heads for slot in pile.slots
    )


@pytest.mark.rules("CH-DECK-09", "CH-DECK-10", "CH-ACT-DMG-01", "CH-EVT-GEN-05", "CH-EVT-GEN-12", "CH-SETUP-10")
@pytest.mark.parametrize("seats", [4, 6, 10])
def test_no_card_is_ever_lost_or_doubled(seats: int) -> None:
    choose = Random(100 + seats)
    match = Match(CHESNEY, Header("chesney", seats, {"scoring": "legend"}))
    actions, factions = (80, 24) if seats <= 5 else (82, 36)
    in_round = 0
    while match.question is not None:
        outcome = match.submit(pick(match, choose.randrange))
        assert isinstance(outcome, Accepted)
        state = match.state
        assert counted(
            state, FACTION_CARDS, "faction_pile", "faction_discard", "choice", "proposal", "left", "right"
        ) == (factions)
        lying = counted(state, ACTIONS, "pile", "play_area", "in_play", "discard", "hand", "effect", "aside")
        if kind(match) not in ("prepare", "starter"):
            assert lying - state.number("events_in_pile") == actions
        known = [s.piece for p in state.piles.values() for s in p.slots if s.piece is not UNSEEN]
        assert len(known) == len(set(known))
        assert all(0 <= state.number(f"hp/{s}") <= 3 for s in range(seats))
        assert not [e for e in EVENTS if any(e in state.pile(f"hand/{s}") for s in range(seats))]
        in_round = 0 if "round_started" in kinds(outcome.events) else in_round + kinds(outcome.events).count("event")
        assert in_round <= 4
    assert [f["number"] for f in told((h.event for h in hears(match)), "event")]
