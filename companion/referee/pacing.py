"""The pace of reaction windows and of secret answers: nobody can tell by the clock who had something to decide.

A pass, or an answer to a question that the game wants paced, is noted at once and goes into the match only when the
question has stood open for a minimum, whatever was answered and however fast. A reaction counts at once. When a
window's limit has run, whoever still waits passes; where all answer together, silence is the answer that the game says.
What is noted is on disk before it is acknowledged, and a restart takes it up again. Used by the referee's thread.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.journal.keeping import SaveError
from companion.journal.unsettled import ANSWER, LIMIT, choice_body, choice_in, name_of
from companion.referee.running_match import RunningMatch
from companion.values.verdicts import Verdict
from rules.engine.entries import EntryError, entry_from_json, entry_to_json
from rules.engine.questions import Answer, Together, Window
from rules.engine.types import Refusal, Seat

log = logging.getLogger("companion.pacing")
SHORTEST_LIMIT_S = 5.0
"""A limit that shrinks with the speed of the program's players leaves them this long at least."""
RETRY_S = 2.0
"""So long, and the minimum, is what is kept back kept when it could not be written."""


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
class Noted:
    """An answer that was noted and does not count yet. `since`: the version at which its question was asked; `request`
    and `seat`: the tap that it came from."""

    answer: Answer
    since: int
    origin: str
    request: str = ""
    seat: Seat | None = None

    @property
    def name(self) -> str:
        """What it is kept under: a seat has one at a time."""
        return name_of(self.answer.seat)

    @property
    def body(self) -> str:
        """As the journal keeps it; `noted_in` is the inverse."""
        parts = {"since": self.since, "origin": self.origin, "request": self.request, "seat": self.seat}
        return json.dumps({**parts, "entry": entry_to_json(self.answer)}, ensure_ascii=False)


def noted_in(kept: Mapping[str, str]) -> tuple[Noted, ...]:
    """The answers that are noted, in their order. One that cannot be read is as good as none: its seat is asked."""
    found = []
    for name, body in kept.items():
        try:
            if name.startswith(ANSWER):
                found.append(_noted(json.loads(body)))
        except (EntryError, KeyError, TypeError, ValueError) as error:
            log.error("a noted answer cannot be read: %s", type(error).__name__)
    return tuple(found)


def _noted(parts: Mapping[str, object]) -> Noted:
    answer = entry_from_json(parts["entry"])  # type: ignore[arg-type]  # it checks that itself
    if not isinstance(answer, Answer):
        raise TypeError("no answer")
    seat = parts["seat"]
    seat = None if seat is None else Seat(int(str(seat)))
    return Noted(answer, int(str(parts["since"])), str(parts["origin"]), str(parts["request"]), seat)


