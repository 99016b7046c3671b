"""Error pages: one clear sentence, never a trace, never anything of the match."""

from __future__ import annotations

import logging

from flask import Response, render_template, request
from werkzeug.exceptions import HTTPException

from web.registrar import ClosedFlask
from web.settings import WebSettings
from web.wire import Sentence, answer

_log = logging.getLogger("web")

_OURS = frozenset({400, 403, 429})  # raised by our own code with a sentence of ours
_SENTENCES = {
    400: "The request could not be understood; please reload the page.",
    403: "This is not open to this device.",
    404: "There is no such page here.",
    405: "This address does not take that kind of request.",
    413: "That is too large; a photo may have at most {photo} megabytes.",
    429: "That was too many attempts; please wait a little and try again.",
    500: "Something went wrong here; the game itself is safe, please reload the page.",
    503: "All places for live pages are taken; close a page that nobody uses.",
}
_TITLES = {400: "Not understood", 403: "Closed", 404: "Nothing here", 413: "Too large", 429: "A moment, please"}


def install(app: ClosedFlask, settings: WebSettings) -> None:
    """Gives `app` its error pages."""
    photo = settings.max_photo_bytes // 1_000_000

    def expected(error: HTTPException) -> Response:
        status = error.code or 500
        sentence = _SENTENCES.get(status, _SENTENCES[500] if status >= 500 else _SENTENCES[400]).format(photo=photo)
        if status in _OURS and error.description and type(error).description != error.description:
            sentence = error.description
        response = _draw(sentence, status)
        for name, value in error.get_headers():
            if name in ("Retry-After", "Allow"):
                response.headers[name] = value
        return response

    def unexpected(error: Exception) -> Response:
        # Only the kind and the place go to the log: the text of an exception may quote a card.
        _log.error("page %s failed: %s", request.path, _where(error))
        return _draw(_SENTENCES[500], 500)

    app.register_error_handler(HTTPException, expected)
    app.register_error_handler(Exception, unexpected)


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else "unknown place"
    return f"{type(error).__name__} at {place}"


def _draw(sentence: str, status: int) -> Response:
    if request.path.startswith(("/api/", "/events")):
        return answer(Sentence(sentence), status)
    page = render_template("error.html", title=_TITLES.get(status, "Not possible"), sentence=sentence, page="error")
    return Response(page, status=status, mimetype="text/html")
