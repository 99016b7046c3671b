"""What a venue's pages show and ask. Everybody who can open them may know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Protocol

import msgspec

from web.pages.venue.cup.views import CupPort
from web.views import Joined, Reply, Session


class Away(Exception):
    """What the venue keeps cannot be had just now: its database does not answer."""


class TableTone(Enum):
    """How much a table needs somebody."""

    WELL = "well"
    ILL = "ill"  # it says that something at it has failed
    SILENT = "silent"  # it was not heard of for some minutes
    GONE = "gone"  # it has said good-bye to the broker, or gives it no sign of life
    OUT = "out"  # its credential was withdrawn


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """One table: how it is in its own word, the game that lies there, and when it was heard of last. `taken` of its
    `seats` have somebody, None where that is not known; `round`: as the game counts, empty where it does not; `at`:
    where it stands on the floor, in thousandths of width and height; `version`: of its companion, empty where it does
    not say; `ill`: the kinds of its devices that have failed."""

    number: int
    name: str
    state: str
    title: str
    heard: datetime
    tone: TableTone
    taken: int | None = None
    seats: int | None = None
    round: str = ""
    at: tuple[int, int] | None = None
    version: str = ""
    ill: tuple[str, ...] = ()


@dataclass(frozen=True)
class Floor:
    """All tables. `is_heard`: the broker answers, or there is none; `is_refused`: it lets the venue not in; `is_kept`:
    the database answers."""

    cards: tuple[TableCard, ...]
    is_heard: bool = True
    is_kept: bool = True
    is_refused: bool = False


@dataclass(frozen=True)
class Player:
    """A seat of a match. An empty name: nobody who wants to be named. `place` None: nobody has won."""

    seat: int
    name: str
    bot: bool
    score: int | None
    place: int | None


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    """One match. `given_up`: the host ended it."""

    ended: datetime
    table: str
    game: str
    title: str
    given_up: bool
    players: tuple[Player, ...]


@dataclass(frozen=True, kw_only=True)
class ResultList:
    """A page of results, the latest first. `games`: name and title of each that there is."""

    rows: tuple[ResultRow, ...]
    count: int
    page: int
    pages: int
    game: str
    games: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class StandingRow:
    """One person. `rating` None: nothing can be told of it yet."""

    name: str
    matches: int
    won: int
    rating: int | None


@dataclass(frozen=True)
class Period:
    """`all`, a year (2026) or a month (2026-11)."""

    key: str


@dataclass(frozen=True)
class StandingsView:
    """How people stand in a game (empty: in all) and a period."""

    rows: tuple[StandingRow, ...]
    game: str
    games: tuple[tuple[str, str], ...]
    period: str
    periods: tuple[Period, ...]


@dataclass(frozen=True)
class Taken:
    """What became of a result: the revision that the venue has now, and whether it is what was sent."""

    revision: int
    is_this: bool


class NotTaken(Enum):
    """Why a result is not taken."""

    UNREADABLE = "unreadable"
    ANOTHERS = "anothers"  # it would change the match of another table


class OrganiserAct(Enum):
    """The closed list of what an organiser changes."""

    CODE = "code"  # that pairs one table
    WITHDRAW = "withdraw"  # table: its credential
    FORGET = "forget"  # name
    ALLOW = "allow"  # name: may be kept again
    PLACE = "place"  # table: where it stands on the floor, at x and y


class OrganiserCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs."""

    act: OrganiserAct
    table: int = 0
    name: str = ""
    x: int = 0
    y: int = 0


class VenuePort(Protocol):
    """What the pages and the tables ask. Every call is safe from any thread; Away while nothing can be had."""

    @property
    def name(self) -> str: ...
    @property
    def cups(self) -> CupPort: ...
    def session(self, token: str) -> Session | None: ...
    def open_session(self) -> Joined: ...
    def organise(self, pin: str) -> Joined | None: ...
    def leave(self, token: str) -> None: ...
    def pair(self, body: bytes, before: str) -> tuple[str, str] | None: ...
    def table_of(self, token: str) -> int | None: ...
    def hear(self, table: int, body: bytes) -> dict[str, Any] | None: ...
    def take(self, table: int, body: bytes) -> Taken | NotTaken: ...
    def floor(self, session: Session) -> Floor: ...
    def results(self, session: Session, game: str, page: int) -> ResultList: ...
    def standings(self, session: Session, game: str, period: str) -> StandingsView: ...
    def export(self, session: Session) -> str: ...
    def act(self, session: Session, command: OrganiserCommand) -> Reply: ...
