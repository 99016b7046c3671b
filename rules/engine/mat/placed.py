"""A mat whose spots lie where the people of a table want them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from rules.engine.mat.layout import Layout, MatSpot

TRAY: Final = "tray"
"""What the place for dice is called among the others."""
LEAST_MM: Final = 30.0
_TOUCHING_MM: Final = 1.0


@dataclass(frozen=True)
class Place:
    """Where a spot lies: its middle and size in millimetres, turned clockwise by `angle_deg`."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float = 0.0


Places = Mapping[str, Place]
"""By the name of the spot."""


@dataclass(frozen=True)
class Placement:
    """Where all spots of a mat for so many players lie. It holds for a mat of exactly these spots."""

    seats: int
    places: Places


@dataclass(frozen=True)
class Misplaced:
    """What is wrong with a place: the spot, and another one on which it lies, or "": it is no place on the mat."""

    name: str
    other: str = ""


def places_of(layout: Layout) -> Places:
    """Where everything lies that can be moved: all spots but the fields of a board, and the tray."""
    spots = {spot.name: spot for spot in layout.spots if not spot.cell}
    spots |= {} if layout.tray is None else {TRAY: layout.tray}
    return {name: _place(spot) for name, spot in spots.items()}


def placed(layout: Layout, seats: int, placements: Iterable[Placement]) -> Layout:
    """The mat with its spots as people have placed them, where they have."""
    names = places_of(layout).keys()
    places = next((one.places for one in placements if one.seats == seats and one.places.keys() == names), None)
    if places is None:
        return layout
    spots = tuple(_at(spot, places[spot.name]) if spot.name in places else spot for spot in layout.spots)
    return replace(layout, spots=spots, tray=layout.tray and _at(layout.tray, places[TRAY]))


def misplaced(layout: Layout, places: Places, taken: Sequence[Place] = ()) -> Misplaced | None:
    """The first thing that is wrong with places on this mat; None where all is well. Spots that lie on one another in
    the game's own mat may do so; nothing lies on what is `taken`, such as the markers."""
    before = places_of(layout)
    for name, place in places.items():
        corners = _corners(place)
        is_inside = all(0 <= x <= layout.width_mm and 0 <= y <= layout.height_mm for x, y in corners)
        if not is_inside or min(place.width_mm, place.height_mm) < LEAST_MM:
            return Misplaced(name)
        if any(_overlap(place, other) for other in taken):
            return Misplaced(name)
    for one, other in combinations(places, 2):
        if _overlap(places[one], places[other]) and not _overlap(before[one], before[other]):
            return Misplaced(one, other)
    return None


# -- inside ------------------------------------------------------------------------------------------------------------


def _place(spot: MatSpot) -> Place:
    return Place(spot.x_mm, spot.y_mm, spot.width_mm, spot.height_mm, spot.angle_deg)


def _at(spot: MatSpot, place: Place) -> MatSpot:
    return replace(spot, **vars(place))


def _corners(place: Place) -> list[tuple[float, float]]:
    turned = math.radians(place.angle_deg)
    cos, sin = math.cos(turned), math.sin(turned)
    halves = ((sx * place.width_mm / 2, sy * place.height_mm / 2) for sx in (-1, 1) for sy in (-1, 1))
    return [(round(place.x_mm + x * cos - y * sin, 3), round(place.y_mm + x * sin + y * cos, 3)) for x, y in halves]


def _overlap(one: Place, other: Place) -> bool:
    """Whether two places lie on one another: along no side of either there is a gap between them."""
    first, second = _corners(one), _corners(other)
    for angle_deg in (one.angle_deg, one.angle_deg + 90, other.angle_deg, other.angle_deg + 90):
        turned = math.radians(angle_deg)
        ours, theirs = (
            [x * math.cos(turned) + y * math.sin(turned) for x, y in corners] for corners in (first, second)
        )
        if max(ours) <= min(theirs) + _TOUCHING_MM or max(theirs) <= min(ours) + _TOUCHING_MM:
            return False
    return True
