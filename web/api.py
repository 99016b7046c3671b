"""What the scripts ask and send. Who asks comes from the cookie's session, never from the body."""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import BadRequest, NotFound

from web.ports import Feed, HostCommand, Joined, Reply, TablePort, TooManyStreams
from web.registrar import Audience, ClosedFlask, Gate, reader, token
from web.security import Guard
from web.settings import WebSettings
from web.stream import StreamBook, frames
from web.wire import AnswerBody, CommandBody, HandBody, JoinBody, MoveBody, Outcome, PinBody, Sentence, answer, read

_SESSION = Gate(Audience.SESSION)
_SEAT = Gate(Audience.SEAT)
_HOST = Gate(Audience.HOST)
_NAME_LENGTH = 24
_MOST_NAMED = 40
PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")


def install(app: ClosedFlask, table: TablePort, guard: Guard, streams: StreamBook, settings: WebSettings) -> None:
    """Adds everything under /api and the stream."""
    _who(app, table, guard)
    _seat(app, table)
    _virtual(app, table)
    _host(app, table)
    _stream(app, table, streams, settings)


def _who(app: ClosedFlask, table: TablePort, guard: Guard) -> None:
    def join() -> Response:
        guard.join_attempt()
        body = read(JoinBody)
        name = " ".join("".join(c for c in body.name if c.isprintable()).split())
        if not 1 <= len(name) <= _NAME_LENGTH:
            raise BadRequest(f"Please give a name of 1 to {_NAME_LENGTH} letters.")
        return signed_on(table.join(token(), body.code.strip()[:40], name, body.seat), "/seat")

    def become_host() -> Response:
        guard.pin_attempt()
        return signed_on(table.become_host(token(), read(PinBody).pin.strip()[:64]), "/host")

    def leave() -> Response:
        table.leave(token())
        guard.sign_on(table.open_session())
        return answer(Outcome(Reply(True, "You have left the table.", 0), next="/"))

    def signed_on(result: Joined | Reply, place: str) -> Response:
        if isinstance(result, Reply):
            return answer(Outcome(result), 409)
        guard.sign_on(result)
        return answer(Outcome(Reply(True, "Welcome.", 0), next=place))

    app.add_url_rule("/api/join", "api_join", join, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/become-host", "api_become_host", become_host, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/leave", "api_leave", leave, gate=_SESSION, methods=["POST"])


def _seat(app: ClosedFlask, table: TablePort) -> None:
    def packet() -> Response:
        return answer(table.packet(reader()))

    def tap() -> Response:
        body = read(AnswerBody)
        if not 8 <= len(body.request) <= 64:
            raise BadRequest("The request has no proper number; please reload the page.")
        return outcome(table, table.answer(reader(), body.key, body.version, body.request))

    def hand_photo() -> Response:
        picture = request.get_data(cache=False)
        if not picture.startswith(PICTURES):
            raise BadRequest("That is not a picture that can be read; please send a JPEG, PNG or WebP photo.")
        return outcome(table, table.hand_photo(reader(), picture))

    def hand() -> Response:
        pieces = read(HandBody).pieces
        if not 0 < len(pieces) <= _MOST_NAMED:
            raise BadRequest("Name at least one of the pieces that you hold.")
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
            raise NotFound("The journal has no such entry.")
        return answer(packet)

    app.add_url_rule("/api/host", "api_host_view", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/host", "api_host_command", command, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/replay/<int:number>", "api_replay", replay, gate=_HOST, methods=["GET"])


def _stream(app: ClosedFlask, table: TablePort, streams: StreamBook, settings: WebSettings) -> None:
    def events() -> Response:
        session = reader()

        def opener() -> Feed:
            return table.feed(session)

        try:
            ticket, feed = streams.admit(opener, request.environ.get("waitress.client_disconnected", _never))
        except TooManyStreams:
            full = answer(Sentence("All places for live pages are taken; close a page that nobody uses."), 503)
            full.headers["Retry-After"] = "5"
            return full
        body = frames(feed, settings.heartbeat_s, lambda: streams.release(ticket))
        response = Response(body, mimetype="text/event-stream")
        # A generator that was never begun runs no `finally`; the response's own close always does.
        response.call_on_close(lambda: streams.release(ticket))
        response.headers["X-Accel-Buffering"] = "no"
        return response

    app.add_url_rule("/events", "events", events, gate=_SESSION, methods=["GET"])


def outcome(table: TablePort, reply: Reply) -> Response:
    """The reply with the reader's packet of now; 409 when it was refused."""
    return answer(Outcome(reply, table.packet(reader())), 200 if reply.ok else 409)


def _never() -> bool:
    return False
