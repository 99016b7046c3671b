"""How much one device may ask for: far more than any page needs, and no end of it for nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.web.fake_table import FakeTable
from tests.web.stream_client import Address
from tests.web.test_connections import Clock
from tests.web.web_client import Visitor, host_of, visitor
from web import Server, WebSettings, create_app

GREEDY, PHONE = "127.0.0.2", "127.0.0.3"
BURST = 20
NAMED = re.compile(r'(?:href|src|data-shapes)="(/static/[^"#]+)')
DRAWN = re.compile(r'url\("(/static/[^"#]+)')
SPOKEN_TO = re.compile(r'["`](/[a-z][^"`\s]*)["`]')


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def address(table: FakeTable, clock: Clock) -> Iterator[Address]:
    app = create_app(table.pages, WebSettings(request_burst=BURST, request_refill_s=0.5), clock)
    server = Server(app, "127.0.0.1", 0).start()
    yield Address(server.port)
    server.stop()


@pytest.mark.parametrize("path", ["/lookup", "/healthz", "/static/shared/base.css", "/nowhere", "/api/packet"])
def test_one_device_that_asks_without_end(address: Address, table: FakeTable, clock: Clock, path: str) -> None:
    guest = table.open_session().token
    first = [address.get(path, guest, GREEDY)[0].status for _ in range(BURST)]
    assert 429 not in first
    refused, page = address.get(path, guest, GREEDY)
    assert refused.status == 429
    assert refused.getheader("Retry-After") == "1"
    assert b"please wait one second and try again" in page
    assert address.get(path, "", GREEDY)[0].status == 429, "no cookie does not help"
    assert address.get(path, guest, PHONE)[0].status == first[0], "nobody else waits for it"
    clock.pass_by(0.6)
    assert address.get(path, guest, GREEDY)[0].status == first[0]


def test_a_phone_with_a_seat_has_its_own_whoever_shares_its_address(address: Address, table: FakeTable) -> None:
    for _ in range(2 * BURST):
        last, _ = address.get("/healthz", source=GREEDY)
    assert last.status == 429
    for joined in (table.seat_token(0), table.seat_token(1)):
        statuses = [address.get("/api/packet", joined.token, GREEDY)[0].status for _ in range(BURST + 1)]
        assert statuses == [200] * BURST + [429]


def test_this_machine_is_not_counted(address: Address) -> None:
    """A proxy on it speaks for everybody."""
    assert {address.get("/healthz")[0].status for _ in range(3 * BURST)} == {200}


def asked_for(reader: Visitor, path: str) -> set[str]:
    """The page, the files that it and its style name, and every address in its script, as if it asked for all."""
    page = reader.get(path).get_data(as_text=True)
    asked = {path, *NAMED.findall(page)}
    assert any(one.endswith(".js") for one in asked), path
    for one in NAMED.findall(page):
        if one.endswith((".css", ".js")):
            asked.update((DRAWN if one.endswith(".css") else SPOKEN_TO).findall(reader.get(one).get_data(as_text=True)))
    return asked


def test_a_family_behind_one_router_may_open_the_largest_page_at_once(table: FakeTable) -> None:
    app = create_app(table.pages)
    seat, host = visitor(app, table.seat_token(0)), host_of(app, table)
    pages = ((seat, "/"), (seat, "/seat"), (seat, "/table"), (seat, "/virtual"), (host, "/host"))
    largest = max(len(asked_for(reader, path)) for reader, path in pages)
    assert largest > 10, "a seat's page is known to take eleven"
    assert WebSettings().request_burst >= 12 * largest, "ten phones, a television and a laptop"
