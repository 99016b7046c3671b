"""A seat's own page, and what it asks and sends. Who asks comes from the cookie's session, never from the body."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import msgspec
from flask import Response
from werkzeug.exceptions import BadRequest, TooManyRequests

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, outcome, picture, read
from web.pages.seat import notes
from web.pages.seat.views import HandLook, SeatPort
from web.views import Packet
from web.wording import _

_SEAT = Gate(Audience.SEAT)
_MOST_NAMED = 40
_READ_AT_ONCE = 2  # photos: each takes a core, and up to 190 megabytes when it is large
_READING_S = 20.0
_LOOKING_S = 2.0  # the next picture of a film is newer than one that has waited
_LIVE_BYTES = 3_000_000


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tap: the option, the version that it was made for and the number of the request."""

    key: str
    version: int
    request: str


class TakeBackBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat wants its last answer back; `version` is what it looked at."""

    version: int


class HandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says that it holds."""

    pieces: list[str]


@dataclass(frozen=True)
class HandLooked:
    """What the picture says, and the reader's packet of now when it may have changed."""

    look: HandLook
    packet: Packet | None


class ConsentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says to the proposal of that number."""

    agrees: bool
    number: int


def install(app: ClosedFlask, table: SeatPort) -> None:
    """Adds the page and what belongs to it."""
    _match(app, table)
    _hand(app, table)
    notes.install(app, table)


def _match(app: ClosedFlask, table: SeatPort) -> None:
    def page() -> str:
        virtual, has_https = table.virtual_scene(reader()) is not None, "https" in app.gates
        return session_page("seat/seat.html", virtual=virtual, has_https=has_https)

    def packet() -> Response:
        return answer(table.packet(reader()))

    def tap() -> Response:
        body = read(AnswerBody)
        if not 8 <= len(body.request) <= 64:
            raise BadRequest(_("The request has no proper number; please reload the page."))
        return outcome(table, table.answer(reader(), body.key, body.version, body.request))

    def consent() -> Response:
        body = read(ConsentBody)
        return outcome(table, table.consent(reader(), body.agrees, body.number))

    def take_back() -> Response:
        return outcome(table, table.take_back(reader(), read(TakeBackBody).version))

    def hint() -> Response:
        return answer(table.hint(reader()))  # without an opinion too: nothing was refused

    def start() -> Response:
        return outcome(table, table.start(reader()))

    app.add_url_rule("/api/start", "api_start", start, gate=_SEAT, methods=["POST"])
    app.add_url_rule("/api/take-back", "api_take_back", take_back, gate=_SEAT, methods=["POST"])
    app.add_url_rule("/api/hint", "api_hint", hint, gate=_SEAT, methods=["POST"])
    app.add_url_rule("/api/consent", "api_consent", consent, gate=_SEAT, methods=["POST"])
    gate = Gate(Audience.SEAT, page=True, lead_to="/join")
    app.add_url_rule("/seat", "seat", page, gate=gate, methods=["GET"])
    app.add_url_rule("/api/packet", "api_packet", packet, gate=Gate(Audience.SESSION), methods=["GET"])
    app.add_url_rule("/api/answer", "api_answer", tap, gate=_SEAT, methods=["POST"])


def _hand(app: ClosedFlask, table: SeatPort) -> None:
    reading = threading.BoundedSemaphore(_READ_AT_ONCE)

    def photo() -> Response:
        shown = picture()
        if not reading.acquire(timeout=_READING_S):
            raise TooManyRequests(_("Others are showing their hands just now; please send your photo again."))
        try:
            return outcome(table, table.hand_photo(reader(), shown))
        finally:
            reading.release()

    def look() -> Response:
        shown = picture()
        if not reading.acquire(timeout=_LOOKING_S):
            raise TooManyRequests(_("Others are showing their hands just now; please send your photo again."))
        try:
            looked = table.hand_look(reader(), shown)
        finally:
            reading.release()
        return answer(HandLooked(looked, table.packet(reader()) if looked.reply else None))

    def hand() -> Response:
        pieces = read(HandBody).pieces
        if not 0 < len(pieces) <= _MOST_NAMED:
            raise BadRequest(_("Name at least one of the pieces that you hold."))
        return outcome(table, table.name_hand(reader(), tuple(pieces)))

    app.add_url_rule("/api/hand", "api_hand", hand, gate=_SEAT, methods=["POST"])
    gate = Gate(Audience.SEAT, photo=True)
    app.add_url_rule("/api/hand-photo", "api_hand_photo", photo, gate=gate, methods=["POST"])
    gate = Gate(Audience.SEAT, photo=True, most_bytes=_LIVE_BYTES)
    app.add_url_rule("/api/hand-look", "api_hand_look", look, gate=gate, methods=["POST"])
