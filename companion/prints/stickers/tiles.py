"""A drawing that is larger than the paper, on as many sheets as it needs: with overlap, marks for gluing, numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.prints.stickers.fonts import Letters
from companion.prints.stickers.label import Align
from companion.prints.stickers.marks import Line
from companion.prints.stickers.paper import GREY, Paper

MARGIN_MM: Final = 10.0
"""White around every sheet: no printer prints up to the edge."""
OVERLAP_MM: Final = 10.0
"""So much at least is printed on both of two neighbours."""
_MARK_MM: Final = 5.0
_TEXT_MM: Final = 2.8


@dataclass(frozen=True)
class Drawing:
    """Something to be printed in true size. `draw` draws it with its top left corner at (0, 0)."""

    title: str
    width_mm: float
    height_mm: float
    draw: Callable[[Paper], None]
    has_edges: bool = True  # False: nothing is cut along its border, so no marks stand there


@dataclass(frozen=True)
class Tile:
    """One sheet's part of a drawing: where it begins and how large it is, and which one it is, counted from 1."""

    x_mm: float
    y_mm: float
    w_mm: float
    h_mm: float
    column: int
    columns: int
    row: int
    rows: int


@dataclass(frozen=True)
class Tiling:
    """How a drawing goes on sheets of one size."""

    page_mm: tuple[float, float]
    tiles: tuple[Tile, ...]


def tiling(width_mm: float, height_mm: float, page_mm: tuple[float, float]) -> Tiling:
    """The way with the fewest sheets, upright or sideways. Sheets at the border begin and end with the drawing, so a
    marker in a corner is on one sheet, whole."""
    ways = (_tiled(width_mm, height_mm, page_mm), _tiled(width_mm, height_mm, (page_mm[1], page_mm[0])))
    return min(ways, key=lambda way: len(way.tiles))


def _tiled(width_mm: float, height_mm: float, page_mm: tuple[float, float]) -> Tiling:
    across, down = (page - 2 * MARGIN_MM for page in page_mm)
    columns, rows = _count(width_mm, across), _count(height_mm, down)
    w, h = min(width_mm, across), min(height_mm, down)
    step_x = (width_mm - w) / max(1, columns - 1)
    step_y = (height_mm - h) / max(1, rows - 1)
    tiles = (
        Tile(column * step_x, row * step_y, w, h, column + 1, columns, row + 1, rows)
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(page_mm, tuple(tiles))


def _count(whole_mm: float, part_mm: float) -> int:
    if whole_mm <= part_mm:
        return 1
    return 1 + math.ceil((whole_mm - part_mm) / (part_mm - OVERLAP_MM))


def draw_tiles(paper: Paper, drawing: Drawing, ways: Tiling, letters: Letters) -> Iterator[int]:
    """Draws sheet after sheet, the first on the page that has been begun; gives the number of each when it is done."""
    for number, tile in enumerate(ways.tiles):
        if number:
            paper.next_page()
        left = (paper.width_mm - tile.w_mm) / 2
        top = (paper.height_mm - tile.h_mm) / 2
        with paper.moved(left, top):
            with paper.clipped(0, 0, tile.w_mm, tile.h_mm), paper.moved(-tile.x_mm, -tile.y_mm):
                drawing.draw(paper)
            if drawing.has_edges:
                paper.lines(list(_glue_marks(tile, ways.tiles)), 0.2, GREY)
            if len(ways.tiles) > 1:
                _draw_map(paper, tile, top, letters, drawing.title)
        yield number + 1


def _glue_marks(tile: Tile, tiles: tuple[Tile, ...]) -> Iterator[Line]:
    """Corner marks of the sheet's own part, and ticks in the margin where its neighbours' parts begin or end."""
    for x, out_x in ((0.0, -1), (tile.w_mm, 1)):
        for y, out_y in ((0.0, -1), (tile.h_mm, 1)):
            yield (x + out_x * 1.5, y, x + out_x * _MARK_MM, y)
            yield (x, y + out_y * 1.5, x, y + out_y * _MARK_MM)
    for other in tiles:
        if other.row == tile.row and abs(other.column - tile.column) == 1:
            x = other.x_mm - tile.x_mm if other.column > tile.column else other.x_mm + other.w_mm - tile.x_mm
            yield (x, -1.5, x, -_MARK_MM)
            yield (x, tile.h_mm + 1.5, x, tile.h_mm + _MARK_MM)
        if other.column == tile.column and abs(other.row - tile.row) == 1:
            y = other.y_mm - tile.y_mm if other.row > tile.row else other.y_mm + other.h_mm - tile.y_mm
            yield (-1.5, y, -_MARK_MM, y)
            yield (tile.w_mm + 1.5, y, tile.w_mm + _MARK_MM, y)


def _draw_map(paper: Paper, tile: Tile, room_mm: float, letters: Letters, title: str) -> None:
    """Which sheet this is, in words and as a small plan of all, in the white above it."""
    y = -min(room_mm - 4.0, 5.0)
    text = f"{title} · column {tile.column} of {tile.columns}, row {tile.row} of {tile.rows} · glue up to the ticks"
    face = letters.face_for(text) or letters.plain[0]
    paper.text(face, text, tile.w_mm / 2, y - 0.6, _TEXT_MM, Align.CENTRE, GREY)
