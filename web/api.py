"""What the scripts ask and send. Who asks comes from the cookie's session, never from the body."""

from __future__ import annotations

import threading

from flask import Response, request
from werkzeug.exceptions import BadRequest, NotFound, TooManyRequests

from web.ports import HostCommand, Joined, Reply, TablePort
from web.registrar import Audience, ClosedFlask, Gate, reader, token
from web.security import Guard
from web.wire import AnswerBody, CommandBody, HandBody, MoveBody, Outcome, PinBody, answer, read
from web.wording import _

_SESSION = Gate(Audience.SESSION)
_SEAT = Gate(Audience.SEAT)
_HOST = Gate(Audience.HOST)
_MOST_NAMED = 40
_READ_AT_ONCE = 2  # photos: each takes a core, and up to 190 megabytes when it is large
_READING_S = 20.0
PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")


def install(app: ClosedFlask, table: TablePort, guard: Guard) -> None:
    """Adds everything under /api."""
    _who(app, table, guard)
    _seat(app, table)
    _virtual(app, table)
    _host(app, table)


def _who(app: ClosedFlask, table: TablePort, guard: Guard) -> None:
    def become_host() -> Response:
        guard.pin_attempt()
        return signed_on(table.become_host(reader(), token(), read(PinBody).pin.strip()[:64]), "/host")

    def signed_on(result: Joined | Reply, place: str) -> Response:
        if isinstance(result, Reply):
            return answer(Outcome(result), 409)
        guard.sign_on(result)
        return answer(Outcome(Reply(True, _("Welcome."), 0), next=place))

    app.add_url_rule("/api/become-host", "api_become_host", become_host, gate=_SESSION, methods=["POST"])


def _seat(app: ClosedFlask, table: TablePort) -> None:
    reading = threading.BoundedSemaphore(_READ_AT_ONCE)

    def packet() -> Response:
        return answer(table.packet(reader()))

    def tap() -> Response:
        body = read(AnswerBody)
        if not 8 <= len(body.request) <= 64:
            raise BadRequest(_("The request has no proper number; please reload the page."))
        return outcome(table, table.answer(reader(), body.key, body.version, body.request))

    def hand_photo() -> Response:
        picture = request.get_data(cache=False)
        if not picture.startswith(PICTURES):
            raise BadRequest(_("That is not a picture that can be read; please send a JPEG, PNG or WebP photo."))
        if not reading.acquire(timeout=_READING_S):
            raise TooManyRequests(_("Others are showing their hands just now; please send your photo again."))
        try:
            return outcome(table, table.hand_photo(reader(), picture))
        finally:
            reading.release()

    def hand() -> Response:
        pieces = read(HandBody).pieces
        if not 0 < len(pieces) <= _MOST_NAMED:
            raise BadRequest(_("Name at least one of the pieces that you hold."))
        return outcome(table, table.name_hand(reader(), tuple(pieces)))

    app.add_url_rule("/api/hand", "api_hand", hand, gate=_SEAT, methods=["POST"])
    app.add_url_rule("/api/packet", "api_packet", packet, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/answer", "api_answer", tap, gate=_SEAT, methods=["POST"])
    gate = Gate(Audience.SEAT, photo=True)
    app.add_url_rule("/api/hand-photo", "api_hand_photo", hand_photo, gate=gate, methods=["POST"])


def _virtual(app: ClosedFlask, table: TablePort) -> None:
    def scene() -> Response:
        found = table.virtual_scene(reader())
        if found is None:
            return Response(status=204)  # this match is played on a real table
        return answer(found)

    def move() -> Response:
        return outcome(table, table.virtual_move(reader(), read(MoveBody).move()))

    app.add_url_rule("/api/virtual", "api_virtual_scene", scene, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/virtual", "api_virtual_move", move, gate=_SESSION, methods=["POST"])


def _host(app: ClosedFlask, table: TablePort) -> None:
    def view() -> Response:
        return answer(table.host_view(reader()))

    def command() -> Response:
        wish: HostCommand = read(CommandBody).command()
        return outcome(table, table.host(reader(), wish))

    def replay(number: int) -> Response:
        packet = table.packet_at(reader(), number)
        if packet is None:
            raise NotFound(_("The journal has no such entry."))
        return answer(packet)

    app.add_url_rule("/api/host", "api_host_view", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/host", "api_host_command", command, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/replay/<int:number>", "api_replay", replay, gate=_HOST, methods=["GET"])


def outcome(table: TablePort, reply: Reply) -> Response:
    """The reply with the reader's packet of now; 409 when it was refused."""
    return answer(Outcome(reply, table.packet(reader())), 200 if reply.ok else 409)
