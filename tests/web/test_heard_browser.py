"""Every tap is answered on the screen before the table has answered: in that order, whatever the line does. What the
table then refuses is taken back, with its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.fake_joining import CODE
from tests.web.fake_shelf import lobby
from tests.web.fake_table import PIN, FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, show
from web.views import Joined, Role, Session

pytestmark = IN_A_BROWSER
SENTENCE = "The table says no to that."
REFUSED = {"reply": {"ok": False, "sentence": SENTENCE, "version": 41, "rule": "", "noted": False}}


class Line:
    """Holds back the answer to what a page sends to an address until it is told to answer."""

    def __init__(self, page: Any, path: str) -> None:
        self.page = page
        self.asked: list[Any] = []
        page.route(f"**{path}", lambda route: self.hold(route))

    def hold(self, route: Any) -> None:
        if route.request.method == "POST":
            self.asked.append(route)
        else:
            route.continue_()

    def is_held(self) -> None:
        """The one thing that was asked is still without an answer."""
        assert len(self.asked) == 1

    def refuse(self) -> None:
        self.asked[0].fulfill(status=409, json=REFUSED)
        self.page.wait_for_selector(f"text={SENTENCE}")


def at_seat(phones: Phones) -> Any:
    return phones.open("/seat", phones.table.seat_token(0))


def gathering(phones: Phones) -> Any:
    phones.table.lobby = lobby()
    return at_seat(phones)


def another_game(phones: Phones) -> Any:
    page = gathering(phones)
    page.click("[data-key=other-game]")
    return page


def at_the_door(phones: Phones) -> Any:
    page = phones.open("/join")
    page.fill("[name=name]", "Zoë")
    page.fill("[name=code]", CODE)
    return page


def host(phones: Phones) -> Any:
    joined = phones.table.become_host(Session(Role.SPECTATOR), "", PIN)
    assert isinstance(joined, Joined)
    return phones.open("/host", joined)


BUTTONS: dict[str, tuple[Callable[[Phones], Any], str, str]] = {
    "start": (gathering, "/api/start", "[data-key=start]"),
    "game": (another_game, "/api/shelf", ".shelf-game[data-game=war_chest]"),
    "join": (at_the_door, "/api/join", "[type=submit]"),
    "pause": (host, "/api/host", "[data-key=pause]"),
}


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_says_that_it_was_heard_before_the_table_answers(phones: Phones, name: str) -> None:
    open_page, path, button = BUTTONS[name]
    page = open_page(phones)
    page.wait_for_selector(button)
    line = Line(page, path)
    page.click(button)
    page.wait_for_selector(f"{button}[aria-busy=true]")
    line.is_held()
    line.refuse()
    assert page.locator("[aria-busy=true]").count() == 0
    phones.forget("409")


def test_a_card_that_was_played_is_on_its_way_before_the_table_answers(phones: Phones) -> None:
    page = phones.seat()
    show(page)
    line = Line(page, "/api/answer")
    page.click('#hand [data-piece="wisdom-2"]')
    page.click('#played [data-option="play:wisdom-2"]')
    page.wait_for_selector("text=Your answer is on its way…")
    assert page.locator("#hand [data-state=ok]:not([disabled])").count() == 0, "nothing else can be tapped meanwhile"
    line.is_held()
    line.refuse()
    page.wait_for_selector("text=Your answer is on its way…", state="detached")
    assert page.locator('#hand [data-piece="wisdom-2"][data-state=ok]:not([disabled])').count() == 1
    phones.forget("409")


def test_a_piece_lies_where_it_was_laid_before_the_table_answers(phones: Phones) -> None:
    page = phones.open("/virtual", phones.table.seat_token(0), viewport={"width": 1280, "height": 900}, has_touch=False)
    page.click("#tray-show")
    card = page.locator('#tray [data-piece="wisdom-2"]')
    spot = page.locator('[data-spot="meeting/0"]').bounding_box()
    line = Line(page, "/api/virtual")
    card.hover()
    page.mouse.down()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=6)
    page.mouse.up()
    page.wait_for_selector('#mat [data-piece="wisdom-2"]')
    line.is_held()
    assert card.count() == 0
    line.refuse()
    card.wait_for()
    assert page.locator('#mat [data-piece="wisdom-2"]').count() == 0
    phones.forget("409")
