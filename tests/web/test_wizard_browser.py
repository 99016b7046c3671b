"""The first-run wizard on a phone: every step, wrong PINs, back and reload, by keyboard alone, German, very narrow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.web.fake_table import JPEG, FakeTable
from tests.web.fake_wizard import VIEW
from tests.web.on_phones import IN_A_BROWSER, Phones
from web.pages.wizard.views import PinKind, StepKey, StepState
from web.views import Joined, Role, Session

pytestmark = IN_A_BROWSER
TITLE = "#step-title:has-text('{words}')"


@pytest.fixture(autouse=True)
def _new(table: FakeTable) -> None:
    table.wizardry.view = VIEW
    table.setup_picture = JPEG


def host(phones: Phones) -> Joined:
    joined = phones.table.become_host(Session(Role.SPECTATOR), "", "4711")
    assert isinstance(joined, Joined)
    return joined


def begun(phones: Phones, path: str = "/setup", **options: Any) -> Any:
    """The wizard on the host's phone, when it has drawn itself."""
    page = phones.open(path, host(phones), **options)
    page.wait_for_selector("#step:not([hidden])")
    return page


def keep(page: Any) -> None:
    page.click("[data-key=save]")


def at(page: Any, words: str) -> None:
    page.wait_for_selector(TITLE.format(words=words))


def a_pin_of_ones_own(page: Any) -> None:
    """One mistyped, one that everybody would try, and a good one."""
    at(page, "A PIN of your own")
    for new, again, why in (("82736", "82737", "not the same"), ("0000", "0000", "would try that one")):
        page.fill("[name=new]", new)
        page.fill("[name=again]", again)
        keep(page)
        page.wait_for_selector(f"#problem:has-text('{why}')")
    page.fill("[name=new]", "82736")
    page.fill("[name=again]", "82736")
    keep(page)


def camera_to_three_cards(page: Any, table: FakeTable) -> None:
    """From a camera over markers and stickers to three cards that are recognised."""
    at(page, "Which camera")
    page.wait_for_selector("#verdict[data-tone=bad]:has-text('keep stickers')")
    page.check("[data-key='camera-/dev/video0']")
    keep(page)
    at(page, "Four markers")
    page.wait_for_selector("[data-key=print-mat][href='/api/prints/mat.pdf?paper=a4']")
    page.wait_for_selector("#verdict:has-text('marker')")
    page.wait_for_selector("#picture span:has-text('Stock')")
    keep(page)
    at(page, "Stickers tell")
    page.check("[data-key=size-16]")
    page.wait_for_selector(".wizard-prints p:has-text('120 stickers on 5 pages')")
    page.click("[data-key=make]")
    page.wait_for_selector("h3:has-text('Chronicle 1, 16 mm')")
    page.select_option("[data-key=paper]", "letter")
    page.wait_for_selector("[data-key=print-used7][href='/api/prints/used.pdf?paper=letter&copy=7']")
    page.click("summary:has-text('Only some cards')")
    page.check(".wizard-pieces input[value=Queen]")
    page.wait_for_selector("[data-key=print-chosen7][href$='?paper=letter&copy=7&only=Queen']")
    keep(page)
    at(page, "Lay any three cards")
    page.wait_for_selector("#verdict[data-tone=fair]:has-text('One card')")
    table.setup = replace(table.setup, cards=3)
    page.wait_for_selector("#verdict[data-tone=good]:has-text('can be played')")
    keep(page)


