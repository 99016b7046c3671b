"""What every request passes before its view, and every answer before it leaves."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol
from urllib.parse import urlsplit

from flask import Response, g, redirect, request
from werkzeug.exceptions import Conflict, Forbidden, TooManyRequests

from web.door.bodies import largest_body
from web.door.hosts import HostNames
from web.door.limits import Bucket, Guesses, is_this_machine
from web.door.portal import portal_answer
from web.door.registrar import Audience, ClosedFlask, Gate
from web.door.settings import WebSettings
from web.views import Joined, Role, Session
from web.wording import _
from words import N_
from words.languages import chosen

_KEPT = frozenset({"static", "looks", "drawing", "picture"})
"""Files, whose routes say themselves how long they are kept."""
CSRF_HEADER = "X-CSRF-Token"
SEAT_HEADER = "X-Seat"
"""The seat that the page shows which sends a command: a phone may have several, and pages of it several tabs."""
RECOGNISED = "companion.recognised"  # in the environment of a request: see `channel.Channel.recognise`

KEPT_FOR = 256
"""For so many addresses some attempts are kept: more than a network at home has, so that nobody there uses up all."""

_CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
_TOO_FAST = N_("That was too many attempts; please wait {wait|one second|{wait} seconds} and try again.")
_TOO_MUCH = N_(
    "This device asks for more than the table can answer; please wait {wait|one second|{wait} seconds} and try again."
)


class Sessions(Protocol):
    """Whoever knows the sessions. Safe from any thread."""

    def session(self, token: str) -> Session | None: ...
    def open_session(self) -> Joined: ...  # a spectator's


class Guard:
    """Session, Host, Origin, CSRF token, audience and size: in this order, before any view sees the request."""

    def __init__(self, app: ClosedFlask, table: Sessions, settings: WebSettings, clock: Callable[[], float]) -> None:
        self._app = app
        self._table = table
        self._settings = settings
        self._names = HostNames(settings.extra_hosts)
        self._requests = Bucket(settings.request_burst, settings.request_refill_s, clock)
        self._posts = Bucket(settings.post_burst, settings.post_refill_s, clock)
        self._visits = Bucket(settings.visit_burst, settings.visit_refill_s, clock)
        self._joins = codes_of(settings, clock)
        self._pins = pins_of(settings, clock)
        app.before_request(self._before)
        app.after_request(self._after)

    def join_attempt(self, *, guess: bool) -> None:
        """Counts an attempt to join; one that tells a code or a secret is a `guess`. Raises `TooManyRequests`."""
        _wait(self._joins.take(_caller(), _address(), is_known=_is_known(g.session), is_guess=guess))

    def pin_attempt(self) -> None:
        """Counts an attempt to become host. Raises `TooManyRequests`."""
        _wait(self._pins.take(_caller(), _address(), is_known=_is_known(g.session)))

    def sign_on(self, joined: Joined) -> None:
        """From the answer to this request on, the browser is `joined`."""
        g.session = replace(joined.session, language=g.language)
        g.token, g.new_token = joined.token, joined.token

    def _before(self) -> Response | None:
        g.session, g.new_token = None, ""
        wished = request.cookies.get(language_cookie(self._settings), "")[:20]
        g.language = chosen(wished, tuple(request.accept_languages.values()), self._settings.language)
        gate = self._app.gates.get(request.endpoint or "")
        g.token, found = self._found(is_camera=gate is not None and gate.audience is Audience.CAMERA)
        g.session = None if found is None else replace(found, language=g.language)
        is_known = _is_known(found)
        request.environ.get(RECOGNISED, _nobody)(is_known=is_known)
        if is_known or not is_this_machine(_address()):
            _wait(self._requests.take(_caller()), _TOO_MUCH)
        if not self._names.allows(request.host):
            answer = portal_answer(request.path, self._settings.portal(), self._settings.portal_start)
            if answer is not None:
                return answer
            raise Forbidden(_("This address is not one of this machine's names; use the one on the table screen."))
        if request.routing_exception is not None:
            return None  # Flask raises it after this: not found, or a method that is not allowed
        gate = self._app.gate_of(request.endpoint)
        if gate.program:
            request.max_content_length = largest_body(gate, self._settings)
        elif request.method == "POST":
            self._check_post(g.session, gate)
        elif gate.page and g.session is None:
            _wait(self._visits.take(_address()))
            self.sign_on(self._table.open_session())
        if gate.audience.admits(g.session):
            return None
        if gate.page and gate.lead_to:
            return _lead(gate.lead_to)
        raise Forbidden(_closed(gate.audience))

    def _found(self, *, is_camera: bool) -> tuple[str, Session | None]:
        """The token that the browser brings and its session, if the table knows one of them."""
        as_reader = (session_cookie(self._settings), visit_cookie(self._settings))
        for cookie in (camera_cookie(self._settings),) if is_camera else as_reader:
            token = request.cookies.get(cookie, "")[:200]
            found = self._table.session(token) if token else None
            if found is not None:
                return token, found
        return "", None

    def _check_post(self, session: Session | None, gate: Gate) -> None:
        request.max_content_length = largest_body(gate, self._settings)
        origin = request.headers.get("Origin", "")  # every browser of today tells it with a command
        if not _is_from_here(origin or request.headers.get("Referer", "")):
            raise Forbidden(_("This request came from another site and was refused."))
        sent = request.headers.get(CSRF_HEADER, "")
        if session is None or not session.csrf or not secrets.compare_digest(sent.encode(), session.csrf.encode()):
            g.current_csrf = "" if session is None else session.csrf
            raise Forbidden(_("This page is out of date or this device is not signed on; please reload the page."))
        check_shown(session, is_needed=gate.audience is Audience.SEAT)
        _wait(self._posts.take(_caller()))

    def _after(self, response: Response) -> Response:
        headers = response.headers
        gate = self._app.gates.get(request.endpoint or "")
        framed = gate is not None and gate.framed
        headers["Content-Security-Policy"] = _CSP + ("'self'" if framed else "'none'")
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Frame-Options"] = "SAMEORIGIN" if framed else "DENY"
        headers["Referrer-Policy"] = "no-referrer"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.endpoint not in _KEPT or response.status_code >= 400:
            headers["Cache-Control"] = "no-store"
        if g.get("current_csrf"):  # a page from before this browser signed on anew tells it by this and asks once more
            headers[CSRF_HEADER] = g.current_csrf
        fresh = g.get("new_token", "")
        if fresh:
            cookie = _cookie_of(g.session)
            response.set_cookie(
                cookie(self._settings),
                fresh,
                max_age=self._settings.cookie_days * 86_400,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure,
                path="/",
            )
        return response


def codes_of(settings: WebSettings, clock: Callable[[], float]) -> Guesses:
    """What may be tried of codes to join."""
    return Guesses(
        Bucket(settings.join_attempts, settings.join_refill_s, clock),
        Bucket(settings.join_attempts_all, settings.join_refill_all_s, clock),
        Bucket(settings.join_attempts_kept, settings.join_refill_kept_s, clock, KEPT_FOR, keeps=True),
    )


def pins_of(settings: WebSettings, clock: Callable[[], float]) -> Guesses:
    """What may be tried of the host's PIN."""
    return Guesses(
        Bucket(settings.pin_attempts, settings.pin_refill_s, clock),
        Bucket(settings.pin_attempts_all, settings.pin_refill_all_s, clock),
        Bucket(settings.pin_attempts_kept, settings.pin_refill_kept_s, clock, KEPT_FOR, keeps=True),
    )


