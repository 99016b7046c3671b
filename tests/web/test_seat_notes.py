"""The notes of a seat: read and written by that seat's session alone."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.web_client import host_of, visitor
from web.pages.seat.views import NOTES_LENGTH


def test_a_seat_reads_what_it_wrote_and_nobody_else_does(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    assert seat.post("/api/notes", {"text": "Emil bluffs"}).status_code == 200
    response = seat.get("/api/notes")
    assert response.get_json() == {"text": "Emil bluffs", "most": NOTES_LENGTH}
    assert response.headers["Cache-Control"] == "no-store"
    assert visitor(app, table.seat_token(1)).get("/api/notes").get_json()["text"] == ""
    for other in (visitor(app, table.open_session()), host_of(app, table), visitor(app)):
        assert other.get("/api/notes").status_code == 403
        assert other.post("/api/notes", {"text": "mine"}).status_code == 403
    assert table.written == {0: "Emil bluffs"}


def test_notes_are_never_part_of_a_page(app: Flask, table: FakeTable) -> None:
    table.written[0] = "Emil bluffs"
    seat = visitor(app, table.seat_token(0))
    for path in ("/seat", "/", "/api/packet", "/lookup"):
        assert "Emil bluffs" not in seat.get(path).get_data(as_text=True)


@pytest.mark.parametrize("body", [{"text": "x" * (NOTES_LENGTH + 1)}, {"text": 5}, {"text": "x", "seat": 1}, {}])
def test_what_are_no_notes_is_refused(app: Flask, table: FakeTable, body: dict[str, object]) -> None:
    response = visitor(app, table.seat_token(0)).post("/api/notes", body)
    assert response.status_code == 400
    assert response.get_json()["sentence"].endswith(".")
    assert table.written == {}


def test_the_longest_notes_and_a_table_that_cannot_keep_them(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    assert seat.post("/api/notes", {"text": "ü" * NOTES_LENGTH}).status_code == 200
    table.notes_fail = "Your notes could not be saved: the disk is full."
    response = seat.post("/api/notes", {"text": "x"})
    assert response.status_code == 409
    assert response.get_json()["reply"]["sentence"] == table.notes_fail
