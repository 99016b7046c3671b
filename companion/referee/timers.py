"""How long a player may think in one turn before it is said.

A thinking time is a courtesy among friends: it is shown and announced, and never moves anything. It runs only while one
seat alone is waited for to decide something that is no secret, where everybody sees whose turn it is anyway. Where the
game gives each seat a clock, it is that seat's time for the whole match; where it gives turns a time, that counts
instead of the host's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Set

from companion.referee.running_match import RunningMatch
from companion.values.notices import Notice
from rules.engine.questions import Question, Together, Window
from rules.engine.types import Seat
from web.views import ThinkingView


class ThinkingTime:
    """The thinking time of the turn that is being played. Used by the referee's thread only."""

    def __init__(self, running: RunningMatch, clock: Callable[[], float], limit_s: float = 0.0):
        """`limit_s` 0: nobody's time is taken."""
        self._running = running
        self._clock = clock
        self.limit_s = limit_s  # how long a turn may take, 0: as long as it likes
        self._question: Question | None = None
        self._turn: Seat | None = None
        self._seat: Seat | None = None  # who is asked alone now
        self._since_s: float | None = None  # since when that seat's time runs; None: it stands
        self._match = running.match
        self._used_s: dict[Seat, float] = {}  # in this turn, or in the match
        self._told: set[Seat] = set()

    def set_limit(self, limit_s: float) -> None:
        """Another limit, for the present turn too, which begins anew with it."""
        self.limit_s = limit_s
        self._begin_turn()

    def follow(self) -> bool:
        """Looks who is asked now, and whether another turn has begun; says it, once in a turn, when a player's time is
        over."""
        self._look()
        left_s = self._left_s()
        if left_s is None or left_s > 0 or self._seat is None or self._seat in self._told:
            return False
        self._told.add(self._seat)
        self._running.note(Notice("time_up", {"seat": self._seat}, aloud=True))
        return True

    @property
    def now(self) -> ThinkingView | None:
        """What the screens show; None while nobody's time is taken."""
        left_s = self._left_s()
        if left_s is None or self._seat is None:
            return None
        return ThinkingView(int(self._seat), max(0, math.ceil(left_s)), math.ceil(self._limit_s), self._since_s is None)

    @property
    def next_s(self) -> float | None:
        """When the time of whoever is thinking is over."""
        left_s = self._left_s()
        if left_s is None or self._since_s is None or self._seat in self._told:
            return None
        return max(0.0, left_s)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._stop()
        match = self._running.match
        question, turn = match.question, match.state.turn
        seat = _thinker(question, match.game.rules.paced)
        is_new = question is not self._question and question is not None and question.boundary
        if is_new or turn != self._turn or (turn is None and seat not in (None, self._seat)):
            self._begin_turn()
        self._question, self._turn = question, turn
        self._seat = seat
        self._since_s = None if seat is None or self._running.paused else self._clock()

    @property
    def _clock_s(self) -> float:
        """What the game gives each seat for the whole match, 0: nothing."""
        match = self._running.match
        return match.game.rules.clock_s(match.settings)

    @property
    def _limit_s(self) -> float:
        match = self._running.match
        return self._clock_s or match.game.rules.turn_s(match.table) or self.limit_s

    def _begin_turn(self) -> None:
        if not self._clock_s or self._match is not self._running.match:
            self._match = self._running.match
            self._used_s.clear()
            self._told.clear()
        if self._since_s is not None:
            self._since_s = self._clock()

    def _stop(self) -> None:
        if self._seat is not None and self._since_s is not None:
            self._used_s[self._seat] = self._used_s.get(self._seat, 0.0) + self._clock() - self._since_s
            self._since_s = None

    def _left_s(self) -> float | None:
        limit_s = self._limit_s
        if self._seat is None or not limit_s:
            return None
        running_s = 0.0 if self._since_s is None else self._clock() - self._since_s
        return limit_s - self._used_s.get(self._seat, 0.0) - running_s


def _thinker(question: Question | None, paced: Set[str]) -> Seat | None:
    """Who is asked alone, or waited for where others may answer too, and openly."""
    if question is None or isinstance(question, Window | Together) or question.kind in paced:
        return None
    if question.lead is not None:
        return question.lead
    return question.asked[0] if len(question.asked) == 1 else None
