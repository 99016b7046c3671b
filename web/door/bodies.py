"""What people send, kept within limits before any view sees it: in memory only, never in a file, never without end.

Left alone, waitress would take 32 megabytes at any address from anybody, and lay them into a temporary file: the photo
of somebody's hand would be written to the memory card. Here every address takes what its gate says, and all bodies that
are under way at once share one room. What is too large is read to its end and thrown away, since a browser hears no
answer before it has sent everything.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

import msgspec
from flask import Flask
from waitress.parser import HTTPRequestParser
from waitress.utilities import Error
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_accept_header

from web.door.registrar import ClosedFlask, Gate
from web.door.settings import WebSettings
from words import N_
from words.catalogue import said
from words.languages import chosen

ROOM_BYTES: Final = 96_000_000
"""What all unfinished and waiting bodies hold together: several of the largest, and little for a small machine."""
LONGEST_BYTES: Final = 100_000_000
"""What is read and thrown away of a body that is too large; beyond it the connection is cut."""
IN_MEMORY: Final = 2 * LONGEST_BYTES
"""From this size on waitress would lay a body into a file: there is none so large."""
TOO_LARGE: Final = N_("That is too large; a photo may have at most {photo} megabytes.")
_NO_ROOM: Final = N_("Too many large files are being sent at once; please try again in a minute.")
_NOT_UNDERSTOOD: Final = N_("The request could not be understood; please reload the page.")
_SMALL_BYTES: Final = 64_000  # so little is always let in


def largest_body(gate: Gate, settings: WebSettings) -> int:
    """How many bytes the body of a command may have."""
    return gate.most_bytes or (settings.max_photo_bytes if gate.photo else settings.max_body_bytes)


class BodyLimits:
    """The largest body by address, and what is answered to a larger one. Used by the server's loop only."""

    def __init__(self, app: Flask, settings: WebSettings) -> None:
        assert isinstance(app, ClosedFlask)  # `create_app` makes no other
        self._gates = app.gates
        self._settings = settings
        self._routes = app.url_map.bind("localhost")

    def of(self, method: str, path: str) -> int:
        """How many bytes may be sent to that address; few where nothing is awaited."""
        try:
            endpoint, _ = self._routes.match(path, method)
        except HTTPException:
            return self._settings.max_body_bytes
        return largest_body(self._gates[str(endpoint)], self._settings)

    def refusal(self, code: int, accepted: str) -> Error:
        """The answer, in one of the languages that the browser accepts."""
        languages = tuple(parse_accept_header(accepted, LanguageAccept).values())
        text = {413: TOO_LARGE, 503: _NO_ROOM}.get(code, _NOT_UNDERSTOOD)
        facts = {"photo": self._settings.max_photo_bytes // 1_000_000}
        return _Refused(code, said(chosen("", languages, self._settings.language), text, facts))


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress ships no types
    """A request that keeps no body larger than its address allows, and none for which there is no room."""

    error: Error | None

    def __init__(self, adj: Any, limits: BodyLimits, is_full: Callable[[], bool]) -> None:
        super().__init__(adj)
        self._limits = limits
        self._is_full = is_full
        self._most_bytes = 0
        self._refusal: Error | None = None

    @property
    def held_bytes(self) -> int:
        """How much of a body it holds."""
        return 0 if self.body_rcv is None else int(self.body_rcv.__len__())

    def received(self, data: bytes) -> int:
        """Takes what came; gives how much of it belongs to this request."""
        had_headers = self.headers_finished
        taken: int = super().received(data)
        if self.error is not None:
            self.error = self._limits.refusal(self.error.code, "")  # waitress would quote the line, cookie and all
        if self.error is not None or self.body_rcv is None:
            return taken
        if not had_headers:
            self._most_bytes = self._limits.of(self.command, self.path)
        if self._refusal is None:
            if max(self.content_length, self.body_bytes_received) > self._most_bytes:
                self._throw_away(413)
            elif self.body_bytes_received > _SMALL_BYTES and self._is_full():
                self._throw_away(503)
        if self.completed and self._refusal is not None:
            self.error = self._refusal
        return taken

    def _throw_away(self, code: int) -> None:
        self._refusal = self._limits.refusal(code, str(self.headers.get("ACCEPT_LANGUAGE", "")))
        self.close()
        self.body_rcv.buf = _Nowhere()


class _Nowhere:
    """A buffer that keeps nothing."""

    def append(self, data: bytes) -> None:
        """Lets it go."""

    def __len__(self) -> int:
        return 0

    def getfile(self) -> BytesIO:
        """Nothing to read."""
        return BytesIO()

    def close(self) -> None:
        """There is nothing to give back."""


class _Refused(Error):  # type: ignore[misc]
    """An answer that no view gave: one sentence, as the pages' scripts read it."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.reason = HTTPStatus(code).phrase

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and body."""
        headers = [
            ("Content-Type", "application/json"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", "default-src 'none'"),
        ]
        if self.code == 503:
            headers.append(("Retry-After", "60"))
        return f"{self.code} {self.reason}", headers, msgspec.json.encode({"sentence": self.body})
