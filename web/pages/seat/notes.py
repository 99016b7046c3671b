"""A player's own notes: read when the hand is shown, kept while they are typed. Only that seat's session gets them."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from flask import Response
from werkzeug.exceptions import BadRequest

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.security import check_shown
from web.door.wire import CommandResult, answer, read
from web.pages.seat.views import NOTES_LENGTH, SeatPort
from web.wording import _

_SEAT = Gate(Audience.SEAT)


class NotesBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole text as it is now."""

    text: str


@dataclass(frozen=True)
class OwnNotes:
    """The text and how long it may get, in characters."""

    text: str
    most: int


def install(app: ClosedFlask, table: SeatPort) -> None:
    """Adds the notes of a seat."""

    def look() -> Response:
        check_shown(reader(), is_needed=True)
        return answer(OwnNotes(table.seat_notes(reader()), NOTES_LENGTH))

    def keep() -> Response:
        text = read(NotesBody).text
        if len(text) > NOTES_LENGTH:
            raise BadRequest(_("Your notes may have {most} characters; please shorten them.", most=NOTES_LENGTH))
        reply = table.keep_seat_notes(reader(), text)
        return answer(CommandResult(reply), 200 if reply.ok else 409)

    app.add_url_rule("/api/notes", "api_notes", look, gate=_SEAT, methods=["GET"])
    app.add_url_rule("/api/notes", "api_notes_keep", keep, gate=_SEAT, methods=["POST"])
