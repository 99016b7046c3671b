"""The host's page, and what a host does to the match."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, outcome, read
from web.pages.host.views import HostCommand, HostPort
from web.views import Packets
from web.wording import _

_HOST = Gate(Audience.HOST)
_REASON_LENGTH = 200


def install(app: ClosedFlask, host: HostPort, table: Packets, is_new: Callable[[], bool]) -> None:
    """Adds the page and what belongs to the match. `is_new`: nobody has set the table up yet."""

    def page() -> str:
        return host_page("host/host.html", is_new=is_new())

    def view() -> Response:
        return answer(host.host_view(reader()))

    def command() -> Response:
        said = read(HostCommand)
        return outcome(table, host.host(reader(), replace(said, reason=said.reason.strip()[:_REASON_LENGTH])))

    def replay(number: int) -> Response:
        packet = host.packet_at(reader(), number)
        if packet is None:
            raise NotFound(_("The journal has no such entry."))
        return answer(packet)

    app.add_url_rule("/host", "host", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/host", "api_host_view", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/host", "api_host_command", command, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/replay/<int:number>", "api_replay", replay, gate=_HOST, methods=["GET"])
