"""Every page of a running table in every state that people meet, to be measured and looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.journal.journal import Journal
from companion.journal.rosters import Seated
from companion.kit.laws.playing import played
from companion.service.service import Service
from rules.engine.entries import Header, Position
from tests.evenings.phone import Phone
from tests.evenings.room import running
from tests.evenings.table import NAMES, evening_config
from tests.games.chess_deckbuilder._match import game
from tests.games.war_chest._match import battle
from tests.laws.playing import script_of
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import PeopleAct, PeopleCommand
from web.views import Role, Session

HOST = Session(Role.HOST)
LONG_NAME = "Maximiliane von Hohenfels"[:24]
PHONE, NARROW, SCREEN = (390, 844), (320, 640), (1920, 1080)
SIZES = {"320": NARROW, "390": PHONE, "1920": SCREEN}
_DEADLINE_MS = 60_000


class Who(Enum):
    """Whose browser looks."""

    GUEST = "guest"
    PLAYER = "player"  # the one whose turn it is
    OTHER = "other"
    HOST = "host"
    NEW = "new"  # a phone that has never been here


@dataclass(frozen=True)
class Look:
    """A page in one state. `ready`: what is there when it has drawn itself; `act` brings it to the state; `after` makes
    good at the table what `act` changed there; `size`: where it is mostly looked at; `seldom`: it differs little from
    another one, so only the long test looks at it."""

    name: str
    endpoint: str
    path: str
    who: Who = Who.GUEST
    ready: str = "main"
    act: Callable[[Hall, Any], None] | None = None
    after: Callable[[Hall], None] | None = None
    size: tuple[int, int] = PHONE
    seldom: bool = False


@dataclass
class Hall:
    """A table in the middle of a match, with finished ones in its journal, and a browser for everybody at it."""

    service: Service
    phones: list[Phone]
    host: Phone
    browser: Any

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.service.port_number}"

    def phone_of(self, who: Who) -> Phone | None:
        packet = self.phones[0].packet()
        asked = packet["question"]["seats"] if packet["question"] else [0]
        match who:
            case Who.PLAYER:
                return self.phones[asked[0]]
            case Who.OTHER:
                return self.phones[next(s for s in range(len(self.phones)) if s not in asked)]
            case Who.HOST:
                return self.host
        return None

    @contextmanager
    def showing(self, look: Look, **options: Any) -> Iterator[Any]:
        """The page in its state; closed at the end, and the table as it was."""
        size = {"width": look.size[0], "height": look.size[1]}
        context = self.browser.new_context(**{"viewport": size, "locale": "en-GB", **options})
        try:
            context.set_default_timeout(_DEADLINE_MS)
            if phone := self.phone_of(look.who):
                context.add_cookies([{"name": c.name, "value": c.value or "", "url": self.base} for c in phone.jar])
            page = context.new_page()
            page.goto(self.base + look.path)
            page.wait_for_selector(look.ready, state="attached")
            if look.act:
                look.act(self, page)
            page.evaluate("document.fonts.ready")
            yield page
        finally:
            context.close()
            if look.after:
                look.after(self)

    def rule(self, act: HostAct) -> None:
        """Something that the host does with the match."""
        assert self.service.pages.host.host(HOST, HostCommand(act)).ok


def six_at_chesney() -> Header:
    """Anna's turn in the middle of a round: wounds, shown and hidden faction cards, hands, an event."""
    hands = {
        0: ("SWEEP#1", "TRAP#1", "BELIEF#1"),
        1: ("AMBUSH#1",),
        2: ("ELIXIR#1", "NOTICE#1"),
        3: ("PLOT#1",),
        4: ("DEED#1", "INN#1"),
        5: ("SWEEP#2",),
    }
    factions = {
        0: ("FOX-5:up", "FOX-2:down"),
        1: ("BEAR-6:down", "BEAR-1:down"),
        2: ("FOX-6:down", "DEER-1:down"),
        3: ("DEER-5:down", "DRAGON-2:down"),
        4: ("FOX-1:down", "FOX-4:down"),
        5: ("BEAR-2:up", "DRAGON-3:down"),
    }
    piles: dict[str, tuple[str, ...]] = {"unused_events": ("?",) * 3}
    for seat, hand in hands.items():
        piles[f"hand/{seat}"] = hand
        piles[f"left/{seat}"], piles[f"right/{seat}"] = ((card,) for card in factions[seat])
    points = {f"hp/{seat}": left for seat, left in enumerate((3, 1, 1, 1, 0, 2))}
    tracks = {"round": 1, "starter": 0, "events_in_pile": 2, **points}
    return Header("chesney", 6, {}, Position(piles, tracks, "plan", 0))


