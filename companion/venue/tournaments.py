"""Tournaments: begun, drawn round by round, repaired, and handed out to tables."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

import sqlalchemy as sa

from companion.venue.bouts import Bout, Tournament, give_match, read_tournament
from companion.venue.draws import Round, met_in, round_robin, sizes, swiss
from companion.venue.schema import bouts, chairs, entrants, tables, tournaments
from companion.venue.store import Store

SWISS, ROUND_ROBIN = "swiss", "round_robin"
MOST_PEOPLE: Final = 500
_HEARD_WITHIN: Final = timedelta(minutes=3)
"""A table of which nothing was heard for longer is called to no match."""


class NotSo(Exception):
    """What was asked of a tournament cannot be: `why` is a word that pages have a sentence for."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Tournaments:
    """Those of one database. Safe from any thread, and from several venues at one database. VenueGone from all."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now

    # -- what there is -----------------------------------------------------------------------------------------------

    def all(self) -> tuple[Any, ...]:
        """Each with its number of people, the latest first."""
        count = sa.select(sa.func.count()).where(entrants.c.tournament_id == tournaments.c.id).scalar_subquery()
        with self._store.reading() as db:
            query = sa.select(tournaments, count.label("people")).order_by(tournaments.c.id.desc())
            return tuple(db.execute(query).all())

    def one(self, number: int) -> Tournament | None:
        """One tournament; None when there is none of that number."""
        with self._store.reading() as db:
            return read_tournament(db, number)

    # -- what the organiser does -------------------------------------------------------------------------------------

    def begin(
        self, name: str, game: str, options: Mapping[str, str], system: str, most: int, fewest: int, rounds: int
    ) -> int:
        """A new one, in which nobody is yet. NotSo."""
        if system not in (SWISS, ROUND_ROBIN) or not 2 <= fewest <= most <= 20 or not 1 <= rounds <= 50:
            raise NotSo("numbers")
        if system == ROUND_ROBIN and most != 2:
            raise NotSo("robin")
        values = {"name": name, "game": game, "options": json.dumps(dict(options)), "system": system}
        with self._store.transaction() as db:
            new = tournaments.insert().values(**values, most=most, fewest=fewest, rounds=rounds, round=0, is_over=False)
            return int(db.execute(new.returning(tournaments.c.id)).scalar_one())

    def enter(self, number: int, names: Sequence[str]) -> int:
        """People more, who play from the next round on; how many of them are new. NotSo."""
        with self._store.transaction() as db:
            it = _held(db, number)
            if it.row.system == ROUND_ROBIN and it.row.round:
                raise NotSo("begun")
            known = {one.name.casefold() for one in it.entrants}
            new = {one.casefold(): one for one in names if one.casefold() not in known}
            if len(it.entrants) + len(new) > MOST_PEOPLE:
                raise NotSo("crowd")
            if new:
                rows = [{"tournament_id": number, "name": one, "is_out": False} for one in new.values()]
                db.execute(entrants.insert(), rows)
        return len(new)

    def set_out(self, number: int, entrant: int, *, is_out: bool) -> None:
        """Somebody plays no further round, or does again. NotSo."""
        with self._store.transaction() as db:
            _held(db, number)
            at = (entrants.c.id == entrant) & (entrants.c.tournament_id == number)
            if db.execute(entrants.update().where(at).values(is_out=is_out)).rowcount != 1:
                raise NotSo("gone")

    def draw(self, number: int) -> int:
        """The next round, and its number. NotSo while results are missing, or when it was the last."""
        while True:
            with self._store.reading() as db:
                it = _found(db, number)
            next_one, groups = _next_round(it)  # that may take a second, in which the database serves the tables
            with self._store.transaction() as db:
                if _held(db, number) == it:
                    self._write(db, number, next_one, groups)
                    return next_one

    def _write(self, db: sa.Connection, number: int, next_one: int, groups: Sequence[Sequence[int]]) -> None:
        """A round with its bouts, the first of them at the tables that are free."""
        free = _free_tables(db, self._now())
        for index, group in enumerate(groups):
            table = free.pop(0) if free and len(group) > 1 else None
            values = {"tournament_id": number, "round": next_one, "number": index + 1, "table_id": table}
            new = bouts.insert().values(**values, match=secrets.token_hex(16), is_repaired=False)
            bout = db.execute(new.returning(bouts.c.id)).scalar_one()
            rows = [{"bout_id": bout, "seat": seat, "entrant_id": one} for seat, one in enumerate(group)]
            db.execute(chairs.insert(), rows)
        db.execute(tournaments.update().where(tournaments.c.id == number).values(round=next_one))

    def repair(self, number: int, bout: int, places: Mapping[int, int]) -> None:
        """The organiser says how a bout ended, by seat, whatever its table says; empty: the table's word counts again.
        NotSo."""
        with self._store.transaction() as db:
            it = _held(db, number)
            found = _bout(it, bout)
            if places and set(places) != {chair.seat for chair in found.chairs}:
                raise NotSo("places")
            if any(not 1 <= place <= len(found.chairs) for place in places.values()):
                raise NotSo("places")
            db.execute(bouts.update().where(bouts.c.id == bout).values(is_repaired=bool(places)))
            for chair in found.chairs:
                at = (chairs.c.bout_id == bout) & (chairs.c.seat == chair.seat)
                db.execute(chairs.update().where(at).values(place=places.get(chair.seat)))

    def again(self, number: int, bout: int) -> None:
        """A bout is played once more, under another name, at the next table that is free: what the old one sends counts
        no longer. NotSo."""
        with self._store.transaction() as db:
            it = _held(db, number)
            if _bout(it, bout).round != it.row.round:
                raise NotSo("gone")
            free = _free_tables(db, self._now())
            values = {"match": secrets.token_hex(16), "table_id": free[0] if free else None, "is_repaired": False}
            db.execute(bouts.update().where(bouts.c.id == bout).values(values))
            db.execute(chairs.update().where(chairs.c.bout_id == bout).values(place=None))

    def close(self, number: int, *, is_over: bool) -> None:
        """It is over, or goes on after all. NotSo."""
        with self._store.transaction() as db:
            if db.execute(_one(number).values(is_over=is_over)).rowcount != 1:
                raise NotSo("gone")

    # -- what tables are told ----------------------------------------------------------------------------------------

    def for_table(self, table: int) -> dict[str, Any] | None:
        """The match that a table is to lay out now; one that waits for any table becomes this one's. None without."""
        with self._store.transaction() as db:
            there = _there(db)
            row = there.get(table)
            if row is None or not row.takes:
                return None
            open_ones = _open(db, there, self._now())
            for _, bout in open_ones:
                if bout.match == row.laid and (bout.table is None or there[bout.table].token_sha256 is None):
                    give_match(db, bout.match, table)  # it was shut out or away, and has it still
                    return None
            mine = [one for one in open_ones if one[1].table == table]
            if any(bout.match == row.laid for _, bout in mine):
                return None
            if not mine and _is_free(row, self._now()):
                queued = ((it, _taken_by(db, bout, table)) for it, bout in open_ones if bout.table is None)
                mine = list(islice(((it, bout) for it, bout in queued if bout is not None), 1))
            if not mine:
                return None
            it, bout = mine[0]
            names = {one.id: one.name for one in it.entrants}
            return {
                "match": bout.match,
                "game": it.row.game,
                "options": json.loads(it.row.options),
                "people": [names[chair.entrant] for chair in bout.chairs],
            }


