"""The page on which a host sets the camera up, and what its script asks and sends."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from flask import Response

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read
from web.pages.camera.views import CameraAct, CameraPort, CameraView
from web.views import Reply

_HOST = Gate(Audience.HOST)


class CameraBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act on the page."""

    act: CameraAct


@dataclass(frozen=True)
class CameraOutcome:
    """What an act gives back: the reply and the page of now."""

    reply: Reply
    view: CameraView


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
        return answer(CameraOutcome(reply, table.camera_view(reader())), 200 if reply.ok else 409)

    app.add_url_rule("/host/camera", "setup", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/setup", "api_setup", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/setup", "api_setup_act", act, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/setup/picture.jpg", "api_setup_picture", picture, gate=_HOST, methods=["GET"])
