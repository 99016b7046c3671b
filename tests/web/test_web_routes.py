"""The route map: every route says who may call it, and nothing private leaves it for anybody else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, host_of, visitor
from web import Audience, WebError
from web.door.registrar import ClosedFlask, Gate

ARGUMENTS: dict[str, Any] = {
    "code": "7K2M9",
    "filename": "icon.svg",
    "number": 3,
    "match": 12,
    "step": 0,
    "form": "json",
    "name": "no-such-copy",
    "part": "markers",
    "version": "0",
    "game": "chronicle",
    "screen": "phone",
    "slug": "our_tricks",
    "token": "unknown",
}
BODIES = {
    "/api/answer": {"key": "play:wisdom-2", "version": 41, "request": "0123456789"},
    "/api/join": {"code": "WRONG", "name": "Eve", "seat": 0},
    "/api/join/collect": {},
    "/api/join/cancel": {},
    "/api/join/take-over": {"secret": "no-such-secret"},
    "/api/seat/switch": {"seat": 3},
    "/api/people": {"act": "rename", "seat": 3, "value": "Zoe"},
    "/api/people/hand-over": {"seat": 9},
    "/api/become-host": {"pin": "0000"},
    "/api/virtual": {"act": "put", "handle": "no-such-piece"},
    "/api/host": {"act": "pause", "reason": "walk"},
    "/api/history/12/again": {},
    "/api/hand-photo": {},
    "/api/hand-look": {},
    "/api/hand": {"pieces": ["no-such-piece"]},
    "/api/pieces": {"act": "later"},
    "/api/pieces/photo": {},
    "/api/pieces/import": {},
    "/api/looks": {"act": "forget"},
    "/api/looks/photo": {},
    "/api/setup": {"act": "lens_stop"},
    "/api/eye/enter": {"secret": "no-such-word"},
    "/api/eye/begin": {"tab": "one"},
    "/api/eye/still": {},
    "/api/eye/alive": {"tab": "one"},
    "/api/host/eye": {"act": "look"},
    "/api/host/eye/offer": {},
    "/api/buttons": {"act": "close"},
    "/api/spots": {"spots": []},
    "/api/doctor": {},
    "/api/language": {"language": "de"},
    "/api/notes": {"text": "mine"},
    "/api/history": {"act": "agree", "match": 12},
    "/api/hosting/setting": {"key": "voice.volume", "text": "40"},
    "/api/hosting/say": {},
    "/api/hosting/hush": {},
    "/api/hosting/venue": {"code": "ABCD-2345"},
    "/api/seat/name": {"told": True},
    "/api/hosting/copies": {},
    "/api/hosting/restore": {},
    "/api/hosting/restore-kept": {"name": "no-such-copy"},
    "/api/hosting/wifi": {},
    "/api/hosting/stick": {"act": "copy", "stick": "sdz1"},
    "/api/hosting/damages-read": {},
    "/api/hosting/machine": {"act": "again"},
    "/api/hosting/release": {},
    "/api/hosting/signature": {},
    "/api/hosting/version": {"act": "rollback"},
    "/api/wizard/step": {"step": "name", "values": {"table.name": "Blue table"}},
    "/api/wizard/start": {"over": False},
    "/api/wizard/pin": {"new": "82736"},
    "/api/consent": {"agrees": False, "number": 1},
    "/api/take-back": {"version": 1},
    "/api/hint": {},
    "/api/join/room": {},
    "/api/leave": {},
    "/api/start": {},
    "/api/shelf": {"game": "war_chest"},
    "/api/pace": {"pace": "brisk"},
    "/api/strength": {"seat": 2, "strength": "greedy"},
    "/api/seat/guest": {"seat": 3, "name": "Zoe"},
    "/api/kept": {"act": "keep"},
    "/api/games/zip": {},
    "/api/games/answer": {"yes": False},
    "/api/games/remove": {"slug": "no-such-game"},
    "/api/make/preview": {"plays": "score_sheet", "title": "", "values": {}},
    "/api/make/pasted": {"plays": "score_sheet", "path": ["line"], "text": "Points"},
    "/api/make/picture": {},
    "/api/make/pictured": {"plays": "open_table", "path": ["deck", "cards"], "text": "", "pictures": []},
    "/api/prints": {},
    "/api/make/save": {"plays": "score_sheet", "title": "", "values": {}},
    "/api/make/hand-on": {"slug": "our_tricks", "yes": True},
}


def calls(app: Flask) -> list[tuple[str, str]]:
    """Every method and path of the route map; a new route walks along by itself."""
    found = []
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            path = app.url_for(rule.endpoint, **{name: ARGUMENTS[name] for name in rule.arguments})
            found += [(method, path) for method in sorted(rule.methods or ()) if method in ("GET", "POST")]
    return sorted(found, key=lambda call: (call[0], call[1] == "/api/leave"))


def texts(app: Flask, who: Visitor) -> dict[tuple[str, str], str]:
    """What one reader gets from every route. A stream is read up to its first packet."""
    found = {}
    for method, path in calls(app):
        response = who.get(path) if method == "GET" else who.post(path, BODIES[path])
        if response.mimetype == "text/event-stream":
            parts = response.iter_encoded()
            text = next(parts) + next(parts)
            found[method, path] = text.decode()
        else:
            found[method, path] = response.get_data().decode("utf-8", "replace")
        response.close()
    return found


def test_the_walk_covers_every_command(app: Flask) -> None:
    posts = {path for method, path in calls(app) if method == "POST"}
    assert posts == set(BODIES)


@pytest.mark.parametrize("who", ["nobody", "spectator", "seat 0", "seat 1", "host"])
def test_nothing_private_reaches_another_reader(app: Flask, table: FakeTable, who: str) -> None:
    readers = {
        "nobody": None,
        "spectator": table.open_session(),
        "seat 0": table.seat_token(0),
        "seat 1": table.seat_token(1),
    }
    reader = host_of(app, table) if who == "host" else visitor(app, readers[who])
    own = f"SECRET-OF-SEAT-{who[-1]}" if who.startswith("seat") else "(nothing)"
    got = texts(app, reader)
    for call, text in got.items():
        assert "SECRET-OF-SEAT" not in text.replace(own, ""), call
    if who.startswith("seat"):
        assert own in got["GET", "/api/packet"]
        assert own in got["GET", "/events"]


def test_pages_never_carry_cards(app: Flask, table: FakeTable) -> None:
    """A page's shell is the same for all: what a seat knows comes over the packet alone."""
    for path in ("/", "/join", "/seat", "/table", "/virtual", "/host", "/rules"):
        assert "SECRET" not in visitor(app, table.seat_token(0)).get(path).get_data(as_text=True)


