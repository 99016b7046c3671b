"""The page on which a host sets the camera up, and what its script asks and sends."""

from __future__ import annotations

import msgspec
from flask import Response

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, told
from web.pages.camera.views import CameraAct, CameraPort

_HOST = Gate(Audience.HOST)


class CameraBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act on the page."""

    act: CameraAct


def install(app: ClosedFlask, table: CameraPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return host_page("camera/camera.html")

    def view() -> Response:
        return answer(table.camera_view(reader()))

    def picture() -> Response:
        data = table.camera_picture(reader())
        return Response(status=204) if data is None else Response(data, mimetype="image/jpeg")

    def act() -> Response:
        reply = table.camera_act(reader(), read(CameraBody).act)
        return told(reply, view=table.camera_view(reader()))

    app.add_url_rule("/host/camera", "setup", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/setup", "api_setup", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/setup", "api_setup_act", act, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/setup/picture.jpg", "api_setup_picture", picture, gate=_HOST, methods=["GET"])
