"""What screens, lights and voice tell of dice and of the dial beside the rules' own words. All of it is public."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.values.notices import Notice
from rules.engine.questions import Option

PIPS = 6
"""The die's lights show no higher number."""


class DiceLights(Protocol):
    """The lights of the electronic die."""

    def tumble(self) -> None:
        """The die rolls; returns at once."""

    def show(self, number: int | None) -> None:
        """The pips of 1 to 6; None: dark."""


class DiceStage(Enum):
    """How far a roll is."""

    TUMBLING = "tumbling"  # the electronic die is held
    DIALLED = "dialled"  # provisional: the dial is being turned
    ROLLED = "rolled"  # in the journal; shown until the match moves on


@dataclass(frozen=True)
class DiceShown:
    """Dice that everybody sees: the sides and, 0 where there is none yet, the face of each. `current` is the die that
    the dial turns."""

    stage: DiceStage
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    current: int | None = None


@dataclass(frozen=True)
class ChoiceShown:
    """An option that the dial has come to, one of those that everybody can know: the n-th of so many."""

    option: Option
    number: int
    count: int


@dataclass(frozen=True)
class Remark:
    """A line for the voice alone, said once; a newer line of its topic takes the place of an older one."""

    notice: Notice
    topic: str


class DieFace:
    """Keeps the lights of the electronic die as the screens are."""

    def __init__(self, lights: DiceLights | None):
        self._lights = lights
        self._shown: DiceShown | None = None

    def follow(self, dice: DiceShown | None) -> None:
        """Shows a die that tumbles, or the face of a single one that was rolled; several, numbers that lights cannot
        show, and those that are only dialled, are for the screens."""
        if self._lights is None or dice == self._shown:
            return
        self._shown = dice
        if dice is not None and dice.stage is DiceStage.TUMBLING:
            self._lights.tumble()
            return
        self._lights.show(_lit(dice))


def _lit(dice: DiceShown | None) -> int | None:
    if dice is None or dice.stage is not DiceStage.ROLLED or len(dice.sides) > 1 or dice.sides[0] > PIPS:
        return None
    return dice.faces[0]
