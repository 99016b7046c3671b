"""The film of somebody's own hand: its pictures reach the seat that sends them, and nobody and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import cv2
import pytest

from companion.reading.tags import front_code
from tests.attacks.ring import HANDS, Answer, Ring, Who
from tests.attacks.routes import app_of, filled, routes
from tests.attacks.test_uploads import MEGABYTE, PICTURES, one_sentence
from tests.companion.high_card import HIGH_CARD
from vision import Art, render_hand_photo

LOOK = "/api/hand-look"
LASTING = ("/events",)


def film(*pieces: str) -> bytes:
    """One picture of these cards, held before a phone."""
    art = Art("", "", (90, 90, 90), "")
    picture = render_hand_photo([(front_code(HIGH_CARD.slug, piece), art) for piece in pieces])
    return bytes(cv2.imencode(".jpg", picture)[1])


def sent(table: Ring, who: Who, picture: bytes) -> Answer:
    return table.ask(who, LOOK, picture, Content_Type="image/jpeg")


def everything_shown(table: Ring) -> Iterator[tuple[Who, str, Answer]]:
    """All that can be read at this table, by everybody."""
    for rule, _endpoint, methods in routes(app_of(table)):
        if "GET" in methods and rule not in LASTING:
            for who in Who:
                path = filled(rule)
                yield who, path, table.ask(who, path)


def test_no_page_log_file_or_other_seat_shows_what_was_filmed(table: Ring, caplog: pytest.LogCaptureFixture) -> None:
    """Of the own cards and of such as lie in another hand."""
    before, own, foreign = table.state(), film(*HANDS[0]), film(HANDS[1][0])
    with caplog.at_level(logging.DEBUG):
        seen, refused = sent(table, Who.SEAT_0, own), sent(table, Who.SEAT_0, foreign)
    assert [card["title"] for card in seen.json["look"]["cards"]] == ["Red 1", "Blu 2"]
    assert seen.json["packet"] is None, "nothing is new"
    assert [card["title"] for card in refused.json["look"]["cards"]] == [""]
    one_sentence(refused.json["look"]["reply"]["sentence"])
    assert table.leaks(Who.SEAT_0, LOOK, refused) == []
    assert table.state() == before, "nothing is in the journal, and no file was made"
    assert not [line for line in caplog.messages if any(card in line for card in (*HANDS[0], *HANDS[1]))]
    middles = [picture[len(picture) // 2 :][:40] for picture in (own, foreign)]
    for who, path, answer in everything_shown(table):
        assert not [True for middle in middles if middle in answer.body], (who, path)
        assert who is Who.SEAT_0 or answer.body != own


@pytest.mark.parametrize("who", [one for one in Who if not one.seats])
def test_nobody_without_a_seat_may_film(table: Ring, who: Who) -> None:
    answer = sent(table, who, film(*HANDS[0]))
    assert answer.status in (401, 403)
    assert table.leaks(who, LOOK, answer) == []


@pytest.mark.parametrize("name", PICTURES)
def test_what_is_no_picture_of_a_film(table: Ring, name: str) -> None:
    before, answer = table.state(), sent(table, Who.SEAT_0, PICTURES[name])
    if answer.status == 400:
        one_sentence(answer.sentence)
    elif answer.json["look"]["reply"] is not None:
        one_sentence(answer.json["look"]["reply"]["sentence"])
    assert answer.status in (200, 400)
    assert b'cards":[]' in answer.body or answer.status == 400
    assert table.state() == before


def test_one_that_is_too_large(table: Ring) -> None:
    before = table.state()
    assert sent(table, Who.SEAT_0, b"\xff\xd8\xff" + bytes(4 * MEGABYTE)).status == 413
    assert table.state() == before
