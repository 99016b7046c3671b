"""Joining in a real browser, at the table in memory: the seat switch, a link from the host, the host's list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.fake_joining import CODE, SECRET
from tests.web.fake_shelf import lobby
from tests.web.fake_table import PIN
from tests.web.on_phones import IN_A_BROWSER, Phones
from web.pages.join.views import PeopleAct
from web.pages.lobby.views import GamePick
from web.views import JoinWay, LobbyView, Role

pytestmark = IN_A_BROWSER


def test_one_phone_shows_one_of_its_seats(windows: Phones) -> None:
    page = windows.open("/seat", windows.table.sign(Role.SEAT, 0, "Mara", (0, 2)), (320, 640))
    page.wait_for_selector("#seat-head >> text=Mara")
    page.wait_for_selector("#seat-switch .button >> nth=1")
    assert page.locator("#seat-switch .button").count() == 2
    page.get_by_role("group", name="The seats that you play").get_by_role("button", name="Ines").click()
    page.wait_for_selector("#seat-head >> text=Ines")
    assert page.locator('#seat-switch [aria-pressed="true"]').inner_text().startswith("Ines")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_link_from_the_host_leads_to_the_seat_and_is_not_kept(windows: Phones) -> None:
    page = windows.open(f"/join#over={SECRET}")
    page.wait_for_selector("#seat-head >> text=Mara")
    page.go_back()
    assert SECRET not in page.url


def test_the_host_lets_in_and_hands_over(windows: Phones) -> None:
    table = windows.table
    table.way = JoinWay.BUTTON
    guest = windows.open("/join")
    guest.fill("[name=name]", "Zoe <b>")
    guest.locator(".seat-choice").nth(3).click()
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_selector("#claim-words >> text=Press the button")
    host = windows.open("/host", size=(1280, 900))
    host.fill("[name=pin]", PIN)
    host.get_by_role("button", name="Open").click()
    host.wait_for_selector("#people >> text=Zoe <b> wants this seat")
    host.get_by_role("button", name="Let in").click()
    host.wait_for_selector("#said >> text=Done")
    assert [(one.act, one.number) for one in table.people_acts] == [(PeopleAct.ADMIT, 0)]
    assert CODE in host.inner_text("#people")
    host.locator("#people summary").first.click()
    host.get_by_role("button", name="Hand over to another phone").click()
    host.wait_for_selector(".hand-over img")
    assert SECRET in host.inner_text(".hand-over")
    host.get_by_role("button", name="Put it away").click()
    assert SECRET not in host.content()
    guest.get_by_role("button", name="Cancel").click()
    guest.wait_for_selector("#join:not([hidden])")


@pytest.mark.parametrize(
    ("gathering", "sentence"),
    [
        (lobby(), "All seats are taken. Ask Mara to tap “One more seat”: it appears here at once."),
        (
            replace(lobby(), game=replace(lobby().game, seats=(3, 4))),
            "All seats are taken: Chronicle is for 4 at most.",
        ),
        (None, "All seats are taken. Before the next match there can be room for more."),
    ],
)
def test_where_all_seats_are_taken_the_page_says_who_can_make_room(
    windows: Phones, gathering: LobbyView | None, sentence: str
) -> None:
    windows.table.lobby = gathering
    windows.table.players = [replace(one, joined=True) for one in windows.table.players]
    page = windows.open("/join")
    page.wait_for_selector("#seats .taken >> nth=3")
    assert page.inner_text("#full") == sentence
    page.fill("[name=name]", "Zoë")
    page.click("[type=submit]")
    assert page.inner_text("#problem") == sentence
    page.reload()  # as when the table grows
    page.wait_for_selector("#seats .taken >> nth=3")
    assert page.input_value("[name=name]") == "Zoë"
    assert page.is_visible("#room") is ("One more seat" in sentence)
    if page.is_visible("#room"):
        page.click("text=Ask Mara for a seat")
        page.wait_for_selector("#full:has-text('I have asked.')")
        assert windows.table.rooms_asked == 1


def test_who_sits_down_at_the_virtual_table_stays_there(windows: Phones) -> None:
    windows.table.players = [replace(one, joined=False, name="") for one in windows.table.players]
    windows.table.lobby, windows.table.way = lobby(), JoinWay.OPEN
    page = windows.open("/virtual")
    page.click("[data-key=sit-here]")
    page.wait_for_selector("[name=seat]:checked")
    page.fill("[name=name]", "Zoë")
    page.click("[type=submit]")
    page.wait_for_url("**/virtual")
    assert [one.name for one in windows.table.players if one.joined] == ["Zoë"]


def test_a_game_that_was_tapped_on_the_first_page_is_laid_out_for_whoever_sits_down(windows: Phones) -> None:
    windows.table.players = [replace(one, joined=False, name="") for one in windows.table.players]
    windows.table.lobby, windows.table.way = lobby(), JoinWay.OPEN
    windows.table.unnamed, windows.table.gathered = True, 0
    page = windows.open("/")
    page.click("[data-game=war_chest]")
    page.wait_for_selector("[name=seat]:checked")
    page.fill("[name=name]", "Zoë")
    with page.expect_response(lambda one: one.url.endswith("/api/shelf") and one.request.method == "POST"):
        page.click("[type=submit]")
    assert windows.table.picks == [GamePick("war_chest")]
    assert not page.is_visible("dialog[open]")


def test_a_seat_that_somebody_else_has_taken_meanwhile_is_not_held_on_to(windows: Phones) -> None:
    windows.table.players = [replace(one, joined=False, name="") for one in windows.table.players]
    page = windows.open("/join")
    page.wait_for_selector("[name=seat][value='0']:checked")
    windows.table.players[0] = replace(windows.table.players[0], joined=True, name="Mara")
    windows.table.publish()
    page.wait_for_selector("[name=seat][value='1']:checked")
    page.check("[name=seat][value='0']")  # who wants that very seat has another phone, perhaps
    windows.table.players[2] = replace(windows.table.players[2], joined=True, name="Ines")
    windows.table.publish()
    page.wait_for_selector("#seats .taken >> nth=1")
    assert page.is_checked("[name=seat][value='0']")


def test_where_no_bot_sits_down_free_seats_go_with_one_tap(windows: Phones) -> None:
    windows.table.players = [replace(one, joined=one.seat < 3, bot=False) for one in windows.table.players]
    windows.table.lobby = replace(lobby(), people_only=True)
    page = windows.open("/seat", windows.table.seat_token(0))
    page.wait_for_selector("text=Bots play here only if the host lets them.")
    with page.expect_response("**/api/shelf"):
        page.click("text=Make it a table for 3")
    assert windows.table.picks == [GamePick("chronicle", 3)]


def test_whoever_starts_makes_room_with_one_tap_and_is_not_told_that_there_is_some(windows: Phones) -> None:
    windows.table.lobby = lobby()
    page = windows.open("/seat", windows.table.seat_token(0))
    page.wait_for_selector("text=Others can still take a seat, now and later.")
    assert not page.is_visible("[data-key=seats]")  # one is free
    windows.table.players = [replace(one, joined=True) for one in windows.table.players]
    windows.table.publish()
    page.click("text=One more seat")
    assert not page.is_visible("text=Others can still take a seat")
    assert windows.table.picks == [GamePick("chronicle", 5)]
    other = windows.open("/seat", windows.table.seat_token(1))
    other.wait_for_selector("text=Somebody else wants to play? Mara taps “One more seat”.")
