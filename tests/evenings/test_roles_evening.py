"""Five people find a wolf, each on the own phone, before a TV with a voice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.room import picture
from tests.evenings.test_gathering import NAMES, Evening, gathered
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(
        chromium,
        tmp_path,
        ("table.game", "roles"),
        ("table.players", "5"),
        ("play.pace", "instant"),
        ("play.options.script", "wolves"),
    )


def tapped(evening: Evening, *what: str) -> None:
    """Everybody who is asked shows their hand, and taps one of these: the first that there is."""
    for person in evening.people:
        page = person.page
        page.wait_for_selector("#question .question")
        if page.get_attribute("#keep", "aria-pressed") == "false":
            page.click("#keep")
        found = next(one for one in what if page.locator(f"#question button:has-text('{one}')").count())
        page.click(f"#question button:has-text('{found}')")


def test_five_phones_look_at_their_roles_and_play_a_night_and_a_day(evening: Evening) -> None:
    for name, path in zip((*NAMES, "Eda"), ("/", "/join", "/join", "/join", "/join"), strict=True):
        evening.sits(name, path)
    evening.people[0].tap("text=5 people: start")
    evening.everybody_sees("#lobby", gone=True)
    first = evening.people[0].page
    first.wait_for_selector("#question button:has-text('I know')")
    picture("roles-phone-0", first)
    picture("roles-tv-0", evening.tv)
    tapped(evening, "I know")
    first.wait_for_selector("#question :text('Wolf, wake up'), #question .question")
    picture("roles-phone-night", first)
    picture("roles-tv-night", evening.tv)
    said = evening.tv.inner_text("body")
    assert not any(role in said for role in ("You learn", "cannot get in there tonight", "has to leave the valley"))
    for _ in range(3):  # the lamplighter, the herbalist, the wolf: all tap each time
        tapped(evening, NAMES[3], NAMES[2])
    evening.tv.wait_for_selector("text=In the market place")
    picture("roles-tv-day", evening.tv)
    picture("roles-phone-day", evening.people[1].page)
