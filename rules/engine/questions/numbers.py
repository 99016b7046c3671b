"""A number that somebody says: points, a bid, how many there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.engine.questions.question import Option, Question
from rules.engine.types import Say, Seat, State

MOST_NUMBERS: Final = 2001
"""So many different numbers may be asked for at most."""


@dataclass(frozen=True)
class Scale:
    """The numbers from `low` to `high` in steps of `step`. A page begins with `usual`. ValueError where there are none,
    or more than anybody wants to choose from."""

    low: int
    high: int
    step: int = 1
    usual: int = 0

    def __post_init__(self) -> None:
        if self.step < 1 or not 0 < len(self.numbers) <= MOST_NUMBERS:
            raise ValueError(f"there are {len(self.numbers) if self.step > 0 else 0} numbers in {self}")

    @property
    def numbers(self) -> range:
        """All of them, the lowest first."""
        return range(self.low, self.high + 1, self.step)


@lru_cache(maxsize=64)
def _options(numbers: range) -> tuple[Option, ...]:
    return tuple(Option(str(number), number, Say("number", {"number": number})) for number in numbers)


@dataclass(frozen=True, kw_only=True)
class Number(Question):
    """One of some seats says a number of a scale, the first of them for all; the coroutine receives it. The key of the
    answer is the number itself. Screens show a field for it and no list."""

    seats: tuple[Seat, ...]
    scale: Scale

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.seats

    @property
    def open(self) -> bool:
        return len(self.seats) > 1

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return _options(self.scale.numbers) if seat is not None and seat in self.seats else ()
