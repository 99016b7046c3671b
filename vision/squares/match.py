"""Which of several positions that could stand on a board is the one that was seen."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from vision.types import BoardSeen, FieldChange

Name = TypeVar("Name", bound=Hashable)

_LEAST = 0.002  # no field alone says that something is quite impossible: a sleeve may lie over it
_AGAINST = 0.1  # a field speaks against what it is at most so likely to have
# how much a field's look counts behind one to which a piece has come, the same when something was done on it as well,
# and behind one that a piece has left
_BEHIND, _DONE_BEHIND, _UNCOVERED = 0.2, 0.5, 0.6


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
        if change is None:
            fits, more = _log(seen.cells[name].scores.get(side, 0.0)), 0.0
        else:
            before = done & change.behind
            fits, more = _told(change, side, name in done, _weight(name in done, [position[one] for one in before]))
        total += fits + more
        if fits < math.log(_AGAINST):
            against.add(name)
    return RankedPosition(names, total, frozenset(against))


def _weight(is_done: bool, before: Sequence[str]) -> float | None:
    """How much a field's look counts behind fields on which something was done, whose sides now are these; None where
    nothing was. Behind a piece that has come little can be seen, behind one that has left all of it."""
    if not before:
        return None
    return (_DONE_BEHIND if is_done else _BEHIND) if any(before) else (1.0 if is_done else _UNCOVERED)


def _told(change: FieldChange, side: str, is_done: bool, weight: float | None) -> tuple[float, float]:
    """How well a field's look goes with this side (a logarithm), and what is added for looking otherwise with nothing
    done on it. What is done before a field explains whatever becomes of its picture, and what looks as it did may look
    like anything."""
    share = change.looks.get(side, 0.0)
    if is_done:
        return (1.0 if weight is None else weight) * _log(share) + min(0.0, change.otherwise), 0.0
    if weight is not None:
        return weight * _log(share), 0.0
    if change.was is None:
        return _log(share), 0.0
    otherwise = math.exp(min(0.0, change.otherwise))
    return _log(1.0 - otherwise * (1.0 - share)), -max(0.0, change.otherwise)


def _log(share: float) -> float:
    return math.log(max(_LEAST, share))
