"""The virtual table: its page, what lies on it, and the hands that move it."""

from __future__ import annotations

import math

from flask import Response
from werkzeug.exceptions import BadRequest

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.security import check_shown
from web.door.wire import answer, outcome, read
from web.pages.virtual.views import VirtualMove, VirtualPort
from web.wording import _

_SESSION = Gate(Audience.SESSION)


def install(app: ClosedFlask, table: VirtualPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return session_page("virtual/virtual.html", seated=reader().seat is not None)

    def scene() -> Response:
        check_shown(reader(), is_needed=True)  # a page with one hand open must never be given another one's
        found = table.virtual_scene(reader())
        if found is None:
            return Response(status=204)  # this match is played on a real table
        return answer(found)

    def move() -> Response:
        said = read(VirtualMove)
        if not all(math.isfinite(value) for value in (said.x_mm, said.y_mm, said.angle_deg)):
            raise BadRequest(_("A place on the table must be an ordinary number."))
        return outcome(table, table.virtual_move(reader(), said))

    app.add_url_rule("/virtual", "virtual", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/virtual", "api_virtual_scene", scene, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/virtual", "api_virtual_move", move, gate=_SESSION, methods=["POST"])
