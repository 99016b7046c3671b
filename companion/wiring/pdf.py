"""The wiring diagram as PDF: the drawing on one page, the table on the next."""

from __future__ import annotations

import io
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfgen.canvas import Canvas

from companion.prints.stickers.fonts import Letters, load_letters
from companion.wiring.picture import table_picture, wiring_picture
from companion.wiring.wiring import Wiring
from rules.drawing import PAPER, Anchor, Disc, Patch, Picture, Place, Shape, Stroke, Text

_MARGIN_PT: Final = 28.0
_HALO: Final = 3.0


def wiring_pdf(wiring: Wiring) -> bytes:
    """Two pages, A4 sideways: what the table is wired like, and what to connect. The same wiring gives the same
    bytes."""
    letters, stream = load_letters(), io.BytesIO()
    canvas: Any = Canvas(stream, pagesize=landscape(A4), invariant=1, pageCompression=1)
    canvas.setAuthor("Tabletop Companion")
    pictures = (wiring_picture(wiring, table=False), table_picture(wiring))
    canvas.setTitle(pictures[0].title)
    for picture in pictures:
        _page(canvas, picture, letters)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _page(canvas: Any, picture: Picture, letters: Letters) -> None:
    """The picture as large as it fits, at the top of the page."""
    wide, tall = landscape(A4)
    scale = min((wide - 2 * _MARGIN_PT) / picture.width, (tall - 2 * _MARGIN_PT) / picture.height)
    canvas.translate((wide - picture.width * scale) / 2, tall - _MARGIN_PT)
    canvas.scale(scale, -scale)  # y counts downwards, as in the picture
    canvas.setLineJoin(1)
    for shape in picture.shapes:
        _draw(canvas, shape, letters)


def _draw(canvas: Any, shape: Shape, letters: Letters) -> None:
    match shape:
        case Stroke():
            if shape.halo:
                _along(canvas, shape.places, PAPER, shape.width + 2 * _HALO, ())
            _along(canvas, shape.places, shape.colour, shape.width, shape.dash)
        case Patch():
            _set(canvas, shape.fill, shape.stroke, shape.width)
            path = canvas.beginPath()
            path.moveTo(*shape.places[0])
            for place in shape.places[1:]:
                path.lineTo(*place)
            path.close()
            canvas.drawPath(path, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)))
        case Disc():
            _set(canvas, shape.fill, shape.stroke, shape.width)
            canvas.circle(*shape.at, shape.reach, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)))
        case Text():
            _write(canvas, shape, letters)


def _along(canvas: Any, places: tuple[Place, ...], colour: str, width: float, dash: tuple[float, ...]) -> None:
    _set(canvas, "", colour, width)
    canvas.setDash(list(dash))
    path = canvas.beginPath()
    path.moveTo(*places[0])
    for place in places[1:]:
        path.lineTo(*place)
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.setDash([])


def _set(canvas: Any, fill: str, stroke: str, width: float) -> None:
    canvas.setLineWidth(width)
    if fill:
        canvas.setFillColor(HexColor(fill))
    if stroke:
        canvas.setStrokeColor(HexColor(stroke))


def _write(canvas: Any, shape: Text, letters: Letters) -> None:
    text = shape.text
    if letters.face_for(text) is None:  # a sign that no font here has is left out rather than printed as a box
        text = "".join(letter for letter in text if letters.face_for(letter) is not None).strip()
    face = letters.bold if shape.bold and letters.bold.has(text) else letters.face_for(text) or letters.plain[0]
    away = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[shape.anchor] * face.width(text, shape.size)
    canvas.saveState()
    canvas.translate(shape.at[0] - away, shape.at[1])
    canvas.scale(1, -1)
    canvas.setFillColor(HexColor(shape.colour))
    canvas.setFont(face.name, shape.size)
    canvas.drawString(0, 0, text)
    canvas.restoreState()
