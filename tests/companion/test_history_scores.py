"""How the scores of a match went: public, without what was taken back, and cheap while the match is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.past.scores import courses, final_scores, values
from companion.past.story import Story
from rules import games
from rules.engine.entries import Entry, Rewind, SetTrack
from rules.engine.match import Match, Outcome
from rules.engine.types import NOBODY, Seat
from tests.companion.high_card import HIGH_CARD
from tests.companion.played import GUEST, Shelf, random_match, shelf_at

TRICKS = "tricks"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = shelf_at(tmp_path)
    yield made
    made.journal.close()


def test_a_course_has_the_steps_at_which_a_score_changed(shelf: Shelf) -> None:
    match = random_match(HIGH_CARD, 2, 4)
    shelf.on_table = shelf.begin(match)
    (course,) = shelf.history.score_courses(GUEST)
    assert course.steps == match.version
    for line in course.lines:
        assert line.points[0] == (0, 0)
        assert [at for at, _ in line.points] == sorted({at for at, _ in line.points})
        assert line.points[-1][1] == match.state.number(f"{TRICKS}/{line.seat}")


def test_what_is_taken_back_leaves_the_course_at_once(shelf: Shelf) -> None:
    match = random_match(HIGH_CARD, 2, 4)
    number = shelf.on_table = shelf.begin(match)
    before = shelf.history.score_courses(GUEST)[0]
    shelf.add(number, SetTrack("tricks/0", 9, "miscounted"))
    corrected = shelf.history.score_courses(GUEST)[0]
    assert corrected.lines[0].points[-1] == (match.version + 1, 9)
    shelf.add(number, Rewind(match.version))
    assert shelf.history.score_courses(GUEST)[0] == before


def test_the_course_of_a_growing_match_is_that_of_the_whole_log(shelf: Shelf) -> None:
    match = random_match(games.game("chronicle"), 4, 3)
    begun = random_match(games.game("chronicle"), 4, 3, length=match.version // 2)
    number = shelf.on_table = shelf.begin(begun)
    shelf.history.score_courses(GUEST)
    for entry in match.journal[begun.version :]:
        shelf.add(number, entry)
    assert shelf.history.score_courses(GUEST) == Shelf(shelf.journal, number).history.score_courses(GUEST)


def test_a_track_that_is_not_for_everybody_is_no_score() -> None:
    state = random_match(HIGH_CARD, 2, 4).state
    hidden = {**state.tracks, "tricks/0": replace(state.tracks["tricks/0"], readers=NOBODY)}
    known = values(HIGH_CARD, replace(state, tracks=hidden))
    assert (TRICKS, Seat(0)) not in known
    assert (TRICKS, Seat(1)) in known


def test_a_seat_or_a_yes_is_no_score() -> None:
    state = random_match(HIGH_CARD, 2, 4).state
    odd = {
        **state.tracks,
        "tricks/0": replace(state.tracks["tricks/0"], value=True),
        "tricks/1": replace(state.tracks["tricks/1"], value=Seat(1)),
    }
    assert values(HIGH_CARD, replace(state, tracks=odd)) == {}


def test_hearts_are_a_course_but_no_final_score() -> None:
    game = games.game("chesney")
    story = Story(game, random_match(game, 5, 2).header)
    story.follow(random_match(game, 5, 2).journal)
    assert [course.kind for course in courses(game, story.steps)] == ["hp"]
    assert set(final_scores(game, story.steps[-1].state)) == {None}


def test_asking_again_after_one_entry_plays_that_entry_only(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chart is worked out by whoever asks, never by the referee; a longer match does not make it dearer."""
    match = random_match(games.game("chronicle"), 4, 3)
    number = shelf.on_table = shelf.begin(random_match(games.game("chronicle"), 4, 3, length=match.version - 1))
    played: list[Entry] = []
    submit = Match.submit

    def counted(self: Match, entry: Entry) -> Outcome:
        played.append(entry)
        return submit(self, entry)

    monkeypatch.setattr(Match, "submit", counted)
    shelf.history.score_courses(GUEST)
    assert len(played) == match.version - 1
    shelf.add(number, match.journal[-1])
    shelf.history.score_courses(GUEST)
    shelf.history.score_courses(GUEST)
    assert played[match.version - 1 :] == [match.journal[-1]]
