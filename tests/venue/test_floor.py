"""What a venue believes of its tables: by their credentials, and by a broker's word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import sqlalchemy as sa

from companion.venue.book import Book
from companion.venue.floor import RESTS, SILENT_AFTER, FloorNow
from companion.venue.hearing import Broker, Hearing
from companion.venue.messages import Status
from companion.venue.schema import tables
from companion.venue.store import VenueGone
from tests.venue.clubhouse import Clock, book_at, in_a_file, paired
from web.pages.venue.views import TableTone

LIVE = b'{"v": 1, "state": "playing", "title": "Chess", "seats": [{"taken": true}], "counts": {}}'
TOPIC = "club/table4"


class Line:
    """A client that notes what it is asked, and whether anybody could ask for something else meanwhile."""

    def __init__(self, hearing: Hearing) -> None:
        self._lock, self.asked, self.was_alone = hearing._lock, list[tuple[str, list[str]]](), True

    def subscribe(self, topics: list[tuple[str, Any]]) -> None:
        self._note("listen", [topic for topic, _qos in topics])

    def unsubscribe(self, topics: list[str]) -> None:
        self._note("leave", topics)

    def _note(self, what: str, topics: Collection[str]) -> None:
        self.was_alone &= self._lock.locked()
        self.asked.append((what, sorted(topics)))


class Club:
    """A venue's floor at a database of its own, with a broker that says what it is told."""

    def __init__(self, book: Book, clock: Clock) -> None:
        self.book, self.clock = book, clock
        self.hearing = Hearing(Broker("mqtt://127.0.0.1"), clock)
        self.line = Line(self.hearing)
        self.hearing._client = cast("Any", self.line)
        self.floor = FloorNow(book, self.hearing, clock)
        self.hearing._connected(None, None, None, SimpleNamespace(is_failure=False), None)  # type: ignore[arg-type]

    def table(self, topic: str = TOPIC, name: str = "Table 4") -> int:
        number = self.book.table_of(paired(self.book, name))
        assert number is not None
        self.well(number, topic)
        return number

    def well(self, number: int, topic: str = TOPIC) -> None:
        """The table itself says that it is there."""
        self.book.hear(number, Status(v=1, name="Table 4", state="free", topic=topic))

    def said(self, what: str, payload: bytes, *, kept: bool) -> None:
        told: Any = SimpleNamespace(topic=f"{TOPIC}/{what}", payload=payload, retain=kept)
        self.hearing._told(None, None, told)

    def playing(self, *, kept: bool) -> None:
        self.said("online", b"online", kept=kept)
        self.said("table", LIVE, kept=kept)

    def tones(self) -> list[tuple[str, str]]:
        return [(card.tone.value, card.state) for card in self.floor.seen().cards]


@contextmanager
def club(folder: Path) -> Iterator[Club]:
    clock = Clock()
    with book_at(in_a_file(folder), clock) as book:
        yield Club(book, clock)


def test_a_topic_that_a_broker_hangs_up_on_is_not_asked_for(tmp_path: Path) -> None:
    with club(tmp_path) as found:
        number, other = found.table(), found.table("club/table5")
        for cursed in ("a\u0001b", "a\uffff", "a\u0085b"):
            with found.book.store.transaction() as db:  # kept before such were refused
                db.execute(tables.update().where(tables.c.id == number).values(topic=cursed))
            found.floor.follow()
        asked = {topic for _what, topics in found.line.asked for topic in topics}
        assert asked == {"club/table5/online", "club/table5/table"}
        assert other != number


def test_what_is_asked_of_the_broker_goes_out_in_the_order_in_which_it_was_wanted(tmp_path: Path) -> None:
    with club(tmp_path) as found:
        number = found.table()
        found.floor.follow()
        assert found.book.withdraw(number)
        found.floor.follow()
        both = [f"{TOPIC}/online", f"{TOPIC}/table"]
        assert found.line.asked == [("listen", both), ("leave", both)]
        found.table()
        found.floor.follow()
        found.hearing._connected(None, None, None, SimpleNamespace(is_failure=False), None)  # type: ignore[arg-type]
        assert found.line.was_alone, "nobody can want something else in between"


