"""Matches of a score sheet: everybody writes, and what came of it."""

from __future__ import annotations

from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import Event
from rules.games.score_sheet import build
from rules.games.score_sheet.reading import SHEET
from tests.games.asking import asked, do

SCORE_SHEET = games.game("score_sheet")


def begin(sheet: str = "points", seats: int = 3, **settings: object) -> Match:
    """A match with one of the sheets that come with it."""
    return Match(SCORE_SHEET, Header("score_sheet", seats, {"sheet": sheet, **settings}))


def own(text: str, seats: int = 3, **settings: object) -> Match:
    """A match with a sheet of one's own."""
    return Match(build(SHEET.read(text)), Header("score_sheet", seats, settings))


def write(match: Match, *numbers: int | str) -> tuple[Event, ...]:
    """All who are asked write at the same time, in the order of their seats."""
    seats = asked(match)
    assert len(seats) == len(numbers), seats
    return tuple(event for seat, number in zip(seats, numbers, strict=True) for event in do(match, seat, str(number)))


def one(match: Match, number: int | str) -> tuple[Event, ...]:
    """The first who is asked writes alone."""
    return do(match, asked(match)[0], str(number))


def points(match: Match) -> list[object]:
    """The total of every column."""
    tracks = match.state.tracks
    return [tracks[key].value for key in sorted(tracks, key=len) if key.startswith("points/")]


def winners(match: Match) -> list[int]:
    """Who has won."""
    assert match.state.result is not None
    return [int(seat) for seat in match.state.result.winners]
