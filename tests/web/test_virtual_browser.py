"""The virtual table in a real browser: nothing moves it, it can be read, and fingers bring it closer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.evenings.measured import violations
from tests.web.fake_shelf import lobby
from tests.web.on_phones import IN_A_BROWSER, Phones, middle_of, phones_at, touch
from tests.web.test_episodes_browser import until
from tests.web.told_table import ToldTable
from web.pages.virtual.views import VirtualAct, VirtualScene
from web.views import EpisodeView, EventView, LaidView, Reply, Session, TodoView, TrackView

pytestmark = IN_A_BROWSER

LAPTOP = {"width": 1366, "height": 768}
LEAST_PX = 12
MAT = "(({x, y, width, height}) => [x, y, width, height])(document.querySelector('#mat').getBoundingClientRect())"
LETTERS = """() => [...document.querySelectorAll('#mat :is(.spot span, .card-title, .token b)')]
  .filter((one) => one.textContent && one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
WIDE = "document.querySelector('#mat').getBoundingClientRect().width"
LOST = """() => [...document.querySelectorAll('#status, #seats, .vt-seat')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
OFF_ALL_PLACES = """() => {
  const box = document.getElementById("mat").getBoundingClientRect();
  const spots = [...document.querySelectorAll(".spot")].map((one) => one.getBoundingClientRect());
  const free = (x, y) => spots.every((one) => x < one.left || x > one.right || y < one.top || y > one.bottom);
  for (let x = box.left + 20; x < box.right; x += 10) {
    for (let y = box.top + 20; y < box.bottom; y += 10) if (free(x, y)) return [x, y];
  }
}"""
AIMS = """() => [...document.querySelectorAll('.spot[data-aim="yes"]')].map((one) => one.dataset.spot)"""


OVERLAP = """(one, other) => {
  const [a, b] = [one, other].map((node) => node.getBoundingClientRect());
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return wide > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
}"""
TOO_WIDE = "(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('#tray-cards'))"
HIDDEN = f"""() => {{
  const over = {OVERLAP}, lens = document.querySelector('#piece-tools');
  return [...document.querySelectorAll('#mat .piece')].filter((node) => {{
    node.focus();
    return lens.hidden || over(lens, node);
  }}).length;
}}"""
UNDER = f"""() => {{
  const over = {OVERLAP}, lying = [...document.querySelectorAll('#mat .piece')];
  return [...document.querySelectorAll('#mat .spot span')]
    .filter((label) => getComputedStyle(label).visibility === 'visible' && lying.some((piece) => over(label, piece)))
    .map((label) => label.textContent);
}}"""
BUTTONS = f"() => ({OVERLAP})(document.querySelector('.vt-zoom'), document.querySelector('#mat'))"


def at_the_table(phones: Phones, **options: Any) -> Any:
    page = phones.open("/virtual", phones.table.seat_token(0), **options)
    page.wait_for_selector("#mat .piece")
    page.wait_for_selector("#seats .vt-seat")
    return page


def test_nothing_that_comes_and_goes_moves_the_mat(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the hand, nor a notice, nor a list of what is to be done, nor a lost connection."""
    table = phones.table
    page = at_the_table(phones, viewport=LAPTOP)
    before = page.evaluate(MAT)
    page.click("#tray-show")
    page.wait_for_selector("#tray [data-piece]")
    plain: Callable[..., Any] = table._packet
    long = "Please take it back: until there is a lead suit, every card is played face up. " * 3

    def told(*seat: Any) -> Any:
        return replace(plain(*seat), notice=long, public_notice=long, todo=(TodoView("Lay this there."),) * 9)

    monkeypatch.setattr(table, "_packet", told)
    table.publish()
    page.wait_for_selector("#notice:not([hidden])")
    page.wait_for_selector("#todo >> text=9 things to put right")
    assert page.evaluate(MAT) == before
    page.context.set_offline(True)
    page.wait_for_selector("#banner .banner")
    assert page.evaluate(MAT) == before
    page.context.set_offline(False)
    phones.forget("ERR_INTERNET_DISCONNECTED")


def test_what_is_written_on_the_mat_can_be_read_on_a_laptop(phones: Phones) -> None:
    sizes = at_the_table(phones, viewport=LAPTOP).evaluate(LETTERS)
    assert len(sizes) > 5
    assert min(sizes) >= LEAST_PX


def test_no_label_is_half_under_a_piece(phones: Phones) -> None:
    page = at_the_table(phones, viewport=LAPTOP)
    assert page.evaluate(UNDER) == []
    assert page.locator("#mat .spot span.label-under").count() > 0


@pytest.mark.parametrize("size", [(1366, 768), (1010, 1000), (390, 844)])
def test_the_buttons_of_the_zoom_lie_over_no_place_of_the_mat(phones: Phones, size: tuple[int, int]) -> None:
    page = at_the_table(phones, viewport={"width": size[0], "height": size[1]})
    page.click("#zoom-all")
    assert page.evaluate(BUTTONS) is False
    page.click("#zoom-in")
    page.click("#zoom-in")
    assert page.evaluate(BUTTONS.replace("'#mat'", "'#mat-frame'")) is False  # wherever the cloth is pushed


def test_the_panel_of_a_piece_leaves_the_piece_in_view(phones: Phones) -> None:
    assert at_the_table(phones, viewport=LAPTOP).evaluate(HIDDEN) == 0


def test_every_card_of_a_hand_is_in_view_and_a_reason_stands_there_once(phones: Phones) -> None:
    page = at_the_table(phones, viewport=LAPTOP)
    page.click("#tray-show")
    page.wait_for_selector("#tray [data-state=no]")
    page.hover("#status")
    assert page.evaluate(TOO_WIDE) <= 0
    reasons = [one.inner_text() for one in page.locator("#tray :is(.why, #tray-why)").all() if one.is_visible()]
    assert len(page.locator("#tray [data-state=no]").all()) > len(reasons) == len(set(reasons)) > 0


def test_nine_cards_fit_below_the_table_of_a_laptop(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = phones.table.virtual_scene

    def nine(session: Session) -> VirtualScene | None:
        scene = plain(session)
        held = [one for one in scene.pieces if one.in_hand] if scene else []
        more = tuple(replace(held[0], handle=f"more-{n}") for n in range(9 - len(held)))
        return scene and replace(scene, pieces=scene.pieces + more)

    monkeypatch.setattr(phones.table, "virtual_scene", nine)
    page = at_the_table(phones, viewport=LAPTOP)
    page.click("#tray-show")
    page.wait_for_selector("#tray .tray-piece >> nth=8")
    assert page.evaluate(TOO_WIDE) <= 0


def test_how_a_round_was_scored_stands_on_the_table_until_it_was_read(chromium: Any) -> None:
    with phones_at(ToldTable(until("scoring", before=1)), chromium) as found:
        page = found.open("/virtual", found.table.seat_token(0), viewport=LAPTOP)
        page.wait_for_selector("#seats .vt-seat")
        assert isinstance(found.table, ToldTable)
        found.table.tell(until("scoring"))
        page.wait_for_selector("#podium .scoring-seat >> nth=3")
        assert violations(page) == []
        found.table.tell(until("scoring", before=-2))
        page.wait_for_function("() => !document.querySelector('#status').textContent.includes('history')")
        assert page.is_visible("#podium .scoring")
        page.click("[data-key=scoring-read]")
        page.wait_for_selector("#podium .scoring", state="detached")


def test_two_fingers_bring_the_table_closer_and_one_goes_about_on_it(phones: Phones) -> None:
    page = at_the_table(phones)
    before = page.evaluate(WIDE)
    x, y = middle_of(page, "#mat-frame")
    touch(page, [(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)], [(x - 120, y), (x + 120, y)])
    assert page.evaluate(WIDE) > 1.5 * before
    assert phones.table.moves == []
    page.click("#zoom-all")
    assert page.evaluate(WIDE) <= 390
    page.keyboard.press("+")
    page.keyboard.press("+")
    at = page.evaluate("document.querySelector('#mat-frame').scrollLeft")
    bare = page.evaluate(_BARE)
    touch(page, [tuple(bare)], [(bare[0] - 20, bare[1])], [(bare[0] - 60, bare[1])])
    assert page.evaluate("document.querySelector('#mat-frame').scrollLeft") > at


_BARE = """() => {
  const { left, top, width, height } = document.querySelector('#mat-frame').getBoundingClientRect();
  for (let y = top + 70; y < top + height - 20; y += 12) {
    for (let x = left + width - 30; x > left + 90; x -= 12) {
      if (document.elementFromPoint(x, y)?.id === 'mat') return [x, y];
    }
  }
  return null;
}"""
"""A place of the cloth on which nothing lies."""


def test_beside_the_mat_stands_whose_turn_it_is_and_what_happened(phones: Phones) -> None:
    page = at_the_table(phones, viewport=LAPTOP)
    assert page.locator(".vt-seat").count() == 4
    assert page.locator(".vt-seat.on-turn").count() == 1
    phones.table._tell("Mara plays Queen.")
    phones.table.publish()
    page.wait_for_selector("#log li:has-text('Mara plays Queen.')")
    assert page.inner_text("#log li >> nth=0").endswith("Mara plays Queen.")


def test_what_happened_is_told_once_beside_the_mat(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    table, text = phones.table, "Mara plays Queen."
    plain: Callable[..., Any] = table._packet
    laid = (LaidView(seat=0, face=None),)

    def told(*seat: Any) -> Any:
        now = EpisodeView(number=2, title="Trick 2", over=False, counting=False, winner=None, laid=laid, lines=(text,))
        before = EpisodeView(number=1, title="Round 1", over=True, counting=False, winner=None, laid=(), lines=(text,))
        return replace(plain(*seat), episodes=(before, now), events=(EventView(number=1, text=text),))

    monkeypatch.setattr(table, "_packet", told)
    page = at_the_table(phones, viewport=LAPTOP)
    assert page.inner_text(".vt-side").count(text) == 1
    assert page.locator("#episodes .episode").count() == 1, (
        "of the round there is nothing to show but what the log says"
    )
    assert page.locator("#episodes .laid").count() == 1


def test_bots_are_made_faster_and_an_answer_is_taken_back_beside_the_mat(phones: Phones) -> None:
    table = phones.table
    table.players = [replace(one, joined=one.seat == 0, bot=one.seat > 0) for one in table.players]
    table.last_by = 0
    page = at_the_table(phones, viewport=LAPTOP)
    page.click("[data-key=pace-brisk]")
    page.wait_for_selector("[data-key=pace-brisk][aria-pressed=true]")
    assert table.pace == "brisk"
    with page.expect_response("**/api/take-back") as answered:
        page.click("[data-key=take-back]")
    assert answered.value.ok
    assert table.asked_back == table.version


def test_many_things_to_do_are_one_line_and_tidied_up_by_one_tap(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = phones.table
    plain: Callable[..., Any] = table._packet
    todo = tuple(TodoView(f"Put Power {n} on the discard pile.") for n in range(18))
    monkeypatch.setattr(table, "_packet", lambda *seat: replace(plain(*seat), todo=todo))
    page = at_the_table(phones, viewport=LAPTOP)
    page.wait_for_selector("#todo >> text=18 things to put right on the table")
    assert not page.is_visible("#todo >> text=Power 17")
    page.click("#todo summary")
    page.wait_for_selector("#todo >> text=Power 17")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.click("#tidy")
    assert [move.act for move in table.moves] == [VirtualAct.TIDY]


def test_a_word_on_a_move_goes_when_it_has_been_read(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    table = phones.table
    monkeypatch.setattr(table, "virtual_move", lambda *_: Reply(False, "There is nothing to deal.", table.version))
    page = at_the_table(phones, viewport=LAPTOP)
    page.clock.install()
    page.click(".vt-side > details >> text=By hand")
    page.click("#deal")
    page.wait_for_selector("#banner >> text=There is nothing to deal.")
    page.clock.run_for(6000)
    page.wait_for_selector("#banner >> text=There is nothing to deal.", state="detached")
    assert page.inner_text("#banner").strip() == ""
    phones.forget("409")


def test_an_empty_hand_says_what_comes_there(phones: Phones) -> None:
    for card in phones.table.of("hand/0"):
        card.pile = "discard"
    page = at_the_table(phones, viewport=LAPTOP)
    assert "What you are dealt comes here." in page.inner_text("#tray-cards")


def test_a_card_is_played_at_the_virtual_table_by_a_tap(phones: Phones) -> None:
    page = at_the_table(phones, viewport=LAPTOP)
    page.click("#tray-show")
    page.wait_for_selector('#tray [data-piece="wisdom-2"][data-state="ok"]')
    assert page.inner_text('#tray [data-piece="power-3"] .why')
    page.click('#tray [data-piece="wisdom-2"]')
    page.click('#played [data-option="play:wisdom-2"]')
    page.wait_for_selector("text=Waiting for")
    assert phones.table.of("meeting/0")


def test_where_a_card_may_be_laid_is_lit_while_it_is_carried(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    table = phones.table
    plain: Callable[..., Any] = table._packet

    def aimed(*seat: Any) -> Any:
        packet = plain(*seat)
        if packet.question is None:
            return packet
        options = tuple(replace(one, spot="meeting/0") for one in packet.question.options)
        return replace(packet, question=replace(packet.question, options=options))

    monkeypatch.setattr(table, "_packet", aimed)
    page = at_the_table(phones, viewport=LAPTOP)
    page.click("#tray-show")
    card = page.locator('#tray [data-piece="wisdom-2"]')
    card.hover()
    assert page.evaluate(AIMS) == []
    page.mouse.down()
    page.mouse.move(400, 300, steps=4)
    assert page.evaluate(AIMS) == ["meeting/0"]
    page.keyboard.press("Escape")
    page.mouse.move(1300, 740, steps=3)
    page.mouse.up()
    page.wait_for_function("() => document.querySelectorAll('.spot[data-aim=\"yes\"]').length === 0")
    assert table.of("meeting/0") == []
    card.hover()
    page.mouse.down()
    page.mouse.move(*page.evaluate(OFF_ALL_PLACES), steps=4)
    page.mouse.up()
    page.wait_for_selector("text=It can go where the table is lit: ")
    assert page.evaluate(AIMS) == ["meeting/0"]
    assert [move.act for move in table.moves if move.act is VirtualAct.PUT] == []


def test_a_long_question_and_every_score_can_be_read_on_a_laptop(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question stands in the head alone, and a row of a player has no scroll bar: what does not fit is lost."""
    table = phones.table
    plain: Callable[..., Any] = table._packet
    long = "Look at your two faction cards: they decide whose side you are on. Put one left of your mat and one right."
    tracks = tuple(
        TrackView(key=f"{key}:{seat}", label=key, value="3", owner=seat, prominent=True, shape="heart", most=3)
        for seat in range(4)
        for key in ("Body", "Mind")
    )
    monkeypatch.setattr(table, "_packet", lambda *seat: replace(plain(*seat), status=long, tracks=tracks))
    page = at_the_table(phones, viewport=LAPTOP)
    page.wait_for_selector("#status:has-text('and one right')")
    assert page.locator(".vt-seat .pips").count() == 8
    assert page.evaluate(LOST) == []


def test_when_all_are_asked_at_once_it_is_nobodys_turn(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    plain: Callable[..., Any] = phones.table._packet

    def together(*seat: Any) -> Any:
        packet = plain(*seat)
        return replace(packet, question=None, players=tuple(replace(one, on_turn=True) for one in packet.players))

    monkeypatch.setattr(phones.table, "_packet", together)
    page = at_the_table(phones, viewport=LAPTOP)
    page.wait_for_selector("#seats .badge-asked >> nth=3")
    assert page.locator("#seats .badge-turn").count() == 0


@pytest.mark.parametrize("others", [False, True])
def test_the_hand_is_open_at_the_start_only_for_who_plays_alone(phones: Phones, others: bool) -> None:
    table = phones.table
    table.lobby = lobby()
    table.players = [replace(one, joined=others or one.seat == 0) for one in table.players]
    page = phones.open("/virtual", table.seat_token(0), viewport=LAPTOP)
    page.wait_for_selector(".lobby-start")
    table.lobby = None
    table.publish()
    page.wait_for_selector("#question .panel")
    assert page.get_attribute("#tray", "data-open") == ("no" if others else "yes")


def test_who_looks_on_has_no_tray_and_nobodys_hand(phones: Phones) -> None:
    page = phones.open("/virtual")
    page.wait_for_selector("#mat .piece")
    assert page.locator("#tray").is_hidden()
    assert page.get_by_role("link", name="Take a seat").get_attribute("href") == "/join?at=virtual"
    assert "SECRET-OF-SEAT" not in page.content()
