"""One browser that plays for several seats: what it is given, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones
from tests.web.web_client import Visitor, visitor
from web import WebSettings, create_app
from web.views import Packet, Role

SECRETS = ("SECRET-OF-SEAT-0", "SECRET-OF-SEAT-1", "SECRET-OF-SEAT-2")
pytestmark = IN_A_BROWSER
OPEN = "document.querySelectorAll('#tray [data-piece]').length"


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings())


def of_two(app: Flask, table: FakeTable) -> Visitor:
    """A browser of the first two seats, which shows the first."""
    return visitor(app, table.sign(Role.SEAT, 0, "Mara", (0, 1)))


def secrets_in(text: str) -> list[str]:
    return [one for one in SECRETS if one in text]


def test_a_page_says_which_seat_it_shows_and_gets_that_one_or_nothing(app: Flask, table: FakeTable) -> None:
    both = of_two(app, table)
    for path in ("/api/virtual", "/api/notes"):
        assert both.get(path).status_code == 409
        refused = both.get(path, **{"X-Seat": "1"})
        assert refused.status_code == 409
        assert secrets_in(refused.get_data(as_text=True)) == []
        assert both.get(path, **{"X-Seat": "0"}).status_code == 200
    shown = both.get("/api/virtual", **{"X-Seat": "0"}).get_data(as_text=True)
    assert secrets_in(shown) == [SECRETS[0]]


def test_a_page_that_was_left_open_is_given_nothing_of_the_next_hand(app: Flask, table: FakeTable) -> None:
    both = of_two(app, table)
    assert both.post("/api/seat/switch", {"seat": 1}, **{"X-Seat": "0"}).status_code == 200
    old = both.get("/api/virtual", **{"X-Seat": "0"})
    assert (old.status_code, secrets_in(old.get_data(as_text=True))) == (409, [])
    new = both.get("/api/virtual", **{"X-Seat": "1"}).get_data(as_text=True)
    assert secrets_in(new) == [SECRETS[1]]


def test_nobody_turns_to_a_seat_that_was_not_taken_on_that_browser(app: Flask, table: FakeTable) -> None:
    both = of_two(app, table)
    assert both.post("/api/seat/switch", {"seat": 2}, **{"X-Seat": "0"}).status_code == 409
    assert secrets_in(both.get("/api/virtual", **{"X-Seat": "0"}).get_data(as_text=True)) == [SECRETS[0]]
    assert both.get("/api/virtual", **{"X-Seat": "2"}).status_code == 409


def test_a_phone_with_one_seat_need_not_say_it(app: Flask, table: FakeTable) -> None:
    assert visitor(app, table.seat_token(0)).get("/api/virtual").status_code == 200


def test_the_screen_is_hidden_passed_on_and_shown(phones: Phones) -> None:
    """Between two hands there is a moment in which the page has neither; the second is shown by whoever takes it."""
    page = phones.open("/virtual", phones.table.sign(Role.SEAT, 0, "Mara", (0, 1)))
    page.click("#tray-show")
    page.wait_for_selector("#tray [data-piece]")
    assert secrets_in(page.content()) == [SECRETS[0]]
    page.evaluate(_WATCHED, list(SECRETS))
    page.get_by_role("button", name="Pass on to Jonas").first.click()
    page.get_by_role("button", name="I am Jonas").wait_for()
    assert secrets_in(page.content()) == []
    page.keyboard.press("Escape")
    assert page.locator("#curtain").is_visible()
    page.get_by_role("button", name="I am Jonas").click()
    page.wait_for_selector("#tray [data-piece]")
    assert secrets_in(page.content()) == [SECRETS[1]]
    assert page.evaluate("sessionStorage.getItem('asked-with-a-hand')") is None


_WATCHED = """(secrets) => {
  const ask = fetch;
  window.fetch = (path, ...more) => {
    if (String(path).includes('switch') && secrets.some((one) => document.documentElement.outerHTML.includes(one))) {
      sessionStorage.setItem('asked-with-a-hand', 'yes');
    }
    return ask(path, ...more);
  };
}"""
"""Notes when another seat is asked for while a hand still stands in the page."""


def test_the_curtain_is_for_the_seat_that_it_came_down_for(phones: Phones) -> None:
    """The browser was turned to another seat meanwhile: nobody's hand is shown by it."""
    page = phones.open(
        "/virtual", phones.table.sign(Role.SEAT, 0, "Mara", (0, 1)), script="sessionStorage['passed-to'] = 1"
    )
    page.wait_for_selector("#seats .vt-seat")
    page.wait_for_selector("#curtain", state="hidden")
    assert (page.evaluate(OPEN), secrets_in(page.content())) == (0, [])


def test_what_is_for_the_shown_hand_alone_is_not_read_aloud_in_the_room(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A private notice stands there while the hand is shown, and no live part of the page ever has it; nor does a
    refusal that follows from the hand stay when the hand is hidden."""
    plain = phones.table._packet
    private, public = "SECRET-WORD: you hold Wisdom.", "That card does not fit; your phone says why."

    def packet(seat: int | None) -> Packet:
        return replace(plain(seat), notice=private, public_notice=public)

    monkeypatch.setattr(phones.table, "_packet", packet)
    page = phones.open("/virtual", phones.table.sign(Role.SEAT, 0, "Mara", (0, 1)))
    page.wait_for_selector(f"#notice >> text={public}")
    assert private not in page.content()
    page.click("#tray-show")
    page.wait_for_selector(f"#notice >> text={private}")
    live = "[...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map((one) => one.textContent)"
    assert public in (said := page.evaluate(live))
    assert not [text for text in said if private in text]
    page.click("#tray-show")
    page.wait_for_selector(f"#notice >> text={public}")
    assert private not in page.content()


def test_why_a_card_is_refused_goes_with_the_hand(phones: Phones) -> None:
    page = phones.open("/virtual", phones.table.sign(Role.SEAT, 0, "Mara", (0, 1)))
    why = "SECRET-REASON: you hold Wisdom."
    reply = {"ok": False, "sentence": why, "version": 41, "rule": "CR-032", "noted": False}
    page.route("**/api/answer", lambda route: route.fulfill(status=409, json={"reply": reply}))
    page.click("#tray-show")
    page.click('#tray [data-state="ok"]')
    page.click("#played .button-main")
    page.wait_for_selector(f"text={why}")
    page.click("#tray-show")
    page.wait_for_selector("text=That cannot be done. Show your hand to read why.")
    assert why not in page.content()
    phones.forget("409")
