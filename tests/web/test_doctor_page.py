"""The doctor's page is the host's alone, and looks only when it is asked to."""

from __future__ import annotations

from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor


def test_only_the_host_sees_what_is_said_of_the_machine(app: Flask, table: FakeTable, host: Visitor) -> None:
    for reader in (visitor(app, table.open_session()), visitor(app, table.seat_token(0)), visitor(app)):
        assert reader.get("/api/doctor").status_code == 403
        assert reader.post("/api/doctor", {}).status_code == 403
    assert b'name="pin"' in visitor(app, table.seat_token(0)).get("/host/doctor").data
    assert table.doctor_looks == 0
    page = host.get("/host/doctor").get_data(as_text=True)
    assert 'id="groups"' in page
    assert 'href="/api/hosting/report.zip"' in page
    assert 'href="/host/doctor"' in host.get("/host").get_data(as_text=True)


def test_looking_is_asked_for_and_read_until_it_is_over(table: FakeTable, host: Visitor) -> None:
    assert host.get("/api/doctor").get_json() == {
        "looking": False,
        "begun": "",
        "broken": 0,
        "to_look_at": 0,
        "groups": [],
    }
    begun = host.post("/api/doctor", {}).get_json()
    assert (begun["looking"], table.doctor_looks) == (True, 1)
    over = host.get("/api/doctor").get_json()
    assert (over["looking"], over["broken"], over["to_look_at"]) == (False, 1, 1)
    assert over["groups"][1]["lines"][0] == {
        "name": "Camera",
        "grade": "broken",
        "text": "/dev/video0 gives no picture",
        "cure": "Check camera.source and the cable.",
    }


def test_nothing_can_be_sent_with_it(table: FakeTable, host: Visitor) -> None:
    assert host.post("/api/doctor", {"run": "rm"}).status_code == 400
    assert host.post("/api/doctor", {}, **{"X-CSRF-Token": ""}).status_code == 403
    assert table.doctor_looks == 0
