"""The mat as somebody sees it who sits at it: the own place lies at the bottom, as at a table.

Without a board every seat's spots go round to the place of another seat, and what is common stays where it is, so that
it can be read from everywhere. A board is something that two sides look at: whoever sits across from the first seat
sees all of the mat turned by half, with what lies on common spots and fields still upright.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from companion.virtual.places import inside
from rules.engine.mat import Layout, MatSpot
from rules.engine.types import Seat


@dataclass(frozen=True)
class Lying:
    """A place on the mat and how a piece lies there, turned clockwise."""

    x_mm: float
    y_mm: float
    angle_deg: float


class Viewpoint:
    """A seat's view of a mat; None: that of the first seat, which is how the mat is drawn."""

    def __init__(self, layout: Layout, seat: Seat | None):
        own = _first_of(layout, Seat(0) if seat is None else seat)
        first = _first_of(layout, Seat(0))
        self._layout = layout
        self._is_same = own is None or first is None or own is first
        across = 0.0 if own is None or first is None else (own.angle_deg - first.angle_deg) % 360
        self._is_half = layout.board is not None and 135 < across < 225
        spots = layout.spots if layout.tray is None else (*layout.spots, layout.tray)
        drawn = spots if self._is_same else tuple(self._drawn(spot, seat or Seat(0)) for spot in spots)
        self._pairs = tuple(sorted(zip(spots, drawn, strict=True), key=lambda pair: _area(pair[0])))
        self._by_name = {spot.name: drawn for spot, drawn in self._pairs}

    def spot(self, spot: MatSpot) -> MatSpot:
        """Where a spot of the mat is seen."""
        return self._by_name[spot.name]

    def seen(self, lying: Lying) -> Lying:
        """Where something is seen that lies there."""
        for spot, drawn in () if self._is_same else self._pairs:
            if inside(spot, lying.x_mm, lying.y_mm):
                return _carried(lying, spot, drawn)
        return self._turned(lying)

    def laid(self, seen: Lying) -> Lying:
        """Where something lies that is seen there: the other way round."""
        for spot, drawn in () if self._is_same else self._pairs:
            if inside(drawn, seen.x_mm, seen.y_mm):
                return _carried(seen, drawn, spot)
        return self._turned(seen)

    def _drawn(self, spot: MatSpot, seat: Seat) -> MatSpot:
        if self._is_half:
            there = self._turned(Lying(spot.x_mm, spot.y_mm, spot.angle_deg))
            angle_deg = spot.angle_deg if spot.seat is None else there.angle_deg
            return replace(spot, x_mm=there.x_mm, y_mm=there.y_mm, angle_deg=angle_deg)
        if spot.seat is None:
            return spot
        seats = 1 + max(s.seat for s in self._layout.spots if s.seat is not None)
        place = self._layout.spot(f"{spot.name.rpartition('/')[0]}/{(spot.seat - seat) % seats}")
        return replace(spot, x_mm=place.x_mm, y_mm=place.y_mm, angle_deg=place.angle_deg)

    def _turned(self, lying: Lying) -> Lying:
        """Beside all spots: as the mat itself is turned."""
        if not self._is_half:
            return lying
        x_mm, y_mm = self._layout.width_mm - lying.x_mm, self._layout.height_mm - lying.y_mm
        return Lying(x_mm, y_mm, (lying.angle_deg + 180) % 360)


def _first_of(layout: Layout, seat: Seat) -> MatSpot | None:
    return next((spot for spot in layout.spots if spot.seat == seat), None)


def _area(spot: MatSpot) -> float:
    return spot.width_mm * spot.height_mm


def _carried(lying: Lying, spot: MatSpot, other: MatSpot) -> Lying:
    """The same place of one spot on another one."""
    by_deg = other.angle_deg - spot.angle_deg
    turn = math.radians(by_deg)
    dx, dy = lying.x_mm - spot.x_mm, lying.y_mm - spot.y_mm
    x_mm = other.x_mm + dx * math.cos(turn) - dy * math.sin(turn)
    y_mm = other.y_mm + dx * math.sin(turn) + dy * math.cos(turn)
    return Lying(round(x_mm, 3), round(y_mm, 3), (lying.angle_deg + by_deg) % 360)
