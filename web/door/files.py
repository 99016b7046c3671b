"""The files that pages are made of, besides their templates."""

from __future__ import annotations

import json
from pathlib import PurePosixPath

from flask import Response, send_from_directory
from werkzeug.exceptions import NotFound

from web.door.registrar import Audience, ClosedFlask, Gate
from web.wording import language
from words.catalogue import catalogue
from words.plurals import forms

_OPEN = Gate(Audience.OPEN)
_GIVEN_AWAY = frozenset({".css", ".js", ".svg"})
"""They stand beside modules and templates, which nobody outside has to see."""


def install(app: ClosedFlask) -> None:
    """Adds the scripts, styles and shapes of all pages, the sentences that scripts say, and the health check."""

    def static(filename: str) -> Response:
        if PurePosixPath(filename).suffix not in _GIVEN_AWAY:
            raise NotFound
        response = send_from_directory("pages", filename, max_age=0)
        response.headers["Cache-Control"] = "no-cache"  # kept, but asked for again: an update is seen at once
        return response

    def words() -> Response:
        own = language()
        exported = {"language": own, "forms": forms(own), "table": dict(catalogue(own).sentences)}
        lines = (f"export const {name} = {json.dumps(what, ensure_ascii=False)};\n" for name, what in exported.items())
        return Response("".join(lines), mimetype="text/javascript")

    def health() -> Response:
        return Response("ok\n", mimetype="text/plain")

    app.add_url_rule("/static/<path:filename>", "static", static, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/words.js", "words", words, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/healthz", "healthz", health, gate=_OPEN, methods=["GET"])
