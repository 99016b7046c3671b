"""Four phones and a TV from the first page to the second game: who gathers, what is played, and how often they tap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.settings.config import Override
from rules.engine.types import Seat
from tests.companion.changing import Room, room, settings_for
from tests.evenings.process import free_port
from tests.evenings.table import wait_until
from tests.web.on_phones import IN_A_BROWSER
from web.pages.host.views import HostAct, HostCommand
from web.views import Role, Session

pytestmark = IN_A_BROWSER
NAMES = ("Ada", "Ben", "Cem", "Zoë")
PHONE, TV = (390, 844), (1920, 1080)
WITHIN_MS = 60_000


@dataclass
class Person:
    """Somebody with a phone, and what their fingers have done."""

    page: Any
    taps: int = 0
    fields: int = 0

    def tap(self, what: str) -> None:
        self.page.click(what)
        self.taps += 1

    def write(self, what: str, text: str) -> None:
        self.page.fill(what, text)
        self.fields += 1


@dataclass
class Evening:
    """The table, its people, and the TV."""

    table: Room
    browser: Any
    base: str
    tv: Any
    people: list[Person]

    def look(self, size: tuple[int, int], path: str, known: Any = None) -> Any:
        """A page in a browser of its own, or in one that is `known` to the table."""
        view = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=view, locale="en-GB", storage_state=known)
        context.set_default_timeout(WITHIN_MS)
        page = context.new_page()
        page.goto(self.base + path)
        return page

    def sits(self, name: str, path: str) -> Person:
        """Somebody comes by the first page, or by the code on the TV, and sits down."""
        person = Person(self.look(PHONE, path))
        if path == "/":
            person.tap(".door-main")
        person.page.wait_for_selector(".seat-choice")
        person.write("[name=name]", name)
        person.tap("[type=submit]")
        person.page.wait_for_selector(".lobby-seat:has-text('you')")
        self.people.append(person)
        return person

    def everybody_sees(self, what: str, *, gone: bool = False) -> None:
        for page in (self.tv, *(person.page for person in self.people)):
            page.wait_for_selector(what, state="hidden" if gone else "visible")

    def ends(self, start: int) -> None:
        """The host ends the match."""
        command = HostCommand(HostAct.END_MATCH, reason="as_wished")
        assert self.table.at(start).pages.host.host(Session(Role.HOST), command).ok
        self.everybody_sees(".result")

    def somebody_decides(self, start: int) -> None:
        """A phone asks its owner for the first decision of the match."""
        publisher = self.table.at(start).publisher

        def asked() -> bool:  # what the table answers itself is over before a phone shows it
            for seat, person in enumerate(self.people):
                question = publisher.packet(Seat(seat)).question
                if question is not None and question.yours and question.options and seat in question.seats:
                    return bool(person.page.locator(f'#question :text("{question.text}")').count())
            return False

        wait_until(asked, what="a question on one of the phones")


def gathered(chromium: Any, tmp_path: Path, *more: tuple[str, str]) -> Iterator[Evening]:
    """A table of Chronicle to which nobody has come yet, with a TV."""
    flags = (
        ("table.game", "chronicle"),
        ("table.players", "4"),
        ("camera.source", "virtual"),
        ("camera.px_per_mm", "1.2"),
        ("play.speed", "100"),
        ("web.port", str(free_port())),
        *more,
    )
    with room(settings_for(tmp_path, *(Override(key, text, "--set") for key, text in flags))) as table:
        made = Evening(table, chromium, "", None, [])
        made.base = f"http://127.0.0.1:{table.at(1).port_number}"
        made.tv = made.look(TV, "/table")
        yield made
        for page in (made.tv, *(person.page for person in made.people)):
            page.context.close()


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(chromium, tmp_path)


def test_four_people_gather_play_change_the_game_and_play_again(evening: Evening) -> None:
    ada = evening.sits(NAMES[0], "/")
    for name in NAMES[1:]:
        evening.sits(name, "/join")  # the address in the picture on the TV
    for name in NAMES:
        evening.tv.wait_for_selector(f".lobby-here:has-text('{name}')")
    assert evening.tv.inner_text(".join-secret b") == evening.table.at(1).joining.code
    ada.tap("text=4 people: start")
    evening.everybody_sees("#lobby", gone=True)
    evening.somebody_decides(1)  # nobody had to deal
    assert (ada.taps, ada.fields) == (3, 1)
    assert [(one.taps, one.fields) for one in evening.people[1:]] == [(1, 1)] * 3
    taps, fields = (sum(getattr(one, what) for one in evening.people) for what in ("taps", "fields"))
    print(
        f"\nfrom the first page to an own decision: {ada.taps} taps, {ada.fields} field; four people: {taps} taps, "
        f"{fields} fields"
    )

    evening.ends(1)
    ada.tap("[data-key=other-game]")
    ada.tap(".shelf-game[data-game=war_chest]")
    evening.everybody_sees(".lobby-game:has-text('War Chest')")
    for name in NAMES:
        evening.tv.wait_for_selector(f".lobby-here:has-text('{name}')")  # nobody had to come again
    ada.tap("text=4 people: start")
    evening.everybody_sees("#lobby", gone=True)
    evening.ends(2)
    ada.tap("[data-key=again]")
    for person in evening.people:
        person.page.wait_for_selector(".result", state="detached")
    again = evening.table.at(2)
    assert not again.referee.running.gathering
    assert again.referee.match.table.result is None
    assert evening.table.starts == 2


def test_where_all_seats_are_taken_one_tap_makes_room_for_one_more(chromium: Any, tmp_path: Path) -> None:
    for evening in gathered(chromium, tmp_path, ("table.players", "3")):
        ada = evening.sits(NAMES[0], "/")
        for name in NAMES[1:3]:
            evening.sits(name, "/join")
        late = Person(evening.look(PHONE, "/join"))
        late.page.wait_for_selector("#full >> text=Ask Ada to tap “One more seat”")
        late.write("[name=name]", NAMES[3])
        ada.tap("text=One more seat")
        late.page.wait_for_selector("[name=seat]:checked", state="attached")
        late.tap("[type=submit]")
        late.page.wait_for_selector(".lobby-seat:has-text('you')")
        evening.tv.wait_for_selector(f".lobby-here:has-text('{NAMES[3]}')")
        assert (late.taps, late.fields) == (1, 1)  # what was typed stays
        ada.page.wait_for_selector("text=4 people: start")
