"""The page for registering pieces: for the host alone, with closed bodies and one sentence for everything wrong."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.fake_pieces import FILE
from tests.web.fake_table import JPEG, FakeTable
from tests.web.web_client import Visitor, visitor
from web.pages.pieces.views import PiecesAct, PiecesCommand


def test_only_the_host_sees_codes(app: Flask, table: FakeTable, host: Visitor) -> None:
    for reader in (visitor(app, table.open_session()), visitor(app, table.seat_token(0))):
        assert b'name="pin"' in reader.get("/host/pieces").data
        for path in ("/api/pieces", "/api/pieces/tags.csv"):
            assert reader.get(path).status_code == 403
        assert reader.post("/api/pieces", {"act": "start", "value": "mine"}).status_code == 403
        assert reader.post("/api/pieces/photo", JPEG).status_code == 403
        assert reader.post("/api/pieces/import", FILE.encode()).status_code == 403
    assert visitor(app).get("/api/pieces").status_code == 403
    assert (table.asked, table.looks, table.brought) == ([], 0, [])
    assert b'id="new"' in host.get("/host/pieces").data
    assert host.get("/api/pieces").json == {
        "title": "Chronicle", "copies": [], "now": None, "has_camera": True, "real_camera": True,
    }  # fmt: skip


def test_an_act_gives_its_sentence_and_the_page_of_now(host: Visitor, table: FakeTable) -> None:
    answer = host.post("/api/pieces", {"act": "start", "value": "mine", "owner": "Ada"})
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["reply"]["sentence"] == "Show the pieces one by one."
    assert answer.json["view"]["now"]["at"] == "back/court"
    assert answer.json["view"]["now"]["rows"][0]["status"] == "open"
    assert table.asked == [PiecesCommand(PiecesAct.START, "mine", "Ada")]
    wrong = host.post("/api/pieces", {"act": "type", "value": ""})
    assert wrong.status_code == 409
    assert wrong.json is not None
    assert wrong.json["reply"]["sentence"] == "A tag needs a code, and this one is empty."


@pytest.mark.parametrize(
    "body",
    [
        *({}, [], {"act": "paint"}, {"act": "start", "seat": 1}),
        *({"act": "jump", "copy": "x"}, {"act": "type", "value": "x" * 4500}),
    ],
)
def test_a_body_that_is_none_is_refused(host: Visitor, table: FakeTable, body: object) -> None:
    answer = host.post("/api/pieces", body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["sentence"].count(".") == 1
    assert table.asked == []


def test_a_photo_is_looked_through_before_it_is_kept(host: Visitor) -> None:
    host.post("/api/pieces", {"act": "start", "value": "mine"})
    answer = host.post("/api/pieces/photo", JPEG, **{"Content-Type": "image/jpeg"})
    assert answer.json is not None
    assert [tag["problem"] for tag in answer.json["view"]["now"]["photo"]] == ["", "That tag is taken."]
    assert host.post("/api/pieces/photo", b"GIF89a").status_code == 400
    assert host.post("/api/pieces/photo", b"\xff\xd8\xff" + b"0" * 12_000_001).status_code == 413


def test_the_file_goes_out_and_comes_in(host: Visitor, table: FakeTable) -> None:
    out = host.get("/api/pieces/tags.csv")
    assert out.headers["Content-Disposition"] == 'attachment; filename="tags.csv"'
    assert out.headers["Cache-Control"] == "no-store"
    assert host.post("/api/pieces/import", b"\xef\xbb\xbf" + out.data).status_code == 200
    assert table.brought == [FILE]
    assert host.post("/api/pieces/import", b"other").status_code == 409
    assert host.post("/api/pieces/import", b"\xff\xfe").status_code == 400
    assert host.post("/api/pieces/import", b"x" * 2_000_001).status_code == 400
    assert host.post("/api/pieces/import", FILE.encode(), **{"X-CSRF-Token": ""}).status_code == 403
