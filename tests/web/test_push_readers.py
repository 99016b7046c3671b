"""Readers that leave, freeze, come back or open too much; over http and over https."""

from __future__ import annotations

import queue
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.stream_client import NEEDS_OPENSSL, Address, Reader, make_certificate, stream, trusting
from web import Certificate, Server, WebSettings, create_app
from web.door.wire import encode
from web.serve.app import streams_of
from web.views import EventView, Packet


class WideTable(FakeTable):
    """A table whose packets are as large as those of ten players, made once for each version."""

    def _packet(self, seat: int | None) -> Packet:
        packet = super()._packet(seat)
        return replace(
            packet, events=tuple(EventView(number=n, text="A card was played to the meeting. " * 20) for n in range(60))
        )


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(params=["http", pytest.param("https", marks=NEEDS_OPENSSL)])
def secured(request: pytest.FixtureRequest) -> Certificate | None:
    return request.getfixturevalue("certificate") if request.param == "https" else None


@pytest.fixture
def wide() -> WideTable:
    return WideTable()


@pytest.fixture
def unheard_s() -> float:
    return 60.0


@pytest.fixture
def app(wide: WideTable, unheard_s: float) -> Flask:
    """Quiet streams: whoever leaves must be noticed by that, and not by the next heartbeat."""
    return create_app(wide.pages, WebSettings(max_streams=12, unheard_s=unheard_s))


@pytest.fixture
def server(app: Flask, secured: Certificate | None) -> Iterator[Server]:
    running = Server(app, "127.0.0.1", 0, secured).start()
    yield running
    running.stop()


@pytest.fixture
def address(server: Server, secured: Certificate | None) -> Address:
    return Address(server.port, None if secured is None else trusting(secured))


def frozen(address: Address, token: str, rest: ExitStack) -> Reader:
    """A phone that reads one packet and then nothing more."""
    reader = rest.enter_context(stream(address, token))
    reader.packet()
    return reader


def test_a_closed_tab_is_noticed(address: Address, app: Flask, wide: WideTable) -> None:
    with stream(address, wide.seat_token(0).token) as reader:
        reader.packet()
        assert streams_of(app).wait_for(1, 5)
        reader.close()
    assert streams_of(app).wait_for(0, 20)
    assert all(feed.closed for _, feed in wide.feeds)


def test_a_reset_is_noticed(address: Address, app: Flask, wide: WideTable) -> None:
    """A phone that was switched off and on again: its system knows nothing of the connection."""
    with stream(address, wide.seat_token(0).token) as reader:
        reader.packet()
        assert streams_of(app).wait_for(1, 5)
        raw = socket.socket(fileno=reader.sock.detach())
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.close()
        assert streams_of(app).wait_for(0, 20)


@pytest.mark.parametrize("unheard_s", [3.0])
def test_a_phone_that_never_reads_delays_nobody_and_fills_no_memory(
    address: Address, server: Server, app: Flask, wide: WideTable
) -> None:
    """Meanwhile the others get every packet; after some seconds without room its stream ends by itself."""
    with ExitStack() as rest:
        for seat in range(3):
            frozen(address, wide.seat_token(seat).token, rest)
        awake = rest.enter_context(stream(address, wide.seat_token(3).token))
        awake.packet()
        assert streams_of(app).wait_for(4, 5)
        end_s = time.monotonic() + 40.0
        sent, most = 0, 0
        while streams_of(app).count > 1 and time.monotonic() < end_s:
            wide.publish()
            sent += 1
            most = max(most, server.unsent_bytes)
            assert awake.packet()["version"] == wide.version, "the waking one missed something"
        assert streams_of(app).count == 1, "those who never read keep their places"
        size = len(encode(wide.packet(wide.open_session().session)))
        assert size > 30_000
        assert sent > 100
        assert most < 5 * size, f"after {sent} packets of {size} bytes {most} bytes wait for three who do not read"


