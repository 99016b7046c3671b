"""The look-up in a real browser: cards are drawn, and the list follows what is typed."""

from __future__ import annotations

from tests.web.fake_lookup import STICKER
from tests.web.on_phones import IN_A_BROWSER, Phones

pytestmark = IN_A_BROWSER


def test_the_list_follows_what_is_typed(phones: Phones) -> None:
    page = phones.open("/lookup")
    assert page.locator(".book-piece .card").count() == 37
    page.fill("#q", "queen")
    page.wait_for_selector("#count >> text=Found: one piece, one rule")
    assert page.inner_text(".book-piece h3") == "Queen"
    assert page.get_attribute("#count", "role") == "status"
    page.fill("#q", "no such thing")
    page.wait_for_selector("#count >> text=Found: 0 pieces, 0 rules")
    assert not page.is_visible("#pieces")
    page.fill("#q", "")
    page.wait_for_selector("#count >> text=37 pieces, 4 rules")


def test_a_code_that_is_typed_is_looked_up_at_once(phones: Phones) -> None:
    page = phones.open("/lookup")
    page.fill("#q", STICKER)
    page.wait_for_selector(".looked-card .card")
    assert page.inner_text(".looked-words h2") == "Queen"
    page.fill("#q", "king")
    page.wait_for_selector(".looked", state="detached")


def test_the_sticker_of_an_own_card_leads_to_the_seat(phones: Phones) -> None:
    page = phones.open(f"/{STICKER.lower()}", phones.table.seat_token(0))
    assert page.inner_text(".looked-words h2") == "Queen"
    assert page.locator(".looked-card .card").count() == 1
    page.click("text=You hold it")
    page.wait_for_selector("#hand .hand-closed")


def test_it_fits_on_a_small_phone(phones: Phones) -> None:
    page = phones.open("/lookup", viewport={"width": 320, "height": 640})
    for path in ("/lookup", f"/{STICKER}", "/rules", "/QQQQQ"):
        page.goto(f"http://127.0.0.1:{phones.server.port}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, input, .button, summary, .rule-link')]
              .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
              .map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert small == []
    phones.forget("404")


def test_the_rules_are_found_by_what_is_typed_and_by_their_address(phones: Phones) -> None:
    page = phones.open("/rules#CR-050")
    assert page.inner_text("h1") == "Rules: Chronicle"
    assert [one.inner_text() for one in page.locator(".part h2").all()] == ["Playing", "Scoring"]
    assert page.locator(".told:target").inner_text().startswith("The Queen")
    assert page.locator(".told >> visible=true").count() == 1, "the other part is folded"
    page.fill("#q", "WILD led")
    page.wait_for_selector("#count >> text=0 rules")
    page.fill("#q", "wild lead")
    page.wait_for_selector("#count >> text=one rule")
    assert [one.get_attribute("id") for one in page.locator(".told >> visible=true").all()] == ["CR-032"]
    assert not page.locator("h2", has_text="Scoring").is_visible()
    page.fill("#q", "")
    page.wait_for_selector("h2 >> text=Scoring")
    assert page.locator(".told >> visible=true").count() == 0
    page.click("h2 >> text=Playing")
    page.wait_for_selector("#CR-030 >> visible=true")
    assert page.locator(".told >> visible=true").count() == 3
