"""A box that was just installed, set up on a phone: from the start PIN to a table of one's own, over new starts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.phone import Phone
from tests.evenings.process import Running, free_port
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
DEADLINE_MS = 60_000
PIN = "heron61"


def at(page: Any, words: str) -> None:
    page.wait_for_selector(f"#step-title:has-text('{words}')")


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page of a phone that has never been here."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")
    context.set_default_timeout(DEADLINE_MS)
    yield context.new_page()
    context.close()


def let_in(page: Any, pin: str) -> None:
    page.fill("[name=pin]", pin)
    page.click("#pin [type=submit]")


def set_up(page: Any) -> None:
    """Goes through all steps: a PIN, a name (and back to it), three players, no camera, and the rest left out."""
    at(page, "A PIN of your own")
    page.fill("[name=new]", PIN)
    page.fill("[name=again]", PIN)
    page.click("[data-key=save]")
    at(page, "What is the table called?")
    page.fill("[name=name]", "Blue table")
    page.click("[data-key=save]")
    at(page, "Which language")
    page.reload()
    at(page, "Which language")
    page.click("[data-key=back]")
    at(page, "What is the table called?")
    assert page.input_value("[name=name]") == "Blue table"
    page.click("[data-key=save]")
    page.click("[data-key=skip]")
    at(page, "how many are you")
    page.select_option("[name=players]", "3")
    page.click("[data-key=save]")

    at(page, "Which camera")
    page.check("[data-key=camera-none]")
    page.click("[data-key=try]")  # the companion starts anew, and the page comes back to this step
    page.wait_for_selector("#wait:not([hidden])")
    at(page, "Which camera")
    page.wait_for_selector("[data-key=camera-none]:checked")
    page.click("[data-key=save]")
    for title in ("Four markers", "Stickers tell", "Lay any three", "Buttons and lights"):
        at(page, title)
        page.click("[data-key=skip]")
    at(page, "That was it")
    page.wait_for_selector("#join-place img")
    page.click("[data-key=save]")
    at(page, "The table is ready")


def test_a_new_box_is_set_up_on_a_phone(page: Any, tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    settings = tmp_path / "companion.toml"
    settings.write_text("[table]\ngame = 'chronicle'\n[voice]\nsink = 'off'\n[camera]\npx_per_mm = 1.2\n")
    words = ("--config", str(settings), "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path / "data"))
    with Running(tmp_path, words, tmp_path / "log.txt") as running:
        running.wait_until_ready()
        start_pin = running.pin
        other = Phone(base)
        other.open("/host")
        other.post("/api/become-host", {"pin": start_pin})
        page.goto(base + "/")
        page.click("text=Set it up, step by step")
        let_in(page, "999999")
        page.wait_for_selector("#problem:has-text('not the host')")
        let_in(page, start_pin)

        set_up(page)

        page.goto(base + "/")
        page.wait_for_selector("#players .seat-mark")
        assert page.locator("#players .seat-mark").count() == 3
        assert page.title().startswith("Blue table · Chronicle")
        assert "This table is new" not in page.inner_text("main")
        assert "Virtual table" not in page.inner_text("main")

        stranger = Phone(base)
        assert "Blue table" in stranger.open("/")
        stranger.open("/host")
        assert not stranger.post("/api/become-host", {"pin": start_pin})["reply"]["ok"], "the start PIN holds no more"
        assert "Only the host" in other.get("/api/host"), "and who came in with it is nobody any more"
        assert stranger.post("/api/become-host", {"pin": PIN})["reply"]["ok"]
        assert running.interrupt() == 0
    chosen = tomllib.loads((tmp_path / "data" / "chosen.toml").read_text())
    assert chosen["table"] == {"name": "Blue table", "game": "chronicle", "players": 3}
    assert chosen["camera"] == {"source": "none"}
    log = (tmp_path / "log.txt").read_text()
    assert "Traceback" not in log
    assert not re.search(rf"{PIN}|{start_pin}", log)
