"""A board in the browser: fields that are tapped, walked over by the keyboard, and read as a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.board_table import CHESS, BoardTable
from tests.web.on_phones import IN_A_BROWSER, Phones, wait_for
from tests.web.test_board_browser import board_of, board_scene, field, outlined, tap

pytestmark = IN_A_BROWSER


@pytest.fixture
def scene(chromium: Any) -> Iterator[Phones]:
    yield from board_scene(chromium)


def on_a_small_phone(scene: Phones) -> tuple[BoardTable, Any]:
    """The table and its first seat's page, once the seat has been kept."""
    table = board_of(scene)
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.click("#keep")
    return table, page


def test_a_field_with_one_option_answers_it_after_confirming(scene: Phones) -> None:
    table, page = on_a_small_phone(scene)
    tap(page, "d6")
    assert page.locator("#sheet [data-option]").count() == 1
    page.click('#sheet [data-option="move:archer:d6"]')
    wait_for(page, lambda: table.taps == ("move:archer:d6",))


def test_a_field_with_several_options_lets_choose(scene: Phones) -> None:
    table, page = on_a_small_phone(scene)
    tap(page, "d5")
    assert page.inner_text("#sheet-title") == "d5"
    page.click('#sheet [data-option="lay:axe:d5"]')
    wait_for(page, lambda: table.taps == ("lay:axe:d5",))


def test_a_field_on_which_nothing_is_allowed_says_why(scene: Phones) -> None:
    _, page = on_a_small_phone(scene)
    page.wait_for_selector('[data-field="f4"][data-state="no"]')
    assert "Not now: Too far" in field(page, "f4").get_attribute("aria-label")
    tap(page, "f4")
    page.wait_for_selector("#sheet[open]")
    assert "FLD-7" in page.inner_text("#sheet")
    assert page.locator("#sheet [data-option]").count() == 0


def test_a_piece_of_the_hand_shows_its_own_fields_and_the_rest_of_what_it_can_do(scene: Phones) -> None:
    table, page = on_a_small_phone(scene)
    archer = page.locator('#hand [data-piece="archer#1"]')
    archer.click()
    page.wait_for_selector('#hand [aria-pressed="true"]')
    assert outlined(page) == ["d5", "d6"]
    assert page.locator("#question [data-option]").evaluate_all("all => all.map((one) => one.dataset.option)") == [
        "pass:archer"
    ]
    page.locator('#hand [data-piece="berserker#1"]').click()
    page.wait_for_function("() => document.querySelectorAll('[data-field][data-state=ok]').length === 2")
    assert outlined(page) == ["d4", "d5"]
    page.locator('#hand [data-piece="berserker#1"]').click()
    page.click('#sheet [data-option="pass:axe"]')
    wait_for(page, lambda: table.taps == ("pass:axe",))
    assert page.locator('#hand [aria-pressed="true"]').count() == 0


def test_a_tap_on_a_small_field_is_confirmed(scene: Phones) -> None:
    table = board_of(scene)
    table.openly = True
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.wait_for_selector('[data-field="d6"][data-state="ok"]')
    said = page.locator("#question [data-option]").evaluate_all("all => all.map((one) => one.dataset.option)")
    assert said == ["stay"]  # what is on the board is not said twice
    assert page.inner_text(".field-said") == "One more choice below the board."
    tap(page, "d6")
    page.wait_for_selector('#sheet [data-option="to:d6"]')
    assert table.taps == ()  # the next field is a few millimetres away, and a move cannot be taken back by tapping
    page.click('#sheet [data-option="to:d6"]')
    wait_for(page, lambda: table.taps == ("to:d6",))


def test_a_question_that_is_not_about_the_board_stands_above_it(scene: Phones) -> None:
    table = board_of(scene)
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.wait_for_selector(".board-svg .cell")

    def tops() -> list[float]:
        return [page.locator(part).bounding_box()["y"] for part in ("#field", "#question")]

    assert tops() == sorted(tops())
    table.apart = True
    table.publish()
    page.wait_for_selector("#question [data-option='claim']")
    assert tops() != sorted(tops())
    table.apart = False
    table.publish()
    page.wait_for_selector("#question [data-option='claim']", state="detached")
    assert tops() == sorted(tops())


def test_the_keyboard_goes_from_field_to_field(scene: Phones) -> None:
    table = board_of(scene)
    table.openly = True
    page = scene.open("/seat", table.seat_token(0), (1280, 800))
    page.wait_for_selector('[data-field="d6"][data-state="ok"]')
    stops = page.locator('[data-field][tabindex="0"]').evaluate_all("all => all.map((one) => one.dataset.field)")
    assert stops == ["d5", "d6"]

    def at() -> str:
        name: str = page.evaluate("document.activeElement.dataset.field")
        return name

    field(page, "d5").focus()
    page.keyboard.press("Tab")
    assert at() == "d6"
    for key, name in (
        ("ArrowUp", "d5"),
        ("ArrowUp", "d4"),
        ("ArrowDown", "d5"),
        ("ArrowRight", "e4"),
        ("ArrowRight", "f4"),
    ):
        page.keyboard.press(key)
        assert at() == name
    for key in ("ArrowLeft",) * 9:
        page.keyboard.press(key)
    assert at() in ("c5", "c6")  # the edge holds
    field(page, "d5").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('#sheet [data-option="to:d5"]:focus')
    page.keyboard.press("Enter")
    wait_for(page, lambda: table.taps == ("to:d5",))


def test_a_reader_without_options_walks_over_the_board_from_one_stop(scene: Phones) -> None:
    board_of(scene, CHESS)
    page = scene.open("/table", None, (1280, 800))
    page.wait_for_selector(".board-svg .cell")
    stops = page.locator('[data-field][tabindex="0"]').evaluate_all("all => all.map((one) => one.dataset.field)")
    assert stops == ["a8"]
    field(page, "a8").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.field") == "a6"


def test_where_the_keyboard_is_survives_news(scene: Phones) -> None:
    table = board_of(scene)
    table.openly = True
    page = scene.open("/seat", table.seat_token(0), (1280, 800))
    page.wait_for_selector('[data-field="d6"][data-state="ok"]')
    field(page, "d6").focus()
    table.openly = False
    table.publish()
    page.wait_for_selector('[data-field="d6"][data-state="ok"]', state="detached")
    assert page.evaluate("document.activeElement.dataset.field") == "d6"


def test_as_a_list_everything_is_said_without_the_board(scene: Phones) -> None:
    table = board_of(scene)
    table.openly = True
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.get_by_role("button", name="As a list").click()
    page.wait_for_selector("#question [data-option='to:d5']")
    assert page.locator(".board-svg").count() == 0
    page.get_by_text("What is on the board").click()
    assert "e4: Light Cavalry, 3 high" in page.inner_text(".field-list")
    page.reload()
    page.click("#question [data-option='to:d5']")
    wait_for(page, lambda: table.taps == ("to:d5",))
    page.get_by_role("button", name="Show the board").click()
    page.wait_for_selector(".board-svg .cell")


def test_in_the_list_a_piece_of_the_hand_says_all_that_it_can_do(scene: Phones) -> None:
    _, page = on_a_small_phone(scene)
    page.get_by_role("button", name="As a list").click()
    page.locator('#hand [data-piece="archer#1"]').click()
    keys = page.locator("#sheet [data-option]").evaluate_all("all => all.map((one) => one.dataset.option)")
    assert keys == ["move:archer:d5", "move:archer:d6", "pass:archer"]
