"""Who keeps a place where all places for live pages are taken: on real connections, from several addresses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.stream_client import Address, Reader, stream
from web import Server, WebSettings, create_app
from web.serve.app import streams_of

LIMIT = 12
GREEDY, TV, OTHER = "127.0.0.2", "127.0.0.3", "127.0.0.4"


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings(max_streams=LIMIT, heartbeat_s=0.3, disconnect_poll_s=0.2))


@pytest.fixture
def house(app: Flask, table: FakeTable) -> Iterator[House]:
    server = Server(app, "127.0.0.1", 0).start()
    with ExitStack() as lines:
        yield House(app, table, Address(server.port), lines)
    server.stop()


class House:
    """A table that keeps `LIMIT` pages up to date, and the pages that are open."""

    def __init__(self, app: Flask, table: FakeTable, address: Address, lines: ExitStack) -> None:
        self._app, self._address, self._lines = app, address, lines
        self.table = table

    def guest(self, source: str, page: str = "virtual") -> Reader:
        """One more page of somebody who looks on."""
        return self._lines.enter_context(
            stream(self._address, self.table.open_session().token, source=source, page=page)
        )

    def player(self) -> Reader:
        """A player's page."""
        return self._lines.enter_context(stream(self._address, self.table.seat_token(0).token, source=OTHER))

    def is_full(self) -> bool:
        """Whether every place is taken."""
        return streams_of(self._app).wait_for(LIMIT, 5)


def is_fed(house: House, reader: Reader) -> bool:
    """Whether what happens now still comes to this page."""
    house.table.publish()
    while reader.packet()["version"] < house.table.version:
        pass
    return True


@pytest.mark.parametrize("page", ["virtual", "table"])
def test_all_streams_of_one_address_do_not_cost_the_screen_its_own(house: House, page: str) -> None:
    """Also when each of them says that it is a table screen."""
    for _ in range(LIMIT):
        assert house.guest(GREEDY, page).response.status == 200
    assert house.is_full()
    screen = house.guest(TV, "table")
    assert screen.response.status == 200
    assert house.guest(OTHER, page).response.status == 200, "nor do they keep another guest out"
    for _ in range(3):
        assert house.guest(GREEDY, page).response.status == 503
    assert is_fed(house, screen)


@pytest.mark.parametrize("page", ["virtual", "table"])
def test_nor_do_those_that_come_later(house: House, page: str) -> None:
    screen, guest = house.guest(TV, "table"), house.guest(OTHER)
    statuses = [house.guest(GREEDY, page).response.status for _ in range(LIMIT)]
    assert statuses == [200] * (LIMIT - 2) + [503] * 2
    assert is_fed(house, screen)
    assert is_fed(house, guest)


def test_a_screen_comes_in_before_a_guest_but_only_two_of_an_address_do(house: House) -> None:
    for number in range(LIMIT):
        house.guest(f"127.0.1.{number + 1}")
    assert house.is_full()
    assert house.guest(OTHER).response.status == 503
    assert [house.guest(TV, "table").response.status for _ in range(3)] == [200, 200, 503]


def test_a_player_comes_in_before_every_screen_and_never_goes(house: House) -> None:
    for number in range(LIMIT):
        house.guest(f"127.0.1.{number + 1}", "table")
    assert house.is_full()
    player = house.player()
    assert player.response.status == 200
    assert house.guest(TV, "table").response.status == 503
    assert is_fed(house, player)


def test_an_address_has_its_share_and_a_screen_among_its_guests_a_place(table: FakeTable) -> None:
    """The rest of its connections is for pages and taps."""
    settings = WebSettings(heartbeat_s=0.3, connections_per_address=9)
    app = create_app(table.pages, settings)
    server = Server(app, "127.0.0.1", 0).start()
    with ExitStack() as lines:
        house = House(app, table, Address(server.port), lines)
        assert [house.guest(OTHER).response.status for _ in range(8)] == [200] * 6 + [503] * 2
        screen = house.guest(OTHER, "table")
        assert screen.response.status == 200
        assert house.player().response.status == 200
        assert [house.guest("127.0.0.1").response.status for _ in range(20)] == [200] * 20
        assert is_fed(house, screen)
    server.stop()