@pytest.mark.parametrize("who", ["spectator", "seat", "host"])
def test_no_page_is_a_dead_end(app: Flask, table: FakeTable, who: str) -> None:
    """Each leads to another one, for whoever may look at it."""
    readers = {"spectator": table.open_session(), "seat": table.seat_token(0)}
    reader = host_of(app, table) if who == "host" else visitor(app, readers[who])
    walked = 0
    for method, path in calls(app):
        answer = reader.get(path) if method == "GET" and path != "/events" else None
        if answer is None or answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        text = answer.get_data(as_text=True)
        links = set(re.findall(r'<a [^>]*href="(/[^"#?]*)', text)) - {path}
        assert links or "<body" not in text, path
        walked += "<body" in text
    assert walked > 8


def test_a_phone_offers_its_keys_for_numbers_where_the_pin_is_asked_for(app: Flask, table: FakeTable) -> None:
    asked = visitor(app, table.open_session()).get("/host").get_data(as_text=True)
    assert re.search(r'<input name="pin"[^>]* inputmode="numeric"', asked)


@pytest.mark.parametrize(
    ("path", "admitted"),
    [
        ("/api/packet", {"spectator", "seat", "host"}),
        ("/api/virtual", {"spectator", "seat", "host"}),
        ("/camera.jpg", {"spectator", "seat", "host"}),
        ("/events", {"spectator", "seat", "host"}),
        ("/api/host", {"host"}),
        ("/api/replay/3", {"host"}),
        ("/healthz", {"nobody", "spectator", "seat", "host"}),
    ],
)
def test_who_is_admitted(app: Flask, table: FakeTable, path: str, admitted: set[str]) -> None:
    readers = {
        "nobody": visitor(app),
        "spectator": visitor(app, table.open_session()),
        "seat": visitor(app, table.seat_token(2)),
        "host": host_of(app, table),
    }
    for name, reader in readers.items():
        response = reader.get(path)
        assert response.status_code == (200 if name in admitted else 403), name
        response.close()


def test_a_page_for_a_seat_leads_to_joining(app: Flask, table: FakeTable) -> None:
    response = visitor(app, table.open_session()).get("/seat")
    assert (response.status_code, response.headers["Location"]) == (303, "/join")


def test_a_seat_may_not_answer_as_host_and_a_spectator_not_as_seat(app: Flask, table: FakeTable) -> None:
    assert visitor(app, table.seat_token(0)).post("/api/host", BODIES["/api/host"]).status_code == 403
    assert visitor(app, table.open_session()).post("/api/answer", BODIES["/api/answer"]).status_code == 403
    assert table.commands == []
    assert table.answers == {}


def test_a_route_without_an_audience_cannot_be_registered(app: Flask) -> None:
    def page() -> str:
        return "open by mistake"

    with pytest.raises(WebError, match="audience"):
        app.add_url_rule("/mistake", "mistake", page)
    with pytest.raises(WebError, match="audience"):
        app.route("/mistake")(page)
    assert visitor(app).get("/mistake").status_code == 404


def test_a_name_cannot_be_given_twice() -> None:
    app = ClosedFlask("web")
    app.add_url_rule("/a", "a", lambda: "a", gate=Gate(Audience.OPEN))
    with pytest.raises(WebError, match="taken"):
        app.add_url_rule("/b", "a", lambda: "b", gate=Gate(Audience.HOST))


def test_pages_open_a_spectators_session_once(app: Flask, table: FakeTable) -> None:
    reader = visitor(app)
    assert "Set-Cookie" in reader.get("/table").headers
    assert "Set-Cookie" not in reader.get("/table").headers
    assert len(table.sessions) == 1
