"""Cookies, tokens, names of this machine, limits, headers and error pages."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from flask import Flask

from tests.web.fake_joining import CODE
from tests.web.fake_table import PIN, FakeTable
from tests.web.web_client import COOKIE, csrf_in, host_of, visitor
from web import WebError, WebSettings, create_app
from web.door.hosts import HostNames
from web.door.limits import Bucket
from web.views import Role

PAGES = Path(__file__).resolve().parents[2] / "web/pages"
PAUSE = {"act": "pause", "reason": "tea"}


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings(join_attempts=3, pin_attempts=2, max_photo_bytes=2_000_000))


def test_every_answer_carries_the_headers(app: Flask, table: FakeTable) -> None:
    for path in ("/", "/api/packet", "/nowhere", "/static/shared/base.css", "/healthz", "/camera.jpg"):
        response = visitor(app, table.open_session()).get(path)
        headers = response.headers
        response.close()
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == ("no-cache" if path.startswith("/static") else "no-store")


def test_pages_have_no_inline_script_style_or_foreign_address(app: Flask, table: FakeTable) -> None:
    seat, host = visitor(app, table.seat_token(0)), host_of(app, table)
    pages = [seat.get(path) for path in ("/", "/join", "/seat", "/table", "/virtual", "/rules")]
    for page in [*pages, host.get("/host"), visitor(app).get("/host"), visitor(app).get("/nowhere")]:
        text = page.get_data(as_text=True)
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script type="module" src="/static/')
        assert "http://" not in text
        assert "https://" not in text
        assert '="//' not in text


def test_the_cookie(app: Flask) -> None:
    cookie = visitor(app).get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    secure = app.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" in secure


@pytest.mark.parametrize("base", ["http://localhost", "https://localhost"])
def test_opening_a_page_does_not_take_the_place_of_a_sign_on(app: Flask, table: FakeTable, base: str) -> None:
    """The table may know it again: a clock that was set back, a copy of the journal that was brought back."""
    seat = table.seat_token(0)
    own = COOKIE if base.startswith("http:") else f"__Host-{COOKIE}"
    client = app.test_client()
    client.set_cookie(own, seat.token, secure=True)
    session = table.sessions.pop(seat.token)
    for path in ("/", "/join", "/table", "/nowhere"):
        client.get(path, base_url=base)
    kept = client.get_cookie(own)
    assert kept is not None
    assert kept.value == seat.token
    assert len([one for one in table.sessions.values() if one.role is Role.SPECTATOR]) == 1, "a visit is one session"
    assert client.get("/api/packet", base_url=base).status_code == 200
    table.sessions[seat.token] = session
    assert client.get("/seat", base_url=base).status_code == 200
    table.sessions.pop(seat.token)
    headers = {"X-CSRF-Token": csrf_in(client.get("/host", base_url=base)), "Origin": base}
    assert client.post("/api/become-host", json={"pin": PIN}, headers=headers, base_url=base).status_code == 200
    signed_on = client.get_cookie(own)
    assert signed_on is not None
    assert table.sessions[signed_on.value].role is Role.HOST


def test_a_command_needs_the_sessions_own_token(app: Flask, table: FakeTable) -> None:
    host, other = host_of(app, table), table.open_session()
    assert host.post("/api/host", PAUSE, **{"X-CSRF-Token": ""}).status_code == 403
    assert host.post("/api/host", PAUSE, **{"X-CSRF-Token": other.session.csrf}).status_code == 403
    assert table.commands == []
    refused = host.post("/api/host", PAUSE, **{"X-CSRF-Token": "of yesterday"})
    assert refused.headers["X-CSRF-Token"] == host.csrf, "its own page may ask once more"
    elsewhere = host.post("/api/host", PAUSE, **{"X-CSRF-Token": "of yesterday", "Origin": "http://evil.example"})
    assert "X-CSRF-Token" not in elsewhere.headers
    accepted = host.post("/api/host", PAUSE)
    assert accepted.status_code == 200
    assert "X-CSRF-Token" not in accepted.headers


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:81", "http://localhost.evil.example"]
)
def test_a_command_from_another_site_is_refused(app: Flask, table: FakeTable, origin: str) -> None:
    assert host_of(app, table).post("/api/host", PAUSE, Origin=origin).status_code == 403
    assert table.commands == []


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "8.8.8.8", "0.0.0.0", "", "[::]"])
def test_strange_names_of_this_machine_are_refused(app: Flask, host: str) -> None:
    response = visitor(app).get("/", Host=host)
    assert response.status_code in (400, 403)
    assert "Set-Cookie" not in response.headers


def test_names_of_this_machine() -> None:
    names = HostNames(("games.home",))
    own = socket.gethostname()
    for host in (
        "localhost",
        "localhost:8080",
        "127.0.0.1:8080",
        "[::1]:8080",
        own,
        own.upper(),
        f"{own.split('.')[0]}.local:80",
        "games.home",
    ):
        assert names.allows(host), host
    assert not names.allows("other.home")


def test_joining_gives_a_seat_and_a_new_token(app: Flask, table: FakeTable) -> None:
    reader = visitor(app)
    reader.csrf = csrf_in(reader.get("/join"))
    before = reader.client.get_cookie(f"{COOKIE}_visit")
    response = reader.post("/api/join", {"code": "plums", "name": "  Zoë\u202e  B. ", "seat": 3})
    assert response.status_code == 200
    assert response.get_json()["next"] == "/seat"
    after = reader.client.get_cookie(COOKIE)
    assert before is not None
    assert after is not None
    assert before.value != after.value
    assert table.players[3].name == "Zoë B."
    assert reader.get("/api/packet").get_json()["seat"] == 3
    assert table.session(before.value) is None


@pytest.mark.parametrize("name", ["", "   ", "\u202e", "x" * 25])
def test_a_name_has_to_be_one(app: Flask, table: FakeTable, name: str) -> None:
    reader = visitor(app, table.open_session())
    response = reader.post("/api/join", {"code": CODE, "name": name, "seat": 3})
    assert response.status_code == 400
    assert "name" in response.get_json()["sentence"]


def test_guessing_the_code_is_slow(app: Flask, table: FakeTable) -> None:
    reader = visitor(app, table.open_session())
    wrong = {"code": "GUESS", "name": "Eve", "seat": 3}
    assert [reader.post("/api/join", wrong).status_code for _ in range(4)] == [409, 409, 409, 429]
    other = visitor(app, table.open_session())  # another cookie does not help
    response = other.post("/api/join", {**wrong, "code": CODE})
    assert response.status_code == 429
    assert int(response.headers["Retry-After"]) >= 1
    assert "please wait" in response.get_json()["sentence"]


def test_guessing_the_pin_is_slower(app: Flask, table: FakeTable) -> None:
    reader = visitor(app, table.open_session())
    assert [reader.post("/api/become-host", {"pin": "1"}).status_code for _ in range(3)] == [409, 409, 429]
    assert reader.post("/api/become-host", {"pin": PIN}).status_code == 429


def test_the_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 10.0, lambda: now[0], keys=2)
    assert [bucket.take("a") for _ in range(3)] == [0.0, 0.0, 10.0]
    now[0] = 9.0
    assert bucket.take("a") == pytest.approx(1.0)
    now[0] = 10.0
    assert bucket.take("a") == 0.0
    assert bucket.take("b") == 0.0
    assert bucket.take("c") == 0.0
    assert bucket.take("a") == 0.0


def test_bodies_are_limited(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    picture = b"\xff\xd8\xff" + bytes(1_999_000)
    assert seat.post("/api/hand-photo", picture, **{"Content-Type": "image/jpeg"}).status_code == 200
    response = seat.post("/api/hand-photo", picture + bytes(10_000), **{"Content-Type": "image/jpeg"})
    assert response.status_code == 413
    assert "2 megabytes" in response.get_json()["sentence"]
    assert seat.post("/api/answer", b"{" + b" " * 70_000 + b"}").status_code == 413
    assert len(table.photos) == 1
    assert seat.post("/api/hand-photo", b"GIF89a and more").status_code == 400


def test_a_hand_is_named_for_the_own_seat_alone(app: Flask, table: FakeTable) -> None:
    assert visitor(app, table.seat_token(2)).post("/api/hand", b'{"pieces": ["RED-1", "RED-1"]}').status_code == 200
    assert table.named == [(2, ("RED-1", "RED-1"))]
    guest = visitor(app, table.open_session())
    assert guest.post("/api/hand", b'{"pieces": ["RED-1"]}').status_code in (401, 403)
    for body in (
        b'{"pieces": []}',
        b'{"pieces": ["x"], "seat": 1}',
        b'{"pieces": "x"}',
        b'{"pieces": [' + b'"x",' * 50 + b'"x"]}',
    ):
        assert visitor(app, table.seat_token(2)).post("/api/hand", body).status_code == 400
    assert len(table.named) == 1


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"\xff", b'{"key": 1}', b'{"key":"a","version":41,"request":"0123456789","seat":1}']
)
def test_a_body_that_is_not_a_tap(app: Flask, table: FakeTable, body: bytes) -> None:
    response = visitor(app, table.seat_token(0)).post("/api/answer", body)
    assert response.status_code == 400
    assert table.answers == {}
    assert response.get_json()["sentence"] == "The request could not be understood; please reload the page."


@pytest.mark.parametrize("number", ["NaN", "1e999", '"7"'])
def test_a_place_has_to_be_a_number(app: Flask, table: FakeTable, number: str) -> None:
    body = f'{{"act":"put","handle":"h","x_mm":{number}}}'.encode()
    assert visitor(app, table.seat_token(0)).post("/api/virtual", body).status_code == 400
    assert table.moves == []


class Ended(BaseException):
    """As code of a game is ended that comes to no end: nobody but who ends it knows of it."""


@pytest.mark.parametrize("kind", [RuntimeError, Ended])
def test_errors_are_one_sentence_without_a_trace(
    app: Flask, table: FakeTable, caplog: pytest.LogCaptureFixture, kind: type[BaseException]
) -> None:
    def broken(*_: object) -> None:
        raise kind("SECRET-OF-SEAT-0 in the text of an error")

    table.book = broken  # type: ignore[assignment]
    table.host_view = broken  # type: ignore[assignment]
    host = host_of(app, table)
    for path in ("/rules", "/api/host"):
        response = host.get(path)
        text = response.get_data(as_text=True)
        assert response.status_code == 500
        assert "Something went wrong here" in text
        assert "SECRET" not in text
        assert "Traceback" not in text
        assert "RuntimeError" not in text
    assert "RuntimeError" in caplog.text
    assert "SECRET" not in caplog.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("DELETE", "/", 405), ("OPTIONS", "/", 405), ("GET", "/api/answer", 405)],
)
def test_wrong_addresses(app: Flask, method: str, path: str, status: int) -> None:
    response = app.test_client().open(path, method=method)
    assert response.status_code == status
    assert response.get_data(as_text=True).count("Traceback") == 0


def test_static_files_stay_in_their_folder(app: Flask) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"):
        assert visitor(app).get(path).status_code == 404


def test_modules_and_templates_are_not_given_away_with_the_scripts_beside_them(app: Flask) -> None:
    beside = {path.relative_to(PAGES) for path in PAGES.rglob("*") if path.is_file()}
    given = set()
    phone = visitor(app)
    for path in beside:
        with phone.get(f"/static/{path}") as answer:
            given |= {path} if answer.status_code == 200 else set()
    assert given == {path for path in beside if path.suffix in (".js", ".css", ".svg", ".woff2")}
    assert {path.suffix for path in beside - given} >= {".py", ".html"}


def test_settings_that_cannot_work() -> None:
    with pytest.raises(WebError, match="max_streams"):
        WebSettings(max_streams=0)
