"""Four people play their own cards on phones before a TV: anybody acts, hands stay secret, what can be done with a
thing is said once, equal cards are one tile, and what owners write is text and no markup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from rules import games
from tests.evenings.room import picture
from tests.evenings.test_gathering import NAMES, Evening, gathered
from tests.games.open_table._table import PLAIN
from tests.games.open_table.test_own_table import MANIFEST, SLUG
from tests.web.on_phones import IN_A_BROWSER
from vision import Art, card_image, small_picture

pytestmark = IN_A_BROWSER
CARD = "<b>Red</b>"
PICTURE = "0123456789abcdef0123456789abcdef.webp"


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    made = tmp_path / "games" / SLUG
    made.mkdir(parents=True)
    (made / "game.toml").write_text(MANIFEST, "utf-8")
    cards = PLAIN.partition('cards = """\n')[2].partition('"""')[0]
    table = PLAIN.replace(cards, f"{CARD},12,Grow.,,Cold,{PICTURE}\n").replace("format = 1", "format = 1\ndeal = 2")
    (made / "table.toml").write_text(table, "utf-8")
    (made / "pictures").mkdir()
    drawn = cv2.imencode(".png", card_image(None, Art("Wolf", "W", (90, 180, 230), "star"), 8))[1].tobytes()
    (made / "pictures" / PICTURE).write_bytes(small_picture(drawn))
    yield from gathered(chromium, tmp_path, ("table.game", SLUG), ("play.pace", "instant"))
    games.look_in(None)


def shown(page: Any) -> int:
    """How many cards show their picture."""
    return int(
        page.evaluate(
            "() => [...document.querySelectorAll('img.card-picture')].filter((one) => one.naturalWidth).length"
        )
    )


def test_anybody_lays_a_card_and_the_tv_shows_it_as_it_is_written(evening: Evening) -> None:
    for name, path in zip(NAMES, ("/", "/join", "/join", "/join"), strict=True):
        evening.sits(name, path)
    evening.people[0].tap("text=4 people: start")
    evening.everybody_sees("#lobby", gone=True)
    third, other = evening.people[2].page, evening.people[1].page
    for page in (third, other):
        page.wait_for_selector("#question .eyebrow:has-text('At any time')")
    assert "Red" not in third.inner_text("body"), "the hand is hidden"
    ways = third.locator("#question .ways[aria-label='From Stock'] button")
    assert ways.all_inner_texts() == ["Draw a card", "Draw to Mine", "Turn up: Middle", "Turn up: Heap"]
    assert third.locator("#question .tile-count").count() == 0, "nothing of the hand"
    third.click("text=Keep open")
    assert third.inner_text("#hand .card-button .tile-count") == "×2"
    third.wait_for_function("() => document.querySelector('#hand img.card-picture').naturalWidth > 0")
    assert (shown(other), shown(evening.tv)) == (0, 0), "only whoever holds it sees its picture"
    third.click(".card-button[data-state=ok]")
    picture("cards-phone", third)
    giving = third.locator("#sheet .ways[aria-label='Give it to'] button")
    assert giving.all_inner_texts() == ["Ada", "Ben", "Zoë"]
    third.click("#sheet .ways[aria-label='Move it to'] button:text-is('Middle')")
    evening.tv.wait_for_selector(f".stage :text('{CARD}')")
    evening.tv.wait_for_selector(f".stage img.card-picture[alt*='{CARD}']")
    assert evening.tv.query_selector(".stage .card b:text-is('Red')") is None
    picture("cards-tv", evening.tv)
    other.wait_for_selector(f"#question .card-button[aria-label*='{CARD}']")
    assert not other.query_selector(".badge-asked"), "nobody is waited for"
    other.click("summary:has-text('End the match')")
    other.click("#question [data-option='end']")
    other.click("#sheet [data-option='end']")
    evening.people[3].page.click("#question button:has-text('Cem')")
    evening.everybody_sees(".result h2:has-text('Won by Cem')")
