"""The page for showing cards over HTTP: for the host alone, bounded, each act with what it needs."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.fake_table import JPEG, FakeTable
from tests.web.web_client import Visitor, visitor


def test_only_the_host_sees_looks(app: Flask, table: FakeTable, host: Visitor) -> None:
    table.looks_shown.at["1"] = "look1"
    for reader in (visitor(app, table.open_session()), visitor(app, table.seat_token(0)), visitor(app)):
        for path in ("/api/looks", "/api/looks/picture?copy=1&key=1"):
            assert reader.get(path).status_code == 403
        assert reader.post("/api/looks", {"act": "forget"}).status_code == 403
        assert reader.post("/api/looks/photo?copy=1", JPEG).status_code == 403
    assert table.looks_shown.asked == []
    assert host.get("/api/looks/picture?copy=1&key=1").data == b"RIFF"
    assert host.get("/api/looks/picture?copy=1&key=2").status_code == 404


def test_a_photograph_and_an_act_give_their_sentence_and_the_page_of_now(host: Visitor) -> None:
    answer = host.post("/api/looks/photo?copy=1", JPEG, **{"Content-Type": "image/jpeg"})
    assert answer.json is not None
    assert answer.json["reply"]["sentence"] == "2 cards are known by their looks now."
    assert answer.json["view"]["done"] == 2
    swapped = host.post("/api/looks", {"act": "swap", "copy": 1, "value": "0", "other": "3"})
    assert swapped.json is not None
    assert [row["stamp"] for row in swapped.json["view"]["rows"]] == ["", "look1", "", "look0"]


@pytest.mark.parametrize(
    "body", [{}, [], {"act": "paint"}, {"act": "drop", "value": "x" * 300}, {"act": "turn", "copy": "x"}]
)
def test_what_is_no_act_is_refused(host: Visitor, body: object) -> None:
    assert host.post("/api/looks", body).status_code == 400
