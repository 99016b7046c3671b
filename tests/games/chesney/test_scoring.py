"""The end of a round and of a match: who wins, who scores what, why, and who starts the next round."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.match import Match
from rules.engine.types import Event, Result, Seat
from tests.games.chesney._match import (
    Value,
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
    turns_up,
)

LEGEND = {"scoring": "legend"}
MIXED = {
    0: ("FOX-1", "FOX-2"),  # a Fox
    1: ("FOX-3", "BEAR-3"),  # a Dual
    2: ("FOX-4", "BEAR-2"),  # a Fox, though a Bear lies there too
    3: ("FOX-5", "BEAR-6"),  # a Bear
}


def ended(
    factions: Mapping[int, tuple[str, str]],
    last: str | None,
    *,
    round_number: int = 1,
    declarer: int | None = None,
    scores: Mapping[int, int] | None = None,
    hp: Mapping[int, int] | None = None,
    hands: Mapping[int, list[str]] | None = None,
    characters: Mapping[int, str] | None = None,
    settings: Mapping[str, object] | None = None,
) -> tuple[Match, tuple[Event, ...]]:
    """A round of four players that has just ended, and what was told when it was scored."""
    tracks: dict[str, Value] = {"last_faction": last, "round": round_number}
    tracks |= {f"score/{s}": points for s, points in (scores or {}).items()}
    if declarer is not None:
        tracks["declarer"] = Seat(declarer)
    match = middle(
        4,
        hands=hands,
        factions=factions,
        characters=characters,
        hp=hp,
        tracks=tracks,
        phase="round_end",
        settings=LEGEND if settings is None else settings,
    )
    return match, do(match, None, "done")


def scores(match: Match) -> list[object]:
    """The points of all seats."""
    return [match.state[f"score/{s}"] for s in match.state.seats]


def result(match: Match) -> Result:
    """The result of a match that is over."""
    assert match.state.result is not None
    return match.state.result


def winners(match: Match) -> list[int]:
    """Who has won."""
    return [int(s) for s in result(match).winners]


def lines(match: Match, code: str) -> list[dict[str, object]]:
    """The facts of the result's lines of one code."""
    return [dict(line.facts) for line in result(match).lines if line.code == code]


# -- Adventurer --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SCORE-01")
def test_all_owners_of_the_last_faction_win_alike() -> None:
    match, events = ended(MIXED, "fox", settings={}, hp={0: 0})
    assert winners(match) == [0, 1, 2]  # wounded or not, single or Dual
    assert told(events, "round_result") == [{"faction": "fox", "winners": (0, 1, 2)}]
    assert [line["seat"] for line in lines(match, "owner_line")] == [0, 1, 2]
    assert {line["rule"] for line in lines(match, "owner_line")} == {"CH-SCORE-01"}
    assert lines(match, "other_line") == [{"seat": 3, "factions": ("bear",)}]
    assert lines(match, "draw_line") == []
    assert match.question is None
    assert not any(scores(match))


@pytest.mark.rules("CH-SCORE-01")
def test_an_adventure_ends_by_a_declare() -> None:
    foxes = {s: (f"FOX-{s + 2}", f"BEAR-{s}") for s in range(1, 4)}
    match = middle(4, factions={0: ("FOX-1", "FOX-2"), **foxes}, phase="declare")
    do(match, 0, "declare")
    do(match, 0, "seen")
    do(match, None, "done")
    assert winners(match) == [0, 1, 2, 3]


@pytest.mark.rules("CH-SCORE-02", "CH-SCORE-05")
@pytest.mark.parametrize("legend", [False, True])
def test_all_wounded_is_a_draw(legend: bool) -> None:
    foxes = {s: (f"FOX-{s + 1}", f"BEAR-{s}" if s else "DEER-1") for s in range(4)}
    match = middle(
        4,
        hands={0: ["DUEL#1"], 1: []},
        factions=foxes,
        hp={0: 1, 1: 1, 2: 0, 3: 0},
        settings=LEGEND if legend else {},
    )
    play(match, 0, "DUEL#1")
    roll(match, 0, 5)
    roll(match, 1, 5)
    for judge in (0, 1):
        do(match, judge, "seen")
    assert (kind(match), match.state["last_faction"]) == ("round_over", None)
    do(match, None, "done")
    assert not any(scores(match))
    assert legend or winners(match) == []


