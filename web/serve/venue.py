"""A venue's pages, served: an app of its own, with the same door and the same server as a table's."""

from __future__ import annotations

from typing import Final

from web.door.settings import Certificate, WebSettings
from web.pages import venue
from web.pages.venue.views import VenuePort
from web.serve.app import begun
from web.serve.server import Server

ROOMS: Final = frozenset({"venue"})
"""The only room of pages that a venue opens: of a table's none can be asked there, and this one at no table."""


class VenueServer:
    """From `start` to `stop`. WebError when it cannot listen, or the certificate cannot be used."""

    def __init__(
        self,
        asked: VenuePort,
        host: str,
        port: int,
        names: tuple[str, ...] = (),
        *,
        certificate: Certificate | None = None,
    ) -> None:
        """`names`: further names under which a browser may call this machine."""
        settings = WebSettings(cookie_name="tabletop_venue", extra_hosts=names)  # cookies know no ports
        app, guard, _ = begun(asked, settings, rooms=ROOMS)
        venue.install(app, asked, guard)
        self.app = app
        self._server = Server(app, host, port, certificate)

    @property
    def port(self) -> int:
        """The one that it really listens on."""
        return self._server.port

    def start(self) -> None:
        """Begins to serve."""
        self._server.start()

    def stop(self) -> None:
        """Ends; twice is harmless."""
        self._server.stop()