def battle_of_two() -> Header:
    """A board with coins of both sides, some stacked, markers, and a hand to play."""
    return battle(
        board={"g3": "swordsman", "f3": "scout", "d5": "pikeman 2", "h1": "archer", "e4": "cavalry 3"},
        hands={0: "swordsman pikeman royal", 1: "archer royal scout"},
        markers={"d4": "wolf", "e5": "wolf", "g3": "wolf"},
        initiative=0,
    ).header


def chess_of_two() -> Header:
    """A position with captured pieces, cards in every pile, and one of the supply used up."""
    return game(
        "r1b1k2r/2pp1ppp/2n2n2/2b1p3/4P3/2NP1N2/2P2PPP/R1BQK2R w KQkq",
        hands={0: "pawn pawn knight rook copper", 1: "bishop king copper pawn copper"},
        decks={0: "copper silver", 1: "copper"},
        discards={0: "rook silver", 1: "pawn copper knight"},
        captured={0: "ppnq", 1: "PPB"},
        supply={"queen": 0, "king": 3},
    ).header


def finished(journal: Journal, slug: str, seats: int, seed: int) -> None:
    """A whole match that is over."""
    match = played(script_of(slug, seats, seed))
    number = journal.start_match(match.header, match.game.title)
    for n, entry in enumerate(match.journal, start=1):
        journal.append(number, n, entry, "test")
    journal.rosters.note(number, [Seated(seat, NAMES[seat]) for seat in range(seats)])
    journal.finish(number)


@contextmanager
def hall(tmp_path: Path, browser: Any, header: Header) -> Iterator[Hall]:
    """The table in the middle of the match that begins like this; two others are over."""
    with Journal.open(evening_config(tmp_path, header.seats, seed=4).data.journal_path) as journal:
        finished(journal, "chronicle", 4, seed=1)
        finished(journal, "war_chest", 2, seed=2)
    with running(tmp_path, header) as (service, phones):
        host = Phone(f"http://127.0.0.1:{service.port_number}")
        host.open("/host")
        host.post("/api/become-host", {"pin": "4711"})
        host.open("/host")
        service.pages.people.people(HOST, PeopleCommand(PeopleAct.RENAME, seat=1, value=LONG_NAME))
        yield Hall(service, phones, host, browser)


# -- what people do on a page ----


def hand_open(room: Hall, page: Any) -> None:
    page.click("#keep")
    page.wait_for_selector("#hand [data-piece]")


def hinted(hall: Hall, page: Any) -> None:
    hand_open(hall, page)
    page.click("[data-key=hint]")
    page.wait_for_selector("#hint li")


def sheet_open(room: Hall, page: Any) -> None:
    hand_open(room, page)
    page.locator('#hand [data-piece][data-state="ok"]').first.press("Enter")
    page.wait_for_selector("#sheet[open]")


def notes_written(room: Hall, page: Any) -> None:
    hand_open(room, page)
    page.fill("#notes-text", "Cara: fox?\nDan asked twice for the Inn.")
    page.locator("#own-notes").scroll_into_view_if_needed()


def photo_open(room: Hall, page: Any) -> None:
    page.click("#photo-panel summary")


def phone_sheet(room: Hall, page: Any) -> None:
    page.click("#phone-open")
    page.check("#phone-chime")
    page.wait_for_selector("#phone-sheet[open]")


def large_text(room: Hall, page: Any) -> None:
    page.click("#phone-open")
    page.check("#phone-large")
    page.locator("#phone-sheet .wide").click()


