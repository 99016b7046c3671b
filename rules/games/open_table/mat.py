"""The mat of a table, made from its zones: those for all in the middle, those of each player before that player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from rules.games.open_table.table_rules import Kind, TableRules

_CARD_MM: Final = (75.0, 98.0)
_GAP_MM: Final = 10.0
_ROWS_MM: Final = (240.0, 180.0, 130.0)
"""How wide a row is, as there is room."""
_FROM_THE_EDGE_MM: Final = 66.0
TRAY: Final = "tray"


@dataclass(frozen=True)
class _Size:
    """A mat: its size, the room in the middle and that before a player, and where players sit."""

    width_mm: float
    height_mm: float
    middle: tuple[float, float, float, float]  # left, top, right, bottom
    before_mm: float
    seats: Mapping[str, Any]


_SMALL: Final = _Size(
    900,
    640,
    (140, 130, 760, 510),
    380,
    {
        "1": [[450, 640, 0]],
        "2": [[450, 640, 0], [450, 0, 180]],
        "3": [[450, 640, 0], [0, 320, 90], [900, 320, 270]],
        "4": [[450, 640, 0], [0, 320, 90], [450, 0, 180], [900, 320, 270]],
    },
)
_LARGE: Final = _Size(
    1150,
    760,
    (150, 140, 1000, 620),
    430,
    {
        "5": [[575, 760, 0], [0, 380, 90], [353, 0, 180], [797, 0, 180], [1150, 380, 270]],
        "6": [[797, 760, 0], [353, 760, 0], [0, 380, 90], [353, 0, 180], [797, 0, 180], [1150, 380, 270]],
    },
)


def layout_of(rules: TableRules) -> Mapping[str, Any]:
    """The mats for few and for many players, in the form of a layout.toml."""
    return {"small": _mat(rules, _SMALL), "large": _mat(rules, _LARGE)}


def lying_on_one_another(rules: TableRules) -> tuple[str, str] | None:
    """Two zones for all that lie on one another; None where there are none."""
    for size in (_SMALL, _LARGE):
        spots = _middle(rules, size)
        for one, other in combinations(spots, 2):
            if all(_overlap(spots[one], spots[other], axis) for axis in (0, 1)):
                return one, other
    return None


# -- inside ------------------------------------------------------------------------------------------------------------


def _mat(rules: TableRules, size: _Size) -> Mapping[str, Any]:
    spots = {key: _spot(key, *place) for key, place in _middle(rules, size).items()}
    tray = spots.pop(TRAY, None)
    return {
        "mat": {"width_mm": size.width_mm, "height_mm": size.height_mm},
        "spot": list(spots.values()),
        "seat_spot": _before(rules, size),
        "seats": size.seats,
        **({TRAY: tray} if tray else {}),
    }


_Place = tuple[float, float, float, float]
"""Middle, width and height."""


def _overlap(one: _Place, other: _Place, axis: int) -> bool:
    return abs(one[axis] - other[axis]) < (one[axis + 2] + other[axis + 2]) / 2


def _spot(name: str, x: float, y: float, width: float, height: float) -> dict[str, Any]:
    return {"name": name, "x_mm": x, "y_mm": y, "width_mm": width, "height_mm": height, "capacity": 0}


def _middle(rules: TableRules, size: _Size) -> Mapping[str, _Place]:
    """Where the zones for all lie, and the tray."""
    left, top, right, bottom = size.middle
    zones = [zone for zone in rules.zones if not zone.each]
    free = [zone.key for zone in zones if zone.x is None] + ([TRAY] if rules.dice else [])
    wide = {zone.key for zone in zones if zone.kind is Kind.ROW} | {TRAY}
    high = _CARD_MM[1] + _GAP_MM
    lines: Sequence[Sequence[tuple[str, float]]] = ()
    row = _ROWS_MM[0]
    for row in _ROWS_MM:
        lines = _lines([(key, row if key in wide else _CARD_MM[0]) for key in free], right - left)
        if len(lines) * high <= bottom - top:
            break
    found: dict[str, _Place] = {}
    for number, line in enumerate(lines):
        y = (top + bottom) / 2 + (number - (len(lines) - 1) / 2) * high
        x = (left + right - _width(line)) / 2
        for key, width in line:
            found[key] = (x + width / 2, y, width, _CARD_MM[1])
            x += width + _GAP_MM
    for zone in zones:
        if zone.x is not None and zone.y is not None:
            width = row if zone.key in wide else _CARD_MM[0]
            x = min(max(zone.x * size.width_mm / 100, left + width / 2), right - width / 2)
            y = min(max(zone.y * size.height_mm / 100, top + _CARD_MM[1] / 2), bottom - _CARD_MM[1] / 2)
            found[zone.key] = (x, y, width, _CARD_MM[1])
    return found


def _lines(things: Iterable[tuple[str, float]], width: float) -> Sequence[Sequence[tuple[str, float]]]:
    """Things of some widths line by line."""
    lines: list[list[tuple[str, float]]] = []
    for thing in things:
        if not lines or _width([*lines[-1], thing]) > width:
            lines.append([])
        lines[-1].append(thing)
    return lines


def _width(line: Sequence[tuple[str, float]]) -> float:
    return sum(width for _, width in line) + _GAP_MM * (len(line) - 1)


def _before(rules: TableRules, size: _Size) -> list[dict[str, Any]]:
    """The zones that each player has, side by side in the order in which they want to lie."""
    zones = sorted((z for z in rules.zones if z.each and z.spot), key=lambda z: 50 if z.x is None else z.x)
    rows = sum(zone.kind is Kind.ROW for zone in zones)
    rest = size.before_mm - _GAP_MM * (len(zones) - 1) - _CARD_MM[0] * (len(zones) - rows)
    line = [(zone, rest / rows if zone.kind is Kind.ROW else _CARD_MM[0]) for zone in zones]
    x = -_width([(zone.key, width) for zone, width in line]) / 2
    found = []
    for zone, width in line:
        found.append(_spot(zone.key, x + width / 2, -_FROM_THE_EDGE_MM, width, _CARD_MM[1]))
        x += width + _GAP_MM
    return found
