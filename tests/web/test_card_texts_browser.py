"""Every text of every card of our games can be read on a phone: no line of it is cut off in the hand, and one that was
tapped to be played says it in full as long as it can be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules import games
from tests.evenings.announced import voice_of
from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, show
from web.views import CardView, Face, OptionView, Packet, PileView, QuestionView

pytestmark = IN_A_BROWSER
CUT = """() => [...document.querySelectorAll('#hand .card')].filter((card) => {
  const parts = [...card.querySelectorAll('.card-title, .card-text')];
  const box = card.getBoundingClientRect();
  return parts.some((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
    || one.getBoundingClientRect().bottom > box.bottom || one.getBoundingClientRect().right > box.right);
}).map((card) => card.getAttribute('aria-label'))"""

BROKEN = """() => [...document.querySelectorAll('#question .card-title')]
  .filter((one) => {
    one.style.overflowWrap = 'normal';
    return one.scrollWidth > one.clientWidth;
  }).map((one) => one.textContent)"""


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


WITH_TEXTS = {"open_table": {"table": "duel"}}
"""Options of games whose usual cards say nothing."""


def all_cards(slug: str, language: str) -> tuple[Face, ...]:
    """Each card with a text, once."""
    voice = voice_of(slug, language, **WITH_TEXTS.get(slug, {}))
    faces = (voice.face(piece) for piece in voice.faces)
    return tuple({face.title: face for face in faces if face.text and not face.figure}.values())


WITH_CARDS = [slug for slug in games.slugs() if games.about(slug).pictures["turn"]]


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_no_text_is_cut_off_in_the_hand(phones: Phones, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    plain = phones.table._packet
    cards = [face for language in ("en", "de") for face in all_cards(slug, language)]
    hand = PileView(
        key="hand/0",
        label="Hand",
        shape="hand",
        owner=0,
        count=len(cards),
        cards=tuple(CardView(f, False) for f in cards),
    )

    def packet(seat: int | None) -> Packet:
        return replace(plain(seat), piles=(hand,), question=None)

    monkeypatch.setattr(phones.table, "_packet", packet)
    page = phones.seat()
    show(page)
    assert page.locator("#hand .card").count() == len(cards)
    assert page.locator("#hand .card-text").first.is_visible() or not cards
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_no_name_of_a_card_is_broken_within_a_word(phones: Phones, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Beside the virtual table cards that can be chosen are small."""
    plain = phones.table._packet
    every = [face for language in ("en", "de") for face in all_cards(slug, language)]
    faces = [replace(face, piece=str(n)) for n, face in enumerate(every)]

    def packet(seat: int | None) -> Packet:
        found = plain(seat)
        options = tuple(OptionView(key=f"take:{n}", label="Take it", face=face) for n, face in enumerate(faces))
        question = QuestionView(kind="take", text="Take one.", seats=(0,), yours=True, open=True, options=options)
        return replace(found, question=question)

    monkeypatch.setattr(phones.table, "_packet", packet)
    page = phones.open("/virtual", phones.table.seat_token(0), viewport={"width": 1366, "height": 768})
    page.click("#tray-show")
    page.wait_for_selector("#question .card-title")
    assert page.locator("#question .card-title").count() == len(faces)
    assert page.evaluate(BROKEN) == []


def test_a_card_that_is_kept_back_says_what_it_does(phones: Phones) -> None:
    page: Any = phones.seat()
    show(page)
    page.click('#hand [data-piece="wisdom-2"]')
    text = page.locator('#hand [data-piece="wisdom-2"] .card-text').text_content()
    assert text
    assert text in page.inner_text("#played")
