"""Whose phone is whose: sessions, the seats that each holds, and hand-overs to another phone.

A token or a secret is kept as its hash only: whoever reads the file cannot sign on with it.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from companion.journal.file import Store
from companion.journal.rows import time_of
from web.views import Role, Session

SESSION_EVENINGS: Final = 60
"""A phone that did not come in so many evenings, while others did, is signed off. An evening is a start of the service
in which any phone came: the time of day tells nothing, because a Pi has no clock of its own and may find out in the
middle of an evening that it is months later."""
_SEEN_EVERY: Final = timedelta(minutes=10)  # a memory card does not like a write per request


@dataclass(frozen=True)
class Holder:
    """Who holds a seat. `phone` is the same for all seats of one session and worth nothing to anybody else; `active`:
    it is the seat that this phone shows now."""

    seat: int
    name: str
    phone: bytes
    csrf: str
    role: Role
    active: bool
    seen: datetime


class Sessions:
    """The sessions of one journal. Every call is safe from any thread."""

    def __init__(self, store: Store, now: Callable[[], datetime], clock: Callable[[], float]) -> None:
        """`now` is what people are told, `clock` counts seconds and never jumps."""
        self._people = store
        self._now = now
        self._clock = clock
        self._opened_s = clock()
        self._offered_s: dict[int, float] = {}  # hand-overs by seat
        self._evening = 0  # 0: nobody has come yet

    def create_session(self, role: Role, seat: int | None = None, name: str = "") -> str:
        """Opens a session, which holds that seat instead of whoever held it, and gives its token, which is kept
        nowhere else."""
        with self._people.writing() as db:
            token = self._insert(db, role)
            if seat is not None:
                _give(db, digest(token), seat, name, active=True)
        return token

    def renew_session(self, token: str, role: Role) -> str:
        """Another token for the same phone, with its seats, in this role; the old one is worth nothing then. An unknown
        token makes a new session."""
        old = digest(token)
        with self._people.writing() as db:
            fresh = self._insert(db, role)
            row = db.execute("SELECT seat FROM sessions WHERE token_sha256 = ?", (old,)).fetchone()
            db.execute("UPDATE session_seats SET token_sha256 = ? WHERE token_sha256 = ?", (digest(fresh), old))
            if row is not None:
                db.execute("UPDATE sessions SET seat = ? WHERE token_sha256 = ?", (row[0], digest(fresh)))
            db.execute("DELETE FROM sessions WHERE token_sha256 = ?", (old,))
        return fresh

    def find_session(self, token: str) -> Session | None:
        """The session that a token stands for; None for an unknown one, or one that was not used for many evenings."""
        at, key = self._now(), digest(token)
        with self._people.reading() as db:
            evening = self._this_evening(db)
            query = "SELECT role, seat, csrf, seen_utc, seen_evening FROM sessions WHERE token_sha256 = ?"
            row = db.execute(query, (key,)).fetchone()
            held = "SELECT seat, name FROM session_seats WHERE token_sha256 = ? ORDER BY seat"
            names = {int(seat): str(name) for seat, name in db.execute(held, (key,))}
        if row is None:
            return None
        role, seat, csrf, seen, came = row
        if came < evening - SESSION_EVENINGS:
            return None
        if came < evening or abs(at - time_of(seen)) > _SEEN_EVERY:
            with self._people.writing() as db:
                query = "UPDATE sessions SET seen_utc = ?, seen_evening = ? WHERE token_sha256 = ?"
                db.execute(query, (_stamp(at), evening, key))
        return Session(_role(role, seat), seat, name=names.get(seat, ""), csrf=csrf, seats=tuple(names))

    def drop_session(self, token: str) -> None:
        """Ends a session, and it holds no seat any more; an unknown one is as good as ended."""
        self.drop_phone(digest(token))

    def end_sessions(self, role: Role) -> None:
        """Ends every session of this role."""
        with self._people.writing() as db:
            db.execute("DELETE FROM sessions WHERE role = ?", (role.value,))

    def drop_phone(self, phone: bytes) -> None:
        """Ends the session of this phone (see Holder)."""
        with self._people.writing() as db:
            db.execute("DELETE FROM sessions WHERE token_sha256 = ?", (phone,))

    # -- seats -------------------------------------------------------------------------------------------------------

    def give_seat(self, phone: bytes, seat: int, name: str, *, active: bool) -> None:
        """This phone holds the seat from now on, instead of whoever held it; `active`: and shows it."""
        with self._people.writing() as db:
            _give(db, phone, seat, name, active=active)

    def free_seat(self, seat: int) -> None:
        """Nobody holds the seat any more. A player's phone without any seat is signed off."""
        with self._people.writing() as db:
            db.execute("DELETE FROM session_seats WHERE seat = ?", (seat,))
            _tidy(db)

    def show_seat(self, token: str, seat: int) -> bool:
        """This phone shows that seat from now on; False when it is none of its own."""
        with self._people.writing() as db:
            own = "EXISTS (SELECT 1 FROM session_seats s WHERE s.seat = ? AND s.token_sha256 = sessions.token_sha256)"
            query = f"UPDATE sessions SET seat = ? WHERE token_sha256 = ? AND {own}"
            return db.execute(query, (seat, digest(token), seat)).rowcount == 1

    def rename_seat(self, seat: int, name: str) -> None:
        """Whoever holds the seat is called so from now on."""
        with self._people.writing() as db:
            db.execute("UPDATE session_seats SET name = ? WHERE seat = ?", (name, seat))

    def holders(self) -> tuple[Holder, ...]:
        """Who holds which seat, in the order of the seats."""
        query = (
            "SELECT s.seat, s.name, s.token_sha256, p.csrf, p.role, p.seat = s.seat, p.seen_utc"
            " FROM session_seats s JOIN sessions p USING (token_sha256) WHERE p.seen_evening >= ? ORDER BY s.seat"
        )
        with self._people.reading() as db:
            rows = db.execute(query, (self._this_evening(db) - SESSION_EVENINGS,)).fetchall()
        return tuple(
            Holder(seat, name, phone, csrf, _role(role, seat), bool(active), time_of(seen))
            for seat, name, phone, csrf, role, active, seen in rows
        )

    # -- hand-overs --------------------------------------------------------------------------------------------------

    def offer_seat(self, seat: int, for_s: float) -> str:
        """A secret with which another phone may take this seat, once, within so many seconds. An older one for the
        same seat is worth nothing any more. A restart gives it its whole time again."""
        secret = secrets.token_urlsafe(32)
        with self._people.writing() as db:
            db.execute("INSERT OR REPLACE INTO hand_overs VALUES (?, ?, ?)", (digest(secret), seat, for_s))
            self._offered_s[seat] = self._clock()
        return secret

    def accept_offer(self, secret: str) -> int | None:
        """Uses a hand-over up; the seat that it is for, None when there is none or it came too late."""
        with self._people.writing() as db:
            gone = "DELETE FROM hand_overs WHERE secret_sha256 = ? RETURNING seat, for_s"
            row = db.execute(gone, (digest(secret),)).fetchone()
            if row is None:
                return None
            seat, for_s = int(row[0]), float(row[1])
            ends_s = self._offered_s.get(seat, self._opened_s) + for_s
        return seat if self._clock() < ends_s else None

    def withdraw_offer(self, seat: int) -> None:
        """A hand-over of this seat that nobody has used is worth nothing any more."""
        with self._people.writing() as db:
            db.execute("DELETE FROM hand_overs WHERE seat = ?", (seat,))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _insert(self, db: sqlite3.Connection, role: Role) -> str:
        token, csrf, at = secrets.token_urlsafe(32), secrets.token_urlsafe(24), _stamp(self._now())
        evening = self._this_evening(db)
        db.execute("DELETE FROM sessions WHERE seen_evening < ?", (evening - SESSION_EVENINGS,))
        row = (digest(token), role.value, None, csrf, at, at, evening)
        db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return token

    def _this_evening(self, db: sqlite3.Connection) -> int:
        """The number of this start: one more than the last in which anybody came."""
        if not self._evening:
            latest = db.execute("SELECT ifnull(max(seen_evening), 0) FROM sessions").fetchone()[0]
            self._evening = int(latest) + 1
        return self._evening