class Pacing:
    """The question that is open, since when, and what was answered to it and is kept back."""

    def __init__(
        self,
        running: RunningMatch,
        clock: Callable[[], float],
        pace: Pace,
        forget: Callable[[Seat, str], None] = lambda seat, request: None,
    ):
        """`forget`: an answer that was noted will not count after all, so its request may come again."""
        self._running = running
        self._clock = clock
        kept = running.keeper.unsettled()
        self._configured_s = pace.limit_s
        chosen = choice_in(kept, LIMIT, str(pace.limit_s), float)
        self._pace = pace if chosen is None else replace(pace, limit_s=chosen)
        self._forget = forget
        self._since = running.match.asked_since  # tells the question that is open from those before
        self._opened_s = clock()
        self._held = {noted.answer.seat: noted for noted in noted_in(kept) if self._is_waited_for(noted)}
        self._read_until_s = 0.0  # somebody is being read the choices until then
        self._is_stuck = False  # time is over, and something else has to happen before the window can close

    @property
    def limit_s(self) -> float:
        """After how many seconds a window closes, 0: never."""
        return self._pace.limit_s

    def set_limit(self, limit_s: float) -> None:
        """Windows close after so many seconds from now on, the open one too. SaveError when it cannot be written."""
        self._running.keeper.settle({LIMIT: choice_body(str(self._configured_s), str(limit_s))})
        self._pace = replace(self._pace, limit_s=limit_s)

    def set_pace(self, pace: Pace) -> None:
        """Another pace from now on, for the open question too."""
        self._pace, self._configured_s = pace, pace.limit_s

    @property
    def noted(self) -> tuple[Noted, ...]:
        """What is kept back, in its order."""
        return tuple(self._held.values())

    def follow(self) -> bool:
        """Looks what is being asked now; lets in what has been kept back long enough, and passes for those whose time
        is over. What was kept back for an earlier question, or before a correction, is dropped: those seats are asked
        again. So is what a seat has replaced by an answer that counted at once."""
        match, before = self._running.match, self._running.match.version
        if self._running.paused or match.asked_since != self._since:
            self._since, self._opened_s, self._read_until_s = match.asked_since, self._clock(), 0.0
        dropped = [noted for noted in self.noted if not self._is_waited_for(noted)]
        self._drop(dropped)
        self._is_stuck = False
        if not self._running.paused:
            self._let_in_all()
        return bool(dropped) or self._running.match.version != before

    def still_asks(self, version: int) -> bool:
        """Whether what a phone showed at this version is still being asked, although others have answered since."""
        match = self._running.match
        return isinstance(match.question, Window | Together) and match.asked_since <= version <= match.version

    def note(self, answer: Answer, origin: str, request: str = "", seat: Seat | None = None) -> Verdict | None:
        """Keeps an answer back if it has to be, on disk; None when it counts at once. A later answer of a seat replaces
        an earlier one."""
        running = self._running
        if answer.seat is None or not self._is_early() or not self._is_kept(answer):
            return None
        if isinstance(refusal := running.match.check(answer), Refusal):
            return running.because(refusal)
        noted = Noted(answer, running.match.asked_since, origin, request, seat)
        try:
            running.keeper.settle({noted.name: noted.body})
        except SaveError as error:
            return running.not_saved(error)
        self._forget_requests([self._held.pop(answer.seat)] if answer.seat in self._held else [])
        self._held[answer.seat] = noted
        return self.acknowledged()

    def acknowledged(self) -> Verdict:
        """What whoever is noted is told."""
        return replace(self._running.yes("noted"), noted=True)

    def has_noted(self, seat: Seat) -> bool:
        """Whether an answer of this seat is kept back."""
        return seat in self._held

    def stay_open(self, for_s: float) -> None:
        """What is asked is asked for so many seconds from now at least: its choices are being read out."""
        self._read_until_s = self._clock() + for_s

    @property
    def next_s(self) -> float | None:
        """When something is let in, or the window closes; None when nothing is due, or when waiting alone does not
        help."""
        if self._running.paused:
            return None
        waits = [None if self._is_stuck else self._left_s()]
        if self._held:
            waits.append(self._opened_s + self._pace.minimum_s - self._clock())
        due = [wait_s for wait_s in waits if wait_s is not None]
        return max(0.0, min(due)) if due else None

    @property
    def closes_in_s(self) -> int | None:
        """The whole seconds that a question stays open; None when it is not limited."""
        left_s = self._left_s()
        return None if left_s is None else max(0, math.ceil(left_s))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _let_in_all(self) -> None:
        running, (silent, _) = self._running, self._limit()
        if not self._is_early() and not all(self._let_in(noted) for noted in self.noted):
            return
        left_s = self._left_s()
        if left_s is None or left_s > 0:
            return
        while running.match.asked_since == self._since and (waiting := running.match.waiting):
            if running.asking is not None or not running.try_entry(Answer(waiting[0], silent), "clock").ok:
                self._is_stuck = True
                return

    def _is_waited_for(self, noted: Noted) -> bool:
        match = self._running.match
        return noted.since == match.asked_since and noted.answer.seat in match.waiting

    def _let_in(self, noted: Noted) -> bool:
        """One that was kept back counts from now on; False when it could not be written, and is tried again later."""
        if not self._is_waited_for(noted):
            return True  # `follow` drops it
        try:
            outcome = self._running.submit(noted.answer, noted.origin, noted.request, noted.seat)
        except SaveError as error:
            self._running.not_saved(error)
            self._opened_s = self._clock() + RETRY_S
            return False
        if isinstance(outcome, Refusal):
            self._drop([noted])
        else:
            del self._held[noted.answer.seat]
        return True

    def _is_early(self) -> bool:
        return self._clock() - self._opened_s < self._pace.minimum_s

    def _is_kept(self, answer: Answer) -> bool:
        question = self._running.match.question
        if isinstance(question, Window):
            return answer.key == Window.PASS
        return question is not None and question.kind in self._running.match.game.rules.paced

    def _limit(self) -> tuple[str, float]:
        """What silence means when its time is over, and how many seconds that is; 0: no limit."""
        match self._running.match.question:
            case Window(may_pass=True, limit_s=limit_s):
                return Window.PASS, limit_s or self._pace.limit_s
            case Together(silent=silent, limit_s=limit_s):
                return silent, limit_s
        return "", 0.0

    def _left_s(self) -> float | None:
        _, limit_s = self._limit()
        if not limit_s:
            return None
        return max(self._opened_s + max(limit_s, self._pace.minimum_s), self._read_until_s) - self._clock()

    def _drop(self, dropped: list[Noted]) -> None:
        if not dropped:
            return
        for noted in dropped:
            self._held.pop(noted.answer.seat)
        self._forget_requests(dropped)
        try:
            self._running.keeper.settle({noted.name: None for noted in dropped})
        except SaveError as error:  # no harm: a restart sees that it is not waited for
            log.error("what was noted is not dropped: %s", error)

    def _forget_requests(self, dropped: list[Noted]) -> None:
        for noted in dropped:
            if noted.request and noted.seat is not None:
                self._forget(noted.seat, noted.request)
