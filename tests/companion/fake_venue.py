"""A venue that answers as a test wants it to, on a socket of its own, and notes what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Heard = dict[str, Any]


class FakeVenue:
    """`answer` is handed each call, and what it was; by itself it takes everything."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, Heard]] = []  # path, credential, body
        self.answer: Callable[[BaseHTTPRequestHandler, Heard], None] = took
        venue = self

        class Call(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                venue.calls.append((self.path, self.headers.get("Authorization", ""), body))
                try:
                    venue.answer(self, body)
                except OSError:
                    pass  # the table has hung up

            def log_message(self, format: str, *given: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Call)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def results(self) -> list[Heard]:
        return [body for path, _, body in self.calls if path.endswith("/results")]


@contextmanager
def fake_venue() -> Iterator[FakeVenue]:
    venue = FakeVenue()
    try:
        yield venue
    finally:
        venue.close()


def say(call: BaseHTTPRequestHandler, status: int, told: object, **headers: str) -> None:
    """One answer."""
    body = told if isinstance(told, bytes) else json.dumps(told).encode()
    call.send_response(status)
    for name, value in headers.items():
        call.send_header(name, value)
    call.send_header("Content-Length", str(len(body)))
    call.end_headers()
    call.wfile.write(body)


def took(call: BaseHTTPRequestHandler, heard: Heard) -> None:
    """As a venue answers that takes everything."""
    if call.path.endswith("/pair"):
        say(call, 200, {"token": "t0ken", "venue": "The Club"})
    else:
        say(call, 200, {"revision": heard.get("revision", 0)})
