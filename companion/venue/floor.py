"""The tables of a venue as they are now: what the database has of them, with what the broker says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from companion.venue.book import Book
from companion.venue.hearing import Hearing
from companion.venue.schema import tables
from companion.venue.spelling import one_line
from companion.venue.store import VenueGone
from web.pages.venue.views import Floor, TableCard, TableTone

_DIGITS: Final = re.compile(r"(\d+)")
SILENT_AFTER: Final = timedelta(minutes=3)


class FloorNow:
    """Those of one venue. Safe from any thread."""

    def __init__(
        self, book: Book, hearing: Hearing | None, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._book, self._hearing, self._now = book, hearing, now
        self._rows: list[Any] | None = None

    def follow(self) -> None:
        """Begins to listen to all tables that are known. VenueGone."""
        rows = self._read()
        if self._hearing is not None:
            paired = {row.topic for row in rows if row.topic and row.token_sha256 is not None}
            self._hearing.follow(paired)

    def seen(self) -> Floor:
        """All tables, by name. Without the database it is those that were there last; VenueGone where nothing was."""
        is_kept = True
        try:
            self.follow()
        except VenueGone:
            if self._rows is None or self._hearing is None:
                raise
            is_kept = False
        cards = tuple(sorted(map(self._card, self._rows or ()), key=_by_name))
        return Floor(cards, is_heard=self._hearing is None or self._hearing.is_up, is_kept=is_kept)

    def _read(self) -> list[Any]:
        with self._book.store.reading() as db:
            self._rows = list(db.execute(sa.select(tables)).all())
        return self._rows

    def _card(self, row: Any) -> TableCard:
        heard = row.heard_at or row.paired_at
        card = TableCard(
            number=row.id,
            name=row.name,
            state=row.state,
            title=row.title,
            heard=heard,
            tone=TableTone.ILL if row.state == "ill" else TableTone.WELL,
            version=row.version,
            ill=tuple(row.ill.split()),
            at=None if row.x is None or row.y is None else (row.x, row.y),
        )
        if row.token_sha256 is None:
            return replace(card, tone=TableTone.OUT)
        told = None if self._hearing is None or not row.topic else self._hearing.of(row.topic)
        if told is not None and told.online and told.live is not None:
            live = told.live
            return replace(
                card,
                state=live.state,
                title=one_line(live.title),
                tone=TableTone.ILL if live.state == "ill" else TableTone.WELL,
                heard=self._now(),
                taken=sum(seat.taken for seat in live.seats),
                seats=len(live.seats),
                round=one_line(live.counts.get("round", ""))[:10],
            )
        if told is not None and told.online is False and told.since is not None and heard <= told.since:
            return replace(card, tone=TableTone.GONE)
        return replace(card, tone=TableTone.SILENT) if self._now() - heard > SILENT_AFTER else card


def _by_name(card: TableCard) -> tuple[tuple[tuple[int, str], ...], int]:
    """Table 2 before table 10."""
    parts = _DIGITS.split(card.name.casefold())
    return tuple((int(part) if part.isdecimal() else -1, part) for part in parts), card.number
