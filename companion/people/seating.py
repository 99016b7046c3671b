"""Who sits where: which phone holds which seats, who is host, what is locked; which seats bots play.

Whether somebody may sit down is decided in `companion.people.joining`; here it is done.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from companion.journal.journal import Holder, Journal
from companion.journal.sessions import digest
from companion.people.consents import forget_consent
from companion.people.visitors import Visitors
from companion.values.notices import Notice
from companion.values.person import Person, bot_names
from companion.values.strength import Strength, strength_of
from rules.engine.types import Seat
from web.views import Joined, Role, Session

NAME_LENGTH = 24
_TABLE_LOCK = "table_locked"
_SEAT_LOCKS = "seats_locked"


class Seating:
    """Safe from any thread. Seats live in the journal and outlive the service."""

    def __init__(
        self,
        journal: Journal,
        names: tuple[str, ...],
        bots: Callable[[], str],
        visitors: Visitors | None = None,
        bots_sit_down: bool = True,
        given: int | None = None,
        strengths: tuple[Strength, ...] = (),
    ):
        """`given`: so many seats, the first ones, have names of their own; None: all. `strengths`: see
        `strength_of`."""
        self._lock = threading.RLock()
        self._journal = journal
        self._names = names
        self._given = len(names) if given is None else given
        self._bots = bots
        self.hints = True  # whether players may ask for hints; changed from any thread
        self.strengths = strengths  # how well bots play, seat by seat; changed from any thread
        self._bots_sit_down = bots_sit_down  # whether free seats of this game are theirs
        self.visitors = Visitors() if visitors is None else visitors
        self._held: Mapping[int, Holder] = MappingProxyType({})
        # those that nobody may take
        self.locked_seats = frozenset(int(n) for n in re.findall(r"[0-9]+", journal.setting(_SEAT_LOCKS) or ""))
        self.is_locked = bool(journal.setting(_TABLE_LOCK))  # no new phones are let in
        self._look()

    # -- sessions ----------------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """The session of a cookie's token."""
        return self.visitors.use(token) or self._journal.find_session(token)

    def open_session(self) -> Joined:
        """A spectator's session. It ends with the service."""
        token = secrets.token_urlsafe(32)
        session = Session(Role.SPECTATOR, csrf=secrets.token_urlsafe(24))
        self.visitors.add(token, session)
        return Joined(token, session)

    def become_host(self, token: str, pin: str) -> Joined | Notice:
        """Makes a session the host's under a new token, or says why not. Its seats stay its own."""
        if not self._journal.check_pin(pin):
            return Notice("bad_pin")
        with self._lock:
            if self.session(token) is None:
                return Notice("session_ended")
            return self._renewed(token, Role.HOST)

    def change_pin(self, token: str, pin: str) -> Joined | Notice:
        """This host's PIN counts from now on. The session goes on under a new token, those of other hosts end."""
        with self._lock:
            session = self.session(token)
            if session is None or session.role is not Role.HOST:
                return Notice("session_ended")
            self._journal.change_pin(pin, token)
            return self._renewed(token, Role.HOST)

    def renew(self, token: str) -> Joined | None:
        """The same session under a new token; None when there is none."""
        with self._lock:
            session = self.session(token)
            return None if session is None else self._renewed(token, session.role)

    def leave(self, token: str) -> bool:
        """Gives the seat back that the phone shows. True: that was the last one, and the session has ended."""
        with self._lock:
            session = self.session(token)
            if session is not None and len(session.seats) > 1 and session.seat is not None:
                self.free_seat(session.seat)
                return False
            for seat in () if session is None else session.seats:
                self._forget(seat)
            self._end(token)
            return True

    def end(self, token: str) -> None:
        """Ends a session that nobody uses yet; its seats are free."""
        with self._lock:
            self._end(token)

    def may_read(self, session: Session) -> bool:
        """Whether an open stream of a seat may go on: the phone still holds that seat, and shows it."""
        holder = self._held.get(-1 if session.seat is None else session.seat)
        return holder is not None and holder.active and holder.csrf == session.csrf

    # -- seats -------------------------------------------------------------------------------------------------------

    def why_not(self, session: Session, seat: int, name: str, *, also: bool) -> Notice | None:
        """What is wrong with a wish whoever may grant it; None when nothing is."""
        if not name:
            return Notice("join_no_name")
        if not 0 <= seat < len(self._names):
            return Notice("join_no_such_seat", {"count": len(self._names)})
        leaving = () if also else session.seats
        others = {held.name.casefold() for n, held in self._held.items() if n != seat and n not in leaving}
        return Notice("join_name_taken") if name.casefold() in others else None

    def sit(self, token: str, seat: int, name: str, *, also: bool = False, same_person: bool = False) -> Joined | None:
        """This session holds the seat from now on, under a new token; whoever held it does so no longer. `also`: it
        keeps its other seats; `same_person`: what was noted at the seat stays. None when the session has ended."""
        with self._lock:
            session = self.session(token)
            if session is None:
                return None
            if self.visitors.drop(token):
                return self.open_seat(seat, name, same_person=same_person)
            self.take(token, seat, name, also=also, same_person=same_person)
            return self._renewed(token, session.role)

    def take(self, token: str, seat: int, name: str, *, also: bool, same_person: bool) -> None:
        """The same for a session that is more than a spectator's, without a new token: that comes later."""
        with self._lock:
            session = self.session(token)
            own = () if session is None else session.seats
            if seat not in own:
                self._forget(seat, same_person=same_person)
            self._journal.give_seat(digest(token), seat, name, active=True)
            for other in own:
                if not also and other != seat:
                    self._forget(other)
                    self._journal.free_seat(other)
            self._look()

    def open_seat(self, seat: int, name: str, *, same_person: bool) -> Joined:
        """A session for a phone that may hold this seat and does not know it yet."""
        with self._lock:
            self._forget(seat, same_person=same_person)
            return self._joined(self._journal.create_session(Role.SEAT, seat, name))

    def is_visitor(self, token: str) -> bool:
        """Whether this is the session of a spectator."""
        return token in self.visitors

    def show(self, token: str, seat: int) -> bool:
        """The phone shows another seat of its own; False when it is none of its own."""
        with self._lock:
            done = self._journal.show_seat(token, seat)
            self._look()
            return done

    def free_seat(self, seat: int) -> None:
        """Nobody holds this seat any more."""
        with self._lock:
            self._forget(seat)
            self._journal.free_seat(seat)
            self._look()

    def kick(self, seat: int) -> None:
        """Signs off the phone that holds this seat, with all that it holds."""
        with self._lock:
            holder = self._held.get(seat)
            for other in [n for n, one in self._held.items() if holder is not None and one.phone == holder.phone]:
                self._forget(other)
            if holder is not None:
                self._journal.drop_phone(holder.phone)
            self._look()

    def give(self, seat: int, to: int, name: str) -> Notice | None:
        """A seat goes to the phone that holds another one. A held seat keeps its name and notes."""
        with self._lock:
            target, now = self._held.get(to), self._held.get(seat)
            if target is None or not 0 <= seat < len(self._names):
                return Notice("people_no_phone")
            if now is None:
                self._forget(seat)
            called = now.name if now is not None else _clean(name) or self._free_name(seat)
            if self._is_taken(called, seat):
                return Notice("join_name_taken")
            self._journal.give_seat(target.phone, seat, called, active=False)
            self._look()
            return None

    def rename(self, seat: int, name: str) -> Notice | None:
        """Whoever holds the seat is called so."""
        with self._lock:
            clean = _clean(name)
            if not clean:
                return Notice("join_no_name")
            if seat not in self._held:
                return Notice("people_no_phone")
            if self._is_taken(clean, seat):
                return Notice("join_name_taken")
            self._journal.rename_seat(seat, clean)
            self._look()
            return None

    def holder(self, seat: int) -> Holder | None:
        """Who holds a seat."""
        return self._held.get(seat)

    def seat_named(self, name: str) -> int | None:
        """The seat of whoever is called so."""
        return next((n for n, held in self._held.items() if held.name.casefold() == name.casefold()), None)

    def move_up(self) -> None:
        """Who sat at a seat that this table has no more, since a game for fewer is played, takes a free one of it."""
        with self._lock:
            beyond = [one for one in self._journal.holders() if one.seat >= len(self._names)]
            free = [seat for seat in range(len(self._names)) if seat not in self._held]
            for one, seat in zip(beyond, free, strict=False):
                self._journal.give_seat(one.phone, seat, one.name, active=one.active)
            for one in beyond:
                self._journal.free_seat(one.seat)
            self._look()

    @property
    def held_seats(self) -> frozenset[int]:
        """The seats that phones hold."""
        return frozenset(self._held)

    def name_of(self, seat: int) -> str:
        """What a seat is called, held or not."""
        held = self._held.get(seat)
        return self._names[seat] if held is None else held.name

    @property
    def count(self) -> int:
        """How many seats there are."""
        return len(self._names)

    # -- locks -------------------------------------------------------------------------------------------------------

    def lock(self, seat: int | None, *, locked: bool) -> None:
        """Locks or unlocks one seat, or (None) the table. Kept over restarts."""
        with self._lock:
            if seat is None:
                self.is_locked = locked
                self._journal.set_setting(_TABLE_LOCK, "yes" if locked else "")
                return
            self.locked_seats = self.locked_seats | {seat} if locked else self.locked_seats - {seat}
            self._journal.set_setting(_SEAT_LOCKS, ",".join(str(n) for n in sorted(self.locked_seats)))

    # -- who plays ---------------------------------------------------------------------------------------------------

    def everybody(self) -> tuple[Person, ...]:
        """All seats with their people now."""
        held, playing = self._held, self.bot_seats()
        names = [self.name_of(n) for n in range(len(self._names))]
        bots = bot_names(names, len(names))
        called = [bots[n] if Seat(n) in playing and n >= self._given else name for n, name in enumerate(names)]
        strengths = self.strengths
        return tuple(
            Person(name, n in held, Seat(n) in playing, strength_of(strengths, n)) for n, name in enumerate(called)
        )

    def has_phone(self, seat: Seat) -> bool:
        """Whether somebody can answer for this seat privately: a phone or a bot."""
        return int(seat) in self._held or seat in self.bot_seats()

    def call_seats(self, names: tuple[str, ...], *, to_bots: bool = True) -> None:
        """What seats are called from now on that nobody holds; those left out keep the name that they have. `to_bots`:
        a bot that plays there is called so too, else it has a name of its own."""
        with self._lock:
            self._names = (*names[: len(self._names)], *self._names[len(names) :])
            self._given = max(self._given, len(names)) if to_bots else 0

    def leaves_chores(self) -> bool:
        """Whether dealing and tidying at a virtual table is left to the program: as soon as somebody plays there,
        beside bots or not, unless nothing is to happen by itself."""
        mode = self._bots()
        return mode == "all" or (mode != "off" and bool(self._held))

    def bot_seats(self) -> frozenset[Seat]:
        """The seats that bots play now: those that nobody holds; with `fill` only once somebody sits down, and where
        they sit down at all."""
        mode, held = self._bots(), self._held
        if mode == "off" or (mode == "fill" and not (held and self._bots_sit_down)):
            return frozenset()
        return frozenset(Seat(n) for n in range(len(self._names)) if n not in held)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Everything in memory is read again from the journal, which is the truth."""
        held = {one.seat: one for one in self._journal.holders() if one.seat < len(self._names)}
        self._held = MappingProxyType(held)

    def _forget(self, seat: int, *, same_person: bool = False) -> None:
        """What belonged to whoever sat there does not pass to the next; on another phone the same person says anew
        what that one may tell."""
        forget_consent(self._journal, seat)
        if same_person:
            return
        self._journal.clear_seat_notes(seat)
        self._journal.withdraw_offer(seat)

    def _is_taken(self, name: str, seat: int) -> bool:
        return name.casefold() in {one.name.casefold() for n, one in self._held.items() if n != seat}

    def _free_name(self, seat: int) -> str:
        name = self._names[seat]
        return f"{name} {seat + 1}"[:NAME_LENGTH] if self._is_taken(name, seat) else name

    def _end(self, token: str) -> None:
        if not self.visitors.drop(token):
            self._journal.drop_session(token)
        self._look()

    def _renewed(self, token: str, role: Role) -> Joined:
        self.visitors.drop(token)
        return self._joined(self._journal.renew_session(token, role))

    def _joined(self, token: str) -> Joined:
        self._look()
        session = self._journal.find_session(token)
        assert session is not None  # it was made a line above
        return Joined(token, session)


def unseen_s(holder: Holder) -> float:
    """Seconds since a phone was seen, by what the journal says: it is written down now and then only."""
    return max(0.0, (datetime.now(UTC) - holder.seen).total_seconds())


def _clean(name: str) -> str:
    return " ".join(name.split())[:NAME_LENGTH]