def offline(room: Hall, page: Any) -> None:
    page.context.set_offline(True)
    page.wait_for_selector("#banner .banner")


def paused(room: Hall, page: Any) -> None:
    room.rule(HostAct.PAUSE)
    page.wait_for_selector('html[data-paused="yes"], [data-paused="yes"]')


def gone_on(room: Hall) -> None:
    room.rule(HostAct.RESUME)


def code_open(room: Hall, page: Any) -> None:
    page.fill("[name=name]", "Gerda")
    if page.locator("#code-fold:not([open]) > summary").count():
        page.click("#code-fold > summary")


def join_refused(room: Hall, page: Any) -> None:
    page.wait_for_selector("#seats input")
    page.get_by_role("button").filter(has=page.locator(":scope.button-main")).first.click()
    page.wait_for_selector("#problem:not(:empty)")


def seat_wished(room: Hall, page: Any) -> None:
    page.wait_for_selector("#seats input")
    page.fill("[name=name]", "Gerda")
    page.locator(".seat-choice").last.click()
    page.click("#join button[type=submit]")
    page.wait_for_selector("#claim:not([hidden])")


def wish_over(room: Hall) -> None:
    """The claim ends with the host's no."""
    for claim in room.service.pages.people.people_view(HOST).claims:
        room.service.pages.people.people(HOST, PeopleCommand(PeopleAct.DENY, number=claim.number))


def line_begun(room: Hall, page: Any) -> None:
    page.click("[data-key='from-score_sheet-']")
    page.click("[data-key=next]")
    page.click("[data-key=add-line]")
    page.wait_for_selector("[data-field='line.0.name']")


def all_folds_open(room: Hall, page: Any) -> None:
    page.wait_for_selector("#settings details", state="attached")
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")


def tables_open(room: Hall, page: Any) -> None:
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")


def shortened(room: Hall, page: Any) -> None:
    """A book of hundreds of pieces and rules that are all drawn alike becomes one of some."""
    page.evaluate(
        "for (const one of document.querySelectorAll('li:nth-child(n+9), .told:nth-child(n+9)')) one.remove()"
    )


def tray_open(room: Hall, page: Any) -> None:
    page.wait_for_selector("#mat .piece")
    page.click("#tray-show")
    page.wait_for_selector("#tray [data-piece]")


def trial_begun(room: Hall, page: Any) -> None:
    page.click('[data-key="test"]')
    page.wait_for_selector("#parts button:not([disabled])")


def trial_over(room: Hall) -> None:
    room.service.button_test.close()


def some_steps_on(room: Hall, page: Any) -> None:
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("#stage .player")


def camera_seen(room: Hall, page: Any) -> None:
    page.wait_for_selector("#verdict[data-tone]")
    page.wait_for_selector("#picture:not([hidden]) img[src]")


def surely(room: Hall, page: Any) -> None:
    page.locator("[data-act=open]").click()
    page.wait_for_selector("#sure[open]")


