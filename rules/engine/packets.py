"""What one reader receives: made from the redacted state only, so that a view cannot leak what it was never handed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from rules.engine.match import Match
from rules.engine.questions import Answer, Number, Option, Question, Roll, Scale, Together
from rules.engine.redact import Seen, mask, redact_event
from rules.engine.types import ALL, PUBLIC, Event, Note, Seat, State, Unseen, may_read

_PLAIN = (str, int, float)  # and so bool


@dataclass(frozen=True)
class Asked:
    """The open question as one reader sees it: kind, facts and seats are public, options belong to the seat asked.
    `lead`, `open`, `at_will` and `next_up` are those of the question; `public`: what is offered follows from what
    everybody knows."""

    kind: str
    facts: Mapping[str, object]
    seats: tuple[Seat, ...]
    yours: bool
    options: tuple[Option, ...]
    dice: tuple[int, ...] = ()  # sides of the dice that are to be rolled
    lead: Seat | None = None
    open: bool = False
    public: bool = False
    scale: Scale | None = None  # of the number that this reader is to say, which then is among the options
    at_will: bool = False
    next_up: Seat | None = None
    said: Option | None = None  # what this reader has answered, while others have not
    aloud: Mapping[str, object] | None = None  # the facts as everybody knows them, where this reader knows more


@dataclass(frozen=True)
class Heard:
    """An event as one reader hears it, with its number among all that this reader hears and the entry it came from.
    `aloud` is what everybody hears of it, where this reader hears more."""

    number: int
    entry: int
    event: Event
    undone: bool
    aloud: Event | None = None


@dataclass(frozen=True)
class Packet:
    """All that one reader receives at one version. `notes` are what everybody may be reminded of, `own_notes` what
    only this reader knows; `answered` the entry by which this reader has answered last, 0: none."""

    version: int
    reader: Seat
    state: State
    question: Asked | None
    events: tuple[Heard, ...]
    notes: tuple[Note, ...] = ()
    own_notes: tuple[Note, ...] = ()
    answered: int = 0

    @property
    def seen(self) -> Seen:
        """What a player of the program is given who sits at this seat."""
        return Seen(self.reader, self.state)


class Events:
    """What has happened in a match up to now, for whoever may hear it. It stays as it is when the match goes on."""

    def __init__(self, match: Match):
        self._told = tuple(match.told)
        self._counting = frozenset((0, *match.counting))
        self._kept_from_some = tuple(told.event.audience for told in self._told if told.event.audience != ALL)

    def heard(self, reader: Seat, latest: int | None = None) -> tuple[Heard, ...]:
        """The `latest` events that a reader hears (None: all), oldest first."""
        heard: list[Heard] = []
        # numbered for each reader: gaps would tell of events that are for others
        number = len(self._told) - sum(not may_read(readers, reader) for readers in self._kept_from_some)
        for told in reversed(self._told):
            if len(heard) == latest:
                break
            event = redact_event(told.event, reader)
            if event is not None:
                number -= 1
                undone = told.entry not in self._counting and event.kind != "taken_back"
                public = event if reader == PUBLIC or event is told.event else redact_event(told.event, PUBLIC)
                is_more = public is not None and public.facts != event.facts
                heard.append(Heard(number, told.entry, event, undone, public if is_more else None))
        return tuple(reversed(heard))


def packet(match: Match, reader: Seat = PUBLIC, latest: int | None = None, events: Events | None = None) -> Packet:
    """The packet of a reader now, with its `latest` events (None: all). `events` are those of the match now, where
    somebody has them already."""
    heard = (events or Events(match)).heard(reader, latest)
    own = () if reader == PUBLIC else match.game.screens.notes(match.seen(reader), reader)
    notes = match.notes()
    return Packet(
        match.version, reader, match.seen(reader), asked(match, reader), heard, notes, own, _answered(match, reader)
    )


def _answered(match: Match, reader: Seat) -> int:
    if reader == PUBLIC:
        return 0
    entries = zip(reversed(match.counting), reversed(match.log), strict=True)
    return next((n for n, entry in entries if isinstance(entry, Answer) and entry.seat == reader), 0)


def asked(match: Match, reader: Seat) -> Asked | None:
    """The open question as this reader sees it."""
    question = match.question
    if question is None:
        return None
    yours = reader != PUBLIC and (not question.asked or reader in match.waiting)
    options = match.options(reader if question.asked else None) if yours else ()
    dice = question.dice if isinstance(question, Roll) else ()
    facts = mask(question.facts, reader)
    aloud = mask(question.facts, PUBLIC)
    public = yours and match.is_open(reader) and facts == aloud
    scale = _scale(question, reader) if yours else None
    return Asked(
        question.kind,
        facts,
        question.asked,
        yours,
        options,
        dice,
        question.lead,
        question.open,
        public,
        scale,
        question.at_will,
        question.next_up,
        None if reader == PUBLIC else match.said(reader),
        None if facts == aloud else aloud,
    )


def _scale(question: Question, reader: Seat) -> Scale | None:
    part = question.parts.get(reader) if isinstance(question, Together) else question
    return part.scale if isinstance(part, Number) else None


def written(value: object) -> str:
    """A packet, or a part of one, as JSON: the byte form in which the laws compare what a reader was handed."""
    return json.dumps(value, default=_one_step_plainer)


def plain(value: object) -> object:
    """The same as plain values: texts, numbers, lists and dictionaries."""
    return json.loads(written(value))


def _one_step_plainer(value: object) -> object:
    """What JSON does not know, by what it may know."""
    if (fields := getattr(value, "__dataclass_fields__", None)) is not None:
        return {name: getattr(value, name) for name in fields}
    if isinstance(value, frozenset | set):
        return sorted(str(v if isinstance(v, _PLAIN) else plain(v)) for v in value)
    if isinstance(value, Enum):
        return value.value if isinstance(value, Unseen) else str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, range):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no place in a packet")
