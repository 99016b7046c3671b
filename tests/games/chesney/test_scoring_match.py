"""From one round to the next, the end of a Legend match, and the breakdown of its points."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.sampling import pick
from rules.engine.words import Names
from rules.games.chesney.rounds.scoring import RULES
from tests.games.chesney._match import (
    CHESNEY,
    asked,
    do,
    hears,
    kind,
    told,
)
from tests.games.chesney.test_scoring import LEGEND, MIXED, ended, lines, result, scores, winners

# -- the next round ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SCORE-12")
def test_the_lowest_total_starts_the_next_round() -> None:
    match, events = ended(MIXED, "fox", scores={0: 0, 1: 2, 2: 3, 3: 2})  # 3, 4, 6, 2
    assert told(events, "starts") == [{"seat": 3}]
    assert (kind(match), match.state["starter"], match.state["round"]) == ("prepare", 3, 2)


@pytest.mark.rules("CH-SCORE-13")
def test_several_lowest_roll_for_it_and_ties_roll_again() -> None:
    match, _ = ended(MIXED, None, scores={0: 1}, hands={s: ["BELIEF#1"] if s == 1 else ["?"] for s in range(4)})
    for seat, die in ((1, 9), (2, 4), (3, 9)):
        assert (kind(match), asked(match)) == ("roll", [seat])  # nobody is asked for a Belief
        do(match, seat, str(die))
    for seat, die in ((1, 2), (3, 2)):
        assert asked(match) == [seat]
        do(match, seat, str(die))
    do(match, 1, "3")
    events = do(match, 3, "7")
    assert told(events, "starts") == [{"seat": 3}]
    assert match.state["starter"] == 3


# -- the end of a Legend match -----------------------------------------------------------------------------------------


@pytest.mark.rules("CH-SCORE-14")
def test_the_highest_total_wins_after_round_three() -> None:
    match, _ = ended(MIXED, "fox", round_number=3, scores={0: 3, 1: 5, 2: 2, 3: 6})
    assert (scores(match), winners(match)) == ([6, 7, 5, 6], [1])
    assert lines(match, "tie_line") == []
    assert [(e["seat"], e["count"]) for e in lines(match, "score_line")] == [(1, 7), (0, 6), (3, 6), (2, 5)]


@pytest.mark.rules("CH-SCORE-14", "CH-SCORE-16")
@pytest.mark.parametrize("hp", [{0: 3, 1: 0}, {0: 0, 1: 3}])
@pytest.mark.parametrize("up", [0, 1])
def test_of_equals_the_higher_sum_of_faction_numbers_wins(hp: dict[int, int], up: int) -> None:
    mats = {
        0: ("FOX-6", "BEAR-1"),
        1: ("DEER-3", "DEER-5"),
        2: ("FOX-5", "BEAR-6"),  # more, but no equal
        3: ("FOX-1", "FOX-2"),
    }
    mats[up] = (f"{mats[up][0]}:up", f"{mats[up][1]}:up")
    match, _ = ended(mats, None, round_number=3, scores={0: 5, 1: 5, 2: 4}, hp=hp)
    assert winners(match) == [1]  # 8 against 7, wounded or not, open or not
    assert lines(match, "tie_line") == [
        {"seat": 0, "count": 7, "rule": "CH-SCORE-14"},
        {"seat": 1, "count": 8, "rule": "CH-SCORE-14"},
    ]


@pytest.mark.rules("CH-SCORE-15", "CH-SCORE-14")
def test_a_last_tie_is_shared() -> None:
    mats = {0: ("FOX-6", "BEAR-2"), 1: ("DEER-3", "DEER-5"), 2: ("FOX-1", "BEAR-6"), 3: ("FOX-4", "FOX-2")}
    match, _ = ended(mats, None, round_number=3, scores={0: 5, 1: 5, 2: 5})
    assert winners(match) == [0, 1]


# -- the breakdown -----------------------------------------------------------------------------------------------------


def played(seats: int, seed: int, settings: Mapping[str, object]) -> Match:
    """A whole match at random."""
    chance = random.Random(seed)
    match = Match(CHESNEY, Header("chesney", seats, settings))
    while match.question is not None:
        match.submit(pick(match, chance.randrange))
    return match


@pytest.mark.rules("CH-SCORE-03", "CH-SCORE-04", "CH-SCORE-06", "CH-SCORE-08", "CH-SCORE-10")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("seats", [4, 6, 10])
def test_the_breakdown_explains_every_point(mode: str, seats: int) -> None:
    words = CHESNEY.words("en")
    for seed in range(1 if seats == 10 else 2):
        match = played(seats, seed, {"mode": mode, "masters": mode == "advanced", **LEGEND})
        parts = lines(match, "points_line")
        for seat in match.state.seats:
            mine = [part for part in parts if part["seat"] == seat]
            counts = [int(str(part["count"])) for part in mine]
            assert sum(counts) == match.state[f"score/{seat}"]
            for number in (1, 2, 3):
                in_round = [part["why"] for part in mine if part["round"] == number]
                assert len(in_round) == len(set(in_round)) <= 3
            assert all(part["rule"] == RULES[str(part["why"]).removeprefix("why_")] for part in mine)
            assert mode == "advanced" or "why_honour" not in {part["why"] for part in mine}
        scored = [h.event.facts["count"] for h in hears(match) if h.event.kind in ("points", "honour")]
        assert sum(int(str(count)) for count in scored) == sum(int(str(points)) for points in scores(match))
        best = max(int(str(points)) for points in scores(match))
        assert all(match.state[f"score/{s}"] == best for s in winners(match))
        for line in result(match).lines:
            assert words.say("result", line, Names()).strip()


@pytest.mark.rules("CH-SCORE-04", "CH-SCORE-08")
def test_the_points_that_a_merchant_keeps_are_explained() -> None:
    mats = {0: ("FOX-3", "BEAR-3"), 1: ("FOX-2", "BEAR-2"), 2: ("FOX-4", "DEER-1"), 3: ("DEER-2", "DEER-3")}
    match, _ = ended(
        mats,
        "fox",
        round_number=3,
        characters={0: "MERCHANT", 1: "BARD", 2: "THIEF", 3: "REAPER"},
        settings={**LEGEND, "mode": "advanced"},
    )
    assert scores(match) == [5, 2, 3, 0]
    mine = [(e["why"], e["count"], e["rule"]) for e in lines(match, "points_line") if e["seat"] == 0]
    assert mine == [("why_merchant", 3, "CH-CHAR-MERCHANT-07"), ("why_honour", 2, "CH-SCORE-08")]
