"""Mats as PDF in true size: the whole mat of a game, one for each seat, and the four markers alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.prints.mat_picture import RING_MM, drawn_spots, mat_markers, spot_label
from companion.prints.mat_plan import marked, mat_layout
from companion.prints.stickers.fonts import Letters, fitted
from companion.prints.stickers.label import LINE, Align
from companion.prints.stickers.marks import Line, draw_marker
from companion.prints.stickers.paper import EXACT, GREY, Correction, Paper
from companion.prints.stickers.sheet import StickerError, page_size
from companion.prints.stickers.tiles import Drawing, Tile, Tiling, draw_tiles, tiling
from companion.telling.voice import Voice
from rules.engine.mat import MatSpot
from vision.spots import NAME_MM, name_place, outline_of, rings_of
from vision.types import MatBoard, MatLayout, Point, Spot

WHOLE: Final = "whole"
"""The page that is as large as the mat, for a print shop."""

_SEAT_RIM_MM: Final = 8.0
_MARKER_RIM_MM: Final = 8.0  # an AprilTag needs the white of one of its modules around it; a thumb needs more
_MARKER_TEXT_MM: Final = 9.0
_CUT_MM: Final = 5.0
_NOTE_MM: Final = 175.0
_CORNERS: Final = ("top left", "top right", "bottom right", "bottom left")
_DASH_MM: Final = (4.0, 3.0)

Progress = Callable[[int, int], None]


def game_mat(voice: Voice, letters: Letters) -> Drawing:
    """The whole mat with its spots and corner markers."""
    layout = voice.layout

    def draw(paper: Paper) -> None:
        paper.frame(0, 0, layout.width_mm, layout.height_mm)
        for spot in drawn_spots(voice):
            _draw_spot(paper, spot, voice, letters)
        mat = marked(mat_layout(layout), voice)
        if mat.board is not None:
            _draw_board(paper, mat, mat.board, letters)
        for number, at, side_mm in mat_markers(mat):
            draw_marker(paper, number, at.x_mm - side_mm / 2, at.y_mm - side_mm / 2, side_mm)

    return Drawing(f"{voice.game.title}, mat", layout.width_mm, layout.height_mm, draw)


def _draw_board(paper: Paper, mat: MatLayout, board: MatBoard, letters: Letters) -> None:
    """The board's edge, and its fields with their names and with rings on those that are marked."""
    paper.lines(_sides(board.outline), 0.4, GREY)
    fields = [spot for spot in mat.spots if spot.name in board.fields]
    rings, face = rings_of(fields), letters.plain[0]
    for spot in fields:
        paper.lines(_sides(spot), 0.3 if spot.label else 0.1, GREY)  # thin: out of play
        for reach_mm in rings.get(spot.name, ()):
            paper.ring(spot.x_mm, spot.y_mm, reach_mm, RING_MM)
        at = name_place(spot)
        paper.text(face, spot.label, at.x_mm, at.y_mm - NAME_MM / 2, NAME_MM, Align.CENTRE, GREY)


def _sides(spot: Spot) -> list[Line]:
    corners = [(at.x_mm, at.y_mm) for at in outline_of(spot)]
    return [(*one, *other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)]


def seat_mats(voice: Voice, letters: Letters) -> tuple[Drawing, ...]:
    """One mat for each seat that has spots of its own, turned so that its player can read it."""
    seats = sorted({spot.seat for spot in voice.layout.spots if spot.seat is not None})
    return tuple(_seat_mat(voice, [s for s in voice.layout.spots if s.seat == seat], seat, letters) for seat in seats)


def _seat_mat(voice: Voice, spots: Sequence[MatSpot], seat: int, letters: Letters) -> Drawing:
    angle = spots[0].angle_deg
    turned = [_turned(spot, -angle) for spot in spots]
    left, top = min(x - w / 2 for x, _, w, _ in turned), min(y - h / 2 for _, y, _, h in turned)
    right, bottom = max(x + w / 2 for x, _, w, _ in turned), max(y + h / 2 for _, y, _, h in turned)
    rim = _SEAT_RIM_MM

    def draw(paper: Paper) -> None:
        paper.frame(0, 0, right - left + 2 * rim, bottom - top + 2 * rim)
        with paper.moved(rim - left, rim - top, -angle):
            for spot in spots:
                _draw_spot(paper, spot, voice, letters)

    return Drawing(f"{voice.game.title}, seat {seat + 1}", right - left + 2 * rim, bottom - top + 2 * rim, draw)


def _turned(spot: MatSpot, angle_deg: float) -> tuple[float, float, float, float]:
    """Centre and size of a spot after the mat was turned clockwise about its origin (by what makes the spot upright,
    or by quarter turns from there)."""
    turn, own = math.radians(angle_deg), math.radians(spot.angle_deg + angle_deg)
    x = spot.x_mm * math.cos(turn) - spot.y_mm * math.sin(turn)
    y = spot.x_mm * math.sin(turn) + spot.y_mm * math.cos(turn)
    wide = abs(spot.width_mm * math.cos(own)) + abs(spot.height_mm * math.sin(own))
    tall = abs(spot.width_mm * math.sin(own)) + abs(spot.height_mm * math.cos(own))
    return x, y, wide, tall


def _draw_spot(paper: Paper, spot: MatSpot, voice: Voice, letters: Letters) -> None:
    """The spot's border and its name, turned towards its seat."""
    with paper.moved(spot.x_mm, spot.y_mm, spot.angle_deg):
        paper.frame(-spot.width_mm / 2, -spot.height_mm / 2, spot.width_mm, spot.height_mm, _DASH_MM)
        lines, text_mm = spot_label(spot, voice)
        for number, line in enumerate(lines):
            face = letters.face_for(line)
            if face is not None:
                text, size = fitted(face, line, spot.width_mm - 4, text_mm)
                y = (number - len(lines) / 2) * text_mm * LINE
                paper.text(face, text, 0, y, size, Align.CENTRE, GREY)


