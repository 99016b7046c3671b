"""The table screen at the sizes of televisions and laptops: nothing scrolls, and who has won is seen at once."""

from __future__ import annotations

from typing import Any

import pytest

from companion.service.page_doors import game_looks
from rules.engine.entries import EndMatch
from tests.games.chess_deckbuilder._match import game
from tests.web.chess_table import ChessTable
from tests.web.on_phones import IN_A_BROWSER
from web import Server, WebSettings, create_app

pytestmark = IN_A_BROWSER

SIZES = [(1920, 1080), (1366, 768), (1280, 720), (3840, 2160)]
FILLED = "([...document.querySelectorAll('.plate')].map((one) => one.getBoundingClientRect().height / innerHeight))"
COLOURS_OF_CAMERA = "getComputedStyle(document.querySelector('.camera img')).filter"


@pytest.fixture(scope="module")
def table() -> ChessTable:
    return ChessTable()


@pytest.fixture(scope="module")
def address(table: ChessTable) -> Any:
    server = Server(create_app(table.pages, WebSettings(), games=game_looks()), "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


@pytest.fixture
def screen(chromium: Any, address: str) -> Any:
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.goto(f"{address}/table")
    page.wait_for_selector(".board-svg")
    yield page
    context.close()


def scrolls(page: Any) -> bool:
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollHeight > innerHeight || {root}.scrollWidth > innerWidth"))


def test_the_screen_is_filled_and_never_scrolls(screen: Any) -> None:
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert not scrolls(screen)
        assert min(screen.evaluate(FILLED)) > 0.6, "a seat alone on its side has the whole of it"
    assert "saturate(0.25)" in screen.evaluate(COLOURS_OF_CAMERA)


def test_who_has_won_is_seen_at_every_size(screen: Any, table: ChessTable) -> None:
    over = game()
    over.submit(EndMatch("Enough for tonight"))
    table.play_on(over)
    screen.wait_for_selector(".result h2")
    for width, height in [*SIZES, (390, 844)]:
        screen.set_viewport_size({"width": width, "height": height})
        box = screen.locator(".result").bounding_box()
        inside = screen.evaluate(
            "[document.querySelector('.result'), document.querySelector('.tv-result')].map("
            "(one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]).flat()"
        )
        assert max(inside) <= 2, "nothing of it is cut off"
        assert box["height"] > 100  # nobody has won, so there is no crown
        assert box["y"] + box["height"] <= height or width < 1000
        if width >= 1000:
            assert not scrolls(screen)


def test_a_log_of_one_line_is_as_wide_as_its_column(screen: Any) -> None:
    screen.evaluate("document.querySelector('#log').replaceChildren(document.createElement('li'))")
    widths = "['.tv-log', '.tv-side'].map((one) => document.querySelector(one).clientWidth)"
    log, column = screen.evaluate(widths)
    assert column - log < 10


LINES = """(words) => document.querySelector('#log').replaceChildren(...words.map((text, n) => {
  const line = document.createElement('li');
  line.className = n % 4 === 0 ? 'log-heading' : '';
  line.append(document.createElement('span'), Object.assign(document.createElement('span'), { textContent: text }));
  return line;
}))"""
CUT = """() => {
  const log = document.querySelector('#log').getBoundingClientRect();
  const lines = [...document.querySelectorAll('#log li')].map((one) => one.getBoundingClientRect());
  const seen = lines.filter((box) => box.left < log.right - 1);
  return [seen.length, seen.filter((box) => box.bottom > log.bottom + 1).length];
}"""


def test_the_log_shows_whole_lines_only(screen: Any) -> None:
    screen.evaluate(
        LINES, ["Zoë takes the ally back to the hand, and the meeting goes on. " * (n % 3 + 1) for n in range(40)]
    )
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        seen, cut = screen.evaluate(CUT)
        assert 1 <= seen < 40
        assert cut == 0, (width, height)


def test_the_typefaces_and_the_games_face_are_there(screen: Any) -> None:
    screen.evaluate("document.fonts.ready")
    loaded = screen.evaluate("[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family)")
    assert sorted(name.strip('"') for name in loaded) == ["Atkinson", "Fraunces"]
    assert screen.evaluate("document.documentElement.dataset.game") == "chess_deckbuilder"
    accent = screen.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')")
    assert accent == game_looks()["chess_deckbuilder"].light["accent"]


@pytest.mark.parametrize("path", ["/", "/join"])
def test_the_first_page_on_a_phone_is_light(chromium: Any, address: str, path: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    came: list[int] = []
    wire.on("Network.loadingFinished", lambda event: came.append(int(event["encodedDataLength"])))
    page.goto(f"{address}{path}")
    page.evaluate("document.fonts.ready")
    assert 40_000 < sum(came) <= 90_000
    context.close()
