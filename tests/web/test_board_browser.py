"""Boards of hexes and squares in a real browser: drawing, taps, keys, and what stays secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.mat import HexGrid, SquareGrid
from tests.web.board_table import CHESS, HIDDEN, LARGE, SECRET, SIDES, SMALL, BoardTable
from tests.web.fake_shelf import lobby
from tests.web.fake_table import PIN
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at
from tests.web.test_web_browser import scene_has
from web.door.files import address
from web.pages.virtual.views import VirtualAct
from web.views import Joined, Role, Session

pytestmark = IN_A_BROWSER

SHAPES = address("shared/shapes.svg")
SCREENS = ((1280, 800), (1920, 1080), (3840, 2160))
LINES = """all => all.map((one) => ['dt', 'dd'].map((part) => one.querySelector(part).innerText))
  .map((texts) => texts.map((text) => text.replace(/\\s+/g, ' ')))"""
LIGHT = """names => names.flatMap((name) => ['.coin', '.stack use'].map((part) => `[data-field="${name}"] ${part}`))
  .map((part) => getComputedStyle(document.querySelector(part)))
  .map((style, n) => (n % 2 ? style.color : style.fill).match(/[0-9.]+/g).map(Number))
  .map(([red, green, blue]) => 0.299 * red + 0.587 * green + 0.114 * blue)"""
STICKING_OUT = """() => [...document.querySelectorAll('.plate, .plate dd > *, .board-svg, .beside dd > *')]
.filter((node) => {
  const box = node.getBoundingClientRect();
  const around = (node.closest('.plate') || node.closest('.stage')).getBoundingClientRect();
  return box.bottom > Math.min(innerHeight, around.bottom + 1) || box.right > around.right + 1;
}).map((node) => node.outerHTML.slice(0, 90))"""
TOO_SMALL = """() => [...document.querySelectorAll('button, summary')]
  .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
  .map((node) => node.outerHTML.slice(0, 80))"""
GRIDS: dict[str, tuple[HexGrid | SquareGrid, int]] = {"small": (SMALL, 2), "large": (LARGE, 4), "chess": (CHESS, 2)}


def board_scene(chromium: Any) -> Iterator[Phones]:
    """A table with a board, and a browser."""
    with phones_at(BoardTable(camera=None), chromium, has_touch=False) as found:
        yield found


@pytest.fixture
def scene(chromium: Any) -> Iterator[Phones]:
    yield from board_scene(chromium)


def board_of(scene: Phones, grid: HexGrid | SquareGrid = SMALL, seats: int = 2) -> BoardTable:
    """The table, with that board."""
    assert isinstance(scene.table, BoardTable)
    scene.table.grid, scene.table.seats = grid, seats
    return scene.table


def field(page: Any, name: str) -> Any:
    return page.locator(f'[data-field="{name}"]')


def tap(page: Any, name: str) -> None:
    """A tap on the middle of a field, when it is drawn: after an answer the board is, once more."""
    field(page, name).locator(".cell-face").wait_for(state="visible")
    field(page, name).locator(".cell-face").click(force=True)


def outlined(page: Any) -> list[str]:
    """The fields on which something can be done, in the order in which Tab finds them."""
    names: list[str] = page.locator('[data-field][data-state="ok"]').evaluate_all(
        "all => all.map((one) => one.dataset.field)"
    )
    return names


@pytest.mark.parametrize("board", GRIDS)
def test_every_field_is_drawn_once_and_says_what_lies_there(scene: Phones, board: str) -> None:
    grid, seats = GRIDS[board]
    board_of(scene, grid, seats)
    page = scene.open("/table", None, (1920, 1080))
    page.wait_for_selector(".board-svg .cell")
    names = page.locator("[data-field]").evaluate_all("all => all.map((one) => one.dataset.field)")
    assert sorted(names) == sorted(grid.cells)
    assert "3 high" in field(page, "e4").get_attribute("aria-label")
    assert field(page, "e4").locator(".height").text_content() == "3"
    assert field(page, "e4").locator(".coin-edge").count() == 3
    assert "part of the last move" in field(page, "f4").get_attribute("aria-label")
    assert page.locator(".last-move polygon").count() == 1


@pytest.mark.parametrize("board", GRIDS)
def test_the_table_screen_holds_the_board_and_all_plates(scene: Phones, board: str) -> None:
    grid, seats = GRIDS[board]
    board_of(scene, grid, seats)
    page = scene.open("/table", None, SCREENS[0])
    page.wait_for_selector(".plate")
    for size in SCREENS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
        assert page.evaluate(STICKING_OUT) == []
        drawn = page.locator(".board-svg").bounding_box()
        below = page.locator(".stage-field .beside").bounding_box()
        assert drawn["y"] + drawn["height"] <= below["y"]
        assert drawn["height"] > size[1] * 0.45


def test_a_plate_tells_what_a_player_has_beside_the_board(scene: Phones) -> None:
    board_of(scene)
    page = scene.open("/table", None, (1920, 1080))
    plate = page.locator(".plate", has=page.get_by_text("Benedikta", exact=True))
    plate.wait_for()
    assert plate.locator(".side-mark").get_attribute("aria-label") == "Hound"
    assert plate.locator(".badge-held").inner_text() == "Initiative"
    lines = dict(plate.locator("dl > div").evaluate_all(LINES))
    assert lines == {
        "Bag": "5",
        "Hand": "3",
        "Face-down": "2",
        "Face-up": "Pikeman ×2 Ensign",
        "Supply": "Knight Lancer ×2 Scout ×3",
    }


def test_nothing_but_the_colour_tells_no_sides_apart(scene: Phones) -> None:
    """Without colours the sides differ in their shapes, and in how light their pieces are."""
    board_of(scene)
    page = scene.open("/table", None, (1280, 800))
    page.wait_for_selector(".marker")
    one, one_emblem, other, other_emblem = page.evaluate(LIGHT, ["h1", "f4"])
    assert min(abs(one - other), abs(one - one_emblem), abs(other - other_emblem)) > 110
    shapes = [field(page, name).locator(".marker use").get_attribute("href") for name in ("e2", "d7")]
    assert shapes == [f"{SHAPES}#{side.shape}" for side in SIDES]


def test_a_shared_side_shows_whose_a_stack_is(scene: Phones) -> None:
    board_of(scene, LARGE, 4)
    page = scene.open("/table", None, (1280, 800))
    page.wait_for_selector(".stack")
    owners = [field(page, name).locator(".owner use").get_attribute("href") for name in ("h1", "e4")]
    assert owners == [f"{SHAPES}#circle", f"{SHAPES}#triangle"]
    board_of(scene, SMALL, 2)
    scene.table.publish()
    page.wait_for_function("() => document.querySelectorAll('.owner').length === 0")


def test_a_stack_on_the_shared_screen_can_be_read(scene: Phones) -> None:
    board_of(scene)
    page = scene.open("/table", None, (1280, 800))
    page.wait_for_selector(".stack")
    tap(page, "e5")
    page.wait_for_selector("dialog[open]")
    assert page.inner_text("#card-title") == "Royal Guard"


@pytest.mark.parametrize(
    ("path", "seat"), [("/table", None), ("/table", 1), ("/seat", 1), ("/virtual", None), ("/virtual", 1)]
)
def test_the_hand_of_another_is_nowhere(scene: Phones, path: str, seat: int | None) -> None:
    table = board_of(scene)
    page = scene.open(path, None if seat is None else table.seat_token(seat), (1280, 800))
    page.wait_for_selector(".board-svg .cell, .spot-hex")
    if path == "/seat":
        page.click("#keep")
    assert SECRET not in page.content()
    assert outlined(page) == []


@pytest.mark.parametrize("path", ["/table", "/seat"])
def test_a_piece_that_one_seat_knows_is_drawn_only_in_its_shown_hand(scene: Phones, path: str) -> None:
    table = board_of(scene)
    table.hidden = True
    page = scene.open(path, table.seat_token(0), (1280, 800))
    page.wait_for_selector('[data-field="d6"] .stack')
    assert HIDDEN not in page.content()
    if path == "/seat":
        page.click("#keep")
        page.wait_for_selector('[data-field="d6"] [data-piece="lurker#1"]')
        page.click("#keep")
        page.wait_for_selector('[data-field="d6"] [data-piece]', state="detached")
        assert HIDDEN not in page.content()


def test_what_a_hand_can_do_is_outlined_only_while_it_is_shown(scene: Phones) -> None:
    table = board_of(scene)
    page = scene.open("/seat", table.seat_token(0))
    page.wait_for_selector(".board-svg .cell")
    assert (outlined(page), SECRET in page.content()) == ([], False)
    page.click("#keep")
    page.wait_for_selector('[data-field="d5"][data-state="ok"]')
    assert outlined(page) == ["d4", "d5", "d6"]
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.wait_for_selector('[data-field="d5"][data-state="ok"]', state="detached")
    assert SECRET not in page.content()


@pytest.mark.parametrize("board", GRIDS)
def test_nothing_of_a_board_sticks_out_of_a_phone(scene: Phones, board: str) -> None:
    grid, seats = GRIDS[board]
    table = board_of(scene, grid, seats)
    for path in ("/seat", "/table", "/virtual"):
        page = scene.open(path, table.seat_token(0), (320, 640))
        page.wait_for_selector(".board-svg .cell, .spot")
        if path == "/seat":
            page.click("#keep")
            page.wait_for_selector("#hand [data-piece]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate(TOO_SMALL) == []


def test_small_fields_can_be_made_larger_and_the_page_stays(scene: Phones) -> None:
    table = board_of(scene, LARGE, 4)
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.wait_for_selector(".board-svg .cell")
    before = field(page, "f4").bounding_box()["width"]
    page.get_by_role("button", name="Larger").click()
    assert field(page, "f4").bounding_box()["width"] > 1.4 * before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_board_and_hand_are_in_view_together_on_a_small_phone(scene: Phones) -> None:
    table = board_of(scene)
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.click("#keep")
    page.wait_for_selector("#hand [data-piece]")
    drawer = page.locator("#hand-drawer").bounding_box()
    boxes = [field(page, name).bounding_box() for name in ("f1", "c7", "f7")]
    assert all(box["y"] >= 50 and box["y"] + box["height"] <= drawer["y"] + 2 for box in boxes)


def test_hands_are_coins(scene: Phones) -> None:
    table = board_of(scene)
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.wait_for_selector("#hand .token-back")
    assert page.inner_text("#hand .hand-count") == "3 pieces"
    page.click("#keep")
    page.wait_for_selector("#hand .token")
    assert page.locator("#hand .coin-name").all_inner_texts() == ["Archer", SECRET, "Royal Coin"]
    assert page.locator("#hand .card").count() == 0


def test_a_hand_that_the_companion_does_not_know_is_coins_too(scene: Phones) -> None:
    table = board_of(scene)
    table.over_hand = False
    page = scene.open("/seat", table.seat_token(0), (360, 640))
    page.click("#keep")
    page.wait_for_selector("#hand .hand-cards .token-back")
    assert "3 of your pieces are not known to the companion yet." in page.inner_text("#hand")


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_coin_is_dragged_from_field_to_field(scene: Phones, way: str) -> None:
    table = board_of(scene)
    page = scene.open("/virtual", table.seat_token(0), (1280, 800), has_touch=True)
    page.wait_for_selector('#mat [data-piece="archer#1"] .token')
    assert page.locator(".spot-hex polygon").count() == 37
    start, end = (page.locator(at).bounding_box() for at in ('#mat [data-piece="archer#1"]', '[data-spot="d5"]'))
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end))
    if way == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=6)
        page.mouse.up()
    else:
        finger = page.context.new_cdp_session(page)
        points = [(x, y), ((x + to_x) / 2, (y + to_y) / 2), (to_x, to_y)]
        for kind, at in (("touchStart", 0), ("touchMove", 1), ("touchMove", 2)):
            touch = {"type": kind, "touchPoints": [{"x": points[at][0], "y": points[at][1]}]}
            finger.send("Input.dispatchTouchEvent", touch)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    scene_has(page, scene, 1)
    (move,) = table.moves
    assert (move.act, move.handle) == (VirtualAct.PUT, "aa11")
    wanted = SMALL.centre("d5")
    assert (move.x_mm, move.y_mm) == pytest.approx((400 + 46 * wanted[0], 300 + 46 * wanted[1]), abs=3)


def test_while_people_gather_the_room_of_the_board_is_the_lobby_s(scene: Phones) -> None:
    table = board_of(scene)
    table.lobby = lobby()
    page = scene.open("/seat", table.seat_token(0), (1366, 768))
    page.wait_for_selector("#lobby .lobby-seat")
    box = page.locator("#lobby").bounding_box()
    assert box["width"] > 600
    assert abs(box["x"] + box["width"] / 2 - 1366 / 2) < 20


def test_a_button_stands_out_only_where_the_board_offers_nothing(scene: Phones) -> None:
    table = board_of(scene)
    table.openly = True
    page = scene.open("/virtual", table.seat_token(0), (1366, 768))
    page.wait_for_selector("#question [data-option=stay]:not(.button-main)")
    table.openly, table.apart = False, True
    table.publish()
    page.wait_for_selector("#question [data-option=pass].button-main")


def test_whose_a_coin_on_the_board_is_needs_no_colour(scene: Phones) -> None:
    """By the pattern of its side and its shape, as on every other page."""
    table = board_of(scene)
    page = scene.open("/virtual", table.seat_token(0), (1280, 800))
    page.wait_for_selector('#mat [data-handle="cc33"] .side-stripes .coin')
    page.wait_for_selector('#mat [data-handle="dd44"] .side-plain .coin')
    shapes = [page.locator(f'[data-handle="{one}"] .owner-side use').get_attribute("href") for one in ("cc33", "dd44")]
    assert [one.partition("#")[2] for one in shapes] == ["wolf", "raven"]
    fills = "one => getComputedStyle(document.querySelector(`[data-handle=${one}] .coin`)).fill"
    assert page.evaluate(fills, "cc33") != page.evaluate(fills, "dd44")


def test_the_host_looks_back_at_the_board(scene: Phones) -> None:
    table = board_of(scene)
    host = table.become_host(Session(Role.SPECTATOR), "", PIN)
    assert isinstance(host, Joined)
    table._tell("Anna moves.")
    page = scene.open("/host", host, (1280, 900))
    page.locator("#journal-panel > summary").click()
    page.get_by_role("button", name="Look").first.click()
    page.wait_for_selector(".board-replay .board-svg .cell")
    assert SECRET not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_motion_is_reduced_where_that_is_wished(scene: Phones) -> None:
    table = board_of(scene)
    table.openly = True
    page = scene.open("/seat", table.seat_token(0), reduced_motion="reduce")
    page.wait_for_selector(".cell-open")
    moving = page.evaluate("getComputedStyle(document.querySelector('.cell-open')).transitionDuration")
    assert moving in ("0s", "")
