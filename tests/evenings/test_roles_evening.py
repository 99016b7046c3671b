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
    yield from gathered(chromium, tmp_path, ("table.game", "roles"), ("table.players", "5"), ("play.pace", "instant"))


def test_five_phones_look_at_their_roles_and_play_a_night_and_a_day(evening: Evening) -> None:
    for name, path in zip((*NAMES, "Eda"), ("/", "/join", "/join", "/join", "/join"), strict=True):
        evening.sits(name, path)
    evening.people[0].tap("text=5 people: start")
    evening.everybody_sees("#lobby", gone=True)
    first = evening.people[0].page
    first.wait_for_selector("#question button:has-text('I know')")
    picture("roles-phone-0", first)
    picture("roles-tv-0", evening.tv)
