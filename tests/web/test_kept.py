"""The camera's last pictures and how the eye does: asked by the host alone, by addresses of their own."""

from __future__ import annotations

from flask import Flask

from tests.web.fake_kept import CELLS, KEPT_VIEW, ONE, ZIP
from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor


def test_nobody_but_the_host_sees_keeps_takes_or_deletes(app: Flask, table: FakeTable, host: Visitor) -> None:
    assert host.post("/api/kept", {"act": "keep"}).status_code == 200
    for reader in (visitor(app, table.open_session()), visitor(app, table.seat_token(0)), visitor(app)):
        assert reader.get("/api/kept").status_code == 403
        assert reader.get(f"/api/kept/{ONE.name}.zip").status_code == 403
        for act in ("keep", "delete"):
            assert reader.post("/api/kept", {"act": act, "name": ONE.name}).status_code == 403
    assert table.eye.kept == (ONE,)


def test_what_is_kept_is_taken_as_a_file_and_never_shown_in_a_page(host: Visitor) -> None:
    assert host.get(f"/api/kept/{ONE.name}.zip").status_code == 404
    host.post("/api/kept", {"act": "keep"})
    answer = host.get(f"/api/kept/{ONE.name}.zip")
    assert (answer.data, answer.mimetype) == (ZIP, "application/zip")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer.headers["Cache-Control"]
    assert host.get("/api/kept/..%2F..%2Fcompanion.zip").status_code == 404


def test_acts_are_a_closed_list_and_answer_with_what_there_is(host: Visitor) -> None:
    view = host.get("/api/kept").get_json()
    assert (view["told"], view["cells"], view["kept"]) == (KEPT_VIEW.told, list(CELLS), [])
    kept = host.post("/api/kept", {"act": "keep"}).get_json()
    assert [one["name"] for one in kept["view"]["kept"]] == [ONE.name]
    assert host.post("/api/kept", {"act": "delete", "name": "20250101-000000"}).status_code == 409
    assert host.post("/api/kept", {"act": "delete", "name": "x" * 41}).status_code == 400
    assert host.post("/api/kept", {"act": "show"}).status_code == 400
    assert host.post("/api/kept", {"act": "delete", "name": ONE.name}).get_json()["view"]["kept"] == []
    assert host.post("/api/kept", {"act": "keep"}, **{"X-CSRF-Token": ""}).status_code == 403
