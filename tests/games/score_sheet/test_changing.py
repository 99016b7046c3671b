"""A sheet changed while it is played: what may be changed is on record, and the match is the same after any replay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from companion.kit.laws.playing import Tape
from rules.engine.entries import (
    Entry,
    Header,
    Redefine,
    Rewind,
    entry_from_json,
    entry_to_json,
    header_from_json,
    header_to_json,
)
from rules.engine.game import Game
from rules.engine.match import Accepted, Match
from rules.engine.sampling import pick
from rules.engine.types import Refusal
from rules.engine.words import NAMELESS
from rules.games.score_sheet import build
from rules.games.score_sheet.reading import SHEET
from tests.games.score_sheet._match import points, write

BEFORE = 'format = 1\nrounds = 3\n[[line]]\nkey = "points"\nname = "Piont"\n'
AFTER = BEFORE.replace("Piont", "Points") + '[[line]]\nkey = "bonus"\nname = "Bonus"\neach = 2\n'


def game_of(text: str) -> Game:
    return replace(build(SHEET.read(text)), made_of=text)


def begun(seats: int = 2, text: str = BEFORE) -> Match:
    return Match(game_of(text), Header("score_sheet", seats, {}, definition=text))


def changed(match: Match, text: str = AFTER) -> str:
    """Why the match cannot go by another text; empty where it does now."""
    outcome = match.submit(Redefine(text, "forgotten"))
    return outcome.code if isinstance(outcome, Refusal) else ""


def same_again(match: Match, installed: str) -> Match:
    """What the journal makes of it, whatever text lies in the folder by now."""
    header = header_from_json(header_to_json(match.header))
    entries: list[Entry] = [entry_from_json(entry_to_json(entry)) for entry in match.journal]
    return Match.replay(game_of(installed), header, entries)


def test_a_forgotten_line_is_written_from_the_round_on_in_which_it_came() -> None:
    match = begun()
    write(match, 5, 7)
    write(match, 1, 2)
    assert changed(match) == ""
    assert match.game.words("en").word("line_points", NAMELESS) == "Points"
    write(match, 3, 3)
    write(match, 10, 0)
    assert match.question is None
    assert points(match) == [29, 12]
    for installed in (BEFORE, AFTER):
        assert same_again(match, installed).state == match.state


def test_who_takes_the_change_back_plays_by_the_sheet_of_before() -> None:
    match = begun()
    write(match, 5, 7)
    assert changed(match) == ""
    match.submit(Rewind(len(match.log) - 1))
    assert match.game.words("en").word("line_points", NAMELESS) == "Piont"
    write(match, 1, 2)
    write(match, 3, 3)
    assert points(match) == [9, 12]
    assert same_again(match, AFTER).state == match.state


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (BEFORE.replace("points", "other"), "game_cannot_change"),
        (BEFORE + 'when = "end"\n', "game_cannot_change"),
        (BEFORE + "hidden = true\n", "game_cannot_change"),
        ("start = 5\n" + BEFORE, "game_cannot_change"),
        ("format = 1\n", "game_cannot_change"),
        ("", "game_cannot_change"),
    ],
)
def test_what_was_written_by_stays_as_it_was(text: str, code: str) -> None:
    match = begun()
    write(match, 5, 7)
    before = match.state
    assert changed(match, text) == code
    assert match.state == before


def test_a_change_needs_a_reason_and_a_match_that_a_file_made() -> None:
    match = begun()
    assert match.submit(Redefine(AFTER, " ")) == Refusal("reason_missing", "", {})
    assert changed(Match(build(), Header("score_sheet", 2, {}))) == "game_stays"


@given(st.integers(0, 999), st.integers(0, 30), st.integers(1, 4))
def test_wherever_it_comes_the_match_goes_on_to_its_end_and_replays(seed: int, at: int, seats: int) -> None:
    match, tape = begun(seats), Tape(seed)
    for number in range(200):
        if match.question is None:
            break
        if number == at:
            assert isinstance(match.submit(Redefine(AFTER, "forgotten")), Accepted)
        match.submit(pick(match, tape))
    assert match.state.result is not None
    assert same_again(match, AFTER).state == match.state
