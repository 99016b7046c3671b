"""JSON in and out. Bodies are closed types: a field that is not expected is refused, so no body can name a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
from flask import Response, request
from werkzeug.exceptions import BadRequest

from web.door.registrar import reader
from web.views import Packet, Packets, Reply
from web.wording import _
from words import plain

LARGEST: Final = 2**53
"""The largest number that a script can count up to; what takes numbers in here has room for all of them."""

_PICTURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
"""How a JPEG, PNG or WebP begins."""

T = TypeVar("T", bound=msgspec.Struct)


@dataclass(frozen=True)
class CommandResult:
    """What a command gives back to the page: the reply and, where the table is shown, the reader's packet of now."""

    reply: Reply
    packet: Packet | None = None
    next: str = ""  # the page to go to


@dataclass(frozen=True)
class ErrorBody:
    """What went wrong, in one sentence."""

    sentence: str


def read(kind: type[T]) -> T:
    """The body of the present request as `kind`. Raises `BadRequest` with one sentence when it is not that."""
    sentence = _("The request could not be understood; please reload the page.")
    try:
        body = msgspec.json.decode(request.get_data(cache=False), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(sentence) from error
    values = msgspec.structs.astuple(body)
    if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
        raise BadRequest(sentence)
    return body


def encode(value: Any) -> bytes:
    """`value` as JSON; dataclasses and enums as they are."""
    return msgspec.json.encode(value, enc_hook=plain)


def answer(value: Any, status: int = 200) -> Response:
    """`value` as a JSON response."""
    return Response(encode(value), status=status, mimetype="application/json")


def told(reply: Reply, **now: object) -> Response:
    """The reply, and beside it what the page shows as it is now; 409 when it was refused."""
    return answer({"reply": reply, **now}, 200 if reply.ok else 409)


def saved(content: bytes | str, name: str, kind: str) -> Response:
    """A file to be kept, never a page: the browser saves it, and no cache does (the guard sees to that)."""
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def picture() -> bytes:
    """The photograph that is the body of the present request. Raises `BadRequest` when it is no picture."""
    data = request.get_data(cache=False)
    if not data.startswith(_PICTURES):
        raise BadRequest(_("That is not a picture that can be read; please send a JPEG, PNG or WebP photo."))
    return data


def outcome(table: Packets, reply: Reply) -> Response:
    """The reply with the reader's packet of now; 409 when it was refused."""
    return answer(CommandResult(reply, table.packet(reader())), 200 if reply.ok else 409)