def _taken_by(db: sa.Connection, bout: Bout, table: int) -> Bout | None:
    """The same at that table, under a new name: one that had it before may have laid it out unheard of. None when
    another has taken it meanwhile."""
    match = secrets.token_hex(16)
    free = (bouts.c.match == bout.match) & bouts.c.table_id.is_(None)
    done = db.execute(bouts.update().where(free).values(table_id=table, match=match))
    return replace(bout, table=table, match=match) if done.rowcount == 1 else None


def _one(number: int) -> Any:
    return tournaments.update().where(tournaments.c.id == number)


def _held(db: sa.Connection, number: int) -> Tournament:
    """A tournament that nobody else changes until the end of the transaction. NotSo."""
    db.execute(sa.select(tournaments.c.id).where(tournaments.c.id == number).with_for_update())
    return _found(db, number)


def _found(db: sa.Connection, number: int) -> Tournament:
    it = read_tournament(db, number)
    if it is None:
        raise NotSo("gone")
    if it.row.is_over:
        raise NotSo("over")
    return it


def _bout(it: Tournament, number: int) -> Bout:
    for one in it.bouts:
        if one.id == number and len(one.chairs) > 1:
            return one
    raise NotSo("gone")


def rounds_of(it: Tournament) -> int:
    """How many rounds there are to be."""
    if it.row.system == ROUND_ROBIN:
        return len(it.entrants) - 1 + len(it.entrants) % 2
    return int(it.row.rounds)


