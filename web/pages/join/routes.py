"""Taking a seat, changing and giving it back, and the host's list of people."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import segno
from flask import Response, request
from msgspec.structs import replace
from werkzeug.exceptions import BadRequest

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader, token
from web.door.security import Guard
from web.door.wire import CommandResult, answer, outcome, read, told
from web.pages.join.views import ClaimView, HandOver, JoiningPort, JoinWish, PeopleCommand
from web.views import Joined, JoinView, OnTable, Reply
from web.wording import _

_SESSION = Gate(Audience.SESSION)
_HOST = Gate(Audience.HOST)
_NAME_LENGTH = 24
_CODE_LENGTH = 40
_SECRET_LENGTH = 100


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN."""

    pin: str


class SecretBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands behind the # of a hand-over's address."""

    secret: str


class SeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: one of the phone's own, or one that is handed over."""

    seat: int


@dataclass(frozen=True)
class JoinPage:
    """What the page for joining needs: the way in, and what this phone waits for."""

    way: JoinView
    claim: ClaimView | None


@dataclass(frozen=True)
class WishOutcome:
    """What a wish has brought: a page to go to, or a claim that waits, or why not."""

    reply: Reply
    claim: ClaimView | None = None
    next: str = ""


@dataclass(frozen=True)
class HandOverCard:
    """A hand-over for the host's eyes: the link, the same as a picture, and how long it can be used."""

    seat: int
    link: str
    picture: str  # an SVG in a data address
    left_s: int


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the venue may have the name of whoever sits here."""

    told: bool


class GuestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody without a phone, and the free seat that this phone is to hold for them."""

    seat: int
    name: str


def install(app: ClosedFlask, people: JoiningPort, table: OnTable, guard: Guard) -> None:
    """Adds everything about who sits where."""
    _wishes(app, people, guard)
    _seats(app, people, table, guard)
    _people(app, people)
    _host(app, people, guard)

    def page() -> str:
        session = reader()
        virtual = table.virtual_scene(session) is not None
        code = request.args.get("code", "")[:_CODE_LENGTH]
        return session_page("join/join.html", packet=table.packet(session), code=code, virtual=virtual)

    app.add_url_rule("/join", "join", page, gate=Gate(Audience.OPEN, page=True), methods=["GET"])


def _wishes(app: ClosedFlask, people: JoiningPort, guard: Guard) -> None:
    def join() -> Response:
        wish = read(JoinWish)
        guard.join_attempt(guess=bool(wish.code.strip()))
        wish = replace(wish, name=_name(wish.name), code=wish.code.strip()[:_CODE_LENGTH])
        return seated(people.join(reader(), token(), wish))

    def page() -> Response:
        return answer(JoinPage(people.join_view(reader()), people.claim(reader(), token())))

    def collect() -> Response:
        return seated(people.collect(reader(), token()))

    def room() -> Response:
        guard.join_attempt(guess=False)
        return told(people.ask_for_room(reader()))

    def take_over() -> Response:
        guard.join_attempt(guess=True)
        return seated(people.take_over(reader(), token(), read(SecretBody).secret.strip()[:_SECRET_LENGTH]))

    def cancel() -> Response:
        return answer(WishOutcome(people.cancel_claim(reader(), token())))

    def seated(result: Joined | ClaimView | Reply) -> Response:
        match result:
            case Reply():
                return answer(WishOutcome(result), 409)
            case ClaimView():
                return answer(WishOutcome(Reply(True, result.sentence, 0), result), 202)
        guard.sign_on(result)
        return answer(WishOutcome(Reply(True, _("Welcome."), 0), next="/seat"))

    app.add_url_rule("/api/join", "api_join", join, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/join", "api_join_page", page, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/join/collect", "api_join_collect", collect, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/join/cancel", "api_join_cancel", cancel, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/join/room", "api_join_room", room, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/join/take-over", "api_join_take_over", take_over, gate=_SESSION, methods=["POST"])


def _host(app: ClosedFlask, people: JoiningPort, guard: Guard) -> None:
    def become_host() -> Response:
        guard.pin_attempt()
        result = people.become_host(reader(), token(), read(PinBody).pin.strip()[:64])
        if isinstance(result, Reply):
            return answer(CommandResult(result), 409)
        guard.sign_on(result)
        return answer(CommandResult(Reply(True, _("Welcome."), 0), next="/host"))

    app.add_url_rule("/api/become-host", "api_become_host", become_host, gate=_SESSION, methods=["POST"])


def _seats(app: ClosedFlask, people: JoiningPort, table: OnTable, guard: Guard) -> None:
    def me() -> Response:
        return answer(people.me(reader()))

    def switch() -> Response:
        reply = people.switch_seat(reader(), token(), read(SeatBody).seat)
        return answer(CommandResult(reply, next="/seat" if reply.ok else ""), 200 if reply.ok else 409)

    def guest() -> Response:
        body = read(GuestBody)
        return outcome(table, people.seat_guest(reader(), body.seat, _name(body.name)))

    def name() -> Response:
        return told(people.tell_name(reader(), read(NameBody).told))

    def leave() -> Response:
        if not people.leave(token()):
            return answer(CommandResult(Reply(True, _("That seat is free again."), 0), next="/seat"))
        guard.sign_on(people.open_session())
        return answer(CommandResult(Reply(True, _("You have left the table."), 0), next="/"))

    app.add_url_rule("/api/me", "api_me", me, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/seat/switch", "api_seat_switch", switch, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/seat/guest", "api_seat_guest", guest, gate=Gate(Audience.SEAT), methods=["POST"])
    app.add_url_rule("/api/seat/name", "api_seat_name", name, gate=Gate(Audience.SEAT), methods=["POST"])
    app.add_url_rule("/api/leave", "api_leave", leave, gate=_SESSION, methods=["POST"])


def _people(app: ClosedFlask, people: JoiningPort) -> None:
    def view() -> Response:
        return answer(people.people_view(reader()))

    def act() -> Response:
        said = read(PeopleCommand)
        reply = people.people(reader(), replace(said, value=said.value.strip()[:_NAME_LENGTH]))
        return told(reply, view=people.people_view(reader()))

    def hand_over() -> Response:
        result = people.hand_over(reader(), read(SeatBody).seat)
        if isinstance(result, Reply):
            return answer(CommandResult(result), 409)
        return answer(_card(result))

    app.add_url_rule("/api/people", "api_people", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/people", "api_people_act", act, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/people/hand-over", "api_hand_over", hand_over, gate=_HOST, methods=["POST"])


def _name(text: str) -> str:
    """A name as it is kept. Raises `BadRequest` with one sentence when it is none."""
    name = " ".join("".join(c for c in text if c.isprintable()).split())
    if not 1 <= len(name) <= _NAME_LENGTH:
        raise BadRequest(_("Please give a name of 1 to {most} letters.", most=_NAME_LENGTH))
    return name


def _card(offer: HandOver) -> HandOverCard:
    link = f"{offer.address}#over={offer.secret}"
    picture = segno.make(link, error="m").svg_data_uri(scale=8, border=2, dark="#16201f", light="#fffdf6")
    return HandOverCard(offer.seat, link, picture, offer.left_s)
