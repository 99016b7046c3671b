"""Which of several positions that could stand on a board is the one that was seen."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from vision.types import BoardSeen, FieldChange

Name = TypeVar("Name", bound=Hashable)

_LEAST = 0.002  # no field alone says that something is quite impossible: a sleeve may lie over it
_AGAINST = 0.1  # a field speaks against what it is at most so likely to have
_LEANT_OVER = 0.2  # of its weight: what a field behind one says on which something was done,
_DONE_LEANT_OVER = 0.5  # and when something was done on it as well


@dataclass(frozen=True)
class RankedPosition(Generic[Name]):
    """Candidates that put the same sides on the same fields, the logarithm of how likely the picture is with them, and
    the fields that speak against them."""

    names: tuple[Name, ...]
    log_likelihood: float
    against: frozenset[str]


@dataclass(frozen=True)
class PositionMatch(Generic[Name]):
    """The candidates, the likeliest first. `is_clear`: the first is clearly likelier than the second, and not one field
    speaks against it; then it may be believed without asking."""

    ranked: tuple[RankedPosition[Name], ...]
    is_clear: bool

    @property
    def best(self) -> RankedPosition[Name] | None:
        """The likeliest; None when there were no candidates."""
        return self.ranked[0] if self.ranked else None


def rank_positions(
    seen: BoardSeen, candidates: Mapping[Name, Mapping[str, str]], times_likelier: float = 20.0
) -> PositionMatch[Name]:
    """The candidates (field to side; "" or no entry: empty) by how well they explain what was seen. Fields that are
    unsure do little harm: only those count on which candidates differ. `times_likelier`: so much likelier than the
    second the best must be to be clear."""
    together: dict[tuple[str, ...], list[Name]] = {}
    for name, position in candidates.items():
        together.setdefault(tuple(position.get(field, "") for field in seen.cells), []).append(name)
    ranked = [
        _ranked(tuple(names), seen, dict(zip(seen.cells, sides, strict=True))) for sides, names in together.items()
    ]
    ranked.sort(key=lambda one: -one.log_likelihood)
    is_clear = bool(ranked) and not ranked[0].against
    if is_clear and len(ranked) > 1:
        is_clear = ranked[0].log_likelihood - ranked[1].log_likelihood >= math.log(times_likelier)
    return PositionMatch(tuple(ranked), is_clear)


def _ranked(names: tuple[Name, ...], seen: BoardSeen, position: Mapping[str, str]) -> RankedPosition[Name]:
    done = {name for name, change in seen.changes.items() if change.was is not None and change.was != position[name]}
    total, against = 0.0, set()
    for name, side in position.items():
        change = seen.changes.get(name)
        share = (seen.cells[name].scores if change is None else change.looks).get(side, 0.0)
        weight, more = (1.0, 0.0) if change is None else _told(change, name in done, bool(done & change.behind))
        looks = weight * math.log(max(_LEAST, share))
        total += looks + more
        if looks + min(0.0, more * (name in done)) < math.log(_AGAINST):
            against.add(name)
    return RankedPosition(names, total, frozenset(against))


def _told(change: FieldChange, is_done: bool, is_leant_over: bool) -> tuple[float, float]:
    """How much a field's look counts, and what is added for its having changed or not. What is done before a field
    explains whatever becomes of its picture."""
    if change.was is None:
        return (_LEANT_OVER if is_leant_over else 1.0), 0.0
    if is_done:
        return (_DONE_LEANT_OVER if is_leant_over else 1.0), min(0.0, change.otherwise)
    return (_LEANT_OVER, 0.0) if is_leant_over else (1.0, -max(0.0, change.otherwise))
