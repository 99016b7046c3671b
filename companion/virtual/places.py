"""Where pieces lie on the virtual table: the places of a spot in the order in which a tidy player fills them."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from rules.engine.mat import Layout, MatSpot, PieceSize

STEP_MM = 29.0  # cards in a row overlap so that each sticker stays in view
ROW_STEP_MM = 31.0
_ROUND_OVERLAP_MM = 4.0  # a round piece has its sticker in the middle
_DIE_STEP_MM = 32.0
_DIE_ROOM_MM = 24.0  # a die of 16 mm, turned


def inside(spot: MatSpot, x_mm: float, y_mm: float) -> bool:
    """Whether a place on the mat is within a spot."""
    dx, dy = x_mm - spot.x_mm, y_mm - spot.y_mm
    if abs(dx) + abs(dy) > spot.width_mm + spot.height_mm:  # far off, as most are, whatever the spot is turned to
        return False
    turn = math.radians(-spot.angle_deg)
    across = dx * math.cos(turn) - dy * math.sin(turn)
    along = dx * math.sin(turn) + dy * math.cos(turn)
    half_width = spot.width_mm / 2
    if spot.sides == 6:  # its corners lie to the left and right
        half_width -= abs(along) * spot.width_mm / (2 * spot.height_mm)
    return abs(across) <= half_width and abs(along) <= spot.height_mm / 2


def turned_by_half(layout: Layout) -> Layout:
    """The mat with its board turned by half about the board's middle."""
    fields = [spot for spot in layout.spots if spot.cell]
    across, down = [spot.x_mm for spot in fields], [spot.y_mm for spot in fields]
    twice_x, twice_y = min(across) + max(across), min(down) + max(down)
    spots = (replace(s, x_mm=twice_x - s.x_mm, y_mm=twice_y - s.y_mm) if s.cell else s for s in layout.spots)
    return replace(layout, spots=tuple(spots))


def tray_places(tray: MatSpot, count: int, random: Random) -> list[tuple[float, float]]:
    """Places in the tray for so many dice, apart from each other; fewer where the tray is too small for all."""
    columns = max(1, math.floor(tray.width_mm / _DIE_STEP_MM))
    rows = max(1, math.floor(tray.height_mm / _DIE_STEP_MM))
    cells = random.sample(range(columns * rows), min(count, columns * rows))
    nudge_mm = (_DIE_STEP_MM - _DIE_ROOM_MM) / 2
    turn = math.radians(tray.angle_deg)
    places = []
    for cell in cells:
        dx = (cell % columns + 0.5) * tray.width_mm / columns - tray.width_mm / 2 + random.uniform(-nudge_mm, nudge_mm)
        dy = (cell // columns + 0.5) * tray.height_mm / rows - tray.height_mm / 2 + random.uniform(-nudge_mm, nudge_mm)
        x = tray.x_mm + dx * math.cos(turn) - dy * math.sin(turn)
        places.append((x, tray.y_mm + dx * math.sin(turn) + dy * math.cos(turn)))
    return places


def places_of(spot: MatSpot, size: PieceSize) -> list[tuple[float, float]]:
    """The places of a spot in the order in which they are filled: side by side, then a second row lower down."""
    if spot.capacity == 1:
        return [(spot.x_mm, spot.y_mm)]
    width, height = size.width_mm, size.height_mm
    step, row_step = (STEP_MM, ROW_STEP_MM) if not size.round else (width - _ROUND_OVERLAP_MM,) * 2
    columns = 1 + max(0, math.floor((spot.width_mm - width) / step))
    rows = 1 + max(0, math.floor((spot.height_mm - height) / row_step))
    turn = math.radians(spot.angle_deg)
    places = []
    for row in range(rows):
        for column in range(columns):
            dx = -spot.width_mm / 2 + width / 2 + column * step
            dy = -spot.height_mm / 2 + height / 2 + row * row_step
            places.append(
                (
                    round(spot.x_mm + dx * math.cos(turn) - dy * math.sin(turn), 2),
                    round(spot.y_mm + dx * math.sin(turn) + dy * math.cos(turn), 2),
                )
            )
    return places
