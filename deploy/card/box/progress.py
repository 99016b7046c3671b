"""How far a box is that makes itself a companion: told in a log, and on a page that everybody in the network may see.

So no secret is ever said here.
"""

from __future__ import annotations

import json
import socket
import threading
import time
import tomllib
from collections import deque
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

_LINES: Final = 60
_LONGEST: Final = 300


class Progress:
    """Which step is being done, what went wrong, and the last lines of the log. Safe from any thread."""

    def __init__(self, steps: Sequence[str], log: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._steps, self._log, self._clock = tuple(steps), log, clock
        self._lock = threading.Lock()
        self._now, self._failed = "", ""
        self._begun = self._first = clock()
        self._lines: deque[str] = deque(maxlen=_LINES)
        self._hidden: tuple[str, ...] = ()

    def hide(self, secret: str) -> None:
        """This is struck out of every line from now on, whoever says it: a program that fails may print what it was
        given."""
        self._hidden += (secret,) if secret else ()

    def begin(self, step: str) -> None:
        """Another step begins."""
        with self._lock:
            now = self._clock()
            took, before = now - self._begun, self._now
            self._now, self._failed, self._begun = step, "", now
        if before:
            self.say(f"== {before} took {took:.0f} s")
        self.say(f"== {step}")

    def fail(self, sentence: str) -> None:
        """The step could not be done; it will be tried again."""
        sentence = self._struck(sentence)
        with self._lock:
            self._failed = sentence
        self.say(f"== failed: {sentence}")

    def say(self, line: str) -> None:
        """A line of the log; also on the card, as far as that takes one."""
        line = self._struck(line)
        with self._lock:
            self._lines.append(line[:_LONGEST])
        print(line, flush=True)
        try:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError:
            pass  # a full card: the system's own log has the line

    def _struck(self, text: str) -> str:
        for secret in self._hidden:
            text = text.replace(secret, "*" * len(secret))
        return text

    def shown(self) -> dict[str, Any]:
        """What the page shows."""
        with self._lock:
            return {
                "steps": self._steps,
                "now": self._now,
                "failed": self._failed,
                "seconds": round(self._clock() - self._first),
                "lines": list(self._lines),
            }


class Page:
    """The page, at one port for as long as it is open."""

    def __init__(self, progress: Progress, port: int) -> None:
        self._progress, self.port = progress, port
        here = Path(__file__).parent
        self._html = (here / "page.html").read_text("utf-8")
        self._texts: dict[str, dict[str, str]] = tomllib.loads((here / "texts.toml").read_text("utf-8"))
        self._server: ThreadingHTTPServer | None = None

    def open(self) -> None:
        """Serves it. A port that is taken is no reason not to go on."""
        if self._server is not None:
            return
        try:
            self._server = _Server(("::" if socket.has_dualstack_ipv6() else "", self.port), self._handler())
        except OSError as error:
            self._progress.say(f"no page at port {self.port}: {error.strerror}")
            return
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Lets the port go."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def told(self, path: str, languages: str) -> tuple[str, str]:
        """Kind and text of the answer to a request."""
        if path == "/progress":
            return "application/json", json.dumps(self._progress.shown())
        language = "de" if languages.strip().lower().startswith("de") else "en"
        texts = json.dumps(self._texts[language]).replace("<", "\\u003c")
        return "text/html", self._html.replace("@language@", language).replace("@texts@", texts)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        page = self

        class Handler(BaseHTTPRequestHandler):
            timeout = 10
            server_version, sys_version = "tabletop-card", ""

            def do_GET(self) -> None:
                kind, text = page.told(self.path, self.headers.get("Accept-Language", ""))
                body = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Who looks is nobody's business."""

        return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    address_family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET

    def server_bind(self) -> None:
        if self.address_family == socket.AF_INET6:
            self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()
