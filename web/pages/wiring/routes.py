"""The host's pages about what hangs on the pins: the wiring, to be printed, and the test of every part."""

from __future__ import annotations

import msgspec
from flask import Response

from web.door.page import host_page, session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, told
from web.pages.wiring.views import ButtonsAct, WiringPort
from web.views import Role

_HOST = Gate(Audience.HOST)
_PAGE = Gate(Audience.SESSION, page=True)
_KEY_LENGTH = 60


class ButtonsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the test; `part` is the light that it is about."""

    act: ButtonsAct
    part: str = ""


def install(app: ClosedFlask, table: WiringPort) -> None:
    """Adds both pages and what belongs to them."""

    def wiring() -> str:
        if reader().role is not Role.HOST:
            return host_page("wiring/wiring.html")  # which asks for the PIN
        return session_page("wiring/wiring.html", view=table.wiring_view(reader()))

    def picture() -> Response:
        return Response(table.wiring_picture(reader()), mimetype="image/svg+xml")

    def buttons() -> str:
        return host_page("wiring/wiring_test.html")

    def view() -> Response:
        return answer(table.buttons_view(reader()))

    def act() -> Response:
        body = read(ButtonsBody)
        reply = table.buttons_act(reader(), body.act, body.part[:_KEY_LENGTH])
        return told(reply, view=table.buttons_view(reader()))

    app.add_url_rule("/host/wiring", "wiring", wiring, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/host/wiring.svg", "wiring_picture", picture, gate=_HOST, methods=["GET"])
    app.add_url_rule("/host/buttons", "buttons", buttons, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/api/buttons", "api_buttons", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/buttons", "api_buttons_act", act, gate=_HOST, methods=["POST"])
