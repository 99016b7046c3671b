"""The player behind each name of a strength."""

from __future__ import annotations

from collections.abc import Callable

from companion.players.greedy import greedy
from companion.players.stage import Stage
from companion.players.thinker import Budget, Thinker
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.questions import Option
from rules.engine.sampling import Chooser

PLAYOUTS, ANSWERS = 120, 8
"""How much a thinker thinks about each question: so many playouts, each with so many answers at least. Where the game
says what a table is worth none is by chance, since that is surer than what chance makes of it."""


class Player:
    """Answers for any seat of one match. It keeps nothing in mind from one question to the next: what it answers
    follows from what it is asked and from the chance that it is given."""

    def __init__(self, strength: Strength, stage: Stage, playouts: int = PLAYOUTS, answers: int | None = None):
        self.strength = strength
        self._stage = stage
        self._playouts, self._answers = playouts, answers

    def choose(self, turn: Turn, choose: Chooser, goes_on: Callable[[], bool] = lambda: True) -> Option | None:
        """One of the options; None to leave it to chance."""
        match self.strength:
            case Strength.CHANCE:
                return None
            case Strength.GREEDY:
                return greedy(self._stage, turn, choose)
            case Strength.THINKER:
                if (own := by_policy(turn)) is not None:
                    return own
                by_chance = ANSWERS if turn.game.bots.value is None else 0
                answers = by_chance if self._answers is None else self._answers
                budget = Budget(self._playouts, answers, goes_on)
                thoughts = Thinker(self._stage).thoughts(turn, budget, choose)
                return thoughts[0].option if thoughts else None


def by_policy(turn: Turn) -> Option | None:
    """What the game's own policy answers; None where it has none, or leaves it to others."""
    policy = turn.game.bots.policy
    if policy is None or turn.asked is None:
        return None
    chosen = policy(turn.seen, turn.asked, turn.options)
    return chosen if chosen is not None and chosen in turn.options and chosen.refusal is None else None
