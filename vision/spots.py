"""From a place on the mat to the name of the spot that it is in."""

from __future__ import annotations

import math
from collections.abc import Sequence

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


def spot_at(point: Point, spots: Sequence[Spot]) -> str | None:
    """The name of the smallest spot that holds the point (spots may be nested), or None."""
    holding = [spot for spot in spots if is_inside(point, spot)]
    return min(holding, key=lambda spot: spot.width_mm * spot.height_mm).name if holding else None