def test_what_the_broker_has_kept_counts_while_the_table_itself_is_heard_of(tmp_path: Path) -> None:
    with club(tmp_path) as found:
        number = found.table()
        found.floor.follow()
        found.playing(kept=True)
        assert found.tones() == [("well", "playing")]
        found.clock.now += timedelta(days=3)
        assert found.tones() == [("silent", "free")]
        found.playing(kept=False)
        assert found.tones() == [("well", "playing")], "now it speaks"
        found.said("online", b"offline", kept=False)
        assert found.tones() == [("gone", "free")]
        found.well(number)
        found.hearing._connected(None, None, None, SimpleNamespace(is_failure=False), None)  # type: ignore[arg-type]
        found.said("online", b"offline", kept=True)
        assert found.tones() == [("well", "free")], "its good-bye is of nobody knows when"
        found.clock.now += SILENT_AFTER * 2
        assert found.tones() == [("gone", "free")]


@pytest.mark.parametrize(
    "nonsense",
    [
        LIVE.replace(b'"v": 1', b'"v": 9'),
        LIVE + b" " * 30_000,
        LIVE.replace(b"}", b"", 1),
        b"[" * 9000,
        LIVE.replace(b"Chess", b"\xff"),
    ],
)
def test_what_is_of_a_later_version_too_large_or_nonsense_is_passed_over(tmp_path: Path, nonsense: bytes) -> None:
    with club(tmp_path) as found:
        found.table()
        found.floor.follow()
        found.playing(kept=False)
        told = nonsense.replace(b"playing", b"paused")
        assert told != LIVE
        found.said("table", told, kept=False)
        assert found.tones() == [("well", "playing")]
        found.said("table", LIVE.replace(b"playing", b"paused"), kept=False)
        assert found.tones() == [("well", "paused")]


def test_a_broker_that_does_not_let_the_venue_in_is_no_broker_that_is_away(tmp_path: Path) -> None:
    with club(tmp_path) as found:
        assert not found.floor.seen().is_refused
        found.hearing._connected(None, None, None, SimpleNamespace(is_failure=True), None)  # type: ignore[arg-type]
        assert found.floor.seen().is_refused
        found.hearing._connected(None, None, None, SimpleNamespace(is_failure=False), None)  # type: ignore[arg-type]
        assert not found.floor.seen().is_refused


def test_one_topic_is_no_two_tables(tmp_path: Path) -> None:
    with club(tmp_path) as found:
        found.table()
        found.floor.follow()
        found.playing(kept=False)
        assert found.tones() == [("well", "playing")]
        again = found.table()
        assert found.tones() == [("well", "free")] * 2, "each as it says itself"
        found.clock.now += SILENT_AFTER * 2
        found.well(again)
        assert found.tones() == [("silent", "free"), ("well", "playing")]


def test_a_database_that_does_not_answer_is_left_alone_for_a_while_and_makes_no_table_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(tmp_path) as found:
        found.table()
        assert found.tones() == [("well", "free")]
        asked = 0
        reading: Callable[[], Any] = found.book.store.reading

        def gone() -> None:
            nonlocal asked
            asked += 1
            raise VenueGone("gone")

        monkeypatch.setattr(found.book.store, "reading", gone)
        for _ in range(9):
            found.clock.now += RESTS / 4
            assert not found.floor.seen().is_kept
        assert asked == 3
        found.clock.now += SILENT_AFTER * 2
        assert found.tones() == [("well", "free")]
        monkeypatch.setattr(found.book.store, "reading", reading)
        found.clock.now += RESTS
        floor = found.floor.seen()
        assert (floor.is_kept, floor.cards[0].tone) == (True, TableTone.SILENT)
        with found.book.store.reading() as db:
            assert db.execute(sa.select(tables)).one().topic == TOPIC
