"""Puts the pages together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from flask import Flask

from web.door import errors, files, languages
from web.door.registrar import ClosedFlask
from web.door.security import Guard, Sessions
from web.door.settings import WebError, WebSettings
from web.pages import camera, doctor, history, host, join, landing, lookup, pieces, seat, virtual, wiring, wizard
from web.pages import table as screen
from web.pages.camera.views import CameraPort
from web.pages.doctor.views import DoctorPort
from web.pages.history.views import HistoryPort
from web.pages.host import hosting
from web.pages.host.hosting_views import HostingPort
from web.pages.host.views import HostPort
from web.pages.join.views import JoiningPort
from web.pages.landing.views import LandingPort
from web.pages.lookup.views import LookupPort
from web.pages.pieces.views import PiecesPort
from web.pages.seat import notes
from web.pages.seat.notes_views import NotesPort
from web.pages.seat.views import SeatPort
from web.pages.table.views import ScreenPort
from web.pages.virtual.views import VirtualPort
from web.pages.wiring.views import WiringPort
from web.pages.wizard.views import WizardPort
from web.serve import stream
from web.serve.places import Places
from web.serve.stream import Feeds, StreamBook
from web.wording import _

_KEY = "web-streams"


class WholePort(
    Sessions,
    Feeds,
    VirtualPort,  # it says most of what a scene is
    LandingPort,
    SeatPort,
    ScreenPort,
    HostPort,
    PiecesPort,
    CameraPort,
    LookupPort,
    NotesPort,
    HistoryPort,
    JoiningPort,
    HostingPort,
    WizardPort,
    DoctorPort,
    WiringPort,
    Protocol,
):
    """Everything that all pages together ask of the table."""


def create_app(
    table: WholePort, settings: WebSettings | None = None, clock: Callable[[], float] = time.monotonic
) -> Flask:
    """The pages of one table. `clock` gives seconds that never jump. Raises `WebError` when a route does not say who
    may call it."""
    settings = settings or WebSettings()
    app = ClosedFlask("web")
    app.config["TRAP_HTTP_EXCEPTIONS"] = False
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["_"] = _
    places = Places(settings.max_streams, settings.guests_per_address)
    streams = StreamBook(places, settings.disconnect_poll_s, settings.streams_per_phone)
    app.extensions[_KEY] = (streams, settings)
    errors.install(app, settings)
    guard = Guard(app, table, settings, clock)
    files.install(app)
    languages.install(app, settings)
    stream.install(app, table, streams, settings)
    landing.install(app, table)
    join.install(app, table, guard)
    seat.install(app, table)
    notes.install(app, table)
    screen.install(app, table)
    virtual.install(app, table)
    host.install(app, table, guard)
    hosting.install(app, table, table.packet)
    history.install(app, table)
    lookup.install(app, table)
    pieces.install(app, table)
    camera.install(app, table)
    wiring.install(app, table)
    wizard.install(app, table, guard)
    doctor.install(app, table)
    return app


def streams_of(app: Flask) -> StreamBook:
    """The book of open streams. Raises `WebError` when `app` was not made by `create_app`."""
    return _made(app)[0]


def settings_of(app: Flask) -> WebSettings:
    """The settings that `app` was made with. Raises `WebError` when it was not made by `create_app`."""
    return _made(app)[1]


def _made(app: Flask) -> tuple[StreamBook, WebSettings]:
    found: tuple[StreamBook, WebSettings] | None = app.extensions.get(_KEY)
    if found is None:
        raise WebError("The server was given an app that create_app did not make.")
    return found
