"""A venue's book at a database of its own, and what a table sends there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import json as msgspec_json

from companion.venue.book import Book, Known
from companion.venue.erasures import Erasures
from companion.venue.messages import Sent
from companion.venue.store import Store

NOW = datetime(2026, 5, 2, 20, 0, tzinfo=UTC)
PEOPLE = (("Ada", 12, 1), ("Ben", 7, 2))


class Clock:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def book_at(url: str, clock: Callable[[], datetime] | None = None, erasures: Erasures | None = None) -> Iterator[Book]:
    store = Store(url)
    try:
        yield Book(store, clock or Clock(), erasures)
    finally:
        store.close()


def in_a_file(folder: Path) -> str:
    return f"sqlite:///{folder / 'venue.db'}"


def paired(book: Book, name: str = "Table 4", before: str = "") -> str:
    """The credential of a table that was paired just now."""
    token = book.pair(book.new_code(), name, before)
    assert token is not None
    return token


def sent(
    match: int = 1,
    revision: int = 1,
    people: tuple[tuple[str, int | None, int | None], ...] = PEOPLE,
    state: str = "ended",
    at: datetime = NOW,
    **more: Any,
) -> dict[str, Any]:
    """What a table sends of a match."""
    seats: list[dict[str, Any]] = [
        {"seat": seat, "name": name, "bot": name == "bot", "score": score, "scores": {}, "place": place}
        for seat, (name, score, place) in enumerate(people)
    ]
    result = {"game": "chronicle", "title": "Chronicle", "version": "1", "given_up": False, "seats": seats}
    told = {"v": 1, "match": f"{match:032x}", "revision": revision, "state": state}
    told |= {"begun": (at - timedelta(hours=1)).isoformat(), "ended": at.isoformat(), "now": at.isoformat()}
    return told | {"result": result | more if state == "ended" else {}}


def take(book: Book, token: str, told: dict[str, Any]) -> Known | None:
    table = book.table_of(token)
    assert table is not None
    return book.take(table, msgspec_json.decode(json.dumps(told).encode(), type=Sent))
