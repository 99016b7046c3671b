"""A browser without a screen: the app's test client with a cookie and the headers that the pages send."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.fake_table import PIN, FakeTable
from web.views import Joined, Role, Session

COOKIE = "tabletop_companion"
HOST = "localhost"


@dataclass
class Visitor:
    """One reader: `token` and `csrf` as the server gave them, empty for somebody without a session."""

    client: FlaskClient
    csrf: str = ""

    def get(self, path: str, **headers: str) -> TestResponse:
        """A page or an answer."""
        return self.client.get(path, headers=headers)

    def post(self, path: str, value: Any, **headers: str) -> TestResponse:
        """A command with the page's token, unless `headers` say otherwise."""
        sent = {"X-CSRF-Token": self.csrf, "Content-Type": "application/json", "Origin": f"http://{HOST}", **headers}
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.client.post(path, data=body, headers={name: text for name, text in sent.items() if text})


def visitor(app: Flask, joined: Joined | None = None) -> Visitor:
    """A reader with that session."""
    client = app.test_client()
    if joined is None:
        return Visitor(client)
    client.set_cookie(COOKIE, joined.token)
    return Visitor(client, joined.session.csrf)


def host_of(app: Flask, table: FakeTable) -> Visitor:
    """The host."""
    joined = table.become_host(Session(Role.SPECTATOR), "", PIN)
    assert isinstance(joined, Joined)
    return visitor(app, joined)


def csrf_in(page: TestResponse) -> str:
    """The token in a page's head."""
    found = re.search(r'<meta name="csrf" content="([^"]+)">', page.get_data(as_text=True))
    assert found is not None
    return found.group(1)
