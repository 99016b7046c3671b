"""Puts the pages together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from flask import Flask

from web import (
    api,
    camera,
    doctor,
    errors,
    history,
    hosting,
    joining,
    languages,
    lookup,
    notes,
    pages,
    pieces,
    screen,
    stream,
    wiring,
    wizard,
)
from web.camera_ports import CameraPort
from web.doctor_ports import DoctorPort
from web.history_ports import HistoryPort
from web.host_ports import HostingPort
from web.joining_ports import JoiningPort
from web.lookup_ports import LookupPort
from web.note_ports import NotesPort
from web.piece_ports import PiecesPort
from web.places import Places
from web.ports import TablePort
from web.registrar import ClosedFlask
from web.security import Guard
from web.settings import WebError, WebSettings
from web.stream import StreamBook
from web.wiring_ports import WiringPort
from web.wizard_ports import WizardPort
from web.wording import _

_KEY = "web-streams"


class WholePort(
    TablePort,
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
    pages.install(app, table, table.is_new_table, table.is_damaged)
    api.install(app, table, guard)
    joining.install(app, table, guard)
    languages.install(app, settings)
    stream.install(app, table, streams, settings)
    pieces.install(app, table)
    camera.install(app, table)
    wiring.install(app, table)
    history.install(app, table)
    hosting.install(app, table, table.packet)
    doctor.install(app, table)
    screen.install(app, table)
    lookup.install(app, table)
    notes.install(app, table)
    wizard.install(app, table, guard)
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
