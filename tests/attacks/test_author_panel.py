"""The author's panel shows every secret. No table has it, nobody in the network reaches it, nobody opens it without the
key, and whoever has a table's session has nothing there."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

import pytest

from companion.telling.outlets import OUTLETS, Readable, UnknownOutlet, Way, author_rooms, page_rooms
from tests.web.fake_bench import SECRET, FakeBench
from tests.web.fake_table import PIN, FakeTable
from tests.web.web_client import host_of
from web import WebError, WebSettings, Workbench, create_app
from web.door.registrar import ClosedFlask
from web.pages import workbench
from web.views import Joined, Role, Session

PLACES = ("/dev", "/dev/", "/dev/any-key", "/dev/any-key/0", "/api/dev", "/api/dev?at=0")
OTHER_ADDRESS = "127.0.0.2"
"""Another address of the same machine, as the one in the network is."""


class Caller:
    """Somebody with a socket: what they send is what they write."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    def ask(
        self, path: str, method: str = "GET", headers: Mapping[str, str] | None = None, body: object = None
    ) -> tuple[int, str, Mapping[str, str]]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        sent = {"Host": f"127.0.0.1:{self.port}", **({"Cookie": self.cookie} if self.cookie else {}), **(headers or {})}
        line.request(method, path, None if body is None else json.dumps(body), sent)
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, text, dict(answer.getheaders())

    def sign_on(self, address: str) -> None:
        status, _, headers = self.ask(urlsplit(address).path)
        assert (status, headers["Location"]) == (303, "/dev")
        self.cookie = headers["Set-Cookie"].partition(";")[0]


@pytest.fixture
def bench() -> FakeBench:
    return FakeBench()


@pytest.fixture
def panel(bench: FakeBench) -> Iterator[Workbench]:
    found = Workbench(bench, author_rooms())
    found.start()
    yield found
    found.stop()


def port_of(panel: Workbench) -> int:
    port = urlsplit(panel.address).port
    assert port is not None
    return port


# -- a table has none --------------------------------------------------------------------------------------------------


def test_no_table_has_it() -> None:
    table = FakeTable()
    app = create_app(table.pages, rooms=page_rooms())
    assert not [name for name, view in app.view_functions.items() if "workbench" in view.__module__]
    host = host_of(app, table)
    for path in PLACES:
        assert host.get(path).status_code == 404
        assert app.test_client().get(path).status_code == 404
        assert host.post(path.partition("?")[0], {"act": "anew"}).status_code in (404, 405)


def test_no_table_can_be_given_it(bench: FakeBench) -> None:
    assert author_rooms() == {"workbench"}
    assert not author_rooms() & page_rooms()
    app = ClosedFlask("web", rooms=page_rooms())
    with pytest.raises(WebError, match="the room 'workbench', which is no outlet that may be opened"):
        workbench.install(app, bench, "key", lambda key: None, None)  # type: ignore[arg-type]


def test_it_is_on_the_list_and_no_way_out_to_a_device() -> None:
    assert [key for key, one in OUTLETS.items() if one.readable is Readable.BY_AUTHOR] == ["workbench"]
    with pytest.raises(UnknownOutlet):
        Way("workbench", lambda news: None)


def test_a_table_s_pages_cannot_be_served_beside_it(panel: Workbench) -> None:
    caller = Caller(port_of(panel))
    caller.sign_on(panel.address)
    for path in ("/", "/host", "/seat", "/table", "/api/packet", "/events"):
        assert caller.ask(path)[0] == 404


# -- nobody else reaches it --------------------------------------------------------------------------------------------


def test_a_neighbour_in_the_network_reaches_nothing(panel: Workbench) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((OTHER_ADDRESS, port_of(panel)), timeout=5).close()


def test_a_page_that_rebinds_its_name_is_refused(panel: Workbench) -> None:
    caller = Caller(port_of(panel))
    caller.sign_on(panel.address)
    status, text, _ = caller.ask("/api/dev", headers={"Host": "evil.example"})
    assert status == 403
    assert SECRET not in text


def test_without_the_key_it_stays_closed(panel: Workbench) -> None:
    caller = Caller(port_of(panel))
    for path in ("/dev", "/dev/wrong-key", "/dev/%C3%A4", "/dev/wrong-key/0", "/api/dev"):
        status, text, headers = caller.ask(path)
        assert status == 403, path
        assert SECRET not in text
        assert "Location" not in headers
    key = urlsplit(panel.address).path.rpartition("/")[2]
    assert len(key) >= 32
    assert key not in caller.ask("/dev")[1]


def test_the_key_is_not_guessed(panel: Workbench) -> None:
    caller = Caller(port_of(panel))
    assert [caller.ask(f"/dev/guess-{n}")[0] for n in range(WebSettings().pin_attempts + 1)][-1] == 429


def test_a_table_s_host_is_nobody_there(panel: Workbench) -> None:
    host = FakeTable().become_host(Session(Role.SPECTATOR), "", PIN)
    assert isinstance(host, Joined)
    caller = Caller(port_of(panel))
    for name in ("tabletop_companion", "tabletop_workbench"):
        caller.cookie = f"{name}={host.token}"
        assert caller.ask("/api/dev")[0] == 403


def test_another_site_can_send_nothing(panel: Workbench, bench: FakeBench) -> None:
    caller = Caller(port_of(panel))
    caller.sign_on(panel.address)
    for headers in ({}, {"Origin": "http://evil.example"}, {"X-CSRF-Token": "guessed"}):
        assert caller.ask("/api/dev", "POST", headers, {"act": "anew"})[0] == 403
    assert bench.acts == []


# -- the author does ---------------------------------------------------------------------------------------------------


def test_who_has_the_key_sees_it_and_acts(panel: Workbench, bench: FakeBench) -> None:
    caller = Caller(port_of(panel))
    caller.sign_on(panel.address)
    status, page, headers = caller.ask("/dev")
    assert status == 200
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    status, view, headers = caller.ask("/api/dev?at=2")
    assert (status, json.loads(view)["at"], headers["Cache-Control"]) == (200, 2, "no-store")
    assert caller.ask("/api/dev?mark=mark-1")[0] == 204
    csrf = page.partition('name="csrf" content="')[2].partition('"')[0]
    sent = {"X-CSRF-Token": csrf, "Content-Type": "application/json"}
    assert caller.ask("/api/dev", "POST", sent, {"act": "back", "entry": 2})[0] == 200
    assert [(one.act.value, one.entry) for one in bench.acts] == [("back", 2)]
    assert caller.ask("/api/dev", "POST", sent, {"act": "back", "seat": 0})[0] == 400
    assert [caller.ask(urlsplit(panel.address).path)[0] for _ in range(20)] == [303] * 20, "the key is no guess"


def test_another_browser_sits_down_by_the_key(panel: Workbench, bench: FakeBench) -> None:
    caller = Caller(port_of(panel))
    seat = f"{urlsplit(panel.address).path}/1"
    status, _, headers = caller.ask(seat)
    assert (status, headers["Location"]) == (303, bench.link)
    assert "Set-Cookie" not in headers or "_visit=" in headers["Set-Cookie"], "it sits there, and sees no panel"
    bench.link = ""
    assert caller.ask(seat)[0] == 409
