"""The look-up by sticker and by search: who gets what, and that nobody learns of it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

import pytest
from flask import Flask

from tests.web.fake_lookup import BACK, STICKER
from tests.web.fake_table import FakeTable
from tests.web.web_client import visitor
from web import WebSettings, create_app
from web.pages.lookup.routes import Reading, plain
from web.pages.lookup.views import BookPiece, BookRule, GameBook
from web.views import Face, JoinView

RULES = (BookRule("X-1", "The king leads."), BookRule("X-2", "Kings may not."), BookRule("X-3", "Nobody leads."))


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings(extra_hosts=("c.local",)))


@pytest.mark.parametrize("path", [STICKER, STICKER.lower(), "7k2M9"])
def test_a_sticker_opens_its_piece_in_any_case(app: Flask, table: FakeTable, path: str) -> None:
    response = visitor(app).get(f"/{path}", Host="C.LOCAL")
    text = response.get_data(as_text=True)
    assert response.status_code == 200
    assert "Counts as three allies" in text
    assert "CR-050" in text
    assert "You hold it" not in text
    assert response.headers["Cache-Control"] == "no-store"
    assert table.looked == [(None, "HTTP://C.LOCAL/7K2M9")]


def test_only_the_seat_that_holds_it_is_told_so(app: Flask, table: FakeTable) -> None:
    assert "You hold it" in visitor(app, table.seat_token(0)).get(f"/{STICKER}").get_data(as_text=True)
    assert "You hold it" not in visitor(app, table.seat_token(1)).get(f"/{STICKER}").get_data(as_text=True)


def test_a_back_tells_its_deck_and_no_card(app: Flask) -> None:
    text = visitor(app).get(f"/{BACK}").get_data(as_text=True)
    assert "the back of a piece (court cards)" in text
    assert "data-face" not in text


@pytest.mark.parametrize(
    ("path", "words"), [("QQQQQ", "No piece of this game"), ("ZZZZ-ZZZZ", "No piece of this game")]
)
def test_an_unknown_sticker_says_what_to_do(app: Flask, path: str, words: str) -> None:
    response = visitor(app).get(f"/{path}")
    assert response.status_code == 404
    assert words in response.get_data(as_text=True)


def test_another_games_sticker(app: Flask) -> None:
    assert "belongs to another game" in visitor(app).get("/0ther").get_data(as_text=True)


def test_pages_come_before_stickers_and_other_paths_are_none(app: Flask, table: FakeTable) -> None:
    assert "tv-head" in visitor(app).get("/table").get_data(as_text=True)
    for path in ("/nothere", "/ab.cd", "/7K2M9/x", "/7K2M99", "/7K2M%20"):
        assert visitor(app).get(path).status_code == 404
    assert table.looked == []


def test_nobody_learns_that_somebody_looked(
    app: Flask, table: FakeTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    before = (table.version, len(table.events))
    seat = visitor(app, table.seat_token(0))
    seat.get(f"/{STICKER}")
    seat.get(f"/lookup?q={STICKER}")
    monkeypatch.setattr(table, "book", lambda session: 1 / 0)
    assert seat.get(f"/{STICKER}").status_code == 500
    assert (table.version, len(table.events)) == before
    assert STICKER not in caplog.text
    assert STICKER.lower() not in caplog.text.lower()


def test_a_code_can_be_typed_into_the_search(app: Flask) -> None:
    for typed in ("7k2m9", "http://c.local/7K2M9"):
        text = visitor(app).get(f"/lookup?q={typed}").get_data(as_text=True)
        assert "Counts as three allies" in text
    assert "Found: one piece, one rule" in visitor(app).get("/lookup?q=QUEEN").get_data(as_text=True)


def test_words_are_searched_in_pieces_and_rules(app: Flask) -> None:
    def found(query: str) -> str:
        return app.test_client().get("/lookup", query_string={"q": query}).get_data(as_text=True)

    assert "Found: 37 pieces, 4 rules" in found("")
    assert "Found: one piece, one rule" in found("  queen  ")
    assert "Found: 0 pieces, 0 rules" in found("<script>alert(1)</script>")
    assert "<script>alert" not in found("<script>alert(1)</script>")
    assert "CR-033" in found("cr-033")


def test_the_book_is_the_same_for_everybody(app: Flask, table: FakeTable) -> None:
    pages = [
        visitor(app, who).get("/lookup").get_data(as_text=True) for who in (table.open_session(), table.seat_token(0))
    ]
    books = [page.partition('<div id="found">')[2].partition('<p class="foot">')[0] for page in pages]
    assert books[0] == books[1] != ""


def test_how_to_play_shows_its_parts_and_pieces_and_the_way_back(app: Flask, table: FakeTable) -> None:
    text = visitor(app).get("/how").get_data(as_text=True)
    assert 'data-game="chronicle"' in text
    assert text.index("The goal") < text.index("Win meetings.") < text.index("A turn") < text.index("<li>Lead.</li>")
    assert text.count("data-face=") == 2
    assert "The end" not in text, "a part that the game does not bring"
    assert 'href="/rules"' in text
    assert 'href="/table"' in text
    assert "Back to my seat" in visitor(app, table.seat_token(1)).get("/how").get_data(as_text=True)
    table.brings_how = False
    text = visitor(app).get("/how").get_data(as_text=True)
    assert "does not say in short" in text
    assert 'href="/rules"' in text


@pytest.mark.parametrize("page", ["/", "/lookup"])
def test_how_to_play_is_one_tap_away(app: Flask, page: str) -> None:
    assert 'href="/how"' in visitor(app).get(page).get_data(as_text=True)


def test_a_phone_that_joined_under_another_name_is_led_there(
    app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_packet = table._packet
    join = JoinView(urls=("http://192.168.1.5:8080/join",))

    monkeypatch.setattr(table, "_packet", lambda seat: replace(plain_packet(seat), join=join))
    text = visitor(app).get(f"/{STICKER}", Host="c.local").get_data(as_text=True)
    assert f'href="http://192.168.1.5:8080/{STICKER}"' in text
    assert "192.168" not in visitor(app, table.seat_token(0)).get(f"/{STICKER}").get_data(as_text=True)


def test_rules_about_a_piece() -> None:
    def about(face: Face) -> list[str]:
        return [
            rule.rule for rule in Reading(GameBook("x", "X", (), RULES), plain).with_rules(BookPiece(face, "")).rules
        ]

    assert about(Face(piece="k", title="King")) == ["X-1"]
    assert about(Face(piece="k", title="Duke", text="See X-3.")) == ["X-3"]
    assert about(Face(piece="k", title="K")) == []


@contextmanager
def normalised() -> Iterator[list[str]]:
    """What is normalised meanwhile, in this thread."""
    texts: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is plain.__code__:
            texts.append(frame.f_locals["text"])

    sys.setprofile(note)
    try:
        yield texts
    finally:
        sys.setprofile(None)


def test_a_book_is_normalised_once_and_then_only_what_is_typed(app: Flask, table: FakeTable) -> None:
    """In each language; the work is counted, not the time."""
    english, german = visitor(app), visitor(app)
    german.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    book = table.book(table.open_session().session)
    with normalised() as first:
        english.get("/lookup?q=queen")
    assert first.count("queen") == 1
    assert {rule.sentence for rule in book.rules} < set(first)
    for reader, queries in ((german, ("/lookup", "/lookup?q=x")), (english, ("/lookup", "/lookup?q=king", "/lookup"))):
        reader.get("/lookup")
        with normalised() as again:
            for path in queries:
                reader.get(path)
            reader.get(f"/{STICKER}")
        assert len(again) == len(queries) + 1, "each query, and the title of the one piece"
        assert not {rule.sentence for rule in book.rules} & set(again)


def test_another_book_takes_the_place_of_the_first(
    app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "CR-033" in visitor(app).get("/lookup").get_data(as_text=True)
    monkeypatch.setattr(table, "book", lambda session: GameBook("other", "Other", (), RULES))
    text = visitor(app).get("/lookup").get_data(as_text=True)
    assert "CR-033" not in text
    assert "The king leads." in text


def test_accents_and_capitals_do_not_matter() -> None:
    assert plain("Ärger ÉTÉ") == "arger ete"
