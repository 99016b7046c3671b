"""Whoever opens many connections and says little keeps nobody else out: on real sockets, from several addresses."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.stream_client import NEEDS_OPENSSL, Address, make_certificate, stream, trusting
from web import Server, WebSettings, create_app
from web.serve.connections import HEADER_S, IDLE_S, REQUEST_S
from web.views import Role

GREEDY, PHONE, TV = "127.0.0.2", "127.0.0.3", "127.0.0.4"
MANY = 310
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s

    def pass_by(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings(heartbeat_s=0.3))


@pytest.fixture
def address(app: Flask, clock: Clock) -> Iterator[Address]:
    server = Server(app, "127.0.0.1", 0, clock=clock).start()
    yield Address(server.port)
    server.stop()


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def line(address: Address, lines: ExitStack, source: str, said: bytes = b"") -> socket.socket:
    """A connection over which something was said."""
    opened = lines.enter_context(socket.create_connection(("127.0.0.1", address.port), 10, (source, 0)))
    opened.sendall(said)
    return opened


def asked(line: socket.socket, token: str = "") -> str:
    """The first line of the answer to a whole request, whose connection stays open; empty when it is closed."""
    cookie = f"Cookie: tabletop_companion={token}\r\n" if token else ""
    try:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode())
        found = b""
        while not found.endswith(b"ok\n"):
            piece = line.recv(4096)
            if not piece:
                break
            found += piece
    except ConnectionError:
        return ""
    return found.partition(b"\r\n")[0].decode()


def is_closed(line: socket.socket) -> bool:
    """Waits until the other side closes."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def is_open(line: socket.socket) -> bool:
    """Whether it is open now, as far as it is known here."""
    line.setblocking(False)
    try:
        return line.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        line.settimeout(10)


@pytest.mark.parametrize("said", [HALF, b"", b"GET", HALF + b"1\r\n\r\n"])
def test_many_connections_of_one_address_lock_nobody_out(
    address: Address, lines: ExitStack, table: FakeTable, said: bytes
) -> None:
    """Whoever is live stays so, and everybody who comes is let in, also from that very address."""
    player = lines.enter_context(stream(address, table.seat_token(0).token, source=GREEDY))
    screen = lines.enter_context(stream(address, table.open_session().token, source=TV, page="table"))
    for _ in range(MANY):
        line(address, lines, GREEDY, said)
    for source in (PHONE, TV, GREEDY) * 5:
        response, _ = address.get("/healthz", source=source)
        assert response.status == 200
    for reader in (player, screen):
        table.publish()
        while reader.packet()["version"] < table.version:
            pass


def test_nor_do_those_of_twenty_addresses(address: Address, lines: ExitStack, table: FakeTable) -> None:
    """Together they fill the whole table: whoever says nothing goes first, then the address that has most."""
    player = lines.enter_context(stream(address, table.seat_token(0).token, source=PHONE))
    waiting = line(address, lines, PHONE)
    assert asked(waiting, table.seat_token(1).token) == "HTTP/1.1 200 OK"
    for number in range(MANY + 170):
        line(address, lines, f"127.0.5.{1 + number % 20}", HALF)
    for source in (PHONE, TV, "127.0.5.1"):
        assert address.get("/healthz", source=source)[0].status == 200
    assert asked(waiting) == "HTTP/1.1 200 OK", "a phone of the table keeps its line while strangers have idle ones"
    table.publish()
    while player.packet()["version"] < table.version:
        pass


def test_a_phone_of_the_table_keeps_its_line_among_the_many_of_its_address(
    address: Address, lines: ExitStack, table: FakeTable
) -> None:
    seat, host = line(address, lines, GREEDY), line(address, lines, GREEDY)
    assert asked(seat, table.seat_token(0).token) == "HTTP/1.1 200 OK"
    assert asked(host, table.sign(Role.HOST, None, "Host").token) == "HTTP/1.1 200 OK"
    stranger = line(address, lines, GREEDY)
    assert asked(stranger) == "HTTP/1.1 200 OK"
    for _ in range(MANY):
        line(address, lines, GREEDY, HALF)
    assert asked(seat) == "HTTP/1.1 200 OK"
    assert asked(host) == "HTTP/1.1 200 OK"
    assert asked(stranger) == "", "it was quiet for longest among the strangers"


