"""JSON in and out. Bodies are closed types: a field that is not expected is refused, so no body can name a seat."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
from flask import Response, request
from werkzeug.exceptions import BadRequest

from web.ports import HostAct, HostCommand, Packet, Reply, VirtualAct, VirtualMove
from web.wording import _

LARGEST: Final = 2**53
"""The largest number that a script can count up to; what takes numbers in here has room for all of them."""

T = TypeVar("T", bound=msgspec.Struct)


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tap: the option, the version that it was made for and the number of the request."""

    key: str
    version: int
    request: str


class HandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says that it holds."""

    pieces: list[str]


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN."""

    pin: str


class MoveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act on the virtual table."""

    act: VirtualAct
    handle: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    face_up: bool = True

    def move(self) -> VirtualMove:
        """The same as the border's type. Raises `BadRequest` when a number is not finite."""
        if not all(math.isfinite(value) for value in (self.x_mm, self.y_mm, self.angle_deg)):
            raise BadRequest(_("A place on the table has to be an ordinary number."))
        return VirtualMove(self.act, self.handle, self.x_mm, self.y_mm, self.angle_deg, self.face_up)


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the host."""

    act: HostAct
    reason: str = ""
    number: int | None = None
    seat: int | None = None
    pile: str = ""
    piece: str = ""
    track: str = ""
    value: str = ""

    def command(self) -> HostCommand:
        """The same as the border's type."""
        return HostCommand(
            self.act, self.reason.strip()[:200], self.number, self.seat, self.pile, self.piece, self.track, self.value
        )


@dataclass(frozen=True)
class Outcome:
    """What a command gives back to the page: the reply and, where the table is shown, the reader's packet of now."""

    reply: Reply
    packet: Packet | None = None
    next: str = ""  # the page to go to


@dataclass(frozen=True)
class Sentence:
    """An error in one sentence."""

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
    return msgspec.json.encode(value)


def answer(value: Any, status: int = 200) -> Response:
    """`value` as a JSON response."""
    return Response(encode(value), status=status, mimetype="application/json")
