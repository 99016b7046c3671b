"""The author's panel: its page, what it asks and sends, and the one address that opens it."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, redirect, request
from werkzeug.exceptions import Conflict, Forbidden

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.security import Guard
from web.door.wire import CommandResult, answer, read
from web.pages.workbench.views import BenchCommand, BenchPort
from web.views import Joined, Role
from web.wording import _, language

_AUTHOR = Gate(Audience.HOST)


def install(app: ClosedFlask, table: BenchPort, key: str, enter: Callable[[str], Joined | None], guard: Guard) -> None:
    """Adds the panel. `key` is what the terminal shows; `enter` gives the author's session for it, and for no other."""

    def author(tried: str) -> Joined:
        joined = enter(tried)
        if joined is None:
            guard.pin_attempt()
            raise _closed()
        return joined

    def sign_on(tried: str) -> Response:
        guard.sign_on(author(tried))
        return _to("/dev")

    def page() -> str:
        if reader().role is not Role.HOST:
            raise _closed()
        return session_page("workbench/workbench.html", key=key)

    def view() -> Response:
        if request.args.get("mark") == table.bench_mark():
            return Response(status=204)
        at = request.args.get("at", "")
        known = table.bench_view(language(), int(at) if at.isdecimal() and len(at) < 10 else None)
        return Response(status=204) if known is None else answer(known)

    def act() -> Response:
        reply = table.bench_act(read(BenchCommand))
        return answer(CommandResult(reply), 200 if reply.ok else 409)

    def sit(tried: str, seat: int) -> Response:  # by the key: another browser sits there than the one with the panel
        author(tried)
        link = table.seat_link(seat)
        if not link:
            raise Conflict(_("The table is restarting; please try again."))
        return _to(link)

    app.add_url_rule("/dev/<tried>", "dev_enter", sign_on, gate=Gate(Audience.OPEN, page=True), methods=["GET"])
    app.add_url_rule("/dev", "dev", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/dev/<tried>/<int:seat>", "dev_sit", sit, gate=Gate(Audience.OPEN, page=True), methods=["GET"])
    app.add_url_rule("/api/dev", "api_dev", view, gate=_AUTHOR, methods=["GET"])
    app.add_url_rule("/api/dev", "api_dev_act", act, gate=_AUTHOR, methods=["POST"])


def _closed() -> Forbidden:
    return Forbidden(_("This page is for the author of the game; please open the address that the terminal shows."))


def _to(place: str) -> Response:
    response = redirect(place, 303)
    if not isinstance(response, Response):
        raise TypeError("a redirect is a Flask response")
    return response
