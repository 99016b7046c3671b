"""Games of all three kinds made from nothing on a phone by touch, and played; what they say is text and no markup."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.evenings.room import picture
from tests.evenings.test_gathering import NAMES, PHONE, Evening, Person, gathered
from tests.vision._photographed import photographed
from tests.web.on_phones import IN_A_BROWSER
from vision import Art, card_image

pytestmark = IN_A_BROWSER
TITLE = "<b>Our</b> evening"
HTML = "<img src=x onerror=alert(1)>"


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(chromium, tmp_path, ("table.players", "3"), ("play.pace", "instant"))


def key(name: str) -> str:
    return f"[data-key='{name}']"


def field(path: str, value: str = "") -> str:
    return f"[data-field='{path}']" + (f"[value='{value}']" if value else "")


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


def begin(host: Person, plays: str) -> None:
    host.tap(key(f"from-{plays}-"))
    host.write(key("title"), TITLE)
    host.tap(key("next"))


def choose(host: Person, what: str, number: int) -> None:
    """The list is opened, and one of it tapped."""
    host.page.select_option(what, index=number)
    host.taps += 2


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


def make_sheet(host: Person) -> None:
    """Two lines, and two rounds."""
    begin(host, "score_sheet")
    add_line(host, 0, HTML, 20)
    add_line(host, 1, "Tricks", 0)
    picture("maker-sheet-lines", host.page)
    host.tap(key("next"))
    host.write(field("rounds"), "2")
    picture("maker-sheet-rounds", host.page)
    to_the_end(host)


def make_table(host: Person) -> None:
    """A deck from which everybody draws, and a pile."""
    begin(host, "open_table")
    for number, (name, kind) in enumerate((("Deck", "deck"), ("Hand", "hand"), (HTML, "discard"))):
        host.tap(key("add-zone"))
        host.write(field(f"zone.{number}.name"), name)
        host.tap(field(f"zone.{number}.kind", kind))
    picture("maker-table-zones", host.page)
    host.tap(key("next"))
    host.tap(key("add-deck"))
    host.write(field("deck.0.name"), "Lights")
    choose(host, field("deck.0.zone"), 1)
    cards = f"name;count;text\n{HTML};9;Höhle\nLantern;9;"  # as a spreadsheet saves it
    given = {"name": "cards.csv", "mimeType": "text/csv", "buffer": cards.encode("cp1252")}
    host.page.set_input_files(".maker-card input[type=file]", given)
    host.taps += 2
    host.page.wait_for_function("() => document.querySelector('textarea').value.includes('Höhle')")
    add_picture(host)
    photograph_cards(host)
    picture("maker-table-deck", host.page)
    host.tap(key("next"))
    picture("maker-table-counting", host.page)
    host.tap(key("next"))
    host.write(field("deal"), "3")
    picture("maker-table-rules", host.page)
    host.tap(key("next"))


def add_picture(host: Person) -> None:
    """A picture for the card that is called like its file."""
    host.tap(key("pictures-deck.0.cards"))
    content = cv2.imencode(".png", np.full((880, 630, 3), (60, 140, 220), np.uint8))[1].tobytes()
    given = {"name": "lantern.png", "mimeType": "image/png", "buffer": content}
    host.page.set_input_files(key("files-deck.0.cards"), given)
    host.page.wait_for_selector("[value=lantern]")
    host.tap(key("lay-deck.0.cards"))
    host.page.wait_for_selector(".maker-pictures img[alt=Lantern]")


def photograph_cards(host: Person) -> None:
    """Two cards before the camera of the phone, one of which has a sticker, are two new cards."""
    cards = [card_image(code, Art("Owl", "O"), 8) for code in ("HTTP://T/00001", None)]
    photo = {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": photographed(cards, "oak")}
    host.page.set_input_files(key("photo-deck.0.cards"), photo)
    for number, name in enumerate(("Owl", "Fox")):
        host.page.wait_for_selector(key(f"called-deck.0.cards-{number}"))
        host.write(key(f"called-deck.0.cards-{number}"), name)
    assert host.page.locator(".maker-found small:has-text('Sticker')").count() == 1
    picture("maker-table-photo", host.page)
    host.tap(key("lay-deck.0.cards"))
    host.page.wait_for_selector(".maker-pictures img[alt=Fox]")


def make_script(host: Person) -> None:
    """One wolf among villagers, who vote."""
    begin(host, "roles")
    host.write(field("least"), "3")
    host.write(field("most"), "5")
    picture("maker-roles-who", host.page)
    host.tap(key("next"))
    for number, name in enumerate((HTML, "Pack")):
        host.tap(key("add-team"))
        host.write(field(f"team.{number}.name"), name)
    picture("maker-roles-teams", host.page)
    host.tap(key("next"))
    host.tap(key("paste-role"))
    host.write(key("list-role"), "Villager\tPack\n\tPack")
    host.tap(key("take-role"))
    host.page.wait_for_selector(".problem:has-text('Line 2 of the list: there is no \"Name\" here')")
    picture("maker-roles-pasted", host.page)
    host.write(key("list-role"), f"Villager\t{HTML}\nWolf\tpack\tYou are hungry. {HTML}\t1")
    host.tap(key("take-role"))
    host.page.wait_for_selector("details[data-at='role.1']:has-text('Wolf')")
    picture("maker-roles-roles", host.page)
    host.tap(key("next"))
    host.tap(key("add-step"))
    host.write(field("step.0.name"), "Vote")
    host.tap(field("step.0.kind", "vote"))
    assert host.page.is_hidden(field("step.0.sizes"))  # which is asked of a crew alone
    host.tap(field("step.0.does", "harm"))
    picture("maker-roles-steps", host.page)
    host.tap(key("next"))
    for number, role in enumerate(("Wolf", "Villager")):
        host.tap(key("add-win"))
        choose(host, field(f"win.{number}.team"), number + 1)
        host.tap(field(f"win.{number}.when", "gone"))
        host.tap(f"fieldset:has({field(f'win.{number}.who')}) label:has-text('{role}')")
    picture("maker-roles-wins", host.page)
    host.tap(key("next"))
    picture("maker-roles-words", host.page)
    host.tap(key("next"))


def made(host: Person, make: Callable[[Person], None], slug: str, most: int) -> None:
    """From nothing to a game on the shelf in at most so many taps and fields."""
    taps, fields = host.taps, host.fields
    make(host)
    looked_at(host, f"text={TITLE}")
    picture(f"maker-look-{slug}", host.page)
    host.tap(key("save"))
    host.page.wait_for_selector(f"[data-game-made={slug}]")
    print(f"\n{make.__name__}: {host.taps - taps} taps, {host.fields - fields} fields")
    assert host.taps - taps + host.fields - fields <= most


def begins(evening: Evening, start: int) -> None:
    """All are there, and the match of that start begins."""
    evening.table.at(start)
    for name in NAMES[len(evening.people) : 3]:
        evening.sits(name, "/join")
    evening.people[0].tap("text=3 people: start")


def plays_the_sheet(evening: Evening, host: Person) -> None:
    """To the end, with a line that was forgotten and comes in the second round."""
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
    picture("maker-sheet-played", evening.tv)


def changes_the_table(evening: Evening, host: Person, slug: str) -> None:
    """A card that was forgotten comes in the middle of the match."""
    host.page.goto(f"{evening.base}/make?game={slug}")
    host.tap(key("next"))
    host.tap(key("next"))
    host.tap("details[data-at='deck.0'] summary")
    cards = host.page.input_value("textarea")
    host.write("textarea", f"{cards}Forgotten\t3\n")
    to_the_end(host)
    host.tap(key("save"))
    cards = evening.table.at(5).referee.match.table.decks["lights"]
    assert sum(piece.kind == "lights_forgotten" for piece in cards) == 3


def nothing_was_run(evening: Evening, host: Person) -> None:
    for page in (evening.tv, host.page, *(person.page for person in evening.people)):
        assert page.query_selector("img[onerror], main b:text-is('Our')") is None


def test_games_of_all_three_kinds_are_made_from_nothing_and_played(evening: Evening) -> None:
    host = host_of(evening)
    host.page.on("dialog", lambda dialog: pytest.fail(f"a name was run as a program: {dialog.message}"))
    picture("maker-start", host.page)
    sheet, table, script = (f"b_our_b_evening{end}" for end in ("", "_2", "_3"))
    made(host, make_sheet, sheet, 20)
    picture("maker-saved", host.page)
    host.tap(key(f"play-{sheet}"))
    begins(evening, 2)
    plays_the_sheet(evening, host)
    nothing_was_run(evening, host)
    host.page.goto(f"{evening.base}/make")
    made(host, make_table, table, 36)
    host.tap(key(f"play-{table}"))  # the match before it is over
    begins(evening, 4)
    for person in evening.people:
        person.page.wait_for_selector(f"#question button:has-text('{HTML[:24]}')")
    nothing_was_run(evening, host)
    picture("maker-table-tv", evening.tv)
    changes_the_table(evening, host, table)
    host.page.goto(f"{evening.base}/make")
    made(host, make_script, script, 50)
    host.tap(key(f"play-{script}"))
    picture("maker-ends", host.page)
    host.tap(f"{key(f'play-{script}')}:has-text('This ends the match of {TITLE}')")
    begins(evening, 6)
    for person in evening.people:
        person.page.wait_for_selector("button:has-text('I know')")
    nothing_was_run(evening, host)
    picture("maker-roles-played", evening.people[0].page)


def test_what_is_wrong_is_said_at_its_field_and_a_game_is_handed_on(evening: Evening) -> None:
    host = host_of(evening)
    begin(host, "score_sheet")
    add_line(host, 0, "Points", -5)
    host.page.go_back()
    host.page.wait_for_selector(key("seats-1"))
    choose(host, key("seats-1"), 3)
    to_the_end(host)
    host.page.wait_for_selector("[aria-invalid=true][data-field='line.0.high']")
    said = host.page.inner_text(".field:has([data-field='line.0.high']) .problem")
    assert "There are no numbers from 0 to -5" in said
    picture("maker-fault", host.page)
    host.write("[data-field='line.0.high']", "50")
    add_line(host, 1, "Twice", 9)
    host.tap("details[data-at='line.1.more'] > summary")
    host.write(field("line.1.formula"), "points\n* 2")
    picture("maker-formula", host.page)
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
    files = zipfile.ZipFile(BytesIO(content))
    assert "seats = [1, 2, 3, 4]" in files.read(f"{slug}/game.toml").decode()
    assert 'formula = "points * 2"' in files.read(f"{slug}/sheet.toml").decode()
    host.tap(f"[data-game-made={slug}] summary")
    host.tap(key(f"share-{slug}"))
    host.page.wait_for_selector(".maker-code", state="detached")
    assert guest.request.get(link).status == 404, "the host decides who may fetch it"
    guest.context.close()
