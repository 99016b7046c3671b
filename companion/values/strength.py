"""How well a player of the program plays, by name."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum


class Strength(Enum):
    """By chance, or as the game's own player does; by what an answer brings at once; by thinking ahead."""

    CHANCE = "chance"
    GREEDY = "greedy"
    THINKER = "thinker"


def strength_of(strengths: Sequence[Strength], seat: int) -> Strength:
    """How well a seat plays, by what is said of the seats in their order: the last counts for all beyond it."""
    return strengths[min(seat, len(strengths) - 1)] if strengths else Strength.CHANCE
