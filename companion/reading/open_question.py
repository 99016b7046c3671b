"""The question that the table waits for, told apart from every other one."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.engine.entries import Identify
from rules.engine.match import Match
from rules.engine.questions import Answer, Question, Roll
from rules.engine.types import Seat


@dataclass(frozen=True)
class OpenQuestion:
    """What was asked at one place of one match. What is begun for it must not answer another question, even one that
    asks the same of the same seat."""

    question: Question
    match: Match = field(repr=False)
    after: int  # how many entries there had been; a card that is only named changes nothing

    @classmethod
    def of(cls, match: Match) -> OpenQuestion | None:
        """What is asked now."""
        question = match.question
        return None if question is None else cls(question, match, _entries(match))

    def is_open(self, match: Match) -> bool:
        """Whether this very question is still waited for."""
        return match is self.match and match.question is self.question and _entries(match) == self.after


@dataclass(frozen=True)
class OpenRoll:
    """A roll that is waited for: whose it is (None: the table's) and the sides of its dice."""

    asked: OpenQuestion
    seat: Seat | None
    sides: tuple[int, ...]

    @classmethod
    def of(cls, match: Match) -> OpenRoll | None:
        """What is to be rolled now; None when nothing is. Dice that several roll in secret are none of it."""
        asked, question = OpenQuestion.of(match), match.question
        if asked is None or not isinstance(question, Roll):
            return None
        return cls(asked, question.seat, question.dice)

    def is_open(self, match: Match) -> bool:
        """Whether this very roll is still waited for."""
        return self.asked.is_open(match)

    def answer(self, faces: tuple[int, ...]) -> Answer:
        """These faces as the answer."""
        return Answer(self.seat, "-".join(map(str, faces)))


def answerers(match: Match) -> tuple[Seat | None, ...]:
    """The seats that may answer now; None stands for the table; nobody where nothing is asked. Whose answer it is that
    nobody signed is asked of them in this order: of whoever is waited for first."""
    if match.question is None:
        return ()
    waiting, lead = match.waiting, match.question.lead
    if lead in waiting:
        return (lead, *(seat for seat in waiting if seat != lead))
    return waiting or (None,)


def _entries(match: Match) -> int:
    return sum(not isinstance(entry, Identify) for entry in match.journal)
