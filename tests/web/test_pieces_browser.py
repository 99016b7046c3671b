"""The page for registering pieces in a real browser: a phone and a desk, by touch and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.fake_table import JPEG, FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, recolour

pytestmark = IN_A_BROWSER


@pytest.fixture
def table(windows: Phones) -> FakeTable:
    return windows.table


@pytest.fixture
def open_page(windows: Phones) -> Iterator[Any]:
    """Gives a new page of the host at some size."""
    yield lambda width, height: windows.host("/host/pieces", (width, height))
    windows.forget("409")  # the browser itself names a refused request


def test_a_copy_is_registered_on_a_phone(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    page.fill("#new [name=name]", "the worn one")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".ask-name:has-text('The back of court cards')")
    assert page.locator(".bar").first.inner_text() == "0 of 4"
    table.show()  # to the table's camera
    table.publish()
    page.wait_for_selector(".ask-name:has-text('King')")
    page.wait_for_selector("#told:has-text('the back of court cards has its tag')")
    page.set_input_files("#photo", files=[{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": JPEG}])
    page.wait_for_selector(".photo-rows li[data-bad=yes]:has-text('taken')")
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_selector(".ask-name:has-text('Queen')")
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(".ask-name:has-text('Knave <b>')")
    page.click("text=type its code")
    page.get_by_role("button", name="Use it").click()
    page.wait_for_selector("#problem:has-text('needs a code')")
    page.fill("[name=code]", "K7RT-2M9X")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask-name:has-text('Only left-out pieces remain')")
    assert [piece.get_attribute("data-state") for piece in page.locator(".piece").all()] == [
        "done", "done", "skipped", "done",
    ]  # fmt: skip
    page.get_by_role("button", name="Finish later").click()
    page.wait_for_selector("#copies >> text=the worn one")


def test_everything_is_reached_by_keyboard(open_page: Any, table: FakeTable) -> None:
    page = open_page(1280, 900)
    page.focus("#new [name=name]")
    page.keyboard.type("mine")
    page.keyboard.press("Enter")
    page.wait_for_selector("#now:not([hidden])")
    reached = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.dataset.key || ''"))
    assert {"photo", "skip", "later", "only", "back/court", "front/king"} <= reached
    table.show()
    table.publish()
    page.wait_for_selector(".ask-name:has-text('King')")
    assert page.evaluate("document.activeElement !== document.body"), "news must not take the keyboard's place away"


@pytest.mark.parametrize("is_running", [False, True])
def test_nothing_sticks_out_at_320_px(open_page: Any, table: FakeTable, is_running: bool) -> None:
    page = open_page(320, 640)
    page.fill("#new [name=name]", "a name that goes on for quite a while, as names do")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#now:not([hidden])")
    if is_running:
        page.set_input_files("#photo", files=[{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": JPEG}])
        page.wait_for_selector(".photo-panel")
    else:
        page.click("#later")
        page.wait_for_selector("#copies li")
    for scheme in ("light", "dark"):
        recolour(page, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, summary, select, input[type=text], a.button, label.button')]
              .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
              .map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert small == []
