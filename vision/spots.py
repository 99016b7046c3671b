"""From a place on the mat to the name of the spot that it is in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from vision.types import Point, Spot


def is_inside(point: Point, spot: Spot, slack_mm: float = 0.0) -> bool:
    """Whether the point lies in the spot's turned rectangle or hex, made larger by `slack_mm` on every side."""
    turn = math.radians(spot.angle_deg)
    dx, dy = point.x_mm - spot.x_mm, point.y_mm - spot.y_mm
    along = dx * math.cos(turn) + dy * math.sin(turn)
    across = -dx * math.sin(turn) + dy * math.cos(turn)
    reach = spot.height_mm / 2 + slack_mm
    if spot.sides == 6:  # the slanted sides are as far from the middle as the flat ones
        return abs(across) <= reach and (math.sqrt(3) * abs(along) + abs(across)) / 2 <= reach
    return abs(along) <= spot.width_mm / 2 + slack_mm and abs(across) <= reach


def outline_of(spot: Spot) -> list[Point]:
    """The spot's corners on the mat: four of a rectangle from its own top left, six of a hex from the left."""
    wide, tall = spot.width_mm / 2, spot.height_mm / 2
    corners = [(-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall)]
    if spot.sides == 6:
        reach = spot.height_mm / math.sqrt(3)
        corners = [(-reach, 0.0), (-reach / 2, -tall), (reach / 2, -tall), (reach, 0.0), (reach / 2, tall)]
        corners.append((-reach / 2, tall))
    turn = math.radians(spot.angle_deg)
    return [
        Point(
            spot.x_mm + x * math.cos(turn) - y * math.sin(turn),
            spot.y_mm + x * math.sin(turn) + y * math.cos(turn),
        )
        for x, y in corners
    ]


NAME_MM = 3.6
"""Height of the letters of a field's name."""


def name_place(spot: Spot) -> Point:
    """Where the middle of a field's name is printed: in the left corner of a hex, in the lower left one of a square, so
    that a round piece leaves it free."""
    x, y = -0.433 * spot.width_mm, 0.0
    if spot.sides != 6:
        x, y = NAME_MM - spot.width_mm / 2, spot.height_mm / 2 - 0.8 * NAME_MM
    turn = math.radians(spot.angle_deg)
    return Point(
        spot.x_mm + x * math.cos(turn) - y * math.sin(turn), spot.y_mm + x * math.sin(turn) + y * math.cos(turn)
    )


RING_SHARES = (0.455, 0.41, 0.365)
"""Radii of the rings around the middle of a marked field, in heights of the field, the outermost first."""


def rings_of(spots: Sequence[Spot]) -> Mapping[str, tuple[float, ...]]:
    """The radii in mm of the rings by which people tell a marked field, by its name: one ring for the fields marked
    like the first of them, two for those marked otherwise, and three for all others. They show around a piece, and
    need no colour."""
    marks = list(dict.fromkeys(spot.mark for spot in spots if spot.mark))
    return {
        spot.name: tuple(share * spot.height_mm for share in RING_SHARES[: marks.index(spot.mark) + 1])
        for spot in spots
        if spot.mark
    }


def spot_at(point: Point, spots: Sequence[Spot]) -> str | None:
    """The name of the smallest spot that holds the point (spots may be nested), or None."""
    holding = [spot for spot in spots if is_inside(point, spot)]
    return min(holding, key=lambda spot: spot.width_mm * spot.height_mm).name if holding else None
