"""The table screen, the result, the replay and the list in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.web.fake_joining import CODE
from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, recolour, resize
from web.pages.history.views import OpenState
from web.views import Joined, Packet, Role

pytestmark = IN_A_BROWSER

GRAVE = ("serious", "critical")

TV: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False}


@pytest.fixture
def phones(chromium: Any) -> Iterator[Phones]:
    with phones_at(FakeTable(), chromium) as found:
        yield found


def host_session(table: FakeTable) -> Joined:
    return table.sign(Role.HOST, None, "Host")


# ---- the table screen ------------------------------------------------------------------------------------------------


def test_the_screen_says_what_to_do_the_last_move_and_how_to_come_in(phones: Phones) -> None:
    page = phones.open("/table", **TV)
    page.wait_for_selector(".tv-scores .chart")
    assert "play a card: Wisdom is led" in page.inner_text("#status")
    assert "Emil plays a card face down" in page.inner_text("#log")
    assert "companion.local:8080/join" in page.inner_text("#join")
    assert page.locator("#join .join-qr").evaluate("image => image.complete && image.naturalWidth > 0")
    assert page.locator(".join-wifi").count() == 0


def test_where_nobody_can_sit_down_the_screen_says_in_a_line_where_to_watch(phones: Phones) -> None:
    phones.table.code_shown = True
    page = phones.open("/table", **TV)
    page.wait_for_selector("#join .join-qr")
    assert CODE in page.inner_text("#join")
    players = list(phones.table.players)
    phones.table.players[:] = [replace(one, joined=True, bot=False) for one in players]
    phones.table.publish()
    page.wait_for_selector("#join .join-watch")
    assert page.inner_text("#join").strip() == "Watch on your phone: 192.168.1.20:8080"
    assert page.locator("#join img").count() == 0
    phones.table.players[:] = players
    phones.table.locked = phones.table.wifi_shown = True  # who comes only to watch needs the Wi-Fi all the same
    phones.table.publish()
    page.wait_for_selector("#join .join-wifi .join-qr")
    assert "the table is locked" in page.inner_text("#join").lower()
    assert CODE not in page.content()


BELOW = """() => {
  const end = document.querySelector('.tv-board .stage').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.pile-text')].map((one) => one.getBoundingClientRect().bottom - end);
}"""


def test_what_three_cards_say_is_read_to_its_end(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = phones.table._packet

    def packet(seat: int | None) -> Packet:
        found = plain(seat)
        tracks = tuple(one for one in found.tracks if one.key != "condition")
        (history,) = (one for one in found.piles if one.key == "history")
        three = replace(history, count=3, cards=history.cards[:1] * 3)
        return replace(found, tracks=tracks, piles=(three, *(one for one in found.piles if one.key != "history")))

    monkeypatch.setattr(phones.table, "_packet", packet)
    page = phones.open("/table", **TV)
    page.wait_for_selector(".pile-text")
    for size in ((1920, 1080), (1366, 768)):
        resize(page, size)
        below = page.evaluate(BELOW)
        assert len(below) == 3
        assert max(below) <= 0, size


def test_nothing_is_called_well_while_something_has_to_be_taken_back(phones: Phones) -> None:
    phones.table.is_virtual, phones.table.todo = False, ()
    page = phones.open("/table", **TV)
    page.wait_for_selector("#todo >> text=Nothing: the table is as it should be.")
    phones.table.notice = "Take the Minstrel back: nothing has changed."
    phones.table.publish()
    page.wait_for_selector(f"#notice >> text={phones.table.notice}")
    page.wait_for_selector("#todo-panel", state="hidden")
    assert page.get_attribute("#title", "href") == "/"


def test_at_a_virtual_table_nobody_is_given_chores_that_the_program_does(phones: Phones) -> None:
    page = phones.open("/table", **TV)
    page.wait_for_selector("#board .player")
    assert not page.is_visible("#todo-panel")
    assert not page.is_visible("text=Turn the discard pile's top card face up.")


def test_the_code_to_join_is_not_on_the_screen_and_not_in_what_it_loads(phones: Phones) -> None:
    heard: list[str] = []
    page = phones.open("/table", **TV)
    page.on("response", lambda answer: heard.append(answer.url))
    page.reload()
    page.wait_for_selector("#join .join-qr")
    assert CODE not in page.content()
    assert not [url for url in heard if CODE in url]


def test_what_matters_on_a_television_is_large(phones: Phones) -> None:
    """Three metres away a letter of 24 of 1080 lines is about as large as print at arm's length."""
    phones.table.is_virtual = False
    page = phones.open("/table", **TV)
    page.wait_for_selector(".tv-scores .chart")
    for where in ("#status", "#log li", "#todo li", ".join-url", ".player .seat-name", ".player .score b"):
        assert page.locator(where).first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 24, where
    box = page.locator(".tv-scores .chart-name").first.bounding_box()
    assert box is not None
    assert box["height"] >= 20


def test_the_screen_fits_whatever_it_is_shown_on(phones: Phones) -> None:
    phones.table.wifi_shown = True
    page = phones.open("/table", viewport={"width": 1920, "height": 1080}, has_touch=False)
    page.wait_for_selector(".tv-scores .chart")
    page.wait_for_selector(".join-wifi .join-qr")
    for size in ((1920, 1080), (1366, 768), (390, 844), (320, 640)):
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if size[0] >= 1000:
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1]


