"""What tables send to a venue: calls of a program with a credential that no browser sends by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Final

from flask import Response, request
from werkzeug.exceptions import BadRequest, TooManyRequests, Unauthorized, UnprocessableEntity

from web.door.limits import Bucket
from web.door.registrar import Audience, ClosedFlask, Gate
from web.door.security import Guard
from web.door.wire import answer
from web.pages.venue.views import NotTaken, VenuePort

_CALL: Final = Gate(Audience.OPEN, program=True)
_BURST, _REFILL_S = 120, 0.2  # of one table: a long queue of results, then five a second
_SCHEME: Final = "Bearer "


def install(app: ClosedFlask, venue: VenuePort, guard: Guard) -> None:
    """Adds what tables call."""
    allowed = Bucket(_BURST, _REFILL_S, time.monotonic)

    def told(take: Callable[[int, bytes], Response]) -> Callable[[], Response]:
        @wraps(take)
        def call() -> Response:
            table = venue.table_of(_credential())
            if table is None:
                guard.join_attempt(guess=True)
                raise Unauthorized
            if allowed.take(str(table)) > 0.0:
                raise TooManyRequests
            return take(table, _body())

        return call

    def pair() -> Response:
        guard.join_attempt(guess=True)
        found = venue.pair(_body(), _credential())
        if found is None:
            raise UnprocessableEntity  # told apart from an address that is none of a venue's
        return answer({"token": found[0], "venue": found[1]})

    @told
    def status(table: int, body: bytes) -> Response:
        told = venue.hear(table, body)
        if told is None:
            raise BadRequest
        return answer(told)

    @told
    def result(table: int, body: bytes) -> Response:
        taken = venue.take(table, body)
        if isinstance(taken, NotTaken):
            raise BadRequest if taken is NotTaken.UNREADABLE else UnprocessableEntity
        return answer({"revision": taken.revision}, 200 if taken.is_this else 409)

    app.add_url_rule("/api/v1/pair", "v1_pair", pair, gate=_CALL, methods=["POST"])
    app.add_url_rule("/api/v1/status", "v1_status", status, gate=_CALL, methods=["POST"])
    app.add_url_rule("/api/v1/results", "v1_results", result, gate=_CALL, methods=["POST"])


def _credential() -> str:
    sent = request.headers.get("Authorization", "")
    return sent[len(_SCHEME) :].strip()[:200] if sent.startswith(_SCHEME) else ""


def _body() -> bytes:
    if request.mimetype != "application/json":  # which no page of another site can send without being asked first
        raise BadRequest
    return request.get_data(cache=False)
