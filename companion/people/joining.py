"""How somebody comes to a seat: by its button, with the host's code, with a hand-over, or just so.

A wish for a seat is kept here, bound to the session that has it, until somebody presses the seat's button or the host
decides. Then the phone collects what it was granted, under a new token: a cookie that an attacker had planted before is
worth nothing afterwards.

A free seat takes one press. A seat that has a phone takes two within the time of the claim: the first one might have
been meant for the game, and a press that gives a hand away must not happen by mistake.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import structs

from companion.journal.journal import Journal
from companion.people.evening import Evening, fresh_code
from companion.people.seating import NAME_LENGTH, Seating
from companion.values.notices import Notice
from rules.engine.types import Seat
from web.pages.join.views import ClaimState, JoinWish
from web.views import Joined, JoinWay, Session

BUTTON_S: Final = 60.0
HOST_S: Final = 300.0
COLLECT_S: Final = 60.0
HAND_OVER_S: Final = 300.0
TOLD_S: Final = 120.0  # how long a phone can still ask what became of its claim
SEAT_WANTED: Final = frozenset({"seat_wanted", "seat_asked_for"})
"""The notices that another phone wants a seat."""
_WAITING: Final = frozenset({ClaimState.BUTTON, ClaimState.AGAIN, ClaimState.WRONG})
_OPEN: Final = _WAITING | {ClaimState.HOST, ClaimState.GRANTED}


@dataclass(frozen=True)
class Claim:
    """A wish that waits. `taken`: another phone holds the seat; `joined`: a session that was made for a spectator's
    phone and that it does not know yet; `why`: what stood in the way at last."""

    number: int
    token: str = field(repr=False)
    seat: int
    name: str
    also: bool
    taken: bool
    state: ClaimState
    ends_s: float
    joined: Joined | None = field(default=None, repr=False)
    why: Notice | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still holds the seat for its phone."""
        return self.state in _OPEN


