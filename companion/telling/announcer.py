"""The announcer: finds what is to be said aloud, from what everybody may know and from nothing else.

Of an event it takes what is left for somebody who holds nothing, of a question what such a reader is asked, of a notice
its facts, which are public. What it makes are codes and facts, so that every phone can word them in its own language.
Nothing else makes a `PublicText`, without which nothing is spoken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.telling.dice_shown import Remark
from companion.telling.moment import Moment
from companion.telling.voice import Voice
from companion.values.notices import Notice
from hardware.types import PublicText, Urgency, Utterance
from rules.engine.match import Match
from rules.engine.packets import asked
from rules.engine.questions import Answer, Question
from rules.engine.redact import mask, redact_event
from rules.engine.types import PUBLIC, Event, Refusal, Say

LATEST: Final = 6
"""How many announcements are kept for phones, which may miss a packet."""


class Kind(Enum):
    """What an announcement is about, which is a table of the words."""

    EVENT = "event"
    RESULT = "result"
    QUESTION = "question"
    NOTICE = "notice"
    REMARK = "remark"  # worded as a notice is


_URGENCY: Final[Mapping[Kind, Urgency]] = MappingProxyType(
    {
        Kind.EVENT: Urgency.IMPORTANT,
        Kind.RESULT: Urgency.IMPORTANT,
        Kind.QUESTION: Urgency.NORMAL,
        Kind.NOTICE: Urgency.URGENT,
        Kind.REMARK: Urgency.IMPORTANT,
    }
)


@dataclass(frozen=True)
class Announcement:
    """Something to say, as codes and public facts, `about` a topic. Made by `of_events`, `of_result`, `of_question`,
    `of_notice` and `of_remark`."""

    kind: Kind
    said: tuple[Say, ...]
    made_s: float = 0.0
    about: str = ""

    @property
    def topic(self) -> str:
        """A newer one of the same topic takes the place of one that waits."""
        return "question" if self.kind is Kind.QUESTION else self.about

    def text(self, voice: Voice, *, long: bool) -> PublicText:
        """The sentences in the words of a language; empty where it has none. `long` counts for what happened only."""
        if self.kind in (Kind.NOTICE, Kind.REMARK):
            lines = [voice.notice(Notice(say.code, say.facts), long=False) for say in self.said]
        else:
            is_long = long and self.kind is Kind.EVENT
            lines = [voice.say(self.kind.value, say.code, say.facts, long=is_long) for say in self.said]
        return PublicText(" ".join(line for line in lines if line))

    def utterance(self, voice: Voice, *, long: bool) -> Utterance:
        """The same for the loudspeaker."""
        return Utterance(self.text(voice, long=long), _URGENCY[self.kind], self.topic, self.made_s)


def of_events(events: Iterable[Event], made_s: float = 0.0) -> Announcement | None:
    """What everybody hears of these events; None when that is nothing."""
    heard = [redact_event(event, PUBLIC) for event in events]
    said = tuple(Say(event.kind, event.facts) for event in heard if event is not None)
    return Announcement(Kind.EVENT, said, made_s) if said else None


def of_result(match: Match, made_s: float = 0.0) -> Announcement | None:
    """What everybody has in the end, one after the other, and who has won; None while the match goes on."""
    result = match.seen(PUBLIC).result
    if result is None:
        return None
    won = Say("winners" if result.winners else "no_winner", {"winners": result.winners})
    return Announcement(Kind.RESULT, (*result.lines, won), made_s)


def of_question(match: Match, made_s: float = 0.0) -> Announcement | None:
    """Who is asked what, as everybody may know it; None when nobody is."""
    question = asked(match, PUBLIC)
    if question is None:
        return None
    one = question.seats[0] if len(question.seats) == 1 else question.lead
    facts = {"seats": question.seats, **({} if one is None else {"seat": one}), **question.facts}
    return Announcement(Kind.QUESTION, (Say(question.kind, facts),), made_s)


def of_notice(notice: Notice, made_s: float = 0.0) -> Announcement:
    """What the companion says about the table itself."""
    facts = mask(notice.facts, PUBLIC)
    for name, fact in facts.items():
        if isinstance(fact, Refusal):
            facts[name] = replace(fact, facts=mask(fact.facts, PUBLIC))
    return Announcement(Kind.NOTICE, (Say(notice.code, facts),), made_s)


def of_remark(remark: Remark, made_s: float = 0.0) -> Announcement:
    """What dice, dial and pause button do."""
    return replace(of_notice(remark.notice, made_s), kind=Kind.REMARK, about=remark.topic)


class Announcer:
    """Says everything once. Used by the referee's thread only."""

    def __init__(self) -> None:
        self._notice: Notice | None = None
        self._stands = ""  # the notice that said why the table stands still; "" while it does not
        self._question: Question | None = None
        self._at_will: Question | None = None  # the latest that was told of those that are answered at will
        self._is_over: bool | None = None  # None: nothing has been told yet
        self._after: tuple[int, str] | None = None  # after how many answers it was asked, and its kind
        self._count = 0
        self._latest: deque[tuple[int, Announcement]] = deque(maxlen=LATEST)

    @property
    def latest(self) -> tuple[tuple[int, Announcement], ...]:
        """The latest announcements, oldest first, with numbers that grow."""
        return tuple(self._latest)

    def news(self, moment: Moment) -> tuple[Announcement, ...]:
        """What is to be said now: what dice and buttons do, what happened, what the companion has to say about the
        table, who is asked."""
        remarks = (*moment.remarks, *self._standing(moment))
        found: list[Announcement | None] = [of_remark(remark, moment.now_s) for remark in remarks]
        found += [of_events(events, moment.now_s) for events in moment.told]
        was_over, self._is_over = self._is_over, moment.match.state.result is not None
        if self._is_over and was_over is False:
            found.append(of_result(moment.match, moment.now_s))
        notice, before = moment.notice, self._notice
        self._notice = notice
        if notice is not None and notice.aloud and notice != before:
            found.append(of_notice(notice, moment.now_s))
        if not moment.gathering and self._is_asked_anew(moment.match, moment.was_aside):
            found.append(of_question(moment.match, moment.now_s))
        news = tuple(one for one in found if one is not None)
        for one in news:
            self._count += 1
            self._forget_remark(one.about)
            self._latest.append((self._count, one))
        return news

    def _forget_remark(self, topic: str) -> None:
        """A dial that is turned to and fro must not push out what happened."""
        if topic:
            self._latest = deque((kept for kept in self._latest if kept[1].about != topic), maxlen=LATEST)

    def _standing(self, moment: Moment) -> tuple[Remark, ...]:
        """That the table stands still from now on, and why, or goes on."""
        before, self._stands = self._stands, _stands(moment)
        if self._stands == before:
            return ()
        return (Remark(Notice(self._stands or ("begins" if before == "gathering" else "goes_on")), "pause"),)

    def _is_asked_anew(self, match: Match, was_aside: bool) -> bool:
        """Not when a hand was shown, a name has changed, one of several has answered, or something else was done while
        the same is asked on."""
        question = match.question
        before, self._question = self._question, question
        if question is None or question is before:
            return False
        if question.at_will:  # asked again after every act, which need not be said
            before, self._at_will = self._at_will, question
            return not _same(question, before)
        answers = sum(isinstance(entry, Answer) for entry in match.log)
        after, self._after = self._after, (answers, question.kind)
        return self._after != after and not (was_aside and _same(question, before))


def _stands(moment: Moment) -> str:
    return "gathering" if moment.gathering else "paused" if moment.paused else ""


def _same(question: Question, before: Question | None) -> bool:
    """Whether the same is asked of the same."""
    if before is None or type(before) is not type(question):
        return False
    asked, asked_before = (question.kind, question.asked, question.lead), (before.kind, before.asked, before.lead)
    return asked == asked_before and question.facts == before.facts
