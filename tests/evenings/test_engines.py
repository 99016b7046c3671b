"""Somebody joins with Firefox, and with WebKit, plays a round of Chronicle against bots, and sees how it is scored.

What the browsers of the other tests are made of is Chromium; these two are what the phones of others are made of."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.settings.config import Override
from tests.companion.changing import room, settings_for
from tests.evenings.engines import Browser, firefox, webkit
from tests.evenings.process import free_port
from tests.evenings.table import wait_until

pytestmark = [pytest.mark.soak, pytest.mark.browser, pytest.mark.xdist_group("engines")]
WITHIN_S = 600.0  # with soaks beside it; alone a round takes half a minute

SETTINGS = (
    ("table.game", "chronicle"),
    ("table.players", "3"),
    ("camera.source", "virtual"),
    ("camera.px_per_mm", "1.2"),
    ("play.speed", "100"),
    ("play.pace", "instant"),
)
SIT = """
document.querySelector('[name=name]').value = arguments[0];
document.querySelector('[type=submit]').click();
"""
WATCH = """
window.wrong = [];
window.scored = '';
window.addEventListener('error', (event) => window.wrong.push(String(event.message)));
window.addEventListener('unhandledrejection', (event) => window.wrong.push(String(event.reason)));
const look = () => {
  const scene = document.querySelector('.scoring');
  if (scene && scene.checkVisibility()) window.scored ||= scene.innerText;
};
new MutationObserver(look).observe(document.querySelector('#podium'), { childList: true, subtree: true });
"""
DECIDE = """
const seen = (...found) => found.map((one) => document.querySelector(one)).find((one) => one && one.checkVisibility());
const wanted = seen('#sheet[open] .button-main:not([disabled])', '#lobby .button-main',
  '#keep[aria-pressed=false]', '.card-button[data-state=ok]:not([disabled])',
  '#question .choice-button:not(.refused):not([disabled])');
wanted?.click();
"""


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"there is no {program}")


@pytest.mark.parametrize(
    "browser",
    [pytest.param(firefox, marks=needs("firefox-esr")), pytest.param(webkit, marks=needs("WebKitWebDriver"))],
)
def test_a_round_is_played(browser: Callable[[Path], AbstractContextManager[Browser]], tmp_path: Path) -> None:
    flags = [Override(key, text, "--set") for key, text in (*SETTINGS, ("web.port", str(free_port())))]
    with room(settings_for(tmp_path / "data", *flags)) as table, browser(tmp_path / "profile") as page:
        base = f"http://127.0.0.1:{table.at(1).port_number}"
        page.go(f"{base}/join")
        wait_until(lambda: page.run("return document.querySelector('.seat-choice') !== null"), what="the seats")
        page.run(SIT, "Zoë")
        wait_until(lambda: page.run("return document.querySelector('#lobby .button-main') !== null"), what="the lobby")
        page.run(WATCH)

        def scored() -> str:
            page.run(DECIDE)
            text: str = page.run("return window.scored")
            return text

        told = wait_until(scored, WITHIN_S, what="the round is scored")
        assert "Round 1" in told
        assert "Zoë" in told
        assert page.run("return window.wrong") == []

        page.go(f"{base}/table")
        wait_until(
            lambda: page.run("return document.querySelectorAll('#board .player').length") == 3, what="the screen"
        )
        assert "Zoë" in page.run("return document.querySelector('#board').innerText")
