"""The Cleric: a track for how far his help reaches, and a grid of actions that he climbs (CM-100 to CM-106)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.engine import Link, Space
from rules.games.chain_mail.content import ClericCard, Spot
from rules.games.chain_mail.heroes import drawing
from rules.games.chain_mail.heroes.model import Drawing, Model, arrives
from rules.games.chain_mail.heroes.movement import Fires, Movement

FOR_OTHERS = frozenset({"bless", "rally"})
"""Icons that do nothing without a range (CM-106)."""


TO_GRID = 1.6
"""From the track to the highest row."""


class Cleric(Model):
    """Range cubes move one step on the track, action cubes in their row or along an arrow up (CM-101, CM-104)."""

    must = "CM-101"
    card: ClericCard

    @property
    def sections(self) -> tuple[Sequence[Spot], ...]:
        """The track and the grid, whose rows begin with the lowest."""
        return self.card.range_track, [spot for row in self.card.grid for spot in row if spot is not None]

    def allowed(self, cubes: tuple[str, ...]) -> Iterator[Movement]:
        """One cube moves to a free space."""
        ranges = {spot.id for spot in self.card.range_track}
        for part in ([c for c in cubes if c in ranges], [c for c in cubes if c not in ranges]):
            for cube in part:
                for name in self._targets(cube):
                    if name not in cubes:
                        fires = () if name in ranges else arrives(self.spots[name])
                        yield self.movement(cubes, (cube, name), fires=fires, frm=cube if len(part) > 1 else "")

    def _targets(self, name: str) -> list[str]:
        track = [spot.id for spot in self.card.range_track]
        if name in track:
            at = track.index(name)
            return [other for n, other in enumerate(track) if abs(n - at) == 1]
        level, place = next(
            (r, c) for r, row in enumerate(self.card.grid) for c, spot in enumerate(row) if spot and spot.id == name
        )
        beside = [spot.id for spot in self.card.grid[level] if spot is not None and spot.id != name]
        above = self._above(level, place)
        return beside if above is None else [*beside, above]

    def _above(self, level: int, place: int) -> str | None:
        """The space to which the arrow of a space leads."""
        spot = self.card.grid[level][place]
        if spot is None or not spot.up or level + 1 >= len(self.card.grid):
            return None
        row = self.card.grid[level + 1]
        target = row[place] if place < len(row) else None
        return None if target is None else target.id

    def out_of_reach(self, name: str) -> str:
        """The track is left by no cube and entered by none; in the grid rows and arrows count."""
        return "CM-101" if any(spot.id == name for spot in self.card.range_track) else "CM-104"

    def icons(self, cubes: tuple[str, ...]) -> Iterable[Fires]:
        """Bless and Rally need a range (CM-106)."""
        in_reach = bool(self.reaches(cubes))
        ranges = {spot.id for spot in self.card.range_track}
        found = super().icons(tuple(name for name in cubes if name not in ranges))
        return (one for one in found if in_reach or one.action not in FOR_OTHERS)

    def reaches(self, cubes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Each range with a cube, the widest first, and the space whose cube leaves after use (CM-102, CM-103)."""
        there = [spot for spot in reversed(self.card.range_track) if spot.id in cubes]
        return tuple((spot.id, spot.id if spot.removal else "") for spot in there)

    def drawn(self) -> Drawing:
        """The track above, the grid below it."""
        card, rows = self.card, self.card.grid
        track = drawing.line(card, card.range_track, 0, 0)
        spaces: list[Space] = []
        links: list[Link] = drawing.both_ways(track)
        for level, row in enumerate(rows):
            y = TO_GRID + (len(rows) - 1 - level) * drawing.PITCH
            for place, spot in enumerate(row):
                if spot is None:
                    continue
                spaces.append(drawing.space(card, spot, place * drawing.PITCH, y))
                above = self._above(level, place)
                links += [Link(f"{card.id}.{spot.id}", f"{card.id}.{above}")] if above is not None else []
        return drawing.settled([*track, *spaces]), tuple(links)
