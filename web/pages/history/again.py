"""A finished match looked at again: a part of its page, drawn anew while the program thinks."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, render_template
from werkzeug.exceptions import NotFound

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import told
from web.pages.history.again_views import LookAgainPort
from web.pages.history.routes import draw_course
from web.wording import _

_SESSION = Gate(Audience.SESSION)
_CHART = 99  # beside those of the scores
_AT = "/history/<int(max=2147483647):match>/again"


def install(app: ClosedFlask, table: LookAgainPort) -> None:
    """Adds the part of the page, and what begins the thinking."""

    def part(match: int) -> str:
        found = table.looked_again(reader(), match)
        if found is None:
            raise NotFound
        drawn = None
        if found.course is not None:
            course = replace(found.course, label=_("Chances to win, in percent,"))
            drawn = draw_course(_CHART, course, ())
        return render_template("history/_again.html", again=found, drawn=drawn, match=match)

    def begin(match: int) -> Response:
        return told(table.begin_looking(reader(), match))

    app.add_url_rule(_AT, "history_again", part, gate=_SESSION, methods=["GET"])
    app.add_url_rule(f"/api{_AT}", "api_history_again", begin, gate=_SESSION, methods=["POST"])
