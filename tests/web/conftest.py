"""Apps and servers on the fake table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.fake_table import FakeTable
from web import Server, WebSettings, create_app


@pytest.fixture
def table() -> FakeTable:
    """A table whose private faces carry markers."""
    return FakeTable(markers=True)


@pytest.fixture
def server(table: FakeTable) -> Iterator[Server]:
    """A running server on `table`."""
    running = Server(create_app(table, WebSettings(heartbeat_s=0.3)), "127.0.0.1", 0, 40).start()
    yield running
    running.stop()
