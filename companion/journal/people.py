"""What the journal keeps about people and things beside the matches: sessions, notes, secrets, the copies of games.

Tokens and PINs are kept as hashes only: whoever reads the file cannot sign on with it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from companion.journal.copies import Copies
from companion.journal.file import JournalError, Store
from companion.journal.rosters import Rosters
from companion.journal.sessions import Sessions, digest
from web.views import Role

_PIN_DIGITS: Final = 6
_OWN_PIN: Final = "host_pin_own"


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


class People(Sessions):
    """Sessions, notes, copies and settings of one journal. Every call is safe from any thread."""

    def __init__(self, store: Store, now: Callable[[], datetime], clock: Callable[[], float]) -> None:
        super().__init__(store, now, clock)
        self.copies = Copies(store, now)
        self.rosters = Rosters(store)
        self.fresh_pin = ""  # the one that `ensure_pin` has made, to be shown once

    # -- secrets of the table ----------------------------------------------------------------------------------------

    def ensure_pin(self, configured: str = "", laid: str = "") -> str:
        """Makes sure that there is a host PIN: `configured`, else the one kept, else `laid`, which whoever set the
        machine up chose, else a new one. Gives one of these two, to be shown once, and else an empty text. A configured
        PIN that is not the one kept ends the hosts' sessions."""
        kept = self.setting("host_pin")
        if configured:
            if kept is None or not _is_pin(configured, kept):
                self._keep_pin(configured)
            return ""
        self.fresh_pin = "" if kept is not None else self.new_pin(laid)
        return self.fresh_pin

    def new_pin(self, chosen: str = "") -> str:
        """Makes another host PIN, if none is chosen, and gives it, to be shown once. All hosts are signed off."""
        fresh = chosen or "".join(secrets.choice("0123456789") for _ in range(_PIN_DIGITS))
        self._keep_pin(fresh)
        return fresh

    def change_pin(self, pin: str, token: str) -> None:
        """Another host PIN, chosen by the host whose session this token is: it alone goes on. What other hosts hold as
        players stays theirs."""
        self._keep_pin(pin, digest(token))
        self.set_setting(_OWN_PIN, "yes")

    @property
    def has_pin(self) -> bool:
        """Whether there is a host PIN."""
        return self.setting("host_pin") is not None

    @property
    def has_own_pin(self) -> bool:
        """Whether the host has chosen the PIN, rather than the companion."""
        return bool(self.setting(_OWN_PIN))

    def check_pin(self, pin: str) -> bool:
        """Whether this is the host's PIN; takes some hundredths of a second on purpose."""
        kept = self.setting("host_pin")
        return kept is not None and _is_pin(pin, kept)

    def _keep_pin(self, pin: str, phone: bytes = b"") -> None:
        """`phone`: of the host whose session does not end (see Holder)."""
        salt = secrets.token_bytes(16)
        value = f"scrypt${salt.hex()}${_scrypt(pin, salt).hex()}"
        with self._people.writing() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES ('host_pin', ?)", (value,))
            db.execute("DELETE FROM settings WHERE key = ?", (_OWN_PIN,))
            others = "UPDATE sessions SET role = ? WHERE role = ? AND token_sha256 <> ? AND seat IS NOT NULL"
            if phone:
                db.execute(others, (Role.SEAT.value, Role.HOST.value, phone))
            db.execute("DELETE FROM sessions WHERE role = ? AND token_sha256 <> ?", (Role.HOST.value, phone))

    # -- notes -------------------------------------------------------------------------------------------------------

    def seat_note(self, match: int, seat: int) -> str:
        """What this seat has written down for itself in this match; nobody else may read it."""
        with self._people.reading() as db:
            query = "SELECT text FROM seat_notes WHERE match = ? AND seat = ?"
            row = db.execute(query, (match, seat)).fetchone()
        return "" if row is None else str(row[0])

    def set_seat_note(self, match: int, seat: int, text: str) -> None:
        """Keeps what this seat writes down for itself; an empty text is forgotten."""
        with self._people.writing() as db:
            db.execute("DELETE FROM seat_notes WHERE match = ? AND seat = ?", (match, seat))
            if text:
                db.execute("INSERT INTO seat_notes VALUES (?, ?, ?)", (match, seat, text))

    def clear_seat_notes(self, seat: int) -> None:
        """Forgets what was written down at this seat, in every match: somebody else may sit there next."""
        with self._people.writing() as db:
            db.execute("DELETE FROM seat_notes WHERE seat = ?", (seat,))

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


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=salt, n=2**14, r=8, p=1)


def _is_pin(pin: str, kept: str) -> bool:
    _, salt, digest = kept.split("$")
    return secrets.compare_digest(_scrypt(pin, bytes.fromhex(salt)), bytes.fromhex(digest))
