"""The host's page in a real browser: on a phone and at a desk, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.web.fake_games import GAME
from tests.web.fake_hosting import SECRET_COPY, stick
from tests.web.fake_shelf import lobby
from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, resize
from web.pages.host.hosting_views import (
    BackupView,
    DamageView,
    MachineAct,
    StickAct,
    StickWish,
    VenueView,
    VersionAct,
    VersionView,
    WifiNetworkView,
    WifiView,
)
from web.pages.host.views import HostAct
from web.views import ConsentView, EventView, ThinkingView

pytestmark = IN_A_BROWSER


@pytest.fixture
def table(windows: Phones) -> FakeTable:
    return windows.table


@pytest.fixture
def open_page(windows: Phones) -> Iterator[Any]:
    """Gives a page at some size to the host, or to a seat."""

    def opened(width: int, height: int, path: str = "/host") -> Any:
        if path != "/host":
            return windows.open(path, windows.table.seat_token(1) if path == "/seat" else None, size=(width, height))
        page = windows.host(size=(width, height))
        page.locator("[data-key=undo]").wait_for()
        page.evaluate("document.querySelectorAll('.desk-body > details').forEach((one) => (one.open = true))")
        return page

    yield opened
    windows.forget("409")  # the browser itself names a refused request


def test_a_page_that_was_open_before_its_browser_signed_on_anew_still_counts(windows: Phones, open_page: Any) -> None:
    page, table = open_page(390, 844), windows.table
    for token, session in table.sessions.items():  # as another tab with the PIN makes it
        table.sessions[token] = replace(session, csrf=f"{session.csrf}-anew")
    with page.expect_response(lambda answer: answer.url.endswith("/api/host") and answer.status == 200):
        page.click("[data-key=pause]")
    assert [one.act for one in table.commands] == [HostAct.PAUSE]
    windows.forget("403")


def test_nothing_is_cut_off_and_everything_can_be_hit(open_page: Any, table: FakeTable) -> None:
    table.office.consent = ConsentView(
        number=3, text="Does everybody agree to take back a roll?", agreed=(0,), missing=(1, 2), aloud=(2,), yours=False
    )
    page = open_page(320, 800)
    page.wait_for_selector("#copies .copies-list li")
    for summary in page.locator("#settings summary").all():
        summary.click()
    for width in (320, 390, 1366, 1920):
        resize(page, (width, 800))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            """() => [...document.querySelectorAll("main :is(button, a.button, summary, select)")]
              .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5)
              .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert small == []


def test_the_voice_changes_at_once(open_page: Any, table: FakeTable) -> None:
    page = open_page(1366, 768)
    page.get_by_role("button", name="Say something").click()
    page.wait_for_selector("#said:has-text('being said')")
    page.get_by_role("slider", name="Volume").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#said:has-text('counts at once')")
    page.get_by_role("group", name="Sentences").get_by_role("button", name="Long").click()
    page.wait_for_selector("#voice button[aria-pressed=true]:has-text('Long')")
    assert ("voice.volume", "0.75") in table.office.chosen
    assert table.office.said == 1


