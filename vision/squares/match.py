"""Which of several positions that could stand on a board is the one that was seen."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from vision.types import BoardSeen

Name = TypeVar("Name", bound=Hashable)

_LEAST = 0.002  # no field alone says that something is quite impossible: a sleeve may lie over it
_AGAINST = 0.1  # a field speaks against what it is at most so likely to have


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
    ranked = []
    for sides, names in together.items():
        shares = {field: seen.cells[field].scores.get(side, 0.0) for field, side in zip(seen.cells, sides, strict=True)}
        total = sum(math.log(max(_LEAST, share)) for share in shares.values())
        against = frozenset(field for field, share in shares.items() if share < _AGAINST)
        ranked.append(RankedPosition(tuple(names), total, against))
    ranked.sort(key=lambda one: -one.log_likelihood)
    is_clear = bool(ranked) and not ranked[0].against
    if is_clear and len(ranked) > 1:
        is_clear = ranked[0].log_likelihood - ranked[1].log_likelihood >= math.log(times_likelier)
    return PositionMatch(tuple(ranked), is_clear)
