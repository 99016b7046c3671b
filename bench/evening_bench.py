"""How an evening begins, in a real browser: what people do until they play, what pages weigh, and how long they are.

    python -m bench.evening_bench [--game chronicle] [--quick]

The real program serves; phones are 390 x 844, the television is 1920 x 1080, each a browser that has never been here.
*Tried* is what somebody who did not know the program met at version 4ec678e, with a phone and a stop watch; *wanted*
is what was set as the goal then (its pages came unpacked). Seconds of people are reckoned with the keystroke-level
model (Card, Moran and Newell 1983): 1.35 s to find what is meant and 1.1 s to reach it for each tap, the same and 0.5
s a letter for each field, and 8 s to take a phone out and scan the code; the pages' own seconds by the clock are
added. Taps are counted until the one who is asked sees what can be chosen: also those by which the table deals, and by
which the hand is shown. Pages are weighed as they come over the wire. Of the television is in use what a panel, a
card, a drawing or a line of text covers. `--quick` leaves the other games out.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from companion.settings.config import Override
from rules import games
from tests.companion.changing import Room, room, settings_for
from tests.evenings.process import free_port
from tests.web.on_phones import ARGS, CHROMIUM

PHONE, TV = (390, 844), (1920, 1080)
NAMES = ("Zoë", "Ben", "Cem", "Dan")
FIND_S, REACH_S, LETTER_S, SCAN_S = 1.35, 1.1, 0.5, 8.0
PAGES = (("/", "en"), ("/join", "en"), ("/seat", "en"), ("/seat", "de"), ("/table", "en"), ("/how", "en"))
ASKED = """async () => {
  const { question, seat } = await (await fetch("/api/packet")).json();
  if (!question?.yours || question.by_itself) return "";
  if (question.seats.includes(seat) && question.options.length) return "own";
  return document.querySelector("#question [data-key=serve]:not(:disabled)") ? "table" : "";
}"""
"""Whether a phone asks its owner for a decision, or for what hands have to do at the table first, as to deal."""
_WITHIN_MS = 60_000
_GRID_PX = 8
USED = """(grid) => {
  const [wide, high] = [Math.ceil(innerWidth / grid), Math.ceil(innerHeight / grid)];
  const used = new Uint8Array(wide * high);
  const cover = ({ left, top, right, bottom }) => {
    for (let y = Math.max(0, Math.floor(top / grid)); y < Math.min(high, bottom / grid); y += 1) {
      const first = Math.max(0, Math.floor(left / grid));
      for (let x = first; x < Math.min(wide, right / grid); x += 1) used[y * wide + x] = 1;
    }
  };
  const things = '.player, .plate, .tv-side > *, .slot, .card, .board-svg :is(polygon, rect, circle), img, svg.shape';
  for (const node of document.querySelectorAll(things)) {
    if (node.checkVisibility()) cover(node.getBoundingClientRect());
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || !text.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) cover(box);
  }
  return used.reduce((sum, one) => sum + one, 0) / used.length;
}"""


@dataclass
class Person:
    """Somebody with a phone: what their fingers did, and how long the pages took."""

    page: Any
    taps: int = 0
    fields: int = 0
    letters: int = 0
    clock_s: float = 0.0

    def tap(self, what: str, then: str) -> None:
        """Taps, and waits until what follows is there."""
        self.taps += 1
        self._timed(lambda: (self.page.click(what), self.page.wait_for_selector(then)))

    def write(self, what: str, text: str) -> None:
        """Fills a field."""
        self.fields += 1
        self.letters += len(text)
        self.page.fill(what, text)

    def _timed(self, act: Any) -> None:
        begun = time.perf_counter()
        act()
        self.clock_s += time.perf_counter() - begun

    @property
    def people_s(self) -> float:
        """Seconds of a person: to find and reach everything, and to type."""
        return (self.taps + self.fields) * (FIND_S + REACH_S) + self.letters * LETTER_S + self.clock_s


@contextmanager
def table_of(game: str) -> Iterator[tuple[Room, str]]:
    """A table at which nobody sits, and its address; without a `game` people choose one first."""
    with tempfile.TemporaryDirectory() as folder:
        given = (
            *((("table.game", game),) if game else ()),
            ("camera.source", "virtual"),
            ("play.pace", "instant"),
            ("web.port", str(free_port())),
        )
        with room(settings_for(Path(folder), *(Override(key, text, "--set") for key, text in given))) as table:
            yield table, f"http://127.0.0.1:{table.at(1).port_number}"


def looks(browser: Any, size: tuple[int, int], language: str = "en-GB") -> Any:
    """A browser that has never been here."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
    context.set_default_timeout(_WITHIN_MS)
    return context.new_page()


def sits(browser: Any, base: str, name: str, path: str, door: str = ".door-main") -> Person:
    """Somebody comes by a door of the first page, or by the code on the screen, and takes a seat."""
    one = Person(looks(browser, PHONE))
    one._timed(lambda: one.page.goto(base + path))
    if path == "/":
        one.tap(door, ".seat-choice")
    one.page.wait_for_selector(".seat-choice")
    one.write("[name=name]", name)
    one.tap("[type=submit]", ".lobby-seat:has-text('you')")
    return one


