"""What the author's panel draws, and what it may ask. Nothing of it is redacted, so nobody else may be given it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import msgspec

from web.views import Reply


class BenchAct(Enum):
    """What an author may do to the match beside playing it."""

    BACK = "back"  # go on after entry `entry`
    LEAVE_OUT = "leave_out"  # take the new code up without the entries at which it fails
    ANEW = "anew"  # begin another match


class BenchCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs."""

    act: BenchAct
    entry: int = 0


class BenchTroubleKind(Enum):
    """What is wrong: see `companion.workbench.trouble`."""

    UNLOADED = "unloaded"
    FAILED = "failed"
    STOPPED = "stopped"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, kw_only=True)
class BenchTrouble:
    """`what`: one sentence; `place`: file and line; `entry`: its number, 0 for none, and `said` what it was; `trace`:
    the traceback as Python tells it."""

    kind: BenchTroubleKind
    what: str
    place: str
    rule: str
    entry: int
    said: str
    trace: str


@dataclass(frozen=True)
class BenchTelling:
    """What was told at an entry. `who`: the names of those who hear it; none: everybody does."""

    text: str
    who: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BenchEntry:
    """One line of the log. `who` gave it, empty: hands at the table; `label` is its option in words, `key` its option
    as the journal has it."""

    number: int
    who: str
    label: str
    key: str
    told: tuple[BenchTelling, ...]
    undone: bool


@dataclass(frozen=True)
class BenchCell:
    """What one reader knows of a pile or track, a line a card or value. `hides`: less than there is to know."""

    lines: tuple[str, ...]
    hides: bool


@dataclass(frozen=True)
class BenchRow:
    """A pile or track, by its key and in words, as each reader knows it."""

    key: str
    label: str
    cells: tuple[BenchCell, ...]


@dataclass(frozen=True, kw_only=True)
class BenchOption:
    """One option: allowed, or why not, with the refusal's code and rule. `claim`: what is taken on the
    player's word."""

    key: str
    label: str
    code: str
    why: str
    rule: str
    claim: str


@dataclass(frozen=True)
class BenchAsked:
    """Who is asked what may be answered; an empty `who`: hands at the table. `more`: how many options are not listed.
    `fault`: the options cannot be worked out."""

    who: str
    options: tuple[BenchOption, ...]
    more: int
    fault: str


@dataclass(frozen=True)
class BenchQuestion:
    """The open question."""

    kind: str
    text: str
    rule: str
    asked: tuple[BenchAsked, ...]


@dataclass(frozen=True)
class BenchSeat:
    """A seat that the author may play."""

    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class BenchView:
    """The match after entry `at` of `last`. `mark` is another one as soon as anything is; `readers` are the columns of
    `piles` and `tracks`: everything, everybody, then each seat. `result`: how it ended."""

    mark: str
    game: str
    version: str
    folder: str
    at: int
    last: int
    phase: str
    turn: str
    result: str
    readers: tuple[str, ...]
    piles: tuple[BenchRow, ...]
    tracks: tuple[BenchRow, ...]
    question: BenchQuestion | None
    log: tuple[BenchEntry, ...]
    seats: tuple[BenchSeat, ...]
    trouble: BenchTrouble | None


class BenchPort(Protocol):
    """What the panel may ask. Every call is safe from any thread."""

    def bench_mark(self) -> str: ...
    def bench_view(self, language: str, at: int | None) -> BenchView | None: ...  # None: at the newest entry
    def bench_act(self, command: BenchCommand) -> Reply: ...
    def seat_link(self, seat: int) -> str: ...  # where to sit down there; empty: not now
