"""What a group decides is decided by one tap: the question says so, and the tap can be taken back for a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.entries import Header
from rules.engine.match import Match
from rules.games import game
from tests.games.asking import do
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at
from tests.web.told_table import ToldTable
from web.views import OptionView, Packet, Reply, Session

pytestmark = IN_A_BROWSER

STAY = OptionView(key="stay", label="Stay here")
ON = OptionView(key="on", label="Go on")


@pytest.fixture
def answered(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was answered to a question that any of two seats may answer for both."""
    keys: list[str] = []
    plain = phones.table._packet

    def packet(seat: int | None) -> Packet:
        made = plain(seat)
        assert made.question is not None
        asked = replace(made.question, text="Stay, or go on?", seats=(0, 1), yours=True, open=True, options=(STAY, ON))
        return replace(made, question=asked)

    def answer(session: Session, key: str, version: int, request: str) -> Reply:
        keys.append(key)
        return Reply(True, "", version)

    monkeypatch.setattr(phones.table, "_packet", packet)
    monkeypatch.setattr(phones.table, "answer", answer)
    return keys


def tap(page: Any, key: str) -> None:
    page.click(f'#question [data-option="{key}"]')
    page.wait_for_selector("#played >> text=This counts for all of you.")


def test_a_tap_for_all_is_named_so_and_can_be_taken_back(phones: Phones, answered: list[str]) -> None:
    page = phones.open("/seat", phones.table.seat_token(0))
    page.wait_for_selector("#question >> text=Talk about it: whoever taps decides for all of you.")
    tap(page, "on")
    page.click("#played [data-key=undo]")
    page.wait_for_selector("#played", state="hidden")
    assert answered == []
    assert page.get_attribute("#hand", "data-open") == "no"  # a choice without a card shows none
    tap(page, "stay")
    with page.expect_response("**/api/answer"):
        page.click('#played [data-option="stay"]')
    assert answered == ["stay"]


def test_of_few_cards_a_group_reads_what_each_says_before_it_chooses(chromium: Any) -> None:
    chain_mail = game("chain_mail")
    match = Match(chain_mail, Header(chain_mail.slug, 4, chain_mail.check_settings({})))
    with phones_at(ToldTable(match), chromium) as found:
        page = found.open("/seat", found.table.seat_token(0))
        page.wait_for_selector(".card-rows li >> nth=3")
        for row in page.locator(".card-rows li").all():
            assert len(row.locator("p").inner_text().split()) > 8
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_plays_alone_beside_bots_decides_at_once(phones: Phones, answered: list[str]) -> None:
    phones.table.players[1] = replace(phones.table.players[1], joined=False, bot=True)
    page = phones.open("/seat", phones.table.seat_token(0))
    with page.expect_response("**/api/answer"):
        page.click('#question [data-option="on"]')
    assert not page.is_visible("text=Talk about it")
    assert answered == ["on"]


def test_who_has_chosen_beside_others_is_told_so(chromium: Any) -> None:
    match = Match(game("score_sheet"), Header("score_sheet", 3))
    with phones_at(ToldTable(match), chromium) as found:
        page = found.open("/seat", found.table.seat_token(0))
        page.wait_for_selector("#question .number-form")
        do(match, 0, "7")
        found.table.publish()
        page.wait_for_selector("#question >> text=You have chosen: 7. The others have not all done so.")
        assert page.locator("#question .asked .seat-mark").all_inner_texts() == ["Ben", "Clara"]
