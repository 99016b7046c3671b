"""The Witch: ingredients, and spells made of two of them (CM-120 to CM-125)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules.engine import Space
from rules.games.chain_mail.content import Spell, Spot, WitchCard
from rules.games.chain_mail.heroes import drawing
from rules.games.chain_mail.heroes.model import Drawing, Model, arrives
from rules.games.chain_mail.heroes.movement import PASSIVE, Fires, Movement


class Witch(Model):
    """One cube goes to any free ingredient (CM-121). The spell of the pair that it completes comes about, and the side
    effect of the ingredient besides (CM-122, CM-123)."""

    must = "CM-121"
    card: WitchCard

    @property
    def sections(self) -> tuple[Sequence[Spot], ...]:
        """Cubes go everywhere: all ingredients are one part, those of the left first."""
        return ((*self.card.left, *self.card.right),)

    @property
    def start(self) -> tuple[str, ...]:
        """Two cubes begin here, each on an ingredient of its own (CM-120)."""
        return tuple(name for name, spot in self.spots.items() if spot.start)

    def home(self, name: str, cubes: tuple[str, ...] = (), away: tuple[str, ...] = ()) -> str:
        """Her cubes cannot be told apart: one returns to a start space that no other one returns to, rather to a free
        one, rather to that on its own side of the card."""
        side = {spot.id for part in (self.card.left, self.card.right) if self.spots[name] in part for spot in part}
        others = [cube for cube in cubes if cube != name]
        return min(self.start, key=lambda home: (away.count(home), home in others, home not in side))

    def allowed(self, cubes: tuple[str, ...]) -> Iterator[Movement]:
        """A movement that completes several pairs is listed once for each: one of them is chosen (CM-156)."""
        for cube in cubes:
            for name, spot in self.spots.items():
                if name in cubes:
                    continue
                plain = self.movement(cubes, (cube, name), fires=arrives(spot), frm=cube if len(cubes) > 1 else "")
                spells = [s for s in self._shown(plain.cubes) if name in s.pair and s.action not in PASSIVE]
                for spell in spells:
                    key = plain.key if len(spells) == 1 else f"{plain.key}-FOR-{spell.id}"
                    yield replace(plain, key=key, fires=(self._icon(spell), *plain.fires))
                if not spells:
                    yield plain

    def _shown(self, cubes: tuple[str, ...]) -> Iterator[Spell]:
        return (spell for spell in self.card.spells if spell.pair <= set(cubes))

    def _icon(self, spell: Spell) -> Fires:
        return Fires(spell.action, self.ordered(spell.pair) if spell.removal else ())

    def icons(self, cubes: tuple[str, ...]) -> Iterable[Fires]:
        """The spells of all pairs shown, then the side effects."""
        yield from (self._icon(spell) for spell in self._shown(cubes))
        yield from super().icons(cubes)

    def out_of_reach(self, name: str) -> str:
        """Only with no cube on the card."""
        return "CM-121"

    def drawn(self) -> Drawing:
        """The ingredients at the top right, known by their names; the spells in rows of three below, to read."""
        card = self.card
        sides = ((card.left, drawing.PITCH), (card.right, 2 * drawing.PITCH))
        sorts = [one for side, x in sides for one in drawing.column(card, side, x, 0)]
        spaces = [replace(one, label=one.name.removeprefix(f"{card.id}.")) for one in sorts]
        below = max(one.y for one in spaces) + 1.5
        spells = [
            replace(self._listed(spell), x=n % 3 * drawing.PITCH, y=below + n // 3 * drawing.PITCH)
            for n, spell in enumerate(card.spells)
        ]
        return drawing.settled([*spaces, *spells]), ()

    def _listed(self, spell: Spell) -> Space:
        spot = Spot(f"spell-{spell.id}", spell.action, removal=spell.removal)
        return replace(drawing.space(self.card, spot, 0, 0), dim=True)
