"""Dice that came to rest in the tray, read as the answer to a roll.

A throw counts by itself only when every die is sure and the dice are told apart; otherwise the seat that rolled says on
the phone what lies there, with what is sure filled in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.match import Match
from rules.engine.questions import Answer, Roll
from vision.types import DieReading


@dataclass(frozen=True)
class Rolled:
    """The throw is this answer."""

    answer: Answer


@dataclass(frozen=True)
class Unsure:
    """People have to say. `faces` has a number for each die of the question, 0 where it could not be read."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class Miscounted:
    """Not as many dice lie in the tray as were to be rolled."""

    seen: int
    want: int


Throw = Rolled | Unsure | Miscounted


def read_throw(dice: Sequence[DieReading], match: Match) -> Throw | None:
    """What a throw means now; None when nothing is to be rolled, or the tray was only emptied.

    `dice` are in reading order. Dice of one size are interchangeable; of several sizes the camera does not know which
    is which, so people are asked.
    """
    question = match.question
    if not isinstance(question, Roll) or not dice:
        return None
    if len(set(question.dice)) > 1:
        return Unsure((0,) * len(question.dice))
    if len(dice) != len(question.dice):
        return Miscounted(len(dice), len(question.dice))
    sides = question.dice[0]
    faces = tuple(d.value if d.is_sure and d.sides == sides and 1 <= d.value <= sides else 0 for d in dice)
    if 0 in faces:
        return Unsure(faces)
    seat = match.waiting[0] if match.waiting else None
    return Rolled(Answer(seat, "-".join(map(str, faces))))
