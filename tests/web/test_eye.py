"""The pages of a phone that is the camera: who may send what, and who reads what of it."""

from __future__ import annotations

import socket

import pytest
from flask import Flask

from tests.web.fake_eye import WORD
from tests.web.fake_table import JPEG, FakeTable
from tests.web.web_client import COOKIE, Visitor, csrf_in, visitor
from web.pages.eye.views import EyeAct
from web.views import Role

STILL = {"Content-Type": "image/jpeg", "X-Tab": "one"}


@pytest.fixture
def camera(app: Flask) -> Visitor:
    """A phone that the host has let in."""
    phone = visitor(app)
    phone.csrf = csrf_in(phone.get("/eye"))
    signed = phone.post("/api/eye/enter", {"secret": WORD})
    assert signed.status_code == 200
    phone.csrf = signed.get_json()["csrf"]
    return phone


def test_a_stranger_opens_the_page_and_may_send_nothing(app: Flask, table: FakeTable, host: Visitor) -> None:
    stranger = visitor(app)
    stranger.csrf = csrf_in(stranger.get("/eye"))
    player = visitor(app, table.seat_token(0))
    for reader in (stranger, player, host):
        assert reader.get("/api/eye").status_code == 403
        assert reader.post("/api/eye/still", JPEG, **STILL).status_code == 403
        assert reader.post("/api/eye/alive", {"tab": "one"}).status_code == 403
        assert reader.post("/api/eye/begin", {"tab": "one"}).status_code == 403
    assert stranger.post("/api/eye/enter", {"secret": "guess"}).status_code == 409
    for reader in (stranger, player):
        assert reader.get("/api/host/eye").status_code == 403
        assert reader.post("/api/host/eye/offer", {}).status_code == 403
        assert reader.post("/api/host/eye", {"act": "end"}).status_code == 403
    assert table.looking.stills == []


def test_with_the_hosts_word_a_phone_sends_pictures_and_may_do_nothing_else(
    app: Flask, camera: Visitor, table: FakeTable
) -> None:
    assert camera.post("/api/eye/begin", {"tab": "one"}).get_json()["markers"] == [
        [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.2]]
    ]
    assert camera.post("/api/eye/still", JPEG, **STILL).status_code == 200
    assert table.looking.stills == [JPEG]
    assert camera.post("/api/eye/alive", {"tab": "one"}).status_code == 200
    for path in ("/api/setup", "/api/host/eye", "/api/hosting", "/api/kept"):
        assert camera.get(path).status_code in (403, 404), path
    as_reader = visitor(app)
    cookie = camera.client.get_cookie(f"{COOKIE}_camera")
    assert cookie is not None
    as_reader.client.set_cookie(COOKIE, cookie.value)
    assert as_reader.get("/api/setup").status_code == 403
    assert b'name="pin"' in as_reader.get("/host").data


def test_whoever_plays_on_that_phone_stays_who_they_are(app: Flask, table: FakeTable) -> None:
    player = visitor(app, table.seat_token(1))
    assert player.post("/api/eye/enter", {"secret": WORD}).status_code == 200
    assert player.get("/api/eye").status_code == 200
    assert player.get("/api/packet").get_json()["seat"] == 1
    assert player.post("/api/eye/still", JPEG, **STILL).status_code == 403, "with the token of the player"


def test_the_word_works_once(app: Flask, camera: Visitor) -> None:
    other = visitor(app)
    other.csrf = csrf_in(other.get("/eye"))
    assert other.post("/api/eye/enter", {"secret": WORD}).status_code == 409


def test_another_tab_is_told_so_and_bad_input_is_refused(camera: Visitor, table: FakeTable) -> None:
    camera.post("/api/eye/begin", {"tab": "two"})
    assert camera.post("/api/eye/still", JPEG, **STILL).status_code == 409
    assert camera.post("/api/eye/still", b"no picture", **{**STILL, "X-Tab": "two"}).status_code == 400
    assert camera.post("/api/eye/still", JPEG + bytes(12_000_000), **{**STILL, "X-Tab": "two"}).status_code == 413
    assert camera.post("/api/eye/alive", {"tab": ""}).status_code == 400
    assert camera.post("/api/eye/alive", {"tab": "x" * 41}).status_code == 400
    assert camera.post("/api/eye/still", JPEG, **{**STILL, "X-Tab": "two", "X-CSRF-Token": ""}).status_code == 403
    assert table.looking.stills == []


def test_a_browser_that_lends_no_camera_is_led_to_what_helps(app: Flask) -> None:
    client = app.test_client()
    led = client.get("/eye", base_url=f"http://{_own_name()}")
    assert (led.status_code, led.headers["Location"]) == (302, "/https")
    assert client.get("/eye", base_url=f"https://{_own_name()}").status_code == 200
    assert client.get("/eye", base_url="http://127.0.0.1:8080").status_code == 200


def _own_name() -> str:
    return socket.gethostname().lower()


def test_the_host_shows_the_word_and_sees_the_phone(host: Visitor, table: FakeTable) -> None:
    card = host.post("/api/host/eye/offer", {}).get_json()
    assert card["link"] == f"http://192.168.1.20:8080/eye#{WORD}"
    assert card["picture"].startswith("data:image/svg+xml")
    assert host.post("/api/host/eye", {"act": "look"}).get_json()["view"]["here"] is False
    table.looking.view = None
    assert host.get("/api/host/eye").get_json() == {"view": None}
    assert table.looking.acts == [EyeAct.LOOK]
    assert Role.CAMERA not in {joined.role for joined in table.sessions.values()}
