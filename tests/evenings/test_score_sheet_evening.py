"""Four people write their points down for a game of their own, each on the own phone, before a TV."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.room import picture
from tests.evenings.test_gathering import NAMES, TV, Evening, gathered
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(chromium, tmp_path, ("table.game", "score_sheet"), ("play.pace", "instant"))


def write(evening: Evening, *numbers: int) -> None:
    """Everybody types a number and sends it."""
    for person, number in zip(evening.people, numbers, strict=True):
        person.page.fill(".number-field", str(number))
        person.page.click(f".number-form [type=submit]:has-text('Enter {number}')")


def test_four_phones_write_two_rounds_and_the_tv_says_who_has_won(evening: Evening) -> None:
    for name, path in zip(NAMES, ("/", "/join", "/join", "/join"), strict=True):
        evening.sits(name, path)
    first = evening.people[0].page
    picture("sheet-lobby", first)
    evening.people[0].tap("text=4 people: start")
    evening.everybody_sees("#lobby", gone=True)
    first.wait_for_selector(".number-field")
    assert evening.tv.eval_on_selector(".leaf-big", "(pad) => pad.clientWidth") > TV[0] / 2, "it is read from afar"
    assert not evening.tv.is_visible("#camera"), "there is nothing to be seen on the table"
    assert not first.locator("a[href='/virtual']").count()
    first.click("[data-key=number-more]")
    assert first.input_value(".number-field") == "1"
    first.fill(".number-field", "7x")
    assert first.get_attribute(".number-field", "aria-invalid") == "true"
    assert first.is_disabled(".number-form [type=submit]")
    picture("sheet-phone", first)
    picture("sheet-tv-0", evening.tv)
    first.fill(".number-field", "12")
    evening.people[1].page.fill(".number-field", "-20")
    evening.people[1].page.click(".number-form [type=submit]")
    first.wait_for_selector(".badge:has-text('Asked') >> nth=2")
    evening.people[1].page.wait_for_selector("text=You have chosen: -20.")
    assert "-20" not in first.inner_text("body") + evening.tv.inner_text("body")
    assert first.input_value(".number-field") == "12", "what is typed stays when somebody else answers"
    first.click(".number-form [type=submit]")
    for person, number in zip(evening.people[2:], (30, 5), strict=True):
        person.page.fill(".number-field", str(number))
        person.page.click(".number-form [type=submit]")
    picture("sheet-tv-1", evening.tv)
    first.click("#question button:has-text('Another round')")
    first.wait_for_selector(".number-field")
    write(evening, 40, 1, 2, 3)
    evening.tv.wait_for_selector("text=Another round?")
    evening.people[2].page.wait_for_selector("text=Another round?")
    picture("sheet-phone-2", evening.people[2].page)
    evening.people[2].page.click("#question button:has-text('That was the last one')")
    evening.everybody_sees(".result h2")
    picture("sheet-tv-end", evening.tv)
    evening.tv.wait_for_selector(f"#main :text('{NAMES[0]}: 52.')")
    assert "52" in evening.tv.inner_text("body")
    picture("sheet-phone-end", first)
