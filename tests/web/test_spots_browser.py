"""The page on which spots are placed: by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.web.fake_spots import FakeSpots
from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, touch
from web.serve.app import Pages

pytestmark = IN_A_BROWSER


class SpotTable(FakeTable):
    """A table whose spots are remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.mat = FakeSpots()

    @property
    def pages(self) -> Pages:
        return replace(super().pages, spots=self.mat)


@pytest.fixture
def bench(chromium: Any) -> Iterator[Phones]:
    with phones_at(SpotTable(), chromium, reduced_motion="reduce") as found:
        yield found


def test_a_spot_is_moved_by_finger_and_changed_by_keyboard(bench: Phones) -> None:
    table = bench.table
    assert isinstance(table, SpotTable)
    page = bench.host("/host/spots", has_touch=True)
    page.wait_for_selector("#mat .spot")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#mat").bounding_box()
    mm = box["width"] / 900
    x, y = box["x"] + 200 * mm, box["y"] + 300 * mm
    touch(page, [(x, y)], [(x + 30 * mm, y + 20 * mm)], [(x + 60 * mm, y - 100 * mm)])
    assert page.get_attribute("[data-spot=stock]", "data-chosen") == "yes"
    assert page.locator("[data-spot=stock] .spot-finger").bounding_box()["width"] >= 44
    page.focus("[data-spot=middle]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("r")
    assert "Middle: 450 mm" in page.inner_text("#chosen")
    with page.expect_response("**/api/spots"):
        page.click("#keep")
    (stock, middle) = table.mat.kept[-1]
    assert abs(stock.x_mm - 260) <= 3
    assert abs(stock.y_mm - 200) <= 3
    assert (middle.y_mm, middle.width_mm, middle.angle_deg) == (310, 250, 90)
    page.wait_for_selector("#said:has-text('Saved.')")
    with page.expect_response("**/api/spots"):
        page.click("#own")
    assert table.mat.kept[-1] == ()
    assert not bench.said
