"""A venue over HTTP: what tables send there, what everybody sees, what the organiser alone may change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask.testing import FlaskClient

from companion.outbox.sender import PAIR, RESULTS, STATUS
from companion.venue.book import CODE_FOR
from companion.venue.running import Venue, VenueSettings
from companion.venue.schema import tables
from companion.venue.store import VenueGone
from tests.venue.clubhouse import NOW, sent
from web.door.drawn_once import DrawnOnce


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    found = Venue(VenueSettings(folder=tmp_path, host="127.0.0.1", port=0, name="The <b>Club</b>"))
    yield found
    found.stop()


class Visitor:
    """A browser, or with a credential a table."""

    def __init__(self, venue: Venue, credential: str = "") -> None:
        self.client: FlaskClient = venue.server.app.test_client()
        self._bearer = {"Authorization": f"Bearer {credential}"} if credential else {}
        self._csrf = ""

    def page(self, path: str, language: str = "en") -> str:
        answer = self.client.get(path, headers={"Accept-Language": language})
        text = answer.get_data(as_text=True)
        if found := re.search(r'name="csrf" content="([^"]+)"', text):
            self._csrf = found[1]
        assert answer.status_code == 200, text
        return text

    def post(self, path: str, body: object, **headers: str) -> tuple[int, dict[str, Any]]:
        signed = {"X-CSRF-Token": self._csrf} if self._csrf else {}
        answer = self.client.post(path, json=body, headers=signed | self._bearer | headers)
        return answer.status_code, answer.get_json(silent=True) or {}


def organiser(venue: Venue) -> Visitor:
    visitor = Visitor(venue)
    assert "Make a code" not in visitor.page("/organiser")
    assert visitor.post("/api/organiser/enter", {"pin": venue.pin})[0] == 200
    assert "Make a code" in visitor.page("/organiser")
    return visitor


def paired(venue: Venue, host: Visitor, name: str = "Table 4") -> Visitor:
    status, body = host.post("/api/organiser", {"act": "code"})
    assert status == 200
    code = body["reply"]["sentence"]
    status, told = Visitor(venue).post(PAIR, {"v": 1, "code": code, "name": name})
    assert (status, told["venue"]) == (200, venue.door.name)
    return Visitor(venue, told["token"])


def test_a_table_is_paired_sends_its_results_and_everybody_sees_them(venue: Venue) -> None:
    assert "No table is paired yet" in Visitor(venue).page("/")
    host = organiser(venue)
    table = paired(venue, host, "Table <4>")
    told = {"v": 1, "name": "Table <4>", "state": "playing", "title": "Chronicle", "game": "chronicle"}
    assert table.post(STATUS, told)[0] == 200
    assert table.post(RESULTS, sent())[1] == {"revision": 1}
    assert table.post(RESULTS, sent(2, people=(("=Ada", 3, 1), ("", None, 2), ("bot", 1, 3))))[0] == 200
    guest = Visitor(venue)
    shown = guest.page("/")
    assert "Table &lt;4&gt;" in shown
    assert "They play" in shown
    assert "Sie spielen" in guest.page("/", "de")
    assert "The &lt;b&gt;Club&lt;/b&gt;" in shown
    results = guest.page("/results?game=chronicle")
    assert "Ada" in results
    assert "Bot at seat 3" in results
    assert "Seat 2" in results
    standings = guest.page("/standings?period=2026-05")
    assert standings.index("Ada") < standings.index("Ben")
    export = guest.client.get("/results.csv").get_data(as_text=True)
    assert "'=Ada" in export, "a spreadsheet would take it for a formula"
    assert len(export.strip().splitlines()) == 6
    everything = shown + results + standings + export
    assert f"{1:032x}" not in everything, "the name of a match is the table's secret: who knows it could claim it"


def test_what_changes_anything_needs_the_pin_and_a_page_of_the_venue(venue: Venue) -> None:
    guest = Visitor(venue)
    guest.page("/organiser")
    for act in ({"act": "code"}, {"act": "withdraw", "table": 1}, {"act": "forget", "name": "Ada"}):
        assert guest.post("/api/organiser", act)[0] == 403
    host = organiser(venue)
    assert host.post("/api/organiser", {"act": "code"}, Origin="http://evil.example")[0] == 403
    host._csrf = ""
    assert host.post("/api/organiser", {"act": "code"})[0] == 403
    host.page("/organiser")
    assert host.post("/api/organiser/leave", {})[0] == 200
    assert "Make a code" not in host.page("/organiser")


def test_pins_and_codes_are_not_found_by_trying(venue: Venue) -> None:
    guest = Visitor(venue)
    guest.page("/organiser")
    assert 429 in {guest.post("/api/organiser/enter", {"pin": f"{n:08}"})[0] for n in range(12)}
    assert 429 in {Visitor(venue).post(PAIR, {"v": 1, "code": f"{n}", "name": ""})[0] for n in range(40)}


def test_a_table_that_is_shut_out_sends_nothing_and_nobody_sends_what_cannot_be_read(venue: Venue) -> None:
    host = organiser(venue)
    table = paired(venue, host)
    assert table.post(RESULTS, sent() | {"v": 9})[0] == 400
    assert (
        table.client.post(
            RESULTS, data=b"\xff" * 40, content_type="application/json", headers=table._bearer
        ).status_code
        == 400
    )
    assert (
        table.client.post(
            RESULTS, data=json.dumps(sent()), content_type="text/plain", headers=table._bearer
        ).status_code
        == 400
    )
    assert (
        table.client.post(
            RESULTS, data=b"[" * 70_000, content_type="application/json", headers=table._bearer
        ).status_code
        == 413
    )
    assert Visitor(venue).post(PAIR, {"v": 1, "code": "none", "name": ""})[0] == 422
    assert table.post(RESULTS, sent())[0] == 200
    assert paired(venue, host, "Table 5").post(RESULTS, sent(revision=2))[0] == 422
    assert table.post(RESULTS, sent() | {"revision": 1, "state": "open"})[0] == 409
    assert host.post("/api/organiser", {"act": "withdraw", "table": 1})[0] == 200
    assert host.post("/api/organiser", {"act": "withdraw", "table": 1})[0] == 409
    assert table.post(RESULTS, sent(2))[0] == 401
    assert Visitor(venue).post(RESULTS, sent(2))[0] == 401
    assert "Table 4" in host.page("/results"), "its results stay"
    assert "Table 4" not in host.page("/")
    assert Visitor(venue).client.get("/results?game=%00").status_code == 200


def test_a_person_is_forgotten(venue: Venue) -> None:
    host = organiser(venue)
    paired(venue, host).post(RESULTS, sent())
    assert host.post("/api/organiser", {"act": "forget", "name": "  "})[0] == 409
    status, told = host.post("/api/organiser", {"act": "forget", "name": "ada"})
    assert (status, told["reply"]["sentence"]) == (200, "The name is out of one result.")
    assert "Ada" not in host.page("/results") + host.page("/standings")
    assert host.post("/api/organiser", {"act": "allow", "name": "Ada"})[0] == 200


def test_a_silent_or_ill_table_says_so_plainly(venue: Venue) -> None:
    host = organiser(venue)
    table = paired(venue, host)
    table.post(STATUS, {"v": 1, "name": "Table 4", "state": "ill", "title": "Chess"})
    assert "Ill: something at this table has failed" in host.page("/")
    care = {"version": "0.2.0", "ill": ["camera", "sieve"]}
    assert table.post(STATUS, {"v": 1, "name": "Table 4", "state": "ill", **care})[0] == 200
    paired(venue, host, "Table 5").post(STATUS, {"v": 1, "name": "Table 5", "state": "free", "version": "0.1.0"})
    page = host.page("/organiser")
    assert "Failed: camera, another device" in page
    assert "0.2.0 (one table), 0.1.0 (one table)" in page
    assert "camera" not in Visitor(venue).page("/") + Visitor(venue).page("/organiser"), "that is the organiser's care"
    assert table.post(STATUS, {"v": 1, "name": "Table 4", "state": "ill", "ill": ["<b>"]})[0] == 400
    for topic in ("a\u0001b", "a\u0000", "a\u009f", "+/a", "$SYS"):
        told = {"v": 1, "name": "Table 4", "state": "free", "topic": topic}
        assert table.post(STATUS, told)[0] == 400, "a broker would hang up on it, or it is another's"
    with venue.book.store.transaction() as db:
        db.execute(tables.update().values(heard_at=NOW - timedelta(days=1)))
    assert "Silent: nothing was heard of it" in host.page("/")


def test_without_its_database_the_venue_says_so_and_tables_try_again(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = paired(venue, organiser(venue))

    def gone() -> None:
        raise VenueGone("gone")

    monkeypatch.setattr(venue.book.store, "transaction", gone)
    monkeypatch.setattr(venue.book.store, "reading", gone)
    assert table.post(RESULTS, sent())[0] == 503
    answer = Visitor(venue).client.get("/")
    assert (answer.status_code, "cannot be had just now" in answer.get_data(as_text=True)) == (503, True)


def test_what_all_screens_ask_for_is_drawn_once_a_moment_and_a_failure_is_not_kept() -> None:
    now_s, drawn = [10.0], list[str]()

    def draw() -> str:
        drawn.append(f"{len(drawn)}")
        if len(drawn) == 3:
            raise VenueGone("gone")
        return drawn[-1]

    once = DrawnOnce(lambda: now_s[0])
    assert [once.text(("a", "en"), draw), once.text(("a", "en"), draw), once.text(("a", "de"), draw)] == ["0", "0", "1"]
    now_s[0] += 1.0
    with pytest.raises(VenueGone):
        once.text(("a", "en"), draw)
    assert once.text(("a", "en"), draw) == "3"


def test_a_second_start_knows_the_pin_and_another_is_made_when_it_is_wanted(venue: Venue, tmp_path: Path) -> None:
    settings = VenueSettings(folder=tmp_path, host="127.0.0.1", port=0)
    again = Venue(settings)
    again.stop()
    assert (venue.pin != "", again.pin) == (True, "")
    with venue.book.store.transaction() as db:
        assert venue.pin not in str(db.execute(sa.text("SELECT * FROM facts")).all())
    assert timedelta(hours=1) > CODE_FOR


def test_numbers_of_tournaments_that_no_database_counts_to_are_refused(venue: Venue) -> None:
    host = organiser(venue)
    wrong: list[dict[str, Any]] = [
        {"act": "draw", "cup": 2**31},
        {"act": "draw", "cup": 2**70},
        {"act": "repair", "places": {"9" * 5000: 1}},
        {"act": "repair", "places": {"0": 2**70}},
    ]
    assert [host.post("/api/organiser/tournament", body)[0] for body in wrong] == [400] * len(wrong)
