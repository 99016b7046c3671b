"""Puts the pages together."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from flask import Flask

from web.door import errors, files, languages, looks
from web.door.registrar import ClosedFlask
from web.door.security import Guard, Sessions
from web.door.settings import WebError, WebSettings
from web.pages import (
    camera,
    card_looks,
    doctor,
    eye,
    history,
    host,
    join,
    kept,
    landing,
    lobby,
    lookup,
    maker,
    pieces,
    prints,
    seat,
    spots,
    table,
    trust,
    virtual,
    wiring,
    wizard,
)
from web.pages.camera.views import CameraPort
from web.pages.card_looks.views import LooksPort
from web.pages.doctor.views import DoctorPort
from web.pages.eye.views import EyePort
from web.pages.history import again
from web.pages.history.again_views import LookAgainPort
from web.pages.history.views import HistoryPort
from web.pages.host import games as host_games, hosting
from web.pages.host.games_views import OwnGamesPort
from web.pages.host.hosting_views import HostingPort
from web.pages.host.views import HostPort
from web.pages.join.views import JoiningPort
from web.pages.kept.views import KeptPort
from web.pages.lobby.views import ShelfPort
from web.pages.lookup.views import LookupPort
from web.pages.maker.views import MakerPort, PicturesPort
from web.pages.pieces.views import PiecesPort
from web.pages.prints.views import PrintsPort
from web.pages.seat.views import SeatPort
from web.pages.spots.views import SpotsPort
from web.pages.table.views import ScreenPort
from web.pages.trust.views import TrustPort
from web.pages.virtual.views import VirtualPort
from web.pages.wiring.views import WiringPort
from web.pages.wizard.views import WizardPort
from web.serve import stream
from web.serve.places import Places
from web.serve.stream import Feeds, StreamBook
from web.views import GameLook
from web.wording import _

_KEY = "web-streams"


class MatchPort(VirtualPort, SeatPort, ScreenPort, Feeds, Protocol):
    """What the pages of a match ask."""


@dataclass(frozen=True, kw_only=True)
class Pages:
    """What all pages ask of the table, an object for each matter. Every call is safe from any thread."""

    match: MatchPort
    people: JoiningPort
    host: HostPort
    office: HostingPort
    wizard: WizardPort
    past: HistoryPort
    lookup: LookupPort
    pieces: PiecesPort
    looks: LooksPort
    prints: PrintsPort
    camera: CameraPort
    eye: EyePort
    kept: KeptPort
    wiring: WiringPort
    spots: SpotsPort
    doctor: DoctorPort
    shelf: ShelfPort
    games: OwnGamesPort
    maker: MakerPort
    pictures: PicturesPort
    trust: TrustPort | None = None  # None: no https with a certificate of the table's own
    again: LookAgainPort | None = None  # None: nobody looks at finished matches again


def create_app(
    asked: Pages,
    settings: WebSettings | None = None,
    clock: Callable[[], float] = time.monotonic,
    rooms: frozenset[str] | None = None,
    games: Mapping[str, GameLook] | None = None,
) -> Flask:
    """The pages of one table. `clock` gives seconds that never jump; `rooms`: the only rooms of pages that may be
    opened (None: all); `games`: what each game looks like, by its name. Raises `WebError` when a route does not say who
    may call it, or stands in another room."""
    settings = settings or WebSettings()
    app, guard, streams = begun(asked.people, settings, clock, rooms, games)
    stream.install(app, asked.match, streams, settings)
    landing.install(app, asked.match, asked.wizard.is_new_table, asked.office.is_damaged)
    join.install(app, asked.people, asked.match, guard)
    seat.install(app, asked.match)
    lobby.install(app, asked.shelf)
    table.install(app, asked.match)
    virtual.install(app, asked.match)
    host.install(app, asked.host, asked.match, asked.wizard.is_new_table)
    hosting.install(app, asked.office)
    host_games.install(app, asked.games)
    maker.install(app, asked.maker, asked.pictures)
    history.install(app, asked.past)
    if asked.again is not None:
        again.install(app, asked.again)
    lookup.install(app, asked.lookup, asked.match)
    pieces.install(app, asked.pieces)
    card_looks.install(app, asked.looks)
    prints.install(app, asked.prints)
    camera.install(app, asked.camera)
    eye.install(app, asked.eye, guard)
    kept.install(app, asked.kept)
    wiring.install(app, asked.wiring)
    spots.install(app, asked.spots)
    wizard.install(app, asked.wizard, guard)
    doctor.install(app, asked.doctor)
    if asked.trust is not None:
        trust.install(app, asked.trust)
    return app


def begun(
    sessions: Sessions,
    settings: WebSettings,
    clock: Callable[[], float] = time.monotonic,
    rooms: frozenset[str] | None = None,
    games: Mapping[str, GameLook] | None = None,
) -> tuple[ClosedFlask, Guard, StreamBook]:
    """What every app has before its pages: the door, errors, files, looks and languages."""
    app = ClosedFlask("web", rooms=rooms)
    app.config["TRAP_HTTP_EXCEPTIONS"] = False
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["_"] = _
    places = Places(settings.max_streams, settings.guests_per_address)
    streams = StreamBook(places, settings.disconnect_poll_s, settings.streams_per_phone)
    app.extensions[_KEY] = (streams, settings)
    errors.install(app, settings)
    guard = Guard(app, sessions, settings, clock)
    files.install(app)
    looks.install(app, games or {})
    languages.install(app, settings)
    return app, guard, streams


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
