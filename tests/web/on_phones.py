"""Phones in a real browser: pages with touch, and everything that they say on the console."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.web.fake_table import PIN, FakeTable
from tests.web.web_client import COOKIE
from web import Server, WebSettings, create_app
from web.views import Joined, Role, Session

BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((one for one in BROWSERS if one.exists()), BROWSERS[-1])
"""The one without windows draws the same pages for two thirds of the work."""
UNUSED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *(
        "AimEnabled",
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsFirstBalancedModeAutoEnable",
    ),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
)
"""What the browser shall not do. The first three draw the list below the address bar, in a process of its own for every
window, headless or not: half of what a page costs. The others are those of the driver that concern pages and network:
of two such lists the browser heeds only the last."""
ARGS = [
    f"--disable-features={','.join(UNUSED)}",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_FADING = "document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)"
"""What moves or fades on a page and will come to an end."""
IN_A_BROWSER = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no browser"),
]
"""The marks of a file of tests with a browser."""

SECRET = "SECRET-OF-SEAT-0"
"""Stands in every private face of seat 0."""


@dataclass
class Phones:
    """A table, its server, and the browser in which the phones are windows."""

    table: FakeTable
    server: Server
    browser: Any
    usual: Mapping[str, Any]
    said: list[str] = field(default_factory=list)
    contexts: list[Any] = field(default_factory=list)

    def open(
        self,
        path: str,
        joined: Joined | None = None,
        size: tuple[int, int] = (390, 844),
        script: str = "",
        **options: Any,
    ) -> Any:
        """A page on a phone of its own; `script` runs before the page's own ones."""
        base = f"http://127.0.0.1:{self.server.port}"
        viewport = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(**{"viewport": viewport, **self.usual, **options})
        self.contexts.append(context)
        context.set_default_timeout(15_000)
        if script:
            context.add_init_script(script)
        if joined is not None:
            context.add_cookies([{"name": COOKIE, "value": joined.token, "url": base}])
        page = context.new_page()
        page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.goto(base + path)
        return page

    def seat(self, seat: int = 0, script: str = "", **options: Any) -> Any:
        """The page of a seat, when it has drawn itself."""
        page = self.open("/seat", self.table.seat_token(seat), script=script, **options)
        page.wait_for_selector("#hand .hand-closed")
        return page

    def host(self, path: str = "/host", size: tuple[int, int] = (390, 844), **options: Any) -> Any:
        """A page of the host."""
        joined = self.table.become_host(Session(Role.SPECTATOR), "", PIN)
        assert isinstance(joined, Joined)
        return self.open(path, joined, size, **options)

    def forget(self, words: str) -> None:
        """Takes what a browser reports of every answer of this kind from the list."""
        self.said[:] = [text for text in self.said if words not in text]

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def resize(page: Any, size: tuple[int, int]) -> None:
    """Another window for the same page, when it has drawn itself in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    _drawn(page)


def recolour(page: Any, scheme: str) -> None:
    """The same page in the light or in the dark."""
    page.emulate_media(color_scheme=scheme)
    _drawn(page)


def _drawn(page: Any) -> None:
    """Drawn to the end: what fades from one colour to another has arrived."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    # Not their promises: that of an element which is drawn anew meanwhile may never be kept.
    page.wait_for_function(f"() => {_FADING}.every((one) => one.playState !== 'running')")


def show(page: Any) -> None:
    """The hand is kept open."""
    page.click("#keep")
    page.wait_for_selector("#hand [data-piece]")


def touch(page: Any, *steps: Sequence[tuple[float, float]]) -> None:
    """Fingers at these places, then at the next ones; all are lifted at the end."""
    line = page.context.new_cdp_session(page)
    for number, fingers in enumerate(steps):
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(fingers)]
        kind = "touchMove" if number and len(fingers) == len(steps[number - 1]) else "touchStart"
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def wait_for(page: Any, wanted: Callable[[], bool]) -> None:
    """Lets the page work until something has come true."""
    for _ in range(100):
        if wanted():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come")


def middle_of(page: Any, selector: str) -> tuple[float, float]:
    """The middle of an element in the window."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def phones_at(table: Any, chromium: Any, settings: WebSettings | None = None, **usual: Any) -> Iterator[Phones]:
    """Phones and screens at a table that is served for so long. Nothing may be reported on their consoles. `usual`:
    what every one of them is like, else one that is touched."""
    served = Server(create_app(table.pages, settings or WebSettings()), "127.0.0.1", 0).start()
    found = Phones(table, served, chromium, usual or {"has_touch": True})
    yield found
    found.close()
    served.stop()
    assert found.said == [], found.said
