"""The pages about finished matches, and how the scores of the running one go: public knowledge, for anybody here."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import datetime

import segno
from babel.dates import format_date, format_time
from flask import Response, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, saved, told
from web.pages.history.charts import PAGE, SCREEN, Bar, Format, Line, bar_chart, line_chart
from web.pages.history.views import (
    ExportForm,
    HistoryCommand,
    HistoryPort,
    PastMatch,
    PastRow,
    ScoreCourse,
    StepLine,
    Tally,
)
from web.views import Role
from web.wording import _, language

_SESSION = Gate(Audience.SESSION)
_PAGE = Gate(Audience.SESSION, page=True)
_NUMBER = "<int(max=2147483647):match>"
_STEP = "<int(max=1000000):step>"
_MIME = {ExportForm.JSON: "application/json", ExportForm.CSV: "text/csv"}


@dataclass(frozen=True)
class ScoreRow:
    """One row of a chart's table: the step, every line's value then (None: none yet), and what happened."""

    at: int
    values: tuple[int | None, ...]
    text: str = ""


@dataclass(frozen=True)
class Drawn:
    """A chart with its table."""

    title: str
    svg: Markup
    names: tuple[str, ...]
    rows: tuple[ScoreRow, ...]


def install(app: ClosedFlask, table: HistoryPort) -> None:
    """Adds the pages, what their scripts ask, and the exports."""
    _pages(app, table)
    _steps(app, table)
    _files(app, table)


def _pages(app: ClosedFlask, table: HistoryPort) -> None:
    def history() -> str:
        page = request.args.get("page", default=1, type=int)
        view = table.history(reader(), page, request.args.get("bots") == "1")
        charts = {"people": _people_chart(view.people), "games": _games_chart(view.games)}
        return session_page("history/history.html", view=view, **charts, **_shown())

    def match(match: int) -> str:
        found = _found(table.past_match(reader(), match))
        drawn = tuple(draw_course(n, course, found.steps or found.told) for n, course in enumerate(found.courses))
        return session_page("history/history_match.html", match=found, row=found.row, drawn=drawn, **_shown())

    def replay(match: int) -> str:
        return session_page("history/replay.html", match=_found(table.past_match(reader(), match)), **_shown())

    def on_table() -> Response:
        number = table.match_on_table(reader())
        if number is None:
            raise NotFound(_("The match on the table is not over yet."))
        return Response(status=303, headers={"Location": f"/history/{number}"})

    def scores() -> str:
        courses = [one for one in table.score_courses(reader()) if _tells_something(one)]
        drawn = tuple(draw_course(n, course, (), SCREEN) for n, course in enumerate(courses))
        return render_template("history/_scores.html", drawn=drawn, over=table.match_on_table(reader()))

    app.add_url_rule("/history", "history", history, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/history/this", "history_this", on_table, gate=_SESSION, methods=["GET"])
    app.add_url_rule(f"/history/{_NUMBER}", "history_match", match, gate=_PAGE, methods=["GET"])
    app.add_url_rule(f"/replay/{_NUMBER}", "replay", replay, gate=_PAGE, methods=["GET"])
    app.add_url_rule("/scores", "scores", scores, gate=_SESSION, methods=["GET"])


def _steps(app: ClosedFlask, table: HistoryPort) -> None:
    def match(match: int) -> Response:
        return answer(_found(table.past_match(reader(), match)))

    def step(match: int, step: int) -> Response:
        packet = table.past_step(reader(), match, step, request.args.get("open") == "1")
        if packet is None:
            raise NotFound
        return answer(packet)

    def act() -> Response:
        command = read(HistoryCommand)
        reply = table.history_act(reader(), command)
        return told(reply, match=table.past_match(reader(), command.match))

    app.add_url_rule(f"/api/history/{_NUMBER}", "api_history_match", match, gate=_SESSION, methods=["GET"])
    app.add_url_rule(f"/api/history/{_NUMBER}/at/{_STEP}", "api_history_step", step, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/history", "api_history", act, gate=_SESSION, methods=["POST"])


def _files(app: ClosedFlask, table: HistoryPort) -> None:
    def file(form: ExportForm, match: int | None, name: str) -> Response:
        text = table.export(reader(), form, match)
        if text is None:
            raise NotFound
        body = text.encode("utf-8-sig" if form is ExportForm.CSV else "utf-8")  # spreadsheets look for the mark
        return saved(body, f"{name}.{form.value}", _MIME[form])

    def everything(form: str) -> Response:
        return file(ExportForm(form), None, "matches")

    def one(match: int, form: str) -> Response:
        return file(ExportForm(form), match, f"match-{match}")

    def notation(match: int) -> Response:
        found = table.notation(reader(), match)
        if found is None:
            raise NotFound
        return saved(found.text.encode(), f"match-{match}.{found.suffix}", found.media)

    def app_code(match: int) -> Response:
        link = _found(table.past_match(reader(), match)).app_link
        if not link:
            raise NotFound
        out = io.BytesIO()
        try:
            code = segno.make(link, error="l", boost_error=False)
        except segno.DataOverflowError as error:  # many players with long names: the link itself still works
            raise NotFound from error
        code.save(out, kind="svg", scale=4, border=4, dark="#000", light="#fff")
        return Response(out.getvalue(), mimetype="image/svg+xml")

    form = "<any(json,csv):form>"
    app.add_url_rule(f"/history.{form}", "history_file", everything, gate=_SESSION, methods=["GET"])
    app.add_url_rule(f"/history/{_NUMBER}.{form}", "history_match_file", one, gate=_SESSION, methods=["GET"])
    app.add_url_rule(f"/history/{_NUMBER}/notation", "history_notation", notation, gate=_SESSION, methods=["GET"])
    app.add_url_rule(f"/history/{_NUMBER}/app.svg", "history_app_code", app_code, gate=_SESSION, methods=["GET"])


def _tells_something(course: ScoreCourse) -> bool:
    """Whether the scores have changed more than once: before that a number says as much as a line."""
    return len({at for line in course.lines for at, _value in line.points}) > 2


def draw_course(number: int, course: ScoreCourse, steps: tuple[StepLine, ...], form: Format = PAGE) -> Drawn:
    """A course of scores as a chart with its table."""
    lines = [Line(one.name, one.colour, one.shape, one.points) for one in course.lines]
    ends = ", ".join(f"{one.name} {one.points[-1][1]}" for one in course.lines if one.points)
    title = _("{label} over the match", label=course.label)
    text = _("At the end: {ends}. The table beside it has every change.", ends=ends)
    said = {step.at: step.text for step in steps}
    rows = []
    latest: list[int | None] = [None] * len(course.lines)
    changes = sorted({at for one in course.lines for at, _value in one.points})
    by_line = [dict(one.points) for one in course.lines]
    for at in changes:
        latest = [values.get(at, before) for values, before in zip(by_line, latest, strict=True)]
        rows.append(ScoreRow(at, tuple(latest), said.get(at, "")))
    svg = line_chart(f"course-{number}", title, text, lines, course.steps, form)
    return Drawn(title, svg, tuple(one.name for one in course.lines), tuple(rows))


def _people_chart(people: tuple[Tally, ...]) -> Drawn | None:
    if not people:
        return None
    title = _("Matches won by player")
    bars = [
        Bar(_tally_name(one), one.games, one.wins, _("{wins} of {games} won", wins=one.wins, games=one.games))
        for one in people[:12]
    ]
    svg = bar_chart("people", title, "; ".join(f"{bar.name}: {bar.words}" for bar in bars), bars)
    rows = tuple(ScoreRow(n, (one.games, one.wins, _share(one)), _tally_name(one)) for n, one in enumerate(people))
    return Drawn(title, svg, (_("Matches"), _("Won"), _("Won, %")), rows)


def _games_chart(games: tuple[Tally, ...]) -> Drawn | None:
    if not games:
        return None
    title = _("Matches by game")
    bars = [
        Bar(one.name, one.games, one.games, _("{count|one match|{count} matches}", count=one.games)) for one in games
    ]
    svg = bar_chart("games", title, "; ".join(f"{bar.name}: {bar.words}" for bar in bars), bars)
    rows = tuple(ScoreRow(n, (one.games, one.wins), one.name) for n, one in enumerate(games))
    return Drawn(title, svg, (_("Matches"), _("With a winner")), rows)


def _tally_name(one: Tally) -> str:
    if not one.name:
        return _("Bots")
    return _("{name} (bot)", name=one.name) if one.bot else one.name


def _share(one: Tally) -> int:
    return round(100 * one.wins / one.games) if one.games else 0


def _shown() -> dict[str, object]:
    """What the templates need beside the matches themselves."""
    return {"day": _day, "time": _time, "lasted": _lasted, "is_host": reader().role is Role.HOST}


def _day(at: datetime) -> str:
    return format_date(at.astimezone(), "long", locale=language())


def _time(at: datetime) -> str:
    return format_time(at.astimezone(), "short", locale=language())


def _lasted(row: PastRow) -> str:
    minutes = max(1, round((row.ended - row.started).total_seconds() / 60))
    if minutes < 60:
        return _("{count|one minute|{count} minutes}", count=minutes)
    hours, rest = divmod(minutes, 60)
    if hours >= 24:
        return _("{count|one day|{count} days}", count=round(hours / 24))
    return _("{hours} h {minutes} min", hours=hours, minutes=rest)


def _found(match: PastMatch | None) -> PastMatch:
    if match is None:
        raise NotFound
    return match
