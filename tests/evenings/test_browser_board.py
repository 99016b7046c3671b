"""A coin laid by tapping a hex on a phone: the table screen draws it, and what is left in the hand stays there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.service.building import build
from companion.settings.config import Autoplay
from rules.engine.types import PUBLIC
from rules.games import game
from tests.evenings.table import evening_config, wait_until
from tests.evenings.test_browser import Looker, Room, shoot
from tests.web.on_phones import IN_A_BROWSER

PHONE = (360, 640)
TELEVISION = (1920, 1080)
SEED = 3
SERVE = """() => {
  const button = document.querySelector('#question [data-key="serve"]:enabled');
  button?.click();
  return button !== null;
}"""

LOTS = """() => document.querySelector('#question [data-option="lots"]')?.click()"""
OFFERED = 8  # cards before the first pick of two
PICKS = '#question [data-piece^="card_"]'

pytestmark = IN_A_BROWSER


@pytest.fixture
def room(chromium: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Room]:
    """A table for two with the options given, or with none; then bots fill the empty seat."""
    options = getattr(request, "param", None)
    autoplay = Autoplay.FILL if options is None else Autoplay.OFF
    config = evening_config(tmp_path, 2, SEED, autoplay=autoplay, options=options or {})
    service = build(replace(config, table=replace(config.table, game="war_chest")), game("war_chest"))
    service.start()
    yield Room(service, chromium)
    for context in chromium.contexts:
        context.close()
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
    phone = mine.join(room.service.joining.code, "Ada", 0)
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


@pytest.mark.parametrize("room", [{"armies": "draft"}], indirect=True)
def test_a_draft_is_turned_up_and_picked_on_the_phones(room: Room) -> None:
    """Nobody but the two plays: the phones turn the cards up, and what is on offer stands open before whoever picks."""
    phones = [
        room.looker(PHONE).join(room.service.joining.code, name, seat) for seat, name in enumerate(("Ada", "Ben"))
    ]

    def picking() -> bool:
        """A page may be behind the table, which then takes no notice of its button: so it is pressed until all lies."""
        if room.asks("flip_draft"):
            phones[0].evaluate(LOTS)
        elif room.asks("offer_card"):
            any(phone.evaluate(SERVE) for phone in phones)
        phones[0].wait_for_timeout(50)
        return room.asks("pick_unit") and any(phone.locator(PICKS).count() == OFFERED for phone in phones)

    wait_until(picking, deadline_s=60.0, what="the first pick")
    phone = next(phone for phone in phones if phone.locator(PICKS).count() == OFFERED)
    assert all(phone.locator(PICKS).nth(n).is_visible() for n in range(OFFERED))
    version = room.version()
    phone.locator(PICKS).first.click()
    phone.locator("#played [data-option]").first.click()
    wait_until(lambda: room.has_moved_on(version), what="the pick is noted")
