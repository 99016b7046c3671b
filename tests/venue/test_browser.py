"""The pages of a venue in a real browser: by keyboard, on a small phone, and for whoever listens to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.venue.pin import Sessions
from companion.venue.running import Venue, VenueSettings
from tests.venue.clubhouse import paired, sent, take
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
LONG = "Maximiliane-Alexandra von und zu Hohenstein-Kohlfurt"


def test_all_pages_by_keyboard_on_a_small_phone(chromium: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    venue = Venue(VenueSettings(folder=tmp_path, host="127.0.0.1", port=0, name="The Club"))
    venue.start()
    context = chromium.new_context(viewport={"width": 360, "height": 740}, locale="de")
    try:
        take(venue.book, paired(venue.book, "Table 4"), sent(people=((LONG, 12, 1), ("Ben", 7, 2), ("", None, 3))))
        page = context.new_page()
        wrong: list[str] = []
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        base = f"http://127.0.0.1:{venue.port}"
        for path in ("/", "/plan", "/results", "/standings", "/about", "/organiser"):
            page.goto(base + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            found = axe.run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], path
        page.focus("[name=pin]")
        page.keyboard.type(venue.pin)
        page.keyboard.press("Enter")
        page.wait_for_selector("#code")
        page.focus("#code")
        page.keyboard.press("Enter")
        page.wait_for_selector("#code-shown:not(:empty)")
        assert venue.book.pair(page.inner_text("#code-shown"), "Table 5") is not None
        assert [one["id"] for one in axe.run(page).response["violations"]] == []
        page.fill("#forget [name=name]", LONG)
        page.keyboard.press("Enter")
        page.wait_for_selector("#forget [data-sure]")
        page.fill("#forget [name=name]", "Ben")
        page.wait_for_selector("#forget:not(:has([data-sure]))")
        page.fill("#forget [name=name]", LONG)
        page.keyboard.press("Enter")
        page.wait_for_selector("#forget [data-sure]")
        page.keyboard.press("Enter")
        page.wait_for_selector("#said[data-tone=good]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.goto(base + "/plan")
        table = page.locator("[data-table='1']")
        before = table.bounding_box()
        table.focus()
        for _ in range(5):
            page.keyboard.press("ArrowDown")
        page.wait_for_selector("#said:not(:empty)")
        page.evaluate("document.querySelector('#said').textContent = ''")
        page.mouse.move(before["x"] + 20, before["y"] + 60)
        page.mouse.down()
        page.mouse.move(before["x"] + 400, before["y"] + 60, steps=3)
        page.mouse.up()
        page.wait_for_selector("#said:not(:empty)")
        after = table.bounding_box()
        assert (after["x"] > before["x"], after["y"] > before["y"]) == (True, True)
        assert [one["id"] for one in axe.run(page).response["violations"]] == []
        page.reload()
        assert table.bounding_box() == after, "it is kept"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.goto(base + "/")
        assert wrong == []
        page.evaluate("void (document.documentElement.dataset.old = 'yes')")
        venue.door._sessions = Sessions()  # as after a restart
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_selector("html:not([data-old]) #tables")
        assert page.evaluate("fetch('/tables/now').then((answer) => answer.status)") == 200
    finally:
        context.close()
        venue.stop()
