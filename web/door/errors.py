"""Error pages: one clear sentence, never a trace, never anything of the match."""

from __future__ import annotations

import logging

from flask import Response, render_template, request
from werkzeug.exceptions import HTTPException

from web.door.bodies import TOO_LARGE
from web.door.registrar import ClosedFlask
from web.door.settings import WebSettings
from web.door.wire import ErrorBody, answer
from web.wording import _, language
from words import N_
from words.languages import languages

_log = logging.getLogger("web")

_OURS = frozenset({400, 403, 409, 429})  # raised by our own code with a sentence of ours
_SENTENCES = {
    400: N_("The request could not be understood; please reload the page."),
    403: N_("This is not open to this device."),
    404: N_("There is no such page here."),
    405: N_("This address does not take that kind of request."),
    413: TOO_LARGE,
    429: N_("That was too many attempts; please wait a little and try again."),
    500: N_("Something went wrong here; the game itself is safe, please reload the page."),
    503: N_("All places for live pages are taken; close a page that nobody uses."),
}
_TITLES = {
    400: N_("Not understood"),
    403: N_("Closed"),
    404: N_("Nothing here"),
    413: N_("Too large"),
    429: N_("A moment, please"),
}
_OTHER = N_("Not possible")


def install(app: ClosedFlask, settings: WebSettings) -> None:
    """Gives `app` its error pages."""
    photo = settings.max_photo_bytes // 1_000_000

    def expected(error: HTTPException) -> Response:
        status = error.code or 500
        sentence = _(_SENTENCES.get(status, _SENTENCES[500] if status >= 500 else _SENTENCES[400]), photo=photo)
        if status in _OURS and error.description and type(error).description != error.description:
            sentence = error.description
        response = draw(sentence, status)
        for name, value in error.get_headers():
            if name in ("Retry-After", "Allow"):
                response.headers[name] = value
        return response

    def unexpected(error: Exception) -> Response:
        # Only the kind and the place go to the log: the text of an exception may quote a card, a path a sticker's code.
        _log.error("page %s failed: %s", request.endpoint, _where(error))
        return draw(_(_SENTENCES[500]), 500)

    app.register_error_handler(HTTPException, expected)
    app.register_error_handler(Exception, unexpected)


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else "unknown place"
    return f"{type(error).__name__} at {place}"


def draw(sentence: str, status: int) -> Response:
    """An error page, or for a script the sentence alone."""
    if request.path.startswith(("/api/", "/events")):
        return answer(ErrorBody(sentence), status)
    title = _(_TITLES.get(status, _OTHER))
    words = {"language": language(), "languages": languages()}
    page = render_template("shared/error.html", title=title, sentence=sentence, page="error", **words)
    return Response(page, status=status, mimetype="text/html")
