"""Pages for people: a shell drawn here, filled by the scripts from the reader's packet."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import segno
from flask import Response, g, render_template, request, send_from_directory
from werkzeug.exceptions import NotFound

from web.ports import Role, Session, TablePort
from web.registrar import Audience, ClosedFlask, Gate, reader
from web.wording import catalogues, language, languages

_OPEN = Gate(Audience.OPEN, page=True)
_VIEW = Gate(Audience.SESSION, page=True)


def install(app: ClosedFlask, table: TablePort, is_new: Callable[[], bool], is_damaged: Callable[[], bool]) -> None:
    """Adds the pages, the static files, the picture of the table and the health check. `is_new`: nobody has set the
    table up yet; `is_damaged`: something of its journal is, and the host has not read of it."""
    _landing(app, table, is_new, is_damaged)
    _people(app, table, is_new)
    _files(app, table)


def _landing(app: ClosedFlask, table: TablePort, is_new: Callable[[], bool], is_damaged: Callable[[], bool]) -> None:
    def landing() -> str:
        session = _session()
        state = {"virtual": table.virtual_scene(session) is not None, "is_new": is_new(), "is_damaged": is_damaged()}
        return _page("landing.html", packet=table.packet(session), session=session, **state)

    app.add_url_rule("/", "landing", landing, gate=_OPEN, methods=["GET"])


def _people(app: ClosedFlask, table: TablePort, is_new: Callable[[], bool]) -> None:
    def join() -> str:
        session = _session()
        virtual = table.virtual_scene(session) is not None
        code = request.args.get("code", "")[:40]
        return _page("join.html", packet=table.packet(session), code=code, virtual=virtual)

    def seat() -> str:
        return _page("seat.html", packet=None, virtual=table.virtual_scene(_session()) is not None)

    def screen() -> str:
        return _page("table.html", packet=None)

    def virtual() -> str:
        return _page("virtual.html", packet=None, seated=_session().seat is not None)

    def host() -> str:
        return host_page("host.html", is_new=is_new())

    def rules() -> str:
        return _page("rules.html", packet=None, rules=table.rules_text(_session()))

    app.add_url_rule("/join", "join", join, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/seat", "seat", seat, gate=Gate(Audience.SEAT, page=True, lead_to="/join"), methods=["GET"])
    app.add_url_rule("/table", "table", screen, gate=_VIEW, methods=["GET"])
    app.add_url_rule("/virtual", "virtual", virtual, gate=_VIEW, methods=["GET"])
    app.add_url_rule("/host", "host", host, gate=_VIEW, methods=["GET"])
    app.add_url_rule("/rules", "rules", rules, gate=_OPEN, methods=["GET"])


def _files(app: ClosedFlask, table: TablePort) -> None:
    def static(filename: str) -> Response:
        response = send_from_directory("static", filename, max_age=0)
        response.headers["Cache-Control"] = "no-cache"  # kept, but asked for again: an update is seen at once
        return response

    def camera() -> Response:
        picture = table.camera_jpeg()
        if picture is None:
            return Response(status=204)  # not an error: a table without a camera is an ordinary table
        return Response(picture, mimetype="image/jpeg")

    def join_code() -> Response:
        url = table.packet(reader()).join_url
        if not url:
            raise NotFound("There is no address to join at now.")
        out = io.BytesIO()
        segno.make(url, error="m").save(out, kind="svg", scale=8, border=2, dark="#16201f", light="#fffdf6")
        return Response(out.getvalue(), mimetype="image/svg+xml")

    def words() -> Response:
        table = json.dumps(dict(catalogues()[language()]), ensure_ascii=False)
        return Response(f"export default {table};\n", mimetype="text/javascript")

    def health() -> Response:
        return Response("ok\n", mimetype="text/plain")

    app.add_url_rule("/static/<path:filename>", "static", static, gate=Gate(Audience.OPEN), methods=["GET"])
    app.add_url_rule("/words.js", "words", words, gate=Gate(Audience.OPEN), methods=["GET"])
    app.add_url_rule("/camera.jpg", "camera", camera, gate=Gate(Audience.SESSION), methods=["GET"])
    app.add_url_rule("/join-code.svg", "join_code", join_code, gate=Gate(Audience.SESSION), methods=["GET"])
    app.add_url_rule("/healthz", "healthz", health, gate=Gate(Audience.OPEN), methods=["GET"])


def host_page(template: str, **values: object) -> str:
    """A page of the host; whoever is none is asked for the PIN in its place."""
    return _page(template if _session().role is Role.HOST else "pin.html", packet=None, **values)


def session_page(template: str, **values: object) -> str:
    """A page for anybody who has a session."""
    return _page(template, packet=None, **values)


def _session() -> Session:
    return reader()


def _page(template: str, **values: object) -> str:
    session: Session | None = g.get("session")
    page, csrf = template.partition(".")[0], session.csrf if session else ""
    return render_template(template, page=page, csrf=csrf, language=language(), languages=languages(), **values)
