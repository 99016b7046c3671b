"""Games of one's own on the host's page: who may bring, install and remove them, and how large they may be."""

from __future__ import annotations

from flask import Flask

from tests.web.fake_games import GAME, NIGHT, PROGRAM
from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor

ACTS = {"answer": {"yes": True}, "remove": {"slug": NIGHT.slug}}


def test_nobody_but_the_host_gets_in(app: Flask, table: FakeTable) -> None:
    before = table.own
    for who in (visitor(app, table.open_session()), visitor(app, table.seat_token(0))):
        assert who.get("/api/games").status_code == 403
        assert who.post("/api/games/zip", GAME).status_code == 403
        for path, body in ACTS.items():
            assert who.post(f"/api/games/{path}", body).status_code == 403
    assert table.own == before


def test_acts_need_the_page_s_token(host: Visitor, table: FakeTable) -> None:
    before, host.csrf = table.own, "another"
    assert host.post("/api/games/zip", GAME).status_code == 403
    for path, body in ACTS.items():
        assert host.post(f"/api/games/{path}", body).status_code == 403
    assert table.own == before


def test_a_game_is_brought_asked_about_and_removed(host: Visitor, table: FakeTable) -> None:
    assert host.get("/api/games").get_json()["games"][0]["title"] == "Harbour Night"
    brought = host.post("/api/games/zip", GAME)
    assert brought.get_json()["view"]["waiting"]["title"] == PROGRAM.title
    assert host.post("/api/games/answer", {"yes": False}).get_json()["view"]["waiting"] is None
    left = host.post("/api/games/remove", {"slug": NIGHT.slug}).get_json()["view"]["games"]
    assert [one["slug"] for one in left] == ["old"]


def test_what_is_too_large_or_no_game_is_refused(host: Visitor, table: FakeTable) -> None:
    assert host.post("/api/games/zip", b"\0" * 8_000_001).status_code == 413
    assert host.post("/api/games/zip", b"rubbish").status_code == 409
    assert table.own.waiting is None
    assert host.post("/api/games/answer", {"yes": "maybe"}).status_code == 400
    assert host.post("/api/games/remove", {"slug": "x" * 61}).status_code == 400
