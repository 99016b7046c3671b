"""Sheets in a real browser: cards with spaces that are tapped, a map with signs and walls, what may be done at any
time, and questions that a whole group may answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.evenings.measured import sideways, small_targets, violations
from tests.games.roles._match import VILLAGE, begin, night
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, recolour, resize, wait_for
from tests.web.sheet_table import SheetTable
from tests.web.test_board_browser import field, outlined, tap
from tests.web.told_table import ToldTable

pytestmark = IN_A_BROWSER

LEAST_PX = 40
MIDDLES = """([one, other]) => [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""
CUT = """() => [...document.querySelectorAll('[data-sheet="rows"] [data-field]')].filter((node) => {
  const box = node.getBoundingClientRect();
  const frame = node.closest('.leaf-frame').getBoundingClientRect();
  return box.left < Math.max(frame.left, 0) - 1 || box.right > Math.min(frame.right, innerWidth) + 1;
}).map((node) => node.dataset.field)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.leaf-live .cell-ok .cell-face')]
  .map((node) => node.getBoundingClientRect()).flatMap((box) => [box.width, box.height]))"""
STICKING_OUT = """() => [...document.querySelectorAll('.leaf, .leaf-svg, .board-svg, .stage-side > *')]
.filter((node) => {
  const box = node.getBoundingClientRect();
  return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.height < 8;
}).map((node) => node.outerHTML.slice(0, 90))"""
EDGES = """names => names.map((name) => document.querySelector(`[data-field="${name}"] .space-face`))
  .map((node) => getComputedStyle(node).strokeWidth)"""


@dataclass
class Room:
    """A table, the pages of its seats and the shared screen; each test looks at fresh pages."""

    table: SheetTable
    scene: Phones
    pages: dict[int | None, Any]

    def open(self, seat: int | None, scene: str = "move", size: tuple[int, int] = (390, 844), **there: bool) -> Any:
        """The page of a seat, or the shared screen, when it has drawn what this scene shows."""
        self.table.scene, self.table.taps = scene, ()
        self.table.board_there = there.get("board_there", True)
        self.table.asides = there.get("asides", True)
        self.table.publish()
        page = self.pages.get(seat)
        if page is None:
            token = None if seat is None else self.table.seat_token(seat)
            path = "/table" if seat is None else "/seat"
            page = self.pages[seat] = self.scene.open(path, token, size, locale="en-GB", reduced_motion="reduce")
        else:
            resize(page, size)
            page.evaluate("localStorage.clear()")
            page.reload()
        page.wait_for_selector("[data-sheet] [data-field]", state="attached")
        return page


@pytest.fixture(scope="module")
def room(chromium: Any) -> Iterator[Room]:
    with phones_at(table := SheetTable(camera=None), chromium, has_touch=False) as found:
        yield Room(table, found, {})


def taps(room: Room, page: Any, *wanted: str) -> None:
    """Waits until the table has heard just these answers."""
    wait_for(page, lambda: room.table.taps == wanted)


def state(page: Any, name: str) -> str:
    """What a tap on a place would do."""
    return str(field(page, name).get_attribute("data-state"))


def says(page: Any, name: str) -> str:
    """What a screen reader says of a place."""
    return str(field(page, name).get_attribute("aria-label"))


# ---- spaces that are tapped ----------------------------------------------------------------------------------------


def test_a_space_that_can_be_reached_is_outlined_and_one_tap_does_it(room: Room) -> None:
    page = room.open(0, "cube")
    assert sorted(outlined(page)) == ["cleric.g01", "cleric.g02", "cleric.g10", "cleric.r1"]
    assert says(page, "cleric.g01") == "Heal. Cube to g01"
    tap(page, "cleric.g01")
    page.locator("#sheet [data-option]").click()
    taps(room, page, "to:g01")


def test_a_space_with_several_choices_asks_which(room: Room) -> None:
    page = room.open(0, "cube")
    tap(page, "cleric.g02")
    page.wait_for_selector("#sheet[open]")
    assert page.locator("#sheet [data-option]").all_inner_texts() == ["Cube to g02", "Cube to g02 and rest there"]
    assert page.inner_text("#sheet-title") == "Melee 1"
    page.locator('#sheet [data-option="to:g02:rest"]').click()
    taps(room, page, "to:g02:rest")


def test_a_space_that_cannot_be_reached_says_why(room: Room) -> None:
    page = room.open(0, "cube")
    assert state(page, "cleric.g21") == "no"
    assert says(page, "cleric.g21") == "Heal. Not now: Not in this row"
    tap(page, "cleric.g21")
    page.wait_for_selector("#sheet[open]")
    assert "goes up along an arrow" in page.inner_text("#sheet")
    assert "CM-104" in page.inner_text("#sheet")
    assert page.locator("#sheet [data-option]").count() == 0


def test_a_space_that_is_not_asked_about_can_be_read(room: Room) -> None:
    page = room.open(0, "cube")
    assert state(page, "cleric.g11") == "read"
    tap(page, "cleric.g11")
    page.wait_for_selector("dialog[open] #card-title")
    assert page.inner_text("#card-title") == "Rest"
    assert "What Rest does." in page.inner_text("dialog[open]")


def test_in_two_steps_the_cube_is_tapped_first(room: Room) -> None:
    page = room.open(0, "steps")
    assert sorted(outlined(page)) == ["cleric.g00", "cleric.r0"]
    assert "3 fields" not in says(page, "cleric.r0")
    tap(page, "cleric.g00")
    page.wait_for_selector('[data-field="cleric.g00"][data-mark="chosen"]')
    assert field(page, "cleric.g00").get_attribute("aria-pressed") == "true"
    assert sorted(outlined(page)) == ["cleric.g00", "cleric.g01", "cleric.g02", "cleric.g10", "cleric.r0"]
    tap(page, "cleric.g10")
    taps(room, page, "to:g10")  # two taps are sure enough


def test_the_cube_that_was_chosen_is_let_go_by_a_second_tap(room: Room) -> None:
    page = room.open(0, "steps")
    tap(page, "cleric.r0")
    page.wait_for_selector('[data-field="cleric.r1"][data-state="ok"]')
    tap(page, "cleric.r0")
    page.wait_for_selector('[data-field="cleric.r1"]:not([data-state="ok"])')
    assert room.table.taps == ()


def test_keys_lead_from_space_to_space_and_choose(room: Room) -> None:
    page = room.open(0, "cube")
    assert field(page, "cleric.g01").get_attribute("tabindex") == "0"
    field(page, "cleric.g01").focus()
    for key, wanted in (("ArrowRight", "g02"), ("ArrowUp", "g12"), ("ArrowLeft", "g11"), ("ArrowDown", "g01")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.field") == f"cleric.{wanted}"
    page.keyboard.press("Enter")
    page.locator("#sheet [data-option]").press("Enter")
    taps(room, page, "to:g01")


@pytest.mark.parametrize(("scene", "size"), [("cube", (390, 844)), ("fight", (390, 844)), ("steps", (360, 740))])
def test_a_finger_hits_every_space_that_can_be_tapped(room: Room, scene: str, size: tuple[int, int]) -> None:
    page = room.open(0, scene, size)
    page.wait_for_selector('.leaf-live [data-state="ok"]')
    assert page.evaluate(SMALLEST) >= LEAST_PX - 1


@pytest.mark.parametrize(("size", "least_px"), [((390, 844), 24), ((360, 740), 24), ((1280, 800), 40)])
def test_a_row_of_eleven_is_whole_and_its_ends_can_be_tapped(room: Room, size: tuple[int, int], least_px: int) -> None:
    page = room.open(0, "rows", size)
    page.wait_for_selector('.leaf-live [data-state="ok"]')
    assert page.evaluate(SMALLEST) >= least_px
    assert page.evaluate(CUT) == []
    assert not sideways(page)
    for name in ("red2", "blue12"):
        tap(page, f"rows.{name}")
        page.locator("#sheet [data-option]").click()
        taps(room, page, f"tick:{name}")
        room.table.taps = ()


def test_as_a_list_every_choice_is_a_button_and_no_space_is_outlined(room: Room) -> None:
    page = room.open(0, "cube")
    page.get_by_role("button", name="As a list").click()
    page.wait_for_selector('#question [data-option="to:g10"]')
    assert outlined(page) == []
    tap(page, "cleric.g10")  # a card is only read then
    page.locator("dialog[open] .button.wide").click()
    page.locator('#question [data-option="to:g10"]').click()
    taps(room, page, "to:g10")


def test_sheets_need_no_board(room: Room) -> None:
    page = room.open(0, "cube", board_there=False)
    assert page.locator(".board-svg").count() == 0
    tap(page, "cleric.r1")
    page.locator("#sheet [data-option]").click()
    taps(room, page, "any")


# ---- what stands where on a phone ----------------------------------------------------------------------------------


def test_the_card_that_it_is_about_stands_first_and_others_are_folded(room: Room) -> None:
    page = room.open(0, "cube")
    order = page.locator("#field [data-sheet], #field .board-svg").evaluate_all(
        "all => all.map((one) => one.dataset.sheet ?? 'map')"
    )
    assert order == ["cleric", "map"]
    assert page.locator("#sheets > .leaves > *").evaluate_all(
        "all => all.map((one) => [one.tagName, one.querySelector('.leaf-title').textContent])"
    ) == [["ARTICLE", "The party"], ["DETAILS", "Thief"], ["DETAILS", "Witch"], ["DETAILS", "Shepherd"]]
    fallen = page.locator("details", has=page.locator('[data-sheet="witch"]')).locator("summary")
    assert fallen.locator('[aria-label="Health: 0 of 4"]').count() == 1
    fallen.click()
    assert field(page, "witch.frog").is_visible()
    room.table.notice = "A card has fallen off the table."
    room.table.publish()
    page.get_by_text(room.table.notice).first.wait_for(state="attached")
    assert field(page, "witch.frog").is_visible()  # what somebody unfolded stays so
    room.table.notice = ""


def test_a_fight_stands_first_and_folds_the_map(room: Room) -> None:
    page = room.open(0, "fight")
    assert page.locator("#field [data-sheet]").first.get_attribute("data-sheet") == "battle"
    assert not page.locator(".board-svg").is_visible()
    page.locator(".field-map summary").click()
    assert page.locator(".board-svg").is_visible()


def test_a_move_to_a_place_or_a_swap_in_a_fight(room: Room) -> None:
    page = room.open(0, "fight")
    assert outlined(page) == ["battle.prep-0"]
    assert says(page, "battle.prep-0") == "Prep 1. On it: Cleric. 3 fields to go to"
    tap(page, "battle.prep-0")
    page.wait_for_selector('[data-field="battle.battle-1"][data-state="ok"]')
    tap(page, "battle.battle-1")
    taps(room, page, "swap:1")


def test_what_counts_for_all_stands_above_everything(room: Room) -> None:
    page = room.open(0, "cube")
    counts = page.locator("#now .counts > div").evaluate_all("all => all.map((one) => one.textContent)")
    assert counts == ["Turn5"]
    assert page.locator("#public .track").count() == 0  # and not once more below


def test_where_nothing_is_secret_nothing_is_hidden_and_there_is_no_hand(room: Room) -> None:
    page = room.open(0)
    assert not page.locator("#hand-drawer").is_visible()
    assert not page.locator("#photo-panel").is_visible()
    assert "Show your hand" not in page.inner_text("body")
    assert outlined(page) == ["3", "1", "8", "5"]


# ---- a group -------------------------------------------------------------------------------------------------------


def test_everybody_may_answer_what_the_group_is_asked_and_only_one_is_waited_for(room: Room) -> None:
    page = room.open(1)
    assert "Anna leads; you may answer too" in page.locator("#question").text_content()
    assert outlined(page) == ["3", "1", "8", "5"]
    assert state(page, "2") == "no"
    tap(page, "8")
    page.locator("#sheet [data-option]").click()
    taps(room, page, "move:8")
    page = room.open(0)
    assert "Your turn" in page.locator("#question").text_content()
    page.locator('#question [data-option="stay"]').click()
    taps(room, page, "stay")
    screen = room.open(None, size=(1280, 720))
    badges = screen.locator(".strip-seat").all_inner_texts()
    assert ["Turn" in text or "Asked" in text for text in badges] == [True, False]


def test_who_may_only_join_in_reads_whom_the_table_waits_for(room: Room) -> None:
    page = room.open(1, "join")
    assert "Waiting forAnna" in page.locator("#question").text_content()
    assert outlined(page) == []
    assert page.locator("#question > .panel.question").count() == 0
    page.locator("#question details summary").click()
    page.locator('#question [data-option="feed:cleric"]').click()
    taps(room, page, "feed:cleric")


def test_what_only_others_cards_offer_is_said_to_be_on_them(room: Room) -> None:
    page = room.open(1, "other")
    assert "on the folded cards below" in page.inner_text("#question")
    fold = page.locator(".leaf-fold-live")
    assert fold.locator("summary .leaf-title").all_inner_texts() == ["Cleric"]
    assert fold.locator("summary .badge").inner_text() == "Can act"
    fold.locator("summary").click()
    tap(page, "cleric.g10")
    page.locator("#sheet [data-option]").click()
    taps(room, page, "to:g10")


# ---- at any time ---------------------------------------------------------------------------------------------------


def test_what_may_be_done_at_any_time_is_folded_away(room: Room) -> None:
    page = room.open(0)
    fold = page.locator(".asides-fold")
    assert fold.get_attribute("open") is None
    assert fold.locator("summary").inner_text() == "At any time (1)"
    assert "One more choice below the board." in page.inner_text(".field-bar")
    fold.locator("summary").click()
    assert fold.locator('[data-option="swap"].refused').is_visible()
    room.table.publish()
    page.wait_for_selector(".asides-fold[open]")
    room.table.scene = "dice"
    room.table.publish()
    assert page.wait_for_selector(".asides-fold:not([open])", state="attached")  # another question, folded again


def test_it_is_there_beside_dice_too(room: Room) -> None:
    page = room.open(0, "dice")
    assert page.locator(".die-row").count() == 2
    page.locator(".asides-fold summary").click()
    page.locator('[data-option="feed:cleric"]').click()
    taps(room, page, "feed:cleric")


def test_what_the_virtual_table_throws_is_said_with_the_same_tap(room: Room) -> None:
    page = room.open(0, "dice")
    thrown = {"dice": [{"sides": 6, "value": 3}, {"sides": 6, "value": 5}]}
    page.route("**/api/virtual", lambda route: route.fulfill(json=thrown if route.request.method == "GET" else {}))
    page.get_by_role("button", name="Throw them on the virtual table").click()
    taps(room, page, "3-5")
    assert room.table.taps == ("3-5",)


def test_without_a_virtual_table_the_phone_rolls_them_itself(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room.table, "virtual_scene", lambda session: None)
    page = room.open(0, "dice")
    page.get_by_role("button", name="Roll them on this phone").click()
    wait_for(page, lambda: bool(room.table.taps))
    (rolled,) = room.table.taps
    assert [die in "123456" for die in rolled.split("-")] == [True, True]


def test_without_any_there_is_no_fold(room: Room) -> None:
    page = room.open(0, asides=False)
    page.wait_for_selector("#question .panel")
    assert page.locator(".asides-fold").count() == 0


# ---- drawing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("scene", ["move", "fight"])
def test_the_table_screen_holds_everything(room: Room, scene: str, size: tuple[int, int]) -> None:
    page = room.open(None, scene, size)
    drawn = page.locator("[data-sheet]").evaluate_all("all => all.map((one) => one.dataset.sheet)")
    assert sorted(drawn) == sorted(sheet.key for sheet in room.table.sheets())
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
    assert page.evaluate(STICKING_OUT) == []
    middle = page.locator('[data-sheet="battle"]' if scene == "fight" else ".board-svg").bounding_box()
    assert middle["height"] > size[1] * 0.38
    if scene == "fight":
        assert page.locator(".board-svg").bounding_box()["height"] < middle["height"]


def test_a_map_shows_its_signs_and_its_walls(room: Room) -> None:
    page = room.open(None, size=(1920, 1080))
    signs = field(page, "6").locator(".field-sign").evaluate_all("all => all.map((one) => one.dataset.sign)")
    assert signs == ["skull", "skull", "chest"]
    assert field(page, "2").locator(".field-sign text").text_content() == "un"  # a sign without a shape is written
    assert field(page, "6").locator(".field-spot").text_content() == "A"
    walls = {one.get_attribute("data-wall"): one.get_attribute("class") for one in page.locator(".wall").all()}
    assert {name: str(look).split() for name, look in walls.items()} == {
        "2-4": ["wall", "wall-locked"],
        "7-6": ["wall", "wall-locked", "wall-open"],
        "11-13": ["wall"],
    }
    assert page.locator(".wall-locked:not(.wall-open) use").get_attribute("href").endswith("#lock")


def test_the_virtual_table_has_the_map_printed_on_its_mat(room: Room) -> None:
    room.table.scene = "move"
    page = room.scene.open("/virtual", None, (1280, 800))
    page.wait_for_selector(".mat-print .wall")
    assert page.locator(".mat-print .wall").count() == 3
    sign, spot = page.evaluate(MIDDLES, ['.mat-print [data-sign="unknown sign"]', '[data-spot="2"]'])
    wide = page.locator('[data-spot="2"]').bounding_box()["width"]
    assert abs(sign[0] - spot[0]) < wide / 2
    assert 0 < sign[1] - spot[1] < wide / 2  # below the middle of its field
    assert not page.locator(".spot-ground").first.is_visible()


def test_what_counts_for_one_card_stands_on_it_and_not_among_the_counts_of_all(room: Room) -> None:
    page = room.open(None, size=(1280, 720))
    assert page.locator(".stage .track dt").all_inner_texts() == ["Turn"]
    hearts = page.locator('[data-sheet="cleric"] .gauge')
    assert hearts.get_attribute("aria-label") == "Health: 3 of 5"
    assert (hearts.locator(".gauge-on").count(), hearts.locator(".gauge-off").count()) == (3, 2)
    assert page.locator('[data-sheet="goods"] .gauge').inner_text() == "17/22"


def test_nothing_but_the_colour_tells_nothing(room: Room) -> None:
    """Who stands where is told by shapes, what is lit by a thick edge, and who has fallen by lying down."""
    page = room.open(None, "fight", (1280, 720))
    shapes = page.locator('[data-sheet="battle"] .marker-shape').evaluate_all(
        "all => all.map((one) => one.getAttribute('href').split('#')[1])"
    )
    assert sorted(shapes) == ["hero_cleric", "hero_shepherd", "hero_thief", "hero_witch", "monster"]
    lit, plain = (
        float(width.removesuffix("px")) for width in page.evaluate(EDGES, ["battle.battle-1", "battle.hide-1"])
    )
    assert lit > plain * 1.5
    assert "rotate(90)" in page.locator(".marker-down").get_attribute("transform")


def test_the_circle_of_roles_is_accessible_on_the_screen_and_on_a_phone(chromium: Any) -> None:
    match = begin("wolves", *VILLAGE)
    night(match, 4, herbs=4)
    with phones_at(ToldTable(match), chromium) as found:
        for page in (found.open("/table", size=(1280, 720)), found.open("/seat", found.table.seat_token(0))):
            page.wait_for_selector(".leaf-svg")
            assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("scene", ["cube", "fight"])
def test_pages_with_sheets_are_accessible(room: Room, scene: str, scheme: str) -> None:
    page = room.open(0, scene)
    recolour(page, scheme)
    assert violations(page) == []
    assert small_targets(page) == []
    resize(page, (320, 640))
    assert sideways(page) == []
    screen = room.open(None, scene, (1280, 720))
    recolour(screen, scheme)
    assert violations(screen) == []
    recolour(page, "light")
    recolour(screen, "light")
