"""Whether money or a re-roll makes a roll better: the best change, by what every roll is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Final

from rules.engine import Option

SIDES: Final = 6
Dice = tuple[int, ...]
Worth = Callable[[Dice], float]
SURELY: Final = 0.05
"""How much better a change must be."""


def best_change(dice: Dice, options: list[Option], worth: Worth, money: int, coin: float) -> Option:
    """The option that leads to the best result: keep, a coin, or a die rolled again. `coin`: what one is worth."""
    keep = next(o for o in options if o.key == "keep")
    changes = {o.key: o for o in options if o.key.startswith("die:")}
    again = [o for o in options if o.key.startswith("again:")]
    free = {int(key.split(":")[1]) - 1 for key in changes}
    best, steps = paid(dice, free, worth, money, coin)
    chosen = _first(steps, changes, keep)
    gain = worth(dice) + SURELY
    for option in again:
        index = int(option.key.split(":")[1]) - 1
        open_dice = free | {index}
        mean = sum(
            paid((*dice[:index], face, *dice[index + 1 :]), open_dice, worth, money, coin)[0]
            for face in range(1, SIDES + 1)
        )
        if mean / SIDES > max(best, gain) + SURELY:
            best, chosen = mean / SIDES, option
    return chosen if best > gain else keep


def _first(steps: Mapping[int, int], changes: Mapping[str, Option], keep: Option) -> Option:
    for index, to in steps.items():
        if option := changes.get(f"die:{index + 1}:{to}"):
            return option
    return keep


def paid(dice: Dice, free: set[int], worth: Worth, money: int, coin: float) -> tuple[float, dict[int, int]]:
    """The best that money makes of dice, and which dice are changed to what."""
    best, steps = worth(dice), dict[int, int]()
    for way in product(*((-1, 0, 1) if index in free else (0,) for index in range(len(dice)))):
        cost = sum(map(abs, way))
        other = tuple(face + step for face, step in zip(dice, way, strict=True))
        if 0 < cost <= money and all(1 <= face <= SIDES for face in other):
            value = worth(other) - coin * cost
            if value > best:
                best, steps = value, {i: other[i] for i, step in enumerate(way) if step}
    return best, steps
