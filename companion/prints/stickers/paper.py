"""Drawing on pages in millimetres from the top left corner, y downwards, as the rest of the program counts."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.prints.stickers.fonts import PrintFont
from companion.prints.stickers.label import Align
from companion.prints.stickers.outline import Corner, tag_outlines

CROSS_MM: Final = 20.0
"""The crosses of the calibration page are so far from the paper's edges; corrections are measured there."""

INK: Final = 0.0  # shares of white: black alone, since a printer makes small letters of any other colour from dots
GREY: Final = 0.42
_BASE: Final = 0.97  # of a line's letters: from its top to its base


@dataclass(frozen=True)
class Correction:
    """How far a printer is off: crosses come out `right_mm` too far right and `down_mm` too far down, and what should
    be 1 long comes out `scale_x` wide and `scale_y` high."""

    right_mm: float = 0.0
    down_mm: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0


EXACT: Final = Correction()


class Paper:
    """A document that is being drawn, page by page."""

    def __init__(self, title: str, size_mm: tuple[float, float], correction: Correction = EXACT) -> None:
        self._stream = io.BytesIO()
        # invariant: the same drawing gives the same bytes, and the file does not tell when it was made
        self._canvas: Any = Canvas(self._stream, pagesize=(1, 1), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Tabletop Companion")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._correction = correction
        self.pages = 0
        self._begin(size_mm)

    def _begin(self, size_mm: tuple[float, float]) -> None:
        self.width_mm, self.height_mm = size_mm
        self.pages += 1
        self._canvas.setPageSize((self.width_mm * mm, self.height_mm * mm))
        off = self._correction
        # millimetres downwards from the top left corner, then the printer's fault undone around the cross
        self._canvas.transform(mm, 0, 0, -mm, 0, self.height_mm * mm)
        self._canvas.translate(CROSS_MM - off.right_mm / off.scale_x, CROSS_MM - off.down_mm / off.scale_y)
        self._canvas.scale(1 / off.scale_x, 1 / off.scale_y)
        self._canvas.translate(-CROSS_MM, -CROSS_MM)

    def next_page(self, size_mm: tuple[float, float] | None = None) -> None:
        """Ends the page and begins another one, of the same size if none is given."""
        self._canvas.showPage()
        self._begin((self.width_mm, self.height_mm) if size_mm is None else size_mm)

    def finished(self) -> bytes:
        """The whole document as PDF. Nothing can be drawn afterwards."""
        self._canvas.showPage()
        self._canvas.save()
        return self._stream.getvalue()

    @contextmanager
    def moved(self, x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Iterator[None]:
        """Inside, places count from (x, y), and everything is turned clockwise about it."""
        self._canvas.saveState()
        self._canvas.translate(x_mm, y_mm)
        self._canvas.rotate(angle_deg)  # the page's y points down, so this way round is clockwise
        yield
        self._canvas.restoreState()

    @contextmanager
    def clipped(self, x_mm: float, y_mm: float, w_mm: float, h_mm: float) -> Iterator[None]:
        """Inside, nothing outside of this rectangle is drawn."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(x_mm, y_mm, w_mm, h_mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def tag(self, payload: str, x_mm: float, y_mm: float, side_mm: float) -> None:
        """A tag with its quiet zone, its top left corner there."""
        modules, shapes = tag_outlines(payload)
        self.shapes(shapes, x_mm, y_mm, side_mm / modules)

    def shapes(self, shapes: Sequence[Sequence[Corner]], x_mm: float, y_mm: float, unit_mm: float) -> None:
        """Outlines in units of `unit_mm`, filled with full black (the even-odd rule) as one path."""
        path = self._canvas.beginPath()
        for shape in shapes:
            (x, y), *rest = shape
            path.moveTo(x_mm + x * unit_mm, y_mm + y * unit_mm)
            for x, y in rest:
                path.lineTo(x_mm + x * unit_mm, y_mm + y * unit_mm)
            path.close()
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=0)

    def lines(
        self,
        lines: Sequence[tuple[float, float, float, float]],
        width_mm: float = 0.15,
        ink: float = INK,
    ) -> None:
        """Straight lines, each x1, y1, x2, y2."""
        self._canvas.setLineWidth(width_mm)
        self._canvas.setStrokeGray(ink)
        self._canvas.lines(lines)

    def ring(self, x_mm: float, y_mm: float, reach_mm: float, width_mm: float, ink: float = GREY) -> None:
        """A circle around a place, in a line of that width."""
        self._canvas.setLineWidth(width_mm)
        self._canvas.setStrokeGray(ink)
        self._canvas.circle(x_mm, y_mm, reach_mm, stroke=1, fill=0)

    def frame(self, x_mm: float, y_mm: float, w_mm: float, h_mm: float, dash: Sequence[float] = ()) -> None:
        """A rectangle with rounded corners, dashed if dashes are given."""
        self._canvas.saveState()
        self._canvas.setLineWidth(0.4)
        self._canvas.setStrokeGray(GREY)
        if dash:
            self._canvas.setDash(list(dash))
        self._canvas.roundRect(x_mm, y_mm, w_mm, h_mm, min(4.0, w_mm / 4, h_mm / 4))
        self._canvas.restoreState()

    def text(
        self,
        face: PrintFont,
        text: str,
        x_mm: float,
        y_mm: float,
        size_mm: float,
        align: Align = Align.LEFT,
        ink: float = INK,
    ) -> None:
        """One line whose letters' top is at y; x is its left end, or its middle when it is centred."""
        left = x_mm - (face.width(text, size_mm) / 2 if align is Align.CENTRE else 0.0)
        self._canvas.saveState()
        self._canvas.translate(left, y_mm + size_mm * _BASE)
        self._canvas.scale(1, -1)
        self._canvas.setFont(face.name, size_mm)
        self._canvas.setFillGray(ink)
        self._canvas.drawString(0, 0, text)
        self._canvas.restoreState()
