"""The doctor's page, and what its script asks and sends. Only the host sees what is said of the machine."""

from __future__ import annotations

import msgspec
from flask import Response

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read
from web.pages.doctor.views import DoctorPort

_HOST = Gate(Audience.HOST)


class LookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to look anew; there is nothing to choose."""


def install(app: ClosedFlask, table: DoctorPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return host_page("doctor/doctor.html")

    def view() -> Response:
        return answer(table.doctor_view(reader()))

    def look() -> Response:
        read(LookBody)
        return answer(table.doctor_look(reader()))

    app.add_url_rule("/host/doctor", "doctor", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/doctor", "api_doctor", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/doctor", "api_doctor_look", look, gate=_HOST, methods=["POST"])
