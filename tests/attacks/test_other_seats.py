"""Another seat's number in every place where a number can stand, by everybody, at every address that there is: what
comes back holds no secret of that seat, and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.types import PieceId
from tests.attacks.ring import COOKIE, HANDS, SEATED, UNSEATED, Answer, Ring, Who
from tests.attacks.routes import app_of, body_types, fields_of, filled, routes, some_value
from web.door.bodies import largest_body
from web.door.settings import WebSettings

NAMES_OF_A_SEAT = ("seat", "seats", "reader", "player", "owner", "as", "view", "session", "token", "user", "role", "id")
SEVERAL_PLACES = "&".join(f"{name}=1&{name}=host" for name in NAMES_OF_A_SEAT)
IN_NO_HAND = "RED-6"
LASTING = ("/events",)
"""What does not end by itself; see test_push_readers for what a stream carries."""


def others(who: Who) -> list[int]:
    return [seat for seat in range(4) if seat not in who.seats]


def strange_headers(table: Ring, who: Who, seat: int) -> Iterator[dict[str, str | None]]:
    """A seat's number, or another session's page token, where no route looks for it."""
    own = table.tokens.get(who, "")
    yield {f"X_{name}": str(seat) for name in ("Seat_Id", "Player", "User", "Role", "Reader")}
    yield {"Cookie": f"{COOKIE}={own}; seat={seat}; role=host; session={seat}; {COOKIE}_seat={seat}"}
    yield {"Cookie": f"{COOKIE}={own}; {COOKIE}={seat}; {COOKIE}=host"}
    yield {"Authorization": f"Bearer {seat}", "X_CSRF_Token": table.csrf[Who.SEAT_1]}
    yield {"Remote_User": str(seat), "X_Remote_User": "host", "X_Forwarded_User": "host"}


def clean(table: Ring, who: Who, path: str, answer: Answer) -> None:
    assert answer.status < 500, (path, answer.text)
    assert table.leaks(who, path, answer) == [], path


@pytest.mark.parametrize("who", list(Who))
def test_every_address_with_another_seat_in_the_query(table: Ring, who: Who) -> None:
    before = table.state()
    for rule, _endpoint, methods in routes(app_of(table)):
        if "GET" not in methods or rule in LASTING:
            continue
        for seat in ("1", "0"):
            path = f"{filled(rule, seat)}?{SEVERAL_PLACES}"
            clean(table, who, path, table.ask(who, path))
    assert table.state() == before


@pytest.mark.parametrize("who", list(Who))
def test_another_seat_in_headers_and_cookies(table: Ring, who: Who) -> None:
    before = table.state()
    for path in ("/api/packet", "/api/notes", "/api/virtual", "/api/me", "/seat", "/api/host", "/api/people", "/join"):
        usual = table.ask(who, path)
        for seat in others(who)[:2]:
            for changed in strange_headers(table, who, seat):
                answer = table.ask(who, path, changed=changed)
                clean(table, who, path, answer)
                assert answer.status == usual.status
    assert table.state() == before


def bodies_with(seat: int) -> Iterator[bytes]:
    """Every body that there is with that seat in each number, each text, and in a field of its own."""
    for kind in body_types():
        fields = fields_of(kind)
        usual: dict[str, Any] = {name: some_value(one, seat) for name, one in fields.items()}
        yield json.dumps(usual).encode()
        yield json.dumps({**usual, "seat" if "seat" not in fields else "reader": seat}).encode()


@pytest.mark.parametrize("who", UNSEATED)
def test_every_command_by_somebody_without_a_seat(table: Ring, who: Who) -> None:
    """In a body of every kind: also the one that the route reads."""
    before = table.state()
    app = app_of(table)
    client = app.test_client()
    headers = {**table.headers_of(who, post=True), "Host": "localhost", "Origin": "http://localhost"}
    for rule, endpoint, methods in routes(app):
        if "POST" not in methods or endpoint in ("api_leave", "api_become_host"):
            continue  # the one ends this session; the other is what test_guessing is about
        for body in bodies_with(1):
            made = client.post(filled(rule), data=body, headers=headers)
            answer = Answer(made.status_code, tuple(made.headers), made.data)
            clean(table, who, filled(rule), answer)
        assert table.state() == before, rule


@pytest.mark.parametrize("who", SEATED)
def test_a_seat_may_not_do_what_the_host_may(table: Ring, who: Who) -> None:
    before = table.state()
    app = app_of(table)
    for rule, endpoint, methods in routes(app):
        if app.gates[endpoint].audience.value != "host":
            continue
        for method in methods & {"GET", "POST"}:
            answer = table.ask(who, filled(rule), next(bodies_with(1)) if method == "POST" else None, method=method)
            assert answer.status == 403, rule
            clean(table, who, filled(rule), answer)
    assert table.state() == before


@pytest.mark.parametrize("who", SEATED)
def test_no_seat_acts_for_another(table: Ring, who: Who) -> None:
    """A tap, a note, a card on the virtual table: what names another seat is refused or changes nothing of it."""
    before = table.state()
    version = table.ask(who, "/api/packet").json["version"]
    tap = {"key": f"play:{IN_NO_HAND}", "version": version, "request": f"in no hand {who.value}"}
    of_nobody = table.ask(who, "/api/answer", tap).sentence
    for seat in others(who):
        card = HANDS[seat][0]
        tap |= {"key": f"play:{card}", "request": f"hand of {seat} {who.value}"}
        answer = table.ask(who, "/api/answer", tap)
        assert answer.status == 409
        title = table.service.voice.faces[PieceId(card)].title
        told = answer.sentence.replace(title, table.service.voice.faces[PieceId(IN_NO_HAND)].title)
        assert told == of_nobody, "the same is said wherever the card is"
        assert table.ask(who, "/api/answer", {**tap, "seat": seat}).status == 400
        assert table.ask(who, "/api/answer", tap, X_Seat=str(seat)).status == 409
        assert table.ask(who, "/api/seat/switch", {"seat": seat}).status == 409
        assert table.ask(who, "/api/notes", {"text": "mine", "seat": seat}).status == 400
        assert table.ask(who, "/api/notes", {"text": "mine"}, X_Seat=str(seat)).status == 409
    assert table.state() == before


@pytest.mark.parametrize("who", [*SEATED, Who.SPECTATOR])
def test_no_hand_reaches_into_another_on_the_virtual_table(table: Ring, who: Who) -> None:
    before = table.state()
    own = str(who.seats[0]) if who.seats else None
    scene = table.ask(who, "/api/virtual", X_Seat=own)
    clean(table, who, "/api/virtual", scene)
    shown = {piece["handle"] for piece in scene.json["pieces"]}
    assert table.service.table is not None
    held = [b for b in table.service.table.bodies() if b.hand is not None and int(b.hand) not in who.seats[:1]]
    assert held
    for body in held:
        assert body.handle not in shown, "what is in another hand has no handle for this reader"
        for act in ("take", "put"):
            for handle in (body.handle, str(body.ident), str(body.piece)):
                answer = table.ask(
                    who, "/api/virtual", {"act": act, "handle": handle, "x_mm": 90.0, "y_mm": 270.0}, X_Seat=own
                )
                assert answer.status == 409, answer.text
                clean(table, who, "/api/virtual", answer)
    assert table.state() == before


def test_a_phone_with_two_seats_says_which_one_it_means(table: Ring) -> None:
    before = table.state()
    for shown in (None, "", "3", "0", "2,3", "02", "2.0", "\xb2"):
        assert table.ask(Who.TWO_SEATS, "/api/notes", {"text": "?"}, X_Seat=shown).status == 409, shown
        assert table.ask(Who.TWO_SEATS, "/api/notes", X_Seat=shown).status == 409, shown
    assert table.ask(Who.TWO_SEATS, "/api/notes", X_Seat="2").json["text"] == table.notes[2]
    assert table.state() == before


def test_every_route_has_a_gate_and_a_limit(table: Ring) -> None:
    app = app_of(table)
    for rule, endpoint, methods in routes(app):
        assert methods <= {"GET", "HEAD", "POST"}, rule
        assert 0 < largest_body(app.gates[endpoint], WebSettings()) <= 100_000_000
