"""A venue from its start to its end."""

from __future__ import annotations

import logging
import signal
import socket
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.settings.config import ConfigError
from companion.venue.book import Book
from companion.venue.door import Door
from companion.venue.erasures import Erasures
from companion.venue.hearing import Broker, Hearing
from companion.venue.pin import Sessions, make_pin
from companion.venue.store import Store
from web import Certificate, VenueServer

log = logging.getLogger("companion.venue")
FILE: Final = "venue.db"
FORGOTTEN: Final = "forgotten.json"
"""It stands beside the database, and is not to be set back with it."""


@dataclass(frozen=True, kw_only=True)
class VenueSettings:
    """What the command line says. `database`: an address as SQLAlchemy writes it; empty: a file in `folder`."""

    folder: Path
    database: str = ""
    host: str = ""
    port: int = 8090
    name: str = ""
    names: tuple[str, ...] = ()  # under which browsers may call it, besides those of a home
    certificate: Certificate | None = None
    new_pin: bool = False
    broker: Broker | None = None


class Venue:
    """One that can be started and stopped. `pin`: the organiser's, when it was made just now."""

    def __init__(self, settings: VenueSettings) -> None:
        """ConfigError or WebError, one sentence, when it cannot be."""
        url = settings.database
        settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not url:
            (file := settings.folder / FILE).touch(mode=0o600)
            url = f"sqlite:///{file}"
        self._store = Store(url)
        try:
            self.book = Book(self._store, erasures=Erasures(settings.folder / FORGOTTEN))
            self.pin = make_pin(self.book, anew=settings.new_pin)
            self._hearing = None if settings.broker is None else Hearing(settings.broker)
            self.door = Door(self.book, Sessions(), settings.name or "Tabletop Companion", self._hearing)
            self.server = VenueServer(
                self.door, settings.host, settings.port, settings.names, certificate=settings.certificate
            )
        except BaseException:
            self._store.close()
            raise

    @property
    def port(self) -> int:
        """The one that it listens on."""
        return self.server.port

    def start(self) -> None:
        """Begins to serve."""
        if self._hearing is not None:
            self._hearing.start()
        self.server.start()

    def stop(self) -> None:
        """Ends; twice is harmless."""
        self.server.stop()
        if self._hearing is not None:
            self._hearing.close()
        self._store.close()


def broker_at(address: str, password_file: str, ca: str) -> Broker:
    """The broker of the command line; the password stands in a file, since anybody may read command lines.
    ConfigError when that cannot be read."""
    if not password_file:
        return Broker(address, ca=ca)
    try:
        password = Path(password_file).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The file {password_file} of --broker-password cannot be read; look at its name.") from error
    return Broker(address, password, ca)


def run_venue(settings: VenueSettings) -> None:
    """Serves a venue until SIGINT or SIGTERM."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    venue = Venue(settings)
    venue.start()
    try:
        scheme = "http" if settings.certificate is None else "https"
        print(f"{venue.door.name} is ready at {scheme}://localhost:{venue.port}/", flush=True)
        print(f"for tables             {scheme}://{socket.gethostname()}.local:{venue.port}", flush=True)
        if venue.pin:
            print(f"organiser's PIN        {venue.pin}   (shown only now: keep it)", flush=True)
        else:
            print("organiser's PIN        as shown at the first start; --new-pin makes another", flush=True)
        print("Stop with Ctrl+C: nothing is lost by it, and tables send again what was not taken.", flush=True)
        while not ended.wait(0.5):
            pass
    finally:
        venue.stop()
