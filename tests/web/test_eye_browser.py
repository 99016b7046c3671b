"""The page of a phone that is the camera, in a browser whose camera is a canvas that the test draws on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.fake_eye import WORD
from tests.web.on_phones import IN_A_BROWSER, Phones, wait_for
from vision.reading.photo import open_photo
from web.pages.eye.views import EyeAsk, EyeHost

pytestmark = IN_A_BROWSER
CAMERA = Path(__file__).with_name("canvas_camera.js").read_text("utf-8")
BARE = "delete Navigator.prototype.wakeLock; delete window.ImageCapture; delete window.OffscreenCanvas; "
BARE += (
    "delete MediaStreamTrack.prototype.getCapabilities; delete HTMLVideoElement.prototype.requestVideoFrameCallback;"
)


COUNTED = """() => {
  const one = fetch;
  let now = 0;
  window.most = 0;
  window.fetch = async (...given) => {
    now += 1;
    window.most = Math.max(window.most, now);
    try { return await one(...given); } finally { now -= 1; }
  };
}"""
"""Counts how many calls are under way at once."""


def looking(phones: Phones, script: str = CAMERA) -> Any:
    """A phone that the host has let in, and that looks."""
    page = phones.open(f"/eye#{WORD}", script=script)
    page.click("#begin")
    page.wait_for_selector("#main[data-stage=looking]")
    wait_for(page, lambda: len(phones.table.looking.stills) == 1)
    return page


def boxes(page: Any, *found: tuple[int, int, int, int]) -> None:
    page.evaluate("found => { __table.boxes = found; }", [list(one) for one in found])


def white_at(picture: bytes, x: int, y: int) -> bool:
    return bool(open_photo(picture)[y, x].min() > 200)


def test_a_phone_sends_what_has_come_to_rest_and_a_sign_of_life_else(phones: Phones) -> None:
    page = looking(phones)
    sent = phones.table.looking
    assert page.url.endswith("/eye"), "the word is in no address"
    assert sent.stills[0].startswith(b"\xff\xd8\xff")
    assert page.locator("#overlay polygon").count() == 1
    assert page.get_attribute("#told", "data-tone") == "good"
    wait_for(page, lambda: sent.alive > 0)
    assert len(sent.stills) == 1, "the table lies still"
    for x in range(0, 300, 30):  # a hand goes over it, and away
        boxes(page, (x, 100, 200, 200))
    boxes(page, (600, 300, 14, 14))  # as large as a pawn from afar
    wait_for(page, lambda: len(sent.stills) > 1)
    wait_for(page, lambda: white_at(sent.stills[-1], 606, 306) and not white_at(sent.stills[-1], 200, 200))
    before = len(sent.stills)
    boxes(page, (600, 300, 14, 14), (900, 500, 40, 40))
    wait_for(page, lambda: len(sent.stills) > before and white_at(sent.stills[-1], 920, 520))
    before = len(sent.stills)
    sent.ask = EyeAsk.SEND  # the companion asks for one
    wait_for(page, lambda: len(sent.stills) > before)


def test_it_comes_back_after_sleep_and_after_its_camera_was_taken_away(phones: Phones) -> None:
    page = looking(phones)
    sent = phones.table.looking
    page.evaluate("__table.track.stop(); __table.track.dispatchEvent(new Event('ended'))")
    wait_for(page, lambda: len(sent.stills) == 2)
    assert page.evaluate("__table.opened") == 2
    hide = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true }); "
    page.evaluate(hide % "true" + "document.dispatchEvent(new Event('visibilitychange')); __table.track.stop()")
    page.evaluate(hide % "false" + "document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(page, lambda: len(sent.stills) >= 3)
    assert page.evaluate("__table.opened") == 3
    page.reload()
    page.click("#begin")
    before = len(sent.stills)
    wait_for(page, lambda: len(sent.stills) > before)


def test_without_wake_lock_capture_or_powers_it_looks_all_the_same(phones: Phones) -> None:
    page = looking(phones, BARE + CAMERA)
    assert page.locator("#sleepy").is_visible()
    assert page.locator("#missing").is_visible()
    assert page.locator("#powers button").count() == 0


def test_what_a_camera_can_do_is_offered_and_may_be_taken_away(phones: Phones) -> None:
    powers = "{ torch: true, zoom: { min: 1, max: 4, step: 0.1 }, focusMode: ['manual', 'continuous'] }"
    page = looking(phones, f"{CAMERA}__table.powers = {powers};")
    light, hold = page.locator("#powers button").all()
    light.click()
    hold.click()
    page.fill("#powers input", "2")
    page.wait_for_function("() => __table.asked.length === 3")
    assert page.evaluate("__table.asked") == [{"torch": True}, {"focusMode": "manual"}, {"zoom": 2}]
    assert light.get_attribute("aria-pressed") == "true"
    page.evaluate("__table.refusesPowers = true")
    light.click()
    page.evaluate("Promise.resolve()")
    assert light.get_attribute("aria-pressed") == "true", "it did not go out"
    page.evaluate("__table.powers = {}; __table.track.stop(); __table.track.dispatchEvent(new Event('ended'))")
    page.wait_for_selector("#powers button", state="detached")
    assert page.locator("#missing").is_visible()


def test_a_slow_network_gets_smaller_pictures_and_one_at_a_time(phones: Phones) -> None:
    page = looking(phones)
    sent = phones.table.looking
    slow = {"offline": False, "latency": 1600, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.evaluate(COUNTED)
    while len(sent.stills) < 3:
        sent.ask = EyeAsk.SEND
        page.wait_for_timeout(100)
    assert len(sent.stills[2]) < len(sent.stills[0]), "the same table"
    assert page.evaluate("most") == 1


def test_a_turned_phone_and_a_front_camera(phones: Phones) -> None:
    page = looking(phones, CAMERA + "__table.size = [720, 1280]; __table.front = true;")
    page.wait_for_selector("#main[data-size='720x1280']")
    assert page.locator("#front").is_visible()
    page.evaluate("__table.size = [1280, 720]")
    page.wait_for_selector("#main[data-size='1280x720']")


def test_a_permission_that_is_refused_or_withdrawn_can_be_given_later(phones: Phones) -> None:
    page = phones.open(f"/eye#{WORD}", script=CAMERA + "__table.refused = 'NotAllowedError';")
    page.click("#begin")
    page.wait_for_selector("#problem:not(:empty)")
    assert "Allow it" in page.inner_text("#problem")
    page.evaluate("__table.refused = ''")
    page.click("#begin")
    page.wait_for_selector("#main[data-stage=looking]")
    assert page.inner_text("#problem") == ""
    page.evaluate(
        "__table.refused = 'NotAllowedError'; __table.track.stop(); __table.track.dispatchEvent(new Event('ended'))"
    )
    page.wait_for_selector("#main[data-stage=start]")  # it was withdrawn in the middle of the evening
    assert "Allow it" in page.inner_text("#problem")
    sent = len(phones.table.looking.stills)
    page.evaluate("__table.refused = ''")
    page.click("#begin")
    wait_for(page, lambda: len(phones.table.looking.stills) > sent)


def test_two_tabs_and_an_end_by_the_host(phones: Phones) -> None:
    first, looks = looking(phones), phones.table.looking
    first_tab = looks.tab
    second = first.context.new_page()
    second.goto(first.url)
    second.click("#begin")
    second.wait_for_selector("#main[data-stage=looking]")
    first.wait_for_selector("#main[data-stage=elsewhere]")
    assert looks.tab != first_tab
    first.click("[data-for=elsewhere] [data-begin]")
    second.wait_for_selector("#main[data-stage=elsewhere]")
    assert looks.tab == first_tab
    phones.table.sessions.clear()
    first.wait_for_selector("#main[data-stage=ended]")
    phones.forget("Failed to load resource")


def test_a_stranger_is_told_to_ask_the_host(phones: Phones) -> None:
    page = phones.open("/eye#guess", script=CAMERA)
    page.wait_for_selector("#main[data-stage=stranger]")
    assert "has been used" in page.inner_text("#why")
    phones.forget("Failed to load resource")


def test_the_hosts_word_goes_along_from_plain_http_to_https(phones: Phones) -> None:
    page = phones.open(f"/https#{WORD}")
    page.wait_for_selector("#go[href*='/eye#']")
    assert page.get_attribute("#go", "href") == f"https://127.0.0.1:{phones.server.port}/eye#{WORD}"


def test_the_host_shows_a_code_and_sees_the_phone_come(phones: Phones) -> None:
    page = phones.host("/host/eye")
    page.click("#offer")
    page.wait_for_selector("#card img")
    phones.table.looking.view = EyeHost(here=True, silent_s=0, stills=3, sent_mb=1.4)
    page.wait_for_selector("#card:empty", state="attached")
    assert "3 pictures" in page.inner_text("#state")
    phones.table.looking.view = EyeHost(here=False, silent_s=40, stills=3, sent_mb=1.4)
    page.wait_for_function("() => document.getElementById('state').textContent.includes('40 seconds')")
    phones.table.looking.view = None
    page.wait_for_selector("#off:not([hidden])")
