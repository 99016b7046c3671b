"""The real server: streams that come, beat, end and never starve the other pages."""

from __future__ import annotations

import http.client
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from web import Server, WebError, WebSettings, create_app
from web.app import streams_of

LIMIT = 30


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, WebSettings(max_streams=LIMIT, heartbeat_s=0.3, disconnect_poll_s=0.2))


@pytest.fixture
def running(app: Flask) -> Iterator[Server]:
    server = Server(app, "127.0.0.1", 0, LIMIT).start()
    yield server
    server.stop()


@contextmanager
def stream(server: Server, token: str) -> Iterator[http.client.HTTPResponse]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=8)
    line.request("GET", "/events", headers={"Cookie": f"tabletop_companion={token}"})
    try:
        yield line.getresponse()
    finally:
        if line.sock is not None:
            line.sock.close()
        line.close()


def event(response: http.client.HTTPResponse) -> dict[str, str]:
    """The next event or comment: its lines by name."""
    found: dict[str, str] = {}
    while True:
        text = response.readline().decode().rstrip("\n")
        if not text and found:
            return found
        name, _, value = text.partition(": ") if not text.startswith(":") else ("comment", "", text)
        if name:
            found[name] = value


def test_the_first_packet_comes_at_once_then_news_then_heartbeats(running: Server, table: FakeTable) -> None:
    with stream(running, table.seat_token(0).token) as response:
        assert response.getheader("Content-Type", "").startswith("text/event-stream")
        assert event(response) == {"retry": "2000"}
        first = event(response)
        assert (first["id"], first["event"]) == ("fake-41", "packet")
        table.publish()
        while (news := event(response)).get("event") != "packet":
            assert "comment" in news
        assert news["id"] == "fake-42"
        assert "comment" in event(response)


def test_a_closed_tab_frees_its_place(running: Server, app: Flask, table: FakeTable) -> None:
    with stream(running, table.open_session().token) as response:
        event(response)
        assert streams_of(app).wait_for(1, 5)
        closed_s = time.monotonic()
        response.close()
    assert streams_of(app).wait_for(0, 5)
    assert time.monotonic() - closed_s < 2.0
    assert all(feed.closed for _, feed in table.feeds)


def test_a_sleeping_feed_does_not_keep_the_place_of_a_closed_tab(running: Server, app: Flask, table: FakeTable) -> None:
    """A feed that gives no sign for long: the watch still sees that the reader is gone."""
    with stream(running, table.open_session().token) as response:
        event(response)
        event(response)
        table.feeds[-1][1].beat_s = 60.0
        response.close()
    assert streams_of(app).wait_for(0, 5)


def test_when_all_places_are_taken(running: Server, app: Flask, table: FakeTable) -> None:
    token = table.open_session().token
    with ExitStack() as lines:
        responses = [lines.enter_context(stream(running, token)) for _ in range(LIMIT)]
        assert {response.status for response in responses} == {200}
        assert streams_of(app).wait_for(LIMIT, 5)
        refused = lines.enter_context(stream(running, token))
        assert refused.status == 503
        assert refused.getheader("Retry-After") == "5"
        with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/table", timeout=5) as page:
            assert page.status == 200


def test_a_table_that_has_no_place_left_says_so_too(table: FakeTable, app: Flask) -> None:
    table.max_feeds = 0
    client = app.test_client()
    client.set_cookie("tabletop_companion", table.open_session().token)
    response = client.get("/events")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert streams_of(app).count == 0


def test_stop_with_thirty_streams_open(app: Flask, table: FakeTable) -> None:
    server = Server(app, "127.0.0.1", 0, LIMIT).start()
    before = {thread.name for thread in threading.enumerate()}
    with ExitStack() as lines:
        responses = [lines.enter_context(stream(server, table.open_session().token)) for _ in range(LIMIT)]
        for response in responses:
            event(response)
        began_s = time.monotonic()
        server.stop()
        assert time.monotonic() - began_s < 2.0
    server.stop()
    assert streams_of(app).count == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=2).close()
    left = {
        thread.name
        for thread in threading.enumerate()
        if "waitress" in thread.name or thread.name.startswith("web-server")
    }
    assert not left & before


def test_a_taken_port_is_one_sentence(running: Server, app: Flask) -> None:
    with pytest.raises(WebError, match=rf"^Port {running.port} is taken .* web\.port\.$"):
        Server(app, "127.0.0.1", running.port, LIMIT)


def test_an_address_of_another_machine(app: Flask) -> None:
    with pytest.raises(WebError, match=r"web\.host"):
        Server(app, "203.0.113.9", 0, LIMIT)


def test_an_app_from_elsewhere_is_refused() -> None:
    with pytest.raises(WebError, match="create_app"):
        Server(Flask("elsewhere"), "127.0.0.1", 0, LIMIT)


def test_the_server_names_neither_itself_nor_its_version(running: Server) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/healthz", timeout=5) as page:
        assert page.headers.get("Server") is None
        assert page.read() == b"ok\n"
