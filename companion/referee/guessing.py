"""How often a phone may name a card wrongly: what is refused because the companion knows better tells something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.engine.entries import Identify
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Refusal, Seat

MOST_WRONG: Final = 3
WAIT_S: Final = 3.0
"""How long after a wrong naming a seat that has had all of these may name a card again."""

NOTICED: Final = 6
"""After so many wrong namings in a row everybody is told that somebody guesses."""

WRONG: Final = "cannot_be_there"


class Guesses:
    """Wrong namings by seat since the last answer that counted. Used by the referee's thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._latest_s: dict[Seat, float] = {}
        self._after = -1  # how many entries there had been, photos of hands left out
        self._wrong: dict[Seat, int] = {}

    def are_used_up(self, seat: Seat, answer: Answer, match: Match) -> bool:
        """Whether this seat has named cards wrongly so often that for a while it may name no further card which it does
        not hold in the companion's sight; right or wrong, so that the answer tells nothing. Notes a wrong one."""
        after = sum(not isinstance(entry, Identify) for entry in match.journal)  # else a photo would buy more guesses
        if self._after != after:
            self._after, self._wrong = after, {}
        question = match.question
        if question is None:
            return False
        seen = match.seen(answer.seat)
        option = question.listed(seen, answer)
        if option is not None and (option.piece is None or seen.where(option.piece) is not None):
            return False
        refused = match.check(answer)
        if option is None and not (isinstance(refused, Refusal) and refused.code == WRONG):
            return False
        if self._wrong.get(seat, 0) >= MOST_WRONG and self._clock() - self._latest_s[seat] < WAIT_S:
            return True
        if isinstance(refused, Refusal) and refused.code == WRONG:
            self._wrong[seat] = self._wrong.get(seat, 0) + 1
            self._latest_s[seat] = self._clock()
        return False

    def are_many(self, seat: Seat) -> bool:
        """Whether this seat goes on naming wrong cards, so that everybody should know."""
        return self._wrong.get(seat, 0) >= NOTICED
