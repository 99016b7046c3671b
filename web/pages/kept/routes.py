"""What the host's page about the camera asks of the eye in play, and what it does with the last pictures."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response
from werkzeug.exceptions import NotFound

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, saved, told
from web.pages.kept.views import KeptAct, KeptPort
from web.wording import _

_HOST = Gate(Audience.HOST)


class KeptBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act, and what it is done to."""

    act: KeptAct
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


def install(app: ClosedFlask, table: KeptPort) -> None:
    """Adds what the page asks. Pictures leave the box by these addresses alone, and to the host alone."""

    def view() -> Response:
        return answer(table.kept_view(reader()))

    def act() -> Response:
        body = read(KeptBody)
        reply = table.kept_act(reader(), body.act, body.name)
        return told(reply, view=table.kept_view(reader()))

    def file(name: str) -> Response:
        content = table.kept_file(reader(), name)
        if content is None:
            raise NotFound(_("There is no such file now; please load the page again."))
        return saved(content, "table-pictures.zip", "application/zip")

    app.add_url_rule("/api/kept", "api_kept", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/kept", "api_kept_act", act, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/kept/<name>.zip", "api_kept_file", file, gate=_HOST, methods=["GET"])