def test_the_chart_is_asked_for_again_when_a_score_has_changed(phones: Phones) -> None:
    page = phones.open("/table", **TV)
    page.wait_for_selector(".tv-scores .chart")
    phones.table.courses = (phones.table.courses[0],) * 2
    phones.table.fame[0] += 1
    phones.table.publish()
    page.locator(".tv-scores .chart").nth(1).wait_for()
    assert page.locator(".tv-scores .chart").count() == 2


def test_a_game_without_scores_shows_no_empty_box(phones: Phones) -> None:
    phones.table.courses = ()
    page = phones.open("/table", **TV)
    page.wait_for_selector(".player .score")
    page.wait_for_timeout(500)
    assert page.locator("#scores").is_hidden()


# ---- the replay ------------------------------------------------------------------------------------------------------


def test_a_match_is_stepped_through_by_button_key_and_slider(phones: Phones) -> None:
    page = phones.open("/replay/12?at=9", **TV)
    page.wait_for_selector("#stage .player")
    words = page.locator("#words")
    assert words.inner_text() == "Ines gains 2 Fame and Emil 1."
    page.click("button[aria-label='One step on']")
    page.wait_for_selector("#words:has-text('Wisdom')")
    page.keyboard.press("End")
    page.wait_for_selector("#words:has-text('Ines wins the match.')")
    assert page.get_by_label("One step on").is_disabled()
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#words:has-text('Ines gains 2 Fame.')")
    page.locator("input[type=range]").fill("0")
    page.wait_for_selector("#where:has-text('Step 0 of 5')")
    assert page.url.endswith("?at=0")


def test_a_replay_plays_to_its_end_and_stops(phones: Phones) -> None:
    page = phones.open("/replay/12?at=38", **TV)
    page.wait_for_selector("#stage .player")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_selector("#words:has-text('Ines wins the match.')")
    assert page.wait_for_selector(".replay-play:has-text('Play')")


def test_the_open_view_is_offered_only_when_it_was_opened_and_goes_when_it_is_closed(phones: Phones) -> None:
    page = phones.open("/replay/12?open=1", **TV)
    page.wait_for_selector("#stage .player")
    assert page.locator("#open input").count() == 0
    phones.table.is_open = OpenState.BY_PLAYERS
    page.goto(page.url.split("?")[0] + "?open=1")
    page.wait_for_selector("#open input:checked")
    phones.table.is_open = OpenState.CLOSED
    page.click("button[aria-label='One step on']")
    page.wait_for_selector("#problem:has-text('closed again')")
    assert page.locator("#open input").count() == 0
    page.wait_for_timeout(100)
    phones.forget("404")


# ---- results and the list --------------------------------------------------------------------------------------------


def test_opening_asks_first_and_is_then_there_for_all(phones: Phones) -> None:
    page = phones.open("/history/12", host_session(phones.table))
    page.click("[data-act=open]")
    page.wait_for_selector("dialog[open]")
    page.get_by_role("button", name="No, leave it").click()
    assert phones.table.acts == []
    page.click("[data-act=open]")
    page.locator("dialog").get_by_role("button", name="Open it for all").click()
    page.wait_for_selector("text=The host opened it on")
    assert "The host opened it on" in phones.open("/history/12").inner_text("main")


def test_a_seat_agrees_and_the_host_deletes(phones: Phones) -> None:
    page = phones.open("/history/12", phones.table.seat_token(0))
    assert page.locator("[data-act=delete_match], [data-act=open]").count() == 0
    page.click("[data-act=agree]")
    with page.expect_response("**/api/history"):
        page.get_by_role("button", name="I agree", exact=True).click()
    host = phones.open("/history/12", host_session(phones.table))
    host.click("[data-act=delete_match]")
    host.get_by_role("button", name="Delete it").click()
    host.wait_for_url("**/history")
    assert [command.act.value for _, command in phones.table.acts] == ["agree", "delete_match"]


def test_forgetting_a_name_takes_two_presses(phones: Phones) -> None:
    page = phones.open("/history", host_session(phones.table))
    page.fill("#forget input", "Ines")
    page.click("#forget button")
    assert phones.table.acts == []
    page.click("#forget button")
    page.wait_for_selector("#said:has-text('Done')")
    ((role, command),) = phones.table.acts
    assert (role, command.name) == (Role.HOST, "Ines")


@pytest.mark.parametrize("path", ["/history?bots=1", "/history/12", "/replay/12"])
def test_the_pages_fit(phones: Phones, path: str) -> None:
    page = phones.open(path, host_session(phones.table), viewport={"width": 320, "height": 900})
    page.wait_for_selector("#stage .player" if "replay" in path else ".chart")
    for fold in page.locator("details.fold").all():
        fold.locator("summary").click()
    for width in (320, 390, 1920):
        resize(page, (width, 900))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            "[...document.querySelectorAll('main button, main .button, main summary, main .past-link')]"
            ".filter((node) => node.getClientRects().length && node.getBoundingClientRect().height < 43.5)"
            ".map((node) => node.outerHTML.slice(0, 80))"
        )
        assert [text for text in small if "read" not in text] == []


@pytest.mark.parametrize("path", ["/history?bots=1", "/history/12", "/replay/12", "/table"])
def test_no_page_has_a_serious_finding_of_axe(phones: Phones, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    page = phones.open(path, host_session(phones.table), color_scheme="light")
    page.wait_for_selector("#stage .player, .chart")
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):  # of the rest nothing has a colour
        recolour(page, scheme)
        found = [one for one in axe.run(page, options=rules).response["violations"] if one["impact"] in GRAVE]
        assert not [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]