def session_cookie(settings: WebSettings) -> str:
    """The cookie of a phone's token. Over https its name makes browsers take it from https only, and what somebody may
    have read along over plain http before is of no use."""
    return f"__Host-{settings.cookie_name}" if request.is_secure else settings.cookie_name


def visit_cookie(settings: WebSettings) -> str:
    """The same of somebody who only looks on: a cookie of its own, so that opening a page never takes the place of a
    sign-on, not even of one that the table does not know just now."""
    return f"{session_cookie(settings)}_visit"


def camera_cookie(settings: WebSettings) -> str:
    """The same of a phone that is the table's camera, whoever plays on it."""
    return f"{session_cookie(settings)}_camera"


def language_cookie(settings: WebSettings) -> str:
    """The cookie in which a phone keeps its language: no secret, and no business of the table's."""
    return f"{settings.cookie_name}_language"


def _cookie_of(session: Session | None) -> Callable[[WebSettings], str]:
    """Where a browser keeps the token of such a session."""
    if session is not None and session.role.is_camera:
        return camera_cookie
    return session_cookie if _is_known(session) else visit_cookie


def _is_known(session: Session | None) -> bool:
    """Whether this is a phone of the table: it holds a seat, or it is the host's."""
    return session is not None and session.role is not Role.SPECTATOR


def _nobody(*, is_known: bool) -> None:
    """Where no connection wants to know who it is."""


def _address() -> str:
    return request.remote_addr or "unknown"


def _caller() -> str:
    """Whose attempts count together: at its address a phone of the table has its own, whoever else shares that."""
    session: Session | None = g.session
    return f"{_address()} {session.csrf}" if session is not None and _is_known(session) else _address()


def _wait(wait_s: float, sentence: str = _TOO_FAST) -> None:
    if wait_s > 0:
        wait = math.ceil(wait_s)
        raise TooManyRequests(_(sentence, wait=wait), retry_after=wait)


def _is_from_here(source: str) -> bool:
    """Whether an Origin or Referer, if there is one, is an address of the very site that was asked."""
    if not source:
        return True
    try:
        return urlsplit(source).netloc.lower() == request.host.lower()
    except ValueError:  # brackets that are no address
        return False


def check_shown(session: Session, *, is_needed: bool) -> None:
    """Raises `Conflict` where the page that asks shows another seat than the session. The seat is always the session's;
    `is_needed`: of a phone with several seats each page has to say which it shows."""
    shown = request.headers.get(SEAT_HEADER, "")
    if (shown or (is_needed and len(session.seats) > 1)) and shown != str(session.seat):
        raise Conflict(_("This page shows another seat than you play now; look again, then repeat that."))


def _lead(place: str) -> Response:
    response = redirect(place, 303)
    if not isinstance(response, Response):
        raise TypeError("a redirect is a Flask response")
    return response


def _closed(audience: Audience) -> str:
    if audience is Audience.SEAT:
        return _("Only a player who has a seat may see this; please join first.")
    if audience is Audience.HOST:
        return _("Only the host may do this; please enter the PIN on the host page.")
    if audience is Audience.CAMERA:
        return _("This phone is not the table's camera; the host can let it be with a QR code.")
    return _("This device is not signed on; please open the start page first.")
