"""A hundred thousand random requests (some thousands in the short run): never a fault of ours, never a secret for
somebody who must not have it, and nothing changes save by those who may change it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from werkzeug.test import run_wsgi_app

from rules.engine.entries import Identify
from rules.engine.questions import Answer as Entry
from tests.attacks.ring import COOKIE, SEATED, UNSEATED, Answer, Ring, Who, ring
from tests.attacks.rolling import Roll, environ_of, rolls
from tests.attacks.routes import app_of

HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")
SHORT = {"outside": 1400, "seats": 1400, "host": 200}
SOAK = {"outside": 48_000, "seats": 48_000, "host": 4_000}
LONGEST_MATCH = 4  # answers; then the table is laid anew, so that there is always something hidden in the hands
LOOK_EVERY = 25  # requests; the whole state is compared so often


class Tried:
    """A table, what was sent to it so far, and what came of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self._tables = 0
        self.seen: Counter[str] = Counter()
        self.begun_s = time.monotonic()
        self.renew()

    def renew(self) -> None:
        """Another table in the place of this one."""
        self.close()
        self._tables += 1
        self.table: Ring = self._open.enter_context(ring(self._folder / str(self._tables)))
        self.app = app_of(self.table)
        self.before = self.table.state()

    def close(self) -> None:
        """Ends the table."""
        self._open.close()

    def send(self, roll: Roll) -> Answer:
        """One request, and everything that holds for every answer."""
        body, status, headers = run_wsgi_app(self.app, environ_of(self.table, roll), buffered=True)
        answer = Answer(int(status.split()[0]), tuple(headers), b"".join(body))
        self.seen[f"{roll.who.value} {answer.status}"] += 1
        assert answer.status < 500, answer.text
        assert "Traceback" not in answer.text
        for name in HEADERS:
            assert answer.header(name), name
        assert "unsafe" not in answer.header("Content-Security-Policy")
        kept = answer.header("Cache-Control")
        assert kept == "no-store" or (kept == "no-cache" and roll.path.startswith(("/static/", "/looks/"))), kept
        for name, text in answer.headers:
            assert not {"\r", "\n"} & set(text), name
            if name.lower() == "set-cookie":
                assert text.startswith(COOKIE)
                assert "HttpOnly" in text
                assert "SameSite=Lax" in text
        place = answer.header("Location")
        assert not place or place.startswith(("/", "http://localhost/", "http://localhost./")), place
        own = (roll.path + roll.query).encode() + roll.body  # what who asks has said may be said back
        leaks = self.table.leaks(roll.who, roll.path, answer)
        assert [leak for leak in leaks if leak.split()[-1].encode() not in own] == []
        return answer

    def report(self) -> str:
        """How many requests by whom, with which answers, in what time."""
        took_s = time.monotonic() - self.begun_s
        counts = ", ".join(f"{key}: {count}" for key, count in sorted(self.seen.items()))
        return f"{sum(self.seen.values())} requests in {took_s:.0f} s at {self._tables} tables; {counts}"


@pytest.fixture
def tried(tmp_path: Path) -> Iterator[Tried]:
    """A table that is laid anew as often as it is needed."""
    made = Tried(tmp_path)
    yield made
    made.close()
    print(f"\n{made.report()}")


