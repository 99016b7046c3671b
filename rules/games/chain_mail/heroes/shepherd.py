"""The Shepherd: four areas around a centre, between which the way of the party shifts her cube (CM-140 to CM-145)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.engine import Link, Space
from rules.games.chain_mail.content import ShepherdCard, Spot
from rules.games.chain_mail.heroes import drawing
from rules.games.chain_mail.heroes.model import Drawing, Model, arrives
from rules.games.chain_mail.heroes.movement import Movement


class Shepherd(Model):
    """From the centre her cube goes anywhere, in an area to another space of it (CM-143, CM-144). A cube that was
    shifted to an area and has no space there yet stands on the area itself, which is named by its letter. The dogs are
    no cubes here."""

    must = "CM-144"
    card: ShepherdCard

    @property
    def sections(self) -> tuple[Sequence[Spot], ...]:
        """The centre with the areas, each before its spaces, and the kennel, where no cube of hers goes."""
        areas = [spot for letter, spots in self.card.areas.items() for spot in (Spot(letter), *spots)]
        return ([self.card.center, *areas, self.card.kennel],)

    @property
    def start(self) -> tuple[str, ...]:
        """Her action cube; the dog is kept elsewhere."""
        return (self.card.center.id,)

    @property
    def third_homes(self) -> tuple[str, ...]:
        """None: her third cube is a second dog (CM-154)."""
        return ()

    def home(self, name: str, cubes: tuple[str, ...] = (), away: tuple[str, ...] = ()) -> str:
        """The centre."""
        return self.card.center.id

    def allowed(self, cubes: tuple[str, ...]) -> Iterator[Movement]:
        """To a space of any area, or of the area in which she is."""
        for cube in cubes:
            for letter, spots in self.card.areas.items():
                if cube in (self.card.center.id, letter, *(spot.id for spot in spots)):
                    for spot in (s for s in spots if s.id not in cubes):
                        yield self.movement(
                            cubes, (cube, spot.id), fires=arrives(spot), frm=cube if len(cubes) > 1 else ""
                        )

    def out_of_reach(self, name: str) -> str:
        """The action cube stays in its area, and never goes to the kennel."""
        return "CM-140" if name == self.card.kennel.id else "CM-144"

    def shift(self, cubes: tuple[str, ...], direction: str) -> tuple[str, ...]:
        """Her cube is in the area of that direction, on none of its spaces yet; in that area already it stays where it
        is, and off the card it stays off."""
        if any(spot.id in cubes for spot in self.card.areas.get(direction, ())):
            return cubes  # and has to go on to another space of it (CM-144)
        return (direction,) if cubes and direction in self.card.areas else cubes

    def drawn(self) -> Drawing:
        """The centre, the four areas around it with a small place for a shifted cube, the kennel in the corner."""
        card = self.card
        most = max((len(spots) for spots in card.areas.values()), default=1)
        far = (most - 1) / 2 * drawing.PITCH + 1.1
        center, kennel = drawing.space(card, card.center, 0, 0), drawing.space(card, card.kennel, -far, -far)
        areas = [one for letter in card.areas for one in self._area(letter, max(far, 2.0))]
        ways = tuple(Link(center.name, f"{card.id}.{letter}") for letter in card.areas)
        return drawing.settled([kennel, center, *areas]), ways

    def _area(self, letter: str, far: float) -> list[Space]:
        """The place of an area's letter and its spaces, `far` from the centre."""
        x, y = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[letter]
        spots, card = self.card.areas[letter], self.card
        small = replace(drawing.space(card, Spot(letter), x * far / 2, y * far / 2), width=0.6, height=0.6)
        offsets = [(n - (len(spots) - 1) / 2) * drawing.PITCH for n in range(len(spots))]
        return [
            small,
            *(
                drawing.space(card, spot, x * far + abs(y) * offset, y * far + abs(x) * offset)
                for spot, offset in zip(spots, offsets, strict=True)
            ),
        ]