@pytest.mark.rules("CH-SCORE-02", "CH-SCORE-05")
def test_a_lone_dual_is_a_draw() -> None:
    mats = {0: ("FOX-3", "BEAR-3"), 1: ("FOX-1", "FOX-2"), 2: ("FOX-4", "FOX-5"), 3: ("BEAR-1", "BEAR-2")}
    match = middle(4, hands={0: ["AMBUSH#1"], 1: []}, factions=mats, hp={1: 1, 2: 0, 3: 0})
    play(match, 0, "AMBUSH#1")
    do(match, 1, "seen")
    do(match, None, "done")
    assert winners(match) == []


@pytest.mark.rules("CH-SCORE-02", "CH-SCORE-05")
def test_the_fourth_event_is_a_draw() -> None:
    match = middle(
        4,
        hands={0: ["?"]},
        factions=MIXED,
        phase="rest",
        tracks={"triggered": ("EVENT-STORM", "EVENT-INN", "EVENT-SECRET"), "events_in_pile": 1},
        piles={"events": ("EVENT-STORM", "EVENT-INN", "EVENT-SECRET"), "unused_events": ()},
    )
    turns_up(match, 0, "EVENT-TRACKS")
    do(match, None, "done")
    assert winners(match) == []
    assert lines(match, "draw_line") == [{"rule": "CH-SCORE-02"}]
    assert len(lines(match, "other_line")) == 4


# -- Legend: the points of a round -------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SCORE-03", "CH-SCORE-04")
@pytest.mark.parametrize("hp", [0, 3])
def test_three_points_for_owners_and_two_for_duals(hp: int) -> None:
    match, events = ended(MIXED, "fox", hp={0: hp, 1: hp})
    assert scores(match) == [3, 2, 3, 0]
    assert told(events, "points") == [
        {"seat": 0, "count": 3, "gain": 3, "why": "why_faction", "rule": "CH-SCORE-04"},
        {"seat": 1, "count": 2, "gain": 2, "why": "why_dual", "rule": "CH-SCORE-04"},
        {"seat": 2, "count": 3, "gain": 3, "why": "why_faction", "rule": "CH-SCORE-04"},
    ]
    assert [e["total"] for e in told(events, "total")] == [3, 2, 3, 0]


@pytest.mark.rules("CH-SCORE-05", "CH-SCORE-02")
def test_no_points_without_a_last_faction() -> None:
    match, events = ended(MIXED, None, declarer=0)
    assert scores(match) == [0, 0, 0, 0]
    assert "points" not in kinds(events)


@pytest.mark.rules("CH-SCORE-03")
def test_points_add_up_over_three_rounds() -> None:
    match, _ = ended(MIXED, "fox", round_number=2, scores={0: 4, 3: 5})
    assert (scores(match), match.state.result) == ([7, 2, 3, 5], None)
    assert kind(match) == "prepare"  # the third round follows
    match, _ = ended(MIXED, "fox", round_number=3, scores={0: 4, 3: 5})
    assert (scores(match), winners(match)) == ([7, 2, 3, 5], [0])


@pytest.mark.rules("CH-SCORE-06", "CH-SCORE-04")
@pytest.mark.parametrize(("mine", "points"), [(("FOX-1", "FOX-2"), 4), (("FOX-2", "BEAR-2"), 3)])
def test_a_successful_declare_is_one_point_more(mine: tuple[str, str], points: int) -> None:
    foxes = {1: ("FOX-4", "BEAR-1"), 2: ("FOX-5", "BEAR-3"), 3: ("FOX-6", "BEAR-4")}
    match = middle(4, factions={0: mine, **foxes}, phase="declare", settings=LEGEND)
    do(match, 0, "declare")
    do(match, 0, "seen")
    events = do(match, None, "done")
    assert scores(match) == [points, 3, 3, 3]
    declared = {"seat": 0, "count": 1, "gain": 1, "why": "why_declare", "rule": "CH-SCORE-06"}
    assert declared in told(events, "points")


