"""The page for showing cards in a real browser: on a phone by touch, at a desk by keyboard and by dragging."""

from __future__ import annotations

from typing import Any

from tests.web.fake_table import JPEG
from tests.web.on_phones import IN_A_BROWSER, Phones

pytestmark = IN_A_BROWSER


def show(page: Any) -> None:
    page.set_input_files("#photo", files=[{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": JPEG}])


def test_cards_are_shown_and_put_at_their_names(windows: Phones) -> None:
    page = windows.host("/host/looks", (390, 844))
    page.fill("#new [name=name]", "mine")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#next:has-text('Next: Back of court cards')")
    show(page)
    page.wait_for_selector("#next:has-text('Next: Queen')")
    assert page.locator(".bar").inner_text() == "2 of 4"
    page.get_by_role("button", name="The table is clear").click()
    page.get_by_role("button", name="Five cards lie there").click()
    page.wait_for_selector("#tried li:has-text('Knave <b>: asked.')")
    assert [row.get_attribute("data-sure") for row in page.locator("#tried li").all()] == ["sure", "just", "asked"]
    page.set_viewport_size({"width": 1366, "height": 768})
    looks = windows.table.looks_shown
    page.locator('.look[data-key="1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#picked:has-text('King')")
    page.locator('.look[data-key="2"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.look[data-key="2"] img')
    assert looks.at == {"0": "look0", "2": "look1"}
    page.wait_for_selector(".look-alike:has-text('King')")
    page.drag_and_drop('.look[data-key="0"]', '.look[data-key="3"]')
    page.wait_for_selector('.look[data-key="3"] img')
    assert looks.at == {"3": "look0", "2": "look1"}
    page.click('.look[data-key="3"]')
    page.get_by_role("button", name="Forget this look").click()
    page.wait_for_selector('.look[data-key="3"] .no-look')
    assert looks.at == {"2": "look1"}
    windows.forget("404")  # the fake table's pictures are none
