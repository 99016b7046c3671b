"""The pace of reaction windows and of secret answers: nobody can tell by the clock who had something to decide.

A pass, or an answer to a question that the game wants paced, is noted at once and goes into the match only when the
question has stood open for a minimum, whatever was answered and however fast. A reaction counts at once. When a
window's limit has run, whoever still waits passes. Used by the referee's thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.desk import Desk
from companion.verdicts import Verdict
from rules.engine.entries import Identify
from rules.engine.questions import Answer, Question, Together, Window
from rules.engine.types import Refusal, Seat

SHORTEST_LIMIT_S = 5.0
"""A limit that shrinks with the speed of the program's players leaves them this long at least."""


@dataclass(frozen=True)
class Pace:
    """Seconds that an answer is kept back at least, and after which a window closes (0: never)."""

    minimum_s: float = 0.0
    limit_s: float = 0.0

    def at_speed(self, speed: float) -> Pace:
        """The same for players who are so much faster."""
        fast = max(1.0, speed)
        return Pace(self.minimum_s / fast, max(self.limit_s / fast, min(self.limit_s, SHORTEST_LIMIT_S)))


@dataclass(frozen=True)
class Tuning:
    """Times that the referee goes by and that can change in the middle of an evening, in seconds: how long the table
    may differ from the notes, the pace of windows, and how long a player may think in one turn (0: for ever)."""

    patience_s: float
    pace: Pace
    thinking_s: float = 0.0


@dataclass(frozen=True)
class Held:
    """An answer that was noted and does not count yet."""

    answer: Answer
    origin: str
    request: str
    seat: Seat | None


class Pacing:
    """The question that is open, since when, and what was answered to it and is kept back."""

    def __init__(
        self,
        desk: Desk,
        clock: Callable[[], float],
        pace: Pace,
        forget: Callable[[Seat, str], None] = lambda seat, request: None,
    ):
        """`forget`: an answer that was noted will not count after all, so its request may come again."""
        self._desk = desk
        self._clock = clock
        self._pace = pace
        self._forget = forget
        self._question: Question | None = None
        self._corrections = 0
        self._since = 0  # the version at which the question was first open
        self._opened_s = clock()
        self._held: dict[Seat, Held] = {}
        self._is_stuck = False  # time is over, and something else has to happen before the window can close

    @property
    def limit_s(self) -> float:
        """After how many seconds a window closes, 0: never."""
        return self._pace.limit_s

    def set_limit(self, limit_s: float) -> None:
        """Windows close after so many seconds from now on, the open one too; until the next start of the program."""
        self._pace = replace(self._pace, limit_s=limit_s)

    def set_pace(self, pace: Pace) -> None:
        """Another pace from now on, for the open question too."""
        self._pace = pace

    def follow(self) -> None:
        """Looks what is being asked now. What was kept back for an earlier question, or before a correction or a
        pause, is dropped: those seats are asked again."""
        match = self._desk.match
        corrections = sum(not isinstance(e, Answer | Identify) for e in match.journal)
        if self._desk.paused or match.question is not self._question or corrections != self._corrections:
            for held in self._held.values():
                self._drop(held)
            self._held.clear()
            if match.question is not self._question or corrections != self._corrections:
                self._since = match.version
            self._question, self._corrections, self._opened_s = match.question, corrections, self._clock()

    def still_asks(self, version: int) -> bool:
        """Whether what a phone showed at this version is still being asked, although others have answered since."""
        return isinstance(self._question, Window | Together) and self._since <= version <= self._desk.match.version

    def note(self, answer: Answer, origin: str, request: str = "", seat: Seat | None = None) -> Verdict | None:
        """Keeps an answer back if it has to be; None when it counts at once. A later answer of a seat replaces an
        earlier one."""
        desk = self._desk
        if answer.seat is None or not self._is_early() or not self._is_kept(answer):
            self._withdraw(answer.seat)
            return None
        if isinstance(refusal := desk.match.check(answer), Refusal):
            return desk.because(refusal)
        self._withdraw(answer.seat)
        self._held[answer.seat] = Held(answer, origin, request, seat)
        return replace(desk.yes("noted"), noted=True)

    def has_noted(self, seat: Seat) -> bool:
        """Whether an answer of this seat is kept back."""
        return seat in self._held

    def run(self) -> None:
        """Lets in what has been kept back long enough, and passes for those whose time is over."""
        desk, question = self._desk, self._question
        self._is_stuck = False
        if desk.paused or question is None or desk.match.question is not question:
            return
        if not self._is_early():
            for held in list(self._held.values()):
                if not desk.try_entry(held.answer, held.origin, held.request, held.seat).ok:
                    self._drop(held)
            self._held.clear()
        left_s = self._left_s()
        if left_s is None or left_s > 0:
            return
        while desk.match.question is question and (waiting := desk.match.waiting):
            if desk.asking is not None or not desk.try_entry(Answer(waiting[0], Window.PASS), "clock").ok:
                self._is_stuck = True
                return

    @property
    def next_s(self) -> float | None:
        """In how many seconds `run` will have something to do; None when nothing is due, or when waiting alone does not
        help."""
        waits = [None if self._is_stuck else self._left_s()]
        if self._held:
            waits.append(self._opened_s + self._pace.minimum_s - self._clock())
        due = [wait_s for wait_s in waits if wait_s is not None]
        return max(0.0, min(due)) if due else None

    @property
    def closes_in_s(self) -> int | None:
        """The whole seconds that a window stays open; None when it is not limited."""
        left_s = self._left_s()
        return None if left_s is None else max(0, math.ceil(left_s))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _is_early(self) -> bool:
        return self._clock() - self._opened_s < self._pace.minimum_s

    def _is_kept(self, answer: Answer) -> bool:
        question = self._desk.match.question
        if isinstance(question, Window):
            return answer.key == Window.PASS
        return question is not None and question.kind in self._desk.match.game.paced

    def _left_s(self) -> float | None:
        if not (isinstance(self._question, Window) and self._question.may_pass and self._pace.limit_s):
            return None
        return self._opened_s + max(self._pace.limit_s, self._pace.minimum_s) - self._clock()

    def _withdraw(self, seat: Seat | None) -> None:
        if seat is not None and (held := self._held.pop(seat, None)) is not None:
            self._drop(held)

    def _drop(self, held: Held) -> None:
        if held.request and held.seat is not None:
            self._forget(held.seat, held.request)
