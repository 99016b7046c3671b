"""A sheet changed while it is played: what may be changed is on record, and the match is the same after any replay."""

from __future__ import annotations

import pytest

from rules.engine.entries import Header, Redefine, Rewind
from rules.engine.match import Match
from rules.engine.types import Refusal
from rules.engine.words import NAMELESS
from rules.games.score_sheet import build
from tests.games.changing import begun, changed, same_again
from tests.games.score_sheet._match import points, write

BEFORE = 'format = 1\nrounds = 3\n[[line]]\nkey = "points"\nname = "Piont"\n'
AFTER = BEFORE.replace("Piont", "Points") + '[[line]]\nkey = "bonus"\nname = "Bonus"\neach = 2\n'


def test_a_forgotten_line_is_written_from_the_round_on_in_which_it_came() -> None:
    match = begun("score_sheet", BEFORE, 2)
    write(match, 5, 7)
    write(match, 1, 2)
    assert changed(match, AFTER) == ""
    assert match.game.words("en").word("line_points", NAMELESS) == "Points"
    write(match, 3, 3)
    write(match, 10, 0)
    assert match.question is None
    assert points(match) == [29, 12]
    for installed in (BEFORE, AFTER):
        assert same_again(match, installed).state == match.state


def test_who_takes_the_change_back_plays_by_the_sheet_of_before() -> None:
    match = begun("score_sheet", BEFORE, 2)
    write(match, 5, 7)
    assert changed(match, AFTER) == ""
    match.submit(Rewind(len(match.log) - 1))
    assert match.game.words("en").word("line_points", NAMELESS) == "Piont"
    write(match, 1, 2)
    write(match, 3, 3)
    assert points(match) == [9, 12]
    assert same_again(match, AFTER).state == match.state


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BEFORE.replace("points", "other"), 'the line "Piont" stays where it is'),
        (BEFORE + 'when = "end"\n', 'the line "Piont" stays where it is'),
        (BEFORE + "hidden = true\n", 'the line "Piont" stays where it is'),
        ("start = 5\n" + BEFORE, "what everybody begins with"),
        ("format = 1\n", "add at least one [[line]]"),
        ("", '"format" has to be 1'),
    ],
)
def test_what_was_written_by_stays_as_it_was(text: str, why: str) -> None:
    match = begun("score_sheet", BEFORE, 2)
    write(match, 5, 7)
    before = match.state
    assert why in changed(match, text)
    assert match.state == before


def test_a_change_needs_a_reason_and_a_match_that_a_file_made() -> None:
    match = begun("score_sheet", BEFORE, 2)
    assert match.submit(Redefine(AFTER, " ")) == Refusal("reason_missing", "", {})
    assert changed(Match(build(), Header("score_sheet", 2, {})), AFTER) == "game_stays"