def test_a_family_that_shares_an_address_has_room_for_all_its_browsers(address: Address, lines: ExitStack) -> None:
    browsers = 12  # ten phones, a television and a laptop before anybody has a seat, each with the six that it opens
    opened = [line(address, lines, GREEDY) for _ in range(browsers * 6)]
    assert all(asked(one) for one in opened)


def test_guests_of_one_address_leave_streams_for_others() -> None:
    assert WebSettings(connections_per_address=300).guests_per_address < WebSettings().max_streams


def test_this_machine_itself_has_no_share_of_its_own(address: Address, lines: ExitStack) -> None:
    """A proxy on it speaks for everybody."""
    opened = [line(address, lines, "127.0.0.1", HALF) for _ in range(100)]
    assert asked(line(address, lines, PHONE)) == "HTTP/1.1 200 OK"  # after all of those were taken in
    assert all(is_open(one) for one in opened)


def test_a_header_that_comes_by_and_by_has_a_deadline(address: Address, lines: ExitStack, clock: Clock) -> None:
    slow, whole = line(address, lines, GREEDY, HALF), line(address, lines, GREEDY)
    assert asked(whole) == "HTTP/1.1 200 OK"  # after the half header was taken in
    for _ in range(3):
        clock.pass_by(HEADER_S / 2)
        if is_open(slow):
            slow.sendall(b"x")
        assert asked(whole) == "HTTP/1.1 200 OK"
    assert is_closed(slow)


def test_the_second_header_of_a_line_has_it_too(address: Address, lines: ExitStack, clock: Clock) -> None:
    slow = line(address, lines, GREEDY)
    assert asked(slow) == "HTTP/1.1 200 OK"
    clock.pass_by(2 * HEADER_S)
    assert asked(slow) == "HTTP/1.1 200 OK", "the time between two requests is no part of the second"
    slow.sendall(HALF)
    assert asked(line(address, lines, PHONE)) == "HTTP/1.1 200 OK"
    clock.pass_by(HEADER_S + 1)
    assert is_closed(slow)


def test_a_body_that_comes_by_and_by_has_a_deadline_too(address: Address, lines: ExitStack, clock: Clock) -> None:
    head = b"POST /api/answer HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
    slow = line(address, lines, GREEDY, head)
    passed_s = 0.0
    while passed_s <= REQUEST_S:
        assert asked(line(address, lines, PHONE)) == "HTTP/1.1 200 OK"
        slow.sendall(b"x")
        clock.pass_by(IDLE_S / 2)
        passed_s += IDLE_S / 2
    assert is_closed(slow)


def test_what_is_idle_is_closed_and_what_is_fed_is_not(
    address: Address, lines: ExitStack, table: FakeTable, clock: Clock
) -> None:
    idle = line(address, lines, PHONE)
    assert asked(idle) == "HTTP/1.1 200 OK"
    reader = lines.enter_context(stream(address, table.seat_token(0).token, source=PHONE))
    reader.packet()
    clock.pass_by(10 * REQUEST_S)
    assert is_closed(idle)
    table.publish()
    while reader.packet()["version"] < table.version:
        pass


def test_a_clock_that_is_set_closes_nothing(app: Flask, lines: ExitStack) -> None:
    server = Server(app, "127.0.0.1", 0).start()
    try:
        idle = line(Address(server.port), lines, PHONE)
        assert asked(idle) == "HTTP/1.1 200 OK"
        server._server.maintenance(time.time() + 400 * 86_400)
        assert asked(idle) == "HTTP/1.1 200 OK"
    finally:
        server.stop()


@NEEDS_OPENSSL
def test_the_same_over_https(app: Flask, lines: ExitStack, clock: Clock, tmp_path: Path) -> None:
    made = make_certificate(tmp_path)
    server = Server(app, "127.0.0.1", 0, made, clock).start()
    address = Address(server.port, trusting(made))
    try:
        hello = ssl.create_default_context()
        hello.check_hostname, hello.verify_mode = False, ssl.CERT_NONE
        first = hello.wrap_bio(ssl.MemoryBIO(), greeting := ssl.MemoryBIO())
        with pytest.raises(ssl.SSLWantReadError):
            first.do_handshake()
        half = greeting.read()[:40]
        opened = [line(address, lines, GREEDY, half) for _ in range(MANY)]
        for source in (PHONE, GREEDY):
            assert address.get("/healthz", source=source)[0].status == 200
        clock.pass_by(HEADER_S + 1)
        assert all(is_closed(one) for one in opened)
    finally:
        server.stop()