SEAT_DRAWN = "#hand .hand-closed"
DOCTOR_DONE = "#groups[aria-busy='false']"
LOOKS = (
    Look("landing", "landing", "/", ready="#players .seat-mark"),
    Look("landing-seat", "landing", "/", Who.PLAYER, "#players .seat-mark", seldom=True),
    Look("join", "join", "/join", ready="#seats input"),
    Look("join-code", "join", "/join", Who.NEW, "#seats input", code_open),
    Look("join-empty", "join", "/join", Who.NEW, "#seats input", join_refused, seldom=True),
    Look("join-claim", "join", "/join", Who.NEW, "#seats input", seat_wished, wish_over),
    Look("seat", "seat", "/seat", Who.PLAYER, SEAT_DRAWN),
    Look("seat-hand", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, hand_open),
    Look("seat-sheet", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, sheet_open),
    Look("seat-hint", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, hinted, seldom=True),
    Look("seat-notes", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, notes_written, seldom=True),
    Look("seat-photo", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, photo_open, seldom=True),
    Look("seat-phone", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, phone_sheet),
    Look("seat-large", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, large_text, seldom=True),
    Look("seat-other", "seat", "/seat", Who.OTHER, SEAT_DRAWN),
    Look("seat-paused", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, paused, gone_on),
    Look("seat-offline", "seat", "/seat", Who.PLAYER, SEAT_DRAWN, offline),
    Look("table", "table", "/table", ready="#board .player", size=SCREEN),
    Look("table-paused", "table", "/table", Who.GUEST, "#board .player", paused, gone_on, SCREEN, seldom=True),
    Look("virtual", "virtual", "/virtual", Who.PLAYER, "#mat .piece", tray_open, size=SCREEN),
    Look("pin", "host", "/host", ready="#pin"),
    Look("host", "host", "/host", Who.HOST, "#settings details", size=SCREEN, seldom=True),
    Look("host-open", "host", "/host", Who.HOST, "#settings details", all_folds_open, size=SCREEN),
    Look("camera", "setup", "/host/camera", Who.HOST, ".step h2", size=SCREEN),
    Look("eye", "eye", "/eye", ready="#main[data-stage=stranger]"),
    Look("eye-host", "eye_host", "/host/eye", Who.HOST, "#state:not(:empty)", seldom=True),
    Look("https", "https", "/https"),
    Look("wizard-pin", "wizard", "/setup", ready="#pin", seldom=True),
    Look("wizard-own", "wizard", "/setup#pin", Who.HOST, "#step-title:not(:empty)"),
    Look("wizard-language", "wizard", "/setup#language", Who.HOST, "[name=language]"),
    Look("wizard-game", "wizard", "/setup#game", Who.HOST, "[name=players]", seldom=True),
    Look("wizard-camera", "wizard", "/setup#camera", Who.HOST, "#verdict", camera_seen),
    Look("wizard-buttons", "wizard", "/setup#buttons", Who.HOST, "[name=pins]", seldom=True),
    Look("wizard-done", "wizard", "/setup#done", Who.HOST, "#join-place img"),
    Look("make", "make", "/make", Who.HOST, "[data-plays]"),
    Look("make-lines", "make", "/make", Who.HOST, "[data-plays]", line_begun),
    Look("doctor", "doctor", "/host/doctor", Who.HOST, DOCTOR_DONE, size=SCREEN),
    Look("pieces", "pieces", "/host/pieces", Who.HOST, "#title:not(:empty)"),
    Look("card_looks", "card_looks", "/host/looks", Who.HOST, "#title:not(:empty)"),
    Look("spots", "spots", "/host/spots", Who.HOST, "#mat .spot"),
    Look("wiring", "wiring", "/host/wiring", Who.HOST, ".wiring-table"),
    Look("buttons", "buttons", "/host/buttons", Who.HOST, "#parts li", trial_begun, trial_over),
    Look("rules", "rules", "/rules", act=shortened),
    Look("how", "how", "/how"),
    Look("lookup", "lookup", "/lookup", ready="#pieces li", act=shortened),
    Look("lookup-found", "lookup", "/lookup?q=sweep", Who.PLAYER, act=shortened, seldom=True),
    Look("sticker-unknown", "sticker", "/ZZZZ9"),
    Look("history", "history", "/history", ready=".past-list li", seldom=True),
    Look("history-host", "history", "/history", Who.HOST, "#forget", tables_open, size=SCREEN),
    Look("result", "history_match", "/history/1", Who.HOST, "#h-result"),
    Look("result-sure", "history_match", "/history/1", Who.HOST, "#h-result", surely, seldom=True),
    Look("replay", "replay", "/replay/1", Who.GUEST, "#stage .player", some_steps_on),
    Look("error", "error", "/no-such-page", ready="h1"),
)
"""Every page of the hall, at a table of cards."""
ON_A_BOARD = tuple(look for look in LOOKS if look.name in ("seat", "seat-hand", "seat-other", "table", "virtual"))
"""What looks different at a table with a board."""
BOARDS: Mapping[str, Callable[[], Header]] = MappingProxyType({"battle": battle_of_two, "chess": chess_of_two})
