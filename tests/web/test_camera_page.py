"""The page for setting the camera up: for the host alone, drawn from what the table measured."""

from __future__ import annotations

from flask import Flask

from tests.web.fake_camera import VIEW
from tests.web.fake_table import JPEG, FakeTable
from tests.web.web_client import Visitor, visitor
from web.pages.camera.views import CameraAct


def test_only_the_host_looks_through_the_camera(app: Flask, table: FakeTable, host: Visitor) -> None:
    table.setup_picture = JPEG
    for reader in (visitor(app, table.open_session()), visitor(app, table.seat_token(0)), visitor(app)):
        for path in ("/api/setup", "/api/setup/picture.jpg"):
            assert reader.get(path).status_code == 403
        assert reader.post("/api/setup", {"act": "lens_begin"}).status_code == 403
    assert b'name="pin"' in visitor(app, table.seat_token(0)).get("/host/camera").data
    assert table.camera_acts == []
    assert b'id="overlay"' in host.get("/host/camera").data
    assert host.get("/api/setup/picture.jpg").data == JPEG
    table.setup_picture = None
    assert host.get("/api/setup/picture.jpg").status_code == 204


def test_what_was_measured_comes_as_it_is(host: Visitor) -> None:
    view = host.get("/api/setup").get_json()
    assert view["headline"] == VIEW.headline
    assert view["table"]["stickers"][0]["zones"][:7] == ["not"] * 6 + ["good_light"]
    assert len(view["table"]["grid"]) == 35
    assert view["markers"][1] == {"number": 1, "found": False, "corners": [list(c) for c in VIEW.markers[1].corners]}
    assert view["lens"]["stage"] == "none"


def test_acts_are_a_closed_list_and_answer_with_the_page_of_now(host: Visitor, table: FakeTable) -> None:
    answer = host.post("/api/setup", {"act": "lens_begin"}).get_json()
    assert (answer["reply"]["ok"], answer["view"]["lens"]["stage"]) == (True, "gathering")
    refused = host.post("/api/setup", {"act": "lens_keep"})
    assert (refused.status_code, refused.get_json()["reply"]["sentence"]) == (409, "There is no measured lens to keep.")
    assert host.post("/api/setup", {"act": "format"}).status_code == 400
    assert host.post("/api/setup", {"act": "lens_stop", "size": 3}).status_code == 400
    assert host.post("/api/setup", {"act": "lens_stop"}, **{"X-CSRF-Token": ""}).status_code == 403
    assert table.camera_acts == [CameraAct.LENS_BEGIN, CameraAct.LENS_KEEP]
