"""Requests that no browser of ours sends: every one is answered in order, or the line is cut; nothing changes."""

from __future__ import annotations

import re

import pytest

from tests.attacks.ring import Ring, Who

NOTES = "/api/notes"
APP = b"from flask import"


def request(table: Ring, target: str, *more: str, method: str = "GET", who: Who = Who.SEAT_0) -> bytes:
    headers = {**table.headers_of(who, post=method == "POST"), "Connection": "close"}
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {text}" for name, text in headers.items()), *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def status_of(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    return int(found[1]) if found else 0


TRAVERSALS = (
    *(
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%2e%2e%2fapp.py",
        "/static//app.py",
    ),
    *("/static/..%5capp.py", "/static/....//app.py", "/static/%252e%252e/app.py", "/static/shared/../../app.py"),
    *("/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/..%c0%afapp.py", "/static/\\..\\app.py"),
    *("/static/../../companion/service/service.py", "/../web/app.py", "/static/.", "/static/..", "/static/", "/static"),
    *("/static/seat/routes.py", "/static/seat/seat.html", "/static/__init__.py", "/static/seat/routes.py%00.js"),
    *("/static/seat/routes.PY", "/static/seat/routes.py/.js", "/static/seat", "/static/seat/", "/static/seat/hand"),
    *("/static/%00", "/static/shared/base.css%00.js", "/static/" + "a" * 5000),
    *(
        "/static/shared/core/../../../serve/app.py",
        "/api/hosting/copies/..%2f..%2fcompanion.db",
        "/api/hosting/copies/companion.db",
    ),
)


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_way_out_of_the_folder(table: Ring, path: str) -> None:
    for who in (Who.SPECTATOR, Who.HOST):
        answer = table.raw(request(table, path, who=who))
        assert status_of(answer) in (308, 400, 403, 404, 405), answer[:80]
        assert APP not in answer
        assert b"root:" not in answer
        assert b"SQLite format" not in answer


LONG_WAYS = (
    *("/" + "a" * 9000, "/" + "/" * 3000, "/?" + "x=1&" * 5000, "/api/replay/" + "9" * 5000, "/history/" + "9" * 5000),
    *(
        "/api/replay/-1",
        "/api/replay/0x1",
        "/api/replay/\xb2",
        "/history/1/at/" + "9" * 30,
        "/history/99999999999.json",
    ),
    *(
        "/history?page=" + "9" * 5000,
        "/history?page=-1",
        "/history?page=1e9",
        "/lookup?q=" + "(" * 3000,
        "/lookup?q=%00",
    ),
    *("/lookup?q=%ff%fe", "/join?code=" + "%22%3e%3cscript%3e", "/%ff%fe", "/%", "/%zz", "/;", "/seat;jsessionid=1"),
    *(
        "/seat%2f",
        "/seat%00",
        "/seat%0d%0aSet-Cookie:x=1",
        "/SEAT",
        "//seat",
        "/./seat",
        "/host%2fcamera",
        "/api//packet",
    ),
    *("/\u0130stanbul".encode().decode("latin-1"), "/AAAAA%0d%0aX:1", "/ABCDE%c3%a9", "/%E0%80%80"),
)


@pytest.mark.parametrize("target", LONG_WAYS, ids=lambda one: one[:30].encode("unicode_escape").decode())
def test_strange_addresses(table: Ring, target: str) -> None:
    before = table.state()
    answer = table.raw(request(table, target))
    assert 200 <= status_of(answer) < 500, answer[:100]
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"Set-Cookie:x" not in head
    assert b"\r\nX:1" not in head
    assert b"<script>" not in body
    assert b"Traceback" not in body
    assert table.state() == before


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "DELETE", "PATCH", "CONNECT", "get", "X" * 500])
def test_other_methods(table: Ring, method: str) -> None:
    before = table.state()
    for path in ("/", NOTES, "/api/host", "/static/shared/base.css", "/nowhere"):
        answer = table.raw(request(table, path, "X-Secret: heron", method=method))
        assert status_of(answer) in (400, 403, 404, 405, 501), answer[:80]
        assert b"heron" not in answer, "nothing is sent back as it came"
        assert b"Access-Control-Allow" not in answer
        assert table.notes[0].encode() not in answer
    assert table.state() == before


def test_head_tells_no_more_than_get(table: Ring) -> None:
    for path in ("/", "/api/packet", NOTES, "/api/host", "/seat", "/api/hosting/companion.db"):
        answer = table.raw(request(table, path, method="HEAD"))
        assert status_of(answer) in (200, 303, 403)
        assert answer.partition(b"\r\n\r\n")[2] == b""


