"""The tables of a venue as they are now: what the database has of them, with what the broker says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from companion.venue.book import Book
from companion.venue.hearing import Heard, Hearing
from companion.venue.schema import tables
from companion.venue.spelling import one_line
from companion.venue.store import VenueGone
from web.pages.venue.views import Floor, TableCard, TableTone

_DIGITS: Final = re.compile(r"(\d+)")
SILENT_AFTER: Final = timedelta(minutes=3)
RESTS: Final = timedelta(seconds=5)


class FloorNow:
    """Those of one venue. Safe from any thread."""

    def __init__(
        self, book: Book, hearing: Hearing | None, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._book, self._hearing, self._now = book, hearing, now
        self._rows: list[Any] | None = None
        self._read_at = now()
        self._gone_until: datetime | None = None

    def follow(self) -> None:
        """Begins to listen to all tables that are known. VenueGone."""
        rows = self._read()
        if self._hearing is not None:
            self._hearing.follow({row.topic for row in rows if _may_be_heard(row)})

    def seen(self) -> Floor:
        """All tables, by name. Without the database it is those that were there last; VenueGone where nothing was."""
        is_kept = True
        try:
            self._follow_or_rest()
        except VenueGone:
            if self._rows is None or self._hearing is None:
                raise
            is_kept = False
        rows = self._rows or []
        speakers = self._speakers(rows)
        cards = tuple(sorted((self._card(row, row.id in speakers) for row in rows), key=_by_name))
        heard = self._hearing
        is_refused = heard is not None and heard.is_refused
        return Floor(cards, is_heard=heard is None or heard.is_up, is_kept=is_kept, is_refused=is_refused)

    def _follow_or_rest(self) -> None:
        """Follows; after a database did not answer nobody asks it for a while, and then one does for all."""
        now, gone_until = self._now(), self._gone_until
        if gone_until is not None:
            if now < gone_until <= now + RESTS:  # a clock that was set back makes nobody wait
                raise VenueGone("The database did not answer just now.")
            self._gone_until = now + RESTS
        try:
            self.follow()
        except VenueGone:
            self._gone_until = self._now() + RESTS
            raise
        self._gone_until = None

    def _read(self) -> list[Any]:
        with self._book.store.reading() as db:
            rows = list(db.execute(sa.select(tables)).all())
        self._rows, self._read_at = rows, self._now()
        return rows

    def _is_silent(self, row: Any) -> bool:
        """Whether nothing had come of a table for some minutes when the database was last asked: while that is gone
        nothing can come of any."""
        return self._read_at - _heard(row) > SILENT_AFTER

    def _speakers(self, rows: list[Any]) -> set[int]:
        """The tables for which what is said at their topic counts: of several that name one, none while more than one
        of them is heard of by its credential, and else the one that was heard of last."""
        named: dict[str, list[Any]] = {}
        for row in filter(_may_be_heard, rows):
            named.setdefault(row.topic, []).append(row)
        return {
            max(them, key=_heard).id for them in named.values() if sum(not self._is_silent(row) for row in them) <= 1
        }

    def _card(self, row: Any, speaks: bool) -> TableCard:
        heard, is_silent = _heard(row), self._is_silent(row)
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
        told = self._hearing.of(row.topic) if self._hearing is not None and speaks else Heard()
        if told.online and told.live is not None and (told.is_fresh or not is_silent):
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
        if told.online is False and (is_silent if told.since is None else heard <= told.since):
            return replace(card, tone=TableTone.GONE)
        return replace(card, tone=TableTone.SILENT) if is_silent else card


def _heard(row: Any) -> datetime:
    """When a table was heard of last by its credential."""
    at: datetime = row.heard_at or row.paired_at
    return at


def _may_be_heard(row: Any) -> bool:
    """Whether a row names a topic that no broker hangs up on: that would deafen the venue for all tables."""
    return row.token_sha256 is not None and row.topic != "" and row.topic.isprintable()


def _by_name(card: TableCard) -> tuple[tuple[tuple[int, str], ...], int]:
    """Table 2 before table 10."""
    parts = _DIGITS.split(card.name.casefold())
    return tuple((int(part) if part.isdecimal() else -1, part) for part in parts), card.number
