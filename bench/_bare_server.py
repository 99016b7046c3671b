"""The peer of the load bench: waitress alone, which hands the same packets to the same readers and does no more."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from waitress.server import create_server

_STOP_S = 5.0
_SPARE_THREADS = 8  # as many as the companion keeps for pages
_COOKIE = re.compile(r"bare=(\d+)")


class BareServer:
    """Streams to every reader the bytes that were published for it last. Reader 0 is everybody without a number."""

    def __init__(self, streams: int, first: Sequence[bytes]) -> None:
        self._changed = threading.Condition()
        self._latest, self._serial, self._ended = tuple(first), 1, False
        self._server = create_server(
            self._answer, host="127.0.0.1", port=0, threads=streams + _SPARE_THREADS, connection_limit=2 * streams + 64
        )
        self._thread = threading.Thread(target=self._server.run, name="bench-bare", daemon=True)
        self.port = int(self._server.effective_port)

    def start(self) -> None:
        """Begins to serve."""
        self._thread.start()

    def publish(self, events: Sequence[bytes]) -> None:
        """New bytes for every reader."""
        with self._changed:
            self._latest, self._serial = tuple(events), self._serial + 1
            self._changed.notify_all()

    def stop(self) -> None:
        """Ends every stream and the server."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._server.task_dispatcher.shutdown(timeout=_STOP_S)
        self._server.close()

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., object]) -> Iterator[bytes]:
        found = _COOKIE.search(environ.get("HTTP_COOKIE", ""))
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        if environ["PATH_INFO"] != "/events":
            return iter((b"a page",))
        return self._events(0 if found is None else int(found[1]))

    def _events(self, reader: int) -> Iterator[bytes]:
        seen = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ended or self._serial > seen)  # noqa: B023
                if self._ended:
                    return
                seen, data = self._serial, self._latest[reader]
            yield data
