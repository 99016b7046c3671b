"""What the pages of tournaments show and ask."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Protocol

import msgspec

from web.views import Reply, Session


@dataclass(frozen=True, kw_only=True)
class CupRow:
    """One tournament. `round` is the one that was drawn last, 0 before the first."""

    number: int
    name: str
    game: str
    people: int
    round: int
    rounds: int
    is_over: bool


class BoutTone(Enum):
    """How far a match of a round is."""

    QUEUED = "queued"  # no table is free for it yet
    CALLED = "called"  # it has a table, which has not laid it out yet
    LAID = "laid"  # it waits in its lobby, or is played
    GIVEN_UP = "given_up"  # its host has ended it: the organiser says how it counts
    HAD_BOT = "had_bot"  # a bot sat there for somebody: the organiser says how it counts
    TAKEN_BACK = "taken_back"  # its result counts no longer, as its table says
    ENDED = "ended"
    OUT = "out"  # somebody who sits out


@dataclass(frozen=True)
class Sitter:
    """Somebody at a seat of a match. `place` None: not known yet."""

    seat: int
    name: str
    place: int | None


@dataclass(frozen=True, kw_only=True)
class BoutView:
    """A match of a round. `is_repaired`: it counts as the organiser has said."""

    id: int
    table: str
    tone: BoutTone
    is_repaired: bool
    people: tuple[Sitter, ...]


@dataclass(frozen=True, kw_only=True)
class StandView:
    """How somebody stands. `place` is the same for equals; `met`: the points of all whom they have met."""

    id: int
    place: int
    name: str
    points: str
    met: str
    won: int
    played: int
    is_out: bool


@dataclass(frozen=True, kw_only=True)
class CupView:
    """A tournament. `rounds_drawn`: the matches of each, the latest first; `missing`: how many have no result;
    `takers`: how many tables let matches be laid out."""

    row: CupRow
    is_robin: bool
    most: int
    stands: tuple[StandView, ...]
    rounds_drawn: tuple[tuple[int, tuple[BoutView, ...]], ...]
    missing: int
    takers: int


class CupAct(Enum):
    """The closed list of what an organiser does with tournaments."""

    BEGIN = "begin"  # name, game, options, system, most, fewest, rounds
    ENTER = "enter"  # names
    OUT = "out"  # entrant: plays no further round
    BACK = "back"  # entrant
    DRAW = "draw"
    REPAIR = "repair"  # bout, places by seat; none: the table's word counts again
    AGAIN = "again"  # bout
    CLOSE = "close"
    REOPEN = "reopen"


Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
"""As far as a database counts."""


class CupCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs. `cup`: the tournament's number."""

    act: CupAct
    cup: Number = 0
    name: str = ""
    game: str = ""
    options: dict[str, str] = {}
    system: str = ""
    most: Number = 0
    fewest: Number = 0
    rounds: Number = 0
    names: list[str] = []
    entrant: Number = 0
    bout: Number = 0
    places: dict[Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,2}\Z")], Number] = {}


class CupPort(Protocol):
    """What the pages of tournaments ask. Every call is safe from any thread; Away while nothing can be had."""

    def cups(self, session: Session) -> tuple[CupRow, ...]: ...
    def games(self, session: Session) -> tuple[tuple[str, str], ...]: ...
    def cup(self, session: Session, number: int) -> CupView | None: ...
    def cup_csv(self, session: Session, number: int) -> str | None: ...
    def act_cup(self, session: Session, command: CupCommand) -> tuple[Reply, int]: ...
