"""The page on which spots are placed: by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.web.fake_spots import FakeSpots
from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, touch
from web.serve.app import Pages
from web.views import TodoView

pytestmark = IN_A_BROWSER
PICTURE = cv2.imencode(".jpg", np.full((720, 1280, 3), (90, 110, 120), np.uint8))[1].tobytes()


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


def test_over_the_cameras_picture_the_place_that_is_due_stands_alone(bench: Phones) -> None:
    """On the TV as on a phone: small as an outline, large with what is to be done there."""
    table = bench.table
    assert isinstance(table, SpotTable)
    table.is_virtual, table.camera = False, PICTURE
    stock, middle = table.mat.seen[0], replace(table.mat.seen[0], label="Middle")
    table.mat.seen = (stock, middle)
    page = bench.open("/table")
    page.wait_for_selector("#camera-large polygon", state="attached")
    assert page.locator("#camera-large polygon:visible").count() == 0, "small, the places would hide the table"
    page.click("#camera-large")
    page.wait_for_selector("#camera-large span:has-text('Middle')")
    assert page.locator("#camera-large polygon:visible").count() == 2
    what = "Collect all cards of this deck and shuffle them: Stock."
    table.mat.seen, table.todo = (replace(stock, due=what), middle), (TodoView(what),)
    table.publish()
    page.wait_for_selector(f"#camera-large span:has-text('{what}')")
    assert page.locator("#camera-large polygon").count() == 1
    box, frame = (page.locator(f"#camera-large {one}").bounding_box() for one in ("span", "img"))
    assert box["x"] >= frame["x"] - 1
    assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    page.click("#camera-large")
    page.wait_for_selector("#camera-large polygon[data-due]")
    assert page.locator("#camera-large span:visible").count() == 0
