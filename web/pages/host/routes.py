"""The host's page: who becomes host, and what a host does to the match."""

from __future__ import annotations

import msgspec
from flask import Response
from werkzeug.exceptions import NotFound

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader, token
from web.door.security import Guard
from web.door.wire import Outcome, answer, outcome, read
from web.pages.host.views import HostAct, HostCommand, HostPort
from web.views import Reply
from web.wording import _

_HOST = Gate(Audience.HOST)


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN."""

    pin: str


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the host."""

    act: HostAct
    reason: str = ""
    number: int | None = None
    seat: int | None = None
    pile: str = ""
    piece: str = ""
    track: str = ""
    value: str = ""

    def command(self) -> HostCommand:
        """The same as the border's type."""
        return HostCommand(
            self.act, self.reason.strip()[:200], self.number, self.seat, self.pile, self.piece, self.track, self.value
        )


def install(app: ClosedFlask, table: HostPort, guard: Guard) -> None:
    """Adds the page and what belongs to the match."""

    def page() -> str:
        return host_page("host/host.html", is_new=table.is_new_table())

    def become_host() -> Response:
        guard.pin_attempt()
        result = table.become_host(reader(), token(), read(PinBody).pin.strip()[:64])
        if isinstance(result, Reply):
            return answer(Outcome(result), 409)
        guard.sign_on(result)
        return answer(Outcome(Reply(True, _("Welcome."), 0), next="/host"))

    def view() -> Response:
        return answer(table.host_view(reader()))

    def command() -> Response:
        return outcome(table, table.host(reader(), read(CommandBody).command()))

    def replay(number: int) -> Response:
        packet = table.packet_at(reader(), number)
        if packet is None:
            raise NotFound(_("The journal has no such entry."))
        return answer(packet)

    app.add_url_rule("/host", "host", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/become-host", "api_become_host", become_host, gate=Gate(Audience.SESSION), methods=["POST"])
    app.add_url_rule("/api/host", "api_host_view", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/host", "api_host_command", command, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/replay/<int:number>", "api_replay", replay, gate=_HOST, methods=["GET"])
