"""The virtual table: its page, what lies on it, and the hands that move it."""

from __future__ import annotations

import math

import msgspec
from flask import Response
from werkzeug.exceptions import BadRequest

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, outcome, read
from web.pages.virtual.views import VirtualAct, VirtualMove, VirtualPort
from web.wording import _

_SESSION = Gate(Audience.SESSION)


class MoveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act on the virtual table."""

    act: VirtualAct
    handle: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    face_up: bool = True

    def move(self) -> VirtualMove:
        """The same as the border's type. Raises `BadRequest` when a number is not finite."""
        if not all(math.isfinite(value) for value in (self.x_mm, self.y_mm, self.angle_deg)):
            raise BadRequest(_("A place on the table has to be an ordinary number."))
        return VirtualMove(
            self.act, handle=self.handle, x_mm=self.x_mm, y_mm=self.y_mm, angle_deg=self.angle_deg, face_up=self.face_up
        )


def install(app: ClosedFlask, table: VirtualPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return session_page("virtual/virtual.html", seated=reader().seat is not None)

    def scene() -> Response:
        found = table.virtual_scene(reader())
        if found is None:
            return Response(status=204)  # this match is played on a real table
        return answer(found)

    def move() -> Response:
        return outcome(table, table.virtual_move(reader(), read(MoveBody).move()))

    app.add_url_rule("/virtual", "virtual", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/virtual", "api_virtual_scene", scene, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/virtual", "api_virtual_move", move, gate=_SESSION, methods=["POST"])
