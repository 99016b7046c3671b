"""Sends what waits for the venue, from a thread of its own, again and again until the venue has it."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from companion.journal.journal import Journal, JournalError
from companion.journal.outbox import KeptResult
from companion.journal.people import utc_now
from companion.machine.fault_places import fault_facts
from companion.mqtt.messages import status_of
from companion.outbox.line import Line, Told, Unreachable, Unsafe
from companion.outbox.results import VERSION, message
from companion.settings.venue import VenueConfig
from companion.telling.outlets import News, Way
from rules.outside import FAULTS

log = logging.getLogger("companion.outbox")
T = TypeVar("T")
_Short = Annotated[str, Meta(max_length=100)]
CREDENTIAL: Final = "venue"
"""What the journal keeps the table's credential under, with whoever may sign on: no copy of a journal has it."""
NAMED: Final = "venue_named"
"""And the address of the venue that was paired last: names in kept results are there for it and for no other."""
_KNOWN: Final = "venue_known"
_FIRST_S, _LONGEST_S = 5.0, 900.0  # pauses between two tries
_ALIVE_S: Final = 60.0  # how often the venue hears that the table is there
_CALLED_S: Final = 10.0  # the same, where the venue may lay a match out
_TURNED_DOWN_S: Final = 3600.0  # how long a result that it did not take is not sent again
RESULTS, STATUS, PAIR = "/api/v1/results", "/api/v1/status", "/api/v1/pair"


class Credential(msgspec.Struct, frozen=True):
    """What a venue gave at pairing. `address`: where it goes, and nowhere else."""

    address: str
    token: str
    venue: str

    def __repr__(self) -> str:
        return f"Credential({self.address!r})"


class Standing(Enum):
    """How the table and its venue stand."""

    UNPAIRED = "unpaired"
    WELL = "well"  # the last call was answered
    AWAY = "away"  # it was not, and is tried again
    REFUSED = "refused"  # the venue does not know this table any more
    UNSAFE = "unsafe"  # nothing is sent: it is not in the own network, and the way there is not encrypted


@dataclass(frozen=True)
class Sent:
    """The same for people. `venue`: what it calls itself; `waiting`: results that it does not have yet; `heard`: when
    it last answered; `is_open`: the way there is not encrypted."""

    standing: Standing
    venue: str = ""
    waiting: int = 0
    heard: datetime | None = None
    is_open: bool = False


class Answer(msgspec.Struct, frozen=True):
    """What a venue answers to a result: which revision it has."""

    revision: int


