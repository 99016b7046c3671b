"""Files to be printed: for the host only, since a sticker says which code is which card."""

from __future__ import annotations

from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor


def test_only_the_host_prints_and_asks_how_much_there_is(app: Flask, table: FakeTable, host: Visitor) -> None:
    for reader in (visitor(app), visitor(app, table.seat_token(0))):
        assert reader.get("/api/prints").status_code == 403
        assert reader.post("/api/prints", {}).status_code == 403
        assert reader.get("/api/prints/markers.pdf").status_code == 403
    assert host.get("/api/prints").get_json()["mat_pages"] == 15
    assert host.post("/api/prints", {"size_mm": 16}).status_code == 200
    (copy,) = host.get("/api/prints?paper=letter&size=30").get_json()["copies"]
    assert (copy["key"], copy["label"], copy["size_mm"]) == ("7", "Chronicle 1", 16)
    for size in (7, 41, "24", None):
        assert host.post("/api/prints", {"size_mm": size}).status_code == 400
    assert host.get("/api/prints/used.pdf?copy=7").data == b"%PDF used 7"
    assert host.get("/api/prints/markers.pdf").headers["Content-Disposition"].startswith("attachment")
    assert host.get("/api/prints/chosen.pdf?copy=7&paper=letter&only=Queen").data == b"%PDF chosen 7 letter Queen"
    assert host.get("/api/prints?paper=a0").status_code == 404
    for strange in ("used.pdf?copy=8", "used.pdf?copy=-1", "used.pdf", "keys.pdf"):
        assert host.get(f"/api/prints/{strange}").status_code == 404


def test_everybody_may_know_where_the_piles_belong(app: Flask) -> None:
    guest = visitor(app)
    guest.get("/table")
    assert guest.get("/api/spots/seen").get_json()[0]["label"] == "Stock"
