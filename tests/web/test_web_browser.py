"""The pages in a real browser: what hides, what moves, what fits, and that nothing is reported on the console."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.web.fake_joining import CODE
from tests.web.fake_shelf import lobby
from tests.web.fake_table import PIN
from tests.web.on_phones import IN_A_BROWSER, Phones, recolour, resize
from web.pages.lobby.views import GamePick
from web.pages.virtual.views import VirtualAct
from web.views import Joined, ResultView, Role, Session

pytestmark = IN_A_BROWSER


def test_the_hand_is_hidden_until_held(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.wait_for_selector("#hand .card-back")
    assert "Queen" not in page.inner_text("body")
    assert page.locator("[data-option], #hand [data-piece]").count() == 0
    hold = page.locator("#hold").bounding_box()
    page.mouse.move(hold["x"] + 20, hold["y"] + 20)
    page.mouse.down()
    page.wait_for_selector('#hand [data-piece="wisdom-2"][data-state="ok"]')
    assert page.is_visible('#hand [data-piece="power-7"][data-state="no"]')
    assert page.inner_text("#hand .hint-hand") == "Wisdom is led"  # one reason for all of them
    page.mouse.up()
    page.wait_for_selector("#hand .card-back")
    assert "Queen" not in page.content()


def test_a_kept_hand_hides_when_the_page_is_left(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.wait_for_selector("#hand [data-piece]")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.wait_for_selector("#hand [data-piece]", state="detached")
    assert page.get_attribute("#keep", "aria-pressed") == "false"


def test_one_tap_plays_a_card_and_can_be_taken_back(windows: Phones) -> None:
    """Nothing is sent before its time; a second tap, or a finger that stays, opens the whole card instead."""
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.click('#hand [data-piece="power-3"]')
    assert "CR-032" in page.inner_text("#sheet")
    assert page.locator("#sheet [data-option]").count() == 0
    page.get_by_role("button", name="Close").click()
    page.clock.install()
    own = page.locator('#hand [data-piece="wisdom-2"]')
    own.click()
    page.get_by_role("button", name="Undo").click()
    page.clock.run_for(4000)
    assert page.locator("#played").is_hidden()
    own.click()
    page.clock.run_for(1000)
    own.click()
    page.wait_for_selector('#sheet [data-option="play:wisdom-2"]')
    page.clock.run_for(4000)
    assert windows.table.of("meeting/0") == []
    page.get_by_role("button", name="Not now", exact=True).click()
    page.clock.run_for(1000)
    own.click()
    page.wait_for_selector('#played [data-option="play:wisdom-2"]')
    page.clock.run_for(3500)
    page.wait_for_selector("text=Waiting for")
    assert [card.face.piece for card in windows.table.of("meeting/0")] == ["wisdom-2"]


def test_a_card_that_was_tapped_is_named_no_longer_than_the_hand_is_shown(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.click('#hand [data-piece="wisdom-2"]')
    page.wait_for_selector("#played >> text=Queen")
    page.keyboard.press("Escape")
    page.wait_for_selector("#hand .hand-closed")
    assert "Queen" not in page.content() or windows.table.of("meeting/0")
    page.wait_for_selector("text=Waiting for")  # it was meant, and is on its way


def test_a_card_of_the_hand_can_be_read_while_others_play(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(1))
    page.click("#keep")
    card = page.locator('#hand [data-state="idle"]').first
    title = card.locator(".card-title").inner_text()
    card.click()
    page.wait_for_selector("dialog[open] .card-words")
    assert page.inner_text("#card-title") == title
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.wait_for_selector("dialog[open]", state="detached")
    assert title not in page.content()


def test_people_gather_and_the_first_of_them_starts_the_match(windows: Phones) -> None:
    windows.table.lobby = lobby()
    first, second = (windows.open("/seat", windows.table.seat_token(seat)) for seat in (0, 1))
    screen = windows.open("/table", size=(1366, 768))
    second.wait_for_selector("text=Mara starts the match when everybody is here.")
    screen.wait_for_selector(".lobby-here:has-text('Jonas')")
    for page in (first, second, screen):
        assert not page.is_visible("#board, #question, #hand-drawer")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not second.is_visible("[data-key=start]")
    first.click("text=2 people and one bot: start")
    for page in (first, second, screen):
        page.wait_for_selector("#lobby", state="hidden")
    assert screen.is_visible("#board")
    assert second.is_visible("#hand-drawer")


def test_whoever_starts_fills_a_seat_and_chooses_how_to_play(windows: Phones) -> None:
    windows.table.lobby = lobby()
    page = windows.open("/seat", windows.table.seat_token(0))
    with page.expect_response("**/api/strength"):
        page.select_option("[data-key=strength-2]", label="Strong")
    assert windows.table.strengths == {2: "thinker"}
    page.click("[data-key=guest-3]")
    page.fill(".lobby-guest:not([hidden]) input", "Oma")
    page.click(".lobby-guest:not([hidden]) button")
    page.wait_for_selector(".lobby-here:has-text('Oma')")
    page.click("[data-key=other-game]")
    page.wait_for_selector(".shelf-game[data-game=chronicle][aria-current=true]")
    assert page.is_disabled(".shelf-game[data-game=chess_deckbuilder]")  # they are three
    assert page.inner_text(".broken-games") == "harbour_night cannot be played. The host's page says why."
    page.go_back()
    page.wait_for_selector("dialog[open]", state="detached")
    page.click("[data-key=options]")
    page.wait_for_selector("text=Two history cards are turned up each round, and both pay Fame.")
    page.check("[data-key=option-two_histories-true]", force=True)
    page.check("[data-key=seats-6]", force=True)
    assert page.is_disabled("[data-key=option-two_histories-true]")  # it does not go with six, and gives way
    assert page.is_checked("[data-key=option-two_histories-false]")
    page.check("[data-key=seats-5]", force=True)
    page.check("[data-key=option-two_histories-true]", force=True)
    page.click("text=Play like this")
    page.wait_for_selector("dialog[open]", state="detached")
    assert windows.table.picks == [GamePick("chronicle", 5, {"two_histories": "true"})]
    page.click("[data-key=start]")  # of the table that goes
    page.wait_for_selector("text=The table is being laid out; this page will follow.")
    assert windows.table.lobby is not None


def test_after_the_end_one_phone_plays_again_and_the_others_know_who(windows: Phones) -> None:
    windows.table.result = ResultView((0,), "Mara wins.", ())
    first, second = (windows.open("/seat", windows.table.seat_token(seat)) for seat in (0, 1))
    second.wait_for_selector("text=Mara starts the next match, or chooses another game.")
    assert not second.is_visible("[data-key=again]")
    assert first.is_visible("[data-key=other-game]")
    first.click("[data-key=again]")
    for page in (first, second):
        page.wait_for_selector(".result", state="detached")


def test_a_code_that_stands_on_the_screen_is_not_asked_for(windows: Phones) -> None:
    windows.table.code_shown = True
    page = windows.open("/join")
    page.wait_for_selector("#seats .seat-choice")
    assert not page.is_visible("[name=code]")
    page.fill("[name=name]", "Zoë")
    page.check('[data-key="seat-3"]', force=True)
    page.click("[type=submit]")
    page.wait_for_url("**/seat")


def test_back_closes_a_sheet_and_stays_at_the_seat(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    for close in (page.go_back, lambda: page.click("#sheet .button:not(.button-main)"), page.go_back):
        page.press('#hand [data-piece="wisdom-2"]', "Enter")
        page.wait_for_selector("#sheet[open]")
        close()
        page.wait_for_selector("#sheet:not([open])", state="attached")
        assert page.url.endswith("/seat")
    page.wait_for_function("() => !history.state")  # nothing is left that "back" would have to go through


def test_the_second_of_two_quick_taps_does_not_fall_through_a_sheet(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.press('#hand [data-piece="wisdom-2"]', "Enter")
    below = page.evaluate(
        """() => {
            const place = document.querySelector("#sheet [data-option]").getBoundingClientRect();
            const below = document.body.appendChild(document.createElement("button"));
            below.style.cssText = "position: fixed; z-index: 99; width: 100px; height: 40px";
            Object.assign(below.style, { left: `${place.x}px`, top: `${place.y}px` });
            below.onclick = () => (document.title = "fell through");
            return [place.x + 20, place.y + 20];
        }"""
    )
    page.mouse.dblclick(*below)
    page.wait_for_selector("#sheet:not([open])", state="attached")
    assert page.title() != "fell through"
    page.mouse.click(*below)
    assert page.title() == "fell through"


def test_a_phone_knows_its_name_and_the_way_back_to_its_seat(windows: Phones) -> None:
    page = windows.open("/join", windows.table.seat_token(0))
    assert page.get_attribute("#own-seat a", "href") == "/seat"
    page.wait_for_selector("#own-seat", state="visible")
    page.wait_for_selector("[type=submit]:has-text('Back to this seat')")
    assert page.input_value("[name=name]") == "Mara"
    page.click("[type=submit]")
    page.wait_for_url("**/seat")
    other = windows.open("/join")
    other.fill("[name=name]", "Zoë")
    other.fill("[name=code]", "WRONG")
    other.click("[type=submit]")
    other.wait_for_selector("text=That is not the code of this table.")
    other.reload()
    other.wait_for_selector("#code-fold:not([hidden])")
    assert other.input_value("[name=name]") == "Zoë"
    windows.forget("409")  # the code was wrong


def test_shapes_stay_while_the_table_is_out_of_reach(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.wait_for_selector("#hand [data-piece] use")
    page.context.set_offline(True)
    sheet = "document.querySelector('#hand [data-piece] use').href.baseVal"
    assert page.evaluate(f"fetch({sheet}.split('#')[0]).then((got) => got.text())").startswith("<svg")
    page.context.set_offline(False)


def test_a_tap_made_offline_is_kept_and_sent_once(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.context.set_offline(True)
    page.click('#hand [data-piece="wisdom-2"]')
    page.click('#played [data-option="play:wisdom-2"]')
    page.wait_for_selector("text=Your tap is kept")
    assert windows.table.answers == {}
    page.context.set_offline(False)
    page.wait_for_selector("text=Waiting for")
    page.wait_for_selector("text=Your tap is kept", state="detached")
    assert len(windows.table.answers) == 1
    windows.forget("ERR_INTERNET_DISCONNECTED")


def test_the_table_has_moved_on(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.seat_token(0))
    page.click("#keep")
    page.route("**/events", lambda route: route.abort())
    page.click('#hand [data-piece="wisdom-2"]')
    windows.table.version += 1  # without telling anybody
    page.click('#played [data-option="play:wisdom-2"]')
    page.wait_for_selector("text=The table has moved on.")
    assert not any(reply.ok for reply in list(windows.table.answers.values())[-1:])
    windows.forget("409")


def test_a_drag_lays_a_card_on_the_table(windows: Phones) -> None:
    page = windows.open("/virtual", windows.table.seat_token(0), size=(1280, 900))
    assert page.locator("#tray [data-piece]").count() == 0
    page.click("#tray-show")
    page.wait_for_selector('#tray [data-piece="wisdom-2"]')
    spot = page.locator('[data-spot="meeting/0"]').bounding_box()
    page.locator('#tray [data-piece="wisdom-2"]').hover()
    page.mouse.down()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=6)
    page.mouse.up()
    page.wait_for_selector('#mat [data-piece="wisdom-2"]')
    scene_has(page, windows, 1)  # it is seen there before the table has heard of it
    (move,) = windows.table.moves
    assert (move.act, move.face_up) == (VirtualAct.PUT, True)
    assert move.x_mm == pytest.approx(315, abs=4)
    assert move.y_mm == pytest.approx(330, abs=4)


def test_pieces_turn_over_rotate_and_move_by_keyboard(windows: Phones) -> None:
    page = windows.open("/virtual", windows.table.seat_token(0), size=(1280, 900))
    page.wait_for_selector("#mat [data-handle]")
    piece = page.locator('#mat [data-piece="history-4"]')
    handle = piece.get_attribute("data-handle")
    own = page.locator(f'[data-handle="{handle}"]')
    own.focus()
    for key, moves in (("r", 1), ("ArrowRight", 2), ("f", 3)):
        own.press(key)
        scene_has(page, windows, moves)
    assert [(m.angle_deg, m.x_mm, m.face_up) for m in windows.table.moves] == [
        (45, 390, True),
        (45, 400, True),
        (45, 400, False),
    ]
    page.wait_for_selector(f'[data-handle="{handle}"] .card-back')
    assert own.get_attribute("data-piece") is None


def test_what_follows_an_arrow_at_once_forgets_no_step(windows: Phones) -> None:
    """A windows from before the steps may come in between; the card lies where hands have moved it all the same."""
    page = windows.open("/virtual", windows.table.seat_token(0), size=(1280, 900))
    page.wait_for_selector("#mat [data-handle]")
    handle = page.locator('#mat [data-piece="history-4"]').get_attribute("data-handle")
    own = page.locator(f'[data-handle="{handle}"]')
    own.focus()
    with page.expect_response(lambda answer: answer.url.endswith("/api/virtual") and answer.request.method == "GET"):
        own.press("ArrowRight")
        windows.table.publish()
    own.press("ArrowRight")
    own.press("f")
    scene_has(page, windows, 1)
    page.wait_for_selector(f'[data-handle="{handle}"] .card-back')
    last = windows.table.moves[-1]
    assert (last.x_mm, last.face_up) == (410, False)


def scene_has(page: Any, windows: Phones, moves: int) -> None:
    """Waits until the table knows of that many moves."""
    for _ in range(200):
        if len(windows.table.moves) >= moves:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"only {len(windows.table.moves)} of {moves} moves arrived")


def test_every_screen_says_that_pictures_are_kept(windows: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    table = windows.table
    plain = table._packet
    monkeypatch.setattr(table, "_packet", lambda *seat: replace(plain(*seat), recording="Pictures are recorded."))
    host = table.become_host(Session(Role.SPECTATOR), "", PIN)
    assert isinstance(host, Joined)
    for path, joined in (("/table", None), ("/seat", table.seat_token(0)), ("/host", host)):
        assert windows.open(path, joined).wait_for_selector("text=Pictures are recorded.")


def test_joining_and_hosting(windows: Phones) -> None:
    page = windows.open("/join")
    page.fill("[name=name]", "Nora")
    page.fill("[name=code]", CODE.lower())
    page.wait_for_selector(".seat-choice:has-text('Emil')")
    page.click(".seat-choice:has-text('Emil')")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#seat-head >> text=Nora")
    assert page.url.endswith("/seat")
    host = windows.open("/host", size=(1280, 900))
    host.fill("[name=pin]", PIN)
    host.get_by_role("button", name="Open").click()
    host.get_by_role("button", name="Pause The table waits").click()
    host.wait_for_selector("text=The game is paused.")
    host.click("#journal-panel > summary")
    host.get_by_role("button", name="Look").first.click()
    host.wait_for_selector(".board-replay .player")
    page.wait_for_selector("text=The game is paused.")
    assert windows.table.paused, "the table itself waits, not only its pages"


@pytest.mark.parametrize("path", ["/", "/join", "/seat", "/table", "/virtual", "/host", "/rules"])
def test_nothing_sticks_out_at_320_px(windows: Phones, path: str) -> None:
    table = windows.table
    table.notice = "Jonas, the Minstrel does not follow Wisdom: please take it back."
    host = table.become_host(Session(Role.SPECTATOR), "", PIN)
    joined = host if path == "/host" and isinstance(host, Joined) else table.seat_token(0)
    page = windows.open(path, joined, size=(320, 640))
    if path == "/seat":
        page.click("#keep")
    page.wait_for_load_state("load")
    if page.locator("#status").count():
        page.wait_for_selector("#status:not(:has-text('Looking for'))")
    for scheme in ("light", "dark"):
        recolour(page, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, summary, select, input[type=text], .code-input, .door')]
              .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
              .map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert small == []


def test_the_table_screen_fills_a_television_without_scrolling(windows: Phones) -> None:
    page = windows.open("/table", size=(1920, 1080))
    page.wait_for_selector(".player")
    for size in ((1920, 1080), (3840, 2160), (1280, 720)):
        resize(page, size)
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
        lowest = page.evaluate(
            "Math.max(...[...document.querySelectorAll('.player')].map((n) => n.getBoundingClientRect().bottom))"
        )
        assert lowest <= size[1]
