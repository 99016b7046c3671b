"""Mats, notes and unshown cards in a real browser, with as many seats as a table can have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.web.mat_table import NAMES, OPEN_TEXT, SECRET_CARD, SECRET_LINE, SECRET_NOTE, MatTable
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, resize, wait_for
from tests.web.test_web_browser import scene_has
from web.pages.virtual.views import VirtualAct
from web.views import Packet

pytestmark = IN_A_BROWSER

SECRETS = (SECRET_NOTE, SECRET_LINE, SECRET_CARD)


@pytest.fixture
def scene(chromium: Any) -> Iterator[Phones]:
    with phones_at(MatTable(), chromium, has_touch=False) as found:
        yield found


def test_ten_mats_fill_the_table_screen_without_scrolling(scene: Phones) -> None:
    page = scene.open("/table", None, (1920, 1080))
    page.wait_for_selector(".mat")
    assert sorted(page.locator(".mat .seat-name").all_inner_texts()) == sorted(NAMES)
    for size in ((1920, 1080), (1366, 768)):
        resize(page, size)
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
        outside = page.evaluate(
            """() => [...document.querySelectorAll('.mat')].filter((mat) => {
              const box = mat.getBoundingClientRect();
              return [...mat.querySelectorAll('.card, .pips, .mat-notes li')].some((one) => {
                const inner = one.getBoundingClientRect();
                return inner.bottom > box.bottom + 1 || inner.right > box.right + 1 || box.bottom > innerHeight;
              });
            }).map((mat) => mat.getAttribute('aria-label'))"""
        )
        assert outside == []


def test_the_middle_has_room_for_its_cards_and_its_notes(scene: Phones) -> None:
    page = scene.open("/table", None, (1366, 768))
    page.wait_for_selector(".stage-mats .pile .card")
    parts = (".pile", ".stage-notes", ".stage-counts", ".pile .card")
    pile, notes, counts, card = (page.locator(f".stage-mats {part}").bounding_box() for part in parts)
    assert notes["y"] + notes["height"] <= counts["y"] + 1
    assert pile["x"] + pile["width"] <= min(notes["x"], counts["x"]) + 1  # the cards lie beside the words
    assert card["height"] > 100
    assert pile["y"] <= card["y"]
    assert card["y"] + card["height"] <= pile["y"] + pile["height"]


@pytest.mark.parametrize("path", ["/table", "/", "/rules"])
def test_a_player_who_looks_at_a_shared_page_shows_nothing_there(scene: Phones, path: str) -> None:
    page = scene.open(path, scene.table.seat_token(0), (1366, 768))
    page.wait_for_load_state("networkidle") if path == "/" else page.wait_for_selector(".mat, .part")
    assert [secret for secret in SECRETS if secret in page.content()] == []


def test_a_mat_shows_its_places_in_order_and_what_lies_on_top(scene: Phones) -> None:
    page = scene.open("/table", None, (1366, 768))
    mat = page.locator(".mat", has=page.get_by_text("Cara", exact=True))
    mat.wait_for()
    assert mat.locator(".mat-place").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))") == [
        "Left of Cara",
        "Over the right of Cara",
    ]
    assert mat.locator(".pips").get_attribute("aria-label") == "Life: 2 of 3"
    assert mat.locator(".pip-full").count() == 2
    assert mat.locator(".mat-held > span").get_attribute("aria-label") == "Hand of Cara: 2"  # no word of the empty pile


def test_notes_and_badges_stand_at_the_seat_that_they_are_about(scene: Phones) -> None:
    page = scene.open("/table", None, (1366, 768))
    mat = {name: page.locator(".mat", has=page.get_by_text(name, exact=True)) for name in ("Anna", "Ben", "Dan")}
    mat["Ben"].wait_for()
    assert mat["Ben"].locator(".mat-notes li").all_inner_texts() == ["Protected"]
    assert mat["Anna"].locator(".mat-notes li").count() == 0
    assert page.locator(".stage-notes li").all_inner_texts() == ["No coins"]
    assert (mat["Anna"].locator(".badge-turn").count(), mat["Dan"].locator(".badge-asked").count()) == (1, 1)
    assert mat["Ben"].locator(".badge-asked, .badge-turn").count() == 0


def test_a_card_on_the_table_can_be_read_by_keyboard(scene: Phones) -> None:
    page = scene.open("/table", None, (1366, 768))
    button = page.get_by_role("button", name="Open Agate, 7 Agate: read the card").first
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    assert OPEN_TEXT in page.inner_text("dialog .card-words")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Open Agate")


def test_what_only_a_seat_knows_is_in_its_page_only_while_it_is_shown(scene: Phones) -> None:
    page = scene.open("/seat", scene.table.seat_token(0))
    page.wait_for_selector("#knowledge:has-text('Hold to show')")
    assert [secret for secret in SECRETS if secret in page.content()] == []
    page.click("#keep")
    page.wait_for_selector("#knowledge h2")
    assert [secret for secret in SECRETS if secret not in page.content()] == []
    assert page.locator(".told-lines li").all_inner_texts() == [SECRET_LINE]
    assert page.locator(".seen-of dd").all_inner_texts() == ["a ruby"]
    page.get_by_role("button", name=f"{SECRET_CARD}, 3 Opal: read the card").click()
    page.wait_for_selector("dialog[open]")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.wait_for_selector("#knowledge:has-text('Hold to show')")
    assert [secret for secret in SECRETS if secret in page.content()] == []


def test_other_seats_are_told_nothing_of_it(scene: Phones) -> None:
    page = scene.open("/seat", scene.table.seat_token(1))
    page.click("#keep")
    page.wait_for_selector("#hand .card-back")
    assert [secret for secret in SECRETS if secret in page.content()] == []
    page.click("#reminders summary")
    assert page.locator("#reminders li").first.inner_text().startswith("Ben is protected until his next turn.")
    assert page.locator("#reminders a").get_attribute("href") == "/rules#GEM-1"


def test_many_unshown_cards_are_folded_sorted_and_found_by_typing(scene: Phones) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    page = scene.open("/seat", table.seat_token(0))
    page.click("#keep")
    page.wait_for_selector("[data-option='gem:?']")
    assert not page.locator(".card-kinds").is_visible()
    page.get_by_text("Say which of your cards it is").click()
    kinds = page.locator(".card-kinds section")
    assert kinds.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))") == [
        "Ruby",
        "Sapphire",
        "Emerald",
    ]
    page.get_by_label("Find a card").fill("sapphire 1")
    shown = page.locator(".card-kinds .card-button:visible")
    assert shown.evaluate_all("all => all.map((one) => one.dataset.piece)") == [
        "Sapphire-1",
        "Sapphire-10",
        "Sapphire-13",
    ]
    page.get_by_label("Find a card").fill("emerald 2")
    assert "No emeralds now" in shown.inner_text()
    page.get_by_label("Find a card").fill("")
    page.locator("[data-piece='Ruby-3']").click()
    page.locator("#sheet [data-option='gem:3']").click()
    page.wait_for_selector("#sheet", state="hidden")
    wait_for(page, lambda: table.taps == ("gem:3",))


def test_what_several_choose_at_once_is_hidden_and_lots_can_be_drawn(scene: Phones) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    table.asks_openly = True
    page = scene.open("/seat", table.seat_token(3))
    page.wait_for_selector("#question:has-text('Each of you chooses')")
    assert page.locator("[data-option^='say:']").count() == 0
    page.click("#keep")
    page.wait_for_selector("[data-option='say:2']")
    page.get_by_role("button", name="Let the companion draw").click()
    wait_for(page, lambda: table.taps == ("lots",))


def test_what_was_noted_is_told_over_a_pause_until_the_table_moves_on(scene: Phones) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    table.asks_openly = table.notes_only = True
    page = scene.open("/seat", table.seat_token(3))
    page.click("#keep")
    page.click("[data-option='say:1']")
    page.wait_for_selector("#banner:has-text('Noted.')")
    table.paused = True
    table.version -= 1  # a pause is no entry: the version stays
    table.publish()
    page.wait_for_selector("text=The game is paused.")
    assert page.locator("#banner:has-text('Noted.')").count() == 1
    table.paused = False
    table.publish()
    page.wait_for_selector("#banner:has-text('Noted.')", state="detached")


def test_a_deal_on_the_virtual_table_is_one_tap_and_can_still_be_said(scene: Phones) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    table.deals = True
    page = scene.open("/seat", table.seat_token(0))
    held: list[Any] = []
    page.route(
        "**/api/virtual", lambda asked: held.append(asked) if asked.request.method == "POST" else asked.continue_()
    )
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("#question >> text=The table is dealing…")
    held.pop().continue_()
    scene_has(page, scene, 1)
    assert ([move.act for move in table.moves], table.taps) == ([VirtualAct.DEAL], ())
    said = page.get_by_text("They are dealt unseen")
    assert not said.is_visible()
    page.get_by_text("Already done by hand?").click()
    said.click()
    page.wait_for_function("() => !document.querySelector('#question [disabled]')")
    assert (len(table.moves), table.taps) == (1, ("dealt",))


def test_what_the_program_deals_by_itself_is_told_and_asks_for_no_tap(
    scene: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    table.deals = True
    plain = table._packet

    def packet(seat: int | None) -> Packet:
        made = plain(seat)
        assert made.question is not None
        return replace(made, question=replace(made.question, by_itself=True))

    monkeypatch.setattr(table, "_packet", packet)
    for path, size in (("/seat", (390, 844)), ("/virtual", (1366, 768))):
        page = scene.open(path, table.seat_token(0), size)
        page.wait_for_selector("#question >> text=The table is dealing…")
        assert not page.is_visible("[data-key=serve]")


def test_while_the_virtual_table_deals_nothing_can_be_tapped(scene: Phones) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    table.deals = True
    page = scene.open("/seat", table.seat_token(0))
    held: list[Any] = []
    page.route(
        "**/api/virtual", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    deal = page.get_by_role("button", name="Deal the cards")
    deal.click()
    wait_for(page, lambda: len(held) == 1)
    assert deal.is_disabled()
    page.get_by_text("Already done by hand?").click()
    assert page.get_by_text("They are dealt unseen").is_disabled()
    held[0].continue_()
    page.wait_for_function("() => !document.querySelector('#question [disabled]')")
    assert [move.act for move in table.moves] == [VirtualAct.DEAL]


def test_many_reasons_why_not_are_folded(scene: Phones) -> None:
    assert isinstance(scene.table, MatTable)
    scene.table.asks_for_cards = False
    page = scene.open("/seat", scene.table.seat_token(0))
    page.click("#keep")
    page.wait_for_selector("[data-option='say:0']")
    assert not page.locator("[data-option='say:4']").is_visible()
    page.get_by_text("Why not the others (9)").click()
    page.click("[data-option='say:4']")
    assert "GEM-4" in page.inner_text("#sheet")


def seconds_left(page: Any) -> int:
    return int(page.locator(".countdown").inner_text().removesuffix(" s"))


def has_less(page: Any, than: int) -> bool:
    return seconds_left(page) < than


def test_a_running_clock_is_on_both_pages(scene: Phones) -> None:
    assert isinstance(scene.table, MatTable)
    scene.table.closes_in_s = 30
    for page in (scene.open("/table", None, (1366, 768)), scene.open("/seat", scene.table.seat_token(3))):
        page.wait_for_selector(".countdown:visible")
        first = seconds_left(page)
        assert 20 <= first <= 30
        wait_for(page, partial(has_less, page, first))


def test_the_time_that_runs_takes_away_nothing_that_somebody_types(scene: Phones) -> None:
    table = scene.table
    assert isinstance(table, MatTable)
    table.closes_in_s = 30
    page = scene.open("/seat", table.seat_token(0))
    page.click("#keep")
    page.get_by_text("Say which of your cards it is").click()
    page.get_by_label("Find a card").fill("sapphire 1")
    table.closes_in_s = 12
    table.publish()
    wait_for(page, partial(has_less, page, 13))
    assert page.get_by_label("Find a card").input_value() == "sapphire 1"


def test_a_store_of_many_cards_is_drawn_small_and_can_be_read(scene: Phones) -> None:
    page = scene.open("/table", None, (1366, 768))
    mat = page.locator(".mat", has=page.get_by_text("Eve", exact=True))
    mat.wait_for()
    assert mat.locator(".mat-beside").count() == 0
    store = mat.get_by_role("group", name="Store of Eve")
    assert store.get_by_role("button").count() == 8
    assert page.get_by_role("group", name="Store of").count() == 1  # an empty one takes no room
    assert "[object" not in page.inner_text("body")
    box, around = store.bounding_box(), mat.bounding_box()
    assert box["x"] + box["width"] <= around["x"] + around["width"]


@pytest.mark.parametrize("path", ["/seat", "/table"])
def test_nothing_of_ten_mats_sticks_out_of_a_phone(scene: Phones, path: str) -> None:
    page = scene.open(path, scene.table.seat_token(0), (320, 640))
    if path == "/seat":
        page.click("#keep")
    page.wait_for_selector(".mat")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, summary, input')]
          .filter((node) => node.offsetParent && node.id !== 'photo' && node.getBoundingClientRect().height < 43.5)
          .map((node) => node.outerHTML.slice(0, 80))"""
    )
    assert small == []
