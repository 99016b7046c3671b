"""Pages that measure: the printer by rulers and crosses, the camera by test tags, the lens by a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.prints.stickers.fonts import Letters, rows_of
from companion.prints.stickers.label import LINE, Align
from companion.prints.stickers.marks import Line, cross, draw_marker, ruler
from companion.prints.stickers.paper import CROSS_MM, EXACT, GREY, Correction, Paper
from companion.prints.stickers.probes import PROBE_ROWS_MM, probe_payload
from companion.prints.stickers.sheet import StickerError, page_size
from vision.calibration.lens import LENS_BOARD, LensBoard

RULER_MM: Final = 150
_TEXT_MM: Final = 3.2
_BESIDE_RULER_MM: Final = 20.0

_PRINTER: Final = (
    "Print this page at 100 %, without 'fit to page'. Both rulers must come out 150 mm long, and each cross 20 mm from "
    "the nearest edges of the paper.",
    "If not, tell the next print what you measured. Rulers of 149 mm across and 149.5 mm down, and crosses 1.5 mm too "
    "far right and 1 mm too high, are:",
)
_PRINTER_WORDS: Final = "--measured-mm 149,149.5 --offset-mm 1.5,-1"
_CAMERA: Final = (
    "Lay this page where cards will lie, the farthest corner of the mat first, and look at the camera page: it names "
    "the tags that it reads. Print stickers one size above the smallest that is read everywhere.",
    "Each tag says its size, measured with the white rim that belongs to it.",
)
_LENS: Final = (
    "The board for the lens. Glue it on something flat, and show it to the camera from all sides and leaning."
)


def calibration_pdf(page: str, letters: Letters, correction: Correction = EXACT) -> bytes:
    """Two pages: rulers, crosses and test tags from 8 to 30 mm; and the board by which the lens is measured.

    With a correction it is printed as stickers would be, so that the correction can be checked. StickerError for an
    unknown page.
    """
    size = page_size(page)
    paper = Paper("Tabletop Companion: calibration", size, correction)
    _draw_test(paper, letters)
    paper.next_page()
    _draw_board(paper, letters, LENS_BOARD)
    return paper.finished()


def _draw_test(paper: Paper, letters: Letters) -> None:
    wide, tall = paper.width_mm, paper.height_mm
    for x in (CROSS_MM, wide - CROSS_MM):
        for y in (CROSS_MM, tall - CROSS_MM):
            paper.lines(cross(x, y, 5.0), 0.15)
    left = (wide - RULER_MM) / 2
    text_left = left + _BESIDE_RULER_MM
    room = left + RULER_MM - text_left
    paper.text(letters.bold, "Calibration", wide / 2, 16, 6.0, Align.CENTRE)
    _draw_ruler(paper, letters, left, 36.0, is_down=False)
    _draw_ruler(paper, letters, left, 52.0, is_down=True)
    y = _section(paper, letters, "1  The printer", _PRINTER, text_left, 52.0, room)
    paper.text(letters.bold, _PRINTER_WORDS, text_left, y, _TEXT_MM)
    y = _section(paper, letters, "2  The camera", _CAMERA, text_left, y + 12, room) + 2
    for row in PROBE_ROWS_MM:
        gap = (room - sum(row)) / (len(row) - 1)
        x = text_left
        for side in row:
            paper.tag(probe_payload(side), x, y + row[0] - side, side)
            paper.text(letters.plain[0], f"{side} mm", x + side / 2, y + row[0] + 1, 2.6, Align.CENTRE)
            x += side + gap
        y += row[0] + 11


def _section(
    paper: Paper, letters: Letters, head: str, texts: Sequence[str], x_mm: float, y_mm: float, room_mm: float
) -> float:
    """A heading and its paragraphs; returns where the next thing would start."""
    paper.text(letters.bold, head, x_mm, y_mm, 4.0)
    y = y_mm + 7.5
    for text in texts:
        for row in rows_of(letters.plain[0], text, room_mm, _TEXT_MM):
            paper.text(letters.plain[0], row, x_mm, y, _TEXT_MM)
            y += _TEXT_MM * LINE * 1.1
        y += 1.5
    return y


def _draw_ruler(paper: Paper, letters: Letters, x_mm: float, y_mm: float, *, is_down: bool) -> None:
    lines: list[Line] = ruler(RULER_MM)
    with paper.moved(x_mm, y_mm):
        paper.lines([(y, x, v, u) if is_down else (x, y, u, v) for x, y, u, v in lines], 0.15)
        for number in range(0, RULER_MM + 1, 10):
            at = (5.0, number - 1.3) if is_down else (float(number), 4.6)
            align = Align.LEFT if is_down else Align.CENTRE
            paper.text(letters.plain[0], f"{number}", *at, 2.4, align, GREY)


def _draw_board(paper: Paper, letters: Letters, board: LensBoard) -> None:
    left, top = (paper.width_mm - board.width_mm) / 2, (paper.height_mm - board.height_mm) / 2
    if min(left, top) < 5:
        raise StickerError(
            f"The board for the lens is {board.width_mm:g} x {board.height_mm:g} mm: take a larger page."
        )
    dark = [
        ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for y in range(board.squares_y)
        for x in range(board.squares_x)
        if board.is_dark(x, y)
    ]
    # dark squares touch at their corners only, so there is no seam to be hidden
    paper.shapes(dark, left, top, board.square_mm)
    for number, at in board.markers.items():
        half = board.marker_mm / 2
        draw_marker(paper, number, left + at.x_mm - half, top + at.y_mm - half, board.marker_mm)
    paper.text(letters.plain[0], _LENS, paper.width_mm / 2, top - 9, _TEXT_MM, Align.CENTRE, GREY)
    size = f"Each square is {board.square_mm:g} mm wide: measure one after printing."
    paper.text(letters.plain[0], size, paper.width_mm / 2, top + board.height_mm + 4, _TEXT_MM, Align.CENTRE, GREY)
