"""A tournament as it is kept, and how it stands: worked out anew from the results that there are.

A bout has the name of its match before it begins, and the table that plays it sends its result under that: so late,
corrected and withdrawn results count by themselves, and none twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from companion.venue.schema import bouts, chairs, entrants, results, sittings, tournaments


@dataclass(frozen=True)
class Chair:
    """A seat of a bout. `place`: None while it is not known."""

    seat: int
    entrant: int
    place: int | None


@dataclass(frozen=True, kw_only=True)
class Bout:
    """A match of a round, or somebody who sits out: then it is one chair alone. `is_ended`: its places are known;
    `given_up`: its host has ended it, and `had_bot`: a bot sat there for somebody: then the organiser has to say how it
    counts; `taken_back`: its table has sent how it ended, and that it did not end so after all."""

    id: int
    round: int
    number: int
    match: str
    table: int | None
    is_repaired: bool
    is_ended: bool
    given_up: bool
    had_bot: bool
    taken_back: bool
    chairs: tuple[Chair, ...]


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays. An empty name: forgotten."""

    id: int
    name: str
    is_out: bool


@dataclass(frozen=True)
class Stand:
    """How somebody stands. `met`: the points of all whom that person has met, which decides between equals."""

    entrant: Entrant
    points: float
    met: float
    won: int
    played: int


@dataclass(frozen=True)
class Tournament:
    """One with all that belongs to it."""

    row: Any
    entrants: tuple[Entrant, ...]
    bouts: tuple[Bout, ...]

    def standings(self) -> tuple[Stand, ...]:
        """The best first."""
        most = self.row.most
        points = dict.fromkeys((one.id for one in self.entrants), 0.0)
        won, played = Counter[int](), Counter[int]()
        met: dict[int, list[int]] = {one.id: [] for one in self.entrants}
        for bout in self.bouts:
            people = [chair.entrant for chair in bout.chairs]
            for chair in bout.chairs:
                if len(people) > 1:
                    met[chair.entrant] += [one for one in people if one != chair.entrant]
                if bout.is_ended:
                    points[chair.entrant] += _points(chair, bout.chairs, most)
                    won[chair.entrant] += len(people) > 1 and chair.place == 1
                    played[chair.entrant] += len(people) > 1
        stands = [
            Stand(one, points[one.id], sum(points[other] for other in met[one.id]), won[one.id], played[one.id])
            for one in self.entrants
        ]
        return tuple(sorted(stands, key=lambda one: (-one.points, -one.met, -one.won, one.entrant.id)))

    def waiting(self) -> tuple[Bout, ...]:
        """The bouts without a result, also those of earlier rounds that had one."""
        return tuple(one for one in self.bouts if not one.is_ended)


def _points(chair: Chair, people: Sequence[Chair], most: int) -> float:
    """One for everybody who was beaten, a half for everybody with the same place; a smaller table counts as much as a
    full one, and so does sitting out as a win."""
    others = [one for one in people if one is not chair]
    if not others:
        return float(most - 1)
    last = 1 if all(one.place is None for one in people) else len(people)  # nobody has won, or the table left one out
    mine, theirs = chair.place or last, [one.place or last for one in others]
    beaten = sum(1.0 if mine < place else 0.5 if mine == place else 0.0 for place in theirs)
    return round(beaten * (most - 1) / len(others), 4)


def table_of_match(db: sa.Connection, match: str) -> int | None:
    """The table that is to play the bout of this name; None where that is free."""
    found = db.execute(sa.select(bouts.c.table_id).where(bouts.c.match == match)).scalar()
    return None if found is None else int(found)


def give_match(db: sa.Connection, match: str, table: int) -> None:
    """The bout of this name, where there is one, is that table's from now on."""
    db.execute(bouts.update().where(bouts.c.match == match).values(table_id=table))


def read_tournament(db: sa.Connection, number: int) -> Tournament | None:
    """One tournament; None when there is none of that number."""
    row = db.execute(sa.select(tournaments).where(tournaments.c.id == number)).one_or_none()
    if row is None:
        return None
    there = sa.select(entrants).where(entrants.c.tournament_id == number).order_by(entrants.c.id)
    people = tuple(Entrant(one.id, one.name, one.is_out) for one in db.execute(there))
    query = (
        sa.select(bouts, chairs.c.seat, chairs.c.entrant_id, chairs.c.place)
        .add_columns(results.c.state, results.c.given_up, sittings.c.bot, sittings.c.place.label("sent"))
        .join(chairs, chairs.c.bout_id == bouts.c.id)
        .outerjoin(results, results.c.match == bouts.c.match)
        .outerjoin(sittings, (sittings.c.result_id == results.c.id) & (sittings.c.seat == chairs.c.seat))
        .where(bouts.c.tournament_id == number)
        .order_by(bouts.c.round, bouts.c.number, chairs.c.seat)
    )
    found: dict[int, list[Any]] = {}
    for one in db.execute(query):
        found.setdefault(one.id, []).append(one)
    return Tournament(row, people, tuple(_seen(rows) for rows in found.values()))


def _seen(rows: Sequence[Any]) -> Bout:
    first = rows[0]
    is_asked = not first.is_repaired  # the table, not the organiser
    given_up, had_bot = is_asked and bool(first.given_up), is_asked and any(one.bot for one in rows)
    is_told = first.state == "ended" and not given_up and not had_bot
    return Bout(
        id=first.id,
        round=first.round,
        number=first.number,
        match=first.match,
        table=first.table_id,
        is_repaired=first.is_repaired,
        is_ended=first.is_repaired or is_told or len(rows) == 1,
        given_up=given_up,
        had_bot=had_bot,
        taken_back=is_asked and first.state not in (None, "ended"),
        chairs=tuple(
            Chair(one.seat, one.entrant_id, one.place if first.is_repaired else one.sent if is_told else None)
            for one in rows
        ),
    )
