"""The dice tray: what the camera reads in it and, where its sensor is wired, whether that was thrown.

Without a sensor every throw that comes to rest counts. With one, dice count after it has noticed a throw for this very
roll, and once: what lay there before, and what hands put straight afterwards, is no roll. Used by the referee's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.reading.open_question import OpenRoll
from companion.reading.throws import Miscounted, Rolled, Throw, Unsure, read_throw
from companion.referee.rolling import DialledDice
from companion.referee.running_match import RunningMatch
from companion.values.notices import Notice
from hardware.types import DiceRolled
from vision.types import DieReading

SEEN_WITHIN_S = 8.0
"""Dice that were thrown have come to rest and were read by then."""


@dataclass(frozen=True)
class _Sensed:
    roll: OpenRoll
    at_s: float


class Tray:
    """Makes answers and questions of what lies in the tray."""

    def __init__(self, running: RunningMatch, clock: Callable[[], float], dice: DialledDice, has_sensor: bool = False):
        """`dice`: where people tell what the camera could not read."""
        self._running = running
        self._dice = dice
        self._clock = clock
        self._has_sensor = has_sensor
        self._sensed: _Sensed | None = None
        self._is_seen = False  # some of the dice that were thrown have been read
        self._is_short = False  # too few of them
        self._told: OpenRoll | None = None  # the roll for which people have been asked to say what fell

    def sensed(self) -> None:
        """The sensor has noticed a throw."""
        roll = None if self._running.paused else OpenRoll.of(self._running.match)
        if self._has_sensor and roll is not None:
            self._sensed, self._is_seen, self._is_short = _Sensed(roll, self._clock()), False, False

    def read(self, dice: tuple[DieReading, ...]) -> None:
        """Dice came to rest: an answer when they are sure, else the seat says what lies there."""
        throw = None if self._running.paused else read_throw(dice, self._running.match)
        if throw is not None and self._was_thrown(throw):
            self._take(throw)

    def rolled(self, roll: DiceRolled) -> None:
        """Dice told their faces themselves: they were thrown, whatever the tray's sensor noticed."""
        dice = tuple(DieReading(face, roll.sides, 1.0, True, (0.0, 0.0), 0.0) for face in roll.faces)
        throw = None if self._running.paused else read_throw(dice, self._running.match)
        if throw is not None:
            self._take(throw)

    def _take(self, throw: Throw) -> None:
        running = self._running
        match throw:
            case Rolled(answer):
                running.try_entry(answer, "dice")
            case Unsure(faces):
                self._dice.seen(faces)
                running.note(Notice("dice_unsure", {"seats": running.match.waiting}, aloud=True))
            case Miscounted(seen, want):
                running.note(Notice("dice_count", {"count": seen, "want": want}, aloud=True))

    def follow(self) -> bool:
        """Asks, once for each roll, what the dice show that were thrown and came to rest out of sight."""
        if self.next_s != 0.0:
            return False
        self._is_seen = True
        self._ask("dice_not_seen")
        return True

    @property
    def next_s(self) -> float | None:
        """When dice that were thrown should have been read."""
        if self._sensed is None or self._is_seen:
            return None
        if self._running.paused or not self._sensed.roll.is_open(self._running.match):
            return None
        return max(0.0, self._sensed.at_s + SEEN_WITHIN_S - self._clock())

    def _was_thrown(self, throw: Throw) -> bool:
        """Whether the sensor, if there is one, has noticed the throw that is read here. Too few dice leave it open:
        a hand may have covered the others."""
        if not self._has_sensor:
            return True
        if self._sensed is None or not self._sensed.roll.is_open(self._running.match):
            if isinstance(throw, Rolled):
                self._ask("dice_not_thrown")
            return False
        if self._is_short and self._clock() - self._sensed.at_s > SEEN_WITHIN_S:
            self._sensed = None  # people were told that dice are missing: what is there so late was laid there
            return self._was_thrown(throw)
        self._is_seen = True
        self._is_short = isinstance(throw, Miscounted) and throw.seen < throw.want
        if not self._is_short:
            self._sensed = None
        return True

    def _ask(self, code: str) -> None:
        running = self._running
        if self._told is None or not self._told.is_open(running.match):
            self._told = OpenRoll.of(running.match)
            running.note(Notice(code, aloud=True))
