"""The pages' door to who sits where, and the host's list of people."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.doors.replies import Replies
from companion.journal.journal import JournalError
from companion.people.consents import Consents
from companion.people.join_view import WayIn
from companion.people.joining import HAND_OVER_S, Claim, Joining
from companion.people.presence import Presence
from companion.people.seating import unseen_s
from companion.referee.inbox import Inbox, PeopleChanged
from companion.values.notices import Notice
from companion.values.person import first_seated
from rules.engine.types import Seat
from web.pages.join.views import (
    ClaimRow,
    ClaimState,
    ClaimView,
    HandOver,
    JoinWish,
    MeView,
    PeopleAct,
    PeopleCommand,
    PeopleView,
    PhoneState,
    SeatName,
    SeatRow,
)
from web.views import Joined, JoinView, Reply, Role, Session

_SAID: Mapping[ClaimState, str] = {state: f"claim_{state.value}" for state in ClaimState}


class PeopleDoor:
    """Implements `web.pages.join.views.JoiningPort`, and knows every session."""

    def __init__(
        self,
        replies: Replies,
        inbox: Inbox,
        joining: Joining,
        presence: Presence,
        way_in: WayIn,
        consents: Consents,
        venue: Callable[[], str] = lambda: "",
    ):
        """`venue`: the name of the one that the table is paired with; empty: it is with none."""
        self._consents, self._venue = consents, venue
        self._replies = replies
        self._joining = joining
        self._seating = joining.seating
        self._presence = presence
        self._way_in = way_in
        self._inbox = inbox

    # -- sessions ----------------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """The session of a cookie's token."""
        found = self._seating.session(token)
        if found is not None and found.seats:
            self._presence.heard(found.csrf)
        return found

    def open_session(self) -> Joined:
        """A spectator's session."""
        return self._seating.open_session()

    def become_host(self, session: Session, token: str, pin: str) -> Joined | Reply:
        """Makes a session the host's."""
        joined = self._seating.become_host(token, pin)
        return self._replies.no(session, joined) if isinstance(joined, Notice) else joined

    # -- a phone -----------------------------------------------------------------------------------------------------

    def join(self, session: Session, token: str, wish: JoinWish) -> Joined | ClaimView | Reply:
        """A seat at once, a claim that waits, or why not."""
        done = self._joining.wish(token, wish)
        self._inbox.put(PeopleChanged())
        if isinstance(done, Notice):
            return self._replies.no(session, done)
        if isinstance(done, Claim):
            if done.taken:
                code = "seat_asked_for" if done.state is ClaimState.HOST else "seat_wanted"
                self._inbox.put(Notice(code, {"seat": Seat(done.seat)}, aloud=True))
            return self._claim_view(session, done)
        return done

    def join_view(self, session: Session) -> JoinView:
        """The way in, as everybody may see it."""
        return self._way_in.view()

    def claim(self, session: Session, token: str) -> ClaimView | None:
        """What this phone waits for."""
        found = self._joining.claim_of(token)
        return None if found is None else self._claim_view(session, found)

    def collect(self, session: Session, token: str) -> Joined | Reply:
        """What was granted, under a new token."""
        return self._joined(session, self._joining.collect(token))

    def cancel_claim(self, session: Session, token: str) -> Reply:
        """This phone no longer waits."""
        self._joining.cancel(token)
        self._inbox.put(PeopleChanged())
        return self._replies.yes(session, Notice("done"))

    def take_over(self, session: Session, token: str, secret: str) -> Joined | Reply:
        """Uses a hand-over."""
        return self._joined(session, self._joining.take_over(token, secret))

    def leave(self, token: str) -> bool:
        """Gives the seat back that the phone shows. True: the session has ended with it."""
        self._joining.cancel(token)
        has_ended = self._seating.leave(token)
        self._inbox.put(PeopleChanged())
        return has_ended

    def me(self, session: Session) -> MeView:
        """Who this phone is."""
        seats = tuple(SeatName(n, self._seating.name_of(n)) for n in session.seats if n < self._seating.count)
        told = session.seat is not None and self._consents.may_tell(session.seat)
        return MeView(session.seat, seats, session.role is Role.HOST, self._venue(), told)

    def tell_name(self, session: Session, told: bool) -> Reply:
        """Whether the venue may have this person's name with the results of matches that end from now on."""
        if session.seat is None:
            return self._replies.no(session, Notice("seat_not_yours"))
        try:
            is_own = self._consents.say(session.seat, told=told)
        except JournalError as error:
            return self._replies.no(session, str(error))
        if not is_own:
            return self._replies.no(session, Notice("name_of_guest"))
        return self._replies.yes(session, Notice("name_told" if told else "name_kept"))

    def seat_guest(self, session: Session, seat: int, name: str) -> Reply:
        """Somebody without a phone sits down while people gather: this phone holds that seat too."""
        problem = self._why_no_guest(session, seat, name)
        problem = problem or self._give(seat, session.seat or 0, name)
        self._inbox.put(PeopleChanged())
        if problem is not None:
            return self._replies.no(session, problem)
        return self._replies.yes(session, Notice("guest_seated", {"name": self._seating.name_of(seat)}))

    def ask_for_room(self, session: Session) -> Reply:
        """Somebody finds every seat taken while people gather: whoever can make room hears of it."""
        around, people = self._replies.board.around, self._seating.everybody()
        first = first_seated(people)
        if first is None or not around.gathering or not all(one.joined for one in people):
            return self._replies.no(session, Notice("room_not_asked"))
        self._inbox.put(Notice("room_wished", {"seat": Seat(first)}, aloud=True))
        return self._replies.yes(session, Notice("room_asked"))

    def switch_seat(self, session: Session, token: str, seat: int) -> Reply:
        """The phone shows another of its seats; the streams of the one before end."""
        if not self._seating.show(token, seat):
            return self._replies.no(session, Notice("seat_not_yours"))
        self._inbox.put(PeopleChanged())
        return self._replies.yes(session, Notice("done"))

    # -- the host ----------------------------------------------------------------------------------------------------

    def people_view(self, session: Session) -> PeopleView:
        """The host's list."""
        joining, seating = self._joining, self._seating
        claims = joining.waiting()
        return PeopleView(
            seats=self._rows({claim.seat: claim.name for claim in claims}),
            claims=tuple(
                ClaimRow(
                    number=c.number,
                    seat=c.seat,
                    name=c.name,
                    state=c.state,
                    taken=c.taken,
                    left_s=math.ceil(joining.left_s(c)),
                )
                for c in claims
            ),
            way=joining.way,
            code=joining.code,
            locked=seating.is_locked,
            wrong_codes=joining.wrong_codes,
            wifi=self._way_in.has_wifi,
            wifi_shown=bool(self._way_in.view().wifi),
        )

    def people(self, session: Session, command: PeopleCommand) -> Reply:
        """An act of the host."""
        if session.role is not Role.HOST:
            return self._replies.no(session, Notice("no_host"))
        problem = self._act(command)
        self._inbox.put(PeopleChanged())
        code = f"people_{command.act.value}"
        return self._replies.no(session, problem) if problem else self._replies.yes(session, Notice(code))

    def hand_over(self, session: Session, seat: int) -> HandOver | Reply:
        """A link for one other phone."""
        if session.role is not Role.HOST:
            return self._replies.no(session, Notice("no_host"))
        secret = self._joining.hand_over(seat)
        if isinstance(secret, Notice):
            return self._replies.no(session, secret)
        urls = self._way_in.view().urls
        return HandOver(seat, urls[0] if urls else "/join", secret, round(HAND_OVER_S))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _why_no_guest(self, session: Session, seat: int, name: str) -> Notice | None:
        seating = self._seating
        if session.seat is None:
            return Notice("no_seat")
        if not self._replies.board.around.gathering:  # later a hand lies there that this phone must not see
            return Notice("guest_late")
        if not 0 <= seat < seating.count:
            return Notice("join_no_such_seat", {"count": seating.count})
        if seating.holder(seat) is not None:
            return Notice("join_seat_taken")
        if seating.is_locked:
            return Notice("join_locked")
        if seat in seating.locked_seats:
            return Notice("join_seat_locked")
        return None if name else Notice("join_no_name")

    def _give(self, seat: int, to: int, name: str) -> Notice | None:
        """Who sits there from now on is another person than the one whose phone holds the seat."""
        before = self._seating.holder(seat)
        problem = self._seating.give(seat, to, name)
        now = self._seating.holder(seat)
        if problem is None and now is not None and (before is None or before.csrf != now.csrf):
            self._consents.note_guest(seat)
        return problem

    def _act(self, command: PeopleCommand) -> Notice | None:
        joining, seating, seat = self._joining, self._seating, command.seat
        if seat is not None and not 0 <= seat < seating.count:
            return Notice("join_no_such_seat", {"count": seating.count})
        match command.act:
            case PeopleAct.ADMIT | PeopleAct.DENY if command.number is not None:
                return joining.decide(command.number, admit=command.act is PeopleAct.ADMIT)
            case PeopleAct.GIVE if seat is not None and command.to is not None:
                return self._give(seat, command.to, command.value)
            case PeopleAct.RENAME if seat is not None:
                return seating.rename(seat, command.value)
            case PeopleAct.FREE if seat is not None:
                seating.free_seat(seat)
            case PeopleAct.KICK if seat is not None:
                seating.kick(seat)
            case PeopleAct.LOCK | PeopleAct.UNLOCK:
                seating.lock(seat, locked=command.act is PeopleAct.LOCK)
            case PeopleAct.NEW_CODE:
                joining.new_code()
            case PeopleAct.SHOW_WIFI | PeopleAct.HIDE_WIFI:
                self._way_in.show_wifi(command.act is PeopleAct.SHOW_WIFI)
            case _:
                return Notice("people_incomplete")
        return None

    def _rows(self, wanted: Mapping[int, str]) -> tuple[SeatRow, ...]:
        rows, phones = [], dict[bytes, int]()
        for seat, person in enumerate(self._seating.everybody()):
            holder, locked = self._seating.holder(seat), seat in self._seating.locked_seats
            row = SeatRow(
                seat=seat,
                name=person.name,
                bot=person.bot,
                state=PhoneState.NONE,
                locked=locked,
                claim=wanted.get(seat, ""),
            )
            if holder is not None:
                phone = phones.setdefault(holder.phone, len(phones) + 1)
                state = PhoneState.HERE if self._presence.is_here(holder.csrf) else PhoneState.ASLEEP
                heard_s = self._presence.heard_s(holder.csrf)
                seen_s = round(unseen_s(holder) if heard_s is None else heard_s)
                row = replace(row, state=state, phone=phone, seen_s=seen_s, host=holder.role is Role.HOST)
            rows.append(row)
        return tuple(rows)

    def _claim_view(self, session: Session, claim: Claim) -> ClaimView:
        left_s = math.ceil(self._joining.left_s(claim))
        what = claim.why or Notice(_SAID[claim.state], {"seat": claim.seat})
        return ClaimView(claim.seat, claim.name, claim.state, self._replies.yes(session, what).sentence, left_s)

    def _joined(self, session: Session, done: Joined | Notice) -> Joined | Reply:
        if isinstance(done, Notice):
            return self._replies.no(session, done)
        self._inbox.put(PeopleChanged())
        return done
