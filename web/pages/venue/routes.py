"""The pages of a venue."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from typing import Final

import msgspec
from babel.dates import format_date, format_time
from flask import Response, render_template, request

from web.door import errors
from web.door.drawn_once import DrawnOnce
from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader, token
from web.door.security import Guard
from web.door.wire import CommandResult, answer, read, saved, told
from web.pages.venue import calls, cup
from web.pages.venue.views import Away, OrganiserCommand, Player, TableCard, TableTone, VenuePort
from web.views import Reply, Role
from web.wording import _, language

_PAGE: Final = Gate(Audience.SESSION, page=True)
_SESSION: Final = Gate(Audience.SESSION)
_HOST: Final = Gate(Audience.HOST)


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The organiser's PIN."""

    pin: str


class LeaveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to sign off; there is nothing to choose."""


def install(app: ClosedFlask, venue: VenuePort, guard: Guard) -> None:
    """Adds the pages, what their scripts send, and what tables call."""
    app.jinja_env.globals["venue_name"] = venue.name
    app.register_error_handler(Away, _away)
    calls.install(app, venue, guard)
    _pages(app, venue, once := DrawnOnce(time.monotonic))
    _organiser(app, venue, guard)
    cup.install(app, venue.cups, once)


def _pages(app: ClosedFlask, venue: VenuePort, once: DrawnOnce) -> None:
    def tables() -> str:
        return session_page("venue/tables.html", floor=venue.floor(reader()), state=_state, since=_since)

    def tables_now() -> str:
        def draw() -> str:
            return render_template("venue/_tables.html", floor=venue.floor(reader()), state=_state, since=_since)

        return once.text(("tables", language()), draw)

    def plan() -> str:
        may_place = reader().role is Role.HOST
        return session_page("venue/plan.html", floor=venue.floor(reader()), state=_short, may_place=may_place)

    def plan_now() -> str:
        may_place = reader().role is Role.HOST

        def draw() -> str:
            return render_template("venue/_plan.html", floor=venue.floor(reader()), state=_short, may_place=may_place)

        return draw() if may_place else once.text(("plan", language()), draw)

    def results() -> str:
        page = request.args.get("page", default=1, type=int)
        view = venue.results(reader(), request.args.get("game", "")[:60], max(1, min(page, 10**6)))
        return session_page("venue/results.html", view=view, when=_when, called=_called)

    def standings() -> str:
        game, period = request.args.get("game", "")[:60], request.args.get("period", "all")[:10]
        return session_page("venue/standings.html", view=venue.standings(reader(), game, period), spell=_spell)

    def export() -> Response:
        return saved(
            venue.export(reader()).encode("utf-8-sig"), "results.csv", "text/csv"
        )  # spreadsheets want the mark

    def about() -> str:
        return session_page("venue/about.html")

    app.add_url_rule("/", "tables", tables, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/tables/now", "tables_now", tables_now, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/plan", "plan", plan, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/plan/now", "plan_now", plan_now, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/results", "results", results, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/results.csv", "results_csv", export, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/standings", "standings", standings, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/about", "about", about, gate=_PAGE, methods=["GET"])


def _organiser(app: ClosedFlask, venue: VenuePort, guard: Guard) -> None:
    def page() -> str:
        if reader().role is not Role.HOST:
            return session_page("venue/pin.html")
        cards = venue.floor(reader()).cards
        paired = [card for card in cards if card.tone is not TableTone.OUT]
        versions = sorted(Counter(card.version for card in paired if card.version).items(), reverse=True)
        care = {"versions": versions, "devices": _devices}
        return session_page("venue/organiser.html", tables=cards, state=_state, since=_since, **care)

    def enter() -> Response:
        guard.pin_attempt()
        joined = venue.organise(read(PinBody).pin.strip()[:64])
        if joined is None:
            return answer(CommandResult(Reply(False, _("That is not the PIN."), 0)), 409)
        guard.sign_on(joined)
        return answer(CommandResult(Reply(True, _("Welcome."), 0), next="/organiser"))

    def leave() -> Response:
        read(LeaveBody)
        venue.leave(token())
        return answer(CommandResult(Reply(True, _("Signed off."), 0), next="/"))

    def act() -> Response:
        return told(venue.act(reader(), read(OrganiserCommand)))

    app.add_url_rule("/organiser", "organiser", page, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/api/organiser/enter", "api_enter", enter, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/organiser/leave", "api_leave", leave, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/organiser", "api_organiser", act, gate=_HOST, methods=["POST"])


def _away(error: Away) -> Response:
    return errors.draw(
        _("What the venue keeps cannot be had just now. Tables keep their results; try again soon."), 503
    )


def _state(table: TableCard) -> str:
    """How a table is, in words."""
    if table.tone is TableTone.OUT:
        return _("Shut out: it is paired no longer")
    if table.tone is TableTone.SILENT:
        return _("Silent: nothing was heard of it")
    if table.tone is TableTone.GONE:
        return _("Gone: switched off, or without a network")
    words: dict[str, Callable[[], str]] = {
        "free": lambda: _("Free"),
        "gathering": lambda: _("People gather"),
        "playing": lambda: _("They play"),
        "paused": lambda: _("Paused"),
        "over": lambda: _("The match is over"),
        "ill": lambda: _("Ill: something at this table has failed"),
    }
    return words.get(table.state, lambda: table.state)()


def _short(table: TableCard) -> str:
    """The same in a word or two, for a small sign."""
    words: dict[TableTone, Callable[[], str]] = {
        TableTone.SILENT: lambda: _("Silent"),
        TableTone.GONE: lambda: _("Gone"),
        TableTone.ILL: lambda: _("Ill"),
    }
    if table.tone in words:
        return words[table.tone]()
    return _("Over") if table.state == "over" else _state(table)


def _devices(table: TableCard) -> str:
    """Which of its devices have failed, in words; empty where none has."""
    words: dict[str, Callable[[], str]] = {
        "camera": lambda: _("camera"),
        "box": lambda: _("reader box"),
        "buttons": lambda: _("buttons"),
        "voice": lambda: _("voice"),
    }
    return ", ".join(words.get(one, lambda: _("another device"))() for one in table.ill)


def _since(at: datetime) -> str:
    """When it was heard of: today the time is enough."""
    here = at.astimezone()
    if here.date() == date.today():
        return format_time(here, "short", locale=language())
    return _when(at)


def _when(at: datetime) -> str:
    here = at.astimezone()
    return f"{format_date(here, 'medium', locale=language())}, {format_time(here, 'short', locale=language())}"


def _called(player: Player) -> str:
    if player.bot:
        return _("Bot at seat {number}", number=player.seat + 1)
    return player.name or _("Seat {number}", number=player.seat + 1)


def _spell(period: str) -> str:
    """A period in words."""
    if period == "all":
        return _("All times")
    year, _dash, month = period.partition("-")
    return year if not month else format_date(date(int(year), int(month), 1), "LLLL y", locale=language())
