"""What the pages about finished matches need: the list, statistics, one match, its steps, exports, and the host's acts.

All of it is public knowledge of the table, save a step that is asked for open after everything was revealed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Annotated, Protocol

import msgspec

from web.views import Packet, Reply, Session


@dataclass(frozen=True, kw_only=True)
class PastPlayer:
    """One seat of a match: who sat there, whether the program played it, whether it won, and its score where the game
    counts one. `colour` and `shape` tell seats apart as on the other pages; `named` False: nobody gave a name, and
    `name` only says which seat it is."""

    seat: int
    name: str
    colour: str
    shape: str
    bot: bool = False
    won: bool = False
    score: int | None = None
    named: bool = True


@dataclass(frozen=True, kw_only=True)
class PastRow:
    """One finished match in the list. Times are in UTC. `given_up`: the host ended it before the rules did; `known`
    False: how it ended cannot be told with the present rules."""

    match: int
    game: str
    title: str
    started: datetime
    ended: datetime
    players: tuple[PastPlayer, ...]
    given_up: bool = False
    known: bool = True


@dataclass(frozen=True)
class Tally:
    """How somebody did, or how often a game was played. `name` empty: seats of the program that have no name."""

    name: str
    games: int
    wins: int
    bot: bool = False


@dataclass(frozen=True, kw_only=True)
class HistoryView:
    """A page of the list, the latest first, and statistics over all matches. `bots`: seats of the program count."""

    rows: tuple[PastRow, ...]
    page: int
    pages: int
    matches: int
    people: tuple[Tally, ...]
    games: tuple[Tally, ...]
    bots: bool


@dataclass(frozen=True)
class ScoreLine:
    """How one seat's score went: the steps at which it became another value, and the value."""

    seat: int
    name: str
    colour: str
    shape: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ScoreCourse:
    """One kind of score over a match that has `steps` steps after its start."""

    label: str
    steps: int
    lines: tuple[ScoreLine, ...]


class OpenState(Enum):
    """Whether what was hidden in a finished match is open to all."""

    CLOSED = "closed"
    BY_HOST = "by_host"
    BY_PLAYERS = "by_players"


@dataclass(frozen=True, kw_only=True)
class Opening:
    """Opening what was hidden. `may_host`: this reader may open it; `may_agree`: this reader's seat has a vote and has
    not given it; `agreed` of `needed` seats have."""

    state: OpenState
    at: datetime | None = None
    may_host: bool = False
    may_agree: bool = False
    agreed: int = 0
    needed: int = 0


@dataclass(frozen=True)
class StepLine:
    """One step of a match in words; `at` counts the entries before it that count."""

    at: int
    text: str


@dataclass(frozen=True, kw_only=True)
class PastMatch:
    """One finished match. `text` and `lines` say how it ended; without `steps` it cannot be told again with the
    present rules: `why` says why not, and `told` is what was kept of what everybody heard.
    `app_link` opens a statistics app with this match in it. `notation` is the suffix of the file in which all its moves
    are written down, "pgn"; empty when the game has no such form."""

    row: PastRow
    text: str = ""
    lines: tuple[str, ...] = ()
    courses: tuple[ScoreCourse, ...] = ()
    steps: tuple[StepLine, ...] = ()
    why: str = ""
    told: tuple[StepLine, ...] = ()
    taken_back: int = 0
    opening: Opening
    app_link: str = ""
    is_host: bool = False
    notation: str = ""


class ExportForm(Enum):
    """In what form matches are exported."""

    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True)
class NotationFile:
    """A match written down in its field's own notation: the file's suffix without the dot, its media type, its text."""

    suffix: str
    media: str
    text: str


class HistoryAct(Enum):
    """What may be done on these pages."""

    OPEN = "open"  # the host opens what was hidden in a match
    AGREE = "agree"  # a seat of the match that has just ended agrees to open it
    DELETE_MATCH = "delete_match"
    FORGET_NAME = "forget_name"  # name: taken out of every match


class HistoryCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs; unused fields stay empty."""

    act: HistoryAct
    match: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] = 0
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""


class HistoryPort(Protocol):
    """What the pages may ask. Every call is safe from any thread."""

    def history(self, session: Session, page: int, bots: bool) -> HistoryView: ...
    def past_match(self, session: Session, match: int) -> PastMatch | None: ...  # None: no finished match
    def past_step(self, session: Session, match: int, at: int, is_open: bool) -> Packet | None: ...
    def score_courses(self, session: Session) -> tuple[ScoreCourse, ...]: ...  # of the match on the table
    def match_on_table(self, session: Session) -> int | None: ...  # its number once it has ended
    def export(self, session: Session, form: ExportForm, match: int | None) -> str | None: ...
    def notation(self, session: Session, match: int) -> NotationFile | None: ...  # None: no such match, or no such form
    def history_act(self, session: Session, command: HistoryCommand) -> Reply: ...
