"""Choosing by a button, for several who choose at the same time, each in secret: no dial may show that.

The choices are read out one after the other, and a press of the own button takes the one that was read last. Used by
the referee's thread.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.referee.dialled_choice import MOST, tells
from companion.referee.pacing import Pacing
from companion.referee.running_match import RunningMatch
from companion.telling.dice_shown import ChoiceShown, Remark
from companion.values.notices import Notice
from rules.engine.questions import Answer, Option, Question, Together
from rules.engine.types import Seat

READ_S = 3.0
"""So long each choice stands that is read out."""


class ReadOut:
    """The choices of those who choose at the same time, read out for all who have no phone. A press begins it, and
    during it the own button takes what was read last. Nothing tells who has pressed: all answers are given when the
    last choice has stood, and who has missed it has it read once more."""

    def __init__(
        self, running: RunningMatch, pacing: Pacing, clock: Callable[[], float], has_phone: Callable[[Seat], bool]
    ):
        self._running = running
        self._pacing = pacing
        self._clock = clock
        self._has_phone = has_phone
        self._question: Question | None = None
        self._read: tuple[Option, ...] = ()
        self._at = 0
        self._since_s = 0.0
        self._taken: dict[Seat, str] = {}

    def pressed(self, seat: Seat | None) -> bool:
        """A seat's button, or the one for all; whether the press was meant for the choices."""
        self._forget_closed()
        if self._read:
            if seat is not None and self._read[self._at].key in self._keys(seat):
                self._taken[seat] = self._read[self._at].key
            return True
        listening = self._listening()
        if not listening or (seat is not None and seat not in listening):
            return False
        by_key = {o.key: o for one in listening for o in self._public(one)}
        if len(by_key) < 2:
            return False  # there is nothing to choose: a press is the answer
        self._question, self._read = self._running.match.question, tuple(by_key.values())
        self._pacing.stay_open(READ_S * (len(self._read) + 1))
        self._go_to(0)
        return True

    @property
    def shown(self) -> ChoiceShown | None:
        """What was read last."""
        return ChoiceShown(self._read[self._at], self._at + 1, len(self._read)) if self._read else None

    def follow(self) -> bool:
        """Reads the next choice, or gives the answers after the last one."""
        if self._forget_closed():
            return True
        if not self._read or self._clock() < self._since_s + READ_S:
            return False
        if self._at + 1 < len(self._read):
            self._go_to(self._at + 1)
            return True
        taken, self._taken, self._read = self._taken, {}, ()
        for seat, key in sorted(taken.items()):  # in which order they pressed is nowhere kept
            answer, origin = Answer(seat, key), f"button {seat}"
            if self._pacing.note(answer, origin) is None:
                self._running.try_entry(answer, origin)
        if self._listening():
            self._running.remark(Remark(Notice("read_again"), "read"))
        return True

    @property
    def next_s(self) -> float | None:
        """When the next choice is due."""
        return max(0.0, self._since_s + READ_S - self._clock()) if self._read else None

    def _go_to(self, at: int) -> None:
        self._at, self._since_s = at, self._clock()
        facts = {"option": self._read[at].say, "number": at + 1, "count": len(self._read)}
        self._running.remark(Remark(Notice("dial_option", facts), "read"))

    def _listening(self) -> tuple[Seat, ...]:
        """Who is waited for and has no phone, where each chooses in secret among what everybody may know."""
        match = self._running.match
        if not isinstance(match.question, Together):
            return ()
        seats = (s for s in match.waiting if not self._has_phone(s) and not self._pacing.has_noted(s))
        return tuple(s for s in seats if 0 < len(self._public(s)) <= MOST)

    def _public(self, seat: Seat) -> tuple[Option, ...]:
        public = self._running.match.public_options(seat)
        return () if any(map(tells, public)) else public

    def _keys(self, seat: Seat) -> set[str]:
        return {o.key for o in self._public(seat)} if seat in self._listening() else set()

    def _forget_closed(self) -> bool:
        """Stops where something else is asked by now, or the table pauses."""
        running = self._running
        if not self._read or (running.match.question is self._question and not running.paused):
            return False
        self._taken, self._read = {}, ()
        return True