@pytest.mark.rules("CH-SCORE-07")
def test_no_point_for_a_failed_declare_that_ends_the_round_all_the_same() -> None:
    mats = {0: ("BEAR-5", "BEAR-6"), 1: ("FOX-4", "BEAR-1"), 2: ("FOX-5", "BEAR-3"), 3: ("FOX-6", "BEAR-4")}
    match = middle(4, factions=mats, phase="declare", settings=LEGEND)
    do(match, 0, "declare")
    do(match, 0, "seen")
    assert (kind(match), match.state["last_faction"], match.state["hp/0"]) == ("round_over", "fox", 0)
    do(match, None, "done")
    assert scores(match) == [0, 3, 3, 3]


@pytest.mark.rules("CH-SCORE-07", "CH-SCORE-05")
def test_no_point_for_a_declare_without_a_last_faction() -> None:
    duals = {s: (f"FOX-{s + 1}", f"BEAR-{s + 1}") for s in range(4)}
    match = middle(4, factions=duals, phase="declare", settings=LEGEND)
    do(match, 0, "declare")
    do(match, 0, "seen")
    assert (kind(match), match.state["hp/0"]) == ("round_over", 3)
    do(match, None, "done")
    assert scores(match) == [0, 0, 0, 0]


@pytest.mark.rules("CH-SCORE-07", "CH-SCORE-04")
def test_no_point_more_when_wounds_end_the_round() -> None:
    mats = {0: ("FOX-1", "FOX-2"), 1: ("BEAR-1", "BEAR-2"), 2: ("FOX-3", "FOX-4"), 3: ("DEER-1", "DEER-2")}
    match = middle(4, hands={0: ["AMBUSH#1"], 1: []}, factions=mats, hp={1: 1, 3: 0}, settings=LEGEND)
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    do(match, 1, "seen")
    do(match, None, "done")
    assert scores(match) == [3, 0, 3, 0]


@pytest.mark.rules("CH-SCORE-11")
def test_what_counts_is_what_one_owns_at_the_end() -> None:
    mats = {0: ("FOX-1", "DEER-4"), 1: ("BEAR-1", "BEAR-2"), 2: ("BEAR-3", "FOX-2"), 3: ("BEAR-4", "FOX-3")}
    match = middle(4, hands={0: ["PLOT#1"]}, factions=mats, settings=LEGEND)
    play(match, 0, "PLOT#1")
    draw(match, 0, "BEAR-6")
    do(match, 0, "place_right:BEAR-6")
    do(match, 0, "declare")
    do(match, 0, "seen")
    do(match, None, "done")
    assert scores(match) == [4, 3, 3, 3]


@pytest.mark.rules("CH-SCORE-08", "CH-SCORE-11")
def test_everything_is_turned_up_for_the_scoring() -> None:
    match, events = ended(
        PLAIN, "fox", round_number=3, characters={0: "RANGER", **PEOPLE}, settings={**LEGEND, "mode": "advanced"}
    )
    turned = [(e["seat"], e["place"], e["piece"]) for e in told(events, "was")]
    assert (0, "left", "FOX-1") in turned
    assert (0, "character", "RANGER") in turned
    assert not {(2, "left", "FOX-3"), (2, "character", "TRAVELLER")} & set(turned)  # lay open before
    for seat in range(4):
        for place in ("left", "right", "character"):
            assert all(entry.face_up for entry in match.state.pile(f"{place}/{seat}").slots)
            assert sees(match, -1, f"{place}/{seat}") == cards(match, f"{place}/{seat}")