def drawings_of(voice: Voice, letters: Letters, part: str) -> tuple[Drawing, ...]:
    """What is printed of a game's mat: `seats` (a mat for each), `markers` (those alone), or all of it in one."""
    if part == "seats":
        return seat_mats(voice, letters)
    if part == "markers":
        return (corner_markers(voice, letters), *board_markers(voice, letters))
    return (game_mat(voice, letters),)


def corner_markers(voice: Voice, letters: Letters) -> Drawing:
    """The four markers alone, each to be cut out with its white rim and glued on the table."""
    mat = mat_layout(voice.layout)
    notes = (
        f"Places count right and down from the top left corner of the mat, {mat.width_mm:g} x {mat.height_mm:g} mm.",
        "All four stand upright as seen from its bottom edge, on white. Three of them must be seen.",
    )
    return _marker_sheet(f"{voice.game.title}, markers", mat.markers, mat.marker_size_mm, notes, letters)


def board_markers(voice: Voice, letters: Letters) -> tuple[Drawing, ...]:
    """The markers of the game's board, to be glued on a board of one's own; nothing for a game without one."""
    board = mat_layout(voice.layout).board
    if board is None or not board.markers:
        return ()
    edge = board.outline
    left, top = edge.x_mm - edge.width_mm / 2, edge.y_mm - edge.height_mm / 2
    places = {number: Point(at.x_mm - left, at.y_mm - top) for number, at in board.markers.items()}
    size = f"{edge.width_mm:g} x {edge.height_mm:g} mm"
    notes = (
        f"Places count right and down from the top left corner of the board, {size}.",
        "All stand upright as seen from its bottom edge, on white. Two of them must be seen.",
    )
    return (_marker_sheet(f"{voice.game.title}, markers of the board", places, board.marker_size_mm, notes, letters),)


def _marker_sheet(
    title: str, places: Mapping[int, Point], side: float, notes: Sequence[str], letters: Letters
) -> Drawing:
    """Markers to be cut out: they lie on the page as at their places."""
    piece_w, piece_h = side + 2 * _MARKER_RIM_MM, side + 2 * _MARKER_RIM_MM + _MARKER_TEXT_MM
    gap = 2 * _CUT_MM + 4
    wide = max(2 * piece_w + gap + 2 * _CUT_MM, _NOTE_MM)
    middle_x, middle_y = (
        sum(values) / len(places) for values in zip(*((p.x_mm, p.y_mm) for p in places.values()), strict=True)
    )

    def draw(paper: Paper) -> None:
        for number, at in places.items():
            column, row = at.x_mm > middle_x, at.y_mm > middle_y
            x = (wide - 2 * piece_w - gap) / 2 + column * (piece_w + gap)
            with paper.moved(x, _CUT_MM + row * (piece_h + gap)):
                paper.lines(list(_cut_corners(piece_w, piece_h)), 0.15)
                draw_marker(paper, number, _MARKER_RIM_MM, _MARKER_RIM_MM, side)
                below = side + 2 * _MARKER_RIM_MM
                name = _CORNERS[(3 if row else 0) if not column else 2 if row else 1]
                paper.text(letters.bold, name, piece_w / 2, below - 1, 3.2, Align.CENTRE)
                text, size = fitted(letters.plain[0], f"middle at {at.x_mm:g}, {at.y_mm:g} mm", piece_w - 2, 2.8)
                paper.text(letters.plain[0], text, piece_w / 2, below + 3.5, size, Align.CENTRE)
        for number, text in enumerate(notes):
            y = 2 * (piece_h + gap) + 4 + number * 5
            paper.text(letters.plain[0], text, wide / 2, y, 3.0, Align.CENTRE, GREY)

    return Drawing(title, wide, 2 * (piece_h + gap) + 16, draw, has_edges=False)


def _cut_corners(w_mm: float, h_mm: float) -> Iterator[Line]:
    for x, out_x in ((0.0, -1), (w_mm, 1)):
        for y, out_y in ((0.0, -1), (h_mm, 1)):
            yield (x + out_x, y, x + out_x * _CUT_MM, y)
            yield (x, y + out_y, x, y + out_y * _CUT_MM)


def mats_pdf(
    drawings: Sequence[Drawing],
    page: str,
    letters: Letters,
    correction: Correction = EXACT,
    progress: Progress = lambda page, pages: None,
) -> bytes:
    """The drawings one after the other on pages of this name, or each on a page of its own size ("whole").

    StickerError for an unknown page or when there is nothing to draw.
    """
    if not drawings:
        raise StickerError("This game has no such mat.")
    sheets = [_on_one(d) if page == WHOLE else tiling(d.width_mm, d.height_mm, page_size(page)) for d in drawings]
    pages = sum(len(ways.tiles) for ways in sheets)
    paper, done = Paper(drawings[0].title, sheets[0].page_mm, correction), 0
    for drawing, ways in zip(drawings, sheets, strict=True):
        if done:
            paper.next_page(ways.page_mm)
        for _ in draw_tiles(paper, drawing, ways, letters):
            done += 1
            progress(done, pages)
    return paper.finished()


def _on_one(drawing: Drawing) -> Tiling:
    size = (drawing.width_mm, drawing.height_mm)
    return Tiling(size, (Tile(0, 0, *size, 1, 1, 1, 1),))
