"""Five people find a wolf, each on the own phone, before a TV with a voice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rules.engine.types import PUBLIC, Seat
from tests.evenings.room import picture
from tests.evenings.table import wait_until
from tests.evenings.test_gathering import NAMES, Evening, gathered
from tests.web.on_phones import IN_A_BROWSER
from web.views import QuestionView

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


def has_answered(evening: Evening, seat: int, asked: QuestionView) -> bool:
    """Whether a seat is not asked this any more."""
    question = evening.table.at(1).publisher.packet(Seat(seat)).question
    return question is None or not question.yours or question.text != asked.text


def answers(evening: Evening) -> bool:
    """Everybody who is asked shows their hand and taps the first that there is; whether anybody was."""
    publisher, asked = evening.table.at(1).publisher, False
    for seat, person in enumerate(evening.people):
        question = publisher.packet(Seat(seat)).question
        if question is None or not question.yours or seat not in question.seats:
            continue
        asked, label = True, question.options[0].label
        person.page.wait_for_selector(f'#now :text("{question.public or question.text}")')
        if person.page.get_attribute("#keep", "aria-pressed") == "false":
            person.page.click("#keep")
        person.page.wait_for_selector(f'#now :text("{question.text}")')
        person.page.click(f'#question button:has-text("{label}")')
        wait_until(partial(has_answered, evening, seat, question), what="the answer of one of the seats")
    return asked


def test_five_phones_find_the_wolf_or_do_not(evening: Evening) -> None:
    for name, path in zip((*NAMES, "Eda"), ("/", "/join", "/join", "/join", "/join"), strict=True):
        evening.sits(name, path)
    evening.people[0].tap("text=5 people: start")
    evening.everybody_sees("#lobby", gone=True)
    first = evening.people[0].page
    first.wait_for_selector("#question button:has-text('I know')")
    picture("roles-tv-0", evening.tv)
    assert answers(evening)
    first.wait_for_selector("#now :text('The lamplighter')")
    picture("roles-phone-night", first)
    first.click("#keep")
    first.wait_for_selector("#now :text-is('The lamplighter')", state="attached")
    seen = first.text_content("body")
    assert not any(asked in seen for asked in ("suspect", "You learn")), "a hand that is hidden hides who is called"
    picture("roles-tv-night", evening.tv)
    said = evening.tv.inner_text("body")
    assert "suspect" not in said
    assert not any(asked in said for asked in ("You learn", "cannot get in there tonight", "has to leave the valley"))
    for _ in range(3):  # the lamplighter, the herbalist, the wolf: all tap each time
        assert answers(evening)
    evening.tv.wait_for_selector("text=In the market place")
    picture("roles-tv-day", evening.tv)
    picture("roles-phone-day", evening.people[1].page)
    while evening.table.at(1).publisher.packet(PUBLIC).result is None:
        assert answers(evening)
    evening.everybody_sees(".result h2")
    picture("roles-tv-end", evening.tv)
    picture("roles-phone-end", first)