@pytest.mark.rules("CH-SCORE-11", "CH-SCORE-04")
def test_unseen_cards_are_turned_up_and_told_before_the_scoring() -> None:
    match = middle(4, factions={0: ("?", "?"), 1: ("BEAR-1", "?")}, tracks={"last_faction": "fox"}, phase="round_end")
    do(match, None, "done")
    for key in ("FOX-1", "FOX-2", "FOX-3"):
        assert kind(match) == "turn_up_last"
        do(match, None, key)
    for key in ("DEER-1", "DEER-2", "DEER-3", "DEER-4"):
        do(match, None, key)
    assert winners(match) == [0, 1]
    assert [cards(match, f"{side}/1") for side in ("left", "right")] == [["BEAR-1"], ["FOX-3"]]


# -- Honours -----------------------------------------------------------------------------------------------------------

PEOPLE = {1: "MERCHANT", 2: "TRAVELLER:up", 3: "THIEF"}
PLAIN = {0: ("FOX-1", "FOX-2"), 1: ("BEAR-4", "DEER-3"), 2: ("FOX-3:up", "BEAR-2"), 3: ("FOX-4", "BEAR-6")}


@pytest.mark.rules("CH-SCORE-08", "CH-SCORE-09")
@pytest.mark.parametrize("lies", ["up", "down"])
@pytest.mark.parametrize("hp", [0, 3])
@pytest.mark.parametrize("last", ["bear", "fox", None])
def test_an_honour_is_two_points_whoever_wins(lies: str, hp: int, last: str | None) -> None:
    match, events = ended(
        PLAIN, last, hp={0: hp}, characters={0: f"RANGER:{lies}", **PEOPLE}, settings={**LEGEND, "mode": "advanced"}
    )
    assert match.state["score/0"] == (5 if last == "fox" else 2)
    assert [e["seat"] for e in told(events, "honour")] == [0]


@pytest.mark.rules("CH-SCORE-08", "CH-ADV-15")
def test_no_honours_under_adventurer_scoring() -> None:
    match, events = ended(PLAIN, "bear", characters={0: "RANGER:up", **PEOPLE}, settings={"mode": "advanced"})
    assert "honour" not in kinds(events)
    assert winners(match) == [1, 3]
    assert not any(scores(match))


@pytest.mark.rules("CH-SCORE-08", "CH-SCORE-09")
def test_an_honour_at_once_is_not_scored_again_at_the_end() -> None:
    match = middle(
        4,
        hands={0: ["AMBUSH#1"], 1: []},
        factions=PLAIN | {2: ("DEER-1", "DEER-2")},
        characters={0: "REAPER:up", **PEOPLE},
        hp={1: 1, 2: 0},
        settings=LEGEND,
    )
    play(match, 0, "AMBUSH#1")
    events = do(match, 0, "seat:1")
    assert told(events, "honour")[0]["seat"] == 0
    assert match.state["score/0"] == 2  # before the Judgement
    do(match, 1, "seen")
    draw(match, 1)
    do(match, 0, "declare")
    do(match, 0, "seen")
    while kind(match) != "round_over":
        do(match, asked(match)[0], "seen")
    assert match.state["last_faction"] == "bear"
    do(match, None, "done")
    assert match.state["score/0"] == 2


@pytest.mark.rules("CH-SCORE-10")
def test_six_points_in_a_round_and_no_end_of_the_track() -> None:
    foxes = {1: ("FOX-4", "BEAR-1"), 2: ("FOX-5", "BEAR-3"), 3: ("FOX-6", "BEAR-4")}
    match = middle(
        4,
        factions={0: ("FOX-1", "FOX-2"), **foxes},
        characters={0: "RANGER", **PEOPLE},
        tracks={"round": 3, "score/0": 12, "score/1": 12},
        phase="declare",
        settings=LEGEND,
    )
    do(match, 0, "declare")
    do(match, 0, "seen")
    do(match, None, "done")
    assert scores(match)[:2] == [18, 15]
    assert winners(match) == [0]
    assert [(e["why"], e["count"]) for e in lines(match, "points_line") if e["seat"] == 0] == [
        ("why_faction", 3),
        ("why_declare", 1),
        ("why_honour", 2),
    ]
