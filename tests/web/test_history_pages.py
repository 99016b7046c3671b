"""The pages about finished matches: who may see them, what they refuse, and that a name is only ever text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product

import pytest
from flask import Flask

from tests.web.fake_history import COURSE, LINK
from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, csrf_in, host_of, visitor
from web.pages.history.again_views import Again, AgainState, TurnView
from web.pages.history.views import HistoryAct, OpenState
from web.views import Role

PAGES = (
    "/history",
    "/history?bots=1",
    "/history?page=2",
    "/history/12",
    "/history/9",
    "/replay/12",
    "/scores",
    "/history/12/again",
)
FILES = (
    *("/history.json", "/history.csv", "/history/12.json", "/history/12.csv", "/history/12/app.svg"),
    "/history/12/notation",
)
MISSING = (
    *("/history/13", "/replay/13", "/history/13.csv", "/history/9/app.svg", "/history/12.xml", "/history/-1"),
    *("/history/99999999999999999999", "/replay/99999999999999999999", "/api/history/13", "/api/history/12/at/41"),
    *("/history/13/again", "/history/x/again"),
    *("/history/13/notation", "/history/9/notation", "/history/12/notation.pgn", "/history/x/notation"),
    *("/api/history/12/at/-1", "/api/history/12/at/99999999999", "/api/history/13/at/0", "/replay/x"),
)


ODD_ACTS: tuple[object, ...] = (
    *(
        {},
        {"act": "burn"},
        {"act": "open", "match": "12"},
        {"act": "open", "match": -1},
        {"act": "open", "match": 2**40},
    ),
    *({"act": "forget_name", "name": "x" * 61}, [], "open", None),
)


@pytest.fixture
def guest(app: Flask, table: FakeTable) -> Visitor:
    return visitor(app, table.open_session())


@pytest.mark.parametrize("path", [*PAGES, *FILES])
def test_anybody_at_the_table_may_read(guest: Visitor, path: str) -> None:
    answer = guest.get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/scores", "/history/12/again", "/api/history/12", "/api/history/12/at/0", *FILES])
def test_whoever_has_no_session_reads_nothing(app: Flask, path: str) -> None:
    assert visitor(app).get(path).status_code == 403


@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_is_not_found(guest: Visitor, path: str) -> None:
    assert guest.get(path).status_code == 404


@pytest.mark.parametrize("query", ["page=-3", "page=x", "page=99999999999999999999", "bots=%00", "page=2&page=3"])
def test_odd_wishes_are_answered_with_a_page(guest: Visitor, query: str) -> None:
    assert guest.get(f"/history?{query}").status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_inline_style_or_script_and_names_are_text(guest: Visitor, path: str) -> None:
    text = guest.get(path).get_data(as_text=True)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert "<Emil" not in text
    if path in ("/history", "/history/12", "/scores"):
        assert "&lt;Emil &amp; Co&gt;" in text


def test_the_result_has_lines_chart_table_and_the_link_to_the_app(guest: Visitor) -> None:
    text = guest.get("/history/12").get_data(as_text=True)
    for expected in (
        "Won by Ines.",
        "Ines: 7 Fame",
        'href="/replay/12?at=38"',
        "Emil and Mara gain 3 Fame each.",
        LINK,
    ):
        assert expected in text


def test_only_the_host_is_offered_to_delete_or_open(app: Flask, table: FakeTable, guest: Visitor) -> None:
    assert "delete_match" not in guest.get("/history/12").get_data(as_text=True)
    assert 'id="forget"' not in guest.get("/history").get_data(as_text=True)
    host = host_of(app, table)
    assert 'data-act="delete_match"' in host.get("/history/12").get_data(as_text=True)
    assert 'data-act="open"' in host.get("/history/12").get_data(as_text=True)
    assert 'id="forget"' in host.get("/history").get_data(as_text=True)


def test_who_asks_comes_from_the_session_and_never_from_the_body(app: Flask, table: FakeTable) -> None:
    seat = visitor(app, table.seat_token(0))
    for extra in ({"role": "host"}, {"seat": 1}, {"session": {"role": "host"}}, {"open": True}):
        assert seat.post("/api/history", {"act": "open", "match": 12, **extra}).status_code == 400
    assert seat.post("/api/history", {"act": "open", "match": 12}).status_code == 409
    assert [role for role, _ in table.acts] == [Role.SEAT]
    assert table.is_open is OpenState.CLOSED


@pytest.mark.parametrize("act", list(HistoryAct))
def test_acts_need_the_pages_token(app: Flask, table: FakeTable, act: HistoryAct) -> None:
    host = host_of(app, table)
    for headers in ({"X-CSRF-Token": ""}, {"X-CSRF-Token": "guessed"}, {"Origin": "http://evil.example"}):
        assert host.post("/api/history", {"act": act.value, "match": 12}, **headers).status_code == 403
    assert visitor(app).post("/api/history", {"act": act.value, "match": 12}).status_code == 403
    assert not table.acts


@pytest.mark.parametrize("body", ODD_ACTS)
def test_odd_acts_are_refused_in_one_sentence(app: Flask, table: FakeTable, body: object) -> None:
    answer = host_of(app, table).post("/api/history", body)
    assert answer.status_code == 400
    assert set(answer.get_json()) == {"sentence"}
    assert not table.acts


def test_the_open_view_is_closed_for_every_role_until_it_is_opened(app: Flask, table: FakeTable) -> None:
    readers = (visitor(app, table.open_session()), visitor(app, table.seat_token(0)), host_of(app, table))
    wishes = ("?open=1", "?open=1&open=0", "?open=1&at=0")
    for reader, wish, step in product(readers, wishes, range(0, 41, 8)):
        assert reader.get(f"/api/history/12/at/{step}{wish}").status_code == 404
    assert (
        readers[2].post("/api/history", {"act": "open", "match": 12}).get_json()["match"]["opening"]["state"]
        == "by_host"
    )
    for reader in readers:
        assert reader.get("/api/history/12/at/0?open=1").status_code == 200


def test_what_the_scripts_are_given(guest: Visitor) -> None:
    match = guest.get("/api/history/12").get_json()
    assert [step["at"] for step in match["steps"]] == [0, 9, 20, 31, 38, 40]
    assert match["opening"]["state"] == "closed"
    assert guest.get("/api/history/12/at/0").get_json()["players"]


def test_a_deleted_match_is_gone(app: Flask, table: FakeTable) -> None:
    host = host_of(app, table)
    answer = host.post("/api/history", {"act": "delete_match", "match": 12})
    assert answer.status_code == 200
    assert json.loads(answer.get_data())["match"] is None
    assert host.get("/history/12").status_code == 404


def test_an_empty_history_says_what_it_is_for(guest: Visitor, table: FakeTable) -> None:
    table.rows = ()
    text = guest.get("/history").get_data(as_text=True)
    assert "No match has been finished yet" in text
    assert "0 matches" not in text
    for way in ("/join", "/table"):
        assert f'class="button{" button-main" if way == "/join" else ""}" href="{way}"' in text, (
            "it leads to what fills it"
        )
    assert "history.csv" not in text


def test_the_scores_of_a_game_without_any_are_an_empty_piece(guest: Visitor, table: FakeTable) -> None:
    table.courses = ()
    assert "chart" not in guest.get("/scores").get_data(as_text=True)
    table.courses, table.over = (COURSE,), 12
    assert '<a href="/history/12">' in guest.get("/scores").get_data(as_text=True)


def test_times_and_numbers_are_in_the_readers_language(guest: Visitor) -> None:
    assert "20. November 2026" in guest.get("/history/12", **{"Accept-Language": "de"}).get_data(as_text=True)
    assert "November 20, 2026" in guest.get("/history/12").get_data(as_text=True)


def test_a_csv_says_that_it_is_utf_8_and_is_kept_as_a_file(guest: Visitor) -> None:
    answer = guest.get("/history/12.csv")
    assert answer.get_data().startswith(b"\xef\xbb\xbf")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="match-12.csv"'


def test_a_match_with_a_notation_offers_it_as_a_file(guest: Visitor) -> None:
    page = guest.get("/history/12").get_data(as_text=True)
    assert '<a class="button" href="/history/12/notation" download>As PGN, move by move</a>' in page
    answer = guest.get("/history/12/notation")
    assert answer.mimetype == "application/vnd.chess-pgn"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="match-12.pgn"'
    assert answer.get_data().decode() == "1. e4 { Zoë } *\n"
    assert "/notation" not in guest.get("/history/9").get_data(as_text=True)


def test_pages_of_the_history_carry_a_token_for_their_acts(guest: Visitor) -> None:
    assert csrf_in(guest.get("/history/12")) == guest.csrf


def test_there_is_a_wifi_code_only_while_the_host_shows_it(app: Flask, table: FakeTable) -> None:
    guest = visitor(app, table.open_session())
    assert guest.get("/wifi-code.svg").status_code == 404
    table.wifi_shown = True
    answer = guest.get("/wifi-code.svg")
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert visitor(app).get("/wifi-code.svg").status_code == 403


def test_looking_again_is_begun_followed_and_read(guest: Visitor, table: FakeTable) -> None:
    assert "once what was hidden has been opened" in guest.get("/history/12/again").text
    assert guest.post("/api/history/12/again", {}).status_code == 409
    table.looked_at = Again(state=AgainState.READY)
    assert "<button" not in guest.get("/history/12/again").text, "who has no seat may not"
    table.looked_at = Again(state=AgainState.READY, may_begin=True)
    assert "<button" in guest.get("/history/12/again").text
    assert guest.post("/api/history/12/again", {}).status_code == 200
    assert "40 % are thought through." in guest.get("/history/12/again").text
    turn = TurnView(
        at=9, name="<Emil & Co>", colour="blue", shape="square",
        question="Play a card.",
        given="Play Fox 7", better="Play Fox 2",
        reasons=("Wins the trick.",), before=61, after=30,
    )  # fmt: skip
    table.looked_at = Again(state=AgainState.FOUND, course=replace(COURSE, label=""), turned=(turn,))
    text = guest.get("/history/12/again").text
    assert "Chances to win, in percent, over the match" in text
    assert "Better: Play Fox 2" in text
    assert "Chances around it: 61 %, then 30 %." in text
    assert "&lt;Emil &amp; Co&gt;" in text
    assert 'href="/replay/12?at=9&amp;open=1"' in text
    table.looked_at = Again(state=AgainState.OFF)
    assert "<" not in guest.get("/history/12/again").text, "without hints there is nothing of it"
