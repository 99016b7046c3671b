"""What a seat remembers of a match since it could last have begun anew: enough to think on from the middle of a turn.

A coroutine cannot be copied, but it can be begun again at a boundary. Whoever wants to think ahead in between goes
through the same few steps again, as far as its seat knows them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.engine.questions import Answer, Draw, Question, Roll
from rules.engine.types import UNSEEN, Seat, State


@dataclass(frozen=True)
class Step:
    """One answer as a seat knows it. `answer`: None where it was another's secret; cards in it that this seat may not
    know are `UNSEEN`. `seat`: who gave it. `after` and `kind`: what the seat knew then, and what was asked next."""

    seat: Seat | None
    answer: Answer | None
    after: State
    kind: str


@dataclass(frozen=True)
class Recall:
    """What a seat knew at the last boundary, and the steps since then."""

    since: State
    steps: tuple[Step, ...] = ()


class Recalls:
    """What each seat of a match remembers. It is told of every entry, by `note`."""

    def __init__(self, match: Match):
        self._match = match
        self._recalls: dict[Seat, Recall] = {}
        self._asked: Question | None = match.question
        self._begin()

    def of(self, seat: Seat) -> Recall | None:
        """What a seat remembers; None after a correction in the middle of a step."""
        return self._recalls.get(seat)

    def note(self, entry: Entry) -> None:
        """The match has taken an entry."""
        asked, question = self._asked, self._match.question
        self._asked = question
        if question is None or (question is not asked and question.boundary) or not isinstance(entry, Answer):
            self._begin()
            return
        for seat, recall in self._recalls.items():
            after = self._match.seen(seat)
            step = Step(entry.seat, self._as_known(entry, asked, seat), after, question.kind)
            self._recalls[seat] = replace(recall, steps=(*recall.steps, step))

    def _begin(self) -> None:
        match = self._match
        can_begin = match.question is not None and match.question.boundary and match.waiting == match.question.asked
        self._recalls = {seat: Recall(match.seen(seat)) for seat in match.state.seats} if can_begin else {}

    def _as_known(self, answer: Answer, asked: Question | None, seat: Seat) -> Answer | None:
        """An answer as this seat knows it, None where it is another's secret."""
        if answer.seat == seat:
            return answer
        if asked is None or (asked.asked and not asked.open and not isinstance(asked, Roll | Draw)):
            return None
        match = self._match
        known = match.seen(None if match.state.shared else seat).known()  # of shared decks each has names of its own
        cards = tuple(
            (pile, tuple(card if card in known else UNSEEN for card in dealt)) for pile, dealt in answer.cards
        )
        return replace(answer, cards=cards)
