"""Who sits where: joining, leaving, the host; which seats bots play."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.journal import Journal
from companion.view import Person
from rules.engine.types import Seat
from web.ports import Joined, Role, Session

NAME_LENGTH = 24
MOST_VISITORS = 500  # spectators' sessions live in memory; the oldest makes room for the newest


class Seating:
    """Safe from any thread. Sessions live in the journal and outlive the service."""

    def __init__(self, journal: Journal, names: tuple[str, ...], bots: Callable[[], str]):
        self._lock = threading.Lock()
        self._journal = journal
        self._names = names
        self._bots = bots
        self.code = journal.join_code()
        self._visitors: OrderedDict[str, Session] = OrderedDict()
        self._signed: dict[int, int] = {}  # by seat, how often somebody was signed on or off
        self._held = {seat: name for seat, name in journal.seat_names().items() if seat < len(names)}

    def session(self, token: str) -> Session | None:
        """The session of a cookie's token."""
        return self._visitors.get(token) or self._journal.find_session(token)

    def open_session(self) -> Joined:
        """A spectator's session. It ends with the service."""
        token = secrets.token_urlsafe(32)
        session = Session(Role.SPECTATOR, csrf=secrets.token_urlsafe(24))
        with self._lock:
            self._visitors[token] = session
            while len(self._visitors) > MOST_VISITORS:
                self._visitors.popitem(last=False)
        return Joined(token, session)

    def join(self, token: str, code: str, name: str, seat: int) -> Joined | str:
        """Takes a free seat under a new token, or says in one sentence why not. Whoever holds the seat already may
        change the name."""
        clean = " ".join(name.split())[:NAME_LENGTH]
        if not hmac.compare_digest(code.strip().upper().encode(), self.code.encode()):
            return "That is not the code of this table. It stands on the table screen."
        if not clean:
            return "Please enter a name, so that the others know who you are."
        with self._lock:
            session = self.session(token)
            if session is None:
                return "Your session has ended. Load the page again."
            if not 0 <= seat < len(self._names):
                return f"There is no such seat. The seats are 1 to {len(self._names)}."
            if seat in self._held and session.seat != seat:
                return "That seat is taken. Choose another, or ask the host to free it."
            if clean.casefold() in {n.casefold() for s, n in self._held.items() if s not in (seat, session.seat)}:
                return "Somebody at this table already has that name. Please choose another."
            if session.seat is not None:
                self._release(session.seat)
            self._held[seat] = clean
            self._drop(token)
            return self._new(Role.HOST if session.role is Role.HOST else Role.SEAT, seat, clean)

    def become_host(self, token: str, pin: str) -> Joined | str:
        """Makes a session the host's under a new token, or says why not."""
        if not self._journal.check_pin(pin):
            return "That is not the host's PIN. It was shown in the terminal when the companion first started."
        session = self.session(token)
        if session is None:
            return "Your session has ended. Load the page again."
        with self._lock:
            self._drop(token)
        return self._new(Role.HOST, session.seat, session.name)

    def leave(self, token: str) -> None:
        """Ends a session; its seat is free again."""
        with self._lock:
            session = self.session(token)
            if session is not None and session.seat is not None:
                self._release(session.seat)
            self._drop(token)

    def free_seat(self, seat: int) -> None:
        """Signs off whoever holds a seat."""
        with self._lock:
            self._release(seat)
            self._journal.drop_seat(seat)

    def signing(self, seat: int) -> int:
        """A number that changes when whoever holds the seat is signed off: an open stream must end then."""
        return self._signed.get(seat, 0)

    def everybody(self) -> tuple[Person, ...]:
        """All seats with their people now."""
        playing = self.bot_seats()
        with self._lock:
            held = dict(self._held)
        return tuple(Person(held.get(n, name), n in held, Seat(n) in playing) for n, name in enumerate(self._names))

    def has_phone(self, seat: Seat) -> bool:
        """Whether somebody can answer for this seat privately: a phone or a bot."""
        return int(seat) in self._held or seat in self.bot_seats()

    def bot_seats(self) -> frozenset[Seat]:
        """The seats that bots play now: those that nobody holds; with `fill` only once somebody sits down."""
        mode = self._bots()
        with self._lock:
            if mode == "off" or (mode == "fill" and not self._held):
                return frozenset()
            return frozenset(Seat(n) for n in range(len(self._names)) if n not in self._held)

    def _release(self, seat: int) -> None:
        self._held.pop(seat, None)
        self._signed[seat] = self._signed.get(seat, 0) + 1

    def _drop(self, token: str) -> None:
        if self._visitors.pop(token, None) is None:
            self._journal.drop_session(token)

    def _new(self, role: Role, seat: int | None, name: str) -> Joined:
        token = self._journal.create_session(role, seat, name)
        session = self._journal.find_session(token)
        assert session is not None  # it was made a line above
        return Joined(token, session)
