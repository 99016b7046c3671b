"""Who plays with whom in a round: by points, as few as can be a second time, at tables of any size."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

Met = Counter[frozenset[int]]
Group = list[int]
_AGAIN: Final = 1000.0  # what it costs that two meet again, in squares of differences of points
_TRIES: Final = 60
_NEAR: Final = 40  # how far apart in the order two may stand that change places


@dataclass
class Round:
    """What a round is drawn from. `order`: who plays, the best first; `points` of each; `met`: how often each two have
    met; `byes`: how often each has sat out."""

    order: Sequence[int]
    points: Mapping[int, float]
    met: Met = field(default_factory=Counter)
    byes: Mapping[int, int] = field(default_factory=dict)


def met_in(groups: Iterable[Iterable[int]]) -> Met:
    """How often each two have met in these groups."""
    return Counter(frozenset(two) for group in groups for two in combinations(sorted(group), 2))


def sizes(count: int, most: int, fewest: int) -> list[int]:
    """Tables of `fewest` to `most` for so many people, the larger ones first, so that as few as can be sit out."""
    for people in range(count, 0, -1):
        tables = -(-people // most)
        if tables * fewest <= people:
            each, more = divmod(people, tables)
            return [each + 1] * more + [each] * (tables - more)
    return []


def swiss(about: Round, most: int, fewest: int, seed: str) -> list[Group]:
    """Groups of people with about the same points who have not met, as far as that can be; then, each alone, those who
    sit out: the last in the order of those who have done so least. The same seed gives the same round."""
    seats = sizes(len(about.order), most, fewest)
    count = len(about.order) - sum(seats)
    last = {one: -index for index, one in enumerate(about.order)}
    out = sorted(about.order, key=lambda one: (about.byes.get(one, 0), last[one]))[:count]
    playing = [one for one in about.order if one not in out]
    begun = _folded(about, playing) if most == 2 else _sliced(playing, seats)
    return [*_improved(begun, about, random.Random(seed)), *([one] for one in out)]


def round_robin(people: Sequence[int], number: int) -> list[Group]:
    """Round `number`, from 1, in which everybody meets everybody once, two at a table (the circle of Berger); whose
    partner there is nobody sits out, alone."""
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    turn = (number - 1) % max(1, len(ring) - 1)
    ring = [ring[0], *ring[len(ring) - turn :], *ring[1 : len(ring) - turn]]
    half = len(ring) // 2
    pairs = [[ring[n], ring[-1 - n]] for n in range(half)]
    if number % 2 == 0:
        pairs[0].reverse()  # who stands still begins every other time
    groups = [[one for one in pair if one is not None] for pair in pairs]
    return sorted(groups, key=len, reverse=True)


def _folded(about: Round, playing: Sequence[int]) -> list[Group]:
    """Within the same points the upper half against the lower one; who is left over goes down."""
    groups: list[Group] = []
    waiting: list[int] = []
    for index, one in enumerate(playing):
        waiting.append(one)
        is_last = index + 1 == len(playing) or about.points[playing[index + 1]] != about.points[one]
        if is_last and len(waiting) > 1:
            half = len(waiting) // 2
            groups += [[waiting[n], waiting[half + n]] for n in range(half)]
            waiting = waiting[2 * half :]
    return groups


def _sliced(playing: Sequence[int], seats: Sequence[int]) -> list[Group]:
    groups, at = [], 0
    for size in seats:
        groups.append(list(playing[at : at + size]))
        at += size
    return groups


def _cost(group: Sequence[int], about: Round) -> float:
    return sum(
        _AGAIN * about.met[frozenset(two)] + (about.points[two[0]] - about.points[two[1]]) ** 2
        for two in combinations(group, 2)
    )


def _improved(begun: list[Group], about: Round, chance: random.Random) -> list[Group]:
    """The cheapest that a bounded search finds: people change places while that makes it better, from several
    beginnings as long as two would meet again."""
    best, cost = begun, float("inf")
    for attempt in range(_TRIES):
        groups = [list(group) for group in begun]
        if attempt:
            _shake(groups, chance)
        _settle(groups, about)
        now = sum(_cost(group, about) for group in groups)
        if now < cost:
            best, cost = groups, now
        if cost < _AGAIN:
            break
    return best


def _shake(groups: list[Group], chance: random.Random) -> None:
    for _ in range(max(2, len(groups))):
        one, other = chance.randrange(len(groups)), chance.randrange(len(groups))
        a, b = chance.randrange(len(groups[one])), chance.randrange(len(groups[other]))
        groups[one][a], groups[other][b] = groups[other][b], groups[one][a]


def _settle(groups: list[Group], about: Round) -> None:
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(groups)), 2):
            if other - one > _NEAR:
                continue
            if _swapped(groups[one], groups[other], about):
                is_better = True


def _swapped(one: Group, other: Group, about: Round) -> bool:
    before = _cost(one, about) + _cost(other, about)
    for a in range(len(one)):
        for b in range(len(other)):
            one[a], other[b] = other[b], one[a]
            if _cost(one, about) + _cost(other, about) < before - 1e-9:
                return True
            one[a], other[b] = other[b], one[a]
    return False
