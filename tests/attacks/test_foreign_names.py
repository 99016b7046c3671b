"""Where a request says that it comes from, and by which name it calls this machine: no other site gets in, and no name
that an attacker's own server could answer for (DNS rebinding)."""

from __future__ import annotations

import pytest

from tests.attacks.ring import Ring, Who
from web.door.hosts import HostNames

NOTE = {"text": "changed"}
EVIL = "evil.example"

STRANGE_HOSTS = (
    *(EVIL, f"{EVIL}:{{port}}", f"localhost.{EVIL}", f"127.0.0.1.{EVIL}", f"localhost:{{port}}.{EVIL}"),
    *(f"localhost@{EVIL}", f"localhost:{{port}}@{EVIL}", f"{EVIL}@localhost", f"user:pass@{EVIL}:{{port}}"),
    *(f"localhost#@{EVIL}", f"localhost/{EVIL}", f"localhost\\{EVIL}", f"localhost {EVIL}", f"localhost,{EVIL}"),
    *("localhost:", "localhost:abc", "localhost:-1", "localhost:1:2", "localhost:123456789", "localhost..", "..", "."),
    *(
        "8.8.8.8",
        "0.0.0.0",
        "0",
        "2130706433.",
        "0x08080808",
        "192.0.2.77",
        "[2001:db8::1]",
        "[::]",
        "[::ffff:8.8.8.8]",
    ),
    *("[::1", "::1]", "[]", "[::1]x", f"[::1].{EVIL}", f"[{EVIL}]", "[::1%25lo]@x", "loc\xe4lhost", "*", "%6cocalhost"),
    *("xn--localhost-x.example", "localhost%00", "localhost\t.evil.example"),
)

STRANGE_ORIGINS = (
    *(f"http://{EVIL}", f"https://{EVIL}", "null", "file://", "about:blank", "data:text/html,x", "http://", "://", "x"),
    *(f"http://{{here}}.{EVIL}", f"http://{EVIL}/{{here}}", f"http://{EVIL}#{{here}}", f"http://{EVIL}?{{here}}"),
    *(
        f"http://{{here}}@{EVIL}",
        f"http://{EVIL}@{{here}}",
        f"http://{{here}}:80@{EVIL}",
        f"http://{{here}}, http://{EVIL}",
    ),
    *("http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:{port}", "http://[::1]:{port}", "http://{here}0"),
    *("http://[", "http://[::1", "http://[x]", "http://]", "http://127.0.0.1.:{port}", "http://\xfc.example"),
)


def told_nothing(table: Ring, who: Who, status: int, headers: tuple[tuple[str, str], ...], text: str) -> None:
    assert status in (400, 403), text
    assert not any(name.lower() == "set-cookie" for name, _ in headers)
    assert EVIL not in text


@pytest.mark.parametrize("name", STRANGE_HOSTS)
def test_a_strange_name_of_this_machine(table: Ring, name: str) -> None:
    before = table.state()
    host = name.replace("{port}", str(table.port))
    for path in ("/", "/api/packet", "/seat", "/events", "/nowhere", "/static/shared/base.css", "//seat"):
        answer = table.ask(Who.SEAT_0, path, Host=host)
        told_nothing(table, Who.SEAT_0, answer.status, answer.headers, answer.text)
        assert "Location" not in dict(answer.headers)
    answer = table.ask(Who.SEAT_0, "/api/notes", NOTE, Host=host, Origin=f"http://{host}")
    told_nothing(table, Who.SEAT_0, answer.status, answer.headers, answer.text)
    assert table.state() == before


@pytest.mark.parametrize("origin", STRANGE_ORIGINS)
def test_a_command_from_elsewhere(table: Ring, origin: str) -> None:
    before = table.state()
    sent = origin.replace("{here}", table.here).replace("{port}", str(table.port))
    for who, path, value in ((Who.SEAT_0, "/api/notes", NOTE), (Who.HOST, "/api/host", {"act": "pause"})):
        answer = table.ask(who, path, value, Origin=sent)
        told_nothing(table, who, answer.status, answer.headers, answer.text)
    assert table.state() == before


@pytest.mark.parametrize("referer", [f"http://{EVIL}/page", "http://[", "x", f"http://{EVIL}/?http://127.0.0.1"])
def test_a_command_without_origin_and_with_a_foreign_referer(table: Ring, referer: str) -> None:
    before = table.state()
    answer = table.ask(Who.SEAT_0, "/api/notes", NOTE, Origin=None, Referer=referer)
    told_nothing(table, Who.SEAT_0, answer.status, answer.headers, answer.text)
    assert table.state() == before


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-Host", "X-Host", "X-Original-Host", "X-Forwarded-Server", "X-Host-Override", "Forwarded"],
)
def test_headers_of_proxies_change_nothing(table: Ring, header: str) -> None:
    text = f"host={EVIL}" if header == "Forwarded" else EVIL
    for who, path in (
        (Who.SPECTATOR, "/"),
        (Who.SPECTATOR, "/join"),
        (Who.HOST, "/api/people"),
        (Who.SEAT_0, "//seat"),
    ):
        answer = table.ask(who, path, changed={header: text})
        assert EVIL not in answer.text
        assert EVIL not in str(answer.headers)
    offer = table.ask(Who.HOST, "/api/people/hand-over", {"seat": 3}, changed={header: text})
    assert offer.status == 200
    assert EVIL not in offer.text
    wrong = table.ask(Who.SPECTATOR, "/", Host=EVIL, changed={header: table.here})
    assert wrong.status == 403


@pytest.mark.parametrize("header", ["X-Original-URL", "X-Rewrite-URL", "X-HTTP-Method-Override", "X-Method-Override"])
def test_headers_of_proxies_lead_nowhere_else(table: Ring, header: str) -> None:
    text = "POST" if "Method" in header else "/api/host"
    answer = table.ask(Who.SEAT_0, "/api/notes", changed={header: text})
    assert answer.json["text"] == table.notes[0]


def test_names_are_read_whole() -> None:
    names = HostNames(("games.home",))
    for host in ("games.home", "GAMES.HOME:80", "games.home.", "localhost.:8080", "[::1]", "[::1]:443", "127.3.4.5:1"):
        assert names.allows(host), host
    for host in (
        "games.home:80@evil.example",
        "games.home:",
        "games.home:port",
        "games.home..",
        "a games.home",
        "[::1",
    ):
        assert not names.allows(host), host


def test_the_own_name_comes_in(table: Ring) -> None:
    for host in (
        table.here,
        f"localhost:{table.port}",
        f"LOCALHOST:{table.port}",
        f"localhost.:{table.port}",
        "127.1.2.3",
    ):
        assert table.ask(Who.SEAT_0, "/api/packet", Host=host).status == 200
    for name in (f"localhost:{table.port}", f"127.5.5.5:{table.port}"):
        answer = table.ask(Who.SEAT_0, "/api/notes", {"text": table.notes[0]}, Host=name, Origin=f"http://{name}")
        assert answer.status == 200