BODIES = {
    "nothing": b"",
    "no object": b"[]",
    "deep list": b"[" * 30_000,
    "deep object": b'{"text":' * 8000,
    "deep value": b'{"text":' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "same key twice": b'{"text":"one","text":"two","text":3}',
    "unknown key": b'{"text":"one","seat":1}',
    "huge number": b'{"text":' + b"9" * 20_000 + b"}",
    "nan": b'{"text":NaN}',
    "infinite": b'{"text":-Infinity}',
    "half a character": b'{"text":"\\ud800"}',
    "no utf-8": b'{"text":"\xff\xfe"}',
    "nul": b'{"text":"a"}\x00',
    "two values": b'{"text":"a"}{"text":"b"}',
    "mark in front": b'\xef\xbb\xbf{"text":"a"}',
    "utf-16": '{"text":"a"}'.encode("utf-16"),
    "form": b"text=changed",
    "parts": b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nchanged\r\n--b--\r\n',
    "xml": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><text>&e;</text>',
    "pickle": b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00\x8c\x07changed\x94.",
    "zipped": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies_that_are_none(table: Ring, name: str) -> None:
    before = table.state()
    for path, who in (
        (NOTES, Who.SEAT_0),
        ("/api/answer", Who.SEAT_0),
        ("/api/host", Who.HOST),
        ("/api/join", Who.SPECTATOR),
    ):
        answer = table.ask(who, path, BODIES[name])
        assert answer.status == 400, answer.text
        assert answer.sentence.endswith(".")
    assert table.state() == before


@pytest.mark.parametrize(
    "field",
    [
        '"version":1e400',
        '"version":1.5',
        '"version":"0"',
        '"version":true',
        '"version":9223372036854775808',
        '"version":[]',
    ],
)
def test_numbers_that_are_none(table: Ring, field: str) -> None:
    before = table.state()
    body = f'{{"key":"play:RED-1",{field},"request":"12345678"}}'.encode()
    assert table.ask(Who.SEAT_0, "/api/answer", body).status in (400, 409)
    assert table.state() == before


@pytest.mark.parametrize("name", ["x_mm", "y_mm", "angle_deg"])
@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e999", "NaN", "1e-320", "99999999999999999999"])
def test_places_far_from_the_table(table: Ring, name: str, value: str) -> None:
    before = table.state()
    body = f'{{"act":"put","handle":"none","{name}":{value}}}'.encode()
    assert table.ask(Who.SEAT_0, "/api/virtual", body).status in (400, 409)
    assert table.state() == before


def test_headers_that_break_lines(table: Ring) -> None:
    before = table.state()
    own = table.headers_of(Who.SEAT_0)["Cookie"]
    for lines in (
        "Cookie: " + own + "\nX-Injected: 1",
        "Accept-Language: de\r\n X-Folded: 1",
        "Accept-Language: " + "de," * 20_000,
        "If-None-Match: " + '"' * 3000,
        "Range: bytes=0-,1-,2-,3-" + ",0-" * 3000,
        "Range: bytes=-99999999999999999999",
        "If-Modified-Since: \xff\xfe",
        "Content-Length: -5",
        "Content-Length: 5, 6",
        "Content-Length: 0x10",
        "Transfer-Encoding: gzip, chunked",
        "Expect: 200-maybe",
        "Connection: upgrade\r\nUpgrade: websocket",
        " : x",
        "X" * 300_000 + ": 1",
        "X-Many: 1\r\n" * 5000 + "X: 1",
    ):
        answer = table.raw(request(table, "/static/shared/base.css", lines))
        assert status_of(answer) in (0, 200, 206, 304, 400, 403, 416, 431, 501), answer[:80]
        assert b"X-Injected" not in answer
        assert table.tokens[Who.SEAT_0].encode() not in answer
        assert b"generated by" not in answer
    assert table.state() == before


def test_what_a_language_may_be(table: Ring) -> None:
    before = table.state()
    for wish in ("../../etc", "xx", "", "de\r\nX: 1", "de; Domain=evil.example", "\x00", "EN", "d" * 5000):
        answer = table.ask(Who.SPECTATOR, "/api/language", {"language": wish})
        assert answer.status == 400
        assert answer.header("Set-Cookie") == ""
    good = table.ask(Who.SPECTATOR, "/api/language", {"language": "de"})
    assert good.status == 200
    assert good.header("Set-Cookie").startswith("tabletop_companion_language=de;")
    for cookie in ("<script>", "../..", "de" * 500, "\xff", "%0d%0a"):
        page = table.ask(Who.NOBODY, "/join", Cookie=f"tabletop_companion_language={cookie}")
        assert page.status == 200
        assert "<script>" not in page.text
    assert table.state() == before


@pytest.mark.parametrize("token", ["", "x" * 9000, "\xff\xfe", "' OR 1=1 --", "../../x", "%00", "null", "0", "{}"])
def test_cookies_that_nobody_was_given(table: Ring, token: str) -> None:
    before = table.state()
    for path in ("/api/packet", NOTES, "/api/host"):
        answer = table.ask(Who.NOBODY, path, Cookie=f"tabletop_companion={token}")
        assert answer.status in (400, 403, 431)
        assert table.leaks(Who.NOBODY, path, answer) == []
    assert table.state() == before
