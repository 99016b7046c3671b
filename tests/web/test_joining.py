"""Taking a seat over the pages: wishes that wait, links, several seats on one phone, and the host's list."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask

from tests.web.fake_joining import ADDRESS, CODE, SECRET, WIFI
from tests.web.fake_table import PIN, FakeTable
from tests.web.web_client import COOKIE, Visitor, host_of, visitor
from web import WebSettings, create_app
from web.pages.join.views import ClaimState, PeopleAct
from web.views import JoinWay, Role

WISH = {"name": "Zoe", "seat": 3}
TAP = {"key": "play:wisdom-2", "version": 41, "request": "0123456789"}


def token_of(reader: Visitor) -> str:
    cookie = reader.client.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def test_a_wish_waits_until_it_is_granted_and_then_the_cookie_is_another(app: Flask, table: FakeTable) -> None:
    table.way = JoinWay.BUTTON
    opened = table.open_session()
    reader = visitor(app, opened)
    answer = reader.post("/api/join", WISH)
    assert answer.status_code == 202
    assert answer.get_json()["claim"]["state"] == "button"
    assert "Set-Cookie" not in answer.headers
    assert reader.post("/api/join/collect", {}).status_code == 409
    assert reader.get("/api/join").get_json()["claim"]["sentence"] == "Press the button of your seat. Its light blinks."
    table.claims[opened.token] = table.claim_at(ClaimState.GRANTED)
    done = reader.post("/api/join/collect", {})
    assert done.get_json()["next"] == "/seat"
    assert token_of(reader) != opened.token
    assert table.session(opened.token) is None
    assert reader.get("/api/packet").get_json()["seat"] == 3


def test_a_wish_can_be_put_away_and_is_nobody_else_s(app: Flask, table: FakeTable) -> None:
    table.way = JoinWay.BUTTON
    mine, other = visitor(app, table.open_session()), visitor(app, table.open_session())
    mine.post("/api/join", WISH)
    assert other.get("/api/join").get_json()["claim"] is None
    other.post("/api/join/cancel", {})
    assert mine.get("/api/join").get_json()["claim"] is not None
    mine.post("/api/join/cancel", {})
    assert mine.get("/api/join").get_json()["claim"] is None


def test_a_link_from_the_host_gives_the_seat(app: Flask, table: FakeTable) -> None:
    card = host_of(app, table).post("/api/people/hand-over", {"seat": 0}).get_json()
    assert card["link"] == f"{ADDRESS}#over={SECRET}"
    assert card["picture"].startswith("data:image/svg+xml")
    assert SECRET not in card["link"].partition("#")[0], "what stands before the # goes to servers and logs"
    guest = visitor(app, table.open_session())
    assert guest.post("/api/join/take-over", {"secret": "guessed"}).status_code == 409
    assert guest.post("/api/join/take-over", {"secret": SECRET}).get_json()["next"] == "/seat"
    assert guest.get("/api/me").get_json()["seat"] == 0


def test_the_code_is_in_the_host_s_list_and_nowhere_else(app: Flask, table: FakeTable) -> None:
    assert host_of(app, table).get("/api/people").get_json()["code"] == CODE
    for joined in (None, table.open_session(), table.seat_token(1)):
        reader = visitor(app, joined)
        assert reader.get("/api/people").status_code == 403
        assert reader.post("/api/people", {"act": "new_code"}).status_code == 403
        assert reader.post("/api/people/hand-over", {"seat": 0}).status_code == 403
        for path in ("/", "/join", "/table", "/api/packet", "/api/join", "/api/me", "/join-code.svg"):
            assert CODE not in reader.get(path).get_data(as_text=True)
    assert table.people_acts == []


def test_the_wi_fi_is_shown_only_while_the_host_wants_it(app: Flask, table: FakeTable) -> None:
    guest, host = visitor(app, table.open_session()), host_of(app, table)
    for shown, act in ((True, "show_wifi"), (False, "hide_wifi")):
        host.post("/api/people", {"act": act})
        assert (guest.get("/api/packet").get_json()["join"]["wifi"] == WIFI) is shown
        assert (guest.get("/api/join").get_json()["way"]["wifi"] == WIFI) is shown
    assert visitor(app, table.seat_token(0)).get("/api/packet").get_json()["join"] is None


def test_the_host_s_acts(app: Flask, table: FakeTable) -> None:
    host = host_of(app, table)
    answer = host.post("/api/people", {"act": "rename", "seat": 1, "value": "  Eve  "})
    assert answer.get_json()["view"]["seats"][1]["name"] == "Eve"
    host.post("/api/people", {"act": "give", "seat": 2, "to": 1})
    assert [(one.act, one.seat, one.to) for one in table.people_acts] == [
        (PeopleAct.RENAME, 1, None),
        (PeopleAct.GIVE, 2, 1),
    ]
    for wrong in ({"act": "burn"}, {"act": "kick", "seat": "all"}, {"act": "kick", "seat": 1, "token": "x"}):
        assert host.post("/api/people", wrong).status_code == 400
    assert host.post("/api/people/hand-over", {"seat": 9}).status_code == 409


# ---- several seats on one phone --------------------------------------------------------------------------------------


def test_a_command_is_refused_when_its_page_shows_another_seat(app: Flask, table: FakeTable) -> None:
    both = visitor(app, table.sign(Role.SEAT, 0, "Mara", (0, 2)))
    for headers in ({}, {"X-Seat": "2"}, {"X-Seat": "nonsense"}):
        answer = both.post("/api/answer", TAP, **headers)
        assert answer.status_code == 409
        assert "another seat" in answer.get_json()["sentence"]
        assert both.post("/api/hand-photo", b"\xff\xd8\xff", **headers).status_code == 409
    assert (table.answers, table.photos) == ({}, [])
    assert both.post("/api/answer", TAP, **{"X-Seat": "0"}).status_code == 200
    one = visitor(app, table.seat_token(1))
    assert one.post("/api/hand", {"pieces": ["x"]}).status_code == 200, "who has one seat need not say which"
    assert one.post("/api/hand", {"pieces": ["x"]}, **{"X-Seat": "0"}).status_code == 409
    assert [seat for seat, _ in table.named] == [1], "the header never chooses the seat"


def test_the_phone_switches_between_its_own_seats(app: Flask, table: FakeTable) -> None:
    both = visitor(app, table.sign(Role.SEAT, 0, "Mara", (0, 2)))
    assert [one["name"] for one in both.get("/api/me").get_json()["seats"]] == ["Mara", "Ines"]
    assert both.post("/api/seat/switch", {"seat": 1}).status_code == 409
    assert both.get("/api/packet").get_json()["seat"] == 0
    assert both.post("/api/seat/switch", {"seat": 2}).status_code == 200
    assert both.get("/api/packet").get_json()["seat"] == 2
    assert both.post("/api/leave", {}).get_json()["next"] == "/seat"
    assert both.get("/api/me").get_json()["seat"] == 0
    assert both.post("/api/leave", {}).get_json()["next"] == "/"
    assert both.get("/api/me").get_json()["seats"] == []


# ---- guessing -------------------------------------------------------------------------------------------------------


FEW = WebSettings(
    join_attempts=3, join_attempts_all=7, join_attempts_kept=1, pin_attempts=2, pin_attempts_all=3, pin_attempts_kept=1
)


def tries(app: Flask, table: FakeTable, path: str, body: dict[str, object], addresses: Sequence[str]) -> list[int]:
    """What is answered to one try from each of them, each with a session of its own."""
    codes = []
    for address in addresses:
        reader = visitor(app, table.open_session())
        reader.client.environ_base["REMOTE_ADDR"] = address
        codes.append(reader.post(path, body).status_code)
    return codes


def test_many_addresses_guess_hardly_faster_than_one(table: FakeTable) -> None:
    """What is kept for each is little."""
    app = create_app(table.pages, FEW)
    one, two, three = (f"10.0.0.{number}" for number in range(3))
    code: dict[str, object] = {**WISH, "code": "GUESS"}
    assert tries(app, table, "/api/join", code, [one] * 4) == [409] * 3 + [429]
    assert tries(app, table, "/api/join", code, [two] * 4) == [409] * 3 + [429]
    assert tries(app, table, "/api/join", code, [three] * 3) == [409] * 2 + [429], "one of all, and one of its own"
    assert tries(app, table, "/api/join/take-over", {"secret": "guessed"}, [three]) == [429]
    assert tries(app, table, "/api/become-host", {"pin": "1"}, [one] * 3) == [409] * 2 + [429]
    assert tries(app, table, "/api/become-host", {"pin": "1"}, [two] * 3) == [409] * 2 + [429]
    assert tries(app, table, "/api/become-host", {"pin": "1"}, [three] * 2) == [409, 429]
    table.way = JoinWay.BUTTON
    assert tries(app, table, "/api/join", WISH, ["10.0.0.9"]) == [202], "whoever presses a button guesses nothing"


def test_strangers_who_guess_keep_nobody_out_who_knows(table: FakeTable) -> None:
    """Neither somebody from another address nor, from their very own, a phone that has a seat."""
    app = create_app(table.pages, FEW)
    for number in range(200):
        address = f"10.0.0.{number}"
        tries(app, table, "/api/join", {**WISH, "code": "GUESS"}, [address] * 2)
        tries(app, table, "/api/become-host", {"pin": "1"}, [address] * 2)
    assert tries(app, table, "/api/become-host", {"pin": PIN}, ["10.0.1.1"]) == [200]
    assert tries(app, table, "/api/join", {**WISH, "code": CODE}, ["10.0.1.1"]) == [200]
    seat = visitor(app, table.seat_token(0))
    seat.client.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    assert seat.post("/api/become-host", {"pin": PIN}).status_code == 200