def test_the_host_silences_the_voice_at_once(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    page.get_by_role("button", name="Silence", exact=True).click()
    page.wait_for_selector("#said:has-text('Silence.')")
    assert table.office.hushed == 1


def test_quiet_hours_are_two_times_of_day_or_none(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    quiet = page.get_by_role("group", name="Quiet hours")
    assert quiet.get_by_role("button", name="No quiet hours").get_attribute("aria-pressed") == "true"
    quiet.get_by_label("From").fill("21:30")
    table.office.voice_now = "Quiet hours: nothing is said until 07:00."
    quiet.get_by_role("button", name="Keep these hours quiet").click()
    page.wait_for_selector("#voice .notice:has-text('until 07:00')")
    assert quiet.get_by_label("From").input_value() == "21:30"
    assert quiet.get_by_role("button", name="Keep these hours quiet").get_attribute("aria-pressed") == "true"
    table.office.voice_now = ""
    quiet.get_by_role("button", name="No quiet hours").click()
    page.wait_for_function("() => !document.querySelector('#voice .notice')")
    assert table.office.chosen[-2:] == [("voice.quiet", "21:30-07:00"), ("voice.quiet", "")]


def test_a_refused_setting_keeps_what_was_typed(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    page.locator("#settings summary", has_text="Camera").click()
    field = page.get_by_label("Camera", exact=True)
    field.fill("bad")
    field.press("Enter")
    page.wait_for_selector(".setting .problem:has-text('Nothing was changed')")
    assert field.input_value() == "bad"
    field.fill("csi:1")
    field.press("Enter")
    page.wait_for_selector("#said[data-tone=good]")
    assert page.locator("#settings details[open]").count() == 1  # what was open stays open
    page.get_by_role("button", name="Undo this choice").first.click()
    page.locator("#settings details[open] .link").wait_for(state="detached")
    assert table.office.chosen[-1] == ("camera.source", None)


def test_a_play_meanwhile_does_not_empty_a_correction(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    page.locator("#fixes summary", has_text="Set a number").click()
    form = page.locator("#fixes form[data-act=set_track]")
    form.locator("select").select_option(index=1)
    form.locator("[name=reason]").fill("counted anew")
    form.locator("[name=value]").fill("3")
    table.refused = "Ben plays Wisdom 4."
    page.evaluate("document.querySelector('[data-key=bots-all]').click()")  # the focus stays in the form
    page.get_by_text("Just refused:").wait_for()
    assert form.locator("[name=reason]").input_value() == "counted anew"
    page.wait_for_function("() => document.activeElement.name === 'value' && document.activeElement.value === '3'")
    form.get_by_role("button").click()
    page.wait_for_selector("#said[data-tone=good]")  # by one of the two
    page.wait_for_function("() => document.querySelector('#fixes form[data-act=set_track] [name=reason]').value === ''")
    assert "counted anew" in [command.reason for command in table.commands]
    form.locator("select").select_option(index=1)
    form.locator("[name=reason]").fill("too hasty")
    page.route(
        "**/api/host",
        lambda route: route.fulfill(status=409, json={}) if route.request.method == "POST" else route.continue_(),
    )
    form.get_by_role("button").click()
    page.wait_for_selector("#said[data-tone=bad]")
    assert form.locator("[name=reason]").input_value() == "too hasty", "what is refused can be put right"


def test_what_the_page_cannot_change_says_why(open_page: Any) -> None:
    page = open_page(1366, 768)
    page.locator("#settings summary", has_text="Machine").click()
    page.wait_for_selector("#settings :text('Set, and not shown')")
    assert page.locator("#settings :text('Set in the file of settings only')").count() == 2


def test_a_table_is_paired_and_a_copy_goes_to_a_stick_and_comes_back_from_it_and_from_a_file(
    open_page: Any, table: FakeTable
) -> None:
    table.office.sticks, table.office.strange_sticks = (stick(is_allowed=False),), ("Old Drive",)
    said = "It does not answer."
    table.office.venue = VenueView(name="The Club", said=said, waiting=2, is_well=False, is_open=True)
    heard = WifiNetworkView(name="Home", signal=70, secured=True)
    table.office.wifi = WifiView(here=False, is_open=True, said="", networks=(heard,))
    page = open_page(390, 844)
    page.wait_for_selector("#venue:has-text('2 results wait')")
    assert "whoever is in this network can read along" in page.text_content("#venue")
    assert "others nearby could listen" in page.text_content("#wifi .warning")
    page.fill("#venue [name=code]", "ABCD-2345")
    page.keyboard.press("Enter")
    page.wait_for_selector("#said:has-text('paired with The Club')")
    assert table.office.venue_codes == ["ABCD-2345"]
    page.wait_for_selector("#copies .warning:has-text('The stick Old Drive has a format')")
    assert "deletes everything on it" in page.text_content("#copies .warning")
    page.fill("#password-sda1", "correct horse")
    page.locator("[data-key=stick-allow-sda1]").click()
    page.wait_for_selector("#said:has-text('on the stick')")
    page.locator("[data-key='stick-back-daily-20261122-180000-4f2a.db']").dblclick()  # it asks once more
    page.wait_for_function("document.querySelector('#password-sda1').value === 'correct horse'")
    assert table.office.stick_wishes == [
        StickWish(act=StickAct.ALLOW, stick="sda1", password="correct horse"),
        StickWish(act=StickAct.RESTORE, stick="sda1", name="daily-20261122-180000-4f2a.db", password="correct horse"),
    ]
    page.wait_for_selector("#copies .copies-list li")
    page.set_input_files("#copy-file", files=[{"name": "a.db", "mimeType": "", "buffer": b"rubbish"}])
    page.wait_for_selector("#said[data-tone=bad]:has-text('Nothing has changed')")
    page.set_input_files("#copy-file", files=[{"name": "a.db", "mimeType": "", "buffer": SECRET_COPY}])
    again = page.get_by_role("button", name="Restart now")
    again.click()
    assert table.office.machine == []  # it asks once more
    page.locator("[data-key=restore-now]").click()
    page.wait_for_selector("#said:has-text('ends')")
    assert table.office.machine == [MachineAct.AGAIN]


def test_a_copy_is_brought_back_with_one_tap_and_another_to_be_sure(open_page: Any, table: FakeTable) -> None:
    copy = BackupView("daily-20261122-180000.db", "2026-11-22T18:00:00+00:00", 1, "daily")
    table.office.damages = (DamageView("Match 3 is damaged: it cannot be read from entry 17 on.", copy),)
    page = open_page(390, 844)
    page.wait_for_selector("#damages:has-text('from entry 17 on')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    button = page.locator(f"[data-key='damage-{copy.name}']")
    button.click()
    assert table.office.machine == [], "it asks once more"
    button.click()
    page.wait_for_selector("#said:has-text('ends')")
    assert (table.office.restored_names, table.office.machine) == ([copy.name], [MachineAct.AGAIN])


def test_what_was_read_is_put_away(open_page: Any, table: FakeTable) -> None:
    table.office.damages = (DamageView("The journal was gone."),)
    page = open_page(390, 844)
    page.get_by_role("button", name="I have read this").click()
    page.wait_for_selector("#damages", state="hidden")
    assert not table.office.damages


def test_files_are_saved(open_page: Any, table: FakeTable) -> None:
    page = open_page(1366, 768)
    page.get_by_label("With the players' names").check()
    with page.expect_download() as report:
        page.get_by_role("link", name="Download the report").click()
    assert re.fullmatch(r"companion-report-\d{4}-\d\d-\d\d\.zip", report.value.suggested_filename)
    assert table.office.reports == [True]
    with page.expect_download() as copy:
        page.get_by_role("link", name="Download a copy of now").click()
    assert copy.value.suggested_filename.endswith(".db")


def test_three_buttons_come_first_for_a_keyboard_too(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    page.locator(".skip").focus()
    reached: list[str] = []
    while len(reached) < 3:
        page.keyboard.press("Tab")
        reached += page.evaluate("[document.activeElement.dataset.key ?? ''].filter(Boolean)")
    assert reached == ["pause", "undo", "help"]
    page.keyboard.press("Enter")
    page.get_by_role("link", name="The voice is too loud").focus()
    page.evaluate("document.querySelectorAll('.desk-body > details').forEach((one) => (one.open = false))")
    page.keyboard.press("Enter")
    page.wait_for_selector("#voice-panel[open]")
    assert page.evaluate("document.activeElement.closest('details').id") == "voice-panel"
    page.locator("[data-key=undo]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#said[data-tone=good]")
    assert table.commands[-1].act is HostAct.UNDO


def test_while_people_gather_there_is_nothing_to_undo_and_the_silent_device_is_named(
    open_page: Any, table: FakeTable
) -> None:
    events, table.events = table.events, table.events[:1]
    table.lobby = lobby()
    page = open_page(390, 844)
    table.lobby, table.events = None, events
    undo = page.locator("[data-key=undo]")
    assert undo.is_disabled()
    assert "Nothing to undo yet" in undo.inner_text()
    assert "There is no loudspeaker" in page.inner_text("#hints")


def test_all_that_an_undo_takes_back_is_read_in_full(open_page: Any, table: FakeTable) -> None:
    whole = (
        "Mara plays the Queen. Mara wins the meeting with it. The round is scored: Mara 2 Fame, Jonas 1 Fame, Ines 0."
    )
    table.events.append(EventView(number=len(table.events) + 1, text=whole))
    page = open_page(390, 844)
    table.events.pop()
    assert page.inner_text("#undo-takes") == f"Undo takes back: {whole}"
    assert page.evaluate("node => node.scrollHeight <= node.clientHeight", page.query_selector("[data-key=undo] small"))
    assert page.locator("#undo-takes").bounding_box()["y"] < 500


def test_the_page_is_short_until_a_part_is_opened(open_page: Any) -> None:
    page = open_page(390, 844)
    page.evaluate("document.querySelectorAll('.desk-body > details').forEach((one) => (one.open = false))")
    assert page.evaluate("document.documentElement.scrollHeight") <= 1040  # it was 6,094
    assert page.locator("[data-key=help]").bounding_box()["y"] < 400
    page.evaluate("location.hash = '#copies-panel'")
    page.wait_for_selector("#copies-panel[open] .copies-list li")


# ---- what the whole table is asked ----------------------------------------------------------------------------------


def test_a_seat_agrees_on_its_phone(open_page: Any, table: FakeTable) -> None:
    table.office.consent = ConsentView(
        number=3, text="Does everybody agree?", agreed=(0,), missing=(1,), aloud=(), yours=False
    )
    page = open_page(320, 640, "/seat")
    page.get_by_role("button", name="I agree").click()
    page.locator("#consent").wait_for(state="hidden")
    assert table.office.answers == [(1, True, 3)]


def test_the_table_screen_shows_the_question_and_has_no_button(open_page: Any, table: FakeTable) -> None:
    table.office.consent = ConsentView(
        number=3, text="Does everybody agree?", agreed=(0,), missing=(1,), aloud=(), yours=False
    )
    page = open_page(1920, 1080, "/table")
    page.wait_for_selector("#consent:has-text('Does everybody agree?')")
    assert page.locator("#consent button").count() == 0


def test_the_host_says_it_for_whoever_has_no_phone(open_page: Any, table: FakeTable) -> None:
    table.office.consent = ConsentView(
        number=3, text="Does everybody agree?", agreed=(), missing=(0, 2), aloud=(2,), yours=False
    )
    page = open_page(390, 844)
    page.get_by_role("button", name=f"{table.players[2].name} agrees").click()
    page.wait_for_selector("#said[data-tone=good]")
    assert not page.get_by_role("button", name=f"{table.players[0].name} agrees").count()
    command = table.commands[-1]
    assert (command.act, command.seat, command.number) == (HostAct.AGREE_FOR, 2, 3)


def test_the_clock_counts_down_and_is_calm_at_its_end(open_page: Any, table: FakeTable) -> None:
    table.office.thinking = ThinkingView(0, 2, 120, stands=False)
    page = open_page(390, 844, "/seat")
    page.wait_for_selector("#thinking:has-text('is thinking')")
    page.wait_for_selector("#thinking:has-text('time is over')")
    table.office.thinking = ThinkingView(0, 75, 120, stands=True)
    table.publish()
    assert page.wait_for_selector("#thinking:has-text('1:15')")


def test_a_game_is_installed_after_the_question_and_removed(open_page: Any, table: FakeTable) -> None:
    page = open_page(390, 844)
    panel = page.locator("#games-panel")
    panel.get_by_text("Harbour Night 1.2").wait_for()
    assert "game.py, line 4: NameError" in panel.inner_text()
    page.set_input_files("#game-file", {"name": "market.zip", "mimeType": "application/zip", "buffer": GAME})
    question = panel.locator(".warning")
    question.wait_for()
    assert "It can do everything that the companion can do" in question.inner_text()
    assert "It takes the place of version 1.0." in question.inner_text()
    assert "2 matches of it may not go on with another version." in question.inner_text()
    panel.locator("[data-key=game-yes]").click()
    assert table.own.waiting is not None, "one press only asks once more"
    panel.locator("[data-key=game-yes]").click()
    question.wait_for(state="detached")
    assert "Night Market is installed." in page.inner_text("#said")
    panel.locator("[data-key=remove-old]").click()
    panel.locator("[data-key=remove-old]").click()
    panel.get_by_text("NameError").wait_for(state="detached")
    assert [one.slug for one in table.own.games] == ["harbour_night"]


def test_a_release_is_brought_in_two_files_and_the_way_back_is_a_tap(windows: Phones, open_page: Any) -> None:
    office = windows.table.office
    office.version = VersionView(
        now="0.2.0-1a2b3c4d5e", before="0.1.0-5e4d3c2b1a", said="", is_waiting=False, limit_bytes=60_000_000
    )
    page = open_page(390, 844)
    files = [
        {"name": name, "mimeType": "application/octet-stream", "buffer": name.encode()}
        for name in ("tabletop-companion-0.3.0.tar.gz.sig", "tabletop-companion-0.3.0.tar.gz")
    ]
    page.set_input_files("#release-files", files[:1])
    page.wait_for_function("document.querySelector('#said').textContent.includes('both files')")
    assert office.brought == []
    with page.expect_response("**/api/hosting/version"):
        page.set_input_files("#release-files", files)
    assert office.brought == [
        (b"tabletop-companion-0.3.0.tar.gz", False),
        (b"tabletop-companion-0.3.0.tar.gz.sig", True),
    ]
    page.click("[data-key=version-back]")
    with page.expect_response("**/api/hosting/version"):
        page.click("[data-key=version-back]")
    assert office.changes == [VersionAct.UPDATE, VersionAct.ROLLBACK]
