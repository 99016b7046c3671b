"""What only the table screen shows beside the packet."""

from __future__ import annotations

import io

import segno
from flask import Response
from werkzeug.exceptions import NotFound

from web.ports import TablePort
from web.registrar import Audience, ClosedFlask, Gate, reader


def install(app: ClosedFlask, table: TablePort) -> None:
    """Adds the QR code of the Wi-Fi, which is there while the host shows it."""

    def wifi() -> Response:
        join = table.packet(reader()).join
        if join is None or not join.wifi:
            raise NotFound
        out = io.BytesIO()
        segno.make(join.wifi, error="m").save(out, kind="svg", scale=8, border=2, dark="#16201f", light="#fffdf6")
        return Response(out.getvalue(), mimetype="image/svg+xml")

    app.add_url_rule("/wifi-code.svg", "wifi_code", wifi, gate=Gate(Audience.SESSION), methods=["GET"])
