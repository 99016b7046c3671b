"""Which language a phone reads: chosen once, kept in a cookie of its own."""

from __future__ import annotations

import msgspec
from flask import Response, request
from werkzeug.exceptions import BadRequest

from web.door.registrar import Audience, ClosedFlask, Gate
from web.door.security import language_cookie
from web.door.settings import WebSettings
from web.door.wire import CommandResult, answer, read
from web.views import Reply
from web.wording import _
from words.languages import language_codes


class LanguageBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language that this phone reads from now on."""

    language: str


def install(app: ClosedFlask, settings: WebSettings) -> None:
    """Adds the choice of a language."""

    def choose() -> Response:
        wished = read(LanguageBody).language
        if wished not in language_codes():
            raise BadRequest(_("These pages do not speak that language."))
        response = answer(CommandResult(Reply(True, "", 0)))
        age_s = settings.cookie_days * 86_400
        cookie, is_tls = language_cookie(settings), request.is_secure
        response.set_cookie(cookie, wished, max_age=age_s, httponly=True, samesite="Lax", secure=is_tls)
        return response

    app.add_url_rule("/api/language", "api_language", choose, gate=Gate(Audience.SESSION), methods=["POST"])
