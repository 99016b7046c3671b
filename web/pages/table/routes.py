"""The table screen, and the pictures on it."""

from __future__ import annotations

import io

import segno
from flask import Response
from werkzeug.exceptions import NotFound

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.pages.table.views import ScreenPort

_SESSION = Gate(Audience.SESSION)


def install(app: ClosedFlask, table: ScreenPort) -> None:
    """Adds the page, the picture of the table, and the QR codes that lead to the table and into its Wi-Fi."""

    def page() -> str:
        return session_page("table/table.html", virtual=table.virtual_scene(reader()) is not None)

    def camera() -> Response:
        picture = table.camera_jpeg()
        if picture is None:
            return Response(status=204)  # not an error: a table without a camera is an ordinary table
        return Response(picture, mimetype="image/jpeg")

    def join_code() -> Response:
        url = table.packet(reader()).join_url
        if not url:
            raise NotFound("There is no address to join at now.")
        return _code(url)

    def wifi() -> Response:
        join = table.packet(reader()).join
        if join is None or not join.wifi:  # it is there while the host shows it
            raise NotFound
        return _code(join.wifi)

    app.add_url_rule("/table", "table", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/camera.jpg", "camera", camera, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/join-code.svg", "join_code", join_code, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/wifi-code.svg", "wifi_code", wifi, gate=_SESSION, methods=["GET"])


def _code(text: str) -> Response:
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=8, border=2, dark="#16201f", light="#fffdf6")
    return Response(out.getvalue(), mimetype="image/svg+xml")