def test_from_the_start_page_through_every_step_to_the_end(phones: Phones, table: FakeTable) -> None:
    table.players = [replace(player, joined=False) for player in table.players]  # whoever comes first
    page = phones.open("/")
    page.click("text=Set it up, step by step")
    page.fill("[name=pin]", "0000")
    page.click("#pin [type=submit]")
    page.wait_for_selector("#problem:has-text('not the PIN')")
    assert table.wizardry.view == VIEW
    page.fill("[name=pin]", "4711")
    page.click("#pin [type=submit]")
    a_pin_of_ones_own(page)
    at(page, "What is the table called?")
    page.fill("[name=name]", "Blue table")
    keep(page)
    at(page, "Which language")
    page.check("[data-key=language-de]")
    page.uncheck("[name=aloud]")
    page.click("[data-key=hear]")
    page.wait_for_selector("#said:not(:empty)")
    keep(page)
    at(page, "how many are you")
    broken = "harbour_night cannot be played. game.py, line 40: NameError: name 'no' is not defined."
    assert page.inner_text(".broken-games") == broken
    page.select_option("[name=game]", "chesney")
    assert page.locator("[name=players] option").all_inner_texts() == ["4", "6", "8"]
    page.select_option("[name=players]", "6")
    keep(page)
    camera_to_three_cards(page, table)
    at(page, "Buttons and lights")
    page.click("[data-key=skip]")
    at(page, "That was it")
    page.wait_for_selector("#join-place img")
    assert "Blue table" in page.inner_text("#body")
    keep(page)
    at(page, "The table is ready")
    asked = table.wizardry
    language = {"table.language": "de", "voice.language": "de", "voice.sink": "off"}
    assert asked.chosen == [
        (StepKey.NAME, {"table.name": "Blue table"}),
        (StepKey.LANGUAGE, language),
        (StepKey.LANGUAGE, language),
        (StepKey.GAME, {"table.game": "chesney", "table.players": "6"}),
        (StepKey.CAMERA, {"camera.source": "/dev/video0"}),
        *((key, {}) for key in (StepKey.MARKERS, StepKey.STICKERS, StepKey.TRY)),
    ]
    assert (asked.pins, asked.skipped, asked.started) == ([("", "0000"), ("", "82736")], [StepKey.BUTTONS], [True])
    assert table.office.said == 1
    phones.forget("409")


def test_back_and_reload_stay_where_one_was_and_a_new_visit_begins_at_what_is_open(phones: Phones) -> None:
    page = begun(phones)
    page.click("[data-key=skip]")
    at(page, "What is the table called?")
    page.fill("[name=name]", "Red table")
    keep(page)
    at(page, "Which language")
    page.reload()
    at(page, "Which language")
    page.click("[data-key=back]")
    at(page, "What is the table called?")
    assert page.input_value("[name=name]") == "Red table"
    page.go_back()
    at(page, "Which language")
    page.click("[data-key=to-buttons]")
    at(page, "Buttons and lights")
    states = page.eval_on_selector_all("#way button", "found => found.map((one) => one.dataset.state)")
    assert states == ["skipped", "done", *["open"] * 8]
    again = begun(phones)
    at(again, "Which language")


def test_two_taps_at_once_leave_one_step_only(phones: Phones, table: FakeTable) -> None:
    page = begun(phones, "/setup#name")
    page.evaluate("() => ['save', 'skip'].forEach((key) => document.querySelector(`[data-key=${key}]`).click())")
    at(page, "Which language")
    page.wait_for_selector("#way [data-key=to-name][data-state=done]")
    keep(page)
    page.click("[data-key=skip]")
    at(page, "Which camera")
    assert table.wizardry.skipped == [StepKey.GAME], "the second of two taps at once has left nothing out"


def test_by_keyboard_alone_and_the_title_is_told_at_each_step(phones: Phones) -> None:
    page = begun(phones, "/setup#name")
    page.focus("[name=name]")
    page.keyboard.type("Green table")
    page.keyboard.press("Enter")
    at(page, "Which language")
    assert page.evaluate("document.activeElement.id") == "step-title"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "en"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    at(page, "how many are you")
    assert page.get_attribute("#way [aria-current=step]", "aria-label") == "Step 4, Game: still open"


def test_waiting_for_a_new_start_goes_on_by_itself(phones: Phones, table: FakeTable) -> None:
    page = begun(phones, "/setup#done")
    table.wizardry.view = replace(VIEW, waits=True, new_match=True)
    page.reload()
    page.wait_for_selector("[data-key=save]:has-text('restart')")
    assert "begins a new match" in page.inner_text("#body")
    table.wizardry.view = replace(table.wizardry.view, ending=True)
    keep(page)
    page.wait_for_selector("#wait:not([hidden])")
    assert page.is_hidden("#step")
    assert page.evaluate("document.activeElement.id") == "wait-title"
    table.wizardry.view = replace(VIEW, boot="another", is_new=False)
    at(page, "The table is ready")


