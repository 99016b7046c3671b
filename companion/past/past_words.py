"""Finished matches in the words of one language, as the pages about them show it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from functools import cache

from companion.journal.journal import MatchId, StoredMatch
from companion.journal.rosters import FinalScore, Seated
from companion.past.scores import Course
from companion.past.story import Story, told
from companion.telling.view import SEAT_LOOKS
from companion.telling.voice import Voice, owner_fact
from companion.telling.voices import build_voice, hub_words
from companion.values.person import bot_names
from companion.values.shown import shown, shown_sentence
from rules.engine.types import Say, State
from rules.engine.words import Names, Words
from web.pages.history.views import PastPlayer, PastRow, ScoreCourse, ScoreLine, StepLine


@cache
def _hub(language: str) -> Words:
    return hub_words(language)


def hub_sentence(language: str, code: str, /, **facts: object) -> str:
    """A sentence of the companion's own that goes to one reader, with all sentences among its facts."""
    known = {
        name: shown_sentence(language, fact) if isinstance(fact, str) else shown(language, fact)
        for name, fact in facts.items()
    }
    return _hub(language).say("notice", Say(code, known), Names())


def whole(people: Iterable[Seated], seats: int) -> tuple[Seated, ...]:
    """Everybody at a match of so many seats, also those of whom nothing is kept."""
    known = {one.seat: one for one in people}
    return tuple(known.get(seat, Seated(seat)) for seat in range(seats))


def names_of(people: Iterable[Seated], language: str) -> tuple[str, ...]:
    """What everybody is called; who has no name is called by the seat, or as bots are."""
    seated = tuple(people)
    bots = bot_names((one.name for one in seated), len(seated))
    return tuple(
        one.name or (bot if one.bot else hub_sentence(language, "nameless_player", number=one.seat + 1))
        for one, bot in zip(seated, bots, strict=True)
    )


def row_of(stored: StoredMatch, people: tuple[Seated, ...], outcome: FinalScore | None, language: str) -> PastRow:
    """A finished match in the list. `outcome` None: it cannot be told."""
    winners = () if outcome is None else outcome.winners
    scores = (None,) * len(people) if outcome is None else outcome.scores
    players = tuple(
        PastPlayer(
            seat=one.seat,
            name=name,
            colour=look[0],
            shape=look[1],
            bot=one.bot,
            won=one.seat in winners,
            score=score,
            named=bool(one.name),
        )
        for one, name, score in zip(people, names_of(people, language), scores, strict=True)
        for look in (SEAT_LOOKS[one.seat % len(SEAT_LOOKS)],)
    )
    ended: datetime = stored.ended or stored.started
    known, given_up = outcome is not None, outcome is not None and outcome.given_up
    return PastRow(
        match=int(stored.match),
        game=stored.game,
        title=stored.title,
        started=stored.started,
        ended=ended,
        players=players,
        given_up=given_up,
        known=known,
    )


def result_of(voice: Voice, state: State) -> tuple[str, tuple[str, ...]]:
    """How a match ended: one sentence, and one for each reason."""
    result = state.result
    if result is None:
        return "", ()
    text = voice.say("result", "winners" if result.winners else "no_winner", {"winners": result.winners})
    return text, tuple(voice.say("result", line.code, line.facts) for line in result.lines)


def step_lines(voice: Voice, story: Story) -> tuple[StepLine, ...]:
    """The steps at which somebody heard something, and the first and the last."""
    last = len(story.steps) - 1
    lines = ((at, " ".join(told(voice, step))) for at, step in enumerate(story.steps))
    return tuple(StepLine(at, text) for at, text in lines if text or at in (0, last))


def courses_in_words(voice: Voice, found: tuple[Course, ...], steps: int) -> tuple[ScoreCourse, ...]:
    """The course of the scores with names and looks. A kind of score that never changed tells nothing."""
    return tuple(
        ScoreCourse(
            voice.say("track", course.kind, owner_fact(None)),
            steps,
            tuple(
                ScoreLine(int(seat), voice.names.seats[seat], *SEAT_LOOKS[seat % len(SEAT_LOOKS)], points)
                for seat, points in course.points
            ),
        )
        for course in found
        if any(len(points) > 1 for _, points in course.points)
    )


class PastVoices:
    """The words of finished matches, by language and by what the seats are called; the latest few are kept."""

    def __init__(self, kept: int):
        self._kept = kept
        self._voices: OrderedDict[tuple[MatchId, str, tuple[str, ...]], Voice] = OrderedDict()

    def of(self, stored: StoredMatch, story: Story, language: str, people: tuple[Seated, ...]) -> Voice:
        """The words of one match. For one thread at a time."""
        names = names_of(people, language)
        key = (stored.match, language, names)
        if key not in self._voices:
            self._voices[key] = build_voice(story.game, stored.seats, story.settings, language, names)
            while len(self._voices) > self._kept:
                self._voices.popitem(last=False)
        return self._voices[key]
