"""The Maiden: what everybody owns, on her phone only."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, Seat
from tests.games.chesney._match import allowed, asked, do, hears, kind, kinds, middle, refused

FACTIONS = {1: ("FOX-1", "BEAR-3"), 2: ("DEER-2", "DRAGON-2"), 3: ("FOX-5", "FOX-6"), 4: ("BEAR-1", "BEAR-2:up")}


def maiden(**given) -> Match:
    """The Maiden on seat 0 appears."""
    given["characters"] = {0: "MAIDEN", **given.get("characters", {})}
    given.setdefault("factions", FACTIONS)
    match = middle(5, phase="appear", **given)
    do(match, 0, "appear:MAIDEN")
    return match


def shown_to(match: Match, reader: int) -> dict[object, object]:
    """The tokens that a reader was shown, by seat."""
    return {h.event.facts["seat"]: h.event.facts["factions"] for h in hears(match, reader) if h.event.kind == TOKENS}


TOKENS = "tokens_shown"
TRUTH = {1: ("bear",), 2: ("deer", "dragon"), 3: ("fox",), 4: ("bear",)}


@pytest.mark.rules("CH-CHAR-MAIDEN-01", "CH-CHAR-MAIDEN-04")
def test_all_others_show_their_tokens_to_the_maiden_alone() -> None:
    match = maiden(hp={3: 0})
    assert (kind(match), asked(match)) == ("look", [0])
    assert shown_to(match, 0) == TRUTH
    for reader in (-1, 1, 3):
        assert not shown_to(match, reader)
        assert match.seen(Seat(reader))["seen_tokens/0"] is UNSEEN
    assert [h.event.kind for h in hears(match)] == ["character_up", "true_sight"]
    assert set(hears(match)[-1].event.facts) == {"seat"}


@pytest.mark.rules("CH-CHAR-MAIDEN-01", "CH-CHAR-MAIDEN-04")
def test_cards_that_the_companion_does_not_know_are_asked_for_in_secret() -> None:
    match = maiden(factions={**FACTIONS, 2: ("?", "?")}, hp={3: 0})
    assert (kind(match), asked(match)) == ("tokens", [1, 2, 3, 4])  # all of them, also those that it knows
    assert refused(match, 3, "token:bear").code == "tokens_must_be_true"
    do(match, 3, "token:fox")
    do(match, 1, "token:bear")
    do(match, 4, "token:bear")
    events = do(match, 2, "token:deer+dragon")
    assert [e.audience for e in events if e.kind == TOKENS] == [frozenset({0})] * 4
    assert shown_to(match, 0) == TRUTH


@pytest.mark.rules("CH-CHAR-MAIDEN-02")
def test_disguises_oaths_traps_the_beast_and_allure_change_nothing() -> None:
    match = maiden(
        characters={1: "DISGUISE:up", 2: "OATH:up", 3: "FOXGIRL:up"},
        piles={
            "disguise_left/1": ["DISGUISE-FOX#1"],
            "disguise_right/1": ["DISGUISE-FOX#2"],
            "effect/2": ["TRAP#1:up"],
            "effect/4": ["BEAST:up"],
        },
        tracks={"allured/0": Seat(3)},
    )
    assert shown_to(match, 0) == TRUTH


@pytest.mark.rules("CH-CHAR-MAIDEN-03")
def test_nothing_ends_even_when_all_tokens_match() -> None:
    factions = {0: ("FOX-1", "FOX-2"), 1: ("FOX-3", "FOX-4"), 2: ("FOX-5", "FOX-6")}
    factions |= {3: ("BEAR-1", "FOX-7"), 4: ("BEAR-2", "FOX-8")}
    match = middle(6, phase="appear", characters={0: "MAIDEN"}, factions={**factions, 5: ("DEER-1", "FOX-9")})
    do(match, 0, "appear:MAIDEN")
    events = do(match, 0, "seen")
    assert "judged" not in kinds(events)
    assert (kind(match), asked(match)) == ("plan", [0])


@pytest.mark.rules("CH-CHAR-MAIDEN-05")
@pytest.mark.parametrize(("before", "points"), [(0, 0), (1, 2)])
def test_the_second_completed_use_is_the_honour(before: int, points: int) -> None:
    match = maiden(tracks={"used/0": before}, settings={"scoring": "legend"})
    assert match.state["score/0"] == 0  # not completed before she has looked
    do(match, 0, "seen")
    assert match.state["score/0"] == points


@pytest.mark.rules("CH-CHAR-MAIDEN-05")
def test_between_two_uses_her_character_must_be_turned_down() -> None:
    match = middle(hands={0: ["MEDITATION#1"]}, characters={0: "MAIDEN:up"}, factions=FACTIONS, tracks={"used/0": 1})
    do(match, 0, "play:MEDITATION#1")
    assert sees_down(match)
    again = middle(phase="appear", characters={0: "MAIDEN:up"}, factions=FACTIONS)
    assert kind(again) == "plan"  # lying open she cannot appear again
    assert "appear:MAIDEN" not in allowed(again, 0)


def sees_down(match: Match) -> bool:
    """Whether the character of seat 0 lies face-down, unnamed for the others."""
    (entry,) = match.seen(Seat(1)).pile("character/0").slots
    return not entry.face_up and entry.piece is UNSEEN
