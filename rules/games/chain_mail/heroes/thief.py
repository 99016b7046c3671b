"""The Thief: a direction, and a ring around double knives (CM-110 to CM-116)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.engine import Link
from rules.games.chain_mail.content import Spot, ThiefCard
from rules.games.chain_mail.heroes import drawing
from rules.games.chain_mail.heroes.model import Drawing, Model, arrives
from rules.games.chain_mail.heroes.movement import Movement


@dataclass(frozen=True)
class Walk:
    """How the cubes stand while he moves: each direction cube, each ring cube, and which ring cube moved last (None
    while none has)."""

    directions: tuple[str, ...]
    ring: tuple[str, ...]
    last: int | None = None


class Thief(Model):
    """He spends 1 to 3 spaces on turning the direction and on moving along the ring (CM-111). One end of all that can
    be reached is one movement, with the fewest spaces that it takes."""

    must = "CM-111"
    card: ThiefCard

    @property
    def sections(self) -> tuple[Sequence[Spot], ...]:
        """The direction, and the ring with its centre."""
        return self.card.directions, (*self.card.ring, self.card.center)

    def allowed(self, cubes: tuple[str, ...]) -> Iterator[Movement]:
        """Every end of a walk; cubes pass each other but do not end on one space."""
        turns = {spot.id for spot in self.card.directions}
        start = Walk(tuple(c for c in cubes if c in turns), tuple(c for c in cubes if c not in turns))
        for walk, spaces in self._ends(start).items():
            everywhere = (*walk.directions, *walk.ring)
            if walk != start and len(set(everywhere)) == len(everywhere):
                yield self._movement(cubes, start, walk, spaces)

    def _ends(self, start: Walk) -> dict[Walk, int]:
        """Where the cubes can be, with the fewest spaces moved."""
        found, edge = {start: 0}, [start]
        for spaces in range(1, max(self.card.disorientation) + 1):
            ahead = {walk for one in edge for walk in self._steps(one) if walk not in found}
            edge = sorted(ahead, key=lambda walk: (walk.directions, walk.ring, str(walk.last)))
            found |= dict.fromkeys(edge, spaces)
        return found

    def _steps(self, walk: Walk) -> Iterator[Walk]:
        """One space further: a turn of the direction, or a step of a ring cube. The centre ends the move (CM-114)."""
        if walk.last is not None and walk.ring[walk.last] == self.card.center.id:
            return
        clockwise, counter = (spot.id for spot in self.card.directions)
        for n, way in enumerate(walk.directions):
            other = counter if way == clockwise else clockwise
            if other not in walk.directions:
                yield replace(walk, directions=changed(walk.directions, n, other))
        for n, name in enumerate(walk.ring):
            for other in self._next(name, walk.directions):
                yield replace(walk, ring=changed(walk.ring, n, other), last=n)
            if name != self.card.center.id:
                yield replace(walk, ring=changed(walk.ring, n, self.card.center.id), last=n)

    def _next(self, name: str, directions: tuple[str, ...]) -> Iterator[str]:
        """The spaces of the ring that are one step away in a direction shown (CM-112); from the centre all are."""
        ring = [spot.id for spot in self.card.ring]
        if name == self.card.center.id:
            yield from ring
            return
        for spot, step in zip(self.card.directions, (1, -1), strict=True):
            if spot.id in directions:
                yield ring[(ring.index(name) + step) % len(ring)]

    def _movement(self, cubes: tuple[str, ...], start: Walk, walk: Walk, spaces: int) -> Movement:
        """The ring cube that moved last gives the action, after a roll (CM-114); a turned direction gives none."""
        steps = [pair for pair in zip(start.directions, walk.directions, strict=True) if pair[0] != pair[1]]
        if walk.last is None:
            return replace(self.movement(cubes, *steps), spaces=spaces)
        pairs = list(zip(start.ring, walk.ring, strict=True))
        end = pairs.pop(walk.last)
        steps += [pair for pair in pairs if pair[0] != pair[1]]
        spot = self.spots[end[1]]
        needs = self.card.center_needs if spot == self.card.center else self.card.disorientation[spaces]
        several = end[0] if len(start.ring) > 1 else ""
        moved = self.movement(cubes, *steps, end, fires=arrives(spot), frm=several)
        return replace(moved, spaces=spaces, needs=needs)

    def out_of_reach(self, name: str) -> str:
        """The ring is walked in the direction shown, for a few spaces."""
        return "CM-111" if any(spot.id == name for spot in self.card.directions) else "CM-112"

    def drawn(self) -> Drawing:
        """The ring around its centre, the direction at its top right."""
        card = self.card
        places = drawing.circle(len(card.ring))
        ring = [drawing.space(card, spot, x, y) for spot, (x, y) in zip(card.ring, places, strict=True)]
        center = replace(drawing.space(card, card.center, 0, 0), round=True)
        right, top = max(x for x, _ in places), min(y for _, y in places)
        directions = drawing.column(card, card.directions, right + 1.5, top)
        spokes = [Link(one.name, center.name, both=True) for one in ring]
        links = [*drawing.both_ways(directions), *drawing.both_ways([*ring, *ring[:1]]), *spokes]
        return drawing.settled([*directions, *ring, center]), tuple(links)


def changed(names: tuple[str, ...], n: int, name: str) -> tuple[str, ...]:
    """The same with one of them another."""
    return (*names[:n], name, *names[n + 1 :])