class Joining:
    """Safe from any thread. Claims live in memory: a restart drops them, and the person asks again."""

    def __init__(
        self,
        journal: Journal,
        seating: Seating,
        way: JoinWay,
        clock: Callable[[], float],
        evening: Evening | None = None,
    ):
        self.seating = seating
        self.way = way
        self.wrong_codes = 0
        self._evening = evening or Evening()
        self._journal = journal
        self._clock = clock
        self._lock = threading.RLock()
        self._claims: dict[int, Claim] = {}
        self._next = 1

    @property
    def code(self) -> str:
        """What lets a phone sit down. Another start of the service within the same run of the program keeps it."""
        return self._evening.code

    # -- by phone ----------------------------------------------------------------------------------------------------

    def wish(self, token: str, wish: JoinWish) -> Joined | Claim | Notice:
        """A seat at once, a claim that waits, or why not. Whoever holds the seat already may change the name."""
        name = " ".join(wish.name.split())[:NAME_LENGTH]
        with self._lock:
            session = self.seating.session(token)
            if session is None:
                return Notice("session_ended")
            wish = self._own_seat(session, structs.replace(wish, name=name))
            problem = self._code_problem(wish.code) or self.seating.why_not(session, wish.seat, name, also=wish.also)
            if problem is None and wish.seat not in session.seats:
                problem = self._closed(token, wish.seat, name)
            if problem is not None:
                return problem
            if wish.seat in session.seats:
                return self.seating.sit(token, wish.seat, name, also=True) or Notice("session_ended")
            return self._way_in(token, session, wish)

    def claim_of(self, token: str) -> Claim | None:
        """What this session waits for, or what became of it."""
        with self._lock:
            self._expire()
            return next((claim for claim in self._claims.values() if claim.token == token), None)

    def left_s(self, claim: Claim) -> float:
        """How long a claim still stands."""
        return max(0.0, claim.ends_s - self._clock())

    def collect(self, token: str) -> Joined | Notice:
        """What was granted, under a new token."""
        with self._lock:
            claim = self.claim_of(token)
            if claim is None or claim.state is not ClaimState.GRANTED:
                return Notice("join_not_granted")
            del self._claims[claim.number]
            if claim.joined is None:
                return self.seating.renew(token) or Notice("session_ended")
            self.seating.end(token)
            return claim.joined

    def cancel(self, token: str) -> None:
        """This session no longer wants the seat."""
        with self._lock:
            for claim in [claim for claim in self._claims.values() if claim.token == token]:
                self._put_away(claim)

    def take_over(self, token: str, secret: str) -> Joined | Notice:
        """A hand-over is used up: this phone has the seat, with what was noted there; the one before is signed off."""
        with self._lock:
            if self.seating.session(token) is None:
                return Notice("session_ended")
            seat = self._journal.accept_offer(secret)
            if seat is None or seat >= self.seating.count:
                return Notice("hand_over_late")
            self._settle(seat)
            is_held = self.seating.holder(seat) is not None
            name = self.seating.name_of(seat)
            joined = self.seating.sit(token, seat, name, also=True, same_person=is_held)
            return joined or Notice("session_ended")

    # -- by button, in the referee's thread --------------------------------------------------------------------------

    def pressed(self, seat: Seat, *, is_asked: bool) -> bool:
        """A seat's button. True when the press was meant for a claim, so that it answers nothing. `is_asked`: the match
        waits for this seat."""
        with self._lock:
            self._expire()
            claim = next((c for c in self._claims.values() if c.seat == seat and c.state in _WAITING), None)
            if claim is not None:
                taken = claim.taken or self.seating.holder(seat) is not None  # the host may have given it meanwhile
                if taken and claim.state is not ClaimState.AGAIN:
                    self._claims[claim.number] = replace(claim, state=ClaimState.AGAIN, taken=True)
                else:
                    self._grant(claim)
                return True
            waiting = [c for c in self._claims.values() if c.state in _WAITING]
            if not waiting or is_asked or self.seating.holder(seat) is not None:
                return False
            for one in waiting:
                if one.state is ClaimState.BUTTON:
                    self._claims[one.number] = replace(one, state=ClaimState.WRONG)
            return True

    def blinking(self) -> frozenset[int]:
        """The seats whose button is waited for."""
        with self._lock:
            self._expire()
            return frozenset(claim.seat for claim in self._claims.values() if claim.state in _WAITING)

    def contested(self) -> frozenset[int]:
        """The seats with a phone that another one wants."""
        with self._lock:
            return frozenset(claim.seat for claim in self.waiting() if claim.taken)

    # -- by the host -------------------------------------------------------------------------------------------------

    def waiting(self) -> tuple[Claim, ...]:
        """Claims that somebody has to decide."""
        with self._lock:
            self._expire()
            return tuple(c for c in self._claims.values() if c.is_open and c.state is not ClaimState.GRANTED)

    def decide(self, number: int, *, admit: bool) -> Notice | None:
        """The host lets a phone in, or turns it away; a notice when there is no such claim any more."""
        with self._lock:
            claim = next((c for c in self.waiting() if c.number == number), None)
            if claim is None:
                return Notice("people_no_claim")
            if admit:
                return self._grant(claim)
            self._end(claim, ClaimState.DENIED)
            return None

    def new_code(self) -> None:
        """Another code; the old one no longer lets anybody in."""
        with self._lock:
            self._evening.code, self.wrong_codes = fresh_code(), 0

    def hand_over(self, seat: int) -> str | Notice:
        """A secret with which one other phone can take the seat."""
        if not 0 <= seat < self.seating.count:
            return Notice("join_no_such_seat", {"count": self.seating.count})
        return self._journal.offer_seat(seat, HAND_OVER_S)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _own_seat(self, session: Session, wish: JoinWish) -> JoinWish:
        """Whoever comes with another phone and the own name means the own seat, whichever was ticked. With a phone that
        has a seat the name is another person's."""
        held = None if session.seats else self.seating.seat_named(wish.name)
        return wish if held is None else structs.replace(wish, seat=held)

    def _code_problem(self, code: str) -> Notice | None:
        if not code:
            return None
        typed = "".join(letter for letter in code.upper() if letter.isalnum())  # "7jsw-t ", as it was read aloud
        if hmac.compare_digest(typed.encode(errors="replace"), self.code.encode()):
            return None
        self.wrong_codes += 1
        return Notice("join_bad_code")

    def _closed(self, token: str, seat: int, name: str) -> Notice | None:
        """Why this seat cannot be wished for now."""
        if self.seating.is_locked:
            return Notice("join_locked")
        if seat in self.seating.locked_seats:
            return Notice("join_seat_locked")
        self._expire()
        others = [c for c in self._claims.values() if c.is_open and c.token != token]
        if any(c.seat == seat for c in others):
            return Notice("join_claimed")
        return Notice("join_name_taken") if any(c.name.casefold() == name.casefold() for c in others) else None

    def _way_in(self, token: str, session: Session, wish: JoinWish) -> Joined | Claim | Notice:
        self.cancel(token)
        holder = self.seating.holder(wish.seat)
        is_same = holder is not None and holder.name.casefold() == wish.name.casefold()
        if holder is None and (wish.code or self.way is JoinWay.OPEN):
            return self.seating.sit(token, wish.seat, wish.name, also=wish.also) or Notice("session_ended")
        if self.way is JoinWay.BUTTON and not wish.code:
            return self._claimed(token, wish, ClaimState.BUTTON, BUTTON_S)
        if is_same and (wish.code or self.way is JoinWay.OPEN):
            return self._claimed(token, wish, ClaimState.HOST, HOST_S)
        return Notice("join_seat_taken" if wish.code or self.way is JoinWay.OPEN else "join_needs_code")

    def _claimed(self, token: str, wish: JoinWish, state: ClaimState, for_s: float) -> Claim:
        taken = self.seating.holder(wish.seat) is not None
        ends_s = self._clock() + for_s
        claim = Claim(self._next, token, wish.seat, wish.name, wish.also, taken, state, ends_s)
        self._claims[claim.number] = claim
        self._next += 1
        return claim

    def _grant(self, claim: Claim) -> Notice | None:
        """The seat changes hands now; the phone collects it later."""
        session = self.seating.session(claim.token)
        if session is None:
            self._put_away(claim)
            return Notice("people_no_claim")
        problem = self.seating.why_not(session, claim.seat, claim.name, also=claim.also)
        if problem is not None:
            self._end(claim, ClaimState.DENIED, problem)
            return problem
        holder = self.seating.holder(claim.seat)
        is_same = holder is not None and holder.name.casefold() == claim.name.casefold()
        joined = None
        if self.seating.is_visitor(claim.token):
            joined = self.seating.open_seat(claim.seat, claim.name, same_person=is_same)
        else:
            self.seating.take(claim.token, claim.seat, claim.name, also=claim.also, same_person=is_same)
        ends_s = self._clock() + COLLECT_S
        self._claims[claim.number] = replace(claim, state=ClaimState.GRANTED, ends_s=ends_s, joined=joined)
        return None

    def _expire(self) -> None:
        now = self._clock()
        for claim in [c for c in self._claims.values() if c.ends_s <= now]:
            if claim.is_open and claim.state is not ClaimState.GRANTED:
                self._end(claim, ClaimState.LATE)
            else:
                self._put_away(claim)

    def _end(self, claim: Claim, state: ClaimState, why: Notice | None = None) -> None:
        self._claims[claim.number] = replace(claim, state=state, why=why, ends_s=self._clock() + TOLD_S)

    def _put_away(self, claim: Claim) -> None:
        """Forgets a claim; a seat that nobody has collected is free again."""
        self._claims.pop(claim.number, None)
        if claim.joined is not None:
            self.seating.end(claim.joined.token)

    def _settle(self, seat: int) -> None:
        """The seat has changed hands in another way: nobody waits for it any more."""
        for claim in [c for c in self._claims.values() if c.seat == seat and c.is_open]:
            self._put_away(claim)
