"""A photo of a hand on its way through the server: in memory only, never too large, never too many at once."""

from __future__ import annotations

import http.client
import threading

import pytest
import waitress.buffers
from flask import Flask

import web.pages.seat.routes
from tests.web.fake_table import JPEG, FakeTable
from tests.web.web_client import visitor
from web import Server, WebSettings, create_app
from web.views import Reply, Session

LARGE = JPEG + b"\0" * 3_000_000


def send(server: Server, table: FakeTable, data: bytes) -> int:
    """Posts a photo over a real connection, as seat 0."""
    joined = table.seat_token(0)
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {
        "Cookie": f"tabletop_companion={joined.token}",
        "X-CSRF-Token": joined.session.csrf,
        "Content-Type": "image/jpeg",
    }
    line.request("POST", "/api/hand-photo", data, headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def test_a_photo_never_lies_in_a_file(server: Server, table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers like to put what is long into a temporary file; a hand of cards has no business on the disk."""

    def refuse(*_: object) -> None:
        raise AssertionError("a file was made")

    monkeypatch.setattr(waitress.buffers.TempfileBasedBuffer, "__init__", refuse)
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    monkeypatch.setattr("tempfile.SpooledTemporaryFile", refuse)
    assert send(server, table, LARGE) == 200
    assert table.photos == [LARGE]


def test_a_photo_as_a_form_is_no_photo(table: FakeTable) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="h.jpg"\r\n\r\n' + JPEG + b"\r\n--x--\r\n"
    seat = visitor(create_app(table.pages), table.seat_token(0))
    response = seat.post("/api/hand-photo", body, **{"Content-Type": "multipart/form-data; boundary=x"})
    assert response.status_code == 400
    assert "JPEG, PNG or WebP" in response.get_json()["sentence"]
    assert table.photos == []


def test_a_photo_that_is_too_large_gets_a_sentence(table: FakeTable) -> None:
    app = create_app(table.pages, WebSettings(max_photo_bytes=2_000_000))
    response = visitor(app, table.seat_token(0)).post("/api/hand-photo", LARGE)
    assert response.status_code == 413
    assert response.get_json()["sentence"] == "That is too large; a photo may have at most 2 megabytes."
    assert table.photos == []


def test_only_so_many_photos_are_read_at_once(app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.pages.seat.routes, "_READING_S", 0.05)
    may_end, begun = threading.Event(), threading.Semaphore(0)

    def slowly(session: Session, picture: bytes) -> Reply:
        begun.release()
        assert may_end.wait(10)
        return Reply(True, "Read.", 1)

    monkeypatch.setattr(table, "hand_photo", slowly)
    seats = [visitor(app, table.seat_token(seat)) for seat in range(3)]
    got: list[int] = []
    busy = [
        threading.Thread(target=lambda seat=seat: got.append(seat.post("/api/hand-photo", JPEG).status_code))
        for seat in seats[:2]
    ]
    for thread in busy:
        thread.start()
        assert begun.acquire(timeout=10)
    late = seats[2].post("/api/hand-photo", JPEG)
    assert late.status_code == 429
    assert "send your photo again" in late.get_json()["sentence"]
    may_end.set()
    for thread in busy:
        thread.join(10)
    assert got == [200, 200]
    assert seats[2].post("/api/hand-photo", JPEG).status_code == 200
