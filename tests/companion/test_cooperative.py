"""Matches that all win together or nobody, and matches of one player: what is kept, counted and handed on of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import pytest

from companion.past.bgstats import ADDRESS, app_link
from companion.past.past_words import result_of
from companion.past.scores import courses, final_scores
from companion.past.statistics import tallies_of_games, tallies_of_people
from companion.past.story import Story
from companion.telling.voices import build_voice
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.scenes import parse_scene, run_scene, scene_of
from rules.engine.types import Seat
from tests.companion.expedition import EXPEDITION
from web.pages.history.views import PastPlayer, PastRow, Tally

NAMES = ("Ada", "Ben", "Cleo", "Dan")
WON = (Answer(Seat(0), "go:b1"), Answer(None, "6"), Answer(Seat(0), "go:c1"))
LOST = (Answer(Seat(0), "rest"), Answer(None, "1")) * 4


def played(seats: int, answers: tuple[Answer, ...]) -> Match:
    match = Match.replay(EXPEDITION, Header("expedition", seats, {"path": "short"}), answers)
    assert match.table.result is not None
    return match


def row(seats: int, answers: tuple[Answer, ...], number: int = 1) -> PastRow:
    state = played(seats, answers).state
    assert state.result is not None
    scores = final_scores(EXPEDITION, state)
    when = datetime(2026, 11, 22, 19, number, tzinfo=UTC)
    players = tuple(
        PastPlayer(
            seat=n, name=NAMES[n], colour="amber", shape="circle", won=Seat(n) in state.result.winners, score=scores[n]
        )
        for n in range(seats)
    )
    return PastRow(match=number, game="expedition", title="Expedition", started=when, ended=when, players=players)


def handed_on(link: str) -> Any:
    assert link.startswith(ADDRESS)
    return json.loads(unquote(link.removeprefix(ADDRESS)))


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_all_have_the_score_that_they_have_together(seats: int) -> None:
    assert final_scores(EXPEDITION, played(seats, WON).state) == (4,) * seats
    assert final_scores(EXPEDITION, played(seats, LOST).state) == (None,) * seats
    unfinished = Match.replay(EXPEDITION, Header("expedition", seats), WON[:2])
    assert final_scores(EXPEDITION, unfinished.state) == (None,) * seats


@pytest.mark.parametrize("seats", [1, 3])
def test_the_end_is_told_in_the_game_s_own_words(seats: int) -> None:
    voice = build_voice(EXPEDITION, seats, {"path": "short"}, "en", NAMES[:seats])
    assert result_of(voice, played(seats, WON).state) == ("You have arrived.", ("Hope: 4.",))
    assert result_of(voice, played(seats, LOST).state) == ("All hope is lost.", ())


def test_a_match_without_scores_of_single_seats_has_no_course_of_them() -> None:
    story = Story(EXPEDITION, Header("expedition", 2))
    story.follow(WON)
    assert courses(EXPEDITION, story.steps) == ()


def test_everybody_has_won_or_nobody_has() -> None:
    rows = (row(3, WON, 1), row(3, LOST, 2), row(1, WON, 3))
    found = tallies_of_people(rows, with_bots=False)
    assert found == (Tally("Ada", 3, 2), Tally("Ben", 2, 1), Tally("Cleo", 2, 1))
    assert tallies_of_games(rows) == (Tally("Expedition", 3, 2),)


@pytest.mark.parametrize("seats", [1, 4])
def test_the_app_is_handed_all_as_winners_with_their_score_or_all_as_losers(seats: int) -> None:
    won = handed_on(app_link(row(seats, WON), None, ""))
    assert [(p["winner"], p["score"]) for p in won["players"]] == [(True, 4)] * seats
    assert won["game"]["noPoints"] is False
    lost = handed_on(app_link(row(seats, LOST), None, ""))
    assert [p["winner"] for p in lost["players"]] == [False] * seats
    assert lost["game"]["noPoints"] is True
    assert not any("score" in p for p in lost["players"])


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_group_match_is_written_as_a_scene_and_read_again(seats: int) -> None:
    match = played(seats, (*LOST[:2], Answer(Seat(seats - 1), "eat"), *WON))
    names = NAMES[:seats]
    scene = parse_scene(scene_of(match, names))
    assert run_scene(scene, EXPEDITION) == []
    assert [step.entry for step in scene.steps] == match.journal
