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

from companion._journal_file import Store
from web.ports import Role, Session

_SESSION_DAYS: Final = 60
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

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._people = store
        self._now = now

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
        """The session that a token stands for; None for an unknown or long unused one."""
        at, key = self._now(), digest(token)
        with self._people.reading() as db:
            query = "SELECT role, seat, csrf, seen_utc FROM sessions WHERE token_sha256 = ?"
            row = db.execute(query, (key,)).fetchone()
            held = "SELECT seat, name FROM session_seats WHERE token_sha256 = ? ORDER BY seat"
            names = {int(seat): str(name) for seat, name in db.execute(held, (key,))}
        if row is None:
            return None
        role, seat, csrf, seen = row
        unused = at - datetime.fromisoformat(seen)
        if unused > timedelta(days=_SESSION_DAYS):
            return None
        if unused > _SEEN_EVERY:
            with self._people.writing() as db:
                db.execute("UPDATE sessions SET seen_utc = ? WHERE token_sha256 = ?", (_stamp(at), key))
        return Session(Role(role), seat, names.get(seat, ""), csrf, seats=tuple(names))

    def drop_session(self, token: str) -> None:
        """Ends a session, and it holds no seat any more; an unknown one is as good as ended."""
        self.drop_phone(digest(token))

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
            " FROM session_seats s JOIN sessions p USING (token_sha256) WHERE p.seen_utc >= ? ORDER BY s.seat"
        )
        with self._people.reading() as db:
            rows = db.execute(query, (self._oldest(),)).fetchall()
        return tuple(
            Holder(seat, name, phone, csrf, Role(role), bool(active), datetime.fromisoformat(seen))
            for seat, name, phone, csrf, role, active, seen in rows
        )

    # -- hand-overs --------------------------------------------------------------------------------------------------

    def offer_seat(self, seat: int, for_s: float) -> str:
        """A secret with which another phone may take this seat, once, within so many seconds. An older one for the
        same seat is worth nothing any more."""
        secret = secrets.token_urlsafe(32)
        ends = _stamp(self._now() + timedelta(seconds=for_s))
        with self._people.writing() as db:
            db.execute("INSERT OR REPLACE INTO hand_overs VALUES (?, ?, ?)", (digest(secret), seat, ends))
        return secret

    def accept_offer(self, secret: str) -> int | None:
        """Uses a hand-over up; the seat that it is for, None when there is none or it came too late."""
        with self._people.writing() as db:
            db.execute("DELETE FROM hand_overs WHERE ends_utc <= ?", (_stamp(self._now()),))
            gone = "DELETE FROM hand_overs WHERE secret_sha256 = ? RETURNING seat"
            row = db.execute(gone, (digest(secret),)).fetchone()
        return None if row is None else int(row[0])

    def withdraw_offer(self, seat: int) -> None:
        """A hand-over of this seat that nobody has used is worth nothing any more."""
        with self._people.writing() as db:
            db.execute("DELETE FROM hand_overs WHERE seat = ?", (seat,))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _insert(self, db: sqlite3.Connection, role: Role) -> str:
        token, csrf, at = secrets.token_urlsafe(32), secrets.token_urlsafe(24), _stamp(self._now())
        db.execute("DELETE FROM sessions WHERE seen_utc < ?", (self._oldest(),))
        db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", (digest(token), role.value, None, csrf, at, at))
        return token

    def _oldest(self) -> str:
        return _stamp(self._now() - timedelta(days=_SESSION_DAYS))


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
