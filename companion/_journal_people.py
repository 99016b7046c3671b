"""What the journal keeps about people and things beside the matches: sessions, secrets, the copies of games.

Tokens and PINs are kept as hashes only: whoever reads the file cannot sign on with it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final

from companion._journal_file import JournalError, Store
from companion.copies import Copies
from web.ports import Role, Session

_SESSION_DAYS: Final = 60
_SEEN_EVERY: Final = timedelta(minutes=10)  # a memory card does not like a write per request
_JOIN_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that are mixed up when read aloud
_PIN_DIGITS: Final = 6


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class StoredSession:
    """A session as the journal has it; its token is not in it."""

    session: Session
    created: datetime
    seen: datetime


class People:
    """Sessions, copies and settings of one journal. Every call is safe from any thread."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._people = store
        self._now = now
        self.copies = Copies(store, now)

    # -- sessions ----------------------------------------------------------------------------------------------------

    def create_session(self, role: Role, seat: int | None = None, name: str = "", now: datetime | None = None) -> str:
        """Opens a session and gives its token, which is kept nowhere else."""
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        at = _stamp(now or self._now())
        oldest = _stamp((now or self._now()) - timedelta(days=_SESSION_DAYS))
        with self._people.writing() as db:
            db.execute("DELETE FROM sessions WHERE seen_utc < ?", (oldest,))
            row = (_digest(token), role.value, seat, name, csrf, at, at)
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return token

    def find_session(self, token: str, now: datetime | None = None) -> Session | None:
        """The session that a token stands for; None for an unknown or long unused one."""
        at, digest = now or self._now(), _digest(token)
        with self._people.reading() as db:
            query = "SELECT role, seat, name, csrf, created_utc, seen_utc FROM sessions WHERE token_sha256 = ?"
            row = db.execute(query, (digest,)).fetchone()
        if row is None:
            return None
        stored = _session(row)
        if at - stored.seen > timedelta(days=_SESSION_DAYS):
            return None
        if at - stored.seen > _SEEN_EVERY:
            with self._people.writing() as db:
                db.execute("UPDATE sessions SET seen_utc = ? WHERE token_sha256 = ?", (_stamp(at), digest))
        return stored.session

    def change_session(self, token: str, role: Role, seat: int | None, name: str) -> Session:
        """The same session with another role, seat and name. JournalError when there is none of this token."""
        with self._people.writing() as db:
            query = "UPDATE sessions SET role = ?, seat = ?, name = ? WHERE token_sha256 = ?"
            db.execute(query, (role.value, seat, name, _digest(token)))
        found = self.find_session(token)
        if found is None:
            raise JournalError("This session has ended; please load the page again.")
        return found

    def drop_session(self, token: str) -> None:
        """Ends a session; an unknown one is as good as ended."""
        with self._people.writing() as db:
            db.execute("DELETE FROM sessions WHERE token_sha256 = ?", (_digest(token),))

    def sessions_of_seat(self, seat: int) -> tuple[StoredSession, ...]:
        """Who holds a seat, the oldest first."""
        return self._sessions("WHERE seat = ? AND seen_utc >= ?", seat, self._oldest())

    def seat_names(self) -> Mapping[int, str]:
        """The seats that are held, with the names of their players."""
        held = self._sessions("WHERE seat IS NOT NULL AND seen_utc >= ?", self._oldest())
        return MappingProxyType({s.session.seat: s.session.name for s in held if s.session.seat is not None})

    def drop_seat(self, seat: int) -> int:
        """Ends all sessions of a seat; gives how many there were."""
        with self._people.writing() as db:
            return db.execute("DELETE FROM sessions WHERE seat = ?", (seat,)).rowcount

    def _oldest(self) -> str:
        return _stamp(self._now() - timedelta(days=_SESSION_DAYS))

    def _sessions(self, where: str, *values: object) -> tuple[StoredSession, ...]:
        query = f"SELECT role, seat, name, csrf, created_utc, seen_utc FROM sessions {where} ORDER BY created_utc"
        with self._people.reading() as db:
            return tuple(_session(row) for row in db.execute(query, values))

    # -- secrets of the table ----------------------------------------------------------------------------------------

    def join_code(self) -> str:
        """The code by which phones join, shown at the table; made once and kept over restarts."""
        with self._people.writing() as db:
            fresh = "".join(secrets.choice(_JOIN_LETTERS) for _ in range(5))
            db.execute("INSERT OR IGNORE INTO settings VALUES ('join_code', ?)", (fresh,))
            return str(db.execute("SELECT value FROM settings WHERE key = 'join_code'").fetchone()[0])

    def new_join_code(self) -> str:
        """Another code; the old one no longer lets anybody in."""
        with self._people.writing() as db:
            db.execute("DELETE FROM settings WHERE key = 'join_code'")
        return self.join_code()

    def ensure_pin(self, configured: str = "") -> str:
        """Makes sure that there is a host PIN: `configured`, else the one kept, else a new one. Gives a new one, to be
        shown once, and else an empty text. A configured PIN that is not the one kept ends the hosts' sessions."""
        kept = self.setting("host_pin")
        if configured:
            if kept is None or not _is_pin(configured, kept):
                self._keep_pin(configured)
            return ""
        if kept is not None:
            return ""
        fresh = "".join(secrets.choice("0123456789") for _ in range(_PIN_DIGITS))
        self._keep_pin(fresh)
        return fresh

    def check_pin(self, pin: str) -> bool:
        """Whether this is the host's PIN; takes some hundredths of a second on purpose."""
        kept = self.setting("host_pin")
        return kept is not None and _is_pin(pin, kept)

    def _keep_pin(self, pin: str) -> None:
        salt = secrets.token_bytes(16)
        value = f"scrypt${salt.hex()}${_scrypt(pin, salt).hex()}"
        with self._people.writing() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES ('host_pin', ?)", (value,))
            db.execute("DELETE FROM sessions WHERE role = ?", (Role.HOST.value,))

    # -- settings ----------------------------------------------------------------------------------------------------

    def setting(self, key: str) -> str | None:
        """A value that the service keeps over restarts; None when it was never set."""
        with self._people.reading() as db:
            row = db.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, key: str, value: str) -> None:
        """Keeps a value over restarts."""
        if key == "host_pin":
            raise JournalError("The host's PIN is kept as a hash only: use ensure_pin.")
        with self._people.writing() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))


def _session(row: tuple[str, int | None, str, str, str, str]) -> StoredSession:
    role, seat, name, csrf, created, seen = row
    session = Session(Role(role), seat, name, csrf)
    return StoredSession(session, datetime.fromisoformat(created), datetime.fromisoformat(seen))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=salt, n=2**14, r=8, p=1)


def _is_pin(pin: str, kept: str) -> bool:
    _, salt, digest = kept.split("$")
    return secrets.compare_digest(_scrypt(pin, bytes.fromhex(salt)), bytes.fromhex(digest))


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
