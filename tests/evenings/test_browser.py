"""A card dragged in a real browser: the virtual table, two phones and the table screen all show it, and no more."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.service.building import build
from companion.service.service import Service
from rules.engine.types import PUBLIC, Seat
from rules.games import game
from tests.evenings.table import evening_config, wait_until
from tests.web.on_phones import IN_A_BROWSER

PHONE = (390, 844)
DESK = (1366, 900)
TELEVISION = (1920, 1080)
SEED = 10  # the first player is dealt the theme card, so the first player leads; below: cards of that hand
THEME, PLAYED, REFUSED = "WIS-1", "WIS-2", "POW-9"

pytestmark = IN_A_BROWSER

LISTEN = """
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.addEventListener("packet", (event) => window.overheard(event.data));
  }
};
const ask = window.fetch;
window.fetch = async (...how) => {
  const answer = await ask(...how);
  if (!(answer.headers.get("content-type") || "").startsWith("image/")) {
    const text = await answer.clone().text();
    window.overheard(text);
  }
  return answer;
};
"""
ASK_ALL = """async () => {
  for (const path of ["/api/packet", "/api/virtual", "/", "/seat", "/table", "/virtual"]) {
    await (await fetch(path)).text();
  }
}"""


@dataclass
class Looker:
    """One browser of its own: its pages, everything the network brought it, and what its console complained about."""

    context: Any
    base: str
    said: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def open(self, path: str) -> Any:
        page = self.context.new_page()
        page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.goto(self.base + path)
        return page

    def join(self, code: str, name: str, seat: int) -> Any:
        """Takes a seat as a person does whose seat has no button: a name, a seat, the code from the host."""
        page = self.open("/")
        page.get_by_role("link", name="Take a seat").click()
        page.fill("[name=name]", name)
        page.locator(".seat-choice").nth(seat).click()
        page.click("#code-fold > summary")
        page.fill("[name=code]", code)
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_selector(f"#seat-head >> text={name}")
        return page

    def received(self, page: Any) -> str:
        """All that ever reached this browser's scripts: answers, pushed packets, what it can ask for, and the page."""
        page.evaluate(ASK_ALL)
        return "\n".join([*self.heard, page.content()])


@dataclass
class Room:
    """A service and a browser; gives out lookers."""

    service: Service
    browser: Any
    lookers: list[Looker] = field(default_factory=list)

    def looker(self, size: tuple[int, int], scheme: str = "light") -> Looker:
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        context.set_default_timeout(60_000)
        context.add_init_script(LISTEN)
        looker = Looker(context, f"http://127.0.0.1:{self.service.port_number}")
        context.expose_function("overheard", lambda text: looker.heard.append(text))
        self.lookers.append(looker)
        return looker

    def version(self) -> int:
        return self.service.publisher.packet(PUBLIC).version

    def has_moved_on(self, version: int) -> bool:
        return self.version() != version

    def asks(self, kind: str) -> bool:
        question = self.service.publisher.packet(PUBLIC).question
        return question is not None and question.kind == kind


@pytest.fixture
def room(chromium: Any, tmp_path: Path) -> Iterator[Room]:
    service = build(evening_config(tmp_path, 3, SEED), game("chronicle"))
    service.start()
    yield Room(service, chromium)
    for context in chromium.contexts:
        context.close()
    service.stop()


def drag(page: Any, card: str, target: str) -> None:
    """Carries a card with the mouse to the middle of something else."""
    page.locator(card).hover()  # first, since a hand that was just shown makes the mat smaller
    place = page.locator(target).bounding_box()
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=8)
    page.mouse.up()


def deal(room: Room, table: Any) -> None:
    """Lets the table deal until everybody holds cards and the theme card is asked for."""
    for _ in range(4):
        if room.asks("show_theme"):
            return
        version = room.version()
        table.click("#question [data-key=serve]")
        wait_until(partial(room.has_moved_on, version), what="the table after Deal")
    assert room.asks("show_theme")


def show_theme(room: Room, table: Any) -> None:
    """Lays the theme card on the own place for a moment and takes it back."""
    table.click("#tray-show")
    drag(table, f'#tray [data-piece="{THEME}"]', '[data-spot="meeting/0"]')
    wait_until(lambda: room.asks("play"), what="the theme card on the table")
    drag(table, f'#mat [data-piece="{THEME}"]', "#tray")
    table.wait_for_selector(f'#tray [data-piece="{THEME}"]')


