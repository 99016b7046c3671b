"""One's own hand before one's own phone, whose camera is a canvas that the test draws on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.on_phones import IN_A_BROWSER, Phones, wait_for
from web.pages.seat.views import HandLook, HeldCard
from web.views import Reply

pytestmark = IN_A_BROWSER
CAMERA = Path(__file__).with_name("canvas_camera.js").read_text("utf-8")
CORNERS = ((0.3, 0.2), (0.5, 0.2), (0.5, 0.5), (0.3, 0.5))


def before_the_camera(phones: Phones, more: str = "") -> Any:
    """A seat with two cards that the companion does not know, and the panel in which it shows them."""
    phones.table.unknown_in_hand = 2
    page = phones.seat(script=CAMERA + more)
    page.click("#photo-panel summary")
    return page


def filming(phones: Phones, more: str = "") -> Any:
    page = before_the_camera(phones, more)
    page.click("#film-begin")
    page.wait_for_selector("#film", state="visible")
    wait_for(page, lambda: len(phones.table.filmed) > 0)
    return page


def moved(page: Any, x: int) -> None:
    """Something else is held before the camera, so that a picture of it goes out."""
    page.evaluate("x => { __table.boxes = [[x, 200, 300, 300]]; }", x)


def test_cards_are_named_while_they_are_held_and_the_last_one_ends_it(phones: Phones) -> None:
    page, table = filming(phones), phones.table
    assert table.filmed[0].startswith(b"\xff\xd8\xff")
    assert page.get_attribute("html", "data-hand") == "open", "it shows what only this seat may see"
    table.hand_seen = HandLook(
        reply=Reply(True, "One card more.", 42), cards=(HeldCard("Queen", CORNERS), HeldCard("", CORNERS))
    )
    table.unknown_in_hand = 1
    moved(page, 200)
    page.wait_for_selector(".film-name >> text=Queen")
    assert page.locator("#film-marks polygon[data-own=yes]").count() == 1
    assert page.locator("#film-marks polygon[data-own=no]").count() == 1
    page.wait_for_selector("#film-said >> text=One more is unknown to the companion.")
    table.unknown_in_hand = 0
    moved(page, 500)
    page.wait_for_selector("#film", state="hidden")
    assert page.inner_text("#photo-said") == "That is all of them."
    assert page.evaluate("__table.track.readyState") == "ended"
    assert page.locator("#film-known li").count() == 0
    page.click("#film-begin")
    page.wait_for_selector("#photo-said >> text=The companion knows all your cards.")
    assert page.evaluate("__table.opened") == 1, "there is nothing to look at"


def test_what_is_wrong_is_said_on_this_phone_alone_and_goes_with_the_hand(phones: Phones) -> None:
    page, table = filming(phones), phones.table
    table.hand_seen = HandLook(reply=None, is_dark=True)
    moved(page, 200)
    page.wait_for_selector("#film-said >> text=It is too dark to see a card")
    refusal = "That picture shows more cards than you have."
    table.hand_seen = HandLook(reply=Reply(False, refusal, 41), cards=(HeldCard("", CORNERS),))
    moved(page, 500)
    page.wait_for_selector(f"#film-said >> text={refusal}")
    assert page.locator(".film-name").count() == 0
    page.keyboard.press("Escape")
    page.wait_for_selector("#film", state="hidden")
    assert refusal not in page.inner_text("body")
    assert page.evaluate("__table.track.readyState") == "ended"
    assert page.evaluate("document.getElementById('film-video').srcObject") is None
    assert page.get_attribute("html", "data-hand") == "hidden"
    page.click("#film-begin")
    page.wait_for_selector("#film", state="visible")
    page.click("#film-done")
    page.wait_for_selector("#film", state="hidden")
    assert page.evaluate("__table.track.readyState") == "ended"


def test_a_refused_permission_leaves_the_photograph(phones: Phones) -> None:
    page = before_the_camera(phones, "__table.refused = 'NotAllowedError';")
    page.click("#film-begin")
    page.wait_for_selector("#photo-said >> text=Allow it in the browser's settings")
    assert page.is_hidden("#film")
    assert page.is_visible("label[for=photo]")
    page.evaluate("__table.refused = ''")
    page.click("#film-begin")
    page.wait_for_selector("#film", state="visible")


def test_where_no_camera_is_lent_there_is_the_photograph_alone(phones: Phones) -> None:
    page = before_the_camera(phones, "delete Navigator.prototype.mediaDevices;")
    assert page.is_hidden("#film-begin")
    assert page.is_visible("#film-how a[href='/https']")
    assert page.is_visible("label[for=photo]")
