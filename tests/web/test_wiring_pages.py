"""The pages about the pins: for the host alone; what is wired in words, and the test of every part."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.fake_wiring import SVG
from tests.web.web_client import Visitor, visitor
from web.pages.wiring.views import ButtonsAct, WiringView


def test_only_the_host_sees_the_wiring_and_tests_the_buttons(app: Flask, table: FakeTable, host: Visitor) -> None:
    for reader in (visitor(app, table.open_session()), visitor(app, table.seat_token(0)), visitor(app)):
        for path in ("/host/wiring.svg", "/api/buttons"):
            assert reader.get(path).status_code == 403
        for act in ButtonsAct:
            assert reader.post("/api/buttons", {"act": act.value}).status_code == 403
        for path in ("/host/wiring", "/host/buttons"):
            page = reader.get(path).data
            assert b'name="pin"' in page
            assert b"GPIO" not in page
    assert table.buttons_acts == []
    assert b'id="parts"' in host.get("/host/buttons").data


def test_every_part_of_the_wiring_stands_on_the_page(host: Visitor) -> None:
    page = host.get("/host/wiring").get_data(as_text=True)
    for text in (
        "Seat 1: button",
        "seat_buttons (1)",
        "GPIO 17",
        "(!) also I2C data",
        "Every part also goes to ground.",
    ):
        assert text in page
    assert 'src="/host/wiring.svg"' in page
    picture = host.get("/host/wiring.svg")
    assert (picture.mimetype, picture.get_data(as_text=True)) == ("image/svg+xml", SVG)


def test_a_table_without_wires_says_so_and_shows_the_bare_header(host: Visitor, table: FakeTable) -> None:
    table.wiring = WiringView((), ())
    page = host.get("/host/wiring").get_data(as_text=True)
    assert "Nothing is wired yet." in page
    assert "<table>" not in page
    assert 'src="/host/wiring.svg"' in page


def test_a_test_is_opened_heard_lit_and_closed(host: Visitor, table: FakeTable) -> None:
    opened = host.post("/api/buttons", {"act": "open"}).get_json()
    assert (opened["reply"]["ok"], opened["view"]["is_open"], opened["view"]["left_s"]) == (True, True, 300)
    table.press("dial", turned=-2)
    parts = {part["key"]: part for part in host.get("/api/buttons").get_json()["parts"]}
    assert (parts["dial"]["count"], parts["dial"]["turned"], parts["dial"]["kind"]) == (1, -2, "dial")
    assert parts["seat_button_0"]["ago_s"] is None
    lit = host.post("/api/buttons", {"act": "light", "part": "seat_light_0"}).get_json()["view"]
    assert [part["key"] for part in lit["parts"] if part["lit"]] == ["seat_light_0"]
    assert host.post("/api/buttons", {"act": "close"}).get_json()["view"]["is_open"] is False


def test_acts_are_a_closed_list(host: Visitor, table: FakeTable) -> None:
    table.buttons = replace(table.buttons, is_open=False)
    refused = host.post("/api/buttons", {"act": "light", "part": "seat_light_0"})
    assert (refused.status_code, refused.get_json()["reply"]["sentence"]) == (409, "The test is over.")
    assert host.post("/api/buttons", {"act": "smash"}).status_code == 400
    assert host.post("/api/buttons", {"act": "open", "minutes": 90}).status_code == 400
    assert host.post("/api/buttons", {"act": "open"}, **{"X-CSRF-Token": ""}).status_code == 403
    assert [act for act, _ in table.buttons_acts] == [ButtonsAct.LIGHT]
