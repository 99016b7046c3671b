"""Dice on the screens: tumbling, dialled and rolled, and what the dial has come to, on every page alike."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, recolour
from web.views import DialledView, DiceView, DieAsked

pytestmark = IN_A_BROWSER

TV: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False}


def picture(name: str, page: Any) -> None:
    """Keeps a picture for people to look at, when they want some."""
    if folder := os.environ.get("COMPANION_PICTURES"):
        Path(folder, f"{name}.png").write_bytes(page.screenshot())  # given a path, the driver leaves threads behind


def words(page: Any) -> str:
    return str(page.inner_text("#dice")).replace("\n", " ")


def show(table: FakeTable, dice: DiceView | None, dialled: DialledView | None = None) -> None:
    table.dice, table.dialled = dice, dialled
    table.publish()


def test_a_roll_on_the_table_screen_and_on_phones(phones: Phones) -> None:
    table = phones.table
    screen, phone = phones.open("/table", **TV), phones.seat(1)
    for page in (screen, phone):
        page.wait_for_selector("#dice", state="hidden")
    show(table, DiceView("tumbling", (DieAsked(6), DieAsked(12))))
    for page in (screen, phone):
        page.wait_for_selector("#dice:has-text('Rolling')")
        assert page.locator("#dice .die").count() == 2
    picture("dice-tumbling", screen)
    show(table, DiceView("dialled", (DieAsked(6, 3), DieAsked(12)), 1))
    for page in (screen, phone):
        page.wait_for_selector("#dice:has-text('Dialled so far')")
        assert page.locator("#dice .die[data-face='3'] .pip").count() == 3
        assert page.locator("#dice .die[data-current]").get_attribute("data-sides") == "other"
        assert "It counts when the dial is pushed." in words(page)
    picture("dice-dialled", screen)
    show(table, DiceView("rolled", (DieAsked(6, 6), DieAsked(12, 11))))
    for page in (screen, phone):
        page.wait_for_selector("#dice [data-stage=rolled]")
        assert page.locator("#dice .die[data-face='6'] .pip").count() == 6
        assert page.inner_text("#dice .die[data-face='11'] b") == "11"
        assert ": 6, 11" in page.text_content("#dice"), "read aloud by a screen reader"
    picture("dice-rolled", screen)
    picture("dice-rolled-phone", phone)
    show(table, None)
    for page in (screen, phone):
        page.wait_for_selector("#dice", state="hidden")


def test_what_the_dial_has_come_to(phones: Phones) -> None:
    screen, phone = phones.open("/table", **TV), phones.seat(1)
    show(phones.table, None, DialledView("Ben", 2, 4))
    for page in (screen, phone):
        page.wait_for_selector("#dice:has-text('Ben')")
        assert "Dialled: 2 of 4" in words(page)
        assert "It counts when the dial is pushed." in words(page)
    picture("dice-choice", screen)
    picture("dice-choice-phone", phone)


def test_dice_have_room_on_a_small_phone(phones: Phones) -> None:
    page = phones.seat(1, viewport={"width": 320, "height": 640})
    show(phones.table, DiceView("rolled", tuple(DieAsked(6, n % 6 + 1) for n in range(8))))
    page.wait_for_selector("#dice [data-stage=rolled]")
    for scheme in ("light", "dark"):
        recolour(page, scheme)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        picture(f"dice-small-{scheme}", page)


def test_nothing_moves_for_whoever_wants_no_motion(phones: Phones) -> None:
    page = phones.seat(1, reduced_motion="reduce")
    show(phones.table, DiceView("tumbling", (DieAsked(6),)))
    page.wait_for_selector("#dice:has-text('Rolling')")
    assert page.evaluate("getComputedStyle(document.querySelector('#dice .die')).animationName") == "none"
