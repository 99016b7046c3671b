"""Phones of a real evening in a real browser: out of reach, asleep, reloaded, one too many; and a service that starts
again under them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, wait_for
from tests.web.stream_client import NEEDS_OPENSSL, SECURE_COOKIE, make_certificate
from tests.web.web_client import COOKIE
from web import Certificate, Server, WebSettings, create_app
from web.serve.app import streams_of
from web.serve.stream import StreamBook
from web.views import Joined

pytestmark = IN_A_BROWSER

LIVE = "html[data-live=yes]"
NO_LIVE = "html[data-live=no]"
TAP = '[data-option="play:wisdom-2"]'
KEPT = "text=Your tap is kept"


@dataclass
class House:
    """A table, the service that shows it, which can be started again, and phones."""

    chromium: Any
    table: FakeTable
    settings: WebSettings = field(default_factory=lambda: WebSettings(max_streams=6, heartbeat_s=0.5))
    certificate: Certificate | None = None
    server: Server | None = None
    port: int = 0
    contexts: list[Any] = field(default_factory=list)

    def start(self) -> None:
        """The service begins, always at the same port."""
        self.app = create_app(self.table.pages, self.settings)
        self.server = Server(self.app, "127.0.0.1", self.port, self.certificate).start()
        self.port = self.server.port

    def stop(self) -> None:
        """The service ends. Harmless when repeated."""
        if self.server is not None:
            self.server.stop()

    @property
    def base(self) -> str:
        return f"http{'' if self.certificate is None else 's'}://127.0.0.1:{self.port}"

    @property
    def streams(self) -> StreamBook:
        return streams_of(self.app)

    def phone(self, joined: Joined | None = None, **options: Any) -> Any:
        """A browser of its own, as this person's."""
        context = self.chromium.new_context(viewport={"width": 390, "height": 844}, **options)
        self.contexts.append(context)
        context.set_default_timeout(20_000)
        if joined is not None:
            name = COOKIE if self.certificate is None else SECURE_COOKIE
            context.add_cookies([{"name": name, "value": joined.token, "url": self.base, "secure": name != COOKIE}])
        return context

    def page(self, phone: Any, path: str = "/seat") -> Any:
        """A page of that phone, when it is fed live."""
        page = phone.new_page()
        page.goto(self.base + path)
        page.wait_for_selector(LIVE)
        return page

    def say(self, notice: str) -> None:
        """Something new on every page."""
        self.table.notice = notice
        self.table.publish()


@pytest.fixture
def build(chromium: Any) -> Iterator[Callable[..., House]]:
    """Makes houses that end with the test."""
    built: list[House] = []

    def begin(**options: Any) -> House:
        built.append(House(chromium, FakeTable(), **options))
        built[-1].start()
        return built[-1]

    yield begin
    for house in built:
        for context in house.contexts:
            context.close()
        house.stop()


@pytest.fixture
def house(build: Callable[..., House]) -> House:
    return build()


def tap_a_card(page: Any) -> None:
    page.click("#keep")
    page.click('#hand [data-piece="wisdom-2"]')
    page.click(f"#played {TAP}")


# ---- out of reach ---------------------------------------------------------------------------------------------------


def test_a_page_out_of_reach_says_so_and_comes_back_by_itself(house: House) -> None:
    phone = house.phone()
    page = house.page(phone, "/table")
    phone.set_offline(True)
    page.wait_for_selector("text=No connection to the table.")
    assert page.locator(NO_LIVE).count() == 1
    house.say("Something happened meanwhile.")
    phone.set_offline(False)
    page.wait_for_selector("text=Something happened meanwhile.")
    page.wait_for_selector(LIVE)
    page.wait_for_selector("#banner p", state="detached")


def test_a_service_that_starts_again_gets_its_pages_back(house: House) -> None:
    """The pages come with an id of the life before; they get the whole table of now."""
    pages = [house.page(house.phone(house.table.seat_token(0))), house.page(house.phone(), "/table")]
    house.stop()
    for page in pages:
        page.wait_for_selector("text=No connection to the table.")
    house.table.version, house.table.notice = 7, "It goes on."
    house.start()
    for page in pages:
        page.wait_for_selector("text=It goes on.")
        page.wait_for_selector(LIVE)
        page.wait_for_selector("#banner p", state="detached")
    assert house.streams.wait_for(2, 10)


def test_a_line_that_only_seems_open_is_made_anew(house: House) -> None:
    """What a phone sees that changed its Wi-Fi: nothing comes any more, and nobody says so."""
    page = house.page(house.phone(house.table.seat_token(0)))
    (_, dead), *_ = house.table.feeds
    dead.beat_s = 600.0
    house.table.version, house.table.notice = 60, "Told to nobody."
    page.wait_for_selector("text=Told to nobody.")
    wait_for(page, lambda: len(house.table.feeds) > 1)  # the page may have asked once by itself before
    page.wait_for_selector(LIVE)


def test_a_phone_that_slept_shows_the_table_of_now(house: House) -> None:
    phone = house.phone(house.table.seat_token(0))
    page = house.page(phone)
    system = phone.new_cdp_session(page)
    system.send("Page.setWebLifecycleState", {"state": "frozen"})
    for number in range(30):
        house.say(f"Message {number}.")
    system.send("Page.setWebLifecycleState", {"state": "active"})
    page.wait_for_selector("text=Message 29.")
    page.wait_for_selector(LIVE)


