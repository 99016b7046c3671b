"""What every request passes before its view, and every answer before it leaves."""

from __future__ import annotations

import math
import secrets
import time
from urllib.parse import urlsplit

from flask import Response, g, redirect, request
from werkzeug.exceptions import Forbidden, TooManyRequests

from web.hosts import HostNames
from web.limits import Bucket
from web.ports import Joined, Session, TablePort
from web.registrar import Audience, ClosedFlask, Gate
from web.settings import WebSettings

CSRF_HEADER = "X-CSRF-Token"

_CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_TOO_FAST = "That was too many attempts; please wait {wait} seconds and try again."


class Guard:
    """Session, Host, Origin, CSRF token, audience and size: in this order, before any view sees the request."""

    def __init__(self, app: ClosedFlask, table: TablePort, settings: WebSettings) -> None:
        self._app = app
        self._table = table
        self._settings = settings
        self._names = HostNames(settings.extra_hosts)
        self._posts = Bucket(settings.post_burst, settings.post_refill_s, time.monotonic)
        self._joins = Bucket(settings.join_attempts, settings.join_refill_s, time.monotonic)
        self._pins = Bucket(settings.pin_attempts, settings.pin_refill_s, time.monotonic)
        app.before_request(self._before)
        app.after_request(self._after)

    def join_attempt(self) -> None:
        """Counts an attempt to join. Raises `TooManyRequests`."""
        _spend(self._joins)

    def pin_attempt(self) -> None:
        """Counts an attempt to become host. Raises `TooManyRequests`."""
        _spend(self._pins)

    def sign_on(self, joined: Joined) -> None:
        """From the answer to this request on, the browser is `joined`."""
        g.session, g.token, g.new_token = joined.session, joined.token, joined.token

    def _before(self) -> Response | None:
        g.session, g.token, g.new_token = None, "", ""
        if not self._names.allows(request.host):
            raise Forbidden("This address is not one of this machine's names; use the one on the table screen.")
        if request.routing_exception is not None:
            return None  # Flask raises it after this: not found, or a method that is not allowed
        gate = self._app.gate_of(request.endpoint)
        g.token = request.cookies.get(self._settings.cookie_name, "")[:200]
        g.session = self._table.session(g.token) if g.token else None
        if request.method == "POST":
            self._check_post(g.session, gate)
        elif gate.page and g.session is None:
            self.sign_on(self._table.open_session())
        if gate.audience.admits(g.session):
            return None
        if gate.page and gate.lead_to:
            return _lead(gate.lead_to)
        raise Forbidden(_closed(gate.audience))

    def _check_post(self, session: Session | None, gate: Gate) -> None:
        photo = self._settings.max_photo_bytes
        request.max_content_length = photo if gate.photo else self._settings.max_body_bytes
        origin = request.headers.get("Origin", "")
        if origin and urlsplit(origin).netloc.lower() != request.host.lower():
            raise Forbidden("This request came from another site and was refused.")
        sent = request.headers.get(CSRF_HEADER, "")
        if session is None or not session.csrf or not secrets.compare_digest(sent.encode(), session.csrf.encode()):
            raise Forbidden("This page is out of date or this device is not signed on; please reload the page.")
        _spend(self._posts)

    def _after(self, response: Response) -> Response:
        headers = response.headers
        headers["Content-Security-Policy"] = _CSP
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Frame-Options"] = "DENY"
        headers["Referrer-Policy"] = "no-referrer"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.endpoint != "static":
            headers["Cache-Control"] = "no-store"
        fresh = g.get("new_token", "")
        if fresh:
            response.set_cookie(
                self._settings.cookie_name,
                fresh,
                max_age=self._settings.cookie_days * 86_400,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure,
                path="/",
            )
        return response


def _spend(bucket: Bucket) -> None:
    wait_s = bucket.take(request.remote_addr or "unknown")
    if wait_s > 0:
        wait = math.ceil(wait_s)
        raise TooManyRequests(_TOO_FAST.format(wait=wait), retry_after=wait)


def _lead(place: str) -> Response:
    response = redirect(place, 303)
    if not isinstance(response, Response):
        raise TypeError("a redirect is a Flask response")
    return response


def _closed(audience: Audience) -> str:
    if audience is Audience.SEAT:
        return "Only a player who has a seat may see this; please join first."
    if audience is Audience.HOST:
        return "Only the host may do this; please enter the PIN on the host page."
    return "This device is not signed on; please open the start page first."