def attack(tried: Tried, people: tuple[Who, ...], requests: int, seen: Callable[[Roll, Answer], None]) -> None:
    """Sends so many requests, each by all of these people; `seen` looks at each."""

    @settings(
        max_examples=requests // len(people),
        deadline=None,
        database=None,
        derandomize=requests in SHORT.values(),
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(rolls(tried.app))
    def one(drawn: Roll) -> None:
        for who in people:
            roll = replace(drawn, who=who)
            seen(roll, tried.send(roll))

    one()


def from_outside(tried: Tried, requests: int) -> None:
    """By those who hold no seat: nothing ever changes."""
    sent = Counter[str]()

    def seen(roll: Roll, answer: Answer) -> None:
        sent["all"] += 1
        if sent["all"] % LOOK_EVERY == 0:
            assert tried.table.state() == tried.before
            tried.table.open_the_spectator()  # it may have left, or be one of too many
            assert tried.table.state() == tried.before

    attack(tried, UNSEATED, requests, seen)
    assert tried.table.state() == tried.before


class Seats:
    """Watches requests by seats: what they are refused changes nothing, and what they do is theirs alone."""

    def __init__(self, tried: Tried) -> None:
        self._tried = tried
        self._begin()

    def _begin(self) -> None:
        self._has_moved = False  # what lies on the virtual table comes into the log by the camera, a little later
        self._look()

    def _look(self) -> None:
        table = self._tried.table
        self._kept, self._played = kept(table), len(table.service.referee.match.log)

    def __call__(self, roll: Roll, answer: Answer) -> None:
        table = self._tried.table
        now, log = kept(table), table.service.referee.match.log
        is_done = answer.status < 400 and roll.method == "POST"
        changed = self._kept ^ now
        assert is_done or not changed
        assert not [row for row in changed for seat in others(roll.who) if row.startswith(of_seat(seat))]
        self._has_moved = self._has_moved or (is_done and roll.path.startswith("/api/virtual"))
        if len(log) > self._played and not self._has_moved:
            assert is_done
            assert len(log) == self._played + 1
            assert whose(log[-1]) in roll.who.seats
        if len(log) >= LONGEST_MATCH:
            self._tried.renew()
            self._begin()
        elif any(row.startswith("session") for row in changed):
            table.sit_down_again()
        self._look()


def kept(table: Ring) -> frozenset[str]:
    """All that is in the journal beside the answers of the match."""
    return frozenset(row for row in table.rows() if not row.startswith(("entries", "match_players")))


def of_seat(seat: int) -> tuple[str, ...]:
    """How the rows begin that belong to this seat."""
    return (f"session_seats: ({seat},", f"seat_notes: (1, {seat},", f"hand_overs: ({seat},")


def whose(entry: object) -> int:
    """The seat that gave an answer, or told of its hand."""
    match entry:
        case Entry(seat=int(seat)):
            return seat
        case Identify(pile=pile):
            return int(pile.partition("/")[2])
    raise AssertionError(f"no seat does this: {entry}")


def others(who: Who) -> list[int]:
    """The seats that are not this one's."""
    return [seat for seat in range(4) if seat not in who.seats]


def from_seats(tried: Tried, requests: int) -> None:
    """By three phones with four seats."""
    attack(tried, SEATED, requests, Seats(tried))


def from_the_host(tried: Tried, requests: int) -> None:
    """By the host, who may change everything and see no hand."""
    sent = Counter[str]()

    def seen(roll: Roll, answer: Answer) -> None:
        sent["all"] += 1
        is_over = tried.table.service.referee.match.state.result is not None
        if is_over or sent["all"] % 500 == 0 or tried.table.csrf_is_stale(Who.HOST):
            tried.renew()

    attack(tried, (Who.HOST,), requests, seen)


def test_random_requests_from_outside(tried: Tried) -> None:
    from_outside(tried, SHORT["outside"])
    assert any(count > 20 for key, count in tried.seen.items() if key.endswith(" 200"))


def test_random_requests_from_seats(tried: Tried) -> None:
    from_seats(tried, SHORT["seats"])
    assert any(count > 20 for key, count in tried.seen.items() if key.endswith(" 200"))


def test_random_requests_from_the_host(tried: Tried) -> None:
    from_the_host(tried, SHORT["host"])
    assert tried.seen["host 200"] > 5


@pytest.mark.soak
@pytest.mark.parametrize("whom", SOAK)
def test_a_hundred_thousand_random_requests(tried: Tried, whom: str) -> None:
    {"outside": from_outside, "seats": from_seats, "host": from_the_host}[whom](tried, SOAK[whom])
