"""The author's panel, served: an app of its own at an address that only this machine can reach.

There is no other way to serve the panel: what is given is no app but a server that listens already, and where it
listens cannot be said. Nothing of a table's pages can be asked there, and nothing of it at a table.
"""

from __future__ import annotations

import secrets
from typing import Final

from web.door.settings import WebSettings
from web.pages import workbench
from web.pages.workbench.views import BenchPort
from web.serve.app import begun
from web.serve.server import Server
from web.views import Joined, Role, Session

LOOPBACK: Final = "127.0.0.1"
_SETTINGS: Final = WebSettings(cookie_name="tabletop_workbench", max_streams=1)  # cookies know no ports


class Author:
    """The one who may open the panel: the key that the terminal shows is changed for a session, as often as wanted."""

    def __init__(self) -> None:
        self.key = secrets.token_urlsafe(24)
        session = Session(Role.HOST, csrf=secrets.token_urlsafe(24))
        self._joined = Joined(secrets.token_urlsafe(24), session)

    def enter(self, key: str) -> Joined | None:
        """The author's session; None for another key."""
        return self._joined if secrets.compare_digest(key.encode(), self.key.encode()) else None

    def session(self, token: str) -> Session | None:
        """Whose token that is, if it is the author's."""
        is_theirs = secrets.compare_digest(token.encode(), self._joined.token.encode())
        return self._joined.session if is_theirs else None

    def open_session(self) -> Joined:
        """A session of somebody who may see nothing."""
        return Joined(secrets.token_urlsafe(24), Session(Role.SPECTATOR, csrf=secrets.token_urlsafe(24)))


class Workbench:
    """The panel, from `start` to `stop`. WebError when it cannot listen."""

    def __init__(self, asked: BenchPort, rooms: frozenset[str]) -> None:
        """`rooms`: the rooms of pages that may be opened for an author."""
        author = Author()
        app, guard, _ = begun(author, _SETTINGS, rooms=rooms)
        workbench.install(app, asked, author.key, author.enter, guard)
        self._server = Server(app, LOOPBACK, 0)
        self.address = f"http://{LOOPBACK}:{self._server.port}/dev/{author.key}"
        """What opens the panel: a secret."""

    def start(self) -> None:
        """Begins to serve."""
        self._server.start()

    def stop(self) -> None:
        """Ends; twice is harmless."""
        self._server.stop()