def asked(people: Sequence[Person]) -> Person:
    """The one whose phone asks for a decision. What the table asks of anybody until then, as to deal, is done by the
    first of them, and counted."""
    while True:
        for one in people:
            what = one.page.evaluate(ASKED)
            if what == "own":
                return one
            if what == "table":
                people[0].tap("#question [data-key=serve]", "#question")
        people[0].page.wait_for_timeout(50)


def decides(one: Person) -> None:
    """They look at what they hold, where it is hidden, and see what can be chosen."""
    if one.page.is_visible("#keep[aria-pressed=false]"):
        one.tap("#keep", "#hand[data-open=yes]")


def begins(browser: Any, base: str, names: Sequence[str], chosen: str = "") -> tuple[list[Person], float]:
    """People sit down, the first of them starts, and somebody is asked; the seconds until then, side by side. `chosen`:
    the game that the first one chooses, where none lies there yet."""
    if chosen:
        people = [sits(browser, base, names[0], "/", f".shelf-game[data-game={chosen}]")]
        people[0].page.wait_for_selector(f".lobby-game [data-game={chosen}]")
    else:
        people = [sits(browser, base, names[0], "/")]
    people += [sits(browser, base, name, "/join") for name in names[1:]]
    ready_s = max(SCAN_S + one.people_s for one in people)
    before_s = people[0].people_s
    begun = time.perf_counter()
    people[0].page.click("#lobby .button-main")
    people[0].taps += 1
    decides(asked(people))
    people[0].clock_s += time.perf_counter() - begun
    return people, ready_s + people[0].people_s - before_s


def weighed(browser: Any, base: str, path: str, language: str, known: Any) -> tuple[float, int]:
    """Of a page that was never loaded here: kilobytes over the wire, but for the camera's pictures, and requests."""
    view = {"width": PHONE[0], "height": PHONE[1]}
    context = browser.new_context(viewport=view, locale=language, storage_state=known)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    at: dict[str, str] = {}
    came: dict[str, float] = {}
    wire.on("Network.responseReceived", lambda e: at.update({e["requestId"]: e["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda e: came.update({e["requestId"]: float(e["encodedDataLength"])}))
    page.goto(base + path)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    context.close()
    kept = [size for request, size in came.items() if "/camera" not in at.get(request, "")]
    return sum(kept) / 1000, len(kept)


def row(*cells: object) -> None:
    """A line of the table: what, then numbers."""
    what, *others = cells
    print(f"{what:<44}" + "".join(f"{one:>15}" for one in others))


def print_begin(browser: Any, game: str) -> None:
    """Taps, fields and seconds, and the weight of pages."""
    with table_of(game) as (_, base):
        people, _ = begins(browser, base, NAMES[:1])
        seat = people[0].page.context.storage_state()
        row("from the first page to an own decision", "tried", "wanted", "now")
        row("taps of one person", 7, 3, people[0].taps)
        row("fields", 2, 1, people[0].fields)
        with table_of("") as (_, other):
            row("taps where the game is chosen first", "", "", begins(browser, other, NAMES[:1], game)[0][0].taps)
        row("seconds of one person", "", "", f"{people[0].people_s:.0f}")
        weights = [(*one, weighed(browser, base, *one, seat if one[0] == "/seat" else None)) for one in PAGES]
    with table_of(game) as (_, base):
        people, seconds = begins(browser, base, NAMES)
        row("seconds of four people with four phones", "300 to 480", 120, f"{seconds:.0f}")
        row("taps of all four", "", "", sum(one.taps for one in people))
        row("fields of all four", "", "", sum(one.fields for one in people))
        row("seconds of these for pages, at most", "", "", f"{max(one.clock_s for one in people):.1f}")
    print()
    row("a page over the wire, and how often it asks", "tried, KB", "wanted, KB", "now, KB", "requests")
    for path, language, (size, requests) in weights:
        wanted = 90 if path == "/join" else ""
        row(f"{path} ({language})", "95 to 252", wanted, f"{size:.0f}", requests)


def print_lengths(browser: Any, slugs: Sequence[str]) -> None:
    """How long the page of a seat is, and how much of the television is in use, at the first own decision."""
    print()
    row("at the first own decision", "seat, hidden", "seat, shown", "screens", "TV in use")
    for slug in slugs:
        with table_of(slug) as (_, base):
            tv = looks(browser, TV)
            tv.goto(f"{base}/table")
            page = begins(browser, base, NAMES[:1])[0][0].page
            page.wait_for_timeout(1000)
            height = "document.documentElement.scrollHeight"
            shown, used = page.evaluate(height), tv.evaluate(USED, _GRID_PX)
            if page.is_visible("#keep"):
                page.click("#keep")
                page.wait_for_timeout(300)
            hidden = page.evaluate(height)
            row(slug, f"{hidden} px", f"{shown} px", f"{hidden / PHONE[1]:.1f}", f"{used:.0%}")


def main() -> None:
    """Prints everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="chronicle", choices=games.slugs())
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        print_begin(browser, given.game)
        print_lengths(browser, (given.game,) if given.quick else games.slugs())


if __name__ == "__main__":
    main()