# ---- taps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["reload", "close"])
def test_a_tap_made_out_of_reach_outlives_its_page(house: House, way: str) -> None:
    phone = house.phone(house.table.seat_token(0))
    page = house.page(phone)
    phone.set_offline(True)
    tap_a_card(page)
    page.wait_for_selector(KEPT)
    assert house.table.answers == {}
    if way == "close":
        page.close()
        phone.set_offline(False)
        page = house.page(phone)
    else:
        phone.set_offline(False)
        page.reload()
    page.wait_for_selector("text=Waiting for")
    assert len(house.table.answers) == 1
    assert [card.face.piece for card in house.table.of("meeting/0")] == ["wisdom-2"]


def test_a_tap_made_while_the_service_starts_again_is_sent_once(house: House) -> None:
    page = house.page(house.phone(house.table.seat_token(0)))
    house.stop()
    tap_a_card(page)
    page.wait_for_selector(KEPT)
    house.start()
    page.wait_for_selector("text=Waiting for")
    page.wait_for_selector(KEPT, state="detached")
    assert len(house.table.answers) == 1


def test_a_tap_that_nobody_answers_is_sent_again_with_its_number(house: House) -> None:
    """The request arrives, and its answer is lost on the way back: a phone at the edge of the Wi-Fi."""
    phone = house.phone(house.table.seat_token(0))
    page = phone.new_page()
    page.clock.install()
    page.goto(f"{house.base}/seat")
    page.wait_for_selector(LIVE)
    lost: list[Any] = []
    page.route("**/api/answer", lambda route: lost.append(route.request.post_data_json))
    tap_a_card(page)
    page.wait_for_function("() => localStorage.getItem('tap-on-its-way') !== null")
    page.clock.fast_forward(13_000)
    page.wait_for_selector(KEPT)
    page.unroute("**/api/answer")
    page.clock.fast_forward(3_000)
    page.wait_for_selector("text=Waiting for")
    ((_, request),) = house.table.answers
    assert {body["request"] for body in lost} == {request}


def test_a_tap_of_another_evening_is_not_sent_but_told(house: House) -> None:
    phone = house.phone(house.table.seat_token(0))
    page = house.page(phone)
    old = "{key: 'play:wisdom-2', version: 41, request: 'of-yesterday', at: Date.now() - 3600e3}"
    page.evaluate(f"localStorage.setItem('tap-on-its-way', JSON.stringify({old}))")
    page.reload()
    page.wait_for_selector("text=could not be sent for too long and was dropped")
    assert house.table.answers == {}
    tap_a_card(page)
    page.wait_for_selector("text=Waiting for")
    assert len(house.table.answers) == 1


# ---- places ---------------------------------------------------------------------------------------------------------


def test_a_page_without_a_place_asks_now_and_then_until_one_is_free(build: Callable[..., House]) -> None:
    house = build(settings=WebSettings(max_streams=1, heartbeat_s=0.5))
    first = house.page(house.phone(house.table.seat_token(1)), "/table")
    waiting = house.phone(house.table.seat_token(0)).new_page()
    waiting.goto(f"{house.base}/seat")
    waiting.wait_for_selector("text=This page asks now and then")
    house.say("Everybody learns this.")
    first.wait_for_selector("text=Everybody learns this.")
    waiting.wait_for_selector("text=Everybody learns this.")
    tap_a_card(waiting)
    waiting.wait_for_selector("text=Waiting for")
    first.close()
    waiting.wait_for_selector(LIVE)
    waiting.wait_for_selector("#banner p", state="detached")


def test_the_oldest_of_many_tabs_rests_and_says_so(house: House) -> None:
    phone = house.phone(house.table.seat_token(0))
    tabs = [house.page(phone) for _ in range(5)]
    tabs[0].wait_for_selector("text=This page is open in several tabs")
    assert house.streams.wait_for(4, 10)
    house.say("For those who look.")
    for tab in tabs[1:]:
        tab.wait_for_selector("text=For those who look.")
    tabs[0].mouse.click(5, 400)
    tabs[0].wait_for_selector("text=For those who look.")
    tabs[0].wait_for_selector(LIVE)
    tabs[1].wait_for_selector("text=This page is open in several tabs")
    assert house.streams.wait_for(4, 10)


def test_a_tab_that_nobody_looks_at_gives_its_place_back(house: House) -> None:
    page = house.phone(house.table.seat_token(0)).new_page()
    page.clock.install()
    page.goto(f"{house.base}/seat")
    page.wait_for_selector(LIVE)
    look = "(away) => { Object.defineProperty(document, 'hidden', {value: away, configurable: true});"
    look += " document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(look, True)
    page.clock.fast_forward(31_000)
    assert house.streams.wait_for(0, 10)
    house.say("While nobody looked.")
    page.evaluate(look, False)
    page.wait_for_selector("text=While nobody looked.")
    page.wait_for_selector(LIVE)


def test_a_page_that_is_left_gives_its_place_back(house: House) -> None:
    phone = house.phone(house.table.seat_token(0))
    page = house.page(phone)
    page.goto(f"{house.base}/rules")
    assert house.streams.wait_for(0, 10)
    page.go_back()
    page.wait_for_selector(LIVE)
    assert house.streams.wait_for(1, 10)


@NEEDS_OPENSSL
def test_the_same_over_https(build: Callable[..., House], tmp_path: Path) -> None:
    house = build(certificate=make_certificate(tmp_path))
    phone = house.phone(ignore_https_errors=True)
    house.page(phone, "/table")
    (cookie,) = phone.cookies()
    assert (cookie["name"], cookie["secure"], cookie["httpOnly"]) == (f"{SECURE_COOKIE}_visit", True, True)
    page = house.page(house.phone(house.table.seat_token(0), ignore_https_errors=True))
    tap_a_card(page)
    page.wait_for_selector("text=Waiting for")
    house.say("Over https.")
    page.wait_for_selector("text=Over https.")
