"""What was told of a match, kept as texts: it stays readable when its game is there no longer, or only another version
of it. What everybody heard, and nothing else; players' names stand in it as signs, so that one can still be forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from companion.journal.journal import StoredMatch
from companion.journal.rosters import Rosters, Seated
from companion.past.past_words import courses_in_words, hub_sentence, names_of, result_of, step_lines
from companion.past.scores import courses
from companion.past.story import Story
from companion.telling.voices import build_voice
from rules.engine.game import Game
from rules.games import UnknownGame
from web.pages.history.views import PastMatch, ScoreCourse, StepLine
from words import plain
from words.languages import language_codes

_SIGNS: Final = 0xE000
"""The first of the letters of Unicode that mean nothing by themselves: one stands for each seat."""


class Telling(msgspec.Struct, frozen=True):
    """How a match ended, how its scores went, and what everybody heard, in one language."""

    text: str
    lines: tuple[str, ...]
    courses: tuple[ScoreCourse, ...]
    steps: tuple[StepLine, ...]


def tellings_of(story: Story) -> dict[str, str]:
    """What is kept of a match that has ended, by language."""
    state, found = story.steps[-1].state, {}
    for language in language_codes():
        voice = build_voice(story.game, story.seats, story.settings, language, tuple(_signs(story.seats)))
        told = Telling(
            *result_of(voice, state),
            courses_in_words(voice, courses(story.game, story.steps), len(story.steps) - 1),
            step_lines(voice, story),
        )
        found[language] = msgspec.json.encode(told, enc_hook=plain).decode()
    return found


def as_told(
    past: PastMatch,
    stored: StoredMatch,
    language: str,
    people: tuple[Seated, ...],
    rosters: Rosters,
    games: Callable[[str], Game],
) -> PastMatch:
    """A match that cannot be told again, with what was kept of it, and why."""
    facts: dict[str, object] = {"game": stored.title, "old": stored.version or "?"}
    try:
        now = games(stored.game).about.version
        other = hub_sentence(language, "past_other_version", **facts, new=now or "?")
        why = other if now != stored.version else ""
    except UnknownGame:
        why = hub_sentence(language, "past_no_game", **facts)
    body = rosters.telling(stored.match, stored.entries, language)
    told = None if body is None else telling_in(body, names_of(people, language))
    if told is None:
        return replace(past, why=why)
    return replace(past, why=why, text=told.text, lines=told.lines, courses=told.courses, told=told.steps)


def telling_in(body: str, names: Sequence[str]) -> Telling | None:
    """What was kept, with the names that the seats have now; None when it cannot be read."""
    for sign, name in zip(_signs(len(names)), names, strict=True):
        body = body.replace(sign, json.dumps(name)[1:-1])
    try:
        return msgspec.json.decode(body, type=Telling)
    except msgspec.MsgspecError:
        return None


def _signs(seats: int) -> list[str]:
    return [chr(_SIGNS + seat) for seat in range(seats)]