class Paired(msgspec.Struct, frozen=True):
    """And to a pairing code."""

    token: str
    venue: str


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """A match that the venue calls to this table. `match`: the name under which its result is sent; `people` by
    seat."""

    match: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    game: Annotated[str, Meta(min_length=1, max_length=60)]
    options: Annotated[dict[_Short, _Short], Meta(max_length=50)]
    people: Annotated[list[Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z", max_length=60)]], Meta(max_length=20)]


class Heard(msgspec.Struct, frozen=True):
    """What a venue answers to how the table is. `known`: a number that grows with all that it has of this table."""

    match: Called | None = None
    known: int | None = None


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody who looks after many tables should know of one. `topic`: where it speaks in a broker, empty without
    one; `version`: of the companion; `ill`: the kinds of its devices that have failed."""

    topic: str = ""
    version: str = ""
    ill: tuple[str, ...] = ()


class Calls(Protocol):
    """Who lays out what the venue calls. Every call is safe from any thread."""

    def takes(self) -> bool: ...
    def laid(self) -> str: ...
    def lay_out(self, called: Called) -> bool: ...


class Sender:
    """`start` and `close` are called once; a `close` without a start is allowed."""

    def __init__(
        self,
        settings: VenueConfig,
        journal: Journal,
        name: Callable[[], str],
        troubles: Callable[[], int],
        now: Callable[[], datetime] = utc_now,
        clock: Callable[[], float] = time.monotonic,
        about: Callable[[], About] = lambda: About(),
    ) -> None:
        """`name`: what the table is called; `troubles`: how many devices have failed; `about`: what else whoever looks
        after it should know. ConfigError for a certificate that cannot be read."""
        self._about = about
        self.calls: Calls | None = None  # set before the start; None: nothing is laid out here
        self._clock = clock
        self._turned_down: dict[tuple[str, int], float] = {}  # results and revisions, and until when they rest
        self._of_credential = threading.Lock()  # one that is replaced acknowledges nothing any more
        self._line, self._address = Line(settings.address, settings.ca), settings.address
        self._journal, self._name, self._troubles, self._now = journal, name, troubles, now
        self.way = Way("venue", self._hear)
        self._changed = threading.Condition()
        self._news: News | None = None
        self._credential = self._kept()
        self._sent = Sent(Standing.UNPAIRED if self._credential is None else Standing.AWAY)
        self._is_new = self._ends = False
        self._failures = 0
        self._thread = threading.Thread(target=self._run, name="companion-venue", daemon=True)

    def start(self) -> None:
        """Begins to send."""
        self._thread.start()

    def close(self) -> None:
        """Ends, also in the midst of a call: what that was about is sent again."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        self._line.cut()
        if self._thread.is_alive():
            self._thread.join(0.5)

    def ring(self) -> None:
        """A match has ended, or one was taken away: there may be something to send. Never waits."""
        with self._changed:
            self._is_new = True
            self._changed.notify_all()

    def sent(self) -> Sent:
        """How it stands."""
        waiting = len(self._journal.outbox.waiting())
        return replace(self._sent, venue=self.venue, waiting=waiting, is_open=self._line.is_open)

    @property
    def venue(self) -> str:
        """What the venue calls itself; empty while the table is not paired."""
        credential = self._credential
        return "" if credential is None else credential.venue

    def pair(self, code: str) -> bool:
        """Asks the venue for a credential with its one-time code; False when the code is none. Unreachable when the
        venue does not answer, Unsafe when it is not asked; JournalError when the credential cannot be kept. All
        results are sent anew."""
        before, body = self._credential, {"v": VERSION, "code": code, "name": self._name()[:60]}
        told = self._line.post(PAIR, msgspec.json.encode(body), "" if before is None else before.token)
        if told.status in (400, 422):
            return False
        if told.status != 200:
            raise Unreachable(f"status {told.status}")
        given = _read(told, Paired)
        if given is None or not given.token.isascii() or not given.token.isprintable():
            raise Unreachable("an answer that no venue gives")
        if not _is_one_venue(self._journal.setting(NAMED), self._address):
            self._journal.outbox.take_names_out()
        self._journal.set_setting(NAMED, self._address)
        credential = Credential(self._address, given.token, given.venue[:60])
        with self._of_credential:
            self._journal.set_setting(CREDENTIAL, msgspec.json.encode(credential).decode())
            self._journal.outbox.send_all_again()
            self._journal.set_setting(_KNOWN, "0")
            with self._changed:
                self._credential, self._failures, self._turned_down = credential, 0, {}
                self._sent = Sent(Standing.WELL, heard=self._now())
        self.ring()
        return True

    def part(self) -> None:
        """The table tells this venue nothing any more. JournalError when that cannot be kept."""
        self._journal.set_setting(CREDENTIAL, "")
        self._journal.outbox.end_calls()
        with self._changed:
            self._credential, self._sent = None, Sent(Standing.UNPAIRED)

    # -- the thread --------------------------------------------------------------------------------------------------

    def _hear(self, news: News) -> None:
        """Takes news in the referee's thread, which does not wait for anything here."""
        with self._changed:
            self._news = news

    def _run(self) -> None:
        pause_s = 0.0
        while True:
            with self._changed:
                # one that does not answer is not asked more often because matches end
                self._changed.wait_for(lambda: self._ends or (self._is_new and not self._failures), pause_s)
                if self._ends:
                    return
                self._is_new = False
            credential = self._credential
            try:
                self.send_once()
            except Exception as error:  # whatever it is: what waits is sent later
                log.error("sending to the venue failed %s", fault_facts(error))
                self._fail(credential, Standing.AWAY, type(error).__name__)
            pause_s = self.pause_s()

    def pause_s(self) -> float:
        """How long nothing is sent unless there is news: longer with every failure, and not the same for any two
        tables that lost their venue at once."""
        if not self._failures:
            return _CALLED_S if self.calls is not None and self.calls.takes() else _ALIVE_S
        return min(_LONGEST_S, _FIRST_S * 2.0 ** min(self._failures - 1, 10)) * random.uniform(0.7, 1.0)

    def send_once(self) -> None:
        """Sends all that waits, and how the table is; stops where the venue does not answer."""
        credential = self._credential
        if credential is None:
            return
        try:
            why_untold = self._untold(credential)  # first: what it has forgotten is sent with the rest
            for one in self._to_send():
                if not self._holds(credential):
                    return
                self._send(one, credential)
            if why_untold is not None:
                raise why_untold
        except _NotOurs:
            self._fail(credential, Standing.REFUSED, "the venue does not know this table any more: pair it again")
        except Unreachable as error:
            self._fail(credential, Standing.UNSAFE if isinstance(error, Unsafe) else Standing.AWAY, str(error))
        except JournalError as error:
            self._fail(credential, Standing.AWAY, str(error))
        else:
            with self._changed:
                if self._holds(credential):
                    self._failures, self._sent = 0, Sent(Standing.WELL, heard=self._now())

    def _holds(self, credential: Credential | None) -> bool:
        """Whether what comes of a call with this credential still says how the table stands."""
        return self._credential is credential is not None and not self._ends

    def _to_send(self) -> tuple[KeptResult, ...]:
        """What waits, without what the venue did not take a short while ago."""
        now_s, waiting = self._clock(), self._journal.outbox.waiting()
        known = {(one.uid, one.revision) for one in waiting}
        self._turned_down = {one: until for one, until in self._turned_down.items() if one in known and until > now_s}
        return tuple(one for one in waiting if (one.uid, one.revision) not in self._turned_down)

    def _send(self, one: KeptResult, credential: Credential) -> None:
        """Sends a result, and notes what the venue makes of it."""
        told = self._line.post(RESULTS, message(one, self._now().isoformat(timespec="seconds")), credential.token)
        known = _read(told, Answer)
        if told.status == 200 and known is not None and known.revision == one.revision:
            with self._of_credential:
                if self._credential is credential:
                    self._journal.outbox.acknowledge(one)
            return
        if told.status == 409 and known is not None and one.revision <= known.revision < 2**31:
            self._journal.outbox.overtake(one, known.revision)
            return
        if told.status in (401, 403):
            raise _NotOurs
        if told.status not in (400, 413, 422):
            raise Unreachable(f"status {told.status}")
        log.warning("the venue does not take a result: status %d", told.status)  # it is kept; others may be taken
        self._turned_down[one.uid, one.revision] = self._clock() + _TURNED_DOWN_S

    def _untold(self, credential: Credential) -> Unreachable | None:
        """Tells how the table is; why not, where that did not go: results are sent all the same."""
        try:
            self._tell(credential)
        except Unreachable as error:
            return error
        return None

    def _tell(self, credential: Credential) -> None:
        news = self._news
        if news is None:
            return
        try:
            table = status_of(news.board, self._troubles(), with_names=False)
        except FAULTS as error:  # what a game draws may fail
            log.error("the venue is not told how the table is %s", fault_facts(error))
            return
        told: dict[str, Any] = {"v": VERSION, "name": self._name()[:60], "state": table.state.value}
        told |= {"game": table.game, "title": table.title, **msgspec.structs.asdict(self._about())}
        takes = self.calls is not None and self.calls.takes()
        told |= {"takes": takes, "laid": self.calls.laid() if self.calls is not None and takes else ""}
        answer = self._line.post(STATUS, msgspec.json.encode(told), credential.token)
        if answer.status in (401, 403):
            raise _NotOurs
        if answer.status != 200:
            raise Unreachable(f"status {answer.status}")
        heard = _read(answer, Heard)
        if heard is None:
            return
        has_forgotten = heard.known is not None and self._holds(credential) and self._note_known(heard.known)
        # what it calls then may have been played already
        if self.calls is not None and takes and heard.match is not None and not has_forgotten:
            self.calls.lay_out(heard.match)

    def _note_known(self, known: int) -> bool:
        """What a venue knew and knows no longer, as after its database was brought back from a copy, it is told
        again; whether that is so."""
        before = int(self._journal.setting(_KNOWN) or "0")
        if known < before:
            log.warning("the venue has forgotten some results: all are sent again")
            self._journal.outbox.send_all_again()
        if known != before:
            self._journal.set_setting(_KNOWN, str(known))
        return known < before

    def _fail(self, credential: Credential | None, standing: Standing, why: str) -> None:
        with self._changed:
            if not self._holds(credential):
                return
            self._failures += 1
            is_news = self._sent.standing is not standing
            self._sent = replace(self._sent, standing=standing)
        if is_news:  # once: it is tried again and again
            log.warning("results wait for the venue: %s", why)

    def _kept(self) -> Credential | None:
        """The credential, unless it is for another address: it is sent nowhere else."""
        try:
            kept = msgspec.json.decode(self._journal.setting(CREDENTIAL) or "null", type=Credential | None)
        except msgspec.DecodeError:
            return None
        return kept if kept is not None and kept.address == self._address else None


class _NotOurs(Exception):
    """The venue does not know the credential."""


def open_sender(
    settings: VenueConfig,
    journal: Journal,
    name: Callable[[], str],
    troubles: Callable[[], int],
    about: Callable[[], About],
) -> Sender | None:
    """What sends to the venue of the settings; None without one. ConfigError for a certificate that cannot be read."""
    return Sender(settings, journal, name, troubles, about=about) if settings.address else None


def _is_one_venue(before: str | None, now: str) -> bool:
    """Whether what was paired last is the venue of this address, also where it has begun to speak https."""
    if before in (None, now):
        return True
    was, is_ = urlsplit(before), urlsplit(now)
    return (was.scheme, is_.scheme) == ("http", "https") and was.hostname == is_.hostname


def _read(told: Told, kind: type[T]) -> T | None:
    """What an answer says; None where it is not of that kind."""
    try:
        return msgspec.json.decode(told.body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
