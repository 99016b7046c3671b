"""The workbench in a real browser: looked at, gone back in and read by keyboard, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.telling.outlets import author_rooms
from companion.workbench.panel import Panel
from companion.workbench.watch import Saves, look
from tests.companion.workshop import DEALT, LEADS, Workshop
from tests.web.on_phones import IN_A_BROWSER
from web import Workbench

pytestmark = IN_A_BROWSER

LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    found = Workshop(tmp_path)
    found.play(DEALT, LEADS)
    return found


@pytest.fixture
def panel(workshop: Workshop) -> Iterator[Workbench]:
    found = Workbench(Panel(workshop.bench), author_rooms())
    found.start()
    yield found
    found.stop()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def page(chromium: Any, panel: Workbench, said: list[str]) -> Iterator[Any]:
    context = chromium.new_context(viewport=LAPTOP, locale="en")
    found = context.new_page()
    found.on("console", lambda message: said.append(message.text))
    found.on("pageerror", lambda error: said.append(str(error)))
    found.goto(panel.address)
    found.wait_for_selector("#where >> text=After entry 2 of 2")
    yield found
    assert said == []
    context.close()


def cells(page: Any, key: str) -> list[str]:
    """What stands in a row of the table, a text for each reader."""
    row = page.locator("#state tbody tr", has=page.locator(f"th code >> text=/^{key}$/"))
    return [" ".join(text.split("\n")) for text in row.locator("td").all_inner_texts()]


def test_each_seat_stands_beside_what_there_is(page: Any) -> None:
    assert page.url.endswith("/dev"), "the key does not stay in the address"
    assert page.locator("#state thead th").all_inner_texts() == ["All there is", "Everybody", "Player 1", "Player 2"]
    everything, everybody, ada, ben = cells(page, "hand/1")
    assert sorted(everything.split()) == sorted(ben.split()) == ["3", "4", "Blue", "Red"]
    assert everybody == ada == "2 × a card"
    refused = page.locator("#question tr", has_text="play:BLU-4")
    assert "No. You hold a card of the led suit Red, so you must play one." in refused.inner_text()
    assert "must_follow" in refused.inner_text()
    assert page.locator("#seats a").all_inner_texts() == ["Play as Player 1", "Play as Player 2"]
    assert page.locator("#seats a").first.get_attribute("href").count("/") == 3
    assert page.evaluate("document.documentElement.scrollWidth") <= LAPTOP["width"]
    small = page.evaluate(
        """[...document.querySelectorAll('main button, main a')]
          .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5).length"""
    )
    assert small == 0


def test_the_author_goes_back_by_keyboard_and_on_from_there(page: Any, workshop: Workshop) -> None:
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#where >> text=After entry 1 of 2")
    assert page.get_attribute("#log [aria-current]", "data-key") == "entry-1"
    assert cells(page, "trick/0")[0] == "–"
    page.get_by_role("button", name="Go on from here").press("Enter")
    page.wait_for_selector("#said >> text=The table restarts with it.")
    assert workshop.taken_up(True)
    page.wait_for_selector("#where >> text=After entry 3 of 3")
    assert workshop.match.log == [DEALT]
    assert page.locator("#log .bench-undone").count() == 1
    assert page.locator("#question h2").inner_text() == "Player 1, play a card."


def test_what_is_wrong_is_shown_with_its_traceback_and_goes_when_it_is_mended(page: Any, workshop: Workshop) -> None:
    assert not workshop.save(game=('    t.add("left", -1)\n', '    t.add("lost", -1)\n'))
    trouble = page.locator("#trouble")
    trouble.locator("h2", has_text="Entry 2 fails with the new code.").wait_for()
    assert trouble.get_attribute("role") == "alert"
    assert 't.add("lost", -1)' in trouble.locator("pre").inner_text()
    assert "rule HC-3" in trouble.inner_text()
    saves = Saves(workshop.folder)
    trouble.get_by_role("button").press("Enter")
    page.wait_for_selector("#said >> text=The table restarts with it.")
    look(workshop.bench, saves)
    assert workshop.taken_up(True)
    trouble.locator("h2", has_text="Entry 2 does not fit any more.").wait_for()
    page.wait_for_selector("#where >> text=After entry 1 of 1")
    assert workshop.save(game=('    t.add("lost", -1)\n', '    t.add("left", -1)\n'))
    page.wait_for_selector("#where >> text=After entry 2 of 2")
    assert not trouble.is_visible()


def test_it_speaks_german(page: Any) -> None:
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_selector("#where >> text=Nach Eintrag 2 von 2")
    heads = page.locator("#state thead th").all_inner_texts()
    assert heads == ["Alles", "Alle", "Spieler 1", "Spieler 2"]
    assert page.title() == "Werkbank"
