"""The Ranger: a track of training, and a mill that turns (CM-130 to CM-135)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from rules.engine import Link
from rules.games.chain_mail.content import RangerCard, Spot
from rules.games.chain_mail.heroes import drawing
from rules.games.chain_mail.heroes.model import Drawing, Model, arrives, icon
from rules.games.chain_mail.heroes.movement import Fires, Movement


class Ranger(Model):
    """She moves one cube by 1 or 2 spaces or two cubes by 1: on the mill clockwise, in training up and down (CM-131,
    CM-132)."""

    must = "CM-131"
    card: RangerCard

    @property
    def sections(self) -> tuple[Sequence[Spot], ...]:
        """The training from the top, and the mill."""
        return self.card.training, self.card.mill

    def allowed(self, cubes: tuple[str, ...]) -> Iterator[Movement]:
        """Only the last space of the mill gives an action (CM-133), so that of two mill cubes either may go last."""
        alone = [((cube, name),) for cube in cubes for n in (1, 2) for name in self._away(cube, n)]
        pairs = [
            ((one, there), (other, here))
            for one, other in permutations(cubes, 2)
            if self._is_in_order(one, other)
            for there in self._away(one, 1)
            for here in self._away(other, 1)
        ]
        for steps in (*alone, *pairs):
            after = self.after(cubes, *steps)
            if len(set(after)) == len(after) and after != cubes:  # training cubes that change places have not moved
                yield from self._movements(cubes, steps)

    def _is_mill(self, name: str) -> bool:
        return any(spot.id == name for spot in self.card.mill)

    def _is_in_order(self, one: str, other: str) -> bool:
        """Training first, then the mill, as nothing depends on that order (A-18)."""
        if self._is_mill(one) and self._is_mill(other):
            return True
        return list(self.spots).index(one) < list(self.spots).index(other)

    def _away(self, name: str, spaces: int) -> list[str]:
        """The spaces so many spaces away."""
        mill, training = [spot.id for spot in self.card.mill], [spot.id for spot in self.card.training]
        if name in mill:
            return [mill[(mill.index(name) + spaces) % len(mill)]]
        at = training.index(name)
        return [training[n] for n in (at - spaces, at + spaces) if 0 <= n < len(training)]

    def _movements(self, cubes: tuple[str, ...], steps: tuple[tuple[str, str], ...]) -> Iterator[Movement]:
        """What these steps give. If only training moved onto the skill of several green spaces with cubes, one of them
        is chosen."""
        after = self.after(cubes, *steps)
        same = [cube for cube in cubes if self._is_mill(cube) == self._is_mill(steps[-1][0])]
        plain = self.movement(cubes, *steps, frm=steps[-1][0] if len(same) > 1 else "")
        plain = replace(plain, spaces=self._spaces(steps))
        if self._is_mill(plain.to):
            yield replace(plain, fires=arrives(self.spots[plain.to]) if self._is_usable(plain.to, after) else ())
            return
        learned = {self.spots[to].action for _, to in steps}
        opened = [s for s in self.card.mill if s.id in after and s.green and s.action in learned and arrives(s)]
        for spot in opened:
            key = plain.key if len(opened) == 1 else f"{plain.key}-FOR-{spot.id}"
            yield replace(plain, key=key, fires=arrives(spot))
        if not opened:
            yield plain

    def _spaces(self, steps: tuple[tuple[str, str], ...]) -> int:
        (one, other), *more = steps
        return 1 if not more and other in self._away(one, 1) else 2

    def _is_usable(self, name: str, cubes: tuple[str, ...]) -> bool:
        """A green space needs its training (CM-134)."""
        spot = self.spots[name]
        return not spot.green or any(s.id in cubes and s.action == spot.action for s in self.card.training)

    def icons(self, cubes: tuple[str, ...]) -> Iterable[Fires]:
        """Of the mill only; training gives nothing by itself."""
        return (icon(s) for s in self.card.mill if s.id in cubes and s.action and self._is_usable(s.id, cubes))

    def out_of_reach(self, name: str) -> str:
        """The mill turns one way; both go two spaces at most."""
        return "CM-132" if self._is_mill(name) else "CM-131"

    def drawn(self) -> Drawing:
        """The mill, and the training at its top right, known by its names."""
        card = self.card
        places = drawing.frame(len(card.mill))
        mill = [drawing.space(card, spot, x, y) for spot, (x, y) in zip(card.mill, places, strict=True)]
        right = max(x for x, _ in places) + 1.6
        training = [
            replace(one, label=spot.id, text="")
            for one, spot in zip(drawing.column(card, card.training, right, 0), card.training, strict=True)
        ]
        turns = [Link(one.name, other.name) for one, other in zip(mill, [*mill[1:], mill[0]], strict=True)]
        return drawing.settled([*training, *mill]), (*drawing.both_ways(training), *turns)
