"""How people stand, by game and period, from the results that there are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import sqlalchemy as sa
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.venue.schema import results, sittings
from companion.venue.store import Store

_KEPT: Final = 32
"""Standings are worked out anew only when something has come in."""
MODEL: Final = PlackettLuce()


@dataclass(frozen=True)
class Period:
    """From a time on and up to another, each None where there is no such end."""

    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class Line:
    """One person. `rating`: what openskill is almost sure that the person can at least, in points; None where nothing
    can be told of it."""

    name: str
    matches: int
    won: int
    rating: int | None


@dataclass
class _Person:
    matches: int = 0
    won: int = 0
    rating: PlackettLuceRating | None = None


@dataclass(frozen=True)
class _Sitting:
    name: str
    place: int | None


@dataclass
class _Match:
    sitting: list[_Sitting] = field(default_factory=list)


class Standings:
    """Those of one database. Safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[tuple[object, ...], tuple[Line, ...]] = OrderedDict()

    def of(self, game: str = "", period: Period | None = None) -> tuple[Line, ...]:
        """The people of a game (empty: of all) in a period, the best first. Matches that the host ended count for
        nobody; bots and people without a name stand in no line, but are played against. VenueGone."""
        period = period or Period()
        with self._store.reading() as db:
            key = (game, period, *db.execute(_STAMP).one())
            found = self._known.get(key)
            if found is not None:
                return found
            matches = _matches(db, game, period)
        lines = _lines(matches)
        self._known[key] = lines
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return lines


_NAMED: Final = sa.select(sa.func.count()).select_from(sittings).where(sittings.c.name != "").scalar_subquery()
_STAMP: Final = sa.select(sa.func.count(), sa.func.sum(results.c.revision), _NAMED).select_from(results)
"""Another one whenever something has come in (revisions grow), or somebody was forgotten (fewer seats have a name)."""


def _matches(db: sa.Connection, game: str, period: Period) -> Sequence[_Match]:
    query = (
        sa.select(results.c.id, sittings.c.name, sittings.c.bot, sittings.c.place)
        .join(sittings, sittings.c.result_id == results.c.id)
        .where(results.c.state == "ended", results.c.given_up.is_(False))
        .order_by(results.c.ended_at, results.c.id, sittings.c.seat)
    )
    if game:
        query = query.where(results.c.game == game)
    if period.since is not None:
        query = query.where(results.c.ended_at >= period.since)
    if period.until is not None:
        query = query.where(results.c.ended_at < period.until)
    found: dict[int, _Match] = {}
    for number, name, bot, place in db.execute(query):
        found.setdefault(number, _Match()).sitting.append(_Sitting("" if bot else name, place))
    return list(found.values())


def _lines(matches: Sequence[_Match]) -> tuple[Line, ...]:
    people: dict[str, _Person] = {}
    spelt: dict[str, str] = {}
    for match in matches:
        for one in match.sitting:
            if one.name:
                spelt[one.name.casefold()] = one.name  # as it was written last
                person = people.setdefault(one.name.casefold(), _Person())
                person.matches += 1
                person.won += one.place == 1
        _rate(match, people)
    lines = [
        Line(spelt[key], one.matches, one.won, None if one.rating is None else round(100 * one.rating.ordinal()))
        for key, one in people.items()
    ]
    return tuple(sorted(lines, key=_order))


def _order(line: Line) -> tuple[float, float, str]:
    return (float("inf") if line.rating is None else -line.rating, -line.won, line.name.casefold())


def _rate(match: _Match, people: dict[str, _Person]) -> None:
    """What a match tells of who is better: nothing where all won or lost together, or one name sat at several seats."""
    names = [one.name.casefold() for one in match.sitting if one.name]
    places = [one.place for one in match.sitting]
    ranks = [place for place in places if place is not None]
    if len(ranks) < len(places) or len(set(ranks)) < 2 or len(set(names)) < len(names) or not names:
        return
    before = [(people[one.name.casefold()].rating if one.name else None) or MODEL.rating() for one in match.sitting]
    after = MODEL.rate([[rating] for rating in before], ranks=[float(rank) for rank in ranks])
    for one, (rating,) in zip(match.sitting, after, strict=True):
        if one.name:
            people[one.name.casefold()].rating = rating
