"""What is in the box and how a round is set up (CH-SETUP-01 to -21)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.engine.entries import Header
from rules.engine.game import SettingError
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Insert, Prepare, Roll
from rules.engine.sampling import pick
from rules.engine.types import UNSEEN, PieceId, Seat
from rules.games.chesney import pieces
from rules.games.chesney.names import ACTIONS, CHARACTERS, DISGUISES, FACTION_CARDS, FACTIONS
from rules.games.chesney.pieces import EVENTS
from rules.games.chesney.start import ROUND_TRACKS, SEAT_TRACKS
from tests.games.chesney._match import (
    CHESNEY,
    allowed,
    asked,
    cards,
    do,
    hears,
    kind,
    kinds,
    middle,
    refused,
    sees,
    told,
)


def fresh(seats: int, **settings: object) -> Match:
    """A match before its first answer."""
    return Match(CHESNEY, Header("chesney", seats, settings))


def until(match: Match, wanted: str, starter: int = 0) -> Match:
    """Sets up, told of no card, until this is asked."""
    while kind(match) != wanted:
        match_kind = kind(match)
        if match_kind == "starter":
            do(match, None, f"seat:{starter}")
        elif match_kind in ("prepare", "events_in"):
            do(match, None, "done")
        elif match_kind.startswith("deal_"):
            do(match, None, "dealt")
        else:
            key = {"place": "place_left:?", "keep": "keep:?"}[match_kind]
            for seat in asked(match):
                do(match, seat, key)
    return match


# -- the box -----------------------------------------------------------------------------------------------------------

KINDS = {
    ("green", "intelligence"): {"EMISSARY": 6, "MEDITATION": 4, "NOTICE": 4},
    ("green", "hand"): {"ROBBERY": 3},
    ("green", "swap"): {
        "BUTTERFLY": 1,
        "DEED": 4,
        "NETWORK": 6,
        "PERSUADE": 4,
        "PLOT": 3,
        "REFLECTION": 2,
        "RUNESTONE": 1,
    },
    ("green", "heal"): {"INN": 4},
    ("green", "preserve"): {"BEAST": 1, "TRAP": 2},
    ("yellow", "flash"): {"BELIEF": 6, "ELIXIR": 4, "STRUGGLE": 2},
    ("red", "single"): {"AMBUSH": 4, "DUEL": 6},
    ("red", "mass"): {"SWEEP": 6, "BETRAY": 3, "ESTRANGE": 4, "ENCOUNTER": 2},
}
"""The action cards as the list of the game counts them."""


def deck(name: str, seats: int, **settings: object) -> tuple[PieceId, ...]:
    """A deck of a match."""
    return CHESNEY.box.decks(CHESNEY.check_settings(settings), seats)[name]


def actions(seats: int) -> list[PieceId]:
    """The action cards of a match, without the events."""
    return [p for p in deck(ACTIONS, seats) if p not in EVENTS]


@pytest.mark.rules("CH-SETUP-06", "CH-SETUP-07")
@pytest.mark.parametrize("seats", range(6, 11))
def test_the_82_action_cards(seats: int) -> None:
    wanted = {kind: count for row in KINDS.values() for kind, count in row.items()}
    assert Counter(p.kind for p in actions(seats)) == wanted
    assert len(actions(seats)) == sum(wanted.values()) == 82


@pytest.mark.rules("CH-SETUP-06")
def test_colours_and_types_of_the_action_cards() -> None:
    found: dict[tuple[str, str], dict[str, int]] = {}
    for piece in actions(10):
        card = pieces.action(piece)
        row = found.setdefault((card.colour, pieces.icon(piece, {})), {})
        row[piece.kind] = row.get(piece.kind, 0) + 1
    assert found == KINDS
    by_colour = {c: sum(sum(r.values()) for (k, _), r in KINDS.items() if k == c) for c in ("green", "yellow", "red")}
    assert by_colour == {"green": 45, "yellow": 12, "red": 25}


@pytest.mark.rules("CH-SETUP-08")
@pytest.mark.parametrize("seats", [4, 5])
def test_small_groups_leave_cards_in_the_box(seats: int) -> None:
    colours = Counter(pieces.action(p).colour for p in actions(seats))
    assert colours == {"green": 45, "yellow": 12, "red": 23}
    assert not [p for p in actions(seats) if p.kind == "ENCOUNTER"]
    assert len(actions(seats)) == 80
    factions = deck(FACTION_CARDS, seats)
    assert len(factions) == 24
    assert {pieces.number_of(p) for p in factions} == set(range(1, 7))


@pytest.mark.rules("CH-SETUP-03", "CH-SETUP-04", "CH-SETUP-07")
@pytest.mark.parametrize("seats", range(6, 11))
def test_36_faction_cards(seats: int) -> None:
    found = Counter((pieces.faction_of(p), pieces.number_of(p)) for p in deck(FACTION_CARDS, seats))
    assert found == {(faction, number): 1 for faction in FACTIONS for number in range(1, 10)}


@pytest.mark.rules("CH-SETUP-03", "CH-SETUP-18", "CH-SETUP-19")
def test_what_is_in_the_box() -> None:
    assert len(deck(CHARACTERS, 6, mode="advanced", masters=True)) == 30
    assert len(deck(CHARACTERS, 6, mode="advanced")) == 20
    assert len(EVENTS) == len(set(EVENTS)) == 5
    assert set(EVENTS) <= set(deck(ACTIONS, 6))
    extra = set(deck(ACTIONS, 6, mode="advanced")) - set(deck(ACTIONS, 6))
    assert len(extra) + len(deck(DISGUISES, 6, mode="advanced")) == 12
    assert CHARACTERS not in CHESNEY.box.decks(CHESNEY.check_settings({}), 6)
    assert max(CHESNEY.seats) == 10
    match = middle(hands={0: ["DUEL#1"]})
    do(match, 0, "play:DUEL#1")
    do(match, 0, "seat:1")
    assert isinstance(match.question, Roll)
    assert match.question.dice == (12,)


@pytest.mark.rules("CH-SETUP-05")
def test_the_encounter_tokens_are_one_of_each_faction() -> None:
    factions = {s: (f"{f.upper()}-{s + 1}:up", "?") for s, f in enumerate(FACTIONS)}
    match = middle(6, hands={0: ["ENCOUNTER#1"]}, factions=factions)
    do(match, 0, "play:ENCOUNTER#1")
    assert kind(match) == "encounter_tokens"
    options = match.options(None)
    assert len(options) == 6
    assert {frozenset(o.key.removeprefix("tokens:").split("+")) for o in options} == {
        frozenset({f, g}) for f in FACTIONS for g in FACTIONS if f != g
    }


# -- who may play ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SETUP-01")
@pytest.mark.parametrize("seats", [0, 1, 2, 3, 11, 12])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(SettingError, match=f"Chesney is for 4 to 10 players, not {seats}."):
        fresh(seats)


@pytest.mark.rules("CH-SETUP-01", "CH-SETUP-02")
@pytest.mark.parametrize("seats", range(4, 11))
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("scoring", ["adventurer", "legend"])
def test_all_ways_to_play(seats: int, mode: str, scoring: str) -> None:
    match = until(fresh(seats, mode=mode, scoring=scoring), "appear" if mode == "advanced" else "plan")
    assert asked(match) == [0]
    assert ("character/0" in match.state.piles) is (mode == "advanced")
    assert len(match.state.decks[FACTION_CARDS]) == (24 if seats <= 5 else 36)
    points = [match.state[f"score/{s}"] for s in range(seats)]
    assert points == [0 if scoring == "legend" else None] * seats


@pytest.mark.rules("CH-SETUP-02")
@pytest.mark.parametrize(("key", "value"), [("mode", "expert"), ("scoring", "points"), ("players", 5)])
def test_ways_that_there_are_not(key: str, value: object) -> None:
    with pytest.raises(SettingError):
        fresh(5, **{key: value})


# -- dealing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SETUP-09", "CH-JUDGE-08", "CH-INFO-01")
def test_two_faction_cards_left_and_right_as_one_likes() -> None:
    match = until(fresh(4), "deal_factions")
    do(match, None, "dealt", {"choice/0": ["FOX-1", "BEAR-6"], "choice/1": ["FOX-2", "DEER-6"]})
    assert (kind(match), asked(match)) == ("place", [0, 1, 2, 3])
    assert allowed(match, 0) == {"place_left:FOX-1", "place_left:BEAR-6", "place_left:?"}, "or not said"
    assert allowed(match, 2) == {"place_left:?"}
    assert refused(match, 0, "place_left:FOX-2").code == "no_such_option"
    do(match, 0, "place_left:BEAR-6")
    assert sees(match, 0, "left/0") == []  # all lay them down together
    do(match, 1, "place_left:FOX-2")
    do(match, 2, "place_left:?")
    do(match, 3, "place_left:?")
    assert (sees(match, 0, "left/0"), sees(match, 0, "right/0")) == (["BEAR-6"], ["FOX-1"])
    assert (cards(match, "left/1"), cards(match, "right/1")) == (["FOX-2"], ["DEER-6"])
    for reader in (-1, 1, 2, 3):
        assert sees(match, reader, "left/0") == sees(match, reader, "right/0") == [UNSEEN]
    for seat in range(4):
        assert [s.face_up for side in ("left", "right") for s in match.state.pile(f"{side}/{seat}").slots] == [
            False
        ] * 2
    assert kind(match) == "deal_hands"


@pytest.mark.rules("CH-SETUP-09")
def test_the_place_is_chosen_at_that_moment_only() -> None:
    match = until(fresh(4), "plan")
    assert not [key for key in allowed(match, 0) if key.startswith("place")]
    assert refused(match, 0, "place_left:?").code == "no_such_option"


@pytest.mark.rules("CH-SETUP-10", "CH-ACT-DMG-01")
@pytest.mark.parametrize("seats", [4, 10])
def test_everybody_starts_with_three_hit_points(seats: int) -> None:
    match = until(fresh(seats), "plan")
    assert [match.state[f"hp/{s}"] for s in range(seats)] == [3] * seats


@pytest.mark.rules("CH-SETUP-11")
def test_no_first_hand_holds_an_event() -> None:
    match = until(fresh(4), "deal_hands")
    for event in EVENTS:
        outcome = match.submit(Answer(None, "dealt", (("hand/0", (event, UNSEEN, UNSEEN)),)))
        assert getattr(outcome, "code", "") == "cannot_be_there"
    do(match, None, "dealt", {"hand/0": ["INN#1", "INN#2", "DUEL#1"]})
    assert [len(match.state.pile(f"hand/{s}")) for s in range(4)] == [3] * 4
    assert kind(match) == "events_in"
    assert match.state["events_in_pile"] == 0


@pytest.mark.rules("CH-SETUP-11", "CH-SETUP-12", "CH-INFO-16", "CH-INFO-17")
def test_two_unknown_events_go_into_the_pile() -> None:
    match = until(fresh(4), "events_in")
    assert len(match.state.pile("unused_events")) == 5
    assert match.question is not None
    steps = getattr(match.question, "steps", ())
    assert steps == (Insert("unused_events", "pile", 68), Insert("unused_events", "pile", 34))
    do(match, None, "done")
    assert [s.piece for s in match.state.pile("unused_events").slots] == [UNSEEN] * 3
    assert match.seen(None)["events_in_pile"] == 2
    assert not [e for e in EVENTS if match.state.where(e)]


SIZES = {4: (16, 68, 34), 5: (14, 65, 32), 6: (24, 64, 32), 7: (22, 61, 30), 8: (20, 58, 29), 9: (18, 55, 27)}
SIZES[10] = (16, 52, 26)


@pytest.mark.rules("CH-SETUP-13", "CH-SETUP-14", "CH-INFO-15")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("seats", SIZES)
def test_how_large_the_piles_are(seats: int, mode: str) -> None:
    factions, count, above = SIZES[seats]
    match = until(fresh(seats, mode=mode), "events_in")
    question = match.question
    assert isinstance(question, Prepare)
    assert len(match.state.pile("pile")) == count
    middle_event = question.steps[1]
    assert isinstance(middle_event, Insert)
    assert middle_event.above == above == count // 2
    do(match, None, "done")
    everybody = match.seen(None)
    assert len(everybody.pile("faction_pile")) == factions
    assert len(everybody.pile("pile")) == count + 2
    assert len(everybody.pile("unused_events")) == 3


# -- what else ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SETUP-15", "CH-INFO-28")
def test_legend_starts_at_nothing() -> None:
    match = until(fresh(5, scoring="legend"), "plan")
    everybody = match.seen(None)
    assert [everybody[f"score/{s}"] for s in range(5)] == [0] * 5
    assert everybody["round"] == 1


@pytest.mark.rules("CH-SETUP-16", "CH-INFO-28")
def test_the_first_player_is_drawn_by_lot() -> None:
    match = until(fresh(6), "starter")
    assert asked(match) == []  # nobody chooses
    assert [o.key for o in match.options(None)] == [f"seat:{s}" for s in range(6)]
    events = do(match, None, "seat:4")
    assert told(events, "starts") == [{"seat": Seat(4)}]
    until(match, "plan")
    assert asked(match) == [4]
    assert match.seen(None)["starter"] == 4


@pytest.mark.rules("CH-SETUP-17", "CH-INFO-26", "CH-INFO-27")
def test_two_characters_of_which_one_is_kept() -> None:
    match = until(fresh(4, mode="advanced"), "deal_characters")
    assert [len(match.state.pile(f"left/{s}")) for s in range(4)] == [1] * 4
    assert [len(match.state.pile(f"hand/{s}")) for s in range(4)] == [0] * 4
    do(match, None, "dealt", {"offer/0": ["BARD", "DRUID"]})
    assert (kind(match), asked(match)) == ("keep", [0, 1, 2, 3])
    assert allowed(match, 0) == {"keep:BARD", "keep:DRUID", "keep:?"}, "without a phone one cannot say which"
    for seat in (1, 2, 3):
        do(match, seat, "keep:?")
    do(match, 0, "keep:DRUID")
    assert sees(match, 0, "character/0") == ["DRUID"]
    for reader in (-1, 1, 2, 3):
        assert sees(match, reader, "character/0") == [UNSEEN]
    for reader in range(-1, 4):
        assert UNSEEN in sees(match, reader, "character_pile")
        assert "BARD" not in sees(match, reader, "character_pile")
        assert match.seen(Seat(reader)).where(PieceId("BARD")) is None
    assert not match.state.pile("character/0").slots[0].face_up
    assert len(match.state.pile("character_pile")) == 20 - 4
    assert kind(match) == "deal_hands"


@pytest.mark.rules("CH-SETUP-18")
def test_skill_cards_lie_beside_the_board() -> None:
    match = until(fresh(4, mode="advanced"), "deal_hands")
    assert sorted(map(str, sees(match, -1, "reserve"))) == ["BLAST", "FIREBALL", "POISON#1", "POISON#2"]
    assert len(sees(match, -1, "disguise_reserve")) == 8
    assert UNSEEN not in sees(match, -1, "disguise_reserve")
    refusal = match.submit(Answer(None, "dealt", (("hand/0", (PieceId("BLAST"), UNSEEN, UNSEEN)),)))
    assert getattr(refusal, "code", "") == "cannot_be_there"


@pytest.mark.rules("CH-SETUP-19")
def test_ten_players_use_all_normal_characters() -> None:
    match = until(fresh(10, mode="advanced"), "deal_characters")
    do(match, None, "dealt")
    assert len(match.state.pile("character_pile")) == 0
    assert sum(len(match.state.pile(f"offer/{s}")) for s in range(10)) == 20


@pytest.mark.rules("CH-SETUP-20", "CH-INFO-28")
def test_a_later_round_is_set_up_anew() -> None:
    choose = Random(3)
    match = fresh(5, scoring="legend", mode="advanced")
    while match.state["round"] != 2:
        assert isinstance(match.submit(pick(match, choose.randrange)), Accepted)
    scores = [match.state[f"score/{s}"] for s in range(5)]
    assert "round_result" in kinds(h.event for h in hears(match))
    assert kind(match) == "prepare"
    state = match.state
    assert not [p for p in state.known() if p in state.decks[FACTION_CARDS] or p in state.decks[CHARACTERS]]
    assert (len(state.pile("faction_pile")), len(state.pile("unused_events"))) == (24, 5)
    assert len(state.pile("pile")) == 80
    assert [state[f"hp/{s}"] for s in range(5)] == [3] * 5
    assert {key: state[key] for key in ROUND_TRACKS} == ROUND_TRACKS
    assert all(state[f"{key}/{seat}"] == value for key, value in SEAT_TRACKS.items() for seat in range(5))
    assert not [s for s in range(5) if state.pile(f"hand/{s}").slots or state.pile(f"effect/{s}").slots]
    until(match, "appear", 0)
    assert [match.state[f"score/{s}"] for s in range(5)] == scores
    assert [len(match.state.pile(f"hand/{s}")) for s in range(5)] == [3] * 5
    assert asked(match) == [match.state["starter"]]


@pytest.mark.rules("CH-SETUP-21")
def test_setup_brings_no_judgement() -> None:
    match = until(fresh(4), "deal_factions")
    dealt = {"choice/0": ["FOX-1", "FOX-2"], "choice/1": ["FOX-3", "BEAR-1"], "choice/2": ["FOX-4", "BEAR-2"]}
    do(match, None, "dealt", {**dealt, "choice/3": ["FOX-5", "FOX-6"]})
    for seat in range(4):
        do(match, seat, f"place_left:{dealt.get(f'choice/{seat}', ['FOX-5'])[0]}")
    until(match, "plan")
    assert "judgement" not in kinds(h.event for h in hears(match))
    assert match.state.result is None
