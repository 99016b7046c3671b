"""What lies before the players: the mat and its spots, boards and their fields, sheets (cards with spaces)."""

from rules.engine.mat.board import BoardState, Field, SideLook, Wall
from rules.engine.mat.grid import Grid, HexGrid, SquareGrid, hexes, squares
from rules.engine.mat.layout import Board, Layout, LayoutError, MatSpot, PieceSize, read_layout
from rules.engine.mat.sheets import Gauge, Link, Marker, Sheet, Space

__all__ = [
    "Board",
    "BoardState",
    "Field",
    "Gauge",
    "Grid",
    "HexGrid",
    "Layout",
    "LayoutError",
    "Link",
    "Marker",
    "MatSpot",
    "PieceSize",
    "Sheet",
    "SideLook",
    "Space",
    "SquareGrid",
    "Wall",
    "hexes",
    "read_layout",
    "squares",
]