def shoot(page: Any, name: str) -> None:
    """Keeps a picture for people, where they asked for some."""
    if folder := os.environ.get("COMPANION_SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def names_in(text: str, titles: list[str], pieces: list[str]) -> list[str]:
    """Which of these titles (as whole words) and piece codes stand in a text."""
    text = re.sub(r"Theme card: [^.]*\.", "", text)  # what history cards say is known to all, whoever holds that card
    found = [title for title in titles if re.search(rf"(?<!\w){re.escape(title)}(?!\w)", text)]
    return found + [piece for piece in pieces if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", text)]


def hand_of(room: Room, seat: int) -> dict[str, str]:
    """Piece codes and titles of what a seat really holds."""
    bodies = room.service.table.hand(Seat(seat)) if room.service.table else ()
    return {str(body.piece): room.service.voice.faces[body.piece].title for body in bodies}


def test_a_card_dragged_on_the_virtual_table_is_seen_everywhere(room: Room) -> None:
    code = room.service.joining.code
    mine, theirs, public = room.looker(PHONE), room.looker(PHONE, "dark"), room.looker(TELEVISION, "dark")
    phone = mine.join(code, "Ada", 0)
    other = theirs.join(code, "Bo", 1)
    screen = public.open("/table")
    table = mine.open("/virtual")
    table.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    deal(room, table)
    show_theme(room, table)
    hand = hand_of(room, 0)
    assert len(hand) == 12

    the_hand_is_hidden_until_it_is_held(phone, hand)
    shoot(table, "virtual")
    a_refused_drag_says_why(table, screen, REFUSED, hand[REFUSED])

    drag(table, f'#tray [data-piece="{PLAYED}"]', '[data-spot="meeting/0"]')
    title = hand[PLAYED]
    for page in (phone, other, screen):
        page.wait_for_selector(f'.stage-slots .card[aria-label^="{title}"]')
        page.wait_for_selector(f"#log >> text=Ada plays {title}.")
    for page, name in ((phone, "phone"), (other, "phone-other"), (screen, "table")):
        shoot(page, name)

    secret = {piece: name for piece, name in hand_of(room, 0).items() if piece != THEME}
    assert len(secret) == 10
    for looker, page in ((theirs, other), (public, screen)):
        received = looker.received(page)
        assert names_in(received, list(secret.values()), list(secret)) == []
        assert names_in(received, [title], [PLAYED]) == [title, PLAYED]  # the search does find what was shown
    assert [text for looker in room.lookers for text in looker.said] == []


def the_hand_is_hidden_until_it_is_held(phone: Any, hand: dict[str, str]) -> None:
    phone.bring_to_front()
    phone.wait_for_selector("#hand .card-back")
    held = [name for piece, name in hand.items() if piece != THEME]
    assert names_in(phone.content(), held, []) == []
    hold = phone.locator("#hold").bounding_box()
    phone.mouse.move(hold["x"] + 20, hold["y"] + 20)
    phone.mouse.down()
    phone.wait_for_selector(f'#hand [data-piece="{PLAYED}"][data-state="ok"]')
    assert sorted(names_in(phone.inner_text("#hand"), held, [])) == sorted(held)
    shoot(phone, "phone-hand")
    phone.mouse.up()
    phone.wait_for_selector("#hand .card-back")
    assert names_in(phone.content(), held, []) == []


def a_refused_drag_says_why(table: Any, screen: Any, piece: str, title: str) -> None:
    """Whoever leads may not play face-down; the reason is public, the card stays secret."""
    table.bring_to_front()
    if table.locator(f'#tray [data-piece="{piece}"]').count() == 0:
        table.click("#tray-show")
    table.check("#face-down")
    drag(table, f'#tray [data-piece="{piece}"]', '[data-spot="meeting/0"]')
    for page in (table, screen):
        page.wait_for_selector("#notice >> text=Until there is a lead suit, every card is played face up.")
    assert names_in(screen.content(), [title], [piece]) == []
    table.uncheck("#face-down")
    drag(table, "#mat .piece:has(.card-back):not([data-piece]) >> nth=-1", "#tray")
    for page in (table, screen):
        page.wait_for_selector("#notice", state="hidden")
    table.wait_for_selector(f'#tray [data-piece="{piece}"]')
