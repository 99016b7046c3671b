"""Rolls for tests: a source of numbers that is known, and everything that hands do with dice."""

from __future__ import annotations

from random import Random
from typing import Any

from hardware.types import ButtonRole, Tripped
from rules.engine.entries import Position
from rules.engine.game import Game, Play
from rules.engine.match import Match
from rules.engine.questions import Answer, Roll
from rules.engine.table import Table
from rules.engine.types import Seat
from tests.companion.dice_race import dice_race
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed
from vision.types import DieReading, TableReport
from web.views import DiceView

SAME = Roll(kind="throw", seat=Seat(0), dice=(6,))
"""One object that is asked twice: by itself nobody could tell one roll from the next."""


class Loaded(Random):
    """A source that gives these numbers, and says what it was asked for."""

    def __init__(self, *faces: int):
        super().__init__(0)
        self.faces = list(faces)
        self.asked: list[tuple[int, int]] = []

    def randrange(self, *limits: Any) -> int:
        self.asked.append(limits)
        return self.faces.pop(0)


def race(*sides: int, faces: tuple[int, ...] = (), **more: Any) -> Evening:
    return Evening(dice_race(sides or (6, 6)), random=Loaded(*faces), **more)


def same_twice(t: Table) -> Play:
    """The same seat rolls one die, again and again."""
    while t.result is None:
        (face,) = yield SAME
        t.add("steps/0", face)
        t.tell("thrown", seat=Seat(0), count=face)


def again_and_again() -> Game:
    return changed(dice_race(), play=same_twice)


def throw_and_end(t: Table) -> Play:
    """One die of twenty sides, which nobody alone rolls."""
    yield Roll(kind="throw", seat=None, dice=(20,))
    t.finish([Seat(0)])


def with_hands(**more: Any) -> Evening:
    """The same where everybody holds two cards that the companion does not know."""
    hidden = Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    return Evening(changed(HIGH_CARD, play=throw_and_end), hidden, **more)


def rolls(match: Match) -> list[str]:
    return [entry.key for entry in match.log if isinstance(entry, Answer)]


def hold(evening: Evening) -> None:
    evening.press(ButtonRole.DIE)


def shown(evening: Evening, reader: int = -1) -> DiceView | None:
    return evening.packet(reader).dice


def die(value: int, *, sure: bool = True, sides: int = 6) -> DieReading:
    return DieReading(value, sides, 0.999 if sure else 0.4, sure, (10.0, 10.0), 30.0)


def throw(evening: Evening, *dice: DieReading) -> None:
    evening.referee.handle(TableReport((), (), True, evening.now_s, dice=dice))


def sense(evening: Evening) -> None:
    evening.signal(Tripped("tray_sensor", evening.now_s))