def _next_round(it: Tournament) -> tuple[int, list[list[int]]]:
    """The number of the next round, and who meets there. A round in which nobody meets anybody, since people have left,
    is passed over. NotSo."""
    if it.waiting():
        raise NotSo("waiting")
    ahead = range(int(it.row.round) + 1, rounds_of(it) + 1)
    if not ahead:
        raise NotSo("last")
    for number in ahead:
        groups = _groups(it, number)
        if any(len(group) > 1 for group in groups):
            return number, groups
    raise NotSo("few")


def _groups(it: Tournament, number: int) -> list[list[int]]:
    playing = {one.id for one in it.entrants if not one.is_out}
    if it.row.system == ROUND_ROBIN:
        drawn = round_robin([one.id for one in it.entrants], number)
        left = [[one for one in group if one in playing] for group in drawn]
        return sorted((group for group in left if group), key=len, reverse=True)
    if not sizes(len(playing), it.row.most, it.row.fewest):
        raise NotSo("few")
    stands = it.standings()
    about = Round(
        order=[one.entrant.id for one in stands if one.entrant.id in playing],
        points={one.entrant.id: one.points for one in stands},
        met=met_in([chair.entrant for chair in bout.chairs] for bout in it.bouts if len(bout.chairs) > 1),
        byes=Counter(bout.chairs[0].entrant for bout in it.bouts if len(bout.chairs) == 1),
    )
    return swiss(about, it.row.most, it.row.fewest, f"{it.row.id} {number}")


def _there(db: sa.Connection) -> dict[int, Any]:
    """All tables, by their names."""
    return {int(row.id): row for row in db.execute(sa.select(tables).order_by(tables.c.name, tables.c.id))}


def _is_free(table: Any, now: datetime) -> bool:
    """Whether a table is there, its host lets matches be laid out, and nobody is about to play another one there."""
    is_there = table.token_sha256 is not None and table.heard_at is not None and table.heard_at >= now - _HEARD_WITHIN
    return is_there and table.takes and table.state in ("free", "over")


def _open(db: sa.Connection, there: Mapping[int, Any], now: datetime) -> list[tuple[Tournament, Bout]]:
    """The matches of all tournaments that are to be played, or are being played. One that its table has not laid out,
    and will not lay out now, waits for any table again."""
    found = []
    for number in db.execute(sa.select(tournaments.c.id).where(tournaments.c.is_over.is_(False))).scalars().all():
        it = read_tournament(db, number)
        if it is None:
            continue
        for bout in it.waiting():
            if bout.given_up or bout.had_bot or bout.taken_back:
                continue
            table = there.get(bout.table or 0)
            if table is not None and table.laid != bout.match and not _is_free(table, now):
                db.execute(bouts.update().where(bouts.c.match == bout.match).values(table_id=None))
                bout = replace(bout, table=None)
            found.append((it, bout))
    return found


def _free_tables(db: sa.Connection, now: datetime) -> list[int]:
    """The tables that can begin a match, and have none to play."""
    there = _there(db)
    busy = {bout.table for _, bout in _open(db, there, now)}
    return [number for number, row in there.items() if _is_free(row, now) and number not in busy]
