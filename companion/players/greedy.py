"""A player that looks one step ahead: what the table is worth right after each of its answers."""

from __future__ import annotations

from random import Random

from companion.players.stage import Stage
from companion.players.standing import ended, points
from companion.players.turn import Turn, sensible
from rules.engine.questions import Answer, Option
from rules.engine.sampling import Chooser

_LOOKS, _MOST_LOOKS, _SEEDS = 12, 60, 2**32
_LONGEST = 12
_END = 1e6
"""More than any points: what ends the match goes before what only counts."""


def greedy(stage: Stage, turn: Turn, choose: Chooser) -> Option | None:
    """The option after which the seat stands best; None where no world could be imagined."""
    options = sensible(turn.seen.state, turn.options, turn.game)
    if len(options) < 2:
        return options[0] if options else None
    while len(options) > _MOST_LOOKS:  # of very many some are not looked at
        options.pop(choose(len(options)))
    times = max(1, min(_LOOKS, _MOST_LOOKS // len(options)))
    seeds = [choose(_SEEDS) for _ in range(times)]  # all options in the same worlds
    found: list[tuple[float, Option]] = []
    for option in options:
        looks = [w for seed in seeds if (w := _after(stage, turn, option, Random(seed).randrange)) is not None]
        if looks:
            good = sorted(looks)[len(looks) // 2 :]  # what else it may choose in this step, it will choose well
            found.append((sum(good) / len(good), option))
    most = max((worth for worth, _ in found), default=0.0)
    best = [option for worth, option in found if worth == most]
    return best[choose(len(best))] if best else None


def _after(stage: Stage, turn: Turn, option: Option, choose: Chooser) -> float | None:
    """How well the seat stands when an answer has been carried out, up to the next boundary."""
    match, seat = stage.match, turn.seen.seat
    try:
        if not stage.imagine(turn, choose) or not match.goes(Answer(seat, option.key)):
            return None
        for _ in range(_LONGEST):
            if match.question is None or match.question.boundary or not stage.play_on(choose):
                break
        if (end := ended(match.state, seat)) is not None:
            return (2 * end - 1) * _END
        return points(match.game, match.state, seat)
    except Exception:  # an imagined world need not be one that a game can live with
        return None
