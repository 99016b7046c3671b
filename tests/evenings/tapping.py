"""Phones in people's hands, and what the journal holds of their taps."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from companion.journal.journal import Journal, MatchId, StoredEntry
from companion.referee.pacing import Noted, noted_in
from companion.referee.running_match import PAUSE
from rules.engine.entries import Header
from tests.evenings.phone import NoAnswer, Phone

ENDS_IT = 0.02  # how often what may end the match is among the choices
CHANGES_ITS_MIND = 0.05  # how often somebody who is noted taps again
PAUSE_S = 0.03  # between two looks of a phone: commands of one address are limited to some in a second


@dataclass(frozen=True)
class Tap:
    """What a phone sent."""

    seat: int
    key: str
    version: int
    request: str

    def body(self) -> dict[str, Any]:
        return {"key": self.key, "version": self.version, "request": self.request}


@dataclass(frozen=True)
class Acknowledged:
    """A tap that a phone knows to be taken, with the version that the reply gave, in which match of the evening.
    `noted`: it was kept back for the pace."""

    tap: Tap
    version: int
    match: int
    noted: bool


@dataclass(frozen=True)
class Stored:
    """What the journal holds of a game: the entries of every match, the latest last, and what is noted in it."""

    matches: tuple[tuple[MatchId, Header, tuple[StoredEntry, ...]], ...]
    noted: tuple[Noted, ...]
    is_paused: bool

    @classmethod
    def of(cls, path: Path) -> Stored:
        """Reads the journal as it lies on the disk."""
        with Journal.look(path) as journal:
            numbers = sorted(m.match for m in journal.matches())
            kept = journal.unsettled.of(numbers[-1]) if numbers else {}  # first: an answer of it may become an entry
            loaded = [(n, *journal.load(n)) for n in numbers]
        return cls(tuple((n, header, tuple(entries)) for n, header, entries in loaded), noted_in(kept), PAUSE in kept)

    def requests(self) -> Counter[str]:
        """How often each request was carried out."""
        return Counter(e.request for _, _, entries in self.matches for e in entries if e.request)

    def holds(self, request: str) -> bool:
        """Whether a request was carried out, or is kept back on the disk."""
        return bool(self.requests()[request]) or any(one.request == request for one in self.noted)

    def made(self, request: str) -> tuple[int, int | None]:
        """Number and seat of the entry that a request made."""
        return next((e.number, e.seat) for _, _, entries in self.matches for e in entries if e.request == request)

    @property
    def latest(self) -> tuple[Header, tuple[StoredEntry, ...]]:
        """The latest match."""
        _, header, entries = self.matches[-1]
        return header, entries


class Player(threading.Thread):
    """A phone in somebody's hand: it looks, and taps something that is allowed, as long as the table is open."""

    def __init__(self, phone: Phone, seat: int, seed: int, table: Table) -> None:
        super().__init__(name=f"companion-test-phone-{seat}", daemon=True)
        self.phone = phone
        self.seat = seat
        self.acked: list[Acknowledged] = []
        self.in_flight: Tap | None = None  # sent, and nothing came back
        self.seen = 0  # the newest version that this phone was shown since the table was opened
        self.errors: list[str] = []
        self._match = 0
        self._random = Random(seed)
        self._table = table

    def run(self) -> None:
        while self._table.enter():
            try:
                while self._table.is_open:
                    self._look()
                    self._table.closing.wait(PAUSE_S)
            except (NoAnswer, HTTPException):
                pass  # the service was killed, perhaps in the middle of its answer
            except Exception as error:  # told by the test, not by a thread that nobody watches
                self.errors.append(repr(error))
            finally:
                self._table.leave()

    def _look(self) -> None:
        self._match = self._table.match
        now = self.phone.packet()
        self.seen = now["version"]
        latest = self.acked[-1] if self.acked else None
        is_noted = latest is not None and latest.noted and (latest.match, latest.version) == (self._match, self.seen)
        if is_noted and self._random.random() > CHANGES_ITS_MIND:
            return  # it waits with the others
        question = now["question"]
        allowed = [o["key"] for o in question["options"] if not o["why_not"] and self._would(o)] if question else []
        if question and question["dice"] and (question["yours"] or not question["seats"]):
            allowed.append("-".join(str(self._random.randint(1, die["sides"])) for die in question["dice"]))
        if allowed and not now["result"]:
            self.tap(Tap(self.seat, self._random.choice(allowed), now["version"], secrets.token_hex(8)))

    def _would(self, option: dict[str, Any]) -> bool:
        """Whether it comes into question: who ended every match at once would see nothing of it."""
        return not option.get("grave") or self._random.random() < ENDS_IT

    def tap(self, tap: Tap) -> dict[str, Any]:
        """Sends a tap; what is not answered stays in flight."""
        self.in_flight = tap
        self._table.tapped.set()
        answer = self.phone.post("/api/answer", tap.body())
        self.in_flight = None
        if "reply" in answer and (reply := answer["reply"])["ok"]:
            self.acked.append(Acknowledged(tap, reply["version"], self._match, reply["noted"]))
        return answer


@dataclass
class Table:
    """The door between the test and its phones: open while they may play."""

    closing: threading.Event = field(default_factory=threading.Event)
    tapped: threading.Event = field(default_factory=threading.Event)  # somebody has sent a tap
    match: int = 0  # the number of the match in this evening
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _open: bool = False
    _over: bool = False
    _life: int = 0
    _inside: int = 0
    _entered: dict[int, int] = field(default_factory=dict)  # the life in which each thread went in last

    @property
    def is_open(self) -> bool:
        return self._open

    def enter(self) -> bool:
        """A phone waits for the table to open (once in each life); False when the evening is over."""
        me = threading.get_ident()
        with self._changed:
            self._changed.wait_for(lambda: self._over or (self._open and self._entered.get(me) != self._life))
            self._entered[me] = self._life
            self._inside += not self._over
            return not self._over

    def leave(self) -> None:
        with self._changed:
            self._inside -= 1
            self._changed.notify_all()

    def open(self) -> None:
        with self._changed:
            self.closing.clear()
            self._open, self._life = True, self._life + 1
            self._changed.notify_all()

    def close(self) -> None:
        """Returns when every phone has put its tap away."""
        with self._changed:
            self._open = False
            self.closing.set()
            self._changed.notify_all()
            assert self._changed.wait_for(lambda: not self._inside, 30.0), "a phone hangs"

    def end(self) -> None:
        with self._changed:
            self._over = True
            self._open = False
            self.closing.set()
            self._changed.notify_all()
