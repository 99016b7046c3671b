"""Puts the pages together."""

from __future__ import annotations

from typing import Protocol

from flask import Flask

from web import api, camera, errors, pages, pieces
from web.camera_ports import CameraPort
from web.piece_ports import PiecesPort
from web.ports import TablePort
from web.registrar import ClosedFlask
from web.security import Guard
from web.settings import WebError, WebSettings
from web.stream import StreamBook

_KEY = "web-streams"


class WholePort(TablePort, PiecesPort, CameraPort, Protocol):
    """Everything that all pages together ask of the table."""


def create_app(table: WholePort, settings: WebSettings | None = None) -> Flask:
    """The pages of one table. Raises `WebError` when a route does not say who may call it."""
    settings = settings or WebSettings()
    app = ClosedFlask("web")
    app.config["TRAP_HTTP_EXCEPTIONS"] = False
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    streams = StreamBook(settings.max_streams, settings.disconnect_poll_s)
    app.extensions[_KEY] = streams
    errors.install(app, settings)
    guard = Guard(app, table, settings)
    pages.install(app, table)
    api.install(app, table, guard, streams, settings)
    pieces.install(app, table)
    camera.install(app, table)
    return app


def streams_of(app: Flask) -> StreamBook:
    """The book of open streams. Raises `WebError` when `app` was not made by `create_app`."""
    streams = app.extensions.get(_KEY)
    if not isinstance(streams, StreamBook):
        raise WebError("The server was given an app that create_app did not make.")
    return streams
