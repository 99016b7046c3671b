"""The pages about the pins in a real browser: the wiring to be printed, and the test of every part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, resize
from web.pages.wiring.views import ButtonsAct

pytestmark = IN_A_BROWSER


@pytest.fixture
def bench(chromium: Any) -> Iterator[Phones]:
    with phones_at(FakeTable(), chromium, reduced_motion="reduce") as found:
        yield found


def state_of(page: Any, key: str) -> str:
    return str(page.locator(f'[data-part="{key}"] .tested-state').text_content())


def test_the_wiring_fits_and_its_table_is_read(bench: Phones) -> None:
    page = bench.host("/host/wiring", (320, 640), color_scheme="dark")
    page.wait_for_function("() => document.querySelector('.diagram img').naturalWidth > 0")
    for size in ((320, 640), (390, 844), (1366, 900)):
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.get_by_role("row").count() == 1 + len(bench.table.wiring.lines)
    assert "(!) also I2C data" in page.locator("tbody").inner_text()
    page.locator(".diagram").focus()
    assert page.evaluate("document.activeElement.className") == "diagram", "it is moved by the arrow keys too"


def test_the_print_has_the_drawing_and_the_table_and_nothing_to_tap(bench: Phones) -> None:
    page = bench.host("/host/wiring", (1366, 900))
    page.emulate_media(media="print")
    assert not page.locator(".wiring-acts").is_visible()
    assert page.locator(".diagram img").is_visible()
    assert page.locator("tbody tr").first.is_visible()
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == 2


def test_a_press_is_seen_and_said_and_the_referee_hears_of_the_test(bench: Phones) -> None:
    page = bench.host("/host/buttons")
    page.get_by_role("button", name="Begin the test").click()
    page.get_by_role("button", name="End the test").wait_for()
    assert state_of(page, "seat_button_0") == "press it"
    bench.table.press("seat_button_0")
    page.wait_for_selector('[data-part="seat_button_0"][data-heard="yes"]')
    assert state_of(page, "seat_button_0") == "pressed once"
    page.wait_for_function("() => document.getElementById('said').textContent === 'Seat 1: button: pressed once'")
    assert page.locator("#progress").text_content() == "1 of 3 have answered."
    bench.table.press("dial", turned=-2)
    page.wait_for_selector('[data-part="dial"][data-heard="yes"]')
    assert state_of(page, "dial") == "turned 2 steps to the left"
    bench.table.press("seat_button_0", held=True)
    page.wait_for_selector('[data-part="seat_button_0"] >> text=held down')
    assert bench.table.buttons_acts == [(ButtonsAct.OPEN, "")]


def test_lights_are_switched_by_keyboard_only_while_the_test_runs(bench: Phones) -> None:
    page = bench.host("/host/buttons")
    light = page.get_by_role("button", name="Light it: Seat 1: light")
    light.wait_for()
    assert light.is_disabled()
    page.get_by_role("button", name="Begin the test").press("Enter")
    page.wait_for_selector('[data-part="seat_light_0"] button:not([disabled])')
    light.press("Enter")
    page.wait_for_selector('[data-part="seat_light_0"][data-lit="yes"]')
    assert light.get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.dataset.key") == "light-seat_light_0", "the keyboard stays there"
    light.press("Enter")
    page.wait_for_selector('[data-part="seat_light_0"][data-lit="no"]')
    assert [act for act, _ in bench.table.buttons_acts] == [ButtonsAct.OPEN, ButtonsAct.LIGHT, ButtonsAct.DARK]


def test_leaving_the_page_ends_the_test(bench: Phones) -> None:
    page = bench.host("/host/buttons")
    page.get_by_role("button", name="Begin the test").click()
    page.get_by_role("button", name="End the test").wait_for()
    page.goto("about:blank")
    page.goto(f"http://127.0.0.1:{bench.server.port}/host/buttons")
    page.get_by_role("button", name="Begin the test").wait_for()
    assert (ButtonsAct.CLOSE, "") in bench.table.buttons_acts


def test_a_test_that_ended_by_itself_is_said(bench: Phones) -> None:
    page = bench.host("/host/buttons")
    page.get_by_role("button", name="Begin the test").click()
    page.get_by_role("button", name="End the test").wait_for()
    bench.table.buttons = replace(bench.table.buttons, is_open=False, left_s=0)
    page.get_by_role("button", name="Begin the test").wait_for()
    assert page.locator("#said").text_content() == "The test is over; the buttons play again."


def test_where_nothing_can_be_tested_the_page_says_why(bench: Phones) -> None:
    bench.table.buttons = replace(bench.table.buttons, problem="This table uses no pins.", parts=())
    page = bench.host("/host/buttons")
    page.wait_for_selector("#problem:not([hidden])")
    assert page.locator("#problem").text_content() == "This table uses no pins."
    assert page.locator("#acts button").count() == 0