def test_a_slow_reader_gets_the_newest_and_not_all_of_the_past(address: Address, wide: WideTable) -> None:
    with stream(address, wide.seat_token(0).token) as slow, stream(address, wide.seat_token(1).token) as quick:
        slow.packet()
        quick.packet()
        feed = wide.feeds[0][1]
        for _ in range(400):
            wide.publish()
            quick.packet()
            keep_newest(feed.waiting)
        seen = [slow.packet()["version"]]
        while seen[-1] < wide.version:
            seen.append(slow.packet()["version"])
    assert seen == sorted(set(seen))
    assert len(seen) < 200, "it was sent what nobody needs any more"


def test_what_was_sent_is_not_kept(address: Address, wide: WideTable) -> None:
    """An evening is some ten thousand packets to each page."""
    with ExitStack() as rest:
        readers = [rest.enter_context(stream(address, wide.seat_token(seat).token)) for seat in range(4)]

        def pass_on(packets: int) -> int:
            for _ in range(packets):
                for reader in readers:
                    reader.packet()
                wide.publish()
            return memory_kb()

        before_kb = pass_on(40)
        sent_kb = 4 * 300 * len(encode(wide.packet(wide.open_session().session))) // 1000
        assert pass_on(300) - before_kb < sent_kb / 4


def memory_kb() -> int:
    """What this process holds in memory now."""
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0])


def keep_newest(waiting: queue.Queue[Packet | None]) -> None:
    """As the publisher's feeds do: only the newest waits."""
    with waiting.mutex:
        while len(waiting.queue) > 1:
            waiting.queue.popleft()


@pytest.mark.parametrize("last_id", ["fake-41", "fake-40", "of-another-start-7", "", "ü", "1" * 3000])
def test_whatever_was_seen_last_the_first_packet_is_whole(address: Address, wide: WideTable, last_id: str) -> None:
    joined = wide.seat_token(2)
    with stream(address, joined.token, last_id.encode().decode("latin-1")) as reader:
        packet = reader.packet()
    assert (packet["id"], packet["version"], packet["seat"]) == ("fake-41", 41, 2)
    assert len(packet["piles"]) == len(wide.packet(joined.session).piles)


def test_the_oldest_page_of_a_phone_that_opens_too_many_gives_way(
    address: Address, app: Flask, wide: WideTable
) -> None:
    token, other = wide.seat_token(0).token, wide.seat_token(1).token
    with ExitStack() as rest:
        neighbour = rest.enter_context(stream(address, other))
        pages = [rest.enter_context(stream(address, token)) for _ in range(4)]
        for page in (*pages, neighbour):
            page.packet()
        newest = rest.enter_context(stream(address, token))
        newest.packet()
        while (last := pages[0].event()).get("event") != "elsewhere":
            assert last, "the stream ended without a word"
        assert pages[0].event() == {}
        assert streams_of(app).wait_for(5, 5)
        wide.publish()
        assert {page.packet()["version"] for page in (*pages[1:], newest, neighbour)} == {42}


def test_a_page_that_is_not_fed_live_is_still_fed(app: Flask, address: Address, wide: WideTable) -> None:
    joined = wide.seat_token(0)
    response, body = address.get("/api/packet", joined.token)
    assert response.status == 200
    assert b'"version":41' in body


def test_readers_of_the_same_packet_share_its_bytes(
    app: Flask, wide: WideTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []

    def noted(value: object) -> bytes:
        written.append(value)
        return b"{}"

    monkeypatch.setattr("web.serve.stream.encode", noted)
    one = wide.packet(wide.open_session().session)
    wide.__dict__["_packet"] = lambda seat: one
    server = Server(app, "127.0.0.1", 0).start()
    try:
        with ExitStack() as rest:
            readers = [rest.enter_context(stream(Address(server.port), wide.open_session().token)) for _ in range(5)]
            for reader in readers:
                while reader.event().get("event") != "packet":
                    continue
    finally:
        server.stop()
    assert written == [one]