def test_a_camera_that_waits_is_looked_through_after_a_start(phones: Phones, table: FakeTable) -> None:
    page = begun(phones, "/setup#camera")
    page.check("[data-key='camera-/dev/video0']")
    page.click("[data-key=try]")
    page.wait_for_selector("[data-key=to-camera][data-state=done]")
    assert table.wizardry.started == [False]
    assert table.wizardry.view.is_new


def test_a_camera_in_the_network_is_asked_for_its_address_and_a_phone_gets_its_code(
    phones: Phones, table: FakeTable
) -> None:
    page = begun(phones, "/setup#camera")
    page.check("[data-key=camera-network]")
    keep(page)
    page.wait_for_selector("#problem:has-text('Type the address')")
    page.fill("#network [name='camera.source']", "http://192.168.1.30:8080/video")
    page.fill("#network [name='camera.password']", "sesame")
    keep(page)
    at(page, "Four markers")
    sent = {"camera.source": "http://192.168.1.30:8080/video", "camera.password": "sesame"}
    assert table.wizardry.chosen == [(StepKey.CAMERA, sent)]
    table.wizardry.mark(StepKey.CAMERA, StepState.DONE, {"camera.source": "phone"})
    page.goto(page.url.partition("#")[0] + "#camera")
    page.reload()
    page.click("[data-key=offer]")
    page.wait_for_selector("#card img")


def test_what_is_given_at_the_start_cannot_be_chosen_and_is_not_sent(phones: Phones, table: FakeTable) -> None:
    from web.views import Locked

    steps = tuple(
        replace(one, settings=tuple(replace(s, lock=Locked.OVERRULED) for s in one.settings[:1]) + one.settings[1:])
        for one in VIEW.steps
    )
    table.wizardry.view = replace(VIEW, steps=steps, pin=PinKind.FILE, aside="No camera there.")
    page = begun(phones, "/setup#game")
    assert page.is_disabled("[name=game]")
    assert "counts more than a choice here" in page.inner_text("#body")
    assert "No camera there." in page.inner_text("#aside")
    keep(page)
    at(page, "Which camera")
    assert table.wizardry.chosen == [(StepKey.GAME, {"table.players": "4"})]
    page.click("[data-key=to-pin]")
    at(page, "A PIN of your own")
    assert page.locator("input").count() == 0


def test_another_pin_later_asks_for_the_one_that_holds(phones: Phones, table: FakeTable) -> None:
    table.wizardry.view = replace(VIEW, is_new=False, pin=PinKind.OWN)
    page = begun(phones, "/setup#pin")
    page.fill("[name=old]", "4711")
    page.fill("[name=new]", "otter17")
    page.fill("[name=again]", "otter17")
    keep(page)
    at(page, "What is the table called?")
    assert table.wizardry.pins == [("4711", "otter17")]


def test_every_step_fits_a_narrow_phone_in_german(phones: Phones) -> None:
    page = begun(phones, viewport={"width": 320, "height": 640}, locale="de-DE")
    small = """[...document.querySelectorAll('main a, main button, main select, main label:has(input)')]
        .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML)"""
    for step in (*(key.value for key in StepKey), "done"):
        page.goto(f"{page.url.partition('#')[0]}#{step}")
        page.reload()
        page.wait_for_selector("#step:not([hidden])")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, step
        assert page.evaluate(small) == [], step
        assert "Schritt" in page.text_content("#place")


def test_who_is_host_no_more_is_told_where_to_sign_in(phones: Phones, table: FakeTable) -> None:
    page = begun(phones, "/setup#name")
    table.sessions.clear()
    keep(page)
    page.wait_for_selector("#banner a[href='/setup']")
    assert table.wizardry.view.steps[1].state is StepState.OPEN
    phones.forget("403")
