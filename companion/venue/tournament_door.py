"""What the pages of tournaments may ask."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import sqlalchemy as sa

from companion.venue.book import Book
from companion.venue.bouts import Bout, Tournament
from companion.venue.messages import NAME_LENGTH
from companion.venue.schema import results, tables
from companion.venue.spelling import composed, harmless, one_line
from companion.venue.tournaments import ROUND_ROBIN, NotSo, Tournaments, rounds_of
from web.pages.venue.cup.views import BoutTone, BoutView, CupAct, CupCommand, CupRow, CupView, Sitter, StandView
from web.views import Reply, Session
from web.wording import _

_GAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}")
_MOST_OPTIONS: Final = 50


class TournamentDoor:
    """Safe from any thread. VenueGone from every call while the database does not answer."""

    def __init__(self, book: Book) -> None:
        self._book, self.tournaments = book, Tournaments(book.store, book.now)

    def cups(self, session: Session) -> tuple[CupRow, ...]:
        """All, the latest first."""
        titles = dict(self.games(session))
        return tuple(_row(one, one.people, one.rounds, titles) for one in self.tournaments.all())

    def games(self, session: Session) -> tuple[tuple[str, str], ...]:
        """The games of which there are results, by short name and title."""
        with self._book.store.reading() as db:
            query = sa.select(results.c.game, sa.func.max(results.c.title)).where(results.c.game != "")
            return tuple((game, title) for game, title in db.execute(query.group_by(results.c.game)))

    def cup(self, session: Session, number: int) -> CupView | None:
        """One with all of it; None when there is none of that number."""
        it = self.tournaments.one(number)
        if it is None:
            return None
        with self._book.store.reading() as db:
            there = {row.id: row for row in db.execute(sa.select(tables))}
        names = {one.id: one.name for one in it.entrants}
        drawn: dict[int, list[BoutView]] = {}
        for bout in it.bouts:
            drawn.setdefault(bout.round, []).append(_bout(bout, names, there.get(bout.table or 0)))
        return CupView(
            row=_row(it.row, len(it.entrants), rounds_of(it), dict(self.games(session))),
            is_robin=it.row.system == ROUND_ROBIN,
            most=it.row.most,
            stands=_stands(it),
            rounds_drawn=tuple((one, tuple(found)) for one, found in sorted(drawn.items(), reverse=True)),
            missing=len(it.waiting()),
            takers=sum(bool(row.takes and row.token_sha256) for row in there.values()),
        )

    def cup_csv(self, session: Session, number: int) -> str | None:
        """The standings as CSV; None when there is no such tournament."""
        view = self.cup(session, number)
        if view is None:
            return None
        out = io.StringIO()
        lines = csv.writer(out)
        lines.writerow(("place", "player", "points", "met", "won", "played"))
        for one in view.stands:
            cells = (one.place, one.name, one.points, one.met, one.won, one.played)
            lines.writerow([harmless(cell) for cell in cells])
        return out.getvalue()

    def act_cup(self, session: Session, command: CupCommand) -> tuple[Reply, int]:
        """What an organiser does, and the tournament that it was about."""
        try:
            number = self._act(command)
        except NotSo as error:
            return Reply(False, _why(error.why), 0), command.cup
        return Reply(True, _("Done."), 0), number

    def _act(self, command: CupCommand) -> int:
        cups, number = self.tournaments, command.cup
        match command.act:
            case CupAct.BEGIN:
                return self._begin(command)
            case CupAct.ENTER:
                cups.enter(number, self._names(command.names))
            case CupAct.OUT | CupAct.BACK:
                cups.set_out(number, command.entrant, is_out=command.act is CupAct.OUT)
            case CupAct.DRAW:
                cups.draw(number)
            case CupAct.REPAIR:
                cups.repair(number, command.bout, {int(seat): place for seat, place in command.places.items()})
            case CupAct.AGAIN:
                cups.again(number, command.bout)
            case CupAct.CLOSE | CupAct.REOPEN:
                cups.close(number, is_over=command.act is CupAct.CLOSE)
        return number

    def _begin(self, command: CupCommand) -> int:
        name, game = one_line(command.name)[:NAME_LENGTH], command.game.strip()
        options = {one_line(key)[:60]: one_line(value)[:100] for key, value in command.options.items() if key.strip()}
        if not name or _GAME.fullmatch(game) is None or len(options) > _MOST_OPTIONS:
            raise NotSo("game")
        return self.tournaments.begin(name, game, options, command.system, command.most, command.fewest, command.rounds)

    def _names(self, given: list[str]) -> list[str]:
        names = [composed(one_line(one))[:NAME_LENGTH] for one in given[:1000]]
        names = [one for one in names if one]
        if not names:
            raise NotSo("names")
        if any(self._book.is_forgotten(one) for one in names):
            raise NotSo("forgotten")
        return names


def _row(row: Any, people: int, rounds: int, titles: Mapping[str, str]) -> CupRow:
    return CupRow(
        number=row.id,
        name=row.name,
        game=titles.get(row.game, row.game),
        people=people,
        round=row.round,
        rounds=rounds,
        is_over=row.is_over,
    )


def _bout(bout: Bout, names: dict[int, str], table: Any) -> BoutView:
    if len(bout.chairs) == 1:
        tone = BoutTone.OUT
    elif bout.is_ended:
        tone = BoutTone.ENDED
    elif bout.given_up or bout.had_bot:
        tone = BoutTone.GIVEN_UP if bout.given_up else BoutTone.HAD_BOT
    elif bout.taken_back:
        tone = BoutTone.TAKEN_BACK
    elif table is None:
        tone = BoutTone.QUEUED
    else:
        tone = BoutTone.LAID if table.laid == bout.match else BoutTone.CALLED
    people = tuple(Sitter(one.seat, names[one.entrant], one.place) for one in bout.chairs)
    called = "" if table is None else table.name
    return BoutView(id=bout.id, table=called, tone=tone, is_repaired=bout.is_repaired, people=people)


def _stands(it: Tournament) -> tuple[StandView, ...]:
    found: list[StandView] = []
    before: tuple[float, float, int] | None = None
    for index, one in enumerate(it.standings()):
        key = (one.points, one.met, one.won)
        place = found[-1].place if found and key == before else index + 1
        before = key
        view = StandView(
            id=one.entrant.id,
            place=place,
            name=one.entrant.name,
            points=_number(one.points),
            met=_number(one.met),
            won=one.won,
            played=one.played,
            is_out=one.entrant.is_out,
        )
        found.append(view)
    return tuple(found)


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _why(why: str) -> str:
    words: dict[str, Callable[[], str]] = {
        "numbers": lambda: _(
            "Two to twenty people sit at a table, and there are at most fifty rounds: look at the numbers."
        ),
        "robin": lambda: _("Where everybody meets everybody, two people sit at a table. For larger ones choose Swiss."),
        "game": lambda: _("Give it a name, and the game by its short name, such as chronicle."),
        "names": lambda: _("Write down who plays, one name a line."),
        "forgotten": lambda: _("One of these names was forgotten. On the organiser's page let it be kept again first."),
        "crowd": lambda: _("That is more than 500 people: make two tournaments of them."),
        "begun": lambda: _("Everybody meets everybody: after the first round nobody can come in any more."),
        "waiting": lambda: _("Results are missing. Wait for them, or say yourself how those matches count."),
        "last": lambda: _("That was the last round."),
        "few": lambda: _("There are too few players for a table."),
        "places": lambda: _("Each player needs a place from 1 to the number of players at the table."),
        "over": lambda: _("This tournament is over; let it go on first."),
    }
    return words.get(why, lambda: _("There is no such thing any more: reload the page."))()
