"""A score sheet made from nothing on a phone by touch, and played with it to the end; what it says is text and no
markup."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.room import picture
from tests.evenings.test_gathering import NAMES, PHONE, Evening, Person, gathered
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
TITLE = "<b>Our</b> evening"
HTML = "<img src=x onerror=alert(1)>"


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(chromium, tmp_path, ("table.players", "3"), ("play.pace", "instant"))


def key(name: str) -> str:
    return f"[data-key='{name}']"


def pin_of(evening: Evening) -> str:
    """What the terminal shows at the first start."""
    return evening.table.at(1).journal.fresh_pin


def host_of(evening: Evening) -> Person:
    """The host's phone, at the maker."""
    host = Person(evening.look(PHONE, "/make"))
    host.write("[name=pin]", pin_of(evening))
    host.tap("[type=submit]")
    host.page.wait_for_selector("[data-plays=score_sheet]")
    return host


def begin(host: Person) -> None:
    host.tap(key("from-score_sheet-"))
    host.write(key("title"), TITLE)
    host.tap(key("next"))


def add_line(host: Person, number: int, name: str, high: int) -> None:
    host.tap(key("add-line"))
    host.write(f"[data-field='line.{number}.name']", name)
    host.write(f"[data-field='line.{number}.high']", str(high))


def to_the_end(host: Person) -> None:
    while host.page.query_selector(key("next")):
        host.tap(key("next"))


def write_all(evening: Evening, *lines: tuple[str, int]) -> None:
    """Everybody enters these numbers, line by line."""
    for name, number in lines:
        for person in evening.people:
            person.page.wait_for_selector(f".number-field[aria-label*='{name}']")
            person.page.fill(".number-field", str(number))
            person.page.click(f".number-form [type=submit]:has-text('Enter {number}')")


def looked_at(host: Person, what: str) -> None:
    """The frames of phone and table show it: the very pages, with a match of this sheet."""
    for name in ("phone", "table"):
        host.page.frame_locator(f".maker-look-{name} iframe").locator(what).first.wait_for(state="attached")


def test_a_sheet_is_made_from_nothing_and_played_to_its_end(evening: Evening) -> None:
    host = host_of(evening)
    host.page.on("dialog", lambda dialog: pytest.fail(f"a name was run as a program: {dialog.message}"))
    picture("maker-start", host.page)
    before = host.taps, host.fields
    begin(host)
    add_line(host, 0, HTML, 20)
    add_line(host, 1, "Tricks", 0)
    picture("maker-lines", host.page)
    host.tap(key("next"))
    host.write("[data-field=rounds]", "2")
    picture("maker-rounds", host.page)
    to_the_end(host)
    looked_at(host, f"text={HTML}")
    picture("maker-look", host.page)
    host.tap(key("save"))
    host.page.wait_for_selector("[data-game-made=b_our_b_evening]")
    picture("maker-saved", host.page)
    steps = host.taps - before[0] + host.fields - before[1]
    print(f"\na sheet from nothing: {host.taps - before[0]} taps, {host.fields - before[1]} fields")
    assert steps <= 20
    host.tap(key("play-b_our_b_evening"))
    evening.table.at(2)
    for name in NAMES[:3]:
        evening.sits(name, "/join")
    evening.people[0].tap("text=3 people: start")
    write_all(evening, (HTML, 7), ("Tricks", 0))
    evening.people[0].page.wait_for_selector(".number-field[aria-label^='Round 2']")
    host.page.goto(f"{evening.base}/make?game=b_our_b_evening")
    host.tap(key("next"))
    add_line(host, 2, "Forgotten", 9)
    to_the_end(host)
    host.tap(key("save"))
    evening.table.at(3)
    write_all(evening, (HTML, 7), ("Tricks", 0), ("Forgotten", 1))
    evening.everybody_sees(".result h2")
    evening.tv.wait_for_selector("#main :text('Ada: 15.')")
    assert evening.tv.query_selector("#main img[onerror]") is None
    picture("maker-played", evening.tv)


def test_what_is_wrong_is_said_at_its_field_and_a_game_is_handed_on(evening: Evening) -> None:
    host = host_of(evening)
    begin(host)
    add_line(host, 0, "Points", -5)
    to_the_end(host)
    host.page.wait_for_selector("[aria-invalid=true][data-field='line.0.high']")
    said = host.page.inner_text(".field:has([data-field='line.0.high']) .problem")
    assert "There are no numbers from 0 to -5" in said
    picture("maker-fault", host.page)
    host.write("[data-field='line.0.high']", "50")
    to_the_end(host)
    looked_at(host, "text=Points")
    host.tap(key("save"))
    slug = "b_our_b_evening"
    host.tap(f"[data-game-made={slug}] summary")
    host.tap(key(f"share-{slug}"))
    host.page.wait_for_selector(".maker-code img")
    picture("maker-shared", host.page)
    link = host.page.get_attribute(".maker-code a", "href")
    guest = evening.look(PHONE, "/")
    content = guest.request.get(link).body()
    assert f"{slug}/sheet.toml" in zipfile.ZipFile(BytesIO(content)).namelist()
    host.tap(f"[data-game-made={slug}] summary")
    host.tap(key(f"share-{slug}"))
    host.page.wait_for_selector(".maker-code", state="detached")
    assert guest.request.get(link).status == 404, "the host decides who may fetch it"
    guest.context.close()
