"""The page on which a host shows the cards of a copy, and what its script asks and sends."""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import BadRequest, NotFound

from web.door.files import KEPT_FOR_ONE
from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, picture, read, told
from web.pages.card_looks.views import LooksCommand, LooksPort
from web.views import Reply
from web.wording import _

_HOST = Gate(Audience.HOST)
_LONGEST = 200


def install(app: ClosedFlask, table: LooksPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return host_page("card_looks/card_looks.html")

    def view() -> Response:
        return answer(table.looks_view(reader(), _copy()))

    def command() -> Response:
        said = read(LooksCommand)
        if max(len(said.value), len(said.other)) > _LONGEST:
            raise BadRequest(_("That text is too long."))
        return outcome(table.looks(reader(), said), said.copy)

    def photo() -> Response:
        return outcome(table.looks_photo(reader(), _copy(), picture()), _copy())

    def one() -> Response:
        content = table.look_picture(reader(), _copy(), request.args.get("key", ""))
        if content is None:
            raise NotFound
        response = Response(content, mimetype="image/webp")
        response.headers["Cache-Control"] = KEPT_FOR_ONE
        return response

    def outcome(reply: Reply, copy: int) -> Response:
        return told(reply, view=table.looks_view(reader(), copy))

    page_gate, photo_gate = Gate(Audience.SESSION, page=True), Gate(Audience.HOST, photo=True)
    app.add_url_rule("/host/looks", "card_looks", page, gate=page_gate, methods=["GET"])
    app.add_url_rule("/api/looks", "api_card_looks", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/looks", "api_card_looks_command", command, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/looks/photo", "api_card_looks_photo", photo, gate=photo_gate, methods=["POST"])
    app.add_url_rule("/api/looks/picture", "api_card_looks_picture", one, gate=_HOST, methods=["GET"])


def _copy() -> int:
    return request.args.get("copy", 0, type=int)
