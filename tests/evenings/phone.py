"""A phone without a screen: it speaks to a running service over its real port, as the pages do."""

from __future__ import annotations

import http.cookiejar
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.service.service import Service


class NoAnswer(Exception):
    """The service is gone (or going)."""


@dataclass
class Phone:
    """One browser: cookies, the page's token, and JSON commands. `published` tells the number of what the service has
    published last, where that is in this process: a packet is then asked for only when there is a new one."""

    base: str
    jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)
    csrf: str = ""
    published: Callable[[], int | None] = lambda: None
    _latest: tuple[int | None, dict[str, Any]] = (None, {})

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.jar)
        )

    def get(self, path: str) -> str:
        """A page or an answer as text."""
        return self._send(urllib.request.Request(self.base + path))[1]

    def packet(self) -> dict[str, Any]:
        """The newest packet of this phone."""
        number = self.published()
        if number is None or number != self._latest[0]:
            found: dict[str, Any] = json.loads(self.get("/api/packet"))
            self._latest = number, found.get("packet", found)
        return self._latest[1]

    def scene(self) -> dict[str, Any]:
        """The virtual table as this phone sees it."""
        found: dict[str, Any] = json.loads(self.get("/api/virtual"))
        return found.get("scene", found)

    def post(self, path: str, value: Any) -> dict[str, Any]:
        """A command; gives what came back, refused or not."""
        headers = {"Content-Type": "application/json", "X-CSRF-Token": self.csrf, "Origin": self.base}
        body = json.dumps(value).encode()
        return self._json(urllib.request.Request(self.base + path, data=body, headers=headers))

    def upload(self, path: str, data: bytes) -> dict[str, Any]:
        """A picture."""
        headers = {"Content-Type": "application/octet-stream", "X-CSRF-Token": self.csrf, "Origin": self.base}
        return self._json(urllib.request.Request(self.base + path, data=data, headers=headers))

    def join(self, code: str, name: str, seat: int) -> None:
        """Takes a seat."""
        self.open("/join")
        answer = self.post("/api/join", {"code": code, "name": name, "seat": seat})
        assert answer["next"] == "/seat", answer
        self.open("/seat")

    def open(self, path: str) -> str:
        """Loads a page and remembers its token."""
        page = self.get(path)
        found = re.search(r'<meta name="csrf" content="([^"]*)">', page)
        if found:
            self.csrf = found.group(1)
        return page

    def _json(self, request: urllib.request.Request) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._send(request)[1])
        return answer

    def _send(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=60) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except (OSError, ValueError) as error:
            raise NoAnswer(str(error)) from error


def phone_at(service: Service) -> Phone:
    """A phone at a service of this process."""
    return Phone(f"http://127.0.0.1:{service.port_number}", published=lambda: service.publisher.serial)
