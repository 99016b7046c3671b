"""The mat of a game as vision knows it and as a printer prints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.telling.voice import Voice
from rules.engine.entries import Header
from rules.engine.mat import Board, Layout, MatSpot
from rules.engine.match import Match
from rules.engine.redact import redact
from rules.engine.types import PUBLIC
from vision.types import MatBoard, MatLayout, Point, Spot

MARKER_INSET_MM = 20.0


def mat_layout(layout: Layout) -> MatLayout:
    """The mat as vision knows it: spots, a marker in each corner (AprilTag 36h11, ids 0 to 3 clockwise), and the board
    that lies on it, its markers where they are when it lies as drawn."""
    inset, width, height = MARKER_INSET_MM, layout.width_mm, layout.height_mm
    corners = ((inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset))
    return MatLayout(
        width,
        height,
        tuple(_spot(s) for s in layout.spots),
        {n: Point(x, y) for n, (x, y) in enumerate(corners)},
        layout.marker_mm,
        None if layout.tray is None else _spot(layout.tray),
        None if layout.board is None else _board(layout.board, layout.spots),
    )


def _board(board: Board, spots: Iterable[MatSpot]) -> MatBoard:
    """The outline is around the middle of all fields, wherever the field (0, 0) is among them."""
    fields = [spot for spot in spots if spot.cell]
    across, down = [spot.x_mm for spot in fields], [spot.y_mm for spot in fields]
    middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    dark = {cell for cell, at in board.grid.cells.items() if sum(at) % 2 == 0} if board.checkered else set()
    return MatBoard(
        frozenset(spot.name for spot in fields),
        Spot("board", *middle, board.width_mm, board.height_mm),
        {n: Point(board.x_mm + x, board.y_mm + y) for n, (x, y) in board.markers.items()},
        board.marker_mm,
        board.untagged,
        frozenset(dark),
        board.sides,
    )


def _spot(spot: MatSpot) -> Spot:
    size = (spot.width_mm, spot.height_mm, spot.angle_deg)
    return Spot(spot.name, spot.x_mm, spot.y_mm, *size, spot.capacity, spot.cell, spot.sides)


def printed(text: str) -> str:
    """A text of the screens as paper has it: without the places where a screen may break a word."""
    return text.replace("\u00ad", "")


def labelled(mat: MatLayout, voice: Voice) -> MatLayout:
    """The same mat with every spot's name on it, as a printer would print it: seats by their number, fields of a board
    by their own names and with their marks."""
    numbered = replace(voice, names=replace(voice.names, seats=()))
    fields = frozenset() if mat.board is None else mat.board.fields
    spots = (s if s.name in fields else replace(s, label=printed(numbered.spot(s.name))) for s in mat.spots)
    return marked(replace(mat, spots=tuple(spots)), voice)


def marked(mat: MatLayout, voice: Voice) -> MatLayout:
    """The same mat with the fields of its board as the game draws them for so many players and these options: what is
    printed on a field is its mark, and a field that is out of play has no name."""
    game, seats = voice.game, len(voice.names.seats)
    if game.screens.board is None or mat.board is None:
        return mat
    state = redact(Match(game, Header(game.slug, seats, voice.settings)).state, PUBLIC)
    grounds, fields = {field.cell: field.ground for field in game.screens.board(state).fields}, mat.board.fields
    spots = (
        s if s.name not in fields else replace(s, mark=grounds[s.name]) if s.name in grounds else replace(s, label="")
        for s in mat.spots
    )
    return replace(mat, spots=tuple(spots))
