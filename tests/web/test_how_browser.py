"""How to play, of every game and in both languages: one screen of a phone, and all of it on a table screen."""

from __future__ import annotations

from typing import Any

import pytest

from rules import games
from rules.engine.types import PieceId
from tests.web.on_phones import IN_A_BROWSER, Phones
from web.pages.lookup.views import HowPart, HowToPlay
from web.views import Face

pytestmark = IN_A_BROWSER

SIZES = ((390, 844), (1366, 768), (1920, 1080))


def how(slug: str, language: str) -> HowToPlay:
    """What a game's own words and pictures say."""
    game = games.game(slug)
    words = game.words(language)
    faces = game.box.faces(game.check_settings({}), words)

    def drawn(piece: str) -> Face:
        face = faces[PieceId(piece)]
        return Face(
            piece=piece, title=face.title, corner=face.corner, suit=face.suit, tint=face.tint, figure=face.figure
        )

    parts = (
        HowPart(code, tuple(entry.long.splitlines()), tuple(drawn(piece) for piece in game.about.pictures[code]))
        for code, entry in words.codes("how").items()
    )
    return HowToPlay(slug, game.title, tuple(parts))


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_one_screen(phones: Phones, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[HowToPlay] = []
    monkeypatch.setattr(phones.table, "how", lambda session: shown[-1])
    shown.append(how("chronicle", language))
    page = phones.open("/how", phones.table.seat_token(0), locale=language)
    for slug in games.slugs():
        shown.append(how(slug, language))
        page.reload()
        if games.about(slug).pictures["turn"]:
            page.wait_for_selector(".how-faces :is(.card, .token)")
        assert page.locator(".how-part").count() == 3
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            root = page.evaluate(
                "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
            )
            assert root == [width, height], (slug, language, width)


def test_a_kind_of_question_is_explained_until_it_is_dismissed_or_answered_on_this_phone(phones: Phones) -> None:
    phones.table.why = "One card goes into the trick."
    page: Any = phones.seat(0)
    why = page.locator("#question .why")
    assert why.locator("p").inner_text() == "One card goes into the trick."
    assert why.locator("a[href='/rules#CR-032']").is_visible()
    page.reload()
    page.wait_for_selector(".why p >> visible=true")
    why.get_by_role("button", name="Got it").click()
    page.wait_for_selector(".why p >> visible=true", state="detached")
    page.reload()
    page.wait_for_selector(".why summary")
    assert not why.locator("p").is_visible(), "dismissed for good"
    why.locator("summary").click()
    assert why.locator("p").is_visible(), "but still at hand"

    other: Any = phones.seat(0)
    assert other.locator(".why p").is_visible(), "another phone has not read it"
    other.click("#keep")
    other.click('#hand [data-piece="wisdom-2"]')
    other.click('#played [data-option="play:wisdom-2"]')
    other.wait_for_selector("text=Waiting for")
    assert other.evaluate("localStorage.explained") == '["chronicle/play"]'
    assert other.locator(".why").count() == 0, "nobody is told why somebody else is asked"


def test_a_question_that_needs_no_words_has_none(phones: Phones) -> None:
    assert phones.seat(0).locator(".why").count() == 0


def test_a_seat_finds_it_and_comes_back(phones: Phones) -> None:
    page: Any = phones.seat(1)
    page.click(".foot a[href='/how']")
    page.wait_for_selector(".how-faces .card")
    page.click("text=Back to my seat")
    assert page.wait_for_selector("#hand .hand-closed").is_visible()
