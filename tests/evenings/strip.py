"""A strip of pictures of a game as it is played, for the documents: the television, a phone with its hand, and the
virtual table.

    python -m tests.evenings.strip [GAME ...]

Somebody sits down, starts against bots, and answers with the first thing that can be done, as often as stands in TURNS.
The strips are written to docs/pictures/strip-GAME.jpg; look at them before they are kept.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from companion.settings.config import Override
from tests.companion.changing import room, settings_for
from tests.evenings.process import free_port
from tests.web.on_phones import ARGS, CHROMIUM

TURNS = {"chronicle": 7, "chesney": 9, "war_chest": 20, "chess_deckbuilder": 1, "chain_mail": 12}
TV, PHONE, LAPTOP = (1920, 1080), (390, 844), (1366, 768)
HIGH_PX = 560
PICTURES = Path(__file__).parents[2] / "docs/pictures"
DECIDE = """() => {
  const all = (...found) => found.flatMap((one) => [...document.querySelectorAll(one)]);
  const seen = (...found) => all(...found).find((one) => one.checkVisibility());
  const wanted = seen('#sheet[open] .button-main:not([disabled])', '#keep[aria-pressed=false]',
    '.card-button[data-state=ok]:not([disabled])',
    '#question .choice-button:not(.refused):not([disabled])');
  wanted?.click();
  return Boolean(wanted);
}"""


def _look(browser: Any, size: tuple[int, int], address: str) -> Any:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page = context.new_page()
    page.goto(address)
    return page


def _picture(page: Any) -> np.ndarray[Any, Any]:
    pixels = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    width = round(pixels.shape[1] * HIGH_PX / pixels.shape[0])
    return cv2.resize(pixels, (width, HIGH_PX), interpolation=cv2.INTER_AREA)


def strip(browser: Any, base: str, turns: int) -> np.ndarray[Any, Any]:
    """The three pictures side by side after so many answers."""
    tv = _look(browser, TV, f"{base}/table")
    phone = _look(browser, PHONE, f"{base}/join")
    phone.fill("[name=name]", "Zoë")
    phone.click("[type=submit]")
    phone.click("#lobby .button-main")
    answers = 0
    for _ in range(20 * turns):
        answers += phone.evaluate(DECIDE)
        phone.wait_for_timeout(400)
        if answers >= 2 * turns:
            break
    virtual = phone.context.new_page()
    virtual.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    virtual.goto(f"{base}/virtual")
    virtual.wait_for_timeout(3000)
    if virtual.is_visible("#tray-show"):
        virtual.click("#tray-show")
        virtual.wait_for_timeout(1000)
    pictures = [_picture(page) for page in (tv, phone, virtual)]
    gap = np.full((HIGH_PX, 16, 3), 255, np.uint8)
    return np.hstack([pictures[0], gap, pictures[1], gap, pictures[2]])


def main(games: list[str]) -> None:
    """Writes the strips of these games, or of all."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for game in games or TURNS:
            with tempfile.TemporaryDirectory() as folder:
                given = (("table.game", game), ("camera.source", "virtual"), ("play.pace", "brisk"))
                flags = [Override(key, text, "--set") for key, text in (*given, ("web.port", str(free_port())))]
                with room(settings_for(Path(folder), *flags)) as table:
                    base = f"http://127.0.0.1:{table.at(1).port_number}"
                    picture = strip(browser, base, TURNS[game])
            cv2.imwrite(str(PICTURES / f"strip-{game}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 82])
            print(f"written: docs/pictures/strip-{game}.jpg")


if __name__ == "__main__":
    main(sys.argv[1:])
