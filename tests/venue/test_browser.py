"""The pages of a venue in a real browser: by keyboard, on a small phone, and for whoever listens to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from companion.venue.pin import Sessions
from companion.venue.running import Venue, VenueSettings
from companion.venue.schema import tables
from tests.evenings.table import wait_until
from tests.venue.clubhouse import paired, sent, take
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
LONG = "Maximiliane-Alexandra von und zu Hohenstein-Kohlfurt"


def places(venue: Venue) -> list[int | None]:
    """From the top, for each table."""
    with venue.book.store.reading() as db:
        return list(db.execute(sa.select(tables.c.y).order_by(tables.c.id)).scalars())


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

        def place() -> list[int]:
            return list(table.evaluate("(one) => [Number(one.dataset.x), Number(one.dataset.y)]"))

        def drag(button: str, far: int) -> None:
            table.scroll_into_view_if_needed()
            box = table.bounding_box()
            page.mouse.move(box["x"] + 20, box["y"] + 20)
            page.mouse.down(button=button)
            page.mouse.move(box["x"] + 20 + far, box["y"] + 20, steps=3)
            page.mouse.up(button=button)

        before = place()
        table.focus()
        for _ in range(5):
            page.keyboard.press("ArrowDown")
        other = page.locator("[data-table='2']")
        other.focus()
        page.keyboard.press("ArrowUp")
        wait_until(lambda: None not in places(venue), what="that both are kept, though the second was moved at once")
        page.wait_for_selector("#tables:not([data-held])")
        page.evaluate("document.querySelector('#said').textContent = ''")
        kept = places(venue)
        drag("left", 2)
        drag("right", 80)
        assert page.get_attribute("#tables", "data-held") is None, "a hand that trembles and a menu move nothing"
        page.route("**/api/organiser", lambda route: route.fulfill(status=503, body="{}"))
        stood = other.get_attribute("style")
        other.press("Enter")
        page.locator("[data-move=ArrowUp]").click()
        assert other.get_attribute("style") != stood
        page.wait_for_selector("#unsaved:not(:empty)")
        assert (other.get_attribute("style"), places(venue)) == (stood, kept), "back where it is kept"
        assert ["503" in one for one in wrong] == [True]
        wrong.clear()
        page.unroute("**/api/organiser")
        other.press("Enter")
        page.locator(".venue-plan").click(position={"x": 300, "y": 330})
        page.wait_for_selector("#said:not(:empty)")
        assert places(venue)[1] != kept[1]
        assert page.inner_text("#unsaved") == ""
        page.evaluate("document.querySelector('#said').textContent = ''")
        drag("left", 100)
        page.wait_for_selector("#said:not(:empty)")
        after = place()
        assert (after[0] > before[0], after[1] > before[1]) == (True, True)
        assert [one["id"] for one in axe.run(page).response["violations"]] == []
        page.reload()
        assert place() == after, "it is kept"
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
