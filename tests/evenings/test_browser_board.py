"""A coin laid by tapping a hex on a phone: the table screen draws it, and what is left in the hand stays there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.config import Autoplay
from companion.service import Service
from rules.engine.types import PUBLIC
from rules.games import game
from tests.evenings.table import evening_config, wait_until
from tests.evenings.test_browser import ARGS, CHROMIUM, Looker, Room, playwright_api, shoot

PHONE = (360, 640)
TELEVISION = (1920, 1080)
SEED = 3
SERVE = """() => {
  const button = document.querySelector('#question [data-key="serve"]:enabled');
  button?.click();
  return button !== null;
}"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no browser at /usr/bin/chromium"),
]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    config = evening_config(tmp_path, 2, SEED, autoplay=Autoplay.FILL)
    service = Service(replace(config, table=replace(config.table, game="war_chest")), game("war_chest"))
    service.start()
    with playwright_api.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        found = Room(service, chromium)
        yield found
        chromium.close()
    service.stop()


def until_my_turn(room: Room, phone: Any) -> None:
    """Whatever hands have to do until the first seat uses a coin is done with the buttons of the phone."""

    served = -1

    def asked() -> bool:
        nonlocal served
        if room.asks("turn") and phone.locator("#question .eyebrow >> text=Your turn").count():
            return True
        version = room.version()
        if version != served and phone.evaluate(SERVE):
            served = version
        phone.wait_for_timeout(100)
        return False

    wait_until(asked, deadline_s=90.0, what="the first turn of the first seat")


def asks_me(room: Room) -> bool:
    question = room.service.publisher.packet(PUBLIC).question
    return question is not None and (question.kind, question.seats) == ("turn", (0,))


def packets(looker: Looker) -> list[dict[str, Any]]:
    """Every packet that ever reached this browser."""
    heard = [json.loads(text) for text in looker.heard if text.startswith("{")]
    return [p for p in (one.get("packet", one) for one in heard) if p and "piles" in p]


def test_a_coin_is_deployed_by_tapping_a_hex(room: Room) -> None:
    mine, public = room.looker(PHONE), room.looker(TELEVISION, "dark")
    phone = mine.join(room.service.seating.code, "Ada", 0)
    screen = public.open("/table")
    until_my_turn(room, phone)
    assert phone.locator('[data-field][data-state="ok"]').count() == 0  # the hand is hidden, and what it can do with it
    phone.click("#keep")
    phone.wait_for_selector('[data-field][data-state="ok"]')
    shoot(phone, "board-phone")
    coin = phone.locator('#hand [aria-pressed="false"]').first
    title = coin.locator(".coin-name").inner_text()
    coin.click()
    target = phone.locator('[data-field][data-state="ok"]').first
    cell = target.get_attribute("data-field")
    target.locator(".cell-face").click(force=True)
    phone.click('#sheet [data-option^="deploy:"]')
    for page in (phone, screen):
        page.wait_for_selector(f'[data-field="{cell}"][aria-label*="{title}"] .stack')
    shoot(screen, "board-table")
    assert "Wolf" in screen.locator(f'[data-field="{cell}"]').get_attribute("aria-label")

    wait_until(lambda: asks_me(room), deadline_s=60.0, what="the other's move, and the first seat's next turn")
    seen = packets(public)
    assert any(pile["key"] == "hand/0" and pile["count"] for packet in seen for pile in packet["piles"])
    for packet in seen:
        held = [card for pile in packet["piles"] if pile["key"].startswith("hand/") for card in pile["cards"]]
        assert all(card["face"] is None for card in held)
        assert packet["question"] is None or packet["question"]["options"] == []
    said = [text for looker in room.lookers for text in looker.said]
    assert [text for text in said if "409" not in text] == []  # the program may have dealt just before the button did
