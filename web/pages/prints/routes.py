"""The files that a host prints, and how much of them there is."""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import NotFound

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, saved, told
from web.pages.prints.views import PrintPart, PrintsPort

_HOST = Gate(Audience.HOST)


def install(app: ClosedFlask, prints: PrintsPort) -> None:
    """Adds them."""

    def view() -> Response:
        return answer(prints.prints_view(reader()))

    def copy() -> Response:
        return told(prints.prints_copy(reader()), view=prints.prints_view(reader()))

    def pdf(part: str) -> Response:
        if part not in {one.value for one in PrintPart}:
            raise NotFound
        number = request.args.get("copy", "0")[:9]
        found = prints.prints_pdf(reader(), PrintPart(part), int(number) if number.isdecimal() else 0)
        if found is None:
            raise NotFound
        return saved(found, f"{part}.pdf", "application/pdf")

    app.add_url_rule("/api/prints", "api_prints", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/prints", "api_prints_copy", copy, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/prints/<part>.pdf", "api_prints_pdf", pdf, gate=_HOST, methods=["GET"])
