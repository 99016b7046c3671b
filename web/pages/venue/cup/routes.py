"""The addresses of the tournaments' pages."""

from __future__ import annotations

from typing import Final

from flask import Response, abort, render_template

from web.door.drawn_once import DrawnOnce
from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import CommandResult, answer, read, saved
from web.pages.venue.cup.views import BoutView, CupCommand, CupPort, CupView, Sitter
from web.views import Role
from web.wording import _, language

_PAGE: Final = Gate(Audience.SESSION, page=True)
_SESSION: Final = Gate(Audience.SESSION)
_HOST: Final = Gate(Audience.HOST)


def install(app: ClosedFlask, cups: CupPort, once: DrawnOnce) -> None:
    """Adds the pages, and what their script sends."""

    def found(number: int) -> CupView:
        view = cups.cup(reader(), number)
        if view is None:
            abort(404)
        return view

    def all_cups() -> str:
        host = reader().role is Role.HOST
        games = cups.games(reader()) if host else ()
        return session_page("venue/cup/list.html", cups=cups.cups(reader()), is_host=host, games=games)

    def one(number: int) -> str:
        host = reader().role is Role.HOST
        return session_page("venue/cup/cup.html", view=found(number), is_host=host, called=_called, tone=_tone)

    def hall(number: int) -> str:
        return session_page("venue/cup/hall.html", view=found(number), called=_called, tone=_tone)

    def hall_now(number: int) -> str:
        def draw() -> str:
            return render_template("venue/cup/_hall.html", view=found(number), called=_called, tone=_tone)

        return once.text(("hall", number, language()), draw)

    def export(number: int) -> Response:
        text = cups.cup_csv(reader(), number)
        if text is None:
            abort(404)
        return saved(text.encode("utf-8-sig"), "standings.csv", "text/csv")

    def act() -> Response:
        command = read(CupCommand)
        reply, number = cups.act_cup(reader(), command)
        return answer(CommandResult(reply, next=f"/tournaments/{number}"), 200 if reply.ok else 409)

    app.add_url_rule("/tournaments", "tournaments", all_cups, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/tournaments/<int:number>", "tournament", one, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/tournaments/<int:number>/hall", "hall", hall, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/tournaments/<int:number>/hall/now", "hall_now", hall_now, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/tournaments/<int:number>.csv", "tournament_csv", export, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/organiser/tournament", "api_tournament", act, gate=_HOST, methods=["POST"])


def _called(one: Sitter) -> str:
    return one.name or _("Seat {number}", number=one.seat + 1)


def _tone(bout: BoutView) -> str:
    """How far a match is, in words."""
    words = {
        "queued": lambda: _("Waits for a free table"),
        "called": lambda: _("Called to the table"),
        "laid": lambda: _("At the table"),
        "given_up": lambda: _("Ended by the host before its end: say how it counts"),
        "had_bot": lambda: _("A bot played for somebody: say how it counts"),
        "taken_back": lambda: _("Its result was taken back: wait for the new one, or say how it counts"),
        "ended": lambda: _("Ended"),
        "out": lambda: _("Sits out, and has the points of a win"),
    }
    return words[bout.tone.value]()