def _role(text: str, seat: int | None) -> Role:
    """A role as it is kept; where it is damaged, no more than its seat gives."""
    if text in {role.value for role in Role}:
        return Role(text)
    return Role.SPECTATOR if seat is None else Role.SEAT


def digest(token: str) -> bytes:
    """What is kept of a token. Tokens have 256 random bits, so that a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _give(db: sqlite3.Connection, phone: bytes, seat: int, name: str, *, active: bool) -> None:
    db.execute("DELETE FROM session_seats WHERE seat = ?", (seat,))
    db.execute("INSERT INTO session_seats (seat, token_sha256, name) VALUES (?, ?, ?)", (seat, phone, name))
    query = f"UPDATE sessions SET seat = ? WHERE token_sha256 = ? {'' if active else 'AND seat IS NULL'}"
    db.execute(query, (seat, phone))
    _tidy(db)


def _tidy(db: sqlite3.Connection) -> None:
    """A phone that has lost the seat which it showed shows another of its own; a player without any is no player."""
    own = "(SELECT seat FROM session_seats s WHERE s.token_sha256 = sessions.token_sha256"
    db.execute(
        f"UPDATE sessions SET seat = {own} ORDER BY seat LIMIT 1) WHERE seat IS NOT NULL AND NOT EXISTS"
        f" {own} AND s.seat = sessions.seat)"
    )
    db.execute("DELETE FROM sessions WHERE role = ? AND seat IS NULL", (Role.SEAT.value,))


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
