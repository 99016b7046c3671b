"""Apps and servers on the fake table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.on_phones import Phones, phones_at
from tests.web.web_client import Visitor, host_of
from web import Server, WebSettings, create_app


@pytest.fixture
def table() -> FakeTable:
    """A table whose private faces carry markers."""
    return FakeTable(markers=True)


@pytest.fixture
def app(table: FakeTable) -> Flask:
    """The pages of `table`, without a server."""
    return create_app(table.pages)


@pytest.fixture
def host(app: Flask, table: FakeTable) -> Visitor:
    """The host, signed on to `app`."""
    return host_of(app, table)


@pytest.fixture
def server(table: FakeTable) -> Iterator[Server]:
    """A running server on `table`."""
    running = Server(create_app(table.pages, WebSettings(heartbeat_s=0.3)), "127.0.0.1", 0).start()
    yield running
    running.stop()


@pytest.fixture
def phones(chromium: Any, table: FakeTable) -> Iterator[Phones]:
    """Phones at a table whose private faces carry markers. Nothing may be reported on their consoles."""
    with phones_at(table, chromium, WebSettings(max_photo_bytes=300_000)) as found:
        yield found


@pytest.fixture
def windows(chromium: Any) -> Iterator[Phones]:
    """Windows with a mouse at a table without markers. Nothing may be reported on their consoles."""
    with phones_at(FakeTable(), chromium, has_touch=False) as found:
        yield found
