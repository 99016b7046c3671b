"""What lies before the players: the mat and its spots, boards and their fields, sheets (cards with spaces)."""

from rules.engine.mat.board import BoardState as BoardState, Field as Field, SideLook as SideLook, Wall as Wall
from rules.engine.mat.grid import (
    Grid as Grid,
    HexGrid as HexGrid,
    SquareGrid as SquareGrid,
    hexes as hexes,
    squares as squares,
)
from rules.engine.mat.layout import (
    Board as Board,
    Layout as Layout,
    LayoutError as LayoutError,
    MatSpot as MatSpot,
    PieceSize as PieceSize,
    read_layout as read_layout,
)
from rules.engine.mat.placed import (
    Misplaced as Misplaced,
    Place as Place,
    Placement as Placement,
    Places as Places,
    misplaced as misplaced,
    placed as placed,
    places_of as places_of,
)
from rules.engine.mat.sheets import Gauge as Gauge, Link as Link, Marker as Marker, Sheet as Sheet, Space as Space
