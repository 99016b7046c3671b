"""The files that a host prints, and how much of them there is."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from flask import Response, request
from werkzeug.exceptions import NotFound

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, saved, told
from web.pages.prints.views import LARGEST_MM, SMALLEST_MM, USUAL_MM, PrintPart, PrintsPort, PrintWish

_HOST = Gate(Audience.HOST)
_MOST_CHOSEN = 200
T = TypeVar("T")


class SizeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How wide the stickers of the next copy are to be, in millimetres."""

    size_mm: Annotated[float, msgspec.Meta(ge=SMALLEST_MM, le=LARGEST_MM)] = USUAL_MM


def install(app: ClosedFlask, prints: PrintsPort) -> None:
    """Adds them."""

    def view() -> Response:
        return answer(_there(prints.prints_view(reader(), _wish())))

    def copy() -> Response:
        wish = PrintWish(size_mm=read(SizeBody).size_mm)
        return told(prints.prints_copy(reader(), wish))

    def pdf(part: str) -> Response:
        if part not in {one.value for one in PrintPart}:
            raise NotFound
        number = request.args.get("copy", "0")[:9]
        found = prints.prints_pdf(reader(), PrintPart(part), int(number) if number.isdecimal() else 0, _wish())
        return saved(_there(found), f"{part}.pdf", "application/pdf")

    app.add_url_rule("/api/prints", "api_prints", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/prints", "api_prints_copy", copy, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/prints/<part>.pdf", "api_prints_pdf", pdf, gate=_HOST, methods=["GET"])


def _wish() -> PrintWish:
    """What the address asks for."""
    size_mm = request.args.get("size", "")[:2]
    is_size = size_mm.isdecimal() and SMALLEST_MM <= int(size_mm) <= LARGEST_MM
    only = tuple(title[:200] for title in request.args.getlist("only")[:_MOST_CHOSEN])
    return PrintWish(
        paper=request.args.get("paper", "a4")[:40], size_mm=float(size_mm) if is_size else USUAL_MM, only=only
    )


def _there(found: T | None) -> T:
    if found is None:
        raise NotFound
    return found
