"""The real server: streams that come, beat, end and never starve the other pages."""

from __future__ import annotations

import json
import socket
import threading
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.stream_client import Address, stream
from web import Server, WebError, WebSettings, create_app
from web.serve.app import streams_of

LIMIT = 30


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings(max_streams=LIMIT, heartbeat_s=0.3, disconnect_poll_s=0.2))


@pytest.fixture
def running(app: Flask) -> Iterator[Server]:
    server = Server(app, "127.0.0.1", 0).start()
    yield server
    server.stop()


@pytest.fixture
def address(running: Server) -> Address:
    return Address(running.port)


def test_the_first_packet_comes_at_once_then_news_then_heartbeats(address: Address, table: FakeTable) -> None:
    with stream(address, table.seat_token(0).token) as reader:
        assert reader.response.getheader("Content-Type", "").startswith("text/event-stream")
        assert reader.event() == {"retry": "2000", "event": "beat", "data": '{"every_s": 0.3}'}
        first = reader.event()
        assert (first["id"], first["event"]) == ("fake-41", "packet")
        table.publish()
        while (news := reader.event()).get("event") != "packet":
            assert news["event"] == "beat"
        assert news["id"] == "fake-42"
        assert reader.event()["event"] == "beat"


def test_packets_are_packed_for_whoever_can_unpack_them_and_each_comes_whole(
    address: Address, table: FakeTable
) -> None:
    with stream(address, table.seat_token(0).token) as reader:
        plain = reader.packet()
    packed_bytes = 0
    with stream(address, table.seat_token(0).token, encoding="gzip") as reader:
        assert reader.response.getheader("Content-Encoding") == "gzip"
        unpacking, text = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
        while b"event: packet" not in text or not text.endswith(b"\n\n"):
            piece = reader.response.read1()
            packed_bytes += len(piece)
            text += unpacking.decompress(piece)
    (line,) = [line for line in text.splitlines() if line.startswith(b'data: {"version"') or b'"players"' in line]
    assert json.loads(line.removeprefix(b"data: ")) == plain
    assert packed_bytes < len(text) / 2


def test_a_sleeping_feed_does_not_keep_the_place_of_a_closed_tab(
    address: Address, app: Flask, table: FakeTable
) -> None:
    """A feed that gives no sign for long: the watch still sees that the reader is gone."""
    with stream(address, table.open_session().token) as reader:
        reader.packet()
        table.feeds[-1][1].beat_s = 60.0
        reader.close()
    assert streams_of(app).wait_for(0, 5)


def test_when_all_places_are_taken(address: Address, app: Flask, table: FakeTable) -> None:
    with ExitStack() as lines:
        readers = [lines.enter_context(stream(address, table.open_session().token)) for _ in range(LIMIT)]
        assert {reader.response.status for reader in readers} == {200}
        assert streams_of(app).wait_for(LIMIT, 5)
        refused = lines.enter_context(stream(address, table.open_session().token)).response
        assert refused.status == 503
        assert refused.getheader("Retry-After") == "5"
        for path in ("/table", "/api/packet", "/healthz"):
            assert address.get(path, table.seat_token(0).token)[0].status == 200
        table.publish()
        assert {reader.packet()["version"] for reader in readers} == {41}
        assert {reader.packet()["version"] for reader in readers} == {42}
    assert streams_of(app).wait_for(0, 5)


def test_a_player_comes_in_before_the_oldest_who_only_looks_on(address: Address, app: Flask, table: FakeTable) -> None:
    with ExitStack() as lines:
        guests = [lines.enter_context(stream(address, table.open_session().token)) for _ in range(LIMIT)]
        assert streams_of(app).wait_for(LIMIT, 5)
        player = lines.enter_context(stream(address, table.seat_token(0).token))
        assert player.response.status == 200
        assert player.packet()["seat"] == 0
        assert streams_of(app).count == LIMIT
        table.publish()
        assert {reader.packet()["version"] for reader in guests[1:]} == {41}
        assert {reader.packet()["version"] for reader in guests[1:]} == {42}
    assert streams_of(app).wait_for(0, 5)


def test_a_table_that_has_no_place_left_says_so_too(table: FakeTable, app: Flask) -> None:
    table.max_feeds = 0
    client = app.test_client()
    client.set_cookie("tabletop_companion", table.open_session().token)
    response = client.get("/events")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert streams_of(app).count == 0


def test_stop_with_thirty_streams_open(app: Flask, table: FakeTable) -> None:
    server = Server(app, "127.0.0.1", 0).start()
    before = {thread.name for thread in threading.enumerate()}
    with ExitStack() as lines:
        for _ in range(LIMIT):
            lines.enter_context(stream(Address(server.port), table.open_session().token)).packet()
        server.stop()  # it hangs for ever where nobody ends the streams
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


@pytest.mark.parametrize("streams", [1, 7, 40])
def test_streams_can_never_use_all_threads(table: FakeTable, streams: int) -> None:
    """The number of threads is no setting: it follows from the number of streams."""
    before = set(threading.enumerate())
    server = Server(create_app(table.pages, WebSettings(max_streams=streams)), "127.0.0.1", 0).start()
    workers = [t for t in set(threading.enumerate()) - before if t.name.startswith("waitress")]
    server.stop()
    assert len(workers) == streams + 8


def test_a_taken_port_is_one_sentence(running: Server, app: Flask) -> None:
    with pytest.raises(WebError, match=rf"^Port {running.port} is taken .* web\.port\.$"):
        Server(app, "127.0.0.1", running.port)


def test_an_address_of_another_machine(app: Flask) -> None:
    with pytest.raises(WebError, match=r"web\.host"):
        Server(app, "203.0.113.9", 0)


def test_an_app_from_elsewhere_is_refused() -> None:
    with pytest.raises(WebError, match="create_app"):
        Server(Flask("elsewhere"), "127.0.0.1", 0)


def test_the_server_names_neither_itself_nor_its_version(running: Server) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/healthz", timeout=5) as page:
        assert page.headers.get("Server") is None
        assert page.read() == b"ok\n"


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux gives up silent connections")
def test_the_kernel_gives_up_what_is_not_acknowledged(running: Server, address: Address, table: FakeTable) -> None:
    with stream(address, table.seat_token(0).token) as reader:
        reader.packet()
        (channel,) = running._server.active_channels.values()
        assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 15_000
