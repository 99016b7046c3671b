"""What a score sheet says: what is written down, when, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.engine import Scale
from rules.games.score_sheet.formula import Formula


class When(StrEnum):
    """When a line is written."""

    ROUND = "round"  # by everybody, in every round
    TURN = "turn"  # once a game, in a turn of one's own: who is on turn chooses a line that is still empty
    END = "end"  # by everybody, when all rounds are over


class Ties(StrEnum):
    """What those get who have equally many."""

    ALL = "all"  # each of them what the place is worth
    SHARE = "share"  # the worth of the places that they fill together, divided and rounded down
    NONE = "none"  # nothing


class Begins(StrEnum):
    """Who begins a round."""

    LEFT = "left"
    WINNER = "winner"
    SAME = "same"


class Keep(StrEnum):
    """Which dice may lie where they are while the others are rolled again."""

    ANY = "any"  # any of them, chosen anew before every roll
    STAY = "stay"  # any of them, but what was kept once stays
    NONE = "none"  # none: all are rolled again


USUAL: Final = Scale(0, 200)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a sheet. A number of `scale` is written into it, or with `tick` whether it was reached; a line with a
    `formula` writes itself, in a turn when it is chosen, by what the dice show. It counts `each` times its number or,
    with `ranks`, what the places are worth, the first one first. `hidden` from the others until the end; without
    `counts` only formulas use it."""

    key: str
    name: str
    when: When = When.ROUND
    scale: Scale = USUAL
    tick: bool = False
    each: int = 1
    ranks: tuple[int, ...] = ()
    ties: Ties = Ties.ALL
    formula: Formula | None = None
    hidden: bool = False
    counts: bool = True

    @property
    def is_asked(self) -> bool:
        """Whether people write it, or choose it for what the dice show."""
        return self.formula is None or self.when is When.TURN


@dataclass(frozen=True, kw_only=True)
class SheetRules:
    """A whole score sheet. It ends after so many `rounds` (0: when the players say so), earlier when a total has come
    to `goal` (0: there is none). `start` is what everybody begins with; who has no more than `out` drops out, and the
    last one wins. `lowest` wins, else the highest; of equal ones who has more in the lines `tie_breaks`, one after the
    other. `together`: all write into one sheet, and win if it comes to the goal.
    `turns`: in each round everybody says when their turn at their own game is over, with `minutes` for the match or
    `seconds` for each turn.
    In the turns of lines that are written once, so many `dice` of so many `sides` are rolled up to `rolls` times."""

    lines: tuple[Line, ...]
    rounds: int = 0
    goal: int = 0
    start: int = 0
    out: int | None = None
    lowest: bool = False
    begins: Begins = Begins.LEFT
    tie_breaks: tuple[str, ...] = ()
    together: bool = False
    turns: bool = False
    minutes: int = 0
    seconds: int = 0
    dice: int = 0
    sides: int = 6
    rolls: int = 3
    keep: Keep = Keep.ANY

    def of(self, when: When) -> tuple[Line, ...]:
        """The lines that are written then, in order."""
        return tuple(line for line in self.lines if line.when is when)

    def asked(self, when: When) -> tuple[Line, ...]:
        """Those of them that people write."""
        return tuple(line for line in self.of(when) if line.is_asked)

    def line(self, key: str) -> Line:
        """The line of that key."""
        return next(line for line in self.lines if line.key == key)


MOST_ROUNDS: Final = 60
"""A match with more rounds than these is over."""


WORD: Final = "line_"


def names(sheet: SheetRules) -> Mapping[str, str]:
    """What its lines are called, by the codes that the table `word` has for them."""
    return {word_of(line.key): line.name for line in sheet.lines}


def word_of(key: str) -> str:
    """The code in the table `word` of a line's name."""
    return f"{WORD}{key}"
