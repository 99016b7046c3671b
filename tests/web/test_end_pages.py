"""The end of every game, on every screen: who won, how the scores are and what can be done next is in view at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.kit.laws.playing import played
from rules import games
from rules.engine.match import Match
from tests.laws.playing import script_of
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, resize
from tests.web.told_table import ToldTable

pytestmark = IN_A_BROWSER

SCREENS = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
PHONES = ((320, 640), (390, 844), (768, 1024))
OUT_OF_VIEW = """() => [...document.querySelectorAll('.result h2, .result li, .result-next')].filter((node) => {
  const box = node.getBoundingClientRect();
  const whole = box.height > 8 && box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !whole || !(node.contains(middle) || middle.contains(node));
}).map((node) => node.textContent)"""
CASES = [(slug, seats) for slug in games.slugs() for seats in sorted({*games.game(slug).seats} & {1, 2, 4, 10})]


@cache
def finished(slug: str, seats: int) -> Match:
    """A match at its end."""
    return played(script_of(slug, seats, seed=3))


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def phones(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Phones]:
    """Screens and phones at a table where this game has just ended."""
    table = ToldTable(finished(*request.param))
    with phones_at(table, chromium) as found:
        yield found


def test_winner_scores_and_next_step_are_in_view(phones: Phones) -> None:
    """Without movement, which at each size would be waited for."""
    page = phones.open("/table", viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page.wait_for_selector(".result")
    table = phones.table
    assert isinstance(table, ToldTable)
    assert table.match.state.result is not None
    assert page.locator(".result li").count() == len(table.match.state.result.lines)
    found = {}
    for size in SCREENS:
        resize(page, size)
        if hidden := page.evaluate(OUT_OF_VIEW):
            found[size] = hidden
    page = phones.open("/seat", table.seat_token(0), reduced_motion="reduce")
    page.wait_for_selector(".result")
    for size in PHONES:
        resize(page, size)
        if hidden := page.evaluate(OUT_OF_VIEW):
            found[size] = hidden
    assert found == {}
