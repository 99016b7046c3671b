"""The phone that is the camera: its page, what it sends, and what the host does about it."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
import segno
from flask import Response, redirect, request
from werkzeug.wrappers import Response as Any_

from web.door.page import host_page, session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.security import Guard
from web.door.wire import CommandResult, answer, picture, read, told
from web.pages.eye.views import EyeAct, EyeHost, EyePlace, EyePort, EyeTold
from web.views import Reply

_HOST = Gate(Audience.HOST)
_CAMERA = Gate(Audience.CAMERA)
_PAGE = Gate(Audience.OPEN, page=True)
_TAB_HEADER = "X-Tab"
_SECRET_LENGTH = 100
_Tab = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class WordBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's word, as it stood behind the # of the address."""

    secret: str


class TabBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tab of the phone speaks."""

    tab: _Tab


class EyeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the host."""

    act: EyeAct
    place: EyePlace = EyePlace.TABLE


class OfferBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the phone is to look from."""

    place: EyePlace = EyePlace.TABLE


@dataclass(frozen=True)
class EyeSigned:
    """What the phone's commands must carry."""

    csrf: str


@dataclass(frozen=True)
class EyeCard:
    """The host's word for one phone, for the host's eyes: the link, the same as a picture, and how long it works."""

    link: str
    picture: str  # an SVG in a data address
    left_s: int


def install(app: ClosedFlask, eye: EyePort, guard: Guard) -> None:
    """Adds the pages and what they send."""
    _on_the_phone(app, eye, guard)
    _by_the_host(app, eye)


def _on_the_phone(app: ClosedFlask, eye: EyePort, guard: Guard) -> None:
    def page() -> str | Any_:
        if not _lends_its_camera():
            return redirect("/https")  # the browser takes what stands behind the # along
        return session_page("eye/eye.html")

    def signed() -> Response:
        return answer(EyeSigned(reader().csrf))

    def enter() -> Response:
        guard.join_attempt(guess=True)
        done = eye.eye_enter(reader(), read(WordBody).secret.strip()[:_SECRET_LENGTH])
        if isinstance(done, Reply):
            return answer(CommandResult(done), 409)
        guard.sign_on(done)
        return answer(EyeSigned(done.session.csrf))

    def begin() -> Response:
        return _heard(eye.eye_begin(reader(), read(TabBody).tab))

    def still() -> Response:
        return _heard(eye.eye_still(reader(), request.headers.get(_TAB_HEADER, "")[:40], picture()))

    def alive() -> Response:
        return _heard(eye.eye_alive(reader(), read(TabBody).tab))

    app.add_url_rule("/eye", "eye", page, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/api/eye", "api_eye", signed, gate=_CAMERA, methods=["GET"])
    app.add_url_rule("/api/eye/enter", "api_eye_enter", enter, gate=Gate(Audience.SESSION), methods=["POST"])
    app.add_url_rule("/api/eye/begin", "api_eye_begin", begin, gate=_CAMERA, methods=["POST"])
    app.add_url_rule("/api/eye/alive", "api_eye_alive", alive, gate=_CAMERA, methods=["POST"])
    app.add_url_rule("/api/eye/still", "api_eye_still", still, gate=Gate(Audience.CAMERA, photo=True), methods=["POST"])


def _by_the_host(app: ClosedFlask, eye: EyePort) -> None:
    def page() -> str:
        return host_page("eye/eye_host.html")

    def state() -> Response:
        place = EyePlace.BOX if request.args.get("place") == EyePlace.BOX.value else EyePlace.TABLE
        return answer(_Shown(eye.eye_host(reader(), place)))

    def offer() -> Response:
        found = eye.eye_offer(reader(), read(OfferBody).place)
        if isinstance(found, Reply):
            return answer(CommandResult(found), 409)
        link = f"{found.address}/eye#{found.secret}"
        drawn = segno.make(link, error="m").svg_data_uri(scale=8, border=2, dark="#16201f", light="#fffdf6")
        return answer(EyeCard(link, drawn, found.left_s))

    def act() -> Response:
        body = read(EyeBody)
        return told(eye.eye_act(reader(), body.place, body.act), view=eye.eye_host(reader(), body.place))

    app.add_url_rule("/host/eye", "eye_host", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/host/eye", "api_eye_host", state, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/host/eye", "api_eye_act", act, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/host/eye/offer", "api_eye_offer", offer, gate=_HOST, methods=["POST"])


@dataclass(frozen=True)
class _Shown:
    """None: the camera is to be no phone."""

    view: EyeHost | None


def _heard(done: EyeTold | Reply) -> Response:
    return answer(CommandResult(done), 409) if isinstance(done, Reply) else answer(done)


def _lends_its_camera() -> bool:
    """Whether a browser gives its camera to a page that was called so: https, or the machine itself."""
    name = urlsplit(f"//{request.host}").hostname or ""
    try:
        return request.is_secure or name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False
