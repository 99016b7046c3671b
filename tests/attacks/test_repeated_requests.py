"""Requests that come twice, late, in another order, or after the sender has lost the seat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.attacks.ring import Answer, Ring, Who
from web.pages.join.views import PeopleAct, PeopleCommand
from web.views import Role, Session

HOST = Session(Role.HOST)
PLAYS = {0: "play:RED-1", 1: "play:RED-5", 2: "play:RED-3", 3: "play:RED-4"}


def tap(key: str, version: int, request: str) -> dict[str, Any]:
    return {"key": key, "version": version, "request": f"request {request}"}


def send(table: Ring, who: Who, body: dict[str, Any]) -> Answer:
    return table.ask(who, "/api/answer", body)


def test_the_same_tap_twice_is_one(own_table: Ring) -> None:
    table = own_table
    body = tap(PLAYS[0], 0, "one")
    first, second = send(table, Who.SEAT_0, body), send(table, Who.SEAT_0, body)
    assert (first.status, second.status) == (200, 200)
    assert first.json["reply"] == second.json["reply"]
    assert table.state()[0] == 1
    other = send(table, Who.SEAT_0, tap("play:BLU-2", 0, "one"))  # the same number for something else
    assert other.json["reply"] == first.json["reply"]
    assert table.state()[0] == 1


def test_a_storm_of_the_same_tap_is_one(own_table: Ring) -> None:
    table = own_table
    body = tap(PLAYS[0], 0, "storm")
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: send(table, Who.SEAT_0, body), range(40)))
    assert {a.status for a in answers} == {200}
    assert len({str(a.json["reply"]) for a in answers}) == 1
    assert table.state()[0] == 1


def test_two_different_taps_at_once_are_one(own_table: Ring) -> None:
    table = own_table
    bodies = [tap(key, 0, f"{key} {n}") for n in range(10) for key in ("play:RED-1", "play:BLU-2")]
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda body: send(table, Who.SEAT_0, body), bodies))
    assert sorted(a.status for a in answers) == [200] + [409] * (len(bodies) - 1)
    assert table.state()[0] == 1


def test_a_number_of_another_seat_is_no_key_to_its_answer(own_table: Ring) -> None:
    table = own_table
    assert send(table, Who.SEAT_0, tap(PLAYS[0], 0, "shared")).status == 200
    answer = send(table, Who.SEAT_1, tap(PLAYS[1], 1, "shared"))
    assert answer.status == 200
    assert table.state()[0] == 2, "it counted as the other seat's own request"


def test_old_and_future_versions(own_table: Ring) -> None:
    table = own_table
    for version, status in ((1, 409), (99, 409), (-1, 409), (2**53, 409), (2**62, 400), (-(2**63), 400)):
        assert send(table, Who.SEAT_0, tap(PLAYS[0], version, f"v{version}")).status == status
    assert table.state()[0] == 0
    assert send(table, Who.SEAT_0, tap(PLAYS[0], 0, "now")).status == 200
    late = send(table, Who.SEAT_1, tap(PLAYS[1], 0, "late"))
    assert late.status == 409
    assert late.json["packet"]["version"] == 1, "the refusal brings the table of now"
    assert table.leaks(Who.SEAT_1, "/api/answer", late) == []
    assert table.state()[0] == 1


def test_after_an_undo_nothing_comes_back(own_table: Ring) -> None:
    table = own_table
    played = tap(PLAYS[0], 0, "before the undo")
    assert send(table, Who.SEAT_0, played).status == 200
    assert table.ask(Who.HOST, "/api/host", {"act": "undo", "reason": "a slip"}).status == 200
    after = table.ask(Who.SEAT_0, "/api/packet").json
    assert after["question"]["yours"]
    length = table.state()[0]
    again = send(table, Who.SEAT_0, played)  # a phone that never heard the answer repeats its request
    assert table.state()[0] == length, again.text
    assert send(table, Who.SEAT_1, tap(PLAYS[1], 1, "for the table before")).status == 409
    assert send(table, Who.SEAT_0, tap("play:BLU-2", after["version"], "anew")).status == 200


def test_after_a_kick_nothing_goes_through(own_table: Ring) -> None:
    table = own_table
    table.service.pages.people.people(HOST, PeopleCommand(PeopleAct.KICK, seat=0))
    before = table.state()
    for path, body in (
        ("/api/answer", tap(PLAYS[0], 0, "from outside")),
        ("/api/notes", {"text": "still here"}),
        ("/api/join/collect", {}),
        ("/api/seat/switch", {"seat": 0}),
        ("/api/consent", {"agrees": True, "number": 1}),
        ("/api/take-back", {"version": 1}),
        ("/api/hint", {}),
        ("/api/virtual", {"act": "tidy"}),
        ("/api/join", {"name": "Ada", "seat": 0}),
    ):
        assert table.ask(Who.SEAT_0, path, body).status == 403, path
    for path in ("/api/packet", "/api/notes", "/api/virtual", "/events", "/api/me"):
        answer = table.ask(Who.SEAT_0, path)
        assert answer.status == 403, path
        assert table.leaks(Who.KICKED, path, answer) == []
    assert table.ask(Who.SEAT_0, "/seat").status in (200, 303)
    assert table.state() == before


def test_the_next_at_a_seat_finds_nothing_of_the_one_before(own_table: Ring) -> None:
    table = own_table
    note = table.notes[0]
    table.service.pages.people.people(HOST, PeopleCommand(PeopleAct.KICK, seat=0))
    code = table.service.joining.code
    joined = table.ask(Who.SPECTATOR, "/api/join", {"name": "Eve", "seat": 0, "code": code})
    assert joined.status == 200
    table.tokens[Who.SPECTATOR] = joined.header("Set-Cookie").partition("=")[2].partition(";")[0]
    assert note not in table.ask(Who.SPECTATOR, "/api/notes").text
    assert table.ask(Who.SPECTATOR, "/api/me").json["seat"] == 0


def test_after_showing_another_seat_an_old_page_plays_for_nobody(own_table: Ring) -> None:
    table = own_table
    assert table.ask(Who.TWO_SEATS, "/api/seat/switch", {"seat": 3}).status == 200
    before = table.state()
    for path, body in (("/api/answer", tap(PLAYS[2], 0, "old page")), ("/api/notes", {"text": "for seat 2"})):
        assert table.ask(Who.TWO_SEATS, path, body, X_Seat="2").status == 409
        assert table.ask(Who.TWO_SEATS, path, body, X_Seat=None).status == 409
    assert table.state() == before
    assert table.ask(Who.TWO_SEATS, "/api/notes", {"text": "for seat 3"}, X_Seat="3").status == 200


@pytest.mark.parametrize("number", ["", "short", "x" * 65, "\x00" * 8, "1' OR '1'='1", "../../../x", "\u202e" * 8])
def test_strange_numbers(own_table: Ring, number: str) -> None:
    answer = send(own_table, Who.SEAT_1, {"key": PLAYS[1], "version": 0, "request": number})
    assert answer.status in (400, 409)
    assert own_table.state()[0] == 0
