"""Commands that another site's page sends, or one without the page's token: nothing happens, nothing is told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.attacks.ring import COOKIE, SEATED, Answer, Ring, Who
from tests.attacks.routes import every_body, filled, posts
from web import WebSettings, create_app

NOTE = {"text": "changed"}
HOUR_S = 3600


def refused(table: Ring, answer: Answer, who: Who, path: str = "") -> None:
    assert answer.status == 403, (path, answer.text)
    assert answer.sentence.endswith(".")
    assert "Set-Cookie" not in dict(answer.headers)
    assert table.leaks(who, path, answer) == []


def changes_of_the_token(table: Ring, who: Who) -> Iterator[dict[str, str | None]]:
    """Every way to have the page's token wrong."""
    own, other = table.csrf[who], table.csrf[Who.SEAT_0 if who is not Who.SEAT_0 else Who.SEAT_1]
    yield {"X-CSRF-Token": None}
    yield {"X-CSRF-Token": ""}
    yield {"X-CSRF-Token": other}
    yield {"X-CSRF-Token": table.csrf[Who.KICKED]}
    yield {"X-CSRF-Token": own[:-1]}
    yield {"X-CSRF-Token": own + "x"}
    yield {"X-CSRF-Token": own.swapcase()}
    yield {"X-CSRF-Token": f"{own}, {own}"}
    yield {"X-CSRF-Token": table.tokens[who]}
    yield {"X-CSRF-Token": None, "X-CSRFToken": own}
    yield {"X-CSRF-Token": None, "Cookie": f"{COOKIE}={table.tokens[who]}; csrf={own}; X-CSRF-Token={own}"}
    yield {"X-CSRF-Token": "\u00e9" * 8}


def test_every_command_needs_the_token(table: Ring) -> None:
    """Every route that is there, also those that come later."""
    before = table.state()
    for path, _endpoint in posts(table):
        for who in (*SEATED, Who.HOST, Who.SPECTATOR):
            body = next(every_body())
            for missing in ({"X-CSRF-Token": None}, {"X-CSRF-Token": table.csrf[Who.KICKED]}):
                refused(table, table.ask(who, filled(path), body, method="POST", changed=missing), who, path)
    assert table.state() == before


@pytest.mark.parametrize("who", [*SEATED, Who.HOST])
def test_every_wrong_token_is_refused(table: Ring, who: Who) -> None:
    before = table.state()
    path = "/api/host" if who is Who.HOST else "/api/notes"
    body = {"act": "pause"} if who is Who.HOST else NOTE
    for changed in changes_of_the_token(table, who):
        refused(table, table.ask(who, path, body, changed=changed), who, path)
    assert table.state() == before


def test_a_token_in_the_wrong_place(table: Ring) -> None:
    before = table.state()
    own = table.csrf[Who.SEAT_0]
    bare: dict[str, str | None] = {"X-CSRF-Token": None}
    for path, body in (
        (f"/api/notes?csrf={own}&X-CSRF-Token={own}&csrf_token={own}", NOTE),
        ("/api/notes", {**NOTE, "csrf": own}),
        ("/api/notes", {**NOTE, "X-CSRF-Token": own, "csrf_token": own}),
    ):
        refused(table, table.ask(Who.SEAT_0, path, body, changed=bare), Who.SEAT_0, path)
    assert table.state() == before


def test_a_form_of_another_site(table: Ring) -> None:
    """What a browser sends without asking first: a form, also one that spells JSON. The cookie is SameSite=Lax, so it
    would not even come along; here it does."""
    before = table.state()
    for kind, body in (
        ("application/x-www-form-urlencoded", b"text=changed"),
        ("text/plain", b'{"text": "changed", "x": "="}'),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nx\r\n--b--\r\n',
        ),
    ):
        for origin in ("http://evil.example", "null", None):
            changed: dict[str, str | None] = {"X-CSRF-Token": None, "Origin": origin, "Content-Type": kind}
            refused(table, table.ask(Who.SEAT_0, "/api/notes", body, changed=changed), Who.SEAT_0)
    assert table.state() == before


def test_the_right_token_after_a_sign_on_is_another(own_table: Ring) -> None:
    """A token that was read off a phone before it signed on anew is worth nothing afterwards."""
    table = own_table
    old = dict(table.csrf), dict(table.tokens)
    table.sit_down_again()
    before = table.state()
    for who in SEATED:
        refused(table, table.ask(who, "/api/notes", NOTE, changed={"X-CSRF-Token": old[0][who]}), who)
        stale: dict[str, str | None] = {"Cookie": f"{COOKIE}={old[1][who]}"}
        assert table.ask(who, "/api/notes", NOTE, changed=stale).status == 403
        assert table.ask(who, "/api/packet", changed=stale).status == 403
    assert table.state() == before


@pytest.mark.parametrize("after_s", [6 * HOUR_S, 24 * HOUR_S, 30 * 24 * HOUR_S])
def test_a_page_that_was_open_for_hours_still_plays(
    own_table: Ring, monkeypatch: pytest.MonkeyPatch, after_s: int
) -> None:
    """Tokens have no age of their own: the clock of the journal, of the guard and of the cookie go on."""
    table, journal = own_table, own_table.service.journal
    now = journal._now
    monkeypatch.setattr(journal, "_now", lambda: now() + timedelta(seconds=after_s))
    for who in SEATED:
        assert table.ask(who, "/api/notes", {"text": f"later {who.seats[0]}"}).status == 200
    assert table.ask(Who.HOST, "/api/host", {"act": "pause"}).status == 200


def test_the_cookie_lives_longer_than_a_game_and_has_no_secure_on_plain_http(own_table: Ring) -> None:
    answer = own_table.ask(Who.NOBODY, "/")
    cookie = answer.header("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "Domain" not in cookie, "no other name may get it"
    assert int(cookie.partition("Max-Age=")[2].partition(";")[0]) >= 7 * 24 * HOUR_S
    assert answer.text.find(own_table.tokens[Who.SEAT_0]) == -1
    app = create_app(own_table.service.pages, WebSettings())
    assert "Secure" in app.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
