"""Taps, the host, the virtual table, the picture: what the scripts ask and what they get."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.fake_table import JPEG, MOVED_ON, FakeTable
from tests.web.web_client import host_of, visitor
from web.pages.host.views import HostAct, HostCommand
from web.pages.lookup.views import GameBook
from web.pages.virtual.views import VirtualAct, VirtualMove


def tap(key: str, version: int, request: str = "request-1") -> dict[str, object]:
    return {"key": key, "version": version, "request": request}


def test_a_tap_plays_for_the_sessions_seat(app: Flask, table: FakeTable) -> None:
    response = visitor(app, table.seat_token(0)).post("/api/answer", tap("play:wisdom-2", 41))
    assert response.status_code == 200
    assert response.get_json()["reply"]["ok"]
    assert response.get_json()["packet"]["version"] == 42
    assert response.get_json()["packet"]["seat"] == 0
    assert [card.face.piece for card in table.of("meeting/0")] == ["wisdom-2"]


def test_a_seat_cannot_play_for_another(app: Flask, table: FakeTable) -> None:
    response = visitor(app, table.seat_token(1)).post("/api/answer", tap("play:wisdom-2", 41))
    assert response.status_code == 409
    assert table.of("meeting/0") == []


def test_a_repeated_number_gets_the_same_answer(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    first, second = (seat.post("/api/answer", tap("play:wisdom-2", 41)) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.get_json()["reply"] == second.get_json()["reply"]
    assert len(table.of("meeting/0")) == 1


def test_an_old_version_gets_the_sentence_and_the_new_packet(app: Flask, table: FakeTable) -> None:
    response = visitor(app, table.seat_token(0)).post("/api/answer", tap("play:wisdom-2", 40))
    assert response.status_code == 409
    assert response.get_json()["reply"]["sentence"] == MOVED_ON
    assert response.get_json()["packet"]["version"] == 41


def test_a_refused_option_says_why_and_which_rule(app: Flask, table: FakeTable) -> None:
    response = visitor(app, table.seat_token(0)).post("/api/answer", tap("play:power-7", 41))
    assert response.status_code == 409
    assert response.get_json()["reply"]["rule"] == "CR-032"
    assert "Wisdom" in response.get_json()["reply"]["sentence"]


@pytest.mark.parametrize("number", ["", "short", "x" * 65])
def test_a_tap_needs_a_proper_number(app: Flask, table: FakeTable, number: str) -> None:
    assert visitor(app, table.seat_token(0)).post("/api/answer", tap("play:wisdom-2", 41, number)).status_code == 400
    assert table.answers == {}


def test_the_host_commands_and_looks_back(app: Flask, table: FakeTable) -> None:
    host = host_of(app, table)
    assert host.post("/api/host", {"act": "undo", "number": 3, "reason": " a slip "}).status_code == 200
    assert table.commands == [HostCommand(HostAct.UNDO, reason="a slip", number=3)]
    view = host.get("/api/host").get_json()
    assert [entry["undone"] for entry in view["entries"]] == [False, False, False, True, True]
    assert host.get("/api/replay/2").get_json()["seat"] is None
    assert host.get("/api/replay/999").status_code == 404
    assert host.post("/api/host", {"act": "format_disk"}).status_code == 400


def test_hands_on_the_virtual_table(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    scene = seat.get("/api/virtual").get_json()
    piece = next(one for one in scene["pieces"] if one["in_hand"])
    body = {"act": "put", "handle": piece["handle"], "x_mm": 315, "y_mm": 330.5, "angle_deg": 15, "face_up": False}
    assert seat.post("/api/virtual", body).status_code == 200
    assert table.moves == [
        VirtualMove(VirtualAct.PUT, handle=piece["handle"], x_mm=315, y_mm=330.5, angle_deg=15, face_up=False)
    ]
    moved = next(one for one in seat.get("/api/virtual").get_json()["pieces"] if one["handle"] == piece["handle"])
    assert moved["face"] is None
    assert not moved["in_hand"]
    refused = seat.post("/api/virtual", {"act": "take", "handle": "nothing"})
    assert refused.status_code == 409
    assert refused.get_json()["reply"]["sentence"] == "That piece is not on the table."


def test_a_table_without_virtual_pieces_or_camera(app: Flask, table: FakeTable) -> None:
    reader = visitor(app, table.open_session())
    assert reader.get("/camera.jpg").data == JPEG
    table.camera = None
    table.virtual_scene = lambda session: None  # type: ignore[method-assign]
    assert reader.get("/camera.jpg").status_code == 204
    assert reader.get("/api/virtual").status_code == 204


def test_leaving_gives_a_spectators_session(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    assert seat.post("/api/leave", {}).get_json()["next"] == "/"
    assert seat.get("/api/packet").get_json()["seat"] is None
    assert seat.get("/seat").status_code == 303


def test_the_code_to_join_is_drawn(app: Flask, table: FakeTable) -> None:
    response = visitor(app, table.open_session()).get("/join-code.svg")
    assert response.mimetype == "image/svg+xml"
    assert b"<path" in response.data


def test_rules_and_an_empty_book(app: Flask, table: FakeTable) -> None:
    assert "CR-032" in visitor(app).get("/rules").get_data(as_text=True)
    table.book = lambda session: GameBook("x", "X", (), ())  # type: ignore[method-assign]
    assert "no text of its rules" in visitor(app).get("/rules").get_data(as_text=True)
