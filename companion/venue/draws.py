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
_TRIES: Final = 60
_MOST_TRIED: Final = 400_000  # how often it is tried in all whether two should change places: a second or so
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
    return [*_Search(about, playing, most).improved(begun, random.Random(seed)), *([one] for one in out)]


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


class _Search:
    """Looks for groups that cost less. What two at one table cost is a whole number: the square of the difference of
    their points, in hundredths, and for each time that they have met more than all these squares together."""

    def __init__(self, about: Round, playing: Sequence[int], most: int) -> None:
        points = {one: round(100 * about.points[one]) for one in playing}
        widest = max(points.values(), default=0) - min(points.values(), default=0)
        self._again = 1 + len(playing) * most * widest**2
        self._cost = {one: {two: (points[one] - points[two]) ** 2 for two in playing} for one in playing}
        for pair, times in about.met.items():
            one, two = pair
            if one in points and two in points:
                self._cost[one][two] += times * self._again
                self._cost[two][one] += times * self._again
        self._left = _MOST_TRIED

    def improved(self, begun: list[Group], chance: random.Random) -> list[Group]:
        """The cheapest that is found: people change places while that makes it better, from several beginnings as long
        as two would meet again."""
        best, cost = begun, self._total(begun)
        for attempt in range(_TRIES):
            groups = [list(group) for group in begun]
            if attempt:
                _shake(groups, chance)
            self._settle(groups)
            now = self._total(groups)
            if now < cost:
                best, cost = groups, now
            if cost < self._again or self._left <= 0:
                break
        return best

    def _total(self, groups: Iterable[Group]) -> int:
        return sum(self._cost[one][two] for group in groups for one, two in combinations(group, 2))

    def _settle(self, groups: list[Group]) -> None:
        is_better = True
        while is_better:
            is_better = False
            for index, one in enumerate(groups):
                for other in groups[index + 1 : index + 1 + _NEAR]:
                    self._left -= len(one) * len(other)
                    if self._left <= 0:
                        return
                    is_better |= self._swapped(one, other)

    def _swapped(self, one: Group, other: Group) -> bool:
        """Whether two changed places between these groups: those whose change saves most."""
        cost = self._cost
        stay = {who: sum(map(cost[who].__getitem__, group)) for group in (one, other) for who in group}
        if not any(stay.values()):
            return False
        go = {
            who: sum(map(cost[who].__getitem__, group))
            for who_in, group in ((one, other), (other, one))
            for who in who_in
        }
        gain = {who: go[who] - stay[who] for who in stay}
        more, a, b = min(
            (gain[who] + gain[with_whom] - 2 * cost[who][with_whom], a, b)
            for a, who in enumerate(one)
            for b, with_whom in enumerate(other)
        )
        if more >= 0:
            return False
        one[a], other[b] = other[b], one[a]
        return True


def _shake(groups: list[Group], chance: random.Random) -> None:
    for _ in range(max(2, len(groups))):
        one, other = chance.randrange(len(groups)), chance.randrange(len(groups))
        a, b = chance.randrange(len(groups[one])), chance.randrange(len(groups[other]))
        groups[one][a], groups[other][b] = groups[other][b], groups[one][a]
