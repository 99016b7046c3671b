"""The mat of a game: its size and spots in millimetres. Vision and the to-do list know places only by these names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class LayoutError(Exception):
    """A layout file that cannot be used: one sentence."""


@dataclass(frozen=True)
class MatSpot:
    """A named rectangle on the mat: centre, size in mm, turned clockwise by `angle_deg`. `capacity` is how many cards
    lie there side by side, 0 for any number; `label` is a code of the game's `pile` words, `seat` its owner."""

    name: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float = 0.0
    capacity: int = 1
    label: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Layout:
    """The mat for one number of players. `card_mm` is the size of its cards, width and height."""

    width_mm: float
    height_mm: float
    spots: tuple[MatSpot, ...]
    card_mm: tuple[float, float] = (63.0, 88.0)
    marker_mm: float = 30.0
    tray: MatSpot | None = None  # where dice are thrown

    def spot(self, name: str) -> MatSpot:
        """The spot of that name; LayoutError when there is none."""
        for spot in self.spots:
            if spot.name == name:
                return spot
        raise LayoutError(f"the mat has no spot '{name}'")


def _number(table: Mapping[str, Any], key: str, where: str, default: float | None = None) -> float:
    value = table.get(key, default)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise LayoutError(f"layout: {where} needs a number '{key}'")
    return float(value)


def read_layout(table: Mapping[str, Any], seats: int) -> Layout:
    """The layout for that many players from a parsed layout.toml.

    `[mat]` has width_mm, height_mm; `[tray]` the place for dice, if there is one; `[[spot]]` the common spots;
    `[[seat_spot]]` spots that every seat has, relative to its anchor; `[seats.N]` the anchors for N players as
    [x_mm, y_mm, angle_deg] in seat order.
    """
    mat = table.get("mat", {})
    anchors = table.get("seats", {}).get(str(seats))
    if not anchors or len(anchors) != seats:
        raise LayoutError(f"layout: [seats] needs {seats} anchors under '{seats}'")
    spots = [_spot(s, s["name"], 0.0, 0.0, 0.0, None) for s in table.get("spot", ())]
    for seat, (x, y, angle) in enumerate(anchors):
        for spot in table.get("seat_spot", ()):
            spots.append(_spot(spot, f"{spot['name']}/{seat}", float(x), float(y), float(angle), seat))
    card = mat.get("card_mm", (63.0, 88.0))
    return Layout(
        _number(mat, "width_mm", "[mat]"),
        _number(mat, "height_mm", "[mat]"),
        tuple(spots),
        (float(card[0]), float(card[1])),
        _number(mat, "marker_mm", "[mat]", 30.0),
        _spot({"name": "tray", **table["tray"]}, "tray", 0.0, 0.0, 0.0, None) if "tray" in table else None,
    )


def _spot(table: Mapping[str, Any], name: str, x0: float, y0: float, angle: float, seat: int | None) -> MatSpot:
    x, y = _number(table, "x_mm", name), _number(table, "y_mm", name)
    turn = math.radians(angle)
    return MatSpot(
        name,
        round(x0 + x * math.cos(turn) - y * math.sin(turn), 3),
        round(y0 + x * math.sin(turn) + y * math.cos(turn), 3),
        _number(table, "width_mm", name),
        _number(table, "height_mm", name),
        (angle + _number(table, "angle_deg", name, 0.0)) % 360,
        int(_number(table, "capacity", name, 1)),
        str(table.get("label", table["name"])),
        seat,
    )
