"""What the venue's pages and its tables may ask."""

from __future__ import annotations

import csv
import io
import logging
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from companion.venue.book import Book
from companion.venue.floor import FloorNow
from companion.venue.hearing import Hearing
from companion.venue.messages import Pairing, Sent, Status
from companion.venue.pin import Sessions, is_pin
from companion.venue.schema import results, sittings, tables
from companion.venue.spelling import harmless, one_line
from companion.venue.standings import Period, Standings
from companion.venue.tournament_door import TournamentDoor
from web.pages.venue.views import (
    Floor,
    NotTaken,
    OrganiserAct,
    OrganiserCommand,
    Period as PeriodView,
    Player,
    ResultList,
    ResultRow,
    StandingRow,
    StandingsView,
    Taken,
)
from web.views import Joined, Reply, Session
from web.wording import _

log = logging.getLogger("companion.venue")
ROWS_A_PAGE: Final = 30
COLUMNS: Final = ("ended_utc", "table", "game", "title", "given_up", "seat", "player", "bot", "place", "score")
_MOST_MONTHS: Final = 24


class Door:
    """Safe from any thread. VenueGone from every call while the database does not answer."""

    def __init__(self, book: Book, sessions: Sessions, name: str, hearing: Hearing | None = None) -> None:
        self._book, self._sessions, self.name = book, sessions, name
        self._floor = FloorNow(book, hearing)
        self.cups = TournamentDoor(book)
        self._standings = Standings(book.store)

    # -- sessions ----------------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """Whose token that is."""
        return self._sessions.session(token)

    def open_session(self) -> Joined:
        """Of somebody who looks."""
        return self._sessions.open_session()

    def organise(self, pin: str) -> Joined | None:
        """An organiser's session for the PIN."""
        return self._sessions.organise() if is_pin(self._book, pin) else None

    def leave(self, token: str) -> None:
        """Signs an organiser off."""
        self._sessions.end(token)

    # -- what tables send --------------------------------------------------------------------------------------------

    def pair(self, body: bytes, before: str) -> tuple[str, str] | None:
        """A credential and the venue's name; None for a code that is none."""
        wish = _read(body, Pairing)
        token = None if wish is None else self._book.pair(wish.code, one_line(wish.name), before)
        return None if token is None else (token, self.name)

    def table_of(self, token: str) -> int | None:
        """Which table has this credential."""
        return self._book.table_of(token) if token else None

    def hear(self, table: int, body: bytes) -> dict[str, Any] | None:
        """How a table is, and what it is to do: `match`, where one is to be laid out. None when nobody can read it."""
        status = _read(body, Status)
        if status is None:
            return None
        self._book.hear(
            table, msgspec.structs.replace(status, name=one_line(status.name), title=one_line(status.title))
        )
        match = self.cups.tournaments.for_table(table)
        told: dict[str, Any] = {"known": self._book.known_of(table)}
        return told if match is None else told | {"match": match}

    def take(self, table: int, body: bytes) -> Taken | NotTaken:
        """A result, or why it is not taken."""
        sent = _read(body, Sent)
        if sent is None:
            return NotTaken.UNREADABLE
        try:
            known = self._book.take(table, sent)
        except msgspec.DecodeError as error:
            log.warning("table %d sent a result that cannot be read: %s", table, type(error).__name__)
            return NotTaken.UNREADABLE
        return NotTaken.ANOTHERS if known is None else Taken(known.revision, known.is_this)

    # -- pages -------------------------------------------------------------------------------------------------------

    def floor(self, session: Session) -> Floor:
        """All tables as they are now, by name."""
        return self._floor.seen()

    def results(self, session: Session, game: str, page: int) -> ResultList:
        """The latest results of a game (empty: of all)."""
        game = one_line(game)
        shown = results.c.state == "ended"
        chosen = shown if not game else shown & (results.c.game == game)
        with self._book.store.reading() as db:
            count = db.execute(sa.select(sa.func.count()).select_from(results).where(chosen)).scalar_one()
            pages = max(1, -(-count // ROWS_A_PAGE))
            page = min(max(1, page), pages)
            rows = list(_rows(db, chosen, ROWS_A_PAGE, (page - 1) * ROWS_A_PAGE))
            games = _games(db)
        return ResultList(rows=tuple(rows), count=count, page=page, pages=pages, game=game, games=games)

    def standings(self, session: Session, game: str, period: str) -> StandingsView:
        """How people stand in a game (empty: in all) and a period: `all`, a year or a month."""
        game = one_line(game)
        with self._book.store.reading() as db:
            first, last = db.execute(
                sa.select(sa.func.min(results.c.ended_at), sa.func.max(results.c.ended_at)).where(
                    results.c.state == "ended"
                )
            ).one()
            games = _games(db)
        periods = _periods(first, last)
        period = period if period in {one.key for one in periods} else "all"
        lines = self._standings.of(game, _period(period))
        rows = tuple(StandingRow(one.name, one.matches, one.won, one.rating) for one in lines)
        return StandingsView(rows, game, games, period, periods)

    def export(self, session: Session) -> str:
        """Every result as CSV, a line a seat."""
        out = io.StringIO()
        lines = csv.writer(out)
        lines.writerow(COLUMNS)
        with self._book.store.reading() as db:
            for row in _rows(db, results.c.state == "ended", None, 0):
                head = (row.ended.isoformat(timespec="seconds"), row.table, row.game, row.title, _yes(row.given_up))
                for one in row.players:
                    cells: Iterable[Any] = (*head, one.seat + 1, one.name, _yes(one.bot), one.place, one.score)
                    lines.writerow([harmless(cell) for cell in cells])
        return out.getvalue()

    # -- the organiser -----------------------------------------------------------------------------------------------

    def act(self, session: Session, command: OrganiserCommand) -> Reply:
        """What an organiser changes."""
        try:
            return self._act(command)
        except OSError as error:
            log.error("the venue's folder cannot be written in: %s", type(error).__name__)
            return Reply(False, _("That cannot be kept: look whether the venue's disk is full or protected."), 0)

    def _act(self, command: OrganiserCommand) -> Reply:
        name = " ".join(command.name.split())
        match command.act:
            case OrganiserAct.CODE:
                return Reply(True, self._book.new_code(), 0)
            case OrganiserAct.WITHDRAW:
                done = self._book.withdraw(command.table)
                return Reply(done, _("Done. It can be paired again.") if done else _("There is no such table."), 0)
            case OrganiserAct.PLACE:
                x, y = (min(1000, max(0, at)) for at in (command.x, command.y))
                done = self._book.place(command.table, x, y)
                return Reply(done, _("It stands there now.") if done else _("There is no such table."), 0)
            case OrganiserAct.FORGET | OrganiserAct.ALLOW if not name:
                return Reply(False, _("Give the name."), 0)
            case OrganiserAct.FORGET:
                count = self._book.forget(name)
                return Reply(True, _("The name is out of {count|one result|{count} results}.", count=count), 0)
            case OrganiserAct.ALLOW:
                done = self._book.allow(name)
                sentence = _("New results may have this name again.") if done else _("This name was not forgotten.")
                return Reply(done, sentence, 0)


def _rows(db: sa.Connection, chosen: Any, most: int | None, offset: int) -> Iterator[ResultRow]:
    query = (
        sa.select(results, tables.c.name.label("table_name"))
        .join(tables, tables.c.id == results.c.table_id)
        .where(chosen)
        .order_by(results.c.ended_at.desc(), results.c.id.desc())
        .limit(most)
        .offset(offset)
    )
    rows = db.execute(query).all()
    numbers = [row.id for row in rows]
    players: dict[int, list[Player]] = {number: [] for number in numbers}
    seats = sa.select(sittings).order_by(sittings.c.place.is_(None), sittings.c.place, sittings.c.seat)
    if most is not None:
        seats = seats.where(sittings.c.result_id.in_(numbers))
    for one in db.execute(seats):
        if one.result_id in players:
            players[one.result_id].append(Player(one.seat, one.name, one.bot, one.score, one.place))
    for row in rows:
        yield ResultRow(
            ended=row.ended_at,
            table=row.table_name,
            game=row.game,
            title=row.title,
            given_up=row.given_up,
            players=tuple(players[row.id]),
        )


def _games(db: sa.Connection) -> tuple[tuple[str, str], ...]:
    """Each game with a result, by its name and its latest title."""
    query = sa.select(results.c.game, sa.func.max(results.c.title)).where(results.c.state == "ended")
    found = db.execute(query.group_by(results.c.game)).all()
    return tuple(sorted(((game, title) for game, title in found), key=lambda one: one[1].casefold()))


def _periods(first: datetime | None, last: datetime | None) -> tuple[PeriodView, ...]:
    """All that there is to choose, the latest first."""
    if first is None or last is None:
        return (PeriodView("all"),)
    first, last = first.astimezone(), last.astimezone()
    years = [PeriodView(f"{year}") for year in range(last.year, first.year - 1, -1)][:_MOST_MONTHS]
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    latest = last.year * 12 + last.month - 1
    months = [divmod(latest - back, 12) for back in range(min(count, _MOST_MONTHS))]
    return (PeriodView("all"), *years, *(PeriodView(f"{year}-{month + 1:02}") for year, month in months))


def _period(key: str) -> Period:
    """From midnight to midnight where the venue is."""
    if key == "all":
        return Period()
    year, _dash, month = key.partition("-")
    if not month:
        return Period(datetime(int(year), 1, 1).astimezone(), datetime(int(year) + 1, 1, 1).astimezone())
    until = divmod(int(year) * 12 + int(month), 12)
    return Period(datetime(int(year), int(month), 1).astimezone(), datetime(until[0], until[1] + 1, 1).astimezone())


def _read(body: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _yes(value: bool) -> str:
    return "yes" if value else "no"
